/*!
A letter: what a person wrote to us, not yet understood.
*/

use super::{Address, MessageId};
use chrono::{DateTime, Utc};

/// Who a letter says it is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum From {
    /// Exactly one From header with exactly one plain address; the display name, decoded, if any.
    One(Address, Option<String>),
    /// None, several, a group, a quoted local part, or not to be read.
    Unclear,
}

/// Text of one part, decoded by its label as mail programs use labels, lines ended by `\n`, not yet stripped of quotes.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Body {
    /// The text; format=flowed is joined, flowed quote depth kept as `> ` in front.
    pub text: String,
    /// True if it was made from HTML: what that showed as quoted, signed, hidden or struck out is left out already, and a
    /// line `>` between blank lines stands where a quote stood.
    pub from_html: bool,
    /// True if the part is longer than a text may be, so that its last lines are missing here.
    pub cut: bool,
}

/// A mail by a person.
#[derive(Clone, Debug)]
pub struct Letter {
    /// Its From.
    pub from: From,
    /// Where it was delivered to: Delivered-To, X-Original-To, Envelope-To; else To and Cc. In order, each once.
    pub recipients: Vec<Address>,
    /// To and Cc as the sender wrote them, whatever the delivery headers say. Some servers drop the subaddress from the
    /// headers they write; then it is read here.
    pub addressed: Vec<Address>,
    /// Decoded subject, on one line.
    pub subject: String,
    /// Its Message-ID.
    pub message_id: Option<MessageId>,
    /// Its Date, as far as it can be read: a claim of the sender's, never a reason to do anything.
    pub date: Option<DateTime<Utc>>,
    /// In-Reply-To and References, oldest first.
    pub references: Vec<MessageId>,
    /// The text/plain part that is the body, if there is one.
    pub plain: Option<Body>,
    /// The HTML part as text, quotes and hidden parts left out.
    pub html: Option<Body>,
    /// The text of the first PGN that came along.
    pub pgn: Option<String>,
    /// The text of the first game that XBoard's cmail sent: its last move is its player's.
    pub cmail: Option<String>,
    /// The text of the first game of shogi that came along: KIF, KI2 or CSA.
    pub kif: Option<String>,
    /// True if the only content was encrypted, opaque or not text (answer: please send plain text).
    pub opaque: bool,
    /// Values of Authentication-Results headers, topmost first.
    pub authentication: Vec<String>,
    /// SHA-256 over From, Date, Message-ID and body: trace headers make no new letter.
    pub digest: [u8; 32],
}
