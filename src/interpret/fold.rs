/*!
One line of a letter, character by character, in the plain form that words and moves are compared in.

Full-width forms, figurines, dashes, quotation marks and blanks of every kind become one of their kind; invisible
characters go. Every character keeps the place it came from, so that what is not a command can be handed on as it was
written.
*/

use std::sync::OnceLock;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{canonical_combining_class, is_combining_mark};

use crate::rules::variants;

/// One character after folding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Glyph {
    /// What it became.
    pub ch: char,
    /// First byte of what it was, in [`Line::source`].
    pub from: usize,
    /// The byte behind it.
    pub to: usize,
}

/// A line and its folded form.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The line as written, canonically composed.
    pub source: String,
    /// Its characters, folded.
    pub glyphs: Vec<Glyph>,
}

/// The figurines' place in the private use area: king, queen, rook, bishop, knight, pawn of either colour, and behind them
/// the men of other armies, which have names but no figurines that people could write.
const FIGURINES: char = '\u{E000}';

/// Stands for anything that cuts a line like an emoji.
pub(super) const ORNAMENT: char = '\u{2756}';

/// The keys of the men that figurines show, in the order of their code points.
pub(super) const FIGURINE_KEYS: [&str; 6] = ["king", "queen", "rook", "bishop", "knight", "pawn"];

impl Line {
    /// Folds a line.
    pub fn new(line: &str) -> Line {
        let source: String = line.nfc().collect();
        let mut glyphs: Vec<Glyph> = Vec::with_capacity(source.len());
        let mut letters = source.char_indices().peekable();
        while let Some((from, ch)) = letters.next() {
            let mut to = from + ch.len_utf8();
            let mut cluster = String::from(ch);
            while let Some(&(at, mark)) = letters.peek() {
                if !joins(mark) {
                    break;
                }
                cluster.push(mark);
                to = at + mark.len_utf8();
                letters.next();
            }
            let folded = folded(&cluster);
            match glyphs.last_mut().filter(|_| folded.is_empty()) {
                // A mark that shows nothing belongs to the character it changes.
                Some(before) => before.to = to,
                None => glyphs.extend(folded.into_iter().map(|ch| Glyph { ch, from, to })),
            }
        }
        mend_long_marks(&mut glyphs);
        Line { source, glyphs }
    }

    /// What stood where `glyphs` stand, as written.
    pub fn written(&self, glyphs: &[Glyph]) -> &str {
        match (glyphs.first(), glyphs.last()) {
            (Some(first), Some(last)) => self.source.get(first.from..last.to).unwrap_or_default(),
            _ => "",
        }
    }
}

/// The keys of all men that names may stand for.
fn men() -> &'static [&'static str] {
    static MEN: OnceLock<Vec<&'static str>> = OnceLock::new();
    MEN.get_or_init(|| {
        let mut men = FIGURINE_KEYS.to_vec();
        for role in variants::SHEETS.iter().flat_map(|variant| variant.roles) {
            if !men.contains(&role.key) {
                men.push(role.key);
            }
        }
        men
    })
}

/// The figurine of that man, as folding writes it.
pub(super) fn figurine(key: &str) -> Option<char> {
    let place = men().iter().position(|known| *known == key)?;
    char::from_u32(FIGURINES as u32 + u32::try_from(place).ok()?)
}

/// The key of the man a folded figurine shows.
pub(super) fn figurine_key(ch: char) -> Option<&'static str> {
    let place = (ch as u32).checked_sub(FIGURINES as u32)?;
    men().get(usize::try_from(place).ok()?).copied()
}

/// Small letters, each run of blanks one blank, none beside a letter of a script that writes none.
pub(super) fn plain(glyphs: &[Glyph]) -> String {
    plain_of(glyphs.iter().map(|glyph| glyph.ch))
}

/// The same for words that are not part of a letter.
pub(super) fn plain_text(text: &str) -> String {
    plain_of(Line::new(text).glyphs.iter().map(|glyph| glyph.ch))
}

