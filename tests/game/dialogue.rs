//! Dialogues: commands, deliveries and questions down the page, and what comes of each.
//!
//! ```text
//! # a remark
//! chess time 3d: a heading begins a game; `offered` leaves it unanswered, `by second` names who invited
//!   First    e4                      Moved                  Second your_move; First move_taken
//!   First    d4                      refused NotYourTurn
//!   Both     e5 Nf3 Nc6              Moved
//!   Post     reaches Second          Told
//!   Clock    2d
//!   Time     claims                  FlagFell               Second flag_fallen
//!   World    outage 5h               Outage
//!   See      clock Second            1d running
//! ```
//!
//! Columns are parted by two blanks or more; the last, the notices, may be left out. Several wishes of one letter are
//! parted by ` | `. `queen e8` and `queen plan e5 e8` are under the setting "always queen".

use super::table::{Table, plan, play};
use kingpost::game::{
    Change, ClockFace, Command, ConfirmCode, Courtesy, DrawWord, Event, Habits, Notice, PlanSaid, Refusal, Reminder,
    Scene, Scope, Seat, Span, Stage, Terms, TimeControl, notices,
};
use kingpost::rules::notation::{Notation, san};
use kingpost::rules::{BySide, DrawRules, Move, Outcome, Ruling, Side, variants};

/// Runs all games of one file, and tells every line that came out otherwise.
pub fn check(file: &str, text: &str) -> Vec<String> {
    let mut table = None;
    let mut misses = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let place = format!("{file}.txt:{}: {}", number + 1, line.trim());
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        if !line.starts_with(' ') {
            table = Some(heading(line, &place));
            continue;
        }
        let table = table.as_mut().unwrap_or_else(|| panic!("{place}: no game yet"));
        let cells: Vec<&str> = line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
        misses.extend(step(table, &cells, &place));
        table.check_replay();
    }
    assert!(table.is_some(), "{file}: no game in it");
    misses
}

/// `chess time 3d draws auto fen …: title`
fn heading(line: &str, place: &str) -> Table {
    let head = line.split_once(':').map_or(line, |(head, _)| head);
    let mut terms = Terms {
        variant: variants::by_key(head.split_whitespace().next().unwrap()).unwrap(),
        time: TimeControl::Unlimited,
        draws: DrawRules::default(),
        rated: false,
        weekends_off: false,
        scope: Scope::default(),
        courtesy: Courtesy { takebacks: true, offer_gap: 0 },
        start: None,
    };
    let (mut by, mut accepted) = (Side::First, true);
    let mut words = head.split_whitespace().skip(1).peekable();
    while let Some(word) = words.next() {
        match word {
            "offered" => accepted = false,
            "gap" => terms.courtesy.offer_gap = words.next().unwrap().parse().unwrap(),
            "firm" => terms.courtesy.takebacks = false,
            "weekends" => terms.weekends_off = true,
            "by" => by = Side::from_key(words.next().unwrap()).unwrap(),
            "time" => terms.time = TimeControl::parse(words.next().unwrap()).unwrap(),
            "threefold" | "fifty" | "draws" => {
                let ruling = if words.next() == Some("auto") { Ruling::Auto } else { Ruling::Claim };
                let draws = &mut terms.draws;
                if word != "fifty" {
                    draws.threefold = ruling;
                }
                if word != "threefold" {
                    draws.fifty = ruling;
                }
            }
            "fen" => terms.start = Some(words.by_ref().collect::<Vec<_>>().join(" ")),
            other => panic!("{place}: {other}?"),
        }
    }
    let (mut table, told) = Table::offered(by, terms);
    let (inviter, invitee) = (name(by), name(by.other()));
    let mut expected = [format!("{invitee} invitation"), format!("{inviter} invitation_sent")];
    let mut found: Vec<String> = pages(&told).split("; ").map(str::to_owned).collect();
    expected.sort();
    found.sort();
    assert_eq!(found, expected, "{place}");
    if accepted {
        table.letter(by.other(), &[Command::Accept]).unwrap();
    }
    table
}

