/*!
WHAT THE WRITER WANTS: a [`Letter`](crate::mail::Letter) to requests, by the grammar of `replies/README.md` 4 and 5.

A refusal costs a day; a move the player did not send costs the game. Where the rules leave doubt, nothing is read.

This room does not decide what is legal.
*/

mod request;

pub use request::{Ask, Condition, Deed, Deeds, LineVerdict, Reading};

use crate::language::Languages;
use crate::mail::Letter;
use crate::rules::{History, Variant};

/// Reads letters. Made once from the languages' files.
#[derive(Debug)]
pub struct Reader {}

/// What the reader is told about the letter's place.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The player's language (any code of `replies/notation.md`).
    pub language: &'a str,
    /// The game written about, if it is known.
    pub history: Option<&'a History>,
    /// Its variant; chess where no game is known.
    pub variant: &'static Variant,
}

impl Reader {
    /// From the words of all languages; the error names what is missing in which file.
    pub fn new(languages: &Languages) -> Result<Reader, String> {
        let _ = languages;
        todo!("I")
    }

    /// Understands a letter.
    pub fn read(&self, letter: &Letter, context: &Context) -> Reading {
        let _ = (letter, context);
        todo!("I")
    }

    /// One token as a move (`replies/notation.md`), for `kingpost position --play`; `None`: not a move.
    pub fn read_move(&self, text: &str, context: &Context) -> Option<crate::rules::WrittenMove> {
        let _ = (text, context);
        todo!("I")
    }
}
