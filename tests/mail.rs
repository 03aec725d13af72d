//! The room `mail`: what comes in, and what goes out.

mod address;
mod compose;
mod corpus;
pub(crate) mod hostile;
mod quoted;
mod reading;

use kingpost::mail::quoted::{SignWords, Signs};
use kingpost::mail::{Incoming, Limits, MessageId, Unreadable, read};
use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

/// A folder below `tests/data`.
fn data(folder: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(folder)
}

/// The rows of a table below its head, by name of column.
fn table(path: &str) -> Vec<Vec<(String, String)>> {
    let text = fs::read_to_string(data(path)).unwrap();
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let cells = |line: &str| {
        let values = line.split('\t').map(|cell| cell.replace("\\n", "\n").replace("\\\\", "\\"));
        head.iter().map(|name| (*name).to_owned()).zip(values).collect()
    };
    lines.filter(|line| !line.is_empty()).map(cells).collect()
}

fn cell<'r>(row: &'r [(String, String)], name: &str) -> &'r str {
    row.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value)
}

/// The mail as it lies there, with LF only and with CRLF.
fn with_both_ends(bytes: &[u8]) -> [Vec<u8>; 2] {
    let mut lf = Vec::with_capacity(bytes.len());
    for (at, &byte) in bytes.iter().enumerate() {
        if byte != b'\r' || bytes.get(at + 1) != Some(&b'\n') {
            lf.push(byte);
        }
    }
    let crlf = lf.iter().flat_map(|&b| if b == b'\n' { vec![b'\r', b'\n'] } else { vec![b] }).collect();
    [lf, crlf]
}

/// Reads as the service `chess.example.org` does.
fn incoming(bytes: &[u8]) -> Result<Incoming, Unreadable> {
    let ours = |id: &MessageId| id.0 == "g7.3.w.9c1f5b2e@chess.example.org";
    read(bytes, &Limits::default(), signs(), "chess.example.org", &ours)
}

/// The words of the tests, read once.
fn signs() -> &'static Signs {
    static SIGNS: OnceLock<Signs> = OnceLock::new();
    SIGNS.get_or_init(read_signs)
}

fn read_signs() -> Signs {
    let text = fs::read_to_string(data("mail/signs.toml")).unwrap();
    let table: toml::Table = text.parse().unwrap();
    let list = |name: &str| {
        let words = table.get(name).unwrap().as_array().unwrap();
        words.iter().map(|word| word.as_str().unwrap().to_owned()).collect()
    };
    Signs::new(&SignWords {
        wrote_words: list("wrote_words"),
        months: list("months"),
        from_labels: list("from_labels"),
        date_labels: list("date_labels"),
        to_labels: list("to_labels"),
        subject_labels: list("subject_labels"),
        dividers: list("dividers"),
        hard_ends: list("hard_ends"),
        closings: list("closings"),
        tags: list("tags"),
        delimiters: list("delimiters"),
        auto_subjects: list("auto_subjects"),
    })
}
