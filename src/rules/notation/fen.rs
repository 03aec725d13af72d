//! FEN, in the dialect of `docs/rules.md`.

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
    let castling_rooks = read_rights(variant, &board, fields.next().unwrap_or("-"))?;
    let (en_passant, passer) = read_passing(variant.geometry, fields.next().unwrap_or("-"))?;
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
    Ok(Setup {
        variant,
        board,
        hands,
        turn,
        castling_rooks,
        en_passant,
        passer,
        checks_left,
        halfmove_clock,
        fullmove_number,
    })
}

/// Writes a FEN (SFEN where the game writes that); the en passant square is written only if a capture there is legal.
pub fn write(position: &Position) -> String {
    let setup = position.setup();
    if setup.variant.writing == Writing::Sfen {
        return sfen::write_setup(&setup);
    }
    let checks = setup.checks_left.map_or(String::new(), |left| format!("{}+{} ", left.first, left.second));
    format!(
        "{}{} {} {} {} {checks}{} {}",
        write_placement(&setup),
        write_hands(&setup),
        if setup.turn == Side::First { "w" } else { "b" },
        write_rights(&setup),
        write_passing(&setup),
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

/// The square passed over; where two pawns could have passed there, the square of the one that did comes behind it.
fn read_passing(geometry: Geometry, text: &str) -> Result<(Option<Square>, Option<Square>), InvalidSetup> {
    if text == "-" {
        return Ok((None, None));
    }
    let second = text.char_indices().skip(1).find(|(_, letter)| letter.is_ascii_alphabetic()).map(|(at, _)| at);
    let (over, passer) = text.split_at(second.unwrap_or(text.len()));
    match (geometry.square(over), geometry.square(passer)) {
        (Some(over), passer) if passer.is_some() == second.is_some() => Ok((Some(over), passer)),
        _ => refuse("the fourth field must be - or the square a pawn passed over"),
    }
}

fn write_passing(setup: &Setup) -> String {
    let name = |square| setup.variant.geometry.name(square);
    let passer = setup.passer.filter(|_| setup.variant.pawns.steps.len() > 1);
    setup.en_passant.map_or("-".into(), |over| name(over) + &passer.map_or(String::new(), name))
}

/// `KQkq`, or the files of the rooks that may castle (`HAha`). Where homes are drawn, `K` and `Q` mean the outermost rooks.
fn read_rights(variant: &'static Variant, board: &[Option<Piece>], text: &str) -> Result<Vec<Square>, InvalidSetup> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let mut rooks = Vec::new();
    for letter in text.chars() {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        let rank = if side == Side::First { 0 } else { variant.geometry.ranks - 1 };
        let file = match (variant.castling, letter.to_ascii_lowercase()) {
            (Castling::Homes(files), 'k') => Some(files.rooks[0]),
            (Castling::Homes(files), 'q') => Some(files.rooks[1]),
            (Castling::Drawn { .. }, wing @ ('k' | 'q')) => match outermost(variant, board, side, rank, wing == 'k') {
                None => continue,
                file => file,
            },
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

/// The file of the rook farthest from the king on that rank, on its higher or lower side.
fn outermost(variant: &Variant, board: &[Option<Piece>], side: Side, rank: u8, higher: bool) -> Option<u8> {
    let man = |file: u8| {
        let square = variant.geometry.at(file, rank)?;
        board.get(usize::from(square.0)).copied().flatten().filter(|man| man.side == side)
    };
    let is = |file: u8, letter: char| {
        man(file).and_then(|man| variant.role(man.role)).is_some_and(|role| role.letter == letter)
    };
    let king = (0..variant.geometry.files).find(|file| is(*file, 'K'))?;
    let mut rooks = (0..variant.geometry.files).filter(|file| is(*file, 'R') && (*file > king) == higher);
    if higher { rooks.next_back() } else { rooks.next() }
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
    let geometry = setup.variant.geometry;
    let mut text = String::new();
    for rook in &setup.castling_rooks {
        let file = geometry.file(*rook);
        let letter = match setup.variant.castling {
            Castling::Homes(files) if file == files.rooks[0] => 'K',
            Castling::Homes(_) => 'Q',
            _ => char::from(b'A' + file),
        };
        text.push(if geometry.rank(*rook) == 0 { letter } else { letter.to_ascii_lowercase() });
    }
    if text.is_empty() { "-".into() } else { text }
}
