//! A small board with one piece in the middle and marks where it goes, for the page that explains a game.

use super::Size;
use super::canvas::Canvas;
use super::palette::{self, Palette};
use super::stamp::{self, Stamp};
use super::tile::Tile;
use crate::rules::notation::shogi;
use crate::rules::{Reach, Role, Side, Variant};

/// Squares to each side of the piece.
const AROUND: i8 = 2;
/// Units of a square's side.
const SQUARE: usize = 28;
/// Units of the frame around the squares.
const RIM: usize = 2;

/// Draws the reach of a piece of the first side as a palette PNG. A dot marks a square it moves to, a ring one on which it
/// only captures, and a hollow diamond one to which it moves without capturing.
pub fn png(variant: &Variant, role: Role, size: Size) -> Vec<u8> {
    let wooden = shogi::applies(variant);
    let across = usize::from(AROUND.unsigned_abs()) * 2 + 1;
    let (side, rim) = (SQUARE * size.scale(), RIM * size.scale());
    let length = across * side + 2 * rim;
    let palette = if wooden { Palette::Wood } else { Palette::Squares };
    let mut canvas = Canvas::new(palette, length, length, palette::FRAME);
    let reach = Reach::of(variant, role, AROUND);
    for (row, ahead) in (-AROUND..=AROUND).rev().enumerate() {
        for (column, right) in (-AROUND..=AROUND).enumerate() {
            let light = (row + column) % 2 == 1;
            let ground = match (wooden, light) {
                (true, _) => palette::WOOD,
                (false, true) => palette::LIGHT,
                (false, false) => palette::DARK,
            };
            let at = (right, ahead);
            let stamp = if at == (0, 0) {
                Some(piece(variant, role))
            } else {
                mark(reach.moves.contains(&at), reach.captures.contains(&at))
            };
            let tile = Tile { ground, stamps: stamp.into_iter().collect() };
            canvas.put(rim + column * side, rim + row * side, side, &tile);
        }
    }
    if wooden {
        for line in 0..=across {
            let (at, from, thin) = (rim + line * side, rim, size.scale());
            canvas.fill(from, at - thin / 2, across * side, thin, palette::LINE);
            canvas.fill(at - thin / 2, from, thin, across * side, palette::LINE);
        }
    }
    canvas.encode()
}

fn piece(variant: &Variant, role: Role) -> Stamp {
    if shogi::applies(variant) {
        let character = shogi::man_of(variant, role).map_or('？', |man| man.sign);
        return Stamp::Wedge { character, turned: false };
    }
    Stamp::Man(Side::First, variant.role(role).map_or('?', |sheet| stamp::drawing(sheet.key)))
}

fn mark(moves: bool, captures: bool) -> Option<Stamp> {
    match (moves, captures) {
        (true, true) => Some(Stamp::OwnDot),
        (false, true) => Some(Stamp::OwnRing),
        (true, false) => Some(Stamp::OwnHollow),
        (false, false) => None,
    }
}
