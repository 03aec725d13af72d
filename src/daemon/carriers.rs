/*!
The couriers at work: several, each on a thread of its own and with a connection of its own, or one on the caller's thread.

All mail of one reader goes through one courier while it is under way, so it leaves in the order in which it was handed on.
An account that refuses to be used several times over is used less: each refusal takes one courier out of use, and mail that
is taken brings one back after a while.
*/

use crate::mail::{Delivery, Envelope};
use crate::post::Courier;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// How many mails each courier has before it at most. What is under way when the machine dies is sent twice, so it is little.
const WAITING: usize = 4;
/// How many mails in a row are taken before a courier that was out of use is used again.
const TAKEN_IN_A_ROW: u32 = 200;

/// A mail on its way out.
pub(super) struct Job {
    /// Its row in the outbox.
    pub mail: i64,
    /// Its reader's number: the mails of one reader keep their order.
    pub reader: i64,
    pub envelope: Envelope,
    pub message_id: String,
    pub bytes: Vec<u8>,
}

/// What became of a mail, by its row in the outbox.
pub(super) type Carried = (i64, Delivery);

pub(super) struct Carriers {
    crew: Crew,
    under_way: HashSet<i64>,
    /// Couriers in use, from the first on.
    used: usize,
    /// Mails taken since the last refusal of the account.
    taken: u32,
}

enum Crew {
    /// Does what it is given at once.
    One(Box<dyn Courier>, Vec<Carried>),
    Several(Vec<Lane>, Receiver<Carried>),
}

struct Lane {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Carriers {
    /// Starts them. The error is of a thread that could not be started.
    pub(super) fn start(mut couriers: Vec<Box<dyn Courier>>) -> std::io::Result<Carriers> {
        let used = couriers.len();
        let crew = match couriers.pop() {
            Some(one) if used == 1 => Crew::One(one, Vec::new()),
            last => {
                let (carried, results) = channel();
                let lanes = couriers.into_iter().chain(last).map(|courier| Lane::start(courier, carried.clone()));
                Crew::Several(lanes.collect::<std::io::Result<_>>()?, results)
            }
        };
        Ok(Carriers { crew, under_way: HashSet::new(), used, taken: 0 })
    }

    /// How many mails they take at once.
    pub(super) fn capacity(&self) -> usize {
        match self.crew {
            Crew::One(..) => 1,
            Crew::Several(..) => self.used * WAITING,
        }
    }

    /// Rows of the mails that were handed on and of which nothing has been heard yet.
    pub(super) fn under_way(&self) -> &HashSet<i64> {
        &self.under_way
    }

    /// Hands a mail on.
    pub(super) fn carry(&mut self, job: Job) {
        match &mut self.crew {
            Crew::One(courier, carried) => {
                let delivery = courier.send(&job.envelope, &job.message_id, &job.bytes);
                carried.push((job.mail, delivery));
            }
            Crew::Several(lanes, _) => {
                let lane = usize::try_from(job.reader).unwrap_or(0) % self.used.max(1);
                let mail = job.mail;
                // A lane's thread lives until its jobs end.
                if lanes.get(lane).and_then(|lane| lane.jobs.as_ref()).is_some_and(|jobs| jobs.send(job).is_ok()) {
                    self.under_way.insert(mail);
                }
            }
        }
    }

    /// What has become of mails since the last call. Waits until no more than `left` are under way, as long as each of them
    /// comes back within `patience` after the one before it.
    pub(super) fn carried(&mut self, left: usize, patience: Duration) -> Vec<Carried> {
        let carried: Vec<Carried> = match &mut self.crew {
            Crew::One(_, carried) => std::mem::take(carried),
            Crew::Several(_, results) => {
                let wait = self.under_way.len().saturating_sub(left);
                let mut carried: Vec<Carried> = (0..wait).map_while(|_| results.recv_timeout(patience).ok()).collect();
                carried.extend(results.try_iter());
                carried
            }
        };
        for (mail, delivery) in &carried {
            self.under_way.remove(mail);
            self.learn(delivery);
        }
        carried
    }

    /// How many couriers the account bears.
    fn learn(&mut self, delivery: &Delivery) {
        let Crew::Several(lanes, _) = &self.crew else { return };
        match delivery {
            Delivery::Delayed { account: true, .. } => (self.used, self.taken) = ((self.used - 1).max(1), 0),
            Delivery::Accepted if self.used < lanes.len() => {
                self.taken += 1;
                if self.taken == TAKEN_IN_A_ROW {
                    (self.used, self.taken) = (self.used + 1, 0);
                }
            }
            _ => {}
        }
    }
}

impl Lane {
    fn start(mut courier: Box<dyn Courier>, carried: Sender<Carried>) -> std::io::Result<Lane> {
        let (jobs, given) = channel::<Job>();
        let work = move || {
            for job in given {
                let send = || courier.send(&job.envelope, &job.message_id, &job.bytes);
                // A courier may panic on what a server says. The next mail connects anew.
                let delivery = catch_unwind(AssertUnwindSafe(send)).unwrap_or_else(|_| Delivery::Delayed {
                    reason: "handing over ended in a panic, which is said above".to_owned(),
                    account: true,
                });
                if carried.send((job.mail, delivery)).is_err() {
                    return;
                }
            }
        };
        let thread = std::thread::Builder::new().name("courier".to_owned()).spawn(work)?;
        Ok(Lane { jobs: Some(jobs), thread: Some(thread) })
    }
}

impl Drop for Lane {
    /// Lets it finish what it has.
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
