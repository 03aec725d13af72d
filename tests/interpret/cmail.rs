//! Mails as XBoard's cmail sends them: the game, with its player's move as the last.

use super::{game, incoming, reader};
use kingpost::interpret::{Context, Reading, answer};
use kingpost::mail::Incoming;
use kingpost::rules::variants::CHESS;

/// The game as cmail writes it: tags, movetext, and the board in a comment.
fn file(movetext: &str) -> String {
    format!(
        "[Event \"Email correspondence game\"]\n[Site \"NET\"]\n[Date \"2026.11.17\"]\n[Round \"-\"]\n\
         [White \"Anna\"]\n[Black \"Ben\"]\n[Result \"*\"]\n[WhiteNA \"anna@example.org\"]\n\
         [BlackNA \"play@example.com\"]\n[CmailGameName \"kp-7f3k9\"]\n[Mode \"EM\"]\n\n{movetext}\n\
         {{--------------\nr n b q k b n r\np p p p . p p p\n. . . . . . . .\n. . . . p . . .\n. . . . P . . .\n\
         . . . . . N . .\nP P P P . P P P\nR N B Q K B . R\nblack to play\n--------------}}\n*\n"
    )
}

/// The same game in the three forms of mail it comes in.
fn mails(file: &str, words: &str) -> [String; 3] {
    let head = "From: Anna <anna@example.org>\nTo: play@example.com\nSubject: XBoard: cmail message for game kp-7f3k9\n\
                MIME-Version: 1.0\n";
    let part = "Content-Type: application/x-chess; name=\"kp-7f3k9\"\nContent-Transfer-Encoding: 7bit\n";
    [
        format!("{head}{part}\n{file}"),
        format!(
            "{head}Content-Type: multipart/mixed; boundary=\"foobar\"\n\n--foobar\n\
             Content-Type: text/plain; charset=us-ascii\n\n{words}\n--foobar\n{part}\n{file}--foobar--\n"
        ),
        format!("{head}Content-Type: text/plain; charset=us-ascii\n\n{words}\n\n{file}"),
    ]
}

fn read(mail: &str) -> (String, Reading) {
    let history = game("G01");
    let context = Context { language: "en", history: Some(&history), variant: &CHESS, numbers: false };
    let letter = match incoming(mail.replace('\n', "\r\n").as_bytes()) {
        Incoming::Letter(letter) => letter,
        other => panic!("{other:?}"),
    };
    let reading = reader().read(&letter, &context);
    (answer::words(&reading, Some(&history)), reading)
}

#[test]
fn the_move_that_cmail_adds_to_the_game_is_read() {
    let words = "This is my answer, see you soon.";
    for (nth, mail) in mails(&file("1. e4 e5\n2. Nf3"), words).iter().enumerate() {
        let (found, reading) = read(mail);
        assert_eq!(found, "move Nf3", "{nth}");
        let message = (nth > 0).then(|| words.to_owned());
        assert_eq!(reading.message, message, "{nth}: the file itself is not sent to the opponent");
    }
}

#[test]
fn a_file_of_cmail_that_adds_no_single_move_plays_nothing() {
    let cases =
        ["1. e4 e5", "1. e4", "1. e4 e5 2. Nf3 Nc6", "1. e4 e5 2. Nf3 (2. f4)", "1. d4 d5 2. c4", "1. e4 e5 2. Nf6"];
    for movetext in cases {
        for (nth, mail) in mails(&file(movetext), "Here it is.").iter().enumerate() {
            assert!(!read(mail).0.starts_with("move"), "{movetext}, {nth}");
        }
    }
}

#[test]
fn what_a_player_writes_beside_a_file_of_cmail_goes_first() {
    let [_, mail, _] = mails(&file("1. e4 e5 2. Nf3"), "resign");
    assert_eq!(read(&mail).0, "resign");
}
