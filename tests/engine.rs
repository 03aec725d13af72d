//! Engines: Stockfish and Fairy-Stockfish as they are, the built-in player in every game, and programs that misbehave.

use kingpost::club::{Act, Choice, Robot, Thought, WIN};
mod confined;

use kingpost::engine::{Confinement, Engine, EngineConfig, EngineError, ProgramConfig, Protocol, variant_name};
use kingpost::game::{Command, Courtesy, Event, Game, GameId, PlayerId, Recorded, Scope, Terms, TimeControl};
use kingpost::mail::Address;
use kingpost::rules::notation::{fen, shogi, uci, usi};
use kingpost::rules::variants::{self, SHEETS};
use kingpost::rules::{BySide, DrawRules, History, Position, Side, Variant};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

pub const STOCKFISH: &str = "/usr/games/stockfish";
pub const FAIRY: &str = "/usr/games/fairy-stockfish";

pub fn program(protocol: Protocol, path: &str) -> ProgramConfig {
    ProgramConfig {
        protocol,
        path: PathBuf::from(path),
        arguments: Vec::new(),
        options: Vec::new(),
        level: None,
        movetime: Duration::from_millis(50),
        patience: Duration::from_secs(20),
        nodes: Some(2000),
        confinement: Confinement { memory: 2 << 30, ..Confinement::default() },
    }
}

fn history(variant: &'static Variant, text: &str) -> History {
    History::new(fen::read(variant, text).and_then(Position::try_from).unwrap_or_else(|why| panic!("{text}: {why}")))
}

fn move_of(history: &History, thought: Thought) -> String {
    let Choice::Move(mv) = thought.choice else { panic!("{thought:?}") };
    match shogi::applies(history.start().variant()) {
        true => usi::write(history.position(), mv),
        false => uci::write(history.position(), mv),
    }
}

fn engine(config: ProgramConfig) -> Engine {
    Engine::new(EngineConfig::Program(Box::new(config)))
}

