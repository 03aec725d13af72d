//! House rules as tests: who may import whom, sizes, completeness, forbidden calls, libraries, pages for people.

mod architecture;
mod docs;
mod libraries;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// `ARCHITECTURE.md` section 3: what each room may use. A room not named here fails.
const ROOMS: &[(&str, &[&str])] = &[
    ("rules", &[]),
    ("game", &["rules"]),
    ("mail", &[]),
    ("language", &[]),
    ("child", &[]),
    ("partner", &["rules"]),
    ("engine", &["rules", "club", "partner", "child"]),
    ("club", &["rules", "game", "mail", "language"]),
    ("interpret", &["rules", "game", "club", "mail", "language"]),
    ("render", &["rules", "game", "club", "mail", "language"]),
    ("store", &["rules", "game", "club", "mail", "language"]),
    ("post", &["mail", "child"]),
    ("ids", &["game", "mail"]),
    ("config", &["rules", "game", "club", "mail", "post", "partner", "engine", "language", "child"]),
    ("arbiter", &["rules", "game", "club", "mail", "interpret", "store", "ids", "language"]),
    ("dispatch", &["rules", "game", "club", "mail", "render", "store", "ids"]),
    ("daemon", &["*"]),
    ("cli", &["*"]),
    ("main", &["*"]),
    ("lib", &[]),
];

/// Third-party crates that stay behind one wall.
const WALLS: &[(&str, &[&str])] = &[
    ("rusqlite", &["store"]),
    ("imap", &["post"]),
    ("rustls", &["post"]),
    ("rustls_native_certs", &["post"]),
    ("tera", &["render"]),
    ("resvg", &["render"]),
    ("png", &["render"]),
    ("gif", &["render"]),
    ("mail_parser", &["mail"]),
    ("html5gum", &["mail"]),
    ("lettre", &["mail", "post"]),
    ("email_encoding", &["mail"]),
    ("chasolver", &["rules"]),
    ("skillratings", &["club"]),
    ("landlock", &["engine"]),
    ("clap", &["cli"]),
    ("signal_hook", &["daemon"]),
];

/// Words that must not stand in `src/`, and where they may all the same.
const FORBIDDEN: &[(&str, &[&str])] = &[
    ("SystemTime::now", &["daemon"]),
    ("Utc::now", &["daemon"]),
    ("Local::now", &[]),
    ("todo!", &[]),
    ("unimplemented!", &[]),
    ("dbg!", &[]),
    ("println!", &["cli", "main"]),
    ("env::var", &["config", "cli"]),
    (concat!("un", "safe "), &[]),
];

/// Longest file, in lines. Tables are data and exempt.
const LINES_MAX: usize = 500;
/// Longest function, in lines.
const FUNCTION_MAX: usize = 90;

struct Source {
    path: PathBuf,
    room: String,
    /// The text with comments and strings blanked.
    code: String,
    text: String,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files_below(&path, found);
        } else {
            found.push(path);
        }
    }
}

fn sources() -> Vec<Source> {
    let src = root().join("src");
    let mut paths = Vec::new();
    files_below(&src, &mut paths);
    paths
        .into_iter()
        .filter(|path| path.extension().is_some_and(|e| e == "rs"))
        .map(|path| {
            let relative = path.strip_prefix(&src).unwrap();
            let first = relative.iter().next().unwrap().to_str().unwrap();
            let room = first.trim_end_matches(".rs").to_string();
            let text = fs::read_to_string(&path).unwrap();
            Source { room, code: blank(&text), text, path: relative.to_path_buf() }
        })
        .collect()
}

/// Comments and the contents of strings become blanks; line ends stay.
fn blank(text: &str) -> String {
    let bytes: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut i = 0;
    let rest = |i: usize, what: &str| bytes[i..].iter().take(what.len()).collect::<String>() == what;
    while i < bytes.len() {
        let end = if rest(i, "//") {
            (i..bytes.len()).find(|&k| bytes[k] == '\n').unwrap_or(bytes.len())
        } else if rest(i, "/*") {
            (i + 2..bytes.len()).find(|&k| rest(k, "*/")).map_or(bytes.len(), |k| k + 2)
        } else if rest(i, "r#\"") {
            (i + 3..bytes.len()).find(|&k| rest(k, "\"#")).map_or(bytes.len(), |k| k + 2)
        } else if bytes[i] == '"' {
            let mut k = i + 1;
            while k < bytes.len() && bytes[k] != '"' {
                k += if bytes[k] == '\\' { 2 } else { 1 };
            }
            (k + 1).min(bytes.len())
        } else if bytes[i] == '\'' && (rest(i, "'\\") || bytes.get(i + 2) == Some(&'\'')) {
            (i + 2..bytes.len()).find(|&k| bytes[k] == '\'').map_or(bytes.len(), |k| k + 1)
        } else {
            out.push(bytes[i]);
            i += 1;
            continue;
        };
        out.extend(bytes[i..end].iter().map(|&c| if c == '\n' { '\n' } else { ' ' }));
        i = end;
    }
    out
}

