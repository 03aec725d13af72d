/*!
The header block: fields in order, unfolded, by name without regard to case (RFC 5322 2.2). Every field is kept, so
that a second `From` or `Content-Type` is seen and not quietly chosen between.
*/

use super::charset;

/// One field, as it stands in the mail.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field<'m> {
    name: &'m [u8],
    value: &'m [u8],
}

/// A header block.
#[derive(Clone, Debug, Default)]
pub(super) struct Head<'m> {
    fields: Vec<Field<'m>>,
    /// Bytes of the block, without the empty line that ends it.
    pub(super) bytes: usize,
}

impl<'m> Head<'m> {
    /// Splits a mail or a part into its header block and what follows the empty line.
    pub(super) fn split(bytes: &'m [u8]) -> (Head<'m>, &'m [u8]) {
        let mut head = Head::default();
        let mut open: Option<(&'m [u8], usize, usize)> = None;
        let mut at = 0;
        while at < bytes.len() {
            let (line, next) = line_at(bytes, at);
            if line.is_empty() {
                head.close(bytes, open);
                head.bytes = at;
                return (head, bytes.get(next..).unwrap_or_default());
            }
            let end = at + line.len();
            if matches!(line.first(), Some(b' ' | b'\t')) {
                // A continuation; before the first field it belongs to nothing.
                if let Some(field) = &mut open {
                    field.2 = end;
                }
            } else {
                head.close(bytes, open.take());
                // A line without a colon is no field: mbox stores put `From ` lines here.
                if let Some(colon) = line.iter().position(|&b| b == b':') {
                    open = Some((line[..colon].trim_ascii(), at + colon + 1, end));
                }
            }
            at = next;
        }
        head.close(bytes, open);
        head.bytes = bytes.len();
        (head, &[])
    }

    fn close(&mut self, bytes: &'m [u8], open: Option<(&'m [u8], usize, usize)>) {
        if let Some((name, start, end)) = open {
            self.fields.push(Field { name, value: bytes.get(start..end).unwrap_or_default() });
        }
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
        self.fields.iter().filter(move |f| f.name.eq_ignore_ascii_case(name.as_bytes())).map(|f| f.value)
    }
}

/// The line that begins at `at`, without its end, and where the next one begins.
pub(super) fn line_at(bytes: &[u8], at: usize) -> (&[u8], usize) {
    let rest = bytes.get(at..).unwrap_or_default();
    let (line, next) = match rest.iter().position(|&b| b == b'\n') {
        Some(end) => (&rest[..end], at + end + 1),
        None => (rest, bytes.len()),
    };
    (line.strip_suffix(b"\r").unwrap_or(line), next)
}

/// RFC 5322 2.2.3: line ends go, the blanks behind them stay. 8-bit text without a label is guessed.
fn unfolded(value: &[u8]) -> String {
    let bytes: Vec<u8> = value.iter().copied().filter(|&b| b != b'\r' && b != b'\n').collect();
    charset::decode(&bytes, None).trim().to_owned()
}
