/*!
A reading in words, for `kingpost read` and for tests: `move Nf3`,
`several`, `wrong-number`. For programs; no player sees them.
*/

use super::challenge;
use super::request::{Ask, Deed, Deeds, Reading};
use crate::club::{Barrier, Errand, Whom};
use crate::game::{DrawWord, PlanLine};
use crate::rules::notation::{san, shogi, usi};
use crate::rules::{History, Move, Position, Unresolved, WrittenMove};

/// What a reading asks for in that game. Without a game no move can be resolved: it is given as written.
pub fn words(reading: &Reading, history: Option<&History>) -> String {
    match &reading.deeds {
        Deeds::One(_) if reading.stopped_by().is_some() => "none".into(),
        Deeds::Several(_) | Deeds::Doubted { .. } => "several".into(),
        Deeds::Perhaps { doubt: Some(_), .. } => "several".into(),
        Deeds::Perhaps { doubt: None, .. } => "none".into(),
        Deeds::One(deed) => of_deed(deed, history),
        Deeds::Nothing if reading.asks.is_empty() && reading.notes.is_empty() => "none".into(),
        Deeds::Nothing => {
            let notes = reading.notes.iter().map(|note| format!("note: {}", note.replace('\n', " ")));
            reading.asks.iter().map(of_ask).chain(notes).collect::<Vec<_>>().join("; ")
        }
    }
}

/// Why a written move is none, in one word.
pub fn unresolved(why: &Unresolved) -> &'static str {
    match why {
        Unresolved::Ambiguous(_) => "ambiguous",
        Unresolved::Promotion(_) => "promotion",
        Unresolved::Illegal => "illegal",
    }
}

fn of_deed(deed: &Deed, history: Option<&History>) -> String {
    match deed {
        Deed::Play { written, draw, conditions } => {
            play(written, *draw, conditions, history).unwrap_or_else(|problem| problem.into())
        }
        Deed::OfferDraw => "draw offer".into(),
        Deed::AcceptDraw | Deed::Accept => "draw accept".into(),
        Deed::DeclineDraw | Deed::Decline => "draw decline".into(),
        Deed::ClaimDraw => "claim draw".into(),
        Deed::Withdraw => "withdraw".into(),
        Deed::AskTakeback => "takeback".into(),
        Deed::AcceptTakeback => "accept takeback".into(),
        Deed::DeclineTakeback => "decline takeback".into(),
        Deed::Undo => "undo".into(),
        Deed::Abort => "abort".into(),
        Deed::Declare => "declare".into(),
        Deed::DropPlan => "cancel plans".into(),
        Deed::Counter(terms) => format!("counter {}", challenge::terms_in_english(terms)),
        Deed::Rematch => "rematch".into(),
        Deed::Resign => "resign".into(),
        Deed::Confirm(code) => format!("confirm {}", code.as_str()),
        Deed::Say(text) => format!("message: {text}"),
        Deed::ClaimTime => "claim time".into(),
        Deed::Give { text, .. } => format!("give {text}"),
        Deed::Watchers { allowed } => format!("watch {}", if *allowed { "on" } else { "off" }),
        Deed::Errand(errand) => of_errand(errand),
        Deed::UnknownSetting(words) => format!("settings {words}"),
        Deed::NotOffered(words) => words.clone(),
    }
}

fn of_errand(errand: &Errand) -> String {
    match errand {
        Errand::Invite(game) => challenge::in_english(game),
        Errand::Away { text, .. } => format!("away {text}"),
        Errand::AwayOff => "away off".into(),
        Errand::Seek(terms) => format!("seek {}", challenge::terms_in_english(terms)),
        Errand::TakeSeek(number) => format!("take seek {number}"),
        Errand::CancelSeek(None) => "cancel seek".into(),
        Errand::CancelSeek(Some(number)) => format!("cancel seek {number}"),
        Errand::Bar { barrier, whom, up } => barrier_in_english(*barrier, whom, *up),
        Errand::Watch(game) => format!("watch {game}"),
        Errand::Unwatch(None) => "unwatch".into(),
        Errand::Unwatch(Some(game)) => format!("unwatch {game}"),
        Errand::Lock => "lock".into(),
        Errand::ChangeAddress(address) => format!("address {address}"),
        Errand::StopMail => "stop mail".into(),
        Errand::Erase => "delete".into(),
        Errand::Export => "export".into(),
        Errand::Setting(setting) => format!("settings {setting}"),
        Errand::Seeks => of_ask(&Ask::Seeks),
        Errand::Games => of_ask(&Ask::Games),
        Errand::Help => of_ask(&Ask::Help(None)),
        Errand::HelpOn(topic) => of_ask(&Ask::Help(Some(topic.clone()))),
        Errand::Stats(variant) => of_ask(&Ask::Stats(variant.clone())),
        Errand::Rules(variant) => of_ask(&Ask::Rules(variant.clone())),
        Errand::Settings => of_ask(&Ask::Settings),
        // Only a code carries these out.
        Errand::Unlock | Errand::MoveHere(_) | Errand::MoveBack(_) | Errand::StopByCode | Errand::EraseByCode => {
            "confirm".into()
        }
    }
}

