//! A year of games with everything that goes wrong, beside a reckoning of their time by the record alone.

use super::random::{Lot, some_move, some_plan};
use super::reckoned::{Reckoned, ZONES, weekends};
use super::table::{Table, dawn};
use chrono::TimeDelta;
use kingpost::game::clock::midweek;
use kingpost::game::{
    Change, Command, Courtesy, Event, Habits, Moment, Recorded, Refund, Scope, Span, Stage, Terms, TimeControl,
};
use kingpost::rules::{BySide, DrawRules, Side, Termination, variants};

/// What bounces bring a side at most.
const BOUNCES_MOST: TimeDelta = TimeDelta::days(4);

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
        courtesy: Courtesy { takebacks: true, offer_gap: 0 },
        scope: Scope::default(),
        start: None,
    };
    let mut table = Table::offered(Side::First, terms.clone()).0;
    let habits = BySide::from_fn(|_| Habits { claims_flags: lot.below(4) == 0, ..Habits::default() });
    table.take(vec![Event::Started]);
    if terms.weekends_off {
        let zone = |lot: &mut Lot, side| Event::Weekends { side, zone: lot.one_of(&ZONES), from: None };
        let events = Side::BOTH.map(|side| zone(&mut lot, side)).to_vec();
        table.take(events);
    }
    let end = dawn() + TimeDelta::days(365);
    while table.now < end && table.game.playing().is_some() {
        table.now += TimeDelta::minutes(1 + lot.below(1300) as i64);
        let (now, side) = (table.now, lot.one_of(&Side::BOTH));
        let hours = |n: usize| TimeDelta::hours(n as i64);
        let mover = table.game.turn();
        let wish = |by: Side, wish: &Command| table.game.decide(by, wish, now).unwrap_or_default();
        let events = match lot.below(48) {
            0 => vec![Event::Outage(Span { from: now - hours(1 + lot.below(30)), to: now })],
            1 => {
                let from = now + hours(lot.below(200));
                vec![Event::Away { side, span: Span { from, to: from + hours(24 + lot.below(300)) } }]
            }
            2 => vec![Event::Gave { by: side, time: hours(1 + lot.below(48)) }],
            3 => table.game.bounced(mover, table.game.ply(), BOUNCES_MOST, now),
            4..=12 => table.game.told(table.game.turn(), table.game.ply(), true, now),
            13..=16 => {
                // The mail has waited for a digest, and perhaps for the post behind it.
                let to = now - TimeDelta::minutes([0, 0, lot.below(90) as i64, lot.below(2000) as i64][lot.below(4)]);
                let to = to.max(turn_began(&table));
                let from = (to - TimeDelta::minutes(lot.below(1440) as i64)).max(turn_began(&table));
                let events = table.game.told_late(mover, table.game.ply(), now, Span { from, to });
                // No more than the wait is charged, whatever became of it since.
                let left = |table: &Table| table.game.scene(mover, now).clocks.of(mover).remaining.unwrap();
                let before = left(&table);
                table.take(events);
                let charged = before - left(&table);
                assert!(TimeDelta::zero() <= charged && charged <= to - from, "seed {seed}: {charged} for a digest");
                Vec::new()
            }
            // A letter that comes late finds the flag fallen.
            17..=28 => match table.game.flagged(now, &habits) {
                Some(event @ Event::Ended(_)) => vec![event],
                _ => wish(mover, &some_move(&mut lot, &table.game)),
            },
            29..=31 => wish(mover.other(), &some_plan(&mut lot, &table.game)),
            32 => wish(mover.other(), &Command::Undo),
            33 => wish(side, &Command::AskTakeback),
            34 | 35 => wish(side, &Command::AcceptTakeback),
            36 => vec![Event::Back { side }],
            37 if terms.weekends_off => {
                vec![Event::Weekends { side, zone: lot.one_of(&ZONES), from: Some(midweek(now)) }]
            }
            // A reply to a mail that came back.
            39 | 40 => table.game.arrived(mover, table.game.ply()),
            // An unclear letter is answered with a question, unless the flag has fallen.
            41..=44 => match table.game.flagged(now, &habits) {
                Some(event @ Event::Ended(_)) => vec![event],
                _ => table.game.questioned(mover, hours(1 + lot.below(24)), now, now),
            },
            38 if lot.below(4) == 0 => table.game.unheard(side),
            _ => table.game.elapse(now, &habits),
        };
        table.take(events);
        if matches!(table.record.last(), Some(Recorded { event: Event::Moved { .. } | Event::Planned { .. }, .. })) {
            let planned = table.game.carry_on();
            table.take(planned);
        }
    }
    (table, habits)
}

