//! What must hold for any bytes a stranger sends, parser by parser. The fuzz targets feed these, and `tests/fuzz.rs` does
//! so with a fixed seed.

use std::sync::OnceLock;

use kingpost::interpret::{Context, Reader, Reading, answer};
use kingpost::language::Languages;
use kingpost::mail::quoted::{Kind, sort};
use kingpost::mail::{self, Body, Incoming, Letter, Limits, Unreadable};
use kingpost::rules::notation::record::Record;
use kingpost::rules::notation::{csa, fen, ki2, kif, pgn, san, usi};
use kingpost::rules::variants::{self, CHESS};
use kingpost::rules::{History, Position};

/// Removing own lines may lay bare others, but not for ever.
const ROUNDS: usize = 12;

fn reader() -> &'static Reader {
    static READER: OnceLock<Reader> = OnceLock::new();
    READER.get_or_init(|| Reader::new(&Languages::built_in().expect("built in")).expect("complete"))
}

fn game() -> &'static History {
    static GAME: OnceLock<History> = OnceLock::new();
    GAME.get_or_init(|| History::new(Position::start(&CHESS)))
}

/// A letter that is read; nothing if the bytes are no person's. The reader's own faults are failures.
fn taken(bytes: &[u8]) -> Option<Letter> {
    match mail::read(bytes, &Limits::default(), reader().signs(), "chess.example.org", &|_| false) {
        Ok(Incoming::Letter(letter)) => Some(*letter),
        Ok(_) => None,
        Err(Unreadable { limit, .. }) => {
            assert_ne!(limit, "a fault of the reader");
            None
        }
    }
}

fn understood(letter: &Letter) -> Reading {
    let context = Context { language: "en", history: Some(game()), variant: &CHESS, numbers: false };
    reader().read(letter, &context)
}

/// A letter of which nothing is the writer's own asks for nothing and says nothing.
fn silent(letter: &Letter) {
    let reading = understood(letter);
    assert_eq!(answer::words(&reading, Some(game())), "none", "{letter:?}");
    assert_eq!(reading.message, None, "{letter:?}");
}

/// The text without the lines that are the writer's own; `None` if taking them away goes on baring others.
fn without_own(text: &str) -> Option<String> {
    let mut text = text.to_owned();
    for _ in 0..ROUNDS {
        let sorted = sort(&text, reader().signs());
        let own = |(kind, line): &(Kind, &str)| *kind == Kind::Own && !line.trim().is_empty();
        if !sorted.iter().any(own) {
            return Some(text);
        }
        text = sorted.iter().filter(|line| !own(line)).map(|(_, line)| format!("{line}\n")).collect();
    }
    None
}

/// A whole mail: read, understood, and mute once its own lines are gone or stand in a quote.
pub fn letter(bytes: &[u8]) {
    let Some(mut letter) = taken(bytes) else { return };
    let reading = understood(&letter);
    for line in &reading.lines {
        assert!(line.command.is_none() || line.kind == Kind::Own, "{line:?}");
    }
    letter.subject = String::new();
    let change = |body: &Option<Body>, to: &dyn Fn(&str) -> Option<String>| match body {
        Some(body) => to(&body.text).map(|text| Some(Body { text, ..body.clone() })),
        None => Some(None),
    };
    let changed = |to: &dyn Fn(&str) -> Option<String>| {
        let (plain, html) = change(&letter.plain, to).zip(change(&letter.html, to))?;
        Some(Letter { plain, html, ..letter.clone() })
    };
    if let Some(letter) = changed(&without_own) {
        silent(&letter);
    }
    let quoted = |text: &str| Some(text.lines().map(|line| format!("> {line}\n")).collect());
    if let Some(letter) = changed(&quoted) {
        silent(&letter);
    }
}

/// A page: read, and mute inside a quote that its own tags cannot close.
pub fn html(bytes: &[u8]) {
    let head = "From: anna@example.net\r\nTo: play@chess.example.org\r\nContent-Type: text/html; charset=utf-8\r\n\r\n";
    let mail = |before: &str, page: &str| [head, before, page].concat();
    let page = String::from_utf8_lossy(bytes);
    letter(mail("", &page).as_bytes());
    // What belongs to the head of a mail or may end the quote is not the page's to say.
    let tame: String = page.replace("</", "< ");
    let behind = ["<div id=\"divRplyFwdMsg\">", "<div class=\"gmail_quote\">", "<blockquote type=\"cite\">"];
    for before in behind {
        if let Some(letter) = taken(mail(before, &tame).as_bytes()) {
            silent(&letter);
        }
    }
}

