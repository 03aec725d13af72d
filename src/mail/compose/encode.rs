/*!
Text and files as lines of at most 76 ASCII characters (RFC 2045 6.7, 6.8).
*/

use std::fmt::Write;

/// A text part in the encoding that is shorter: quoted-printable for most of Europe, base64 for Japanese, where
/// quoted-printable would triple it. Gives the encoding's name and the content, which ends without a line end.
pub(super) fn text(text: &str) -> (&'static str, String) {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let special = text.bytes().filter(|b| !b.is_ascii()).count();
    if special > text.len() / 6 {
        ("base64", base64(text.replace('\n', "\r\n").as_bytes()))
    } else {
        ("quoted-printable", quoted_printable(&text))
    }
}

/// Longest line of an encoded part, without its end.
const LINE_MAX: usize = 76;

/// Base64 in lines.
pub(super) fn base64(bytes: &[u8]) -> String {
    use base64::Engine;
    let mut out = String::with_capacity(bytes.len() / 57 * 78 + 80);
    for (index, chunk) in bytes.chunks(LINE_MAX / 4 * 3).enumerate() {
        if index > 0 {
            out.push_str("\r\n");
        }
        base64::engine::general_purpose::STANDARD.encode_string(chunk, &mut out);
    }
    out
}

/// Quoted-printable. Beside what must be encoded, the first letter of a line that begins with `From ` or a full stop
/// is: mbox stores and careless servers change such lines.
fn quoted_printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 {
            out.push_str("\r\n");
        }
        push_line(&mut out, line.as_bytes());
    }
    out
}

fn push_line(out: &mut String, line: &[u8]) {
    let mut width = 0;
    for (at, &byte) in line.iter().enumerate() {
        let rest = line.get(at..).unwrap_or_default();
        let last = rest.len() == 1;
        let plain = |width: usize| match byte {
            b'=' => false,
            b' ' | b'\t' => !last,
            b'.' => width > 0,
            b'F' => width > 0 || !rest.starts_with(b"From "),
            byte => byte.is_ascii_graphic(),
        };
        // One place is kept for the `=` of a soft line break.
        let needed = if plain(width) { 1 } else { 3 };
        if width + needed > LINE_MAX - usize::from(!last) {
            out.push_str("=\r\n");
            width = 0;
        }
        if plain(width) {
            out.push(char::from(byte));
            width += 1;
        } else {
            let _ = write!(out, "={byte:02X}");
            width += 3;
        }
    }
}
