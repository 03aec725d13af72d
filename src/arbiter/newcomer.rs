/*!
Newcomers: whoever writes from a new address without asking for anything we could do gets one short answer that says what
this is and how to begin.

The answer is mail to an address that nobody has proved, so it is small, has no word of the letter in it, and comes as
rarely as the question about an address does. Its reply address proves that its reader got it: what they write to it is done
without a further question.
*/

use super::limits::kind;
use super::mailbag::Cause;
use super::{Case, Handled};
use crate::club::{AnswerTo, Player, Standing};
use crate::game::{Page, PlayerId};
use crate::interpret::Reading;
use crate::language::BASE;
use crate::mail::Letter;
use crate::mail::quoted::Kind;
use crate::store::StoreError;

/// A letter with at least this many words in Latin script shows that its writer does not expect Japanese.
const LATIN_WORDS: usize = 2;

impl Case<'_> {
    /// Tells a newcomer how to begin, in the language of their letter. `writer` is not entered yet, or never answered us.
    pub(super) fn introduce(
        &mut self,
        letter: &Letter,
        writer: &Player,
        reading: &Reading,
    ) -> Result<Handled, StoreError> {
        let mut player = writer.clone();
        if player.standing != Standing::Unconfirmed {
            return Ok(Handled::because("ignored", "wants no mail"));
        }
        player.language = self.language_written(reading).unwrap_or(player.language);
        if player.id == PlayerId(0) {
            player = self.enter(player)?;
        } else {
            self.tx.update_player(&player)?;
        }
        if !self.may_ask(kind::INTRODUCTION, &player)? {
            return Ok(Handled { player: Some(player.id), ..Handled::because("ignored", "introduced before") });
        }
        let answer = AnswerTo::Question(self.tx.ask(player.id, &[], self.now)?);
        self.bag.at_desk(&player, vec![Page::Introduction], &answer, &Cause::Answer(letter, player.id))?;
        Ok(Handled { player: Some(player.id), ..Handled::new("introduced") })
    }

    /// Carries out what a newcomer answers to the introduction.
    pub(super) fn introduced(&mut self, letter: &Letter, mut player: Player) -> Result<Handled, StoreError> {
        let reading = self.read_at_desk(letter, &player);
        if reading.is_empty() && !self.may_answer_reply(&player, &reading)? {
            return Ok(Handled { player: Some(player.id), ..Handled::new("silent") });
        }
        if self.errands(letter, &reading).is_ok_and(|errands| !errands.is_empty()) {
            self.greet(&mut player, letter, &reading)?;
        }
        self.for_desk(letter, player, &reading)
    }

    /// The language of a newcomer's letter: the one it shows, else the base language for what is written in Latin script.
    fn language_written(&self, reading: &Reading) -> Option<String> {
        let own =
            reading.lines.iter().filter(|line| line.kind == Kind::Own).flat_map(|line| line.line.split_whitespace());
        let latin = own.filter(|word| word.chars().all(|ch| ch.is_ascii_alphabetic() || ch.is_ascii_punctuation()));
        let latin_script = || (latin.count() >= LATIN_WORDS).then(|| BASE.to_owned());
        let found = self.language_of(reading).or_else(latin_script);
        found.filter(|code| self.arbiter.written.contains(code))
    }
}
