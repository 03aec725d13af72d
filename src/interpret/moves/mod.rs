/*!
One move as people write it, in their language, to a [`WrittenMove`] with its readings by stage
(`docs/reading.md`, "Whose letters"). Nothing here asks what is legal.
*/

mod alphabet;
pub(super) mod castling;
mod descriptive;
mod named;
mod shapes;
pub(super) mod shogi;

pub(super) use alphabet::Alphabets;

use self::alphabet::Alphabet;
use self::shapes::{Case, Stage};
use super::fold::{Glyph, Line, figurine_key, gluing};
use super::segments;
use super::words::Words;
use crate::rules::{Geometry, MoveNumber, MovePattern, Side, WrittenMove};

/// No move is longer than this, its number and its words off.
const LONGEST: usize = 40;

/// No more words of a sentence than this are looked at as moves it may name.
const NAMED_MAX: usize = 12;

/// What moves are read with.
#[derive(Clone, Copy)]
pub(super) struct Mover<'a> {
    pub words: &'a Words,
    pub alphabets: &'a Alphabets,
    pub geometry: Geometry,
    /// Whose move it is; unknown where no game is.
    pub turn: Option<Side>,
    /// The writer may write moves in figures alone, among other words.
    pub numbers: bool,
    /// What moves of shogi are read against; absent in games whose men and squares are named as in chess.
    pub shogi: Option<shogi::Table<'a>>,
}

