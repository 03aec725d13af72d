/*!
Questions to an address that nothing vouches for: is it yours, and did you ask for this?

Each letter has a question of its own, which names what the letter asked for, and its answer carries out that and nothing
else. So what somebody asked for in another person's name is never carried out by that person's `yes` to their own letter.
*/

use super::limits::kind;
use super::mailbag::Cause;
use super::{Case, Handled};
use crate::club::{AnswerTo, Authentication, Errand, Player, Standing};
use crate::game::{ConfirmCode, Moment, Page, Refusal};
use crate::interpret::{Deed, Deeds, Reading, Reply};
use crate::mail::Letter;
use crate::store::{Question, StoreError};
use chrono::TimeDelta;

/// The most requests that one question names.
const WISHES_MAX: usize = 5;

/// The most questions of one player that are open; letters beyond it wait for nothing and are dropped.
const OPEN_MAX: usize = 5;

/// What a reply says to the question it answers.
enum Answer {
    Yes,
    StopMail,
    /// `confirm` with another code.
    WrongCode,
    /// Requests of its own.
    Asks(Vec<Errand>),
    Nothing,
}

impl Case<'_> {
    /// Asks the address a letter came from about what the letter wants. A mail goes out if the limits allow it; otherwise
    /// the question waits until another is answered, or until the same is asked again.
    pub(super) fn ask_about(
        &mut self,
        letter: &Letter,
        player: &Player,
        errands: Vec<Errand>,
        auth: Authentication,
    ) -> Result<Handled, StoreError> {
        let handled = |outcome| Handled { player: Some(player.id), ..Handled::new(outcome) };
        let open = self.open_questions(player)?;
        if open.len() >= OPEN_MAX && auth != Authentication::Pass && open.iter().all(|one| one.errands != errands) {
            return Ok(handled("ignored"));
        }
        let question = self.question_about(player, errands, auth)?;
        let asked = self.put_question(letter, player, &question)?;
        Ok(handled(if asked { "asked" } else { "waits" }))
    }

    /// The open question about those requests, or a new one. A letter that our own server vouches for joins the newest
    /// open question. Erasing has a question of its own, with a code.
    pub(super) fn question_about(
        &self,
        player: &Player,
        errands: Vec<Errand>,
        auth: Authentication,
    ) -> Result<Question, StoreError> {
        let errands = if errands.contains(&Errand::Erase) { vec![Errand::EraseByCode] } else { errands };
        let mut open = self.open_questions(player)?;
        if let Some(same) = open.iter().position(|question| question.errands == errands) {
            return Ok(open.swap_remove(same));
        }
        let joins = auth == Authentication::Pass && by_code(&errands).is_none();
        match open.pop().filter(|newest| joins && by_code(&newest.errands).is_none()) {
            Some(mut newest) => {
                let more: Vec<Errand> = errands.into_iter().filter(|errand| !newest.errands.contains(errand)).collect();
                newest.errands.extend(more);
                newest.errands.truncate(WISHES_MAX);
                self.tx.update_errands(newest.id, &newest.errands)?;
                Ok(newest)
            }
            None => {
                let id = self.tx.ask(player.id, &errands, self.now)?;
                Ok(Question { id, player: player.id, errands, asked_at: self.now, answered_at: None })
            }
        }
    }

    /// The questions to `player` that can still be answered, the oldest first; not those that only introduced us,
    /// and not those about a change of address.
    fn open_questions(&self, player: &Player) -> Result<Vec<Question>, StoreError> {
        let days = TimeDelta::days(i64::from(self.arbiter.limits.question_days));
        let mut open = self.tx.open_questions(player.id, self.since(days))?;
        open.retain(|question| !question.introduces() && !question.errands.iter().any(Errand::is_move));
        Ok(open)
    }

    /// Mails a question, if the limits allow it.
    fn put_question(&self, letter: &Letter, player: &Player, question: &Question) -> Result<bool, StoreError> {
        let may = self.may_ask(kind::CONFIRMATION, player)?;
        if may {
            self.mail_question(letter, player, question)?;
        }
        Ok(may)
    }

    pub(super) fn mail_question(
        &self,
        letter: &Letter,
        player: &Player,
        question: &Question,
    ) -> Result<(), StoreError> {
        if let Some(errand) = by_code(&question.errands) {
            return self.put_code(letter, player, question.id, errand);
        }
        let cause = Cause::Answer(letter, player.id);
        self.bag.at_desk(player, vec![Page::ConfirmAddress], &AnswerTo::Question(question.id), &cause)
    }

    /// A reply to a question. Only a `yes` or the question's code confirms it, and where it names something grave only
    /// the code.
    pub(super) fn answer_question(
        &mut self,
        letter: &Letter,
        mut player: Player,
        question: &Question,
        reading: &Reading,
    ) -> Result<Handled, StoreError> {
        if let Some(errand) = by_code(&question.errands) {
            return self.answer_by_code(letter, &player, question, errand, reading);
        }
        let id = player.id;
        let done = |outcome| Handled { player: Some(id), ..Handled::new(outcome) };
        let answer = self.answer_in(letter, &player, question, reading);
        let newcomer = player.standing == Standing::Unconfirmed && !player.is_locked();
        let greeting = newcomer.then_some(Page::Welcome);
        match answer {
            Answer::StopMail => self.stop_mail(letter, player),
            Answer::Yes => {
                self.greet(&mut player, letter, reading)?;
                self.tx.answer_question(question.id, self.now)?;
                self.tx.clear_rate(kind::CONFIRMATION, &id.0.to_string())?;
                if question.errands == [Errand::StopMail] {
                    return self.end_mail(letter, player);
                }
                self.carry_out_errands(letter, player, &question.errands, greeting)?;
                self.ask_next(letter, &self.tx.player(id)?)?;
                Ok(done("confirmed"))
            }
            Answer::Asks(errands) => {
                // The reply address is the proof; the question stays open.
                self.greet(&mut player, letter, reading)?;
                self.carry_out_errands(letter, player, &errands, greeting)?;
                Ok(done("desk"))
            }
            Answer::WrongCode => {
                self.tell_at_desk(letter, &player, Page::Refused(Refusal::WrongCode))?;
                Ok(done("refused"))
            }
            // Asked once more, in the same words.
            Answer::Nothing if self.may_answer_reply(&player, reading)? => {
                self.mail_question(letter, &player, question)?;
                Ok(done("asked"))
            }
            Answer::Nothing => Ok(done("silent")),
        }
    }

    fn answer_in(&self, letter: &Letter, player: &Player, question: &Question, reading: &Reading) -> Answer {
        let code = self.arbiter.ids.question_code(player.id, question.id);
        let grave = question.errands.iter().any(Errand::needs_code);
        let is = |written: &ConfirmCode| code.as_ref() == Some(written);
        match (&reading.deeds, reading.reply) {
            _ if reading.stops_mail() => Answer::StopMail,
            (Deeds::One(Deed::Confirm(written)), _) if is(written) => Answer::Yes,
            (Deeds::One(Deed::Confirm(_)), _) => Answer::WrongCode,
            (Deeds::Nothing, Some(Reply::Yes)) => {
                if grave {
                    Answer::Nothing
                } else {
                    Answer::Yes
                }
            }
            // What asks for something twice, or doubts it, asks for nothing here.
            _ => match self.errands(letter, reading) {
                Ok(errands) if !errands.is_empty() => Answer::Asks(errands),
                Ok(_) | Err(_) => Answer::Nothing,
            },
        }
    }

    /// Mails the oldest question that has not been mailed yet.
    fn ask_next(&self, letter: &Letter, player: &Player) -> Result<(), StoreError> {
        if player.standing == Standing::Stopped {
            return Ok(());
        }
        for question in self.open_questions(player)? {
            let token = AnswerTo::Question(question.id).token(self.arbiter.ids.key(), player);
            let mailed = token.map(|token| self.tx.token(token.hash())).transpose()?.flatten().is_some();
            if !mailed {
                return self.put_question(letter, player, &question).map(|_| ());
            }
        }
        Ok(())
    }

    /// Whether one more confirmation mail, or one more introduction, may go to an address that may belong to somebody who
    /// never wrote; notes it if so. Each `kind` is counted on its own.
    pub(super) fn may_ask(&self, kind: &str, player: &Player) -> Result<bool, StoreError> {
        let limits = &self.arbiter.limits;
        let who = player.id.0.to_string();
        let day = self.tx.rate(kind, &who, self.since(TimeDelta::days(1)))?;
        let ever = self.tx.rate(kind, &who, Moment::UNIX_EPOCH)?;
        let known = player.standing == Standing::Confirmed;
        if day >= limits.confirmations_per_day || (!known && ever >= limits.confirmations_ever) {
            return Ok(false);
        }
        let unknown = player.standing == Standing::Unconfirmed;
        if (unknown && !self.may_write_to_unknown()?) || !self.may_answer_unproven(player)? {
            return Ok(false);
        }
        if unknown {
            self.note_unknown_mail()?;
        }
        self.tx.note_rate(kind, &who, self.now)?;
        Ok(true)
    }
}

/// The one request of a question that has a page and a code of its own.
fn by_code(errands: &[Errand]) -> Option<&Errand> {
    match errands {
        [errand] if errand.is_by_code() => Some(errand),
        _ => None,
    }
}
