/*!
The colours of a board: a fixed palette for each kind, so that a picture's bytes depend on nothing but what it shows.

Flat colours come first, then the steps between those that touch, for smooth edges. Everything else is taken to the
nearest of these.
*/

use std::sync::OnceLock;

/// A colour, `0xRRGGBB`.
pub(in crate::render) type Colour = u32;

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

/// Wood of a shogi board, and of the men on it.
pub(super) const WOOD: Colour = 0xf1d7a2;
pub(super) const WOOD_REACHED: Colour = 0xf6b85c;
pub(super) const WOOD_LEFT: Colour = 0xf3ca86;
pub(super) const WEDGE: Colour = 0xfbeecb;
pub(super) const WEDGE_LOW: Colour = 0xdcbf86;
pub(super) const LINE: Colour = 0x5d4424;
pub(super) const INK: Colour = WHITE_EDGE;
pub(super) const RED: Colour = 0xb01e17;

/// A fixed palette; which one follows from the kind of board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::render) enum Palette {
    /// Boards of chess.
    Squares,
    /// Boards of shogi.
    Wood,
}

const SQUARES: [Colour; 16] = [
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

const WOODEN: [Colour; 17] = [
    WOOD,
    WOOD_REACHED,
    WOOD_LEFT,
    WEDGE,
    WEDGE_LOW,
    LINE,
    INK,
    RED,
    LAST_EDGE,
    CHECK_LIGHT,
    CHECK_EDGE,
    SCOPE,
    OPPONENT,
    FRAME,
    LIGHT,
    WHITE_FILL,
    BLACK_EDGE,
];

/// Pairs that touch, and how many steps lie between them. The two blacks are near enough to share their steps.
const SQUARES_BLENDS: [(Colour, Colour, u32); 18] = [
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
    (FRAME, DARK, 2),
];

/// Fewer steps than above: strokes of the characters have so many edges that each step costs a kilobyte.
const WOODEN_BLENDS: [(Colour, Colour, u32); 12] = [
    (WEDGE, INK, 2),
    (WEDGE, RED, 2),
    (WOOD, LINE, 1),
    (FRAME, LIGHT, 2),
    (FRAME, BLACK_EDGE, 1),
    (LIGHT, BLACK_EDGE, 1),
    (WOOD, SCOPE, 2),
    (WEDGE, SCOPE, 1),
    (WOOD, OPPONENT, 2),
    (WEDGE, OPPONENT, 1),
    (WOOD_REACHED, OPPONENT, 1),
    (WOOD_REACHED, LAST_EDGE, 1),
];

/// At most this many colours.
pub(super) const COLOURS_MAX: usize = 64;

impl Palette {
    /// All colours; a pixel is a place in this list.
    pub(in crate::render) fn colours(self) -> &'static [Colour] {
        static SQUARE: OnceLock<Vec<Colour>> = OnceLock::new();
        static WOODY: OnceLock<Vec<Colour>> = OnceLock::new();
        match self {
            Palette::Squares => SQUARE.get_or_init(|| mixed(&SQUARES, &SQUARES_BLENDS)),
            Palette::Wood => WOODY.get_or_init(|| mixed(&WOODEN, &WOODEN_BLENDS)),
        }
    }

    /// Red, green and blue of each, for files.
    pub(in crate::render) fn rgb(self) -> Vec<u8> {
        let parts = |colour: &Colour| [(colour >> 16) as u8, (colour >> 8) as u8, *colour as u8];
        self.colours().iter().flat_map(parts).collect()
    }

    /// The filter and the level of deflate (0 to 9) that pack such a board best in little time.
    ///
    /// Measured with zlib-rs: on squares, most rows equal the one above, so behind the filter `Up` level 5 takes half the time
    /// of level 6 without it and gives the same size. Characters repeat themselves instead, and every filter hides that.
    pub(super) const fn filter(self) -> (png::Filter, u8) {
        match self {
            Palette::Squares => (png::Filter::Up, 5),
            Palette::Wood => (png::Filter::NoFilter, 6),
        }
    }

    /// The place of the nearest colour; the first of equals.
    pub(super) fn nearest(self, colour: Colour) -> u8 {
        let distance = |other: Colour| -> u32 {
            let part = |shift: u32| (colour >> shift & 255).abs_diff(other >> shift & 255).pow(2);
            2 * part(16) + 4 * part(8) + 3 * part(0)
        };
        let best = self.colours().iter().enumerate().min_by_key(|(_, other)| distance(**other));
        best.map_or(0, |(place, _)| u8::try_from(place).unwrap_or(0))
    }
}

/// Flat colours, then the steps between those that touch.
fn mixed(flat: &[Colour], blends: &[(Colour, Colour, u32)]) -> Vec<Colour> {
    let mut all = flat.to_vec();
    for (from, to, steps) in blends {
        all.extend((1..=*steps).map(|step| blend(*from, *to, step * 255 / (steps + 1))));
    }
    all.truncate(COLOURS_MAX);
    all
}

/// `over` on `under`, `weight` of 255.
fn blend(under: Colour, over: Colour, weight: u32) -> Colour {
    let mix = |shift: u32| {
        let (low, high) = (under >> shift & 255, over >> shift & 255);
        ((low * (255 - weight) + high * weight + 127) / 255) << shift
    };
    mix(16) | mix(8) | mix(0)
}

/// As SVG writes it.
pub(super) fn hex(colour: Colour) -> String {
    format!("#{colour:06x}")
}