impl Mover<'_> {
    /// A line's glyphs with what blanks and dashes in a move would cut brought together.
    pub fn joined(&self, line: &Line, glyphs: &[Glyph]) -> Vec<Glyph> {
        match self.shogi {
            Some(_) => shogi::joined(line, glyphs),
            None => segments::join_moves(&castling::mend(glyphs)),
        }
    }

    /// For a move that may be played some time behind `before`: whose it is and what the board looks like then, nobody
    /// knows yet.
    pub fn ahead(&self, before: Option<&WrittenMove>) -> Self {
        let Some(table) = self.shogi else { return *self };
        let last = before.and_then(|before| shogi::score::goal(table, before));
        Mover { turn: None, shogi: Some(shogi::Table { last, position: None, ..table }), ..*self }
    }

    /// The algebraic name of the square that is named so in this game.
    pub fn square(&self, text: &str) -> Option<String> {
        match self.shogi {
            Some(table) => shogi::square_name(table.variant, text),
            None => {
                let name = text.to_lowercase();
                self.geometry.square(&name).map(|_| name)
            }
        }
    }

    /// True if a longer stretch names a move, or says to castle.
    pub fn mentions(&self, line: &Line, glyphs: &[Glyph]) -> bool {
        if let Some(table) = self.shogi {
            return shogi::mentions(self, table, glyphs);
        }
        let word = |token: &[Glyph]| {
            let token = without_questions(bare(token));
            looks_like_move(token) && self.read(line, token).is_some()
        };
        let castles = |at: usize| {
            let inside = at.checked_sub(1).and_then(|before| glyphs.get(before));
            !inside.is_some_and(|glyph| glyph.ch.is_alphanumeric())
                && glyphs
                    .get(at..)
                    .is_some_and(|rest| self.words.castling.iter().any(|(phrase, _)| phrase.begins(rest).is_some()))
        };
        glyphs.split(|glyph| glyph.ch == ' ').any(word) || (0..glyphs.len()).any(castles)
    }

    /// The moves that a longer stretch names, as far as they are written in figures: castling in words is none of them, nor
    /// `A4`, which is paper.
    pub fn moves_in(&self, line: &Line, glyphs: &[Glyph]) -> Vec<WrittenMove> {
        if let Some(table) = self.shogi {
            return shogi::moves_in(self, table, line, glyphs);
        }
        let part = |glyph: &Glyph| glyph.ch.is_alphanumeric() && !gluing(glyph.ch) || "+#=-:@*".contains(glyph.ch);
        let tokens =
            glyphs.split(|glyph| !part(glyph)).map(bare).filter(|token| looks_like_move(token)).take(NAMED_MAX);
        let paper = |token: &[Glyph]| token.len() == 2 && token.iter().any(|glyph| glyph.ch.is_uppercase());
        tokens.filter(|token| !paper(token)).filter_map(|token| self.read(line, token)).collect()
    }

    /// The move that `glyphs` are as a whole, with its number, an opening phrase and closing words.
    pub fn read(&self, line: &Line, glyphs: &[Glyph]) -> Option<WrittenMove> {
        if let Some(table) = self.shogi {
            return shogi::read(self, table, line, glyphs);
        }
        let stays = self.alphabets.may_decline() && says_to_stay(glyphs);
        let (glyphs, mut number) = numbered(bare(glyphs));
        let (glyphs, opened) = self.opened(glyphs);
        let mut glyphs = glyphs;
        if opened {
            let (behind, second) = numbered(glyphs);
            glyphs = behind;
            number = number.or(second);
        }
        if glyphs.is_empty() || glyphs.len() > 2 * LONGEST {
            return None;
        }
        // Marks and words behind the move are taken off one by one; the longest rest that is a move is it.
        let mut core = bare(glyphs);
        for _ in 0..4 {
            if let Some(mut stages) = self.stages(core) {
                let open = stages.iter_mut().flatten().filter(|pattern| stays && pattern.promotion.is_none());
                open.for_each(|pattern| *pattern = shapes::declining(*pattern));
                return Some(WrittenMove { text: line.written(core).trim().to_owned(), number, stages });
            }
            let shorter = bare(self.without_last(core)?);
            if shorter.len() >= core.len() {
                return None;
            }
            core = shorter;
        }
        None
    }

    /// Without an opening phrase (or two: `ok, I play`).
    fn opened<'g>(&self, glyphs: &'g [Glyph]) -> (&'g [Glyph], bool) {
        let Some(taken) = self.words.openings.iter().find_map(|phrase| phrase.begins(glyphs)) else {
            return (glyphs, false);
        };
        (bare(glyphs.get(taken..).unwrap_or_default()), true)
    }

    /// True if `glyphs` tell the other side's move by its mark: `△３四歩`.
    pub fn tells(&self, glyphs: &[Glyph]) -> bool {
        self.shogi.is_some() && shogi::tells(self, glyphs)
    }

    /// True if `glyphs` are only words that open a move: `my move:`, `Move 7:`.
    pub fn only_opening(&self, glyphs: &[Glyph]) -> bool {
        if self.shogi.is_some() && shogi::only_number(glyphs) {
            return true;
        }
        let (rest, opened) = self.opened(bare(glyphs));
        let (rest, _) = numbered(rest);
        opened && rest.len() <= 3 && rest.iter().all(|glyph| glyph.ch.is_ascii_digit())
    }

    /// Without one closing word or mark.
    fn without_last<'g>(&self, glyphs: &'g [Glyph]) -> Option<&'g [Glyph]> {
        if let Some(front) = self.without_aside(glyphs) {
            return Some(front);
        }
        let word = self.words.closings.iter().find_map(|phrase| phrase.ends(glyphs));
        let mark = || self.words.marks.iter().find_map(|phrase| phrase.back_along(glyphs));
        glyphs.get(..word.or_else(mark)?)
    }

    /// Without `(eom)` or `(check)` behind the move.
    fn without_aside<'g>(&self, glyphs: &'g [Glyph]) -> Option<&'g [Glyph]> {
        let (_, inner) = glyphs.split_last().filter(|(last, _)| last.ch == ')')?;
        let open = inner.iter().rposition(|glyph| glyph.ch == '(')?;
        let aside = inner.get(open + 1..)?;
        self.words.closings.iter().any(|phrase| phrase.is(aside)).then(|| glyphs.get(..open)).flatten()
    }

    /// The readings of a bare move by stage; `None` if it is no move.
    fn stages(&self, glyphs: &[Glyph]) -> Option<Vec<Vec<MovePattern>>> {
        if glyphs.is_empty() || glyphs.len() > LONGEST {
            return None;
        }
        let text: Vec<char> = glyphs.iter().map(|glyph| glyph.ch).collect();
        if let Some(wing) = castling::read(&text) {
            return Some(vec![vec![castling::pattern(Some(wing))]]);
        }
        if let Some((_, wing)) = self.words.castling.iter().find(|(phrase, _)| phrase.is(glyphs)) {
            return Some(vec![vec![castling::pattern(*wing)]]);
        }
        if text.iter().all(|ch| ch.is_ascii_digit() || matches!(ch, ' ' | '-')) {
            return self.numeric(&text).map(|pattern| vec![vec![pattern]]);
        }
        let mut stages = self.lettered(&text);
        if let Some(plainly) = named::plainly(self.words, glyphs) {
            stages.insert(0, self.named(&plainly));
        }
        let stages: Vec<Vec<MovePattern>> = stages.into_iter().filter(|stage| !stage.is_empty()).collect();
        (!stages.is_empty()).then_some(stages)
    }

    /// The player's language, English, all others, each as written and then in any case; descriptive last of all.
    fn lettered(&self, text: &[char]) -> Vec<Vec<MovePattern>> {
        if !text.iter().any(|ch| ch.is_alphabetic() || figurine_key(*ch).is_some()) {
            return Vec::new();
        }
        let mut stages = Vec::new();
        let descriptive =
            self.turn.map_or(Vec::new(), |turn| descriptive::readings(self.alphabets, text, turn, self.geometry));
        for alphabet in [Some(&self.alphabets.own), self.alphabets.english.as_ref(), Some(&self.alphabets.others)] {
            for case in [Case::AsWritten, Case::Folded] {
                let Some(alphabet) = alphabet else { continue };
                let mut readings = shapes::readings(self.stage(alphabet, case), text);
                // `B-B4` may be the square b4 or a bishop's file: two readings are asked, not guessed.
                if case == Case::Folded && !readings.is_empty() {
                    readings.extend(descriptive.iter().copied());
                }
                stages.push(readings);
            }
        }
        stages.push(descriptive);
        stages
    }

    /// A text whose men are figurines, in one stage.
    fn named(&self, text: &[char]) -> Vec<MovePattern> {
        let mut patterns = Vec::new();
        for way in named::ways(text) {
            if let [mover, 'x', victim] = way.as_slice()
                && let (Some(role), Some(captured)) =
                    (self.alphabets.figurine(*mover), self.alphabets.figurine(*victim))
            {
                patterns.push(MovePattern { role: Some(role), captured: Some(captured), ..MovePattern::default() });
            }
            let stage = self.stage(&self.alphabets.own, Case::Folded);
            if way.iter().any(|ch| figurine_key(*ch).is_some()) {
                patterns.extend(shapes::readings(stage, &way));
            }
        }
        patterns
    }

    fn stage<'s>(&'s self, alphabet: &'s Alphabet, case: Case) -> Stage<'s> {
        Stage { alphabets: self.alphabets, alphabet, case, geometry: self.geometry }
    }

    /// ICCF numeric: file and rank of start and goal, and what a pawn becomes. It knows no language.
    fn numeric(&self, text: &[char]) -> Option<MovePattern> {
        let joined: Vec<char> = text.iter().copied().filter(|ch| ch.is_ascii_digit()).collect();
        let gap = text.len() - joined.len();
        let split = text.get(..2).is_some_and(|front| front.iter().all(char::is_ascii_digit))
            && text.get(2).is_some_and(|ch| !ch.is_ascii_digit());
        if gap > 3 || gap > 0 && !split {
            return None;
        }
        let digit = |at: usize, bound: u8| -> Option<u8> {
            let digit = u8::try_from(joined.get(at)?.to_digit(10)?).ok()?;
            digit.checked_sub(1).filter(|digit| *digit < bound)
        };
        let promotion = match joined.get(4) {
            None => None,
            Some('1') => Some(self.alphabets.role("queen")?),
            Some('2') => Some(self.alphabets.role("rook")?),
            Some('3') => Some(self.alphabets.role("bishop")?),
            Some('4') => Some(self.alphabets.role("knight")?),
            Some(_) => return None,
        };
        let (files, ranks) = (self.geometry.files, self.geometry.ranks);
        (joined.len() <= 5).then_some(MovePattern {
            from_file: Some(digit(0, files)?),
            from_rank: Some(digit(1, ranks)?),
            to_file: Some(digit(2, files)?),
            to_rank: Some(digit(3, ranks)?),
            promotion,
            ..MovePattern::default()
        })
    }
}

