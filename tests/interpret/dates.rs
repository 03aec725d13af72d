//! Leave as people write it, to days by the player's own wall.

use super::{game, letter, reader, rows};
use chrono::{TimeDelta, TimeZone};
use kingpost::club::{Absence, Errand};
use kingpost::interpret::{Context, Deed, Deeds};
use kingpost::rules::variants::CHESS;

/// It is late on Tuesday 1 December 2026 in Tokyo, and still Tuesday afternoon in London.
#[test]
fn leave_is_read_as_people_write_it() {
    let zone = chrono_tz::Asia::Tokyo;
    let now = zone.with_ymd_and_hms(2026, 12, 1, 23, 30, 0).unwrap().to_utc();
    let (reader, history) = (reader(), game("G01"));
    let mut wrong = Vec::new();
    for row in rows("interpret/dates.tsv") {
        let [text, expected] = row.as_slice() else { panic!("{row:?}") };
        let context = Context { language: "en", history: Some(&history), variant: &CHESS, numbers: false };
        let found = match reader.read(&letter(text, "chess"), &context).deeds {
            Deeds::One(Deed::Errand(Errand::Away { absence: Some(Absence::Ambiguous), .. })) => "ambiguous".to_owned(),
            Deeds::One(Deed::Errand(Errand::Away { absence, .. })) => {
                let span = absence.and_then(|absence| absence.span(zone, now));
                span.map_or("unclear".to_owned(), |span| {
                    let last = (span.to - TimeDelta::seconds(1)).with_timezone(&zone).date_naive();
                    let first = if span.from == now {
                        "now".to_owned()
                    } else {
                        span.from.with_timezone(&zone).date_naive().to_string()
                    };
                    format!("{first} to {last}")
                })
            }
            Deeds::Nothing => "none".to_owned(),
            other => format!("{other:?}"),
        };
        if found != *expected {
            wrong.push(format!("{text:?}: {found}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}
