/*!
The clock loop: forgets what has outlived its use, and says when mail has been waiting for long.
*/

use super::receive::nap;
use super::{House, Stop, Time};
use crate::game::Moment;
use crate::store::{Store, StoreError};
use chrono::TimeDelta;
use std::time::Duration;

const TICK: Duration = Duration::from_secs(60);
/// Mail that waits longer than this is worth a line in the log, once.
const LONG: TimeDelta = TimeDelta::minutes(15);

/// The loop's things.
pub struct Clock<'h> {
    house: &'h House,
    store: Store,
    time: Time,
    told: bool,
}

impl<'h> Clock<'h> {
    /// Ready to run.
    pub(crate) fn new(house: &'h House, store: Store, time: Time) -> Clock<'h> {
        Clock { house, store, time, told: false }
    }

    /// Until `stop`.
    pub(crate) fn run(mut self, stop: &Stop) {
        while !stop.is_set() {
            if let Err(error) = self.tick(self.time.now()) {
                tracing::error!("clock: {error}");
            }
            nap(TICK, stop);
        }
    }

    fn tick(&mut self, now: Moment) -> Result<(), StoreError> {
        let letters = now - self.house.letter_life;
        // Two days: the longest limit counts a day, and clocks may be set.
        let rates = now - TimeDelta::days(2);
        self.store.write(|tx| {
            tx.forget_letters(letters)?;
            tx.forget_rates(rates)
        })?;
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
