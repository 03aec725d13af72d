//! Every statement of the record is answered by an index, whatever the record holds: no table that grows is looked through
//! from end to end. The statements are read from the source, so a new one is held to this too.

use rusqlite::Connection;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Statements that may look through a whole table, by a part of their text, and why.
const EXEMPT: &[(&str, &str)] = &[
    ("FROM games ORDER BY begun_at, id", "the list of all games on the command line"),
    ("FROM players ORDER BY id", "the list of all players on the command line"),
    ("SELECT variant, winner, count(*) FROM results WHERE ?1 IS NULL", "statistics of all games"),
    ("SELECT coalesce(sum(state = 'sent'), 0)", "the totals of `kingpost status`"),
    ("FROM questions WHERE errands LIKE", "an address is erased or changed, which is rare"),
    ("ORDER BY id DESC LIMIT 1", "the last row alone"),
];

/// What holds few rows whatever was played: tables, and indexes of what is open.
const SMALL: &[&str] = &["sqlite_master", "marks", "tallies", "games_undated", "players_robots", "outbox_queue"];

#[test]
fn no_statement_looks_through_a_table_that_grows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let record = Connection::open_in_memory().unwrap();
    let mut steps: Vec<_> = fs::read_dir(root.join("migrations")).unwrap().map(|entry| entry.unwrap().path()).collect();
    steps.sort();
    for step in steps {
        record.execute_batch(&fs::read_to_string(step).unwrap()).unwrap();
    }
    let (mut seen, mut wrong) = (0, Vec::new());
    for entry in fs::read_dir(root.join("src/store")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|end| end != "rs") {
            continue;
        }
        for statement in statements(&code(&fs::read_to_string(&path).unwrap())) {
            seen += 1;
            let plan =
                plan(&record, &statement).unwrap_or_else(|error| panic!("{}: {error}: {statement}", path.display()));
            let excused = EXEMPT.iter().any(|(part, _)| statement.contains(part));
            wrong.extend(
                plan.into_iter()
                    .filter(|step| !excused && scans(step))
                    .map(|step| format!("{}: {step}: {statement}", path.file_name().unwrap().display())),
            );
        }
    }
    assert!(seen > 100, "only {seen} statements were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether a step of a plan visits every row of a table, or of an index that holds every row.
fn scans(step: &str) -> bool {
    let Some(what) = step.strip_prefix("SCAN ") else { return false };
    // Rows that a statement makes itself are no table.
    !what.starts_with("CONSTANT") && !what.split(' ').any(|word| SMALL.contains(&word))
}

fn plan(record: &Connection, statement: &str) -> rusqlite::Result<Vec<String>> {
    let mut explain = record.prepare(&format!("EXPLAIN QUERY PLAN {statement}"))?;
    let count = explain.parameter_count();
    let nothing = vec![rusqlite::types::Null; count];
    explain.query_map(rusqlite::params_from_iter(nothing), |row| row.get::<_, String>(3))?.collect()
}

/// A source file without its comments.
fn code(source: &str) -> String {
    let body = match source.strip_prefix("/*!").and_then(|rest| rest.split_once("*/")) {
        Some((_, body)) => body,
        None => source,
    };
    body.lines().filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect()
}

/// The statements in a source file, on one line each. A part that a constant or a caller of the same file fills in is filled
/// in; one with several callers makes several statements.
fn statements(source: &str) -> Vec<String> {
    let mut all = Vec::new();
    for (at, text) in literals(source) {
        if !["SELECT ", "UPDATE ", "DELETE ", "INSERT ", "REPLACE ", "WITH "].iter().any(|verb| text.starts_with(verb))
        {
            continue;
        }
        all.extend(filled(source, at, &text));
    }
    all
}

/// String literals, the white space in them made single blanks, and where they begin.
fn literals(source: &str) -> Vec<(usize, String)> {
    let mut all = Vec::new();
    let mut rest = 0;
    while let Some(from) = source[rest..].find('"').map(|at| rest + at + 1) {
        let quotes = source[from..].match_indices('"').map(|(at, _)| from + at);
        let Some(to) = quotes.into_iter().find(|at| !source[..*at].ends_with('\\')) else { break };
        let text = source[from..to].replace("\\\n", " ").replace("\\\"", "\"");
        all.push((from, text.split_whitespace().collect::<Vec<_>>().join(" ")));
        rest = to + 1;
    }
    all
}

fn filled(source: &str, at: usize, text: &str) -> Vec<String> {
    let Some(name) = text.split_once('{').and_then(|(_, rest)| rest.split_once('}')).map(|(name, _)| name) else {
        return vec![text.to_owned()];
    };
    let values: BTreeSet<String> = match name {
        "COLUMNS" => ["*".to_owned()].into(),
        "seat" | "other" => ["first".to_owned()].into(),
        _ if name.chars().all(char::is_uppercase) => following(source, &format!("const {name}: &str")),
        _ => {
            let here = following(&source[..at], &format!("let {name} ="));
            if here.is_empty() { of_callers(source, at) } else { here }
        }
    };
    assert!(!values.is_empty(), "nothing fills in {{{name}}} in: {text}");
    values.iter().flat_map(|value| filled(source, at, &text.replace(&format!("{{{name}}}"), value))).collect()
}

/// What the callers of the function around a place give it first.
fn of_callers(source: &str, at: usize) -> BTreeSet<String> {
    let name = source[..at].rfind("fn ").map(|from| &source[from + 3..]).and_then(|rest| rest.split('(').next());
    following(source, &format!("self.{}(", name.unwrap_or_default()))
}

/// The literals that follow a mark.
fn following(source: &str, mark: &str) -> BTreeSet<String> {
    let marks = source.match_indices(mark).map(|(at, _)| at + mark.len());
    marks.filter_map(|at| literals(&source[at..]).into_iter().next().map(|(_, text)| text)).collect()
}

#[test]
fn the_check_itself_can_fail() {
    let source = r#"const WAITS: &str = "state = 'queued'";
        fn all(&self, which: &str) { format!("SELECT * FROM outbox WHERE {which}
            AND {WAITS}") }
        fn one(&self) { self.all("id = ?1") }
        fn two(&self) { self.all("trouble = ?1") }"#;
    let found = statements(source);
    assert_eq!(
        found,
        [
            "SELECT * FROM outbox WHERE id = ?1 AND state = 'queued'",
            "SELECT * FROM outbox WHERE trouble = ?1 AND state = 'queued'"
        ]
    );
    assert!(scans("SCAN outbox"));
    assert!(scans("SCAN outbox USING COVERING INDEX outbox_by_game"));
    assert!(!scans("SEARCH outbox USING INDEX outbox_queue (due_at<?)"));
    assert!(!scans("SCAN tallies"));
    assert!(!scans("SCAN outbox USING INDEX outbox_queue"));
}
