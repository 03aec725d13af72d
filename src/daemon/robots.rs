/*!
The loops of the robots, one each: what is to be told a robot is handed to it, and where it is to move its engine thinks,
outside any transaction.

An engine that fails is tried again, each time a little later. When it has failed too often the built-in player makes the
move in its place: the person on the other side neither waits for ever nor wins by a fault of ours. The log and `kingpost status` say so.
*/

use super::receive::nap;
use super::{Bell, House, Stop, Time};
use crate::arbiter::Acted;
use crate::club::{Act, Choice, Robot, Task, Thought};
use crate::engine::{Engine, EngineConfig, EngineError};
use crate::game::{Game, GameId, Moment, PlayerId};
use crate::mail::Delivery;
use crate::partner;
use crate::rules::Side;
use crate::store::{Store, StoreError};
use chrono::TimeDelta;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// So often a robot looks whether there is something to do.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// Seconds until an engine is tried again after it failed once, twice …; after the last the built-in player stands in.
const BACK_OFF: [i64; 4] = [1, 5, 20, 60];

/// A robot's things.
pub struct Player<'h> {
    house: &'h House,
    store: Store,
    robot: Robot,
    id: PlayerId,
    engine: Engine,
    bell: Bell,
    time: Time,
    /// Games in which nothing is left to do, up to that event.
    done: HashMap<GameId, u32>,
    failures: usize,
    /// How long is waited after the first failure, the second …
    back_off: Vec<TimeDelta>,
    paused_until: Option<Moment>,
    /// The log has been told which bounds of its engine this system cannot set.
    lacks_told: bool,
}

/// Something the robot is to do.
struct Job {
    game: Game,
    side: Side,
    task: Task,
}

