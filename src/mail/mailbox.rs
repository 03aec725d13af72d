/*!
Addresses in headers (RFC 5322 3.4): strictly, where they say who wrote, and leniently, where they say who is written to.
*/

use super::content::without_comments;
use super::{Address, encoded_word};

/// The one mailbox of a `From` value: its address, and its display name if it has one. `None` for none, several, a
/// group, a quoted or encoded local part, or anything behind the address but comments (`threat-model.md` T12, T13).
pub(super) fn only(value: &str) -> Option<(Address, Option<String>)> {
    let mut items = items(value).into_iter().filter(|item| !item.text.trim().is_empty());
    let item = items.next()?;
    if items.next().is_some() || item.group {
        return None;
    }
    let plain = without_comments(&item.text);
    let (address, name) = match split_angle(&plain) {
        Some((name, address, behind)) if behind.trim().is_empty() => (address.trim(), name.trim().to_owned()),
        Some(_) => return None,
        // The old form `anna@example.net (Anna)`.
        None => (plain.trim(), comment(&item.text)),
    };
    if address.contains("=?") {
        return None;
    }
    let name = encoded_word::decode(&unquoted(&name));
    Some((Address::parse(address)?, Some(name).filter(|name| !name.is_empty())))
}

/// All plain addresses of a `To`, `Cc` or delivery header, in order; what is none is passed over.
pub(super) fn all(value: &str) -> Vec<Address> {
    let address = |item: Item| {
        let plain = without_comments(&item.text);
        let text = split_angle(&plain).map_or(plain.as_str(), |(_, address, _)| address);
        Address::parse(text.trim())
    };
    items(value).into_iter().filter_map(address).collect()
}

struct Item {
    text: String,
    group: bool,
}

/// Cuts at commas and at the signs of groups, outside quoted strings, comments and angle brackets.
fn items(value: &str) -> Vec<Item> {
    let mut items = vec![];
    let mut text = String::new();
    let (mut quoted, mut escaped, mut angle, mut depth, mut group) = (false, false, false, 0usize, false);
    for c in value.chars() {
        let outside = !quoted && depth == 0 && !escaped;
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted || depth > 0 => escaped = true,
            '"' if depth == 0 => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted && depth > 0 => depth -= 1,
            '<' if outside => angle = true,
            '>' if outside => angle = false,
            ':' if outside && !angle => {
                // The name of a group; what follows are its members, or none.
                group = true;
                text.clear();
                items.push(Item { text: ":".to_owned(), group });
                continue;
            }
            ',' | ';' if outside && !angle => {
                items.push(Item { text: std::mem::take(&mut text), group });
                group &= c == ',';
                continue;
            }
            _ => {}
        }
        text.push(c);
    }
    items.push(Item { text, group });
    items
}

/// What stands before, inside and behind the angle brackets, quoted strings aside.
fn split_angle(text: &str) -> Option<(&str, &str, &str)> {
    let (mut quoted, mut escaped, mut open) = (false, false, None);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '<' if !quoted && open.is_none() => open = Some(at),
            '>' if !quoted => {
                let start = open?;
                return Some((text.get(..start)?, text.get(start + 1..at)?, text.get(at + 1..)?));
            }
            _ => {}
        }
    }
    None
}

fn comment(text: &str) -> String {
    let inner = text.split_once('(').and_then(|(_, rest)| rest.rsplit_once(')'));
    inner.map(|(inner, _)| inner.trim().to_owned()).unwrap_or_default()
}

/// Quotation marks of a display name go, and the backslashes inside.
fn unquoted(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut chars = name.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => {}
            '\\' => out.extend(chars.next()),
            c => out.push(c),
        }
    }
    out
}
