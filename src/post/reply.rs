/*!
What an SMTP server's refusal means: who is concerned, and whether to try again.

The class comes from the enhanced status code (RFC 3463), the three digits (RFC 5321 4.2) second, the words last, and it
depends on what was asked: the same 5.7.1 means "not you" at MAIL, "not there" at RCPT and "not that" after DATA. When in
doubt a refusal concerns one mail only: pausing all mail for one odd recipient would let anyone stop the service.
*/

use super::failure::clean;
use crate::mail::Delivery;

/// What the server was asked when it refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Connecting, greeting, EHLO, STARTTLS, AUTH.
    Login,
    /// MAIL FROM.
    Mail,
    /// RCPT TO.
    Rcpt,
    /// DATA.
    Data,
    /// The message itself.
    Body,
}

/// Whom a refusal concerns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    /// All our mail.
    Account,
    /// The recipient, for good.
    Recipient,
    /// The recipient, for now.
    RecipientNow,
    /// This mail.
    Mail,
}

/// What becomes of a mail after a refusal (4xx or 5xx) with `code` and `text` (the lines joined).
pub fn judge(stage: Stage, code: u16, text: &str) -> Delivery {
    let reason = clean(&format!("{code} {text}"));
    let about = if code < 500 { transient(stage, code, text) } else { permanent(stage, code, text) };
    match about {
        About::Account => Delivery::Delayed { reason, account: true },
        About::RecipientNow => Delivery::Delayed { reason, account: false },
        About::Recipient => Delivery::Failed { reason, unreachable: true },
        About::Mail => Delivery::Failed { reason, unreachable: false },
    }
}

/// A refusal for now: 4xx.
fn transient(stage: Stage, code: u16, text: &str) -> About {
    // 421 closes the whole connection whatever was asked; 432 is Microsoft's limit on connections.
    if stage <= Stage::Mail || matches!(code, 421 | 432) {
        return About::Account;
    }
    match enhanced(code, text) {
        // Full disk, congestion, our own rate or trust; not the recipient's 4.2.x, nor a greylist's 4.7.1.
        Some((3, 1) | (4, 5)) => About::Account,
        Some((7, detail)) if is_ours(detail) => About::Account,
        Some((3, _)) if stage >= Stage::Data => About::Account,
        Some(_) => About::RecipientNow,
        None if code == 452 && stage >= Stage::Data => About::Account,
        None if speaks_of_limit(text) => About::Account,
        None => About::RecipientNow,
    }
}

/// A refusal for good: 5xx, which is not always for good.
fn permanent(stage: Stage, code: u16, text: &str) -> About {
    if stage == Stage::Login || matches!(code, 530 | 534 | 535 | 538) {
        return About::Account;
    }
    match enhanced(code, text) {
        Some(status) => by_status(stage, status),
        None => by_digits(stage, code, text),
    }
}

fn by_status(stage: Stage, status: (u16, u16)) -> About {
    match status {
        // 5.1.7 and 5.1.8: the sender's address, which is ours.
        (1, 7 | 8) => About::Account,
        (1, _) => About::Recipient,
        // A full mailbox will be emptied; 5.2.3 is about the mail's size.
        (2, 2) => About::RecipientNow,
        (2, 3) => About::Mail,
        (2, _) => About::Recipient,
        // Gmail's daily sending limit.
        (4, 5) => About::Account,
        (4, _) => About::Recipient,
        (3, 4) => About::Mail,
        (7, detail) if is_ours(detail) => About::Account,
        _ if stage == Stage::Mail => About::Account,
        _ => About::Mail,
    }
}

fn by_digits(stage: Stage, code: u16, text: &str) -> About {
    if speaks_of_limit(text) {
        return if stage == Stage::Rcpt { About::RecipientNow } else { About::Account };
    }
    match (stage, code) {
        (Stage::Mail, 552) => About::Mail,
        (Stage::Mail, _) => About::Account,
        (Stage::Rcpt, 552) => About::RecipientNow,
        (Stage::Rcpt, 550 | 551 | 553) if !speaks_of_relaying(text) => About::Recipient,
        _ => About::Mail,
    }
}

/// Details of x.7.y about our login, our server's name and signature, or our rate (RFC 7372, RFC 4954; Microsoft's own
/// from 500).
fn is_ours(detail: u16) -> bool {
    matches!(detail, 0 | 3 | 8 | 9 | 11 | 14 | 20..=30 | 500..)
}

fn speaks_of_limit(text: &str) -> bool {
    let text = text.to_lowercase();
    text.split(|c: char| !c.is_alphanumeric()).any(|word| matches!(word, "quota" | "limit" | "rate"))
        || text.contains("too many")
}

fn speaks_of_relaying(text: &str) -> bool {
    let text = text.to_lowercase();
    text.contains("relay") || text.contains("authenti")
}

/// Subject and detail of the enhanced status code, if the text begins with one that agrees with the reply code.
fn enhanced(code: u16, text: &str) -> Option<(u16, u16)> {
    let mut parts = text.split_whitespace().next()?.split('.');
    let (class, subject, detail) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || class.parse::<u16>().ok()? != code / 100 {
        return None;
    }
    Some((subject.parse().ok()?, detail.parse().ok()?))
}
