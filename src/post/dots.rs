/*!
A message as SMTP carries it behind DATA (RFC 5321 4.5.2): lines end in CRLF, a line that begins with a dot gets
another, a line with a dot alone ends it.
*/

/// The message with its end mark, to be written in one piece. Lone CR and LF become line ends, so nothing inside can be
/// taken for the end mark by a server that is generous about line ends.
pub fn stuffed(mail: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(mail.len() + mail.len() / 50 + 5);
    let mut rest = mail.iter().copied().peekable();
    let mut line_start = true;
    while let Some(byte) = rest.next() {
        match byte {
            b'\r' | b'\n' => {
                if byte == b'\r' && rest.peek() == Some(&b'\n') {
                    rest.next();
                }
                out.extend_from_slice(b"\r\n");
                line_start = true;
            }
            _ => {
                if line_start && byte == b'.' {
                    out.push(b'.');
                }
                out.push(byte);
                line_start = false;
            }
        }
    }
    if !line_start {
        out.extend_from_slice(b"\r\n");
    }
    out.extend_from_slice(b".\r\n");
    out
}
