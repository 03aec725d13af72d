/*!
Names of IMAP folders in modified UTF-7 (RFC 3501 5.1.3), which every server without UTF8=ACCEPT wants.
*/

use data_encoding::BASE64_NOPAD;

/// A folder's name as the server writes it: `Züge & Partien` is `Z&APw-ge &- Partien`.
pub fn encoded(name: &str) -> String {
    let mut out = String::new();
    let mut shifted: Vec<u8> = Vec::new();
    for c in name.chars() {
        if (' '..='~').contains(&c) {
            unshift(&mut out, &mut shifted);
            out.push(c);
            if c == '&' {
                out.push('-');
            }
        } else {
            let mut units = [0; 2];
            shifted.extend(c.encode_utf16(&mut units).iter().flat_map(|unit| unit.to_be_bytes()));
        }
    }
    unshift(&mut out, &mut shifted);
    out
}

/// Closes a run of characters that are not ASCII.
fn unshift(out: &mut String, shifted: &mut Vec<u8>) {
    if !shifted.is_empty() {
        out.push('&');
        out.push_str(&BASE64_NOPAD.encode(shifted).replace('/', ","));
        out.push('-');
        shifted.clear();
    }
}
