/*!
Phrases: words as the language files give them, found at the front or the back of a stretch of a letter.

In the files `(a)` may be left out, `(a/b)` is either or nothing, and `[a/b]` is one of them; a phrase is written out into
all its forms once, when it is loaded.
*/

use std::collections::HashMap;
use std::str::Chars;

use super::fold::{Glyph, gluing, plain_text, unspaced};

/// One form of words: small letters, single blanks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Phrase(Vec<char>);

/// More forms than this from one line of a file is a mistake in the file.
const FORMS_MAX: usize = 4096;

impl Phrase {
    /// The phrase of that text.
    pub fn new(text: &str) -> Phrase {
        Phrase(plain_text(text).chars().collect())
    }

    /// Number of characters, for trying longer phrases first.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Its first letter, small.
    pub fn first(&self) -> Option<char> {
        self.0.first().copied()
    }

    /// If `glyphs` begin with these words, how many glyphs they take. A word ends where the next does not go on with it.
    pub fn begins(&self, glyphs: &[Glyph]) -> Option<usize> {
        let taken = self.along(glyphs)?;
        let ends = self.0.last().is_none_or(|last| parts(Some(*last), glyphs.get(taken).map(|next| next.ch)));
        ends.then_some(taken)
    }

    /// The same without regard to what follows: `ep` of `epd6`.
    pub fn along(&self, glyphs: &[Glyph]) -> Option<usize> {
        // Hundreds of phrases are tried at a place, and nearly all differ in their first letter.
        if self.0.first().is_some_and(|first| !glyphs.first().is_some_and(|glyph| same(glyph.ch, *first))) {
            return None;
        }
        let mut at = 0;
        let mut before = ' ';
        for &wanted in &self.0 {
            let blanks = glyphs.get(at..)?.iter().take_while(|glyph| glyph.ch == ' ').count();
            if wanted == ' ' {
                let dash = glyphs.get(at).is_some_and(|glyph| glyph.ch == '-');
                if blanks == 0 && !dash {
                    return None;
                }
                at += if dash { 1 } else { blanks };
                before = ' ';
                continue;
            }
            if at > 0 && (unspaced(wanted) || unspaced(before)) {
                at += blanks;
            }
            if !same(glyphs.get(at)?.ch, wanted) {
                return None;
            }
            at += 1;
            before = wanted;
        }
        Some(at)
    }

    /// If `glyphs` end with these words, how many glyphs stand before them.
    pub fn ends(&self, glyphs: &[Glyph]) -> Option<usize> {
        let left = self.back_along(glyphs)?;
        let before = left.checked_sub(1).and_then(|at| glyphs.get(at)).map(|glyph| glyph.ch);
        self.0.first().is_none_or(|first| parts(before, Some(*first))).then_some(left)
    }

    /// The same without regard to what stands before: `ep` of `exd6ep`.
    pub fn back_along(&self, glyphs: &[Glyph]) -> Option<usize> {
        if self.0.last().is_some_and(|last| !glyphs.last().is_some_and(|glyph| same(glyph.ch, *last))) {
            return None;
        }
        let mut left = glyphs.len();
        let mut behind = ' ';
        for &wanted in self.0.iter().rev() {
            let blanks = glyphs.get(..left)?.iter().rev().take_while(|glyph| glyph.ch == ' ').count();
            if wanted == ' ' {
                if blanks == 0 {
                    return None;
                }
                left -= blanks;
                behind = ' ';
                continue;
            }
            if left < glyphs.len() && (unspaced(wanted) || unspaced(behind)) {
                left -= blanks;
            }
            left = left.checked_sub(1)?;
            if !same(glyphs.get(left)?.ch, wanted) {
                return None;
            }
            behind = wanted;
        }
        Some(left)
    }