/// When the side on move came to be so: nobody is told of that before.
fn turn_began(table: &Table) -> Moment {
    let turns = |event: &Event| {
        matches!(event, Event::Started | Event::Moved { .. } | Event::TakenBack { .. } | Event::Undone { .. })
    };
    table.record.iter().rev().find(|recorded| turns(&recorded.event)).map_or(dawn(), |recorded| recorded.at)
}

/// Both sides' time as the record alone gives it, each event followed by the plainest rule there is.
fn reckon(record: &[Recorded<Event>], control: TimeControl) -> BySide<Reckoned> {
    let minute = |moment: Moment| (moment - dawn()).num_minutes() as usize;
    let mut sides = BySide::from_fn(|_| Reckoned::new(control));
    let (mut turn, mut since, mut movers) = (Side::First, None::<usize>, Vec::new());
    // As it was before the last move, for `undo`: what its side had, since when it ran, what a bounce had brought, and what
    // had been asked.
    let mut before = (0, since, None, None);
    // The run that the last bounce of this turn made none, and what it had cost before; if a reply proves the mail to have
    // arrived, all of it counts.
    let mut bounced: Option<(usize, i64)> = None;
    let mut asked = None::<(usize, i64)>;
    for Recorded { at, event, .. } in record {
        let now = minute(*at);
        match event {
            Event::Told { side, since: told, .. } if *side == turn => {
                since = since.or(Some(told.map_or(now, minute)));
                bounced = None;
            }
            Event::Moved { by, .. } => {
                let mover = sides.of_mut(*by);
                before = (mover.left, since, bounced.take(), asked);
                let used = |since| mover.counted(since, mover.stopped(since, now, asked));
                mover.left -= since.take().map_or(0, used);
                mover.moved(control);
                asked = None;
                movers.push(*by);
                turn = by.other();
            }
            Event::Undone { by } => {
                let side = sides.of_mut(*by);
                side.took_back();
                (side.left, since, bounced, asked) = before;
                movers.pop();
                turn = *by;
            }
            Event::TakenBack { to } => {
                let was = turn;
                for mover in movers.split_off(to.0 as usize).into_iter().rev() {
                    sides.of_mut(mover).took_back();
                    turn = mover;
                }
                bounced = None;
                since = since.filter(|_| turn == was);
                asked = None;
            }
            Event::Questioned { grace, .. } => asked = asked.or(Some((now, grace.num_minutes()))),
            Event::Bounced { side, back } | Event::Unreachable { side, back } if *side == turn => {
                let most = match back {
                    Refund::Whole => i64::MAX,
                    Refund::Day => 1440,
                    Refund::AtMost(most) => most.num_minutes(),
                    Refund::Nothing => 0,
                };
                let (run, side) = (since.take(), sides.of_mut(turn));
                let charged = run.map_or(0, |since| side.annulled(since, side.stopped(since, now, asked), most));
                if *back != Refund::Nothing {
                    bounced.get_or_insert((run.unwrap_or(now), charged));
                }
            }
            // The clock has run all the while.
            Event::Arrived { side } => {
                let (from, charged) = bounced.take().unwrap();
                let side = sides.of_mut(*side);
                side.left -= (side.counted(from, now) - charged).max(0);
                since = Some(now);
            }
            Event::Gave { by, time } => sides.of_mut(by.other()).left += time.num_minutes(),
            Event::Outage(span) => Side::BOTH.into_iter().for_each(|side| {
                sides.of_mut(side).outages[minute(span.from.max(dawn()))..minute(span.to)].fill(true);
            }),
            Event::Away { side, span } => sides.of_mut(*side).leave[minute(span.from)..minute(span.to)].fill(true),
            Event::Back { side } => sides.of_mut(*side).leave[now..].fill(false),
            Event::Weekends { side, zone, from } => {
                let from = from.map_or(now, minute);
                sides.of_mut(*side).weekends[from..].copy_from_slice(&weekends(*zone)[from..]);
            }
            Event::Ended(_) | Event::Aborted { .. } => {
                if let Some(since) = since.take() {
                    let side = sides.of_mut(turn);
                    side.left -= side.counted(since, side.stopped(since, now, asked));
                }
            }
            _ => {}
        }
    }
    let end = record.last().map_or(0, |last| minute(last.at));
    if let Some(since) = since {
        let side = sides.of_mut(turn);
        side.left -= side.counted(since, side.stopped(since, end, asked));
    }
    sides
}

