//! `kingpost read` as the built program.

use std::path::Path;
use std::process::{Command, Output};

use super::rows;

fn read(arguments: &[&str]) -> Output {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/replies");
    Command::new(env!("CARGO_BIN_EXE_kingpost")).arg("read").args(arguments).current_dir(data).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn a_table_gives_a_line_a_row() {
    let output = read(&["--batch", "index.tsv"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let found = text(&output.stdout);
    let lines: Vec<Vec<&str>> = found.lines().map(|line| line.split('\t').collect()).collect();
    let rows = rows("replies/index.tsv");
    assert_eq!(lines.len(), rows.len());
    for (line, row) in lines.iter().zip(&rows) {
        let [file, answer, _] = line.as_slice() else { panic!("{line:?}") };
        assert_eq!((*file, *answer), (row[0].as_str(), row[4].as_str()));
    }
}

#[test]
fn one_mail_as_json_and_explained() {
    let moves = ["--moves", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5", "--language", "en"];
    let output = read(&[&["012-apple-mail-mac.eml", "--json"], &moves[..]].concat());
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&object["kind"], &object["request"]), (&"person".into(), &"move Nb3".into()));
    assert_eq!(object["message"], "thanks for waiting!");
    let output = read(&[&["012-apple-mail-mac.eml", "--explain"], &moves[..]].concat());
    let page = text(&output.stdout);
    assert!(page.contains("taken       | 7. Nb3 - thanks for waiting!  <- 7. Nb3"), "{page}");
    assert!(page.lines().any(|line| line.starts_with("quote ")), "{page}");
    let output = read(&["100-bounce-dsn.eml", "--json"]);
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&object["kind"], &object["request"]), (&"bounce".into(), &serde_json::Value::Null));
}

#[test]
fn wrong_calls_are_told_in_a_sentence() {
    for (arguments, code) in [
        (&["no-such.eml"][..], 65),
        (&[][..], 64),
        (&["001-gmail-web.eml", "--variant", "checkers"][..], 64),
        (&["001-gmail-web.eml", "--moves", "e5"][..], 65),
        (&["001-gmail-web.eml", "--fen", "8/8"][..], 65),
        (&["001-gmail-web.eml", "--language", "xx"][..], 64),
    ] {
        let output = read(arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert_eq!(text(&output.stderr).lines().count(), 1, "{}", text(&output.stderr));
        assert!(output.stdout.is_empty());
    }
}

/// A mailbox export as people have it: a mark of byte order, CRLF, a mail that is gone, one too large to be a mail.
#[test]
fn an_export_is_read_row_by_row() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let head = "From: anna@example.org\r\nSubject: x\r\n\r\n";
    std::fs::write(at("1.eml"), format!("{head}e4, and I offer a draw\r\nfor now\r\n\r\n> d4\r\n")).unwrap();
    std::fs::write(at("2.eml"), format!("{head}e4\r\n{}", "x\r\n".repeat(10 << 20))).unwrap();
    std::fs::write(at("3.eml"), format!("{head}N\u{441}3\r\n")).unwrap();
    std::fs::write(at("table.tsv"), "\u{feff}file\r\n1.eml\r\n2.eml\r\ngone.eml\r\n3.eml\r\n").unwrap();
    let table = at("table.tsv").to_string_lossy().into_owned();
    let output = read(&["--batch", &table]);
    assert_eq!(output.status.code(), Some(65));
    assert_eq!(text(&output.stdout), "1.eml\tmove e4 + draw offer\tfor now\n2.eml\tnone\t\n3.eml\tnone\tN\u{441}3\n");
    assert!(text(&output.stderr).contains("gone.eml"));
    let output = read(&["--batch", &table, "--json", "--explain"]);
    let objects: Vec<serde_json::Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        (objects.len(), &objects[0]["file"], &objects[0]["lines"][3]["as"]),
        (3, &"1.eml".into(), &"quote".into())
    );
    assert_eq!(objects[2]["strange"]["letter"], "\u{441}");
    let page = text(&read(&["--batch", &table, "--explain"]).stdout);
    assert!(page.contains("file:     3.eml") && page.contains("(U+0441) only looks like `c`"), "{page}");
}
