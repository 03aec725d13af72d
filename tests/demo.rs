//! The demonstration as a newcomer without a terminal sees it: the built program plays its scripted game.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn demo(dir: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kingpost"))
        .args(["demo", "--clock", "2026-12-01T12:00:00Z", "--seed", "7", "--dir"])
        .arg(dir)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// Every mail of the folder by name.
fn mails(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(dir.join("outbox")).unwrap().map(|entry| entry.unwrap().path());
    let mails = entries.filter(|path| path.extension().is_some_and(|e| e == "eml"));
    mails.map(|path| (path.file_name().unwrap().to_string_lossy().into(), std::fs::read(path).unwrap())).collect()
}

#[test]
fn the_scripted_game_comes_to_mate_and_is_the_same_every_time() {
    let scratch = tempfile::tempdir().unwrap();
    let (one, two) = (scratch.path().join("one"), scratch.path().join("two"));
    let said = demo(&one);
    let words = String::from_utf8(said.stdout).unwrap();
    assert_eq!(said.status.code(), Some(0), "{words}{}", String::from_utf8_lossy(&said.stderr));
    for page in ["(refused)", "draw_offered", "(draw_declined)", "(confirm_resign)", "(game_over)"] {
        assert!(words.contains(page), "no {page} in {words}");
    }
    // Every path that is named is there.
    let named: Vec<&str> = words.lines().map(str::trim).filter(|line| line.starts_with('/')).collect();
    for ending in [".eml", ".html", ".png"] {
        assert!(named.iter().any(|path| path.ends_with(ending)));
    }
    for path in named {
        assert!(Path::new(path).metadata().is_ok_and(|file| file.len() > 0), "{path} is not there");
    }
    let first = mails(&one);
    let over = first.values().filter(|mail| String::from_utf8_lossy(mail).contains("Kingpost-Page: game_over"));
    assert_eq!(over.count(), 2);
    assert_eq!(demo(&two).status.code(), Some(0));
    assert!(first == mails(&two), "a fixed clock and seed give the same bytes");
}

#[test]
fn a_folder_in_use_is_left_alone() {
    let scratch = tempfile::tempdir().unwrap();
    std::fs::write(scratch.path().join("mine"), "mine").unwrap();
    let said = demo(scratch.path());
    assert_eq!(said.status.code(), Some(73));
    assert!(String::from_utf8_lossy(&said.stderr).contains("--dir"));
    assert_eq!(std::fs::read_dir(scratch.path()).unwrap().count(), 1);
}
