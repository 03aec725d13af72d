/*!
ICCF numeric: file and rank of start, then of goal, as digits from 1; a fifth digit names the promotion.
Castling is the king's move, or, where homes are drawn, the king onto its own rook. It knows no language.
*/

use super::letters;
use crate::rules::variant::Castling;
use crate::rules::{Move, MovePattern, Position, Square, Variant};

/// What the fifth digit means: 1 queen, 2 rook, 3 bishop, 4 knight.
const PROMOTIONS: [&str; 4] = ["queen", "rook", "bishop", "knight"];

/// Writes a move of chess; `None` where the board has more than nine files or ranks, for drops, and for other men to
/// promote to.
pub fn write(position: &Position, mv: Move) -> Option<String> {
    let geometry = position.geometry();
    if geometry.files > 9 || geometry.ranks > 9 {
        return None;
    }
    let digits = |square: Square| format!("{}{}", geometry.file(square) + 1, geometry.rank(square) + 1);
    let to = match mv {
        Move::Castle { rook, .. } if matches!(position.variant().castling, Castling::Drawn { .. }) => rook,
        _ => mv.to(),
    };
    let mut text = digits(mv.from()?) + &digits(to);
    if let Some(promotion) = mv.promotion() {
        let key = letters::key(position.variant(), promotion);
        text += &(PROMOTIONS.iter().position(|named| *named == key)? + 1).to_string();
    }
    Some(text)
}

/// Reads a move; `None` if the text is no numeric move.
pub fn read(variant: &'static Variant, text: &str) -> Option<MovePattern> {
    let digits: Option<Vec<u8>> = text.chars().map(|c| u8::try_from(c.to_digit(10)?).ok()?.checked_sub(1)).collect();
    let (squares, promotion) = match *digits?.as_slice() {
        [a, b, c, d] => ([a, b, c, d], None),
        [a, b, c, d, piece] => {
            let key = PROMOTIONS.get(usize::from(piece))?;
            ([a, b, c, d], Some(letters::by_key(variant, key)?))
        }
        _ => return None,
    };
    let [from_file, from_rank, to_file, to_rank] = squares;
    let geometry = variant.geometry;
    geometry.at(from_file, from_rank)?;
    geometry.at(to_file, to_rank)?;
    Some(MovePattern {
        from_file: Some(from_file),
        from_rank: Some(from_rank),
        to_file: Some(to_file),
        to_rank: Some(to_rank),
        promotion,
        ..MovePattern::default()
    })
}
