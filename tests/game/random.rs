//! Games at random: whatever is wished, the record gives the live game back; and records nobody wrote never panic.

use super::table::{Table, dawn, id};
use kingpost::game::clock::midweek;
use kingpost::game::{
    Command, ConfirmCode, Courtesy, DrawWord, Event, Game, Habits, Origin, PlanLine, PlayerId, Ply, Recorded, Refund,
    Reminder, Scope, Span, Stage, Terms, TimeControl,
};
use kingpost::rules::notation::{san, uci};
use kingpost::rules::{BySide, DrawRules, Move, Outcome, Ruling, Side, Square, Termination, WrittenMove, variants};

/// A small generator (xorshift); its seed stands in every failure.
pub struct Lot(pub u64);

impl Lot {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }

    pub fn one_of<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }
}

const CODES: [&str; 3] = ["AAAA-2222", "BBBB-3333", "CCCC-4444"];
const TIMES: [&str; 4] = ["3d", "2/5d", "5d+1d", "none"];

fn terms(lot: &mut Lot) -> Terms {
    let ruling = |lot: &mut Lot| lot.one_of(&[Ruling::Claim, Ruling::Auto]);
    let starts = [None, None, Some("7k/8/8/8/8/8/R7/K7 w - - 95 80"), Some("4k3/P6p/8/8/8/8/p6P/4K3 b - - 0 1")];
    Terms {
        variant: &variants::CHESS,
        time: TimeControl::parse(lot.one_of(&TIMES)).unwrap(),
        draws: DrawRules { threefold: ruling(lot), fifty: ruling(lot) },
        rated: false,
        weekends_off: lot.below(2) == 0,
        scope: Scope::default(),
        courtesy: Courtesy { takebacks: lot.below(4) > 0, offer_gap: lot.one_of(&[0, 10]) },
        start: lot.one_of(&starts).map(str::to_owned),
    }
}

/// A wish, likely one that can be carried out.
fn wish(lot: &mut Lot, game: &Game) -> Command {
    let code = ConfirmCode::parse(lot.one_of(&CODES)).unwrap();
    match lot.below(24) {
        0 => Command::Accept,
        1 => Command::Decline,
        2 => Command::OfferDraw,
        3 if lot.below(6) == 0 => Command::AcceptDraw,
        4 => Command::DeclineDraw,
        5 if lot.below(3) == 0 => Command::ClaimDraw,
        6 => Command::Resign { code },
        7 => Command::ConfirmResign { code },
        12 => lot.one_of(&[
            Command::AskTakeback,
            Command::AcceptTakeback,
            Command::AcceptTakeback,
            Command::DeclineTakeback,
        ]),
        13 if lot.below(30) == 0 => Command::Abort,
        13 => Command::Undo,
        9 | 10 => some_plan(lot, game),
        11 if lot.below(4) == 0 => Command::DropPlan,
        8 => Command::Say { text: "hm\n".into() },
        20 if lot.below(3) == 0 => Command::ClaimTime,
        21 if lot.below(3) == 0 => Command::Give { time: chrono::TimeDelta::hours(lot.below(1000) as i64) },
        _ => some_move(lot, game),
    }
}

/// Two lines at random, mostly of what may be played; now and then an answer to any other move.
pub fn some_plan(lot: &mut Lot, game: &Game) -> Command {
    let mut lines = Vec::new();
    for _ in 0..2 {
        let mut position = game.history().position().clone();
        let mut moves = Vec::new();
        for _ in 0..2 * (1 + lot.below(3)) {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            // Few moves are drawn from, so that the game often stays in the plan.
            let mv = legal[lot.below(legal.len().min(4))];
            let text = uci::write(&position, mv);
            let reading = uci::read(position.variant(), &text);
            moves.push(WrittenMove { text, number: None, stages: vec![reading.into_iter().collect()] });
            position = position.after(mv).unwrap();
        }
        let mut moves = moves.into_iter();
        let when = moves.next();
        lines.push(match lot.below(6) {
            0 => PlanLine { when: None, then: moves.take(1).collect() },
            _ => PlanLine { when, then: moves.collect() },
        });
    }
    Command::Plan { lines, queen: lot.below(2) == 0 }
}

pub fn some_move(lot: &mut Lot, game: &Game) -> Command {
    let position = game.history().position();
    let draws = [None, None, None, Some(DrawWord::Offer), Some(DrawWord::Decline), Some(DrawWord::Claim)];
    let moves = position.legal_moves();
    let mv = match moves.len() {
        0 => Move::Step { from: Square(0), to: Square(1), promotion: None },
        n if lot.below(2) == 0 => moves[lot.below(n.min(4))],
        n => moves[lot.below(n)],
    };
    let text = if lot.below(2) == 0 { uci::write(position, mv) } else { san::write(position, mv) };
    // Now and then the piece to promote to, or the square of origin, is left out.
    let text = if lot.below(8) == 0 { text[..text.len() - 1].to_owned() } else { text };
    let reading = uci::read(position.variant(), &text).or_else(|| san::read(position.variant(), &text));
    let written = WrittenMove { text, number: None, stages: vec![reading.into_iter().collect()] };
    Command::Play { written, draw: lot.one_of(&draws), queen: lot.below(2) == 0 }
}

