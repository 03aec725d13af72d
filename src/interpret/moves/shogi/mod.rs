/*!
Moves of shogi as people write them: Japanese with kanji, kana or romaji (`docs/rules.md`), western, USI, CSA.

Signs that only decorate a move of chess say something here: `+` and `=` behind it, `+` in front, `*`, the sides' marks.
So nothing of this goes through the readers of chess.
*/

mod plainly;
pub(in crate::interpret) mod score;
mod words;

pub(in crate::interpret) use self::words::ShogiWords;

use super::{LONGEST, Mover};
use crate::interpret::fold::{Glyph, Line, ORNAMENT};
use crate::rules::notation::{csa, usi, western};
use crate::rules::{Manner, MoveNumber, MovePattern, Position, Side, Square, Variant, WrittenMove};

/// What a move is read against.
#[derive(Clone, Copy, Debug)]
pub(in crate::interpret) struct Table<'a> {
    pub variant: &'static Variant,
    /// Where the move before went, for `同`; unknown in what is only thought of.
    pub last: Option<Square>,
    /// The position, where one is known: CSA names men as they are after the move.
    pub position: Option<&'a Position>,
}

/// A move inside a sentence is looked for in no more characters than this.
const NAMED_MAX: usize = 8;

/// Marks of the first side and of the second, as folding leaves them: `▲` and `△`.
const MARKS: [char; 2] = ['▲', '△'];

/// The move that `glyphs` are as a whole, with its number, an opening phrase and closing words.
pub(super) fn read(mover: &Mover<'_>, table: Table<'_>, line: &Line, glyphs: &[Glyph]) -> Option<WrittenMove> {
    let (glyphs, number) = numbered(bare(glyphs));
    // A word that opens a move in one language may name a man in another: `lance`.
    core(mover, table, line, glyphs, number).or_else(|| {
        let taken = mover.words.openings.iter().find_map(|phrase| phrase.begins(glyphs))?;
        let (behind, second) = numbered(bare(glyphs.get(taken..)?));
        core(mover, table, line, behind, number.or(second))
    })
}

/// The longest front of `glyphs` that is a move and has only closing words behind it.
fn core(
    mover: &Mover<'_>,
    table: Table<'_>,
    line: &Line,
    glyphs: &[Glyph],
    number: Option<MoveNumber>,
) -> Option<WrittenMove> {
    if glyphs.is_empty() || glyphs.len() > 2 * LONGEST {
        return None;
    }
    let mut core = bare(glyphs);
    for _ in 0..4 {
        if let Some(stages) = stages(mover, table, core) {
            return Some(WrittenMove { text: line.written(core).trim().to_owned(), number, stages });
        }
        let shorter = bare(without_last(mover, core)?);
        if shorter.len() >= core.len() {
            return None;
        }
        core = shorter;
    }
    None
}

/// Without one closing word. `７六歩を取る` is no move to that square, but names what is taken.
fn without_last<'g>(mover: &Mover<'_>, glyphs: &'g [Glyph]) -> Option<&'g [Glyph]> {
    if let Some(front) = mover.without_aside(glyphs) {
        return Some(front);
    }
    let left = mover.words.closings.iter().find_map(|phrase| phrase.ends(glyphs))?;
    let taking = glyphs.get(left..)?.iter().any(|glyph| glyph.ch == '取');
    if taking { None } else { glyphs.get(..left) }
}

/// The readings of a bare move by stage; `None` if it is no move.
fn stages(mover: &Mover<'_>, table: Table<'_>, glyphs: &[Glyph]) -> Option<Vec<Vec<MovePattern>>> {
    if glyphs.is_empty() || glyphs.len() > LONGEST {
        return None;
    }
    let marked = glyphs.first().and_then(|glyph| MARKS.iter().position(|mark| *mark == glyph.ch));
    // The other side's mark: what is told is the other side's move.
    if let (Some(side), Some(turn)) = (marked, mover.turn)
        && side != turn.index()
    {
        return None;
    }
    let glyphs = bare(glyphs.get(usize::from(marked.is_some())..)?);
    let text: String = glyphs.iter().map(|glyph| glyph.ch).collect();
    let mut stages: Vec<Vec<MovePattern>> = Vec::new();
    if marked.is_none()
        && let Some(pattern) = table.position.and_then(|position| csa::read_move(position, &text))
    {
        return Some(vec![vec![pattern]]);
    }
    if let Some(patterns) = plainly::read(mover, table, glyphs) {
        stages.extend(patterns.into_iter().map(|pattern| vec![pattern]));
    }
    // What two notations read differently is asked, not guessed.
    for pattern in [western::read(table.variant, &text), squares(table.variant, &text)].into_iter().flatten() {
        match stages.first_mut() {
            Some(first) if first.contains(&pattern) => {}
            Some(first) => first.push(pattern),
            None => stages.push(vec![pattern]),
        }
    }
    (!stages.is_empty()).then_some(stages)
}

