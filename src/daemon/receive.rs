/*!
The receiving loop: lists the mailbox, leaves alone what is not ours, hands the rest to the arbiter, files it.

A mail is filed only after what it changed is on disk. A letter that makes us panic, or of which the mailbox has nothing to
show, is tried twice and then set aside, so that it costs itself and no other. A mail that could not be fetched is tried
again as long as it is there, and the mark up to which the mailbox has been read stays at its arrival.
*/

use super::unread::Unread;
use super::{Alarm, Bell, House, Other, SelfTest, Stop, Time};
use crate::arbiter::{Arrival, Handled};
use crate::game::Moment;
use crate::mail::HEAD_BYTES;
use crate::post::{Failure, Filing, Listed, MailKey, Mailbox};
use crate::store::{Mark, Store, StoreError};
use chrono::TimeDelta;
use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// At least so often the mailbox is looked through, whatever it says about news.
const LOOK_EVERY: Duration = Duration::from_secs(300);
/// After so long without a look even a connection that did not fail counts as an outage: the machine slept.
const LONG_SILENCE: TimeDelta = TimeDelta::minutes(15);
/// The same while the test of reply addresses is under way.
const TEST_EVERY: Duration = Duration::from_secs(60);
/// So long its mail may be away.
const TEST_LIFE: TimeDelta = TimeDelta::minutes(10);
/// How long the test's mail stays in the mailbox: longer than another service needs for two looks through it.
const PROBE_STAYS: TimeDelta = TimeDelta::minutes(11);
/// How long nothing is said again of a second service on the mailbox.
const TOLD_AGAIN: TimeDelta = TimeDelta::hours(24);
/// Pause after the record could not be written.
const RECORD_PAUSE: Duration = Duration::from_secs(5);
/// How many handled mails are filed by one command while more are read.
const FILED_TOGETHER: usize = 20;
/// How often a letter is tried.
const TRIES: u32 = 2;
/// How many mails may fail to be fetched in one round before the mailbox itself counts as failing.
const FAILURES_MAX: usize = 3;

