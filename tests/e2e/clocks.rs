//! Clocks of seconds on the real program: reminders, flags, leave and outages.

use super::{Daemon, PATIENCE, SERVICE, Table, configuration, start};
use crate::host::Host;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A byte-forwarder between the program and its mailbox, which may cut every connection that brings more than a mail's
/// head.
#[derive(Clone, Default)]
struct Proxy(Arc<AtomicBool>);

/// More than a session with the head of a mail takes, and less than one with our large mail.
const CUT_AFTER: usize = 100_000;

impl Proxy {
    /// Listens before that port; gives its own.
    fn before(&self, port: u16) -> u16 {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let own = listener.local_addr().unwrap().port();
        let cuts = Arc::clone(&self.0);
        std::thread::spawn(move || {
            for client in listener.incoming() {
                let (Ok(client), Ok(server)) = (client, TcpStream::connect(("127.0.0.1", port))) else { return };
                let (up_from, up_to) = (client.try_clone().unwrap(), server.try_clone().unwrap());
                std::thread::spawn(move || forward(up_from, up_to, || false));
                let cuts = Arc::clone(&cuts);
                std::thread::spawn(move || forward(server, client, || cuts.load(Ordering::SeqCst)));
            }
        });
        own
    }
}

fn forward(mut from: TcpStream, mut to: TcpStream, cuts: impl Fn() -> bool) {
    let (mut chunk, mut passed) = ([0; 4096], 0);
    while let Ok(bytes @ 1..) = from.read(&mut chunk) {
        passed += bytes;
        if cuts() && passed > CUT_AFTER || to.write_all(&chunk[..bytes]).is_err() {
            break;
        }
    }
    let _ = from.shutdown(Shutdown::Both);
    let _ = to.shutdown(Shutdown::Both);
}

/// A table whose clocks count seconds.
pub fn fast_table() -> Table {
    fast_table_with("")
}

/// The same, with more lines under `[games]`.
pub fn fast_table_with(games: &str) -> Table {
    table_through(games, None)
}

/// The same, which reads its mail through another port than the host's.
fn table_through(games: &str, proxy: Option<&Proxy>) -> Table {
    let host = Host::start();
    let data = tempfile::tempdir().unwrap();
    let config = configuration(&host, data.path());
    let mut text = std::fs::read_to_string(&config).unwrap();
    if let Some(proxy) = proxy {
        let own = host.server("play", 4).port;
        text = text.replacen(&format!("port = {own}\n"), &format!("port = {}\n", proxy.before(own)), 1);
    }
    text += &format!("\n[games]\ntime = \"3d\"\nshortest_time = \"1s\"\n{games}");
    std::fs::write(&config, text).unwrap();
    let daemon = Daemon(start(&config, data.path()));
    Table { daemon, host, data }
}

/// The text as one line, wherever it was wrapped.
pub(super) fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_reminder_and_a_flag_in_seconds() {
    let table = fast_table();
    let (mut anna, mut ben) = (table.player("anna"), table.player("ben"));
    let (first, _) = table.begin(&mut anna, &mut ben, "time 16s");
    anna.reply(&first, "e4");
    ben.wait_ply("your_move", 1, PATIENCE);
    let reminder = ben.wait("reminder", PATIENCE);
    assert!(reminder.text().contains("left for your move"), "{}", reminder.text());
    let (won, lost) = (anna.wait("game_over", PATIENCE), ben.wait("game_over", PATIENCE));
    assert!(won.pgn().unwrap().contains("[Termination \"time forfeit\"]"));
    assert!(lost.text().contains("You ran out of time."), "{}", lost.text());
}

#[test]
fn a_flag_against_a_side_that_cannot_win_is_a_draw() {
    let table = fast_table();
    let (mut anna, mut ben) = (table.player("anna"), table.player("ben"));
    table.begin(&mut anna, &mut ben, "time 6s fen 8/8/4k3/8/8/8/4P3/4K3 w - - 0 1");
    let over = anna.wait("game_over", PATIENCE);
    assert!(over.text().contains("could not have won"), "{}", over.text());
    assert!(over.pgn().unwrap().contains("[Result \"1/2-1/2\"]"));
}

