/*!
Times in words: how long, until when, and what was agreed. The clock is never asked; moments are handed in.
*/

use chrono::{Datelike, TimeDelta, Timelike};

use super::words::{Lack, Words};
use crate::game::{Moment, TimeControl};

const UNITS: [(&str, i64); 4] = [("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1)];

/// A length in its two largest units, the smaller one cut off: `2 days 4 hours`.
pub(super) fn left(words: Words, length: TimeDelta) -> Result<String, Lack> {
    if length <= TimeDelta::zero() {
        return Ok(words.text(&["time", "none_left"])?.to_owned());
    }
    spelled(words, length, 2)
}

/// A length with nothing cut off: `1 day 30 seconds`.
pub(super) fn exact(words: Words, length: TimeDelta) -> Result<String, Lack> {
    spelled(words, length, UNITS.len())
}

fn spelled(words: Words, length: TimeDelta, units: usize) -> Result<String, Lack> {
    let mut seconds = length.num_seconds().max(0);
    let largest = UNITS.iter().position(|(_, size)| seconds >= *size).unwrap_or(UNITS.len() - 1);
    let mut parts = Vec::new();
    for (name, size) in UNITS.iter().skip(largest).take(units) {
        let count = u64::try_from(seconds / size).unwrap_or(0);
        seconds %= size;
        if count > 0 || parts.is_empty() {
            parts.push(words.count(&["time", name], count, &[])?);
        }
    }
    Ok(parts.join(words.text(&["time", "between"])?))
}

/// A moment by the clock on the reader's wall: `Wed 2 Dec 2026, 04:10 (Tokyo)`.
pub(super) fn moment(words: Words, at: Moment, zone: Option<chrono_tz::Tz>) -> Result<String, Lack> {
    spelled_out(words, "moment", at, zone)
}

/// A moment within the next months: without its year, and without its zone unless that is nobody's own.
pub(super) fn near(words: Words, at: Moment, zone: Option<chrono_tz::Tz>) -> Result<String, Lack> {
    let nobodys = zone.unwrap_or_else(|| words.zone()) == chrono_tz::UTC;
    spelled_out(words, if nobodys { "near_zone" } else { "near" }, at, zone)
}

fn spelled_out(words: Words, form: &str, at: Moment, zone: Option<chrono_tz::Tz>) -> Result<String, Lack> {
    let zone = zone.unwrap_or_else(|| words.zone());
    let local = at.with_timezone(&zone);
    let weekdays = words.list(&["time", "weekdays"])?;
    let months = words.list(&["time", "months"])?;
    let pick = |list: &[&str], place: u32| list.get(place as usize).copied().unwrap_or_default().to_owned();
    let named = words.text(&["time", "zones", zone.name()]).map(str::to_owned);
    // `America/Argentina/Buenos_Aires` is Buenos Aires to its people.
    let city = || zone.name().rsplit('/').next().unwrap_or_default().replace('_', " ");
    words.say(
        &["time", form],
        &[
            ("weekday", &pick(&weekdays, local.weekday().num_days_from_monday())),
            ("day", &local.day().to_string()),
            ("month", &pick(&months, local.month0())),
            ("year", &local.year().to_string()),
            ("hour", &format!("{:02}", local.hour())),
            ("minute", &format!("{:02}", local.minute())),
            ("zone", &named.unwrap_or_else(|_| city())),
        ],
    )
}

/// A time control: `3 days for each move`.
pub(super) fn control(words: Words, control: TimeControl) -> Result<String, Lack> {
    const PLACE: [&str; 2] = ["time", "control"];
    match control {
        TimeControl::Unlimited => Ok(words.text(&[&PLACE[..], &["unlimited"]].concat())?.to_owned()),
        TimeControl::PerMove(time) => {
            words.say(&[&PLACE[..], &["per_move"]].concat(), &[("time", &exact(words, time)?)])
        }
        TimeControl::Session { moves, time } => {
            words.count(&[&PLACE[..], &["session"]].concat(), u64::from(moves), &[("time", &exact(words, time)?)])
        }
        TimeControl::Fischer { bank, increment, cap: None } => words.say(
            &[&PLACE[..], &["fischer"]].concat(),
            &[("bank", &exact(words, bank)?), ("increment", &exact(words, increment)?)],
        ),
        TimeControl::Fischer { bank, increment, cap: Some(cap) } => words.say(
            &[&PLACE[..], &["capped"]].concat(),
            &[("bank", &exact(words, bank)?), ("increment", &exact(words, increment)?), ("cap", &exact(words, cap)?)],
        ),
    }
}
