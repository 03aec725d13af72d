//! FEN, in the dialect of `rules/games.md` 2.2.

use super::sfen;
use crate::rules::variant::{Castling, Goal, Writing};
use crate::rules::{BySide, Geometry, InvalidSetup, Piece, Position, Role, Setup, Side, Square, Variant};

/// Men in hand: side, kind and how many.
type Hands = Vec<(Side, Role, u8)>;

/// No position needs more; what is longer was not written by a player.
const LENGTH_MAX: usize = 400;

/// Reads a FEN; where the game writes SFEN, that. Fields after the side may be left out (`- - 0 1`). Any amount of blanks stands between fields.
pub fn read(variant: &'static Variant, text: &str) -> Result<Setup, InvalidSetup> {
    if text.len() > LENGTH_MAX {
        return refuse("the position text is too long");
    }
    if variant.writing == Writing::Sfen {
        return sfen::read(variant, text);
    }
    let mut fields = text.split_whitespace();
    let placement = fields.next().ok_or_else(|| InvalidSetup("the position text is empty".into()))?;
    let (placement, hands) = read_hands(variant, placement)?;
    let board = read_placement(variant, placement)?;
    let turn = match fields.next() {
        Some("w") => Side::First,
        Some("b") => Side::Second,
        _ => return refuse("the second field must be w or b, the side to move"),
    };
    let castling_rooks = read_rights(variant, fields.next().unwrap_or("-"))?;
    let en_passant = match fields.next() {
        None | Some("-") => None,
        Some(name) => Some(
            variant
                .geometry
                .square(name)
                .ok_or_else(|| InvalidSetup("the fourth field must be - or the square a pawn passed over".into()))?,
        ),
    };
    let mut fields = fields.peekable();
    let checks_left = fields.next_if(|field| field.contains('+')).map(read_checks).transpose()?;
    if checks_left.is_some() && !matches!(variant.goal, Goal::Checks(_)) {
        return refuse("this game counts no checks");
    }
    let halfmove_clock = read_counter(fields.next(), 0)?;
    let fullmove_number = read_counter(fields.next(), 1)?;
    if fields.next().is_some() {
        return refuse("the position text has too many fields");
    }
    Ok(Setup { variant, board, hands, turn, castling_rooks, en_passant, checks_left, halfmove_clock, fullmove_number })
}

/// Writes a FEN (SFEN where the game writes that); the en passant square is written only if a capture there is legal.
pub fn write(position: &Position) -> String {
    let setup = position.setup();
    if setup.variant.writing == Writing::Sfen {
        return sfen::write_setup(&setup);
    }
    let geometry = setup.variant.geometry;
    let checks = setup.checks_left.map_or(String::new(), |left| format!("{}+{} ", left.first, left.second));
    format!(
        "{}{} {} {} {} {checks}{} {}",
        write_placement(&setup),
        write_hands(&setup),
        if setup.turn == Side::First { "w" } else { "b" },
        write_rights(&setup),
        setup.en_passant.map_or("-".into(), |square| geometry.name(square)),
        setup.halfmove_clock,
        setup.fullmove_number
    )
}

/// `[QPPn]` glued to the placement, a letter for each man in hand.
fn read_hands<'a>(variant: &'static Variant, text: &'a str) -> Result<(&'a str, Hands), InvalidSetup> {
    let Some((placement, rest)) = text.split_once('[') else { return Ok((text, Vec::new())) };
    let Some(letters) = rest.strip_suffix(']') else { return refuse("the men in hand must stand in brackets") };
    let mut hands: Hands = Vec::new();
    for letter in letters.chars() {
        let piece = read_piece(variant, letter, false)?;
        match hands.iter_mut().find(|(side, role, _)| (*side, *role) == (piece.side, piece.role)) {
            Some((_, _, count)) => *count = count.saturating_add(1),
            None => hands.push((piece.side, piece.role, 1)),
        }
    }
    Ok((placement, hands))
}

fn write_hands(setup: &Setup) -> String {
    if setup.variant.hand_kinds().is_empty() {
        return String::new();
    }
    let letters = |(side, role, count): &(Side, Role, u8)| {
        write_piece(setup.variant, Piece { side: *side, role: *role }).repeat(usize::from(*count))
    };
    format!("[{}]", setup.hands.iter().map(letters).collect::<String>())
}

fn refuse<T>(why: &str) -> Result<T, InvalidSetup> {
    Err(InvalidSetup(why.to_owned()))
}

pub(super) fn read_placement(variant: &'static Variant, text: &str) -> Result<Vec<Option<Piece>>, InvalidSetup> {
    let geometry = variant.geometry;
    let mut board = vec![None; geometry.area() as usize];
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != geometry.ranks as usize {
        return Err(InvalidSetup(format!("the first field must have {} ranks", geometry.ranks)));
    }
    for (text, rank) in ranks.iter().zip((0..geometry.ranks).rev()) {
        let mut file = 0u8;
        let mut letters = text.chars().peekable();
        while let Some(mut letter) = letters.next() {
            let grown = letter == '+';
            if grown {
                letter = letters.next().unwrap_or('+');
            } else if let Some(mut empty) = letter.to_digit(10) {
                while let Some(digit) = letters.peek().and_then(|letter| letter.to_digit(10)) {
                    empty = (empty * 10 + digit).min(u32::from(u8::MAX));
                    letters.next();
                }
                file = file.saturating_add(u8::try_from(empty).unwrap_or(u8::MAX));
                continue;
            }
            let piece = read_piece(variant, letter, grown)?;
            let square = geometry.at(file, rank);
            let Some(place) = square.and_then(|square| board.get_mut(usize::from(square.0))) else {
                return uneven(geometry, rank);
            };
            *place = Some(piece);
            file += 1;
        }
        if file != geometry.files {
            return uneven(geometry, rank);
        }
    }
    Ok(board)
}

