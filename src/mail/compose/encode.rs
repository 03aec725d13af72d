/*!
Text and files as lines of at most 76 ASCII characters (RFC 2045 6.7, 6.8), encoded by lettre.
*/

use lettre::message::Body;
use lettre::message::header::ContentTransferEncoding::{Base64, QuotedPrintable};

/// A text part in the encoding that is shorter: quoted-printable for most of Europe, base64 for Japanese, where
/// quoted-printable would triple it. Chosen here: lettre would leave ASCII alone, and servers change bare lines.
pub(super) fn text(text: &str) -> Result<Body, String> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let special = text.bytes().filter(|b| !b.is_ascii()).count();
    let encoding = if special > text.len() / 6 { Base64 } else { QuotedPrintable };
    let body = Body::new_with_encoding(text, encoding).map_err(|_| "a text cannot be encoded".to_owned())?;
    if encoding == Base64 {
        return Ok(body);
    }
    let encoded = String::from_utf8(body.into_vec()).map_err(|_| "a text cannot be encoded".to_owned())?;
    Ok(Body::dangerous_pre_encoded(guarded(&encoded).into_bytes(), QuotedPrintable))
}

/// A file.
pub(super) fn file(bytes: &[u8]) -> Result<Body, String> {
    Body::new_with_encoding(bytes.to_vec(), Base64).map_err(|_| "a file cannot be encoded".to_owned())
}

/// Quoted-printable in which no line begins with `From ` or a full stop: mbox stores and careless servers change such
/// lines. The first letter goes onto a line of its own, encoded.
fn guarded(encoded: &str) -> String {
    let mut lines: Vec<&str> = Vec::new();
    for mut line in encoded.split("\r\n") {
        loop {
            let (code, rest) = match line.strip_prefix('.') {
                Some(rest) => ("=2E=", rest),
                None if line.starts_with("From ") => ("=46=", line.strip_prefix('F').unwrap_or(line)),
                None => break,
            };
            lines.push(code);
            line = rest;
        }
        lines.push(line);
    }
    lines.join("\r\n")
}
