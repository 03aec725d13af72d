/*!
Wishes outside games: signing up, challenges, lists, settings, and leaving.

A stranger's challenge waits behind a question to the address it came from (see `questions.rs`), so that nobody sends
mail in another person's name.
*/

use super::blocks::Bearing;
use super::intake::Intake;
use super::limits::{Flood, kind};
use super::mailbag::Cause;
use super::{Case, Handled};
use crate::club::{AnswerTo, Authentication, Errand, Player, Settings, Standing, display_name};
use crate::game::{Game, Page, Phase, PlayerId, Refusal};
use crate::interpret::{Ask, Deed, Deeds, Reading};
use crate::mail::{Address, From, Letter};
use crate::store::StoreError;
use chrono::TimeDelta;

impl Case<'_> {
    /// A known player whom our own server vouches for.
    pub(super) fn at_desk(&mut self, letter: &Letter, intake: &Intake) -> Result<Handled, StoreError> {
        let Some(player) = intake.writer.clone() else { return Ok(Handled::new("ignored")) };
        let done = |outcome| Handled { player: Some(player.id), ..Handled::new(outcome) };
        match self.count_letter(&player)? {
            Flood::Within => {}
            Flood::First(refusal) => {
                self.tell_at_desk(letter, &player, Page::Refused(refusal))?;
                return Ok(done("limited"));
            }
            Flood::Beyond => return Ok(done("limited")),
        }
        if let Some(blocks) = self.blocks(letter, &player)? {
            return self.in_games(letter, &player, &Bearing::of(intake, None), blocks);
        }
        let reading = self.read_at_desk(letter, &player);
        match self.awaits_code(&player, &reading)? {
            Some(game) => self.in_game(letter, &player, &game, &reading),
            None => self.for_desk(letter, player, &reading),
        }
    }

    /// Carries out what a letter asks for outside games; its writer is known.
    pub(super) fn for_desk(
        &mut self,
        letter: &Letter,
        player: Player,
        reading: &Reading,
    ) -> Result<Handled, StoreError> {
        let done = |outcome| Handled { player: Some(player.id), ..Handled::new(outcome) };
        match self.errands(letter, reading) {
            Ok(errands) if errands.is_empty() => {
                let refusal = if letter.opaque { Refusal::Unreadable } else { super::nothing_read(reading) };
                self.tell_at_desk(letter, &player, Page::Refused(refusal))?;
                Ok(done("refused"))
            }
            Ok(errands) => {
                self.carry_out_errands(letter, player.clone(), &errands, None)?;
                Ok(done("desk"))
            }
            Err(refusal) => {
                self.tell_at_desk(letter, &player, Page::Refused(refusal))?;
                Ok(done("refused"))
            }
        }
    }

    /// The game that waits for the code a letter brings, whose writer our own server vouches for. A summary tells codes of
    /// several games and is answered here; and a code was told to nobody else.
    fn awaits_code(&self, player: &Player, reading: &Reading) -> Result<Option<Game>, StoreError> {
        let Deeds::One(Deed::Confirm(code)) = &reading.deeds else { return Ok(None) };
        // A subject lives on in mails about other things.
        if reading.from_subject {
            return Ok(None);
        }
        for row in self.tx.games_of(player.id)?.into_iter().filter(|row| row.phase != "over") {
            let Some(game) = self.tx.game(&row.id)? else { continue };
            let Some(side) = game.seat_of(player.id) else { continue };
            if matches!(game.phase(), Phase::Playing(play) if play.resign_code(side, self.received_at) == Some(code)) {
                return Ok(Some(game));
            }
        }
        Ok(None)
    }

    /// What a letter wants at the desk, a game named by its key; a challenge to nobody that was sent to a robot's address is
    /// for that robot.
    pub(super) fn errands(&self, letter: &Letter, reading: &Reading) -> Result<Vec<Errand>, Refusal> {
        let mut errands = errands(reading)?;
        let house = &self.arbiter.house;
        let sent_to = letter.recipients.iter().chain(&letter.addressed).find_map(|address| house.robot_at(address));
        for errand in &mut errands {
            if let (Errand::Invite(game), Some(robot)) = (&mut *errand, sent_to)
                && house.robot(game).is_none()
            {
                game.with.get_or_insert_with(|| robot.address.clone());
            }
            if let Errand::Invite(game) | Errand::Seek(game) = errand
                && let Some(variant) = house.variant(&game.variant)
            {
                variant.key.clone_into(&mut game.variant);
            }
        }
        Ok(errands)
    }

    /// Somebody whom nothing vouches for: their request waits behind a question to the address they gave.
    pub(super) fn ask_first(&mut self, letter: &Letter, intake: &Intake) -> Result<Handled, StoreError> {
        let From::One(address, name) = &letter.from else { return Ok(Handled::new("ignored")) };
        let known = intake.writer.as_ref().filter(|writer| writer.standing == Standing::Confirmed);
        if let Some(writer) = known.filter(|_| intake.auth == Authentication::None)
            && let Some(blocks) = self.blocks(letter, writer)?
        {
            return match self.may_answer_unproven(writer)? {
                true => self.in_games(letter, writer, &Bearing::of(intake, None), blocks),
                false => Ok(Handled::because("ignored", "not for the desk")),
            };
        }
        let stranger = self.stranger(address, name.as_deref());
        let reading = self.read_at_desk(letter, intake.writer.as_ref().unwrap_or(&stranger));
        let errands = match (self.errands(letter, &reading), known) {
            (Ok(errands), _) if !errands.is_empty() => errands,
            // A player whose mail program lost the reply address is told so; whoever pretends to be one, now and then.
            (found, Some(writer)) if intake.auth == Authentication::None && self.may_answer_unproven(writer)? => {
                let refusal = found.err().unwrap_or_else(|| super::nothing_read(&reading));
                self.tell_at_desk(letter, writer, Page::Refused(refusal))?;
                return Ok(Handled { player: Some(writer.id), ..Handled::new("refused") });
            }
            (_, Some(_)) => return Ok(Handled::because("ignored", "not for the desk")),
            (_, None) => return self.introduce(letter, intake.writer.as_ref().unwrap_or(&stranger), &reading),
        };
        if errands.contains(&Errand::StopMail) {
            // Nobody is asked whether they want no mail. Vouched for, it is done; else it concerns only those we know.
            match (&intake.writer, intake.auth) {
                (writer, Authentication::Pass) => {
                    let player = writer.clone().map_or_else(|| self.enter(stranger), Ok)?;
                    return self.stop_mail(letter, player);
                }
                (None, _) => return Ok(Handled::because("ignored", "a stranger gets no mail anyway")),
                (Some(_), _) => {}
            }
        }
        let player = match &intake.writer {
            Some(player) => player.clone(),
            None => {
                let language = self.language_of(&reading).unwrap_or_else(|| stranger.language.clone());
                self.enter(Player { language, ..stranger })?
            }
        };
        self.ask_about(letter, &player, errands, intake.auth)
    }

    /// An errand named in a game's mail: its token vouches for the writer.
    pub(super) fn errand(&mut self, letter: &Letter, player: Player, errand: Errand) -> Result<(), StoreError> {
        self.carry_out_errands(letter, player, &[errand], None)
    }

    /// Carries out what somebody wants; a `greeting` stands before what they are shown, if they are shown anything.
    pub(super) fn carry_out_errands(
        &mut self,
        letter: &Letter,
        mut player: Player,
        errands: &[Errand],
        greeting: Option<Page>,
    ) -> Result<(), StoreError> {
        let mut pages = Vec::new();
        for (nth, errand) in errands.iter().enumerate() {
            match errand {
                Errand::Invite(game) => {
                    if let Err(refusal) = self.invite(letter, &player, game, nth)? {
                        pages.push(Page::Refused(refusal));
                    }
                }
                Errand::Seek(game) => pages.extend(self.seek(letter, &player, game, nth)?),
                Errand::TakeSeek(number) => pages.extend(self.take_seek(letter, &player, *number, nth)?),
                Errand::CancelSeek(number) => pages.push(self.cancel_seek(&player, *number)?),
                Errand::Seeks => pages.push(Page::Seeks),
                Errand::Games => pages.push(Page::Games),
                Errand::Help => pages.push(Page::Help),
                Errand::HelpOn(topic) => pages.push(Page::HelpOn { topic: topic.clone() }),
                Errand::Away { text, absence } => pages.push(self.take_leave(&player, text, *absence)?),
                Errand::Bar { barrier, whom, up } => pages.push(self.bar(&player, *barrier, whom, *up)?),
                Errand::AwayOff => pages.push(self.end_leave(&player)?),
                Errand::Watch(game) => {
                    if let Err(refusal) = self.watch(letter, &player, game)? {
                        pages.push(Page::Refused(refusal));
                    }
                }
                Errand::Unwatch(game) => {
                    self.tx.unwatch(game.as_ref(), player.id)?;
                    pages.push(Page::Unwatched);
                }
                Errand::Stats(variant) => pages.push(Page::Stats { variant: variant.clone() }),
                Errand::Rules(variant) => {
                    let named = variant.clone().unwrap_or_else(|| self.arbiter.house.usual_variant().key.to_owned());
                    pages.push(Page::Rules { variant: named });
                }
                Errand::Settings => pages.push(Page::Settings),
                Errand::Export => {
                    let most = self.arbiter.limits.exports_per_day;
                    let may = self.take(kind::EXPORT, &player.id.0.to_string(), most, TimeDelta::days(1))?;
                    pages.push(if may { Page::Export } else { Page::Refused(Refusal::TooManyToday) });
                }
                Errand::Erase => self.ask_code(letter, &player, Errand::EraseByCode)?,
                // Only its code carries that out.
                Errand::EraseByCode | Errand::StopByCode | Errand::MoveHere(_) | Errand::MoveBack(_) => {}
                Errand::ChangeAddress(address) => pages.push(self.ask_change(letter, &player, address)?),
                Errand::Lock => return self.lock(letter, player),
                Errand::Unlock => pages.push(Page::Games),
                Errand::StopMail => return self.stop_mail(letter, player).map(|_| ()),
                Errand::Setting(setting) => match self.available(setting) {
                    Ok(()) => {
                        player = self.choose(player, setting.clone())?;
                        pages.push(Page::SettingChanged { name: setting.name().to_owned() });
                    }
                    Err(refusal) => pages.push(Page::Refused(refusal)),
                },
            }
        }
        pages.dedup();
        if let Some(greeting) = greeting.filter(|_| !pages.is_empty()) {
            pages.insert(0, greeting);
        }
        if !pages.is_empty() && self.may_answer(&player)? {
            self.bag.at_desk(&player, pages, &AnswerTo::Desk, &Cause::Answer(letter, player.id))?;
        }
        Ok(())
    }

    /// Ends all mail to a player; one who has games under way is asked for a code first, wherever the letter came from, since
    /// a footer or a mail program may have written it.
    pub(super) fn stop_mail(&mut self, letter: &Letter, player: Player) -> Result<Handled, StoreError> {
        if player.standing == Standing::Stopped || self.seats(player.id)?.is_empty() {
            return self.end_mail(letter, player);
        }
        self.ask_code(letter, &player, Errand::StopByCode)?;
        Ok(Handled { player: Some(player.id), ..Handled::new("asked") })
    }

    /// Ends all mail to a player, after one that says so.
    pub(super) fn end_mail(&mut self, letter: &Letter, mut player: Player) -> Result<Handled, StoreError> {
        let handled = Handled { player: Some(player.id), ..Handled::new("stopped") };
        if self.silence(&mut player)? {
            self.bag.at_desk(&player, vec![Page::MailStopped], &AnswerTo::Desk, &Cause::Answer(letter, player.id))?;
        }
        Ok(handled)
    }

    /// Ends all mail to a player; false if it was ended before. Nothing is resigned: the clocks of their games stop. Whoever
    /// invited them is not left waiting.
    pub(super) fn silence(&mut self, player: &mut Player) -> Result<bool, StoreError> {
        if player.standing == Standing::Stopped {
            return Ok(false);
        }
        player.standing = Standing::Stopped;
        self.tx.update_player(player)?;
        self.pause_games(player)?;
        self.tx.cancel_mail(player.id, self.now)?;
        self.tx.unwatch(None, player.id)?;
        self.cancel_seek(player, None)?;
        self.decline_invitations(player, None)?;
        Ok(true)
    }

    /// Somebody of whom nothing is known but an address and perhaps a name.
    pub(super) fn stranger(&self, address: &Address, name: Option<&str>) -> Player {
        Player {
            id: PlayerId(0),
            address: address.clone(),
            // Not from the address: its local part is nobody else's to see.
            name: display_name(name.unwrap_or_default(), ""),
            language: self.arbiter.language.clone(),
            standing: Standing::Unconfirmed,
            settings: Settings::default(),
            epoch: 0,
            robot: false,
        }
    }

    pub(super) fn enter(&self, player: Player) -> Result<Player, StoreError> {
        let id = self.tx.enter_player(&player, self.now)?;
        Ok(Player { id, ..player })
    }
}

