/*!
Characters that are not seen (`replies/README.md` 2.7): marks that only direct, join or vary go, blanks of every width
become a plain one, line ends become `\n`. A control character, which nobody types, becomes U+FFFD, so that the letters
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
            c if is_invisible(c) => {}
            c if is_blank(c) => out.push(' '),
            c if c.is_control() => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
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
