/*!
What a delivery report says: the status notification of RFC 3464, and the plain texts of servers that write none.
*/

use super::head::Head;
use super::incoming::Complaint;
use super::part::Part;
use super::{MessageId, charset, mailbox};

/// What became of the mail reported on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said {
    /// A permanent failure, as against a delay.
    pub(super) failed: bool,
    /// `5.1.1`.
    pub(super) status: Option<String>,
}

/// How much of a report's text is searched for a status, bytes: servers say it in the first lines, and further down
/// the returned mail begins.
const TEXT_MAX: usize = 8 << 10;

/// The most mails and senders that are looked up for one complaint, from each of its parts.
const NAMED_MAX: usize = 5;

/// Reads a report; `None` if it reports nothing but success.
pub(super) fn said(root: &Part) -> Option<Said> {
    let mut groups = Vec::new();
    status_groups(root, &mut groups);
    if !groups.is_empty() {
        return groups.iter().find(|said| said.failed).or(groups.first()).cloned();
    }
    if has_delivery_status(root) {
        return None;
    }
    let status = first_text(root).and_then(|text| status_in(&text));
    let delayed = status.as_deref().is_some_and(|code| code.starts_with('4')) || is_warning(&root.head);
    Some(Said { failed: !delayed, status })
}

/// A subject by which servers say that they go on trying (Exim, sendmail).
fn is_warning(head: &Head) -> bool {
    let subject = head.first("Subject").unwrap_or_default().to_ascii_lowercase();
    subject.starts_with("warning:") || subject.contains("delayed") || subject.contains("(delay)")
}

fn has_delivery_status(part: &Part) -> bool {
    part.content.value == "message/delivery-status" || part.children.iter().any(has_delivery_status)
}

/// The groups of fields in message/delivery-status (RFC 3464 2.1), one for each recipient.
fn status_groups(part: &Part, groups: &mut Vec<Said>) {
    if part.content.value == "message/delivery-status" {
        let decoded = part.decoded(TEXT_MAX).unwrap_or_default();
        let mut rest: &[u8] = decoded.get(..TEXT_MAX).unwrap_or(&decoded);
        while !rest.is_empty() {
            let (fields, behind) = Head::split(rest, TEXT_MAX);
            groups.extend(group(&fields));
            rest = behind;
        }
    }
    part.children.iter().for_each(|child| status_groups(child, groups));
}

/// RFC 3464 2.3.3: of the actions only `failed` and `delayed` say that a mail has not arrived.
fn group(fields: &Head) -> Option<Said> {
    let action = fields.first("Action")?.to_ascii_lowercase();
    let status = fields.first("Status").and_then(|text| status_in(&text));
    match action.split_whitespace().next()? {
        "failed" => Some(Said { failed: true, status }),
        "delayed" => Some(Said { failed: false, status }),
        _ => None,
    }
}

fn first_text(part: &Part) -> Option<String> {
    if part.children.is_empty() && part.content.main() == "text" {
        let bytes = part.decoded(TEXT_MAX)?;
        let bytes = bytes.get(..TEXT_MAX).unwrap_or(&bytes);
        return Some(charset::decode(bytes, part.content.parameter("charset")));
    }
    part.children.iter().find_map(first_text)
}

/// The first enhanced status code (RFC 3463) of class 4 or 5 in a text.
fn status_in(text: &str) -> Option<String> {
    let words = text.split(|c: char| !c.is_ascii_digit() && c != '.');
    words.map(|word| word.trim_matches('.')).find(|word| is_status(word)).map(str::to_owned)
}

fn is_status(word: &str) -> bool {
    let pieces: Vec<&str> = word.split('.').collect();
    matches!(pieces.as_slice(), ["4" | "5", subject, detail]
        if (1..=3).contains(&subject.len()) && (1..=3).contains(&detail.len()))
}

/// What a complaint is about: the ids of the mails it returns, and the addresses they were sent from.
pub(super) fn complained(root: &Part) -> Complaint {
    let mut complaint = Complaint { about: Vec::new(), senders: Vec::new() };
    for part in &root.children {
        // The fields of the report, or the header of the mail that it returns.
        if matches!(part.content.value.as_str(), "message/feedback-report" | "message/rfc822" | "text/rfc822-headers") {
            let decoded = part.decoded(TEXT_MAX).unwrap_or_default();
            let (head, _) = Head::split(&decoded, TEXT_MAX);
            complaint.about.extend(head.all("Message-ID").flat_map(|value| MessageId::all(&value)).take(NAMED_MAX));
            let paths = ["Original-Mail-From", "Return-Path"].iter().flat_map(|name| head.all(name));
            complaint.senders.extend(paths.flat_map(|value| mailbox::all(&value)).take(NAMED_MAX));
        }
    }
    complaint
}
