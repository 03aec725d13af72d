/*!
The tree of MIME parts (RFC 2046). Boundaries are whole lines: one that is the beginning of another's is not mistaken for
it. Nothing inside message/rfc822 becomes a part: what lies there was written by somebody else.
*/

use super::content::Content;
use super::head::{Head, line_at};
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
        let mut budget = limits.parts;
        parse(head, body, "text/plain", limits.depth, &mut budget)
    }

    /// The content, its transfer encoding undone, of which only the first `most` bytes are looked at.
    pub(super) fn decoded(&self, most: usize) -> Cow<'m, [u8]> {
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

fn parse<'m>(
    head: Head<'m>,
    body: &'m [u8],
    default: &str,
    depth: usize,
    budget: &mut usize,
) -> Result<Part<'m>, Beyond> {
    if head.count("Content-Type") > 1 || head.count("Content-Transfer-Encoding") > 1 {
        return Err("one Content-Type");
    }
    *budget = budget.checked_sub(1).ok_or("parts")?;
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
        for piece in pieces(body, boundary.trim_end().as_bytes(), *budget)? {
            let (head, body) = Head::split(piece);
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

fn without_end(piece: &[u8]) -> &[u8] {
    let piece = piece.strip_suffix(b"\n").unwrap_or(piece);
    piece.strip_suffix(b"\r").unwrap_or(piece)
}
