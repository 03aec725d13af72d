/*!
A draft, addressed, to MIME bytes. The same input gives the same bytes, today and after an upgrade: a mail that is sent
again after a crash must be recognisable. So headers are folded and bodies encoded here, boundaries are derived from the
Message-ID, and the Date is handed in.
*/

mod encode;
mod header;

use super::{Address, Attachment, Draft, Image, MessageId};
use header::Block;
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
    /// Further headers of our own, such as `Kingpost-Page`; ASCII values.
    pub extra: Vec<(&'static str, String)>,
}

/// Ids kept behind the first in References (`mail-design.md`, "Budgets": twenty in all).
const REFERENCES_LAST: usize = 19;

/// The mail as it goes over the wire, CRLF, ASCII, no line over 998 bytes. Names with control characters are cleaned,
/// never a panic. An error names what could not be composed.
///
/// Its parts (`mail-design.md`): `mixed[ alternative[ text, related[ html, images ] ], attachments ]`, less of it where
/// the draft has less.
pub fn compose(draft: &Draft, headers: &Headers) -> Result<Vec<u8>, String> {
    let mut block = Block::default();
    write_headers(&mut block, draft, headers)?;
    let body = body(draft, &boundary_seed(&headers.message_id))?;
    let mut mail = block.finish();
    mail.push_str(&body.head);
    mail.push_str("\r\n");
    mail.push_str(&body.content);
    Ok(mail.into_bytes())
}

fn write_headers(block: &mut Block, draft: &Draft, headers: &Headers) -> Result<(), String> {
    block.mailbox("From", &headers.from_name, &headers.from);
    block.mailbox("To", "", &headers.to);
    block.mailbox("Reply-To", "", &headers.reply_to);
    block.text("Subject", &draft.subject);
    block.plain("Date", &headers.date.format("%a, %d %b %Y %H:%M:%S +0000").to_string());
    let id = sound(&headers.message_id).ok_or("the Message-ID is no id")?;
    block.ids("Message-ID", &[id]);
    let answered: Vec<String> = headers.in_reply_to.iter().filter_map(sound).collect();
    block.ids("In-Reply-To", &answered);
    let thread: Vec<String> = headers.references.iter().filter_map(sound).collect();
    let last = thread.len().saturating_sub(REFERENCES_LAST).max(1);
    let kept: Vec<String> = thread.iter().take(1).chain(thread.iter().skip(last)).cloned().collect();
    block.ids("References", &kept);
    block.plain("Auto-Submitted", if headers.answers { "auto-replied" } else { "auto-generated" });
    // Not `All`: that would silence the bounces we need.
    block.plain("X-Auto-Response-Suppress", "OOF, AutoReply");
    block.plain("List-Id", &format!("<games.{}>", headers.from.domain()));
    let local = header::percent_encoded(headers.reply_to.local());
    block.plain("List-Unsubscribe", &format!("<mailto:{local}@{}?subject=stop%20mail>", headers.reply_to.domain()));
    block.plain("Content-Language", &draft.language);
    for (name, value) in &headers.extra {
        block.plain(name, value);
    }
    block.plain("MIME-Version", "1.0");
    Ok(())
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

/// A part: its own header lines, each with its line end, and its content.
struct Piece {
    head: String,
    content: String,
}

fn body(draft: &Draft, seed: &str) -> Result<Piece, String> {
    let text = text_piece("plain", &draft.text);
    let shown = match &draft.html {
        None => text,
        Some(html) => {
            let html = text_piece("html", html);
            let html = if draft.images.is_empty() {
                html
            } else {
                let images = draft.images.iter().map(image_piece).collect::<Result<Vec<_>, _>>()?;
                multipart("related; type=\"text/html\"", seed, std::iter::once(html).chain(images).collect())
            };
            multipart("alternative", seed, vec![text, html])
        }
    };
    // Without HTML there is nothing a picture could be shown in; it goes along as a file.
    let loose = if draft.html.is_none() { draft.images.as_slice() } else { &[] };
    let mut files = loose.iter().map(image_piece).collect::<Result<Vec<_>, _>>()?;
    for attachment in &draft.attachments {
        files.push(attachment_piece(attachment)?);
    }
    if files.is_empty() {
        return Ok(shown);
    }
    Ok(multipart("mixed", seed, std::iter::once(shown).chain(files).collect()))
}

/// `=_` can stand in neither quoted-printable nor base64, and every part is one of the two.
fn multipart(kind: &str, seed: &str, pieces: Vec<Piece>) -> Piece {
    let level = kind.split(';').next().unwrap_or(kind);
    let boundary = format!("=_{level}_{seed}");
    let mut content = String::new();
    for piece in pieces {
        let _ = write!(content, "--{boundary}\r\n{}\r\n{}\r\n", piece.head, piece.content);
    }
    let _ = write!(content, "--{boundary}--\r\n");
    Piece { head: format!("Content-Type: multipart/{kind};\r\n boundary=\"{boundary}\"\r\n"), content }
}

fn text_piece(kind: &str, text: &str) -> Piece {
    let (encoding, content) = encode::text(text);
    let head = format!("Content-Type: text/{kind}; charset=utf-8\r\nContent-Transfer-Encoding: {encoding}\r\n");
    Piece { head, content }
}

fn image_piece(image: &Image) -> Result<Piece, String> {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~.@".contains(&b);
    if image.cid.is_empty() || image.cid.len() > 200 || !image.cid.bytes().all(plain) {
        return Err(format!("a Content-ID is none: {:?}", image.cid));
    }
    let mut piece = file_piece(&image.mime, &image.filename, "inline", &image.bytes)?;
    let _ = write!(piece.head, "Content-ID: <{}>\r\n", image.cid);
    Ok(piece)
}

fn attachment_piece(attachment: &Attachment) -> Result<Piece, String> {
    file_piece(&attachment.mime, &attachment.filename, "attachment", &attachment.bytes)
}

fn file_piece(mime: &str, filename: &str, disposition: &str, bytes: &[u8]) -> Result<Piece, String> {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"/.+-_; =\"".contains(&b);
    if !mime.contains('/') || mime.len() > 200 || !mime.bytes().all(plain) {
        return Err(format!("a media type is none: {mime:?}"));
    }
    let safe = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
    let filename: String = filename.chars().map(safe).take(100).collect();
    let head = format!(
        "Content-Type: {mime};\r\n name=\"{filename}\"\r\nContent-Disposition: {disposition};\r\n \
         filename=\"{filename}\"\r\nContent-Transfer-Encoding: base64\r\n"
    );
    Ok(Piece { head, content: encode::base64(bytes) })
}
