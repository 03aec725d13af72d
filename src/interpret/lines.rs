/*!
One own line: which commands it holds, and what is left of it for the opponent (`replies/README.md` 4).
*/

use super::blocks;
use super::commands::{Arguments, Said};
use super::conditions::{self, Cut};
use super::fold::{Glyph, Line, gluing};
use super::footers;
use super::leftover::{Leftover, smileys};
use super::moves::{Mover, bare};
use super::phrase::Phrase;
use super::score::{self, Score};
use super::segments::{self, Segment};
use crate::game::PlanLine;
use crate::rules::{History, MoveNumber, WrittenMove};

/// A command and the words it was written in.
#[derive(Clone, Debug)]
pub(super) struct Taken {
    pub said: Said,
    pub text: String,
}

/// A line, read.
#[derive(Clone, Debug, Default)]
pub(super) struct LineReading {
    /// Commands in order.
    pub taken: Vec<Taken>,
    /// Conditions cut out of it.
    pub conditions: Vec<PlanLine>,
    /// Their words, for the opponent if they stand beside no move.
    pub condition_words: Vec<String>,
    /// Moves of a score that plays on.
    pub beyond: Vec<String>,
    /// What is left for the opponent.
    pub rest: String,
    /// Nothing stands behind its last command: what the next line joins on with `and` may be another.
    pub open: bool,
    /// Its last command is an offer in the form of a question.
    pub asked: bool,
    /// It ends in a label that disowns what stands below.
    pub disowns: bool,
    /// A command of it was taken back at once.
    pub retracted: bool,
    /// The words that take back or correct a command of this line or of one above.
    pub corrects: Option<String>,
    /// The words that take back a command wherever it stands.
    pub recalls: Option<String>,
}

/// What the line above leaves to this one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Above {
    /// The line goes on with a sentence, so that its first words are no segment of their own.
    pub torn: bool,
    /// It ended in a command.
    pub open: bool,
    /// That command is an offer in the form of a question.
    pub asked: bool,
    /// It ended in a label that disowns this line.
    pub disowns: bool,
}

impl LineReading {
    /// What this line leaves to the next.
    pub fn above(&self) -> Above {
        Above { torn: false, open: self.open, asked: self.asked, disowns: self.disowns }
    }

    /// Where the lines around it go on with it, words such as `delete` are no wish but part of a text.
    pub fn drop_far(&mut self, line: &str) {
        let commands = self.taken.len();
        self.taken.retain(|taken| !footers::reaches_far(&taken.said));
        if self.taken.len() < commands {
            line.trim().clone_into(&mut self.rest);
            self.open = false;
        }
    }
}

/// Lines are read as far as this many characters; nobody writes a command behind a longer text.
const LINE_MAX: usize = 4096;

/// Nobody writes a command behind more thoughts than this on one line.
const SEGMENTS_MAX: usize = 40;

/// Commands joined by `and` are no longer than this.
const JOINED_MAX: usize = 120;

/// An offer of a draw in a sentence is no shorter than this.
const SPOKEN_OFFER: usize = 6;

/// Reads a line. From `note:` on it is the writer's own, whatever stands above it or in it: a note that went to the
/// opponent could not be called back.
pub(super) fn read(mover: Mover<'_>, history: Option<&History>, text: &str, above: Above) -> LineReading {
    let Some((front, taken)) = noted(mover, text) else { return read_open(mover, history, text, above) };
    let mut reading = read_open(mover, history, &front, above);
    reading.taken.push(taken);
    LineReading { open: false, asked: false, disowns: false, ..reading }
}

/// The note that begins in a line, and what stands before it.
fn noted(mover: Mover<'_>, text: &str) -> Option<(String, Taken)> {
    let line = Line::new(text);
    segments::cut(&line, &line.glyphs, &mover.words.marks).into_iter().filter(|segment| segment.labels).find_map(
        |segment| {
            let from = bare(segment.glyphs).first()?.from;
            let rest = line.glyphs.get(line.glyphs.partition_point(|glyph| glyph.from < from)..)?;
            let note = mover.words.commands.note(&line, rest)?;
            let taken = Taken { said: Said::Note(note), text: line.written(rest).trim().to_owned() };
            Some((line.source.get(..from)?.to_owned(), taken))
        },
    )
}

