/*!
The clock loop: lets flags fall and reminds, closes old seeks, forgets what has outlived its use, and says when mail has
been waiting for long.

A game is judged up to the moment to which the mailbox has been read, and never further. If a clock runs out after that
moment, a look through the mailbox is asked for first; one look is enough, even if it leaves a mail unread.
*/

use super::receive::nap;
use super::{Alarm, Bell, House, Stop, Time};
use crate::game::{GameId, Moment};
use crate::store::{Mark, Store, StoreError};
use chrono::TimeDelta;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

const TICK: Duration = Duration::from_secs(1);
/// So often the record is tidied up.
const TIDY_EVERY: Duration = Duration::from_secs(60);
/// Mail that waits longer than this is worth a line in the log, once.
const LONG: TimeDelta = TimeDelta::minutes(15);
/// A system clock that goes wrong by more than this is not to be trusted for a while.
const JUMP: TimeDelta = TimeDelta::seconds(60);
/// So long.
const DISTRUST: Duration = Duration::from_secs(15 * 60);

/// The loop's things.
pub struct Clock<'h> {
    house: &'h House,
    store: Store,
    bell: Bell,
    alarm: Alarm,
    time: Time,
    told: bool,
    tidied: Option<Instant>,
    /// The system's clock and one that cannot be set, when both were last looked at.
    seen: Option<(Moment, Instant)>,
    trusted_from: Option<Instant>,
}

impl<'h> Clock<'h> {
    /// Ready to run.
    pub fn new(house: &'h House, store: Store, bell: Bell, alarm: Alarm, time: Time) -> Clock<'h> {
        let (tidied, seen, trusted_from) = (None, None, None);
        Clock { house, store, bell, alarm, time, told: false, tidied, seen, trusted_from }
    }

    /// Until `stop`.
    pub(crate) fn run(mut self, stop: &Stop) {
        while !stop.is_set() {
            if let Err(error) = self.tick(self.time.now(), Instant::now()) {
                tracing::error!("clock: {error}");
                let _ = self.store.write(|tx| tx.tally("fault-clock"));
                nap(Duration::from_secs(5), stop);
            }
            nap(TICK, stop);
        }
    }

    /// One look at the clocks, when the system's clock says `now` and one that cannot be set says `instant`.
    pub fn tick(&mut self, now: Moment, instant: Instant) -> Result<(), StoreError> {
        if self.tidied.is_none_or(|tidied| instant - tidied >= TIDY_EVERY) {
            self.tidied = Some(instant);
            self.tidy(now)?;
        }
        if !self.is_trusted(now, instant) {
            return Ok(());
        }
        if self.house.arbiter.close_seeks(&mut self.store, now)? {
            self.bell.ring();
        }
        self.judge_until(now)
    }

    /// Judges every game that is due, as far as the mailbox has been read.
    fn judge_until(&mut self, now: Moment) -> Result<(), StoreError> {
        let (read, looked) = self.store.read(|tx| Ok::<_, StoreError>((tx.mark(Mark::Read)?, tx.looked()?)))?;
        let (Some(read), Some(looked)) = (read, looked) else { return Ok(()) };
        // A mark that lies ahead was set by a clock that was wrong.
        let through = read.min(now);
        for id in self.store.read(|tx| tx.due_games(through))? {
            self.judge(&id, through, now)?;
        }
        // Whatever became of the games above, a clock that ran out since the last look is not forgotten.
        if self.store.read(|tx| tx.next_game_due(looked))?.is_some_and(|due| due <= now) {
            self.alarm.set();
        }
        Ok(())
    }

    /// A record that makes no sense is a failure of that game and of no other.
    fn judge(&mut self, id: &GameId, through: Moment, now: Moment) -> Result<(), StoreError> {
        let (arbiter, store) = (&self.house.arbiter, &mut self.store);
        let judged = catch_unwind(AssertUnwindSafe(|| arbiter.elapse(store, id, through, now)));
        match judged {
            Ok(Ok(true)) => {
                tracing::info!(game = %id, "time: somebody is told");
                self.bell.ring();
                return Ok(());
            }
            Ok(Ok(false)) => return Ok(()),
            Ok(Err(error @ StoreError::Corrupt { .. })) => tracing::error!(game = %id, "{error}"),
            Ok(Err(error)) => return Err(error),
            Err(_) => tracing::error!(game = %id, "judging a clock ended in a panic"),
        }
        self.store.write(|tx| tx.postpone_game(id, Some(now + TimeDelta::hours(1))))
    }

    /// False for a while after the system's clock went another way than time does.
    fn is_trusted(&mut self, now: Moment, instant: Instant) -> bool {
        if let Some((before, then)) = self.seen.replace((now, instant)) {
            let passed = TimeDelta::from_std(instant - then).unwrap_or(TimeDelta::MAX);
            let off = (now - before) - passed;
            if off.abs() > JUMP {
                tracing::warn!(seconds = off.num_seconds(), "the system's clock jumped: no flag falls for 15 minutes");
                self.trusted_from = instant.checked_add(DISTRUST);
            }
        }
        self.trusted_from.is_none_or(|from| instant >= from)
    }

    fn tidy(&mut self, now: Moment) -> Result<(), StoreError> {
        let letters = now - self.house.letter_life;
        // Two days: the longest limit counts a day, and clocks may be set.
        let rates = now - TimeDelta::days(2);
        self.store.write(|tx| {
            tx.forget_letters(letters)?;
            tx.forget_rates(rates, now - TimeDelta::days(60))
        })?;
        self.house.arbiter.date_invitations(&mut self.store, now)?;
        // One at a time, so that no letter waits for it.
        while self.house.arbiter.forget_unconfirmed(&mut self.store, now)? {}
        let queue = self.store.read(|tx| tx.queue_state())?;
        let late = queue.oldest.is_some_and(|oldest| now - oldest > LONG);
        if late && !self.told {
            let trouble = queue.trouble.as_deref().unwrap_or("nothing was said");
            tracing::error!(waiting = queue.waiting, "mail has been waiting for over 15 minutes: {trouble}");
        }
        self.told = late;
        Ok(())
    }
}