/// What came out otherwise than written, if anything did.
fn step(table: &mut Table, cells: &[&str], place: &str) -> Option<String> {
    let (who, what) = (cells[0], cells.get(1).copied().unwrap_or_default());
    let expected = cells.get(2).copied().unwrap_or_default();
    match who {
        "First" | "Second" => {
            let by = side(who);
            let wishes: Vec<Command> = what.split(" | ").map(|wish| command(table, wish, place)).collect();
            let seq = table.game.seq();
            let (found, told) = match table.letter(by, &wishes) {
                Ok((events, told)) => (events_said(&events), pages(&told)),
                Err(refusal) => {
                    assert_eq!(table.game.seq(), seq, "{place}: a refusal changes nothing");
                    (format!("refused {}", refusal_said(table, &refusal)), String::new())
                }
            };
            let told_otherwise = cells.get(3).and_then(|expected| miss(place, &told, expected));
            return miss(place, &found, expected).or(told_otherwise);
        }
        "Both" => {
            for text in what.split(' ') {
                let by = table.game.turn();
                let wish = play(table.game.terms().variant, text, None, false);
                let events =
                    table.letter(by, &[wish]).unwrap_or_else(|refusal| panic!("{place}: {text}: {refusal:?}")).0;
                if let Some(miss) =
                    miss(place, &format!("{text}: {}", events_said(&events)), &format!("{text}: {expected}"))
                {
                    return Some(miss);
                }
            }
        }
        "Post" => {
            let (reached, to) = match what.split(' ').collect::<Vec<_>>()[..] {
                ["reaches", to] => (true, to),
                ["misses", to] => (false, to),
                _ => panic!("{place}: reaches or misses"),
            };
            let events = table.game.told(side(to), table.game.ply(), reached, table.now);
            return happened(table, events, cells, place);
        }
        "Time" => {
            let claims_flags = what == "claims";
            let habits = BySide::from_fn(|_| Habits { claims_flags, reminders: reminders(what) });
            let events = table.game.elapse(table.now, &habits);
            return happened(table, events, cells, place);
        }
        "World" => {
            let events = world(table, what, place);
            return happened(table, events, cells, place);
        }
        "Clock" => table.now += span(what, place),
        "See" => return miss(place, &seen(table, what, place), expected),
        other => panic!("{place}: who is {other}?"),
    }
    None
}

/// Records events nobody wrote for, and compares them, and who is told.
fn happened(table: &mut Table, events: Vec<Event>, cells: &[&str], place: &str) -> Option<String> {
    let found = events_said(&events);
    let before = table.record.len();
    table.take(events);
    let told = pages(&notices(&table.game, &table.record[before..]));
    let told = cells.get(3).and_then(|expected| miss(place, &told, expected));
    miss(place, &found, cells.get(2).copied().unwrap_or_default()).or(told)
}

/// `reminds half fifth`; all of them if nothing is said.
fn reminders(what: &str) -> Vec<Reminder> {
    match what.strip_prefix("reminds") {
        Some(steps) => steps.split_whitespace().map(|step| Reminder::from_key(step).unwrap()).collect(),
        None => Reminder::ALL.to_vec(),
    }
}

/// `asks First 12h` whose letter it is and how long an answer is awaited, `asks First 12h 3h` if the question is written three
/// hours after it, `outage 5h` until now, `away First 1d 3d` from in a day until in three, `back First`,
/// `weekends First Asia/Tokyo`, `unheard First`.
fn world(table: &Table, what: &str, place: &str) -> Vec<Event> {
    let now = table.now;
    match what.split(' ').collect::<Vec<_>>()[..] {
        ["asks", who, grace] => table.game.questioned(side(who), span(grace, place), now, now),
        ["asks", who, grace, waits] => {
            table.game.questioned(side(who), span(grace, place), now, now + span(waits, place))
        }
        ["outage", length] => vec![Event::Outage(Span { from: now - span(length, place), to: now })],
        ["away", who, from, to] => {
            let from = if from == "now" { now } else { now + span(from, place) };
            vec![Event::Away { side: side(who), span: Span { from, to: now + span(to, place) } }]
        }
        ["back", who] => vec![Event::Back { side: side(who) }],
        ["weekends", who, zone] => vec![Event::Weekends { side: side(who), zone: zone.parse().unwrap(), from: None }],
        ["unheard", who] => table.game.unheard(side(who)),
        _ => panic!("{place}: the world does {what}?"),
    }
}