/// What the world may bring, in a game that is being played.
fn chance(lot: &mut Lot, table: &Table, side: Side) -> Vec<Event> {
    if table.game.playing().is_none() {
        return Vec::new();
    }
    let hours = |n: usize| chrono::TimeDelta::hours(n as i64);
    let zone = lot.one_of(&[chrono_tz::UTC, chrono_tz::Europe::Berlin, chrono_tz::Australia::Lord_Howe]);
    let span = Span { from: table.now + hours(lot.below(40)), to: table.now + hours(lot.below(90)) };
    let past = Span { from: table.now - hours(lot.below(40)), to: table.now };
    match lot.below(6) {
        0 => vec![Event::Outage(past)],
        1 => vec![Event::Away { side, span }],
        2 => vec![Event::Back { side }],
        3 if table.game.terms().weekends_off => {
            vec![Event::Weekends { side, zone, from: lot.one_of(&[None, Some(midweek(table.now))]) }]
        }
        4 => table.game.unheard(side),
        _ => vec![Event::Gave { by: side, time: hours(lot.below(60)) }],
    }
}

/// Plays one game of random letters, deliveries and pauses.
fn played(seed: u64, letters: usize) -> Table {
    let mut lot = Lot(seed);
    let by = lot.one_of(&Side::BOTH);
    let terms = terms(&mut lot);
    let mut table = Table::offered(by, terms).0;
    for _ in 0..letters {
        table.now += chrono::TimeDelta::minutes(lot.below(3000) as i64 - 20);
        let side = lot.one_of(&Side::BOTH);
        match lot.below(7) {
            5 => {
                let events = chance(&mut lot, &table, side);
                table.take(events);
            }
            6 => {
                let habits = BySide::from_fn(|_| Habits { claims_flags: seed.is_multiple_of(2), ..Habits::default() });
                let events = table.game.elapse(table.now, &habits);
                table.take(events);
            }
            0 => {
                let ply = Ply(table.game.ply().0.saturating_sub(lot.below(2) as u32));
                let events = table.game.told(side, ply, lot.below(4) > 0, table.now);
                table.take(events);
            }
            1 => {
                let wishes = [wish(&mut lot, &table.game), Command::Say { text: "so".into() }];
                let _ = table.letter(side, &wishes);
            }
            _ => {
                let wish = wish(&mut lot, &table.game);
                let seq = table.game.seq();
                if table.letter(side, &[wish]).is_err() {
                    assert_eq!(table.game.seq(), seq, "seed {seed}: a refusal changes nothing");
                }
            }
        }
    }
    table
}

/// Two moves of one moment: the second was given ahead.
fn moved_twice(two: &[Recorded<Event>]) -> bool {
    matches!((&two[0].event, &two[1].event), (Event::Moved { .. }, Event::Moved { .. })) && two[0].at == two[1].at
}

#[test]
fn the_record_alone_gives_the_live_game() {
    let mut ended = 0;
    let mut plies = 0;
    let mut planned = 0;
    for seed in 1..=200 {
        let table = played(seed * 7919, 200);
        table.check_replay();
        let moves = table.record.iter().fold(0, |plies, recorded| match recorded.event {
            Event::Moved { .. } => plies + 1,
            Event::TakenBack { to } => to.0 as usize,
            Event::Undone { .. } => plies - 1,
            _ => plies,
        });
        assert_eq!(moves as u32, table.game.ply().0, "seed {seed}: one move event a ply, and none that was taken back");
        let end = table
            .record
            .iter()
            .position(|r| matches!(r.event, Event::Ended(_) | Event::Declined | Event::Aborted { .. }));
        if let Some(end) = end {
            let after = &table.record[end + 1..];
            assert!(
                after.iter().all(|r| matches!(r.event, Event::Said { .. })),
                "seed {seed}: only words after the end"
            );
            ended += 1;
        }
        assert_eq!(
            end.is_some(),
            matches!(
                table.game.scene(Side::First, table.now).stage,
                Stage::Over(_) | Stage::Declined | Stage::Aborted(_)
            )
        );
        plies += moves;
        planned += table.record.windows(2).filter(|two| moved_twice(two)).count();
    }
    assert!(planned > 20, "plans are played: {planned}");
    assert!(ended > 40, "games come to their ends: {ended}");
    assert!(plies > 1200, "games are played: {plies}");
}

/// An offer or a running clock lives in play only, whatever came before.
#[test]
fn a_finished_game_has_no_offer_no_code_and_no_running_clock() {
    for seed in 1..=60 {
        let table = played(seed * 104_729, 120);
        let scene = table.game.scene(Side::First, table.now);
        if table.game.playing().is_none() {
            assert_eq!((scene.draw_offer, scene.resign_code, scene.claims.len()), (None, None, 0), "seed {seed}");
            assert!(!scene.clocks.first.running && !scene.clocks.second.running, "seed {seed}");
        }
    }
}

