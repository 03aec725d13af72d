/*!
What is asked back by a code from a mail of its own, `delete` and `stop mail`; and leaving for good.

What ends with the person ends at once: their games, as one who resigns or calls off, their invitations and seeks, and
their mail but for one that says so. When that one has left, or after a day, everything that tells who they were is erased.
Their games stay, for their opponents, under no name.
*/

use super::limits::kind;
use super::mailbag::Cause;
use super::{Arbiter, Case, Handled};
use crate::club::{AnswerTo, Errand, Player, Standing};
use crate::game::{Moment, Page, Refusal};
use crate::interpret::{Deed, Deeds, Reading};
use crate::mail::Letter;
use crate::store::{Question, Store, StoreError};
use chrono::TimeDelta;

/// What is to be erased waits for its last mail no longer than this.
const ERASED_WITHIN: TimeDelta = TimeDelta::hours(24);

/// So often in a day somebody may ask for it.
const ASKS_PER_DAY: u32 = 3;

impl Case<'_> {
    /// Asks for a code, by a mail with a reply address of its own.
    pub(super) fn ask_code(&mut self, letter: &Letter, player: &Player, errand: Errand) -> Result<(), StoreError> {
        let kind = if errand == Errand::StopByCode { kind::STOPPING } else { kind::ERASURE };
        if !self.take(kind, &player.id.0.to_string(), ASKS_PER_DAY, TimeDelta::days(1))? {
            return Ok(());
        }
        let question = self.tx.ask(player.id, std::slice::from_ref(&errand), self.now)?;
        self.put_code(letter, player, question, &errand)
    }

    pub(super) fn put_code(
        &self,
        letter: &Letter,
        player: &Player,
        question: i64,
        errand: &Errand,
    ) -> Result<(), StoreError> {
        let Some(code) = self.arbiter.ids.question_code(player.id, question) else { return Ok(()) };
        let page = if *errand == Errand::StopByCode { Page::ConfirmStop { code } } else { Page::ConfirmErase { code } };
        self.bag.at_desk(player, vec![page], &AnswerTo::Question(question), &Cause::Answer(letter, player.id))
    }

    /// An answer to such a question: only the code will do.
    pub(super) fn answer_by_code(
        &mut self,
        letter: &Letter,
        player: &Player,
        question: &Question,
        errand: &Errand,
        reading: &Reading,
    ) -> Result<Handled, StoreError> {
        let done = |outcome| Handled { player: Some(player.id), ..Handled::new(outcome) };
        let code = self.arbiter.ids.question_code(player.id, question.id);
        match &reading.deeds {
            Deeds::One(Deed::Confirm(written)) if Some(written) == code.as_ref() => {
                self.tx.answer_question(question.id, self.now)?;
                if *errand == Errand::StopByCode {
                    return self.end_mail(letter, player.clone());
                }
                self.erase(letter, player.clone())?;
                Ok(done("erased"))
            }
            Deeds::One(Deed::Errand(Errand::StopMail)) if *errand == Errand::EraseByCode => {
                self.stop_mail(letter, player.clone())
            }
            Deeds::One(Deed::Confirm(_)) => {
                self.tell_at_desk(letter, player, Page::Refused(Refusal::WrongCode))?;
                Ok(done("refused"))
            }
            // Whatever else they say, they have not confirmed: asked once more, in the same words.
            _ if self.may_answer(player)? => self.put_code(letter, player, question.id, errand).map(|()| done("asked")),
            _ => Ok(done("silent")),
        }
    }

    fn erase(&mut self, letter: &Letter, mut player: Player) -> Result<(), StoreError> {
        self.end_games(&player)?;
        self.cancel_seek(&player, None)?;
        self.tx.cancel_mail(player.id, self.now)?;
        player.standing = Standing::Stopped;
        self.tx.update_player(&player)?;
        self.bag.at_desk(&player, vec![Page::Erased], &AnswerTo::Desk, &Cause::Answer(letter, player.id))?;
        self.tx.note_erasure(player.id, self.now)
    }

    fn end_games(&self, player: &Player) -> Result<(), StoreError> {
        for row in self.tx.games_of(player.id)?.into_iter().filter(|row| row.phase != "over") {
            let Some(game) = self.tx.game(&row.id)? else { continue };
            let Some(side) = game.seat_of(player.id) else { continue };
            // Whose time is up has lost before.
            if !self.falls_before(&game, self.received_at)? {
                self.append_report(&game, game.abandon(side))?;
            }
        }
        Ok(())
    }
}

impl Arbiter {
    /// Erases one person whose last mail has left, or has had a day for it; false if there is none.
    pub fn erase_due(&self, store: &mut Store, now: Moment) -> Result<bool, StoreError> {
        let before = now - ERASED_WITHIN;
        if store.read(|tx| tx.erasure_due(before))?.is_none() {
            return Ok(false);
        }
        let erased = store.write(|tx| {
            let due = tx.erasure_due(before)?;
            if let Some(player) = due {
                // Whatever they have begun since they left. Nobody's time is judged: mail may be unread.
                Case { whole: false, ..self.case(tx, now) }.end_games(&tx.player(player)?)?;
                tx.erase_player(player)?;
            }
            Ok::<_, StoreError>(due)
        })?;
        let Some(player) = erased else { return Ok(false) };
        // The log keeps the pages as they were until it is emptied. If it cannot be, the erasure stays due.
        store.checkpoint()?;
        store.write(|tx| tx.note_erased(player))?;
        Ok(true)
    }
    /// Forgets one address that has never answered for so long; false if there is none.
    pub fn forget_unconfirmed(&self, store: &mut Store, now: Moment) -> Result<bool, StoreError> {
        let before = now - TimeDelta::days(i64::from(self.limits.unconfirmed_days));
        if store.read(|tx| tx.never_confirmed(before))?.is_none() {
            return Ok(false);
        }
        store.write(|tx| match tx.never_confirmed(before)? {
            Some(player) => tx.erase_player(player).map(|()| true),
            None => Ok(false),
        })
    }
}
