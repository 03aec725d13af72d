/*!
What a player may choose, and the words for it: `picture small`, `promotion queen`, `zone Asia/Tokyo`, `language ja`.
*/

use crate::game::{Habits, Reminder};

/// The picture in a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Picture {
    /// 960 pixels wide, shown at 480.
    #[default]
    Large,
    /// 480 pixels wide.
    Small,
    /// None.
    Off,
}

/// What a player chose.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Settings {
    /// The picture.
    pub picture: Picture,
    /// A promotion without a piece means a queen.
    pub always_queen: bool,
    /// Time zone by its IANA name; UTC if absent.
    pub zone: Option<chrono_tz::Tz>,
    /// Reminders, and who lets the opponent's flag fall.
    pub habits: Habits,
}

/// One choice, as a player writes it behind `settings`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// `language ja`: the code, lower case; whether we write it is the caller's to know.
    Language(String),
    /// `picture large|small|off`.
    Picture(Picture),
    /// `promotion choose|queen` (`rules/chess.md` 9).
    Promotion {
        /// True for `queen`.
        queen: bool,
    },
    /// `zone Europe/Berlin`.
    Zone(chrono_tz::Tz),
    /// `reminders all|none`, or some of `half`, `fifth`, `day`.
    Reminders(Vec<Reminder>),
    /// `flag auto|claim`.
    Flag {
        /// True for `claim`.
        claim: bool,
    },
}

impl Picture {
    /// The word for it, which [`Picture::from_key`] reads back.
    pub const fn key(self) -> &'static str {
        match self {
            Picture::Large => "large",
            Picture::Small => "small",
            Picture::Off => "off",
        }
    }

    /// The picture of that word.
    pub fn from_key(key: &str) -> Option<Picture> {
        [Picture::Large, Picture::Small, Picture::Off].into_iter().find(|picture| picture.key() == key)
    }
}

impl Setting {
    /// Reads one choice, in any case; `None` if it is none of ours.
    pub fn parse(text: &str) -> Option<Setting> {
        let mut words = text.split_whitespace();
        let (name, value) = (words.next()?.to_lowercase(), words.next()?);
        if name == "reminders" {
            return reminders(&mut words.chain([value])).map(Setting::Reminders);
        }
        if words.next().is_some() {
            return None;
        }
        let lower = value.to_lowercase();
        match name.as_str() {
            "language" => {
                lower.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-').then_some(Setting::Language(lower))
            }
            "picture" => Picture::from_key(&lower).map(Setting::Picture),
            "promotion" => match lower.as_str() {
                "queen" => Some(Setting::Promotion { queen: true }),
                "choose" => Some(Setting::Promotion { queen: false }),
                _ => None,
            },
            "flag" => match lower.as_str() {
                "claim" => Some(Setting::Flag { claim: true }),
                "auto" => Some(Setting::Flag { claim: false }),
                _ => None,
            },
            "zone" => zone(value).map(Setting::Zone),
            _ => None,
        }
    }
}

/// Steps by their words, in their own order.
fn reminders(words: &mut dyn Iterator<Item = &str>) -> Option<Vec<Reminder>> {
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["all"] => return Some(Reminder::ALL.to_vec()),
        ["none"] => return Some(Vec::new()),
        _ => {}
    }
    let mut steps = words.iter().map(|word| Reminder::from_key(word)).collect::<Option<Vec<Reminder>>>()?;
    steps.sort_unstable();
    steps.dedup();
    Some(steps)
}

/// The zone of that IANA name, in any case.
fn zone(name: &str) -> Option<chrono_tz::Tz> {
    chrono_tz::TZ_VARIANTS.iter().find(|zone| zone.name().eq_ignore_ascii_case(name)).copied()
}
