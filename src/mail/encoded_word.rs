/*!
Encoded-words in headers (RFC 2047), `=?charset?B?…?=` and `=?charset?Q?…?=`, their bytes decoded by mail-parser.

What joins the words is ours: the library decodes each by itself, so that a letter cut in two is lost, and by its label
alone, while labels are as wrong here as in the text.
*/

use super::charset;
use mail_parser::parsers::MessageStream;

/// A header value with its encoded-words decoded, on one line, without control characters. Words of one charset that
/// stand side by side are joined before decoding, because programs cut multi-byte letters in two (against RFC 2047 5).
pub(super) fn decode(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut pending: Option<(String, Vec<u8>)> = None;
    let mut rest = value;
    while let Some(start) = rest.find("=?") {
        let (before, from) = rest.split_at(start);
        let Some((charset, bytes, behind)) = word(from) else {
            flush(&mut out, &mut pending);
            out.push_str(before);
            out.push_str("=?");
            rest = &from[2..];
            continue;
        };
        // Blanks between two encoded-words are not shown (RFC 2047 6.2).
        if !before.trim().is_empty() || (pending.is_none() && !before.is_empty()) {
            flush(&mut out, &mut pending);
            out.push_str(before);
        }
        match &mut pending {
            Some((open, held)) if open.eq_ignore_ascii_case(&charset) => held.extend(bytes),
            _ => {
                flush(&mut out, &mut pending);
                pending = Some((charset, bytes));
            }
        }
        rest = behind;
    }
    flush(&mut out, &mut pending);
    out.push_str(rest);
    one_line(&out)
}

/// Line ends, tabs and other control characters as blanks: what is decoded may hold what a header never could.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>().trim().to_owned()
}

fn flush(out: &mut String, pending: &mut Option<(String, Vec<u8>)>) {
    if let Some((charset, bytes)) = pending.take() {
        out.push_str(&charset::decode(&bytes, Some(&charset)));
    }
}

/// An encoded-word at the front: its charset, its bytes, and what is behind it.
fn word(text: &str) -> Option<(String, Vec<u8>, &str)> {
    let (charset, rest) = text.strip_prefix("=?")?.split_once('?')?;
    let (encoding, rest) = rest.split_once('?')?;
    // A word has no blanks; asking early also keeps a run of openings from being searched again and again.
    if charset.is_empty() || charset.len() > 75 || encoding.len() != 1 || charset.contains(' ') {
        return None;
    }
    let end = rest.as_bytes().windows(2).take(MAX).position(|pair| pair == b"?=")?;
    let (content, behind) = (rest.get(..end)?, rest.get(end + 2..)?);
    let closed = format!("{content}?=");
    let mut stream = MessageStream::new(closed.as_bytes());
    let bytes = match encoding {
        "B" | "b" => stream.decode_base64_word()?,
        "Q" | "q" => stream.decode_quoted_printable_word()?,
        _ => return None,
    };
    Some((charset.to_owned(), bytes, behind))
}

/// How far a word's end is searched, bytes; RFC 2047 2 allows 75, programs write whole subjects.
const MAX: usize = 2000;
