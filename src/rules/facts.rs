/*!
A sheet's answers to the questions asked for every ply, laid flat.

Folded into the code where the sheet is a constant; elsewhere one short record instead of a walk through the sheet.
*/

use super::movement::{AHEAD, Moves, PLANES_MAX};
use super::variant::{Castling, Goal, Variant};

/// Who stands in plane 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ahead {
    /// Nobody.
    Nobody,
    /// Pawns.
    Pawns,
    /// Lances.
    Lances,
}

/// What the engine asks of a sheet all the time.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// Who stands in plane 0.
    pub ahead: Ahead,
    /// How many planes there are.
    pub planes: usize,
    /// True if any plane has an exception.
    pub exceptions: bool,
    /// For each plane the plane whose men are excepted; itself if none.
    pub unless: [u8; PLANES_MAX],
    /// The planes of each side's royal man; 0 where nobody is royal.
    pub royal: [u16; 2],
    /// How many directions pawns step in.
    pub steps: usize,
    /// How many directions pawns capture in.
    pub captures: usize,
    /// True if pawns may step twice.
    pub doubles: bool,
    /// What pawns may become, how many kinds.
    pub promotions: u32,
    /// True if somebody may castle.
    pub castles: bool,
    /// True if checks are counted.
    pub checks: bool,
}

impl Facts {
    /// The facts of a sheet.
    pub const fn of(sheet: &Variant) -> Facts {
        let mut unless = [0; PLANES_MAX];
        let (mut exceptions, mut plane) = (false, 0);
        while plane < PLANES_MAX {
            unless[plane] = plane as u8;
            if plane < sheet.planes.len()
                && let Some(other) = sheet.planes[plane].unless
            {
                (exceptions, unless[plane]) = (true, other);
            }
            plane += 1;
        }
        Facts {
            ahead: match sheet.planes[AHEAD].moves {
                Moves::Pawn => Ahead::Pawns,
                Moves::Lance => Ahead::Lances,
                _ => Ahead::Nobody,
            },
            planes: sheet.planes.len(),
            exceptions,
            unless,
            royal: [sheet.royal_planes(0), sheet.royal_planes(1)],
            steps: sheet.pawns.steps.len(),
            captures: sheet.pawns.captures.len(),
            doubles: sheet.pawns.double_from.is_some(),
            promotions: sheet.promotion.to.len() as u32,
            castles: !matches!(sheet.castling, Castling::Never),
            checks: matches!(sheet.goal, Goal::Checks(_)),
        }
    }
}
