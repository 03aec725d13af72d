/*!
A game as somebody sent it, to the position another may begin from: the one at the end of its main line. PGN for games of
chess; KIF, KI2 or CSA for shogi.
*/

use crate::game::RecordFault;
use crate::rules::notation::pgn::{self, Unplayable};
use crate::rules::notation::{csa, fen, kif, record, shogi};
use crate::rules::{DrawRules, History, Variant, variants};

/// In what a text is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Pgn,
    Kif,
    Csa,
}

/// The position at the end of the game that `text` tells, in the form the record keeps.
///
/// # Errors
/// Whatever leaves a doubt which position is meant, and a game that is over.
pub(super) fn end(variant: &'static Variant, text: &str) -> Result<String, RecordFault> {
    let form = form(text);
    if shogi::applies(variant) == (form == Form::Pgn) {
        let other = if form == Form::Pgn { &variants::CHESS } else { &variants::SHOGI };
        return Err(RecordFault::OtherGame { text: other.key.to_owned() });
    }
    let (history, decided) = match form {
        Form::Pgn => western(variant, text)?,
        Form::Kif => japanese(variant, &kif::read(text))?,
        Form::Csa => japanese(variant, &csa::read(text))?,
    };
    if decided || history.outcome(DrawRules::default()).is_some() {
        return Err(RecordFault::Over);
    }
    Ok(fen::write(history.position()))
}

/// PGN unless a line is what only the others have.
fn form(text: &str) -> Form {
    let lines = || text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let signed = |line: &str, sign: &[char]| {
        line.strip_prefix(sign).is_some_and(|rest| rest.bytes().take(4).filter(u8::is_ascii_digit).count() == 4)
    };
    if lines().any(|line| line == "PI" || line.starts_with("P1-") || signed(line, &['+', '-'])) {
        return Form::Csa;
    }
    let kanji = |line: &str| line.chars().any(|ch| matches!(ch, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}'));
    if lines().any(|line| !line.starts_with(['[', '{', ';']) && kanji(line)) { Form::Kif } else { Form::Pgn }
}

/// A game of PGN played through, and whether it has a result.
fn western(variant: &'static Variant, text: &str) -> Result<(History, bool), RecordFault> {
    // An open comment would swallow moves.
    if text.matches('{').count() != text.matches('}').count() {
        return Err(RecordFault::Unreadable);
    }
    let games = pgn::read_all(text);
    let record = match games.as_slice() {
        [record] => record,
        [] => return Err(RecordFault::Unreadable),
        _ => return Err(RecordFault::Several),
    };
    let named = record.tags.get("Variant").map(str::to_lowercase);
    if let Some(named) = named.filter(|named| !names(variant, named)) {
        return Err(RecordFault::OtherGame { text: named.chars().take(40).collect() });
    }
    if record.line.plies.is_empty() && record.tags.get("FEN").is_none() {
        return Err(RecordFault::Unreadable);
    }
    let results = record.result.as_deref().into_iter().chain(record.tags.get("Result"));
    let decided = results.into_iter().any(|result| matches!(result, "1-0" | "0-1" | "1/2-1/2"));
    Ok((record.replay(variant).map_err(unplayable)?, decided))
}

/// Whether a `Variant` tag may mean that game.
fn names(variant: &Variant, tag: &str) -> bool {
    let plain = |text: &str| text.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
    let also: &[&str] = match variant.key {
        "chess" => &["standard", "normal", "fromposition"],
        "fischer-random" => &["chess960", "fischerandom", "fischerrandom"],
        "anti" => &["antichess"],
        _ => &[],
    };
    plain(tag) == plain(variant.key) || also.contains(&plain(tag).as_str())
}

/// A game of shogi played through, and whether it has come to an end.
fn japanese(variant: &'static Variant, record: &record::Record) -> Result<(History, bool), RecordFault> {
    if record.plies.is_empty() && record.start.is_none() {
        return Err(RecordFault::Unreadable);
    }
    let decided = record.ending.is_some_and(|ending| ending.way != record::Way::BrokenOff);
    Ok((record.replay(variant).map_err(unplayable)?, decided))
}

fn unplayable(error: Unplayable) -> RecordFault {
    match error {
        Unplayable::Start(_) => RecordFault::Start,
        Unplayable::Move { ply, text, .. } => {
            RecordFault::Move { ply: u32::try_from(ply).unwrap_or(u32::MAX), text: text.chars().take(40).collect() }
        }
    }
}
