/*!
What a line has for the opponent once its commands are taken out: the writer's own characters, in their places. Only the
characters of a command go, and the blanks around the place it leaves become one.
*/

use super::fold::{Glyph, Line, ORNAMENT};
use super::segments::Segment;

/// The pieces of a line that belong to no command.
pub(super) struct Leftover<'a> {
    line: &'a Line,
    pieces: Vec<Piece>,
}

/// A stretch of the line, by its bytes; or words of a command that was taken back.
enum Piece {
    Stretch { from: usize, to: usize },
    Words(String),
}

impl<'a> Leftover<'a> {
    /// Nothing yet.
    pub fn new(line: &'a Line) -> Leftover<'a> {
        Leftover { line, pieces: Vec::new() }
    }

    /// Keeps a stretch. If nothing but blanks parts it from the one before, the two are one.
    pub fn keep(&mut self, glyphs: &[Glyph]) {
        let (Some(first), Some(last)) = (glyphs.first(), glyphs.last()) else { return };
        let joins = |to: usize| self.line.source.get(to..first.from).is_some_and(|gap| gap.trim().is_empty());
        match self.pieces.last_mut() {
            Some(Piece::Stretch { to, .. }) if joins(*to) => *to = last.to,
            _ => self.pieces.push(Piece::Stretch { from: first.from, to: last.to }),
        }
    }

    /// Keeps the emoji or smiley that stands behind a command: `Ba4 :)`.
    pub fn smile_behind(&mut self, segment: Segment<'_>) {
        let behind = segment.whole.get(segment.glyphs.len()..).unwrap_or_default();
        let smiles =
            |glyph: &Glyph| glyph.ch == ORNAMENT && self.line.source.get(glyph.from..glyph.to).is_some_and(feels);
        let ends = behind.iter().position(smiles).zip(behind.iter().rposition(|glyph| glyph.ch == ORNAMENT));
        if let Some(smile) = ends.and_then(|(first, last)| behind.get(first..=last)) {
            self.keep(smile);
        }
    }

    /// Puts the words of a command back that was taken back at once.
    pub fn put_back(&mut self, words: String) {
        self.pieces.push(Piece::Words(words));
    }

    /// All pieces that say something, a blank between two.
    pub fn text(&self) -> String {
        let written = |piece: &Piece| match piece {
            Piece::Stretch { from, to } => self.line.source.get(*from..*to).unwrap_or_default().trim().to_owned(),
            Piece::Words(words) => words.clone(),
        };
        let said = |text: &String| text.chars().any(char::is_alphanumeric) || feels(text);
        self.pieces.iter().map(written).filter(said).collect::<Vec<String>>().join(" ")
    }
}

/// What a letter has for the opponent, line by line.
#[derive(Default)]
pub(super) struct Message {
    lines: Vec<String>,
    /// Lines that are not the writer's stood here: however many blank ones surround them, one is left.
    parted: bool,
}

impl Message {
    /// Adds a line as it was written.
    pub fn add(&mut self, line: &str) {
        let line = line.trim_end();
        if std::mem::take(&mut self.parted) {
            let said = self.lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
            self.lines.truncate(said);
            self.lines.push(String::new());
            self.parted = line.is_empty();
        }
        self.lines.push(line.to_owned());
    }

    /// Lines that are not the writer's stand here.
    pub fn part(&mut self) {
        self.parted = true;
    }

    /// The text; nothing if it says nothing.
    pub fn text(&self) -> Option<String> {
        let first = self.lines.iter().position(|line| !line.is_empty())?;
        let last = self.lines.iter().rposition(|line| !line.is_empty())?;
        let written = self.lines.get(first..=last)?;
        written.iter().any(|line| speaks(line)).then(|| written.join("\n"))
    }
}

/// True if a text says anything: it has a letter, a figure, an emoji or a smiley.
fn speaks(text: &str) -> bool {
    let line = Line::new(text);
    smileys(&line.glyphs).iter().any(|glyph| glyph.ch.is_alphanumeric() || matches!(glyph.ch, ORNAMENT | '^' | '♪'))
}

/// True if a sign shows a feeling, as faces, hands and hearts do and arrows and bullets do not.
fn feels(text: &str) -> bool {
    text.starts_with([':', ';'])
        || text.chars().any(|ch| matches!(ch as u32, 0x2639..=0x263B | 0x2665 | 0x2763..=0x2764 | 0x1F300..=0x1FAFF))
}

/// `:D` and `;-)` cut a line like emoji do.
pub(super) fn smileys(glyphs: &[Glyph]) -> Vec<Glyph> {
    let mut all = glyphs.to_vec();
    let blank = |place: Option<&Glyph>| place.is_none_or(|glyph| glyph.ch == ' ' || glyph.ch == ORNAMENT);
    for at in 0..all.len() {
        let eyes = all.get(at).is_some_and(|glyph| matches!(glyph.ch, ':' | ';'));
        if !eyes || !blank(at.checked_sub(1).and_then(|before| all.get(before))) {
            continue;
        }
        let nose = usize::from(all.get(at + 1).is_some_and(|glyph| matches!(glyph.ch, '-' | '\'' | '^')));
        let mouth = at + 1 + nose;
        let smiles =
            all.get(mouth).is_some_and(|glyph| matches!(glyph.ch, ')' | '(' | 'D' | 'P' | 'p' | 'O' | 'o' | '*' | '|'));
        if smiles && blank(all.get(mouth + 1)) {
            all.iter_mut().take(mouth + 1).skip(at).for_each(|glyph| glyph.ch = ORNAMENT);
        }
    }
    all
}
