/*!
Names people see.

A name comes from a stranger's From header and goes into other people's mails, so it is reduced on entry: what is left
cannot hide, imitate, link, or turn the direction of a line (`docs/threats.md`, injection).
*/

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Longest name, in characters.
const LONGEST: usize = 40;

/// Marks one letter may carry; Vietnamese needs two.
const MARKS_PER_LETTER: usize = 2;

/// What is shown where nothing of a name is left: the game books' sign for an unknown player.
const NOBODY: &str = "NN";

/// A safe name from what a stranger wrote in From: letters, marks, digits, blanks and `.-'`, 1 to 40 characters, one run
/// of script, no address, no host name (`docs/threats.md`, injection). Falls back to `fallback`, reduced the same way.
pub fn display_name(written: &str, fallback: &str) -> String {
    reduced(written).or_else(|| reduced(fallback)).unwrap_or_else(|| NOBODY.to_owned())
}

/// A name as its player chose it; none if anything of it had to go, so that nobody is called what they did not write.
pub(super) fn safe_name(written: &str) -> Option<String> {
    let wanted: String = written.nfkc().collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ");
    reduced(written).filter(|name| *name == wanted)
}

fn reduced(written: &str) -> Option<String> {
    let visible: String = written.nfkc().filter(|c| !is_hidden(*c)).collect();
    let visible = without_tags(&visible);
    let words: Vec<String> = visible.split_whitespace().filter(|word| !is_reachable(word)).flat_map(words_of).collect();
    let script = words.iter().find_map(|word| script_of_word(word))?;
    let of_script = |word: &&String| {
        let letters = word.chars().any(char::is_alphabetic);
        !letters || script_of_word(word) == Some(script)
    };
    let name = words.iter().filter(of_script).map(String::as_str).collect::<Vec<_>>().join(" ");
    shortened(&name)
}

/// Without what stands in angle brackets: markup, or an address.
fn without_tags(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, tag)) = rest.split_once('<') {
        out.push_str(before);
        out.push(' ');
        let Some((_, after)) = tag.split_once('>') else {
            return out + tag;
        };
        rest = after;
    }
    out + rest
}

/// True for what looks like an address, a host or a link: none of it is part of a name.
fn is_reachable(word: &str) -> bool {
    let dotted = || {
        let labels: Vec<&str> = word.trim_matches(|c: char| !c.is_alphanumeric()).split('.').collect();
        // `J.R.R.` is no host; a last label of one letter is none's.
        labels.len() > 1 && labels.last().is_some_and(|last| last.len() > 1 || last.bytes().all(|b| b.is_ascii_digit()))
    };
    word.contains('@') || word.contains("://") || word.to_lowercase().starts_with("www.") || dotted()
}

/// The words of a name: everything that no name is made of parts them.
fn words_of(word: &str) -> Vec<String> {
    let plain: String = word.chars().map(plain_sign).collect();
    let words = plain.split_whitespace().map(|part| {
        let part = part.trim_start_matches(['.', '-', '\'']).trim_end_matches(['-', '\'']);
        limit_marks(part)
    });
    words.filter(|part| part.chars().any(char::is_alphanumeric)).collect()
}

fn plain_sign(c: char) -> char {
    match c {
        '\u{2010}'..='\u{2015}' => '-',
        '\u{2018}' | '\u{2019}' | '\u{02BC}' => '\'',
        '.' | '-' | '\'' => c,
        c if c.is_alphanumeric() || is_combining_mark(c) => c,
        _ => ' ',
    }
}

/// Two marks a letter at most; a mark without a letter before it goes.
fn limit_marks(word: &str) -> String {
    let mut out = String::new();
    let mut room = 0;
    for c in word.chars() {
        if is_combining_mark(c) {
            if room == 0 {
                continue;
            }
            room -= 1;
        } else {
            room = if c.is_alphanumeric() { MARKS_PER_LETTER } else { 0 };
        }
        out.push(c);
    }
    out
}

/// At most forty characters, cut where a letter ends.
fn shortened(name: &str) -> Option<String> {
    let mut cut: Vec<char> = name.chars().take(LONGEST).collect();
    if name.chars().nth(LONGEST).is_some_and(is_combining_mark) {
        while cut.pop().is_some_and(is_combining_mark) {}
    }
    let name = cut.into_iter().collect::<String>().trim_end().to_owned();
    (!name.is_empty()).then_some(name)
}

/// Signs that show nothing of themselves: controls, joiners, direction and variation marks, tags, fillers.
fn is_hidden(c: char) -> bool {
    (c.is_control() && !c.is_whitespace())
        || matches!(c,
            '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
            | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
            | '\u{E0000}'..='\u{E0FFF}')
}

/// Scripts whose letters are mistaken for one another, and the rest by their block of the code. Han and kana are one
/// run: Japanese writes a name in any of them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Greek,
    Cyrillic,
    Japanese,
    Hangul,
    /// Anything else, by 128 code points: coarse, and enough to keep neighbours of one alphabet together.
    Block(u32),
}

/// Alphabets that do not lie in one aligned stretch of 128: Armenian, Hebrew, Arabic with its supplements, Tibetan,
/// Myanmar, Georgian, Ethiopic.
const SPANNING: [(u32, u32); 7] = [
    (0x0530, 0x058F),
    (0x0590, 0x05FF),
    (0x0600, 0x08FF),
    (0x0F00, 0x0FFF),
    (0x1000, 0x109F),
    (0x10A0, 0x10FF),
    (0x1200, 0x139F),
];

/// The script of a word's letters; `None` if there are none, or letters of more than one.
fn script_of_word(word: &str) -> Option<Script> {
    let mut scripts = word.chars().filter(|c| c.is_alphabetic() && !is_combining_mark(*c)).map(script_of);
    let first = scripts.next()?;
    scripts.all(|script| script == first).then_some(first)
}

fn script_of(c: char) -> Script {
    match u32::from(c) {
        0x0041..=0x024F | 0x0250..=0x02FF | 0x1D00..=0x1DBF | 0x1E00..=0x1EFF | 0x2C60..=0x2C7F | 0xA720..=0xA7FF => {
            Script::Latin
        }
        0x0370..=0x03FF | 0x1F00..=0x1FFF => Script::Greek,
        0x0400..=0x052F | 0x1C80..=0x1C8F | 0x2DE0..=0x2DFF | 0xA640..=0xA69F => Script::Cyrillic,
        0x3005..=0x3007 | 0x3021..=0x30FF | 0x31F0..=0x31FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF => {
            Script::Japanese
        }
        0x1B000..=0x1B16F | 0x20000..=0x323AF => Script::Japanese,
        0x1100..=0x11FF | 0x3130..=0x318F | 0xA960..=0xA97F | 0xAC00..=0xD7FF => Script::Hangul,
        code => {
            Script::Block(SPANNING.iter().find(|(from, to)| (*from..=*to).contains(&code)).map_or(code / 128, |s| s.0))
        }
    }
}