/// USI in any case, `7g7f+` and `P*5e`; and two squares as people part them, `7g-7f` or `7g 7f`, where nothing is said of
/// promotion.
fn squares(variant: &'static Variant, text: &str) -> Option<MovePattern> {
    let parted = text.contains([' ', '-']);
    let small: String = text.chars().filter(|ch| *ch != ' ').flat_map(char::to_lowercase).collect();
    if let Some((letter, to)) = small.split_once('*') {
        return usi::read(variant, &format!("{}*{to}", letter.to_uppercase()));
    }
    if let Some(stays) = small.strip_suffix('=') {
        return usi::read(variant, stays);
    }
    let (from, to) = small.split_once('-').unwrap_or(("", &small));
    let pattern = usi::read(variant, &format!("{from}{to}"))?;
    let open = parted && !to.ends_with('+');
    Some(if open { MovePattern { manner: Manner::default(), ..pattern } } else { pattern })
}

/// Without blanks, quotation marks, brackets, stars and underlines round it, and full stops and marks of comment behind.
fn bare(glyphs: &[Glyph]) -> &[Glyph] {
    let around =
        |ch: char| matches!(ch, ' ' | '"' | '[' | ']' | '{' | '}' | '<' | '>' | '_' | '~' | '•' | '·' | ORNAMENT);
    let mut rest = glyphs;
    loop {
        let before = rest.len();
        let listed = matches!(rest, [sign, blank, ..] if matches!(sign.ch, '-' | '+' | '=') && blank.ch == ' ');
        rest = match rest {
            [_, behind @ ..] if listed => behind,
            [first, behind @ ..] if around(first.ch) || matches!(first.ch, '\'' | '*' | '(' | ':') => behind,
            _ => rest,
        };
        let opened = rest.iter().any(|glyph| glyph.ch == '(');
        rest = match rest {
            // `?!` and `!?` are comments, a `?` alone is a question.
            [front @ .., a, b] if matches!((a.ch, b.ch), ('?', '!') | ('!', '?')) => front,
            [front @ .., last] if around(last.ch) || matches!(last.ch, '\'' | '*' | '!' | '.' | ',' | ':' | ';') => {
                front
            }
            [front @ .., last] if last.ch == ')' && !opened => front,
            _ => rest,
        };
        if rest.len() == before {
            return rest;
        }
    }
}

/// The number in front: `12.`, `12)`, `12手目`, `12手目は`, or as a line of KIF has it, `12 ７六歩(77)`.
fn numbered(glyphs: &[Glyph]) -> (&[Glyph], Option<MoveNumber>) {
    let digits = glyphs.iter().take_while(|glyph| glyph.ch.is_ascii_digit()).count();
    let text: String = glyphs.iter().take(digits).map(|glyph| glyph.ch).collect();
    let Some(number) = text.parse::<u32>().ok().filter(|_| digits <= 4) else { return (glyphs, None) };
    let rest = glyphs.get(digits..).unwrap_or_default();
    let signs = rest.iter().take_while(|glyph| matches!(glyph.ch, '.' | ')' | ' ')).count();
    let dots = rest.iter().take(signs).filter(|glyph| glyph.ch == '.').count();
    let closed = rest.iter().take(signs).any(|glyph| glyph.ch == ')');
    let number = Some(MoveNumber { number, dots: dots >= 2 });
    let word: Vec<char> = rest.iter().skip(signs).take(3).map(|glyph| glyph.ch).collect();
    let word = match word.as_slice() {
        ['手', '目', 'は'] => 3,
        ['手', '目', ..] => 2,
        _ => 0,
    };
    let behind = rest.get(signs + word..).unwrap_or_default();
    // `7 6歩` is a square with a blank in it; a line of KIF has the whole square behind the number.
    let square = matches!(behind, [a, b, ..] if a.ch.is_ascii_digit() && (rank(b.ch).is_some()) || a.ch == '同')
        || behind.first().is_some_and(|glyph| MARKS.contains(&glyph.ch));
    if dots > 0 || closed || word > 0 || signs > 0 && square { (behind, number) } else { (glyphs, None) }
}

/// True for a short stretch with the other side's mark in front.
pub(super) fn tells(mover: &Mover<'_>, glyphs: &[Glyph]) -> bool {
    let glyphs = bare(glyphs);
    let marked = glyphs.first().and_then(|glyph| MARKS.iter().position(|mark| *mark == glyph.ch));
    marked.zip(mover.turn).is_some_and(|(side, turn)| side != turn.index()) && glyphs.len() <= NAMED_MAX
}

/// Words or a number that stand alone in front of a move: `3手目`.
pub(super) fn only_number(glyphs: &[Glyph]) -> bool {
    let (rest, number) = numbered(bare(glyphs));
    number.is_some() && rest.is_empty()
}

/// The file or rank a sign names: a digit or a kanji, or the kana that look like 二 and 八 and are typed for them.
fn rank(ch: char) -> Option<u8> {
    match ch {
        'ニ' => Some(2),
        'ハ' => Some(8),
        _ => crate::rules::notation::shogi::number(ch),
    }
}

