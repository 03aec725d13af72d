/*!
Tiles: one square of the picture, colour and stamps put together and taken to the palette. Those without scope marks come
back in almost every picture and are kept; there are at most some hundred a size.
*/

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};

use super::palette::{Colour, Palette};
use super::stamp::{self, Stamp};

/// A square's ground and what lies on it, lowest first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Tile {
    /// The flat colour beneath.
    pub ground: Colour,
    /// What lies on it.
    pub stamps: Vec<Stamp>,
}

/// Tiles by what they show and their size.
type Kept = HashMap<(Tile, Palette, u32), Arc<[u8]>>;

impl Tile {
    /// Places in the palette, row by row, `side` by `side`.
    pub(super) fn pixels(&self, palette: Palette, side: u32) -> Arc<[u8]> {
        static KEPT: OnceLock<Mutex<Kept>> = OnceLock::new();
        if self.stamps.iter().any(|stamp| is_scope(*stamp)) {
            return self.painted(palette, side);
        }
        let kept = KEPT.get_or_init(Mutex::default);
        let key = (self.clone(), palette, side);
        if let Some(pixels) = kept.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Arc::clone(pixels);
        }
        let pixels = self.painted(palette, side);
        kept.lock().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::clone(&pixels));
        pixels
    }

    fn painted(&self, palette: Palette, side: u32) -> Arc<[u8]> {
        let stamps: Vec<Arc<Pixmap>> = self.stamps.iter().filter_map(|stamp| stamp::rasterised(*stamp, side)).collect();
        let layers: Vec<&[PremultipliedColorU8]> = stamps.iter().map(|pixmap| pixmap.pixels()).collect();
        let ground = palette.nearest(self.ground);
        let mut last = (self.ground, ground);
        (0..(side * side) as usize)
            .map(|place| {
                let over = layers.iter().filter_map(|layer| layer.get(place)).filter(|pixel| pixel.alpha() > 0);
                let colour = over.fold(self.ground, |under, pixel| laid_over(under, *pixel));
                if colour != last.0 {
                    last = (colour, palette.nearest(colour));
                }
                last.1
            })
            .collect()
    }
}

fn is_scope(stamp: Stamp) -> bool {
    use Stamp::{OpponentDiamond, OpponentHollow, OpponentOrigin, OwnDot, OwnHollow, OwnOrigin, OwnRing};
    matches!(stamp, OwnOrigin | OwnDot | OwnRing | OwnHollow | OpponentOrigin | OpponentDiamond | OpponentHollow(_))
}

fn laid_over(under: Colour, pixel: PremultipliedColorU8) -> Colour {
    let rest = 255 - u32::from(pixel.alpha());
    let mix =
        |shift: u32, over: u8| ((((under >> shift & 255) * rest + 127) / 255 + u32::from(over)).min(255)) << shift;
    mix(16, pixel.red()) | mix(8, pixel.green()) | mix(0, pixel.blue())
}
