/*!
Bars: for each game a strip of wins of the first side, draws, and wins of the second side, in the colours of the men. The
frame between the parts is seen whatever the colours.
*/

use super::Size;
use super::canvas::Canvas;
use super::palette::{self, Palette};

/// Shares of first side, draws and second side, in hundredths of a per cent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar(pub [u64; 3]);

/// Units of the drawing, which is 480 wide.
const WIDTH: usize = 480;
const EDGE: usize = 12;
const HEIGHT: usize = 24;
const GAP: usize = 10;
const LINE: usize = 2;

/// One bar below the other, as a palette PNG.
pub fn png(bars: &[Bar], size: Size) -> Vec<u8> {
    let scale = size.scale();
    let height = 2 * EDGE + bars.len() * (HEIGHT + GAP) - GAP.min(bars.len() * GAP);
    let mut canvas = Canvas::new(Palette::Squares, WIDTH * scale, height * scale, palette::FRAME);
    let length = WIDTH - 2 * EDGE;
    for (place, Bar(shares)) in bars.iter().enumerate() {
        let top = EDGE + place * (HEIGHT + GAP);
        let mut left = EDGE;
        let mut sum = 0;
        for (share, colour) in shares.iter().zip([palette::WHITE_FILL, palette::DARK, palette::BLACK_FILL]) {
            sum += usize::try_from(*share).unwrap_or(0);
            let right = EDGE + length * sum.min(10_000) / 10_000;
            // A line of the frame's colour parts it from the next; a share too small for one is seen all the same.
            let wide = (right - left).saturating_sub(LINE).max(usize::from(*share > 0));
            canvas.fill(left * scale, top * scale, wide * scale, HEIGHT * scale, colour);
            left = right;
        }
    }
    canvas.encode()
}
