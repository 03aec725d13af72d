/*!
Hard ends: lines behind which nothing is the writer's own, quote marks or none.
*/

use super::Line;
use super::attribution::contains_word;
use super::date::has_date;
use super::signs::{Signs, distinct, fold};

/// The first line that belongs to the mail answered to.
pub(super) fn first(lines: &[Line], signs: &Signs) -> Option<usize> {
    let at = (0..lines.len()).find(|&at| {
        if is_between_arrows(lines.get(at..).unwrap_or_default(), signs) {
            return true;
        }
        let Some(line) = lines.get(at).filter(|line| !line.quoted && !line.blank) else { return false };
        (!line.long && (signs.is_hard_end(&line.folded) || is_divider(&line.folded, signs)))
            || is_header_block(lines.get(at..).unwrap_or_default(), signs)
    })?;
    Some(with_rule_above(lines, at))
}

/// `-----Original Message-----`, `---- On … wrote ---`, `-----"Anna" <anna@example.net> wrote: -----`.
fn is_divider(folded: &str, signs: &Signs) -> bool {
    let dash = |c: char| matches!(c, '-' | '–' | '—' | '―' | '─' | '━' | '_' | '=' | '*');
    let inner = folded.trim_start_matches(dash);
    let before = folded.chars().count() - inner.chars().count();
    let text = inner.trim_end_matches(dash);
    let behind = inner.chars().count() - text.chars().count();
    let text = text.trim().trim_end_matches(':').trim_end();
    if before < 2 || text.is_empty() {
        return false;
    }
    signs.dividers.iter().any(|divider| text == divider || (behind >= 2 && contains_word(text, divider)))
        || (behind >= 2 && signs.wrote_words.iter().any(|word| contains_word(text, word)))
}

/// GroupWise's attribution, `>>> Ben <ben@example.org> 30.11.2026 10:03 >>>`, on one line or wrapped over up to three. The
/// text below it bears no marks.
fn is_between_arrows(lines: &[Line], signs: &Signs) -> bool {
    let opens = |line: &Line| {
        let behind = line.raw.trim_start().strip_prefix(ARROWS).map(str::trim_start);
        behind.is_some_and(|behind| !behind.is_empty() && !behind.starts_with('>'))
    };
    if !lines.first().is_some_and(opens) {
        return false;
    }
    let wrapped = lines.iter().take(3).take_while(|line| !line.blank && !line.long);
    let mut text = String::new();
    for line in wrapped {
        text.push_str(line.raw.trim());
        text.push(' ');
        if let Some(inner) = text.trim_end().strip_suffix(ARROWS).filter(|inner| inner.len() > ARROWS.len()) {
            return has_date(&fold(inner), &signs.months);
        }
    }
    false
}

/// What GroupWise puts around an attribution.
const ARROWS: &str = ">>>";

/// The labels of the mail answered to: at least three of those for who, when, to whom and what within five lines; or, in a
/// language we have no words of, four labels of which the first line names an address and the second a date.
fn is_header_block(lines: &[Line], signs: &Signs) -> bool {
    let known = |line: &Line| signs.label(&line.folded).is_some();
    if !lines.first().is_some_and(|line| known(line) || has_label(line)) {
        return false;
    }
    // Programs that make paragraphs of the labels put blank lines between them; those do not count.
    let block = lines.iter().take(10).filter(|line| !line.blank).take(5).take_while(|line| !line.quoted);
    let block: Vec<&Line> = block.collect();
    lines.first().is_some_and(known) && distinct(block.iter().filter_map(|line| signs.label(&line.folded))) >= 3
        || matches!(block.as_slice(), [from, sent, third, fourth, ..] if names_address(from)
            && has_date(&sent.folded, &signs.months)
            && [sent, third, fourth].into_iter().all(|line| has_label(line)))
}

/// A word or a few and a colon in front, without a figure among them, and something behind.
fn has_label(line: &Line) -> bool {
    let Some((label, behind)) = line.folded.split_once(':') else { return false };
    let words = label.split_whitespace().count();
    (1..=3).contains(&words) && !label.contains(|c: char| c.is_numeric() || c == '@') && !behind.trim().is_empty()
}

/// An address in brackets, as mail programs write the sender: `Ben <ben@example.org>`, `Ben [mailto:ben@example.org]`.
fn names_address(line: &Line) -> bool {
    let closed = |inner: &str| inner.split_once(['>', ']', ')']).is_some_and(|(inner, _)| inner.contains('@'));
    line.folded.split(['<', '[', '(']).skip(1).any(closed)
}

/// The rule that mail programs draw above a header block goes with it.
fn with_rule_above(lines: &[Line], at: usize) -> usize {
    let above = lines.iter().take(at).rposition(|line| !line.blank);
    let is_rule = |line: &Line| {
        let signs = line.raw.trim();
        !line.quoted && signs.chars().count() >= 4 && signs.chars().all(|c| matches!(c, '_' | '-' | '=' | '*' | '─'))
    };
    above.filter(|&above| lines.get(above).is_some_and(is_rule)).unwrap_or(at)
}
