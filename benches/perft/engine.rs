//! Engines as processes: ours, the programs of `benches/peers`, and Fairy-Stockfish as Debian packs it.

use crate::contests::Line;
use kingpost::rules::{Position, notation::fen, variants};
use nix::time::ClockId;
use nix::unistd::Pid;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The word that makes this program one of the engines.
pub const SERVE: &str = "serve";

/// Where Debian installs games; not every PATH has it.
const FAIRY_STOCKFISH: &str = "/usr/games/fairy-stockfish";

/// Who counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Ours, for chess by constants, for other games by their sheet.
    Folded,
    /// Ours, even chess by its sheet.
    Sheet,
    CozyChess,
    Chess,
    Shakmaty,
    Haitaka,
    FairyStockfish,
}

/// How leaves are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// The last ply is counted and not played.
    Bulk,
    /// Every ply is played.
    Played,
}

impl Engine {
    /// As tables call it.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Folded => "folded",
            Engine::Sheet => "sheet",
            Engine::CozyChess => "cozy-chess",
            Engine::Chess => "chess",
            Engine::Shakmaty => "shakmaty",
            Engine::Haitaka => "haitaka",
            Engine::FairyStockfish => "Fairy-Stockfish",
        }
    }

    fn command(self) -> Command {
        match self {
            Engine::Folded | Engine::Sheet => {
                let mut ours = Command::new(std::env::current_exe().expect("this program has a file"));
                ours.args([SERVE, self.name()]);
                ours
            }
            Engine::FairyStockfish => Command::new(FAIRY_STOCKFISH),
            peer => Command::new(built(peer.name())),
        }
    }
}

/// The program of a peer, made first.
fn built(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = root.join("target/peers");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--release", "--locked", "--quiet", "--manifest-path"]);
    cargo.arg(root.join("benches/peers").join(name).join("Cargo.toml")).env("CARGO_TARGET_DIR", &target);
    let made = cargo.status().expect("cargo runs");
    assert!(made.success(), "the peer {name} could not be built");
    target.join("release").join(format!("peer-{name}"))
}

/// An engine that waits for questions.
pub struct Running {
    engine: Engine,
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Running {
    pub fn start(engine: Engine) -> Running {
        let mut command = engine.command();
        let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.unwrap_or_else(|why| panic!("{} does not start: {why}", engine.name()));
        let questions = child.stdin.take().expect("its input is ours");
        let answers = BufReader::new(child.stdout.take().expect("its output is ours"));
        Running { engine, child, questions, answers }
    }

    /// Nodes and the seconds of processor time they took.
    pub fn count(&mut self, manner: Manner, line: &Line) -> (u64, f64) {
        // What is made once, such as tables, is made before the watch starts.
        self.ask(manner, line, 1);
        let start = self.processor_time();
        let nodes = self.ask(manner, line, line.depth);
        (nodes, self.processor_time() - start)
    }

    fn ask(&mut self, manner: Manner, line: &Line, depth: u32) -> u64 {
        let Line { game, fen, .. } = line;
        if self.engine == Engine::FairyStockfish {
            assert_eq!(manner, Manner::Bulk, "Fairy-Stockfish counts the last ply in bulk");
            self.tell(&format!("setoption name UCI_Variant value {game}\nposition fen {fen}\ngo perft {depth}"));
            return self.hear("Nodes searched: ");
        }
        let manner = if manner == Manner::Bulk { "bulk" } else { "played" };
        self.tell(&format!("{manner} {depth} {game} {fen}"));
        self.hear("")
    }

    fn tell(&mut self, text: &str) {
        writeln!(self.questions, "{text}").and_then(|()| self.questions.flush()).expect("the engine listens");
    }

    /// The number behind `mark` in the next line that has it.
    fn hear(&mut self, mark: &str) -> u64 {
        loop {
            let mut line = String::new();
            let read = self.answers.read_line(&mut line).expect("the engine's answer is text");
            assert!(read > 0, "{} ended without an answer", self.engine.name());
            if let Some(number) = line.trim().strip_prefix(mark) {
                return number.parse().unwrap_or_else(|_| panic!("{} said {line:?}", self.engine.name()));
            }
        }
    }

    /// Seconds of processor time of all its threads so far: other programs on the machine do not count.
    fn processor_time(&self) -> f64 {
        let pid = Pid::from_raw(self.child.id().cast_signed());
        let time = ClockId::pid_cpu_clock_id(pid).and_then(ClockId::now).expect("a process has a clock");
        time.tv_sec() as f64 + time.tv_nsec() as f64 / 1e9
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It would end with its input, which is not closed yet.
        self.child.kill().and_then(|()| self.child.wait()).ok();
    }
}

/// This program as an engine, asked like a peer: `bulk|played DEPTH GAME FEN` a line.
pub fn serve(by_sheet: bool) {
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a line of text");
        let mut words = line.splitn(4, ' ');
        let (manner, depth, game, fen) = (words.next(), words.next(), words.next(), words.next());
        let game = variants::SHEETS.iter().find(|sheet| Some(sheet.key) == game).expect("a game");
        let setup = fen::read(game, fen.unwrap_or_default()).expect("a position");
        let position = if by_sheet { Position::through_its_sheet(setup) } else { Position::try_from(setup) };
        let position = position.expect("a lawful position");
        let depth = depth.and_then(|word| word.parse().ok()).expect("a depth");
        println!("{}", if manner == Some("bulk") { position.perft(depth) } else { position.perft_played(depth) });
    }
}
