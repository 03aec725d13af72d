//! `kingpost gallery`: every page in every language, made by the built program.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use kingpost::language::Languages;

fn gallery(dir: &Path) {
    let said = Command::new(env!("CARGO_BIN_EXE_kingpost")).args(["gallery", "--dir"]).arg(dir).output().unwrap();
    assert_eq!(said.status.code(), Some(0), "{}", String::from_utf8_lossy(&said.stderr));
}

/// The keys of all pages there are, from their source.
fn pages() -> BTreeSet<String> {
    let source = include_str!("../src/game/notice.rs");
    let keys = source.lines().filter_map(|line| line.trim().strip_prefix("Page::")?.split_once("=> \""));
    keys.filter_map(|(_, rest)| Some(rest.split_once('"')?.0.to_owned())).collect()
}

#[test]
fn every_page_hangs_in_the_gallery() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path().join("gallery");
    gallery(&dir);
    let names: Vec<String> =
        std::fs::read_dir(&dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    for language in Languages::built_in().unwrap().written() {
        for variant in ["chess", "shogi", "loop", "los-alamos", "grand"] {
            let start = format!("{variant}-{}-", language.code);
            let own: Vec<&String> = names.iter().filter(|name| name.starts_with(&start)).collect();
            let mut shown = BTreeSet::new();
            for name in own.iter().filter(|name| name.ends_with(".eml")) {
                let mail = std::fs::read_to_string(dir.join(name)).unwrap();
                let value = mail.lines().find_map(|line| line.strip_prefix("Kingpost-Page: ")).unwrap();
                shown.extend(value.split(',').map(|page| page.trim().to_owned()));
                // A guest's invitation has English below.
                let alone = format!("Content-Language: {}\r\n", language.code);
                assert!(mail.contains(&alone) || mail.contains(&alone.replace('\r', ", en\r")), "{name}");
                // Whoever wants words alone gets no HTML.
                let endings: &[&str] = if mail.contains("text/html") { &["html", "txt"] } else { &["txt"] };
                for ending in endings {
                    let file = dir.join(name).with_extension(ending);
                    assert!(file.metadata().is_ok_and(|file| file.len() > 0), "{}", file.display());
                }
            }
            // The other games are shown by a shorter course.
            if !["chess", "shogi"].contains(&variant) {
                assert!(
                    ["your_move", "scope", "game_over"].iter().all(|page| shown.contains(*page)),
                    "{start}: {shown:?}"
                );
                continue;
            }
            let missing: Vec<_> = pages().difference(&shown).cloned().collect();
            assert!(missing.is_empty(), "{start}: nothing shows {missing:?}");
            assert!(own.iter().any(|name| name.ends_with(".png")), "{start}: no picture");
        }
    }
    let inbox = std::fs::read_to_string(dir.join("inbox.html")).unwrap();
    assert_eq!(inbox.matches("<a href").count(), names.iter().filter(|name| name.ends_with(".eml")).count());
    for method in ["PUBLISH", "CANCEL"] {
        let sent = |name: &&String| {
            name.ends_with(".eml")
                && std::fs::read_to_string(dir.join(name)).unwrap().contains(&format!("method={method}"))
        };
        assert!(names.iter().any(|name| sent(&name)), "no mail has a calendar file that says {method}");
    }
    let index = std::fs::read_to_string(dir.join("index.html")).unwrap();
    for name in names.iter().filter(|name| name.ends_with(".eml")) {
        assert!(index.contains(&name.replace(".eml", ".txt")), "{name} is not in the index");
    }
}

#[test]
fn the_same_program_gives_the_same_gallery() {
    let scratch = tempfile::tempdir().unwrap();
    let folders = ["one", "two"].map(|name| scratch.path().join(name));
    folders.iter().for_each(|dir| gallery(dir));
    let names = folders.each_ref().map(|dir| {
        let entries = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name());
        entries.collect::<BTreeSet<_>>()
    });
    assert_eq!(names[0], names[1]);
    for name in &names[0] {
        let [one, two] = folders.each_ref().map(|dir| std::fs::read(dir.join(name)).unwrap());
        assert!(one == two, "{} differs", name.to_string_lossy());
    }
}