#[test]
fn time_in_which_the_daemon_does_not_run_is_nobodys() {
    let mut table = fast_table();
    let (mut anna, mut ben) = (table.player("anna"), table.player("ben"));
    let (first, _) = table.begin(&mut anna, &mut ben, "time 20s");
    anna.reply(&first, "e4");
    let turn = ben.wait_ply("your_move", 1, PATIENCE);
    let _ = table.daemon.0.kill();
    let _ = table.daemon.0.wait();
    std::thread::sleep(Duration::from_secs(25));
    table.restart();
    // Longer than the clock, but not by Ben's doing.
    ben.reply(&turn, "e5");
    let back = anna.wait_ply("your_move", 2, PATIENCE);
    assert!(flat(&back.text()).contains("seconds back for Black; our service was down"), "{}", back.text());
    let record = back.pgn().unwrap();
    assert!(flat(&record).contains("seconds back for Black"), "{record}");
}

#[test]
fn leave_stops_a_clock_of_seconds() {
    let table = fast_table();
    let (mut anna, mut ben) = (table.player("anna"), table.player("ben"));
    let (first, _) = table.begin(&mut anna, &mut ben, "time 12s");
    anna.reply(&first, "away 2 days");
    let away = ben.wait("away", PATIENCE);
    assert!(away.text().contains("clock is stopped"));
    anna.wait("leave_booked", PATIENCE);
    std::thread::sleep(Duration::from_secs(14));
    anna.reply(&first, "d4");
    let turn = ben.wait_ply("your_move", 1, PATIENCE);
    let words = turn.text().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("because of leave"), "{}", turn.text());
}

/// Three games, and not one mail while their clocks run out.
#[test]
fn short_clocks_of_several_games_end_on_time() {
    let table = fast_table();
    let mut anna = table.player("anna");
    let games = [("ben", 5), ("clara", 9), ("daniel", 13)];
    let mut others: Vec<_> = games.iter().map(|(name, _)| table.player(name)).collect();
    let started: Vec<_> = games
        .iter()
        .zip(&mut others)
        .map(|((_, seconds), other)| {
            anna.write(SERVICE, "A game", &format!("new chess with {} as white time {seconds}s", other.address()));
            let confirm = anna.wait("confirm_address", PATIENCE);
            anna.reply(&confirm, "yes");
            other.wait("invitation", PATIENCE)
        })
        .collect();
    for (other, invitation) in others.iter_mut().zip(&started) {
        other.reply(invitation, "accept");
    }
    let begun = Instant::now();
    for ((name, seconds), other) in games.iter().zip(&mut others) {
        other.wait("game_over", PATIENCE);
        let took = begun.elapsed();
        assert!(took < Duration::from_secs(seconds + 8), "{name}: the flag at {seconds} s fell after {took:?}");
    }
}

/// Ben's move lies in the mailbox, and each time it is fetched the connection breaks, until his time would be up.
#[test]
fn a_move_that_cannot_be_fetched_is_not_lost_on_time() {
    let proxy = Proxy::default();
    let table = table_through("", Some(&proxy));
    let (mut anna, mut ben) = (table.player("anna"), table.player("ben"));
    let (first, _) = table.begin(&mut anna, &mut ben, "time 10s");
    anna.reply(&first, "e4");
    let turn = ben.wait_ply("your_move", 1, PATIENCE);
    proxy.0.store(true, Ordering::SeqCst);
    let picture = "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5\r\n".repeat(2_500);
    let mail = format!(
        "From: {}\r\nTo: {}\r\nSubject: Re: chess\r\nMessage-ID: <large@players.test>\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\ne5\r\n--b\r\nContent-Type: image/png\r\n\
         Content-Transfer-Encoding: base64\r\n\r\n{picture}--b--\r\n",
        ben.address(),
        turn.reply_to()
    );
    table.host.deliver("play", &mail);
    // Anna's letter, which came later, is answered all the while.
    std::thread::sleep(Duration::from_secs(8));
    anna.reply(&first, "help");
    anna.wait("help", PATIENCE);
    std::thread::sleep(Duration::from_secs(8));
    proxy.0.store(false, Ordering::SeqCst);
    anna.wait_ply("your_move", 2, PATIENCE);
    assert_eq!(anna.count("game_over", 1) + ben.count("game_over", 1), 0, "nobody lost on time");
}
