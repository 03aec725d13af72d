/*!
Why a move is illegal, in the reader's words: one sentence for every [`Why`].
*/

use super::position::{list_of, standing};
use super::words::{Form, Lack, Words};
use crate::rules::{Piece, Side, Square, View, Why, Wing};

/// The man a reason is about.
pub(super) fn man_meant(why: &Why) -> Option<Square> {
    piece_meant(why).map(|(_, square)| square)
}

/// Whose move it is that the reason is about, where the reason tells.
pub(super) fn mover(why: &Why) -> Option<Side> {
    match why {
        Why::NotYours((piece, _)) | Why::IntoCheck { by: (piece, _), .. } => Some(piece.side.other()),
        Why::MustAnswerCheck { by } => by.first().map(|(piece, _)| piece.side.other()),
        _ => piece_meant(why).map(|(piece, _)| piece.side),
    }
}

fn piece_meant(why: &Why) -> Option<(Piece, Square)> {
    match why {
        Why::CannotReach { man, .. }
        | Why::Blocked { man, .. }
        | Why::OwnManThere { man, .. }
        | Why::NothingToTake { man, .. }
        | Why::OnlyByTaking { man, .. }
        | Why::EnPassantTooLate { man, .. }
        | Why::EnPassantExposes { man, .. }
        | Why::Pinned { man, .. }
        | Why::MustPromote { man, .. }
        | Why::MustCapture { man, .. }
        | Why::GivesCheck { man, .. }
        | Why::NothingToBecome { man, .. }
        | Why::NotPromoting { man } => Some(*man),
        _ => None,
    }
}

/// The reason, in a sentence.
pub(super) fn said(view: &View, words: Words, why: &Why) -> Result<String, Lack> {
    let notation = words.notation()?;
    let name = |square: &Square| notation.square(view.geometry(), *square);
    let on = |man: &(Piece, Square)| standing(view, words, man.0.role, man.1, "standing_bare");
    let kind = |role| words.man(view.variant(), role, Form::One);
    let royal = royal(view, words)?;
    let say = |key: &str, values: &[(&str, &str)]| said_of(words, royal, key, values);
    match why {
        Why::NoSuchMan { role, file, rank } => {
            let file = file.map(|file| notation.file(view.geometry(), file));
            let rank = rank.map(|rank| notation.rank(view.geometry(), rank));
            let key = match (&file, &rank) {
                (None, None) => "no_such_man",
                (Some(_), None) => "no_such_man_file",
                (None, Some(_)) => "no_such_man_rank",
                (Some(_), Some(_)) => "no_such_man_square",
            };
            let (file, rank) = (file.unwrap_or_default(), rank.unwrap_or_default());
            say(key, &[("man", kind(*role)?), ("file", &file), ("rank", &rank)])
        }
        Why::EmptySquare(square) => say("empty_square", &[("square", &name(square))]),
        Why::NotYours(man) => say("not_yours", &[("man", &on(man)?)]),
        Why::OtherMan { role, there } => {
            say("other_man", &[("man", kind(*role)?), ("there", kind(there.0.role)?), ("square", &name(&there.1))])
        }
        Why::CannotReach { man, to } => match view.piece_at(*to).filter(|there| there.side == man.0.side) {
            Some(there) => {
                say("cannot_reach_own", &[("man", &on(man)?), ("to", &name(to)), ("there", kind(there.role)?)])
            }
            None => say("cannot_reach", &[("man", &on(man)?), ("to", &name(to))]),
        },
        Why::Blocked { man, to, by } => say("blocked", &[("man", &on(man)?), ("to", &name(to)), ("by", &on(by)?)]),
        Why::OwnManThere { man, there } => say("own_man_there", &[("man", &on(man)?), ("there", kind(there.0.role)?)]),
        Why::NothingToTake { man, to } => say("nothing_to_take", &[("man", &on(man)?), ("to", &name(to))]),
        Why::OnlyByTaking { man, there } => say("only_by_taking", &[("man", &on(man)?), ("there", &on(there)?)]),
        Why::EnPassantTooLate { passed, .. } => say("en_passant_too_late", &[("there", &on(passed)?)]),
        Why::EnPassantExposes { by, .. } => say("en_passant_exposes", &[("by", &on(by)?)]),
        Why::Pinned { man, by } => say("pinned", &[("man", &on(man)?), ("by", &on(by)?)]),
        Why::IntoCheck { to, by } => say("into_check", &[("to", &name(to)), ("by", &on(by)?)]),
        Why::MustAnswerCheck { by } => {
            let squares: Vec<Square> = by.iter().map(|standing| standing.1).collect();
            say("must_answer_check", &[("by", &list_of(view, words, &squares)?)])
        }
        Why::NoSuchPromotion(role) => say("no_such_promotion", &[("man", kind(*role)?)]),
        Why::NotPromoting { man } => say("not_promoting", &[("man", &on(man)?)]),
        Why::MustPromote { man, to } => say("must_promote", &[("man", &on(man)?), ("to", &name(to))]),
        Why::NotInHand(role) => say("not_in_hand", &[("man", kind(*role)?)]),
        Why::DropOccupied(there) => say("drop_occupied", &[("there", &on(there)?)]),
        Why::DropDead { role, to } => say("drop_dead", &[("man", kind(*role)?), ("to", &name(to))]),
        Why::TwoPawns(there) => say("two_pawns", &[("there", &on(there)?)]),
        Why::PawnDropMate(to) => say("pawn_drop_mate", &[("to", &name(to))]),
        Why::MustCapture { by, there, .. } => say("must_capture", &[("by", &on(by)?), ("there", &on(there)?)]),
        Why::GivesCheck { man, by } if man == by => say("gives_check", &[("man", &on(man)?)]),
        Why::GivesCheck { by, .. } => say("uncovers_check", &[("by", &on(by)?)]),
        Why::NothingToBecome { man, to } => say("nothing_to_become", &[("man", &on(man)?), ("to", &name(to))]),
        Why::OffBoard => say("off_board", &[]),
        Why::NotLegal => say("not_legal", &[]),
        Why::CastlingRightLost(_)
        | Why::CastlingOutOfCheck(_)
        | Why::CastlingThroughCheck { .. }
        | Why::CastlingBlocked(_) => castling(view, words, why),
    }
}

