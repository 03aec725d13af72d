/*!
Bytes from a mailbox to [`Incoming`]: person, automatic or report, by headers and MIME types only
(`replies/README.md` 1). Never panics, never fetches anything, never opens an attachment.
*/

use super::{Address, Letter};

/// How much of a mail is looked at (`threat-model.md` T27, T28).
#[derive(Clone, Debug)]
pub struct Limits {
    /// Whole mail, bytes.
    pub mail_bytes: usize,
    /// Header block, bytes.
    pub header_bytes: usize,
    /// Header fields.
    pub headers: usize,
    /// MIME parts.
    pub parts: usize,
    /// MIME depth.
    pub depth: usize,
    /// Text read, bytes after decoding.
    pub text_bytes: usize,
    /// Own lines read.
    pub lines: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            mail_bytes: 25 << 20,
            header_bytes: 64 << 10,
            headers: 1000,
            parts: 200,
            depth: 20,
            text_bytes: 64 << 10,
            lines: 100,
        }
    }
}

/// A delivery report that reached us.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Whom it reached us at: our bounce address, with its subaddress.
    pub recipients: Vec<Address>,
    /// True for a permanent failure (`Action: failed`, status 5.x.x); false for a delay.
    pub failed: bool,
    /// The status code, if one was given: `5.1.1`.
    pub status: Option<String>,
    /// As in [`Letter::digest`].
    pub digest: [u8; 32],
}

/// What a mail is, by type.
#[derive(Clone, Debug)]
pub enum Incoming {
    /// A person wrote it.
    Letter(Box<Letter>),
    /// Delivery failed or is delayed.
    Report(Report),
    /// A machine wrote it: never read, never answered.
    Automatic {
        /// Which sign said so, for the log: `Auto-Submitted`, `Precedence` …
        sign: &'static str,
        /// As in [`Letter::digest`].
        digest: [u8; 32],
    },
}

/// The mail goes beyond a limit; where its headers could be read, it can still be answered.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the mail goes beyond a limit: {limit}")]
pub struct Unreadable {
    /// Which limit.
    pub limit: &'static str,
    /// The letter without any text, if its headers are sound and it is a person's.
    pub letter: Option<Box<Letter>>,
}

/// Reads a mail. `ours` tells whether a Message-ID was given by us (a mail of ours that comes back is automatic), and
/// `host` is our mail domain, for counting loops in Received.
pub fn read(
    bytes: &[u8],
    limits: &Limits,
    host: &str,
    ours: &dyn Fn(&super::MessageId) -> bool,
) -> Result<Incoming, Unreadable> {
    let _ = (bytes, limits, host, ours);
    todo!("M")
}

/// The addresses a mail was delivered to, from its header block alone: what decides whether it is ours to touch.
pub fn recipients(head: &[u8]) -> Vec<Address> {
    let _ = head;
    todo!("M")
}
