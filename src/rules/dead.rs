/*!
Whether a side can still win by any series of legal moves, and whether the position is dead (`docs/rules.md`).

A position is *winnable* for a side if some series of legal moves, the other side helping, ends with that side giving
mate. Material is looked at first, since it costs nothing; then a solver of helpmates is asked, with a budget in nodes so
that the answer is the same on every machine. What it leaves open counts as winnable: nobody is robbed of a win. A line it
claims is believed only after our own engine has played it to mate.
*/

use std::str::FromStr;

use chasolver::Winnability;

use super::movement::{DIAGONAL, ORTHOGONAL};
use super::variant::{Castling, DeadRule};
use super::{Move, Position, Side, Square, exhaust, notation};

/// What is known about a side's prospects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prospect {
    /// These moves end with that side giving mate.
    Won(Vec<Move>),
    /// Proved: no series of moves does.
    Unwinnable,
    /// Not decided within the budget, or not asked.
    Open,
}

/// Nodes of the solver's last phase. All its phases together then stay under half a second for each side.
const DEEP_NODES: u64 = 1 << 20;

/// Nodes of a first look for any mate at all.
const SOON_NODES: u64 = 1000;

/// The solver was made for boards of actual games: it holds room for sixteen men a side and no more.
const MEN_MAX: usize = 16;

/// True if it is proved that neither side can win any more.
pub(super) fn is_dead(position: &Position) -> bool {
    if position.variant().dead == DeadRule::Helpmate
        && let Some(board) = solvers_board(position)
        && Side::BOTH.into_iter().any(|side| chasolver::is_winnable_soon(&board, colour(side), SOON_NODES))
    {
        return false; // a look at a thousand positions, enough for nearly all that occur in games
    }
    Side::BOTH.into_iter().all(|side| prospect(position, side) == Prospect::Unwinnable)
}

/// True if it is proved that `side` cannot win by any legal play. What the game's own test leaves open is searched to its
/// end where few pieces are left. No game ends by that search: it is asked when a flag falls.
pub(super) fn is_unwinnable(position: &Position, side: Side) -> bool {
    match prospect(position, side) {
        Prospect::Unwinnable => true,
        Prospect::Won(_) => false,
        Prospect::Open => exhaust::never_wins(position, side),
    }
}

/// What `side` can still hope for.
pub(super) fn prospect(position: &Position, side: Side) -> Prospect {
    if position.count_moves() == 0 {
        let won = position.outcome().is_some_and(|outcome| outcome.winner == Some(side));
        return if won { Prospect::Won(Vec::new()) } else { Prospect::Unwinnable };
    }
    match position.variant().dead {
        DeadRule::BareKings if Force::of(position, side).all() == 0 => Prospect::Unwinnable,
        DeadRule::BareKings | DeadRule::Never => Prospect::Open,
        DeadRule::Helpmate | DeadRule::Material if material_cannot_mate(position, side) => Prospect::Unwinnable,
        DeadRule::LoneBishops if lone_bishops(position) => Prospect::Unwinnable,
        DeadRule::Material | DeadRule::LoneBishops => Prospect::Open,
        DeadRule::Helpmate => helpmate(position, side),
    }
}

/// Asks the solver.
fn helpmate(position: &Position, side: Side) -> Prospect {
    let Some(board) = solvers_board(position) else { return Prospect::Open };
    match chasolver::winnability_within(&board, colour(side), DEEP_NODES) {
        Some(Winnability::Unwinnable) => Prospect::Unwinnable,
        Some(Winnability::Winnable { helpmate }) => replayed(position, side, &helpmate),
        None => Prospect::Open,
    }
}

/// The position as the solver takes it, if it has room for it.
fn solvers_board(position: &Position) -> Option<chess::Board> {
    let men = position.pieces();
    let crowded = |of: Side| men.iter().filter(|(_, piece)| piece.side == of).count() > MEN_MAX;
    if Side::BOTH.into_iter().any(crowded) || drawn_homes_count(position) {
        return None;
    }
    chess::Board::from_str(&notation::fen::write(position)).ok()
}

