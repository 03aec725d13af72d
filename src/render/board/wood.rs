/*!
Boards of shogi: wood with lines, wedges that point away from their owner, files above and ranks at the right as a diagram
has them, hands in strips above and below.
*/

use super::canvas::Canvas;
use super::palette::{self, Palette};
use super::plan::{Margins, Plan};
use super::stamp::Stamp;
use super::tile::Tile;
use super::{Lately, Marks, Size, scope_stamps};
use crate::rules::notation::shogi;
use crate::rules::{Role, Side, Square, View};

/// Units of the frame, hands included.
const MARGINS: Margins = Margins { left: 24, above: 74, right: 24, beneath: 68 };
/// The wood reaches a little beyond the squares.
const RIM: usize = 4;
const FIGURE: usize = 18;
const DISC: usize = 13;
const STAR: usize = 6;

/// A hand's man, the gap behind it, a figure of its count.
const HELD: usize = 46;
const GAP: usize = 4;
const COUNT: usize = 11;

pub(super) fn painted(view: &View, below: Side, marks: &Marks, size: Size) -> Canvas {
    let plan = Plan::new(view.geometry(), below, size, MARGINS);
    let mut canvas = Canvas::new(Palette::Wood, plan.width, plan.height, palette::FRAME);
    let (rim, right, bottom) = (RIM * plan.scale, plan.right(), plan.bottom());
    let (width, height) = (right - plan.left, bottom - plan.top);
    canvas.fill(plan.left - rim, plan.top - rim, width + 2 * rim, height + 2 * rim, palette::WOOD);
    for square in view.geometry().squares() {
        let (x, y) = plan.corner(square);
        canvas.put(x, y, plan.side, &tile(view, square, marks, &plan));
    }
    lines(&plan, &mut canvas);
    figures(&plan, &mut canvas);
    for side in Side::BOTH {
        hand(view, side, side == below, &plan, &mut canvas);
    }
    canvas
}

/// The square with all that lies on it.
fn tile(view: &View, square: Square, marks: &Marks, plan: &Plan) -> Tile {
    let lately = Lately::of(view, square);
    let ground = match lately {
        Lately::Nothing => palette::WOOD,
        Lately::Left => palette::WOOD_LEFT,
        Lately::Reached => palette::WOOD_REACHED,
        Lately::Check => palette::CHECK_LIGHT,
    };
    let man = view.piece_at(square);
    let mut stamps: Vec<Stamp> = lately.stamp().into_iter().collect();
    stamps.extend(man.map(|man| wedge(view, man.side, man.role, plan)));
    stamps.extend(scope_stamps(marks, square, man.is_some()));
    Tile { ground, stamps }
}

/// The second side's king has a character of its own.
fn wedge(view: &View, side: Side, role: Role, plan: &Plan) -> Stamp {
    let sign = shogi::man_of(view.variant(), role).map_or('？', |man| man.sign);
    let character = if sign == '玉' && side == Side::Second { '王' } else { sign };
    Stamp::Wedge { character, turned: (side == Side::Second) != plan.turned }
}

/// The lines between the squares, thicker around them, and the four points of a board of nine by nine.
fn lines(plan: &Plan, canvas: &mut Canvas) {
    let thin = plan.scale;
    let thick = (5 * plan.scale).div_ceil(2);
    let (width, height) = (plan.right() - plan.left, plan.bottom() - plan.top);
    for (count, along) in [(plan.geometry.files, false), (plan.geometry.ranks, true)] {
        for line in 0..=count {
            let weight = if line == 0 || line == count { thick } else { thin };
            let at = usize::from(line) * plan.side;
            let (x, y) = (plan.left - weight / 2, plan.top - weight / 2);
            if along {
                canvas.fill(x, y + at, width + weight, weight, palette::LINE);
            } else {
                canvas.fill(x + at, y, weight, height + weight, palette::LINE);
            }
        }
    }
    if (plan.geometry.files, plan.geometry.ranks) == (9, 9) {
        let star = STAR * plan.scale;
        let tile = Tile { ground: palette::WOOD, stamps: vec![Stamp::Disc(palette::LINE)] };
        for (column, row) in [(3, 3), (3, 6), (6, 3), (6, 6)] {
            let (x, y) = (plan.left + column * plan.side, plan.top + row * plan.side);
            canvas.put_over(x - star / 2, y - star / 2, star, &tile);
        }
    }
}

/// Files as figures above, ranks as kanji at the right.
fn figures(plan: &Plan, canvas: &mut Canvas) {
    let size = FIGURE * plan.scale;
    let on_frame = |figure: char| Tile { ground: palette::FRAME, stamps: vec![Stamp::Figure(figure, palette::LIGHT)] };
    for column in 0..plan.geometry.files {
        let Some(square) = plan.square(column, 0) else { continue };
        let x = plan.corner(square).0 + (plan.side - size) / 2;
        let figure = (b'0' + shogi::file_number(plan.geometry, square)) as char;
        canvas.put(x, plan.top - (RIM + 1) * plan.scale - size, size, &on_frame(figure));
    }
    for row in 0..plan.geometry.ranks {
        let Some(square) = plan.square(0, row) else { continue };
        let y = plan.corner(square).1 + (plan.side - size) / 2;
        let number = usize::from(shogi::rank_number(plan.geometry, square)).checked_sub(1);
        let kanji = number.and_then(|at| shogi::KANJI.get(at)).copied().unwrap_or('？');
        let x = plan.right() + (RIM + 1) * plan.scale;
        canvas.put(x, y, size, &on_frame(kanji));
    }
}

/// What `side` holds: the reader's from the left, the opponent's from the right, each towards its owner; a stroke for
/// nothing, and the disc of the side to move.
fn hand(view: &View, side: Side, low: bool, plan: &Plan, canvas: &mut Canvas) {
    let unit = plan.scale;
    let y = if low { plan.height - (HELD + 4) * unit } else { 4 * unit };
    let held = view.hand(side);
    // The upper hand is the lower one turned about the middle of the picture.
    let from_left = |x: usize, width: usize| if low { x } else { plan.width.saturating_sub(x + width) };
    let mut x = plan.left;
    if held.is_empty() {
        canvas.fill(from_left(x + 8 * unit, 20 * unit), y + 22 * unit, 20 * unit, 2 * unit, palette::LIGHT);
    }
    for (role, count) in held {
        let man = Tile { ground: palette::FRAME, stamps: vec![wedge(view, side, role, plan)] };
        canvas.put(from_left(x, HELD * unit), y, HELD * unit, &man);
        x += HELD * unit;
        if count > 1 {
            let digits = count.to_string();
            let width = digits.len() * COUNT * unit;
            for (place, figure) in digits.chars().enumerate() {
                let left = from_left(x, width) + place * COUNT * unit;
                let tile = Tile { ground: palette::FRAME, stamps: vec![Stamp::Figure(figure, palette::LIGHT)] };
                let middle = if low { 18 } else { 6 };
                canvas.put_over(left.saturating_sub(6 * unit), y + middle * unit, 22 * unit, &tile);
            }
            x += width;
        }
        x += GAP * unit;
    }
    if view.turn() == side {
        let disc = DISC * unit;
        let tile = Tile { ground: palette::FRAME, stamps: vec![Stamp::Turn { dark: side == Side::First }] };
        let x = from_left((plan.left - disc) / 2, disc);
        canvas.put(x, y + (HELD * unit - disc) / 2, disc, &tile);
    }
}
