/*!
The tree of MIME parts (RFC 2046). Boundaries are whole lines: one that is the beginning of another's is not mistaken for
it. Nothing inside message/rfc822 becomes a part: what lies there was written by somebody else.

What each part says of itself is read by mail-parser; the tree is ours. The library's goes into attached mails without
a limit, and the tree it makes of 50,000 in one another, which is 1.6 MB, ends the whole process when it is dropped
(a stack that overflows is no panic and cannot be caught); 20,000 parts that are never closed take it 17 seconds.
*/

use super::content::Content;
use super::head::Head;
use super::incoming::Limits;
use super::transfer;
use std::borrow::Cow;

/// A part, its content still encoded.
#[derive(Debug)]
pub(super) struct Part<'m> {
    pub(super) head: Head<'m>,
    pub(super) content: Content,
    pub(super) body: &'m [u8],
    pub(super) children: Vec<Part<'m>>,
}

/// Why a mail is not taken apart.
pub(super) type Beyond = &'static str;

impl<'m> Part<'m> {
    /// The tree below a header block.
    pub(super) fn parse(head: Head<'m>, body: &'m [u8], limits: &Limits) -> Result<Part<'m>, Beyond> {
        let mut budget = Budget { parts: limits.parts, header_bytes: limits.header_bytes.saturating_mul(HEADS) };
        parse(head, body, "text/plain", limits.depth, &mut budget)
    }

    /// The content, its transfer encoding undone, of which only the first `most` bytes are looked at; `None` if it is
    /// broken beyond reading.
    pub(super) fn decoded(&self, most: usize) -> Option<Cow<'m, [u8]>> {
        let encoding = self.head.first("Content-Transfer-Encoding");
        // No encoding needs more than four bytes for one, soft line breaks and all.
        let raw = self.body.get(..most.saturating_mul(4)).unwrap_or(self.body);
        transfer::decode(raw, encoding.as_deref())
    }

    /// True for `Content-Disposition: attachment`.
    pub(super) fn is_attachment(&self) -> bool {
        self.head.first("Content-Disposition").is_some_and(|text| Content::parse(&text).value == "attachment")
    }
}

/// How many times the header block of a mail those of all its parts may be together.
const HEADS: usize = 4;

/// What is left to spend on a mail.
struct Budget {
    parts: usize,
    header_bytes: usize,
}

fn parse<'m>(
    head: Head<'m>,
    body: &'m [u8],
    default: &str,
    depth: usize,
    budget: &mut Budget,
) -> Result<Part<'m>, Beyond> {
    if head.count("Content-Type") > 1 || head.count("Content-Transfer-Encoding") > 1 {
        return Err("one Content-Type");
    }
    budget.parts = budget.parts.checked_sub(1).ok_or("parts")?;
    let mut content = Content::parse(&head.first("Content-Type").unwrap_or_default());
    // RFC 2045 5.2: a type that cannot be read is plain text, as is none.
    if !content.value.contains('/') {
        content.value = default.to_owned();
    }
    let mut children = Vec::new();
    if content.main() == "multipart"
        && let Some(boundary) = content.parameter("boundary").filter(|boundary| !boundary.trim().is_empty())
    {
        let depth = depth.checked_sub(1).ok_or("depth")?;
        let inner = if content.value == "multipart/digest" { "message/rfc822" } else { "text/plain" };
        for piece in pieces(body, boundary.trim_end().as_bytes(), budget.parts)? {
            let (head, body) = Head::split(piece, budget.header_bytes);
            budget.header_bytes = budget.header_bytes.checked_sub(head.bytes).ok_or("header bytes")?;
            children.push(parse(head, body, inner, depth, budget)?);
        }
    }
    Ok(Part { head, content, body, children })
}

/// What stands between the delimiter lines, without the line end that belongs to the delimiter behind (RFC 2046 5.1.1).
/// A mail that was cut off ends its last piece.
fn pieces<'m>(body: &'m [u8], boundary: &[u8], most: usize) -> Result<Vec<&'m [u8]>, Beyond> {
    let mut pieces = Vec::new();
    let mut open: Option<usize> = None;
    let mut at = 0;
    while at < body.len() {
        let (line, next) = line_at(body, at);
        if let Some(last) = delimiter(line, boundary) {
            if let Some(start) = open.take() {
                pieces.push(without_end(body.get(start..at).unwrap_or_default()));
                if pieces.len() > most {
                    return Err("parts");
                }
            }
            if last {
                return Ok(pieces);
            }
            open = Some(next);
        }
        at = next;
    }
    if let Some(start) = open {
        pieces.push(body.get(start..).unwrap_or_default());
    }
    Ok(pieces)
}

/// Whether a line is the delimiter; if so, whether it is the closing one.
fn delimiter(line: &[u8], boundary: &[u8]) -> Option<bool> {
    let rest = line.strip_prefix(b"--")?.strip_prefix(boundary)?.trim_ascii_end();
    match rest {
        b"" => Some(false),
        b"--" => Some(true),
        _ => None,
    }
}

/// The line that begins at `at`, without its end, and where the next one begins.
fn line_at(bytes: &[u8], at: usize) -> (&[u8], usize) {
    let rest = bytes.get(at..).unwrap_or_default();
    let (line, next) = match rest.iter().position(|&b| b == b'\n') {
        Some(end) => (&rest[..end], at + end + 1),
        None => (rest, bytes.len()),
    };
    (line.strip_suffix(b"\r").unwrap_or(line), next)
}

fn without_end(piece: &[u8]) -> &[u8] {
    let piece = piece.strip_suffix(b"\n").unwrap_or(piece);
    piece.strip_suffix(b"\r").unwrap_or(piece)
}
