//! One letter on several roads, several letters that look like one, and letters that may be another service's.

use super::pen::{ANA, BORIS, Pen, answer, begin, fresh};
use super::table::{SERVICE, Sent, Table};

/// The mail as a server delivers it that shows that address in the headers it writes.
fn delivered(mail: &[u8], to: &str) -> Vec<u8> {
    let text = String::from_utf8(mail.to_vec()).unwrap();
    let (_, rest) = text.split_once("\r\n").unwrap();
    format!("Delivered-To: {to}\r\n{rest}").into_bytes()
}

fn plies(table: &mut Table, id: &str) -> usize {
    table.game(id).history().moves().len()
}

fn pages(sent: &[Sent], page: &str) -> usize {
    sent.iter().filter(|mail| mail.has(page)).count()
}

/// Neither copy shows the other road: somebody was in Bcc.
#[test]
fn two_copies_of_a_move_play_once_in_either_order() {
    for plain_first in [true, false] {
        for id in [Some("twice@mail.players.example.net"), None] {
            for stamp in [Some("pass"), None] {
                let (mut table, round) = fresh();
                let mut pen = answer(ANA, &round.ana, "e4").stamped(stamp);
                pen.id = id.map(str::to_owned);
                let token = pen.bytes();
                pen.to = SERVICE.into();
                let plain = pen.bytes();
                let copies = if plain_first { [plain, token] } else { [token, plain] };
                let mut sent: Vec<Sent> = copies.iter().flat_map(|copy| table.deliver(copy)).collect();
                let case = format!("{plain_first} {id:?} {stamp:?}");
                assert_eq!(plies(&mut table, &round.id), 1, "{case}");
                assert_eq!((pages(&sent, "move_taken"), pages(&sent, "your_move")), (1, 1), "{case}");
                // However often either comes again.
                sent = copies.iter().flat_map(|copy| table.deliver(copy)).collect();
                assert_eq!((plies(&mut table, &round.id), sent.len()), (1, 0), "{case}");
            }
        }
    }
}

/// A wish that both roads carry out is carried out once.
#[test]
fn two_copies_of_a_challenge_invite_once() {
    for plain_first in [true, false] {
        for id in [Some("twice@mail.players.example.net"), None] {
            let (mut table, round) = fresh();
            let before = table.games_of(ANA.1).len();
            let mut pen = answer(ANA, &round.ana, &format!("new chess with {} as black", BORIS.1));
            pen.id = id.map(str::to_owned);
            let token = pen.bytes();
            pen.to = SERVICE.into();
            let plain = pen.bytes();
            let copies = if plain_first { [plain, token] } else { [token, plain] };
            copies.iter().for_each(|copy| drop(table.deliver(copy)));
            assert_eq!(table.games_of(ANA.1).len(), before + 1, "{plain_first} {id:?}");
        }
    }
}

#[test]
fn letters_without_an_id_to_two_games_in_one_second_play_in_both() {
    let (mut table, first) = fresh();
    let second = begin(&mut table);
    for round in [&first, &second] {
        // The same words; only what lies in the quote would tell them apart, and there is none.
        let mut pen = Pen::new(ANA, &round.ana.reply_to(), "e4");
        pen.id = None;
        table.lay(&pen.bytes());
        table.lay(&pen.bytes());
    }
    table.receive();
    for round in [&first, &second] {
        assert_eq!(plies(&mut table, &round.id), 1);
    }
    let sent = table.send();
    assert_eq!((pages(&sent, "move_taken"), pages(&sent, "your_move")), (2, 2));
}

#[test]
fn a_server_that_shows_only_the_plain_address_loses_no_token() {
    let (mut table, round) = fresh();
    let pen = answer(ANA, &round.ana, "e4");
    table.deliver(&delivered(&pen.bytes(), SERVICE));
    assert_eq!(plies(&mut table, &round.id), 1);
    // A server that shows the token is believed: what the sender wrote besides is no second chance.
    let (mut table, round) = fresh();
    let other = round.boris.reply_to();
    let two = answer(ANA, &round.ana, "e4").bytes();
    let two = String::from_utf8(two).unwrap().replacen("\r\nSubject:", &format!("\r\nCc: {other}\r\nSubject:"), 1);
    for to in [SERVICE, &round.ana.reply_to()] {
        table.deliver(&delivered(two.as_bytes(), to));
        assert_eq!(plies(&mut table, &round.id), 0, "two tokens are refused");
    }
}

#[test]
fn a_letter_to_a_token_nobody_knows_stays_where_it_is() {
    let (mut table, round) = fresh();
    let strange = SERVICE.replacen('@', "+q7m2k5xv3tbn4dhz6wcy2rjpaf@", 1);
    let plain_shown = delivered(&Pen::new(BORIS, &strange, "e4").bytes(), SERVICE);
    table.deliver_strange(&Pen::new(ANA, &strange, "e4").stamped(None).bytes());
    table.deliver_strange(&plain_shown);
    let path = SERVICE.replacen('@', "+b.q7m2k5xv3tbn4dhz6wcy2rjpaf@", 1);
    let bounce = "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n";
    table.deliver_strange(&Pen::new(("", "MAILER-DAEMON@x.example"), &path, "gone").with(bounce).bytes());
    assert_eq!(table.left(), 3);
    // It is as little ours in a later life.
    let mut table = table.restarted();
    table.deliver_strange(&answer(ANA, &round.ana, "e4").bytes());
    assert_eq!((table.left(), plies(&mut table, &round.id)), (3, 1));
    // Ours of an earlier ply is known and filed.
    table.deliver(&answer(ANA, &round.ana, "d4").bytes());
    assert_eq!(table.left(), 3);
}

/// A report by a mail system that signs as sender what others leave empty.
#[test]
fn a_return_path_of_a_mail_system_is_a_bounce() {
    let paths =
        ["<>", "<MAILER-DAEMON>", "<MAILER-DAEMON@mx.players.example.net>", "<Mailer-Daemon@localhost>", "<#@[]>"];
    for path in paths {
        let (mut table, round) = fresh();
        let to = table.newest_return_path();
        let text = format!(
            "Return-Path: {path}\r\nDelivered-To: {to}\r\nFrom: Mail Delivery System <MAILER-DAEMON@mx.example.net>\r\n\
             To: {to}\r\nSubject: Undelivered Mail Returned to Sender\r\n\r\nThe user does not exist.\r\n"
        );
        assert_eq!(table.post(text.as_bytes()), [], "{path}");
        assert_eq!(table.tally("bounce"), 1, "{path}");
        assert_eq!((table.left(), plies(&mut table, &round.id)), (0, 0), "{path}");
    }
}
