/*!
The colours of a board: one fixed palette, so that a picture's bytes depend on nothing but what it shows.

Flat colours come first, then the steps between those that touch, for smooth edges. Everything else is taken to the
nearest of these.
*/

use std::sync::OnceLock;

/// A colour, `0xRRGGBB`.
pub(super) type Colour = u32;

pub(super) const LIGHT: Colour = 0xf3eee2;
pub(super) const DARK: Colour = 0xa3b4ba;
pub(super) const LAST_LIGHT: Colour = 0xf4dc8b;
pub(super) const LAST_DARK: Colour = 0xd3bd69;
pub(super) const LAST_EDGE: Colour = 0x7a5c06;
pub(super) const CHECK_LIGHT: Colour = 0xf0a08f;
pub(super) const CHECK_DARK: Colour = 0xdd8271;
pub(super) const CHECK_EDGE: Colour = 0x8c1510;
pub(super) const SCOPE: Colour = 0x165a48;
pub(super) const OPPONENT: Colour = 0x822459;
pub(super) const FRAME: Colour = 0x46565c;
pub(super) const WHITE_FILL: Colour = 0xfffdf7;
pub(super) const WHITE_EDGE: Colour = 0x1f1b18;
pub(super) const BLACK_FILL: Colour = 0x2e2a27;
pub(super) const BLACK_EDGE: Colour = 0x14110f;
pub(super) const BLACK_MARK: Colour = 0xefe8da;

const FLAT: [Colour; 16] = [
    LIGHT,
    DARK,
    LAST_LIGHT,
    LAST_DARK,
    LAST_EDGE,
    CHECK_LIGHT,
    CHECK_DARK,
    CHECK_EDGE,
    SCOPE,
    OPPONENT,
    FRAME,
    WHITE_FILL,
    WHITE_EDGE,
    BLACK_FILL,
    BLACK_EDGE,
    BLACK_MARK,
];

/// Pairs that touch, and how many steps lie between them. The two blacks are near enough to share their steps.
const BLENDS: [(Colour, Colour, u32); 17] = [
    (LIGHT, WHITE_EDGE, 3),
    (DARK, WHITE_EDGE, 3),
    (LAST_LIGHT, WHITE_EDGE, 3),
    (LAST_DARK, WHITE_EDGE, 3),
    (CHECK_LIGHT, WHITE_EDGE, 2),
    (CHECK_DARK, WHITE_EDGE, 2),
    (FRAME, LIGHT, 3),
    (FRAME, BLACK_EDGE, 2),
    (LIGHT, SCOPE, 2),
    (DARK, SCOPE, 2),
    (BLACK_FILL, SCOPE, 1),
    (LIGHT, OPPONENT, 2),
    (DARK, OPPONENT, 2),
    (BLACK_FILL, OPPONENT, 1),
    (LAST_LIGHT, OPPONENT, 2),
    (LAST_DARK, OPPONENT, 2),
    (LAST_LIGHT, LAST_EDGE, 1),
];

/// At most this many colours.
pub(super) const COLOURS_MAX: usize = 64;

/// All colours; a pixel is a place in this list.
pub(super) fn colours() -> &'static [Colour] {
    static COLOURS: OnceLock<Vec<Colour>> = OnceLock::new();
    COLOURS.get_or_init(|| {
        let mut all = FLAT.to_vec();
        for (from, to, steps) in BLENDS {
            all.extend((1..=steps).map(|step| blend(from, to, step * 255 / (steps + 1))));
        }
        all.truncate(COLOURS_MAX);
        all
    })
}

/// `over` on `under`, `weight` of 255.
fn blend(under: Colour, over: Colour, weight: u32) -> Colour {
    let mix = |shift: u32| {
        let (low, high) = (under >> shift & 255, over >> shift & 255);
        ((low * (255 - weight) + high * weight + 127) / 255) << shift
    };
    mix(16) | mix(8) | mix(0)
}

/// The place of the nearest colour; the first of equals.
pub(super) fn nearest(colour: Colour) -> u8 {
    let distance = |other: Colour| -> u32 {
        let part = |shift: u32| (colour >> shift & 255).abs_diff(other >> shift & 255).pow(2);
        2 * part(16) + 4 * part(8) + 3 * part(0)
    };
    let best = colours().iter().enumerate().min_by_key(|(_, other)| distance(**other));
    best.map_or(0, |(place, _)| u8::try_from(place).unwrap_or(0))
}

/// As SVG writes it.
pub(super) fn hex(colour: Colour) -> String {
    format!("#{colour:06x}")
}
