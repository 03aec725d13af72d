/*!
A letter from a seat: its reading becomes commands, the game decides, and what follows is appended and told.
*/

use super::mailbag::Cause;
use super::{Case, Handled};
use crate::club::{AnswerTo, Errand, Player, Setting};
use crate::game::clock::midweek;
use crate::game::{
    Command, Event, Game, Moment, Notice, Page, Phase, PlanFault, PlanLine, PlayerId, Recorded, Refusal, notices,
};
use crate::interpret::{Ask, Deed, Deeds, Reading};
use crate::mail::Letter;
use crate::rules::{History, MoveNumber, Side};
use crate::store::StoreError;

/// What a letter asks of the game, or why it asks nothing that can be done.
enum Wanted {
    Command(Command),
    Nothing,
    Errand(Errand),
    Rematch,
    Setting(Setting),
    Watchers(bool),
    Refused(Refusal),
}

/// What came of a request.
pub(super) struct Decided {
    pub(super) after: Game,
    pub(super) events: Vec<Recorded<Event>>,
    /// Why what stood beside it was not carried out.
    beside: Option<Refusal>,
    /// Who is told besides.
    told: Vec<Notice>,
}

impl Decided {
    fn follow(&mut self, events: Vec<Event>, at: Moment) -> Result<(), StoreError> {
        follow(&mut self.after, events, at, &mut self.events)
    }
}

/// The if-then lines beside a move.
fn conditions(reading: &Reading) -> Option<&[PlanLine]> {
    match &reading.deeds {
        Deeds::One(Deed::Play { conditions, .. }) => {
            Some(conditions).filter(|lines| !lines.is_empty()).map(Vec::as_slice)
        }
        _ => None,
    }
}