fn plain_of(chars: impl Iterator<Item = char>) -> String {
    let mut text = String::new();
    let mut blank = false;
    for ch in chars {
        if ch == ' ' {
            blank = !text.is_empty();
            continue;
        }
        if blank && !unspaced(ch) && !text.chars().next_back().is_some_and(unspaced) {
            text.push(' ');
        }
        blank = false;
        text.extend(ch.to_lowercase());
    }
    text
}

/// True for letters of Japanese and Chinese, which write no blanks between words.
pub(super) fn unspaced(ch: char) -> bool {
    matches!(ch as u32, 0x3001..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF)
}

/// True for letters behind which a word may go on without a blank: those above, and Korean with its particles.
pub(super) fn gluing(ch: char) -> bool {
    unspaced(ch) || matches!(ch as u32, 0x1100..=0x11FF | 0xAC00..=0xD7AF)
}

/// Marks that belong to the character before them.
fn joins(ch: char) -> bool {
    matches!(ch, '\u{FF9E}' | '\u{FF9F}') || (is_combining_mark(ch) && canonical_combining_class(ch) != 0)
}

fn folded(cluster: &str) -> Vec<char> {
    cluster.nfkc().filter(|ch| !invisible(*ch)).map(plain_char).collect()
}

/// Characters that show nothing: joiners, direction and variation marks, byte order marks, soft hyphens, controls.
fn invisible(ch: char) -> bool {
    matches!(ch as u32,
        0xAD | 0x34F | 0x61C | 0x115F | 0x1160 | 0x17B4 | 0x17B5 | 0x180B..=0x180E | 0x200B..=0x200F | 0x202A..=0x202E
        | 0x2060..=0x206F | 0x3164 | 0xFE00..=0xFE0F | 0xFEFF | 0xFFA0 | 0xFFF9..=0xFFFB | 0xE0000..=0xE0FFF)
        || (ch.is_control() && !ch.is_whitespace())
}

fn plain_char(ch: char) -> char {
    match ch as u32 {
        0x2654..=0x265F => {
            let place = (ch as u32 - 0x2654) % 6;
            char::from_u32(FIGURINES as u32 + place).unwrap_or(ORNAMENT)
        }
        0xE000..=0xF8FF => ORNAMENT,
        _ if ch.is_whitespace() => ' ',
        0x2010..=0x2015 | 0x2043 | 0x207B | 0x208B | 0x2212 | 0x2500 | 0x2501 | 0x2796 | 0xFE58 | 0x2E3A | 0x2E3B => {
            '-'
        }
        0x5BE | 0x1806 | 0x2E17 | 0x30A0 | 0x2192 => '-',
        0xD7 | 0x2715 | 0x2716 | 0x2A2F => 'x',
        0x2018..=0x201B | 0x2B9 | 0x2BC | 0x60 | 0xB4 | 0x2032 => '\'',
        0x201C..=0x201F | 0xAB | 0xBB | 0x2033 | 0x2039 | 0x203A | 0x300C..=0x300F | 0x301D..=0x301F => '"',
        0x3010 | 0x3014 => '(',
        0x3011 | 0x3015 => ')',
        0x61F => '?',
        _ if ornament(ch) => ORNAMENT,
        _ => ch,
    }
}

/// Emoji and the signs that people use like them.
fn ornament(ch: char) -> bool {
    matches!(ch as u32,
        0x203B | 0x2190..=0x2191 | 0x2193..=0x21FF | 0x2300..=0x23FF | 0x25A0..=0x2653 | 0x2660..=0x27BF | 0x2B00..=0x2BFF
        | 0x1F000..=0x1FAFF)
}

/// The long mark of kana, typed for a dash where no kana stands before it: `0ー0`, `e2ーe4`.
fn mend_long_marks(glyphs: &mut [Glyph]) {
    let mut before = ' ';
    for glyph in glyphs {
        if glyph.ch == 'ー' && !matches!(before as u32, 0x3041..=0x30FF) {
            glyph.ch = '-';
        }
        before = glyph.ch;
    }
}
