/*!
One own line: which commands it holds, and what is left of it for the opponent (`docs/reading.md`).
*/

use super::commands::{Arguments, Said};
use super::conditions::{self, Cut};
use super::fold::{Glyph, Line};
use super::footers;
use super::leftover::smileys;
use super::moves::{Mover, bare};
use super::request::Ask;
use super::score::{self, Score};
use super::segments;
use super::undone::percent_undone;
use super::walk::{Before, Walk};
use crate::game::PlanLine;
use crate::rules::{History, WrittenMove};

/// A command and the words it was written in.
#[derive(Clone, Debug)]
pub(super) struct Taken {
    pub said: Said,
    pub text: String,
}

impl Taken {
    /// True for a move, alone or with a claim.
    pub fn moves(&self) -> bool {
        matches!(self.said, Said::Move(_) | Said::ClaimWith(_))
    }
}

/// A line, read.
#[derive(Clone, Debug, Default)]
pub(super) struct LineReading {
    /// Commands in order.
    pub taken: Vec<Taken>,
    /// Moves that stand alone between signs, but may not be meant; their words are left for the opponent.
    pub unsure: Vec<Taken>,
    /// Those of them that no words before them make a mere thought.
    pub rivals: Vec<Taken>,
    /// One of them stood in no doubt but for what is said around it.
    pub judged: bool,
    /// Legal moves named inside longer thoughts.
    pub named: Vec<WrittenMove>,
    /// It ends inside a sentence that says more than a greeting or a command: the next line goes on with that sentence.
    pub broken: bool,
    /// A bracket is still open at its end.
    pub bracketed: bool,
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
    /// A bracket is open.
    pub bracketed: bool,
    /// A legal move was named in this paragraph.
    pub named: bool,
    /// It ended in a command.
    pub open: bool,
    /// That command is an offer in the form of a question.
    pub asked: bool,
    /// It ended in a label that disowns this line.
    pub disowns: bool,
}

impl LineReading {
    /// What this line leaves to the next.
    pub fn above(&self, above: Above) -> Above {
        Above {
            torn: self.broken,
            bracketed: self.bracketed,
            named: above.named || !self.named.is_empty(),
            open: self.open,
            asked: self.asked,
            disowns: self.disowns,
        }
    }

    /// The line is no command after all, but leaves a doubt on what else the letter asks for.
    pub fn drop_all(&mut self, line: &str) {
        self.recalls = self.taken.drain(..).next().map(|taken| taken.text);
        line.trim().clone_into(&mut self.rest);
        self.open = false;
    }

    /// True if it asks for nothing but help, and tells of something else in the same breath: `Help! My cat ate the notes.`
    fn exclaims(&self, mover: Mover<'_>) -> bool {
        let helps = matches!(self.taken.as_slice(), [Taken { said: Said::Ask(Ask::Help(None)), .. }]);
        helps && !self.rest.trim().is_empty() && !mover.words.only_greets(&self.rest)
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

impl Above {
    /// What is left of it below a blank line.
    pub fn parted(self) -> Above {
        Above { torn: false, bracketed: false, named: false, ..self }
    }
}

/// Lines are read as far as this many characters; nobody writes a command behind a longer text.
const LINE_MAX: usize = 4096;

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
    let free = !(above.torn || above.disowns || above.bracketed);
    // A sentence that the line above leaves open may go on with the words of a command.
    let said = || commands.fixed(whole).or_else(|| commands.open(whole, arguments));
    if let Some(said) = Some(()).filter(|()| free).and_then(|()| said()) {
        let text = line.written(whole).trim().to_owned();
        return LineReading { taken: vec![Taken { said, text }], open: true, ..LineReading::default() };
    }
    let glyphs = mover.joined(&line, &glyphs);
    let asks = segments::question_in_front(&glyphs) > 0;
    match score::read(mover, &line, &glyphs, history).filter(|_| free && !asks) {
        Some(Score::Adds(written)) => {
            let text = line.written(bare(&glyphs)).to_owned();
            let taken = vec![Taken { said: Said::Move(written), text }];
            return LineReading { taken, open: true, ..LineReading::default() };
        }
        Some(Score::Beyond(beyond)) => return LineReading { beyond, ..LineReading::default() },
        Some(Score::Repeats) => return LineReading { rest: text.to_owned(), ..LineReading::default() },
        None => {}
    }
    let mut reading = read_segments(mover, history, &line, arguments, &glyphs, above);
    if reading.exclaims(mover) {
        reading.taken.clear();
        reading.open = false;
    }
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
    history: Option<&'a History>,
    line: &'a Line,
    arguments: Arguments<'a>,
    glyphs: &[Glyph],
    above: Above,
) -> LineReading {
    let asks = segments::question_in_front(glyphs) > 0;
    let cut = if asks { Cut { rest: glyphs.to_vec(), ..Cut::default() } } else { conditions::cut(mover, line, glyphs) };
    let mut reading = LineReading { conditions: cut.conditions, condition_words: cut.words, ..LineReading::default() };
    let mut walk = Walk {
        mover,
        history,
        line,
        arguments,
        reading: &mut reading,
        above,
        before: None,
        denied: None,
        mentioned: false,
        named: above.named,
        hedged: above.disowns,
        refused: false,
        plain: !above.torn,
        brackets: usize::from(above.bracketed),
        row: footers::is_row(&cut.rest),
    };
    let rest = walk.segments(&cut.rest).text();
    let (before, plain, brackets) = (walk.before, walk.plain, walk.brackets);
    reading.broken = !plain && !mover.words.meant.stops(&cut.rest);
    reading.bracketed = brackets > 0;
    LineReading { rest, open: before.is_some(), asked: before == Some(Before::Asked), ..reading }
}

/// A line without blanks and a full stop at its end; brackets and figures stay.
fn bare_line(glyphs: &[Glyph]) -> &[Glyph] {
    let start = glyphs.iter().take_while(|glyph| glyph.ch == ' ').count();
    let loose = |glyph: &&Glyph| matches!(glyph.ch, ' ' | '.' | '!' | '。');
    let end = glyphs.iter().rev().take_while(loose).count();
    glyphs.get(start..glyphs.len().saturating_sub(end)).unwrap_or_default()
}
