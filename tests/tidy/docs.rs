//! The pages for people, held to the program and to each other: what they tell is carried out, what is carried out they
//! tell, in every language we write.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::fs;

use kingpost::club::{Errand, House, Robot, Settings};
use kingpost::game::{Takebacks, TimeControl};
use kingpost::interpret::{Context, Deed, Deeds, Reader, Reading};
use kingpost::language::{Language, Languages};
use kingpost::mail::{self, Incoming};
use kingpost::rules::variants::{ALL, CHESS, SHOGI};
use kingpost::rules::{History, Position, Variant};

/// A page in a language: English has no mark, `docs/playing.ja.md` is the Japanese one.
fn page(path: &str, language: &str) -> String {
    let mark = if language == "en" { String::new() } else { format!(".{language}") };
    let path = super::root().join(format!("{path}{mark}.md"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What stands between backticks.
fn spans(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The rows of all tables that stand below `<!-- MARK -->`, as cells; heads and rules are left out.
fn rows<'t>(page: &'t str, mark: &str) -> Vec<Vec<&'t str>> {
    let mark = format!("<!-- {mark} -->");
    let tables =
        page.split(&mark).skip(1).map(|behind| behind.lines().skip(1).take_while(|line| line.starts_with('|')));
    let rows: Vec<Vec<&str>> = tables
        .flat_map(|table| table.skip(2))
        .map(|row| row.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    assert!(rows.len() > 3, "{mark} marks {} rows", rows.len());
    rows
}

fn words(language: &Language, path: &[&str]) -> String {
    let mut value = &toml::Value::Table(language.words.clone());
    for key in path {
        value = value.get(key).unwrap_or_else(|| panic!("{}/words.toml lacks {path:?}", language.code));
    }
    value.as_str().unwrap().to_owned()
}

/// Reads a line as a player's letter in a game of that kind.
fn read(reader: &Reader, language: &str, variant: &'static Variant, text: &str) -> Reading {
    let head = "From: Anna <anna@example.org>\r\nTo: play@example.com\r\nContent-Type: text/plain; charset=utf-8\r\n\
                Content-Transfer-Encoding: 8bit\r\n\r\n";
    let bytes = format!("{head}{text}\r\n");
    let mail = mail::read(bytes.as_bytes(), &mail::Limits::default(), reader.signs(), "example.com", &|_| false);
    let Ok(Incoming::Letter(letter)) = mail else { panic!("{text}: {mail:?}") };
    let history = History::new(Position::start(variant));
    reader.read(&letter, &Context { language, history: Some(&history), variant, numbers: false })
}

/// A service that plays every game on any terms.
fn house() -> House {
    House {
        time: TimeControl::Unlimited,
        shortest_time: chrono::TimeDelta::seconds(1),
        takebacks: Takebacks::Unrated,
        offer_gap: 10,
        leave_days: 30,
        variants: ALL.to_vec(),
        robots: vec![Robot { words: vec!["stockfish".into()], ..crate::engine::robot(ALL.to_vec()) }],
        names: Vec::new(),
    }
}

/// Which command a reading is, without its arguments; none if it is no one command that is carried out.
fn command(reading: &Reading) -> Option<String> {
    let arm = |wish: &dyn Debug| format!("{wish:?}").split([' ', '(']).next().unwrap_or_default().to_owned();
    match (&reading.deeds, reading.asks.as_slice()) {
        (Deeds::One(Deed::Errand(Errand::Setting(setting))), []) => Some(format!("settings {}", setting.words().0)),
        (Deeds::One(Deed::UnknownSetting(_) | Deed::NotOffered(_)), []) => None,
        (Deeds::One(Deed::Play { draw, conditions, .. }), []) => {
            Some(format!("Play {draw:?}{}", if conditions.is_empty() { "" } else { " if" }))
        }
        (Deeds::One(Deed::Errand(Errand::Invite(game))), []) => {
            let house = house();
            let terms = house.robot(game).map_or_else(|| game.clone(), |(_, terms)| terms);
            house.terms(&terms).ok().map(|_| "Invite".to_owned())
        }
        (Deeds::One(Deed::Errand(Errand::Away { absence: None, .. })), []) => None,
        (Deeds::One(Deed::Errand(Errand::Bar { barrier, up, .. })), []) => Some(format!("{barrier:?} {up}")),
        (Deeds::One(Deed::Errand(errand)), []) => Some(arm(errand)),
        (Deeds::One(deed), []) => Some(arm(deed)),
        (Deeds::Nothing, [ask]) => Some(arm(ask)),
        (Deeds::Nothing, []) if !reading.notes.is_empty() => Some("note".to_owned()),
        (Deeds::Nothing, []) if !reading.plan.is_empty() => Some("plan".to_owned()),
        _ => None,
    }
}

/// The commands a page of docs tells players of; every one of them has to be carried out.
fn told(reader: &Reader, language: &Language) -> BTreeSet<String> {
    let page = page("docs/playing", &language.code);
    let (mut told, mut wrong) = (BTreeSet::new(), Vec::new());
    for row in rows(&page, "commands") {
        for text in spans(row[0]) {
            match command(&read(reader, &language.code, &CHESS, text)) {
                Some(command) => drop(told.insert(command)),
                None => wrong.push(text),
            }
        }
    }
    assert!(wrong.is_empty(), "{}: the docs promise what is not carried out: {wrong:#?}", language.code);
    told
}

fn languages() -> (Languages, Reader) {
    let languages = Languages::built_in().unwrap();
    let reader = Reader::new(&languages).unwrap();
    (languages, reader)
}

#[test]
fn players_are_told_every_command_and_no_other() {
    let (languages, reader) = languages();
    let english = told(&reader, languages.get("en").unwrap());
    // These have no line of their own in words.toml.
    for text in ["Nf3", "Nf3, draw", "e4, if e5 then Nf3", "if e5 then Nf3", "new chess with ben@example.org"] {
        let known = command(&read(&reader, "en", &CHESS, text)).unwrap();
        assert!(english.contains(&known), "nobody is told of {text:?} ({known})");
    }
    for language in languages.written() {
        let told = told(&reader, language);
        assert_eq!(told, english, "commands told in {} and in English", language.code);
        let commands = language.words["commands"].as_table().unwrap();
        let keys = commands.iter().chain(commands["show"].as_table().unwrap());
        let mut carried_out = 0;
        for (key, _) in keys.filter(|(_, value)| value.is_array()) {
            let Some(command) = command(&read(&reader, "en", &CHESS, &filled(key))) else { continue };
            assert!(told.contains(&command), "{}: nobody is told of {key:?} ({command})", language.code);
            carried_out += 1;
        }
        assert!(carried_out > 25, "only {carried_out} commands of words.toml are carried out");
    }
}

/// A command with something in the place of its argument.
fn filled(key: &str) -> String {
    let samples = [
        ("{address}", "new@example.org"),
        ("{code}", "7K3F-Q2M9"),
        ("{dates}", "3 Aug to 17 Aug"),
        ("{game}", "kp-7f3k9"),
        ("{move}", "Nf3"),
        ("{number}", "14"),
        ("{settings}", "language ja"),
        ("{span}", "2 days"),
        ("{square}", "f3"),
        ("{terms}", "time 3d"),
        ("{text}", "hello"),
        ("{topic}", "draw"),
        ("{variant}", "shogi"),
        ("{whom}", "ben@example.org"),
    ];
    let text = samples.iter().fold(key.to_owned(), |text, (hole, sample)| text.replace(hole, sample));
    assert!(!text.contains('{'), "no sample for {key:?}");
    text
}

#[test]
fn every_line_of_the_help_page_stands_in_the_docs() {
    for language in languages().0.written() {
        let page = page("docs/playing", &language.code);
        let known: BTreeSet<&str> = spans(&page).into_iter().collect();
        let lines = language.words["help"].as_array().unwrap();
        assert!(lines.len() > 20);
        for line in lines {
            let line = line["write"].as_str().unwrap();
            assert!(known.contains(line), "{}: the docs lack {line:?}", language.code);
        }
    }
}

#[test]
fn every_example_of_a_move_is_read_as_one() {
    let (languages, reader) = languages();
    for language in languages.written() {
        let page = page("docs/playing", &language.code);
        for (mark, variant) in [("moves: chess", &CHESS), ("moves: shogi", &SHOGI)] {
            let history = History::new(Position::start(variant));
            let reads = |code: &str, text: &str| {
                let context = Context { language: code, history: Some(&history), variant, numbers: false };
                reader.read_move(text, &context).is_some()
            };
            for text in rows(&page, mark).iter().flat_map(|row| spans(row[1])) {
                let known = reads(&language.code, text) || languages.reading().keys().any(|code| reads(code, text));
                // `同` needs a move before it.
                assert!(known || text.starts_with('同'), "{}: {mark}: {text} is read as no move", language.code);
            }
        }
    }
}

#[test]
fn every_choice_of_the_settings_stands_in_the_docs() {
    for language in languages().0.written() {
        let page = page("docs/playing", &language.code);
        let rows = rows(&page, "commands");
        for choice in Settings::default().chosen() {
            let name = format!("`settings {} ", choice.name);
            let row = rows.iter().find(|row| row[0].contains(&name)).unwrap_or_else(|| panic!("no row {name}"));
            let told: Vec<&str> = spans(row[1]);
            assert_eq!(told.len(), choice.all.len(), "{}: {name}: {told:?}", language.code);
            assert!(choice.all.iter().all(|value| told.contains(value)), "{}: {name}: {told:?}", language.code);
        }
    }
}

#[test]
fn every_game_stands_in_the_docs_with_its_rules() {
    for language in languages().0.written() {
        let (docs, readme) = (page("docs/playing", &language.code), page("README", &language.code).to_lowercase());
        let readme = readme.split_whitespace().collect::<Vec<_>>().join(" ");
        for variant in ALL {
            let title = words(language, &["variants", variant.key, "title"]);
            let row = format!("| {title} | `{}` | {}", variant.key, words(language, &["rules", variant.key]));
            assert!(docs.contains(&row), "{}: the docs lack the row\n{row}", language.code);
            let name = words(language, &["variants", variant.key, "name"]).to_lowercase();
            let name = name.trim_end_matches(" chess");
            assert!(readme.contains(name), "{}: the README lacks {name}", language.code);
        }
        let games = docs.lines().rev().take_while(|line| line.starts_with('|')).count();
        assert_eq!(games, ALL.len() + 2, "{}: rows of the last table", language.code);
        assert!(readme.contains(&ALL.len().to_string()), "{}: the README says another number of games", language.code);
    }
}

/// How deep each heading is, the blocks of code without their remarks, and the calls of the program in the text.
fn skeleton(page: &str) -> (Vec<usize>, Vec<Vec<String>>, BTreeSet<String>) {
    let (mut headings, mut blocks, mut text) = (Vec::new(), Vec::<Vec<String>>::new(), String::new());
    let mut inside = false;
    for line in page.lines() {
        if line.starts_with("```") {
            inside = !inside;
            if inside {
                blocks.push(vec![line.to_owned()]);
            }
        } else if inside {
            let code = line.split_once(" #").map_or(line, |(code, _)| code);
            blocks.last_mut().unwrap().push(code.trim_end().to_owned());
        } else {
            headings.extend(line.starts_with('#').then(|| line.bytes().take_while(|b| *b == b'#').count()));
            text.push_str(line);
            text.push('\n');
        }
    }
    assert!(!inside, "a block of code is not closed");
    let calls = spans(&text).into_iter().filter(|span| span.starts_with("kingpost ")).map(str::to_owned).collect();
    (headings, blocks, calls)
}

#[test]
fn every_language_has_the_same_pages() {
    for path in ["README", "docs/playing"] {
        let english = page(path, "en");
        let name = path.rsplit('/').next().unwrap();
        for language in languages().0.written().filter(|language| language.code != "en") {
            let other = page(path, &language.code);
            assert!(
                english.contains(&format!("({name}.{}.md)", language.code)),
                "{path}: no link to {}",
                language.code
            );
            assert!(other.contains(&format!("({name}.md)")), "{path}.{}: no link to English", language.code);
            assert_eq!(skeleton(&other), skeleton(&english), "{path}.{}, beside English", language.code);
            let tables = |page: &str| page.lines().filter(|line| line.starts_with('|')).count();
            assert_eq!(tables(&other), tables(&english), "{path}.{}: rows of tables", language.code);
        }
    }
}

/// Documents that a comment or page names and that a reader of the repository does not have.
fn cited_in_vain(text: &str) -> Vec<String> {
    let part = |ch: char| ch.is_ascii_alphanumeric() || matches!(ch, '.' | '/' | '-' | '_');
    let words = text.split(|ch: char| !part(ch)).map(|word| word.trim_matches(['.', '/']));
    let cited = words.filter(|word| word.ends_with(".md") && word.len() > ".md".len());
    let exists = |path: &str| ["", "docs"].iter().any(|folder| super::root().join(folder).join(path).is_file());
    cited.filter(|path| !exists(path)).map(str::to_owned).collect()
}

/// The code of a threat or rule of some list, alone in brackets: `(T16)`.
fn bare_codes(text: &str) -> Vec<String> {
    let code = |inner: &&str| {
        let mut chars = inner.chars();
        chars.next().is_some_and(|ch| matches!(ch, 'T' | 'R' | 'F' | 'V' | 'S'))
            && (1..=2).contains(&chars.clone().count())
            && chars.all(|ch| ch.is_ascii_digit())
    };
    let inside = text.split('(').skip(1).filter_map(|rest| rest.split([')', ',', ':']).next());
    inside.filter(code).map(str::to_owned).collect()
}

#[test]
fn what_is_cited_can_be_read() {
    let mut files: Vec<(String, String)> = Vec::new();
    for folder in ["src", "tests", "benches", "docs", "config", "templates", "migrations", "fuzz"] {
        gather(&super::root().join(folder), &mut files);
    }
    for name in ["ARCHITECTURE.md", "README.md", "README.ja.md", "CHANGELOG.md", "Cargo.toml", "deny.toml"] {
        files.push((name.to_owned(), fs::read_to_string(super::root().join(name)).unwrap()));
    }
    assert!(files.len() > 300, "{}", files.len());
    let mut wrong = Vec::new();
    for (name, text) in &files {
        wrong.extend(cited_in_vain(text).into_iter().map(|path| format!("{name} cites {path}")));
        let comments = text.lines().filter(|line| name.ends_with(".rs") && line.trim_start().starts_with("//"));
        wrong.extend(comments.flat_map(bare_codes).map(|code| format!("{name} names {code}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(cited_in_vain("`threat-model.md`, docs/rules.md and rules.md"), ["threat-model.md"]);
    assert_eq!(bare_codes("said before (T16), (`Rd1`), (R5: loops)"), ["T16", "R5"]);
}

/// The texts below a folder; test data are no texts of ours.
fn gather(folder: &std::path::Path, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            if !path.ends_with("tests/data") && !path.ends_with("target") {
                gather(&path, files);
            }
        } else if path.ends_with("tests/tidy/docs.rs") {
            // It names what must not be named.
        } else if let Ok(text) = fs::read_to_string(&path) {
            files.push((path.display().to_string(), text));
        }
    }
}
