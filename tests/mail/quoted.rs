//! Own text: what each line of a reply is taken for.

use super::{data, signs};
use kingpost::mail::quoted::{Kind, Signs, sort};
use std::fs;

fn letter(kind: Kind) -> char {
    match kind {
        Kind::Own => 'O',
        Kind::Quoted => 'Q',
        Kind::Attribution => 'A',
        Kind::Behind => 'B',
        Kind::Signature => 'S',
        Kind::SignOff => 'F',
        Kind::Tag => 'T',
    }
}

#[test]
fn lines_are_told_apart() {
    let cases = fs::read_to_string(data("mail/quoted.txt")).unwrap();
    let mut count = 0;
    for case in cases.split("\n== ").skip(1) {
        let (name, lines) = case.split_once('\n').unwrap();
        // A line of a case is its letter, a blank, and the line.
        let text: String = lines.lines().map(|line| format!("{}\n", line.get(2..).unwrap_or_default())).collect();
        let found: String =
            sort(&text, signs()).iter().map(|(kind, line)| format!("{} {line}\n", letter(*kind))).collect();
        let expected: String = lines.lines().map(|line| format!("{line}\n")).collect();
        assert_eq!(found, expected, "{name}");
        count += 1;
    }
    assert!(count > 50, "only {count} cases were read");
}

/// Without any words the marks that belong to no language still count, and nothing else goes.
#[test]
fn without_words_only_marks_count() {
    let sorted = sort("e4\n> d4\nBest regards\n-- \nc4", &Signs::default());
    let kinds: String = sorted.iter().map(|(kind, _)| letter(*kind)).collect();
    assert_eq!(kinds, "OQOSS");
    assert!(sort("", &Signs::default()).is_empty());
}
