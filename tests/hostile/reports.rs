//! Faults other projects have had in public, tried on the whole service. Reports that concern one
//! room alone have their test there: 02 and 06's server side in `post`, 04 in `mail`.

use super::corpus::sound;
use super::pen::{ANA, BORIS, Pen, Round, answer, begin, code, fresh, one};
use super::table::{AUTHSERV, SERVICE, Sent, Table, house};
use kingpost::game::{Event, Refusal};
use kingpost::rules::Side;

/// Ana's letter to her present address.
fn from_ana(round: &Round, body: &str) -> Pen {
    Pen::new(ANA, &round.ana.reply_to(), body)
}

fn played(table: &mut Table, round: &Round) -> usize {
    table.deeds(&round.id).iter().filter(|event| matches!(event, Event::Moved { .. })).count()
}

#[test]
fn report_01_an_attached_mail_that_is_none() {
    for inner in ["", "no header at all", "\n\nresign", "Subject\n\ne5"] {
        let (mut table, round) = fresh();
        let body = format!(
            "--b\nContent-Type: text/plain\n\ne4\n--b\nContent-Type: message/rfc822\n\n{inner}\n--b\n\
             Content-Type: message/rfc822\n--b--\n"
        );
        let mail = from_ana(&round, &body).with("Content-Type: multipart/mixed; boundary=b\n");
        table.post(&mail.bytes());
        assert_eq!(played(&mut table, &round), 1, "{inner:?}");
    }
}

#[test]
fn report_03_dates_at_the_end_of_time() {
    for date in ["Sat, 31 Dec 262143 23:59:59 -2359", "Sun, 29 Nov 2026 12:00:61 +9999"] {
        let (mut table, round) = fresh();
        let extra = format!("Received: from x by y; {date}\nResent-Date: {date}\nContent-Type: text/plain\n");
        table.post(&from_ana(&round, "e4").with(&extra).bytes());
        assert_eq!(played(&mut table, &round), 1);
    }
}

#[test]
fn report_05_a_dead_mailbox_and_a_damaged_token_make_no_loop() {
    let (mut table, round) = fresh();
    let damaged = round.ana.reply_to().replacen('+', "+x", 1);
    let sent = table.deliver_strange(&Pen::new(ANA, &damaged, "e4").bytes());
    let help = one(&sent, ANA, "help").clone();
    for (sender, to) in [("<>", help.reply_to()), ("<>", damaged.clone()), ("<bounce@players.example.net>", damaged)] {
        let bounce = format!(
            "Return-Path: {sender}\r\nDelivered-To: {to}\r\nFrom: MAILER-DAEMON@players.example.net\r\nTo: {to}\r\n\
             Subject: failure notice\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n\
             --b\r\n\r\nno such mailbox\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed\r\n\
             Status: 5.1.1\r\n--b--\r\n"
        );
        assert_eq!(table.post(bounce.as_bytes()), []);
    }
    // Once an hour is enough, however often it is tried.
    let (_, mut more) = (0, Vec::new());
    for _ in 0..5 {
        more.extend(table.post(&Pen::new(ANA, &round.ana.reply_to().replacen('+', "+y", 1), "e4").bytes()));
    }
    assert_eq!(more, []);
}

#[test]
fn report_06_one_mail_that_cannot_be_fetched_holds_up_no_other() {
    let (mut table, round) = fresh();
    table.lay(&Pen::new(BORIS, SERVICE, "games").bytes());
    table.poison("mail/1");
    (0..10).for_each(|_| table.lay(&Pen::new(BORIS, "somebody@chess.example.org", "hello").bytes()));
    table.lay(&from_ana(&round, "e4").bytes());
    table.receive_stubbornly();
    assert_eq!(played(&mut table, &round), 1, "the mails behind it");
    assert_eq!((table.set_aside(), table.left()), (0, 11), "it stays, and so does other people's mail");
    assert_eq!(table.tally("fault-fetch"), 4, "it is tried as often as its pauses are over");
    table.heal();
    assert_eq!(table.answers_on_waking(), 1, "it is read at last");
    assert_eq!(table.left(), 10);
}

#[test]
fn report_07_a_message_id_used_twice_is_two_letters() {
    let (mut table, mut round) = fresh();
    let first = from_ana(&round, "e4").id("same@mail.players.example.net");
    let sent = table.deliver(&first.bytes());
    round.boris = one(&sent, BORIS, "your_move").clone();
    let sent = table.deliver(&answer(BORIS, &round.boris, "e5").bytes());
    round.ana = one(&sent, ANA, "your_move").clone();
    table.later(2 * 24 * 60);
    table.post(&from_ana(&round, "Nf3").id("same@mail.players.example.net").bytes());
    assert_eq!(played(&mut table, &round), 3);
}

