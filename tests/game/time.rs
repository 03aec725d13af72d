//! Time is never created and never lost: clocks beside a second reckoning, minute by minute over a year, and a year of games
//! with everything that goes wrong.

use super::random::{Lot, some_move};
use super::table::{Table, dawn};
use chrono::{Datelike, TimeDelta, Weekday};
use chrono_tz::Tz;
use kingpost::game::clock::Ledger;
use kingpost::game::{Change, Event, Habits, Moment, Ply, Recorded, Scope, Span, Stage, Terms, TimeControl};
use kingpost::rules::{BySide, DrawRules, Side, Termination, variants};
use std::sync::OnceLock;

/// Zones that change their clocks at different times, by an hour, by half of one, and never.
const ZONES: [Tz; 4] =
    [chrono_tz::Europe::Berlin, chrono_tz::America::New_York, chrono_tz::Australia::Lord_Howe, chrono_tz::Asia::Tokyo];

/// Minutes of the second reckoning: a year, and room behind it.
const MINUTES: usize = 500 * 1440;

fn at(minute: usize) -> Moment {
    dawn() + TimeDelta::minutes(minute as i64)
}

/// Every minute of the year in each zone: is it a weekend there? Asked of the wall, not of midnights.
fn weekends(zone: Tz) -> &'static [bool] {
    static ALL: OnceLock<Vec<Vec<bool>>> = OnceLock::new();
    let is_off = |zone: Tz, minute| matches!(at(minute).with_timezone(&zone).weekday(), Weekday::Sat | Weekday::Sun);
    // Quarters of an hour: no zone parts its days otherwise.
    let of = |zone: Tz| (0..MINUTES).map(move |minute| is_off(zone, minute / 15 * 15)).collect();
    let all = ALL.get_or_init(|| ZONES.iter().map(|zone| of(*zone)).collect());
    &all[ZONES.iter().position(|known| *known == zone).unwrap()]
}

/// One side by the second reckoning, in minutes.
#[derive(Clone)]
struct Reckoned {
    left: i64,
    moves: u32,
    outages: Vec<bool>,
    leave: Vec<bool>,
    weekends: Vec<bool>,
}

impl Reckoned {
    fn counted(&self, from: usize, to: usize) -> i64 {
        let runs = |minute: &usize| !self.outages[*minute] && !self.leave[*minute] && !self.weekends[*minute];
        (from..to).filter(runs).count() as i64
    }

    fn moved(&mut self, control: TimeControl) {
        self.left = self.left.max(0);
        self.moves += 1;
        match control {
            TimeControl::Unlimited => {}
            TimeControl::PerMove(time) => self.left = time.num_minutes(),
            TimeControl::Session { moves, time } if self.moves.is_multiple_of(moves) => self.left += time.num_minutes(),
            TimeControl::Session { .. } => {}
            TimeControl::Fischer { increment, cap, .. } => {
                let most = cap.map_or(i64::MAX, |cap| cap.num_minutes().max(self.left));
                self.left = (self.left + increment.num_minutes()).min(most);
            }
        }
    }
}

#[test]
fn clocks_agree_with_a_count_of_minutes() {
    for seed in 1..=12_u64 {
        let mut lot = Lot(seed * 6_700_417);
        let control = TimeControl::parse(lot.one_of(&["3d", "10/50d", "30d+3d", "20d+3d/22d"])).unwrap();
        let mut ledger = Ledger::new(control, at(0));
        let first = ledger.face(Side::First, at(0)).remaining.unwrap().num_minutes();
        let none = vec![false; MINUTES];
        let fresh =
            Reckoned { left: first, moves: 0, outages: none.clone(), leave: none.clone(), weekends: none.clone() };
        let mut sides = BySide { first: fresh.clone(), second: fresh };
        let (mut now, mut turn, mut since, mut ply) = (0_usize, Side::First, None::<usize>, 0);
        while now < 365 * 1440 {
            now += 1 + lot.below(2500);
            let side = lot.one_of(&Side::BOTH);
            match lot.below(12) {
                0..=2 if since.is_none() => {
                    ledger.start(turn, at(now));
                    since = Some(now);
                }
                3..=5 => {
                    ply += 1;
                    let reckoned = sides.of_mut(turn);
                    reckoned.left -= since.take().map_or(0, |since| reckoned.counted(since, now));
                    reckoned.moved(control);
                    ledger.stop(turn, at(now), Ply(ply));
                    turn = turn.other();
                }
                6 => {
                    ledger.annul(turn, Change::Undelivered, at(now), Ply(ply));
                    since = None;
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
                let used = runs.map_or(0, |since| reckoned.counted(since, now));
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
                    assert_eq!(reckoned.counted(since, flag), reckoned.left, "{place}: the flag");
                    assert_eq!(reckoned.counted(flag - 1, flag), 1, "{place}: no pause lies right before a flag");
                }
            }
        }
    }
}

/// As many as a busy service plays in a year.
const GAMES: u64 = 1000;

