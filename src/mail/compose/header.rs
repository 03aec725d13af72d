/*!
Header fields of a mail of ours, encoded and folded by lettre: ASCII, encoded-words where they must be (RFC 2047). What
a parser reads back is what was put in, but for blanks side by side, which become one, and characters that nobody sees,
which go.

Where lettre would leave text as it is and must not, its own encoder is asked for encoded-words throughout: a word too
long for a line, and text that looks encoded.
*/

use super::super::Address;
use super::super::clean::clean;
use email_encoding::headers::rfc2047;
use email_encoding::headers::writer::EmailWriter;
use lettre::message::header::{HeaderName, HeaderValue};
use std::fmt::Write;

/// Longest word that is left as it is.
const WORD_MAX: usize = 76;
/// Longest text of one field, characters.
const TEXT_MAX: usize = 2000;
/// Longest name that stands in quotation marks, which are not folded.
const QUOTED_MAX: usize = 66;

/// A field of text; none of text in which nothing is seen.
pub(super) fn text(name: &str, value: &str) -> Result<Option<HeaderValue>, String> {
    let value = seen(value);
    if value.is_empty() {
        return Ok(None);
    }
    let name = named(name)?;
    if is_plain(&value) {
        return Ok(Some(HeaderValue::new(name, value)));
    }
    let mut encoded = String::new();
    let mut writer = EmailWriter::new(&mut encoded, name.len() + ": ".len(), 0, false);
    rfc2047::encode(&value, &mut writer).map_err(|_| format!("the field {name:?} cannot be encoded"))?;
    drop(writer);
    Ok(Some(HeaderValue::dangerous_new_pre_encoded(name, value, encoded)))
}

/// A field for programs, folded only where it has blanks. Not ASCII, it is text like any other.
pub(super) fn plain(name: &str, value: &str) -> Result<Option<HeaderValue>, String> {
    let value = seen(value);
    if value.is_empty() || !value.bytes().all(|b| b.is_ascii_graphic() || b == b' ') {
        return text(name, &value);
    }
    Ok(Some(HeaderValue::new(named(name)?, value)))
}

/// A field with one address; a name in front if there is one. An ASCII name stays readable in quotation marks: lettre
/// would encode `Ben (kingpost)`, and filters take that for a disguise.
pub(super) fn mailbox(name: &str, display: &str, address: &Address) -> Result<HeaderValue, String> {
    let (name, display) = (named(name)?, seen(display));
    let mut encoded = String::new();
    let mut writer = EmailWriter::new(&mut encoded, name.len() + ": ".len(), 0, false);
    let written = if display.is_empty() {
        write!(writer, "{address}")
    } else if display.is_ascii() && is_plain(&display) && display.len() <= QUOTED_MAX {
        let quoted = display.replace('\\', "\\\\").replace('"', "\\\"");
        write!(writer, "\"{quoted}\"").and_then(|()| writer.folding().write_str(&format!(" <{address}>")))
    } else {
        rfc2047::encode(&display, &mut writer).and_then(|()| writer.folding().write_str(&format!(" <{address}>")))
    };
    drop(writer);
    written.map_err(|_| format!("the field {name:?} cannot be encoded"))?;
    Ok(HeaderValue::dangerous_new_pre_encoded(name, address.to_string(), encoded))
}

/// A field of Message-IDs, in their brackets; none of none.
pub(super) fn ids(name: &str, ids: &[String]) -> Result<Option<HeaderValue>, String> {
    let name = named(name)?;
    Ok((!ids.is_empty()).then(|| HeaderValue::new(name, ids.join(" "))))
}

fn named(name: &str) -> Result<HeaderName, String> {
    HeaderName::new_from_ascii(name.to_owned()).map_err(|_| format!("{name:?} is no name of a field"))
}

/// What is seen of a text, on one line, single blanks.
fn seen(text: &str) -> String {
    let visible: String = clean(text).chars().take(TEXT_MAX).collect();
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether lettre may decide word by word what must be encoded.
fn is_plain(text: &str) -> bool {
    !text.contains("=?") && text.split(' ').all(|word| !word.is_ascii() || word.len() <= WORD_MAX)
}

/// For the local part of an address in a `mailto:` (RFC 6068 2).
pub(super) fn percent_encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut out, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
        out
    })
}