/// Without question marks behind it.
fn without_questions(glyphs: &[Glyph]) -> &[Glyph] {
    let signs = glyphs.iter().rev().take_while(|glyph| glyph.ch == '?').count();
    glyphs.get(..glyphs.len() - signs).unwrap_or_default()
}

/// Short, with a figure behind a letter, or castling: worth being read as a move.
fn looks_like_move(token: &[Glyph]) -> bool {
    let square = |pair: &[Glyph]| matches!(pair, [a, b] if a.ch.is_alphabetic() && b.ch.is_ascii_digit());
    token.len() <= 12
        && (token.windows(2).any(square)
            || token.windows(3).any(|three| matches!(three, [a, b, _] if a.ch == 'O' && b.ch == '-')))
}

/// True for `c8=`: a pawn that may promote stays a pawn.
fn says_to_stay(glyphs: &[Glyph]) -> bool {
    let marks = |ch: char| matches!(ch, ' ' | '+' | '#' | '!' | '.' | ',');
    glyphs.iter().rev().find(|glyph| !marks(glyph.ch)).is_some_and(|glyph| glyph.ch == '=')
}

/// Without blanks, quotation marks, brackets, stars and underlines round it, and the marks of check and comment behind.
pub(super) fn bare(glyphs: &[Glyph]) -> &[Glyph] {
    let front = |ch: char| {
        ch == ' ' || matches!(ch, '"' | '\'' | '(' | '[' | '{' | '<' | '>' | '=' | '*' | '_' | '-' | '~' | '•' | '·')
    };
    let back = |ch: char| {
        front(ch) || matches!(ch, ')' | ']' | '}' | '>' | '!' | '+' | '#' | '†' | '‡' | '.' | ',' | ':' | ';')
    };
    let start = glyphs.iter().take_while(|glyph| front(glyph.ch)).count();
    let mut rest = glyphs.get(start..).unwrap_or_default();
    loop {
        // `?!` is a comment, a `?` alone a question.
        let end = rest.iter().rev().take_while(|glyph| back(glyph.ch)).count();
        let left = rest.len() - end;
        let behind = rest.get(left..).unwrap_or_default();
        let doubtful = rest.get(left.wrapping_sub(1)).is_some_and(|glyph| glyph.ch == '?');
        if doubtful && behind.first().is_some_and(|glyph| glyph.ch == '!') {
            rest = rest.get(..left - 1).unwrap_or_default();
            continue;
        }
        let comment = behind.is_empty()
            && rest.last().is_some_and(|glyph| glyph.ch == '?')
            && rest.len() >= 2
            && rest.get(rest.len() - 2).is_some_and(|glyph| glyph.ch == '!');
        if comment {
            rest = rest.get(..rest.len() - 2).unwrap_or_default();
            continue;
        }
        // The bracket of `e8(Q)` belongs to the move.
        let opened = rest.get(..left).unwrap_or_default().iter().filter(|glyph| glyph.ch == '(').count();
        let closes = behind.first().is_some_and(|glyph| glyph.ch == ')');
        return rest.get(..left + usize::from(opened > 0 && closes)).unwrap_or_default();
    }
}

