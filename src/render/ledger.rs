/*!
The clocks' ledger in words, for mails and for the files that players keep.

A move's own time stands with the move: in PGN as `[%emt]` (time it took) and `[%clk]` (time left), in KIF as the time it took,
both of which other programs read. Everything else that made a clock say more or less is a sentence.
*/

use chrono::TimeDelta;

use super::time;
use super::words::{Lack, Words};
use crate::game::{Change, Entry, Pause, Scene, TimeControl};
use crate::rules::Side;

/// A mail shows so many of the last changes.
const SHOWN_MAX: usize = 6;

/// The last changes that no move explains, oldest first.
pub(super) fn lines(scene: &Scene, zone: Option<chrono_tz::Tz>, words: Words) -> Result<Vec<String>, Lack> {
    let told: Vec<&Entry> = scene.ledger.iter().filter(|entry| key(entry.change).is_some()).collect();
    let shown = told.iter().skip(told.len().saturating_sub(SHOWN_MAX));
    shown.map(|entry| sentence(scene, entry, zone, words)).collect()
}

/// Comments for a PGN: behind the move of that ply.
pub(super) fn comments(scene: &Scene, words: Words) -> Result<Vec<(usize, String)>, Lack> {
    let mut comments = Vec::new();
    let began = scene.view.at(0).turn();
    for ply in 0..=scene.ply.0 {
        let entries = of_ply(scene, ply);
        let mover = mover(began, ply);
        let mut parts = Vec::new();
        if ply > 0 {
            parts.extend(clocks(entries.iter().filter(|entry| entry.side == mover), scene.terms.time));
        }
        for entry in entries.iter().filter(|entry| key(entry.change).is_some()) {
            parts.push(sentence(scene, entry, None, words)?);
        }
        if !parts.is_empty() {
            comments.push((ply as usize, parts.join(" ")));
        }
    }
    Ok(comments)
}

/// The seconds each move took, oldest first; none in a game without limit.
pub(super) fn spent(scene: &Scene) -> Vec<u64> {
    if scene.terms.time == TimeControl::Unlimited {
        return Vec::new();
    }
    let began = scene.view.at(0).turn();
    let of = |ply| {
        let entries = of_ply(scene, ply);
        let taken = taken(entries.iter().filter(|entry| entry.side == mover(began, ply)));
        u64::try_from(taken.num_seconds()).unwrap_or(0)
    };
    (1..=scene.ply.0).map(of).collect()
}

fn of_ply(scene: &Scene, ply: u32) -> Vec<&Entry> {
    scene.ledger.iter().filter(|entry| entry.ply.0 == ply).collect()
}

/// Who made the move of that ply; 1 is the first.
fn mover(began: Side, ply: u32) -> Side {
    if ply % 2 == 1 { began } else { began.other() }
}

/// The time a move took, without what did not count.
fn taken<'e>(entries: impl Iterator<Item = &'e &'e Entry>) -> TimeDelta {
    let used = |change| {
        matches!(change, Change::Passed | Change::Paused(_) | Change::Undelivered | Change::Arrived | Change::Withdrawn)
    };
    -entries.filter(|entry| used(entry.change)).map(|entry| entry.time).sum::<TimeDelta>()
}

/// `[%emt 4:00:00] [%clk 68:00:00]`. What a move earns is on the clock it leaves behind, but where nothing is carried on.
fn clocks<'e>(entries: impl Iterator<Item = &'e &'e Entry> + Clone, control: TimeControl) -> Option<String> {
    let moved = entries.clone().any(|entry| matches!(entry.change, Change::Passed | Change::Earned | Change::Lapsed));
    if !moved {
        return None;
    }
    let left = match control {
        TimeControl::PerMove(time) => {
            let lapsed = entries.clone().find(|entry| entry.change == Change::Lapsed);
            lapsed.map_or(TimeDelta::zero(), |entry| -entry.time).min(time)
        }
        _ => entries.clone().last()?.left,
    };
    Some(format!("[%emt {}] [%clk {}]", hours(taken(entries)), hours(left)))
}

/// `71:59:00`; hours may pass 24.
fn hours(time: TimeDelta) -> String {
    let seconds = time.num_seconds().max(0);
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

fn sentence(scene: &Scene, entry: &Entry, zone: Option<chrono_tz::Tz>, words: Words) -> Result<String, Lack> {
    let side = *words.sides(scene.view.variant())?.of(entry.side);
    let at = time::moment(words, entry.at, zone)?;
    let place = ["time", "ledger", key(entry.change).unwrap_or_default()];
    words.say(&place, &[("side", side), ("time", &time::exact(words, entry.time.abs())?), ("at", &at)])
}

/// The words for a change that no move explains.
fn key(change: Change) -> Option<&'static str> {
    match change {
        Change::Allowed | Change::Passed | Change::Earned | Change::Lapsed => None,
        Change::Paused(Pause::Outage) => Some("outage"),
        Change::Paused(Pause::Leave) => Some("leave"),
        Change::Paused(Pause::Weekend) => Some("weekend"),
        Change::Undelivered => Some("undelivered"),
        Change::Arrived => Some("arrived"),
        Change::Withdrawn => Some("withdrawn"),
        Change::TakenBack => Some("taken_back"),
        Change::Waived => Some("waived"),
        Change::Given => Some("given"),
    }
}
