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

/// What the players may ask of each other while they play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Courtesy {
    /// Whether a move may be asked back.
    pub takebacks: bool,
    /// A side's own moves between two draw offers of its own; 0: any number of offers.
    pub offer_gap: u32,
}

impl Default for Courtesy {
    fn default() -> Courtesy {
        Courtesy { takebacks: true, offer_gap: 10 }
    }
}

/// In which games a move may be asked back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takebacks {
    /// In all.
    Always,
    /// In those that do not count for the rating.
    Unrated,
    /// In none.
    Never,
}

impl Takebacks {
    /// `always`, `unrated`, `never`
    pub fn from_key(key: &str) -> Option<Takebacks> {
        match key {
            "always" => Some(Takebacks::Always),
            "unrated" => Some(Takebacks::Unrated),
            "never" => Some(Takebacks::Never),
            _ => None,
        }
    }

    /// Whether a move may be asked back in a game, rated or not.
    pub fn in_game(self, rated: bool) -> bool {
        match self {
            Takebacks::Always => true,
            Takebacks::Unrated => !rated,
            Takebacks::Never => false,
        }
    }
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
    /// No clock runs on the weekends of its own player.
    pub weekends_off: bool,
    /// Scope display.
    pub scope: Scope,
    /// Takebacks and draw offers.
    pub courtesy: Courtesy,
    /// Start position, if it is not the variant's own, as FEN.
    pub start: Option<String>,
}

/// What a counter-offer changes of the terms before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Changed {
    /// The game.
    pub variant: bool,
    /// Who plays which side, or that it is drawn by lot.
    pub seats: bool,
    /// The time control, or whether weekends count.
    pub time: bool,
    /// Whether it counts for the rating.
    pub rated: bool,
    /// How draws are handled.
    pub draws: bool,
    /// Scope display.
    pub scope: bool,
    /// The start position.
    pub start: bool,
}

impl Changed {
    /// What makes `after` other than `before`; `seats`: whether the players' sides are others.
    pub fn between(before: &Terms, after: &Terms, seats: bool) -> Changed {
        Changed {
            variant: before.variant != after.variant,
            seats,
            time: (before.time, before.weekends_off) != (after.time, after.weekends_off),
            rated: before.rated != after.rated,
            draws: before.draws != after.draws,
            scope: before.scope != after.scope,
            start: before.start != after.start,
        }
    }

    /// True if anything is.
    pub fn any(self) -> bool {
        self != Changed::default()
    }
}
