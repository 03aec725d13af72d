//! The handed mails: what kind each is, and what of it its writer wrote.

use super::{cell, data, incoming, signs, table, with_both_ends};
use kingpost::mail::quoted::{Kind, sort};
use kingpost::mail::{Body, Incoming, Letter, Limits, read};
use std::fs;

fn kind(bytes: &[u8]) -> &'static str {
    match incoming(bytes) {
        Ok(Incoming::Letter(_)) => "person",
        Ok(Incoming::Report(_)) => "bounce",
        Ok(Incoming::Automatic { .. }) => "auto",
        Err(_) => "refused",
    }
}

#[test]
fn replies_are_sorted_by_kind() {
    let mut wrong = vec![];
    let rows = table("replies/index.tsv");
    assert_eq!(rows.len(), 166);
    for row in &rows {
        let expected = match cell(row, "expected") {
            other @ ("auto" | "bounce") => other,
            _ => "person",
        };
        let bytes = fs::read(data("replies").join(cell(row, "file"))).unwrap();
        for bytes in with_both_ends(&bytes).iter().chain([&bytes]) {
            let found = kind(bytes);
            if found != expected {
                wrong.push(format!("{}: {found}, not {expected}", cell(row, "file")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn hostile_mails_are_sorted_by_kind() {
    let mut wrong = vec![];
    let rows = table("hostile/index.tsv");
    assert_eq!(rows.len(), 103);
    for row in &rows {
        let file = cell(row, "file");
        let bytes = fs::read(data("hostile").join(file)).unwrap();
        for bytes in with_both_ends(&bytes).iter().chain([&bytes]) {
            let found = kind(bytes);
            // Ignored mail is a machine's; accepted mail is a person's; what is refused or answered has a reason that
            // lies further on, or a limit.
            let fits = match cell(row, "class") {
                "ignored" if file == "H26-token-only-in-quote.eml" => found == "person",
                "ignored" => matches!(found, "auto" | "bounce"),
                "accepted" => found == "person",
                _ => matches!(found, "person" | "refused"),
            };
            if !fits {
                wrong.push(format!("{file}: {found}, but {}", cell(row, "class")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn own(body: Option<&Body>) -> String {
    let Some(body) = body else { return String::new() };
    let lines = sort(&body.text, signs());
    lines.into_iter().filter(|(kind, _)| *kind == Kind::Own).map(|(_, line)| format!("{line}\n")).collect()
}

fn letter(bytes: &[u8]) -> Letter {
    match incoming(bytes) {
        Ok(Incoming::Letter(letter)) => *letter,
        other => panic!("no letter: {other:?}"),
    }
}

/// What is left of each reply, plain and HTML, beside the answers in `own.txt`. `KINGPOST_BLESS=1` writes them anew.
#[test]
fn own_text_of_every_shape() {
    let mut found = String::new();
    for row in &table("replies/index.tsv") {
        let file = cell(row, "file");
        if matches!(cell(row, "expected"), "auto" | "bounce") {
            continue;
        }
        let bytes = fs::read(data("replies").join(file)).unwrap();
        let letters = with_both_ends(&bytes).map(|bytes| letter(&bytes));
        assert_eq!(own(letters[0].plain.as_ref()), own(letters[1].plain.as_ref()), "{file}: LF and CRLF");
        assert_eq!(letters[0].digest, letters[1].digest, "{file}: LF and CRLF");
        found.push_str(&format!("=== {file}{}\n", if letters[0].opaque { " opaque" } else { "" }));
        for (name, body) in [("plain", &letters[0].plain), ("html", &letters[0].html)] {
            for line in own(body.as_ref()).lines().filter(|line| !line.trim().is_empty()) {
                found.push_str(&format!("{name}: {}\n", line.trim()));
            }
        }
    }
    let path = data("mail/own.txt");
    if std::env::var_os("KINGPOST_BLESS").is_some() {
        fs::write(&path, &found).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap();
    for (found, expected) in found.split("=== ").zip(expected.split("=== ")) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.len(), expected.len());
}

/// Vacation programs that set no header are known by how their subjects begin, in the words of the program's own files.
#[test]
fn automatic_replies_are_known_by_their_subjects() {
    let languages = kingpost::language::Languages::built_in().unwrap();
    let reader = kingpost::interpret::Reader::new(&languages).unwrap();
    let mut wrong = vec![];
    for row in &table("mail/auto-subjects.tsv") {
        let subject = cell(row, "subject");
        let mail =
            format!("From: Ben <ben@example.org>\r\nTo: play@example.net\r\nSubject: {subject}\r\n\r\nI am away.\r\n");
        let auto = match read(mail.as_bytes(), &Limits::default(), reader.signs(), "chess.example.org", &|_| false) {
            Ok(Incoming::Automatic { sign, .. }) => sign == "Subject",
            _ => false,
        };
        if auto != (cell(row, "kind") == "auto") {
            wrong.push(subject.to_owned());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
