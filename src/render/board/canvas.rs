//! The picture as places in a palette, and its file.

use super::palette::{Colour, Palette};
use super::tile::Tile;

/// Pixels as places in the palette, row by row.
pub(in crate::render) struct Canvas {
    pub(in crate::render) palette: Palette,
    pub(in crate::render) width: usize,
    pub(in crate::render) height: usize,
    pub(in crate::render) pixels: Vec<u8>,
}

impl Canvas {
    pub(super) fn new(palette: Palette, width: usize, height: usize, ground: Colour) -> Canvas {
        Canvas { palette, width, height, pixels: vec![palette.nearest(ground); width * height] }
    }

    /// A flat rectangle; what lies outside is cut off.
    pub(super) fn fill(&mut self, x: usize, y: usize, width: usize, height: usize, colour: Colour) {
        let place = self.palette.nearest(colour);
        let (from, to) = (x.min(self.width), (x + width).min(self.width));
        for row in y..(y + height).min(self.height) {
            if let Some(line) = self.pixels.get_mut(row * self.width + from..row * self.width + to) {
                line.fill(place);
            }
        }
    }

    /// Puts a tile with its upper left corner there; what lies outside is cut off.
    pub(super) fn put(&mut self, x: usize, y: usize, side: usize, tile: &Tile) {
        self.lay(x, y, side, tile, None);
    }

    /// The same, but the tile's ground lets through what is there.
    pub(super) fn put_over(&mut self, x: usize, y: usize, side: usize, tile: &Tile) {
        self.lay(x, y, side, tile, Some(self.palette.nearest(tile.ground)));
    }

    fn lay(&mut self, x: usize, y: usize, side: usize, tile: &Tile, clear: Option<u8>) {
        let pixels = tile.pixels(self.palette, u32::try_from(side).unwrap_or(1));
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
    pub(super) fn encode(&self) -> Vec<u8> {
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
        encoder.set_palette(self.palette.rgb());
        let (filter, level) = self.palette.filter();
        encoder.set_deflate_compression(png::DeflateCompression::Level(level));
        encoder.set_filter(filter);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.pixels)?;
        writer.finish()
    }
}
