/*!
Addresses in headers (RFC 5322 3.4), taken apart by mail-parser: leniently, where they say who is written to, and
strictly, where they say who wrote.
*/

use super::content::without_comments;
use super::head::read_field;
use super::{Address, encoded_word};
use mail_parser::Addr;

/// The one mailbox of a `From` value: its address, and its display name if it has one. `None` for none, several, a
/// group, a quoted or encoded local part, or anything behind the address but comments (`docs/threats.md`, strange-from).
pub(super) fn only(value: &str) -> Option<(Address, Option<String>)> {
    // The library joins what does not belong together; so the address is taken from what stands there, and only where
    // nothing else does that could be one.
    let plain = without_comments(value);
    let bare = without_quoted(&plain);
    // RFC 5322 4.4: a list may have empty members.
    let bare = bare.trim_matches([',', ';', ' ']);
    let pieces: Vec<&str> = bare.split(['<', '>']).collect();
    let (address, named) = match pieces.as_slice() {
        // The old form `anna@example.net (Anna)`.
        [address] if value.ends_with(')') => (*address, value),
        [address] => (*address, plain.as_str()),
        [_, address, ""] => (*address, plain.as_str()),
        _ => return None,
    };
    let address = Address::parse(address.trim())?;
    if bare.contains([',', ';', ':']) || address.to_string().contains("=?") {
        return None;
    }
    // Encoded-words are hidden from the library, which would decode them by rules of its own.
    let name = match mailboxes(&named.replace("=?", HIDDEN)).as_slice() {
        [one] => one.name.as_deref().map(|name| encoded_word::decode(&name.replace(HIDDEN, "=?"))).unwrap_or_default(),
        _ => String::new(),
    };
    Some((address, Some(name).filter(|name| !name.is_empty())))
}

/// What stands for the beginning of an encoded-word; no header holds it.
const HIDDEN: &str = "=\u{1}?";

/// All plain addresses of a `To`, `Cc` or delivery header, in order; what is none is passed over.
pub(super) fn all(value: &str) -> Vec<Address> {
    mailboxes(value).iter().filter_map(|one| Address::parse(one.address.as_deref()?.trim())).collect()
}

fn mailboxes(value: &str) -> Vec<Addr<'static>> {
    let read = read_field(value, |stream| stream.parse_address());
    read.as_address().map(|list| list.iter().cloned().collect()).unwrap_or_default()
}

/// The text with every quoted string replaced by quotation marks.
fn without_quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut quoted, mut escaped) = (false, false);
    for c in text.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => {
                quoted = !quoted;
                out.push(c);
            }
            c if !quoted => out.push(c),
            _ => {}
        }
    }
    out
}