/// Reads what is not the writer's own. A line that gives nothing and holds percent signs of a link is read once more
/// without them.
fn read_open(mover: Mover<'_>, history: Option<&History>, text: &str, above: Above) -> LineReading {
    let reading = read_plain(mover, history, text, above);
    if !reading.taken.is_empty() || !reading.beyond.is_empty() || !reading.conditions.is_empty() {
        return reading;
    }
    // In shogi a plus is a sign of the move.
    let Some(undone) = percent_undone(text, mover.shogi.is_none()) else { return reading };
    let second = read_plain(mover, history, &undone, above);
    if second.taken.is_empty() { reading } else { second }
}

fn read_plain(mover: Mover<'_>, history: Option<&History>, text: &str, above: Above) -> LineReading {
    let line = Line::new(text);
    let glyphs = smileys(line.glyphs.get(..LINE_MAX).unwrap_or(&line.glyphs));
    let beyond_limit = line.glyphs.get(LINE_MAX).map_or("", |glyph| line.source.get(glyph.from..).unwrap_or_default());
    let whole = bare_line(&glyphs);
    let read_move = |glyphs: &[Glyph]| mover.read(&line, glyphs);
    let square = |text: &str| mover.square(text);
    let arguments = Arguments { line: &line, square: &square, read_move: &read_move };
    let commands = &mover.words.commands;
    if above.torn || above.disowns {
        return read_segments(mover, &line, arguments, &glyphs, above);
    }
    if let Some(said) = commands.fixed(whole).or_else(|| commands.open(whole, arguments)) {
        let text = line.written(whole).trim().to_owned();
        return LineReading { taken: vec![Taken { said, text }], open: true, ..LineReading::default() };
    }
    let glyphs = mover.joined(&line, &glyphs);
    let asks = segments::question_in_front(&glyphs) > 0;
    match score::read(mover, &line, &glyphs, history).filter(|_| !asks) {
        Some(Score::Adds(written)) => {
            let text = line.written(bare(&glyphs)).to_owned();
            let taken = vec![Taken { said: Said::Move(written), text }];
            return LineReading { taken, open: true, ..LineReading::default() };
        }
        Some(Score::Beyond(beyond)) => return LineReading { beyond, ..LineReading::default() },
        Some(Score::Repeats) => return LineReading { rest: text.to_owned(), ..LineReading::default() },
        None => {}
    }
    let mut reading = read_segments(mover, &line, arguments, &glyphs, above);
    reading.open &= beyond_limit.trim().is_empty();
    if reading.taken.is_empty() && reading.condition_words.is_empty() && !reading.retracted {
        // A line that asks for nothing goes to the opponent letter for letter.
        text.clone_into(&mut reading.rest);
    } else if !beyond_limit.trim().is_empty() {
        reading.rest.push_str(beyond_limit);
    }
    reading
}

/// Reads a line that is no command as a whole.
fn read_segments<'a>(
    mover: Mover<'a>,
    line: &'a Line,
    arguments: Arguments<'a>,
    glyphs: &[Glyph],
    above: Above,
) -> LineReading {
    let asks = segments::question_in_front(glyphs) > 0;
    let cut = if asks { Cut { rest: glyphs.to_vec(), ..Cut::default() } } else { conditions::cut(mover, line, glyphs) };
    let mut reading = LineReading { conditions: cut.conditions, condition_words: cut.words, ..LineReading::default() };
    let hedged = above.disowns;
    let mut walk = Walk {
        mover,
        line,
        arguments,
        reading: &mut reading,
        above,
        before: None,
        denied: None,
        mentioned: false,
        hedged,
        row: footers::is_row(&cut.rest),
    };
    let rest = walk.segments(&cut.rest).text();
    let (before, mentioned, doubts) = (walk.before, walk.mentioned, &mover.words.doubts);
    let written = |glyphs| line.written(glyphs).to_owned();
    let corrects = doubts.corrects(&cut.rest).filter(|_| mentioned).map(written);
    reading.corrects = reading.corrects.or(corrects);
    LineReading { rest, open: before.is_some(), asked: before == Some(Before::Asked), ..reading }
}

/// The segment before was a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Before {
    /// The sentence ended there.
    Ended,
    /// The sentence goes on.
    GoesOn,
    /// It was an offer in the form of a question.
    Asked,
}

