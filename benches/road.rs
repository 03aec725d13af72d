//! How long a move is on the road, beside its floor, through the same Dovecot and Postfix in one run.
//!
//! The floor is a responder that only fetches a mail, sends a fixed answer and moves the mail away, over the same
//! mailbox and courier code. Measured from the server's 250 for the player's mail to the answer's file in the other
//! player's Maildir, in turns. Also prints the daemon's resident memory when idle.
//!
//! `cargo bench --bench road` (as root: the mail host drops its privileges itself).
#![allow(clippy::unwrap_used, clippy::panic, dead_code, reason = "a bench may fail loudly")]

#[path = "../tests/host.rs"]
mod host;
#[path = "../tests/player.rs"]
mod player;

use host::{Host, PASSWORD};
use kingpost::mail::{Address, Delivery, Envelope};
use kingpost::post::{Filing, open_courier, open_mailbox};
use player::Player;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Below the fifth occurrence of a position, which would end the game.
const ROUNDS: usize = 15;
const PATIENCE: Duration = Duration::from_secs(30);
const MOVES: [&str; 4] = ["Nf3", "Nf6", "Ng1", "Ng8"];

fn main() {
    let host = Host::start();
    let stop = Arc::new(AtomicBool::new(false));
    let floor = std::thread::spawn({
        let (mailbox, courier, stop) = (host.mailbox("u1"), host.courier("u1"), Arc::clone(&stop));
        move || respond(&mailbox, &courier, &stop)
    });
    let data = tempfile::tempdir().unwrap();
    let mut daemon = start(&host, data.path());
    let (floor_ms, road_ms) = measure(&host);
    std::thread::sleep(Duration::from_secs(3));
    let memory = resident(&daemon);
    stop.store(true, Ordering::SeqCst);
    daemon.kill().unwrap();
    daemon.wait().unwrap();
    floor.join().unwrap();
    println!("floor     median {:6.1} ms   {}", median(&floor_ms), list(&floor_ms));
    println!("kingpost  median {:6.1} ms   {}", median(&road_ms), list(&road_ms));
    println!("more than the floor: {:.1} ms (aim: at most 60)", median(&road_ms) - median(&floor_ms));
    println!("resident memory, idle: {memory} KiB (aim: under 40960)");
}

fn measure(host: &Host) -> (Vec<f64>, Vec<f64>) {
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

/// The floor: fetch, answer with a fixed mail, move away.
fn respond(mailbox: &kingpost::post::MailboxConfig, courier: &kingpost::post::CourierConfig, stop: &AtomicBool) {
    let mut mailbox = open_mailbox(mailbox).unwrap();
    let mut courier = open_courier(courier).unwrap();
    let from = Address::parse("u1@kingpost.test").unwrap();
    let envelope = Envelope { from: Some(from), to: Address::parse("daniel@players.test").unwrap() };
    let mut number = 0;
    while !stop.load(Ordering::SeqCst) {
        for listed in mailbox.list(&|_| false).unwrap() {
            let Some(_) = mailbox.fetch(&listed.key).unwrap() else { continue };
            number += 1;
            let answer = format!(
                "From: u1@kingpost.test\r\nTo: daniel@players.test\r\nSubject: fixed\r\nKingpost-Page: fixed\r\nMessage-ID: <{number}@kingpost.test>\r\n\r\nok\r\n"
            );
            let delivery = courier.send(&envelope, &number.to_string(), answer.as_bytes());
            assert_eq!(delivery, Delivery::Accepted);
            mailbox.file(&listed.key, Filing::Done).unwrap();
        }
        mailbox.wait(Duration::from_secs(60), &|| stop.load(Ordering::SeqCst)).unwrap();
    }
}

fn start(host: &Host, data: &Path) -> Child {
    let password = data.join("password");
    std::fs::write(&password, PASSWORD).unwrap();
    std::fs::set_permissions(&password, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    let (imaps, submission) = (host.server("play", 4), host.server("play", 1));
    let ca = imaps.ca_file.unwrap().display().to_string();
    let login = format!(
        "ca_file = \"{ca}\"\nuser = \"play@kingpost.test\"\npassword_file = \"password\"\nhost = \"localhost\"\n"
    );
    let config = data.join("kingpost.toml");
    let text = format!(
        "[service]\naddress = \"play@kingpost.test\"\ndata = \"data\"\n\n[mailbox]\nkind = \"imap\"\nport = {}\ntls = \"implicit\"\n{login}\n[courier]\nkind = \"smtp\"\nport = {}\ntls = \"starttls\"\n{login}",
        imaps.port, submission.port
    );
    std::fs::write(&config, text).unwrap();
    let log = std::fs::File::create(data.join("log")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_kingpost"));
    command.args(["run", "--config"]).arg(&config).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
    command.spawn().unwrap()
}

fn resident(daemon: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", daemon.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

fn list(values: &[f64]) -> String {
    values.iter().map(|ms| format!("{ms:.0}")).collect::<Vec<_>>().join(" ")
}
