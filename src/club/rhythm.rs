/*!
How often a player likes to hear from us: each mail as it comes, or what can wait together, by the hour or once a day.
*/

use crate::game::Moment;
use chrono::{NaiveTime, TimeDelta, TimeZone as _, Timelike as _};
use chrono_tz::Tz;

/// When mail that can wait is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Rhythm {
    /// At once.
    #[default]
    Each,
    /// An hour after the first of it.
    Hourly,
    /// Every day at that time of the player's zone.
    Daily(NaiveTime),
}

impl Rhythm {
    /// The time of `daily` alone: six in the evening.
    pub const EVENING: NaiveTime = match NaiveTime::from_hms_opt(18, 0, 0) {
        Some(time) => time,
        None => NaiveTime::MIN,
    };

    /// The word for it, without its time.
    pub const fn key(self) -> &'static str {
        match self {
            Rhythm::Each => "each",
            Rhythm::Hourly => "hourly",
            Rhythm::Daily(_) => "daily",
        }
    }

    /// All words, the usual one first.
    pub const KEYS: [&'static str; 3] = ["each", "hourly", "daily"];

    /// `each`, `hourly`, `daily`, `daily 7:30`.
    pub fn parse(word: &str, time: Option<&str>) -> Option<Rhythm> {
        let time = time.map(|time| NaiveTime::parse_from_str(time, "%H:%M").ok());
        match (word, time) {
            ("each", None) => Some(Rhythm::Each),
            ("hourly", None) => Some(Rhythm::Hourly),
            ("daily", None) => Some(Rhythm::Daily(Rhythm::EVENING)),
            ("daily", Some(Some(time))) => Some(Rhythm::Daily(time)),
            _ => None,
        }
    }

    /// The time of day, as it is written: `7:30`.
    pub fn time(self) -> Option<String> {
        match self {
            Rhythm::Each | Rhythm::Hourly => None,
            Rhythm::Daily(time) => Some(format!("{}:{:02}", time.hour(), time.minute())),
        }
    }

    /// When a mail leaves that is ready at `ready`, if not at once.
    pub fn leaves(self, ready: Moment, zone: Tz) -> Option<Moment> {
        match self {
            Rhythm::Each => None,
            Rhythm::Hourly => ready.checked_add_signed(TimeDelta::hours(1)),
            Rhythm::Daily(time) => {
                let today = ready.with_timezone(&zone).date_naive();
                let days = today.iter_days().take(3);
                // A time that the clocks skip that day is an hour later.
                let moments = days.filter_map(|day| {
                    let wall = day.and_time(time);
                    let later = || zone.from_local_datetime(&(wall + TimeDelta::hours(1))).earliest();
                    zone.from_local_datetime(&wall).earliest().or_else(later)
                });
                moments.map(|moment| moment.to_utc()).find(|moment| *moment > ready)
            }
        }
    }
}
