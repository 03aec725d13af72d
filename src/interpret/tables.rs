/*!
Reading the language files' tables, with errors that name the file and the key.
*/

use toml::{Table, Value};

use super::phrase::{Phrase, forms};

/// A table of one file.
#[derive(Clone, Copy)]
pub(super) struct Source<'t> {
    /// The file and the section, for errors.
    pub place: &'t str,
    /// What it holds.
    pub table: &'t Table,
}

impl<'t> Source<'t> {
    /// The strings of a list; none if the key is absent.
    pub fn strings(&self, key: &str) -> Result<Vec<&'t str>, String> {
        self.table.get(key).map_or(Ok(Vec::new()), |value| self.list(key, value))
    }

    /// The strings of a list, each with all its forms.
    pub fn forms(&self, key: &str) -> Result<Vec<String>, String> {
        let mut all = Vec::new();
        for text in self.strings(key)? {
            all.extend(forms(text).map_err(|error| format!("{}: {key}: {error}", self.place))?);
        }
        Ok(all)
    }

    /// The phrases of a list.
    pub fn phrases(&self, key: &str) -> Result<Vec<Phrase>, String> {
        Ok(self.forms(key)?.iter().map(|form| Phrase::new(form)).filter(|phrase| phrase.len() > 0).collect())
    }

    /// A table inside; an empty one if the key is absent.
    pub fn entries(&self, key: &str) -> Result<Vec<(&'t str, &'t Value)>, String> {
        match self.table.get(key) {
            None => Ok(Vec::new()),
            Some(Value::Table(table)) => Ok(table.iter().map(|(key, value)| (key.as_str(), value)).collect()),
            Some(_) => Err(self.wrong(key, "a table")),
        }
    }

    /// The strings of a value: one, or a list of them.
    pub fn list(&self, key: &str, value: &'t Value) -> Result<Vec<&'t str>, String> {
        match value {
            Value::String(text) => Ok(vec![text]),
            Value::Array(items) => {
                items.iter().map(|item| item.as_str().ok_or_else(|| self.wrong(key, "a list of texts"))).collect()
            }
            _ => Err(self.wrong(key, "a list of texts")),
        }
    }

    /// The error for a value of another kind.
    pub fn wrong(&self, key: &str, wanted: &str) -> String {
        format!("{}: {key:?} must be {wanted}", self.place)
    }
}
