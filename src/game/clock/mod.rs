/*!
Time in a game: what was agreed, and how much is left.
*/

mod control;
mod ledger;

pub use control::TimeControl;
pub use ledger::{ClockFace, Ledger};
