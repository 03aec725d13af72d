//! What is against castling.

use super::reach::Field;
use super::{Standing, Why};
use crate::rules::variant::{Castling as Homes, CastlingFiles};
use crate::rules::{Position, Side, Square, Wing};

/// King, rook and where both would go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Castling {
    king: Square,
    rook: Square,
    king_to: Square,
    rook_to: Square,
}

/// What is against castling to `wing`; without one, to the wing where least is.
pub(super) fn explain(position: &Position, field: &Field, wing: Option<Wing>) -> Why {
    let Some(wing) = wing else {
        let wings = [Wing::King, Wing::Queen].map(|wing| explain(position, field, Some(wing)));
        let lost = |why: &Why| matches!(why, Why::CastlingRightLost(_));
        let [king, queen] = wings;
        return if lost(&king) && !lost(&queen) { queen } else { king };
    };
    let turn = position.turn();
    let Some(castling) = Castling::of(position, wing) else { return Why::CastlingRightLost(wing) };
    let royal = position.royals(turn).contains(&castling.king);
    if let Some(checker) = field.attackers(castling.king, turn.other()).first().filter(|_| royal) {
        return Why::CastlingOutOfCheck(*checker);
    }
    if let Some(man) = castling.blocker(field) {
        return Why::CastlingBlocked(man);
    }
    castling.attacked(field, turn).filter(|_| royal).unwrap_or(Why::NotLegal)
}

impl Castling {
    /// The castling of the side to move to `wing`, if it still has the right to it.
    fn of(position: &Position, wing: Wing) -> Option<Castling> {
        let [king, king_to, rook, rook_to] = position.castling(position.turn(), wing)?;
        Some(Castling { king, rook, king_to, rook_to })
    }

    /// The wing meant by a king's move from its back rank to the file where castling would bring it.
    pub fn meant(position: &Position, king: Standing, to: Square) -> Option<Wing> {
        let geometry = position.geometry();
        let back = match king.0.side {
            Side::First => 0,
            Side::Second => geometry.ranks - 1,
        };
        let home = geometry.rank(king.1) == back && geometry.rank(to) == back;
        let steps = geometry.file(to).abs_diff(geometry.file(king.1));
        let wing = if geometry.file(to) > geometry.file(king.1) { Wing::King } else { Wing::Queen };
        let lands = geometry.file(to) == landing(position, wing)?;
        // Three steps from d1 are no castling anybody would write, unless the king may castle from there.
        let likely = steps == 2 || steps > 2 && position.may_castle(king.0.side, wing);
        (home && lands && likely).then_some(wing)
    }

    /// The man nearest to the king on any square that must be empty.
    fn blocker(&self, field: &Field) -> Option<Standing> {
        let Castling { king, rook, king_to, rook_to } = *self;
        let low = king.0.min(rook.0).min(king_to.0).min(rook_to.0);
        let high = king.0.max(rook.0).max(king_to.0).max(rook_to.0);
        (low..=high)
            .map(Square)
            .filter(|square| *square != king && *square != rook)
            .filter_map(|square| field.at(square).map(|man| (man, square)))
            .min_by_key(|(_, square)| square.0.abs_diff(king.0))
    }

    /// The first attacked square the king would cross or reach; the rook no longer shields it.
    fn attacked(&self, field: &Field, turn: Side) -> Option<Why> {
        let lifted = field.without(self.king).without(self.rook);
        let (king, to) = (self.king.0, self.king_to.0);
        let mut path: Vec<Square> = (king.min(to)..=king.max(to)).map(Square).collect();
        if king > to {
            path.reverse();
        }
        // Where the king stands nobody gives check; that the rook leaves may matter only if the king stays there.
        let crossed = path.into_iter().filter(|square| *square != self.king || king == to);
        crossed.into_iter().find_map(|square| {
            let by = lifted.attackers(square, turn.other()).first().copied()?;
            Some(Why::CastlingThroughCheck { square, by })
        })
    }
}

/// The file the king comes to, by the game's sheet.
fn landing(position: &Position, wing: Wing) -> Option<u8> {
    match position.variant().castling {
        Homes::Never => None,
        Homes::Homes(CastlingFiles { king_to, .. }) | Homes::Drawn { king_to, .. } => Some(king_to[wing as usize]),
    }
}
