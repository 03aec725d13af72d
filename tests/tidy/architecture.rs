//! What `ARCHITECTURE.md` names is there: files, types and their arms.

use super::{files_below, root, sources};
use std::collections::BTreeSet;
use std::fs;

/// Words in code style that are the language's own.
const RUST: [&str; 4] = ["Result", "Option", "Vec", "SELECT"];

/// The words behind keywords that define a type, and everything that begins a line with a capital: arms and types.
struct Names {
    types: BTreeSet<String>,
    arms: BTreeSet<String>,
}

fn names(code: &str) -> Names {
    let word = |text: &str| text.chars().take_while(|ch| ch.is_alphanumeric() || *ch == '_').collect::<String>();
    let (mut types, mut arms) = (BTreeSet::new(), BTreeSet::new());
    for line in code.lines().map(str::trim) {
        for keyword in ["struct ", "enum ", "trait ", "type "] {
            if let Some((_, behind)) = line.split_once(keyword) {
                types.insert(word(behind));
            }
        }
        if line.starts_with(|ch: char| ch.is_ascii_uppercase()) {
            arms.insert(word(line));
        }
    }
    Names { types, arms }
}

/// What `note` names and the tree does not have. `is_there` says whether a file of that name exists, in any folder.
fn astray(note: &str, names: &Names, is_there: impl Fn(&str) -> bool) -> Vec<String> {
    let mut astray = Vec::new();
    let is_word = |ch: char| ch.is_alphanumeric() || matches!(ch, '_' | '/' | '.');
    for path in note.split(|ch| !is_word(ch)).filter(|word| word.len() > 3 && word.ends_with(".rs")) {
        if !is_there(path) {
            astray.push(path.to_owned());
        }
    }
    // `Move::{Step, Castle}`: a type and arms of it.
    for (at, _) in note.match_indices("::{") {
        let before = note[..at].rsplit(|ch: char| !ch.is_alphanumeric()).next().unwrap_or_default();
        let list = note[at + 3..].split('}').next().unwrap_or_default();
        let arms = list.split(',').map(|arm| arm.trim_matches([' ', '…'])).filter(|arm| !arm.is_empty());
        astray.extend(arms.filter(|arm| !names.arms.contains(*arm)).map(|arm| format!("{before}::{arm}")));
        if !names.types.contains(before) {
            astray.push(before.to_owned());
        }
    }
    // `View`: one word in code style that begins with a capital.
    for span in note.lines().flat_map(|line| line.split('`').skip(1).step_by(2)) {
        let name: String = span.chars().take_while(|ch| ch.is_alphanumeric()).collect();
        let is_name =
            name.len() > 1 && name.starts_with(|ch: char| ch.is_ascii_uppercase()) && name.contains(char::is_lowercase);
        let known = names.types.contains(&name) || names.arms.contains(&name) || RUST.contains(&name.as_str());
        if is_name && !known {
            astray.push(name);
        }
    }
    astray
}

#[test]
fn what_the_architecture_names_is_there() {
    let note = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let mut files = Vec::new();
    ["src", "tests", "benches", "fuzz"].iter().for_each(|folder| files_below(&root().join(folder), &mut files));
    let is_there = |path: &str| files.iter().any(|file| file.ends_with(path));
    let code: Vec<String> = sources().into_iter().map(|source| source.code).collect();
    let found = astray(&note, &names(&code.join("\n")), is_there);
    assert!(found.is_empty(), "ARCHITECTURE.md names what is not there: {found:?}");
}

#[test]
fn what_is_astray_is_found() {
    let names = names("pub enum Move {\n    Step,\n}\nstruct View;\n");
    let found = |note: &str| astray(note, &names, |path| path == "moves.rs");
    assert_eq!(found("moves.rs has Move::{Step} and `View`"), Vec::<String>::new());
    assert_eq!(found("gone.rs"), ["gone.rs"]);
    assert_eq!(found("Move::{Step, Pass …}"), ["Move::Pass"]);
    assert_eq!(found("Request::{Step}"), ["Request"]);
    assert_eq!(found("the `Wish` of a player"), ["Wish"]);
}
