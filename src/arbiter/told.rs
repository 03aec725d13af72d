/*!
The answer to a digest about several games. Its reply address vouches for the player in each of them, as the digest tells
it: a line that names a game is carried out as in an answer to that game's own mail.

A move without a name is played only if one game alone awaits the player and stands as the digest tells it; else the
player is asked which game is meant.
*/

use super::blocks::{Bearing, context};
use super::intake::{Held, Intake, Place};
use super::mailbag::Cause;
use super::{Case, Handled};
use crate::club::{AnswerTo, Player, ReplyToken};
use crate::game::{Game, GameId, Page, Phase, Refusal};
use crate::interpret::{Context, Deed, Deeds, Reading};
use crate::mail::quoted::Kind;
use crate::mail::{Letter, MessageId};
use crate::store::StoreError;

/// A game that a digest told of.
#[derive(Clone)]
pub(super) struct Told {
    /// As it stands now.
    pub(super) game: Game,
    /// The point of it that the digest tells.
    pub(super) stands_for: AnswerTo,
}

impl Told {
    /// True if the game stands as the digest tells it.
    pub(super) fn is_current(&self) -> bool {
        AnswerTo::of(&self.game) == self.stands_for
    }

    fn is_played(&self) -> bool {
        matches!(self.game.phase(), Phase::Playing(_))
    }

    fn awaits(&self, player: &Player) -> bool {
        self.is_played() && self.game.player(self.game.turn()) == player.id
    }

    /// True if what the letter asks for could be done in this game.
    fn fits(&self, player: &Player, reading: &Reading) -> bool {
        let history = self.game.history();
        let fits = match &reading.deeds {
            Deeds::Nothing => !reading.plan.is_empty(),
            Deeds::One(Deed::Play { written, .. }) => self.awaits(player) && history.position().find(written).is_ok(),
            _ => true,
        };
        fits && self.is_current() && self.is_played()
    }
}

