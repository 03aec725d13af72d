/*!
Text on one side; patterns, setups and moves on the other. No reader here decides legality: that is
[`super::Position::find`]'s affair.
*/

mod bod;
pub mod csa;
pub mod fen;
pub mod iccf;
pub mod japanese;
pub mod katakana;
pub mod ki2;
pub mod kif;
pub mod lan;
pub mod letters;
pub mod pgn;
mod places;
pub mod record;
pub mod san;
pub mod sfen;
pub mod shogi;
pub mod uci;
pub mod usi;
pub mod western;

use super::{Geometry, Move, Position, Square, Variant};

/// Writes a move by its squares, as programs do: USI in games with the pieces of shogi, UCI in all others.
pub fn coordinates(position: &Position, mv: Move) -> String {
    if shogi::applies(position.variant()) { usi::write(position, mv) } else { uci::write(position, mv) }
}

/// How a reader's moves and squares are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Notation {
    /// SAN with English letters; squares are `f3`.
    #[default]
    San,
    /// Long algebraic: `Ng1-f3`.
    Long,
    /// ICCF numeric, `7163`, where the board is small enough for it; else SAN.
    Numeric,
    /// Western notation of shogi: `P-7f`; squares are `7f`.
    Western,
    /// Japanese notation: `７六歩`; squares are `７六`.
    Japanese,
    /// Chess as it is told in Japanese: `ナイトg1→f3`; squares are `f3`.
    Katakana,
}

impl Notation {
    const ALL: [(Notation, &str); 6] = [
        (Notation::San, "san"),
        (Notation::Long, "long"),
        (Notation::Numeric, "numeric"),
        (Notation::Western, "western"),
        (Notation::Japanese, "japanese"),
        (Notation::Katakana, "katakana"),
    ];

    /// The notation of that word.
    pub fn from_key(key: &str) -> Option<Notation> {
        Notation::ALL.iter().find(|(_, known)| *known == key).map(|(notation, _)| *notation)
    }

    /// The one for programs, logs and the terminal: English letters in any game.
    pub fn plain(variant: &Variant) -> Notation {
        if shogi::applies(variant) { Notation::Western } else { Notation::San }
    }

    /// A square's name.
    pub fn square(self, geometry: Geometry, square: Square) -> String {
        match self {
            Notation::San | Notation::Long | Notation::Numeric | Notation::Katakana => geometry.name(square),
            Notation::Western => shogi::usi_square(geometry, square),
            Notation::Japanese => shogi::japanese_square(geometry, square),
        }
    }

    /// The square of that name.
    pub fn named(self, geometry: Geometry, name: &str) -> Option<Square> {
        (0..geometry.area()).map(Square).find(|square| self.square(geometry, *square) == name)
    }

    /// The name of a file, counted from 0 at the first side's left hand.
    pub fn file(self, geometry: Geometry, file: u8) -> String {
        let name = self.square(geometry, Square(file.min(geometry.files.saturating_sub(1))));
        name.chars().take(1).collect()
    }

    /// The name of a rank, counted from 0 at the first side.
    pub fn rank(self, geometry: Geometry, rank: u8) -> String {
        let corner = geometry.at(0, rank.min(geometry.ranks.saturating_sub(1))).unwrap_or(Square(0));
        self.square(geometry, corner).chars().skip(1).collect()
    }

    /// A legal move of `position`; `last` is where the move before it went, which only Japanese asks.
    pub fn write(self, position: &Position, last: Option<Square>, mv: Move) -> String {
        match self {
            Notation::San => san::write(position, mv),
            Notation::Long => lan::write(position, mv),
            Notation::Numeric => iccf::write(position, mv).unwrap_or_else(|| san::write(position, mv)),
            Notation::Western => western::write(position, mv),
            Notation::Japanese => japanese::write(position, last, mv),
            Notation::Katakana => katakana::write(position, mv),
        }
    }

    /// Every legal move, in the order of [`Position::legal_moves`], each by itself: none leans on the move before.
    pub fn write_all(self, position: &Position) -> Vec<(Move, String)> {
        match self {
            Notation::San => san::write_all(position),
            _ => position.legal_moves().into_iter().map(|mv| (mv, self.write(position, None, mv))).collect(),
        }
    }

    /// Those that can write the moves of `variant`: games with men of shogi have two of their own.
    pub fn serves(self, variant: &Variant) -> bool {
        match self {
            Notation::San | Notation::Long | Notation::Numeric => true,
            Notation::Western | Notation::Japanese => shogi::applies(variant),
            Notation::Katakana => !shogi::applies(variant),
        }
    }
}
