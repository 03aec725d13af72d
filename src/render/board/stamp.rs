/*!
Stamps: everything on a board that is not flat colour, drawn once a size and kept.

A stamp is an SVG of a box of 100 by 100, rasterised to a square of pixels with transparency. How many there can be is
bounded by the kinds of men, figures and marks and the few sizes a board may have.
*/

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use serde::Deserialize;

use super::palette::{self, Colour, hex};
use crate::rules::Side;

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Stamp {
    /// A man, by the letter of its drawing.
    Man(Side, char),
    /// A man of shogi by its character; turned if it comes from above.
    Wedge {
        /// One sign, as diagrams have it.
        character: char,
        /// It points down.
        turned: bool,
    },
    /// A digit, letter or kanji number.
    Figure(char, Colour),
    /// The disc beside the side to move.
    Turn {
        /// It is the side with the dark men, or in shogi the first.
        dark: bool,
    },
    /// A disc that fills its box.
    Disc(Colour),
    /// The square left by the last move.
    Left,
    /// The square it reached.
    Reached,
    /// The square of a king in check.
    Check,
    /// The man whose scope is shown.
    OwnOrigin,
    /// An empty square in it.
    OwnDot,
    /// A capture in it.
    OwnRing,
    /// A square to which a piece moves without capturing, where the two differ.
    OwnHollow,
    /// The same for a man of the opponent's.
    OpponentOrigin,
    /// An empty square in its scope.
    OpponentDiamond,
    /// A capture in it, or a square in both scopes.
    OpponentHollow(bool),
}

/// The outlines of the men of chess, and figures.
#[derive(Default, Deserialize)]
struct Drawings {
    chess: HashMap<char, Man>,
    figures: HashMap<char, String>,
}

#[derive(Deserialize)]
struct Man {
    body: String,
    line: String,
    dot: String,
}

/// The outlines of the men of shogi, and kanji numbers.
#[derive(Default, Deserialize)]
struct Wooden {
    wedge: String,
    wedge_low: String,
    characters: HashMap<char, Character>,
    figures: HashMap<char, String>,
}

#[derive(Deserialize)]
struct Character {
    size: f32,
    promoted: bool,
    path: String,
}

/// The drawing for a kind of man, by the key of its role; a plain disc (`?`) for one that is not drawn yet.
pub(super) fn drawing(role: &str) -> char {
    match role {
        "king" => 'K',
        "queen" => 'Q',
        "rook" => 'R',
        "bishop" => 'B',
        "knight" => 'N',
        "pawn" => 'P',
        "archbishop" | "cardinal" | "janus" => 'A',
        "chancellor" | "marshall" => 'C',
        "amazon" => 'Z',
        "maharajah" => 'J',
        "commoner" => 'M',
        "royal-knight" => 'Y',
        _ => '?',
    }
}

/// Stamps by kind and size.
type Kept = HashMap<(Stamp, u32), Arc<Pixmap>>;

/// The stamp in a square of `side` pixels, premultiplied RGBA; `None` if it cannot be drawn.
pub(super) fn rasterised(stamp: Stamp, side: u32) -> Option<Arc<Pixmap>> {
    static KEPT: OnceLock<Mutex<Kept>> = OnceLock::new();
    let kept = KEPT.get_or_init(Mutex::default);
    if let Some(pixmap) = kept.lock().unwrap_or_else(PoisonError::into_inner).get(&(stamp, side)) {
        return Some(Arc::clone(pixmap));
    }
    let pixmap = Arc::new(draw(stamp, side)?);
    kept.lock().unwrap_or_else(PoisonError::into_inner).insert((stamp, side), Arc::clone(&pixmap));
    Some(pixmap)
}

/// None for no pixels, or for an SVG that cannot be read; the drawings are ours, and a test looks at every one.
fn draw(stamp: Stamp, side: u32) -> Option<Pixmap> {
    let mut pixmap = Pixmap::new(side, side)?;
    let svg = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{}</svg>"#, shapes(stamp));
    let tree = Tree::from_str(&svg, &Options::default()).ok()?;
    let fit = side as f32;
    let fit = Transform::from_scale(fit / tree.size().width(), fit / tree.size().height());
    resvg::render(&tree, fit, &mut pixmap.as_mut());
    Some(pixmap)
}

/// Lengths here are those of the art, whose squares are 56 wide.
const UNIT: f32 = 100.0 / 56.0;

