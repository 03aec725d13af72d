/*!
Boards of chess: squares of two shades, letters and numbers in the frame, and in games with hands a tray above and below.
*/

use super::canvas::Canvas;
use super::palette::{self, Colour, Palette};
use super::plan::{Margins, Plan};
use super::stamp::{self, Stamp};
use super::tile::Tile;
use super::{Lately, Marks, Size, scope_stamps};
use crate::rules::{Role, Side, Square, View};

/// Units of the frame.
const MARGINS: Margins = Margins { left: 20, above: 12, right: 12, beneath: 20 };
/// More above and beneath for a hand.
const POCKET: usize = 46;
const FIGURE: usize = 18;
const DISC: usize = 10;

/// A hand's man, what it takes with its count, and the tray around them.
const HELD: usize = 40;
const HELD_STEP: usize = 62;
const TRAY: usize = 42;
const TRAY_CORNER: usize = 6;

pub(super) fn painted(view: &View, below: Side, marks: &Marks, size: Size) -> Canvas {
    let pocket = if view.variant().hand_kinds().is_empty() { 0 } else { POCKET };
    let margins = Margins { above: MARGINS.above + pocket, beneath: MARGINS.beneath + pocket, ..MARGINS };
    let plan = Plan::new(view.geometry(), below, size, margins);
    let mut canvas = Canvas::new(Palette::Squares, plan.width, plan.height, palette::FRAME);
    for square in view.geometry().squares() {
        let (x, y) = plan.corner(square);
        canvas.put(x, y, plan.side, &tile(view, square, marks));
    }
    figures(&plan, &mut canvas);
    turn(view, below, &plan, &mut canvas);
    if pocket > 0 {
        for side in Side::BOTH {
            let y = if side == below { plan.height - (POCKET - 1) * plan.scale } else { 5 * plan.scale };
            hand(view, side, y, &plan, &mut canvas);
        }
    }
    canvas
}

/// The square with all that lies on it.
fn tile(view: &View, square: Square, marks: &Marks) -> Tile {
    let geometry = view.geometry();
    let light = (geometry.file(square) + geometry.rank(square)) % 2 == 1; // a1 is dark
    let shade = |on_light: Colour, on_dark: Colour| if light { on_light } else { on_dark };
    let lately = Lately::of(view, square);
    let ground = match lately {
        Lately::Nothing => shade(palette::LIGHT, palette::DARK),
        Lately::Left | Lately::Reached => shade(palette::LAST_LIGHT, palette::LAST_DARK),
        Lately::Check => shade(palette::CHECK_LIGHT, palette::CHECK_DARK),
    };
    let man = view.piece_at(square);
    let mut stamps: Vec<Stamp> = lately.stamp().into_iter().collect();
    stamps.extend(man.map(|man| drawn(view, man.side, man.role)));
    stamps.extend(scope_stamps(marks, square, man.is_some()));
    Tile { ground, stamps }
}

fn drawn(view: &View, side: Side, role: Role) -> Stamp {
    Stamp::Man(side, view.variant().role(role).map_or('?', |sheet| stamp::drawing(sheet.key)))
}

fn figure_on(ground: Colour, figure: char, colour: Colour) -> Tile {
    Tile { ground, stamps: vec![Stamp::Figure(figure, colour)] }
}

/// File letters below, rank numbers at the left.
fn figures(plan: &Plan, canvas: &mut Canvas) {
    let size = FIGURE * plan.scale;
    let on_frame = |figure: char| figure_on(palette::FRAME, figure, palette::LIGHT);
    for column in 0..plan.geometry.files {
        let Some(square) = plan.square(column, 0) else { continue };
        let x = plan.corner(square).0 + (plan.side - size) / 2;
        let letter = (b'a' + plan.geometry.file(square)) as char;
        canvas.put(x, plan.bottom() + plan.scale, size, &on_frame(letter));
    }
    for row in 0..plan.geometry.ranks {
        let Some(square) = plan.square(0, row) else { continue };
        let y = plan.corner(square).1 + (plan.side - size) / 2;
        let number = (plan.geometry.rank(square) + 1).to_string();
        // Two figures stand closer than two boxes would.
        let step = size / 2;
        let left = plan.left.saturating_sub(size + step * (number.len() - 1)) / 2;
        for (place, figure) in number.chars().enumerate() {
            canvas.put_over(left + place * step, y, size, &on_frame(figure));
        }
    }
}

/// The disc beside the side to move.
fn turn(view: &View, below: Side, plan: &Plan, canvas: &mut Canvas) {
    let disc = DISC * plan.scale;
    let gap = (plan.width - plan.right()).saturating_sub(disc) / 2;
    let y = if view.turn() == below { plan.bottom() - plan.side } else { plan.top };
    let tile = Tile { ground: palette::FRAME, stamps: vec![Stamp::Turn { dark: view.turn() == Side::Second }] };
    canvas.put(plan.right() + gap, y + (plan.side - disc) / 2, disc, &tile);
}

/// What `side` holds, on a pale tray that keeps dark men readable; a stroke for nothing.
fn hand(view: &View, side: Side, y: usize, plan: &Plan, canvas: &mut Canvas) {
    let held = view.hand(side);
    let unit = plan.scale;
    let width = (held.len().max(1) * HELD_STEP + 6) * unit;
    tray(plan.left, y, width, unit, canvas);
    let ink = palette::WHITE_EDGE;
    if held.is_empty() {
        canvas.fill(plan.left + 22 * unit, y + (TRAY / 2 - 1) * unit, 24 * unit, 2 * unit, ink);
    }
    for (place, (role, count)) in held.into_iter().enumerate() {
        let x = plan.left + (place * HELD_STEP + 4) * unit;
        let man = Tile { ground: palette::DARK, stamps: vec![drawn(view, side, role)] };
        canvas.put(x, y + unit, HELD * unit, &man);
        canvas.put_over(x + 40 * unit, y + 16 * unit, 16 * unit, &figure_on(palette::DARK, 'x', ink));
        for (digit, figure) in count.to_string().chars().enumerate() {
            let x = x + (48 + digit * 8) * unit;
            canvas.put_over(x, y + 12 * unit, 20 * unit, &figure_on(palette::DARK, figure, ink));
        }
    }
}

/// A flat tray with round corners.
fn tray(x: usize, y: usize, width: usize, unit: usize, canvas: &mut Canvas) {
    let (height, corner) = (TRAY * unit, TRAY_CORNER * unit);
    let disc = Tile { ground: palette::FRAME, stamps: vec![Stamp::Disc(palette::DARK)] };
    for x in [x, x + width - 2 * corner] {
        for y in [y, y + height - 2 * corner] {
            canvas.put(x, y, 2 * corner, &disc);
        }
    }
    canvas.fill(x + corner, y, width - 2 * corner, height, palette::DARK);
    canvas.fill(x, y + corner, width, height - 2 * corner, palette::DARK);
}
