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

/// What the demonstration says to these lines, typed one after the other.
fn typed(dir: &Path, arguments: &[&str], lines: &str) -> String {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_kingpost"))
        .args(["demo", "--interactive", "--dir"])
        .arg(dir)
        .args(arguments)
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let said = child.wait_with_output().unwrap();
    assert_eq!(said.status.code(), Some(0));
    String::from_utf8(said.stdout).unwrap()
}

#[test]
fn a_typed_game_shows_the_board_first_and_the_partner_answers() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path().join("typed");
    let said = typed(&dir, &[], "e4\nm\ndraw\ntakeback\nd4\nhelp\nq\n");
    for words in ["Ben declined the draw.", "Takeback agreed.", "Nf3", "m: all moves", "1 | R N B Q K B N R | 1"] {
        assert!(said.contains(words), "no {words} in {said}");
    }
    assert!(!said.contains("Is this your address?"), "{said}");
    let latest = dir.join("latest.html");
    assert_eq!(said.matches(latest.to_str().unwrap()).count(), 1, "the path is named once");
    // The page finds its pictures from where it lies.
    let html = std::fs::read_to_string(&latest).unwrap();
    let picture = html.split("src=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    assert!(dir.join(picture).metadata().is_ok_and(|file| file.len() > 0), "{picture}");
    for screen in said.split("> ") {
        assert!(screen.lines().count() < 24, "{screen}");
        assert!(screen.lines().all(|line| line.chars().count() < 80 || line.contains('/')), "{screen}");
    }
}

#[test]
fn a_typed_game_of_shogi_in_japanese() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path().join("typed");
    let said = typed(&dir, &["--variant", "shogi", "--language", "ja"], "７六歩\n待った\nq\n");
    for words in ["｜　香　桂　銀　金　玉　金　銀　桂　香｜九", "「待った」が成立しました", "q：終了"]
    {
        assert!(said.contains(words), "no {words} in {said}");
    }
}
