/*!
The configuration, put together to what the loops work with; and why that may fail.
*/

use crate::arbiter::Arbiter;
use crate::club::{self, Robot};
use crate::config::{Config, ConfigError};
use crate::dispatch::{Dispatch, Key};
use crate::engine::EngineConfig;
use crate::ids::Ids;
use crate::interpret::Reader;
use crate::language::{Language, Languages};
use crate::mail::MessageId;
use crate::render::{Pages, Service};
use crate::rules::{Variant, variants};
use crate::store::{Store, StoreError, key_file, load_key};
use chrono::TimeDelta;
use chrono_tz::Tz;
use std::collections::BTreeMap;

/// Why the service does not run. The sentence says what to do.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// Configuration, or files it names.
    #[error("{0}")]
    Config(String),
    /// The record holds what it must not.
    #[error("{0}")]
    Data(String),
    /// Another daemon has the data.
    #[error("{0}")]
    Taken(String),
    /// It may work later.
    #[error("{0}")]
    Again(String),
    /// A fault of our own.
    #[error("{0}")]
    Bug(String),
}

impl From<ConfigError> for Trouble {
    fn from(error: ConfigError) -> Trouble {
        Trouble::Config(error.to_string())
    }
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Trouble {
        let sentence = error.to_string();
        match error {
            StoreError::Newer { .. } | StoreError::Unusable { .. } | StoreError::KeyLost { .. } => {
                Trouble::Config(sentence)
            }
            StoreError::Damaged { .. } | StoreError::Corrupt { .. } => Trouble::Data(sentence),
            StoreError::Trouble(_) => Trouble::Again(sentence),
        }
    }
}

/// What the loops work with.
#[derive(Debug)]
pub struct House {
    /// Judges letters.
    pub arbiter: Arbiter,
    /// Makes mails.
    pub dispatch: Dispatch,
    /// Programs that play here, and by what.
    pub robots: Vec<(Robot, EngineConfig)>,
    /// Larger mails are not fetched whole.
    pub mail_bytes: u64,
    /// How long letters are known again.
    pub letter_life: TimeDelta,
}

impl House {
    /// Puts it together; makes the key if the record has none.
    pub fn open(config: &Config, seed: Option<u64>) -> Result<House, Trouble> {
        let key = load_key(&config.service.data, || match seed {
            Some(seed) => Ok(Ids::seeded_key(seed)),
            None => Ids::fresh_key(),
        })?;
        let house = House::with_key(config, key)?;
        match newest_mail(config)? {
            Some(id) if !house.arbiter.ids.proves(&id) => Err(Trouble::Config(format!(
                "{} is not the key this record's reply addresses were made with: put the copy from your backup in its place",
                key_file(&config.service.data).display()
            ))),
            _ => Ok(house),
        }
    }

    /// Puts it together with that key.
    pub fn with_key(config: &Config, key: [u8; 32]) -> Result<House, Trouble> {
        let languages = Languages::built_in().map_err(|error| Trouble::Bug(error.to_string()))?;
        config.check_language(&languages)?;
        let service = &config.service;
        let ids = Ids::new(key, service.address.domain());
        let arbiter = Arbiter {
            address: service.address.clone(),
            separator: service.separator,
            authserv_id: service.authserv_id.clone(),
            language: service.language.clone(),
            written: languages.written().map(|language| language.code.clone()).collect(),
            zones: zones(&languages)?,
            hold: config.games.undo_within,
            grace: config.games.grace,
            watch_delay: config.games.watch_delay,
            house: club::House {
                leave_days: config.games.leave_days,
                time: config.games.time,
                shortest_time: config.games.shortest_time,
                takebacks: config.games.takebacks,
                offer_gap: config.games.offer_gap,
                variants: config.games.variants.clone(),
                robots: config.robots.iter().map(|(robot, _)| robot.clone()).collect(),
                names: game_names(&languages),
            },
            mail_limits: config.limits.mail.clone(),
            limits: config.limits.club.clone(),
            ids: ids.clone(),
            reader: Reader::new(&languages).map_err(Trouble::Bug)?,
        };
        let dispatch = Dispatch {
            service: Service {
                name: service.name.clone(),
                address: service.address.clone(),
                robots: config.robots.iter().filter_map(|(robot, _)| robot.words.first().cloned()).collect(),
            },
            separator: service.separator,
            key: Key(key),
            ids,
            pages: Pages::new(&languages).map_err(|error| Trouble::Bug(error.to_string()))?,
        };
        let mail_bytes = config.limits.mail.mail_bytes as u64;
        let letter_life = TimeDelta::days(i64::from(config.limits.letter_days));
        let robots = config.robots.clone();
        Ok(House { arbiter, dispatch, robots, mail_bytes, letter_life })
    }
}

/// The Message-ID of the newest mail in the record, if there is one: it was derived from the record's key.
fn newest_mail(config: &Config) -> Result<Option<MessageId>, Trouble> {
    let data = &config.service.data;
    if !Store::file(data).exists() {
        return Ok(None);
    }
    Ok(Store::look(data)?.read(|tx| tx.newest_mail_id())?)
}

/// The time zone of each language that names one, `[time] zone`.
fn zones(languages: &Languages) -> Result<BTreeMap<String, Tz>, Trouble> {
    let named = |language: &Language| {
        let zone = language.words.get("time")?.get("zone")?.as_str()?;
        let wrong = |_| Trouble::Bug(format!("{}/words.toml: no time zone is called {zone:?}", language.code));
        Some(zone.parse().map(|zone| (language.code.clone(), zone)).map_err(wrong))
    };
    languages.written().filter_map(named).collect()
}

/// What games are called in each language: the `name` and `title` of `[variants]` in its words.
fn game_names(languages: &Languages) -> Vec<(String, &'static Variant)> {
    let tables = languages.written().filter_map(|language| language.words.get("variants")?.as_table());
    let entries = tables.flat_map(|table| table.iter());
    entries
        .filter_map(|(key, entry)| Some((variants::by_key(key)?, entry.as_table()?)))
        .flat_map(|(variant, entry)| entry.values().filter_map(move |word| Some((word.as_str()?.to_owned(), variant))))
        .collect()
}
