//! The room `interpret`: moves, replies, and what people do to both.

mod assent;
mod cmail;
mod dates;
mod doubts;
mod games;
mod html;
mod language;
mod meant;
mod plans;
mod program;
mod shapes;
mod sheets;
mod shogi;
mod wishes;
mod wrapping;

use std::collections::HashMap;
use std::path::Path;
use std::sync::OnceLock;

use kingpost::interpret::{Context, Deed, Deeds, Reader, answer};
use kingpost::language::Languages;
use kingpost::mail::quoted::Signs;
use kingpost::mail::{self, Incoming};
use kingpost::rules::notation::{fen, san};
use kingpost::rules::variants::CHESS;
use kingpost::rules::{History, Position};

/// The reader of all languages; it is made once, for the words of them all are many.
fn reader() -> &'static Reader {
    static READER: OnceLock<Reader> = OnceLock::new();
    READER.get_or_init(|| Reader::new(&Languages::built_in().unwrap()).unwrap())
}

/// The rows of a table under `tests/data/`, without its head.
fn rows(path: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(path);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().skip(1).map(|row| row.split('\t').map(str::to_owned).collect()).collect()
}

/// A position to look at: three rows of the table stand in one that no game reaches, as White is to move and gives check.
fn position(text: &str) -> Position {
    Position::for_study(fen::read(&CHESS, text).unwrap()).unwrap()
}

/// What one text means in a position, in the words of `notation.tsv`.
fn move_in(reader: &Reader, history: &History, language: &str, text: &str) -> String {
    let context = Context { language, history: Some(history), variant: &CHESS, numbers: false };
    let Some(written) = reader.read_move(text, &context) else { return "not-a-move".into() };
    match history.position().find(&written) {
        Ok(mv) => san::write(history.position(), mv),
        Err(why) => answer::unresolved(&why).into(),
    }
}

