/*!
The game itself: its phases, and how facts change it.
*/

use super::{Command, Event, GameId, Moment, Notice, PlayerId, Ply, Recorded, Refusal, Scene};
use crate::rules::Side;

/// The record does not make sense; the game is reported, never repaired silently.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the record of the game does not make sense: {0}")]
pub struct Corrupt(pub String);

/// Where a game stands. G owns and fills this.
#[derive(Clone, Debug)]
pub enum Phase {
    /// Not answered.
    Offered,
    /// Being played.
    Playing,
    /// Over or declined.
    Over,
}

/// One game.
#[derive(Clone, Debug)]
pub struct Game {
    // G owns the fields.
    id: GameId,
}

impl Game {
    /// Gives the game back from its record.
    pub fn replay(id: GameId, events: &[Recorded<Event>]) -> Result<Game, Corrupt> {
        let _ = (id, events);
        todo!("G")
    }

    /// Follows one fact; judges nothing but whether it can be followed.
    pub fn apply(&mut self, recorded: &Recorded<Event>) -> Result<(), Corrupt> {
        let _ = recorded;
        todo!("G")
    }

    /// What follows from `by`'s wish, or why nothing does. `at`: when the letter reached our mailbox.
    pub fn decide(&self, by: Side, command: &Command, at: Moment) -> Result<Vec<Event>, Refusal> {
        let _ = (by, command, at);
        todo!("G")
    }

    /// The post took over, or could not deliver, the mail that told `side` to move at `ply`.
    pub fn told(&self, side: Side, ply: Ply, reached: bool) -> Vec<Event> {
        let _ = (side, ply, reached);
        todo!("G")
    }

    /// The page that fits the game as it stands, for a letter that asked or changed nothing.
    pub fn present(&self, side: Side) -> Notice {
        let _ = side;
        todo!("G")
    }

    /// The game as `side` may see it, with the clocks as they stand at `at`.
    pub fn scene(&self, side: Side, at: Moment) -> Scene {
        let _ = (side, at);
        todo!("G")
    }

    /// Its id.
    pub fn id(&self) -> &GameId {
        &self.id
    }

    /// Number of the last event.
    pub fn seq(&self) -> u32 {
        todo!("G")
    }

    /// Plies so far.
    pub fn ply(&self) -> Ply {
        todo!("G")
    }

    /// Who sits on `side`.
    pub fn player(&self, side: Side) -> PlayerId {
        let _ = side;
        todo!("G")
    }

    /// Where `player` sits.
    pub fn seat_of(&self, player: PlayerId) -> Option<Side> {
        let _ = player;
        todo!("G")
    }

    /// Where the game stands.
    pub fn phase(&self) -> &Phase {
        todo!("G")
    }

    /// Board and course; empty history before the start.
    pub fn history(&self) -> &crate::rules::History {
        todo!("G")
    }
}