#[test]
fn stockfish_mates_and_says_so() {
    let mut stockfish = engine(program(Protocol::Uci, STOCKFISH));
    let back_rank = history(&variants::CHESS, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    let thought = stockfish.think(&back_rank, &|| false).unwrap();
    assert_eq!((move_of(&back_rank, thought).as_str(), thought.worth), ("a1a8", Some(WIN)));
    assert!(stockfish.name().unwrap().starts_with("Stockfish"));
    // The same program goes on with another game, in which castling is written otherwise.
    let drawn = history(&variants::FISCHER_RANDOM, "4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
    let thought = stockfish.think(&drawn, &|| false).unwrap();
    assert!(drawn.position().is_legal(match thought.choice {
        Choice::Move(mv) => mv,
        other => panic!("{other:?}"),
    }));
    let lost = history(&variants::CHESS, "4k3/8/8/8/8/8/3q4/6K1 w - - 0 1");
    assert!(stockfish.think(&lost, &|| false).unwrap().worth.unwrap() < -300);
}

#[test]
fn options_are_set_and_unknown_ones_refused() {
    let mut weak = program(Protocol::Uci, STOCKFISH);
    weak.options = vec![("Skill Level".into(), "0".into()), ("Hash".into(), "1".into())];
    let start = History::new(Position::start(&variants::CHESS));
    assert!(engine(weak.clone()).think(&start, &|| false).is_ok());
    weak.options.push(("Skil Level".into(), "3".into()));
    let error = engine(weak).think(&start, &|| false).unwrap_err().to_string();
    assert!(error.contains("`Skil Level`") && error.contains("correct or remove"), "{error}");
}

/// A level is the number that a program has for its strength, on its whole range; one that has none says so.
#[test]
fn a_level_becomes_the_option_a_program_has() {
    let start = History::new(Position::start(&variants::CHESS));
    let folder = tempfile::tempdir().unwrap();
    let heard = folder.path().join("heard");
    let told = |options: &str, level| {
        let _ = std::fs::remove_file(&heard);
        let script = format!(
            "while read -r line; do case $line in uci) {options} echo uciok;; isready) echo readyok;; \
             setoption*) echo \"$line\" >> {};; go*) echo bestmove e2e4;; quit) exit;; esac; done",
            heard.display()
        );
        let config = ProgramConfig { level, patience: Duration::from_secs(5), ..fake(folder.path(), &script) };
        let thought = engine(config).think(&start, &|| false).map(|_| ());
        thought.map(|()| std::fs::read_to_string(&heard).unwrap_or_default())
    };
    let skill = "echo 'option name Skill Level type spin default 20 min -20 max 20';";
    assert_eq!(told(skill, None).unwrap(), "");
    assert_eq!(told(skill, Some(1)).unwrap(), "setoption name Skill Level value -20\n");
    assert_eq!(told(skill, Some(20)).unwrap(), "setoption name Skill Level value 20\n");
    let elo = "echo 'option name UCI_LimitStrength type check default false'; \
               echo 'option name UCI_Elo type spin default 1320 min 1320 max 3190';";
    let limited = told(elo, Some(10)).unwrap();
    assert_eq!(limited, "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 2205\n");
    let error = told("", Some(3)).unwrap_err().to_string();
    assert!(error.contains("no option for its strength") && error.contains("`nodes`"), "{error}");
    for path in [STOCKFISH, FAIRY] {
        let config = ProgramConfig { level: Some(2), ..program(Protocol::Uci, path) };
        assert!(engine(config).think(&start, &|| false).is_ok(), "{path}");
    }
}

/// Shogi by its own protocol, in both sizes.
#[test]
fn shogi_is_played_by_usi() {
    let mut fairy = engine(program(Protocol::Usi, FAIRY));
    let head = history(&variants::SHOGI, "4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    let thought = fairy.think(&head, &|| false).unwrap();
    assert_eq!((move_of(&head, thought).as_str(), thought.worth), ("G*5b", Some(WIN)));
    for variant in SHEETS.iter().copied().filter(|variant| variant_name(Protocol::Usi, variant).is_some()) {
        let mut history = History::new(Position::start(variant));
        for _ in 0..8 {
            let Choice::Move(mv) = fairy.think(&history, &|| false).unwrap().choice else { panic!("{}", variant.key) };
            history.play(mv).unwrap();
        }
    }
}

/// Every game Fairy-Stockfish plays here: a few moves each, by one and the same process.
#[test]
fn fairy_stockfish_plays_every_game_it_is_said_to_play() {
    let mut fairy = engine(program(Protocol::Uci, FAIRY));
    let mut played = 0;
    for variant in SHEETS.iter().copied().filter(|variant| variant_name(Protocol::Uci, variant).is_some()) {
        let mut history = History::new(Position::start(variant));
        for _ in 0..6 {
            let thought = fairy.think(&history, &|| false).unwrap_or_else(|why| panic!("{}: {why}", variant.key));
            let Choice::Move(mv) = thought.choice else { panic!("{}: {thought:?}", variant.key) };
            history.play(mv).unwrap();
        }
        played += 1;
    }
    assert!(played >= 15, "{played} games");
}

/// Fairy-Stockfish asked for legal moves, without any code of ours in between.
struct Oracle {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Oracle {
    fn new(variant: &str, castling: bool) -> Oracle {
        let mut child = std::process::Command::new(FAIRY)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("fairy-stockfish is installed (tests/run does it)");
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut oracle = Oracle { child, input, output };
        writeln!(oracle.input, "setoption name UCI_Variant value {variant}").unwrap();
        writeln!(oracle.input, "setoption name UCI_Chess960 value {castling}").unwrap();
        oracle
    }

    fn moves(&mut self, start: &str, played: &[String]) -> Vec<String> {
        writeln!(self.input, "position fen {start} moves {}\ngo perft 1", played.join(" ")).unwrap();
        let mut moves = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the oracle ended at {start} {played:?}");
            if line.starts_with("Nodes searched") {
                moves.sort();
                return moves;
            }
            moves.extend(line.split_once(": 1").map(|(mv, _)| mv.to_owned()));
        }
    }
}

impl Drop for Oracle {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The names of games are right only where every move is: two hundred positions of each game, moves drawn from a seed.
#[test]
fn games_of_the_same_name_have_the_same_moves() {
    let mut seed = 56_u64;
    let mut chance = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    for variant in SHEETS.iter().copied() {
        use kingpost::engine::VariantName;
        let (name, castling) = match variant_name(Protocol::Uci, variant) {
            Some(VariantName::Plain) => ("chess", false),
            Some(VariantName::Chess960) => ("chess", true),
            Some(VariantName::Named(name, castling)) => (name, castling),
            None => continue,
        };
        let mut oracle = Oracle::new(name, castling);
        for _ in 0..4 {
            let start = Position::drawn(variant, &mut |below| chance(below as usize) as u32);
            let mut history = History::new(start);
            let start = fen::write(history.start());
            let mut played: Vec<String> = Vec::new();
            while history.outcome(DrawRules::default()).is_none() && played.len() < 50 {
                let legal = history.position().legal_moves();
                let mut ours: Vec<String> = legal.iter().map(|mv| uci::write(history.position(), *mv)).collect();
                let mv = legal[chance(legal.len())];
                let text = uci::write(history.position(), mv);
                ours.sort();
                assert_eq!(ours, oracle.moves(&start, &played), "{}: {start} {played:?}", variant.key);
                history.play(mv).unwrap();
                played.push(text);
            }
        }
    }
}

pub fn robot(variants: Vec<&'static Variant>) -> Robot {
    Robot {
        name: "Partner".into(),
        words: vec!["partner".into(), "相手役".into()],
        address: Address::parse("play+partner@chess.example.org").unwrap(),
        variants,
        games_each: 3,
        resigns_at: None,
    }
}

/// A game in which both sides have been told.
fn begun(history: &History, rated: bool) -> (Game, Vec<Recorded<Event>>) {
    let terms = Terms {
        variant: history.start().variant(),
        time: TimeControl::Unlimited,
        draws: DrawRules::default(),
        rated,
        weekends_off: false,
        scope: Scope::default(),
        courtesy: Courtesy::default(),
        start: Some(fen::write(history.start())),
    };
    let at = chrono::DateTime::from_timestamp(1_800_000_000, 0).unwrap();
    let players = BySide { first: PlayerId(1), second: PlayerId(2) };
    let events = [
        Event::Offered { players, by: Side::First, drawn: false, terms, origin: kingpost::game::Origin::Challenge },
        Event::Started,
    ];
    let events: Vec<Recorded<Event>> = (1..).zip(events).map(|(seq, event)| Recorded { seq, at, event }).collect();
    (Game::replay(GameId::parse("kp-7f3k9").unwrap(), &events).unwrap(), events)
}

fn follow(game: &mut Game, events: Vec<Event>) {
    let at = chrono::DateTime::from_timestamp(1_800_000_000, 0).unwrap();
    for event in events {
        game.apply(&Recorded { seq: game.seq() + 1, at, event }).unwrap();
    }
}

/// What a robot does is a command that its game allows, in every game we play.
#[test]
fn the_built_in_player_plays_every_game() {
    let at = chrono::DateTime::from_timestamp(1_800_000_000, 0).unwrap();
    let robot = robot(SHEETS.to_vec());
    let mut engine = Engine::new(EngineConfig::Builtin { nodes: 300 });
    for variant in SHEETS.iter().copied() {
        let (mut game, _) = begun(&History::new(Position::start(variant)), false);
        while game.playing().is_some() && game.ply().0 < 40 {
            let side = game.turn();
            let act = robot.act(&game, side, &engine.think(game.history(), &|| false).unwrap());
            let Act::Do(command) = act else { panic!("{}: {act:?}", variant.key) };
            let events = game.decide(side, &command, at).unwrap_or_else(|why| panic!("{}: {why:?}", variant.key));
            follow(&mut game, events);
        }
        assert!(game.ply().0 > 1, "{}", variant.key);
    }
}

#[test]
fn a_robot_minds_offers_and_gives_up_only_if_told_to() {
    let at = chrono::DateTime::from_timestamp(1_800_000_000, 0).unwrap();
    let chess = robot(vec![&variants::CHESS]);
    let (mut game, _) = begun(&History::new(Position::start(&variants::CHESS)), false);
    let thought = |game: &Game, worth| Thought { worth: Some(worth), ..Engine::builtin(game.history()) };
    // An offer with the first move is played past, however things stand.
    let offer = game.decide(Side::First, &Command::OfferDraw, at).unwrap();
    follow(&mut game, offer);
    use kingpost::club::Task;
    assert_eq!(chess.task(&game, Side::Second), Some(Task::Do(Command::DeclineDraw)));
    let declined = game.decide(Side::Second, &Command::DeclineDraw, at).unwrap();
    follow(&mut game, declined);
    assert_eq!(chess.task(&game, Side::Second), None);
    let shuffled = |plies, rated| {
        let text = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 40";
        let (mut game, _) = begun(&history(&variants::CHESS, text), rated);
        for mv in ["e1d1", "e8d8", "d1e1", "d8e8"].into_iter().cycle().take(plies) {
            let pattern = uci::read(&variants::CHESS, mv).unwrap();
            let mv = game.history().position().find_pattern(&pattern).unwrap();
            let by = game.turn();
            follow(&mut game, vec![Event::Moved { by, mv }]);
        }
        game
    };
    let game = shuffled(9, false);
    // Three times the same, and nothing to win.
    assert_eq!(chess.act(&game, Side::Second, &thought(&game, 0)), Act::Do(Command::ClaimDraw));
    let ahead = chess.act(&game, Side::Second, &thought(&game, 50));
    assert!(matches!(ahead, Act::Do(Command::Play { draw: None, .. })), "{ahead:?}");
    for (plies, worth, agrees) in [(61, 0, true), (61, -WIN, true), (61, 1, false), (57, 0, false)] {
        let mut game = shuffled(plies, false);
        follow(&mut game, vec![Event::DrawOffered { by: Side::First }]);
        let agreed = chess.act(&game, Side::Second, &thought(&game, worth)) == Act::Do(Command::AcceptDraw);
        assert_eq!(agreed, agrees, "after {plies} plies, worth {worth}");
    }
    let gives_up = Robot { resigns_at: Some(900), ..chess.clone() };
    let game = begun(&History::new(Position::start(&variants::CHESS)), false).0;
    assert_eq!(gives_up.act(&game, Side::First, &thought(&game, -900)), Act::Resign);
    assert!(matches!(gives_up.act(&game, Side::First, &thought(&game, -899)), Act::Do(Command::Play { .. })));
    assert!(matches!(chess.act(&game, Side::First, &thought(&game, -WIN)), Act::Do(Command::Play { .. })));
    for (rated, wanted) in [(false, Command::AcceptTakeback), (true, Command::DeclineTakeback)] {
        let mut game = shuffled(5, rated);
        follow(&mut game, vec![Event::TakebackAsked { by: Side::First }]);
        assert_eq!(chess.task(&game, Side::Second), Some(Task::Do(wanted)));
    }
}

/// A program of a few lines of shell, which may write in its folder.
pub fn fake(folder: &Path, script: &str) -> ProgramConfig {
    let path = folder.join("fake");
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let quick = program(Protocol::Uci, path.to_str().unwrap());
    let confinement = Confinement { write: vec![folder.to_owned()], ..quick.confinement.clone() };
    ProgramConfig { movetime: Duration::ZERO, patience: Duration::from_millis(700), confinement, ..quick }
}

/// Answers everything rightly but the question for a move.
pub const POLITE: &str = "while read -r word rest; do case $word in uci) echo 'id name Fake'; echo uciok;; \
                          isready) echo readyok;; go) MOVE;; quit) exit;; esac; done";

/// What a program does, and what is said about it.
const MISBEHAVIOUR: &[(&str, &str)] = &[
    ("exec sleep 60", "did not answer in time"),
    ("exit 3", "ended by itself"),
    ("echo uciok; exec sleep 60", "did not answer in time"),
    ("while :; do echo rubbish; done", "did not answer in time"),
    ("exec tr '\\0' x </dev/zero", "a line without end"),
    ("exec cat /dev/zero", "a line without end"),
    ("MOVE=echo bestmove e2e5", "`e2e5`, which is no legal move"),
    ("MOVE=echo bestmove", "``, which is no legal move"),
    ("MOVE=echo bestmove '(none)'", "`(none)`, which is no legal move"),
    ("MOVE=printf 'bestmove \\001\\377\\n'", "which is no legal move"),
    ("MOVE=echo bestmove resign", "`resign`, which is no legal move"),
    ("MOVE=exit 0", "ended by itself"),
    ("MOVE=:", "did not answer in time"),
];

#[test]
fn whatever_a_program_does_nobody_waits_for_long() {
    let start = History::new(Position::start(&variants::CHESS));
    for (script, wanted) in MISBEHAVIOUR {
        let folder = tempfile::tempdir().unwrap();
        let script = script.strip_prefix("MOVE=").map_or((*script).to_owned(), |mv| POLITE.replace("MOVE", mv));
        let mut engine = engine(fake(folder.path(), &script));
        let begun = Instant::now();
        let error = engine.think(&start, &|| false).expect_err(&script).to_string();
        assert!(error.contains(wanted), "{script}\n  {error}");
        assert!(!error.contains(char::is_control) && error.len() < 300, "{script}\n  {error:?}");
        assert!(begun.elapsed() < Duration::from_secs(15), "{script}: {:?}", begun.elapsed());
    }
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let start = History::new(Position::start(&variants::CHESS));
    let error = engine(program(Protocol::Uci, "/nowhere/stockfish")).think(&start, &|| false).unwrap_err().to_string();
    assert!(error.contains("/nowhere/stockfish") && error.contains("`command`"), "{error}");
}

#[test]
fn a_program_that_recovers_plays_on_and_the_service_can_end_meanwhile() {
    let folder = tempfile::tempdir().unwrap();
    let start = History::new(Position::start(&variants::CHESS));
    // Dies at its first move and plays at its second start.
    let mv = "if [ -e seen ]; then echo bestmove e2e4; else : >seen; exit 1; fi";
    let mut engine = engine(fake(folder.path(), &POLITE.replace("MOVE", mv)));
    assert!(matches!(engine.think(&start, &|| false), Err(EngineError::Failed(_))));
    assert_eq!(move_of(&start, engine.think(&start, &|| false).unwrap()), "e2e4");
    assert_eq!(engine.think(&start, &|| true), Err(EngineError::Interrupted));
}

/// No secret of the service's environment reaches a program.
#[test]
fn a_program_gets_a_clean_environment() {
    let folder = tempfile::tempdir().unwrap();
    let start = History::new(Position::start(&variants::CHESS));
    let mv = "env >environment; echo bestmove e2e4";
    assert!(engine(fake(folder.path(), &POLITE.replace("MOVE", mv))).think(&start, &|| false).is_ok());
    let environment = std::fs::read_to_string(folder.path().join("environment")).unwrap();
    let names: Vec<&str> = environment.lines().filter_map(|line| line.split('=').next()).collect();
    // The shell adds the folder it is in.
    assert!(names.iter().all(|name| ["LC_ALL", "PATH", "PWD", "OLDPWD", "_", "SHLVL"].contains(name)), "{environment}");
}