impl Case<'_> {
    /// What the digest of that Message-ID told, each game by its newest mail.
    pub(super) fn told_by(&self, digest: &MessageId) -> Result<Vec<Told>, StoreError> {
        let Some(mail) = self.tx.mail_by_id(digest)? else { return Ok(Vec::new()) };
        let mut told: Vec<Told> = Vec::new();
        for member in self.tx.members(mail.id)? {
            let Some(game) = member.new.game.as_ref().map(|id| self.tx.game(id)).transpose()?.flatten() else {
                continue;
            };
            told.retain(|known| known.game.id() != game.id());
            told.push(Told { game, stands_for: member.new.answer_to });
        }
        Ok(told)
    }

    /// What the reply address of a digest opens that an older record, put back, has forgotten: the letter names the digest
    /// it answers, and the address proves it.
    pub(super) fn forgotten(
        &self,
        letter: &Letter,
        subaddress: &str,
        writer: Option<&Player>,
    ) -> Result<Option<Held>, StoreError> {
        let (Some(token), Some(writer)) = (ReplyToken::parse(subaddress), writer) else { return Ok(None) };
        let proven = |id: &MessageId| {
            let answer = AnswerTo::Digest(id.clone());
            let valid = answer.token(self.arbiter.ids.key(), writer);
            Some(answer).filter(|_| valid.is_some_and(|valid| valid.hash() == token.hash()))
        };
        let Some((id, answer)) = letter.references.iter().find_map(|id| Some((id, proven(id)?))) else {
            return Ok(None);
        };
        self.bag.enter_token(writer, &answer)?;
        Ok(Some(Held { owner: writer.clone(), place: Place::Digest(id.clone(), self.told_by(id)?) }))
    }

    /// Carries out the answer to a digest, or asks which of its games is meant.
    pub(super) fn in_digest(
        &mut self,
        letter: &Letter,
        intake: &Intake,
        player: &Player,
        digest: &MessageId,
        told: &[Told],
    ) -> Result<Handled, StoreError> {
        let mut told = told.to_vec();
        for one in told.iter_mut().filter(|one| one.is_current()) {
            if let Some(after) = self.answered(&one.game, player)? {
                one.game = after;
            }
        }
        if let Some(blocks) = self.blocks(letter, player)? {
            return self.in_games(letter, player, &Bearing { told: &told, ..Bearing::of(intake, None) }, blocks);
        }
        let desk = self.read_at_desk(letter, player);
        if self.errands(letter, &desk).is_ok_and(|errands| !errands.is_empty()) {
            return self.for_desk(letter, player.clone(), &desk);
        }
        let read = |context: &Context| self.arbiter.reader.read(letter, context);
        let readings: Vec<Reading> = told.iter().map(|one| read(&context(&one.game, player))).collect();
        let readings: Vec<(&Told, &Reading)> = told.iter().zip(&readings).collect();
        let overtaken = |one: &Told| self.overtaken(player, &one.game, &one.stands_for, &read);
        let past = readings.iter().filter(|(one, _)| !one.is_current()).map(|(one, _)| (*one, overtaken(one)));
        let past: Vec<(&Told, Refusal)> = past.collect();
        // Before anything is played: with another game's move made, one game alone may await it, and was never meant.
        if let Some((one, refusal)) = past.iter().find(|(_, why)| matches!(why, Refusal::AlreadyPlayed { .. })) {
            return self.not_in(letter, player, one, refusal.clone());
        }
        let mut awaited = readings.iter().filter(|(one, _)| one.awaits(player));
        if let (Some((one, reading)), None) = (awaited.next(), awaited.next())
            && one.is_current()
            && is_about_moves(reading)
        {
            return self.in_game(letter, player, &one.game, reading);
        }
        let Some((_, reading)) =
            readings.iter().find(|(_, reading)| reading.deeds != Deeds::Nothing || !reading.plan.is_empty())
        else {
            return self.for_desk(letter, player.clone(), &desk);
        };
        let fitting = readings.iter().filter(|(one, reading)| one.fits(player, reading)).map(|(one, _)| *one);
        let mut fitting: Vec<&Told> = fitting.collect();
        match past.into_iter().min_by_key(|(one, _)| !one.awaits(player)) {
            Some((one, refusal)) if fitting.is_empty() => return self.not_in(letter, player, one, refusal),
            _ if fitting.is_empty() => {
                fitting = told.iter().filter(|one| one.is_current() && one.is_played()).collect()
            }
            _ => {}
        }
        self.ask_which(letter, player, digest, wanted(reading), &fitting)
    }

    /// Asks in which of several games a request is meant.
    fn ask_which(
        &mut self,
        letter: &Letter,
        player: &Player,
        digest: &MessageId,
        text: String,
        fitting: &[&Told],
    ) -> Result<Handled, StoreError> {
        let done = |outcome| Handled { player: Some(player.id), ..Handled::new(outcome) };
        if !self.may_answer(player)? {
            return Ok(done("silent"));
        }
        let most = self.arbiter.limits.games_per_letter as usize;
        let games: Vec<GameId> = fitting.iter().take(most).map(|one| one.game.id().clone()).collect();
        let page = Page::Refused(Refusal::WhichGame { text, games });
        let cause = Cause::Answer(letter, player.id);
        self.bag.at_desk(player, vec![page], &AnswerTo::Digest(digest.clone()), &cause)?;
        Ok(done("refused"))
    }

    /// Tells why an answer is not carried out in one of the games.
    fn not_in(
        &mut self,
        letter: &Letter,
        player: &Player,
        told: &Told,
        refusal: Refusal,
    ) -> Result<Handled, StoreError> {
        let done = |outcome| Handled { player: Some(player.id), ..Handled::new(outcome) };
        if !self.may_answer(player)? {
            return Ok(done("silent"));
        }
        self.refuse_in(&told.game, player.id, refusal, &Cause::Answer(letter, player.id))?;
        Ok(Handled { game: Some(told.game.id().clone()), ..done("stale") })
    }
}

/// True for a move, and for what the game answers with a question or a refusal about one.
fn is_about_moves(reading: &Reading) -> bool {
    match &reading.deeds {
        Deeds::One(deed) => matches!(deed, Deed::Play { .. }),
        deeds => *deeds != Deeds::Nothing,
    }
}

/// What a letter asks for, as it is written: the move, or its first own line.
fn wanted(reading: &Reading) -> String {
    match &reading.deeds {
        Deeds::One(Deed::Play { written, .. }) => written.text.clone(),
        _ => {
            let mut own = reading.lines.iter().filter(|line| line.kind == Kind::Own).map(|line| line.line.trim());
            own.find(|line| !line.is_empty()).unwrap_or_default().to_owned()
        }
    }
}