#[test]
fn report_08_line_ends_hidden_in_encoded_words() {
    let word = "=?utf-8?B?WA0KQmNjOiB2aWN0aW1AZXhhbXBsZS5jb20NClg6IHk=?=";
    let mut table = Table::new();
    let invite = format!("new chess with {} as white", BORIS.1);
    let mail = Pen::new(ANA, SERVICE, &invite).subject(word).from(&format!("{word} <{}>", ANA.1));
    let mail = mail.id(&format!("{word}@x")).with(&format!("In-Reply-To: <{word}>\nReferences: {word}\n"));
    let sent = table.deliver(&mail.bytes());
    let question = one(&sent, ANA, "confirm_address").clone();
    let reply = answer(ANA, &question, "yes").from(&format!("{word} <{}>", ANA.1)).subject(word);
    let more = table.deliver(&reply.bytes());
    assert_eq!(more.len(), 2);
    for mail in sent.iter().chain(&more) {
        sound(mail, "report 08");
        let text = String::from_utf8_lossy(&mail.bytes).into_owned();
        assert!(!text.contains("\r\nBcc") && !mail.mail.subject.contains("victim"), "{text}");
    }
    assert!(!table.person(ANA.1).unwrap().name.contains("victim"));
}

#[test]
fn report_09_megabytes_of_base64_below_the_move() {
    for run in ["QUJD".repeat(500_000), "QUJDRUZH\r\n".repeat(200_000)] {
        let (mut table, round) = fresh();
        let begun = std::time::Instant::now();
        table.post(&from_ana(&round, &format!("e4\n\n{run} wrote:\n")).bytes());
        assert_eq!(played(&mut table, &round), 1);
        assert!(begun.elapsed() < std::time::Duration::from_secs(15), "{:?}", begun.elapsed());
    }
}

#[test]
fn report_10_two_from_headers_are_refused_in_any_order() {
    let stranger = "mallory@elsewhere.example.org";
    for name in ["From", "FROM", "from ", "From\t"] {
        for (first, second) in [(ANA.1, stranger), (stranger, ANA.1), (ANA.1, ANA.1)] {
            let (mut table, round) = fresh();
            let extra = format!("{name}: {second}\nContent-Type: text/plain\n");
            let queued = table.post(&from_ana(&round, "e4").from(first).with(&extra).bytes());
            assert_eq!((played(&mut table, &round), queued), (0, vec![]), "{name:?} {first} {second}");
        }
    }
}

#[test]
fn report_11_only_our_own_servers_stamp_counts() {
    let pass = |server: &str| format!("Authentication-Results: {server}; dmarc=pass header.from=players.example.net\n");
    let fail = |server: &str| format!("Authentication-Results: {server}; dmarc=fail header.from=players.example.net\n");
    let stranger = "mx.elsewhere.example.org";
    // What stands where, and whether a resignation of the main address's kind, `games`, is believed at once.
    let cases = [
        (pass(stranger), false),
        (pass(AUTHSERV), true),
        (pass(stranger) + &fail(AUTHSERV), false),
        (fail(stranger) + &pass(AUTHSERV), true),
        (fail(AUTHSERV) + &pass(AUTHSERV), false),
        ("Received: from a by b; x\n".to_owned() + &pass(stranger) + "Received: from c by d; x\n", false),
        (pass("mx.chess.example.org.elsewhere.example.org"), false),
        (format!("Authentication-Results: {AUTHSERV} 1; none\n"), false),
        (format!("Authentication-Results: {AUTHSERV}; dmarc=pass header.from=elsewhere.example.org\n"), false),
    ];
    for (stamps, believed) in cases {
        let (mut table, _) = fresh();
        table.later(60);
        let mail = Pen::new(ANA, SERVICE, "games").stamped(None).with(&format!("{stamps}Content-Type: text/plain\n"));
        let queued = table.post(&mail.bytes());
        let expected = if believed { "games" } else { "confirm_address" };
        assert_eq!(queued, [(ANA.1.to_owned(), vec![expected])], "{stamps}");
    }
    // Without a server named, no stamp counts.
    let mut table = Table::in_house(house(false));
    begin(&mut table);
    table.later(60);
    let queued = table.post(&Pen::new(ANA, SERVICE, "games").bytes());
    assert_eq!(queued, [(ANA.1.to_owned(), vec!["confirm_address"])]);
}

