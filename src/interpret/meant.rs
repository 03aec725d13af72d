/*!
Whether a move that stands in a letter is meant (`docs/reading.md`, "Is it meant?"). Mail programs break lines where they
like, so the lines of a paragraph are read as one text, and its sentences decide: those beside the move may deny, doubt or
postpone it, ask about it, or put it in somebody else's mouth.
*/

use std::ops::Range;

use super::doubts::Doubts;
use super::fold::{Glyph, Line, unspaced};
use super::lines::{LineReading, Taken};
use super::moves::{Mover, bare};
use super::phrase::{Phrase, Phrases};
use super::segments;
use super::tables::Source;

/// What is said behind a greeting is no longer than this, in words, and in letters of scripts without blanks.
const GREETING_MAX: (usize, usize) = (7, 16);

/// How much of a sentence behind a move is looked at.
const TAIL_MAX: usize = 400;

/// No sentence is looked at any further.
const SENTENCE_MAX: usize = 2000;

/// The lists of all languages; `templates/en/words.toml` tells of each.
#[derive(Clone, Debug, Default)]
pub(super) struct Meant {
    greetings: Vec<Phrase>,
    interjections: Vec<Phrase>,
    voices: Phrases,
    doubts: Phrases,
    postpones: Phrases,
    continues: Vec<Phrase>,
    stops: Vec<Phrase>,
    abbreviations: Vec<Phrase>,
}

/// One own line with what it was read as.
pub(super) struct Piece {
    /// The line, canonically composed.
    pub line: String,
    /// Its place among all lines.
    pub at: usize,
    /// How many lines it takes up, with those that were wrapped off it.
    pub lines: usize,
    /// Nothing of its paragraph stands above it.
    pub parted: bool,
    /// What it says.
    pub reading: LineReading,
}

impl Meant {
    /// Adds the words of one language.
    pub fn add(&mut self, source: Source<'_>) -> Result<(), String> {
        self.greetings.extend(source.phrases("salutations")?);
        self.interjections.extend(source.phrases("interjections")?);
        self.voices.extend(source.phrases("voices")?);
        self.doubts.extend(source.phrases("doubts")?);
        self.postpones.extend(source.phrases("postpones")?);
        self.continues.extend(source.phrases("continues")?);
        self.stops.extend(source.phrases("stops")?);
        self.abbreviations.extend(source.phrases("abbreviations")?);
        Ok(())
    }

    /// True if a stretch before a move says nothing of it: a greeting, an interjection, or as `label` words that open a
    /// move.
    pub fn says_nothing(&self, glyphs: &[Glyph], openings: &[Phrase], label: bool, doubts: &Doubts) -> bool {
        let glyphs = bare(glyphs);
        if glyphs.is_empty() || self.interjections.iter().any(|phrase| phrase.is(glyphs)) {
            return true;
        }
        let openings = openings.iter().filter(|_| label);
        let taken = self.greetings.iter().chain(openings).filter_map(|phrase| phrase.begins(glyphs)).max();
        let Some(rest) = taken.and_then(|taken| glyphs.get(taken..)) else { return false };
        let words = rest.split(|glyph| glyph.ch == ' ').filter(|word| !word.is_empty()).count();
        let letters = rest.iter().filter(|glyph| unspaced(glyph.ch)).count();
        let short = words <= GREETING_MAX.0 && letters <= GREETING_MAX.1;
        short && !doubts.disown(rest) && !self.voices.within(rest) && !self.doubts.within(glyphs)
    }

    /// True if a line without a sign at its end ends a sentence by its last word: `遅くなりました`.
    pub fn stops(&self, glyphs: &[Glyph]) -> bool {
        let end = glyphs.iter().rev().take_while(|glyph| glyph.ch == ' ').count();
        let glyphs = glyphs.get(..glyphs.len() - end).unwrap_or_default();
        let ruled = glyphs.last().is_some_and(|glyph| matches!(glyph.ch, '_' | '/' | '*' | '=' | '~' | '|' | '#'));
        ruled || self.stops.iter().any(|phrase| phrase.ends(glyphs).is_some())
    }

