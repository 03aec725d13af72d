/*!
The receiving loop: lists the mailbox, leaves alone what is not ours, hands the rest to the arbiter, files it.

A mail is filed only after what it changed is on disk. A letter that makes us panic, or that the mailbox cannot hand over,
is tried twice and then set aside, so that it costs itself and no other.
*/

use super::{Alarm, Bell, House, SelfTest, Stop, Time};
use crate::arbiter::{Arrival, Handled};
use crate::game::Moment;
use crate::post::{Failure, Filing, Listed, MailKey, Mailbox};
use crate::store::{Mark, Store, StoreError};
use chrono::TimeDelta;
use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// At least so often the mailbox is looked through, whatever it says about news.
const LOOK_EVERY: Duration = Duration::from_secs(300);
/// After so long without a look even a connection that did not fail counts as an outage: the machine slept.
const LONG_SILENCE: TimeDelta = TimeDelta::minutes(15);
/// The same while the test of reply addresses is under way.
const TEST_EVERY: Duration = Duration::from_secs(60);
/// So long its mail may be away.
const TEST_LIFE: TimeDelta = TimeDelta::minutes(10);
/// Pause after the record could not be written.
const RECORD_PAUSE: Duration = Duration::from_secs(5);
/// How often a letter is tried.
const TRIES: u32 = 2;

/// The loop's things.
pub struct Receive<'h> {
    house: &'h House,
    store: Store,
    mailbox: Box<dyn Mailbox>,
    bell: Bell,
    time: Time,
    /// Mails in the mailbox that are not to be looked at again: other people's, and handled ones that could not be filed.
    skip: HashSet<MailKey>,
    unfiled: Vec<(MailKey, Filing)>,
    /// The test whether reply addresses come back, until it has.
    test: Option<SelfTest>,
    /// Mails the mailbox lists but did not hand over, and how often.
    stumbled: HashMap<MailKey, u32>,
    /// A clock wants to know whether a move has come in.
    alarm: Alarm,
    /// The mailbox was read whole in this life, and nothing has gone wrong since.
    steady: bool,
    /// No mail that came in earlier has been left unread in this round.
    whole: bool,
}

/// Why a round ended early; the mails it did not come to stay where they are.
#[derive(Debug)]
pub enum Halt {
    /// The mailbox cannot be read.
    Mailbox(Failure),
    /// The record cannot be written.
    Record(StoreError),
}

impl Halt {
    fn panicked() -> Halt {
        let what = "reading ended in a panic, which is said above".to_owned();
        Halt::Mailbox(Failure { what, retry_after: Duration::from_secs(10) })
    }
}

impl<'h> Receive<'h> {
    /// Ready to run.
    pub fn new(house: &'h House, store: Store, mailbox: Box<dyn Mailbox>, bell: Bell, time: Time) -> Receive<'h> {
        let (skip, stumbled) = (HashSet::new(), HashMap::new());
        Receive {
            house,
            store,
            mailbox,
            bell,
            time,
            skip,
            unfiled: Vec::new(),
            test: None,
            stumbled,
            alarm: Alarm::default(),
            steady: false,
            whole: true,
        }
    }

    /// Looks through the mailbox when a clock asks for it, too.
    #[must_use]
    pub fn woken_by(self, alarm: Alarm) -> Receive<'h> {
        Receive { alarm, ..self }
    }

