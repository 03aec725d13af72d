/*!
A draft, addressed, to MIME bytes. The same input gives the same bytes: the boundary and every id are derived from the
Message-ID, the Date is handed in.
*/

use super::{Address, Draft, MessageId};

/// The headers around a draft.
#[derive(Clone, Debug)]
pub struct Headers {
    /// Our address, always the plain one.
    pub from: Address,
    /// The display name beside it: the opponent's and the service's.
    pub from_name: String,
    /// The one recipient.
    pub to: Address,
    /// Where an answer goes.
    pub reply_to: Address,
    /// When it was queued.
    pub date: chrono::DateTime<chrono::Utc>,
    /// Its id, without brackets.
    pub message_id: MessageId,
    /// What it answers.
    pub in_reply_to: Option<MessageId>,
    /// The thread, oldest first; cut to the first and the last nineteen.
    pub references: Vec<MessageId>,
    /// True if it answers the reader's own mail (`auto-replied`), else `auto-generated`.
    pub answers: bool,
    /// Further headers of our own, such as `Kingpost-Page`; ASCII values.
    pub extra: Vec<(&'static str, String)>,
}

/// The mail as it goes over the wire, CRLF, ASCII, no line over 998 bytes. Names with control characters are cleaned,
/// never a panic. An error names what could not be composed.
pub fn compose(draft: &Draft, headers: &Headers) -> Result<Vec<u8>, String> {
    let _ = (draft, headers);
    todo!("M")
}
