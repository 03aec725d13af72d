//! Letters of every kind to the real program (`tests/data/daemon/*.txt`), written like the dialogues. `due` stops it, makes
//! due what waits for a digest, and starts it again.

use super::{Service, terminate};
use crate::dialogue::steps;
use crate::script::{address, code, header, pages, plain};
use crate::world::Sent;
use std::path::Path;
use std::time::{Duration, Instant};

/// A conversation with the program.
struct Talk {
    service: Service,
    /// Every mail that was waited for, in that order.
    had: Vec<Sent>,
}

impl Talk {
    /// Waits for a mail to somebody with those pages that was not waited for before.
    fn next(&mut self, who: &str, wanted: &[String], line: &str) -> Sent {
        let (to, begun) = (address(who), Instant::now());
        loop {
            let mut mails = self.service.mails();
            mails.retain(|mail| self.had.iter().all(|known| known.bytes != mail.bytes));
            let found = mails.iter().find(|mail| header(mail, "To").contains(&to) && pages(mail) == wanted);
            if let Some(mail) = found {
                self.had.push(mail.clone());
                return mail.clone();
            }
            if begun.elapsed() > Duration::from_secs(30) {
                let got: Vec<_> = mails.iter().map(|mail| (header(mail, "To"), pages(mail))).collect();
                panic!("{line}\n  no {wanted:?} for {who}, but {got:?}\n{}", self.service.log());
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// `{1}` and `{2}` stand for the games that began, the first and the second.
    fn named(&self, text: &str) -> String {
        let begun = self.had.iter().filter(|mail| pages(mail).iter().any(|page| page == "game_started"));
        let mut games: Vec<String> = begun.map(|mail| header(mail, "Kingpost-Game")).collect();
        games.dedup();
        let filled = games
            .iter()
            .enumerate()
            .fold(text.to_owned(), |text, (nth, game)| text.replace(&format!("{{{}}}", nth + 1), game));
        filled.replace("\\n", "\r\n")
    }

    fn newest(&self, who: &str, page: &str) -> &Sent {
        let to = address(who);
        let mut mails = self.had.iter().rev();
        let found = mails.find(|mail| header(mail, "To").contains(&to) && pages(mail).iter().any(|one| one == page));
        found.unwrap_or_else(|| panic!("{who} has no mail with the page {page}"))
    }

    fn write(&mut self, line: &str) {
        let (head, text) = line.split_once(": ").unwrap_or((line, ""));
        let text = self.named(text);
        match head.split(' ').collect::<Vec<_>>()[..] {
            [who, "writes"] => self.service.deliver(&from(who), "play@chess.example.org", &text),
            [who, "answers", page] => {
                let mail = self.newest(who, page);
                let (to, code) = (header(mail, "Reply-To"), code(mail).unwrap_or_default());
                self.service.deliver(&from(who), &to, &text.replace("{code}", &code));
            }
            _ => panic!("{line}"),
        }
    }
}

/// `Anna <anna@example.org>`
fn from(who: &str) -> String {
    format!("{}{} <{}>", who[..1].to_uppercase(), &who[1..], address(who))
}

#[test]
fn letters_of_every_kind_are_answered() {
    for entry in std::fs::read_dir("tests/data/daemon").unwrap() {
        let mut talk = Talk { service: Service::new(), had: Vec::new() };
        let mut child = talk.service.start();
        for (line, follows) in steps(Path::new(&entry.unwrap().path())) {
            if line == "due" {
                assert_eq!(terminate(&mut child), Some(0), "{}", talk.service.log());
                let record = rusqlite::Connection::open(talk.service.folder.path().join("data/kingpost.db")).unwrap();
                record.execute("UPDATE outbox SET wait_until = ready_at WHERE wait_until IS NOT NULL", []).unwrap();
                drop(record);
                child = talk.service.start();
            } else {
                talk.write(&line);
            }
            let mut mail = None;
            for follow in follows {
                match (follow.strip_prefix("  with "), &mail) {
                    (Some(words), Some(mail)) => {
                        let text = plain(mail).split_whitespace().collect::<Vec<_>>().join(" ");
                        assert!(text.contains(&talk.named(words)), "{line}\n  {follow}\n{text}");
                    }
                    _ => {
                        let (who, wanted) = follow.split_once(" gets ").unwrap();
                        let wanted: Vec<String> = wanted.split(", ").map(str::to_owned).collect();
                        mail = Some(talk.next(who, &wanted, &line));
                    }
                }
            }
        }
        assert_eq!(terminate(&mut child), Some(0), "{}", talk.service.log());
        assert_eq!(talk.service.mails().len(), talk.had.len(), "no other mail went out");
    }
}
