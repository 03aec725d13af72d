/*!
Header fields of a mail of ours: ASCII, folded at blanks that are there (RFC 5322 2.2.3), encoded-words where they must be
(RFC 2047). What a parser reads back is what was put in, but for blanks side by side, which become one, and characters
that nobody sees, which go.
*/

use super::super::Address;
use super::super::clean::clean;
use base64::Engine;
use std::fmt::Write;

/// Where lines are folded, and the longest word that is left as it is.
const LINE_MAX: usize = 76;
/// Bytes of text in one encoded-word: with base64 and `=?utf-8?B??=` it stays under 75 characters.
const WORD_BYTES: usize = 45;
/// Longest text of one field, characters.
const TEXT_MAX: usize = 2000;

/// A header block that grows.
#[derive(Default)]
pub(super) struct Block {
    text: String,
}

impl Block {
    /// A field of plain text.
    pub(super) fn text(&mut self, name: &str, value: &str) {
        let value = seen(value);
        if value.is_empty() {
            return;
        }
        if is_plain(&value) {
            self.words(name, value.split(' '));
        } else {
            let encoded = encoded_words(&value);
            self.words(name, encoded.iter().map(String::as_str));
        }
    }

    /// A field for programs, folded only where it has blanks. Not ASCII, it is text like any other.
    pub(super) fn plain(&mut self, name: &str, value: &str) {
        let value = seen(value);
        if !value.bytes().all(|b| b.is_ascii_graphic() || b == b' ') {
            self.text(name, &value);
        } else if !value.is_empty() {
            self.words(name, value.split(' '));
        }
    }

    /// A field with one address; a name in front if there is one.
    pub(super) fn mailbox(&mut self, name: &str, display: &str, address: &Address) {
        let display = seen(display);
        let mut words: Vec<String> = if display.is_empty() {
            vec![]
        } else if is_plain(&display) && display.len() < LINE_MAX - 10 {
            vec![format!("\"{}\"", display.replace('\\', "\\\\").replace('"', "\\\""))]
        } else {
            encoded_words(&display)
        };
        words.push(if words.is_empty() { address.to_string() } else { format!("<{address}>") });
        self.words(name, words.iter().map(String::as_str));
    }

    /// A field of Message-IDs, in their brackets; none of none.
    pub(super) fn ids(&mut self, name: &str, ids: &[String]) {
        if !ids.is_empty() {
            self.words(name, ids.iter().map(String::as_str));
        }
    }

    /// The block, each line with its end.
    pub(super) fn finish(self) -> String {
        self.text
    }

    fn words<'w>(&mut self, name: &str, words: impl Iterator<Item = &'w str>) {
        self.text.push_str(name);
        self.text.push(':');
        let mut width = name.len() + 1;
        let mut first = true;
        for word in words {
            // The first word stays on the field's own line: a line that is blank but for its name upsets some readers.
            if !first && width + 1 + word.len() > LINE_MAX {
                self.text.push_str("\r\n");
                width = 0;
            }
            self.text.push(' ');
            self.text.push_str(word);
            width += 1 + word.len();
            first = false;
        }
        self.text.push_str("\r\n");
    }
}

/// What is seen of a text, on one line, single blanks.
fn seen(text: &str) -> String {
    let visible: String = clean(text).chars().take(TEXT_MAX).collect();
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a text can stand as it is: ASCII, nothing that looks encoded, no word too long for a line.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_graphic() || b == b' ')
        && !text.contains("=?")
        && text.split(' ').all(|word| word.len() <= LINE_MAX)
}

/// The whole text as encoded-words; blanks between them are not shown, so those of the text are inside.
fn encoded_words(text: &str) -> Vec<String> {
    let mut words = vec![];
    let mut piece = String::new();
    for c in text.chars() {
        if piece.len() + c.len_utf8() > WORD_BYTES {
            words.push(encoded_word(&piece));
            piece.clear();
        }
        piece.push(c);
    }
    words.push(encoded_word(&piece));
    words
}

fn encoded_word(piece: &str) -> String {
    format!("=?utf-8?B?{}?=", base64::engine::general_purpose::STANDARD.encode(piece))
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
