/*!
Bytes from a mailbox to [`Incoming`]: person, automatic or report, by headers and MIME types only
(`docs/reading.md`). Never panics, never fetches anything, and of attachments reads the text of a game file alone.
*/

use super::body::Texts;
use super::game_file::GameFiles;
use super::head::{Head, read_field};
use super::kind::{self, Kind};
use super::part::Part;
use super::quoted::Signs;
use super::{Address, From, Letter, MessageId, encoded_word, mailbox, report};
use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};

/// Bytes of a mail that are fetched and looked at before it is known whose it is. The largest header that is read in full is
/// [`Limits::header_bytes`], which is the same unless it is configured.
pub const HEAD_BYTES: usize = 64 << 10;

/// How much of a mail is looked at (`docs/threats.md`, poison).
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
            header_bytes: HEAD_BYTES,
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
    /// As in [`Letter::addressed`].
    pub addressed: Vec<Address>,
    /// True for a permanent failure (`Action: failed`, status 5.x.x); false for a delay.
    pub failed: bool,
    /// The status code, if one was given: `5.1.1`.
    pub status: Option<String>,
    /// As in [`Letter::digest`].
    pub digest: [u8; 32],
}

/// A complaint: somebody told their provider that a mail of ours is unwanted (RFC 5965).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The ids of the mails it is about.
    pub about: Vec<MessageId>,
    /// The envelope senders of those mails.
    pub senders: Vec<Address>,
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
        /// Whose machine, by its word.
        from: From,
        /// Whom it reached us at.
        recipients: Vec<Address>,
        /// As in [`Letter::addressed`].
        addressed: Vec<Address>,
        /// If it reports that a mail of ours is unwanted: what it says of that mail.
        complaint: Option<Box<Complaint>>,
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

/// Reads a mail. `signs` hold the subjects of automatic replies, `ours` tells whether a Message-ID was given by us (a mail of ours that comes back is automatic), and
/// `host` is our mail domain, for counting loops in Received.
pub fn read(
    bytes: &[u8],
    limits: &Limits,
    signs: &Signs,
    host: &str,
    ours: &dyn Fn(&super::MessageId) -> bool,
) -> Result<Incoming, Unreadable> {
    let reading = || read_mail(bytes, limits, signs, host, ours);
    // The readers below are written not to panic; should one do so all the same, it costs this mail and no other.
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(reading))
        .unwrap_or(Err(Unreadable { limit: "a fault of the reader", letter: None }))
}

/// The addresses a mail was delivered to, from its header block alone: what decides whether it is ours to touch.
/// Delivered-To, X-Original-To and Envelope-To, which our own server writes; only without any of them To and Cc, which
/// the sender writes. In order, each once.
pub fn recipients(head: &[u8]) -> Vec<Address> {
    delivered_to(&Head::split(head, HEAD_BYTES).0)
}

/// To and Cc as the sender wrote them, from the header block alone.
pub fn addressed(head: &[u8]) -> Vec<Address> {
    addressed_to(&Head::split(head, HEAD_BYTES).0)
}

/// The Message-ID in a header block.
pub fn message_id(head: &[u8]) -> Option<MessageId> {
    message_id_of(&Head::split(head, HEAD_BYTES).0)
}

fn message_id_of(head: &Head) -> Option<MessageId> {
    head.all("Message-ID").flat_map(|value| MessageId::all(&value)).next()
}

fn read_mail(
    bytes: &[u8],
    limits: &Limits,
    signs: &Signs,
    host: &str,
    ours: &dyn Fn(&MessageId) -> bool,
) -> Result<Incoming, Unreadable> {
    let too_long = bytes.len() > limits.mail_bytes;
    // Of a mail that is too long no more than its header block is looked at.
    let seen = if too_long { bytes.get(..limits.header_bytes).unwrap_or(bytes) } else { bytes };
    let (head, body) = Head::split(seen, limits.header_bytes);
    let digest = digest(&head, body);
    let mut kind = kind::of_head(&head, signs, host, ours);
    let beyond = if too_long {
        Some("bytes")
    } else if head.bytes > limits.header_bytes {
        Some("header bytes")
    } else {
        (head.len() > limits.headers).then_some("headers")
    };
    let tree = match beyond {
        Some(limit) => Err(limit),
        None => Part::parse(head.clone(), body, limits),
    };
    if let Ok(root) = &tree {
        kind = kind::of_parts(kind, root);
    }
    match (kind, tree) {
        (Kind::Automatic(sign), _) => Ok(machine(&head, sign, None, digest)),
        (Kind::Complaint, tree) => {
            let complaint = tree.ok().as_ref().map(|root| Box::new(report::complained(root)));
            Ok(machine(&head, "multipart/report", complaint, digest))
        }
        (Kind::Bounce, tree) => Ok(bounce(&head, tree.ok().as_ref(), digest)),
        (Kind::Person, Ok(root)) => Ok(Incoming::Letter(Box::new(letter(
            &head,
            Texts::of(&root, limits),
            GameFiles::of(&root, limits),
            digest,
        )))),
        (Kind::Person, Err(limit)) => {
            let letter = letter(&head, Texts::default(), GameFiles::default(), digest);
            Err(Unreadable { limit, letter: Some(Box::new(letter)) })
        }
    }
}