fn shapes(stamp: Stamp) -> String {
    let scope = hex(palette::SCOPE);
    let opponent = hex(palette::OPPONENT);
    let last = hex(palette::LAST_EDGE);
    match stamp {
        Stamp::Man(side, drawing) => man(side, drawing),
        Stamp::Wedge { character, turned } => wedge(character, turned),
        Stamp::Figure(figure, colour) => self::figure(figure, &hex(colour)),
        Stamp::Disc(colour) => format!(r#"<circle cx="50" cy="50" r="50" fill="{}"/>"#, hex(colour)),
        Stamp::Turn { dark } => {
            let (fill, edge) =
                if dark { (palette::BLACK_EDGE, palette::LIGHT) } else { (palette::WHITE_FILL, palette::BLACK_EDGE) };
            let (fill, edge) = (hex(fill), hex(edge));
            format!(r#"<circle cx="50" cy="50" r="42" fill="{fill}" stroke="{edge}" stroke-width="12"/>"#)
        }
        Stamp::Left => frame(2.0, &last, "6 5"),
        Stamp::Reached => frame(3.0, &last, ""),
        Stamp::Check => frame(4.0, &hex(palette::CHECK_EDGE), ""),
        Stamp::OwnOrigin => frame(4.0, &scope, ""),
        Stamp::OwnDot => format!(r#"<circle cx="50" cy="50" r="15" fill="{scope}"/>"#),
        Stamp::OwnRing => {
            let width = 4.5 * UNIT;
            format!(r#"<circle cx="50" cy="50" r="44" fill="none" stroke="{scope}" stroke-width="{width}"/>"#)
        }
        Stamp::OwnHollow => {
            let width = 4.0 * UNIT;
            format!(r#"<path d="{}" fill="none" stroke="{scope}" stroke-width="{width}"/>"#, diamond(24.0))
        }
        Stamp::OpponentOrigin => frame(4.0, &opponent, "10 6"),
        Stamp::OpponentDiamond => format!(r#"<path d="{}" fill="{opponent}"/>"#, diamond(20.0)),
        Stamp::OpponentHollow(capture) => {
            let outline = diamond(if capture { 45.0 } else { 29.0 });
            let width = 4.0 * UNIT;
            format!(r#"<path d="{outline}" fill="none" stroke="{opponent}" stroke-width="{width}"/>"#)
        }
    }
}

fn diamond(reach: f32) -> String {
    let (low, high) = (50.0 - reach, 50.0 + reach);
    format!("M50 {low}L{high} 50L50 {high}L{low} 50Z")
}

/// A frame just inside the square.
fn frame(width: f32, colour: &str, dashes: &str) -> String {
    let (inset, stroke) = (width * UNIT / 2.0, width * UNIT);
    let size = 100.0 - stroke;
    let dashes = dashes.split(' ').filter_map(|d| d.parse::<f32>().ok()).map(|d| (d * UNIT).to_string());
    let dashes = dashes.collect::<Vec<_>>().join(" ");
    let dashes = if dashes.is_empty() { String::new() } else { format!(r#" stroke-dasharray="{dashes}""#) };
    format!(
        r#"<rect x="{inset}" y="{inset}" width="{size}" height="{size}" fill="none" stroke="{colour}" stroke-width="{stroke}"{dashes}/>"#
    )
}

/// Twice the body, edge first, then the lines and dots of the mark colour (the art's own recipe).
fn man(side: Side, drawing: char) -> String {
    let (fill, edge, mark, width) = match side {
        Side::First => (palette::WHITE_FILL, palette::WHITE_EDGE, palette::WHITE_EDGE, 2.2),
        Side::Second => (palette::BLACK_FILL, palette::BLACK_EDGE, palette::BLACK_MARK, 2.4),
    };
    let (fill, edge, mark) = (hex(fill), hex(edge), hex(mark));
    let Some(man) = drawings().chess.get(&drawing) else {
        return format!(r#"<circle cx="50" cy="55" r="32" fill="{fill}" stroke="{edge}" stroke-width="5.4"/>"#);
    };
    let (body, line, dot) = (&man.body, &man.line, &man.dot);
    let mut svg = format!(
        r#"<path d="{body}" fill="{edge}" stroke="{edge}" stroke-width="5.4" stroke-linejoin="round"/><path d="{body}" fill="{fill}"/>"#
    );
    if !line.is_empty() {
        let _ = write!(
            svg,
            r#"<path d="{line}" fill="none" stroke="{mark}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"/>"#
        );
    }
    if !dot.is_empty() {
        let _ = write!(svg, r#"<path d="{dot}" fill="{mark}"/>"#);
    }
    svg
}

/// The wedge and its front, then the character; all of it smaller for lesser men, and standing on the same line.
fn wedge(character: char, turned: bool) -> String {
    let drawings = wooden();
    let (size, ink, path) = match drawings.characters.get(&character) {
        Some(drawn) => (drawn.size, if drawn.promoted { palette::RED } else { palette::INK }, drawn.path.as_str()),
        None => (1.0, palette::INK, ""),
    };
    let (edge, face, low, ink) = (hex(palette::LINE), hex(palette::WEDGE), hex(palette::WEDGE_LOW), hex(ink));
    let (body, front) = (&drawings.wedge, &drawings.wedge_low);
    let (x, y) = (50.0 - 50.0 * size, 96.0 * (1.0 - size));
    let turn = if turned { r#" transform="rotate(180 50 50)""# } else { "" };
    format!(
        r#"<g{turn}><g transform="translate(2 2) scale(0.96)"><g transform="translate({x} {y}) scale({size})"><path d="{body}" fill="{face}" stroke="{edge}" stroke-width="3" stroke-linejoin="round"/><path d="{front}" fill="{low}"/><g transform="translate(17 19.5) scale(0.66)"><path d="{path}" fill="{ink}" fill-rule="evenodd"/></g></g></g></g>"#
    )
}

/// Figures are strokes in a box of 62 by 100 with tails below it, and get room for those; kanji are filled.
fn figure(figure: char, colour: &str) -> String {
    if let Some(path) = wooden().figures.get(&figure) {
        return format!(
            r#"<g transform="translate(10 10) scale(0.8)"><path d="{path}" fill="{colour}" fill-rule="evenodd"/></g>"#
        );
    }
    let Some(path) = drawings().figures.get(&figure) else { return String::new() };
    format!(
        r#"<g transform="translate(28 12) scale(0.7)"><path d="{path}" fill="none" stroke="{colour}" stroke-width="13" stroke-linecap="round" stroke-linejoin="round"/></g>"#
    )
}

fn drawings() -> &'static Drawings {
    static DRAWINGS: OnceLock<Drawings> = OnceLock::new();
    DRAWINGS.get_or_init(|| serde_json::from_str(include_str!("../pieces/chess.json")).unwrap_or_default())
}

fn wooden() -> &'static Wooden {
    static DRAWINGS: OnceLock<Wooden> = OnceLock::new();
    DRAWINGS.get_or_init(|| serde_json::from_str(include_str!("../pieces/shogi.json")).unwrap_or_default())
}
