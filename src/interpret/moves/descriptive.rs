/*!
Descriptive notation, the English way of old books: `P-K4`, `N-KB3`, `Kt-KB3`, `PxP`, `P-K8=Q`. Files are named by the
man that stands behind them at the start, ranks are counted from the mover's side.
*/

use super::alphabet::Alphabets;
use crate::rules::{Geometry, MovePattern, Role, Side};

/// Files by name. `B3` alone means either bishop's file.
const FILES: [(&str, &[u8]); 11] = [
    ("QR", &[0]),
    ("QN", &[1]),
    ("QB", &[2]),
    ("KB", &[5]),
    ("KN", &[6]),
    ("KR", &[7]),
    ("Q", &[3]),
    ("K", &[4]),
    ("R", &[0, 7]),
    ("N", &[1, 6]),
    ("B", &[2, 5]),
];

/// Men by letter.
const MEN: [(char, &str); 6] =
    [('K', "king"), ('Q', "queen"), ('R', "rook"), ('B', "bishop"), ('N', "knight"), ('P', "pawn")];

/// All readings of `text` for the side to move; none on a board that is not eight by eight.
pub(super) fn readings(alphabets: &Alphabets, text: &[char], turn: Side, geometry: Geometry) -> Vec<MovePattern> {
    if geometry != (Geometry { files: 8, ranks: 8 }) {
        return Vec::new();
    }
    let text: String = text.iter().filter(|ch| **ch != ' ').collect::<String>().to_uppercase().replace("KT", "N");
    let (body, promotion) = promotion(alphabets, &text);
    let Some((mover, target)) = body.split_once(['-', 'X']) else { return Vec::new() };
    let takes = body.contains('X');
    let mut patterns = Vec::new();
    for (role, from_file) in movers(alphabets, mover) {
        let base =
            MovePattern { role: Some(role), from_file, promotion, capture: Some(takes), ..MovePattern::default() };
        if takes {
            patterns.extend(victims(alphabets, target).into_iter().map(|(captured, to_file)| MovePattern {
                captured: Some(captured),
                to_file,
                ..base
            }));
        }
        patterns.extend(squares(target, turn).into_iter().map(|(file, rank)| MovePattern {
            to_file: Some(file),
            to_rank: Some(rank),
            ..base
        }));
    }
    patterns
}

/// `=Q`, `(Q)`, `/Q` behind the move.
fn promotion<'t>(alphabets: &Alphabets, text: &'t str) -> (&'t str, Option<Role>) {
    let bare = text.trim_end_matches(')');
    if let Some((body, letter)) = bare.rsplit_once(['=', '(', '/'])
        && let Some(role) = man(alphabets, letter)
    {
        return (body, Some(role));
    }
    (text, None)
}

fn man(alphabets: &Alphabets, letter: &str) -> Option<Role> {
    let mut chars = letter.chars();
    let only = chars.next().filter(|_| chars.next().is_none())?;
    let (_, key) = MEN.iter().find(|(known, _)| *known == only)?;
    alphabets.role(key)
}

/// A man, or a pawn by its file (`QBP`). Which of two like men is the king's is not to be told from the board.
fn movers(alphabets: &Alphabets, text: &str) -> Vec<(Role, Option<u8>)> {
    if let Some(role) = man(alphabets, text) {
        return vec![(role, None)];
    }
    let (Some(file), Some(pawn)) = (text.strip_suffix('P'), alphabets.pawn) else { return Vec::new() };
    files(file).iter().map(|file| (pawn, Some(*file))).collect()
}

fn victims(alphabets: &Alphabets, text: &str) -> Vec<(Role, Option<u8>)> {
    movers(alphabets, text)
}

fn files(name: &str) -> &'static [u8] {
    FILES.iter().find(|(known, _)| *known == name).map_or(&[], |(_, files)| files)
}

fn squares(text: &str, turn: Side) -> Vec<(u8, u8)> {
    let Some(digit) = text.chars().next_back().and_then(|ch| ch.to_digit(10)) else { return Vec::new() };
    let Some(rank) = u8::try_from(digit).ok().and_then(|rank| rank.checked_sub(1)).filter(|rank| *rank < 8) else {
        return Vec::new();
    };
    let rank = if turn == Side::First { rank } else { 7 - rank };
    let name = text.get(..text.len() - 1).unwrap_or_default();
    files(name).iter().map(|file| (*file, rank)).collect()
}
