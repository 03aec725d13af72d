//! PGN out, to the byte, and in, however people and programs write it.

use kingpost::rules::notation::pgn::{self, Tags, Unplayable};
use kingpost::rules::notation::{fen, san};
use kingpost::rules::{History, Outcome, Side, Termination, variants::CHESS};

use super::{data, position};

fn played(start: &str, moves: &str) -> History {
    let mut history = History::new(position(start));
    for text in moves.split_whitespace() {
        let pattern = san::read(&CHESS, text).unwrap();
        history.play(history.position().find_pattern(&pattern).unwrap()).unwrap();
    }
    history
}

fn tags() -> Tags {
    Tags::default()
        .with("White", "Sato, Anna")
        .with("Black", "\"Ben\" \\ Example")
        .with("TimeControl", "1/259200")
        .with("CmailGameName", "kp-7f3k9")
        .with("Mode", "EM")
        .with("Site", "NET")
        .with("Event", "Email correspondence game\n[Injected \"tag\"]")
        .with("Date", "2026.11.30")
        .with("Not a name", "left out")
}

#[test]
fn a_whole_game_to_the_byte() {
    let moves = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 c4 c6 cxb5 axb5 Nc3 Bb7 Bg5 b4 Nb1 h6";
    let comments = [
        (0, "Anna invited Ben.".to_owned()),
        (1, "[%clk 72:00:00]".to_owned()),
        (6, "a { brace } and\na line".to_owned()),
        (29, "White offers a draw".to_owned()),
        (30, "Draw agreed".to_owned()),
    ];
    let draw = Some(Outcome::draw(Termination::Agreement));
    let text = pgn::write(&tags(), &played(CHESS.start, moves), draw, &comments);
    assert_eq!(text, data("agreed.pgn"));
}

#[test]
fn a_game_from_another_position() {
    let start = "4k3/8/8/8/8/8/8/R3K2R b KQ - 3 40";
    let text = pgn::write(&Tags::default(), &played(start, "Ke7 O-O Ke6"), None, &[(2, "short".to_owned())]);
    assert!(text.contains("[SetUp \"1\"]") && text.contains(&format!("[FEN \"{start}\"]")), "{text}");
    assert!(text.contains("[Result \"*\"]") && text.contains("[Termination \"unterminated\"]"), "{text}");
    assert!(text.ends_with("\n\n40... Ke7 41. O-O {short} 41... Ke6 *\n"), "{text}");
    let again = pgn::read(&text).unwrap().replay(&CHESS).unwrap();
    assert_eq!(fen::write(again.start()), start);
    assert_eq!(again.sans(), ["Ke7", "O-O", "Ke6"]);
}

#[test]
fn results_and_terminations() {
    let history = played(CHESS.start, "e4");
    let cases = [
        (Some(Outcome::win(Side::First, Termination::Resign)), "1-0", "normal"),
        (Some(Outcome::win(Side::Second, Termination::Timeout)), "0-1", "time forfeit"),
        (Some(Outcome::draw(Termination::Timeout)), "1/2-1/2", "time forfeit"),
        (Some(Outcome::win(Side::First, Termination::Abandoned)), "1-0", "abandoned"),
        (None, "*", "unterminated"),
    ];
    for (outcome, result, termination) in cases {
        // A wrong result handed in as a tag must not survive.
        let text = pgn::write(&Tags::default().with("Result", "0-0"), &history, outcome, &[]);
        let record = pgn::read(&text).unwrap();
        assert_eq!(record.tags.get("Result"), Some(result));
        assert_eq!(record.tags.get("Termination"), Some(termination));
        assert_eq!(record.result.as_deref(), Some(result));
    }
}

#[test]
fn no_line_begins_with_a_percent_sign() {
    let comment = "% word ".repeat(60);
    let text = pgn::write(&Tags::default(), &played(CHESS.start, "e4"), None, &[(1, comment.clone())]);
    assert!(text.lines().all(|line| !line.starts_with('%') && line.len() <= 79), "{text}");
    assert_eq!(pgn::read(&text).unwrap().line.plies[0].comments, [comment.trim()]);
}

