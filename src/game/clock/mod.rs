/*!
Time in a game: what was agreed, how much is left, and when the clocks stand.
*/

mod calendar;
mod control;
mod ledger;
mod reminder;

pub use calendar::{Calendar, Pause, Span, midnight, midweek};
pub use control::TimeControl;
pub use ledger::{Change, ClockFace, Entry, Ledger};
pub use reminder::{Habits, Reminder};
