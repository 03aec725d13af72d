//! Adding a language touches no Rust: files laid into a copy of the templates, and letters in that language are read.

use std::fs;
use std::path::Path;

use kingpost::interpret::{Context, Reader, answer};
use kingpost::language::Languages;
use kingpost::rules::variants::CHESS;

use super::{bare, game, letter};

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
    let context = Context { language: "eo", history: Some(&history), variant: &CHESS };
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

    // One that lacks a page or a word is refused with its name.
    fs::write(templates.join("eo/words.toml"), words.replacen("\"resign\" = [", "# \"resign\" = [", 1)).unwrap();
    assert!(Reader::new(&load().unwrap()).unwrap_err().contains("resign"));
    fs::remove_file(templates.join("eo/help/body.txt")).unwrap();
    assert!(load().unwrap_err().contains("eo lacks help/body.txt"));
}
