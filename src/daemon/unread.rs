/*!
Mails that the mailbox lists but did not hand over: when each is tried again, and how far they hold back the clocks.

A mail is tried again, after growing pauses, as long as it lies in the mailbox. It may hold a move, so no flag falls at a
moment later than its arrival before it has been read.
*/

use crate::game::Moment;
use crate::post::MailKey;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// The pause after the first failure; each further one doubles it.
const SHORTEST: Duration = Duration::from_secs(2);
/// No pause is longer.
const LONGEST: Duration = Duration::from_secs(300);

/// The mails of one mailbox that could not be fetched.
#[derive(Default)]
pub(super) struct Unread(HashMap<MailKey, Attempts>);

struct Attempts {
    /// When the mail came in.
    arrived: Moment,
    failed: u32,
    next: Instant,
}

impl Unread {
    /// Whether a mail is to be fetched now: always before the first failure, and again after each pause.
    pub(super) fn is_due(&self, key: &MailKey, instant: Instant) -> bool {
        self.0.get(key).is_none_or(|attempts| instant >= attempts.next)
    }

    /// Notes that fetching a mail failed; returns how often it has, and the pause before the next attempt.
    pub(super) fn failed(&mut self, key: &MailKey, arrived: Moment, instant: Instant) -> (u32, Duration) {
        let attempts = self.0.entry(key.clone()).or_insert(Attempts { arrived, failed: 0, next: instant });
        let pause = SHORTEST.saturating_mul(1 << attempts.failed.min(16)).min(LONGEST);
        attempts.failed += 1;
        attempts.next = instant + pause;
        (attempts.failed, pause)
    }

    /// Forgets a mail: it has been read.
    pub(super) fn read(&mut self, key: &MailKey) {
        self.0.remove(key);
    }

    /// Forgets the mails that lie in the mailbox no more.
    pub(super) fn retain(&mut self, is_there: impl Fn(&MailKey) -> bool) {
        self.0.retain(|key, _| is_there(key));
    }

    /// When the first of these mails came in.
    pub(super) fn oldest(&self) -> Option<Moment> {
        self.0.values().map(|attempts| attempts.arrived).min()
    }

    /// How long until the next attempt at one of them.
    pub(super) fn pause(&self, instant: Instant) -> Option<Duration> {
        self.0.values().map(|attempts| attempts.next.saturating_duration_since(instant)).min()
    }
}

#[cfg(test)]
mod tests {
    use super::{MailKey, Unread};
    use chrono::DateTime;
    use std::time::{Duration, Instant};

    #[test]
    fn pauses_grow_to_five_minutes() {
        let (mut unread, key, begun) = (Unread::default(), MailKey("1".into()), Instant::now());
        let mut now = begun;
        let mut pauses = Vec::new();
        for _ in 0..40 {
            assert!(unread.is_due(&key, now));
            let (_, pause) = unread.failed(&key, DateTime::UNIX_EPOCH, now);
            assert!(!unread.is_due(&key, now + pause - Duration::from_millis(1)));
            now += pause;
            pauses.push(pause.as_secs());
        }
        assert_eq!(pauses[..9], [2, 4, 8, 16, 32, 64, 128, 256, 300]);
        assert!(pauses[9..].iter().all(|pause| *pause == 300));
        assert_eq!(unread.oldest(), Some(DateTime::UNIX_EPOCH));
        unread.retain(|_| false);
        assert_eq!((unread.oldest(), unread.pause(now)), (None, None));
    }
}
