/*!
A player's settings, read back: each with what is chosen and a tap for everything else there is to choose.
*/

use serde::Serialize;

use super::Occasion;
use super::desk::Desk;
use super::lines::clean_line;
use super::words::Lack;
use crate::club::{Barred, Chosen, Whom};

/// `settings`
#[derive(Clone, Debug, Serialize)]
pub(super) struct SettingsPage {
    pub rows: Vec<SettingRow>,
    /// The one that has just been changed, where the page tells only that.
    pub changed: Option<ChangedSetting>,
    /// The code of the language whose letters the reader writes, if they have said.
    pub letters: Option<String>,
    /// What others see.
    pub name: String,
    /// The time zone's IANA name.
    pub zone: String,
    /// Whom the reader keeps away.
    pub people: Vec<Person>,
}

/// `Picture: small`
#[derive(Clone, Debug, Serialize)]
pub(super) struct ChangedSetting {
    pub title: String,
    pub value: String,
}

/// Somebody kept away.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Person {
    /// `block` or `mute`.
    pub barrier: &'static str,
    pub name: String,
    /// What ends it: `unblock ben@example.org`.
    pub write: String,
    pub href: String,
}

/// One setting.
#[derive(Clone, Debug, Serialize)]
pub(super) struct SettingRow {
    /// `Picture`
    pub title: String,
    /// What is chosen, in words.
    pub value: String,
    /// What to write for another choice: `settings picture small`.
    pub others: Vec<Other>,
}

/// Another choice.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Other {
    pub write: String,
    pub label: String,
    pub href: String,
}

impl Desk<'_> {
    /// Everything the reader has chosen, the language first.
    ///
    /// With `changed`, the page says what became of that one.
    pub(super) fn settings(
        &self,
        occasion: &Occasion,
        written: &[&str],
        changed: Option<&str>,
    ) -> Result<SettingsPage, Lack> {
        let reader = occasion.reader;
        // A language we only read is kept for its notation; its reader's mails are in the one that stands in for it.
        let mut rows = vec![self.language_row(reader, written)?];
        let mut names = vec!["language"];
        for chosen in reader.settings.chosen() {
            names.push(chosen.name);
            rows.push(self.setting_row(&chosen)?);
        }
        let zone = reader.settings.zone.unwrap_or_else(|| self.words().zone()).name().to_owned();
        let letters = reader.settings.letters.as_ref().map(|letters| letters.code().to_owned());
        let people = occasion.barred.iter().map(|barred| self.person(barred)).collect::<Result<_, Lack>>()?;
        let name = clean_line(&reader.name);
        let title = |key: &str| self.words().text(&["settings", key, "title"]).map(str::to_owned);
        let changed = match changed {
            None => None,
            Some("name") => Some(ChangedSetting { title: title("name")?, value: name.clone() }),
            Some("zone") => Some(ChangedSetting { title: title("zone")?, value: zone.clone() }),
            Some("letters") => {
                let auto = || self.words().text(&["settings", "letters", "auto"]).map(str::to_owned);
                let value = letters.clone().map_or_else(auto, Ok)?;
                Some(ChangedSetting { title: title("letters")?, value })
            }
            Some(changed) => names
                .iter()
                .zip(&rows)
                .find(|(name, _)| **name == changed)
                .map(|(_, row)| ChangedSetting { title: row.title.clone(), value: row.value.clone() }),
        };
        Ok(SettingsPage { rows, changed, letters, name, zone, people })
    }

    fn person(&self, barred: &Barred) -> Result<Person, Lack> {
        let (barrier, whom) = (
            barred.barrier.key(),
            match &barred.whom {
                Whom::Address(address) => address.to_string(),
                Whom::InGame(game) => game.to_string(),
                Whom::Opponent => String::new(),
            },
        );
        let write = self.words().command(&format!("un{barrier}"), &[("whom", &whom)])?;
        // Whoever was named by an address is shown by it: their name would tell that they play here.
        let by_address = matches!(barred.whom, Whom::Address(_));
        let name = if by_address { whom.clone() } else { clean_line(&barred.name) };
        Ok(Person { barrier, name, href: self.link.writing(&write), write })
    }

    fn language_row(&self, reader: &crate::club::Player, written: &[&str]) -> Result<SettingRow, Lack> {
        let name = |code: &str| self.words().text(&["settings", "language", code]).unwrap_or(code).to_owned();
        let others = written.iter().filter(|code| **code != reader.language);
        Ok(SettingRow {
            title: self.words().text(&["settings", "language", "title"])?.to_owned(),
            value: name(&reader.language),
            others: others.map(|code| self.other("language", code, name(code))).collect::<Result<_, Lack>>()?,
        })
    }

    fn setting_row(&self, chosen: &Chosen) -> Result<SettingRow, Lack> {
        let word = |key: &str| self.words().text(&["settings", chosen.name, key]).map(str::to_owned);
        let others = chosen.all.iter().filter(|key| **key != chosen.value);
        let value = match &chosen.time {
            None => word(chosen.value)?,
            Some(time) => {
                let key = format!("{}_at", chosen.value);
                self.words().say(&["settings", chosen.name, &key], &[("time", time)])?
            }
        };
        Ok(SettingRow {
            title: word("title")?,
            value,
            others: others.map(|key| self.other(chosen.name, key, word(key)?)).collect::<Result<_, Lack>>()?,
        })
    }

    fn other(&self, name: &str, key: &str, label: String) -> Result<Other, Lack> {
        let word = |part, otherwise| {
            let words = self.words().texts(&["commands", "choices", name, part]).unwrap_or_default();
            words.first().copied().unwrap_or(otherwise)
        };
        let values = [("name", word("names", name)), ("value", word(key, key))];
        let write = self.words().command("settings choice", &values)?;
        Ok(Other { label, href: self.link.writing(&write), write })
    }
}
