//! One move at a time, from the server's 250 for the player's mail to the answer's file in the other player's Maildir.

use crate::floor;
use crate::host::Host;
use crate::player::Player;
use crate::program::Program;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Below the fifth occurrence of a position, which would end the game.
const ROUNDS: usize = 15;
const PATIENCE: Duration = Duration::from_secs(30);
const MOVES: [&str; 4] = ["Nf3", "Nf6", "Ng1", "Ng8"];

/// Kingpost and its floor in turns, and the memory of the idle service.
pub fn measure() {
    let host = Arc::new(Host::start());
    let stop = Arc::new(AtomicBool::new(false));
    let floor = std::thread::spawn({
        let (host, stop) = (Arc::clone(&host), Arc::clone(&stop));
        move || floor::respond(&host, "u1", &["daniel@players.test"], &|_| stop.load(Ordering::SeqCst))
    });
    let data = tempfile::tempdir().unwrap();
    let program = Program::through_servers(data.path(), &host);
    let (floor_ms, road_ms) = in_turns(&host);
    std::thread::sleep(Duration::from_secs(3));
    let memory = program.memory("VmRSS");
    stop.store(true, Ordering::SeqCst);
    program.end();
    floor.join().unwrap();
    println!("one move, floor     median {:6.1} ms   {}", median(&floor_ms), list(&floor_ms));
    println!("one move, kingpost  median {:6.1} ms   {}", median(&road_ms), list(&road_ms));
    println!("more than the floor: {:.1} ms (aim: at most 8)", median(&road_ms) - median(&floor_ms));
    println!("resident memory, idle: {memory} KiB (aim: under 20480)");
}

fn in_turns(host: &Host) -> (Vec<f64>, Vec<f64>) {
    let seat = |name: &str| {
        let address = format!("{name}@players.test");
        Player::new(&address, host.server("play", 0).port, host.maildir(&address))
    };
    let (mut anna, mut ben, mut clara, mut daniel) = (seat("anna"), seat("ben"), seat("clara"), seat("daniel"));
    anna.write("play@kingpost.test", "A game", "new chess with ben@players.test as white time none draws claim");
    let confirm = anna.wait("confirm_address", PATIENCE);
    anna.reply(&confirm, "yes");
    let invitation = ben.wait("invitation", PATIENCE);
    ben.reply(&invitation, "accept");
    let mut pending = anna.wait("your_move", PATIENCE);
    let (mut floor_ms, mut road_ms) = (Vec::new(), Vec::new());
    let movers = [&mut anna, &mut ben];
    for round in 0..ROUNDS {
        clara.write("u1@kingpost.test", "move", MOVES[round % 4]);
        let sent = Instant::now();
        daniel.wait("fixed", PATIENCE);
        floor_ms.push(sent.elapsed().as_secs_f64() * 1e3);
        std::thread::sleep(Duration::from_millis(137));
        movers[round % 2].reply(&pending, MOVES[round % 4]);
        let sent = Instant::now();
        pending = movers[(round + 1) % 2].wait_ply("your_move", round as u32 + 1, PATIENCE);
        road_ms.push(sent.elapsed().as_secs_f64() * 1e3);
        std::thread::sleep(Duration::from_millis(211));
    }
    (floor_ms, road_ms)
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

fn list(values: &[f64]) -> String {
    values.iter().map(|ms| format!("{ms:.0}")).collect::<Vec<_>>().join(" ")
}
