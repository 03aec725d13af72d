/*!
Forms of the small things events and pages are made of.
*/

use super::{Form, Garbled, short};
use crate::game::{ConfirmCode, GameId, Span};
use crate::rules::{Move, MoveNumber, Outcome, Piece, Role, Side, Square, Termination, Wing};
use chrono::DateTime;
use serde_json::{Value, json};

pub(super) fn read_side(value: &Value) -> Result<Side, Garbled> {
    value.as_str().and_then(Side::from_key).ok_or_else(|| Garbled(format!("no side is called {}", short(value))))
}

pub(super) fn write_square(square: Square) -> Value {
    json!(square.0)
}

pub(super) fn read_square(value: &Value) -> Result<Square, Garbled> {
    read_small(value).map(Square)
}

pub(super) fn read_role(value: &Value) -> Result<Role, Garbled> {
    read_small(value).map(Role)
}

pub(super) fn read_small(value: &Value) -> Result<u8, Garbled> {
    let number = value.as_u64().and_then(|number| u8::try_from(number).ok());
    number.ok_or_else(|| Garbled(format!("a small number is awaited, not {}", short(value))))
}

pub(super) fn write_wing(wing: Wing) -> Value {
    json!(match wing {
        Wing::King => "king",
        Wing::Queen => "queen",
    })
}

pub(super) fn read_wing(value: &Value) -> Result<Wing, Garbled> {
    match value.as_str() {
        Some("king") => Ok(Wing::King),
        Some("queen") => Ok(Wing::Queen),
        _ => Err(Garbled(format!("no wing is called {}", short(value)))),
    }
}

/// By squares and kinds, not in any notation: notations need a position to be read in.
pub(super) fn write_move(mv: &Move) -> Value {
    match *mv {
        Move::Step { from, to, promotion: None } => json!({ "is": "step", "from": from.0, "to": to.0 }),
        Move::Step { from, to, promotion: Some(role) } => {
            json!({ "is": "step", "from": from.0, "to": to.0, "becomes": role.0 })
        }
        Move::EnPassant { from, to } => json!({ "is": "en_passant", "from": from.0, "to": to.0 }),
        Move::Castle { from, to, rook, wing } => {
            json!({ "is": "castle", "from": from.0, "to": to.0, "rook": rook.0, "wing": write_wing(wing) })
        }
        Move::Drop { role, to } => json!({ "is": "drop", "man": role.0, "to": to.0 }),
    }
}

pub(super) fn read_move(value: &Value) -> Result<Move, Garbled> {
    let form = Form::of(value)?;
    let to = form.with("to", read_square)?;
    let from = || form.with("from", read_square);
    match form.str("is")? {
        "step" => {
            let promotion = form.find("becomes").map(read_role).transpose()?;
            Ok(Move::Step { from: from()?, to, promotion })
        }
        "en_passant" => Ok(Move::EnPassant { from: from()?, to }),
        "castle" => {
            let wing = form.with("wing", read_wing)?;
            Ok(Move::Castle { from: from()?, to, rook: form.with("rook", read_square)?, wing })
        }
        "drop" => Ok(Move::Drop { role: form.with("man", read_role)?, to }),
        other => Err(Garbled(format!("no move is called `{other}`"))),
    }
}

/// Seconds of the record, as elsewhere.
pub(super) fn write_span(span: Span) -> Value {
    json!([span.from.timestamp(), span.to.timestamp()])
}

pub(super) fn read_span(value: &Value) -> Result<Span, Garbled> {
    let moment = |value: &Value| value.as_i64().and_then(|seconds| DateTime::from_timestamp(seconds, 0));
    let bounds = match value.as_array().map(Vec::as_slice) {
        Some([from, to]) => moment(from).zip(moment(to)),
        _ => None,
    };
    let (from, to) = bounds.ok_or_else(|| Garbled(format!("two moments are awaited, not {}", short(value))))?;
    Ok(Span { from, to })
}

pub(super) fn write_outcome(outcome: &Outcome) -> Value {
    json!({ "winner": outcome.winner.map(Side::key), "by": outcome.termination.key() })
}

pub(super) fn read_outcome(value: &Value) -> Result<Outcome, Garbled> {
    let form = Form::of(value)?;
    let winner = form.find("winner").map(read_side).transpose()?;
    Ok(Outcome { winner, termination: form.with("by", read_termination)? })
}

pub(super) fn read_termination(value: &Value) -> Result<Termination, Garbled> {
    let known = value.as_str().and_then(Termination::from_key);
    known.ok_or_else(|| Garbled(format!("no termination is called {}", short(value))))
}

/// A man and where it stands.
pub(super) fn write_standing((piece, square): &(Piece, Square)) -> Value {
    json!([piece.side.key(), piece.role.0, square.0])
}

pub(super) fn read_standing(value: &Value) -> Result<(Piece, Square), Garbled> {
    match value.as_array().map(Vec::as_slice) {
        Some([side, role, square]) => {
            Ok((Piece { side: read_side(side)?, role: read_role(role)? }, read_square(square)?))
        }
        _ => Err(Garbled(format!("a man and its square are awaited, not {}", short(value)))),
    }
}

pub(super) fn write_number(number: MoveNumber) -> Value {
    json!([number.number, number.dots])
}

pub(super) fn read_number(value: &Value) -> Result<MoveNumber, Garbled> {
    let parts = value.as_array().map(Vec::as_slice);
    let read = match parts {
        Some([number, dots]) => number.as_u64().zip(dots.as_bool()),
        _ => None,
    };
    let (number, dots) = read.ok_or_else(|| Garbled(format!("a move number is awaited, not {}", short(value))))?;
    let number = u32::try_from(number).map_err(|_| Garbled("the move number is out of range".to_owned()))?;
    Ok(MoveNumber { number, dots })
}

pub(super) fn read_game_id(value: &Value) -> Result<GameId, Garbled> {
    value.as_str().and_then(GameId::parse).ok_or_else(|| Garbled(format!("{} is no game's id", short(value))))
}

pub(super) fn read_code(value: &Value) -> Result<ConfirmCode, Garbled> {
    value.as_str().and_then(ConfirmCode::parse).ok_or_else(|| Garbled("a code is awaited".to_owned()))
}
