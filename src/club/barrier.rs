/*!
What a player keeps from another: invitations, or words. The other is never told.
*/

use crate::game::GameId;
use crate::mail::Address;

/// What is kept away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barrier {
    /// Invitations and answers to seeks. Games that are being played go on.
    Block,
    /// Words in games; moves are shown as ever.
    Mute,
}

impl Barrier {
    /// Both.
    pub const ALL: [Barrier; 2] = [Barrier::Block, Barrier::Mute];

    /// `block`, `mute`: the word, and the name in the record.
    pub fn key(self) -> &'static str {
        match self {
            Barrier::Block => "block",
            Barrier::Mute => "mute",
        }
    }

    /// Reads it back.
    pub fn from_key(key: &str) -> Option<Barrier> {
        Barrier::ALL.into_iter().find(|barrier| barrier.key() == key)
    }
}

/// Who is meant, as the writer knows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whom {
    /// The opponent in the game written about.
    Opponent,
    /// Whoever has that address.
    Address(Address),
    /// The opponent in that game.
    InGame(GameId),
}

/// Somebody kept away, as a list shows it to who did so: by the name others see too, and by what the writer knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Barred {
    /// From what.
    pub barrier: Barrier,
    /// What others see.
    pub name: String,
    /// The address, if the writer named it, or the game it was said in.
    pub whom: Whom,
}
