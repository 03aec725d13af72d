/*!
Notes: what a player writes to themselves about a game, nobody else's until the end of it and after.
*/

use crate::game::Ply;

/// One note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Plies played when it was written; more than the game has, where moves were taken back since.
    pub ply: Ply,
    /// Plain text, unescaped; may have several lines.
    pub text: String,
}
