/*!
What the demonstration says on the terminal, in the words of the language it is played in.
*/

use crate::cli::{Failure, code};
use crate::language::{Language, Languages};
use crate::mail::Address;
use crate::rules::Variant;

/// The words of one language.
pub struct Told {
    language: Language,
}

impl Told {
    /// The language of that code.
    pub fn of(code: &str) -> Result<Told, Failure> {
        let languages = Languages::built_in()
            .map_err(|error| Failure::new(code::SOFTWARE, format!("the built-in languages are faulty ({error})")))?;
        let language = languages.get(code).cloned().ok_or_else(|| crate::cli::unknown_language(&languages, code))?;
        Ok(Told { language })
    }

    /// The language's code.
    pub fn code(&self) -> &str {
        &self.language.code
    }

    /// True if its players write moves of shogi in kanji.
    pub fn is_japanese(&self) -> bool {
        self.text(&["position", "shogi", "notation"]).is_ok_and(|notation| notation == "japanese")
    }

    /// What a player writes for that command.
    pub fn command(&self, name: &str) -> Result<String, Failure> {
        self.text(&["writes", name])
    }

    /// The challenge to that game, with the first move for the writer.
    pub fn challenge(&self, variant: &Variant, whom: &Address) -> Result<String, Failure> {
        let game = self.text(&["variants", variant.key, "name"])?;
        self.say("challenge", &[("game", &game), ("whom", &whom.to_string())])
    }

    /// A sentence of `[demo]`, filled in.
    pub fn say(&self, name: &str, values: &[(&str, &str)]) -> Result<String, Failure> {
        let text = self.text(&["demo", name])?;
        Ok(values.iter().fold(text, |text, (key, value)| text.replace(&format!("{{{key}}}"), value)))
    }

    fn text(&self, path: &[&str]) -> Result<String, Failure> {
        let found = path.iter().try_fold(None, |table: Option<&toml::Value>, key| {
            Some(Some(table.map_or_else(|| self.language.words.get(*key), |table| table.get(*key))?))
        });
        let text = found.flatten().and_then(toml::Value::as_str);
        text.map(str::to_owned).ok_or_else(|| {
            let sentence = format!("{}/words.toml lacks {}; report this", self.language.code, path.join("."));
            Failure::new(code::SOFTWARE, sentence)
        })
    }
}
