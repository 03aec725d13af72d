//! PGN: tags and movetext out, and in. Knows nothing of players; tags are handed in.

use crate::rules::{History, Outcome};

/// A game to be written: seven tags first, the rest sorted by name, as the standard asks.
#[derive(Clone, Debug, Default)]
pub struct Tags(pub Vec<(String, String)>);

/// Writes one game; `comments` are put behind the move of that ply (1 is the first), in braces.
pub fn write(tags: &Tags, history: &History, outcome: Option<Outcome>, comments: &[(usize, String)]) -> String {
    let _ = (tags, history, outcome, comments);
    todo!("R2")
}
