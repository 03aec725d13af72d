//! SFEN (`docs/rules.md`): placement, side, men in hand, number of the ply awaited.

use super::fen;
use crate::rules::{InvalidSetup, Piece, Setup, Side, Variant};

/// Reads an SFEN. The number may be left out, and the word `sfen` may stand in front.
pub fn read(variant: &'static Variant, text: &str) -> Result<Setup, InvalidSetup> {
    let mut fields = text.split_whitespace().peekable();
    fields.next_if_eq(&"sfen");
    let placement = fields.next().ok_or_else(|| InvalidSetup("the position text is empty".into()))?;
    let board = fen::read_placement(variant, placement)?;
    let turn = match fields.next() {
        Some("b") => Side::First,
        Some("w") => Side::Second,
        _ => return refuse("the second field must be b or w, the side to move"),
    };
    let hands = read_hands(variant, fields.next().unwrap_or("-"))?;
    let number = match fields.next() {
        None | Some("-") => 1,
        Some(digits) if digits.bytes().all(|digit| digit.is_ascii_digit()) => {
            digits.parse().map_err(|_| InvalidSetup("the number is beyond what a game can reach".into()))?
        }
        Some(_) => return refuse("the last field must be the number of the move"),
    };
    if fields.next().is_some() {
        return refuse("the position text has too many fields");
    }
    Ok(Setup {
        variant,
        board,
        hands,
        turn,
        castling_rooks: Vec::new(),
        en_passant: None,
        passer: None,
        checks_left: None,
        halfmove_clock: 0,
        fullmove_number: number,
    })
}

/// Writes all an SFEN says.
pub fn write_setup(setup: &Setup) -> String {
    let turn = if setup.turn == Side::First { "b" } else { "w" };
    let hands: String = setup
        .hands
        .iter()
        .map(|&(side, role, count)| {
            let letter = fen::write_piece(setup.variant, Piece { side, role });
            if count == 1 { letter } else { format!("{count}{letter}") }
        })
        .collect();
    let hands = if hands.is_empty() { "-" } else { &hands };
    format!("{} {turn} {hands} {}", fen::write_placement(setup), setup.fullmove_number)
}

/// `2P3p`: a count before each letter, one where there is none.
fn read_hands(variant: &'static Variant, text: &str) -> Result<Vec<(Side, crate::rules::Role, u8)>, InvalidSetup> {
    let mut hands = Vec::new();
    if text == "-" {
        return Ok(hands);
    }
    let mut count: Option<u8> = None;
    for letter in text.chars() {
        if let Some(digit) = letter.to_digit(10) {
            let digit = u8::try_from(digit).unwrap_or(u8::MAX);
            count = Some(count.unwrap_or(0).saturating_mul(10).saturating_add(digit));
            continue;
        }
        let piece = fen::read_piece(variant, letter, false)?;
        hands.push((piece.side, piece.role, count.take().unwrap_or(1)));
    }
    if count.is_some() {
        return refuse("a number of men in hand stands before no man");
    }
    Ok(hands)
}

fn refuse<T>(why: &str) -> Result<T, InvalidSetup> {
    Err(InvalidSetup(why.to_owned()))
}
