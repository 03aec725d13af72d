/*!
How men move, as data.

A role is a set of *planes*, one plane per way of moving: the queen stands in the plane of rook lines and in that of
bishop lines. Places are fixed, because code for a fixed place needs no question about the rules: plane 0 is what goes
ahead (pawn or lance), plane 1 rook lines, plane 2 bishop lines, from 3 on leaps, where those with a single leap come
first: they move as a whole set. The parts of one role must not
overlap. All directions are the first side's; the second side's are the same turned by 180 degrees.
*/

/// Where pawns or lances stand.
pub const AHEAD: usize = 0;
/// Who slides along ranks and files.
pub const ORTHOGONAL: usize = 1;
/// Who slides along diagonals.
pub const DIAGONAL: usize = 2;
/// The first plane of leapers.
pub const LEAPS: usize = 3;
/// Where men with a single leap stand, such as the pawns of shogi; else it is a place like those behind it.
pub const MARCH: usize = LEAPS;
/// Most planes a game may have.
pub const PLANES_MAX: usize = 16;

/// A step as files to the right and ranks ahead.
pub type Leap = (i8, i8);

/// One way of moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// Nobody in this game moves so; the place is empty.
    Unused,
    /// As the game's [`Pawns`] say (place 0 only).
    Pawn,
    /// Any distance straight ahead (place 0 only).
    Lance,
    /// Any distance along rank or file (place 1).
    Orthogonal,
    /// Any distance along a diagonal (place 2).
    Diagonal,
    /// To these squares, whatever stands between (places from 3).
    Leaps(&'static [Leap]),
}

/// A way of moving and when it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plane {
    /// The way.
    pub moves: Moves,
    /// A man that also stands in this plane does not move this way (a promoted man that moves as gold).
    pub unless: Option<u8>,
    /// What a man of this plane gains when it promotes, as in shogi: it stands in that plane as well.
    pub grows: Option<u8>,
    /// So many of the last ranks are closed to a man that moves this way: it must promote, and is not dropped there.
    pub dead_ranks: u8,
}

impl Plane {
    /// A way of moving that always counts.
    pub const fn new(moves: Moves) -> Plane {
        Plane { moves, unless: None, grows: None, dead_ranks: 0 }
    }

    /// A way of moving that a promoted man, which moves as `gold`, no longer has.
    pub const fn until_gold(moves: Moves, gold: u8, dead_ranks: u8) -> Plane {
        Plane { moves, unless: Some(gold), grows: Some(gold), dead_ranks }
    }

    /// A way of moving to which promotion adds that of `more`.
    pub const fn growing(moves: Moves, more: u8) -> Plane {
        Plane { moves, unless: None, grows: Some(more), dead_ranks: 0 }
    }

    /// An empty place.
    pub const UNUSED: Plane = Plane::new(Moves::Unused);
    /// Pawns, in place 0.
    pub const PAWN: Plane = Plane::new(Moves::Pawn);
    /// Rook lines, in place 1.
    pub const ORTHOGONAL: Plane = Plane::new(Moves::Orthogonal);
    /// Bishop lines, in place 2.
    pub const DIAGONAL: Plane = Plane::new(Moves::Diagonal);
    /// Leaps of the knight.
    pub const KNIGHT: Plane = Plane::new(Moves::Leaps(KNIGHT));
    /// Steps of the king.
    pub const KING: Plane = Plane::new(Moves::Leaps(KING));
}

/// The knight's leaps.
pub const KNIGHT: &[Leap] = &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The king's steps.
pub const KING: &[Leap] = &[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// One step ahead: the pawn of shogi.
pub const STEP_AHEAD: &[Leap] = &[(0, 1)];

/// The two leaps of the knight of shogi.
pub const KNIGHT_AHEAD: &[Leap] = &[(-1, 2), (1, 2)];

/// The silver general: ahead and diagonally.
pub const SILVER: &[Leap] = &[(0, 1), (-1, 1), (1, 1), (-1, -1), (1, -1)];

/// The gold general: orthogonally and diagonally ahead.
pub const GOLD: &[Leap] = &[(0, 1), (-1, 1), (1, 1), (-1, 0), (1, 0), (0, -1)];

/// One step diagonally.
pub const STEP_DIAGONAL: &[Leap] = &[(-1, 1), (1, 1), (-1, -1), (1, -1)];

/// One step along rank or file.
pub const STEP_ORTHOGONAL: &[Leap] = &[(0, 1), (-1, 0), (1, 0), (0, -1)];

/// How pawns go. At most two steps and two captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pawns {
    /// Onto an empty square.
    pub steps: &'static [Leap],
    /// Onto an enemy man.
    pub captures: &'static [Leap],
    /// From this rank, counted from 0 at the own side, a step may be made twice at once.
    pub double_from: Option<u8>,
    /// The lowest rank a pawn may stand on, counted likewise; its last rank is closed to it where it must promote.
    pub lowest: u8,
}

impl Pawns {
    /// Straight ahead, capturing diagonally, two steps from the second rank.
    pub const CHESS: Pawns = Pawns { steps: &[(0, 1)], captures: &[(-1, 1), (1, 1)], double_from: Some(1), lowest: 1 };

    /// Nobody goes as a pawn of chess.
    pub const NONE: Pawns = Pawns { steps: &[], captures: &[], double_from: None, lowest: 0 };
}