/// The rooms a source names behind `crate::`, in paths and in braces.
fn rooms_used(code: &str) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    for (at, _) in code.match_indices("crate::") {
        let tail = &code[at + "crate::".len()..];
        if let Some(group) = tail.strip_prefix('{') {
            let mut depth = 0;
            let mut word = String::new();
            let mut fresh = true;
            for c in group.chars() {
                match c {
                    '{' => depth += 1,
                    '}' if depth == 0 => break,
                    '}' => depth -= 1,
                    ',' if depth == 0 => {
                        used.insert(std::mem::take(&mut word));
                        fresh = true;
                        continue;
                    }
                    _ if depth == 0 && fresh && (c.is_alphanumeric() || c == '_') => word.push(c),
                    ':' if depth == 0 => fresh = false,
                    _ => {}
                }
            }
            used.insert(word);
        } else {
            used.insert(tail.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
        }
    }
    used.remove("");
    used
}

#[test]
fn nobody_imports_against_the_table() {
    let table: BTreeMap<&str, &[&str]> = ROOMS.iter().copied().collect();
    let mut wrong = Vec::new();
    for source in sources() {
        let Some(allowed) = table.get(source.room.as_str()) else {
            wrong.push(format!("{}: the table of rooms does not name it", source.path.display()));
            continue;
        };
        for room in rooms_used(&source.code) {
            let known = table.contains_key(room.as_str());
            if known && room != source.room && !allowed.contains(&"*") && !allowed.contains(&room.as_str()) {
                wrong.push(format!("{} may not use {room}", source.path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn third_party_crates_keep_the_walls() {
    let mut wrong = Vec::new();
    for source in sources() {
        for (name, rooms) in WALLS {
            let named = source.code.match_indices(&format!("{name}::")).any(|(at, _)| {
                let before = source.code[..at].chars().next_back();
                !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
            });
            if named && !rooms.contains(&source.room.as_str()) {
                wrong.push(format!("{} may not use the crate {name}", source.path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn forbidden_words_stay_out() {
    let mut wrong = Vec::new();
    for source in sources() {
        for (word, rooms) in FORBIDDEN {
            if source.code.contains(word) && !rooms.contains(&source.room.as_str()) {
                wrong.push(format!("{} holds {word}", source.path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_file_says_what_it_is_for() {
    let silent: Vec<_> = sources()
        .into_iter()
        .filter(|source| !source.text.starts_with("/*!") && !source.text.starts_with("//!"))
        .map(|source| source.path.display().to_string())
        .collect();
    assert!(silent.is_empty(), "no first comment in {}", silent.join(", "));
}

#[test]
fn files_and_functions_stay_short() {
    let mut long = Vec::new();
    for source in sources() {
        let lines = source.text.lines().count();
        if lines > LINES_MAX {
            long.push(format!("{}: {lines} lines", source.path.display()));
        }
        for (name, length) in functions(&source.code) {
            if length > FUNCTION_MAX {
                long.push(format!("{}: fn {name} has {length} lines", source.path.display()));
            }
        }
    }
    assert!(long.is_empty(), "too long:\n{}", long.join("\n"));
}

/// Names and lengths of all functions with a body.
fn functions(code: &str) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("fn ") {
        if code[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let name: String = code[at + 3..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let Some(open) = code[at..].find(['{', ';']).filter(|k| code[at + k..].starts_with('{')) else { continue };
        let mut depth = 0;
        let mut end = code.len();
        for (k, c) in code[at + open..].char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                end = at + open + k;
                break;
            }
        }
        found.push((name, code[at..(end + 1).min(code.len())].lines().count()));
    }
    found
}

#[test]
fn every_language_has_every_page() {
    let source = fs::read_to_string(root().join("src/game/notice.rs")).unwrap();
    let pages: BTreeSet<String> = source
        .lines()
        .filter_map(|line| line.trim().strip_prefix("Page::")?.split_once("=> \""))
        .filter_map(|(_, rest)| Some(rest.split_once('"')?.0.to_string()))
        .collect();
    assert!(pages.len() >= 12, "the pages could not be read from their source: {pages:?}");
    for entry in fs::read_dir(root().join("templates")).unwrap() {
        let folder = entry.unwrap().path();
        let language = folder.file_name().unwrap().to_string_lossy().to_string();
        if language == "reading" {
            continue;
        }
        let present: BTreeSet<String> = fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.join("subject.txt").exists() || path.join("body.txt").exists())
            .map(|path| path.file_name().unwrap().to_string_lossy().to_string())
            .collect();
        assert_eq!(present, pages, "pages of the language {language}");
        for page in &pages {
            for file in ["subject.txt", "body.txt", "body.html"] {
                assert!(folder.join(page).join(file).exists(), "templates/{language}/{page}/{file} is missing");
            }
        }
    }
}

#[test]
fn the_checks_themselves_can_fail() {
    assert_eq!(
        rooms_used("use crate::{game::{A, B}, mail}; crate::rules::X"),
        ["game", "mail", "rules"].map(String::from).into()
    );
    assert_eq!(blank("a // b\n\"c\" d"), "a     \n    d");
    assert_eq!(functions("fn a() {\n1\n}\nfn b();")[0].1, 3);
}
