/*!
Tables of the configuration file, read key by key: what was not asked for is unknown, and named together with the
nearest key that was.
*/

use super::ConfigError;
use chrono::TimeDelta;
use std::collections::BTreeMap;

/// One table of the file while it is being read.
pub struct Keys {
    section: String,
    values: BTreeMap<String, toml::Value>,
    known: Vec<&'static str>,
}

impl Keys {
    /// The table `section`; an absent one is empty.
    pub fn take(root: &mut toml::Table, section: &str) -> Result<Keys, ConfigError> {
        match root.remove(section) {
            None => Ok(Keys::of(section, toml::Table::new())),
            Some(toml::Value::Table(table)) => Ok(Keys::of(section, table)),
            Some(_) => Err(ConfigError::new(format!("`{section}` must be a table: write [{section}]"))),
        }
    }

    /// The tables of a list such as `[[robots]]`; none if there is no such list.
    pub fn take_all(root: &mut toml::Table, section: &str) -> Result<Vec<Keys>, ConfigError> {
        let no_list = || ConfigError::new(format!("`{section}` must be a list of tables: write [[{section}]]"));
        let Some(value) = root.remove(section) else { return Ok(Vec::new()) };
        let toml::Value::Array(tables) = value else { return Err(no_list()) };
        let named = |value| match value {
            toml::Value::Table(table) => Ok(Keys::of(&format!("[{section}]"), table)),
            _ => Err(no_list()),
        };
        tables.into_iter().map(named).collect()
    }

    fn of(section: &str, table: toml::Table) -> Keys {
        Keys { section: section.to_owned(), values: table.into_iter().collect(), known: Vec::new() }
    }

    /// True if the file has the key; it counts as known from now on.
    pub fn has(&mut self, key: &'static str) -> bool {
        self.known.push(key);
        self.values.contains_key(key)
    }

    /// A text, if given.
    pub fn text(&mut self, key: &'static str) -> Result<Option<String>, ConfigError> {
        match self.value(key) {
            None => Ok(None),
            Some(toml::Value::String(text)) if !text.trim().is_empty() => Ok(Some(text)),
            Some(other) => Err(self.wrong(key, &other, "a text in quotation marks, not empty")),
        }
    }

    /// A text that must be given.
    pub fn required(&mut self, key: &'static str, example: &str) -> Result<String, ConfigError> {
        let section = self.section.clone();
        self.text(key)?.ok_or_else(|| {
            ConfigError::new(format!("`{key}` is missing in [{section}]: add a line such as {key} = {example:?}"))
        })
    }

    /// A whole number between `least` and `most`.
    pub fn number(&mut self, key: &'static str, default: u64, least: u64, most: u64) -> Result<u64, ConfigError> {
        match self.value(key) {
            None => Ok(default),
            Some(toml::Value::Integer(n)) if (least as i64..=most as i64).contains(&n) => Ok(n as u64),
            Some(other) => Err(self.wrong(key, &other, &format!("a whole number from {least} to {most}"))),
        }
    }

    /// A length of time: a number and one of s, m, h, d, w.
    pub fn span(&mut self, key: &'static str, default: TimeDelta) -> Result<TimeDelta, ConfigError> {
        match self.value(key) {
            None => Ok(default),
            Some(toml::Value::String(text)) => match span(&text) {
                Some(delta) => Ok(delta),
                None => Err(self.wrong(key, &toml::Value::String(text), "a time such as \"90s\", \"9m\", \"1d\"")),
            },
            Some(other) => Err(self.wrong(key, &other, "a time such as \"90s\", \"9m\", \"1d\"")),
        }
    }

    /// A list of texts, if given.
    pub fn texts(&mut self, key: &'static str) -> Result<Option<Vec<String>>, ConfigError> {
        let Some(value) = self.value(key) else { return Ok(None) };
        let texts = value
            .as_array()
            .and_then(|list| list.iter().map(|item| item.as_str().map(str::to_owned)).collect::<Option<Vec<String>>>());
        match texts {
            Some(texts) if !texts.is_empty() => Ok(Some(texts)),
            _ => Err(self.wrong(key, &value, "a list of texts such as [\"chess\"]")),
        }
    }