#[test]
fn report_12_reply_addresses_survive_any_case() {
    let changes: [fn(&str) -> String; 2] = [|address| address.to_uppercase(), |address| address.to_lowercase()];
    for change in changes {
        let (mut table, round) = fresh();
        table.post(&Pen::new(ANA, &change(&round.ana.reply_to()), "e4").bytes());
        assert_eq!(played(&mut table, &round), 1);
    }
}

/// A player's words may hold what their mail program put there; the opponent sees neither address nor reply address.
#[test]
fn report_13_comments_do_not_carry_addresses() {
    let (mut table, round) = fresh();
    let token = round.ana.reply_to();
    let bare = token.split(['+', '@']).nth(1).unwrap().to_owned();
    let head = String::from_utf8_lossy(&round.ana.bytes).split("\r\n\r\n").next().unwrap().replace("\r\n", "\n");
    let comments = [
        format!("e4\n\nLook what I get:\n{head}\n\nfunny"),
        format!("e4\n\nMy mail says Reply-To: {token} and To: {}", ANA.1),
        format!("e4\n\nwrite to {} or to {}", ANA.1.to_uppercase(), token.to_uppercase()),
        format!("e4\n\nTo: {}\n\nReply-To: {token}\n\nList-Unsubscribe: <mailto:{}>", ANA.1, token.replace('+', "%2B")),
        format!("e4\n\nthe secret is {bare}"),
    ];
    for comment in comments {
        let (mut table, _) = fresh();
        let sent = table.deliver(&from_ana(&round, &comment).bytes());
        let mail = one(&sent, BORIS, "your_move");
        let all = mail.all_text().to_lowercase();
        assert!(!all.contains(ANA.1), "{comment}\n{}", mail.mail.text);
        assert!(!all.contains(&bare), "{comment}\n{}", mail.mail.text);
    }
    // And no mail to Boris in the whole of a game has it.
    let sent = table.deliver(&from_ana(&round, "e4 and I offer a draw\n\nHello").bytes());
    let all = one(&sent, BORIS, "draw_offered").all_text();
    assert!(!all.contains(ANA.1) && all.contains("Hello"));
}

#[test]
fn report_14_the_first_of_two_moves_counts() {
    let (mut table, round) = fresh();
    table.later(1);
    // The one that was delayed comes second, whatever its Date says.
    table.lay(&from_ana(&round, "d4").bytes());
    table.lay(&from_ana(&round, "e4").bytes());
    table.receive();
    let sent = table.send();
    assert_eq!(played(&mut table, &round), 1);
    let move_taken = one(&sent, ANA, "move_taken");
    assert!(move_taken.mail.text.contains("d4"));
    assert!(matches!(table.refusals().as_slice(), [Refusal::Stale { .. }]));
}

#[test]
fn report_15_a_restart_after_every_ply_doubles_nothing() {
    let (mut table, round) = fresh();
    let mut last: Option<Vec<u8>> = None;
    let there =
        ["Nf3", "Nf6", "Nc3", "Nc6", "Rg1", "Rg8", "Rh1", "Rh8", "e3", "e6", "d3", "d6", "h3", "h6", "a3", "a6"];
    let moves: Vec<&str> = there.into_iter().chain(["b3", "b6", "g3", "g6", "Bg2", "Bg7", "Bb2", "Bb7"]).collect();
    for (ply, mv) in moves.iter().enumerate() {
        if let Some(last) = &last {
            // What was handled but not yet filed when the program died comes again.
            assert_eq!(table.post(last), []);
        }
        let (who, side) = if ply % 2 == 0 { (ANA, Side::First) } else { (BORIS, Side::Second) };
        let mail = Pen::new(who, &table.seat(&round.id, side), mv).bytes();
        table.post(&mail);
        assert_eq!(played(&mut table, &round), ply + 1, "{mv}");
        table = table.restarted();
        assert_eq!(played(&mut table, &round), ply + 1, "{mv}, started again");
        last = Some(mail);
    }
}

