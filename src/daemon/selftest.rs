/*!
Whether reply addresses come back: a mail to one like them, from the service to itself.

Aliases, catch-alls and forwarders differ in what they leave of an address; a service whose reply addresses come back
without their secret plays no move. `check` makes the test and waits; `run` makes it when it starts and says loudly if it
fails, while mail is read and answered.
*/

use super::House;
use crate::game::Moment;
use crate::mail::{self, Address, Delivery, Draft, Envelope, Headers, MessageId};
use crate::post::Courier;

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
        let secret = house.arbiter.ids.log_name(&format!("self-test {}", now.timestamp()));
        let target = plain.with_subaddress(house.arbiter.separator, &format!("check{secret}"));
        let id = MessageId(format!("check{secret}.{}@{}", now.timestamp(), plain.domain()));
        SelfTest { id, plain, target, begun: now }
    }

    /// When it began.
    pub fn begun(&self) -> Moment {
        self.begun
    }

    /// Hands the mail over; the error says why it could not be.
    pub fn send(&self, courier: &mut dyn Courier) -> Result<(), String> {
        let bytes = mail::compose(&draft(), &self.headers())?;
        let envelope = Envelope { from: Some(self.plain.clone()), to: self.target.clone() };
        match courier.send(&envelope, &self.id.0, &bytes) {
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
        let delivered = mail::recipients(head);
        // As for letters: where delivery headers show only the plain address, To counts.
        let plain = delivered.contains(&self.plain) && mail::addressed(head).contains(&self.target);
        if delivered.contains(&self.target) || plain {
            return Some(Ok(()));
        }
        Some(Err(format!(
            "a mail to {} came back, but no header shows that address: let the mail server write Delivered-To or \
             X-Original-To, or set `separator` in [service]",
            self.target
        )))
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

/// For nobody to read: it goes to the service's own mailbox.
fn draft() -> Draft {
    Draft {
        subject: "kingpost check".to_owned(),
        text: "kingpost check\n".to_owned(),
        html: None,
        images: Vec::new(),
        attachments: Vec::new(),
        language: "en".to_owned(),
    }
}