#[test]
fn every_row_of_the_notation_table() {
    let reader = reader();
    let mut wrong = Vec::new();
    for row in rows("replies/notation.tsv") {
        let [fen, language, input, expected] = row.as_slice() else { panic!("{row:?}") };
        let found = move_in(reader, &History::new(position(fen)), language, input);
        if found != *expected {
            wrong.push(format!("{language} {input:?} in {fen}: {found}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}

/// A game of `games.tsv`.
fn game(id: &str) -> History {
    let rows = rows("replies/games.tsv");
    let row = rows.iter().find(|row| row[0] == id).unwrap_or_else(|| panic!("no game {id}"));
    let mut history = History::new(position(&row[1]));
    for text in row[2].split_whitespace() {
        let pattern = san::read(&CHESS, text).unwrap();
        let mv = history.position().find_pattern(&pattern).unwrap();
        history.play(mv).unwrap();
    }
    history
}

fn incoming(bytes: &[u8]) -> Incoming {
    static SIGNS: OnceLock<Signs> = OnceLock::new();
    let signs = SIGNS.get_or_init(|| reader().signs().clone());
    mail::read(bytes, &mail::Limits::default(), signs, "kingpost.example.org", &|_| false).unwrap()
}

/// Letters and digits only: what of a message is compared.
fn bare(text: &str) -> String {
    text.chars().filter(|ch| ch.is_alphanumeric()).collect()
}

/// Which answers do something: taking one of these for another is worse than any refusal.
fn acts(answer: &str) -> bool {
    !matches!(answer, "none" | "several" | "wrong-number" | "illegal" | "ambiguous" | "promotion" | "auto" | "bounce")
}

#[test]
fn every_reply_of_the_corpus() {
    let reader = reader();
    let (mut wrong, mut failed) = (Vec::new(), Vec::new());
    let rows = rows("replies/index.tsv");
    for row in &rows {
        let (file, language, id, expected, message) = (&row[0], &row[2], &row[3], &row[4], &row[6]);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/replies").join(file);
        let history = game(id);
        let context = Context { language, history: Some(&history), variant: &CHESS, numbers: false };
        let (found, said) = match incoming(&std::fs::read(path).unwrap()) {
            Incoming::Automatic { .. } => ("auto".to_owned(), None),
            Incoming::Report(_) => ("bounce".to_owned(), None),
            Incoming::Letter(letter) => {
                let reading = reader.read(&letter, &context);
                (answer::words(&reading, Some(&history)), reading.message)
            }
        };
        if found != *expected {
            let list = if acts(&found) { &mut wrong } else { &mut failed };
            list.push(format!("{file}: {found}, not {expected}"));
        }
        let said = said.as_deref().map(bare).unwrap_or_default();
        let wanted = if message == "(none)" { String::new() } else { bare(&message.replace("\\n", "\n")) };
        if !message.is_empty() && said != wanted {
            failed.push(format!("{file}: message {said:?}, not {wanted:?}"));
        }
    }
    assert!(wrong.is_empty(), "wrong commands taken:\n{}", wrong.join("\n"));
    assert!(failed.is_empty(), "{}\n{} of {}", failed.join("\n"), failed.len(), rows.len());
}

/// Classes of hostile mail that the reader alone can be held to: what MIME and text say, not who sent it.
#[test]
fn no_hostile_mail_is_a_command_unless_it_is_a_control() {
    let reader = reader();
    let history = History::new(Position::start(&CHESS));
    let context = Context { language: "en", history: Some(&history), variant: &CHESS, numbers: false };
    let mut wrong = Vec::new();
    for row in rows("hostile/index.tsv") {
        let (id, file, class) = (&row[0], &row[1], &row[2]);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/hostile").join(file);
        let bytes = std::fs::read(path).unwrap();
        let letter =
            match mail::read(&bytes, &mail::Limits::default(), reader.signs(), "kingpost.example.org", &|_| false) {
                Ok(Incoming::Letter(letter)) => letter,
                Ok(_) => continue,
                Err(beyond) => beyond.letter.unwrap(),
            };
        let found = answer::words(&reader.read(&letter, &context), Some(&history));
        let control = class == "accepted";
        if control != found.starts_with("move ") && (control || id.starts_with(['M', 'X', 'A'])) {
            wrong.push(format!("{id} ({class}): {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A letter with that text and nothing else.
fn letter(text: &str, subject: &str) -> mail::Letter {
    let head = "From: Anna <anna@example.org>\r\nTo: play@example.com\r\nMIME-Version: 1.0\r\n\
                Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n";
    let mail = format!("{head}Subject: {subject}\r\n\r\n{}", text.replace('\n', "\r\n"));
    match incoming(mail.as_bytes()) {
        Incoming::Letter(letter) => *letter,
        other => panic!("{other:?}"),
    }
}

#[test]
fn own_lines_as_people_write_them() {
    let reader = reader();
    let mut games: HashMap<String, History> = HashMap::new();
    let mut wrong = Vec::new();
    for row in rows("interpret/lines.tsv") {
        let [language, id, text, expected, message] = row.as_slice() else { panic!("{row:?}") };
        let history = games.entry(id.clone()).or_insert_with(|| game(id));
        let context = Context { language, history: Some(history), variant: &CHESS, numbers: false };
        let reading = reader.read(&letter(&text.replace("\\n", "\n"), "[kp-7f3k9] Chess with Ben"), &context);
        let found = answer::words(&reading, Some(history));
        if found != *expected {
            wrong.push(format!("{language} {id} {text:?}: {found}, not {expected}"));
        }
        let said = reading.message.as_deref().unwrap_or_default();
        let wanted = if message == "(none)" { String::new() } else { bare(message) };
        if !message.is_empty() && bare(said) != wanted {
            wrong.push(format!("{language} {id} {text:?}: message {said:?}, not {message:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}

/// What a letter has for the opponent is compared character by character, as the mail carries it and as HTML does.
#[test]
fn a_message_arrives_as_it_was_written() {
    let reader = reader();
    let history = game("G01");
    let mut wrong = Vec::new();
    for row in rows("interpret/messages.tsv") {
        let [language, text, expected, message] = row.as_slice() else { panic!("{row:?}") };
        let context = Context { language, history: Some(&history), variant: &CHESS, numbers: false };
        let reading = reader.read(&letter(&text.replace("\\n", "\n"), "[kp-7f3k9] Chess with Ben"), &context);
        let said = reading.message.as_deref().unwrap_or("(none)").replace('\n', "\\n");
        let found = answer::words(&reading, Some(&history));
        if (&found, &said) != (expected, message) || reading.cut {
            wrong.push(format!("{language} {text:?}: {found} with {said:?}, not {expected} with {message:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}

/// Whatever is too long to be passed on whole is known to be cut; a long quotation below one's own words is not.
#[test]
fn a_message_that_is_cut_is_known_to_be() {
    let reader = reader();
    let history = game("G01");
    let context = Context { language: "en", history: Some(&history), variant: &CHESS, numbers: false };
    let cut = |text: &str| reader.read(&letter(text, "chess"), &context).cut;
    assert!(!cut(&format!("Nf3\n{}", "a word\n".repeat(90))));
    assert!(cut(&format!("Nf3\n{}", "a word\n".repeat(110))));
    assert!(cut(&format!("Nf3\n{}", "a long line of prose ".repeat(50).repeat(80) + "\n" + &"more\n".repeat(9))));
    assert!(!cut(&format!("Nf3\nThanks\n\n{}", "> a long line of prose that was quoted\n".repeat(3000))));
}

/// Words for the opponent are handed on as they were written, to the last full stop.
#[test]
fn words_for_others_are_kept_whole() {
    let reader = reader();
    let history = game("G01");
    let cases = [
        ("en", "message: Good luck.", "Good luck."),
        ("en", "Message:  Well... \"good\" luck! ", "Well... \"good\" luck!"),
        ("en", "tell: see you soon…", "see you soon…"),
        ("ja", "伝言：よろしくお願いします。", "よろしくお願いします。"),
    ];
    for (language, text, expected) in cases {
        let context = Context { language, history: Some(&history), variant: &CHESS, numbers: false };
        let deeds = reader.read(&letter(text, "Re: [kp-7f3k9] Chess"), &context).deeds;
        assert!(matches!(&deeds, Deeds::One(Deed::Say(said)) if said == expected), "{text}: {deeds:?}");
    }
}

/// R7: a letter that only looks Latin is never read as Latin, and the answer can say which it was.
#[test]
fn letters_of_other_alphabets_are_named() {
    let reader = reader();
    let history = game("G01");
    let cases = [
        ("N\u{444}3", None),
        ("\u{412}\u{441}4", Some(("\u{412}\u{441}4", '\u{412}', 'B'))),
        ("d\u{0585}n't know", None),
        ("\u{0421}4, thanks", Some(("\u{0421}4", '\u{0421}', 'C'))),
        ("hello\n\n2. N\u{0441}3", Some(("2. N\u{0441}3", '\u{0441}', 'c'))),
        ("r\u{435}sign", Some(("r\u{435}sign", '\u{435}', 'e'))),
        ("\u{0391}3", Some(("\u{0391}3", '\u{0391}', 'A'))),
        ("Привет, как дела? Сегодня не успею.", None),
        ("> N\u{0441}3", None),
    ];
    for (text, expected) in cases {
        let context = Context { language: "en", history: Some(&history), variant: &CHESS, numbers: false };
        let reading = reader.read(&letter(text, "Re: [kp-7f3k9] Chess"), &context);
        let found = reading.strange.as_ref().map(|found| (found.text.as_str(), found.letter, found.looks_like));
        assert_eq!(found, expected, "{text}");
        assert!(expected.is_none() || answer::words(&reading, Some(&history)) == "none", "{text}");
    }
    // Whoever writes that alphabet is simply understood.
    let context = Context { language: "ru", history: Some(&history), variant: &CHESS, numbers: false };
    let reading = reader.read(&letter("\u{441}4", ""), &context);
    assert_eq!((answer::words(&reading, Some(&history)).as_str(), reading.strange), ("move c4", None));
}
