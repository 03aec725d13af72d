/*!
Own text: removes quoted text, attributions, reply headers, signatures, sign-offs and one-line tags
(`docs/reading.md`). The words that give them away belong to languages and are handed in as [`Signs`].

One pass down the lines for each kind of sign, each looking at a bounded piece around its line: linear, whatever is sent.
*/

mod attribution;
mod date;
mod ends;
mod signs;

pub use signs::{SignWords, Signs};

use attribution::Attribution;
use signs::fold;

/// What a line was taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The writer's own.
    Own,
    /// Quoted, by its mark or wrapped off a quoted line.
    Quoted,
    /// "On … wrote:".
    Attribution,
    /// Behind a hard end: divider, header block, delimiter.
    Behind,
    /// A signature.
    Signature,
    /// From a closing formula on.
    SignOff,
    /// "Sent from my …".
    Tag,
}

/// Every line of `text` with what it was taken for.
pub fn sort<'t>(text: &'t str, signs: &Signs) -> Vec<(Kind, &'t str)> {
    let lines = lines(text);
    let mut end = ends::first(&lines, signs).unwrap_or(lines.len());
    let mut kinds = vec![Kind::Behind; lines.len()];
    let mut attributed = vec![false; lines.len()];
    let mut at = 0;
    while at < end {
        if let Some(Attribution { first, names_address }) = attribution::ending_at(&lines, &attributed, at, signs) {
            attributed.iter_mut().take(at + 1).skip(first).for_each(|mark| *mark = true);
            let next = lines.get(at + 1..end).unwrap_or_default().iter().find(|line| !line.blank);
            // A quote without marks: nothing tells where it ends.
            if names_address && next.is_some_and(|line| !line.quoted) {
                end = at + 1;
            }
        }
        at += 1;
    }
    sort_rest(lines.get(..end).unwrap_or_default(), &attributed, signs, &mut kinds);
    kinds.into_iter().zip(lines.iter().map(|line| line.raw)).collect()
}

/// A line and what is asked of it more than once.
struct Line<'t> {
    raw: &'t str,
    /// Folded for comparing; empty for quoted lines, which are asked nothing.
    folded: String,
    quoted: bool,
    blank: bool,
    /// Longer than any sign.
    long: bool,
}

/// Characters of a line that are compared with signs; a longer line is a paragraph.
const SIGN_MAX: usize = 400;

fn lines(text: &str) -> Vec<Line<'_>> {
    let mut lines: Vec<Line> = text.lines().map(line).collect();
    // One or two lines straight between quoted ones were wrapped off them by a mail program.
    let mut start = 0;
    while start < lines.len() {
        let run = lines.iter().skip(start).take_while(|line| !line.quoted && !line.blank).count();
        let closed = lines.get(start + run).is_some_and(|line| line.quoted);
        let opened = start.checked_sub(1).and_then(|before| lines.get(before)).is_some_and(|line| line.quoted);
        if (1..=2).contains(&run) && opened && closed {
            lines.iter_mut().skip(start).take(run).for_each(|line| line.quoted = true);
        }
        start += run.max(1);
    }
    lines
}

fn line(raw: &str) -> Line<'_> {
    let (quoted, blank) = (is_quoted(raw), raw.trim().is_empty());
    let start = raw.trim_start();
    let end = start.char_indices().nth(SIGN_MAX).map(|(at, _)| at);
    let seen = end.and_then(|at| start.get(..at)).unwrap_or(start);
    let folded = if quoted || blank { String::new() } else { fold(seen) };
    Line { raw, folded, quoted, blank, long: end.is_some() }
}

/// `>`, `＞`, up to four letters and `>`, or `|` and a blank.
fn is_quoted(raw: &str) -> bool {
    let line = raw.trim_start();
    let behind = line.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let letters = line.len() - behind.len();
    line.starts_with('＞')
        || (letters <= 4 && behind.starts_with('>'))
        || line.starts_with("| ")
        || line.trim_end() == "|"
}

/// Signatures, sign-offs and tags, up to the hard end.
fn sort_rest(lines: &[Line], attributed: &[bool], signs: &Signs, kinds: &mut [Kind]) {
    let mut state = Kind::Own;
    let mut seen_own = false;
    let mut below_tag = false;
    for ((line, attributed), kind) in lines.iter().zip(attributed).zip(kinds) {
        *kind = if line.quoted {
            state = Kind::Own;
            Kind::Quoted
        } else if *attributed {
            Kind::Attribution
        } else if state != Kind::Own {
            state
        } else if !line.long && (signs.is_tag(&line.folded) || (below_tag && is_link(line))) {
            Kind::Tag
        } else if is_separator(line) || (seen_own && is_rule(line)) {
            state = Kind::Signature;
            state
        } else if !line.long && signs.is_closing(&line.folded) {
            state = Kind::SignOff;
            state
        } else {
            seen_own |= !line.blank;
            Kind::Own
        };
        below_tag = *kind == Kind::Tag;
    }
}

/// The address of a tag's link, which programs put on a line of its own when they make text of HTML.
fn is_link(line: &Line) -> bool {
    line.folded.starts_with('<') && line.folded.ends_with('>') && !line.folded.contains(' ')
}

/// The separator of a signature, alone on its line.
fn is_separator(line: &Line) -> bool {
    matches!(line.raw.trim(), "--" | "—" | "___")
}

/// Five or more signs without a letter, as Japanese boxed signatures and disclaimers begin with. Pictures and the
/// punctuation of a lively sentence are no rule.
fn is_rule(line: &Line) -> bool {
    let sign = |c: char| !c.is_alphanumeric() && !c.is_whitespace();
    let drawn = |c: &char| !matches!(c, '!' | '?' | '.' | '…' | ',' | '。' | '、' | '！' | '？') && *c < '\u{1F000}';
    let mut signs = line.raw.chars().filter(|c| !c.is_whitespace());
    !line.blank && signs.clone().all(sign) && signs.by_ref().filter(drawn).count() >= 5
}
