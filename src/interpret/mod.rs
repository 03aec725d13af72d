/*!
WHAT THE WRITER WANTS: a [`Letter`](crate::mail::Letter) to requests, by the rules of `docs/reading.md`.

A refusal costs a day; a move the player did not send costs the game. Where the rules leave doubt, nothing is read.

This room does not decide what is legal.
*/

pub mod answer;
mod assent;
mod blocks;
mod challenge;
mod choices;
mod commands;
mod conditions;
mod dates;
mod doubts;
mod fold;
mod footers;
mod game_file;
mod gather;
mod leftover;
mod letter;
mod lines;
mod meant;
mod moves;
mod numbers;
mod pasted;
mod phrase;
mod premises;
mod request;
mod score;
mod segments;
mod strange;
mod subject;
mod tables;
mod tongues;
mod undone;
mod walk;
mod words;
mod wrapped;

pub use blocks::{Block, Blocks};
pub use request::{Ask, Deed, Deeds, LineVerdict, Reading, Reply};
pub use strange::Strange;

use self::fold::Line;
use self::moves::shogi::Table;
use self::moves::{Alphabets, Mover};
use self::tongues::Hint;
use self::words::Words;
use crate::game::GameId;
use crate::language::Languages;
use crate::mail::Letter;
use crate::mail::quoted::{Kind, Signs};
use crate::rules::{History, Variant, WrittenMove, notation};

/// Reads letters. Made once from the languages' files.
#[derive(Debug)]
pub struct Reader {
    words: Words,
}

/// What the reader is told about the letter's place.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The player's language, as a tag: `en`, `de`. With the private subtag of `fr-x-letters` they have chosen that language's
    /// letters for pieces; without, the words of a letter may show another's.
    pub language: &'a str,
    /// The game written about, if it is known.
    pub history: Option<&'a History>,
    /// Its variant; chess where no game is known.
    pub variant: &'static Variant,
    /// The player writes moves in figures, so that these may stand beside other words.
    pub numbers: bool,
}

impl Reader {
    /// From the words of all languages; the error names what is missing in which file.
    pub fn new(languages: &Languages) -> Result<Reader, String> {
        Ok(Reader { words: Words::load(languages)? })
    }

    /// The signs that show where a reply's own text ends, of all languages.
    pub fn signs(&self) -> &Signs {
        &self.words.signs
    }

    /// Understands a letter.
    pub fn read(&self, letter: &Letter, context: &Context) -> Reading {
        let hint = letter::hint(&self.words, letter, context.language);
        let alphabets = self.alphabets(context, &hint);
        letter::read(self.mover(&alphabets, context), context.history, letter)
    }

    /// The games that lines of a letter begin with, each once: [`Reader::blocks`] may find them to be headings.
    pub fn games_named(&self, letter: &Letter) -> Vec<GameId> {
        blocks::named(letter, &self.words.signs)
    }

    /// A letter cut at the lines that name a game, if there are any; `of` gives the context of a game that is known.
    pub fn blocks<'c>(
        &self,
        letter: &Letter,
        context: Context<'c>,
        of: &dyn Fn(&GameId) -> Option<Context<'c>>,
    ) -> Option<Blocks> {
        let commands = |game: &GameId, text: &str| {
            let context = of(game).unwrap_or(context);
            let alphabets = self.alphabets(&context, &Hint::default());
            blocks::begins_with_command(self.mover(&alphabets, &context), context.history, text)
        };
        blocks::cut(letter, &self.words.signs, &commands)
    }

    /// Understands lines of a letter by themselves, with the game file that came with them.
    pub fn read_lines(&self, lines: &[String], file: Option<&str>, context: &Context) -> Reading {
        let own: Vec<(Kind, &str)> = lines.iter().map(|line| (Kind::Own, line.as_str())).collect();
        let alphabets = self.alphabets(context, &self.words.tongues.hint(&own, context.language));
        letter::read_lines(self.mover(&alphabets, context), context.history, lines, file)
    }

    /// One token as a move (`docs/reading.md`, "Whose letters"), for `kingpost position --play`; `None`: not a move.
    pub fn read_move(&self, text: &str, context: &Context) -> Option<WrittenMove> {
        let alphabets = self.alphabets(context, &Hint::default());
        let line = Line::new(text);
        let mover = self.mover(&alphabets, context);
        mover.read(&line, &mover.joined(&line, &line.glyphs))
    }

    /// The language that a letter's own words are written in, where they show it.
    pub fn language_of(&self, reading: &Reading) -> Option<&str> {
        let own = || reading.lines.iter().filter(|line| line.kind == Kind::Own);
        let text: Vec<&str> = own().map(|line| line.line.as_str()).collect();
        // Commands are written in one language by people of many.
        let prose: Vec<&str> = own().filter(|line| line.command.is_none()).map(|line| line.line.as_str()).collect();
        self.words.tongues.of_text(&text.join("\n"), &prose.join("\n"))
    }

    /// True if the pieces' letters of that language are known.
    pub fn knows_letters(&self, code: &str) -> bool {
        self.words.letters.contains_key(code)
    }

    fn alphabets(&self, context: &Context, hint: &Hint) -> Alphabets {
        Alphabets::new(&self.words.letters, context.language, hint, context.variant)
    }

    fn mover<'a>(&'a self, alphabets: &'a Alphabets, context: &Context<'a>) -> Mover<'a> {
        let variant = context.variant;
        let turn = context.history.map(|history| history.position().turn());
        let shogi = notation::shogi::applies(variant).then(|| Table {
            variant,
            last: context.history.and_then(|history| Some(history.moves().last()?.to())),
            position: context.history.map(History::position),
        });
        Mover { words: &self.words, alphabets, geometry: variant.geometry, turn, numbers: context.numbers, shogi }
    }
}
