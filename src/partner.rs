/*!
The built-in player: a modest partner for the demonstration and for practice. It looks a few plies ahead, counts men
and freedom, and never plays what is not legal; it is not meant to be strong.

It has no chance in it: the same position is always answered by the same move. This room does not know who asks, nor
how the move travels.
*/

use crate::rules::{Goal, Move, Moves, Position, Role, Side};

/// How far it looks: plies in full, then captures followed. The last that the budget leaves counts, so that a crowded
/// board or full hands are looked at less far.
const LEVELS: [(u32, u32); 4] = [(1, 0), (1, 2), (2, 2), (3, 4)];
/// Positions looked at for one move, as a rule.
pub const BUDGET: u32 = 20_000;
/// Worth of a won game, in hundredths of a pawn; a quicker win is worth a little more.
const WIN: i32 = 100_000;

/// The move the built-in player would make; none if the game is over.
pub fn choose(position: &Position) -> Option<Move> {
    weigh(position, BUDGET).map(|(mv, _)| mv)
}

/// The same after so many positions at most, with how it judges the position for the side to move, in hundredths of a pawn.
pub fn weigh(position: &Position, budget: u32) -> Option<(Move, i32)> {
    let moves = ordered(position, position.legal_moves());
    let mut best = moves.first().map(|mv| (*mv, 0));
    let mut look = Look { quiet: 0, left: budget };
    for (depth, quiet) in LEVELS {
        look.quiet = quiet;
        let found = look.best(position, &moves, depth);
        if look.left == 0 {
            break;
        }
        best = found;
    }
    best
}

/// One look ahead and what is left of its budget. What it finds with an empty budget is worth nothing.
struct Look {
    /// Captures followed beyond the full depth.
    quiet: u32,
    left: u32,
}

impl Look {
    fn best(&mut self, position: &Position, moves: &[Move], depth: u32) -> Option<(Move, i32)> {
        let mut best = None;
        let mut alpha = -WIN * 2;
        for mv in moves {
            let Ok(next) = position.after(*mv) else { continue };
            let worth = -self.search(&next, depth - 1, -WIN * 2, -alpha);
            if best.is_none() || worth > alpha {
                alpha = alpha.max(worth);
                best = Some((*mv, worth));
            }
        }
        best
    }

    /// Worth of the position for the side to move, between `alpha` and `beta`.
    fn search(&mut self, position: &Position, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        self.left = self.left.saturating_sub(1);
        let moves = position.legal_moves();
        if moves.is_empty() {
            return ended(position, depth);
        }
        if position.halfmove_clock() >= 100 {
            return 0;
        }
        if depth == 0 {
            return self.settle(position, moves, self.quiet, alpha, beta);
        }
        for mv in ordered(position, moves) {
            let Ok(next) = position.after(mv) else { continue };
            alpha = alpha.max(-self.search(&next, depth - 1, -beta, -alpha));
            if alpha >= beta || self.left == 0 {
                break;
            }
        }
        alpha
    }

    /// Follows captures until none is left, so that no man is counted in the middle of an exchange.
    fn settle(&mut self, position: &Position, moves: Vec<Move>, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        self.left = self.left.saturating_sub(1);
        alpha = alpha.max(balance(position, moves.len()));
        if alpha >= beta || depth == 0 || self.left == 0 {
            return alpha;
        }
        for mv in ordered(position, moves).into_iter().filter(|mv| position.captured(*mv).is_some()) {
            let Ok(next) = position.after(mv) else { continue };
            let replies = next.legal_moves();
            let worth = if replies.is_empty() {
                -ended(&next, 0)
            } else {
                -self.settle(&next, replies, depth - 1, -beta, -alpha)
            };
            alpha = alpha.max(worth);
            if alpha >= beta || self.left == 0 {
                break;
            }
        }
        alpha
    }
}

/// Worth of a game that is over, for the side to move: the more plies were left to look at, the quicker it came.
fn ended(position: &Position, depth: u32) -> i32 {
    match position.outcome().and_then(|outcome| outcome.winner) {
        None => 0,
        Some(winner) if winner == position.turn() => WIN + depth as i32,
        Some(_) => -WIN - depth as i32,
    }
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
    let (geometry, goal) = (position.geometry(), position.variant().goal);
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
            "king" if goal == Goal::Race => 150 * i32::from(geometry.rank(square)),
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
    // Whoever wants to be rid of all men counts them against itself; moves are welcome in any game.
    let sum = if goal == Goal::GiveAway { -sum } else { sum };
    sum + freedom as i32
}

fn role_key(position: &Position, role: Role) -> &'static str {
    position.variant().roles.get(usize::from(role.0)).map_or("", |sheet| sheet.key)
}

/// The values beginners learn (`docs/rules.md`), in hundredths of a pawn, put together from the ways a man moves: so
/// queen and amazon, gold and dragon need no table. Nothing for a royal man: it is never exchanged.
fn worth_of(position: &Position, role: Role) -> i32 {
    let variant = position.variant();
    if Side::BOTH.into_iter().any(|side| *variant.royal.of(side) == Some(role)) {
        return 0;
    }
    let planes = variant.role_planes(role);
    let in_plane = |plane: usize| planes >> plane & 1 == 1;
    let ways = variant.planes.iter().enumerate();
    let counts = ways.filter(|(place, way)| in_plane(*place) && way.unless.is_none_or(|other| !in_plane(other.into())));
    let parts: Vec<i32> = counts.map(|(_, way)| worth_of_way(way.moves)).collect();
    // Together they are more than apart.
    parts.iter().sum::<i32>() + 90 * (parts.len() as i32 - 1).max(0)
}

fn worth_of_way(moves: Moves) -> i32 {
    match moves {
        Moves::Unused => 0,
        Moves::Pawn => 100,
        Moves::Lance => 200,
        Moves::Orthogonal => 500,
        Moves::Diagonal => 310,
        Moves::Leaps(leaps) => 300 * leaps.len() as i32 / 8,
    }
}
