/*!
ENGINES: programs that play. The course of a game in, a move out.

[`Engine::think`] asks the built-in player, or a program that speaks UCI or USI on its standard input and output. A program
is a stranger: every exchange with it is limited in time and bytes, its move counts only if it is legal, and whatever goes
wrong ends it; the next question starts it anew. It sees no file of the service, and its memory, its processor time and the
files it writes are bounded.

This room does not know who plays, what a clock says, nor what becomes of a move.
*/

mod confined;
mod process;
mod program;
mod protocol;
mod says;

pub use confined::{Confinement, User};
pub use protocol::{Protocol, VariantName, variant_name};

use crate::club::{Choice, Thought};
use crate::partner;
use crate::rules::History;
use program::Program;
use std::path::PathBuf;
use std::time::Duration;

/// The highest level, at which a program plays its best.
pub const LEVEL_MAX: u32 = 20;

/// What plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineConfig {
    /// The built-in player.
    Builtin {
        /// So many positions it looks at for a move.
        nodes: u32,
    },
    /// A program of its own.
    Program(Box<ProgramConfig>),
}

/// A program, how it is started and how long it thinks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramConfig {
    /// What it speaks.
    pub protocol: Protocol,
    /// Where it lies.
    pub path: PathBuf,
    /// What it is started with.
    pub arguments: Vec<String>,
    /// Options of its own, by name, set before it plays.
    pub options: Vec<(String, String)>,
    /// How strong it is to play, from 1 to 20, by whatever option it has for that; at its best if absent.
    pub level: Option<u32>,
    /// So long it thinks about a move.
    pub movetime: Duration,
    /// So long it may take to make itself ready, and beyond its time for a move.
    pub patience: Duration,
    /// So many positions it looks at for a move, if that is less.
    pub nodes: Option<u64>,
    /// What it may touch.
    pub confinement: Confinement,
}

/// Why there is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// The program does not do what it should; it was ended. The sentence says what was wrong.
    #[error("{0}")]
    Failed(String),
    /// The service is about to end; nothing is wrong.
    #[error("the service ends")]
    Interrupted,
}

/// Whether a wait is to be given up.
pub type Interrupted<'a> = &'a dyn Fn() -> bool;

/// Something that plays; a program runs from the first question on.
#[derive(Debug)]
pub struct Engine {
    config: EngineConfig,
    running: Option<Program>,
    lacks: Vec<String>,
}

impl Engine {
    /// Not started yet.
    pub fn new(config: EngineConfig) -> Engine {
        Engine { config, running: None, lacks: Vec::new() }
    }

    /// The best it finds for the side to move; the game is not over.
    ///
    /// # Errors
    /// [`EngineError::Failed`] if the program cannot be started, dies, falls silent, talks rubbish or names no legal move.
    pub fn think(&mut self, history: &History, interrupted: Interrupted) -> Result<Thought, EngineError> {
        let thought = match &self.config {
            EngineConfig::Builtin { nodes } => builtin(history, *nodes),
            EngineConfig::Program(config) => {
                let mut program = match self.running.take() {
                    Some(program) => program,
                    None => Program::start(config, interrupted)?,
                };
                self.lacks = program.lacks().to_vec();
                // One that stumbled is not asked again: dropping it ends it.
                let thought = program.think(config, history, interrupted)?;
                self.running = Some(program).filter(|program| !program.is_spent());
                thought
            }
        };
        Ok(thought)
    }

    /// What the built-in player would do at its best: it serves every game, and never fails.
    pub fn builtin(history: &History) -> Thought {
        builtin(history, partner::BUDGET)
    }

    /// The bounds that this system could not set when the program was last started, each as a sentence.
    pub fn lacks(&self) -> &[String] {
        &self.lacks
    }

    /// As the program names itself, after it has been asked; the built-in player has no name.
    pub fn name(&self) -> Option<&str> {
        self.running.as_ref().map(Program::name)
    }
}

fn builtin(history: &History, nodes: u32) -> Thought {
    match partner::weigh(history.position(), nodes) {
        Some((mv, worth)) => Thought { choice: Choice::Move(mv), worth: Some(worth) },
        // Only where no move is legal, and then the game is over and nobody asks.
        None => Thought { choice: Choice::Resign, worth: None },
    }
}
