//! Where a man may go, whoever is to move (`docs/rules.md`).

use super::reach::{Field, Way};
use crate::rules::{Position, Setup, Square};

/// Destinations of the man on `square`, each once, by square.
pub(in crate::rules) fn scope(position: &Position, square: Square) -> Vec<Square> {
    let Some(man) = position.piece_at(square) else { return Vec::new() };
    if man.side == position.turn() {
        return legal_from(position, square);
    }
    let setup = Setup { turn: man.side, en_passant: None, passer: None, ..position.setup() };
    match Position::try_from(setup) {
        Ok(turned) => legal_from(&turned, square),
        // The side to move is in check, so the turned position would have a king to take: play on the bare board.
        Err(_) => {
            let field = Field::of(position);
            let kings = position.royals(man.side);
            let safe = |to: &Square| {
                let after = field.moved(square, *to, None);
                let stands = |king: &Square| if *king == square { *to } else { *king };
                kings.iter().all(|king| after.attackers(stands(king), man.side.other()).is_empty())
            };
            let takes_king = |to: &Square| position.royals(position.turn()).contains(to);
            let squares = position.geometry().squares();
            let clear = squares.filter(|to| field.way((man, square), *to) == Way::Clear && !takes_king(to));
            clear.filter(safe).collect()
        }
    }
}

fn legal_from(position: &Position, square: Square) -> Vec<Square> {
    let from = position.legal_moves().into_iter().filter(|mv| mv.from() == Some(square));
    let mut squares: Vec<Square> = from.map(|mv| mv.to()).collect();
    squares.sort_unstable();
    squares.dedup();
    squares
}