impl Case<'_> {
    /// Carries out what a letter with a valid token wants.
    pub(super) fn in_game(
        &mut self,
        letter: &Letter,
        player: &Player,
        game: &Game,
        reading: &Reading,
    ) -> Result<Handled, StoreError> {
        let Some(side) = game.seat_of(player.id) else { return Ok(Handled::new("ignored")) };
        let heard = self.heard_early(game, player, side)?;
        let game = heard.as_ref().unwrap_or(game);
        let done =
            |outcome| Handled { game: Some(game.id().clone()), player: Some(player.id), ..Handled::new(outcome) };
        if self.falls_before(game, self.moment_of(game, player)?)? {
            return Ok(done("flagged"));
        }
        match self.wanted(player, game, side, reading) {
            Wanted::Command(command) => match self.decide(game, side, &command, reading, player)? {
                Ok(decided) => {
                    self.carry_out(letter, player, side, &decided, reading)?;
                    Ok(done("done"))
                }
                Err(refusal) => self.answer_in_game(letter, player, game, side, refusal, reading, done("refused")),
            },
            Wanted::Refused(refusal) => {
                self.answer_in_game(letter, player, game, side, refusal, reading, done("refused"))
            }
            Wanted::Errand(Errand::StopMail) => self.stop_mail(letter, player.clone()),
            Wanted::Errand(errand) => {
                self.keep_notes(game, player.id, reading, false)?;
                self.errand(letter, player.clone(), Self::in_place(errand, game))?;
                Ok(done("errand"))
            }
            Wanted::Rematch => match self.rematch(letter, player, game, side, reading)? {
                Ok(()) => Ok(done("rematch")),
                Err(refusal) => self.answer_in_game(letter, player, game, side, refusal, reading, done("refused")),
            },
            Wanted::Setting(setting) => {
                let page = Page::SettingChanged { name: setting.name().to_owned() };
                let changed = self.choose(player.clone(), setting)?;
                // What was changed shows best in the game itself.
                let mut told = vec![at_seat(game, side, page), game.present(side)];
                let noted = self.keep_notes(game, player.id, reading, false)?;
                told.extend(noted.map(|page| at_seat(game, side, page)));
                self.show(letter, &changed, game, told, done("settings"))
            }
            Wanted::Watchers(allowed) => {
                self.keep_notes(game, player.id, reading, false)?;
                self.allow_watching(letter, player, game, side, allowed)?;
                Ok(done("watching"))
            }
            Wanted::Nothing => {
                let noted = self.keep_notes(game, player.id, reading, false)?;
                let mut shown: Vec<Notice> = noted.map(|page| at_seat(game, side, page)).into_iter().collect();
                shown.extend(self.shown(game, side, &reading.asks));
                self.show(letter, player, game, shown, done("shown"))
            }
        }
    }

    fn wanted(&self, player: &Player, game: &Game, side: Side, reading: &Reading) -> Wanted {
        if reading.agrees
            && let Some(wanted) = agreed(game, player.id)
        {
            return wanted;
        }
        // Alone and on one's own turn it is a letter without a move like any other.
        let bare = reading.deeds == Deeds::Nothing && reading.plan.is_empty() && reading.asks.is_empty();
        if let (Some(line), Phase::Playing(_)) = (reading.stopped_by(), game.phase())
            && !(bare && game.turn() == side)
        {
            return Wanted::Refused(Refusal::Plan { line: line.to_owned(), fault: PlanFault::Unread });
        }
        let deed = match &reading.deeds {
            Deeds::Nothing if !reading.asks.is_empty() => return Wanted::Nothing,
            Deeds::Nothing if !reading.plan.is_empty() => {
                let queen = player.settings.always_queen;
                return Wanted::Command(Command::Plan { lines: reading.plan.clone(), queen });
            }
            Deeds::Nothing if !reading.notes.is_empty() && matches!(game.phase(), Phase::Playing(_)) => {
                // Other words beside a note may be a move that could not be read; whose move it is must not think it played.
                let unread = reading.message.is_some() && game.player(game.turn()) == player.id;
                return if unread { Wanted::Refused(super::nothing_read(reading)) } else { Wanted::Nothing };
            }
            Deeds::Nothing if !reading.notes.is_empty() && matches!(game.phase(), Phase::Offered) => {
                return Wanted::Refused(Refusal::NotStarted);
            }
            Deeds::Nothing if matches!(game.phase(), Phase::Over(_)) => {
                // "Thanks for the game!" is no move that could not be read.
                return match reading.message.clone().filter(|_| reading.notes.is_empty()) {
                    Some(text) => Wanted::Command(Command::Say { text }),
                    None => Wanted::Refused(Refusal::GameOver),
                };
            }
            Deeds::Nothing => {
                return Wanted::Refused(super::nothing_read(reading));
            }
            Deeds::Several(found) => return Wanted::Refused(Refusal::Several { found: found.clone() }),
            Deeds::Doubted { found, doubt } => {
                return Wanted::Refused(Refusal::Doubted { found: found.clone(), doubt: doubt.clone() });
            }
            Deeds::Perhaps { written, text, doubt } => {
                let meant = game.meant(side, written, player.settings.always_queen);
                let asked = |mv| Refusal::Perhaps { text: text.clone(), mv, doubt: doubt.clone() };
                return Wanted::Refused(meant.map_or_else(|refusal| refusal, asked));
            }
            Deeds::One(deed) => deed.clone(),
        };
        Wanted::Command(match deed {
            Deed::Play { written, draw, conditions: _ } => {
                Command::Play { written, draw, queen: player.settings.always_queen }
            }
            Deed::AskTakeback => Command::AskTakeback,
            Deed::AcceptTakeback => Command::AcceptTakeback,
            Deed::DeclineTakeback => Command::DeclineTakeback,
            Deed::Undo => Command::Undo,
            Deed::Abort => Command::Abort,
            Deed::DropPlan => Command::DropPlan,
            Deed::OfferDraw => Command::OfferDraw,
            Deed::AcceptDraw => Command::AcceptDraw,
            Deed::DeclineDraw => Command::DeclineDraw,
            Deed::ClaimDraw => Command::ClaimDraw,
            Deed::Declare => Command::Declare,
            Deed::ClaimTime => Command::ClaimTime,
            Deed::Give { time, .. } => Command::Give { time },
            Deed::Accept => Command::Accept,
            Deed::Decline => Command::Decline,
            Deed::Withdraw => Command::Withdraw,
            Deed::Counter(errand) => match self.counter(game, &errand) {
                Ok(command) => command,
                Err(refusal) => return Wanted::Refused(refusal),
            },
            Deed::Resign => match self.arbiter.ids.confirm_code(game.id(), player.id, &self.digest) {
                Some(code) => Command::Resign { code },
                None => return Wanted::Refused(Refusal::NotOffered { command: "resign".to_owned() }),
            },
            Deed::Confirm(code) => Command::ConfirmResign { code },
            Deed::Say(text) => Command::Say { text },
            Deed::Watchers { allowed } => return Wanted::Watchers(allowed),
            Deed::Rematch => return Wanted::Rematch,
            Deed::Errand(Errand::Setting(setting)) => return self.chosen(setting),
            Deed::Errand(errand) => return Wanted::Errand(errand),
            Deed::UnknownSetting(text) => return Wanted::Refused(Refusal::UnknownSetting { text }),
            Deed::NotOffered(command) => return Wanted::Refused(Refusal::NotOffered { command }),
        })
    }

    /// The game after the command, with the facts that made it so. A plan beside a move, and words for the opponent, go
    /// with a request that is carried out, and fall with one that is not; then moves given ahead are played.
    pub(super) fn decide(
        &self,
        game: &Game,
        side: Side,
        command: &Command,
        reading: &Reading,
        player: &Player,
    ) -> Result<Result<Decided, Refusal>, StoreError> {
        let at = self.moment_of(game, player)?;
        let command = &match command {
            Command::Say { text } => Command::Say { text: self.discreet(text, player)? },
            other => other.clone(),
        };
        // A mail that came in earlier and could not be read yet may hold the move.
        if *command == Command::ClaimTime && !self.whole {
            return Ok(Err(Refusal::NoFlag));
        }
        let mut decided = Decided { after: game.clone(), events: Vec::new(), beside: None, told: Vec::new() };
        match game.decide(side, command, at) {
            Ok(events) => {
                let starts = events.contains(&Event::Started);
                let counters = events.iter().any(|event| matches!(event, Event::Countered { .. }));
                decided.follow(events, at)?;
                if counters {
                    decided.follow(vec![self.open_until(at)], at)?;
                }
                if starts {
                    let more = self.at_the_start(&decided.after, at)?;
                    decided.follow(more, at)?;
                }
            }
            Err(refusal) => return Ok(Err(refusal)),
        }
        let afterwards = matches!((command, &reading.deeds), (Command::Say { .. }, Deeds::Nothing));
        if afterwards {
            // Words after the end are passed on, and whoever wrote them unaware sees how it ended.
            decided.told.push(decided.after.present(side));
        }
        if *command == Command::Undo {
            match self.unsend(&decided.after, side)? {
                Ok(told) => decided.told = told,
                Err(refusal) => return Ok(Err(refusal)),
            }
        }
        if let Some(lines) = conditions(reading)
            && matches!(decided.after.phase(), Phase::Playing(_))
        {
            let plan = Command::Plan { lines: lines.to_vec(), queen: player.settings.always_queen };
            match decided.after.decide(side, &plan, at) {
                Ok(events) => decided.follow(events, at)?,
                // A move is not lost for the sake of what was to come after it.
                Err(refusal) => decided.beside = Some(refusal),
            }
        }
        // Words beside a request to resign wait for the letter that confirms it: a farewell must not go before the end. Words
        // beside a plan alone may be about it, and it is a secret.
        if let Some(text) = &reading.message
            && !afterwards
            && !matches!(command, Command::Resign { .. } | Command::Plan { .. } | Command::DropPlan)
            && let Ok(events) = decided.after.decide(side, &Command::Say { text: self.discreet(text, player)? }, at)
        {
            decided.follow(events, at)?;
        }
        if reading.cut && decided.events.iter().any(|recorded| matches!(recorded.event, Event::Said { .. })) {
            decided.beside.get_or_insert(Refusal::MessageCut);
        }
        let planned = decided.after.carry_on();
        decided.follow(planned, at)?;
        Ok(Ok(decided))
    }

    /// When a letter counts: as it reached our mailbox, but not before the mail it answers was handed over, nor before
    /// what is already recorded.
    pub(super) fn moment_of(&self, game: &Game, player: &Player) -> Result<Moment, StoreError> {
        let handed_over = self.tx.handed_over(player.id, game.id(), game.ply())?;
        let last = self.tx.last_event_at(game.id())?;
        Ok([handed_over, last].into_iter().flatten().fold(self.received_at, Moment::max))
    }

    pub(super) fn carry_out(
        &mut self,
        letter: &Letter,
        player: &Player,
        side: Side,
        decided: &Decided,
        reading: &Reading,
    ) -> Result<(), StoreError> {
        let Decided { after, events, beside, told: besides } = decided;
        self.tx.append(after, events)?;
        self.note_numbers(player, reading)?;
        let mut told = notices(after, events);
        let mine = |page| at_seat(after, side, page);
        let hold = self.held_for(side, decided);
        let noted = self.keep_notes(after, player.id, reading, !events.is_empty())?;
        told.extend(hold.map(|(_, until)| mine(Page::UndoOpen { until })));
        told.extend(beside.clone().map(|refusal| mine(Page::Refused(refusal))));
        told.extend(besides.iter().cloned());
        if events.is_empty() && told.is_empty() {
            // Asked again for what stands already: the same page as the first time.
            let page = match &reading.deeds {
                Deeds::One(Deed::Resign) => Page::ConfirmResign,
                _ => after.present(side).page,
            };
            told.push(mine(page));
            return self.show(letter, player, after, told, Handled::new("repeated")).map(|_| ());
        }
        told.extend(noted.map(mine));
        told.extend(self.shown(after, side, &reading.asks));
        let cause = match events.is_empty() {
            true => Cause::Answer(letter, player.id),
            false => Cause::Events(Some((letter, player.id))),
        };
        self.bag.about_game_held(after, told, &cause, hold)?;
        self.begin_twin(letter, player, after, events)
    }

    /// Tells its writer alone, and that the game has not changed, within the limits.
    pub(super) fn show(
        &mut self,
        letter: &Letter,
        player: &Player,
        game: &Game,
        told: Vec<Notice>,
        handled: Handled,
    ) -> Result<Handled, StoreError> {
        if !self.may_answer(player)? {
            return Ok(Handled { outcome: "silent", ..handled });
        }
        self.bag.about_game(game, told, &Cause::Answer(letter, player.id))?;
        Ok(handled)
    }

    /// The pages that answer what a letter only asks.
    pub(super) fn shown(&self, game: &Game, side: Side, asks: &[Ask]) -> Vec<Notice> {
        let mut told: Vec<Notice> = Vec::new();
        for ask in asks {
            let notice = match ask {
                Ask::Board(number) => {
                    let ply = number.map(|number| ply_after(game.history(), number));
                    at_seat(game, side, Page::Board { ply })
                }
                Ask::Pgn => at_seat(game, side, Page::Board { ply: None }),
                Ask::Moves => game.present(side),
                Ask::Scope(name) => match game.terms().variant.geometry.square(name) {
                    Some(square) => game.scope_of(side, square),
                    None => {
                        at_seat(game, side, Page::Refused(Refusal::NotOffered { command: format!("scope {name}") }))
                    }
                },
                Ask::Replay => game.replay_for(side),
                Ask::Plans => at_seat(game, side, Page::Plans),
                Ask::Games => at_seat(game, side, Page::Games),
                Ask::Seeks => at_seat(game, side, Page::Seeks),
                Ask::Stats(variant) => at_seat(game, side, Page::Stats { variant: variant.clone() }),
                Ask::Rules(variant) => {
                    let variant = variant.clone().unwrap_or_else(|| game.terms().variant.key.to_owned());
                    at_seat(game, side, Page::Rules { variant })
                }
                Ask::Settings => at_seat(game, side, Page::Settings),
                Ask::Help(None) => at_seat(game, side, Page::Help),
                Ask::Help(Some(topic)) => at_seat(game, side, Page::HelpOn { topic: topic.clone() }),
            };
            if told.iter().all(|known| known.page != notice.page) {
                told.push(notice);
            }
        }
        told
    }

    fn chosen(&self, setting: Setting) -> Wanted {
        self.available(&setting).map_or_else(Wanted::Refused, |()| Wanted::Setting(setting))
    }

    /// Refuses a language that we do not write, and letters that we do not read.
    pub(super) fn available(&self, setting: &Setting) -> Result<(), Refusal> {
        let known = match setting {
            Setting::Language(code) => self.arbiter.written.contains(code),
            Setting::Letters(Some(letters)) => self.arbiter.reader.knows_letters(letters.code()),
            _ => true,
        };
        if known { Ok(()) } else { Err(Refusal::UnknownSetting { text: setting.to_string() }) }
    }

    pub(super) fn choose(&self, mut player: Player, setting: Setting) -> Result<Player, StoreError> {
        let (before, chosen) = (self.arbiter.zone_of(&player), matches!(setting, Setting::Zone(_)));
        // Whatever waits for a digest does not wait for another rhythm.
        if matches!(setting, Setting::Mail(_)) {
            self.tx.release(player.id, None, self.now)?;
        }
        player.choose(setting);
        self.tx.update_player(&player)?;
        let zone = self.arbiter.zone_of(&player);
        if chosen || zone != before {
            for (game, side) in self.seats(player.id)?.into_iter().filter(|(game, _)| game.terms().weekends_off) {
                self.append_at(&game, vec![Event::Weekends { side, zone, from: Some(midweek(self.now)) }], self.now)?;
            }
        }
        Ok(player)
    }

    /// Nobody hears of a game whose player wants no mail: its clock stands as it is. Who has waited for a digest has waited
    /// until now.
    pub(super) fn pause_games(&self, player: &Player) -> Result<(), StoreError> {
        for (game, side) in self.seats(player.id)? {
            let game = self.heard_early(&game, player, side)?.unwrap_or(game);
            self.append_report(&game, game.unheard(side))?;
        }
        Ok(())
    }

    /// A mail outside games to a player known by a token or by our own server.
    pub(super) fn tell_at_desk(&mut self, letter: &Letter, player: &Player, page: Page) -> Result<bool, StoreError> {
        if !self.may_answer(player)? {
            return Ok(false);
        }
        self.bag.at_desk(player, vec![page], &AnswerTo::Desk, &Cause::Answer(letter, player.id))?;
        Ok(true)
    }
}

