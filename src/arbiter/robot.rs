/*!
Robots: a challenge to one, and what one does in its games. An engine thinks outside any transaction; what it came to is
recorded only if nothing has happened in the game meanwhile, so every move is played once, whatever dies in between.
*/

use super::mailbag::Cause;
use super::seat::follow;
use super::time::NO_LETTER;
use super::{Arbiter, Case};
use crate::club::{Act, NewGame, Player, Robot, Standing};
use crate::game::{Command, Event, Game, GameId, Moment, PlayerId, Recorded, Refusal, Terms, notices};
use crate::mail::Letter;
use crate::rules::Side;
use crate::store::{Mark, Store, StoreError};

/// What became of what a robot wanted to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Acted {
    /// It is recorded, and told.
    Done,
    /// The game has gone on meanwhile: it is to be looked at anew.
    Overtaken,
    /// The game does not allow it, which is a fault of ours or of the engine's.
    Refused(Refusal),
}

impl Arbiter {
    /// The row of a robot, entered if it is new; its name is the configuration's.
    pub fn enter_robot(&self, store: &mut Store, robot: &Robot, now: Moment) -> Result<PlayerId, StoreError> {
        store.write(|tx| Ok(self.case(tx, now).robot_player(robot)?.id))
    }

    /// Carries out what the robot on `side` does in a game that stands at event `seq`.
    pub fn robot_acts(
        &self,
        store: &mut Store,
        id: &GameId,
        (side, seq): (Side, u32),
        act: &Act,
        now: Moment,
    ) -> Result<Acted, StoreError> {
        store.write(|tx| {
            let Some(game) = tx.game(id)?.filter(|game| game.seq() == seq) else { return Ok(Acted::Overtaken) };
            let case = self.case(tx, now);
            let at = tx.last_event_at(id)?.map_or(now, |last| last.max(now));
            // As for people, but no further than the mailbox was read: hours in which the service slept are not yet
            // taken from the clocks beyond that.
            if let Some(read) = tx.mark(Mark::Read)?
                && case.falls_before(&game, read.min(now))?
            {
                return Ok(Acted::Overtaken);
            }
            let mut after = game.clone();
            let mut events = Vec::new();
            for command in self.commands(&game, side, act) {
                match after.decide(side, &command, at) {
                    Ok(decided) => follow(&mut after, decided, at, &mut events)?,
                    Err(refusal) => return Ok(Acted::Refused(refusal)),
                }
            }
            case.conclude(&mut after, &mut events, at)?;
            tx.append(&after, &events)?;
            case.bag.about_game(&after, notices(&after, &events), &Cause::Events(None))?;
            Ok(Acted::Done)
        })
    }

    /// A person resigns in two letters, a robot in one go.
    fn commands(&self, game: &Game, side: Side, act: &Act) -> Vec<Command> {
        match act {
            Act::Do(command) => vec![command.clone()],
            Act::Resign => {
                let code = self.ids.confirm_code(game.id(), game.player(side), &NO_LETTER);
                let twice = |code: &crate::game::ConfirmCode| {
                    [Command::Resign { code: code.clone() }, Command::ConfirmResign { code: code.clone() }]
                };
                code.iter().flat_map(twice).collect()
            }
        }
    }
}

impl Case<'_> {
    /// A challenge to a robot begins the game at once, or is declined at once with the reason.
    pub(super) fn invite_robot(
        &self,
        letter: &Letter,
        player: &Player,
        robot: &Robot,
        wish: &NewGame,
        nth: usize,
    ) -> Result<Result<(), Refusal>, StoreError> {
        let terms = match self.arbiter.house.terms(wish) {
            Ok(terms) => terms,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let opponent = self.robot_player(robot)?;
        if let Err(refusal) = self.robot_takes(player, &opponent, &terms, if wish.pair { 2 } else { 1 })? {
            return Ok(Err(refusal));
        }
        let Some(offered) = self.offer(player, opponent.id, wish, terms, nth)? else {
            return Ok(Err(Refusal::TooManyInvitations));
        };
        self.begin(letter, player, offered)?;
        Ok(Ok(()))
    }

    /// Whether a robot takes so many `more` games on these terms with `player`; one that has left the house takes none.
    pub(super) fn robot_takes(
        &self,
        player: &Player,
        opponent: &Player,
        terms: &Terms,
        more: u32,
    ) -> Result<Result<(), Refusal>, StoreError> {
        let Some(robot) = self.arbiter.house.robots.iter().find(|robot| robot.address == opponent.address) else {
            return Ok(Err(Refusal::InvitationsUnwanted));
        };
        if let Err(refusal) = robot.takes(terms) {
            return Ok(Err(refusal));
        }
        if self.tx.unfinished_between(player.id, opponent.id)?.saturating_add(more) > robot.games_each {
            return Ok(Err(Refusal::RobotBusy { name: robot.name.clone(), most: robot.games_each }));
        }
        Ok(Ok(()))
    }

    /// The answer to a challenge to nobody.
    pub(super) fn nobody_named(&self) -> Refusal {
        let robots = self.arbiter.house.robots.iter().filter_map(|robot| robot.words.first().cloned());
        Refusal::NoOpponent { robots: robots.collect() }
    }

    /// What follows of itself: what a game that begins must know of its players, and moves given ahead.
    pub(super) fn conclude(
        &self,
        game: &mut Game,
        events: &mut Vec<Recorded<Event>>,
        at: Moment,
    ) -> Result<(), StoreError> {
        if events.iter().any(|recorded| recorded.event == Event::Started) {
            let more = self.at_the_start(game, at)?;
            follow(game, more, at, events)?;
        }
        let planned = game.carry_on();
        follow(game, planned, at, events)
    }

    fn robot_player(&self, robot: &Robot) -> Result<Player, StoreError> {
        let (name, standing) = (robot.name.clone(), Standing::Confirmed);
        match self.tx.player_at(&robot.address)? {
            None => self.enter(Player { name, standing, robot: true, ..self.stranger(&robot.address, None) }),
            Some(known) if known.name == name && known.standing == standing => Ok(known),
            Some(known) => {
                let renamed = Player { name, standing, ..known };
                self.tx.update_player(&renamed)?;
                Ok(renamed)
            }
        }
    }
}
