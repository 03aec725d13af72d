/*!
The board as a PNG, from the reader's side. Men are rasterised once a size; the rest is flat colour.

Everything that colour says is said a second time by form: frames, dashes, rings and diamonds. The frame around the board
belongs to the picture, so that it reads on white mail and on black.
*/

mod palette;
mod stamp;
mod tile;

use crate::rules::{Geometry, Side, Square, View};
use palette::Colour;
use stamp::Stamp;
use tile::Tile;

/// What is marked beside last move and check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// A man of the reader's and the squares it may go to.
    pub own_scope: Option<(Square, Vec<Square>)>,
    /// The same for a man of the opponent's.
    pub opponent_scope: Option<(Square, Vec<Square>)>,
}

/// How large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Size {
    /// 480 pixels wide for chess.
    Small,
    /// 960 pixels wide.
    Large,
}

impl Size {
    /// Pixels to one unit of the drawing, which is 480 units wide.
    const fn scale(self) -> usize {
        match self {
            Size::Small => 1,
            Size::Large => 2,
        }
    }
}

/// Units of the drawing.
const WIDTH: usize = 480;
const EDGE_WIDE: usize = 20;
const EDGE_NARROW: usize = 12;
const FIGURE: usize = 18;
const DISC: usize = 10;

/// Draws what `view` shows, `below` at the lower edge, as a palette PNG. The same view gives the same bytes.
pub fn png(view: &View, below: Side, marks: &Marks, size: Size) -> Vec<u8> {
    let plan = Plan::new(view.geometry(), below, size);
    let mut canvas = Canvas::new(plan.width, plan.height);
    for square in view.geometry().squares() {
        let (x, y) = plan.corner(square);
        canvas.put(x, y, plan.side, &tile(view, square, marks));
    }
    figures(&plan, &mut canvas);
    let disc = DISC * plan.scale;
    let nearest_rank = if (view.turn() == below) == plan.turned { plan.geometry.ranks - 1 } else { 0 };
    let beside = plan.geometry.at(plan.file_at_right(), nearest_rank).unwrap_or(Square(0));
    let (x, y) = plan.corner(beside);
    let gap = plan.width.saturating_sub(x + plan.side + disc) / 2;
    let ground = Tile { ground: palette::FRAME, stamps: vec![Stamp::Turn(view.turn())] };
    canvas.put(x + plan.side + gap, y + (plan.side - disc) / 2, disc, &ground);
    canvas.encode()
}

/// Where things lie in the picture, in pixels.
struct Plan {
    geometry: Geometry,
    /// True if the second side sits below.
    turned: bool,
    scale: usize,
    side: usize,
    width: usize,
    height: usize,
}

impl Plan {
    fn new(geometry: Geometry, below: Side, size: Size) -> Plan {
        let scale = size.scale();
        let side = (WIDTH - EDGE_WIDE - EDGE_NARROW) * scale / usize::from(geometry.files.max(1));
        let height = (EDGE_WIDE + EDGE_NARROW) * scale + side * usize::from(geometry.ranks);
        Plan { geometry, turned: below == Side::Second, scale, side, width: WIDTH * scale, height }
    }

    /// The square's upper left corner.
    fn corner(&self, square: Square) -> (usize, usize) {
        let (file, rank) = (usize::from(self.geometry.file(square)), usize::from(self.geometry.rank(square)));
        let (files, ranks) = (usize::from(self.geometry.files), usize::from(self.geometry.ranks));
        let column = if self.turned { files - 1 - file } else { file };
        let row = if self.turned { rank } else { ranks - 1 - rank };
        (EDGE_WIDE * self.scale + column * self.side, EDGE_NARROW * self.scale + row * self.side)
    }

    fn file_at_right(&self) -> u8 {
        if self.turned { 0 } else { self.geometry.files - 1 }
    }

    fn file_at_left(&self) -> u8 {
        if self.turned { self.geometry.files - 1 } else { 0 }
    }
}

