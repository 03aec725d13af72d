//! Many letters that wait when the service starts: a move in each of as many games.

use crate::club::{Club, deliver, letter};
use crate::floor;
use crate::host::Host;
use crate::program::Program;
use std::path::Path;
use std::time::{Duration, Instant};

/// Kingpost and the floor, one after the other, between the same servers.
pub fn through_servers(letters: usize) {
    let host = Host::with(&["--no-fsync"]);
    let club = Club::with_games(letters);
    for _ in 0..letters {
        host.deliver("u1", &letter("clara@players.test", "u1@kingpost.test", "e4"));
    }
    let begun = Instant::now();
    floor::respond(&host, "u1", &["daniel@players.test", "emil@players.test"], &|answered| answered >= letters);
    let floor = 2.0 * letters as f64 / begun.elapsed().as_secs_f64();
    println!("{letters} letters wait, floor     {floor:7.1} mails a second");
    let moves = club.moves();
    moves.iter().for_each(|letter| host.deliver("play", letter));
    let rate = run(&club, moves.len(), |data| Program::through_servers(data, &host));
    println!("as much as the floor: {:.2} (aim: 1.5)", rate / floor);
}

/// From a Maildir to a folder.
pub fn through_folders(letters: usize) {
    let club = Club::with_games(letters);
    let moves = club.moves();
    moves.iter().for_each(|letter| deliver(&club.path().join("in"), letter));
    run(&club, moves.len(), Program::through_folders);
}

/// Starts the program and waits for the last mail: mails a second.
fn run(club: &Club, letters: usize, start: impl Fn(&Path) -> Program) -> f64 {
    let begun = Instant::now();
    let program = start(&club.path());
    let read = program.wait_logged("outcome=\"done\"", letters, begun);
    // The receipt, and the mail to the opponent.
    let mails = 2 * letters;
    let sent = program.wait_logged("mail sent", mails, begun);
    let rate = mails as f64 / sent[mails - 1].as_secs_f64();
    println!("{letters} letters wait, kingpost  {rate:7.1} mails a second");
    println!("  letters read a second: {:.1}", letters as f64 / read[letters - 1].as_secs_f64());
    println!("  processor a mail: {:.1} ms (aim: 4)", program.processor_ms() as f64 / mails as f64);
    println!("  memory at its largest: {} KiB (aim: 98304)", program.memory("VmHWM"));
    let part = (mails / 4).max(1);
    let of = |from: Duration, to: Duration| part as f64 / (to - from).as_secs_f64();
    let (first, last) = (of(sent[0], sent[part]), of(sent[mails - 1 - part], sent[mails - 1]));
    println!("  rate of the last quarter beside the first: {:.2} (aim: 0.95)", last / first);
    program.end();
    rate
}