    /// True if the full stop behind a stretch shortens its last word: `see p.`, `S.`
    pub fn abbreviates(&self, glyphs: &[Glyph]) -> bool {
        let word = glyphs.rsplit(|glyph| glyph.ch == ' ').next().unwrap_or_default();
        let initial = matches!(word, [only] if only.ch.is_uppercase() && only.ch != 'I');
        initial || self.abbreviations.iter().any(|phrase| phrase.is(word))
    }

    /// True if a text says that the move beside it may not be meant.
    pub fn doubts(&self, text: &str) -> bool {
        self.doubts.within(&Line::new(text).glyphs)
    }

    /// True if a text puts the writer's move off, wherever it stands in the letter.
    fn postpones(&self, text: &str) -> bool {
        self.postpones.within(&Line::new(text).glyphs)
    }

    /// True if what stands behind a move goes on with it.
    fn goes_on(&self, glyphs: &[Glyph]) -> bool {
        let signs = glyphs.iter().take_while(|glyph| !glyph.ch.is_alphanumeric()).count();
        let (signs, words) = glyphs.split_at(signs);
        let asks = signs.iter().any(|glyph| glyph.ch == '?') && !signs.iter().any(|glyph| glyph.ch == '!');
        // A capital begins a sentence of its own.
        let small = words.first().is_some_and(|glyph| !glyph.ch.is_uppercase());
        asks || small && self.continues.iter().any(|phrase| phrase.begins(words).is_some())
    }
}

/// The own text as one, cut into sentences.
struct Sentences<'m> {
    meant: &'m Meant,
    text: String,
    /// Where each piece begins.
    starts: Vec<usize>,
    /// The sentences in order.
    ranges: Vec<Range<usize>>,
    /// Which of them doubt, as far as anybody has asked.
    known: Vec<Option<bool>>,
}

/// Parts paragraphs.
const PARAGRAPH: char = '\u{2029}';

impl<'m> Sentences<'m> {
    fn of<'t>(meant: &'m Meant, lines: impl Iterator<Item = (&'t str, bool)>) -> Sentences<'m> {
        let mut text = String::new();
        let mut starts = Vec::new();
        for (line, parted) in lines {
            text.push(if parted { PARAGRAPH } else { ' ' });
            starts.push(text.len());
            text.push_str(line);
        }
        let ranges = ranges(&text);
        let known = vec![None; ranges.len()];
        Sentences { meant, text, starts, ranges, known }
    }

    fn at(&self, byte: usize) -> usize {
        self.ranges.partition_point(|range| range.end <= byte).min(self.ranges.len().saturating_sub(1))
    }

    fn get(&self, place: usize) -> &str {
        let text = self.ranges.get(place).and_then(|range| self.text.get(range.clone())).unwrap_or_default();
        let end = text.char_indices().nth(SENTENCE_MAX).map_or(text.len(), |(end, _)| end);
        text.get(..end).unwrap_or_default()
    }

    fn postpone(&self) -> bool {
        (0..self.ranges.len()).any(|place| self.meant.postpones(self.get(place)))
    }

    fn doubts(&mut self, place: usize) -> bool {
        let known = self.known.get(place).copied().flatten();
        let doubts = known.unwrap_or_else(|| self.meant.doubts(self.get(place)));
        if let Some(known) = self.known.get_mut(place) {
            *known = Some(doubts);
        }
        doubts
    }
}

/// The sentences of a text: to a sign that ends one, and to the end of each paragraph.
fn ranges(text: &str) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut start = 0;
    // Whether the word so far is a number, whose full stop belongs to a move.
    let mut number = false;
    let mut word = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, ch)) = chars.next() {
        let next = chars.peek().map(|(_, ch)| *ch);
        let blank =
            next.is_none_or(|ch| ch.is_whitespace() || ends_sentence(ch) || matches!(ch, '"' | ')' | '»' | '”'));
        let ends = match ch {
            PARAGRAPH => true,
            '。' | '！' | '？' => !next.is_some_and(ends_sentence),
            '.' => blank && !number && !next.is_some_and(ends_sentence),
            '!' | '?' | '…' => blank && !next.is_some_and(ends_sentence),
            _ => false,
        };
        word = if ch.is_whitespace() { 0 } else { word + 1 };
        number = ch.is_ascii_digit() && (number || word == 1);
        if ends {
            let end = at + ch.len_utf8();
            if text.get(start..end).is_some_and(|text| text.contains(char::is_alphanumeric)) {
                ranges.push(start..end);
                start = end;
            }
        }
    }
    ranges.push(start..text.len());
    ranges
}