/// The square with all that lies on it.
fn tile(view: &View, square: Square, marks: &Marks) -> Tile {
    let geometry = view.geometry();
    let light = (geometry.file(square) + geometry.rank(square)) % 2 == 1; // a1 is dark
    let shade = |on_light: Colour, on_dark: Colour| if light { on_light } else { on_dark };
    let last = view.last_move();
    let mut stamps = Vec::new();
    let mut ground = shade(palette::LIGHT, palette::DARK);
    if last.is_some_and(|last| last.from == Some(square)) {
        ground = shade(palette::LAST_LIGHT, palette::LAST_DARK);
        stamps.push(Stamp::Left);
    }
    if last.is_some_and(|last| last.to == square) {
        ground = shade(palette::LAST_LIGHT, palette::LAST_DARK);
        stamps.push(Stamp::Reached);
    }
    if view.check() == Some(square) {
        ground = shade(palette::CHECK_LIGHT, palette::CHECK_DARK);
        stamps.push(Stamp::Check);
    }
    let man = view.piece_at(square);
    if let Some(man) = man {
        let role = view.variant().roles.get(usize::from(man.role.0));
        stamps.push(Stamp::Man(man.side, role.map_or('?', |role| stamp::drawing(role.key))));
    }
    let in_scope =
        |scope: &Option<(Square, Vec<Square>)>| scope.as_ref().is_some_and(|(_, squares)| squares.contains(&square));
    let is_origin = |scope: &Option<(Square, Vec<Square>)>| scope.as_ref().is_some_and(|(origin, _)| *origin == square);
    let own = in_scope(&marks.own_scope);
    if is_origin(&marks.own_scope) {
        stamps.push(Stamp::OwnOrigin);
    }
    if own {
        stamps.push(if man.is_some() { Stamp::OwnRing } else { Stamp::OwnDot });
    }
    if is_origin(&marks.opponent_scope) {
        stamps.push(Stamp::OpponentOrigin);
    }
    if in_scope(&marks.opponent_scope) {
        stamps.push(match (man.is_some(), own) {
            (true, _) => Stamp::OpponentHollow(true),
            (false, true) => Stamp::OpponentHollow(false),
            (false, false) => Stamp::OpponentDiamond,
        });
    }
    Tile { ground, stamps }
}

/// File letters below, rank numbers at the left.
fn figures(plan: &Plan, canvas: &mut Canvas) {
    let size = FIGURE * plan.scale;
    let on_frame = |figure: char| Tile { ground: palette::FRAME, stamps: vec![Stamp::Figure(figure)] };
    let lowest = if plan.turned { plan.geometry.ranks - 1 } else { 0 };
    for file in 0..plan.geometry.files {
        let Some(square) = plan.geometry.at(file, lowest) else { continue };
        let (x, y) = plan.corner(square);
        canvas.put(x + (plan.side - size) / 2, y + plan.side + plan.scale, size, &on_frame((b'a' + file) as char));
    }
    for rank in 0..plan.geometry.ranks {
        let Some(square) = plan.geometry.at(plan.file_at_left(), rank) else { continue };
        let (_, y) = plan.corner(square);
        let number = (rank + 1).to_string();
        // Two figures stand closer than two boxes would.
        let step = size / 2;
        let left = (EDGE_WIDE * plan.scale).saturating_sub(size + step * (number.len() - 1)) / 2;
        for (place, figure) in number.chars().enumerate() {
            canvas.put_over(left + place * step, y + (plan.side - size) / 2, size, &on_frame(figure));
        }
    }
}

/// Pixels as places in the palette.
struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Canvas {
    fn new(width: usize, height: usize) -> Canvas {
        Canvas { width, height, pixels: vec![palette::nearest(palette::FRAME); width * height] }
    }

    /// Puts a tile with its upper left corner there; what lies outside is cut off.
    fn put(&mut self, x: usize, y: usize, side: usize, tile: &Tile) {
        self.lay(x, y, side, tile, None);
    }

    /// The same, but the tile's ground lets through what is there.
    fn put_over(&mut self, x: usize, y: usize, side: usize, tile: &Tile) {
        self.lay(x, y, side, tile, Some(palette::nearest(tile.ground)));
    }

    fn lay(&mut self, x: usize, y: usize, side: usize, tile: &Tile, clear: Option<u8>) {
        let pixels = tile.pixels(u32::try_from(side).unwrap_or(1));
        let shown = side.min(self.width.saturating_sub(x));
        for (row, source) in pixels.chunks_exact(side.max(1)).enumerate() {
            let start = (y + row) * self.width + x;
            let Some(target) = self.pixels.get_mut(start..start + shown) else { continue };
            match clear {
                None => target.copy_from_slice(&source[..shown]),
                Some(clear) => {
                    target.iter_mut().zip(source).filter(|(_, new)| **new != clear).for_each(|(old, new)| *old = *new);
                }
            }
        }
    }

    /// Palette PNG. Writing to memory cannot fail.
    fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let written = self.write(&mut bytes);
        debug_assert!(written.is_ok(), "{written:?}");
        bytes
    }

    fn write(&self, bytes: &mut Vec<u8>) -> Result<(), png::EncodingError> {
        let dimension = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        let mut encoder = png::Encoder::new(bytes, dimension(self.width), dimension(self.height));
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        let parts = |colour: &Colour| [(colour >> 16) as u8, (colour >> 8) as u8, *colour as u8];
        encoder.set_palette(palette::colours().iter().flat_map(parts).collect::<Vec<u8>>());
        // Measured: level 4 behind the filter `Up` takes a third of the time of level 6 and gives the same size, since most
        // rows equal the one above.
        encoder.set_deflate_compression(png::DeflateCompression::Level(4));
        encoder.set_filter(png::Filter::Up);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.pixels)?;
        writer.finish()
    }
}
