/*!
A draft, addressed, to MIME bytes, by lettre's builder. The same input gives the same bytes: a mail that is sent again
after a crash must be recognisable. So boundaries are derived from the Message-ID, and the Date is handed in.
*/

mod encode;
mod header;

use super::{Address, Attachment, Draft, Image, MessageId};
use lettre::message::header::{ContentDisposition, ContentId, ContentType, Date, HeaderValue, MIME_VERSION_1_0};
use lettre::message::{Body, MessageBuilder, MultiPart, SinglePart};
use sha2::{Digest, Sha256};
use std::fmt::Write;

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
    /// The command that ends mails like this one, for List-Unsubscribe.
    pub unsubscribe: &'static str,
    /// Further headers of our own, such as `Kingpost-Page`; ASCII values.
    pub extra: Vec<(&'static str, String)>,
}

/// Ids kept behind the first in References (twenty in all).
const REFERENCES_LAST: usize = 19;

/// The mail as it goes over the wire, CRLF, ASCII, no line over 998 bytes. Names with control characters are cleaned,
/// never a panic. An error names what could not be composed.
///
/// Its parts: `mixed[ alternative[ text, related[ html, images ] ], attachments ]`, less of it where
/// the draft has less.
pub fn compose(draft: &Draft, headers: &Headers) -> Result<Vec<u8>, String> {
    // The builder panics on what it cannot take. Nothing of that kind is handed to it; this is the second belt.
    std::panic::catch_unwind(|| build(draft, headers)).unwrap_or(Err("a fault of the builder".to_owned()))
}

fn build(draft: &Draft, headers: &Headers) -> Result<Vec<u8>, String> {
    let mut builder = MessageBuilder::new();
    for field in fields(draft, headers)? {
        builder = builder.raw_header(field);
    }
    let message = match content(draft, &boundary_seed(&headers.message_id))? {
        Content::Text(body) => builder.header(MIME_VERSION_1_0).header(ContentType::TEXT_PLAIN).body(body),
        Content::Parts(parts) => builder.multipart(parts),
    };
    message.map(|message| message.formatted()).map_err(|error| error.to_string())
}

fn fields(draft: &Draft, headers: &Headers) -> Result<Vec<HeaderValue>, String> {
    let id = sound(&headers.message_id).ok_or("the Message-ID is no id")?;
    let answered: Vec<String> = headers.in_reply_to.iter().filter_map(sound).collect();
    let thread: Vec<String> = headers.references.iter().filter_map(sound).collect();
    let last = thread.len().saturating_sub(REFERENCES_LAST).max(1);
    let kept: Vec<String> = thread.iter().take(1).chain(thread.iter().skip(last)).cloned().collect();
    let local = header::percent_encoded(headers.reply_to.local());
    let command = headers.unsubscribe.replace(' ', "%20");
    let unsubscribe = format!("<mailto:{local}@{}?subject={command}>", headers.reply_to.domain());
    let mut fields = vec![
        Some(header::mailbox("From", &headers.from_name, &headers.from)?),
        Some(header::mailbox("To", "", &headers.to)?),
        Some(header::mailbox("Reply-To", "", &headers.reply_to)?),
        header::text("Subject", &draft.subject)?,
        Some(lettre::message::header::Header::display(&Date::new(headers.date.into()))),
        header::ids("Message-ID", &[id])?,
        header::ids("In-Reply-To", &answered)?,
        header::ids("References", &kept)?,
        header::plain("Auto-Submitted", if headers.answers { "auto-replied" } else { "auto-generated" })?,
        // Not `All`: that would silence the bounces we need.
        header::plain("X-Auto-Response-Suppress", "OOF, AutoReply")?,
        header::plain("List-Id", &format!("<games.{}>", headers.from.domain()))?,
        header::plain("List-Unsubscribe", &unsubscribe)?,
        header::plain("Content-Language", &draft.language)?,
    ];
    for (name, value) in &headers.extra {
        fields.push(header::plain(name, value)?);
    }
    Ok(fields.into_iter().flatten().collect())
}

/// An id in its brackets, if it can stand on a header line.
fn sound(id: &MessageId) -> Option<String> {
    let plain =
        !id.0.is_empty() && id.0.len() <= 900 && id.0.bytes().all(|b| b.is_ascii_graphic() && !b"<>".contains(&b));
    plain.then(|| format!("<{}>", id.0))
}