fn miss(place: &str, found: &str, expected: &str) -> Option<String> {
    (found != expected).then(|| format!("{place}\n    found {found}"))
}

fn command(table: &Table, wish: &str, place: &str) -> Command {
    let code = |text: &str| ConfirmCode::parse(text).unwrap_or_else(|| panic!("{place}: {text} is no code"));
    let words: Vec<&str> = wish.split(' ').collect();
    match words[..] {
        ["accept"] => Command::Accept,
        ["decline"] => Command::Decline,
        ["counter", ..] => counter(table, &words[1..], place),
        ["draw"] => Command::OfferDraw,
        ["accept", "draw"] => Command::AcceptDraw,
        ["decline", "draw"] => Command::DeclineDraw,
        ["claim", "draw"] => Command::ClaimDraw,
        ["takeback"] => Command::AskTakeback,
        ["accept", "takeback"] => Command::AcceptTakeback,
        ["decline", "takeback"] => Command::DeclineTakeback,
        ["rematch"] => Command::Rematch { game: super::table::id() },
        ["undo"] => Command::Undo,
        ["abort"] => Command::Abort,
        ["declare"] => Command::Declare,
        ["resign"] => Command::Resign { code: code("KX7Q-24MD") },
        ["resign", text] => Command::Resign { code: code(text) },
        ["confirm", ..] => Command::ConfirmResign { code: code(&wish["confirm".len()..]) },
        ["plan", ..] => plan(table.game.terms().variant, &wish["plan".len()..], false),
        ["queen", "plan", ..] => plan(table.game.terms().variant, &wish["queen plan".len()..], true),
        ["cancel", "plans"] => Command::DropPlan,
        ["claim", "time"] => Command::ClaimTime,
        ["give", time] => Command::Give { time: span(time, place) },
        ["say", ..] => Command::Say { text: wish["say".len()..].to_owned() },
        _ => {
            let (wish, queen) = wish.strip_prefix("queen ").map_or((wish, false), |rest| (rest, true));
            let (text, draw) = [
                (" + draw", DrawWord::Offer),
                (" + decline draw", DrawWord::Decline),
                (" + claim draw", DrawWord::Claim),
            ]
            .into_iter()
            .find_map(|(tail, word)| wish.strip_suffix(tail).map(|text| (text, Some(word))))
            .unwrap_or((wish, None));
            play(table.game.terms().variant, text, draw, queen)
        }
    }
}

/// `counter time 5d as second`: the terms on offer, with these changed.
fn counter(table: &Table, words: &[&str], place: &str) -> Command {
    let mut terms = table.game.terms().clone();
    let mut seat = None;
    for pair in words.chunks(2) {
        match *pair {
            ["time", time] => terms.time = TimeControl::parse(time).unwrap(),
            ["as", who] => seat = Some(Seat { side: side(who), drawn: false }),
            ["lot", who] => seat = Some(Seat { side: side(who), drawn: true }),
            ["variant", key] => terms.variant = variants::by_key(key).unwrap(),
            _ => panic!("{place}: {pair:?}?"),
        }
    }
    Command::Counter { terms: Box::new(terms), seat }
}

