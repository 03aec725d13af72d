//! Time is never created and never lost: clocks beside a second reckoning, minute by minute over a year.

use super::random::Lot;
use super::reckoned::{MINUTES, Reckoned, ZONES, at, weekends};
use super::table::dawn;
use chrono::{Datelike, TimeDelta, Weekday};
use chrono_tz::Tz;
use kingpost::game::clock::{Ledger, midweek};
use kingpost::game::{Calendar, Change, Ply, Span, TimeControl};
use kingpost::rules::{BySide, Side};

#[test]
fn clocks_agree_with_a_count_of_minutes() {
    for seed in 1..=16_u64 {
        let mut lot = Lot(seed * 6_700_417);
        let control = TimeControl::parse(lot.one_of(&["3d", "10/50d", "30d+3d", "20d+3d/22d"])).unwrap();
        let mut ledger = Ledger::new(control, at(0));
        let mut sides = BySide::from_fn(|_| Reckoned::new(control));
        let (mut now, mut turn, mut since, mut ply) = (0_usize, Side::First, None::<usize>, 0);
        let mut asked = None::<(usize, i64)>;
        while now < 365 * 1440 {
            now += 1 + lot.below(2500);
            let side = lot.one_of(&Side::BOTH);
            match lot.below(16) {
                0..=2 if since.is_none() => {
                    ledger.start(turn, at(now));
                    since = Some(now);
                }
                3..=5 => {
                    ply += 1;
                    let reckoned = sides.of_mut(turn);
                    let used = |since| reckoned.counted(since, reckoned.stopped(since, now, asked));
                    reckoned.left -= since.take().map_or(0, used);
                    reckoned.moved(control);
                    ledger.stop(turn, at(now), Ply(ply));
                    ledger.close_question();
                    (turn, asked) = (turn.other(), None);
                }
                // An unclear letter: the first of a turn is asked about.
                14 | 15 if since.is_some() => {
                    let grace = 1 + lot.below(2000) as i64;
                    ledger.question(turn, TimeDelta::minutes(grace), at(now));
                    asked = asked.or(Some((now, grace)));
                }
                // A move made ahead: no clock ran for it.
                12 => {
                    for _ in 0..2 {
                        ply += 1;
                        let reckoned = sides.of_mut(turn);
                        let used = |since| reckoned.counted(since, reckoned.stopped(since, now, asked));
                        reckoned.left -= since.take().map_or(0, used);
                        reckoned.moved(control);
                        ledger.stop(turn, at(now), Ply(ply));
                        ledger.close_question();
                        (turn, asked) = (turn.other(), None);
                    }
                }
                13 if ply > 1 => {
                    ledger.close_question();
                    asked = None;
                    for _ in 0..1 + lot.below(2) {
                        ply -= 1;
                        ledger.take_back(turn.other(), at(now), Ply(ply));
                        ledger.annul(turn, Change::Withdrawn, TimeDelta::MAX, at(now), Ply(ply));
                        since = None;
                        turn = turn.other();
                        sides.of_mut(turn).took_back();
                    }
                }
                6 => {
                    let most = lot.one_of(&[0, 60, 1440, 100_000]);
                    ledger.annul(turn, Change::Undelivered, TimeDelta::minutes(most), at(now), Ply(ply));
                    if let Some(since) = since.take() {
                        let stopped = sides.of(turn).stopped(since, now, asked);
                        sides.of_mut(turn).annulled(since, stopped, most);
                    }
                }
                7 => {
                    let gift = 1 + lot.below(3000);
                    ledger.give(side, TimeDelta::minutes(gift as i64), at(now), Ply(ply));
                    sides.of_mut(side).left += gift as i64;
                }
                8 => {
                    let from = now.saturating_sub(lot.below(6000));
                    ledger.outage(Span { from: at(from), to: at(now) });
                    Side::BOTH.into_iter().for_each(|side| sides.of_mut(side).outages[from..now].fill(true));
                }
                9 => {
                    let from = now + lot.below(9000);
                    let to = from + 1 + lot.below(20_000);
                    ledger.away(side, Span { from: at(from), to: at(to) });
                    sides.of_mut(side).leave[from..to].fill(true);
                }
                10 => {
                    ledger.back(side, at(now));
                    sides.of_mut(side).leave[now..].fill(false);
                }
                11 if lot.below(4) == 0 => {
                    let zone = lot.one_of(&ZONES);
                    ledger.weekends(side, zone, at(now));
                    sides.of_mut(side).weekends[now..].copy_from_slice(&weekends(zone)[now..]);
                }
                _ => {}
            }
            for side in Side::BOTH {
                let place = format!("seed {seed}, {} minute {now}, {side:?}", control.key());
                let reckoned = sides.of(side);
                let runs = since.filter(|_| side == turn);
                let asked = asked.filter(|_| side == turn);
                let used = runs.map_or(0, |since| reckoned.counted(since, reckoned.stopped(since, now, asked)));
                let face = ledger.face(side, at(now));
                assert_eq!(face.remaining, Some(TimeDelta::minutes(reckoned.left - used)), "{place}");
                let own = ledger.entries().iter().filter(|entry| entry.side == side);
                let sum: TimeDelta = own.map(|entry| entry.time).sum();
                assert_eq!(sum.num_minutes(), reckoned.left, "{place}: the ledger sums up");
                if let Some(since) = runs.filter(|_| lot.below(8) == 0 && reckoned.left > 0) {
                    let flag = (face.until.unwrap() - dawn()).num_minutes() as usize;
                    if flag >= MINUTES {
                        continue;
                    }
                    let fallen = reckoned.after(since, reckoned.left).unwrap();
                    let awaited = asked.filter(|(asked, _)| *asked <= fallen);
                    let until = awaited.and_then(|(asked, grace)| reckoned.after(asked, grace));
                    assert_eq!(flag, until.map_or(fallen, |until| fallen.max(until)), "{place}: the flag");
                    assert_eq!(reckoned.counted(flag - 1, flag), 1, "{place}: no pause lies right before a flag");
                }
            }
        }
    }
}

