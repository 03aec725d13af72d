//! The rules: counts, endings and lawfulness, by tables under `tests/data/rules`.

use kingpost::rules::{Position, Variant, notation::fen, variants};

/// The rows of a table: fields by tabs, remarks and the heading left out.
fn rows(path: &str) -> Vec<Vec<String>> {
    let path = format!("{}/tests/data/rules/{path}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{path}: {why}"));
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.starts_with("fen\t") && !line.is_empty());
    lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

fn position(variant: &'static Variant, text: &str) -> Position {
    fen::read(variant, text).and_then(Position::try_from).unwrap_or_else(|why| panic!("{} {text}: {why}", variant.key))
}

#[test]
fn every_perft_row() {
    for variant in variants::ALL {
        let rows = rows(&format!("perft/{}.tsv", variant.key));
        assert!(rows.len() > 30, "{} has too few rows", variant.key);
        for row in rows {
            let (depth, nodes): (u32, u64) = (row[1].parse().unwrap(), row[2].parse().unwrap());
            let counted = position(variant, &row[0]).perft(depth);
            assert_eq!(counted, nodes, "{} {} depth {depth}", variant.key, row[0]);
        }
    }
}