    /// Looks out for the mail of `test`.
    #[must_use]
    pub fn awaiting(self, test: Option<SelfTest>) -> Receive<'h> {
        Receive { test, ..self }
    }

    /// Until `stop`.
    pub fn run(mut self, stop: &Stop) {
        let mut failing = false;
        while !stop.is_set() {
            // A mailbox may panic on what a server says; the next call connects anew.
            let looked = catch_unwind(AssertUnwindSafe(|| self.round(stop).and_then(|()| self.wait(stop))));
            let pause = match looked.unwrap_or_else(|_| Err(Halt::panicked())) {
                Ok(()) => {
                    if std::mem::take(&mut failing) {
                        tracing::info!("mail is read again");
                    }
                    continue;
                }
                Err(Halt::Mailbox(failure)) => {
                    tracing::error!(retry_after_s = failure.retry_after.as_secs(), "mailbox: {}", failure.what);
                    failure.retry_after.max(Duration::from_secs(1))
                }
                Err(Halt::Record(error)) => {
                    tracing::error!(retry_after_s = RECORD_PAUSE.as_secs(), "{error}");
                    RECORD_PAUSE
                }
            };
            failing = true;
            self.steady = false;
            let _ = self.store.write(|tx| tx.tally("fault-receive"));
            nap(pause, stop);
        }
        self.bell.ring();
    }

    /// Looks through the mailbox once.
    pub fn round(&mut self, stop: &Stop) -> Result<(), Halt> {
        let unfiled = std::mem::take(&mut self.unfiled);
        for (key, filing) in unfiled {
            self.file(key, filing);
        }
        let now = self.time.now();
        let skip = &self.skip;
        let mut listed = self.mailbox.list(&|key| skip.contains(key)).map_err(Halt::Mailbox)?;
        self.back_in_touch(now).map_err(Halt::Record)?;
        // Mails of one game take effect in the order they came in (`faults.md` I7).
        listed.sort_by_key(|mail| mail.received_at);
        let mut trouble = None;
        let mut through = true;
        for mail in listed {
            through = !stop.is_set();
            if !through {
                break;
            }
            self.whole = trouble.is_none();
            trouble = self.one(&mail)?.or(trouble);
        }
        if through && trouble.is_none() {
            self.store.write(|tx| tx.set_mark(Mark::Read, now)).map_err(Halt::Record)?;
            self.steady = true;
        }
        if let Some(test) = self.test.as_ref().filter(|test| self.time.now() - test.begun() > TEST_LIFE) {
            let lost = test.lost();
            self.conclude(Err(lost));
        }
        trouble.map_or(Ok(()), |failure| Err(Halt::Mailbox(failure)))
    }

    /// The mailbox can be read. Before any letter is judged, the time in which it could not be is taken from all clocks.
    fn back_in_touch(&mut self, now: Moment) -> Result<(), StoreError> {
        let Some(read) = self.store.read(|tx| tx.mark(Mark::Read))? else { return Ok(()) };
        if self.steady && now - read <= LONG_SILENCE {
            return Ok(());
        }
        if let Some(time) = self.house.arbiter.outage(&mut self.store, now)? {
            tracing::warn!(seconds = time.num_seconds(), "no mail was read for a while: no clock counts it");
        }
        Ok(())
    }

    fn wait(&mut self, stop: &Stop) -> Result<(), Halt> {
        if stop.is_set() {
            return Ok(());
        }
        // While the test is under way it is looked for a little more often: what it finds is wanted early.
        let at_most = if self.test.is_some() { TEST_EVERY } else { LOOK_EVERY };
        let alarm = &self.alarm;
        self.mailbox.wait(at_most, &|| stop.is_set() || alarm.is_set()).map_err(Halt::Mailbox)?;
        self.alarm.clear();
        Ok(())
    }

    /// The end of the test: its mail is here, or has been away for too long.
    fn conclude(&mut self, verdict: Result<(), String>) {
        self.test = None;
        match verdict {
            Ok(()) => tracing::info!("reply addresses come back whole"),
            Err(what) => {
                tracing::error!("no move can be played: {what}");
                let _ = self.store.write(|tx| tx.tally("fault-reply-address"));
            }
        }
    }

    /// Handles one mail. A failure that concerns it alone is given back, and the next mail can be handled.
    fn one(&mut self, listed: &Listed) -> Result<Option<Failure>, Halt> {
        let head = match self.mailbox.head(&listed.key) {
            Ok(Some(head)) => head,
            Ok(None) => return Ok(None),
            Err(failure) => return self.stumble(listed, false, failure),
        };
        if let Some(verdict) = self.test.as_ref().and_then(|test| test.verdict(&head)) {
            self.conclude(verdict);
            self.file(listed.key.clone(), Filing::Done);
            return Ok(None);
        }
        if !self.house.arbiter.is_ours(&head) {
            self.skip.insert(listed.key.clone());
            return Ok(None);
        }
        let cut = listed.size > self.house.mail_bytes;
        let fetched = if cut { Ok(Some(head)) } else { self.mailbox.fetch(&listed.key) };
        match fetched {
            Ok(Some(bytes)) => self.read(listed, &bytes, cut).map(|()| None),
            Ok(None) => Ok(None),
            Err(failure) => self.stumble(listed, true, failure),
        }
    }

    /// The mailbox did not hand over a mail. If it can still be listed, that is the mail's own trouble: it is tried again
    /// in the next round, and then left alone, or set aside if it is known to be ours.
    fn stumble(&mut self, listed: &Listed, ours: bool, failure: Failure) -> Result<Option<Failure>, Halt> {
        self.mailbox.list(&|_| true).map_err(Halt::Mailbox)?;
        let key = &listed.key;
        let times = self.stumbled.entry(key.clone()).or_default();
        *times += 1;
        if *times < TRIES {
            return Ok(Some(failure));
        }
        self.stumbled.remove(key);
        tracing::error!(mail = %key.0, "a mail cannot be fetched, it is left alone: {}", failure.what);
        if ours {
            // Nothing of it is known but its name.
            let (received_at, now) = (listed.received_at, self.time.now());
            let arrival = Arrival { bytes: key.0.as_bytes(), key: &key.0, cut: true, received_at, now, whole: false };
            self.house.arbiter.set_aside(&mut self.store, arrival).map_err(Halt::Record)?;
            self.file(key.clone(), Filing::Failed);
        } else {
            self.skip.insert(key.clone());
        }
        Ok(None)
    }

    fn read(&mut self, listed: &Listed, bytes: &[u8], cut: bool) -> Result<(), Halt> {
        self.stumbled.remove(&listed.key);
        let (received_at, now, whole) = (listed.received_at, self.time.now(), self.whole);
        let arrival = Arrival { bytes, key: &listed.key.0, cut, received_at, now, whole };
        for _ in 0..TRIES {
            let arbiter = &self.house.arbiter;
            let store = &mut self.store;
            // The transaction of a letter that panics is rolled back when it is dropped; nothing else is half done.
            match catch_unwind(AssertUnwindSafe(|| arbiter.receive(store, arrival))) {
                Ok(Ok(handled)) => {
                    self.handled(listed, &handled);
                    return Ok(());
                }
                Ok(Err(error @ StoreError::Corrupt { .. })) => {
                    // The letter stays where it is: it is read again once the record is mended.
                    tracing::error!(mail = %listed.key.0, "{error}");
                    self.skip.insert(listed.key.clone());
                    return Ok(());
                }
                Ok(Err(error)) => return Err(Halt::Record(error)),
                Err(_) => tracing::error!(mail = %listed.key.0, "a letter made us panic"),
            }
        }
        self.house.arbiter.set_aside(&mut self.store, arrival).map_err(Halt::Record)?;
        tracing::error!(mail = %listed.key.0, outcome = "failed", "letter");
        self.file(listed.key.clone(), Filing::Failed);
        Ok(())
    }

    fn handled(&mut self, listed: &Listed, handled: &Handled) {
        if handled.queued {
            self.bell.ring();
        }
        tracing::info!(
            letter = handled.letter,
            from = handled.from,
            outcome = handled.outcome,
            detail = handled.detail,
            game = handled.game.as_ref().map(tracing::field::display),
            player = handled.player.map(|player| player.0),
            "letter"
        );
        let set_aside = handled.outcome == "unreadable" && handled.player.is_none();
        self.file(listed.key.clone(), if set_aside { Filing::Failed } else { Filing::Done });
    }

    /// Not being able to file is no failure of the game: the record knows what was handled.
    fn file(&mut self, key: MailKey, filing: Filing) {
        if let Err(failure) = self.mailbox.file(&key, filing) {
            tracing::warn!(mail = %key.0, "a handled mail could not be filed, it is tried again later: {}", failure.what);
            self.skip.insert(key.clone());
            self.unfiled.push((key, filing));
        }
    }
}

/// Sleeps, but not past `stop`.
pub(super) fn nap(pause: Duration, stop: &Stop) {
    const STEP: Duration = Duration::from_millis(200);
    let mut left = pause;
    while !stop.is_set() && !left.is_zero() {
        let step = left.min(STEP);
        std::thread::sleep(step);
        left -= step;
    }
}
