/*!
Content-Transfer-Encoding (RFC 2045 6), read as forgivingly as it is broken: what is no code stays as it stands.
*/

use std::borrow::Cow;

/// Undoes the encoding of that name. An unknown one is taken for none: the text is then no worse than its sender made it.
pub(super) fn decode<'m>(bytes: &'m [u8], encoding: Option<&str>) -> Cow<'m, [u8]> {
    let encoding = encoding.unwrap_or_default();
    let word = encoding.split([';', ' ', '(']).next().unwrap_or_default();
    if word.eq_ignore_ascii_case("base64") {
        Cow::Owned(base64(bytes))
    } else if word.eq_ignore_ascii_case("quoted-printable") {
        Cow::Owned(quoted_printable(bytes))
    } else {
        Cow::Borrowed(bytes)
    }
}

/// Base64; bytes outside the alphabet are skipped (RFC 2045 6.8), padding ends a group and reading goes on, because
/// programs glue encoded pieces together.
pub(super) fn base64(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() / 4 * 3);
    let (mut bits, mut held) = (0u32, 0u32);
    for &byte in bytes {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => {
                (bits, held) = (0, 0);
                continue;
            }
            _ => continue,
        };
        bits = (bits << 6) | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            out.push(((bits >> held) & 0xFF) as u8);
            bits &= (1 << held) - 1;
        }
    }
    out
}

/// Quoted-printable: blanks at a line's end were added on the way and go, a `=` at the end joins the lines.
pub(super) fn quoted_printable(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|&b| b == b'\n') {
        let (content, end) = match line {
            [content @ .., b'\r', b'\n'] => (content, &b"\r\n"[..]),
            [content @ .., b'\n'] => (content, &b"\n"[..]),
            content => (content, &b""[..]),
        };
        let content = content.trim_ascii_end();
        match content {
            [content @ .., b'='] => push_decoded(&mut out, content),
            content => {
                push_decoded(&mut out, content);
                out.extend_from_slice(end);
            }
        }
    }
    out
}

fn push_decoded(out: &mut Vec<u8>, content: &[u8]) {
    let mut rest = content;
    while let [first, tail @ ..] = rest {
        if let [b'=', high, low, tail @ ..] = rest
            && let (Some(high), Some(low)) = (hex(*high), hex(*low))
        {
            out.push(high << 4 | low);
            rest = tail;
            continue;
        }
        out.push(*first);
        rest = tail;
    }
}

/// The value of a hexadecimal digit, either case.
pub(super) fn hex(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}