    /// The place where these words stand in `glyphs`, if they do.
    pub fn within<'g>(&self, glyphs: &'g [Glyph]) -> Option<&'g [Glyph]> {
        self.parted(glyphs).map(|(_, found, _)| found)
    }

    /// `glyphs` parted by the first place where these words stand: what is in front, the words, what is behind.
    pub fn parted<'g>(&self, glyphs: &'g [Glyph]) -> Option<(&'g [Glyph], &'g [Glyph], &'g [Glyph])> {
        (0..glyphs.len()).find_map(|at| {
            let (front, rest) = glyphs.split_at_checked(at)?;
            let before = front.last().map(|glyph| glyph.ch);
            let taken = Some(rest).filter(|_| parts(before, self.first())).and_then(|rest| self.begins(rest))?;
            let (found, behind) = rest.split_at_checked(taken)?;
            Some((front, found, behind))
        })
    }

    /// True if what follows these words, where an argument is awaited, is parted from them: by a blank or by their own sign.
    /// `settings-admin.css` and `new@example.org` are words of their own.
    pub fn parts_from(&self, behind: &[Glyph]) -> bool {
        let last = self.0.last().copied().unwrap_or(' ');
        behind.first().is_none_or(|next| matches!(next.ch, ' ' | ':' | '<' | '"' | '(') || gluing(next.ch))
            || !last.is_alphanumeric()
            || gluing(last)
    }

    /// True if `glyphs` are these words and nothing else.
    pub fn is(&self, glyphs: &[Glyph]) -> bool {
        self.along(glyphs) == Some(glyphs.len())
    }
}

/// Phrases by their first letter, to look for many of them in a text.
#[derive(Clone, Debug, Default)]
pub(super) struct Phrases(HashMap<char, Vec<Phrase>>);

impl Phrases {
    /// Adds phrases.
    pub fn extend(&mut self, phrases: Vec<Phrase>) {
        for phrase in phrases {
            let Some(first) = phrase.first() else { continue };
            let alike = self.0.entry(first).or_default();
            if !alike.contains(&phrase) {
                alike.push(phrase);
            }
        }
    }

    /// True if one of them stands in `glyphs`.
    pub fn within(&self, glyphs: &[Glyph]) -> bool {
        (0..glyphs.len()).any(|at| {
            let Some((rest, first)) = glyphs.get(at..).and_then(|rest| Some((rest, rest.first()?))) else {
                return false;
            };
            let before = at.checked_sub(1).and_then(|before| glyphs.get(before)).map(|glyph| glyph.ch);
            let alike = first.ch.to_lowercase().next().and_then(|first| self.0.get(&first));
            alike.is_some_and(|alike| {
                parts(before, Some(first.ch)) && alike.iter().any(|phrase| phrase.begins(rest).is_some())
            })
        })
    }
}

/// The longest of `phrases` that `glyphs` begin with, and how many glyphs it takes.
pub(super) fn longest_front<'p, T>(phrases: &'p [(Phrase, T)], glyphs: &[Glyph]) -> Option<(&'p T, usize)> {
    phrases.iter().find_map(|(phrase, what)| phrase.begins(glyphs).map(|taken| (what, taken)))
}

/// True if a word may end between these two characters.
fn parts(before: Option<char>, after: Option<char>) -> bool {
    match (before, after) {
        (Some(before), Some(after)) => {
            !(before.is_alphanumeric() && after.is_alphanumeric()) || gluing(before) || gluing(after)
        }
        _ => true,
    }
}

fn same(written: char, wanted: char) -> bool {
    match (written.is_ascii(), wanted.is_ascii()) {
        (true, true) => written.to_ascii_lowercase() == wanted,
        _ => written == wanted || written.to_lowercase().next() == Some(wanted),
    }
}

/// All forms of a text of the language files; the error says what is wrong with it.
pub(super) fn forms(text: &str) -> Result<Vec<String>, String> {
    let mut chars = text.chars();
    let forms = choices(&mut chars, None).map_err(|error| format!("{text:?} {error}"))?;
    Ok(forms)
}

/// The forms up to the bracket `close`, or to the end; only inside a bracket does `/` part two choices.
fn choices(chars: &mut Chars<'_>, close: Option<char>) -> Result<Vec<String>, &'static str> {
    let mut done: Vec<String> = Vec::new();
    let mut forms = vec![String::new()];
    loop {
        match chars.next() {
            Some('/') if close.is_some() => done.append(&mut std::mem::replace(&mut forms, vec![String::new()])),
            Some(open @ ('(' | '[')) => {
                let mut inner = choices(chars, Some(if open == '(' { ')' } else { ']' }))?;
                if open == '(' {
                    inner.push(String::new());
                }
                forms = forms.iter().flat_map(|form| inner.iter().map(move |more| format!("{form}{more}"))).collect();
            }
            Some(ch) if Some(ch) == close => break,
            Some(')' | ']') => return Err("has a bracket too many"),
            Some(ch) => forms.iter_mut().for_each(|form| form.push(ch)),
            None if close.is_some() => return Err("lacks a bracket"),
            None => break,
        }
        if forms.len() > FORMS_MAX {
            return Err("has too many forms");
        }
    }
    done.append(&mut forms);
    Ok(done)
}
