/*!
Settings in the words of every language we write: `画像 小さい` is `picture small`.
*/

use std::collections::HashMap;

use super::fold::plain_text;
use super::tables::Source;

/// The key under which a setting lists its own names; every other key of its table is a value.
const NAMES: &str = "names";

/// Names and values of settings, and the words that every language shares for them.
#[derive(Clone, Debug, Default)]
pub(super) struct Choices {
    names: HashMap<String, String>,
    /// By setting and word.
    values: HashMap<(String, String), String>,
}

impl Choices {
    /// Adds the settings of one language, from the section `[commands.choices]`.
    pub fn add(&mut self, source: Source<'_>) -> Result<(), String> {
        for (setting, value) in source.table {
            let table = value.as_table().ok_or_else(|| source.wrong(setting, "a table"))?;
            let place = format!("{}.{setting}", source.place);
            for (key, words) in table {
                for word in (Source { place: &place, table }).list(key, words)? {
                    let word = plain_text(word);
                    if key == NAMES {
                        self.names.insert(word, setting.clone());
                    } else {
                        self.values.insert((setting.clone(), word), key.clone());
                    }
                }
            }
        }
        Ok(())
    }

    /// A setting and its value in the words that every language shares. Latin words stay as they are, others are known or
    /// part of a sentence: `設定」と書くと` sets nothing.
    pub fn shared(&self, text: &str) -> Option<String> {
        let mut words = text.split_whitespace();
        let latin = |word: &str| word.is_ascii().then(|| word.to_owned());
        let name = words.next()?;
        let setting = self.names.get(&plain_text(name)).cloned().or_else(|| latin(name))?;
        let value = |word| self.values.get(&(setting.clone(), plain_text(word))).cloned().or_else(|| latin(word));
        let values: Vec<String> = words.map(value).collect::<Option<_>>()?;
        Some(std::iter::once(setting.clone()).chain(values).collect::<Vec<_>>().join(" "))
    }
}
