/*!
The configuration file, to checked values. Every error is one sentence that names key, value and remedy.

Relative paths are relative to the file. Passwords stay where they are until [`Config::mailbox`] or
[`Config::courier`] is called, so that looking at the record needs none.

This room does not know what the values are for.
*/

mod keys;
mod limits;
mod links;
mod robots;
mod secret;
mod trusted;

pub use limits::Limits;
pub use links::{CourierSection, MailboxSection};
pub use secret::Source;

use crate::club::Robot;
use crate::engine::EngineConfig;
use crate::game::{Takebacks, TimeControl};
use crate::language::{BASE, Languages};
use crate::mail::Address;
use crate::post::{CourierConfig, MailboxConfig};
use crate::rules::{Variant, variants};
use chrono::TimeDelta;
use keys::Keys;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The configuration does not do: one sentence with key, value and remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(String);

impl ConfigError {
    fn new(sentence: String) -> ConfigError {
        ConfigError(sentence)
    }
}

/// `[service]`.
#[derive(Clone, Debug)]
pub struct Service {
    /// The plain address players write to.
    pub address: Address,
    /// What stands between our local part and a subaddress.
    pub separator: char,
    /// The service's name in mails.
    pub name: String,
    /// Where database, key and lock live.
    pub data: PathBuf,
    /// For people who have not said.
    pub language: String,
    /// Whose Authentication-Results are believed.
    pub authserv_id: Option<String>,
}

/// `[games]`.
#[derive(Clone, Debug)]
pub struct Games {
    /// The time control where a challenge names none.
    pub time: TimeControl,
    /// Nothing shorter for a move, in the mean, is accepted.
    pub shortest_time: TimeDelta,
    /// How long a move can be undone, and its mail to the opponent waits; zero: not at all.
    pub undo_within: TimeDelta,
    /// How long the answer to a question about a move counts as of the letter that was asked about; zero: not at all.
    pub grace: TimeDelta,
    /// Plies by which spectators are behind.
    pub watch_delay: u32,
    /// In which games a move may be asked back.
    pub takebacks: Takebacks,
    /// A side's own moves between two draw offers of its own.
    pub offer_gap: u32,
    /// Days of leave a player has in a year.
    pub leave_days: u32,
    /// What may be played.
    pub variants: Vec<&'static Variant>,
    /// Games the file names that this version does not play yet; they are left out.
    pub not_yet: Vec<String>,
}

/// The whole file.
#[derive(Clone, Debug)]
pub struct Config {
    /// Who we are.
    pub service: Service,
    /// Which games there are.
    pub games: Games,
    /// Programs that play here, and by what.
    pub robots: Vec<(Robot, EngineConfig)>,
    /// Every limit.
    pub limits: Limits,
    mailbox: MailboxSection,
    courier: CourierSection,
}

const SECTIONS: [&str; 6] = ["service", "mailbox", "courier", "games", "robots", "limits"];

impl Config {
    /// Reads the file, if nobody but the service's user and root can have written it.
    pub fn load(path: &Path) -> Result<Config, ConfigError> {
        let unreadable = |cause: std::io::Error| {
            let shown = path.display();
            ConfigError::new(format!("{shown} cannot be read ({cause}): name a file that exists with --config"))
        };
        let mut file = File::open(path).map_err(unreadable)?;
        trusted::check(path, &file)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(unreadable)?;
        let base = path.parent().unwrap_or(Path::new("."));
        Config::parse(&text, base).map_err(|error| ConfigError::new(format!("{}: {error}", path.display())))
    }