fn boundary_seed(id: &MessageId) -> String {
    let hash = Sha256::digest(id.0.as_bytes());
    hash.iter().take(12).fold(String::new(), |mut seed, byte| {
        let _ = write!(seed, "{byte:02x}");
        seed
    })
}

/// What a mail holds.
enum Content {
    Text(Body),
    Parts(MultiPart),
}

fn content(draft: &Draft, seed: &str) -> Result<Content, String> {
    let text = encode::text(&draft.text)?;
    // Without HTML there is nothing a picture could be shown in; it goes along as a file.
    let loose = if draft.html.is_none() { draft.images.as_slice() } else { &[] };
    let mut files = loose.iter().map(image_part).collect::<Result<Vec<_>, _>>()?;
    for attachment in &draft.attachments {
        files.push(attachment_part(attachment)?);
    }
    let shown = match &draft.html {
        Some(html) => Content::Parts(alternative(text, html, &draft.images, seed)?),
        None => Content::Text(text),
    };
    if files.is_empty() {
        return Ok(shown);
    }
    let mixed = multipart("mixed", seed)?;
    let mixed = match shown {
        Content::Text(text) => mixed.singlepart(text_part(ContentType::TEXT_PLAIN, text)),
        Content::Parts(parts) => mixed.multipart(parts),
    };
    Ok(Content::Parts(files.into_iter().fold(mixed, MultiPart::singlepart)))
}

fn alternative(text: Body, html: &str, images: &[Image], seed: &str) -> Result<MultiPart, String> {
    let html = text_part(ContentType::TEXT_HTML, encode::text(html)?);
    let both = multipart("alternative", seed)?.singlepart(text_part(ContentType::TEXT_PLAIN, text));
    if images.is_empty() {
        return Ok(both.singlepart(html));
    }
    let mut related = multipart("related", seed)?.singlepart(html);
    for image in images {
        related = related.singlepart(image_part(image)?);
    }
    Ok(both.multipart(related))
}

/// `=_` can stand in neither quoted-printable nor base64, and every part is one of the two.
fn multipart(kind: &str, seed: &str) -> Result<MultiPart, String> {
    // RFC 2387 3.1: a related part names the type of its root.
    let root = if kind == "related" { " type=\"text/html\";" } else { "" };
    let content_type = content_type(&format!("multipart/{kind};{root} boundary=\"=_{kind}_{seed}\""))?;
    Ok(MultiPart::builder().header(content_type).build())
}

fn text_part(content_type: ContentType, body: Body) -> SinglePart {
    SinglePart::builder().header(content_type).body(body)
}

fn image_part(image: &Image) -> Result<SinglePart, String> {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~.@".contains(&b);
    if image.cid.is_empty() || image.cid.len() > 200 || !image.cid.bytes().all(plain) {
        return Err(format!("a Content-ID is none: {:?}", image.cid));
    }
    let filename = safe(&image.filename);
    let part = SinglePart::builder()
        .header(content_type(&format!("{}; name=\"{filename}\"", image.mime))?)
        .header(ContentDisposition::inline_with_name(&filename))
        .header(ContentId::from(format!("<{}>", image.cid)));
    Ok(part.body(encode::file(&image.bytes)?))
}

fn attachment_part(attachment: &Attachment) -> Result<SinglePart, String> {
    let filename = safe(&attachment.filename);
    let part = SinglePart::builder()
        .header(content_type(&format!("{}; name=\"{filename}\"", attachment.mime))?)
        .header(ContentDisposition::attachment(&filename));
    Ok(part.body(encode::file(&attachment.bytes)?))
}

fn content_type(text: &str) -> Result<ContentType, String> {
    let sound = text.len() <= 400 && text.bytes().all(|b| b.is_ascii_graphic() || b == b' ');
    sound.then(|| ContentType::parse(text).ok()).flatten().ok_or_else(|| format!("a media type is none: {text:?}"))
}

/// A file's name that needs no encoding and is a name on every system.
fn safe(filename: &str) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
    filename.chars().map(safe).take(100).collect()
}
