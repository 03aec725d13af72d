/*!
Links that write the answer: `mailto:` with address, subject and one line of body.
*/

use std::fmt::Write as _;

use crate::mail::Address;

/// Everything of a link but its body: where it goes and under which subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Link {
    start: String,
}

impl Link {
    /// To `to`, under `subject`.
    pub(super) fn new(to: &Address, subject: &str) -> Link {
        let (local, domain) = (encoded(to.local()), encoded(to.domain()));
        Link { start: format!("mailto:{local}@{domain}?subject={}&body=", encoded(subject)) }
    }

    /// The link that writes `body`.
    pub(super) fn writing(&self, body: &str) -> String {
        writing(&self.start, body)
    }

    /// The link up to its body.
    pub(super) fn start(&self) -> &str {
        &self.start
    }
}

/// The same from a link's start. Phone programs drop line breaks, so a body has one line.
pub(super) fn writing(start: &str, body: &str) -> String {
    let line = body.lines().next().unwrap_or_default();
    format!("{start}{}", encoded(line))
}

/// Percent-encoded but for what RFC 3986 calls unreserved, and the colon of `Re:`. A plus sign becomes `%2B`, since some
/// programs read it as a blank.
fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len() + 16);
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b':' => encoded.push(byte as char),
            _ => {
                let _ = write!(encoded, "%{byte:02X}");
            }
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_mail_program_mistakes() {
        assert_eq!(encoded("Re: [kp-7f3k9] a+b#c=d&e\nf"), "Re:%20%5Bkp-7f3k9%5D%20a%2Bb%23c%3Dd%26e%0Af");
        assert_eq!(writing("mailto:x?body=", "accept draw\nresign"), "mailto:x?body=accept%20draw");
    }
}
