/*!
A player's change of address. A letter that is admitted as the player's asks for it, a code that was mailed to the new
address confirms it, and a code that is mailed to the old one takes it back, as long as a question lives.

The two addresses change places in the record: games, reply addresses and settings stay with their player, and the old
address is that of somebody of whom nothing is known, and who can do nothing but take the change back. Nobody learns by
asking whether an address plays here: the answer is the same, and no code leaves.
*/

use super::limits::kind;
use super::mailbag::Cause;
use super::{Case, Handled};
use crate::club::{AnswerTo, Errand, Player, Standing};
use crate::game::{AddressChange, ConfirmCode, Page, Refusal};
use crate::interpret::{Deed, Deeds, Reading};
use crate::mail::{Address, Letter};
use crate::store::{Question, StoreError};
use chrono::TimeDelta;

/// How often in a day a player may ask for another address.
const ASKS_PER_DAY: u32 = 3;

impl Case<'_> {
    /// Mails a code to the address a player wants to play from; gives the page for the player.
    pub(super) fn ask_change(
        &mut self,
        letter: &Letter,
        player: &Player,
        address: &Address,
    ) -> Result<Page, StoreError> {
        let ours = self.arbiter.subaddress(address).is_some() || self.arbiter.house.robot_at(address).is_some();
        if ours || *address == player.address {
            return Ok(Page::Refused(Refusal::NotAnAddress));
        }
        if self.may_move_back(player)? {
            return Ok(Page::Refused(Refusal::AddressJustChanged));
        }
        if !self.take(kind::ADDRESS, &player.id.0.to_string(), ASKS_PER_DAY, TimeDelta::days(1))? {
            return Ok(Page::Refused(Refusal::TooMany));
        }
        if let Some(newcomer) = self.newcomer(player, address)?
            && self.may_ask(kind::CONFIRMATION, &newcomer)?
        {
            let question = self.tx.ask(newcomer.id, &[Errand::MoveHere(player.id)], self.now)?;
            self.tell_code(letter, player, &newcomer, question, AddressChange::Confirm)?;
        }
        Ok(Page::AddressChange(AddressChange::Asked))
    }

    /// An answer to a question about a change of address: only the code will do.
    pub(super) fn answer_change(
        &mut self,
        letter: &Letter,
        asked: &Player,
        question: &Question,
        reading: &Reading,
    ) -> Result<Handled, StoreError> {
        let done = |outcome| Handled { player: Some(asked.id), ..Handled::new(outcome) };
        let code = self.arbiter.ids.question_code(asked.id, question.id);
        match (&reading.deeds, question.errands.as_slice()) {
            _ if reading.stops_mail() => self.stop_mail(letter, asked.clone()),
            (Deeds::One(Deed::Confirm(written)), [errand]) if Some(written) == code.as_ref() => {
                self.tx.answer_question(question.id, self.now)?;
                let moved = match errand {
                    Errand::MoveHere(player) => self.move_here(letter, &self.tx.player(*player)?, asked)?,
                    Errand::MoveBack(player) => self.move_back(letter, &self.tx.player(*player)?, asked)?,
                    _ => false,
                };
                if !moved {
                    self.tell_at_desk(letter, asked, Page::Refused(Refusal::AlreadyAnswered))?;
                }
                Ok(done(if moved { "moved" } else { "refused" }))
            }
            _ if self.may_answer_reply(asked, reading)? => {
                let pages = vec![Page::Refused(Refusal::WrongCode)];
                self.bag.at_desk(asked, pages, &AnswerTo::Desk, &Cause::Answer(letter, asked.id))?;
                Ok(done("refused"))
            }
            _ => Ok(done("silent")),
        }
    }

    /// Who stands for an address that nobody plays from; none if somebody does, or wants no mail there.
    fn newcomer(&self, player: &Player, address: &Address) -> Result<Option<Player>, StoreError> {
        match self.tx.player_at(address)? {
            Some(known) => Ok(if self.is_unused(&known)? { Some(known) } else { None }),
            None => {
                let stranger = Player { language: player.language.clone(), ..self.stranger(address, None) };
                self.enter(stranger).map(Some)
            }
        }
    }

    /// True if an address has never answered, and is invited to no game.
    fn is_unused(&self, known: &Player) -> Result<bool, StoreError> {
        Ok(known.standing == Standing::Unconfirmed && !known.is_locked() && self.tx.games_of(known.id)?.is_empty())
    }

    fn may_move_back(&self, player: &Player) -> Result<bool, StoreError> {
        let days = TimeDelta::days(i64::from(self.arbiter.limits.question_days));
        self.tx.may_move_back(player.id, self.since(days))
    }

    /// Moves a player to the address that `newcomer` stands for; false if one of them has become something else meanwhile.
    fn move_here(&mut self, letter: &Letter, player: &Player, newcomer: &Player) -> Result<bool, StoreError> {
        if player.standing != Standing::Confirmed || !self.is_unused(newcomer)? || self.may_move_back(player)? {
            return Ok(false);
        }
        self.tx.exchange_addresses(player, newcomer)?;
        let (player, old) = (self.tx.player(player.id)?, self.tx.player(newcomer.id)?);
        let question = self.tx.ask(old.id, &[Errand::MoveBack(player.id)], self.now)?;
        self.tell_code(letter, &player, &old, question, AddressChange::Moved)?;
        let pages = vec![Page::AddressChange(AddressChange::Here), Page::Games];
        self.bag.at_desk(&player, pages, &AnswerTo::Desk, &Cause::Answer(letter, player.id))?;
        Ok(true)
    }

    /// Moves a player back to the address they had; `old` stands for it.
    fn move_back(&mut self, letter: &Letter, player: &Player, old: &Player) -> Result<bool, StoreError> {
        self.tx.exchange_addresses(player, old)?;
        for told in [self.tx.player(player.id)?, self.tx.player(old.id)?] {
            let page = Page::AddressChange(AddressChange::Back);
            self.bag.at_desk(&told, vec![page], &AnswerTo::Desk, &Cause::Answer(letter, player.id))?;
        }
        Ok(true)
    }

    /// Mails the code of a question about `player`'s address to the other address.
    fn tell_code(
        &self,
        letter: &Letter,
        player: &Player,
        to: &Player,
        question: i64,
        change: fn(ConfirmCode) -> AddressChange,
    ) -> Result<(), StoreError> {
        let Some(code) = self.arbiter.ids.question_code(to.id, question) else { return Ok(()) };
        let pages = vec![Page::AddressChange(change(code))];
        self.bag.at_desk(to, pages, &AnswerTo::Question(question), &Cause::Answer(letter, player.id))
    }
}
