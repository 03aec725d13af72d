/*!
Whether a side can still win, decided by visiting every position that legal play can reach.

Where only a few pieces are left these positions are few, and the search asks each game's own rules, so it is exact in every
game. A search that has visited them all without a win is a proof; one that would take too long proves nothing.
*/

use super::variant::Circling;
use super::{Position, Side};
use std::collections::HashSet;

/// With more pieces than these, those in hand included, there are too many positions to visit.
const PIECES_MAX: usize = 3;
/// Positions visited at most: two pieces on 64 squares have 8064. A number and not a time, so that the answer is the same
/// on every machine.
const POSITIONS_MAX: usize = 8_192;

/// True if it is proved that `side` cannot win by any series of legal moves, the other side helping. Counters of moves are
/// left aside: they could only shorten a line that wins.
pub(super) fn never_wins(position: &Position, side: Side) -> bool {
    // In shogi a side may also win because the other gives check for ever, which no single position shows.
    if position.variant().circling != Circling::Fide || pieces(position) > PIECES_MAX {
        return false;
    }
    let mut seen = HashSet::from([position.key()]);
    let mut open = vec![position.clone()];
    while let Some(now) = open.pop() {
        let moves = now.legal_moves();
        if moves.is_empty() && now.outcome().is_some_and(|outcome| outcome.winner == Some(side)) {
            return false;
        }
        for after in moves.into_iter().filter_map(|mv| now.after(mv).ok()) {
            if seen.insert(after.key()) {
                open.push(after);
            }
        }
        if seen.len() > POSITIONS_MAX {
            return false;
        }
    }
    true
}

fn pieces(position: &Position) -> usize {
    let in_hand = |side| position.hand(side).into_iter().map(|(_, count)| usize::from(count)).sum::<usize>();
    position.pieces().len() + Side::BOTH.into_iter().map(in_hand).sum::<usize>()
}
