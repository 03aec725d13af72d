//! Robots in the service: programs that fail, and the real Stockfish, with the loops stepped by hand.

use crate::engine::{POLITE, STOCKFISH, fake, program, robot};
use crate::script::{Script, address, header, pages};
use chrono::TimeDelta;
use kingpost::club::Robot;
use kingpost::daemon::Stop;
use kingpost::engine::{EngineConfig, Protocol};
use kingpost::game::{Event, Ply};
use kingpost::rules::Side;
use kingpost::rules::variants::CHESS;
use kingpost::store::StoreError;

/// A game with a robot that plays by that program, begun by Anna with the first move or without.
fn begun(engine: EngineConfig, robot: Robot, lines: &[&str]) -> Script {
    let mut script = Script::new();
    script.world.hire(robot, engine);
    for (nth, line) in lines.iter().enumerate() {
        script.prepare(line);
        script.world.run();
        if nth == 0 {
            script.prepare("anna answers confirm_address: yes");
            script.world.run();
        }
    }
    script
}

fn tally(script: &Script, name: &str) -> u64 {
    let tallies = script.world.store().read(|tx| tx.tallies()).unwrap();
    tallies.into_iter().find(|(known, _)| known == name).map_or(0, |(_, count)| count)
}

fn plies(script: &Script) -> u32 {
    let mut store = script.world.store();
    store.read(|tx| Ok::<_, StoreError>(tx.all_games()?.first().map_or(0, |row| row.ply))).unwrap()
}

/// Its game waits, the operator sees it, and in the end the built-in player moves: nobody waits for ever.
#[test]
fn a_program_that_fails_is_tried_again_and_then_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let engine = EngineConfig::Program(Box::new(fake(folder.path(), "exit 1")));
    let script = begun(
        engine,
        robot(vec![&CHESS]),
        &["anna writes: new chess with partner as white", "anna answers your_move: e4"],
    );
    assert_eq!((plies(&script), tally(&script, "fault-engine")), (1, 1));
    // Not before its time.
    let mut robots = script.world.robots();
    let [robot] = &mut robots[..] else { panic!("one robot") };
    assert!(!robot.step(&Stop::default()).unwrap() && !robot.step(&Stop::default()).unwrap());
    assert_eq!((plies(&script), tally(&script, "fault-engine")), (1, 2));
    let robot = script.world.robots().remove(0);
    let mut robot = robot.retrying(vec![TimeDelta::zero(); 3]);
    for failures in 3..6 {
        assert!(!robot.step(&Stop::default()).unwrap());
        assert_eq!((plies(&script), tally(&script, "fault-engine")), (1, failures));
    }
    assert!(robot.step(&Stop::default()).unwrap());
    assert_eq!((plies(&script), tally(&script, "fault-engine-replaced")), (2, 1));
    script.world.run();
    let mail = script.mail_of("anna", "your_move", None);
    assert_eq!(header(&mail, "Kingpost-Ply"), "2");
}

/// A program that comes back to life plays the move that waits, once.
#[test]
fn a_program_that_comes_back_plays_once() {
    let folder = tempfile::tempdir().unwrap();
    let mv = "if [ -e back ]; then echo bestmove e7e5; else exit 1; fi";
    let engine = EngineConfig::Program(Box::new(fake(folder.path(), &POLITE.replace("MOVE", mv))));
    let mut script = begun(
        engine,
        robot(vec![&CHESS]),
        &["anna writes: new chess with partner as white", "anna answers your_move: e4"],
    );
    assert_eq!(script.world.games(), ["e4 playing"]);
    std::fs::write(folder.path().join("back"), "").unwrap();
    script.world.pass(TimeDelta::seconds(61));
    for _ in 0..3 {
        script.world.run();
    }
    assert_eq!(script.world.games(), ["e4 e5 playing"]);
    assert_eq!(tally(&script, "fault-engine-replaced"), 0);
}

/// Its clock runs from when it was told, and nothing was ever mailed to it. A real program mates, and resigns if it may.
#[test]
fn stockfish_is_told_at_once_and_mates() {
    let stockfish = || EngineConfig::Program(Box::new(program(Protocol::Uci, STOCKFISH)));
    let fen = "fen 6k1/5ppp/8/8/8/8/r4PPP/1r4K1 w - - 0 1";
    let script =
        begun(stockfish(), robot(vec![&CHESS]), &[&format!("anna writes: new chess with partner as black {fen}")]);
    // White is mated: such a position is no game, and is refused.
    assert_eq!(script.world.games(), Vec::<String>::new());
    let fen = "fen 6k1/5ppp/8/8/8/8/r4PPP/6K1 w - - 0 1";
    let lines = [&*format!("anna writes: new chess with partner as white time 3d {fen}"), "anna answers your_move: h3"];
    let script = begun(stockfish(), robot(vec![&CHESS]), &lines);
    assert_eq!(script.world.games(), ["h3 Ra1+ playing"]);
    let mut store = script.world.store();
    let id = store.read(|tx| tx.all_games()).unwrap()[0].id.clone();
    let events = store.read(|tx| tx.events(&id, u32::MAX)).unwrap();
    let told = events.iter().find(|r| r.event == Event::Told { side: Side::Second, ply: Ply(1), since: None }).unwrap();
    let moved = events.iter().find(|r| matches!(r.event, Event::Moved { by: Side::First, .. })).unwrap();
    assert_eq!(told.at, moved.at);
    assert!(script.world.sent.lock().unwrap().iter().all(|mail| mail.to == address("anna")));
    let text = attachment(&script, "your_move");
    assert!(text.contains("[WhiteType \"human\"]") && text.contains("[BlackType \"program\"]"), "{text}");
    assert!(text.contains("[Black \"Partner\"]"), "{text}");
}

/// The game file of Anna's newest mail with that page.
fn attachment(script: &Script, page: &str) -> String {
    let mail = script.mail_of("anna", page, None);
    let opened = kingpost::mail::open(&mail.bytes).unwrap();
    let file = opened.attachments.iter().find(|file| file.filename.ends_with(".pgn")).unwrap();
    String::from_utf8(file.bytes.clone()).unwrap()
}

#[test]
fn a_robot_resigns_in_one_go() {
    let stockfish = EngineConfig::Program(Box::new(program(Protocol::Uci, STOCKFISH)));
    let gives_up = Robot { resigns_at: Some(600), ..robot(vec![&CHESS]) };
    let fen = "fen 6k1/8/8/8/8/8/1Q3PPP/6K1 w - - 0 1";
    let lines = [&*format!("anna writes: new chess with partner as white {fen}"), "anna answers your_move: h3"];
    let script = begun(stockfish, gives_up, &lines);
    assert_eq!(script.world.games(), ["h3 1-0 resign"]);
    let over = script.mail_of("anna", "game_over", None);
    assert_eq!(pages(&over)[0], "game_over");
}

/// A robot the configuration no longer has leaves nobody waiting: the built-in player plays its games to their end.
#[test]
fn the_games_of_a_robot_that_is_gone_are_played_on() {
    let mut script = begun(
        EngineConfig::Builtin { nodes: 200 },
        robot(vec![&CHESS]),
        &["anna writes: new chess with partner as white", "anna answers your_move: e4"],
    );
    assert_eq!(plies(&script), 2);
    script.world.dismiss();
    script.prepare("anna answers your_move: d4");
    script.world.run();
    assert_eq!(plies(&script), 4);
    // No new game is begun with it.
    script.prepare("anna answers your_move: new chess with partner");
    script.world.run();
    assert_eq!(script.world.games().len(), 1);
}
