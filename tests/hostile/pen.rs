//! What people write with, and the start of a game between two of them.

use super::table::{AUTHSERV, Picture, SERVICE, Sent, Table};
use std::sync::OnceLock;

pub const ANA: (&str, &str) = ("Ana Example", "ana@players.example.net");
pub const BORIS: (&str, &str) = ("Boris Example", "boris@club.example.com");
pub const MALLORY: (&str, &str) = ("", "mallory@elsewhere.example.org");

/// A mail as a person's program writes it and our mail server files it.
#[derive(Clone)]
pub struct Pen {
    pub from: String,
    /// The domain our own server vouches for; none: it stamps nothing.
    pub stamp: Option<(String, &'static str)>,
    pub to: String,
    pub subject: String,
    pub id: Option<String>,
    pub extra: String,
    pub body: Vec<u8>,
}

impl Pen {
    pub fn new(who: (&str, &str), to: &str, body: &str) -> Pen {
        static WRITTEN: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = WRITTEN.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let domain = who.1.rsplit('@').next().unwrap().to_owned();
        Pen {
            from: if who.0.is_empty() { who.1.into() } else { format!("{} <{}>", who.0, who.1) },
            id: Some(format!("pen.{number}@mail.{domain}")),
            stamp: Some((domain, "pass")),
            to: to.into(),
            subject: "Re: chess".into(),
            extra: "Content-Type: text/plain; charset=utf-8\r\n".into(),
            body: body.replace('\n', "\r\n").into_bytes(),
        }
    }

    pub fn subject(mut self, subject: &str) -> Pen {
        self.subject = subject.into();
        self
    }

    pub fn from(mut self, from: &str) -> Pen {
        self.from = from.into();
        self
    }

    pub fn id(mut self, id: &str) -> Pen {
        self.id = Some(id.into());
        self
    }

    /// Header lines instead of the Content-Type.
    pub fn with(mut self, extra: &str) -> Pen {
        self.extra = extra.replace('\n', "\r\n");
        self
    }

    /// Our own server did not look at it, or does not vouch.
    pub fn stamped(mut self, result: Option<&'static str>) -> Pen {
        let domain = self.stamp.take().map(|(domain, _)| domain).unwrap_or_default();
        self.stamp = result.map(|result| (domain, result));
        self
    }

    pub fn bytes(&self) -> Vec<u8> {
        let mut mail = format!("Delivered-To: {}\r\n", self.to);
        if let Some((domain, result)) = &self.stamp {
            mail += &format!("Authentication-Results: {AUTHSERV}; dmarc={result} header.from={domain}\r\n");
        }
        mail += &format!("From: {}\r\nTo: {}\r\nSubject: {}\r\n", self.from, self.to, self.subject);
        if let Some(id) = &self.id {
            mail += &format!("Message-ID: <{id}>\r\n");
        }
        mail += &format!("Date: Sun, 29 Nov 2026 12:00:00 +0000\r\nMIME-Version: 1.0\r\n{}\r\n", self.extra);
        let mut bytes = mail.into_bytes();
        bytes.extend(&self.body);
        bytes
    }
}

/// The one mail with that page to that person.
pub fn one<'s>(sent: &'s [Sent], who: (&str, &str), page: &str) -> &'s Sent {
    let seen: Vec<_> = sent.iter().map(|sent| (&sent.to, &sent.mail.pages)).collect();
    let mut found = sent.iter().filter(|sent| sent.to == who.1 && sent.has(page));
    let first = found.next().unwrap_or_else(|| panic!("no {page} for {} in {seen:?}", who.1));
    assert!(found.next().is_none(), "{page} twice: {seen:?}");
    first
}

/// An answer as every mail program writes it: the words on top, the whole mail quoted below.
pub fn answer(who: (&str, &str), to: &Sent, words: &str) -> Pen {
    let quoted: String = to.mail.text.lines().map(|line| format!("> {line}\n")).collect();
    let text = format!("{words}\n\nOn Mon, 30 Nov 2026 at 10:00, Kingpost <{}> wrote:\n{quoted}", to.reply_to());
    Pen::new(who, &to.reply_to(), &text).subject(&format!("Re: {}", to.mail.subject))
}

/// A game at a table, by the mails that were sent last.
#[derive(Clone)]
pub struct Round {
    pub id: String,
    pub ana: Sent,
    pub boris: Sent,
}

/// The game's id as the mail names it.
pub fn game_id(sent: &Sent) -> String {
    let head = String::from_utf8_lossy(&sent.bytes).into_owned();
    let line = head.lines().find_map(|line| line.strip_prefix("Kingpost-Game: ")).expect("a game's mail");
    line.trim().to_owned()
}

/// Signs Ana up, if need be, invites Boris, lets him accept. White is Ana.
pub fn begin(table: &mut Table) -> Round {
    let mut sent = table.deliver(&Pen::new(ANA, SERVICE, &format!("new chess with {} as white", BORIS.1)).bytes());
    if sent.iter().any(|mail| mail.has("confirm_address")) {
        let question = one(&sent, ANA, "confirm_address").clone();
        sent = table.deliver(&answer(ANA, &question, "yes").bytes());
    }
    let invitation = one(&sent, BORIS, "invitation").clone();
    let sent = table.deliver(&answer(BORIS, &invitation, "accept").bytes());
    let (ana, boris) = (one(&sent, ANA, "your_move").clone(), one(&sent, BORIS, "game_started").clone());
    Round { id: game_id(&ana), ana, boris }
}

/// The code of a resignation, as the page shows it.
pub fn code(question: &Sent) -> String {
    let text = question.mail.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let found = text.split("confirm ").skip(1).map(|rest| rest.chars().take(9).collect::<String>());
    found.into_iter().find(|code| code.chars().nth(4) == Some('-')).expect("a code")
}

impl Round {
    /// Plays a move for whose turn it is, as an answer to the newest mail.
    pub fn play(&mut self, table: &mut Table, mv: &str) {
        let white = self.ana.has("your_move");
        let (who, other) = if white { (ANA, BORIS) } else { (BORIS, ANA) };
        let newest = if white { &self.ana } else { &self.boris };
        let sent = table.deliver(&answer(who, newest, mv).bytes());
        let taken =
            sent.iter().find(|mail| mail.to == who.1).unwrap_or_else(|| panic!("{mv} was not answered")).clone();
        let next = sent.iter().find(|mail| mail.to == other.1).unwrap_or_else(|| panic!("{mv} was not played")).clone();
        (self.ana, self.boris) = if white { (taken, next) } else { (next, taken) };
    }
}

/// A game that has just begun, Ana to move: set up once, handed out as often as needed.
pub fn fresh() -> (Table, Round) {
    static BEGUN: OnceLock<(Picture, Round)> = OnceLock::new();
    let (picture, round) = BEGUN.get_or_init(|| {
        let mut table = Table::new();
        let round = begin(&mut table);
        (table.picture(), round)
    });
    (Table::from_picture(picture), round.clone())
}
