//! A player of the end-to-end tests: writes by SMTP, reads a Maildir, answers as a mail program does.

use mail_parser::{MessageParser, MimeHeaders};
use std::collections::HashSet;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A mail that came from the service.
#[derive(Clone, Debug)]
pub struct Mail {
    bytes: Vec<u8>,
}

impl Mail {
    pub fn read(path: &Path) -> Option<Mail> {
        Some(Mail { bytes: std::fs::read(path).ok()? })
    }

    pub fn raw(&self) -> String {
        String::from_utf8_lossy(&self.bytes).to_string()
    }

    fn parsed(&self) -> mail_parser::Message<'_> {
        MessageParser::default().parse(&self.bytes).unwrap()
    }

    pub fn header(&self, name: &str) -> Option<String> {
        let parsed = self.parsed();
        let raw = parsed.header_raw(name)?;
        Some(raw.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    pub fn pages(&self) -> Vec<String> {
        self.header("Kingpost-Page").unwrap_or_default().split(',').map(|page| page.trim().to_string()).collect()
    }

    pub fn text(&self) -> String {
        self.parsed().body_text(0).unwrap_or_default().to_string()
    }

    pub fn subject(&self) -> String {
        self.parsed().subject().unwrap_or_default().to_string()
    }

    /// The plain address of Reply-To.
    pub fn reply_to(&self) -> String {
        let parsed = self.parsed();
        parsed.reply_to().and_then(|a| a.first()).and_then(|a| a.address()).unwrap_or_default().to_string()
    }

    fn is(&self, page: &str, ply: u32) -> bool {
        self.pages().iter().any(|p| p == page) && self.header("Kingpost-Ply") == Some(ply.to_string())
    }

    fn part(&self, subtype: &str) -> Option<Vec<u8>> {
        let parsed = self.parsed();
        let part = parsed.parts.iter().find(|part| {
            part.content_type().and_then(|t| t.subtype()).is_some_and(|s| s.eq_ignore_ascii_case(subtype))
        })?;
        Some(part.contents().to_vec())
    }

    pub fn pgn(&self) -> Option<String> {
        Some(String::from_utf8(self.part("vnd.chess-pgn")?).unwrap())
    }

    /// The game as a file of shogi.
    pub fn kif(&self) -> Option<String> {
        let parsed = self.parsed();
        let file = parsed.attachments().find(|part| part.attachment_name().is_some_and(|n| n.ends_with(".kifu")))?;
        Some(String::from_utf8(file.contents().to_vec()).unwrap())
    }

    pub fn png(&self) -> Option<Vec<u8>> {
        self.part("png")
    }

    /// The moving picture of a finished game.
    pub fn gif(&self) -> Option<Vec<u8>> {
        self.part("gif")
    }
}

/// Somebody with a mail program.
pub struct Player {
    address: String,
    smtp_port: u16,
    maildir: PathBuf,
    seen: HashSet<PathBuf>,
    /// Mails, and whether a test has taken them.
    got: Vec<(Mail, bool)>,
    written: u32,
}

impl Player {
    pub fn new(address: &str, smtp_port: u16, maildir: PathBuf) -> Player {
        Player { address: address.into(), smtp_port, maildir, seen: HashSet::new(), got: Vec::new(), written: 0 }
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    /// A new mail.
    pub fn write(&mut self, to: &str, subject: &str, body: &str) {
        self.post(to, subject, body, None);
    }

    /// An answer: the words on top, the whole mail quoted below, as most programs do.
    pub fn reply(&mut self, mail: &Mail, words: &str) {
        let quoted: String = mail.text().lines().map(|line| format!("> {line}\n")).collect();
        let body = format!("{words}\n\nOn Mon, 30 Nov 2026 at 10:00, Kingpost <play@kingpost.test> wrote:\n{quoted}");
        let id = mail.header("Message-ID");
        self.post(&mail.reply_to(), &format!("Re: {}", mail.subject()), &body, id);
    }

    fn post(&mut self, to: &str, subject: &str, body: &str, answers: Option<String>) {
        self.written += 1;
        let id = format!("{}.{}", self.written, self.address);
        let mut mail = format!("From: {}\nTo: {to}\nSubject: {}\n", self.address, encoded(subject));
        mail += &format!("Message-ID: <{id}>\nDate: Mon, 30 Nov 2026 10:00:00 +0000\nMIME-Version: 1.0\n");
        mail += "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n";
        if let Some(answered) = answers {
            mail += &format!("In-Reply-To: {answered}\nReferences: {answered}\n");
        }
        mail += &format!("\n{body}\n");
        self.hand_over(to, &mail);
    }

    fn hand_over(&self, to: &str, mail: &str) {
        let stream = TcpStream::connect(("127.0.0.1", self.smtp_port)).unwrap();
        let mut answers = BufReader::new(stream.try_clone().unwrap());
        let mut stream = stream;
        let mut say = |words: &str, expect: char| {
            stream.write_all(words.as_bytes()).unwrap();
            loop {
                let mut line = String::new();
                answers.read_line(&mut line).unwrap();
                assert!(line.starts_with(expect), "{words:?} was answered {line:?}");
                if line.as_bytes().get(3) == Some(&b' ') {
                    break;
                }
            }
        };
        say("", '2');
        say("EHLO players.test\r\n", '2');
        say(&format!("MAIL FROM:<{}>\r\n", self.address), '2');
        say(&format!("RCPT TO:<{to}>\r\n"), '2');
        say("DATA\r\n", '3');
        let stuffed: String =
            mail.lines().map(|l| if l.starts_with('.') { format!(".{l}\r\n") } else { format!("{l}\r\n") }).collect();
        say(&format!("{stuffed}.\r\n"), '2');
        say("QUIT\r\n", '2');
    }

    fn collect(&mut self) {
        let folders = [self.maildir.join("new"), self.maildir.join("cur")];
        let mut fresh: Vec<PathBuf> = folders
            .iter()
            .filter_map(|folder| std::fs::read_dir(folder).ok())
            .flatten()
            .map(|entry| entry.unwrap().path())
            .filter(|path| !self.seen.contains(path))
            .collect();
        fresh.sort();
        for path in fresh {
            if let Some(mail) = Mail::read(&path) {
                self.got.push((mail, false));
                self.seen.insert(path);
            }
        }
    }

    /// The first mail not yet taken that `wanted` holds true for; it is taken.
    fn take(&mut self, what: &str, patience: Duration, wanted: impl Fn(&Mail) -> bool) -> Mail {
        let begun = Instant::now();
        loop {
            self.collect();
            if let Some((mail, taken)) = self.got.iter_mut().find(|(mail, taken)| !taken && wanted(mail)) {
                *taken = true;
                return mail.clone();
            }
            let has: Vec<_> = self.got.iter().map(|(mail, taken)| (mail.pages().join(","), *taken)).collect();
            assert!(begun.elapsed() < patience, "{} waited for {what}, has {has:?}", self.address);
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The next mail that has `page` among its pages.
    pub fn wait(&mut self, page: &str, patience: Duration) -> Mail {
        self.wait_any(&[page], patience)
    }

    /// The next mail that has one of `pages`.
    pub fn wait_any(&mut self, pages: &[&str], patience: Duration) -> Mail {
        self.take(&pages.join(" or "), patience, |mail| mail.pages().iter().any(|page| pages.contains(&page.as_str())))
    }

    /// The next mail that has `page` and stands at `ply`.
    pub fn wait_ply(&mut self, page: &str, ply: u32, patience: Duration) -> Mail {
        self.take(&format!("{page} at ply {ply}"), patience, |mail| mail.is(page, ply))
    }

    /// How many mails with `page` at `ply` have come so far.
    pub fn count(&mut self, page: &str, ply: u32) -> usize {
        self.collect();
        self.got.iter().filter(|(mail, _)| mail.is(page, ply)).count()
    }

    /// All mails so far, in the order they were found.
    pub fn all(&mut self) -> Vec<Mail> {
        self.collect();
        self.got.iter().map(|(mail, _)| mail.clone()).collect()
    }
}

/// A subject as an encoded word, where it is not plain.
fn encoded(subject: &str) -> String {
    use base64::Engine;
    if subject.is_ascii() {
        return subject.to_string();
    }
    format!("=?utf-8?B?{}?=", base64::engine::general_purpose::STANDARD.encode(subject))
}
