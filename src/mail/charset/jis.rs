/*!
ISO-2022-JP as programs write it, which is cp50221: beside ASCII and JIS X 0208 also half-width kana, JIS X 0212, and the
NEC and IBM rows (①, ㈱, 髙) that the registered charset does not have.
*/

use encoding_rs::EUC_JP;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Set {
    Ascii,
    Kana,
    Kanji,
    Supplement,
}

/// Whether there is an escape to another set than ASCII.
pub(super) fn has_escapes(bytes: &[u8]) -> bool {
    bytes.windows(3).any(|w| matches!(w, [0x1B, b'$', b'B' | b'@' | b'('] | [0x1B, b'(', b'J' | b'I']))
}

/// Decodes; a set that is still open at a line's end is closed there, as the charset demands of writers.
pub(super) fn decode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    let mut set = Set::Ascii;
    let mut rest = bytes;
    while let [first, tail @ ..] = rest {
        if let Some((next, length)) = escape(rest) {
            set = next;
            rest = rest.get(length..).unwrap_or_default();
            continue;
        }
        match (*first, set) {
            (b'\n' | b'\r', _) => {
                set = Set::Ascii;
                text.push(char::from(*first));
            }
            // Shift out and in: half-width kana of cp50222.
            (0x0E, _) => set = Set::Kana,
            (0x0F, _) => set = Set::Ascii,
            (b @ 0x21..=0x5F, Set::Kana) => text.push(kana(b)),
            // Half-width kana sent as 8-bit bytes, as some phones do.
            (b @ 0xA1..=0xDF, Set::Ascii | Set::Kana) => text.push(kana(b & 0x7F)),
            (b @ 0x21..=0x7E, Set::Kanji | Set::Supplement) => {
                let Some(second @ 0x21..=0x7E) = tail.first().copied() else {
                    text.push('\u{FFFD}');
                    rest = tail;
                    continue;
                };
                push_pair(&mut text, set, b, second);
                rest = tail.get(1..).unwrap_or_default();
                continue;
            }
            (b, _) if b.is_ascii() => text.push(char::from(b)),
            _ => text.push('\u{FFFD}'),
        }
        rest = tail;
    }
    text
}

/// The set an escape sequence at the front calls for, and the sequence's length.
fn escape(bytes: &[u8]) -> Option<(Set, usize)> {
    match bytes {
        [0x1B, b'(', b'B' | b'J' | b'H', ..] => Some((Set::Ascii, 3)),
        [0x1B, b'(', b'I', ..] => Some((Set::Kana, 3)),
        [0x1B, b'$', b'@' | b'B', ..] => Some((Set::Kanji, 3)),
        [0x1B, b'$', b'(', b'D', ..] => Some((Set::Supplement, 4)),
        [0x1B, b'$', b'(', b'@' | b'B', ..] => Some((Set::Kanji, 4)),
        // JIS X 0208-1990 announces itself before its own escape.
        [0x1B, b'&', b'@', ..] => Some((Set::Ascii, 3)),
        _ => None,
    }
}

fn kana(byte: u8) -> char {
    char::from_u32(0xFF61 + u32::from(byte) - 0x21).unwrap_or('\u{FFFD}')
}

/// EUC-JP is the same code with the high bits set, and its table has the NEC and IBM rows.
fn push_pair(text: &mut String, set: Set, first: u8, second: u8) {
    let pair = [0x8F, first | 0x80, second | 0x80];
    let code = if set == Set::Supplement { &pair[..] } else { &pair[1..] };
    match EUC_JP.decode_without_bom_handling_and_without_replacement(code) {
        Some(decoded) => text.push_str(&decoded),
        None => text.push('\u{FFFD}'),
    }
}
