/*!
The built-in player: a modest partner for the demonstration and for practice. It looks a few plies ahead, counts men
and freedom, and never plays what is not legal; it is not meant to be strong.

It has no chance in it: the same position is always answered by the same move. This room does not know who asks, nor
how the move travels.
*/

use crate::rules::{Move, Position, Side};

/// Plies looked at in full; captures are followed beyond them.
const DEPTH: u32 = 3;
/// Captures followed beyond the full depth.
const QUIET_DEPTH: u32 = 4;
/// Worth of a won game, in hundredths of a pawn; a quicker win is worth a little more.
const WIN: i32 = 100_000;

/// The move the built-in player would make; none if the game is over.
pub fn choose(position: &Position) -> Option<Move> {
    let mut best = None;
    let mut alpha = -WIN * 2;
    for mv in ordered(position, position.legal_moves()) {
        let Ok(next) = position.after(mv) else { continue };
        let worth = -search(&next, DEPTH - 1, -WIN * 2, -alpha);
        if best.is_none() || worth > alpha {
            alpha = alpha.max(worth);
            best = Some(mv);
        }
    }
    best
}

/// Worth of the position for the side to move, between `alpha` and `beta`.
fn search(position: &Position, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return if position.checkers().is_empty() { 0 } else { -WIN - depth as i32 };
    }
    if position.halfmove_clock() >= 100 {
        return 0;
    }
    if depth == 0 {
        return settle(position, moves, QUIET_DEPTH, alpha, beta);
    }
    for mv in ordered(position, moves) {
        let Ok(next) = position.after(mv) else { continue };
        alpha = alpha.max(-search(&next, depth - 1, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// Follows captures until none is left, so that no man is counted in the middle of an exchange.
fn settle(position: &Position, moves: Vec<Move>, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    alpha = alpha.max(balance(position, moves.len()));
    if alpha >= beta || depth == 0 {
        return alpha;
    }
    for mv in ordered(position, moves).into_iter().filter(|mv| position.captured(*mv).is_some()) {
        let Ok(next) = position.after(mv) else { continue };
        let replies = next.legal_moves();
        let worth = if replies.is_empty() && !next.checkers().is_empty() {
            WIN
        } else {
            -settle(&next, replies, depth - 1, -beta, -alpha)
        };
        alpha = alpha.max(worth);
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// Captures of dear men first, then promotions: what cuts most is looked at first.
fn ordered(position: &Position, mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_by_key(|mv| {
        let taken = position.captured(*mv).map_or(0, |(_, piece)| worth_of(position, piece.role));
        let gained = mv.promotion().map_or(0, |role| worth_of(position, role));
        -(taken + gained)
    });
    moves
}

/// Men, their place, and freedom, in hundredths of a pawn, for the side to move.
fn balance(position: &Position, freedom: usize) -> i32 {
    let geometry = position.geometry();
    let mut sum = 0;
    for (square, piece) in position.pieces() {
        let rank = match piece.side {
            Side::First => geometry.rank(square),
            Side::Second => geometry.ranks - 1 - geometry.rank(square),
        };
        // Nearness to the middle, 0 at the edge: draws men out and keeps them together.
        let file = geometry.file(square);
        let middle = i32::from(file.min(geometry.files - 1 - file)) + i32::from(rank.min(geometry.ranks - 1 - rank));
        let place = match role_key(position, piece.role) {
            "king" => -4 * i32::from(rank),
            "pawn" => 3 * middle + 4 * i32::from(rank),
            "queen" | "rook" => middle,
            _ => 6 * middle,
        };
        let worth = worth_of(position, piece.role) + place;
        sum += if piece.side == position.turn() { worth } else { -worth };
    }
    for side in Side::BOTH {
        let held: i32 = position.hand(side).iter().map(|(role, n)| worth_of(position, *role) * i32::from(*n)).sum();
        sum += if side == position.turn() { held } else { -held };
    }
    sum + freedom as i32
}

fn role_key(position: &Position, role: crate::rules::Role) -> &'static str {
    position.variant().roles.get(usize::from(role.0)).map_or("", |sheet| sheet.key)
}

/// The values beginners learn (`rules/chess.md` 7), in hundredths of a pawn.
fn worth_of(position: &Position, role: crate::rules::Role) -> i32 {
    match role_key(position, role) {
        "king" => 0,
        "queen" => 900,
        "rook" => 500,
        "bishop" => 310,
        "knight" => 300,
        "pawn" => 100,
        _ => 400,
    }
}
