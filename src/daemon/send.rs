/*!
The dispatch loop: takes what is due, has it made and handed over, and settles it.

The bytes of the first attempt are kept before they leave, so that a repeat after a crash is the same mail. Several mails are
on their way at once ([`Carriers`]); they are begun in one transaction and settled in another as they come back.
*/

use super::carriers::{Carried, Carriers, Job};
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
/// At most so long couriers are waited for before the outbox is looked at again.
const CARRIED_WITHIN: Duration = Duration::from_millis(50);

/// The loop's things.
pub struct Send<'h> {
    house: &'h House,
    store: Store,
    carriers: Carriers,
    heard: Receiver<()>,
    time: Time,
    /// Since the courier itself is in trouble: no mail before this, and how often it has failed.
    paused: Option<(Moment, u32)>,
    /// When it was last looked for mail that is due.
    looked: Moment,
}

impl<'h> Send<'h> {
    /// Ready to run, with one courier or more.
    ///
    /// # Errors
    /// The system starts no more threads.
    pub fn new(
        house: &'h House,
        store: Store,
        couriers: Vec<Box<dyn Courier>>,
        heard: Receiver<()>,
        time: Time,
    ) -> Result<Send<'h>, StoreError> {
        let no_thread = |error| StoreError::Trouble(format!("no thread could be started ({error}): try again later"));
        let carriers = Carriers::start(couriers).map_err(no_thread)?;
        Ok(Send { house, store, carriers, heard, time, paused: None, looked: time.now() })
    }

    /// Sends the mail of `test` before anything else.
    pub fn test(&mut self, test: &SelfTest) {
        let job =
            test.mail().map(|(envelope, message_id, bytes)| Job { mail: TEST, reader: 0, envelope, message_id, bytes });
        match job {
            Ok(job) => self.carriers.carry(job),
            Err(what) => tracing::error!("the test of reply addresses could not be made: {what}"),
        }
    }

    /// Until `stop`. What is being handed over is finished first.
    pub fn run(mut self, stop: &Stop) {
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
        loop {
            let carried = self.carriers.carried(0, STOP_EVERY);
            if carried.is_empty() && self.carriers.under_way().is_empty() {
                return;
            }
            if let Err(error) = self.settle(carried) {
                tracing::error!("dispatch: {error}");
            }
        }
    }

    /// Settles what has been carried, and sends what is due, as much as the couriers take at once; false if nothing is due and
    /// nothing under way.
    pub fn step(&mut self) -> Result<bool, StoreError> {
        let now = self.time.now();
        self.looked = now;
        // With half of what they take the couriers have work while the next mails are made.
        let half = self.carriers.capacity() / 2;
        self.settle_until(half)?;
        let busy = self.carriers.under_way().len();
        if busy > half {
            return Ok(true);
        }
        if self.paused.is_none_or(|(until, _)| now >= until) {
            // What goes together is put together first.
            if self.house.arbiter.gather_digest(&mut self.store, now)? {
                return Ok(true);
            }
            let (most, under_way) = (self.carriers.capacity() - busy, self.carriers.under_way());
            let due = self.store.read(|tx| tx.due(now, most, under_way))?;
            if !due.is_empty() {
                self.send(due)?;
                return Ok(true);
            }
            // Whoever left for good is erased when their last mail has gone.
            if busy == 0 {
                return self.house.arbiter.erase_due(&mut self.store, now);
            }
        }
        self.settle_until(busy.saturating_sub(1))?;
        Ok(busy > 0)
    }

    /// Makes mails and hands them on.
    fn send(&mut self, due: Vec<Mail>) -> Result<(), StoreError> {
        let (mut jobs, mut faults) = (Vec::new(), Vec::new());
        for mail in due {
            let (id, reader) = (mail.id, mail.new.player.0);
            let kept = mail.bytes.clone();
            let parcel = self.store.read(|tx| Parcel::gather(tx, mail))?;
            match kept.map_or_else(|| self.pack(&parcel), Ok) {
                Ok(bytes) => {
                    let (envelope, message_id) = self.house.dispatch.address(&parcel);
                    jobs.push(Job { mail: id, reader, envelope, message_id, bytes });
                }
                // A fault of ours, not of the reader's: a better program may draw it, so it waits.
                Err(reason) => faults.push((id, Delivery::Delayed { reason, account: false })),
            }
        }
        let wanted = self.store.write(|tx| {
            jobs.iter().map(|job| tx.begin_sending(job.mail, &job.bytes)).collect::<Result<Vec<bool>, _>>()
        })?;
        for (job, wanted) in jobs.into_iter().zip(wanted) {
            // It may have been withdrawn while it was being drawn.
            if wanted {
                self.carriers.carry(job);
            }
        }
        self.settle(faults)
    }

    /// Settles what comes back, until no more than `left` mails are under way or nothing comes back for a moment.
    fn settle_until(&mut self, left: usize) -> Result<(), StoreError> {
        let carried = self.carriers.carried(left, CARRIED_WITHIN);
        self.settle(carried)
    }

    fn settle(&mut self, mut carried: Vec<Carried>) -> Result<(), StoreError> {
        if let Some(at) = carried.iter().position(|(mail, _)| *mail == TEST) {
            let (_, delivery) = carried.swap_remove(at);
            if let Delivery::Delayed { reason, .. } | Delivery::Failed { reason, .. } = delivery {
                tracing::error!(
                    "the test of reply addresses could not be made: the courier refused its mail: {reason}"
                );
            }
        }
        if carried.is_empty() {
            return Ok(());
        }
        let now = self.time.now();
        carried.iter().for_each(|(_, delivery)| self.watch_courier(delivery, now));
        let arbiter = &self.house.arbiter;
        let mut settled = arbiter.settle(&mut self.store, &carried, now).map(|_| ());
        if settled.is_err() && carried.len() > 1 {
            // One that cannot be settled is not to keep the others.
            settled = Ok(());
            for one in carried.chunks(1) {
                let alone = arbiter.settle(&mut self.store, one, now);
                settled = settled.and(alone.map(|_| ()));
            }
        }
        for (mail, delivery) in &carried {
            match delivery {
                Delivery::Accepted => tracing::info!(mail, "mail sent"),
                Delivery::Delayed { reason, account } => tracing::warn!(mail, account, "mail delayed: {reason}"),
                // The arbiter has said it.
                Delivery::Failed { .. } => {}
            }
        }
        settled
    }

    fn pack(&self, parcel: &Parcel) -> Result<Vec<u8>, String> {
        let dispatch = &self.house.dispatch;
        catch_unwind(AssertUnwindSafe(|| dispatch.pack(parcel)))
            .unwrap_or_else(|_| Err("drawing the mail ended in a panic".to_owned()))
    }

    /// Trouble of the account concerns all mail: it pauses, the oldest mail is the probe.
    fn watch_courier(&mut self, delivery: &Delivery, now: Moment) {
        match delivery {
            // Several mails under way say the same thing once.
            Delivery::Delayed { account: true, .. } if self.paused.is_some_and(|(until, _)| now < until) => {}
            Delivery::Delayed { account: true, .. } => {
                let times = self.paused.map_or(0, |(_, times)| times + 1);
                self.paused = Some((now + back_off(times), times));
            }
            _ => self.paused = None,
        }
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

/// Stands for the mail of a test, which has no row; rows begin at 1.
const TEST: i64 = 0;

fn panicked() -> StoreError {
    StoreError::Trouble("handing over ended in a panic, which is said above".to_owned())
}
