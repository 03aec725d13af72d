/*!
What two players agree on before the first move.
*/

use super::TimeControl;
use crate::rules::{DrawRules, Variant};

/// Whose men a player may ask the scope of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Scope {
    /// One's own men.
    pub own: bool,
    /// The opponent's men.
    pub opponent: bool,
}

/// The terms of a game, stated in its first mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Which game.
    pub variant: &'static Variant,
    /// The time control.
    pub time: TimeControl,
    /// How threefold and fifty moves are handled.
    pub draws: DrawRules,
    /// Whether it counts for the rating.
    pub rated: bool,
    /// Scope display.
    pub scope: Scope,
    /// Start position, if it is not the variant's own, as FEN.
    pub start: Option<String>,
}
