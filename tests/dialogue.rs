//! Whole conversations, letters in and mails out, through the real loops (`tests/data/dialogues/*.txt`).

use crate::script::{Script, header, pages, plain, who};
use crate::world::Sent;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub fn files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir("tests/data/dialogues").unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "txt"));
    files.sort();
    files
}

/// A dialogue's lines with what is said to follow each.
pub fn steps(path: &Path) -> Vec<(String, Vec<String>)> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut steps: Vec<(String, Vec<String>)> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        match line.strip_prefix("  ") {
            Some(follows) => steps.last_mut().unwrap().1.push(follows.to_owned()),
            None => steps.push((line.to_owned(), Vec::new())),
        }
    }
    steps
}

fn line_of(mail: &Sent) -> String {
    let language = header(mail, "Content-Language");
    let tongue = if language == "en" { String::new() } else { format!(" ({language})") };
    format!("{} gets {}{tongue}", who(&mail.to), pages(mail).join(", "))
}

#[test]
fn conversations_go_as_written() {
    let only = std::env::var("KINGPOST_DIALOGUE").ok();
    let files = files();
    assert!(files.len() >= 10, "{} dialogues", files.len());
    let mut wrong = Vec::new();
    for path in files {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if only.as_ref().is_some_and(|only| *only != name) {
            continue;
        }
        let mut script = Script::new();
        for (line, follows) in steps(&path) {
            let before = script.world.sent.lock().unwrap().len();
            script.prepare(&line);
            script.world.run();
            let sent = script.world.sent.lock().unwrap()[before..].to_vec();
            let got: Vec<String> = sent.iter().map(line_of).collect();
            let wanted: Vec<&String> = follows.iter().filter(|line| !line.starts_with("  ")).collect();
            if got.iter().collect::<Vec<_>>() != wanted {
                let texts: Vec<String> = sent.iter().map(|mail| plain(mail).chars().take(400).collect()).collect();
                wrong.push(format!("{name}: {line}\n  wanted {wanted:#?}\n  got {got:#?}\n{}", texts.join("\n---\n")));
                break;
            }
            check_words(&name, &line, &follows, &sent);
            sent.iter().for_each(|mail| check_mail(mail, &sent));
        }
        assert_eq!(script.world.unhandled(), 0, "{name}: all mail is filed");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Several couriers side by side: everybody gets the mails they would get from one, in the same order, each once.
#[test]
fn several_couriers_keep_every_readers_order() {
    for path in files().into_iter().step_by(7) {
        let by_reader = |couriers: usize| {
            let mut script = Script::new();
            script.world.couriers = couriers;
            for (line, _) in steps(&path) {
                script.prepare(&line);
                script.world.run();
            }
            let mut mails: BTreeMap<String, Vec<String>> = BTreeMap::new();
            for mail in script.world.sent.lock().unwrap().iter() {
                mails.entry(mail.to.clone()).or_default().push(mail.id.clone());
            }
            mails
        };
        assert_eq!(by_reader(3), by_reader(1), "{}", path.display());
    }
}

fn check_words(name: &str, line: &str, follows: &[String], sent: &[Sent]) {
    let mut mail = 0;
    for follow in follows {
        match follow.strip_prefix("  ") {
            None => mail += 1,
            Some(rest) => {
                let text = plain(&sent[mail - 1]);
                let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
                let (wish, words) = rest.split_once(' ').unwrap();
                let holds = flat.contains(words) || text.contains(words);
                assert_eq!(holds, wish == "with", "{name}: {line}\n  {follow}\n{text}");
            }
        }
    }
}

/// What holds for every mail that leaves.
pub fn check_mail(mail: &Sent, all: &[Sent]) {
    let text = String::from_utf8(mail.bytes.clone()).expect("mails are ASCII");
    assert!(text.is_ascii());
    let head = text.split("\r\n\r\n").next().unwrap();
    for name in ["From", "To", "Reply-To", "Message-ID", "Kingpost-Page", "Content-Language", "Date", "Auto-Submitted"]
    {
        let count = head
            .lines()
            .filter(|line| line.to_ascii_lowercase().starts_with(&format!("{name}:").to_lowercase()))
            .count();
        assert_eq!(count, 1, "{name} in\n{head}");
    }
    assert!(!head.to_ascii_lowercase().contains("\nbcc:") && !head.to_ascii_lowercase().contains("\ncc:"));
    assert!(text.split("\r\n").all(|line| line.len() <= 998 && !line.contains(['\r', '\n'])), "lines end in CRLF");
    // Nobody sees another player's address, but those who wrote it themselves.
    let body = plain(mail);
    for other in all.iter().filter(|other| other.to != mail.to) {
        assert!(!body.contains(&other.to) && !head.contains(&other.to), "{} is told {}'s address", mail.to, other.to);
    }
    // The secret stands in the reply address and the links that use it, not in the subject or an id.
    let token = header(mail, "Reply-To");
    if let Some(token) = token.split('+').nth(1).and_then(|rest| rest.split('@').next()) {
        assert!(!header(mail, "Subject").contains(token) && !mail.id.contains(token));
    }
}

/// The same clock, key and letters give the same bytes.
#[test]
fn a_run_repeats_to_the_byte() {
    let path = files().into_iter().find(|path| path.ends_with("mate.txt")).unwrap();
    let [first, second] = [(), ()].map(|()| {
        let mut script = Script::new();
        for (line, _) in steps(&path).into_iter().take(6) {
            script.prepare(&line);
            script.world.run();
        }
        script.world.sent.lock().unwrap().clone()
    });
    assert!(first.len() > 5);
    assert_eq!(first, second);
}
