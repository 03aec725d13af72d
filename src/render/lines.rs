/*!
Lines of plain text: what players wrote made harmless, and everything broken to the width mail is read in.
*/

use unicode_width::UnicodeWidthChar;

use crate::mail::shapes;
use crate::rules::notation::shogi;

/// Columns of a line of ours; a full-width character takes two.
pub(super) const WIDTH: usize = 72;

/// A quotation within a sentence is cut here.
const QUOTED_MAX: usize = 120;

/// Signs that may not begin a line (Japanese line breaking).
const NOT_FIRST: &str = "／、。，．・：；？！）」』】〉》〕｝〜ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ’”…‥,.:;?!)]}";

/// Signs that may not end one.
const NOT_LAST: &str = "（「『【〈《〔｛‘“([{";

/// True for what may stand in text that is not ours: no control, direction or invisible sign.
fn harmless(letter: char) -> bool {
    !letter.is_control()
        && !matches!(letter, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        && !matches!(letter, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// One line of a stranger's text, for use within a sentence: line ends become blanks, and it is cut if long.
pub(super) fn clean_line(text: &str) -> String {
    let blank = |letter: char| if letter.is_whitespace() { ' ' } else { letter };
    let clean: String = text.chars().map(blank).filter(|letter| harmless(*letter)).collect();
    let words: Vec<&str> = clean.split(' ').filter(|word| !word.is_empty()).collect();
    let line = words.join(" ");
    if line.chars().count() <= QUOTED_MAX {
        return line;
    }
    line.chars().take(QUOTED_MAX - 1).chain(['…']).collect()
}

/// A stranger's text, line by line, without empty lines at its ends.
pub(super) fn clean_text(text: &str) -> Vec<String> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n").replace('\t', "    ");
    let lines: Vec<String> = text.split('\n').map(|line| kept_blanks(visible(line).trim_end())).collect();
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(lines.len());
    let last = lines.iter().rposition(|line| !line.is_empty()).map_or(first, |last| last + 1);
    lines.get(first..last).map(<[String]>::to_vec).unwrap_or_default()
}

/// A line without what shows nothing.
fn visible(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        if harmless(letter) || shapes(out.chars().next_back(), letter, letters.peek().copied()) {
            out.push(letter);
        }
    }
    out
}

/// Blanks in front of a line and behind other blanks, which HTML would not show, as no-break ones.
fn kept_blanks(line: &str) -> String {
    let mut before = ' ';
    let keep = |letter: char| match std::mem::replace(&mut before, letter) {
        ' ' if letter == ' ' => '\u{a0}',
        _ => letter,
    };
    line.chars().map(keep).collect()
}

/// The text as it is sent: lines broken, no blank at a line's end, never more than one empty line in a row, one newline
/// at the end. A no-break blank (U+00A0) holds its words together and becomes a blank.
pub(super) fn finish(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        for piece in wrapped(line.trim_end()) {
            let piece = piece.replace('\u{a0}', " ");
            let empty_before = lines.last().is_none_or(String::is_empty);
            if !(piece.is_empty() && empty_before) {
                lines.push(guarded(piece));
            }
        }
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines.join("\n") + "\n"
}

/// Some stores of mail change lines that begin with `From ` or a dot.
fn guarded(line: String) -> String {
    if line.starts_with("From ") || line.starts_with('.') { format!(" {line}") } else { line }
}

/// One line in pieces of at most [`WIDTH`] columns. Quotations keep their mark, indented lines hang.
fn wrapped(line: &str) -> Vec<String> {
    let own = line.trim_start_matches(' ');
    let indent = " ".repeat(line.len() - own.len());
    let (lead, hang, body) = match own.strip_prefix("> ") {
        Some(body) => (format!("{indent}> "), format!("{indent}> "), body),
        None if indent.is_empty() => (String::new(), String::new(), own),
        None => (indent.clone(), format!("{indent}  "), own),
    };
    let mut pieces = Vec::new();
    let mut piece = lead;
    let mut columns = width(&piece);
    let mut fresh = true;
    for unit in units(body) {
        if !fresh && columns + width(unit.trim_end_matches(' ')) > WIDTH {
            pieces.push(piece.trim_end_matches(' ').to_owned());
            piece = hang.clone();
            columns = width(&piece);
        }
        for letter in unit.chars() {
            let wide = letter.width().unwrap_or(0);
            if columns + wide > WIDTH && letter != ' ' {
                pieces.push(std::mem::replace(&mut piece, hang.clone()));
                columns = width(&piece);
            }
            piece.push(letter);
            columns += wide;
        }
        fresh = false;
    }
    pieces.push(piece.trim_end_matches(' ').to_owned());
    accompany(&mut pieces, &hang);
    pieces
}

/// A last line of a single word gets the word before it for company: alone, a word might read as an answer.
fn accompany(pieces: &mut [String], hang: &str) {
    let [.., before, last] = pieces else { return };
    let word = last.get(hang.len()..).unwrap_or_default();
    let Some((rest, company)) = before.rsplit_once(' ') else { return };
    let narrow = |text: &str| text.chars().all(|letter| letter.width() != Some(2));
    let lonely = !word.is_empty() && !word.contains(' ') && narrow(word) && narrow(company);
    if lonely && rest.trim_start().contains(' ') && width(company) + width(last) < WIDTH {
        *last = format!("{hang}{company} {word}");
        *before = rest.to_owned();
    }
}

/// Stretches that hold together, each with the blanks behind it.
fn units(text: &str) -> Vec<&str> {
    let mut units = Vec::new();
    let mut start = 0;
    let mut before: Option<char> = None;
    for (place, letter) in text.char_indices() {
        if before.is_some_and(|before| may_part(before, letter)) {
            units.extend(text.get(start..place));
            start = place;
        }
        before = Some(letter);
    }
    units.extend(text.get(start..).filter(|rest| !rest.is_empty()));
    units
}

fn may_part(before: char, after: char) -> bool {
    if before == ' ' {
        return after != ' ';
    }
    if in_a_move(before, after) {
        return false;
    }
    let wide = |letter: char| letter.width().unwrap_or(0) == 2;
    after != ' '
        && (wide(before) || wide(after))
        && before != '\u{a0}'
        && after != '\u{a0}'
        && !NOT_FIRST.contains(after)
        && !NOT_LAST.contains(before)
}

/// True within a square of shogi and its promotion: `３三不成`.
fn in_a_move(before: char, after: char) -> bool {
    let number = |letter: char| ('１'..='９').contains(&letter) || shogi::KANJI.contains(&letter);
    number(before) && (shogi::KANJI.contains(&after) || matches!(after, '成' | '不')) || (before, after) == ('不', '成')
}

/// Columns a text takes.
pub(super) fn width(text: &str) -> usize {
    text.chars().map(|letter| letter.width().unwrap_or(0)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_wider_than_the_page() {
        let japanese = "指し手を読み取れませんでした。「b1d2」のように書いてください。".repeat(5);
        let english = "a word and another, ".repeat(20);
        let url = "x".repeat(200);
        for text in [japanese, english, url, format!("> {}", "quoted ".repeat(30)), format!("  {}", "Nf3 ".repeat(40))]
        {
            for line in finish(&text).lines() {
                assert!(width(line) <= WIDTH, "{line}");
                assert!(!line.ends_with(' '), "{line:?}");
                assert!(!line.starts_with(['。', '、', '」']), "{line}");
            }
        }
    }

    #[test]
    fn breaking_keeps_marks_and_loses_no_word() {
        let quoted = finish(&format!("> {}", "word ".repeat(30)));
        assert!(quoted.lines().count() > 1 && quoted.lines().all(|line| line.starts_with("> ")));
        assert_eq!(quoted.matches("word").count(), 30);
        assert_eq!(finish("a\u{a0}b\n\n\n\nc\n\n"), "a b\n\nc\n");
        assert_eq!(finish("From here"), " From here\n");
        let lonely = finish(&format!("{}draw", "offers ".repeat(10)));
        assert_eq!(lonely.lines().last(), Some("offers draw"));
        assert_eq!(finish("ナイトは a6 に動けません。").lines().count(), 1);
        let japanese = finish(&format!("{} a6 に動けません。局面は変わっていません。", "あ".repeat(20)));
        assert!(japanese.starts_with(&format!("{} a6 に動", "あ".repeat(20))), "{japanese}");
    }

    #[test]
    fn strangers_text_is_harmless() {
        assert_eq!(clean_line("a\r\nBcc: b\u{202e}c\u{200b}\u{7}"), "a Bcc: bc");
        assert_eq!(clean_text("\r\n\r\none\r\n\r\ntwo \r"), ["one", "", "two"]);
        assert_eq!(
            clean_text("a  b\n  c \u{1F468}\u{200D}\u{1F467}\u{200D}"),
            ["a \u{a0}b", "\u{a0}\u{a0}c \u{1F468}\u{200D}\u{1F467}"]
        );
        assert!(clean_line(&"x".repeat(500)).chars().count() <= QUOTED_MAX);
    }
}