/// `block`, `unmute ben@example.org`
fn barrier_in_english(barrier: Barrier, whom: &Whom, up: bool) -> String {
    let word = match (barrier, up) {
        (Barrier::Block, true) => "block",
        (Barrier::Block, false) => "unblock",
        (Barrier::Mute, true) => "mute",
        (Barrier::Mute, false) => "unmute",
    };
    match whom {
        Whom::Opponent => word.to_owned(),
        Whom::Address(address) => format!("{word} {address}"),
        Whom::InGame(game) => format!("{word} {game}"),
    }
}

fn of_ask(ask: &Ask) -> String {
    match ask {
        Ask::Board(None) => "board".into(),
        Ask::Board(Some(number)) => format!("board {number}"),
        Ask::Moves => "moves".into(),
        Ask::Pgn => "pgn".into(),
        Ask::Plans => "plans".into(),
        Ask::Games => "games".into(),
        Ask::Seeks => "seeks".into(),
        Ask::Scope(square) => format!("scope {square}"),
        Ask::Replay => "replay".into(),
        Ask::Stats(None) => "stats".into(),
        Ask::Stats(Some(variant)) => format!("stats {variant}"),
        Ask::Rules(None) => "rules".into(),
        Ask::Rules(Some(variant)) => format!("rules {variant}"),
        Ask::Settings => "settings".into(),
        Ask::Help(None) => "help".into(),
        Ask::Help(Some(topic)) => format!("help {topic}"),
    }
}

fn play(
    written: &WrittenMove,
    draw: Option<DrawWord>,
    conditions: &[PlanLine],
    history: Option<&History>,
) -> Result<String, &'static str> {
    let Some(history) = history else { return Ok(format!("move {}", written.text)) };
    let position = history.position();
    let mv = resolved(position, written)?;
    let mut words = match draw {
        Some(DrawWord::Claim) => format!("claim draw with {}", spelled(position, mv)),
        Some(DrawWord::Offer) => format!("move {} + draw offer", spelled(position, mv)),
        Some(DrawWord::Decline) => format!("move {} + draw decline", spelled(position, mv)),
        None => format!("move {}", spelled(position, mv)),
    };
    let after = position.after(mv).map_err(|_| "illegal")?;
    let mut end = after.clone();
    for condition in conditions {
        let Some(when) = &condition.when else {
            let then = condition.then.iter().map(|written| written.text.as_str()).collect::<Vec<_>>().join(" ");
            words += &format!("; else {then}");
            continue;
        };
        let line: Vec<&WrittenMove> = std::iter::once(when).chain(&condition.then).collect();
        let (sans, reached) = follow(&after, &line).or_else(|problem| {
            // `if Nc6 then Bb5; if a6 then Ba4`: the second may stand on the first.
            follow(&end, &line).map_err(|_| problem)
        })?;
        let (when, then) = sans.split_once(' ').unwrap_or((&sans, ""));
        words += &format!("; if {when} then {then}");
        end = reached;
    }
    Ok(words)
}

/// The line's moves, and where it leads.
fn follow(from: &Position, line: &[&WrittenMove]) -> Result<(String, Position), &'static str> {
    let mut position = from.clone();
    let mut sans = Vec::new();
    for written in line {
        let mv = resolved(&position, written)?;
        sans.push(spelled(&position, mv));
        position = position.after(mv).map_err(|_| "illegal")?;
    }
    Ok((sans.join(" "), position))
}

/// The legal move a text means, its number weighed.
fn resolved(position: &Position, written: &WrittenMove) -> Result<Move, &'static str> {
    if written.number.is_some_and(|number| !number.fits(position)) {
        return Err("wrong-number");
    }
    position.find(written).map_err(|why| unresolved(&why))
}

/// A move in the standard of its game: SAN, or USI where men and squares are named as in shogi.
fn spelled(position: &Position, mv: Move) -> String {
    if shogi::applies(position.variant()) { usi::write(position, mv) } else { san::write(position, mv) }
}
