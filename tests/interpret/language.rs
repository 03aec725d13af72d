//! Adding a language touches no Rust: files laid into a copy of the templates, and letters in that language are read.

use std::fs;
use std::path::Path;

use kingpost::interpret::{Context, Reader, answer};
use kingpost::language::Languages;
use kingpost::rules::History;
use kingpost::rules::variants::CHESS;

use super::{bare, game, letter, position};

/// Esperanto, to be read.
const READ: &str = r#"
letters = { king = "R", queen = "D", rook = "T", bishop = "K", knight = "Ĉ", pawn = "P" }
openings = ["mi ludas", "mia movo (estas)"]
closings = ["ŝak", "mi petas"]
connectives = ["kaj"]
conditions = [["se", "tiam"]]
names = { knight = ["ĉevalo", "ĉevalon"] }
fillers = ["al"]
reply_prefixes = ["Respondo"]
wrote_words = ["skribis"]
months = ["novembro"]
from_labels = ["De"]
date_labels = ["Sendita"]
to_labels = ["Al"]
subject_labels = ["Temo"]
dividers = ["Originala mesaĝo"]
sign_offs = ["Amike"]
tags = ["Sendita de mia …"]
delimiters = ["=== Respondu super ĉi tiu linio ==="]
"#;

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (source, target) = {
            let entry = entry.unwrap();
            (entry.path(), to.join(entry.file_name()))
        };
        if source.is_dir() {
            copy(&source, &target);
        } else {
            fs::copy(&source, &target).unwrap();
        }
    }
}

/// What that text asks for from a player of Esperanto after 1. e4 e5, and what it says to the opponent.
fn read(reader: &Reader, text: &str, subject: &str) -> (String, String) {
    let history = game("G01");
    let context = Context { language: "eo", history: Some(&history), variant: &CHESS, numbers: false };
    let reading = reader.read(&letter(text, subject), &context);
    (answer::words(&reading, Some(&history)), bare(reading.message.as_deref().unwrap_or_default()))
}

#[test]
fn a_language_is_added_by_its_files_alone() {
    let folder = tempfile::tempdir().unwrap();
    let templates = folder.path().join("templates");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("templates"), &templates);
    let load = || Languages::from_folder(&templates).map_err(|error| error.to_string());
    let before = Reader::new(&load().unwrap()).unwrap();
    fs::write(templates.join("reading/eo.toml"), READ).unwrap();
    let reader = Reader::new(&load().unwrap()).unwrap();

    let block = "Mi ludas Ĉf3.\n\nDe: Ben\nSendita: 17 novembro 2026\nAl: Clara\nTemo: e4\n\nresign";
    let cases = [
        ("Ĉf3", "move Nf3", ""),
        ("Mia movo estas Ĉf3 ŝak", "move Nf3", ""),
        ("ĉevalo al f3\nGis morgau", "move Nf3", "Gismorgau"),
        ("Kc4 kaj draw", "move Bc4 + draw offer", ""),
        ("Ĉf3. Se Ĉc6 tiam Kb5", "move Nf3; if Nc6 then Bb5", ""),
        ("Re2", "move Ke2", ""),
        ("Je 17 novembro 2026 Ben skribis:\n> Nf3", "none", ""),
        (block, "move Nf3", ""),
        ("d4\n\nAmike\nClara\nresign", "move d4", ""),
        ("d4\nSendita de mia telefono", "move d4", ""),
        ("d4\n=== Respondu super ĉi tiu linio ===\nresign", "move d4", ""),
    ];
    for (text, request, message) in cases {
        assert_eq!(read(&reader, text, ""), (request.into(), message.into()), "{text}");
        assert_ne!(read(&before, text, ""), (request.into(), message.into()), "{text}: read without the file, too");
    }
    assert_eq!(read(&reader, "", "Respondo: Ĉf3").0, "move Nf3");

    // A language that is written as well is a folder; it brings words for every command.
    copy(&templates.join("en"), &templates.join("eo"));
    let words = fs::read_to_string(templates.join("eo/words.toml")).unwrap();
    let words = words.replacen("\"resign\" = [", "\"resign\" = [\"mi kapitulacas\", ", 1);
    fs::write(templates.join("eo/words.toml"), &words).unwrap();
    let reader = Reader::new(&load().unwrap()).unwrap();
    assert_eq!(read(&reader, "Mi kapitulacas!", "").0, "resign");
    assert_eq!(read(&before, "Mi kapitulacas!", "").0, "none");

    // It is known by its words, as one with letters of its own is by these.
    let shown = |text: &str| {
        let context = Context { language: "en", history: None, variant: &CHESS, numbers: false };
        reader.language_of(&reader.read(&letter(text, ""), &context)).map(str::to_owned)
    };
    assert_eq!(shown("Saluton! Mi ludas volonte."), Some("eo".to_owned()));
    assert_eq!(shown("Hello, how does this game work?"), Some("en".to_owned()));
    assert_eq!(shown("こんにちは"), Some("ja".to_owned()));
    assert_eq!(shown("投了"), Some("ja".to_owned()));
    assert_eq!(shown("你好"), None);
    assert_eq!(shown("Nf3"), None);

    // One that lacks a page or a word is refused with its name.
    fs::write(templates.join("eo/words.toml"), words.replacen("\"resign\" = [", "# \"resign\" = [", 1)).unwrap();
    assert!(Reader::new(&load().unwrap()).unwrap_err().contains("resign"));
    fs::remove_file(templates.join("eo/help/body.txt")).unwrap();
    assert!(load().unwrap_err().contains("eo lacks help/body.txt"));
}

