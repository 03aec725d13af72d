/*!
When a player who has not moved is reminded.
*/

use chrono::TimeDelta;

/// One step of a player's reminders; each is taken once in a turn at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reminder {
    /// Half of the time the turn began with is left.
    Half,
    /// A fifth of it is left.
    Fifth,
    /// Twenty-four hours are left.
    Day,
}

/// What a player chose about time; the settings of a player, as far as a game asks for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Habits {
    /// Which reminders are wanted.
    pub reminders: Vec<Reminder>,
    /// The opponent's flag falls only when this player claims it.
    pub claims_flags: bool,
}

impl Default for Habits {
    fn default() -> Habits {
        Habits { reminders: Reminder::ALL.to_vec(), claims_flags: false }
    }
}

impl Reminder {
    /// All steps.
    pub const ALL: [Reminder; 3] = [Reminder::Half, Reminder::Fifth, Reminder::Day];

    /// The word players and the record use.
    pub const fn key(self) -> &'static str {
        match self {
            Reminder::Half => "half",
            Reminder::Fifth => "fifth",
            Reminder::Day => "day",
        }
    }

    /// The step of that word.
    pub fn from_key(key: &str) -> Option<Reminder> {
        Reminder::ALL.into_iter().find(|step| step.key() == key)
    }

    /// What is left when this step is due in a turn that began with `whole`; none if the turn began later than that.
    pub(super) fn left_of(self, whole: TimeDelta) -> Option<TimeDelta> {
        let left = match self {
            Reminder::Half => whole / 2,
            Reminder::Fifth => whole / 5,
            Reminder::Day => TimeDelta::days(1),
        };
        (TimeDelta::zero() < left && left < whole).then_some(left)
    }
}
