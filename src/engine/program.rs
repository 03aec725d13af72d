/*!
A program that plays: greeted once, then asked move by move. Every question spells out the whole game, so that it may be
another game each time, and a restarted program knows as much as one that has run for months.
*/

use super::process::Process;
use super::protocol::{Protocol, VariantName, variant_name};
use super::says::{self, Offered};
use super::{EngineError, Interrupted, LEVEL_MAX, ProgramConfig};
use crate::club::{Choice, Thought};
use crate::rules::{History, Variant};
use std::time::{Duration, Instant};

/// Moves one process is asked for before another is started.
const MOVES_MAX: u32 = 50;
/// More options than this are not looked at.
const OPTIONS_MAX: usize = 1000;
/// What programs call the number that says how well they play; the first that is offered is taken.
const STRENGTHS: [&str; 5] = ["Skill Level", "SkillLevel", "Skill_Level", "Strength", BY_ELO];
/// The one that counts only beside another.
const BY_ELO: &str = "UCI_Elo";
/// A name or a move that is repeated in the log is cut here.
const SHOWN_MAX: usize = 60;

/// A program that has been greeted.
#[derive(Debug)]
pub(super) struct Program {
    process: Process,
    protocol: Protocol,
    name: String,
    options: Vec<Offered>,
    /// For everything but thinking; see [`ProgramConfig::patience`].
    patience: Duration,
    /// Moves it has been asked for.
    asked: u32,
}

impl Program {
    /// Starts it, greets it and sets its options.
    pub fn start(config: &ProgramConfig, interrupted: Interrupted) -> Result<Program, EngineError> {
        // What it could use at most if it always worked, on every processor, from its start to its last move.
        let time = (config.movetime + config.patience).saturating_mul(MOVES_MAX + 2);
        let process = Process::start(config, time)?;
        let name = config.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut program = Program {
            process,
            protocol: config.protocol,
            name,
            options: Vec::new(),
            patience: config.patience,
            asked: 0,
        };
        let (hello, end) = config.protocol.greeting();
        program.process.say(hello)?;
        let (mut options, mut called) = (Vec::new(), None);
        program.until(end, config.patience, interrupted, |line| {
            options.extend(says::option(line).filter(|_| options.len() < OPTIONS_MAX));
            called = line.strip_prefix("id name ").map(shown).or(called.take());
        })?;
        program.options = options;
        program.name = called.unwrap_or(program.name);
        if let Some(level) = config.level {
            program.weaken(level)?;
        }
        for (name, value) in &config.options {
            program.set(name, value)?;
        }
        program.ready(interrupted)?;
        Ok(program)
    }

    /// As it names itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// True if it has been asked often enough: its processor time is limited, so another is started for the next move.
    pub fn is_spent(&self) -> bool {
        self.asked >= MOVES_MAX
    }

    /// Bounds it runs without, as this system cannot set them.
    pub fn lacks(&self) -> &[String] {
        self.process.lacks()
    }

    /// Its best for the side to move.
    pub fn think(
        &mut self,
        config: &ProgramConfig,
        history: &History,
        interrupted: Interrupted,
    ) -> Result<Thought, EngineError> {
        self.asked += 1;
        self.choose_variant(history.start().variant())?;
        self.process.say(self.protocol.new_game())?;
        self.ready(interrupted)?;
        self.process.say(&self.protocol.position(history))?;
        self.process.say(&self.protocol.go(config.movetime, config.nodes))?;
        let mut worth = None;
        let last = self.until("bestmove", config.movetime + config.patience, interrupted, |line| {
            worth = says::worth(line).or(worth);
        })?;
        let said = says::best_move(&last).unwrap_or_default();
        let choice = match (said, self.protocol) {
            ("resign", Protocol::Usi) => Choice::Resign,
            ("win", Protocol::Usi) => Choice::Declare,
            (text, protocol) => protocol.read(history.position(), text).map(Choice::Move).ok_or_else(|| {
                EngineError::Failed(format!("it answered with `{}`, which is no legal move", shown(text)))
            })?,
        };
        Ok(Thought { choice, worth })
    }

