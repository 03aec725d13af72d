/*!
A lawful position, with side to move, rights and counters: the run-time face over the engine's instances.

Everybody outside this room is written against it once, whatever the game.
*/

use super::bits::Bits;
use super::board::{Board, Play};
use super::geometry::Tables;
use super::instance::{Chess, Hands, Homes, Planes, Rules, Sheet64, Sheet128, Shogi};
use super::legal::Set;
use super::variant::{Circling, Stalemate};
use super::{
    Geometry, InvalidSetup, Move, Outcome, Piece, Prospect, Role, Setup, Side, Square, Termination, Variant, Wing,
    dead, notation, perft, variants,
};

/// A lawful arrangement. There is no way to get one but [`Position::start`], `Position::try_from(Setup)` and
/// playing; and, only to look at, [`Position::for_study`].
///
/// ```
/// use kingpost::rules::{Position, Termination, notation::fen, variants};
///
/// assert_eq!(Position::start(&variants::CHESS).legal_moves().len(), 20);
///
/// let setup = fen::read(&variants::CHESS, "7k/6pp/8/8/8/8/8/R5K1 w - - 0 1")?;
/// let position = Position::try_from(setup)?;
/// let geometry = position.geometry();
/// let mate = position.legal_moves().into_iter().find(|mv| geometry.name(mv.to()) == "a8").ok_or("no move to a8")?;
/// let outcome = position.after(mate)?.outcome();
/// assert_eq!(outcome.map(|outcome| outcome.termination), Some(Termination::Checkmate));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Position(Engine);

/// Chess lies here itself, for speed; the larger boards of other games behind a pointer.
#[derive(Clone)]
pub(super) enum Engine {
    Chess(Board<Chess>),
    Shogi(Box<Board<Shogi>>),
    Small(Box<Board<Sheet64>>),
    Large(Box<Board<Sheet128>>),
}

/// Says the same of whichever engine it is.
macro_rules! on {
    ($position:expr, $board:ident => $answer:expr) => {
        match &$position.0 {
            Engine::Chess($board) => $answer,
            Engine::Shogi($board) => $answer,
            Engine::Small($board) => $answer,
            Engine::Large($board) => $answer,
        }
    };
}

/// What makes two positions the same for repetition (FIDE 9.2.3): men, side, rights, a playable en passant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PositionKey(pub Vec<u8>);

/// The move is not lawful here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the move is not legal in this position")]
pub struct IllegalMove;

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Position({} {})", self.variant().key, notation::fen::write(self))
    }
}

impl TryFrom<Setup> for Position {
    type Error = InvalidSetup;

    fn try_from(setup: Setup) -> Result<Position, InvalidSetup> {
        let sheet = setup.variant;
        let engine = if sheet.key == variants::CHESS.key {
            Engine::Chess(Board::from_setup(Chess, &setup)?)
        } else if sheet.key == variants::SHOGI.key {
            Engine::Shogi(Box::new(Board::from_setup(Shogi::new(), &setup)?))
        } else {
            Engine::loaded(sheet, &setup)?
        };
        Ok(Position(engine))
    }
}

impl Engine {
    /// An engine that reads its sheet while it runs.
    fn loaded(sheet: &'static Variant, setup: &Setup) -> Result<Engine, InvalidSetup> {
        Ok(if sheet.geometry.area() <= 64 && sheet.planes.len() <= 8 {
            Engine::Small(Box::new(Board::from_setup(Sheet64::of(sheet), setup)?))
        } else {
            Engine::Large(Box::new(Board::from_setup(Sheet128::of(sheet), setup)?))
        })
    }
}

impl Position {
    /// As `Position::try_from`, but the side that is not to move may stand in check. Only for looking at a position: no
    /// game comes to it, and none may begin from it. No move captures a royal man there, and nothing is said to be dead.
    pub fn for_study(setup: Setup) -> Result<Position, InvalidSetup> {
        let sheet = setup.variant;
        Ok(Position(if sheet.key == variants::CHESS.key {
            Engine::Chess(Board::for_study(Chess, &setup)?)
        } else if sheet.geometry.area() <= 64 && sheet.planes.len() <= 8 {
            Engine::Small(Box::new(Board::for_study(Sheet64::of(sheet), &setup)?))
        } else {
            Engine::Large(Box::new(Board::for_study(Sheet128::of(sheet), &setup)?))
        }))
    }

