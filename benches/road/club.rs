//! A record with many games at their first move, made by letters.

use crate::program::Program;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// People with a mailbox on the host, in pairs.
const PAIRS: [(&str, &str); 8] = [
    ("anna@players.test", "ben@players.test"),
    ("clara@players.test", "daniel@players.test"),
    ("emil@players.test", "fritz@players.test"),
    ("u3@kingpost.test", "u4@kingpost.test"),
    ("u5@kingpost.test", "u6@kingpost.test"),
    ("u7@kingpost.test", "u8@kingpost.test"),
    ("u9@kingpost.test", "u10@kingpost.test"),
    ("u11@kingpost.test", "u12@kingpost.test"),
];

/// A service's folder, and the reply address of the side to move in each of its games.
pub struct Club {
    folder: tempfile::TempDir,
    turns: Vec<(String, String)>,
}

impl Club {
    /// A record with so many games, none of which has a move.
    pub fn with_games(games: usize) -> Club {
        let folder = tempfile::tempdir().unwrap();
        let mut club = Club { folder, turns: Vec::new() };
        for name in ["new", "cur", "tmp"] {
            std::fs::create_dir_all(club.path().join("in").join(name)).unwrap();
        }
        let mut program = Program::through_folders(&club.path());
        program.must_run();
        let mut out = Out::new(club.path().join("out"));
        let challenge = |black: &str| format!("new chess with {black} as white time none");
        for (white, black) in PAIRS {
            club.deliver(white, "play@kingpost.test", &challenge(black));
        }
        for (white, to) in out.wait("confirm_address", PAIRS.len()) {
            club.deliver(&white, &to, "yes");
        }
        let lines: Vec<(String, String)> = out.wait("invitation_sent", PAIRS.len());
        for (white, to) in lines.iter().cycle().take(games.saturating_sub(PAIRS.len())) {
            let black = PAIRS.iter().find(|(one, _)| one == white).unwrap().1;
            club.deliver(white, to, &challenge(black));
        }
        let games = games.max(PAIRS.len());
        for (black, to) in out.wait("invitation", games) {
            club.deliver(&black, &to, "accept");
        }
        club.turns = out.wait("your_move", games);
        out.quiet();
        program.end();
        std::fs::remove_dir_all(club.path().join("out")).unwrap();
        club
    }

    fn deliver(&self, from: &str, to: &str, text: &str) {
        deliver(&self.path().join("in"), &letter(from, to, text));
    }

    pub fn path(&self) -> PathBuf {
        self.folder.path().to_owned()
    }

    /// A first move in every game.
    pub fn moves(&self) -> Vec<String> {
        self.turns.iter().map(|(white, to)| letter(white, to, "e4")).collect()
    }
}

/// A letter as it lies in a mailbox.
pub fn letter(from: &str, to: &str, text: &str) -> String {
    static LETTERS: AtomicU32 = AtomicU32::new(0);
    let number = LETTERS.fetch_add(1, Ordering::SeqCst);
    format!(
        "Delivered-To: {to}\r\nFrom: {from}\r\nTo: {to}\r\nSubject: chess\r\nMessage-ID: <d{number}@players.test>\r\n\
         Date: Wed, 1 Jan 2020 12:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n"
    )
}

/// Puts a letter into a Maildir, as a mail server does.
pub fn deliver(maildir: &Path, letter: &str) {
    static FILES: AtomicU32 = AtomicU32::new(0);
    let number = FILES.fetch_add(1, Ordering::SeqCst);
    let name = format!("{}.M{number:06}.example", 1_700_000_000 + number);
    std::fs::write(maildir.join("tmp").join(&name), letter).unwrap();
    std::fs::rename(maildir.join("tmp").join(&name), maildir.join("new").join(&name)).unwrap();
}

/// The folder mails come out to.
struct Out {
    folder: PathBuf,
    seen: HashSet<PathBuf>,
    /// Page, reader, reply address.
    mails: Vec<(String, String, String)>,
}

impl Out {
    fn new(folder: PathBuf) -> Out {
        Out { folder, seen: HashSet::new(), mails: Vec::new() }
    }

    fn look(&mut self) -> bool {
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return false };
        let before = self.mails.len();
        for path in entries.map(|entry| entry.unwrap().path()) {
            if path.extension().is_some_and(|end| end == "eml") && self.seen.insert(path.clone()) {
                let text = std::fs::read(&path).unwrap();
                let text = String::from_utf8_lossy(&text);
                let head = text.split("\r\n\r\n").next().unwrap_or_default().replace("\r\n ", " ");
                let field = |name: &str| {
                    let line = head.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim();
                    line.trim_start_matches('<').trim_end_matches('>').to_owned()
                };
                self.mails.push((field("Kingpost-Page:"), field("To:"), field("Reply-To:")));
            }
        }
        self.mails.len() > before
    }

    /// Waits for so many mails with a page: reader and reply address of each.
    fn wait(&mut self, page: &str, number: usize) -> Vec<(String, String)> {
        let mut moved = Instant::now();
        loop {
            if self.look() {
                moved = Instant::now();
            }
            let found: Vec<(String, String)> = self
                .mails
                .iter()
                .filter(|(pages, ..)| pages.split(", ").any(|one| one == page))
                .map(|(_, to, reply_to)| (address(to), address(reply_to)))
                .collect();
            if found.len() >= number {
                return found;
            }
            assert!(
                moved.elapsed() < Duration::from_secs(60),
                "{} of {number} {page}: {:?}",
                found.len(),
                self.mails.last()
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Waits until nothing more comes out.
    fn quiet(&mut self) {
        let mut moved = Instant::now();
        while moved.elapsed() < Duration::from_secs(2) {
            if self.look() {
                moved = Instant::now();
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// The bare address of a header.
fn address(field: &str) -> String {
    field.rsplit('<').next().unwrap_or_default().trim_end_matches('>').to_owned()
}