/// Lines told apart: none is lost, changed or invented.
pub fn quoted(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let sorted = sort(&text, reader().signs());
    assert!(sorted.iter().map(|(_, line)| *line).eq(text.lines()), "{text:?}");
}

/// A position: what is read can be looked at, is written again, and means the same.
pub fn fen(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for variant in variants::SHEETS {
        let Ok(setup) = fen::read(variant, &text) else { continue };
        let strict = Position::try_from(setup.clone());
        let Ok(position) = Position::for_study(setup) else {
            assert!(strict.is_err(), "{text:?} in {}", variant.key);
            continue;
        };
        let written = fen::write(&position);
        let again = fen::read(variant, &written).and_then(Position::for_study).expect("what we write we read");
        assert_eq!(fen::write(&again), written, "{text:?} in {}", variant.key);
        assert_eq!(position.count_moves() as usize, position.legal_moves().len(), "{text:?} in {}", variant.key);
    }
}

/// A move: as SAN, and as a player writes it.
pub fn san(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let position = game().position();
    if let Some(mv) = san::read(&CHESS, &text).and_then(|pattern| position.find_pattern(&pattern).ok()) {
        assert!(position.is_legal(mv), "{text:?}");
    }
    for language in ["en", "de", "ru", "ja"] {
        let context = Context { language, history: Some(game()), variant: &CHESS, numbers: false };
        let found = reader().read_move(&text, &context).and_then(|written| position.find(&written).ok());
        assert!(found.is_none_or(|mv| position.is_legal(mv)), "{text:?} in {language}");
    }
}

/// A move of shogi, as a player writes it.
pub fn shogi_move(bytes: &[u8]) {
    static GAME: OnceLock<History> = OnceLock::new();
    let game = GAME.get_or_init(|| {
        let mut history = History::new(Position::start(&variants::SHOGI));
        for text in ["7g7f", "3c3d", "8h2b+", "3a2b"] {
            let pattern = usi::read(&variants::SHOGI, text).expect("USI");
            let mv = history.position().find_pattern(&pattern).expect("legal");
            history.play(mv).expect("legal");
        }
        history
    });
    let text = String::from_utf8_lossy(bytes);
    for language in ["en", "ja"] {
        let context = Context { language, history: Some(game), variant: &variants::SHOGI, numbers: false };
        let found = reader().read_move(&text, &context).and_then(|written| game.position().find(&written).ok());
        let Some(mv) = found else { continue };
        assert!(game.position().is_legal(mv), "{text:?} in {language}");
        // Whatever was read names a square, or says that it is the one of the move before.
        let told = text.chars().filter(|ch| ch.is_alphanumeric()).count();
        assert!(told >= 2, "{text:?} in {language}");
    }
    let letter = format!("From: anna@example.net\r\nTo: play@chess.example.org\r\n\r\n{}", text.replace('\r', ""));
    let context = Context { language: "ja", history: Some(game), variant: &variants::SHOGI, numbers: false };
    if let Some(letter) = taken(letter.as_bytes()) {
        for line in &reader().read(&letter, &context).lines {
            assert!(line.command.is_none() || line.kind == Kind::Own, "{line:?}");
        }
    }
}

/// A game: what can be replayed is written as a game that replays to the same end.
pub fn pgn(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for record in pgn::read_all(&text) {
        let Ok(history) = record.replay(&CHESS) else { continue };
        let written = pgn::write(&record.tags, &history, None, &[]);
        let again = pgn::read(&written).expect("what we write we read").replay(&CHESS).expect("and replay");
        assert_eq!(again.moves(), history.moves(), "{text:?}");
    }
}

/// A game of shogi in any of its formats: what can be replayed is written as games that replay to the same end.
pub fn shogi_record(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for variant in [&variants::SHOGI, &variants::MINI_SHOGI] {
        for record in [kif::read(&text), csa::read(&text)] {
            let Ok(history) = record.replay(variant) else { continue };
            let outcome = record.outcome(&history);
            let same = |again: Record| {
                let again = again.replay(variant).expect("and replay");
                assert_eq!(again.moves(), history.moves(), "{text:?}");
            };
            same(kif::read(&kif::write(&record.tags, &history, outcome, &[], &[])));
            same(kif::read(&ki2::write(&record.tags, &history, outcome)));
            if let Some(written) = csa::write(&record.tags, &history, outcome, &[]) {
                same(csa::read(&written));
            }
        }
    }
}
