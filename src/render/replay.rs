/*!
The moving picture of a finished game. Its first frame is the final position, since some mail programs show no other; then
the game from its start, a frame a move, each with only what differs from the one before.

It is 480 pixels wide, as the small board is: shown on a phone of two pixels to a
point, strokes of 飛 and 銀 run together at 360, and coordinates grey out. A move takes 3.3 KB, so that a game of some 85 moves of
either side still fits into a mail; longer ones come as a file to who asks.
*/

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::board::{self, Canvas, Marks, Size};
use crate::rules::{Side, View};

/// Hundredths of a second the final position stands, and every other.
const FINAL: u16 = 250;
const EACH: u16 = 90;

/// The game as `view` shows it, `below` at the lower edge, as a GIF; `None` if it is too large a picture for the form.
pub fn gif(view: &View, below: Side) -> Option<Vec<u8>> {
    let plies = view.ply();
    let drawn = |ply: usize| board::painted(&view.at(ply), below, &Marks::default(), Size::Small);
    let mut shown = drawn(plies);
    let (width, height) = (u16::try_from(shown.width).ok()?, u16::try_from(shown.height).ok()?);
    let palette = shown.palette.rgb();
    // One place behind the palette stands for what has not changed.
    let clear = u8::try_from(palette.len() / 3).ok()?;
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height, &[palette, vec![0; 3]].concat()).ok()?;
    encoder.set_repeat(Repeat::Infinite).ok()?;
    let whole = Frame {
        width,
        height,
        delay: FINAL,
        dispose: DisposalMethod::Keep,
        buffer: shown.pixels.clone().into(),
        ..Frame::default()
    };
    encoder.write_frame(&whole).ok()?;
    for ply in 0..plies {
        let next = drawn(ply);
        encoder.write_frame(&difference(&shown, &next, clear)?).ok()?;
        shown = next;
    }
    drop(encoder);
    Some(bytes)
}

/// The smallest rectangle that holds all that changed, the rest of it clear.
fn difference(before: &Canvas, after: &Canvas, clear: u8) -> Option<Frame<'static>> {
    let changed = |place: &usize| before.pixels.get(*place) != after.pixels.get(*place);
    let places: Vec<usize> = (0..after.pixels.len()).filter(changed).collect();
    let rows = places.iter().map(|place| place / after.width);
    let columns = places.iter().map(|place| place % after.width);
    let (top, bottom) = (rows.clone().min().unwrap_or(0), rows.max().unwrap_or(0));
    let (left, right) = (columns.clone().min().unwrap_or(0), columns.max().unwrap_or(0));
    let mut buffer = Vec::with_capacity((bottom - top + 1) * (right - left + 1));
    for row in top..=bottom {
        for place in row * after.width + left..=row * after.width + right {
            buffer.push(if changed(&place) { *after.pixels.get(place)? } else { clear });
        }
    }
    Some(Frame {
        left: u16::try_from(left).ok()?,
        top: u16::try_from(top).ok()?,
        width: u16::try_from(right - left + 1).ok()?,
        height: u16::try_from(bottom - top + 1).ok()?,
        delay: EACH,
        dispose: DisposalMethod::Keep,
        transparent: Some(clear),
        buffer: buffer.into(),
        ..Frame::default()
    })
}
