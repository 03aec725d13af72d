/*!
Structured header values: a word and its parameters, as in Content-Type (RFC 2045 5.1) with the continuations and
encodings of RFC 2231, and the comments of RFC 5322 3.2.2.
*/

use super::{charset, transfer};

/// `text/plain; charset=utf-8`: the value in lower case, parameters by name in lower case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Content {
    pub(super) value: String,
    parameters: Vec<(String, String)>,
}

impl Content {
    /// Reads a value; what is malformed is left out.
    pub(super) fn parse(text: &str) -> Content {
        let text = without_comments(text);
        let mut pieces = split_outside_quotes(&text, ';').into_iter();
        let value = pieces.next().unwrap_or_default().trim().to_ascii_lowercase();
        let mut parameters = Vec::new();
        let mut continued: Vec<(String, Vec<u8>)> = Vec::new();
        for piece in pieces {
            let Some((name, value)) = piece.split_once('=') else { continue };
            let (name, value) = (name.trim().to_ascii_lowercase(), unquoted(value.trim()));
            match name.split_once('*') {
                None => parameters.push((name, value)),
                Some((base, section)) => extend(&mut continued, base, section, &value),
            }
        }
        for (name, bytes) in continued {
            parameters.push((name, charset::decode(&bytes, None)));
        }
        Content { value, parameters }
    }

    /// The first parameter of that name.
    pub(super) fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// `text` of `text/plain`.
    pub(super) fn main(&self) -> &str {
        self.value.split('/').next().unwrap_or_default()
    }
}

/// A section of a parameter in pieces. Sections come in order from every program there is; one that does not is
/// glued on where it stands. A charset in front of an encoded value is taken off, UTF-8 assumed.
fn extend(continued: &mut Vec<(String, Vec<u8>)>, base: &str, section: &str, value: &str) {
    let encoded = section.is_empty() || section.ends_with('*');
    let content = match encoded.then(|| value.splitn(3, '\'').collect::<Vec<_>>()).as_deref() {
        Some([_, _, content]) => content,
        _ => value,
    };
    let bytes = if encoded { percent_decoded(content) } else { content.as_bytes().to_vec() };
    match continued.last_mut() {
        Some((name, held)) if name == base => held.extend(bytes),
        _ => continued.push((base.to_owned(), bytes)),
    }
}

fn percent_decoded(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        if let [b'%', high, low, tail @ ..] = rest
            && let (Some(high), Some(low)) = (transfer::hex(*high), transfer::hex(*low))
        {
            out.push(high << 4 | low);
            rest = tail;
            continue;
        }
        out.push(*first);
        rest = tail;
    }
    out
}

/// A quoted string's content, or the text itself.
fn unquoted(text: &str) -> String {
    let Some(inner) = text.strip_prefix('"') else {
        return text.to_owned();
    };
    let mut out = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => break,
            '\\' => out.extend(chars.next()),
            c => out.push(c),
        }
    }
    out
}

/// Cuts at a separator that stands outside quoted strings.
pub(super) fn split_outside_quotes(text: &str, separator: char) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut quoted, mut escaped) = (0, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            c if c == separator && !quoted => {
                pieces.push(text.get(start..at).unwrap_or_default());
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    pieces.push(text.get(start..).unwrap_or_default());
    pieces
}

/// The text with every comment replaced by a blank. Comments nest; one that is never closed swallows the rest.
pub(super) fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut depth, mut quoted, mut escaped) = (0usize, false, false);
    for c in text.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted || depth > 0 => escaped = true,
            '"' if depth == 0 => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted && depth > 0 => {
                depth -= 1;
                out.push(' ');
                continue;
            }
            _ => {}
        }
        if depth == 0 {
            out.push(c);
        }
    }
    out
}