/// Numbers events on from the game's last and applies them.
pub(super) fn follow(
    game: &mut Game,
    events: Vec<Event>,
    at: Moment,
    recorded: &mut Vec<Recorded<Event>>,
) -> Result<(), StoreError> {
    for event in events {
        let next = Recorded { seq: game.seq() + 1, at, event };
        game.apply(&next)
            .map_err(|error| StoreError::Corrupt { place: format!("game {}", game.id()), why: error.to_string() })?;
        recorded.push(next);
    }
    Ok(())
}

/// What a mere yes means: an invitation is accepted by it, and whoever is asked for more has to say to what.
fn agreed(game: &Game, player: PlayerId) -> Option<Wanted> {
    let side = game.seat_of(player)?;
    let refused = |draw, takeback| Some(Wanted::Refused(Refusal::YesToWhat { draw, takeback }));
    match game.phase() {
        Phase::Offered if side != game.invited_by() => Some(Wanted::Command(Command::Accept)),
        Phase::Playing(playing) => match (playing.may_answer_draw(side), playing.may_answer_takeback(side)) {
            (false, false) => None,
            (draw, takeback) => refused(draw, takeback),
        },
        Phase::Over(_) if game.rematch(side.other()).is_some() => refused(false, false),
        Phase::Offered | Phase::Over(_) => None,
    }
}

/// A page for the player of a seat, about the game as it stands.
pub(super) fn at_seat(game: &Game, side: Side, page: Page) -> Notice {
    Notice { to: game.player(side), about: Some((game.id().clone(), side)), seq: game.seq(), page, message: None }
}

/// Plies played when move `number` is complete; 0 before the first, all of them beyond the last.
fn ply_after(history: &History, number: u32) -> u32 {
    let next = MoveNumber { number: number.saturating_add(1), dots: false };
    let plies = history.plies_before(next).unwrap_or(0).min(history.moves().len());
    u32::try_from(plies).unwrap_or(u32::MAX)
}
