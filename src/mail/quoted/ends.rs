/*!
Hard ends: lines behind which nothing is the writer's own, quote marks or none.
*/

use super::Line;
use super::attribution::contains_word;
use super::signs::{Signs, distinct};

/// The first line that belongs to the mail answered to.
pub(super) fn first(lines: &[Line], signs: &Signs) -> Option<usize> {
    let at = (0..lines.len()).find(|&at| {
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

/// At least three of the labels for who, when, to whom and what, within five lines.
fn is_header_block(lines: &[Line], signs: &Signs) -> bool {
    if lines.first().is_none_or(|line| signs.label(&line.folded).is_none()) {
        return false;
    }
    // Programs that make paragraphs of the labels put blank lines between them; those do not count.
    let block = lines.iter().take(10).filter(|line| !line.blank).take(5).take_while(|line| !line.quoted);
    distinct(block.filter_map(|line| signs.label(&line.folded))) >= 3
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
