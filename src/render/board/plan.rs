//! Where things lie in the picture, in pixels. A drawing is 480 units wide; a square takes what its frame leaves.

use super::Size;
use crate::rules::{Geometry, Side, Square};

/// Units of the whole drawing's width.
const WIDTH: usize = 480;

/// Units around the squares, for coordinates and hands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Margins {
    pub left: usize,
    pub above: usize,
    pub right: usize,
    pub beneath: usize,
}

/// The plan of one picture.
pub(super) struct Plan {
    pub geometry: Geometry,
    /// True if the second side sits below.
    pub turned: bool,
    /// Pixels to a unit.
    pub scale: usize,
    /// A square's side.
    pub side: usize,
    pub left: usize,
    pub top: usize,
    pub width: usize,
    pub height: usize,
}

impl Plan {
    pub(super) fn new(geometry: Geometry, below: Side, size: Size, margins: Margins) -> Plan {
        let scale = size.scale();
        let side = (WIDTH - margins.left - margins.right) * scale / usize::from(geometry.files.max(1));
        Plan {
            geometry,
            turned: below == Side::Second,
            scale,
            side,
            left: margins.left * scale,
            top: margins.above * scale,
            width: WIDTH * scale,
            height: (margins.above + margins.beneath) * scale + side * usize::from(geometry.ranks),
        }
    }

    /// The square's upper left corner.
    pub(super) fn corner(&self, square: Square) -> (usize, usize) {
        let (file, rank) = (usize::from(self.geometry.file(square)), usize::from(self.geometry.rank(square)));
        let (files, ranks) = (usize::from(self.geometry.files), usize::from(self.geometry.ranks));
        let column = if self.turned { files - 1 - file } else { file };
        let row = if self.turned { rank } else { ranks - 1 - rank };
        (self.left + column * self.side, self.top + row * self.side)
    }

    /// The square in that column and row, both counted from 0 at the upper left.
    pub(super) fn square(&self, column: u8, row: u8) -> Option<Square> {
        let (files, ranks) = (self.geometry.files, self.geometry.ranks);
        let file = if self.turned { files.checked_sub(column + 1)? } else { column };
        let rank = if self.turned { row } else { ranks.checked_sub(row + 1)? };
        self.geometry.at(file, rank)
    }

    /// What lies to the right of the squares.
    pub(super) fn right(&self) -> usize {
        self.left + self.side * usize::from(self.geometry.files)
    }

    /// What lies beneath the squares.
    pub(super) fn bottom(&self) -> usize {
        self.top + self.side * usize::from(self.geometry.ranks)
    }
}