#[test]
fn report_17_zeros_and_letters_castle_on_the_wing_they_name() {
    let both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let short = "4k3/8/8/8/8/8/8/R3K2R w K - 0 1";
    let none = "4k3/8/8/8/8/8/8/R3K2R w - - 0 1";
    let long = ["0-0-0", "O-O-O", "o-o-o", "0 - 0 - 0", "0\u{2013}0\u{2013}0", "0-0-0+", "1. 0-0-0"];
    for (fen, legal) in [(both, true), (short, false), (none, false)] {
        for text in long {
            let (mut table, round) = from_position(fen);
            table.post(&from_ana(&round, text).bytes());
            let landed = table.game(&round.id).history().position().clone();
            let fen = kingpost::rules::notation::fen::write(&landed);
            assert_eq!(fen.starts_with("r3k2r/8/8/8/8/8/8/2KR3R") && legal, legal, "{text} in {fen}");
            assert_eq!(played(&mut table, &round), usize::from(legal), "{text} in {fen}");
        }
        for text in ["0-0", "O-O", "o-o", "0\u{2014}0"] {
            let (mut table, round) = from_position(fen);
            table.post(&from_ana(&round, text).bytes());
            assert_eq!(played(&mut table, &round), usize::from(fen != none), "{text} in {fen}");
        }
    }
}

/// A game between Ana, White, and Boris from a position.
fn from_position(fen: &str) -> (Table, Round) {
    let (mut table, _) = fresh();
    table.post(&Pen::new(ANA, SERVICE, &format!("new chess with {} as white fen {fen}", BORIS.1)).bytes());
    let id = table.games_of(BORIS.1).into_iter().find(|id| table.game(id).ply().0 == 0 && *id != fresh().1.id).unwrap();
    let invitation = table.invitation(&id, Side::Second);
    table.post(&Pen::new(BORIS, &invitation, "accept").bytes());
    let (_, mut round) = fresh();
    round.ana.mail.reply_to = kingpost::mail::Address::parse(&table.seat(&id, Side::First)).unwrap();
    round.id = id;
    (table, round)
}

#[test]
fn report_18_every_way_to_resign_asks_first() {
    let ways: [(&str, &str, bool); 6] = [
        ("resign", "Re: chess", true),
        ("", "resign", true),
        ("", "Re: resign", true),
        ("投了します", "Re: chess", true),
        ("e4\nresign", "Re: chess", false),
        ("I resign.", "Re: chess", true),
    ];
    for (body, subject, asks) in ways {
        let (mut table, round) = fresh();
        let queued = table.post(&from_ana(&round, body).subject(subject).bytes());
        let page = if asks { "confirm_resign" } else { "refused" };
        assert_eq!(queued, [(ANA.1.to_owned(), vec![page])], "{body:?} {subject:?}");
        let ended = table.deeds(&round.id).iter().any(|event| matches!(event, Event::Ended(_)));
        assert!(!ended, "{body:?} {subject:?}");
    }
    let (mut table, round) = fresh();
    table.later(60);
    assert_eq!(table.post(&Pen::new(ANA, SERVICE, "resign").bytes()), [(ANA.1.to_owned(), vec!["refused"])]);
    assert!(!table.deeds(&round.id).iter().any(|event| matches!(event, Event::ResignAsked { .. })));
    let sent = table.deliver(&from_ana(&round, "resign").bytes());
    let question = one(&sent, ANA, "confirm_resign").clone();
    let ended = table.deliver(&answer(ANA, &question, &format!("confirm {}", code(&question))).bytes());
    assert_eq!(ended.iter().filter(|mail| mail.has("game_over")).count(), 2);
}

#[test]
fn report_19_answers_to_old_mails_play_nothing() {
    let (mut table, mut round) = fresh();
    let mut old: Vec<Sent> = Vec::new();
    for mv in ["Nf3", "Nf6", "Nc3", "Nc6", "e3", "e6"] {
        if round.ana.has("your_move") {
            old.push(round.ana.clone());
        }
        round.play(&mut table, mv);
    }
    let before = table.deeds(&round.id).len();
    for mail in &old {
        let sent = table.deliver(&answer(ANA, mail, "d4").bytes());
        let refused = one(&sent, ANA, "refused");
        assert_eq!(sent.len(), 1);
        assert!(refused.mail.html.as_deref().unwrap_or_default().contains("mailto:"), "shows how to go on");
        assert_eq!(refused.reply_to(), round.ana.reply_to());
        // Asked again, it is told again, and plays nothing.
        let told = table.deliver(&answer(ANA, mail, "d4").bytes());
        assert!(told.len() == 1 && told.iter().all(|mail| mail.has("refused")));
    }
    assert_eq!(table.deeds(&round.id).len(), before);
    table.post(&from_ana(&round, "d4").bytes());
    assert_eq!(played(&mut table, &round), 7);
}
