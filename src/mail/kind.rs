/*!
What kind of mail it is, by headers and MIME types alone (`docs/reading.md`). Loops end
here: what a machine wrote is never read and never answered.
*/

use super::content::{Content, without_comments};
use super::head::Head;
use super::part::Part;
use super::quoted::Signs;
use super::{MessageId, encoded_word};

/// Person, or which sign spoke against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Person,
    /// Delivery failed or is delayed.
    Bounce,
    /// A reader told their provider that a mail of ours is unwanted (RFC 5965).
    Complaint,
    Automatic(&'static str),
}

/// How often our own host may stand in Received before it is a loop.
const HOPS_MAX: usize = 5;

/// The kind, by headers alone.
pub(super) fn of_head(head: &Head, signs: &Signs, host: &str, ours: &dyn Fn(&MessageId) -> bool) -> Kind {
    let content = Content::parse(&head.first("Content-Type").unwrap_or_default());
    let report = content.value == "multipart/report";
    let about = |what: &str| content.parameter("report-type").is_some_and(|kind| kind.eq_ignore_ascii_case(what));
    if let Some(sign) = returned(head, host, ours) {
        Kind::Automatic(sign)
    } else if report && about("feedback-report") {
        Kind::Complaint
    } else if (report && about("delivery-status")) || (has_null_sender(head) && has_bounce_sender(head)) {
        Kind::Bounce
    } else if report {
        Kind::Automatic("multipart/report")
    } else {
        automatic(head, signs).map_or(Kind::Person, Kind::Automatic)
    }
}

/// The kind, with the parts looked at too: a calendar answer is automatic, and a report that holds a delivery status is
/// one, whether its header says so or not.
pub(super) fn of_parts(kind: Kind, root: &Part) -> Kind {
    match kind {
        Kind::Person if has_method(root) => Kind::Automatic("text/calendar"),
        Kind::Automatic("multipart/report")
            if root.content.parameter("report-type").is_none()
                && root.children.iter().any(|child| child.content.value == "message/delivery-status") =>
        {
            Kind::Bounce
        }
        kind => kind,
    }
}

fn has_method(part: &Part) -> bool {
    let calendar = part.content.value == "text/calendar" && part.content.parameter("method").is_some();
    calendar || part.children.iter().any(has_method)
}

/// Whether that sign says that a mail is one of ours that came back.
pub fn is_returned(sign: &str) -> bool {
    matches!(sign, "Kingpost-Page" | "Message-ID" | "Received")
}

/// A mail of ours that came back.
fn returned(head: &Head, host: &str, ours: &dyn Fn(&MessageId) -> bool) -> Option<&'static str> {
    if head.count("Kingpost-Page") > 0 {
        return Some("Kingpost-Page");
    }
    if head.all("Message-ID").flat_map(|value| MessageId::all(&value)).any(|id| ours(&id)) {
        return Some("Message-ID");
    }
    let hops = head.all("Received").filter(|value| is_from_host(value, host)).count();
    (hops > HOPS_MAX).then_some("Received")
}

fn is_from_host(received: &str, host: &str) -> bool {
    let mut words = received.split_whitespace();
    words.next().is_some_and(|word| word.eq_ignore_ascii_case("from"))
        && words.next().is_some_and(|name| name.trim_end_matches(';').eq_ignore_ascii_case(host))
}

/// `Return-Path: <>`, as our own server stamps it on top; or a name that only mail systems send by, which some of them
/// write in its place. Postmasters are people, too, and may play.
fn has_null_sender(head: &Head) -> bool {
    head.first("Return-Path").is_some_and(|path| {
        let bare: String = without_comments(&path).split_whitespace().collect::<String>().to_ascii_lowercase();
        let inside = bare.trim_start_matches('<').trim_end_matches('>').trim_matches('"');
        let name = inside.split('@').next().unwrap_or_default().trim_matches('"');
        match name {
            "" => !bare.is_empty(),
            "mailer-daemon" | "mailerdaemon" | "mail-daemon" | "#" | "double-bounce" => true,
            _ => false,
        }
    })
}

fn has_bounce_sender(head: &Head) -> bool {
    let daemon = |value: String| {
        let value = value.to_ascii_lowercase();
        value.contains("mailer-daemon") || value.contains("postmaster")
    };
    head.count("X-Failed-Recipients") > 0 || head.all("From").any(daemon)
}

fn automatic(head: &Head, signs: &Signs) -> Option<&'static str> {
    let word = |value: String| {
        let plain = without_comments(&value);
        plain.split([';', ' ', '\t']).find(|word| !word.is_empty()).unwrap_or_default().to_ascii_lowercase()
    };
    if head.all("Auto-Submitted").map(word).any(|word| !word.is_empty() && word != "no") {
        return Some("Auto-Submitted");
    }
    for name in ["X-Autoreply", "X-Autorespond", "X-Auto-Reply"] {
        if head.count(name) > 0 {
            return Some(name);
        }
    }
    if head.all("Precedence").map(word).any(|word| matches!(&*word, "auto_reply" | "bulk" | "junk" | "list")) {
        return Some("Precedence");
    }
    if has_null_sender(head) {
        return Some("Return-Path");
    }
    signs.is_automatic(&encoded_word::decode(&head.first("Subject").unwrap_or_default())).then_some("Subject")
}