/// Why the king may not castle.
fn castling(view: &View, words: Words, why: &Why) -> Result<String, Lack> {
    let on = |man: &(Piece, Square)| standing(view, words, man.0.role, man.1, "standing_bare");
    let royal = royal(view, words)?;
    let say = |key: &str, values: &[(&str, &str)]| said_of(words, royal, key, values);
    match why {
        Why::CastlingRightLost(Wing::King) => say("castling_right_lost_king", &[]),
        Why::CastlingRightLost(Wing::Queen) => say("castling_right_lost_queen", &[]),
        Why::CastlingOutOfCheck(by) => say("castling_out_of_check", &[("by", &on(by)?)]),
        Why::CastlingThroughCheck { square, by } => {
            say("castling_through_check", &[("square", &words.square(view.geometry(), *square)?), ("by", &on(by)?)])
        }
        Why::CastlingBlocked(by) => say("castling_blocked", &[("by", &on(by)?)]),
        _ => say("not_legal", &[]),
    }
}

/// What the man is called that the side to move must guard; the king where it guards none.
fn royal<'w>(view: &View, words: Words<'w>) -> Result<&'w str, Lack> {
    match *view.variant().royal.of(view.turn()) {
        Some(role) => words.man(view.variant(), role, Form::One),
        None => words.text(&["men", "king", Form::One.key()]),
    }
}

/// A sentence, `{king}` filled in besides.
fn said_of(words: Words, royal: &str, key: &str, values: &[(&str, &str)]) -> Result<String, Lack> {
    let all: Vec<(&str, &str)> = values.iter().copied().chain([("king", royal)]).collect();
    words.say(&["why", key], &all)
}