fn machine(head: &Head, sign: &'static str, complaint: Option<Box<Complaint>>, digest: [u8; 32]) -> Incoming {
    let (recipients, addressed) = (delivered_to(head), addressed_to(head));
    Incoming::Automatic { sign, from: from(head), recipients, addressed, complaint, digest }
}

fn letter(head: &Head, texts: Texts, files: GameFiles, digest: [u8; 32]) -> Letter {
    let mut references: Vec<MessageId> = Vec::new();
    for id in ["References", "In-Reply-To"].iter().flat_map(|name| head.all(name)).flat_map(|v| MessageId::all(&v)) {
        // A thread is a few dozen letters; of a longer list the newest matter.
        if references.last() != Some(&id) {
            references.push(id);
        }
    }
    references.drain(..references.len().saturating_sub(REFERENCES_MAX));
    Letter {
        from: from(head),
        recipients: delivered_to(head),
        addressed: addressed_to(head),
        subject: encoded_word::decode(&head.first("Subject").unwrap_or_default()),
        message_id: message_id_of(head),
        date: date(head),
        references,
        opaque: texts.is_opaque(),
        plain: texts.plain,
        html: texts.html,
        pgn: files.pgn,
        cmail: files.cmail,
        kif: files.kif,
        authentication: head.all("Authentication-Results").collect(),
        digest,
    }
}

/// The moment in the topmost Date; none if it cannot be read, or names no moment.
fn date(head: &Head) -> Option<DateTime<Utc>> {
    let value = read_field(&head.first("Date")?, |stream| stream.parse_date());
    let date = value.as_datetime().filter(|date| date.is_valid())?;
    DateTime::from_timestamp(date.to_timestamp(), 0)
}

/// How many ids of a thread are kept.
const REFERENCES_MAX: usize = 200;

/// Addresses kept of one mail. Nobody writes to more than a handful, and each is looked up.
const RECIPIENTS_MAX: usize = 100;

/// Exactly one From header with exactly one plain address.
fn from(head: &Head) -> From {
    let mut values = head.all("From");
    match (values.next(), values.next()) {
        (Some(value), None) => mailbox::only(&value).map_or(From::Unclear, |(address, name)| From::One(address, name)),
        _ => From::Unclear,
    }
}

fn delivered_to(head: &Head) -> Vec<Address> {
    let delivered = addresses(head, &["Delivered-To", "X-Original-To", "Envelope-To"]);
    if delivered.is_empty() { addressed_to(head) } else { delivered }
}

fn addressed_to(head: &Head) -> Vec<Address> {
    addresses(head, &["To", "Cc"])
}

fn addresses(head: &Head, names: &[&str]) -> Vec<Address> {
    let mut found: Vec<Address> = Vec::new();
    for address in names.iter().flat_map(|name| head.all(name)).flat_map(|value| mailbox::all(&value)) {
        if found.len() < RECIPIENTS_MAX && !found.contains(&address) {
            found.push(address);
        }
    }
    found
}

/// A report of success is nothing to act on.
fn bounce(head: &Head, root: Option<&Part>, digest: [u8; 32]) -> Incoming {
    let said = match root {
        Some(root) => report::said(root),
        None => Some(report::Said { failed: true, status: None }),
    };
    match said {
        Some(said) => Incoming::Report(Report {
            recipients: delivered_to(head),
            addressed: addressed_to(head),
            failed: said.failed,
            status: said.status,
            digest,
        }),
        None => machine(head, "multipart/report", None, digest),
    }
}

/// A mail is its From, Date, Message-ID and body. Line ends do not count, as stores change them, nor does how a
/// header is folded; each piece is led by its length, so that no two mails run together into one.
fn digest(head: &Head, body: &[u8]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for name in ["From", "Date", "Message-ID"] {
        let values: Vec<String> = head.all(name).map(|v| v.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        let value = values.join("\n");
        hash.update((value.len() as u64).to_be_bytes());
        hash.update(value);
    }
    for line in body.trim_ascii_end().split(|&b| b == b'\n') {
        hash.update(line.strip_suffix(b"\r").unwrap_or(line));
        hash.update(b"\n");
    }
    hash.finalize().into()
}