    fn choose_variant(&mut self, variant: &Variant) -> Result<(), EngineError> {
        let unknown = || EngineError::Failed(format!("it does not play {}: take it from its `variants`", variant.key));
        let (name, castling) = match variant_name(self.protocol, variant).ok_or_else(unknown)? {
            VariantName::Plain => (None, false),
            VariantName::Chess960 => (None, true),
            VariantName::Named(name, castling) => (Some(name), castling),
        };
        let usual = match self.protocol {
            Protocol::Uci => "chess",
            Protocol::Usi => "shogi",
        };
        // A program for many games may call the option by either name, and begins with whichever game it likes.
        let option = [self.protocol.variant_option(), "UCI_Variant"].into_iter().find(|name| self.offers(name));
        match option {
            Some(option) => {
                let wanted = name.unwrap_or(usual);
                let known = self.options.iter().any(|o| o.name == option && o.values.iter().any(|v| v == wanted));
                if !known {
                    return Err(unknown());
                }
                self.set(option, wanted)?;
            }
            None if name.is_some() => return Err(unknown()),
            None => {}
        }
        if castling || self.offers("UCI_Chess960") && self.protocol == Protocol::Uci {
            self.set("UCI_Chess960", if castling { "true" } else { "false" })?;
        }
        Ok(())
    }

    /// Sets the option that programs have for playing less well than they can, on its whole range.
    fn weaken(&mut self, level: u32) -> Result<(), EngineError> {
        let number =
            |wanted: &&str| self.options.iter().find(|o| o.name.eq_ignore_ascii_case(wanted) && o.bounds.is_some());
        let found = STRENGTHS.iter().find_map(number).and_then(|option| Some((option.name.clone(), option.bounds?)));
        let Some((name, (least, most))) = found else {
            return Err(EngineError::Failed(
                "it offers no option for its strength (such as Skill Level): remove `level`, and weaken it by `nodes`"
                    .to_owned(),
            ));
        };
        if name.eq_ignore_ascii_case(BY_ELO) {
            self.set("UCI_LimitStrength", "true")?;
        }
        let (step, steps) = (i128::from(level.clamp(1, LEVEL_MAX) - 1), i128::from(LEVEL_MAX - 1));
        let value = i128::from(least) + (i128::from(most) - i128::from(least)) * step / steps;
        self.set(&name, &value.to_string())
    }

    fn offers(&self, option: &str) -> bool {
        self.options.iter().any(|offered| offered.name.eq_ignore_ascii_case(option))
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        // What USI takes without offering it.
        let implied = self.protocol == Protocol::Usi && matches!(name, "USI_Hash" | "USI_Ponder");
        if !implied && !self.offers(name) {
            return Err(EngineError::Failed(format!("it has no option `{name}`: correct or remove it")));
        }
        self.process.say(&format!("setoption name {name} value {value}"))
    }

    fn ready(&mut self, interrupted: Interrupted) -> Result<(), EngineError> {
        self.process.say("isready")?;
        self.until("readyok", self.patience, interrupted, |_| {}).map(|_| ())
    }

    /// Hears all it says up to the line that begins with `end`, and gives that. Who talks on and on is out of time, too.
    fn until(
        &mut self,
        end: &str,
        within: Duration,
        interrupted: Interrupted,
        mut each: impl FnMut(&str),
    ) -> Result<String, EngineError> {
        let limit = Instant::now() + within;
        loop {
            let line = self.process.hear(limit, interrupted)?;
            if line.split_whitespace().next() == Some(end) {
                return Ok(line);
            }
            each(&line);
        }
    }
}

/// What a program wrote, fit for a log line.
fn shown(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(SHOWN_MAX).collect()
}
