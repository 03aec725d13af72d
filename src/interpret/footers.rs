/*!
Footers are no commands. Under a letter stand the words of list servers, gateways and companies: `Unsubscribe | Privacy
policy`, `Action taken: delete`. A wish that reaches beyond a game is taken only where it is a sentence of its own, and
no line around it goes on with it; in a row of links only moves are taken.
*/

use super::commands::Said;
use super::fold::{Glyph, gluing};
use super::moves::bare;
use super::phrase::Phrase;
use super::request::Deed;
use super::segments::Segment;
use crate::club::Errand;

/// True for wishes of a word or two that reach beyond a game, and that footers speak of.
pub(super) fn reaches_far(said: &Said) -> bool {
    let Said::Deed(Deed::Errand(errand)) = said else { return false };
    match errand {
        Errand::Lock
        | Errand::StopMail
        | Errand::Erase
        | Errand::Export
        | Errand::AwayOff
        | Errand::Bar { .. }
        | Errand::ChangeAddress(_) => true,
        Errand::Unwatch(game) => game.is_none(),
        Errand::CancelSeek(number) => number.is_none(),
        Errand::Invite(_)
        | Errand::Away { .. }
        | Errand::Watch(_)
        | Errand::Seek(_)
        | Errand::TakeSeek(_)
        | Errand::Setting(_)
        | Errand::Seeks
        | Errand::Games
        | Errand::Help
        | Errand::HelpOn(_)
        | Errand::Stats(_)
        | Errand::Rules(_)
        | Errand::Settings => false,
        // Only a code carries these out; no words of a letter are one of them.
        Errand::Unlock | Errand::MoveHere(_) | Errand::MoveBack(_) | Errand::StopByCode | Errand::EraseByCode => false,
    }
}

/// What stands between two links of a footer, where a line ends with it.
const HANGING: [&str; 6] = [" -", " –", " —", " |", " ·", " •"];

/// True if the line is a row of links: `Unsubscribe | Settings | Help`.
pub(super) fn is_row(glyphs: &[Glyph]) -> bool {
    glyphs.windows(3).any(|three| matches!(three, [a, bar, b] if a.ch == ' ' && bar.ch == '|' && b.ch == ' '))
}

/// True if a segment is a part of a longer word, as in `settings.html` and `block.example.org`.
pub(super) fn is_part_of_a_word(line: &[Glyph], segment: Segment<'_>) -> bool {
    let joins = |stop: Option<&Glyph>, letter: Option<&Glyph>| {
        stop.is_some_and(|stop| stop.ch == '.')
            && letter.is_some_and(|letter| letter.ch.is_alphanumeric() && !gluing(letter.ch))
    };
    let Some((first, last)) = segment.glyphs.first().zip(segment.glyphs.last()) else { return false };
    let start = line.partition_point(|glyph| glyph.from < first.from);
    let end = line.partition_point(|glyph| glyph.from <= last.from);
    joins(line.get(end), line.get(end + 1)) || start > 0 && joins(line.get(start - 1), Some(first))
}

/// True if a segment is a sentence of its own: what stands before it on the line has ended (`begins`), no bracket holds
/// it, and the sentence ends with it, or with a word of courtesy.
pub(super) fn is_sentence(
    line: &[Glyph],
    segment: Segment<'_>,
    next: Option<Segment<'_>>,
    begins: bool,
    polite: &[Phrase],
) -> bool {
    let opens = |glyph: &&Glyph| matches!(glyph.ch, '(' | '[' | '{');
    let closes = |glyph: &&Glyph| matches!(glyph.ch, ')' | ']' | '}');
    let from = segment.glyphs.first().map_or(0, |glyph| glyph.from);
    let before = || line.iter().take_while(|glyph| glyph.from < from);
    let inside = before().filter(opens).count() > before().filter(closes).count();
    let courtesy = |next: Segment<'_>| polite.iter().any(|phrase| phrase.is(bare(next.glyphs)));
    begins
        && !segment.labels
        && !inside
        && !segment.glyphs.iter().any(|glyph| opens(&glyph) || closes(&glyph))
        && (!segment.goes_on || next.is_none_or(courtesy))
}

/// True if the lines straight above and below leave a line as a wish of its own: the one above has ended its sentence or
/// opens the letter, the one below does not go on in small letters, and neither this line nor the one above ends in a sign that
/// stands between two links.
pub(super) fn stands_alone(above: Option<&str>, opens: bool, line: &str, below: Option<&str>) -> bool {
    let ended = |text: &str| text.trim_end().ends_with(['.', '!', '?', ',', '。', '！', '？', '、', '．', '，']);
    let goes_on = |text: &str| text.trim_start().starts_with(|ch: char| ch.is_lowercase() || ch.is_numeric());
    let hangs = |text: &str| HANGING.iter().any(|sign| text.trim_end().ends_with(sign));
    !hangs(line)
        && above.is_none_or(|above| opens && !hangs(above) || ended(above))
        && !below.is_some_and(|below| !ended(line) && goes_on(below))
}
