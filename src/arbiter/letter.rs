/*!
A person's letter: the table of `club/admission.rs`, arm by arm.
*/

use super::blocks::{self, Bearing};
use super::intake::{Held, Intake, Place, written_name};
use super::limits::{Flood, kind};
use super::mailbag::Cause;
use super::{Case, Handled};
use crate::club::{
    Admission, AnswerTo, Authentication, Bearer, Errand, Player, Settings, Standing, admit, display_name,
};
use crate::game::{Game, Notice, Page, Phase, PlayerId, Ply, Refusal};
use crate::interpret::{Context, Deed, Deeds, Reading};
use crate::mail::{From, Letter};
use crate::rules::variants;
use crate::store::StoreError;
use chrono::TimeDelta;

impl Case<'_> {
    /// Handles a letter; `beyond` names the limit it goes beyond, and then nothing of it is read.
    pub(super) fn letter(&mut self, letter: &Letter, beyond: Option<&str>) -> Result<Handled, StoreError> {
        if matches!(&letter.from, From::One(address, _) if self.arbiter.subaddress(address).is_some()) {
            // Ours, come back, or somebody who would have us write to ourselves.
            return Ok(Handled::because("ignored", "our own address"));
        }
        let intake = self.intake(letter)?;
        if intake.bearer == Bearer::None && !self.names_us(letter) {
            // A mailing list's, a blind copy: it reached us, and was written to others.
            return Ok(Handled::because("ignored", "neither To nor Cc names us"));
        }
        let admission = admit(intake.bearer, intake.sender, intake.auth);
        match (admission, &intake.held) {
            (Admission::Act, Some(held)) => self.act(letter, &intake, held, beyond),
            (Admission::Stale, Some(held)) => self.stale(letter, &intake, held),
            (Admission::TellOwner, Some(held)) => {
                let forged = matches!(&letter.from, From::One(address, _) if *address == held.owner.address);
                self.warn(letter, held, if forged { Refusal::Forged } else { Refusal::WrongSender })
            }
            (Admission::Refuse, _) => self.refuse(letter, &intake),
            (Admission::Help, _) => self.lost(letter, &intake),
            (Admission::Ignore, _) => self.ignore(&intake),
            (Admission::Desk, _) => self.at_desk(letter, &intake),
            (Admission::AskFirst | Admission::SignUp, _) => self.ask_first(letter, &intake),
            // These need a token, and the table gives them only with one.
            (Admission::Act | Admission::Stale | Admission::TellOwner, None) => Ok(Handled::new("ignored")),
        }
    }

    fn act(
        &mut self,
        letter: &Letter,
        intake: &Intake,
        held: &Held,
        beyond: Option<&str>,
    ) -> Result<Handled, StoreError> {
        let mut player = held.owner.clone();
        match self.count_letter(&player)? {
            Flood::Within => {}
            Flood::First(refusal) => return self.answer(letter, held, refusal, "limited"),
            Flood::Beyond => return Ok(of("limited", held)),
        }
        self.proven(&player)?;
        if let Some(limit) = beyond {
            let refusal = if limit.contains("bytes") { Refusal::TooLarge } else { Refusal::Unreadable };
            return self.answer(letter, held, refusal, "unreadable");
        }
        if player.is_locked() && !matches!(held.place, Place::Question(_)) {
            return self.ask_to_unlock(letter, &player);
        }
        match &held.place {
            Place::Game(game, _) => {
                let after = self.answered(game, &player)?;
                let game = after.as_ref().unwrap_or(game);
                let reading = self.arbiter.reader.read(letter, &blocks::context(game, &player));
                let blocks = self.blocks(letter, &player)?;
                if blocks.is_some() || !reading.is_empty() {
                    self.greet(&mut player, letter, &reading)?;
                } else if player.standing == Standing::Unconfirmed {
                    if !self.may_answer_reply(&player, &reading)? {
                        return Ok(of("silent", held));
                    }
                    // The answer is in the language of the words, whosever they are.
                    player.language = self.language_of(&reading).unwrap_or(player.language);
                    self.tx.update_player(&player)?;
                }
                match blocks {
                    Some(blocks) => self.in_games(letter, &player, &Bearing::of(intake, Some(game)), blocks),
                    None => self.in_game(letter, &player, game, &reading),
                }
            }
            Place::Watch(id) => {
                let reading = self.read_at_desk(letter, &player);
                self.watcher_wrote(letter, held, player, id, &reading)
            }
            Place::Digest(id, told) => self.in_digest(letter, intake, &player, id, told),
            Place::Question(question) if question.introduces() => self.introduced(letter, player),
            Place::Question(question) if question.errands.iter().any(Errand::is_move) => {
                let reading = self.read_at_desk(letter, &player);
                self.answer_change(letter, &player, question, &reading)
            }
            Place::Question(question) => {
                let reading = self.read_at_desk(letter, &player);
                self.answer_question(letter, player, question, &reading)
            }
        }
    }

    /// A letter to a mail from an earlier point: never played, whatever it says; what only asks is answered.
    fn stale(&mut self, letter: &Letter, intake: &Intake, held: &Held) -> Result<Handled, StoreError> {
        let player = &held.owner;
        match self.count_letter(player)? {
            Flood::Within => {}
            Flood::First(refusal) => return self.answer(letter, held, refusal, "limited"),
            Flood::Beyond => return Ok(of("limited", held)),
        }
        if let Place::Digest(id, told) = &held.place {
            return self.in_digest(letter, intake, player, id, told);
        }
        if let Some(blocks) = self.blocks(letter, player)?.filter(|_| intake.auth == Authentication::Pass) {
            return self.in_games(letter, player, &Bearing::of(intake, None), blocks);
        }
        let (reading, refusal) = match &held.place {
            Place::Game(game, stands_for) => {
                let reading = self.arbiter.reader.read(letter, &blocks::context(game, player));
                let read = |context: &Context| self.arbiter.reader.read(letter, context);
                (reading, self.overtaken(player, game, stands_for, &read))
            }
            Place::Question(question) if question.answered_at.is_none() => {
                (self.read_at_desk(letter, player), Refusal::QuestionExpired)
            }
            Place::Question(_) | Place::Watch(_) | Place::Digest(..) => {
                (self.read_at_desk(letter, player), Refusal::QuestionAnswered)
            }
        };
        if matches!(reading.deeds, Deeds::One(Deed::Errand(Errand::StopMail))) {
            return self.stop_mail(letter, player.clone());
        }
        if let Some(language) = self.language_of(&reading).filter(|_| player.standing == Standing::Unconfirmed) {
            self.tx.update_player(&Player { language, ..player.clone() })?;
        }
        if let (Place::Game(game, _), true) = (&held.place, holds(&reading)) {
            return self.in_game(letter, player, game, &reading);
        }
        self.answer(letter, held, refusal, "stale")
    }

    /// Why the answer to a mail from an earlier point of a game is not carried out; `read` reads it in a context.
    pub(super) fn overtaken(
        &self,
        player: &Player,
        game: &Game,
        stands_for: &AnswerTo,
        read: &dyn Fn(&Context) -> Reading,
    ) -> Refusal {
        match stands_for {
            // Whichever mail it answers, there is nothing to be done any more, and how it ended is worth more.
            AnswerTo::Seat(..) if matches!(game.phase(), Phase::Over(_)) => Refusal::GameOver,
            AnswerTo::Seat(_, of, rewound)
                if game.rewound(*of) == *rewound && self.repeats(player, game, *of, read) =>
            {
                Refusal::AlreadyPlayed { of: *of }
            }
            AnswerTo::Seat(_, of, _) => Refusal::Stale { of: *of },
            _ if matches!(game.phase(), Phase::Offered) => Refusal::TermsChanged,
            _ => Refusal::AlreadyAnswered,
        }
    }

    /// Whether a letter asks for the very move that its writer has played from the position it answers.
    fn repeats(&self, player: &Player, game: &Game, of: Ply, read: &dyn Fn(&Context) -> Reading) -> bool {
        let (history, plies) = (game.history(), of.0 as usize);
        let (Some(position), Some(played)) = (history.positions().get(plies), history.moves().get(plies)) else {
            return false;
        };
        let before = history.truncated(plies);
        let context = Context { history: Some(&before), ..blocks::context(game, player) };
        match read(&context).deeds {
            Deeds::One(Deed::Play { written, .. }) => {
                let own = game.seat_of(player.id) == Some(position.turn());
                own && position.find(&written).is_ok_and(|found| found == *played)
            }
            _ => false,
        }
    }

    /// Somebody else writes to a player's reply address: the player is told, the game is not touched.
    fn warn(&mut self, letter: &Letter, held: &Held, refusal: Refusal) -> Result<Handled, StoreError> {
        if self.may_warn(&held.owner)? {
            return self.answer(letter, held, refusal, "warned");
        }
        Ok(of("refused", held))
    }

    fn refuse(&mut self, letter: &Letter, intake: &Intake) -> Result<Handled, StoreError> {
        let From::One(address, _) = &letter.from else { return Ok(Handled::because("refused", "From is unclear")) };
        match intake.several.iter().find(|held| held.owner.address == *address) {
            Some(held) => self.warn(letter, held, Refusal::TwoTokens),
            None => Ok(Handled::new("refused")),
        }
    }

    /// A known player wrote to a reply address we do not know: a mail program damaged it.
    fn lost(&mut self, letter: &Letter, intake: &Intake) -> Result<Handled, StoreError> {
        self.count_unknown_token()?;
        match &intake.writer {
            Some(writer) if self.may_answer_unproven(writer)? => {
                self.bag.at_desk(writer, vec![Page::Help], &AnswerTo::Desk, &Cause::Answer(letter, writer.id))?;
                Ok(Handled { player: Some(writer.id), ..Handled::because("helped", "unknown reply address") })
            }
            _ => Ok(Handled::because("ignored", "unknown reply address")),
        }
    }

    fn ignore(&mut self, intake: &Intake) -> Result<Handled, StoreError> {
        if intake.bearer == Bearer::Unknown {
            self.count_unknown_token()?;
        }
        let detail = format!("{:?}, {:?}, {:?}", intake.bearer, intake.sender, intake.auth);
        Ok(Handled::because("ignored", detail))
    }

    /// Somebody who guesses tokens gets no answer; the operator gets an alarm.
    fn count_unknown_token(&self) -> Result<(), StoreError> {
        let most = self.arbiter.limits.unknown_tokens_per_hour;
        self.tx.note_rate(kind::UNKNOWN_TOKEN, "", self.now)?;
        if self.tx.rate(kind::UNKNOWN_TOKEN, "", self.since(TimeDelta::hours(1)))? == most {
            tracing::warn!(count = most, "many mails to unknown reply addresses within an hour: is somebody guessing?");
        }
        Ok(())
    }

    /// Answers a letter with a valid token by a refusal, about what the token is for.
    pub(super) fn answer(
        &mut self,
        letter: &Letter,
        held: &Held,
        refusal: Refusal,
        outcome: &'static str,
    ) -> Result<Handled, StoreError> {
        if !self.may_answer(&held.owner)? {
            return Ok(of("silent", held));
        }
        let cause = Cause::Answer(letter, held.owner.id);
        match &held.place {
            Place::Game(game, _) => self.refuse_in(game, held.owner.id, refusal, &cause)?,
            Place::Question(_) | Place::Watch(_) | Place::Digest(..) => {
                self.bag.at_desk(&held.owner, vec![Page::Refused(refusal)], &AnswerTo::Desk, &cause)?;
            }
        }
        Ok(of(outcome, held))
    }

    /// Tells a player why something is not done in a game.
    pub(super) fn refuse_in(
        &self,
        game: &Game,
        player: PlayerId,
        refusal: Refusal,
        cause: &Cause,
    ) -> Result<(), StoreError> {
        let side = game.seat_of(player);
        let about = side.map(|side| (game.id().clone(), side));
        // What is on offer now, or how the game ended, for who answers what was.
        let gone = matches!(refusal, Refusal::TermsChanged | Refusal::GameOver);
        let now = side.filter(|_| gone).map(|side| game.present(side));
        let page = Page::Refused(refusal);
        let mut told = vec![Notice { to: player, about, seq: game.seq(), page, message: None }];
        told.extend(now);
        self.bag.about_game(game, told, cause)
    }

    /// Understands a letter that is about no game.
    pub(super) fn read_at_desk(&self, letter: &Letter, player: &Player) -> Reading {
        self.arbiter.reader.read(letter, &self.desk_context(player))
    }

    /// Where no game is known.
    pub(super) fn desk_context<'c>(&self, player: &'c Player) -> Context<'c> {
        let variant = self.arbiter.house.variants.first().copied().unwrap_or(&variants::CHESS);
        Context { language: player.writes(), history: None, variant, numbers: player.writes_numbers() }
    }

    /// Who has played by a letter of figures alone writes moves so.
    pub(super) fn note_numbers(&mut self, player: &Player, reading: &Reading) -> Result<(), StoreError> {
        if player.writes_numbers() || !reading.deeds.play_by_numbers() {
            return Ok(());
        }
        let settings = Settings { numbers: true, ..player.settings.clone() };
        self.tx.update_player(&Player { settings, ..player.clone() })
    }

    /// An answer to a mail of ours that we understand makes its writer known: the address is confirmed, the name is taken
    /// from From, and the language is that of the words.
    pub(super) fn greet(&mut self, player: &mut Player, letter: &Letter, reading: &Reading) -> Result<(), StoreError> {
        let stops = matches!(reading.deeds, Deeds::One(Deed::Errand(Errand::StopMail)));
        if player.standing == Standing::Confirmed || stops {
            return Ok(());
        }
        if player.standing == Standing::Unconfirmed && !player.is_locked() {
            player.name = display_name(written_name(letter), &player.name);
            player.language = self.language_of(reading).unwrap_or_else(|| player.language.clone());
        }
        player.standing = Standing::Confirmed;
        self.tx.update_player(player)
    }

    /// The language of a letter's own words, where it shows and is one we write.
    pub(super) fn language_of(&self, reading: &Reading) -> Option<String> {
        let code = self.arbiter.reader.language_of(reading)?;
        self.arbiter.written.iter().find(|written| *written == code).cloned()
    }
}

/// An outcome about what a token is for.
pub(super) fn of(outcome: &'static str, held: &Held) -> Handled {
    let game = match &held.place {
        Place::Game(game, _) => Some(game.id().clone()),
        Place::Watch(id) => Some(id.clone()),
        Place::Question(_) | Place::Digest(..) => None,
    };
    Handled { game, player: Some(held.owner.id), ..Handled::new(outcome) }
}

/// True for what is no answer to a position, and so holds from any mail of its game.
pub(super) fn holds(reading: &Reading) -> bool {
    match &reading.deeds {
        Deeds::Nothing => !reading.asks.is_empty() || !reading.notes.is_empty() && reading.message.is_none(),
        Deeds::One(Deed::Errand(_) | Deed::Say(_)) => true,
        _ => false,
    }
}