/// The number in front: `12.`, `12...`, `12. ...`, `12)`; never the start of ICCF numeric.
pub(super) fn numbered(glyphs: &[Glyph]) -> (&[Glyph], Option<MoveNumber>) {
    let digits = glyphs.iter().take_while(|glyph| glyph.ch.is_ascii_digit()).count();
    let text: String = glyphs.iter().take(digits).map(|glyph| glyph.ch).collect();
    let Some(number) = text.parse::<u32>().ok().filter(|_| digits <= 3) else { return (glyphs, None) };
    let rest = glyphs.get(digits..).unwrap_or_default();
    let signs: Vec<char> = rest.iter().map(|glyph| glyph.ch).take_while(|ch| matches!(ch, '.' | ')' | ' ')).collect();
    let dots = signs.iter().filter(|ch| **ch == '.').count();
    let closed = signs.contains(&')');
    if dots == 0 && !closed {
        return (glyphs, None);
    }
    let behind = rest.get(signs.len()..).unwrap_or_default();
    // `7.00` is a time or a price, where `7.0-0` and `7. 00` are castling.
    if !signs.contains(&' ') && (2..=3).contains(&behind.len()) && behind.iter().all(|glyph| glyph.ch == '0') {
        return (glyphs, None);
    }
    (behind, Some(MoveNumber { number, dots: dots >= 2 }))
}