    /// True of a position that only [`Position::for_study`] gives.
    fn only_for_study(&self) -> bool {
        on!(self, board => board.idle_in_check())
    }

    /// The position of `setup` on the engine that reads its sheet at run time, even for chess. For tests and measures:
    /// it must answer as the other does.
    pub fn through_its_sheet(setup: Setup) -> Result<Position, InvalidSetup> {
        Engine::loaded(setup.variant, &setup).map(Position)
    }

    /// The start position of `variant`.
    pub fn start(variant: &'static Variant) -> Position {
        notation::fen::read(variant, variant.start)
            .and_then(Position::try_from)
            .unwrap_or_else(|why| unreachable!("the start position of {} must be lawful: {why}", variant.key))
    }

    /// All a FEN says about this position.
    pub fn setup(&self) -> Setup {
        on!(self, board => board.to_setup())
    }

    /// Whose rules apply.
    pub fn variant(&self) -> &'static Variant {
        on!(self, board => board.sheet())
    }

    /// The board's size.
    pub fn geometry(&self) -> Geometry {
        self.variant().geometry
    }

    /// Who is to move.
    pub fn turn(&self) -> Side {
        on!(self, board => board.turn)
    }

    /// The man on `square`.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        on!(self, board => board.piece_at(square))
    }

    /// All men on the board, by square.
    pub fn pieces(&self) -> Vec<(Square, Piece)> {
        let standing = |square| Some((square, self.piece_at(square)?));
        self.geometry().squares().filter_map(standing).collect()
    }

    /// Men in hand of `side`, kinds that it has, in the variant's order.
    pub fn hand(&self, side: Side) -> Vec<(Role, u8)> {
        on!(self, board => board.hand(side))
    }

    /// All legal moves, each once, in a stable order.
    pub fn legal_moves(&self) -> Vec<Move> {
        on!(self, board => board.moves())
    }

    /// How many legal moves there are, without listing them.
    pub fn count_moves(&self) -> u32 {
        if self.only_for_study() {
            return on!(self, board => board.moves().len().try_into().unwrap_or(u32::MAX));
        }
        on!(self, board => board.count())
    }

    /// True if `mv` may be played here.
    pub fn is_legal(&self, mv: Move) -> bool {
        on!(self, board => board.play_of(mv).is_some())
    }

    /// The position after `mv`.
    pub fn after(&self, mv: Move) -> Result<Position, IllegalMove> {
        let mut after = self.clone();
        match &mut after.0 {
            Engine::Chess(board) => board.play_move(mv),
            Engine::Shogi(board) => board.play_move(mv),
            Engine::Small(board) => board.play_move(mv),
            Engine::Large(board) => board.play_move(mv),
        }?;
        Ok(after)
    }

    /// Squares of `side`'s royal men.
    pub fn royals(&self, side: Side) -> Vec<Square> {
        let royal = on!(self, board => board.royal[side.index()]);
        if royal < self.geometry().area() { vec![Square(royal)] } else { Vec::new() }
    }

    /// Men of the other side that give check to the side to move.
    pub fn checkers(&self) -> Vec<Square> {
        on!(self, board => board.checkers_of(board.turn.index()).squares().map(Square).collect())
    }

    /// True if the side to move stands in check.
    pub fn is_check(&self) -> bool {
        on!(self, board => !board.checkers_of(board.turn.index()).is_empty())
    }

    /// Men of `by` that attack `square`, pinned or not, with the board as it stands.
    pub fn attackers(&self, square: Square, by: Side) -> Vec<Square> {
        if square.0 >= self.geometry().area() {
            return Vec::new();
        }
        on!(self, board => {
            board.attackers(by.index(), square.0, board.occupied()).squares().map(Square).collect()
        })
    }

    /// What `mv` would capture, and where it stands (en passant: behind the destination).
    pub fn captured(&self, mv: Move) -> Option<(Square, Piece)> {
        let square = match mv {
            Move::Step { to, .. } => to,
            Move::EnPassant { .. } => Square(on!(self, board => board.passer)),
            Move::Castle { .. } | Move::Drop { .. } => return None,
        };
        self.piece_at(square).filter(|piece| piece.side != self.turn()).map(|piece| (square, piece))
    }

    /// True if `side` has not lost the right to castle to `wing`.
    pub fn may_castle(&self, side: Side, wing: Wing) -> bool {
        on!(self, board => board.rights >> (side.index() * 2 + wing as usize) & 1 == 1)
    }

    /// The square passed over, if a capture en passant is legal now.
    pub fn en_passant(&self) -> Option<Square> {
        on!(self, board => board.en_passant().map(Square))
    }

    /// The square a pawn has just passed over and the square it went to, even where taking it would expose the king.
    pub(super) fn passed(&self) -> Option<(Square, Square)> {
        let (over, passer) = on!(self, board => (board.passed, board.passer));
        (over < self.geometry().area()).then_some((Square(over), Square(passer)))
    }

    /// The castling of `side` to `wing` while it has the right: where the king stands and goes, where the rook does.
    pub(super) fn castling(&self, side: Side, wing: Wing) -> Option<[Square; 4]> {
        let squares = on!(self, board => {
            let path = board.castling_path(side.index(), wing as usize);
            [path.king, path.king_to, path.rook, path.rook_to].map(Square)
        });
        self.may_castle(side, wing).then_some(squares)
    }

    /// Plies since the last capture or pawn move.
    pub fn halfmove_clock(&self) -> u32 {
        on!(self, board => u32::from(board.halfmove_clock))
    }

    /// Number of the full move, from 1.
    pub fn fullmove_number(&self) -> u32 {
        on!(self, board => u32::from(board.fullmove_number))
    }

    /// What tells this position from others in repetition.
    pub fn key(&self) -> PositionKey {
        on!(self, board => PositionKey(board.key()))
    }

    /// The end of the game that this position alone shows: goal or mate, stalemate, dead position, seventy-five moves,
    /// in that order (`docs/rules.md`). Repetition needs a [`super::History`].
    pub fn outcome(&self) -> Option<Outcome> {
        if self.count_moves() == 0 {
            return Some(self.reached().unwrap_or_else(|| self.without_moves()));
        }
        if !self.only_for_study() && dead::is_dead(self) {
            return Some(Outcome::draw(Termination::Dead));
        }
        let counted = self.variant().circling == Circling::Fide;
        (counted && self.halfmove_clock() >= 150).then_some(Outcome::draw(Termination::SeventyFive))
    }

    /// What it means that the side to move has no legal move. A game in which nobody is royal knows no stalemate.
    fn without_moves(&self) -> Outcome {
        let (turn, sheet) = (self.turn(), self.variant());
        if self.is_check() {
            return Outcome::win(turn.other(), Termination::Checkmate);
        }
        let royal = Side::BOTH.into_iter().any(|side| sheet.royal.of(side).is_some());
        let termination = if royal { Termination::Stalemate } else { Termination::NoLegalMove };
        match sheet.stalemate {
            Stalemate::Draws => Outcome::draw(termination),
            Stalemate::Loses => Outcome::win(turn.other(), termination),
            Stalemate::Wins => Outcome::win(turn, termination),
        }
    }

    /// The end of the game by its own goal, where it has one besides mate and somebody has reached it.
    pub(super) fn reached(&self) -> Option<Outcome> {
        on!(self, board => board.reached())
    }

    /// True if it is proved that `side` cannot win by any legal play; false when open.
    pub fn unwinnable(&self, side: Side) -> bool {
        !self.only_for_study() && dead::is_unwinnable(self, side)
    }

    /// What `side` can still hope for: a line of play that wins, the proof that there is none, or neither.
    pub fn prospect(&self, side: Side) -> Prospect {
        if self.only_for_study() { Prospect::Open } else { dead::prospect(self, side) }
    }

    /// Number of move sequences of `depth` plies, the last ply counted in bulk.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth > 1 && self.only_for_study() {
            let after = |mv| self.after(mv).map_or(0, |after| after.perft(depth - 1));
            return self.legal_moves().into_iter().map(after).sum();
        }
        if depth == 1 {
            return u64::from(self.count_moves());
        }
        on!(self, board => perft::bulk(board, depth))
    }

    /// The same number with every ply played: slower, and a test of playing as well as of counting.
    pub fn perft_played(&self, depth: u32) -> u64 {
        on!(self, board => perft::played(board, depth))
    }
}