/// What that letter of a player of `language` asks for where king and rook both reach d1.
fn towards_d1(reader: &Reader, language: &str, text: &str) -> String {
    let history = History::new(position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"));
    let context = Context { language, history: Some(&history), variant: &CHESS, numbers: false };
    answer::words(&reader.read(&letter(text, "Re: [kp-7f3k9] Chess"), &context), Some(&history))
}

#[test]
fn a_move_is_in_the_letters_of_the_language_it_is_written_in() {
    let reader = super::reader();
    let attribution = "Le lun. 30 nov. 2026 à 10:03, Kingpost <play+k3@example.net> a écrit :\n> Rd1";
    let outlook = "De : Kingpost <play+k3@example.net>\nEnvoyé : lundi 30 novembre 2026 10:03\nÀ : Anna\nObjet : x";
    let cases = [
        ("en", "Rd1".to_owned(), "move Rd1"),
        ("en", "Bonjour,\n\nje joue Rd1.\n\nAmicalement".to_owned(), "move Kd1"),
        ("fr", "Bonjour,\n\nje joue Rd1.\n\nAmicalement".to_owned(), "move Kd1"),
        ("ja", "Bonjour,\n\nje joue Rd1.".to_owned(), "move Kd1"),
        ("en", "Hola,\n\njuego Rd1\n\nSaludos".to_owned(), "move Kd1"),
        ("en", "Ciao, gioco Rd1. Buona partita".to_owned(), "move Kd1"),
        ("en", "Rd1\n\nHello from London, the weather is fine here.".to_owned(), "move Rd1"),
        ("en", "Guten Morgen,\n\nTd1\n\nViele Grüße".to_owned(), "move Rd1"),
        ("en", "Rd1\n\nMerci".to_owned(), "ambiguous"),
        ("en", format!("Rd1\n\n{attribution}"), "ambiguous"),
        ("en", format!("Rd1\n\n{outlook}"), "ambiguous"),
        ("en", format!("Rd1, good luck with the game!\n\n{attribution}"), "move Rd1"),
        ("en", format!("Td1\n\n{attribution}"), "move Rd1"),
        ("en", format!("Kd1\n\n{attribution}"), "move Kd1"),
        ("en-x-letters", "Bonjour,\n\nje joue Rd1.\n\nAmicalement".to_owned(), "move Rd1"),
        ("fr-x-letters", "Hello Ben, I play Rd1. The weather is fine.".to_owned(), "move Kd1"),
        ("fr-x-letters", "Rd1".to_owned(), "move Kd1"),
    ];
    for (language, text, expected) in cases {
        assert_eq!(towards_d1(reader, language, &text), expected, "{language} {text}");
    }
}

/// Every language's letters, chosen, play every kind of piece; and none of them needs to be chosen where no two fit.
#[test]
fn moves_in_the_letters_of_each_language() {
    let languages = Languages::built_in().unwrap();
    let reader = Reader::new(&languages).unwrap();
    // Each kind of piece alone reaches a square of its own: Ke2, Qd1-d4, Ra1-a4, Bf1-h3, Nb1-c3.
    let history = History::new(position("4k3/8/8/8/8/8/8/RN1QKB2 w - - 0 1"));
    let moves = [
        ("king", "f2", "Kf2"),
        ("queen", "d4", "Qd4"),
        ("rook", "a4", "Ra4"),
        ("bishop", "h3", "Bh3"),
        ("knight", "c3", "Nc3"),
    ];
    let mut tried = 0;
    for (code, table) in languages.reading() {
        let Some(letters) = table.get("letters") else { continue };
        for (piece, square, expected) in moves {
            let written = letters.get(piece).and_then(|letter| letter.as_str()).unwrap();
            let tag = format!("{code}-x-letters");
            for language in [tag.as_str(), "en"] {
                let context = Context { language, history: Some(&history), variant: &CHESS, numbers: false };
                let text = format!("{written}{square}");
                let found = answer::words(&reader.read(&letter(&text, ""), &context), Some(&history));
                let fits = found == format!("move {expected}");
                // Unchosen, it is the same move, or it is asked about or refused; never another.
                let asked = language == "en" && matches!(found.as_str(), "illegal" | "ambiguous" | "none");
                assert!(fits || asked, "{language} {code} {text}: {found}, not {expected}");
                tried += 1;
            }
        }
    }
    assert!(tried > 250, "{tried}");
}