impl<'h> Player<'h> {
    /// Every robot of the house; and those of the record that the configuration no longer has, whose games the built-in
    /// player plays to their end.
    pub fn all(
        house: &'h House,
        connect: &dyn Fn() -> Result<Store, StoreError>,
        bell: &Bell,
        time: Time,
    ) -> Result<Vec<Player<'h>>, StoreError> {
        let mut store = connect()?;
        let mut robots = house.robots.clone();
        let known = store.read(|tx| tx.players())?;
        for left in known.into_iter().filter(|player| player.robot) {
            if robots.iter().all(|(robot, _)| robot.address != left.address) {
                let (name, address) = (left.name, left.address);
                let (words, variants) = (Vec::new(), Vec::new());
                let robot = Robot { name, words, address, variants, games_each: 0, resigns_at: None };
                robots.push((robot, EngineConfig::Builtin { nodes: partner::BUDGET }));
            }
        }
        let mut players = Vec::new();
        for (robot, engine) in robots {
            let mut store = connect()?;
            let id = house.arbiter.enter_robot(&mut store, &robot, time.now())?;
            let engine = Engine::new(engine);
            let (done, failures, paused_until, bell) = (HashMap::new(), 0, None, bell.clone());
            let back_off = BACK_OFF.map(TimeDelta::seconds).to_vec();
            players.push(Player {
                house,
                store,
                robot,
                id,
                engine,
                bell,
                time,
                done,
                failures,
                back_off,
                paused_until,
                lacks_told: false,
            });
        }
        Ok(players)
    }

    /// Tries an engine that failed again after other times than usual.
    #[must_use]
    pub fn retrying(self, back_off: Vec<TimeDelta>) -> Player<'h> {
        Player { back_off, ..self }
    }

    /// Until `stop`; a thought is given up then, and thought again after the next start.
    pub(crate) fn run(mut self, stop: &Stop) {
        while !stop.is_set() {
            match catch_unwind(AssertUnwindSafe(|| self.step(stop))).unwrap_or_else(|_| Err(panicked())) {
                Ok(true) => {}
                Ok(false) => nap(LOOK_EVERY, stop),
                Err(error) => {
                    tracing::error!(robot = self.robot.name, "robot: {error}");
                    let _ = self.store.write(|tx| tx.tally("fault-robot"));
                    nap(Duration::from_secs(5), stop);
                }
            }
        }
    }

    /// Does one thing, if there is one to do; false if there is none now.
    pub fn step(&mut self, stop: &Stop) -> Result<bool, StoreError> {
        self.hear()?;
        let now = self.time.now();
        let resting = self.paused_until.is_some_and(|until| now < until);
        let unfinished = self.store.read(|tx| tx.unfinished(self.id))?;
        if self.done.len() > 2 * unfinished.len() + 100 {
            // Most of them are over; the others are looked at once more.
            self.done.clear();
        }
        for (id, seq) in unfinished {
            if self.done.get(&id) == Some(&seq) {
                continue;
            }
            // A game that makes no sense is passed over, and costs no other.
            let job = match self.job(&id, now) {
                Err(error @ StoreError::Corrupt { .. }) => {
                    tracing::error!(game = %id, "{error}");
                    self.done.insert(id, seq);
                    continue;
                }
                job => job?,
            };
            match job {
                Look::Nothing => drop(self.done.insert(id, seq)),
                Look::Later => {}
                Look::Job(job) if resting && job.task == Task::Think => {}
                Look::Job(job) => return self.work(&job, stop),
            }
        }
        Ok(false)
    }

    /// Hands over what is to be told the robot: its clock runs from the moment the notice could go out.
    fn hear(&mut self) -> Result<(), StoreError> {
        while let Some(mail) = self.store.read(|tx| tx.due_for_robot(self.id, self.time.now()))? {
            let at = mail.new.hold_until;
            self.house.arbiter.settle(&mut self.store, &[(mail.id, Delivery::Accepted)], at)?;
        }
        Ok(())
    }

    fn job(&mut self, id: &GameId, now: Moment) -> Result<Look, StoreError> {
        self.store.read(|tx| {
            // A move that can still be undone has not reached it.
            if tx.known_while_held(self.id, id, now)?.is_some() {
                return Ok(Look::Later);
            }
            let Some(game) = tx.game(id)? else { return Ok(Look::Nothing) };
            let Some(side) = game.seat_of(self.id) else { return Ok(Look::Nothing) };
            let task = self.robot.task(&game, side);
            Ok(task.map_or(Look::Nothing, |task| Look::Job(Box::new(Job { game, side, task }))))
        })
    }

    fn work(&mut self, job: &Job, stop: &Stop) -> Result<bool, StoreError> {
        let act = match &job.task {
            Task::Do(command) => Act::Do(command.clone()),
            Task::Think => match self.think(&job.game, stop)? {
                Some(thought) => self.robot.act(&job.game, job.side, &thought),
                None => return Ok(false),
            },
        };
        let (id, seat) = (job.game.id(), (job.side, job.game.seq()));
        let acted = self.house.arbiter.robot_acts(&mut self.store, id, seat, &act, self.time.now())?;
        match acted {
            Acted::Done => tracing::info!(robot = self.robot.name, game = %id, "a robot has played"),
            Acted::Overtaken => {}
            Acted::Refused(refusal) => {
                // What was offered a moment ago is gone, or an engine declared what does not hold: the move it has left.
                tracing::warn!(robot = self.robot.name, game = %id, "a robot's wish was refused: {refusal:?}");
                self.stand_in(job)?;
            }
        }
        self.bell.ring();
        Ok(true)
    }

    /// What the engine came to; none if it is to be asked later.
    fn think(&mut self, game: &Game, stop: &Stop) -> Result<Option<Thought>, StoreError> {
        let thought = self.engine.think(game.history(), &|| stop.is_set());
        if !self.engine.lacks().is_empty() && !std::mem::replace(&mut self.lacks_told, true) {
            tracing::warn!(robot = self.robot.name, "its engine runs unbounded: {}", self.engine.lacks().join("; "));
        }
        match thought {
            Ok(Thought { choice: Choice::Resign, worth }) if self.robot.resigns_at.is_none() => {
                // It may think so; it was not told that it may give up.
                Ok(Some(Thought { worth, ..Engine::builtin(game.history()) }))
            }
            Ok(thought) => {
                self.failures = 0;
                Ok(Some(thought))
            }
            Err(EngineError::Interrupted) => Ok(None),
            Err(EngineError::Failed(why)) => self.failed(game, &why),
        }
    }

    fn failed(&mut self, game: &Game, why: &str) -> Result<Option<Thought>, StoreError> {
        self.store.write(|tx| tx.tally("fault-engine"))?;
        let wait = self.back_off.get(self.failures).copied();
        self.failures = self.failures.saturating_add(1);
        let again_in_s = wait.map(|wait| wait.num_seconds());
        tracing::error!(robot = self.robot.name, game = %game.id(), again_in_s, "its engine failed: {why}");
        if let Some(wait) = wait {
            self.paused_until = Some(self.time.now() + wait);
            return Ok(None);
        }
        self.store.write(|tx| tx.tally("fault-engine-replaced"))?;
        tracing::error!(robot = self.robot.name, game = %game.id(), "the built-in player makes this move in its place");
        Ok(Some(Engine::builtin(game.history())))
    }

    /// The built-in player's move, where an act was refused.
    fn stand_in(&mut self, job: &Job) -> Result<(), StoreError> {
        let (id, seat) = (job.game.id(), (job.side, job.game.seq()));
        let thought = Thought { worth: None, ..Engine::builtin(job.game.history()) };
        let act = self.robot.act(&job.game, job.side, &thought);
        let acted = self.house.arbiter.robot_acts(&mut self.store, id, seat, &act, self.time.now())?;
        if let Acted::Refused(refusal) = acted {
            tracing::error!(game = %id, "a robot can do nothing in its game: {refusal:?}");
            self.done.insert(id.clone(), job.game.seq());
        }
        Ok(())
    }
}

/// What there is to do in a game.
enum Look {
    Nothing,
    /// Something may come of itself.
    Later,
    Job(Box<Job>),
}

fn panicked() -> StoreError {
    StoreError::Trouble("playing ended in a panic, which is said above".to_owned())
}
