/*!
Content-Transfer-Encoding (RFC 2045 6), undone by mail-parser, and read as forgivingly as it is broken.
*/

use mail_parser::decoders::base64::base64_decode_stream;
use mail_parser::parsers::MessageStream;
use std::borrow::Cow;

/// Undoes the encoding of that name. An unknown one is taken for none: the text is then no worse than its sender made
/// it. `None` if it is broken beyond reading: a line broken only for the journey must not show as two, of which the
/// second could be a move.
pub(super) fn decode<'m>(bytes: &'m [u8], encoding: Option<&str>) -> Option<Cow<'m, [u8]>> {
    let encoding = encoding.unwrap_or_default();
    let word = encoding.split([';', ' ', '(']).next().unwrap_or_default();
    if word.eq_ignore_ascii_case("base64") {
        // What is outside the alphabet is skipped (RFC 2045 6.8); so there is nothing left that could be wrong.
        let code = bytes.iter().filter(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(byte));
        base64_decode_stream(code, bytes.len(), u8::MAX).map(Cow::Owned)
    } else if word.eq_ignore_ascii_case("quoted-printable") {
        // The decoder for parts: unlike the one for slices it leaves what is no code as it stands.
        let (end, decoded) = MessageStream::new(bytes).decode_quoted_printable_mime(b"");
        (end != usize::MAX).then_some(decoded)
    } else {
        Some(Cow::Borrowed(bytes))
    }
}
