/*!
The dispatch loop: takes what is due, has it made and handed over, and settles it.

The bytes of the first attempt are kept before they leave, so that a repeat after a crash is the same mail.
*/

use super::{House, SelfTest, Stop, Time};
use crate::arbiter::back_off;
use crate::dispatch::Parcel;
use crate::game::Moment;
use crate::mail::Delivery;
use crate::post::Courier;
use crate::store::{Mail, Store, StoreError};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Receiver;
use std::time::Duration;

/// At most so long between two looks at the outbox.
const LOOK_EVERY: Duration = Duration::from_secs(30);
/// So often a sleeping loop looks whether it is to end.
const STOP_EVERY: Duration = Duration::from_millis(250);

/// The loop's things.
pub struct Send<'h> {
    house: &'h House,
    store: Store,
    courier: Box<dyn Courier>,
    heard: Receiver<()>,
    time: Time,
    /// Since the courier itself is in trouble: no mail before this, and how often it has failed.
    paused: Option<(Moment, u32)>,
    /// When it was last looked for mail that is due.
    looked: Moment,
    /// The test whether reply addresses come back, until it is sent.
    test: Option<SelfTest>,
}

impl<'h> Send<'h> {
    /// Ready to run.
    pub fn new(house: &'h House, store: Store, courier: Box<dyn Courier>, heard: Receiver<()>, time: Time) -> Send<'h> {
        Send { house, store, courier, heard, time, paused: None, looked: time.now(), test: None }
    }

    /// Sends the mail of `test` before anything else.
    #[must_use]
    pub fn testing(self, test: Option<SelfTest>) -> Send<'h> {
        Send { test, ..self }
    }

    /// Until `stop`. What is being handed over is finished first.
    pub fn run(mut self, stop: &Stop) {
        if let Some(test) = self.test.take()
            && let Err(what) = test.send(self.courier.as_mut())
        {
            tracing::error!("the test of reply addresses could not be made: {what}");
        }
        while !stop.is_set() {
            // A courier may panic on what a server says. The mail is still marked as being sent, so it is sent again.
            match catch_unwind(AssertUnwindSafe(|| self.step())).unwrap_or_else(|_| Err(panicked())) {
                Ok(true) => {}
                Ok(false) => self.wait(stop),
                Err(error) => {
                    tracing::error!("dispatch: {error}");
                    let _ = self.store.write(|tx| tx.tally("fault-dispatch"));
                    super::receive::nap(Duration::from_secs(5), stop);
                }
            }
        }
    }

    /// Sends one mail, if one is due; false if none is.
    pub fn step(&mut self) -> Result<bool, StoreError> {
        let now = self.time.now();
        self.looked = now;
        if self.paused.is_some_and(|(until, _)| now < until) {
            return Ok(false);
        }
        // What goes together is put together first.
        if self.house.arbiter.gather_digest(&mut self.store, now)? {
            return Ok(true);
        }
        let Some(mail) = self.store.read(|tx| tx.due(now))? else {
            // Whoever left for good is erased when their last mail has gone.
            return self.house.arbiter.erase_due(&mut self.store, now);
        };
        let id = mail.id;
        // Withdrawn while it was being drawn: on to the next.
        let Some(delivery) = self.send(mail)? else { return Ok(true) };
        let now = self.time.now();
        self.watch_courier(&delivery, now);
        self.house.arbiter.settle(&mut self.store, id, &delivery, now)?;
        match &delivery {
            Delivery::Accepted => tracing::info!(mail = id, "mail sent"),
            Delivery::Delayed { reason, account } => tracing::warn!(mail = id, account, "mail delayed: {reason}"),
            // The arbiter has said it.
            Delivery::Failed { .. } => {}
        }
        Ok(true)
    }

    fn send(&mut self, mail: Mail) -> Result<Option<Delivery>, StoreError> {
        let id = mail.id;
        let kept = mail.bytes.clone();
        let parcel = self.store.read(|tx| Parcel::gather(tx, mail))?;
        let bytes = match kept {
            Some(bytes) => bytes,
            None => match self.pack(&parcel) {
                Ok(bytes) => bytes,
                // A fault of ours, not of the reader's: a better program may draw it, so it waits.
                Err(reason) => return Ok(Some(Delivery::Delayed { reason, account: false })),
            },
        };
        if !self.store.write(|tx| tx.begin_sending(id, &bytes))? {
            return Ok(None);
        }
        Ok(Some(self.house.dispatch.hand_over(self.courier.as_mut(), &parcel, &bytes)))
    }

    fn pack(&self, parcel: &Parcel) -> Result<Vec<u8>, String> {
        let dispatch = &self.house.dispatch;
        catch_unwind(AssertUnwindSafe(|| dispatch.pack(parcel)))
            .unwrap_or_else(|_| Err("drawing the mail ended in a panic".to_owned()))
    }

    /// Trouble of the account concerns all mail: it pauses, the oldest mail is the probe.
    fn watch_courier(&mut self, delivery: &Delivery, now: Moment) {
        self.paused = match delivery {
            Delivery::Delayed { account: true, .. } => {
                let times = self.paused.map_or(0, |(_, times)| times + 1);
                Some((now + back_off(times), times))
            }
            _ => None,
        };
    }

    fn wait(&mut self, stop: &Stop) {
        // What has come due since the last look is due now: it is not to wait for the next one.
        let (now, looked) = (self.time.now(), self.looked);
        let due = self.store.read(|tx| tx.next_due(looked)).ok().flatten();
        let until = [due, self.paused.map(|(until, _)| until)].into_iter().flatten().filter(|at| *at > looked).min();
        let left = until.map_or(LOOK_EVERY, |at| (at - now).to_std().unwrap_or_default());
        let mut left = left.min(LOOK_EVERY);
        while !stop.is_set() && !left.is_zero() {
            let step = left.min(STOP_EVERY);
            match self.heard.recv_timeout(step) {
                Ok(()) => return,
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => left -= step,
                // Nobody rings any more: the loops are ending.
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => {
                    std::thread::sleep(step);
                    left -= step;
                }
            }
        }
    }
}

fn panicked() -> StoreError {
    StoreError::Trouble("handing over ended in a panic, which is said above".to_owned())
}
