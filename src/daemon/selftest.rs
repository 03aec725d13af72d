/*!
Whether reply addresses come back: a mail to one like them, from the service to itself.

Aliases, catch-alls and forwarders differ in what they leave of an address; a service whose reply addresses come back
without their secret plays no move. `check` makes the test and waits; `run` makes it when it starts and says loudly if it
fails, while mail is read and answered.
*/

use super::House;
use crate::game::Moment;
use crate::language::BASE;
use crate::mail::{self, Address, Delivery, Draft, Envelope, Headers, MessageId};
use crate::post::Courier;

/// A test's mail that is not from this run of the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Other {
    /// From an earlier run on this record: nothing to worry about.
    Earlier,
    /// From a service that has a copy of our key and was started after us: both play every move.
    Copy,
    /// From a service with another key, which reads this mailbox for the same address.
    Stranger,
}

/// One test under way.
#[derive(Clone, Debug)]
pub struct SelfTest {
    id: MessageId,
    plain: Address,
    target: Address,
    begun: Moment,
}

impl SelfTest {
    /// A test begun at `now`.
    pub fn new(house: &House, now: Moment) -> SelfTest {
        let plain = house.arbiter.address.clone();
        let secret = secret(house, now.timestamp());
        let target = plain.with_subaddress(house.arbiter.separator, &format!("{PREFIX}{secret}"));
        let id = MessageId(format!("{PREFIX}{secret}.{}@{}", now.timestamp(), plain.domain()));
        SelfTest { id, plain, target, begun: now }
    }

    /// When it began.
    pub fn begun(&self) -> Moment {
        self.begun
    }

    /// The test's mail: who it is handed over for, its Message-ID and its bytes; the error says why it cannot be made.
    pub fn mail(&self) -> Result<(Envelope, String, Vec<u8>), String> {
        let bytes = mail::compose(&draft(), &self.headers())?;
        let envelope = Envelope { from: Some(self.plain.clone()), to: self.target.clone() };
        Ok((envelope, self.id.0.clone(), bytes))
    }

    /// Hands the mail over; the error says why it could not be.
    pub fn send(&self, courier: &mut dyn Courier) -> Result<(), String> {
        let (envelope, id, bytes) = self.mail()?;
        match courier.send(&envelope, &id, &bytes) {
            Delivery::Accepted => Ok(()),
            Delivery::Delayed { reason, .. } | Delivery::Failed { reason, .. } => {
                Err(format!("the courier refused a mail to {}: {reason}", self.target))
            }
        }
    }

    /// If the mail with this header block is the test's: whether its address came back whole.
    pub fn verdict(&self, head: &[u8]) -> Option<Result<(), String>> {
        let id = self.id.0.as_bytes();
        if !head.windows(id.len()).any(|window| window == id) {
            return None;
        }
        if came_to(head, &self.plain, &self.target) {
            return Some(Ok(()));
        }
        Some(Err(format!(
            "a mail to {} came back, but no header shows that address: let the mail server write Delivered-To or \
             X-Original-To, or set `separator` in [service]",
            self.target
        )))
    }

    /// If the mail with this header block is a test's, whose; `since` is when this run of the service began. A test's
    /// Message-ID proves whose key made it, and when. Anybody can forge one of a strange key: it is a reason to look, no
    /// more.
    pub fn of_others(house: &House, head: &[u8], since: Moment) -> Option<Other> {
        let arbiter = &house.arbiter;
        let id = mail::message_id(head)?;
        let (written, at) = id.0.rsplit_once('@')?.0.strip_prefix(PREFIX)?.split_once('.')?;
        let at: i64 = at.parse().ok()?;
        let target = arbiter.address.with_subaddress(arbiter.separator, &format!("{PREFIX}{written}"));
        if !came_to(head, &arbiter.address, &target) {
            return None;
        }
        Some(match secret(house, at) == written {
            true if at <= since.timestamp() => Other::Earlier,
            true => Other::Copy,
            false => Other::Stranger,
        })
    }

    /// What to say when nothing came back.
    pub fn lost(&self) -> String {
        format!(
            "a mail to {} did not come back: see that the mail server delivers subaddresses to this mailbox, or set \
             `separator` in [service]",
            self.target
        )
    }

    fn headers(&self) -> Headers {
        Headers {
            from: self.plain.clone(),
            from_name: String::new(),
            to: self.target.clone(),
            reply_to: self.plain.clone(),
            date: self.begun,
            message_id: self.id.clone(),
            in_reply_to: None,
            references: Vec::new(),
            unsubscribe: "stop mail",
            answers: false,
            extra: vec![("Kingpost-Page", "check".to_owned())],
        }
    }
}

/// What the subaddress and the Message-ID of a test begin with.
const PREFIX: &str = "check";

/// What proves that a test begun at that second is ours.
fn secret(house: &House, at: i64) -> String {
    house.arbiter.ids.log_name(&format!("self-test {at}"))
}

/// True if the mail was delivered to `target`. As for letters: where delivery headers show only the plain address, To counts.
fn came_to(head: &[u8], plain: &Address, target: &Address) -> bool {
    let delivered = mail::recipients(head);
    delivered.contains(target) || delivered.contains(plain) && mail::addressed(head).contains(target)
}

/// For nobody to read: it goes to the service's own mailbox.
fn draft() -> Draft {
    Draft {
        subject: "kingpost check".to_owned(),
        text: "kingpost check\n".to_owned(),
        html: None,
        images: Vec::new(),
        attachments: Vec::new(),
        language: BASE.to_owned(),
    }
}
