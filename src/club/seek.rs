/*!
Open seeks: who would play on which terms, and which two wishes fit together.
*/

use super::Colour;
use crate::game::{Moment, PlayerId, Terms};

/// An open wish for an opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seek {
    /// Its number, as people see it.
    pub number: u32,
    /// Whose.
    pub player: PlayerId,
    /// On which terms.
    pub terms: Terms,
    /// The seeker's colour; `Random`: either.
    pub colour: Colour,
    /// Until then it stands.
    pub closes_at: Moment,
}

impl Seek {
    /// Whether a wish of somebody else's asks for the same game: all terms alike, and not the same colour.
    pub fn fits(&self, terms: &Terms, colour: Colour) -> bool {
        self.terms == *terms && (self.colour == Colour::Random || self.colour != colour)
    }
}
