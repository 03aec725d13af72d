/*!
What time alone brings about: flags, reminders, the end of a leave, and a mail sent once more.

`through` is never simply now: it is the moment up to which the mailbox is known to have been read whole, so that a move
that arrived in time has been played before its clock is judged.
*/

use super::{Event, Game, Habits, Moment, Phase, Playing, Reminder};
use crate::rules::{BySide, Outcome, Side, Termination};
use chrono::{SubsecRound, TimeDelta};

impl Game {
    /// The facts that are due at `through`; `habits` are what the players chose about time.
    ///
    /// Of several reminders that came due unseen, in an outage, only the most urgent is sent.
    pub fn elapse(&self, through: Moment, habits: &BySide<Habits>) -> Vec<Event> {
        let playing = match &self.phase {
            Phase::Playing(playing) => playing,
            Phase::Offered if self.is_expired(through) => return vec![Event::Expired],
            Phase::Offered | Phase::Over(_) => return Vec::new(),
        };
        let side = self.turn();
        if let Some(event) = self.flagged(through, habits) {
            return vec![event];
        }
        let mut events: Vec<Event> = Side::BOTH
            .into_iter()
            .filter(|side| playing.leave_end(*side).is_some_and(|end| end <= through))
            .map(|side| Event::LeaveOver { side })
            .collect();
        if playing.leave_warning(side).is_some_and(|at| at <= through) && !events.contains(&Event::LeaveOver { side }) {
            events.push(Event::LeaveEnds { side });
        }
        if playing.ask_at.is_some_and(|ask_at| ask_at <= through) {
            events.push(Event::Asked { side });
        }
        let wanted = |step: &Reminder| habits.of(side).reminders.contains(step);
        let due = playing.reminders(side).into_iter().filter(|(at, step)| *at <= through && wanted(step));
        if let Some((_, step)) = due.max_by_key(|(at, step)| (*at, playing.reminded.contains(step)))
            && !playing.reminded.contains(&step)
        {
            events.push(Event::Reminded { side, step });
        }
        events
    }

    /// True if the invitation could be answered until before `at`.
    pub(super) fn is_expired(&self, at: Moment) -> bool {
        self.open_until.is_some_and(|until| until < at)
    }

    /// The flag of the side on move, if it has fallen at `through` and nobody has noted it.
    pub fn flagged(&self, through: Moment, habits: &BySide<Habits>) -> Option<Event> {
        let playing = self.playing()?;
        let side = self.turn();
        let fallen = !playing.flag_fell && playing.ledger.flag(side).is_some_and(|flag| flag < through);
        fallen.then(|| match habits.of(side.other()).claims_flags {
            true => Event::FlagFell { side },
            false => Event::Ended(self.forfeited(side, Termination::Timeout)),
        })
    }

    /// What comes of it that `side` has no time left, or is out of reach for good: it loses, unless the opponent could not
    /// win by any legal moves (FIDE 6.9).
    pub(super) fn forfeited(&self, side: Side, by: Termination) -> Outcome {
        match self.history.position().unwinnable(side.other()) {
            true => Outcome::draw(by),
            false => Outcome::win(side.other(), by),
        }
    }

    /// The first whole second after `after` at which [`Game::elapse`] may have something to say. Now and then it has
    /// nothing to say then, but it never has anything to say before.
    pub fn due(&self, after: Option<Moment>) -> Option<Moment> {
        if let Phase::Offered = self.phase {
            let expires = self.open_until.and_then(|until| until.checked_add_signed(chrono::TimeDelta::seconds(1)));
            return expires.filter(|at| after.is_none_or(|after| *at > after));
        }
        let playing = self.playing()?;
        let side = self.turn();
        let flag = playing.ledger.flag(side).filter(|_| !playing.flag_fell);
        // A flag falls when its moment is past.
        let flag = flag.and_then(|flag| flag.checked_add_signed(TimeDelta::seconds(1)));
        let reminders = playing.reminders(side).into_iter().filter(|(_, step)| !playing.reminded.contains(step));
        let leave = Side::BOTH.into_iter().filter_map(|side| playing.leave_end(side));
        let all = reminders.map(|(at, _)| at).chain(leave).chain(playing.leave_warning(side));
        let all = all.chain(flag).chain(playing.ask_at).filter_map(whole_second);
        all.filter(|at| after.is_none_or(|after| *at > after)).min()
    }
}

/// The first whole second that is not before `at`. The record counts in seconds: a fraction that was dropped would make a
/// clock due before it has anything to say, again and again.
fn whole_second(at: Moment) -> Option<Moment> {
    let begun = at.trunc_subsecs(0);
    if begun == at { Some(at) } else { begun.checked_add_signed(TimeDelta::seconds(1)) }
}

impl Playing {
    /// The next end of a leave of `side` that has not been told.
    fn leave_end(&self, side: Side) -> Option<Moment> {
        self.ledger.leave_end(side, *self.leave_told.of(side))
    }

    /// When `side` is told that its leave is about to end.
    fn leave_warning(&self, side: Side) -> Option<Moment> {
        let told = *self.leave_told.of(side).max(self.leave_warned.of(side));
        self.ledger.leave_warning(side, Playing::LEAVE_WARNING, told)
    }

    /// The reminders of this turn, with their moments; none once the time is up.
    fn reminders(&self, side: Side) -> Vec<(Moment, Reminder)> {
        let steps = Reminder::ALL.into_iter().filter(|_| !self.flag_fell);
        steps.filter_map(|step| Some((self.ledger.reminder(side, step)?, step))).collect()
    }
}
