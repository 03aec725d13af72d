/*!
The thoughts of a line one by one: which are commands, which are moves that may not be meant, and what is left.
*/

use super::blocks;
use super::commands::{Arguments, Said};
use super::fold::{Glyph, Line, gluing};
use super::footers;
use super::leftover::Leftover;
use super::lines::{Above, LineReading, Taken};
use super::moves::{Mover, bare};
use super::phrase::Phrase;
use super::segments::{self, Segment};
use crate::rules::{History, MoveNumber, WrittenMove};

/// Nobody writes a command behind more thoughts than this on one line.
const SEGMENTS_MAX: usize = 40;

/// Commands joined by `and` are no longer than this.
const JOINED_MAX: usize = 120;

/// An offer of a draw in a sentence is no shorter than this.
const SPOKEN_OFFER: usize = 6;

/// The segment before was a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    /// The sentence ended there.
    Ended,
    /// The sentence goes on.
    GoesOn,
    /// It was an offer in the form of a question.
    Asked,
}

/// Goes through the segments of a line.
pub(super) struct Walk<'a> {
    pub mover: Mover<'a>,
    pub history: Option<&'a History>,
    pub line: &'a Line,
    pub arguments: Arguments<'a>,
    pub reading: &'a mut LineReading,
    pub above: Above,
    /// What the segment before was, if a command.
    pub before: Option<Before>,
    /// A command stands before a `no` that goes on: `Ba4. No, wait`.
    pub denied: Option<Before>,
    /// A move was named inside a longer segment of this sentence: nothing behind it is taken.
    pub mentioned: bool,
    /// A move was named that could be meant: no other in this paragraph is sure.
    pub named: bool,
    /// The sentence began with `if` or its like: nothing in it is taken.
    pub hedged: bool,
    /// The segment before is a `no`, and the sentence goes on.
    pub refused: bool,
    /// So far the sentence holds nothing but greetings, words that open a move, and commands.
    pub plain: bool,
    /// How many brackets are open.
    pub brackets: usize,
    /// The line is a row of links: no commands but moves are taken.
    pub row: bool,
}