/// What the scene shows of one thing.
fn seen(table: &Table, what: &str, place: &str) -> String {
    let side_of = |who: &str| side(who);
    let scene = table.game.scene(Side::First, table.now);
    let either = |side: Option<Side>| side.map_or("-", name).to_owned();
    match what.split(' ').collect::<Vec<_>>()[..] {
        ["takeback"] => either(scene.takeback),
        ["clock", who] => clock(scene.clocks.of(side_of(who)), side_of(who), table),
        ["offer"] => either(scene.draw_offer),
        ["unreachable"] => either(Side::BOTH.into_iter().find(|side| *scene.unreachable.of(*side))),
        ["ledger", who] => ledger(&scene, side_of(who)),
        ["due"] => match table.game.due(None) {
            Some(due) => long(due - table.now),
            None => "-".into(),
        },
        ["asked"] => scene.asked_again_at.map_or("-".into(), |at| long(at - table.now)),
        ["ply"] => scene.ply.0.to_string(),
        ["claims"] if scene.claims.is_empty() => "-".into(),
        ["claims"] => scene.claims.iter().map(|claim| claim.key()).collect::<Vec<_>>().join(" "),
        ["code", who] => {
            let scene = table.game.scene(side_of(who), table.now);
            scene.resign_code.map_or("-".into(), |code| code.as_str().to_owned())
        }
        ["stage"] => match scene.stage {
            Stage::Offered => "offered".into(),
            Stage::Declined => "declined".into(),
            Stage::Withdrawn => "withdrawn".into(),
            Stage::Expired => "expired".into(),
            Stage::Playing => "playing".into(),
            Stage::Over(outcome) => outcome_said(outcome),
            Stage::Aborted(by) => format!("aborted by {}", name(by)),
        },
        ["plan", who] => {
            let scene = table.game.scene(side_of(who), table.now);
            let line = |line: &PlanSaid| match line.when {
                Some(when) => {
                    let moves: Vec<Move> = [when].into_iter().chain(line.then.iter().copied()).collect();
                    scene.view.written_line(&moves, Notation::San).join(" ")
                }
                None => format!("else {}", scene.view.written_answer(line.then[0], Notation::San).unwrap_or_default()),
            };
            let lines: Vec<String> = scene.plan.iter().map(line).collect();
            if lines.is_empty() { "-".into() } else { lines.join("; ") }
        }
        ["held", who] => {
            let scene = table.game.scene(side_of(who), table.now);
            scene.held.map_or("-".into(), |mv| scene.view.written_line(&[mv], Notation::San).join(" "))
        }
        ["terms"] => format!("{} {}", scene.terms.variant.key, scene.terms.time.key()),
        ["inviter"] => name(scene.invited_by).into(),
        ["moves"] => table.game.history().sans().join(" "),
        ["present", who] => table.game.present(side_of(who)).page.key().into(),
        _ => panic!("{place}: {what}?"),
    }
}

/// `Allowed 3d, Passed -1d, Paused Outage 5h`: every change of one side, which sum up to what it has.
fn ledger(scene: &Scene, side: Side) -> String {
    let entries: Vec<_> = scene.ledger.iter().filter(|entry| entry.side == side).collect();
    let mut left = chrono::TimeDelta::zero();
    for entry in &entries {
        left += entry.time;
        assert_eq!(entry.left, left, "the ledger sums up");
    }
    let said = entries.iter().map(|entry| {
        let change = match entry.change {
            Change::Paused(why) => format!("Paused {why:?}"),
            other => format!("{other:?}"),
        };
        format!("{change} {}", long(entry.time))
    });
    said.collect::<Vec<_>>().join(", ")
}

/// `2d12h`, `running until 3d` counted from now, `7 moves`.
fn clock(face: &ClockFace, side: Side, table: &Table) -> String {
    let mut said = vec![face.remaining.map_or("none".into(), long)];
    if face.running {
        said.push("running".into());
        // Whatever stands between, the flag falls when nothing is left.
        if let Some(until) = face.until.filter(|_| face.remaining > Some(chrono::TimeDelta::zero())) {
            let then = table.game.scene(side, until);
            let zero = Some(chrono::TimeDelta::zero());
            if then.answer_until == Some(until) {
                // An answer that comes just then still stops the clock at the letter that was asked about.
                let late = table.game.scene(side, until + chrono::TimeDelta::seconds(1));
                assert!(late.clocks.of(side).remaining < zero, "once no answer is awaited, the time is used up");
            } else {
                assert_eq!(then.clocks.of(side).remaining, zero, "the flag falls when the time is used up");
            }
        }
    }
    said.extend(face.moves_left.map(|moves| format!("{moves} moves")));
    said.join(", ")
}

