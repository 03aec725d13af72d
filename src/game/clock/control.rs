/*!
Time controls, and the words for them: `3d`, `10/50d`, `30d+3d`, `none`.
*/

use chrono::TimeDelta;

/// How much time players have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// No limit.
    Unlimited,
    /// So much for every move.
    PerMove(TimeDelta),
    /// So much for every so many moves; what is left is carried on.
    Session {
        /// Moves in a session.
        moves: u32,
        /// Time for them.
        time: TimeDelta,
    },
    /// A bank, and so much more after each move.
    Fischer {
        /// At the start.
        bank: TimeDelta,
        /// Added by each own move.
        increment: TimeDelta,
    },
}

impl TimeControl {
    /// Reads `3d`, `10/50d`, `30d+3d`, `none`; units s m h d w.
    pub fn parse(text: &str) -> Option<TimeControl> {
        let _ = text;
        todo!("G")
    }

    /// The word that [`TimeControl::parse`] reads back.
    pub fn key(&self) -> String {
        todo!("G")
    }

    /// The value of PGN's `TimeControl` tag: `1/259200`, `10/4320000`, `2592000+259200`, `-`.
    pub fn pgn(&self) -> String {
        todo!("G")
    }

    /// Mean time for one move, for comparing with the shortest allowed; `None` is no limit.
    pub fn per_move(&self) -> Option<TimeDelta> {
        todo!("G")
    }
}