/// Goes through the segments of a line.
struct Walk<'a> {
    mover: Mover<'a>,
    line: &'a Line,
    arguments: Arguments<'a>,
    reading: &'a mut LineReading,
    above: Above,
    /// What the segment before was, if a command.
    before: Option<Before>,
    /// A command stands before a `no` that goes on: `Ba4. No, wait`.
    denied: Option<Before>,
    /// A move was named inside a longer segment: nothing behind it is taken.
    mentioned: bool,
    /// The sentence began with `if` or its like: nothing in it is taken.
    hedged: bool,
    /// The line is a row of links: no commands but moves are taken.
    row: bool,
}

impl Walk<'_> {
    /// Takes the commands, gives back what is left.
    fn segments(&mut self, glyphs: &[Glyph]) -> Leftover<'_> {
        let mut rest = Leftover::new(self.line);
        let mut number = None;
        self.before = self.above.open.then_some(if self.above.asked { Before::Asked } else { Before::Ended });
        let segments = segments::cut(self.line, glyphs, &self.mover.words.marks);
        let mut begins = true;
        for (place, segment) in segments.iter().copied().enumerate() {
            let torn = self.above.torn && place == 0;
            let taken = if torn || self.mentioned || self.hedged || place >= SEGMENTS_MAX {
                None
            } else {
                self.commands(segment, number)
            };
            let next = segments.get(place + 1).copied();
            let sentence = || footers::is_sentence(glyphs, segment, next, begins, &self.mover.words.polite);
            let torn_off = || footers::is_part_of_a_word(glyphs, segment);
            let taken = taken.filter(|taken| self.plain(taken, &sentence, &torn_off));
            number = None;
            let before = std::mem::take(&mut self.before);
            let denied = std::mem::take(&mut self.denied);
            if let Some(taken) = taken {
                self.reading.taken.extend(taken);
                self.before = Some(match (segment.asks, segment.goes_on) {
                    (true, _) => Before::Asked,
                    (false, true) => Before::GoesOn,
                    (false, false) => Before::Ended,
                });
                rest.smile_behind(segment);
            } else if self.opens_a_move(segment) {
                number = spoken_number(segment.glyphs);
            } else {
                let (taken, corrected) = (self.reading.taken.len(), self.reading.corrects.is_some());
                let retracted = before.or(denied).and_then(|before| self.retracted(segment, before));
                retracted.into_iter().for_each(|words| rest.put_back(words));
                let stands = self.reading.taken.len() == taken && self.reading.corrects.is_some() == corrected;
                self.denied = before.filter(|_| stands && self.mover.words.doubts.denies(segment));
                self.mentioned = self.mentioned || self.mover.mentions(self.line, segment.glyphs);
                rest.keep(segment.whole);
                let recalls = || Some(self.line.written(self.mover.words.doubts.recalls(segment.glyphs)?).to_owned());
                self.reading.recalls = self.reading.recalls.take().or_else(recalls);
            }
            begins = !segment.goes_on || self.before.is_some() || segment.is_greeting(place);
            let disowned = self.before.is_none() && self.mover.words.doubts.disowned(segment);
            self.reading.disowns = disowned;
            // What is said of another game is said of no move in this one.
            let elsewhere = self.before.is_none() && blocks::names_a_game(segment.glyphs);
            self.hedged = segment.goes_on && (self.hedged || disowned || elsewhere || self.hedges(segment.glyphs));
        }
        rest
    }

    /// True if commands are their writer's plain wish, and no words of a footer's.
    fn plain(&self, taken: &[Taken], sentence: &dyn Fn() -> bool, torn_off: &dyn Fn() -> bool) -> bool {
        taken.iter().all(|taken| match taken.said {
            Said::Move(_) | Said::ClaimWith(_) => true,
            _ => !self.row && !torn_off() && (!footers::reaches_far(&taken.said) || sentence()),
        })
    }

    /// Takes back the command before a segment that says so: a wish goes, and its words are left for the opponent; a move
    /// is asked about, for what is said of it may not be about it.
    fn retracted(&mut self, segment: Segment<'_>, before: Before) -> Option<String> {
        let wish =
            self.reading.taken.last().map_or(before == Before::Asked, |taken| !matches!(taken.said, Said::Move(_)));
        let ended = before == Before::Ended;
        let words = self.mover.words.doubts.retracts(segment, wish && !ended, !wish && ended)?;
        match self.reading.taken.pop_if(|_| wish) {
            Some(taken) => {
                self.reading.retracted = true;
                Some(taken.text)
            }
            None => {
                self.reading.corrects = Some(self.line.written(words).to_owned());
                None
            }
        }
    }

    /// Words or a number in front of a move, and an `and` that a condition left behind.
    fn opens_a_move(&self, segment: Segment<'_>) -> bool {
        let glyphs = bare(segment.glyphs);
        let number = segment.goes_on && glyphs.len() <= 3 && glyphs.iter().all(|glyph| glyph.ch.is_ascii_digit());
        let behind_condition = !self.reading.conditions.is_empty();
        let connects = || behind_condition && self.mover.words.connectives.iter().any(|phrase| phrase.is(glyphs));
        !segment.asks && (number || connects() || self.mover.only_opening(segment.glyphs))
    }

    /// The commands a segment is: one, or several with `and` or `or` between.
    fn commands(&self, segment: Segment<'_>, number: Option<MoveNumber>) -> Option<Vec<Taken>> {
        if segments::question_in_front(segment.glyphs) > 0 {
            // Whatever is asked for, only what shows something is given.
            let shows = self.command(segment.glyphs, false, None).filter(|taken| matches!(taken.said, Said::Ask(_)));
            return shows.map(|taken| vec![taken]);
        }
        if let Some(taken) = self.command(segment.glyphs, segment.asks, number) {
            return Some(vec![taken]);
        }
        self.joined(segment.glyphs, segment.asks)
            .or_else(|| self.joined_on(segment))
            .or_else(|| self.with_offer(bare(segment.glyphs)))
    }

    /// `Ba4 draw`, `２六歩で引き分けを提案します`: a move, and an offer straight behind it.
    fn with_offer(&self, glyphs: &[Glyph]) -> Option<Vec<Taken>> {
        if glyphs.len() > JOINED_MAX {
            return None;
        }
        (1..glyphs.len()).find_map(|at| {
            let (left, right) = glyphs.split_at_checked(at)?;
            // Where nothing parts them, a bare `引き分け` could tell what the move leads to.
            let parted = right.first().is_some_and(|glyph| glyph.ch == ' ')
                || right.first().is_some_and(|glyph| gluing(glyph.ch)) && right.len() >= SPOKEN_OFFER;
            let said = self.mover.words.commands.fixed(bare(right)).filter(|_| parted)?;
            let offers = said == Said::Deed(super::request::Deed::OfferDraw);
            let moves =
                self.command(left, false, None).filter(|taken| offers && matches!(taken.said, Said::Move(_)))?;
            Some(vec![moves, Taken { said, text: self.line.written(bare(right)).trim().to_owned() }])
        })
    }

    /// `Bc4, and I offer a draw`: a command, a sign, and `and` before another.
    fn joined_on(&self, segment: Segment<'_>) -> Option<Vec<Taken>> {
        let glyphs = bare(segment.glyphs);
        let behind = |phrase: &Phrase| glyphs.get(phrase.begins(glyphs)?..);
        self.mover.words.connectives.iter().filter(|_| self.before.is_some()).filter_map(behind).find_map(|rest| {
            let alone = self.command(rest, segment.asks, None).map(|taken| vec![taken]);
            alone.or_else(|| self.joined(rest, segment.asks))
        })
    }

    /// Commands with `and` or `or` between, of any language; all parts must be commands.
    fn joined(&self, glyphs: &[Glyph], asks: bool) -> Option<Vec<Taken>> {
        if glyphs.len() > JOINED_MAX {
            return None;
        }
        let (left, right) = self.halves(glyphs).into_iter().find_map(|(left, right)| {
            let first = self.command(left, false, None)?;
            let rest = match self.command(right, asks, None) {
                Some(last) => vec![last],
                None => self.joined(right, asks)?,
            };
            Some((first, rest))
        })?;
        Some(std::iter::once(left).chain(right).collect())
    }

    /// The command that `glyphs` are as a whole.
    fn command(&self, glyphs: &[Glyph], asks: bool, number: Option<MoveNumber>) -> Option<Taken> {
        let text = || self.line.written(bare(glyphs)).trim().to_owned();
        let commands = &self.mover.words.commands;
        let polite = || {
            let left = self.mover.words.polite.iter().find_map(|phrase| phrase.ends(bare(glyphs)))?;
            commands.fixed(bare(bare(glyphs).get(..left)?))
        };
        let said = commands
            .fixed(bare(glyphs))
            .or_else(|| commands.open(bare(glyphs), self.arguments))
            .or_else(|| self.mover.read(self.line, glyphs).map(|written| numbered_by(written, number)).map(Said::Move))
            .or_else(polite)?;
        // A question asks, it does not play; an offer of a draw is a question by nature.
        let may_ask = match &said {
            Said::Ask(_) | Said::Note(_) => true,
            Said::Deed(deed) => *deed == super::request::Deed::OfferDraw,
            Said::Move(_) | Said::ClaimWith(_) => false,
        };
        (!asks || may_ask).then(|| Taken { said, text: text() })
    }

    /// A segment cut in two, at each `and` and `or` in turn.
    fn halves<'g>(&self, glyphs: &'g [Glyph]) -> Vec<(&'g [Glyph], &'g [Glyph])> {
        let mut halves = Vec::new();
        for at in 1..glyphs.len() {
            let (Some(left), Some(rest)) = (glyphs.get(..at), glyphs.get(at..)) else { continue };
            // Connectives of scripts with blanks stand between blanks; others stand where they stand.
            let glued = rest.first().is_some_and(|glyph| gluing(glyph.ch));
            if !glued && left.last().is_some_and(|glyph| glyph.ch != ' ') {
                continue;
            }
            let taken = self.mover.words.connectives.iter().filter_map(|phrase| phrase.begins(rest));
            halves.extend(taken.filter_map(|taken| rest.get(taken..)).map(|right| (left, right)));
        }
        halves
    }

    /// True if the segment begins a thought that nothing is played by. `Si, Cf3` is a Spaniard's yes.
    fn hedges(&self, glyphs: &[Glyph]) -> bool {
        let glyphs = bare(glyphs);
        let alone = || self.mover.words.conditions.iter().any(|(opens, _)| opens.is(glyphs));
        let begins = || self.mover.words.hedges.iter().any(|phrase| phrase.begins(glyphs).is_some());
        segments::question_in_front(glyphs) > 0 || begins() && !alone()
    }
}

