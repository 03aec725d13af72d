/*!
What a server said, made fit for a log, and how long to leave it alone.
*/

use super::Failure;
use std::time::Duration;

/// A provider that limits us, or a wrong password, is left alone this long: more tries would only lock us out.
pub(super) const GRAVE_PAUSE: Duration = Duration::from_secs(5 * 60);

const SHORTEST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(60);
const TEXT_CHARS: usize = 240;

/// What went wrong on a connection, before it is known how long to wait.
#[derive(Debug)]
pub(super) struct Trouble {
    /// One sentence.
    pub(super) what: String,
    /// Trouble with the account, which no quick retry will mend.
    pub(super) grave: bool,
}

impl Trouble {
    pub(super) fn passing(what: impl Into<String>) -> Trouble {
        Trouble { what: what.into(), grave: false }
    }

    pub(super) fn grave(what: impl Into<String>) -> Trouble {
        Trouble { what: what.into(), grave: true }
    }
}

/// The pause between tries: one second, doubling to a minute.
pub(super) struct Backoff {
    next: Duration,
}

impl Backoff {
    pub(super) fn new() -> Backoff {
        Backoff { next: SHORTEST }
    }

    /// The failure to report; the pause after the next one is twice as long.
    pub(super) fn failed(&mut self, trouble: Trouble) -> Failure {
        let pause = self.next;
        self.next = (pause * 2).min(LONGEST);
        Failure { what: trouble.what, retry_after: if trouble.grave { GRAVE_PAUSE.max(pause) } else { pause } }
    }

    /// Something worked on a connection this old. One that always breaks soon after opening keeps its long pauses.
    pub(super) fn worked(&mut self, age: Duration) {
        if age >= self.next {
            self.next = SHORTEST;
        }
    }
}

/// A stranger's text for our log: one line, no control or direction characters, cut.
pub(super) fn clean(text: &str) -> String {
    let mut out = String::new();
    let mut gap = false;
    for (taken, c) in text.chars().filter(|c| !is_direction(*c)).enumerate() {
        if taken >= TEXT_CHARS {
            out.push('…');
            break;
        }
        if c.is_control() || c.is_whitespace() {
            gap = !out.is_empty();
            continue;
        }
        if gap {
            out.push(' ');
            gap = false;
        }
        out.push(c);
    }
    out
}

/// Characters that reorder or hide the text around them.
fn is_direction(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// An I/O error in words; the operating system's "Resource temporarily unavailable" helps nobody.
pub(super) fn io_words(error: &std::io::Error) -> String {
    use std::io::ErrorKind as Kind;
    match error.kind() {
        Kind::WouldBlock | Kind::TimedOut => "no answer in time".into(),
        Kind::UnexpectedEof => "the server closed the connection".into(),
        Kind::ConnectionReset | Kind::BrokenPipe | Kind::ConnectionAborted => "the connection broke".into(),
        _ => clean(&error.to_string()),
    }
}

/// Whether a read gave up waiting, and nothing else is wrong.
pub(super) fn is_timeout(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut)
}