/// One change nobody made by playing: an event lost, doubled, swapped, renumbered, replaced.
fn tampered(lot: &mut Lot, record: &[Recorded<Event>], stray: &[Event]) -> Vec<Recorded<Event>> {
    let mut record = record.to_vec();
    for _ in 0..=lot.below(3) {
        let (i, j) = (lot.below(record.len()), lot.below(record.len()));
        match lot.below(6) {
            0 if record.len() > 1 => drop(record.remove(i)),
            1 => record.insert(i, record[j].clone()),
            2 => record.swap(i, j),
            3 => record[i].seq = lot.one_of(&[0, 1, 7, u32::MAX]),
            4 => {
                record[i].at =
                    lot.one_of(&[chrono::DateTime::<chrono::Utc>::MIN_UTC, chrono::DateTime::<chrono::Utc>::MAX_UTC])
            }
            _ => record[i].event = stray[lot.below(stray.len())].clone(),
        }
    }
    if lot.below(2) == 0 {
        for (seq, recorded) in (1..).zip(&mut record) {
            recorded.seq = seq;
        }
    }
    record
}

/// All the time there is.
fn forever() -> Span {
    Span { from: chrono::DateTime::<chrono::Utc>::MIN_UTC, to: chrono::DateTime::<chrono::Utc>::MAX_UTC }
}

fn stray_events() -> Vec<Event> {
    let by = Side::Second;
    let mut events = vec![
        Event::Started,
        Event::Declined,
        Event::Told { side: by, ply: Ply(u32::MAX), since: None },
        Event::Unreachable { side: by, back: Refund::Nothing },
        Event::Bounced { side: by, back: Refund::Day },
        Event::Bounced { side: by, back: Refund::AtMost(chrono::TimeDelta::MIN) },
        Event::Arrived { side: by },
        Event::Asked { side: by },
        Event::Outage(forever()),
        Event::Away { side: by, span: forever() },
        Event::Back { side: by },
        Event::LeaveEnds { side: by },
        Event::LeaveOver { side: by },
        Event::Weekends { side: by, zone: chrono_tz::Pacific::Apia, from: None },
        Event::Gave { by, time: chrono::TimeDelta::MIN },
        Event::Reminded { side: by, step: Reminder::Half },
        Event::FlagFell { side: by },
        Event::Moved { by, mv: Move::Step { from: Square(255), to: Square(200), promotion: None } },
        Event::Moved { by, mv: Move::Drop { role: kingpost::rules::Role(99), to: Square(64) } },
        Event::Moved { by: Side::First, mv: Move::EnPassant { from: Square(12), to: Square(28) } },
        Event::Said { by, text: String::new() },
        Event::DrawOffered { by },
        Event::DrawDeclined { by },
        Event::ClaimFailed { by },
        Event::ResignAsked { by, code: ConfirmCode::parse("AAAA2222").unwrap() },
        Event::Ended(Outcome::draw(Termination::Agreement)),
    ];
    for start in ["", "8/8/8/8/8/8/8/8 w - - 0 1", "kkkkkkkk/8/8/8/8/8/8/KKKKKKKK w - - 9999999999 0"] {
        let players = BySide { first: PlayerId(1), second: PlayerId(1) };
        let terms = Terms { start: Some(start.into()), ..terms(&mut Lot(5)) };
        events.push(Event::Offered { players, by, drawn: true, terms, origin: Origin::Challenge });
    }
    events
}

#[test]
fn a_corrupt_record_is_reported_and_never_panics() {
    let stray = stray_events();
    let (mut corrupt, mut sound) = (0, 0);
    for seed in 1..=30 {
        let table = played(seed * 15_485_863, 60);
        let mut lot = Lot(seed);
        for _ in 0..40 {
            let record = tampered(&mut lot, &table.record, &stray);
            match Game::replay(id(), &record) {
                Err(_) => corrupt += 1,
                // What can be followed must also be shown.
                Ok(game) => {
                    sound += 1;
                    for at in
                        [dawn(), chrono::DateTime::<chrono::Utc>::MAX_UTC, chrono::DateTime::<chrono::Utc>::MIN_UTC]
                    {
                        let _ = format!("{:?}", game.scene(Side::First, at));
                        let _ = game.decide(Side::First, &Command::Accept, at);
                        let _ = (game.elapse(at, &BySide::default()), game.due(None), game.due(Some(at)));
                        let _ = game.decide(
                            Side::First,
                            &Command::ConfirmResign { code: ConfirmCode::parse(CODES[0]).unwrap() },
                            at,
                        );
                    }
                }
            }
        }
    }
    assert!(corrupt > 300 && sound > 10, "both kinds occur: {corrupt} corrupt, {sound} sound");
    assert!(Game::replay(id(), &[]).is_err(), "an empty record is no game");
}
