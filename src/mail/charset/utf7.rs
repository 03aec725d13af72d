/*!
UTF-7 (RFC 2152): ASCII, and UTF-16 in base64 between `+` and `-`.
*/

/// Decodes; what is no UTF-7 stays as it stands.
pub(super) fn decode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    let mut rest = bytes;
    while let [first, tail @ ..] = rest {
        if *first != b'+' {
            text.push(if first.is_ascii() { char::from(*first) } else { '\u{FFFD}' });
            rest = tail;
            continue;
        }
        if let [b'-', tail @ ..] = tail {
            text.push('+');
            rest = tail;
            continue;
        }
        let length = tail.iter().take_while(|&&b| sextet(b).is_some()).count();
        let (shifted, behind) = tail.split_at(length);
        if shifted.is_empty() {
            text.push('+');
        }
        push_units(&mut text, shifted);
        // The closing minus belongs to the shift; anything else closes it and stands for itself.
        rest = behind.strip_prefix(b"-").unwrap_or(behind);
    }
    text
}

fn push_units(text: &mut String, shifted: &[u8]) {
    let (mut bits, mut held) = (0u32, 0u32);
    let mut units = Vec::with_capacity(shifted.len() * 3 / 8);
    for value in shifted.iter().filter_map(|&b| sextet(b)) {
        bits = (bits << 6) | u32::from(value);
        held += 6;
        if held >= 16 {
            held -= 16;
            units.push(((bits >> held) & 0xFFFF) as u16);
            bits &= (1 << held) - 1;
        }
    }
    text.extend(char::decode_utf16(units).map(|unit| unit.unwrap_or('\u{FFFD}')));
}

fn sextet(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}