#[test]
fn a_year_of_games_loses_no_minute() {
    let (mut flags, mut reminders, mut paused, mut taken_back, mut waited, mut questions) = (0, 0, 0, 0, 0, 0);
    let (mut arrived, mut capped) = (0, 0);
    for seed in 1..=GAMES {
        let (table, habits) = year(seed);
        table.check_replay();
        let scene = table.game.scene(Side::First, table.now);
        for side in Side::BOTH {
            let own: Vec<_> = scene.ledger.iter().filter(|entry| entry.side == side).collect();
            let sum = |change: fn(&Change) -> bool| -> TimeDelta {
                own.iter().filter(|entry| change(&entry.change)).map(|entry| entry.time).sum()
            };
            let mut left = TimeDelta::zero();
            for entry in &own {
                left += entry.time;
                assert_eq!(entry.left, left, "seed {seed}: the ledger sums up");
            }
            let pauses = sum(|change| matches!(change, Change::Paused(_)));
            let passed = -sum(|change| *change == Change::Passed);
            assert!(TimeDelta::zero() <= pauses && pauses <= passed, "seed {seed}: pauses lie within runs");
            paused += i32::from(!pauses.is_zero());
            taken_back += i32::from(own.iter().any(|entry| entry.change == Change::TakenBack));
        }
        // The second reckoning takes its time.
        if seed % 25 == 0 {
            let reckoned = reckon(&table.record, table.game.terms().time);
            let last = table.record.last().unwrap().at;
            let faces = table.game.scene(Side::First, last).clocks;
            for side in Side::BOTH {
                let found = faces.of(side).remaining.unwrap();
                assert_eq!(found.num_minutes(), reckoned.of(side).left, "seed {seed}: what {side:?} has left");
            }
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
        let late = |recorded: &&Recorded<Event>| matches!(recorded.event, Event::Told { since: Some(_), .. });
        arrived += table.record.iter().filter(|one| matches!(one.event, Event::Arrived { .. })).count();
        let limited = |event: &Event| {
            matches!(
                event,
                Event::Bounced { back: Refund::AtMost(_), .. } | Event::Unreachable { back: Refund::AtMost(_), .. }
            )
        };
        capped += table.record.iter().filter(|one| limited(&one.event)).count();
        questions += table.record.iter().filter(|recorded| matches!(recorded.event, Event::Questioned { .. })).count();
        waited += table.record.iter().filter(late).count();
        // A step is taken once in a turn.
        let mut seen = Vec::new();
        for recorded in &table.record {
            match recorded.event {
                Event::Moved { .. } | Event::TakenBack { .. } | Event::Undone { .. } => seen.clear(),
                Event::Reminded { step, .. } => {
                    assert!(!seen.contains(&step), "seed {seed}: reminded twice of {step:?}");
                    seen.push(step);
                    reminders += 1;
                }
                _ => {}
            }
        }
    }
    assert!(flags > 3 && reminders > 50, "{flags} flags, {reminders} reminders");
    assert!(arrived > 20 && capped > 20, "{arrived} mails that came back had arrived, {capped} bounces at the limit");
    assert!(questions > 1000, "{questions} letters asked about");
    assert!(waited > 1000, "{waited} moves told by digests");
    assert!(paused > 20 && taken_back > 20, "{paused} clocks paused, {taken_back} with moves taken back");
}
