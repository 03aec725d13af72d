//! What is nobody's wish: footers, innocent sentences, automatic replies, labels of other mail programs. Beside an honest
//! move the move is played, and without one nothing is done.

use std::path::Path;

use kingpost::interpret::{Context, Reader, answer};
use kingpost::mail::Incoming;
use kingpost::rules::variants::CHESS;
use kingpost::rules::{History, Position};

use super::{incoming, letter, position, reader, rows};

/// What a mail of the season asks for in a game at its start, or in that position.
fn season(reader: &Reader, file: &str, fen: Option<&str>) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/replies/season").join(file);
    let history = History::new(fen.map_or_else(|| Position::start(&CHESS), position));
    match incoming(&std::fs::read(path).unwrap()) {
        Incoming::Automatic { .. } => "auto".to_owned(),
        Incoming::Report(_) => "bounce".to_owned(),
        Incoming::Letter(letter) => {
            let context = Context { language: "en", history: Some(&history), variant: &CHESS, numbers: false };
            answer::words(&reader.read(&letter, &context), Some(&history))
        }
    }
}

#[test]
fn footers_and_frames_of_the_season_are_no_commands() {
    let reader = reader();
    let cases = [
        ("10-footer-unsubscribe-row.eml", None, "none"),
        ("12-move-and-footer.eml", None, "move Nf3"),
        ("14-scanner-note.eml", None, "move Nf3"),
        ("15-delete-in-brackets.eml", None, "none"),
        ("17-recall-cancel.eml", None, "move Nf3"),
        ("19-recall-never-forget.eml", None, "move Nf3"),
        ("21-recall-ja.eml", None, "move Nf3"),
        ("30-outlook-he.eml", None, "move Nf3"),
        ("32-promotion-P.eml", Some("8/P3k3/8/8/8/8/8/4K3 w - - 0 1"), "illegal"),
        ("33-tagged-auto-reply.eml", None, "auto"),
    ];
    for (file, fen, expected) in cases {
        assert_eq!(season(reader, file, fen), expected, "{file}");
    }
}

#[test]
fn only_plain_wishes_are_commands_and_only_words_about_the_move_recall_it() {
    let reader = reader();
    let history = History::new(Position::start(&CHESS));
    let context = Context { language: "en", history: Some(&history), variant: &CHESS, numbers: false };
    let mut wrong = Vec::new();
    for row in rows("interpret/wishes.tsv") {
        let [text, expected] = row.as_slice() else { panic!("{row:?}") };
        let reading = reader.read(&letter(&text.replace("\\n", "\n"), "Re: [kp-7f3k9] Chess"), &context);
        let found = answer::words(&reading, Some(&history));
        if found != *expected {
            wrong.push(format!("{text:?}: {found}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}

/// A pawn's letter behind a promotion is no piece of another language's.
#[test]
fn a_pawn_becomes_no_pawn_and_nothing_else_by_its_letter() {
    let reader = reader();
    let history = History::new(position("8/k1P5/2K5/8/8/8/8/8 w - - 0 1"));
    let cases = [
        ("en", "c8=P", "illegal"),
        ("en", "c8P", "illegal"),
        ("en", "c8(p)", "illegal"),
        ("en", "c7-c8=P", "illegal"),
        ("ja", "c8=P", "illegal"),
        ("fr", "c8=P", "illegal"),
        ("es", "c7c8p", "illegal"),
        ("fi", "c8=S", "illegal"),
        ("fi", "c8=P", "illegal"),
        ("hu", "c8=G", "illegal"),
        ("de", "c8=P", "illegal"),
        ("de", "c8=B", "illegal"),
        ("sv", "c8=B", "illegal"),
        ("et", "c8=E", "illegal"),
        ("nl", "c8=P", "move c8=N+"),
        ("en", "c8=D", "move c8=Q"),
        ("en", "c8=B", "move c8=B"),
        ("de", "c8=S", "move c8=N+"),
        ("fi", "c8=R", "move c8=N+"),
        ("hu", "c8=B", "move c8=R"),
        ("en", "c8", "promotion"),
    ];
    for (language, text, expected) in cases {
        let context = Context { language, history: Some(&history), variant: &CHESS, numbers: false };
        let reading = reader.read(&letter(text, "Re: [kp-7f3k9] Chess"), &context);
        assert_eq!(answer::words(&reading, Some(&history)), expected, "{language} {text}");
    }
}