/// Whoever goes round the world, and whenever: every week has one weekend, and it is two days of one wall.
#[test]
fn a_change_of_zone_makes_no_weekend_longer() {
    let anywhere = ["Pacific/Kiritimati", "Etc/GMT+12", "Asia/Kathmandu", "America/St_Johns", "Australia/Lord_Howe"];
    let zones: Vec<Tz> = anywhere.iter().map(|name| name.parse().unwrap()).chain(ZONES).collect();
    for seed in 1..=200_u64 {
        let mut lot = Lot(seed * 15_485_863);
        let mut calendar = Calendar::default();
        // A Wednesday at noon: no week is cut.
        let first = midweek(at(3 * 1440)) + TimeDelta::days(2);
        calendar.weekends(lot.one_of(&zones), first);
        let mut now = first;
        for week in 0..26 {
            let end = first + TimeDelta::days(7 * (week + 1));
            while now < end {
                now += TimeDelta::minutes(1 + lot.below(4000) as i64);
                calendar.weekends(lot.one_of(&zones), midweek(now));
            }
        }
        for week in 0..26 {
            let span = Span { from: first + TimeDelta::days(7 * week), to: first + TimeDelta::days(7 * (week + 1)) };
            let off = span.length() - calendar.counted(span);
            // Clocks are put forward or back on some of them.
            let fair = (TimeDelta::hours(47)..=TimeDelta::hours(49)).contains(&off);
            assert!(fair, "seed {seed}: {} hours off in week {week}", off.num_minutes() as f64 / 60.0);
        }
    }
}

#[test]
fn no_week_changes_zones_on_a_weekend() {
    for zone in chrono_tz::TZ_VARIANTS {
        for hour in 0..24 * 14 {
            let found = midweek(at(60 * hour));
            let wall = found.with_timezone(&zone).weekday();
            assert!(!matches!(wall, Weekday::Sat | Weekday::Sun), "{zone}: {found}");
            assert!(found >= at(60 * hour) && found - at(60 * hour) <= TimeDelta::hours(74));
        }
    }
}