/// The solver castles only as in orthodox chess.
fn drawn_homes_count(position: &Position) -> bool {
    matches!(position.variant().castling, Castling::Drawn { .. }) && !position.setup().castling_rooks.is_empty()
}

fn colour(side: Side) -> chess::Color {
    match side {
        Side::First => chess::Color::White,
        Side::Second => chess::Color::Black,
    }
}

/// The solver's line in our own moves, if our engine agrees that it mates.
fn replayed(position: &Position, side: Side, line: &[chess::ChessMove]) -> Prospect {
    let mut now = position.clone();
    let mut moves = Vec::with_capacity(line.len());
    for theirs in line {
        let Some(mv) = now.legal_moves().into_iter().find(|&mv| means(&now, mv, *theirs)) else {
            return Prospect::Open;
        };
        let Ok(after) = now.after(mv) else { return Prospect::Open };
        moves.push(mv);
        now = after;
    }
    let mate = now.count_moves() == 0 && now.is_check() && now.turn() != side;
    if mate { Prospect::Won(moves) } else { Prospect::Open }
}

fn means(position: &Position, mv: Move, theirs: chess::ChessMove) -> bool {
    let same = |ours: Square, square: chess::Square| usize::from(ours.0) == square.to_index();
    let promotion = mv.promotion().and_then(|role| position.variant().role(role)).map(|role| role.letter);
    let wanted = theirs.get_promotion().map(|piece| piece.to_string(chess::Color::White));
    mv.from().is_some_and(|from| same(from, theirs.get_source()))
        && same(mv.to(), theirs.get_dest())
        && promotion.map(String::from) == wanted
}

/// The men of one side, as far as their power to mate goes.
#[derive(Default)]
struct Force {
    knights: usize,
    /// Bishops on dark and on light squares.
    bishops: [usize; 2],
    rooks: usize,
    queens: usize,
    /// Pawns, and all that is not of orthodox chess.
    others: usize,
}

impl Force {
    fn of(position: &Position, side: Side) -> Force {
        let mut force = Force::default();
        let (sheet, geometry) = (position.variant(), position.geometry());
        for (square, piece) in position.pieces() {
            // A royal man that rides lines mates without help.
            let rides = sheet.role_planes(piece.role) & (1 << ORTHOGONAL | 1 << DIAGONAL) != 0;
            if piece.side != side || *sheet.royal.of(side) == Some(piece.role) && !rides {
                continue;
            }
            match sheet.role(piece.role).map(|role| role.key) {
                Some("knight") => force.knights += 1,
                Some("bishop") => {
                    force.bishops[usize::from(geometry.file(square) + geometry.rank(square)) % 2] += 1;
                }
                Some("rook") => force.rooks += 1,
                Some("queen") => force.queens += 1,
                _ => force.others += 1,
            }
        }
        force
    }

    fn all(&self) -> usize {
        self.knights + self.bishops[0] + self.bishops[1] + self.rooks + self.queens + self.others
    }
}

/// One bishop each, on squares of different colours: neither can ever take the other, or be without a move.
fn lone_bishops(position: &Position) -> bool {
    let [first, second] = Side::BOTH.map(|side| Force::of(position, side));
    first.all() == 1 && second.all() == 1 && first.bishops.iter().zip(second.bishops).all(|(a, b)| a + b == 1)
}

/// Too few men to mate, whatever the moves. Sound, and complete enough to spare the solver.
fn material_cannot_mate(position: &Position, side: Side) -> bool {
    let (ours, theirs) = (Force::of(position, side), Force::of(position, side.other()));
    match (ours.all(), ours.knights, ours.bishops) {
        (0, _, _) => true,
        // A lone knight mates only a king that its own men shut in, and queens can always take the knight or step aside.
        (1, 1, _) => theirs.all() == theirs.queens,
        // With bishops of one square colour only, somebody must guard or fill squares of the other colour.
        (men, _, [dark, 0]) if men == dark => theirs.bishops[1] + theirs.knights + theirs.others == 0,
        (men, _, [0, light]) if men == light => theirs.bishops[0] + theirs.knights + theirs.others == 0,
        _ => false,
    }
}
