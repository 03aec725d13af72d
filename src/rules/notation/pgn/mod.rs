/*!
PGN: tags and movetext out, and in. Knows nothing of players; tags are handed in.

Written by the export standard: seven tags first, the rest sorted by name, SAN, lines of at most 79 bytes (so that
no client counts more columns), comments in braces, the result last. Read generously: comments, glyphs and variations
are kept with the move they follow, and what is none of these is passed over.
*/

mod read;
mod write;

pub use read::{Line, Ply, Record, Unplayable, read, read_all};
pub use write::{position_block, write};

use crate::rules::{Outcome, Termination};

/// The tags every game has, in the order of the standard.
pub const SEVEN: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Names and values. [`write`](fn@write) puts the seven tags first and the rest sorted by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(pub Vec<(String, String)>);

impl Tags {
    /// The value of that name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Gives `name` that value, whatever it had.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value.into(),
            None => self.0.push((name.to_owned(), value.into())),
        }
    }

    /// The same with one tag more, for building.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Tags {
        self.set(name, value);
        self
    }

    /// Gives `name` that value unless it has one.
    fn fill(&mut self, name: &str, value: impl Into<String>) {
        if self.get(name).is_none() {
            self.0.push((name.to_owned(), value.into()));
        }
    }
}

/// The result token: `*` while the game goes on.
pub fn result(outcome: Option<Outcome>) -> &'static str {
    outcome.map_or("*", Outcome::result)
}

/// The value of the `Termination` tag, in the standard's own words.
pub fn termination(outcome: Option<Outcome>) -> &'static str {
    match outcome.map(|outcome| outcome.termination) {
        None => "unterminated",
        Some(Termination::Timeout) => "time forfeit",
        Some(Termination::Abandoned) => "abandoned",
        Some(_) => "normal",
    }
}