fn long(time: chrono::TimeDelta) -> String {
    let sign = if time < chrono::TimeDelta::zero() { "-" } else { "" };
    let minutes = time.num_minutes().abs();
    let parts = [(minutes / 1440, 'd'), (minutes / 60 % 24, 'h'), (minutes % 60, 'm')];
    let parts: String = parts.iter().filter(|(n, _)| *n > 0).map(|(n, unit)| format!("{n}{unit}")).collect();
    if parts.is_empty() { "0".into() } else { format!("{sign}{parts}") }
}

/// `2d`, `-1h`, `3d1s`
fn span(text: &str, place: &str) -> chrono::TimeDelta {
    let (sign, text) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let parts = text.split_inclusive(|c: char| c.is_ascii_alphabetic()).map(|part| match TimeControl::parse(part) {
        Some(TimeControl::PerMove(time)) => time * sign,
        _ => panic!("{place}: {text} is no span"),
    });
    parts.sum()
}

fn events_said(events: &[Event]) -> String {
    let said = events.iter().map(|event| match event {
        Event::Ended(outcome) => format!("Ended {}", outcome_said(*outcome)),
        Event::Said { text, .. } => format!("Said {text:?}"),
        Event::Reminded { step, .. } => format!("Reminded {}", step.key()),
        Event::ResignAsked { code, .. } => format!("ResignAsked {}", code.as_str()),
        other => first_word(other),
    });
    let said = said.collect::<Vec<_>>().join(", ");
    if said.is_empty() { "-".into() } else { said }
}

fn outcome_said(outcome: Outcome) -> String {
    format!("{} {}", outcome.result(), outcome.termination.key())
}

fn refusal_said(table: &Table, refusal: &Refusal) -> String {
    let position = table.game.history().position();
    let sans = |moves: &[_]| {
        let mut sans: Vec<String> = moves.iter().map(|mv| san::write(position, *mv)).collect();
        sans.sort();
        sans.join(" ")
    };
    match refusal {
        Refusal::Illegal { why, .. } => format!("Illegal {}", first_word(why)),
        Refusal::Ambiguous { moves, .. } => format!("Ambiguous {}", sans(moves)),
        Refusal::Promotion { moves, .. } => format!("Promotion {}", sans(moves)),
        Refusal::OfferTooSoon { moves } => format!("OfferTooSoon {moves}"),
        Refusal::Plan { line, fault } => format!("Plan {}: {line}", first_word(fault)),
        Refusal::WrongNumber { awaited, .. } => {
            format!("WrongNumber, awaited {}{}", awaited.number, if awaited.dots { "..." } else { "." })
        }
        other => first_word(other),
    }
}

/// The name of an enum's arm.
fn first_word(value: &impl std::fmt::Debug) -> String {
    format!("{value:?}").chars().take_while(|c| c.is_alphanumeric()).collect()
}

/// `Second your_move, draw_offered "hello"; First move_taken`
fn pages(told: &[Notice]) -> String {
    let mut mails: Vec<(Side, Vec<&str>, Option<&str>)> = Vec::new();
    for notice in told {
        let side = notice.about.as_ref().unwrap().1;
        match mails.last_mut().filter(|(to, ..)| *to == side) {
            Some((_, pages, message)) => {
                assert!(notice.message.is_none(), "a message goes with the first notice: {message:?}");
                pages.push(notice.page.key());
            }
            None => mails.push((side, vec![notice.page.key()], notice.message.as_deref())),
        }
    }
    assert!(mails.len() <= 2, "one mail a player");
    let said = mails.iter().map(|(side, pages, message)| {
        let message = message.map(|text| format!(" {text:?}")).unwrap_or_default();
        format!("{} {}{message}", name(*side), pages.join(", "))
    });
    let said = said.collect::<Vec<_>>().join("; ");
    if said.is_empty() { "-".into() } else { said }
}

fn side(name: &str) -> Side {
    Side::from_key(&name.to_lowercase()).unwrap_or_else(|| panic!("{name} is no side"))
}

fn name(side: Side) -> &'static str {
    match side {
        Side::First => "First",
        Side::Second => "Second",
    }
}