/// What a text leaves of a sentence that no sign ends.
pub(super) fn open_sentence(text: &str) -> &str {
    let open = ranges(text).pop().and_then(|range| text.get(range)).unwrap_or_default().trim();
    if open.ends_with(ends_sentence) { "" } else { open }
}

fn ends_sentence(ch: char) -> bool {
    matches!(ch, '.' | '!' | '?' | '…' | '。' | '！' | '？')
}

/// Moves that the text around them leaves in doubt become unsure, and words that take back or correct what stands beside
/// them are found, wherever lines break.
pub(super) fn judge(mover: Mover<'_>, pieces: &mut [Piece]) {
    if pieces.iter().any(|piece| piece.reading.taken.iter().any(Taken::moves)) {
        let lines = pieces.iter().map(|piece| (piece.line.as_str(), piece.parted));
        let mut sentences = Sentences::of(&mover.words.meant, lines);
        let postponed = sentences.postpone();
        for at in 0..pieces.len() {
            let (taken, unsure) = parted(mover, &mut sentences, pieces, at, postponed);
            let Some(piece) = pieces.get_mut(at) else { break };
            if !unsure.is_empty() {
                piece.reading.rivals.extend(unsure.iter().cloned());
                piece.reading.unsure.extend(unsure);
                piece.reading.judged = true;
                piece.reading.taken = taken;
                piece.reading.rest.clone_from(&piece.line);
            }
        }
    }
    let says = |reading: &LineReading| {
        !reading.taken.is_empty() || !reading.unsure.is_empty() || !reading.condition_words.is_empty()
    };
    if pieces.iter().any(|piece| says(&piece.reading)) {
        take_back(mover, pieces);
    }
}

/// True if own lines ask, deny, doubt or postpone: a move that stands beside them, in the subject, may not be meant.
pub(super) fn unplain(mover: Mover<'_>, lines: &[&str]) -> bool {
    let composed: Vec<(Line, bool)> = lines.iter().map(|line| (Line::new(line), line.trim().is_empty())).collect();
    let mut sentences =
        Sentences::of(&mover.words.meant, composed.iter().map(|(line, parts)| (line.source.as_str(), *parts)));
    sentences.postpone()
        || (0..sentences.ranges.len()).any(|place| {
            if sentences.doubts(place) {
                return true;
            }
            let line = Line::new(sentences.get(place));
            segments::cut(&line, &line.glyphs, &mover.words.marks).into_iter().any(|segment| {
                let glyphs = bare(segment.glyphs);
                segment.whole.iter().any(|glyph| glyph.ch == '?')
                    || mover.words.doubts.deny(glyphs)
                    || mover.words.hedges.iter().any(|phrase| phrase.begins(glyphs).is_some())
            })
        })
}

/// The commands of a piece, and those of its moves that are in doubt: all, if the letter puts its move off.
fn parted(
    mover: Mover<'_>,
    sentences: &mut Sentences<'_>,
    pieces: &[Piece],
    at: usize,
    postponed: bool,
) -> (Vec<Taken>, Vec<Taken>) {
    let Some(piece) = pieces.get(at) else { return (Vec::new(), Vec::new()) };
    let mut from = 0;
    let mut behind = piece.reading.taken.iter().skip(1);
    piece.reading.taken.iter().cloned().partition(|taken| {
        let next = behind.next().map(|next| next.text.as_str());
        let place =
            piece.line.get(from..).and_then(|rest| rest.find(taken.text.as_str())).map_or(0, |found| from + found);
        from = (place + taken.text.len()).min(piece.line.len());
        !taken.moves() || !(postponed || doubted(mover, sentences, pieces, at, place..from, next))
    })
}