/// What the face asks of each engine.
impl<R: Rules> Board<R> {
    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(self.count() as usize);
        let royal = Square(self.royal[self.turn.other().index()]);
        self.plays(|play| {
            let mv = self.move_of(play);
            // Only in a position for study could a royal man be taken.
            if mv.to() != royal {
                moves.push(mv);
            }
        });
        moves
    }

    fn move_of(&self, play: Play) -> Move {
        match play {
            Play::Step { from, to } | Play::Pawn { from, to } | Play::Double { from, to, .. } => {
                Move::Step { from: Square(from), to: Square(to), promotion: None }
            }
            Play::Promote { from, to, role } => {
                Move::Step { from: Square(from), to: Square(to), promotion: Some(role) }
            }
            Play::Grow { from, to, plane } => {
                let promotion = self.sheet().role_of(self.planes_at(from) | 1 << plane);
                Move::Step { from: Square(from), to: Square(to), promotion }
            }
            Play::Drop { kind, to } => {
                let role = self.sheet().hand_kinds().get(usize::from(kind)).copied().unwrap_or(Role(u8::MAX));
                Move::Drop { role, to: Square(to) }
            }
            Play::EnPassant { from, to } => Move::EnPassant { from: Square(from), to: Square(to) },
            Play::Castle { wing } => {
                let path = self.castling_path(self.turn.index(), usize::from(wing));
                let wing = if wing == 0 { Wing::King } else { Wing::Queen };
                Move::Castle { from: Square(path.king), to: Square(path.king_to), rook: Square(path.rook), wing }
            }
        }
    }

    /// The legal ply that `mv` is.
    fn play_of(&self, mv: Move) -> Option<Play> {
        let mut found = None;
        if mv.to() == Square(self.royal[self.turn.other().index()]) {
            return found;
        }
        self.plays(|play| {
            if self.move_of(play) == mv {
                found = Some(play);
            }
        });
        found
    }

    fn play_move(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let play = self.play_of(mv).ok_or(IllegalMove)?;
        self.play(play);
        Ok(())
    }

    /// The square passed over, if taking there is legal.
    pub(super) fn en_passant(&self) -> Option<u8> {
        let mut found = None;
        if self.passed < self.sheet().geometry.area() {
            self.sets(|set| {
                if let Set::EnPassant { to, .. } = set {
                    found = Some(to);
                }
            });
        }
        found
    }

    fn key(&self) -> Vec<u8> {
        let width = usize::from(self.sheet().geometry.area()).div_ceil(8);
        let planes = (0..self.sheet().planes.len()).map(|plane| self.planes.get(plane));
        let sets = planes.chain([self.men[0]]);
        let mut key: Vec<u8> = sets.flat_map(|set| set.wide().to_le_bytes().into_iter().take(width)).collect();
        key.extend(self.checks_left);
        if self.facts().hands > 0 {
            key.extend([0, 1].into_iter().flat_map(|side| self.hands.of(side).to_le_bytes()));
        }
        let passed = self.en_passant();
        key.extend([self.turn as u8, self.rights, passed.unwrap_or(u8::MAX), passed.map_or(u8::MAX, |_| self.passer)]);
        for side in Side::BOTH.into_iter().filter(|_| self.facts().homes_drawn) {
            let rook = |wing| {
                if self.rights & Tables::<R::Bits>::right(side, wing) == 0 {
                    0
                } else {
                    self.homes.rook(side.index(), wing)
                }
            };
            key.extend([rook(0), rook(1)]);
        }
        key
    }
}
