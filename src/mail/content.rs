/*!
Structured header values: a word and its parameters, as in Content-Type (RFC 2045 5.1, RFC 2231), read by mail-parser;
and the comments of RFC 5322 3.2.2, for fields that it hands out as they stand.
*/

use super::head::read_field;
use mail_parser::ContentType;

/// `text/plain; charset=utf-8`: the value in lower case, and the parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Content {
    pub(super) value: String,
    parsed: Option<ContentType<'static>>,
}

impl Content {
    /// Reads a value; what is malformed is left out.
    pub(super) fn parse(text: &str) -> Content {
        let Some(parsed) = read_field(text, |stream| stream.parse_content_type()).as_content_type().cloned() else {
            return Content::default();
        };
        let value = parsed.subtype().map_or(parsed.ctype().to_owned(), |sub| format!("{}/{sub}", parsed.ctype()));
        Content { value: value.to_ascii_lowercase(), parsed: Some(parsed) }
    }

    /// The first parameter of that name, which is in lower case.
    pub(super) fn parameter(&self, name: &str) -> Option<&str> {
        self.parsed.as_ref()?.attribute(name)
    }

    /// `text` of `text/plain`.
    pub(super) fn main(&self) -> &str {
        self.value.split('/').next().unwrap_or_default()
    }
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
