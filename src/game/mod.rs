/*!
ONE GAME between two players: what was asked, what happened, who is told.

[`Game::decide`] turns a wish into facts or refuses it; [`Game::apply`] only follows facts; [`notices`] says who is told.
A game is its record: [`Game::replay`] gives it back from its events.

This room does not know what mail is, nor how any page looks.
*/

mod apply;
pub mod clock;
pub mod command;
mod event;
mod id;
mod notice;
mod phase;
mod refusal;
mod scene;
mod state;
mod terms;

pub use clock::{ClockFace, TimeControl};
pub use command::{Command, DrawWord};
pub use event::{Event, Recorded};
pub use id::{ConfirmCode, GameId, PlayerId, Ply};
pub use notice::{Notice, Page, notices};
pub use phase::{Ending, Over, Phase, Playing};
pub use refusal::Refusal;
pub use scene::{Scene, Stage};
pub use state::{Corrupt, Game};
pub use terms::{Scope, Terms};

/// A moment, in UTC. Only whole seconds count and only whole seconds are kept.
pub type Moment = chrono::DateTime<chrono::Utc>;
