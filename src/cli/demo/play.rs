/*!
The demonstration on a terminal: you are Anna, and Ben is the built-in player. Each mail to you is shown as text; each
line you type is mailed as a reply to the newest one.
*/

use super::seat::{Received, Seat, unpack};
use super::service::Service;
use crate::cli::{Failure, code, print};
use crate::partner;
use crate::rules::notation::{pgn, san};
use crate::rules::variants::CHESS;
use std::io::BufRead;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The post is quiet when nothing has come for so long.
const QUIET: Duration = Duration::from_millis(900);

const WELCOME: &str = "\
You are Anna. Ben, the built-in player, has a mail program of his own.
Everything between you goes by mail, through the same daemon that serves
real mailboxes; only the postman is a folder on this machine.

Type what you would write on the first line of a reply: a move (e4,
Nf3), draw, resign, board, help … An empty line shows the newest mail
again, `quit` ends the demonstration.
";

/// Plays until the game is over or the player has had enough.
pub fn play(service: &Service) -> Result<(), Failure> {
    let mut you = service.seat("Anna", "anna@example.net")?;
    let mut ben = service.seat("Ben", "ben@example.org")?;
    print(WELCOME)?;
    let challenge = format!("new chess with {} as white", ben.address());
    print(&format!("\nYour first mail: {challenge}\n"))?;
    you.write(service.address(), "A game of chess", &challenge)?;
    let mut newest: Option<Received> = None;
    let mut lines = std::io::stdin().lock().lines();
    loop {
        let mut came = settle(&mut you, &mut ben)?;
        let last = came.pop();
        for received in &came {
            mention(received)?;
        }
        if let Some(received) = last {
            show(&received)?;
            newest = Some(received);
        }
        print("\n> ")?;
        let Some(Ok(line)) = lines.next() else { break };
        match (line.trim(), &newest) {
            ("quit" | "exit" | "q", _) => break,
            ("", Some(received)) => show(received)?,
            (words, Some(received)) if !words.is_empty() => you.reply(&received.mail, words)?,
            _ => {}
        }
    }
    print(&format!("\nAll mails lie in {}\n", service.dir().display()))
}

/// Lets the post work until nothing more comes, Ben answering what he gets; gives the mails to you.
fn settle(you: &mut Seat, ben: &mut Seat) -> Result<Vec<Received>, Failure> {
    let mut came = Vec::new();
    let mut last = Instant::now();
    while last.elapsed() < QUIET {
        let mine = you.fresh();
        let his = ben.fresh();
        if !mine.is_empty() || !his.is_empty() {
            last = Instant::now();
        }
        came.extend(mine);
        for received in his {
            if let Some(answer) = answer(&received) {
                ben.reply(&received.mail, &answer)?;
                last = Instant::now();
            }
        }
        std::thread::sleep(Duration::from_millis(15));
    }
    Ok(came)
}

/// What Ben writes back: he reads the attached PGN, as a program would.
fn answer(received: &Received) -> Option<String> {
    let has = |page: &str| received.mail.pages.iter().any(|p| p == page);
    if has("invitation") {
        return Some("accept".into());
    }
    if has("your_move") {
        let attached = received.mail.attachments.iter().find(|file| file.filename.ends_with(".pgn"))?;
        let record = pgn::read(std::str::from_utf8(&attached.bytes).ok()?)?;
        let history = record.replay(&CHESS).ok()?;
        let mv = partner::choose(history.position())?;
        return Some(san::write(history.position(), mv));
    }
    has("draw_offered").then(|| "decline draw".into())
}

/// A mail that a newer one follows at once: its first line says enough.
fn mention(received: &Received) -> Result<(), Failure> {
    unpacked(received)?;
    print(&format!("\n· {}\n", received.mail.text.lines().next().unwrap_or_default()))
}

fn unpacked(received: &Received) -> Result<Vec<PathBuf>, Failure> {
    unpack(received).map_err(|cause| {
        Failure::new(code::CANT_CREATE, format!("a mail cannot be unpacked ({cause}); check the disk"))
    })
}

fn show(received: &Received) -> Result<(), Failure> {
    let paths = unpacked(received)?;
    let rule = "─".repeat(72);
    let mail = &received.mail;
    let mut page = format!("\n{rule}\n{}\n{rule}\n{}\n{rule}\n", mail.subject, mail.text.trim_end());
    for path in paths.iter().skip(1) {
        page += &format!("{}\n", path.display());
    }
    print(&page)
}