/// What the year brings to one game: players who answer late or never, mail that comes back, outages, leave, gifts.
fn year(seed: u64) -> (Table, BySide<Habits>) {
    let mut lot = Lot(seed * 2_654_435_761 + 1);
    let terms = Terms {
        time: TimeControl::parse(lot.one_of(&["3d", "5d", "10/50d", "20d+2d", "20d+2d/25d"])).unwrap(),
        weekends_off: lot.below(3) == 0,
        variant: &variants::CHESS,
        draws: DrawRules::default(),
        rated: false,
        courtesy: Default::default(),
        scope: Scope::default(),
        start: None,
    };
    let mut table = Table::offered(Side::First, terms.clone()).0;
    let habits = BySide::from_fn(|_| Habits { claims_flags: lot.below(4) == 0, ..Habits::default() });
    table.take(vec![Event::Started]);
    if terms.weekends_off {
        let zone = |lot: &mut Lot, side| Event::Weekends { side, zone: lot.one_of(&ZONES) };
        let events = Side::BOTH.map(|side| zone(&mut lot, side)).to_vec();
        table.take(events);
    }
    let end = dawn() + TimeDelta::days(365);
    while table.now < end && table.game.playing().is_some() {
        table.now += TimeDelta::minutes(1 + lot.below(1300) as i64);
        let (now, side) = (table.now, lot.one_of(&Side::BOTH));
        let hours = |n: usize| TimeDelta::hours(n as i64);
        let events = match lot.below(40) {
            0 => vec![Event::Outage(Span { from: now - hours(1 + lot.below(30)), to: now })],
            1 => {
                let from = now + hours(lot.below(200));
                vec![Event::Away { side, span: Span { from, to: from + hours(24 + lot.below(300)) } }]
            }
            2 => vec![Event::Gave { by: side, time: hours(1 + lot.below(48)) }],
            3 => table.game.told(table.game.turn(), table.game.ply(), false, now),
            4..=16 => table.game.told(table.game.turn(), table.game.ply(), true, now),
            // A letter that comes late finds the flag fallen.
            17..=28 => match table.game.flagged(now, &habits) {
                Some(event @ Event::Ended(_)) => vec![event],
                _ => {
                    let mover = table.game.turn();
                    let wish = some_move(&mut lot, &table.game);
                    table.game.decide(mover, &wish, now).unwrap_or_default()
                }
            },
            _ => table.game.elapse(now, &habits),
        };
        table.take(events);
    }
    (table, habits)
}

/// The runs of one side's clock, by the record alone: from a mail's handing over to the answer, the bounce or the end.
fn runs(record: &[Recorded<Event>], of: Side) -> TimeDelta {
    let mut since: Option<Moment> = None;
    let mut sum = TimeDelta::zero();
    for recorded in record {
        let stops = match recorded.event {
            Event::Told { side, .. } if side == of => {
                since = since.or(Some(recorded.at));
                false
            }
            Event::Moved { by, .. } => by == of,
            Event::Bounced { side } | Event::Unreachable { side } => side == of,
            Event::Ended(_) => true,
            _ => false,
        };
        if stops && let Some(since) = since.take() {
            sum += recorded.at - since;
        }
    }
    sum
}

#[test]
fn a_year_of_games_loses_no_minute() {
    let (mut flags, mut reminders, mut paused) = (0, 0, 0);
    for seed in 1..=GAMES {
        let (table, habits) = year(seed);
        table.check_replay();
        let scene = table.game.scene(Side::First, table.now);
        for side in Side::BOTH {
            let of = |change: fn(&Change) -> bool| -> TimeDelta {
                let own = scene.ledger.iter().filter(|entry| entry.side == side && change(&entry.change));
                own.map(|entry| entry.time).sum()
            };
            let passed = -of(|change| *change == Change::Passed);
            assert_eq!(passed, runs(&table.record, side), "seed {seed}: every run is in the ledger, whole");
            let pauses = of(|change| matches!(change, Change::Paused(_)));
            assert!(TimeDelta::zero() <= pauses && pauses <= passed, "seed {seed}: pauses lie within runs");
            paused += i32::from(!pauses.is_zero());
        }
        let out_of_time = matches!(scene.stage, Stage::Over(outcome) if outcome.termination == Termination::Timeout);
        if out_of_time {
            let loser = table.game.turn();
            let left = scene.clocks.of(loser).remaining.unwrap();
            // None at all, where a pause begins with the second in which the time is used up.
            assert!(left <= TimeDelta::zero(), "seed {seed}: a flag fell with {left} left");
            assert!(!habits.of(loser.other()).claims_flags, "seed {seed}: nobody claimed");
        }
        flags += i32::from(out_of_time);
        // A step is taken once in a turn.
        let mut seen = Vec::new();
        for recorded in &table.record {
            match recorded.event {
                Event::Moved { .. } => seen.clear(),
                Event::Reminded { step, .. } => {
                    assert!(!seen.contains(&step), "seed {seed}: reminded twice of {step:?}");
                    seen.push(step);
                    reminders += 1;
                }
                _ => {}
            }
        }
    }
    assert!(flags > 3 && reminders > 50 && paused > 20, "{flags} flags, {reminders} reminders, {paused} clocks paused");
}
