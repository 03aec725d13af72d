/*!
Encoded-words in headers (RFC 2047), `=?charset?B?…?=` and `=?charset?Q?…?=`, decoded by mail-parser.
*/

use super::head::read_field;

/// A header value with its encoded-words decoded, on one line, without control characters.
pub(super) fn decode(value: &str) -> String {
    one_line(read_field(value, |stream| stream.parse_unstructured()).as_text().unwrap_or_default())
}

/// Line ends, tabs and other control characters as blanks: what is decoded may hold what a header never could.
pub(super) fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>().trim().to_owned()
}
