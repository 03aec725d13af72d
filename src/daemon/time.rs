/*!
What time it is.
*/

use crate::game::Moment;
use chrono::{SubsecRound, Utc};

/// Where the time comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Time {
    /// The system's clock.
    System,
    /// Always the same moment, for runs that must repeat.
    Fixed(Moment),
}

impl Time {
    /// The moment, in whole seconds.
    pub fn now(self) -> Moment {
        match self {
            #[expect(clippy::disallowed_methods, reason = "the one place that asks")]
            Time::System => Utc::now().trunc_subsecs(0),
            Time::Fixed(moment) => moment,
        }
    }
}
