/*!
Copies of one letter: what a mail is known by, so that it has one effect however often and on whichever road it arrives.

A letter may arrive at the plain address and at a reply address. The reply address says what the letter is about, so a copy
without it that did nothing leaves the other free to act; in every other case the first copy counts. Letters without a
Message-ID that are alike in all else are told apart by their reply addresses.
*/

use super::{Arbiter, Handled};
use crate::club::{ReplyToken, ReturnPath};
use crate::game::Moment;
use crate::mail::{Address, Incoming, Unreadable};
use crate::store::{StoreError, Tx};
use sha2::{Digest, Sha256};

/// Outcomes of a letter to the plain address that changed nothing.
const WITHOUT_EFFECT: [&str; 8] =
    ["refused", "ignored", "helped", "limited", "silent", "unreadable", "automatic", "bounce"];

/// One copy of a mail.
pub(super) struct Copy {
    /// From, Date, Message-ID and body.
    content: [u8; 32],
    /// The subaddresses it was sent to, in lower case and in order; none for the plain address.
    road: Vec<String>,
    /// Whether its Message-ID tells it from mails with the same content.
    named: bool,
}

impl Copy {
    /// The copy that arrived as `bytes` and was read as `incoming`.
    pub(super) fn of(arbiter: &Arbiter, incoming: &Result<Incoming, Unreadable>, bytes: &[u8]) -> Copy {
        let none: &[Address] = &[];
        let (content, named, delivered, addressed) = match incoming {
            Ok(Incoming::Letter(letter)) | Err(Unreadable { letter: Some(letter), .. }) => {
                (letter.digest, letter.message_id.is_some(), &*letter.recipients, &*letter.addressed)
            }
            Ok(Incoming::Report(report)) => (report.digest, false, &*report.recipients, &*report.addressed),
            Ok(Incoming::Automatic { digest, recipients, addressed, .. }) => {
                (*digest, false, &**recipients, &**addressed)
            }
            Err(Unreadable { letter: None, .. }) => (Sha256::digest(bytes).into(), false, none, none),
        };
        let all: Vec<Address> = delivered.iter().chain(addressed).cloned().collect();
        let mut road: Vec<String> = arbiter.tokens(&all).iter().map(|token| token.to_ascii_lowercase()).collect();
        road.sort_unstable();
        Copy { content, road, named }
    }

    /// What its answers are derived from.
    pub(super) fn digest(&self) -> [u8; 32] {
        if self.road.is_empty() || self.named { self.content } else { self.on(&self.road) }
    }

    /// What became of this letter before, if it is known.
    pub(super) fn known(&self, tx: &Tx) -> Result<Option<String>, StoreError> {
        let own = if self.road.is_empty() { self.on(&[]) } else { self.digest() };
        match tx.letter_outcome(&own)? {
            Some(outcome) => Ok(Some(outcome)),
            None => tx.letter_outcome(&self.content),
        }
    }

    /// Notes what became of it.
    pub(super) fn note(&self, tx: &Tx, handled: &Handled, arrival: &super::Arrival) -> Result<(), StoreError> {
        let (key, received_at, now): (_, Moment, Moment) = (arrival.key, arrival.received_at, arrival.now);
        let note = |digest: [u8; 32]| tx.note_letter(&digest, key, received_at, now, handled.outcome);
        if self.road.is_empty() {
            if !WITHOUT_EFFECT.contains(&handled.outcome) {
                note(self.content)?;
            }
            return note(self.on(&[]));
        }
        if !self.named {
            note(self.on(&[]))?;
        }
        note(self.digest())
    }

    /// Whether it was sent to reply addresses or return paths of which this record knows none: another service's, perhaps,
    /// that reads the same mailbox.
    pub(super) fn is_strange(&self, tx: &Tx) -> Result<bool, StoreError> {
        for sub in &self.road {
            let token = ReplyToken::parse(sub).map(|token| token.hash());
            let path = ReturnPath::parse(sub).map(|path| path.hash());
            let erased = token.or(path).map(|hash| tx.is_of_erased(hash)).transpose()?.unwrap_or(false);
            let token = token.map(|hash| tx.token(hash)).transpose()?.flatten();
            let path = path.map(|hash| tx.mail_by_return(hash)).transpose()?.flatten();
            if erased || token.is_some() || path.is_some() {
                return Ok(false);
            }
        }
        Ok(!self.road.is_empty())
    }

    /// The content as it arrives on that road.
    fn on(&self, road: &[String]) -> [u8; 32] {
        let mut hash = Sha256::new_with_prefix(self.content);
        hash.update(road.join("\n"));
        hash.finalize().into()
    }
}