/// True if the text around a move leaves open whether it is meant. It stands at `place` in its line, and the words of
/// the `next` command may follow there.
fn doubted(
    mover: Mover<'_>,
    sentences: &mut Sentences<'_>,
    pieces: &[Piece],
    at: usize,
    place: Range<usize>,
    next: Option<&str>,
) -> bool {
    let (Some(piece), Some(start)) = (pieces.get(at), sentences.starts.get(at).copied()) else { return false };
    let meant = &mover.words.meant;
    let own = sentences.at(start + place.start);
    let around = [own.checked_sub(1), Some(own), own.checked_add(1)];
    if around.into_iter().flatten().any(|sentence| sentences.doubts(sentence)) {
        return true;
    }
    // What joins on with another command or a plan says nothing of the move.
    let plans = |piece: &Piece| !piece.reading.condition_words.is_empty();
    let line_behind = piece.line.get(place.end..).unwrap_or_default();
    if let Some(next) = next {
        let between = line_behind.split(next).next().unwrap_or_default();
        return meant.voices.within(&Line::new(between).glyphs);
    }
    if plans(piece) {
        return false;
    }
    let closes =
        |ch: char| ch.is_whitespace() || matches!(ch, '"' | '\'' | '*' | '_' | ')' | ']' | '»' | '”' | '」' | '』');
    if line_behind.chars().all(closes) {
        return pieces.get(at + 1).is_some_and(|below| {
            let alone = mover.words.only_greets(piece.line.get(..place.start).unwrap_or_default());
            let says = !below.reading.rest.trim().is_empty();
            !plans(below) && meant.goes_on(&Line::new(&below.line).glyphs) || !below.parted && !alone && says
        });
    }
    let end = sentences.ranges.get(own).map_or(0, |range| range.end);
    let tail: String = sentences.text.get(start + place.end..end).unwrap_or_default().chars().take(TAIL_MAX).collect();
    let tail = Line::new(&tail).glyphs;
    let words =
        tail.iter().position(|glyph| glyph.ch.is_alphanumeric()).and_then(|at| tail.get(at..)).unwrap_or_default();
    let otherwise = mover.words.otherwise.iter().any(|phrase| phrase.begins(words).is_some());
    !otherwise && (meant.goes_on(&tail) || meant.voices.within(&tail))
}

/// Words that take back or correct a command, in the sentences of what the commands leave.
fn take_back(mover: Mover<'_>, pieces: &mut [Piece]) {
    let doubts = &mover.words.doubts;
    let moves = pieces.iter().any(|piece| piece.reading.taken.iter().any(Taken::moves));
    let lines = pieces.iter().map(|piece| (piece.reading.rest.as_str(), piece.parted));
    let sentences = Sentences::of(&mover.words.meant, lines);
    for place in 0..sentences.ranges.len() {
        let line = Line::new(sentences.get(place));
        let segments = segments::cut(&line, &line.glyphs, &mover.words.marks);
        let recalls = segments.iter().find_map(|segment| doubts.recalls(segment.glyphs));
        let recalls = recalls.map(|words| line.written(words).to_owned());
        let corrects = doubts.corrects(&line.glyphs).filter(|_| mover.mentions(&line, &line.glyphs));
        let refuses = || segments.iter().find_map(|segment| mover.words.doubts.refuses(mover, &line, segment.glyphs));
        let corrects = corrects.or_else(|| refuses().filter(|_| moves)).map(|words| line.written(words).to_owned());
        let byte = sentences.ranges.get(place).map_or(0, |range| range.start + 1);
        let piece = sentences.starts.partition_point(|start| *start <= byte).saturating_sub(1);
        if let Some(reading) = pieces.get_mut(piece).map(|piece| &mut piece.reading) {
            reading.recalls = reading.recalls.take().or(recalls);
            reading.corrects = reading.corrects.take().or(corrects);
        }
    }
}