#[test]
fn what_programs_and_people_write() {
    let records = pgn::read_all(&data("mixed.pgn"));
    assert_eq!(records.len(), 4);

    let first = &records[0];
    assert_eq!(first.tags.get("White"), Some("A \"quoted\" \\ name"));
    assert_eq!(first.result.as_deref(), Some("1-0"));
    assert_eq!(first.line.comments, ["before the first move"]);
    assert_eq!(first.line.plies[0].comments, ["best by test"]);
    assert_eq!(first.line.plies[1].glyphs, [6, 14]);
    assert_eq!(first.line.plies[2].comments, ["to the end of the line", "and braces over two lines"]);
    let variations = &first.line.plies[3].variations;
    assert_eq!(variations.len(), 2);
    assert_eq!(variations[0].plies[0].san, "d6");
    assert_eq!(variations[0].plies[1].variations[0].plies[0].san, "Bc4");
    assert_eq!(variations[1].comments, ["Petrov"]);
    let sans = first.replay(&CHESS).unwrap().sans();
    assert_eq!(sans.join(" "), "e4 e5 Nf3 Nc6 Bc4 Nf6 O-O Nxe4 Re1 Nd6 Nxe5 Be7 Bxf7+ Nxf7 Nxf7 O-O Nxd8");

    assert_eq!(records[1].result, None, "a game without a result ends at the next tags");
    assert_eq!(records[1].replay(&CHESS).unwrap().sans(), ["d4", "d5"]);

    let promoted = records[2].replay(&CHESS).unwrap();
    assert_eq!(promoted.sans(), ["e8=Q", "Kh6", "g8=N+", "Kg5", "d8=Q+", "Kf4", "a8=R"]);

    assert_eq!(records[3].tags.0.len(), 0);
    assert_eq!(records[3].result.as_deref(), Some("1/2-1/2"));
    let last = records[3].replay(&CHESS).unwrap();
    assert_eq!(last.sans(), ["Nf3"], "a game without tags begins behind a result");
}

#[test]
fn games_that_cannot_be_played() {
    let replay = |text: &str| pgn::read(text).unwrap().replay(&CHESS).map(|history| history.sans());
    let failed = |text: &str| match replay(text) {
        Err(Unplayable::Move { ply, text, reason }) => (ply, text, reason),
        other => panic!("{other:?}"),
    };
    assert_eq!(failed("1. e4 e5 2. Ke3 *"), (3, "Ke3".into(), "king e1 does not reach e3".into()));
    assert_eq!(failed("1. e4 zz9"), (2, "zz9".into(), "not a move".into()));
    assert_eq!(failed("1. d4 a6 2. Nf3 a5 3. Nd2 *"), (5, "Nd2".into(), "more than one move fits".into()));
    assert!(matches!(replay("[FEN \"nonsense\"]\n\n1. e4 *"), Err(Unplayable::Start(_))));
}

#[test]
fn any_text_is_read_without_harm() {
    assert_eq!(pgn::read(""), None);
    assert_eq!(pgn::read(" \n ;only a comment"), pgn::read("{only a comment}"));
    let open =
        ["(".repeat(100_000), "1. e4 (".repeat(20_000), "[a \"".repeat(50_000), "{".repeat(1000), "\\\"[".repeat(1000)];
    for text in &open {
        let _ = pgn::read_all(text);
    }
    let whole = data("mixed.pgn");
    for cut in (0..whole.len()).filter(|cut| whole.is_char_boundary(*cut)) {
        for record in pgn::read_all(&whole[..cut]) {
            let _ = record.replay(&CHESS);
        }
    }
    let nested = pgn::read("1. e4 (1. d4 (1. c4 e5) d5) e5 *").unwrap();
    assert_eq!(nested.replay(&CHESS).unwrap().sans(), ["e4", "e5"]);
}

#[test]
fn the_board_as_cmail_writes_it() {
    let block = pgn::position_block(&position("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"));
    let ranks = [
        "r n b q k b n r",
        "p p p p . p p p",
        ". . . . . . . .",
        ". . . . p . . .",
        ". . . . P . . .",
        ". . . . . . . .",
        "P P P P . P P P",
        "R N B Q K B N R",
    ];
    assert_eq!(block, format!("{{--------------\n{}\nwhite to play\n--------------}}\n", ranks.join("\n")));
}