/// `Move 7:` in front of the move.
fn spoken_number(glyphs: &[Glyph]) -> Option<MoveNumber> {
    let digits: String = glyphs.iter().map(|glyph| glyph.ch).filter(char::is_ascii_digit).collect();
    digits.parse().ok().map(|number| MoveNumber { number, dots: false })
}

fn numbered_by(written: WrittenMove, number: Option<MoveNumber>) -> WrittenMove {
    WrittenMove { number: written.number.or(number), ..written }
}

/// A line without blanks and a full stop at its end; brackets and figures stay.
fn bare_line(glyphs: &[Glyph]) -> &[Glyph] {
    let start = glyphs.iter().take_while(|glyph| glyph.ch == ' ').count();
    let loose = |glyph: &&Glyph| matches!(glyph.ch, ' ' | '.' | '!' | '。');
    let end = glyphs.iter().rev().take_while(loose).count();
    glyphs.get(start..glyphs.len().saturating_sub(end)).unwrap_or_default()
}

/// `e8%3DQ` and `claim%20draw`, as some programs leave the text of a link; a plus may stand for a blank. `None` if nothing
/// was to be undone.
fn percent_undone(text: &str, plus: bool) -> Option<String> {
    let mut bytes: Vec<u8> = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    let mut undone = false;
    while let Some((first, behind)) = rest.split_first() {
        let code = behind.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match code.filter(|_| *first == b'%').and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                bytes.push(if byte == b'\r' || byte == b'\n' { b' ' } else { byte });
                rest = behind.get(2..).unwrap_or_default();
                undone = true;
            }
            None => {
                bytes.push(*first);
                rest = behind;
            }
        }
    }
    // A plus stands for a blank where a link was made by a form.
    let single = plus && !text.contains(' ') && text.contains('+') && !text.ends_with('+');
    let text = String::from_utf8(bytes).ok()?;
    match (undone, single) {
        (_, true) => Some(text.replace('+', " ")),
        (true, false) => Some(text),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_signs_are_undone_only_where_there_are_any() {
        assert_eq!(percent_undone("e8%3DQ", true).as_deref(), Some("e8=Q"));
        assert_eq!(percent_undone("claim+draw", true).as_deref(), Some("claim draw"));
        assert_eq!(percent_undone("100% sure", true).as_deref(), None);
    }
}