fn uneven<T>(geometry: Geometry, rank: u8) -> Result<T, InvalidSetup> {
    Err(InvalidSetup(format!("rank {} does not have {} squares", rank + 1, geometry.files)))
}

/// A letter, upper case for the first side; `grown` where a plus stood in front.
pub(super) fn read_piece(variant: &'static Variant, letter: char, grown: bool) -> Result<Piece, InvalidSetup> {
    let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
    let role = variant.role_by_letter(letter.to_ascii_uppercase());
    let role = if grown { role.and_then(|role| variant.grown(role)) } else { role };
    match role {
        Some(role) => Ok(Piece { side, role }),
        None => Err(InvalidSetup(format!("{}{letter:?} is no man of this game", if grown { "+" } else { "" }))),
    }
}

/// The same letter, with a plus in front of a man that has grown.
pub(super) fn write_piece(variant: &Variant, piece: Piece) -> String {
    let letter = variant.role(piece.role).map_or('?', |role| role.letter);
    let letter = if piece.side == Side::First { letter } else { letter.to_ascii_lowercase() };
    let plus = if variant.ungrown(piece.role).is_some() { "+" } else { "" };
    format!("{plus}{letter}")
}

/// Ranks from the top, `/` between.
pub(super) fn write_placement(setup: &Setup) -> String {
    let ranks: Vec<String> = (0..setup.variant.geometry.ranks).rev().map(|rank| write_rank(setup, rank)).collect();
    ranks.join("/")
}

/// `KQkq`, or the files of the rooks that may castle (`HAha`).
fn read_rights(variant: &'static Variant, text: &str) -> Result<Vec<Square>, InvalidSetup> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let mut rooks = Vec::new();
    for letter in text.chars() {
        let rank = if letter.is_ascii_uppercase() { 0 } else { variant.geometry.ranks - 1 };
        let file = match (variant.castling, letter.to_ascii_lowercase()) {
            (Castling::Homes(files), 'k') => Some(files.rooks[0]),
            (Castling::Homes(files), 'q') => Some(files.rooks[1]),
            (_, letter @ 'a'..='j') => u8::try_from(u32::from(letter) - u32::from('a')).ok(),
            _ => None,
        };
        let Some(square) = file.and_then(|file| variant.geometry.at(file, rank)) else {
            return refuse("the third field must be - or the castling rights, as KQkq");
        };
        if !rooks.contains(&square) {
            rooks.push(square);
        }
    }
    Ok(rooks)
}

/// `3+3`: checks still to be given by the first side and by the second.
fn read_checks(field: &str) -> Result<BySide<u8>, InvalidSetup> {
    let numbers = field.split_once('+').and_then(|(first, second)| Some((first.parse().ok()?, second.parse().ok()?)));
    match numbers {
        Some((first, second)) => Ok(BySide { first, second }),
        None => refuse("the checks still to be given must be two numbers, as 3+3"),
    }
}

fn read_counter(field: Option<&str>, absent: u32) -> Result<u32, InvalidSetup> {
    match field {
        None | Some("-") => Ok(absent),
        Some(digits) if digits.bytes().all(|digit| digit.is_ascii_digit()) => {
            digits.parse().or_else(|_| refuse("a counter is beyond what a game can reach"))
        }
        Some(_) => refuse("the last two fields must be numbers"),
    }
}

fn write_rank(setup: &Setup, rank: u8) -> String {
    let geometry = setup.variant.geometry;
    let (mut text, mut empty) = (String::new(), 0);
    for file in 0..geometry.files {
        let square = geometry.at(file, rank);
        let piece = square.and_then(|square| setup.board.get(usize::from(square.0))).copied().flatten();
        let Some(piece) = piece else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            text.push_str(&empty.to_string());
            empty = 0;
        }
        text.push_str(&write_piece(setup.variant, piece));
    }
    if empty > 0 {
        text.push_str(&empty.to_string());
    }
    text
}

fn write_rights(setup: &Setup) -> String {
    let Castling::Homes(files) = setup.variant.castling else { return "-".into() };
    let geometry = setup.variant.geometry;
    let mut text = String::new();
    for (rank, letters) in [(0, ['K', 'Q']), (geometry.ranks - 1, ['k', 'q'])] {
        for (file, letter) in files.rooks.into_iter().zip(letters) {
            if geometry.at(file, rank).is_some_and(|square| setup.castling_rooks.contains(&square)) {
                text.push(letter);
            }
        }
    }
    if text.is_empty() { "-".into() } else { text }
}
