/*!
Squares and the board they lie on.

Squares are numbered `rank * files + file` from the first side's left-hand corner, without padding, so that a board of
10x10 fits 100 bits. Only the [`Geometry`] knows how many files there are, so names are asked of it.
*/

/// A square's number on its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub u8);

/// How many files and ranks a board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Geometry {
    /// Number of files, 5 to 10.
    pub files: u8,
    /// Number of ranks, 5 to 10.
    pub ranks: u8,
}

impl Geometry {
    /// How many squares the board has.
    pub const fn area(self) -> u8 {
        self.files * self.ranks
    }

    /// The square on `file` and `rank`, both counted from 0, if the board has it.
    pub const fn at(self, file: u8, rank: u8) -> Option<Square> {
        if file < self.files && rank < self.ranks { Some(Square(rank * self.files + file)) } else { None }
    }

    /// The square's file, counted from 0 at the first side's left hand.
    pub const fn file(self, square: Square) -> u8 {
        square.0 % self.files
    }

    /// The square's rank, counted from 0 at the first side.
    pub const fn rank(self, square: Square) -> u8 {
        square.0 / self.files
    }

    /// All squares, by rank from the first side, then by file.
    pub fn squares(self) -> impl DoubleEndedIterator<Item = Square> {
        (0..self.area()).map(Square)
    }

    /// The algebraic name, `a1` to `j10` (`docs/rules.md`).
    pub fn name(self, square: Square) -> String {
        format!("{}{}", (b'a' + self.file(square)) as char, self.rank(square) + 1)
    }

    /// The square of that algebraic name, lower case, if the board has it.
    pub fn square(self, name: &str) -> Option<Square> {
        let mut letters = name.chars();
        let file = (letters.next()? as u32).checked_sub('a' as u32)?;
        let digits = letters.as_str();
        if digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let rank = digits.parse::<u8>().ok()?.checked_sub(1)?;
        self.at(u8::try_from(file).ok()?, rank)
    }
}