impl Walk<'_> {
    /// Takes the commands, gives back what is left.
    pub fn segments(&mut self, glyphs: &[Glyph]) -> Leftover<'_> {
        let mut rest = Leftover::new(self.line);
        let mut number = None;
        self.before = self.above.open.then_some(if self.above.asked { Before::Asked } else { Before::Ended });
        let comment = glyphs.iter().find(|glyph| glyph.ch != ' ').is_some_and(|glyph| glyph.ch == ';');
        let segments = segments::cut(self.line, glyphs, &self.mover.words.marks);
        let mut begins = true;
        for (place, segment) in segments.iter().copied().enumerate() {
            let inside = self.inside_brackets(segment);
            let sure = !(self.mentioned || self.named || self.hedged || comment || inside);
            let sure = sure && (place > 0 || !self.above.torn);
            let taken = if place < SEGMENTS_MAX { self.commands(segment, number) } else { None };
            let next = segments.get(place + 1).copied();
            let sentence = || footers::is_sentence(glyphs, segment, next, begins, &self.mover.words.polite);
            let torn_off = || footers::is_part_of_a_word(glyphs, segment);
            let taken = taken.filter(|taken| self.no_footer(taken, &sentence, &torn_off));
            number = None;
            let before = std::mem::take(&mut self.before);
            let denied = std::mem::take(&mut self.denied);
            let moves = taken.as_ref().is_some_and(|taken| taken.iter().any(Taken::moves));
            match taken {
                Some(taken) if sure && (self.plain || !moves) => {
                    self.reading.taken.extend(taken);
                    self.before = Some(match (segment.asks, segment.goes_on) {
                        (true, _) => Before::Asked,
                        (false, true) => Before::GoesOn,
                        (false, false) => Before::Ended,
                    });
                    rest.smile_behind(segment);
                }
                Some(taken) => {
                    self.named |= moves;
                    if !comment && (!self.hedged || self.refused) {
                        self.reading.rivals.extend(taken.iter().filter(|taken| taken.moves()).cloned());
                    }
                    self.reading.unsure.extend(taken.into_iter().filter(Taken::moves));
                    rest.keep(segment.whole);
                }
                None if self.mover.tells(segment.glyphs) => rest.keep(segment.whole),
                None if self.opens_a_move(segment) => number = spoken_number(segment.glyphs),
                None => self.leaves(segment, before, denied, &mut rest),
            }
            begins = !segment.goes_on || self.before.is_some() || segment.is_greeting(place);
            self.refused = self.mover.words.doubts.denies(segment);
            let disowned = self.before.is_none() && self.mover.words.doubts.disowned(segment);
            self.reading.disowns = disowned;
            // What is said of another game is said of no move in this one.
            let elsewhere = self.before.is_none() && blocks::names_a_game(segment.glyphs);
            self.hedged = segment.goes_on && (self.hedged || disowned || elsewhere || self.hedges(segment.glyphs));
            let ends = !segment.goes_on && !self.mover.words.meant.abbreviates(segment.glyphs);
            self.mentioned &= !ends;
            self.plain |= ends;
        }
        rest
    }

    /// Words that are no command: they may take back the one before them, and name a move.
    fn leaves(
        &mut self,
        segment: Segment<'_>,
        before: Option<Before>,
        denied: Option<Before>,
        rest: &mut Leftover<'_>,
    ) {
        let (taken, corrected) = (self.reading.taken.len(), self.reading.corrects.is_some());
        let retracted = before.or(denied).and_then(|before| self.retracted(segment, before));
        retracted.into_iter().for_each(|words| rest.put_back(words));
        let stands = self.reading.taken.len() == taken && self.reading.corrects.is_some() == corrected;
        self.denied = before.filter(|_| stands && self.mover.words.doubts.denies(segment));
        self.name(segment);
        self.plain &= self.mover.words.says_nothing(segment);
        rest.keep(segment.whole);
        let recalls = || Some(self.line.written(self.mover.words.doubts.recalls(segment.glyphs)?).to_owned());
        self.reading.recalls = self.reading.recalls.take().or_else(recalls);
    }

    /// True if commands are their writer's plain wish, and no words of a footer's.
    fn no_footer(&self, taken: &[Taken], sentence: &dyn Fn() -> bool, torn_off: &dyn Fn() -> bool) -> bool {
        taken.iter().all(|taken| match taken.said {
            Said::Move(_) | Said::ClaimWith(_) => true,
            _ => !self.row && !torn_off() && (!footers::reaches_far(&taken.said) || sentence()),
        })
    }

    /// Notes the moves that a segment names.
    fn name(&mut self, segment: Segment<'_>) {
        let legal = |written: &WrittenMove| self.history.is_none_or(|game| game.position().find(written).is_ok());
        let named = self.mover.moves_in(self.line, segment.glyphs);
        self.mentioned |= !named.is_empty() || self.mover.mentions(self.line, segment.glyphs);
        self.reading.named.extend(named.into_iter().filter(legal));
        self.named |= !self.reading.named.is_empty();
    }

    /// True if a segment stands inside brackets, which hold what is said besides; counts those it opens and closes.
    fn inside_brackets(&mut self, segment: Segment<'_>) -> bool {
        let first = segment.glyphs.iter().find(|glyph| glyph.ch != ' ').map(|glyph| glyph.ch);
        let inside = self.brackets > 0 || matches!(first, Some('(' | '{'));
        for glyph in segment.whole {
            match glyph.ch {
                '(' | '{' => self.brackets += 1,
                ')' | '}' => self.brackets = self.brackets.saturating_sub(1),
                _ => {}
            }
        }
        inside
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
