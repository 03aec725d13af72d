//! Why a man in hand may not come to a square.

use super::reach::Field;
use super::{Standing, Why};
use crate::rules::variant::{Hands, PawnDrops};
use crate::rules::{MovePattern, Position, Role, Side, Square};

/// What is against dropping the man the text names where it says.
pub(super) fn explain(position: &Position, field: &Field, pattern: &MovePattern) -> Why {
    let Some(role) = pattern.role else { return Why::NotLegal };
    let turn = position.turn();
    let mut squares = field.geometry().squares();
    let Some(to) = squares.find(|square| pattern.leads_to(position, *square)) else {
        return Why::OffBoard;
    };
    if !position.hand(turn).iter().any(|(held, _)| *held == role) {
        return Why::NotInHand(role);
    }
    if let Some(there) = field.at(to) {
        return Why::DropOccupied((there, to));
    }
    if stuck(position, field, role, to) {
        return Why::DropDead { role, to };
    }
    let bound = bound_pawn(position) == Some(role);
    if let Some(pawn) = own_pawn_on_file(field, turn, role, to).filter(|_| bound) {
        return Why::TwoPawns(pawn);
    }
    let checkers = position.checkers();
    if checkers.is_empty() {
        return if bound { Why::PawnDropMate(to) } else { Why::NotLegal };
    }
    let blocks = position.legal_moves().iter().any(|mv| mv.from().is_none() && mv.to() == to);
    if bound && blocks {
        return Why::PawnDropMate(to);
    }
    let standing = |square: Square| field.at(square).map(|man| (man, square));
    Why::MustAnswerCheck { by: checkers.into_iter().filter_map(standing).collect() }
}

/// The kind of man that drops as the pawn of shogi.
fn bound_pawn(position: &Position) -> Option<Role> {
    match position.variant().hands {
        Hands::Captured { pawns: PawnDrops::Shogi { pawn }, .. } => Some(pawn),
        _ => None,
    }
}

/// A man that could never move from `to`, or a pawn of chess where none may stand.
fn stuck(position: &Position, field: &Field, role: Role, to: Square) -> bool {
    let (variant, rank) = (position.variant(), field.own_rank(position.turn(), to));
    let planes = variant.role_planes(role);
    let ways = variant.planes.iter().enumerate().filter(|(place, _)| planes >> place & 1 == 1);
    let dead = ways.map(|(_, plane)| plane.dead_ranks).max().unwrap_or(0);
    let last = variant.geometry.ranks;
    let pawn = field.is_pawn_kind(role) && (rank < variant.pawns.lowest || rank + 1 == last);
    rank + dead >= last || pawn
}

fn own_pawn_on_file(field: &Field, side: Side, role: Role, to: Square) -> Option<Standing> {
    let geometry = field.geometry();
    field.men(side).into_iter().find(|(man, at)| man.role == role && geometry.file(*at) == geometry.file(to))
}