    /// Reads its text; relative paths are relative to `base`.
    pub fn parse(text: &str, base: &Path) -> Result<Config, ConfigError> {
        let mut root: toml::Table = text.parse().map_err(|cause: toml::de::Error| {
            let line = cause.span().map_or(0, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
            ConfigError::new(format!("line {line} is no TOML ({}): correct it", cause.message()))
        })?;
        let service = Service::read(Keys::take(&mut root, "service")?, base)?;
        for needed in ["mailbox", "courier"] {
            if !root.contains_key(needed) {
                return Err(ConfigError::new(format!(
                    "[{needed}] is missing: see config/kingpost.toml for an example"
                )));
            }
        }
        let mailbox = MailboxSection::read(Keys::take(&mut root, "mailbox")?, base)?;
        let courier = CourierSection::read(Keys::take(&mut root, "courier")?, base, service.address.domain())?;
        let games = Games::read(Keys::take(&mut root, "games")?)?;
        let mut hidden = vec![service.data.clone()];
        hidden.extend(mailbox.kept().into_iter().chain(courier.kept()));
        let robots = robots::read(&mut root, base, &service, &games, &hidden)?;
        let limits = Limits::read(Keys::take(&mut root, "limits")?)?;
        match root.keys().next() {
            Some(unknown) => Err(keys::unknown_key(unknown, " at the top of the file", &SECTIONS)),
            None => Ok(Config { service, games, robots, limits, mailbox, courier }),
        }
    }

    /// The mailbox, its password fetched.
    pub fn mailbox(&self) -> Result<MailboxConfig, ConfigError> {
        self.mailbox.open(self.limits.mail.mail_bytes)
    }

    /// The courier, its password fetched.
    pub fn courier(&self) -> Result<CourierConfig, ConfigError> {
        self.courier.open(&self.service.data)
    }

    /// Whether `[service] language` is one we write.
    pub fn check_language(&self, languages: &Languages) -> Result<(), ConfigError> {
        if languages.get(&self.service.language).is_some() {
            return Ok(());
        }
        let known: Vec<&str> = languages.written().map(|language| language.code.as_str()).collect();
        let written = &self.service.language;
        Err(ConfigError::new(format!(
            "`language = \"{written}\"` in [service] is not written here: use one of {}",
            known.join(", ")
        )))
    }
}

impl Service {
    fn read(mut keys: Keys, base: &Path) -> Result<Service, ConfigError> {
        let written = keys.required("address", "play@chess.example.org")?;
        let Some(address) = Address::parse(&written) else {
            return Err(keys.wrong(
                "address",
                &toml::Value::String(written),
                "a plain address such as play@chess.example.org",
            ));
        };
        let written = keys.text("separator")?.unwrap_or_else(|| "+".to_owned());
        let separator = match written.as_str() {
            "+" => '+',
            "-" => '-',
            _ => return Err(keys.wrong("separator", &toml::Value::String(written), "\"+\" or \"-\"")),
        };
        let service = Service {
            address,
            separator,
            name: keys.text("name")?.unwrap_or_else(|| "Kingpost".to_owned()),
            data: base.join(keys.required("data", "/var/lib/kingpost")?),
            language: keys.text("language")?.unwrap_or_else(|| BASE.to_owned()),
            authserv_id: keys.text("authserv_id")?,
        };
        keys.finish()?;
        Ok(service)
    }
}

impl Games {
    fn read(mut keys: Keys) -> Result<Games, ConfigError> {
        let written = keys.text("time")?.unwrap_or_else(|| "3d".to_owned());
        let Some(time) = TimeControl::parse(&written) else {
            let wanted = "a time control such as \"3d\", \"10/50d\", \"30d+3d\" or \"none\"";
            return Err(keys.wrong("time", &toml::Value::String(written), wanted));
        };
        let shortest_time = keys.span("shortest_time", TimeDelta::days(1))?;
        if time.per_move().is_some_and(|mean| mean < shortest_time) {
            let wanted = "one that leaves at least `shortest_time` for a move, or make `shortest_time` smaller";
            return Err(keys.wrong("time", &toml::Value::String(written), wanted));
        }
        let leave_days = keys.number("leave_days", 30, 0, 366)? as u32;
        let mut not_yet = Vec::new();
        let variants = match keys.texts("variants")? {
            None => variants::ALL.to_vec(),
            Some(names) => {
                let mut played = Vec::new();
                for name in &names {
                    match variant(&keys, name)? {
                        Some(variant) => played.push(variant),
                        None => not_yet.push(name.clone()),
                    }
                }
                if played.is_empty() {
                    return Err(keys.wrong("variants", &names.into(), &playable()));
                }
                played
            }
        };
        let written = keys.text("takebacks")?.unwrap_or_else(|| "unrated".to_owned());
        let Some(takebacks) = Takebacks::from_key(&written) else {
            return Err(keys.wrong("takebacks", &written.into(), "\"always\", \"unrated\" or \"never\""));
        };
        let undo_within = keys.span("undo_within", TimeDelta::zero())?;
        if undo_within > TimeDelta::days(1) {
            let wanted = "at most \"1d\", since a move waits so long for every opponent";
            return Err(keys.wrong("undo_within", &format!("{}s", undo_within.num_seconds()).into(), wanted));
        }
        let grace = keys.span("grace", TimeDelta::hours(12))?;
        if grace > TimeDelta::days(2) {
            let wanted = "at most \"2d\", since no flag falls meanwhile";
            return Err(keys.wrong("grace", &format!("{}s", grace.num_seconds()).into(), wanted));
        }
        let offer_gap = keys.number("moves_between_offers", 10, 0, 1000)? as u32;
        // Less would show spectators what may still be undone.
        let watch_delay = keys.number("watch_delay", 4, 2, 1000)? as u32;
        keys.finish()?;
        Ok(Games {
            time,
            shortest_time,
            undo_within,
            grace,
            watch_delay,
            takebacks,
            offer_gap,
            leave_days,
            variants,
            not_yet,
        })
    }
}

/// The game of that name; none if this version does not play it yet.
fn variant(keys: &Keys, name: &str) -> Result<Option<&'static Variant>, ConfigError> {
    match variants::by_key(name) {
        None if !variants::NAMED.contains(&name) => {
            Err(keys.wrong("variants", &toml::Value::String(name.to_owned()), &playable()))
        }
        found => Ok(found),
    }
}

fn playable() -> String {
    let known: Vec<&str> = variants::ALL.iter().map(|variant| variant.key).collect();
    format!("games out of {}", known.join(", "))
}
