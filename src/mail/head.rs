/*!
The header block, taken apart by mail-parser: fields in order, by name without regard to case (RFC 5322 2.2). Every field
is kept, so that a second `From` or `Content-Type` is seen and not quietly chosen between; what a field says is read
only when somebody asks.
*/

use super::charset;
use mail_parser::parsers::MessageStream;
use mail_parser::{Header, HeaderName, HeaderValue, MessageParser};

/// A header block.
#[derive(Clone, Debug, Default)]
pub(super) struct Head<'m> {
    fields: Vec<(HeaderName<'m>, &'m [u8])>,
    /// Bytes of the block, with the empty line that ends it.
    pub(super) bytes: usize,
}

impl<'m> Head<'m> {
    /// Splits a mail or a part into its header block and what follows the empty line. A block is looked at for `most`
    /// bytes; where it does not end there, the rest counts as what follows, and [`Head::bytes`] is more than `most`.
    pub(super) fn split(bytes: &'m [u8], most: usize) -> (Head<'m>, &'m [u8]) {
        let seen = bytes.get(..most.saturating_add(1)).unwrap_or(bytes);
        // Every field as it stands: with one parser named, the others are not the library's own choice either.
        let parser = MessageParser::new().header_raw(HeaderName::Subject);
        let mut stream = MessageStream::new(seen);
        let mut headers: Vec<Header<'m>> = Vec::new();
        stream.parse_headers(&parser, &mut headers);
        let value = |header: &Header| seen.get(header.offset_start as usize..header.offset_end as usize);
        let fields = headers.into_iter().filter_map(|header| Some((value(&header)?, header.name)));
        let fields = fields.map(|(value, name)| (name, value)).collect();
        (Head { fields, bytes: stream.offset() }, bytes.get(stream.offset()..).unwrap_or_default())
    }

    /// How many fields there are.
    pub(super) fn len(&self) -> usize {
        self.fields.len()
    }

    /// Values of all fields of that name, topmost first, unfolded and as text, encoded-words still encoded.
    pub(super) fn all<'h>(&'h self, name: &'h str) -> impl Iterator<Item = String> + use<'h, 'm> {
        self.raw(name).map(unfolded)
    }

    /// The topmost value.
    pub(super) fn first(&self, name: &str) -> Option<String> {
        self.raw(name).next().map(unfolded)
    }

    /// How many fields bear that name.
    pub(super) fn count(&self, name: &str) -> usize {
        self.raw(name).count()
    }

    fn raw<'h>(&'h self, name: &'h str) -> impl Iterator<Item = &'m [u8]> + use<'h, 'm> {
        self.fields.iter().filter(move |(own, _)| own.as_str().eq_ignore_ascii_case(name)).map(|(_, value)| *value)
    }
}

/// RFC 5322 2.2.3: line ends go, the blanks behind them stay. 8-bit text without a label is guessed.
fn unfolded(value: &[u8]) -> String {
    let bytes: Vec<u8> = value.iter().copied().filter(|&b| b != b'\r' && b != b'\n').collect();
    charset::decode(&bytes, None).trim().to_owned()
}

/// How much of one field is read as a list, as words or as parameters, bytes: the library's readers go back over what
/// they have seen, so that a field ten times as long can take a hundred times as long.
const FIELD_MAX: usize = 16 << 10;

/// Reads a field's unfolded value with one of mail-parser's readers.
pub(super) fn read_field(
    value: &str,
    reader: impl for<'s> FnOnce(&mut MessageStream<'s>) -> HeaderValue<'s>,
) -> HeaderValue<'static> {
    let end = (0..=FIELD_MAX.min(value.len())).rev().find(|&at| value.is_char_boundary(at)).unwrap_or(0);
    // The readers want the line end that ends a field.
    let line = format!("{}\n", value.get(..end).unwrap_or_default());
    reader(&mut MessageStream::new(line.as_bytes())).into_owned()
}
