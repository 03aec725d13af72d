/*!
One letter about several games: a line that begins with a game's name heads what is said about that game, as far as the
next such line.

`kp-7f3k9: 12. Nf3`, `kp-7f3k9 12. Nf3`, `［ｋｐ－７ｆ３ｋ９］７六歩`, or the name alone with its lines below. A name
inside a sentence heads nothing, nor does one that a sentence merely begins with: behind a name without a colon there has
to stand a command.
*/

use super::fold::{Glyph, Line};
use super::letter::{OWN_LINES_MAX, sorted};
use super::lines::{self, Above};
use super::moves::Mover;
use crate::game::GameId;
use crate::mail::Letter;
use crate::mail::quoted::{Kind, Signs};
use crate::rules::History;

/// What a letter says about one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The game named.
    pub game: GameId,
    /// The writer's own lines about it, without the name.
    pub lines: Vec<String>,
}

/// A letter cut at the names of games.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Blocks {
    /// Own lines above the first name.
    pub above: Vec<String>,
    /// Own lines below a name, but with something quoted in between: which game they are about nobody can tell.
    pub astray: Vec<String>,
    /// One a game, in the order they are first named; what is said of a game in two places stands together.
    pub blocks: Vec<Block>,
}

/// A line's beginning, if that is a game's name.
struct Heading {
    game: GameId,
    /// What stands behind it.
    rest: String,
    /// It stands alone, or before a colon.
    sure: bool,
}

/// The games that own lines begin with, each once.
pub(super) fn named(letter: &Letter, signs: &Signs) -> Vec<GameId> {
    let mut games = Vec::new();
    for Said { line, .. } in own(text(letter), signs) {
        if let Some(Heading { game, .. }) = heading(line).filter(|heading| !games.contains(&heading.game)) {
            games.push(game);
        }
    }
    games
}

/// Cuts a letter; `commands` tells whether a text begins with a command in a game.
pub(super) fn cut(letter: &Letter, signs: &Signs, commands: &dyn Fn(&GameId, &str) -> bool) -> Option<Blocks> {
    let mut cut = Blocks::default();
    let mut into = None;
    let mut astray = false;
    for Said { above, line, below_quoted } in own(text(letter), signs) {
        astray |= below_quoted && into.is_some();
        // A name that a sentence goes on with heads nothing, unless a command stands behind it.
        let open = goes_on(above);
        let heading = heading(line).filter(|heading| heading.sure && !open || commands(&heading.game, &heading.rest));
        let said = match heading {
            Some(Heading { game, rest, .. }) => {
                (into, astray) = (Some(cut.place(game)), false);
                rest
            }
            None => line.to_owned(),
        };
        match into.and_then(|at| cut.blocks.get_mut(at)) {
            Some(_) if astray => cut.astray.push(said),
            Some(block) => block.lines.push(said),
            None => cut.above.push(said),
        }
    }
    (!cut.blocks.is_empty()).then_some(cut)
}

impl Blocks {
    fn place(&mut self, game: GameId) -> usize {
        self.blocks.iter().position(|block| block.game == game).unwrap_or_else(|| {
            self.blocks.push(Block { game, lines: Vec::new() });
            self.blocks.len() - 1
        })
    }
}

/// True if `text` begins with a command.
pub(super) fn begins_with_command(mover: Mover<'_>, history: Option<&History>, text: &str) -> bool {
    let reading = lines::read(mover, history, text, Above::default());
    // Marks of a side may stand before a move.
    let bare = |text: &str| text.trim_start_matches(|ch: char| !ch.is_alphanumeric()).to_owned();
    reading.taken.first().is_some_and(|first| bare(&Line::new(text).source).starts_with(&bare(&first.text)))
}

/// True if a stretch of a line names a game.
pub(super) fn names_a_game(glyphs: &[Glyph]) -> bool {
    let word = |glyph: &Glyph| glyph.ch.is_ascii_alphanumeric() || glyph.ch == '-';
    glyphs.split(|glyph| !word(glyph)).any(|word| id(word).is_some())
}

/// The part of a letter that has the writer's words.
fn text(letter: &Letter) -> &str {
    let plain = letter.plain.as_ref().filter(|body| !body.text.trim().is_empty());
    plain.or(letter.html.as_ref()).map_or("", |body| &body.text)
}

/// True if a line ends in the middle of a thought, as far as its signs show: more than one word, and no sign behind the
/// last. A heading is no thought.
fn goes_on(above: &str) -> bool {
    let above = above.trim();
    let ends = above.ends_with(|ch: char| ch.is_alphanumeric() || matches!(ch, ',' | '\'' | '"' | '-'));
    ends && above.contains(' ') && heading(above).is_none()
}

/// An own line.
struct Said<'t> {
    /// The own line straight above it.
    above: &'t str,
    line: &'t str,
    /// Something quoted stands between it and the own line before.
    below_quoted: bool,
}

/// Own lines.
fn own<'t>(text: &'t str, signs: &Signs) -> Vec<Said<'t>> {
    let mut above = "";
    let mut own = Vec::new();
    let mut written = 0;
    let mut below_quoted = false;
    for (kind, line) in sorted(text, signs) {
        if kind != Kind::Own {
            above = "";
            below_quoted |= matches!(kind, Kind::Quoted | Kind::Attribution);
            continue;
        }
        written += usize::from(!line.trim().is_empty());
        if written > OWN_LINES_MAX {
            break;
        }
        own.push(Said { above, line, below_quoted });
        (above, below_quoted) = (line, false);
    }
    own
}

fn heading(text: &str) -> Option<Heading> {
    let line = Line::new(text);
    let loose = |glyph: &Glyph| matches!(glyph.ch, ' ' | '*' | '-' | '[' | '(' | '"' | '「' | '【');
    let start = line.glyphs.iter().take_while(|glyph| loose(glyph)).count();
    let behind = line.glyphs.get(start..)?;
    let word = |glyph: &&Glyph| glyph.ch.is_ascii_alphanumeric() || glyph.ch == '-';
    let (name, behind) = behind.split_at(behind.iter().take_while(word).count());
    let game = id(name)?;
    let closing = |glyph: &&Glyph| matches!(glyph.ch, ' ' | '*' | ']' | ')' | '"' | '」' | '】');
    let behind = behind.get(behind.iter().take_while(closing).count()..)?;
    let sign = behind.first().map(|glyph| glyph.ch);
    let signs = behind.iter().take_while(|glyph| matches!(glyph.ch, ':' | ',' | '、' | ' ')).count();
    let rest = behind.get(signs..).unwrap_or_default();
    let rest = rest.first().and_then(|first| line.source.get(first.from..)).unwrap_or_default();
    Some(Heading { game, rest: rest.trim().to_owned(), sure: matches!(sign, None | Some(':')) })
}

/// A game's name with its `kp-`: five letters alone are a word.
fn id(word: &[Glyph]) -> Option<GameId> {
    let text: String = word.iter().map(|glyph| glyph.ch.to_ascii_lowercase()).collect();
    GameId::parse(&text).filter(|_| text.starts_with("kp-"))
}