    /// A table of words and numbers, in the order of their names; empty if it is not given.
    pub fn table(&mut self, key: &'static str) -> Result<Vec<(String, String)>, ConfigError> {
        let Some(value) = self.value(key) else { return Ok(Vec::new()) };
        let entry = |(name, value): (&String, &toml::Value)| {
            let plain = match value {
                toml::Value::String(text) => text.clone(),
                toml::Value::Integer(number) => number.to_string(),
                toml::Value::Boolean(on) => on.to_string(),
                _ => return None,
            };
            // They go out line by line.
            let whole = |text: &str| !text.is_empty() && !text.contains(char::is_control);
            (whole(name) && whole(&plain)).then(|| (name.clone(), plain))
        };
        let entries = value.as_table().and_then(|table| table.iter().map(entry).collect());
        entries.ok_or_else(|| self.wrong(key, &value, "a table such as { \"Skill Level\" = 3 }"))
    }

    /// One of a few words.
    pub fn word(&mut self, key: &'static str, words: &[&'static str]) -> Result<Option<&'static str>, ConfigError> {
        let Some(text) = self.text(key)? else { return Ok(None) };
        match words.iter().find(|word| **word == text) {
            Some(word) => Ok(Some(word)),
            None => Err(self.wrong(key, &toml::Value::String(text), &format!("one of {}", words.join(", ")))),
        }
    }

    /// A sentence about a value that does not do.
    pub fn wrong(&self, key: &str, value: &toml::Value, wanted: &str) -> ConfigError {
        ConfigError::new(format!("`{key} = {value}` in [{}] does not do: give {wanted}", self.section))
    }

    /// The name of the table.
    pub fn section(&self) -> &str {
        &self.section
    }

    /// Refuses what nobody asked for.
    pub fn finish(self) -> Result<(), ConfigError> {
        let Some(unknown) = self.values.keys().next() else { return Ok(()) };
        Err(unknown_key(unknown, &format!(" in [{}]", self.section), &self.known))
    }

    fn value(&mut self, key: &'static str) -> Option<toml::Value> {
        self.known.push(key);
        self.values.remove(key)
    }
}

/// The error for an unknown key, with the nearest known one.
pub fn unknown_key(unknown: &str, place: &str, known: &[&str]) -> ConfigError {
    let nearest = known.iter().min_by_key(|key| distance(unknown, key));
    let hint = nearest.map(|key| format!("; the nearest known one is `{key}`")).unwrap_or_default();
    ConfigError::new(format!("unknown key `{unknown}`{place}{hint}: correct or remove it"))
}

/// Reads a length of time: a number and one of s, m, h, d, w.
pub fn span(text: &str) -> Option<TimeDelta> {
    let text = text.trim();
    let unit = text.chars().last()?;
    let count: i64 = text.get(..text.len() - unit.len_utf8())?.trim().parse().ok()?;
    let seconds = match unit {
        's' => 1,
        'm' => 60,
        'h' => 3600,
        'd' => 86_400,
        'w' => 604_800,
        _ => return None,
    };
    let total = count.checked_mul(seconds).filter(|total| *total > 0)?;
    TimeDelta::try_seconds(total)
}

/// How many letters must change to make one word of the other (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut next = vec![i + 1];
        for (j, (to, pair)) in b.iter().zip(row.windows(2)).enumerate() {
            let [diagonal, above] = pair else { continue };
            let changed = diagonal + usize::from(from != *to);
            let left = next.get(j).copied().unwrap_or(usize::MAX - 1);
            next.push(changed.min(above + 1).min(left + 1));
        }
        row = next;
    }
    row.last().copied().unwrap_or(usize::MAX)
}