/// What a letter wants at the desk; an error names what belongs to a game.
fn errands(reading: &Reading) -> Result<Vec<Errand>, Refusal> {
    let mut errands = match &reading.deeds {
        // A note is about a game, and here is none.
        Deeds::Nothing if !reading.notes.is_empty() => return Err(Refusal::NoToken),
        // Without a game the words are no more than words.
        Deeds::Nothing | Deeds::Perhaps { .. } => Vec::new(),
        Deeds::Several(found) => return Err(Refusal::Several { found: found.clone() }),
        Deeds::Doubted { found, doubt } => {
            return Err(Refusal::Doubted { found: found.clone(), doubt: doubt.clone() });
        }
        Deeds::One(Deed::Errand(errand)) => vec![errand.clone()],
        Deeds::One(Deed::UnknownSetting(text)) => return Err(Refusal::UnknownSetting { text: text.clone() }),
        Deeds::One(Deed::NotOffered(command)) => return Err(Refusal::NotOffered { command: command.clone() }),
        Deeds::One(Deed::Confirm(_)) => return Err(Refusal::WrongCode),
        Deeds::One(_) => return Err(Refusal::NoToken),
    };
    for ask in &reading.asks {
        let errand = match ask {
            Ask::Games => Errand::Games,
            Ask::Seeks => Errand::Seeks,
            Ask::Help(None) => Errand::Help,
            Ask::Help(Some(topic)) => Errand::HelpOn(topic.clone()),
            Ask::Stats(variant) => Errand::Stats(variant.clone()),
            Ask::Rules(variant) => Errand::Rules(variant.clone()),
            Ask::Settings => Errand::Settings,
            Ask::Board(_) | Ask::Moves | Ask::Pgn | Ask::Plans | Ask::Scope(_) | Ask::Replay => Errand::Games,
        };
        if !errands.contains(&errand) {
            errands.push(errand);
        }
    }
    Ok(errands)
}
