//! The checks of the fuzz targets (`fuzz/checks.rs`) with a fixed seed: texts as they should be, then mangled.

#[path = "../fuzz/checks.rs"]
mod checks;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use kingpost::rules::variants;

use super::mail::hostile::{Dice, mangle};

/// Files of a folder under `tests/data` that end so, in order.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(folder);
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.to_string_lossy().ends_with(ending));
    files.sort();
    files
}

fn bytes(files: &[PathBuf]) -> Vec<Vec<u8>> {
    files.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// The first cells of a table's rows.
fn cells(path: &str, column: usize) -> Vec<Vec<u8>> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(path)).unwrap();
    let rows = text.lines().skip(1).filter_map(|row| row.split('\t').nth(column));
    rows.map(|cell| cell.as_bytes().to_vec()).collect()
}

/// How many times longer than usual to go on, for a night without haste: `FUZZ=50 cargo test fuzz`.
fn patience() -> u64 {
    std::env::var("FUZZ").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}

/// Holds each text, and `rounds` mangled forms of each, to a check; a failure names its seed.
fn hold(texts: &[Vec<u8>], rounds: u64, check: fn(&[u8])) {
    assert!(!texts.is_empty());
    let mut failed = Vec::new();
    for (at, text) in texts.iter().enumerate().filter(|(_, text)| !text.is_empty()) {
        for round in 0..=rounds * patience() {
            let seed = round << 16 | at as u64;
            let text = if round == 0 { text.clone() } else { mangle(text, &mut Dice(seed)) };
            if catch_unwind(AssertUnwindSafe(|| check(&text))).is_err() {
                failed.push(format!("seed {seed}: {:?}", String::from_utf8_lossy(&text)));
            }
        }
    }
    assert!(failed.is_empty(), "{}\n{} failed", failed.join("\n"), failed.len());
}

#[test]
fn letters() {
    hold(&bytes(&files("replies", ".eml")), 1, checks::letter);
    hold(&bytes(&files("hostile", ".eml")), 1, checks::letter);
}

#[test]
fn pages() {
    let shapes: Vec<Vec<u8>> = cells("interpret/html.tsv", 1);
    hold(&shapes, 4, checks::html);
}

#[test]
fn lines() {
    hold(&bytes(&files("mail", "quoted.txt")), 20, checks::quoted);
    hold(&bytes(&files("replies", ".eml")), 1, checks::quoted);
}

#[test]
fn positions() {
    hold(&cells("replies/notation.tsv", 0), 3, checks::fen);
    hold(&cells("replies/games.tsv", 3), 40, checks::fen);
    for variant in variants::SHEETS {
        let rows = cells(&format!("rules/perft/{}.tsv", variant.key), 0);
        let some: Vec<Vec<u8>> = rows.iter().step_by(rows.len() / 4).cloned().collect();
        hold(&some, 8, checks::fen);
    }
    hold(&cells("notation/shogi-read.tsv", 0), 2, checks::fen);
}

#[test]
fn moves() {
    hold(&cells("replies/notation.tsv", 2), 4, checks::san);
}

#[test]
fn moves_of_shogi() {
    hold(&cells("notation/shogi-read.tsv", 2), 4, checks::shogi_move);
    hold(&cells("interpret/shogi.tsv", 2), 4, checks::shogi_move);
}

#[test]
fn games() {
    hold(&bytes(&files("notation", "mixed.pgn")), 12, checks::pgn);
}

#[test]
fn games_of_shogi() {
    for ending in [".kif", ".ki2", ".csa"] {
        hold(&bytes(&files("notation/records", ending)), 12, checks::shogi_record);
    }
}