/// A mail in the mailbox, with the moment from which it counts.
struct Lying {
    key: MailKey,
    size: u64,
    received_at: Moment,
}

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
    /// When this run began.
    since: Moment,
    /// The mail of the test that has come back, which stays where another service would see it.
    probe: Option<MailKey>,
    /// When another service on this mailbox was last told of.
    other_told: Option<Moment>,
    /// Mails the mailbox lists but did not hand over.
    unread: Unread,
    /// When mails without a date were first seen.
    sighted: HashMap<MailKey, Moment>,
    /// A clock wants to know whether a move has come in.
    alarm: Alarm,
    /// The mailbox was read whole in this life, and nothing has gone wrong since.
    steady: bool,
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
        Receive {
            house,
            store,
            mailbox,
            bell,
            time,
            skip: HashSet::new(),
            unfiled: Vec::new(),
            test: None,
            since: time.now(),
            probe: None,
            other_told: None,
            unread: Unread::default(),
            sighted: HashMap::new(),
            alarm: Alarm::default(),
            steady: false,
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
            let look = || self.round(stop, Instant::now()).and_then(|()| self.wait(stop));
            let looked = catch_unwind(AssertUnwindSafe(look));
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

    /// Looks through the mailbox once, when a clock that cannot be set says `instant`.
    pub fn round(&mut self, stop: &Stop, instant: Instant) -> Result<(), Halt> {
        self.file_all();
        let now = self.time.now();
        let skip = &self.skip;
        let listed = self.mailbox.list(&|key| skip.contains(key)).map_err(Halt::Mailbox)?;
        self.back_in_touch(now).map_err(Halt::Record)?;
        let mut failures = 0;
        for mail in self.dated(listed, now) {
            if stop.is_set() {
                return Ok(());
            }
            if !self.unread.is_due(&mail.key, instant) {
                continue;
            }
            let Some(failure) = self.one(&mail, instant)? else { continue };
            failures += 1;
            if failures == FAILURES_MAX {
                return Err(Halt::Mailbox(failure));
            }
        }
        self.file_all();
        let read = self.unread.oldest().map_or(now, |arrived| arrived.min(now));
        let marks = [(Mark::Looked, now), (Mark::Read, read)];
        let set = self.store.write(|tx| marks.into_iter().try_for_each(|(mark, at)| tx.set_mark(mark, at)));
        set.map_err(Halt::Record)?;
        self.steady = true;
        if self.probe.is_some() && self.time.now() - self.since > PROBE_STAYS {
            let probe = self.probe.take();
            probe.into_iter().for_each(|key| self.file(key, Filing::Done));
        }
        if let Some(test) = self.test.as_ref().filter(|test| self.time.now() - test.begun() > TEST_LIFE) {
            let lost = test.lost();
            self.conclude(Err(lost));
        }
        Ok(())
    }

    /// The mails in the order they came in, in which those of one game take effect; each with the moment from which it
    /// counts: its date, or when it was first seen. Forgets mails that are gone.
    fn dated(&mut self, listed: Vec<Listed>, now: Moment) -> Vec<Lying> {
        let there: HashSet<MailKey> = listed.iter().map(|mail| mail.key.clone()).collect();
        self.unread.retain(|key| there.contains(key));
        self.sighted.retain(|key, _| there.contains(key));
        let mut mails = Vec::new();
        for Listed { key, size, received_at } in listed {
            let received_at = received_at.unwrap_or_else(|| *self.sighted.entry(key.clone()).or_insert(now));
            mails.push(Lying { key, size, received_at });
        }
        mails.sort_by_key(|mail| mail.received_at);
        mails
    }

    /// The mailbox can be read. Before any letter is judged, the time in which it could not be is taken from all clocks.
    fn back_in_touch(&mut self, now: Moment) -> Result<(), StoreError> {
        let Some(looked) = self.store.read(|tx| tx.looked())? else { return Ok(()) };
        if self.steady && now - looked <= LONG_SILENCE {
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
        let at_most = self.unread.pause(Instant::now()).map_or(at_most, |pause| pause.min(at_most));
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

    /// Another service reads this mailbox for our address. Said once a day, as anybody can forge the sign of it.
    fn not_alone(&mut self, other: Other) -> Result<(), StoreError> {
        let now = self.time.now();
        if self.other_told.is_some_and(|told| now - told < TOLD_AGAIN) {
            return Ok(());
        }
        self.other_told = Some(now);
        let what = match other {
            Other::Copy => "a second service with a copy of this record's key",
            _ => "a second service with a key of its own",
        };
        tracing::error!(
            "{what} seems to read this mailbox for the same address: stop one of them, or moves are lost or doubled"
        );
        self.store.write(|tx| tx.tally("fault-two-services"))
    }

    /// Handles one mail. A failure that concerns it alone is given back, and the next mail can be handled.
    fn one(&mut self, listed: &Lying, instant: Instant) -> Result<Option<Failure>, Halt> {
        let head = match self.mailbox.head(&listed.key) {
            Ok(Some(head)) if head.is_empty() => return self.hollow(listed, instant),
            Ok(Some(head)) => head,
            Ok(None) => return Ok(None),
            Err(failure) => return self.unfetched(listed, instant, failure),
        };
        if let Some(verdict) = self.test.as_ref().and_then(|test| test.verdict(&head)) {
            self.conclude(verdict);
            self.unread.read(&listed.key);
            self.skip.insert(listed.key.clone());
            self.probe = Some(listed.key.clone());
            return Ok(None);
        }
        if let Some(other @ (Other::Copy | Other::Stranger)) = SelfTest::of_others(self.house, &head, self.since) {
            self.unread.read(&listed.key);
            // It is the other service's to file.
            self.skip.insert(listed.key.clone());
            self.not_alone(other).map_err(Halt::Record)?;
            return Ok(None);
        }
        if !self.house.arbiter.is_ours(&head) {
            self.unread.read(&listed.key);
            self.skip.insert(listed.key.clone());
            return Ok(None);
        }
        let cut = listed.size > self.house.mail_bytes;
        // A short mail has come with its head.
        let whole = head.len() < HEAD_BYTES && head.len() as u64 >= listed.size;
        let fetched = if cut || whole { Ok(Some(head)) } else { self.mailbox.fetch(&listed.key) };
        match fetched {
            Ok(Some(bytes)) if bytes.is_empty() => self.hollow(listed, instant),
            Ok(Some(bytes)) => self.read(listed, &bytes, cut).map(|()| None),
            Ok(None) => Ok(None),
            Err(failure) => self.unfetched(listed, instant, failure),
        }
    }

    /// The mailbox did not hand over a mail. If it can still be listed, that is the mail's own trouble: it is tried again
    /// later, and until then nothing is judged that happened after it came in.
    fn unfetched(&mut self, mail: &Lying, instant: Instant, failure: Failure) -> Result<Option<Failure>, Halt> {
        self.mailbox.list(&|_| true).map_err(Halt::Mailbox)?;
        let (times, pause) = self.put_off(mail, instant, "fault-fetch").map_err(Halt::Record)?;
        let (key, again_in_s) = (&mail.key.0, pause.as_secs());
        tracing::error!(mail = %key, times, again_in_s, "a mail could not be fetched, clocks wait for it: {}", failure.what);
        Ok(Some(failure))
    }

    /// The mailbox has nothing to show of a mail. It may be a passing trouble, so it is tried once more, and then set aside.
    fn hollow(&mut self, mail: &Lying, instant: Instant) -> Result<Option<Failure>, Halt> {
        let (times, pause) = self.put_off(mail, instant, "fault-empty-mail").map_err(Halt::Record)?;
        let (key, again_in_s) = (&mail.key, pause.as_secs());
        if times < TRIES {
            tracing::error!(mail = %key.0, again_in_s, "the mailbox has nothing to show of a mail, it is tried again");
            return Ok(None);
        }
        self.unread.read(key);
        tracing::error!(mail = %key.0, "the mailbox has nothing to show of a mail, it is set aside");
        // Nothing of it is known but its name.
        let (received_at, now) = (mail.received_at, self.time.now());
        let arrival = Arrival { bytes: key.0.as_bytes(), key: &key.0, cut: true, received_at, now, whole: false };
        self.house.arbiter.set_aside(&mut self.store, arrival).map_err(Halt::Record)?;
        self.file(key.clone(), Filing::Failed);
        Ok(None)
    }

    /// Notes that a mail has not been read; returns how often that has happened, and when it is tried again.
    fn put_off(&mut self, mail: &Lying, instant: Instant, fault: &str) -> Result<(u32, Duration), StoreError> {
        self.store.write(|tx| tx.tally(fault))?;
        let arrived = mail.received_at.min(self.time.now());
        Ok(self.unread.failed(&mail.key, arrived, instant))
    }

    fn read(&mut self, listed: &Lying, bytes: &[u8], cut: bool) -> Result<(), Halt> {
        self.unread.read(&listed.key);
        let (received_at, now) = (listed.received_at, self.time.now());
        let whole = self.unread.oldest().is_none_or(|arrived| arrived > received_at);
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

    fn handled(&mut self, listed: &Lying, handled: &Handled) {
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
        if handled.stays {
            self.skip.insert(listed.key.clone());
            return;
        }
        let set_aside = handled.outcome == "unreadable" && handled.player.is_none();
        self.file(listed.key.clone(), if set_aside { Filing::Failed } else { Filing::Done });
    }

    /// Has a handled mail filed, together with others.
    fn file(&mut self, key: MailKey, filing: Filing) {
        self.skip.insert(key.clone());
        self.unfiled.push((key, filing));
        if self.unfiled.len() >= FILED_TOGETHER {
            self.file_all();
        }
    }

    /// Not being able to file is no failure of the game: the record knows what was handled.
    fn file_all(&mut self) {
        let unfiled = std::mem::take(&mut self.unfiled);
        for filing in [Filing::Done, Filing::Failed] {
            let of = unfiled.iter().filter(|(_, to)| *to == filing);
            let keys: Vec<MailKey> = of.map(|(key, _)| key.clone()).collect();
            if keys.is_empty() {
                continue;
            }
            match self.mailbox.file(&keys, filing) {
                Ok(()) => keys.iter().for_each(|key| {
                    self.skip.remove(key);
                }),
                Err(failure) => {
                    tracing::warn!(
                        mails = keys.len(),
                        "handled mails could not be filed, it is tried again later: {}",
                        failure.what
                    );
                    self.unfiled.extend(keys.into_iter().map(|key| (key, filing)));
                }
            }
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
