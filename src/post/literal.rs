/*!
Literals (RFC 3501 4.3) that are too large, seen when they are announced.

The IMAP library takes a literal whole into memory; what a server announces beyond the limit is refused before its first
byte.
*/

use std::io;

/// `{4294967295}` and the line end; no announcement we would accept is longer.
const ANNOUNCEMENT_BYTES: usize = 24;

/// Follows what a server sends, just far enough to know lines from literals.
#[derive(Default)]
pub(super) struct Literals {
    /// Bytes of the present literal still to come.
    inside: u64,
    /// The end of the present line.
    line: Vec<u8>,
}

impl Literals {
    /// The server sent `bytes`, and may send `allowed` more.
    pub(super) fn follow(&mut self, bytes: &[u8], allowed: u64) -> io::Result<()> {
        for (behind, byte) in (0..bytes.len() as u64).rev().zip(bytes) {
            if self.inside > 0 {
                self.inside -= 1;
                continue;
            }
            self.line.push(*byte);
            if *byte == b'\n' {
                self.inside = announced(&self.line).unwrap_or(0);
                self.line.clear();
                if self.inside > allowed.saturating_add(behind) {
                    let size = self.inside;
                    return Err(io::Error::other(format!("the server announces {size} bytes, more than the limit")));
                }
            } else if self.line.len() > ANNOUNCEMENT_BYTES {
                self.line.remove(0);
            }
        }
        Ok(())
    }
}

/// The size of the literal that this line ends by announcing.
fn announced(line: &[u8]) -> Option<u64> {
    let line = std::str::from_utf8(line.get(line.iter().rposition(|b| *b == b'{')?..)?).ok()?;
    let digits = line.strip_prefix('{')?.strip_suffix("}\r\n")?;
    // More digits than fit are a size beyond any limit.
    digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().unwrap_or(u64::MAX)).filter(|size| *size > 0)
}

#[cfg(test)]
mod tests {
    use super::Literals;

    fn follow(pieces: &[&[u8]], allowed: u64) -> bool {
        let mut literals = Literals::default();
        pieces.iter().all(|piece| literals.follow(piece, allowed).is_ok())
    }

    #[test]
    fn only_announcements_count() {
        let fetch: &[u8] = b"* 1 FETCH (UID 1 BODY[] {9}\r\n{99999}\r\n)\r\na1 OK\r\n";
        assert!(follow(&[fetch], 10));
        for split in 0..fetch.len() {
            assert!(follow(&[&fetch[..split], &fetch[split..]], 10), "split at {split}");
        }
        assert!(follow(&[b"* OK {} {a} {5} 99999}\r\n* OK {99999}\n"], 10));
        for size in ["11", "4294967295", "18446744073709551616", "00000000000000000011"] {
            let text = format!("* 1 FETCH (UID 1 BODY[] {{{size}}}\r\n");
            assert!(!follow(&[text.as_bytes()], 10), "{size}");
            let (start, end) = text.as_bytes().split_at(text.len() - 3);
            assert!(!follow(&[start, end], 10), "{size} in two pieces");
        }
        // Part of it has come already.
        assert!(follow(&[b"* 1 FETCH (UID 1 BODY[] {12}\r\n12345"], 7));
        assert!(!follow(&[b"* 1 FETCH (UID 1 BODY[] {13}\r\n12345"], 7));
    }
}
