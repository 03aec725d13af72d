/*!
What one side may see and play.

`render` never meets a [`Position`](super::Position), only a view: a page of a game with hidden information cannot leak what its reader
may not know. In chess everything is seen.
*/

use super::notation::Notation;
use super::why;
use super::{Geometry, History, Move, MoveNumber, Piece, Role, Side, Square, Variant, Why, Wing, WrittenMove};

/// The squares the last move left and reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastMove {
    /// Left; a drop left none.
    pub from: Option<Square>,
    /// Reached.
    pub to: Square,
}

/// A game as `viewer` may see it.
#[derive(Clone, Debug)]
pub struct View {
    viewer: Side,
    history: History,
}

impl View {
    /// What `viewer` may see of the game now.
    pub fn of(history: &History, viewer: Side) -> View {
        View { viewer, history: history.clone() }
    }

    /// Whose view it is.
    pub fn viewer(&self) -> Side {
        self.viewer
    }

    /// Which game.
    pub fn variant(&self) -> &'static Variant {
        self.history.position().variant()
    }

    /// The board's size.
    pub fn geometry(&self) -> Geometry {
        self.variant().geometry
    }

    /// Who is to move.
    pub fn turn(&self) -> Side {
        self.history.position().turn()
    }

    /// The men the viewer sees, by square.
    pub fn pieces(&self) -> Vec<(Square, Piece)> {
        self.history.position().pieces()
    }

    /// The man on `square`, if the viewer sees one.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.history.position().piece_at(square)
    }

    /// Men in hand of `side`.
    pub fn hand(&self, side: Side) -> Vec<(Role, u8)> {
        self.history.position().hand(side)
    }

    /// Legal moves of the side to move.
    pub fn moves(&self) -> Vec<Move> {
        self.history.position().legal_moves()
    }

    /// What `mv` captures.
    pub fn captured(&self, mv: Move) -> Option<(Square, Piece)> {
        self.history.position().captured(mv)
    }

    /// Legal moves of the side to move, each as `notation` writes it; cheaper than asking for one after the other.
    pub fn written_moves(&self, notation: Notation) -> Vec<(Move, String)> {
        notation.write_all(self.history.position())
    }

    /// A legal move in that notation, by itself.
    pub fn written(&self, mv: Move, notation: Notation) -> String {
        notation.write(self.history.position(), None, mv)
    }

    /// `mv` by its squares, as programs write it: UCI, and USI in shogi.
    pub fn coordinates(&self, mv: Move) -> String {
        super::notation::coordinates(self.history.position(), mv)
    }

    /// The FEN of what is seen.
    pub fn fen(&self) -> String {
        super::notation::fen::write(self.history.position())
    }

    /// The royal square of the side to move, if it stands in check.
    pub fn check(&self) -> Option<Square> {
        let position = self.history.position();
        if position.checkers().is_empty() {
            return None;
        }
        let attacked = |square: &Square| !position.attackers(*square, self.turn().other()).is_empty();
        position.royals(self.turn()).into_iter().find(attacked)
    }

    /// Men that give check.
    pub fn checkers(&self) -> Vec<Square> {
        self.history.position().checkers()
    }

    /// The last move's squares.
    pub fn last_move(&self) -> Option<LastMove> {
        self.history.moves().last().map(|mv| LastMove { from: mv.from(), to: mv.to() })
    }

    /// True if the last move made a man another.
    pub fn last_promoted(&self) -> bool {
        self.history.moves().last().is_some_and(|mv| mv.promotion().is_some())
    }

    /// Where the man on `square` may go, without double; nothing if none stands there.
    ///
    /// A man of the side that is not to move is treated as if it were its turn: pins respected, no capture in passing
    /// (`docs/rules.md`).
    pub fn scope(&self, square: Square) -> Vec<Square> {
        why::scope(self.history.position(), square)
    }

    /// Plies so far.
    pub fn ply(&self) -> usize {
        self.history.moves().len()
    }

    /// Moves that may follow one another from here; ends before the first that may not.
    pub fn written_line(&self, moves: &[Move], notation: Notation) -> Vec<String> {
        let mut history = self.history.clone();
        let legal = moves.iter().take_while(|mv| history.play(**mv).is_ok()).count();
        history.written(notation).split_off(self.ply()).into_iter().take(legal).collect()
    }

    /// A move that answers whatever the side to move may play: as it stands behind the first move that allows it.
    pub fn written_answer(&self, mv: Move, notation: Notation) -> Option<String> {
        let position = self.history.position();
        let after = position.legal_moves().into_iter().filter_map(|theirs| position.after(theirs).ok());
        after.into_iter().find(|after| after.is_legal(mv)).map(|after| notation.write(&after, None, mv))
    }

    /// All moves so far.
    pub fn record(&self, notation: Notation) -> Vec<String> {
        self.history.written(notation)
    }

    /// The number of the move played after `plies` moves.
    pub fn number_at(&self, plies: usize) -> MoveNumber {
        self.history.number_at(plies)
    }

    /// Who moved, or is to move, after `plies` moves.
    pub fn turn_at(&self, plies: usize) -> Side {
        let start = self.history.start().turn();
        if plies.is_multiple_of(2) { start } else { start.other() }
    }

    /// Number of the full move awaited now.
    pub fn fullmove_number(&self) -> u32 {
        self.history.position().fullmove_number()
    }

    /// True if `side` may still castle to `wing`.
    pub fn may_castle(&self, side: Side, wing: Wing) -> bool {
        self.history.position().may_castle(side, wing)
    }

    /// The square a pawn may be taken on in passing.
    pub fn en_passant(&self) -> Option<Square> {
        self.history.position().en_passant()
    }

    /// Plies since the last capture or pawn move.
    pub fn halfmove_clock(&self) -> u32 {
        self.history.position().halfmove_clock()
    }

    /// True if the side to move may declare the game won.
    pub fn may_declare(&self) -> bool {
        self.history.position().declaration().is_some_and(|declaration| declaration.holds())
    }

    /// The side that loses if the position now comes back often enough: it gave check with every move since it first
    /// stood there, in a game that forbids that.
    pub fn perpetual_check(&self) -> Option<Side> {
        let forbidden = self.variant().circling == super::variant::Circling::Shogi && self.occurrences() > 1;
        Side::BOTH.into_iter().find(|side| forbidden && self.history.checks_perpetually(*side))
    }

    /// Checks `side` has still to give, where giving them wins.
    pub fn checks_left(&self, side: Side) -> Option<u8> {
        self.history.position().setup().checks_left.map(|left| *left.of(side))
    }

    /// How often the position now has occurred.
    pub fn occurrences(&self) -> u32 {
        self.history.occurrences()
    }

    /// True if the position now has occurred five times, which ends a game of chess without a claim (FIDE Laws 9.6.1).
    pub fn is_fivefold(&self) -> bool {
        self.history.is_fivefold()
    }

    /// Why a written move that no legal move fits cannot be played, as far as the viewer may know.
    pub fn why(&self, written: &WrittenMove) -> Why {
        Why::of(self.history.position(), written)
    }

    /// The same view of the game as it stood after `plies` moves (all of them if there are fewer).
    pub fn at(&self, plies: usize) -> View {
        View { viewer: self.viewer, history: self.history.truncated(plies) }
    }

    /// The view after a legal move, for examples of how a game may go; `None` if it is not legal.
    pub fn after(&self, mv: Move) -> Option<View> {
        let mut history = self.history.clone();
        history.play(mv).is_ok().then_some(View { viewer: self.viewer, history })
    }

    /// The game so far as PGN, as far as the viewer may know it; `comments` stand behind the move of that ply.
    pub fn pgn(
        &self,
        tags: &super::notation::pgn::Tags,
        outcome: Option<super::Outcome>,
        comments: &[(usize, String)],
    ) -> String {
        super::notation::pgn::write(tags, &self.history, outcome, comments)
    }

    /// The game so far as KIF, as far as the viewer may know it: how games are kept whose men are those of shogi. `None`
    /// for all others. Tags go by the names of PGN, and `White` is the first side; `spent` are the seconds each move took,
    /// as far as they are known.
    pub fn kif(
        &self,
        tags: &super::notation::pgn::Tags,
        outcome: Option<super::Outcome>,
        spent: &[u64],
        comments: &[(usize, String)],
    ) -> Option<String> {
        let applies = super::notation::shogi::applies(self.variant());
        applies.then(|| super::notation::kif::write(tags, &self.history, outcome, spent, comments))
    }
}