/// The algebraic name of a square that a player writes as shogi does.
pub(in crate::interpret) fn square_name(variant: &Variant, text: &str) -> Option<String> {
    let line = Line::new(text);
    let (square, taken) = plainly::square(variant, &line.glyphs)?;
    (taken == line.glyphs.len()).then(|| variant.geometry.name(square))
}

/// True if a longer stretch names a move: a square or `同` with a man behind it, or a word that is one.
pub(super) fn mentions(mover: &Mover<'_>, table: Table<'_>, glyphs: &[Glyph]) -> bool {
    let word = |token: &[Glyph]| {
        let token = bare(token);
        let figure = token.iter().any(|glyph| glyph.ch.is_ascii_digit());
        (3..=8).contains(&token.len()) && figure && stages(mover, table, token).is_some()
    };
    (0..glyphs.len()).any(|at| glyphs.get(at..).is_some_and(|rest| plainly::begins(mover, table.variant, rest)))
        || glyphs.split(|glyph| glyph.ch == ' ').any(word)
}

/// The moves that a longer stretch names: the longest at each square with a man behind it, and words that are moves.
pub(super) fn moves_in(mover: &Mover<'_>, table: Table<'_>, line: &Line, glyphs: &[Glyph]) -> Vec<WrittenMove> {
    let mut named = Vec::new();
    let mut at = 0;
    while let Some(rest) = glyphs.get(at..).filter(|rest| !rest.is_empty() && named.len() < NAMED_MAX) {
        let word = at == 0 || glyphs.get(at - 1).is_some_and(|before| before.ch == ' ');
        let end = rest.iter().position(|glyph| glyph.ch == ' ').unwrap_or(rest.len());
        let longest = (3..=rest.len().min(NAMED_MAX)).rev().find_map(|taken| {
            let begins = plainly::begins(mover, table.variant, rest) || word && taken == end;
            let text = rest.get(..taken).filter(|_| begins)?;
            let stages = stages(mover, table, bare(text))?;
            Some((WrittenMove { text: line.written(text).trim().to_owned(), number: None, stages }, taken))
        });
        let (written, taken) = longest.map_or((None, 1), |(written, taken)| (Some(written), taken));
        named.extend(written);
        at += taken;
    }
    named
}

/// A line's glyphs, made ready to be cut: the sides' marks are kept, which elsewhere are ornaments that end a thought, and
/// what blanks round a sign would cut is brought together (`P - 7f`, `7g → 7f`).
pub(in crate::interpret) fn joined(line: &Line, glyphs: &[Glyph]) -> Vec<Glyph> {
    let mut joined: Vec<Glyph> = Vec::with_capacity(glyphs.len());
    let mut at = 0;
    while let Some(glyph) = glyphs.get(at) {
        let blank = |place: Option<&Glyph>| place.is_some_and(|glyph| glyph.ch == ' ');
        let before = joined.iter().rposition(|glyph| glyph.ch != ' ').map(|place| place + 1);
        let signs = 1 + usize::from(glyphs.get(at + 1).is_some_and(|next| glyph.ch == '-' && next.ch == '>'));
        let behind = at + signs + usize::from(blank(glyphs.get(at + signs)));
        let goal =
            matches!(glyphs.get(behind..), Some([file, rank, ..]) if file.ch.is_ascii_digit() && is_rank(rank.ch));
        let source = before.and_then(|end| joined.get(..end)).is_some_and(ends_in_source);
        if matches!(glyph.ch, '-' | 'x' | '*') && goal && source && before.is_some_and(|end| joined.len() - end <= 1) {
            joined.truncate(before.unwrap_or(joined.len()));
            joined.push(*glyph);
            at = behind;
            continue;
        }
        let ch = match (glyph.ch, line.source.get(glyph.from..glyph.to)) {
            (ORNAMENT, Some("▲" | "☗" | "▼")) => MARKS[Side::First.index()],
            (ORNAMENT, Some("△" | "☖" | "▽")) => MARKS[Side::Second.index()],
            (ch, _) => ch,
        };
        joined.push(Glyph { ch, ..*glyph });
        at += 1;
    }
    joined
}

fn is_rank(ch: char) -> bool {
    ch.is_ascii_digit() || matches!(ch.to_ascii_lowercase(), 'a'..='i')
}

/// A man's letter, perhaps promoted, or a square, standing as a word of its own.
fn ends_in_source(glyphs: &[Glyph]) -> bool {
    let word: Vec<char> =
        glyphs.iter().rev().take_while(|glyph| glyph.ch != ' ').take(6).map(|glyph| glyph.ch).collect();
    match word.as_slice() {
        [letter] | [letter, '+'] | [letter, '▲' | '△'] => letter.is_ascii_uppercase(),
        [rank, file] | [rank, file, _] => is_rank(*rank) && file.is_ascii_digit(),
        _ => false,
    }
}
