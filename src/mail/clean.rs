/*!
Characters that are not seen (`docs/reading.md`): marks that only direct, join or vary go, blanks of every width
but the full one of Japanese become a plain one, line ends become `\n`. Marks that make a picture of two, or change how
a letter is drawn, stay where they do that, so that a message arrives as it was written. A control character, which nobody types, becomes U+FFFD, so that the letters
on its two sides do not grow together into something that was not written.
*/

/// The text as it is seen.
pub(super) fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\r' if chars.peek() == Some(&'\n') => {}
            '\n' | '\r' | '\u{0B}' | '\u{0C}' | '\u{85}' | '\u{2028}' | '\u{2029}' => out.push('\n'),
            c if shapes(out.chars().next_back(), c, chars.peek().copied()) => out.push(c),
            c if is_invisible(c) => {}
            '\u{3000}' => out.push(c),
            c if is_blank(c) => out.push(' '),
            c if c.is_control() => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}

/// True for a mark that changes what is seen at its place: a joiner or variation selector of an emoji, a variant of a Han
/// character, a joiner between letters of Arabic or of a script of India.
pub(crate) fn shapes(before: Option<char>, mark: char, after: Option<char>) -> bool {
    let Some(before) = before else { return false };
    let pictures =
        |c: char| matches!(c as u32, 0x203C..=0x2BFF | 0x3030 | 0x303D | 0x3297 | 0x3299 | 0xFE0F | 0x1F000..=0x1FAFF);
    let joined_letters = |c: char| matches!(c as u32, 0x600..=0xDFF) && c.is_alphanumeric();
    let han = |c: char| matches!(c as u32, 0x3400..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x3FFFF);
    match mark {
        '\u{FE0E}' | '\u{FE0F}' => pictures(before) || after == Some('\u{20E3}'),
        '\u{200D}' if pictures(before) => after.is_some_and(pictures),
        '\u{200C}' | '\u{200D}' => joined_letters(before) && after.is_some_and(joined_letters),
        '\u{E0100}'..='\u{E01EF}' => han(before),
        _ => false,
    }
}

/// Byte order mark, zero width, joiners, soft hyphen, directions, variation selectors, tags.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
            | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}' | '\u{E0100}'..='\u{E01EF}'
    )
}

/// Spaces of every width, the tab, and the fillers that Hangul shows as blanks.
fn is_blank(c: char) -> bool {
    matches!(c, '\t' | '\u{2800}' | '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}')
        || (c.is_whitespace() && c != '\n')
}
