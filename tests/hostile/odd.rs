//! Odd and unlucky mail: what people do by mistake, and what they try on. For each, what a sensible person expects.

use super::pen::{ANA, BORIS, MALLORY, Pen, answer, begin, code, fresh, one};
use super::table::{SERVICE, Sent, Table};
use kingpost::game::{Event, Refusal};
use kingpost::rules::Side;

const CLARA: (&str, &str) = ("Clara Example", "clara@players.example.net");

/// Queued mails: for whom, which pages.
type Queued = Vec<(String, Vec<&'static str>)>;

fn to(who: (&str, &str), page: &'static str) -> (String, Vec<&'static str>) {
    (who.1.to_owned(), vec![page])
}

fn moves(table: &mut Table, id: &str) -> Vec<String> {
    table.game(id).history().sans()
}

fn last_refusal(table: &mut Table) -> Refusal {
    table.refusals().pop().expect("a refusal")
}

/// Another game between Ana, White, and somebody; its id.
fn another(table: &mut Table, with: (&str, &str)) -> String {
    let known = table.games_of(with.1);
    let queued = table.post(&Pen::new(ANA, SERVICE, &format!("new chess with {} as white", with.1)).bytes());
    assert_eq!(queued.len(), 2, "{queued:?}");
    let id = table.games_of(with.1).into_iter().find(|id| !known.contains(id)).expect("a new game");
    let invitation = table.invitation(&id, Side::Second);
    table.post(&Pen::new(with, &invitation, "accept").bytes());
    id
}

#[test]
fn three_games_with_one_opponent_are_kept_apart() {
    let (mut table, round) = fresh();
    let (second, third) = (another(&mut table, BORIS), another(&mut table, BORIS));
    let addresses: Vec<String> = [&round.id, &second, &third].iter().map(|id| table.seat(id, Side::First)).collect();
    // Subject and references of another game do not matter.
    let confusing = Pen::new(ANA, &addresses[1], "d4").subject(&round.ana.mail.subject);
    let references = format!("In-Reply-To: <{}>\nContent-Type: text/plain\n", round.ana.mail.message_id);
    table.post(&confusing.with(&references).bytes());
    table.post(&Pen::new(ANA, &addresses[2], "c4").bytes());
    table.post(&Pen::new(ANA, &addresses[0], "e4").bytes());
    let played: Vec<_> = [&round.id, &second, &third].iter().map(|id| moves(&mut table, id)).collect();
    assert_eq!(played, [["e4"], ["d4"], ["c4"]]);
}

#[test]
fn one_letter_to_two_games_is_played_in_neither() {
    for delivered in [true, false] {
        let (mut table, round) = fresh();
        let second = another(&mut table, BORIS);
        let (a, b) = (table.seat(&round.id, Side::First), table.seat(&second, Side::First));
        let pen = Pen::new(ANA, &format!("{a}, {b}"), "e4");
        let whole = String::from_utf8(pen.bytes()).unwrap();
        let mut queued: Queued = Vec::new();
        for copy in [&a, &b] {
            // Each copy is delivered to one of the two, or the server writes no delivery headers.
            let head = if delivered { format!("Delivered-To: {copy}\r\n") } else { String::new() };
            let (_, rest) = whole.split_once("\r\n").unwrap();
            queued.extend(table.post(format!("{head}{rest}").as_bytes()));
        }
        assert_eq!(queued, [to(ANA, "refused")], "delivered {delivered}");
        assert_eq!(last_refusal(&mut table), Refusal::TwoTokens);
        assert_eq!((moves(&mut table, &round.id).len(), moves(&mut table, &second).len()), (0, 0));
    }
}

#[test]
fn somebody_elses_reply_address_moves_nothing() {
    let (mut table, round) = fresh();
    another(&mut table, CLARA);
    let address = round.ana.reply_to();
    // A friend's address book has it, a new address of hers, the opponent, a stranger: she is told once an hour.
    let writers = [CLARA, ("Ana Example", "ana@new.example.net"), BORIS, MALLORY];
    let queued: Queued = writers.iter().flat_map(|who| table.post(&Pen::new(*who, &address, "e4").bytes())).collect();
    assert_eq!(queued, [to(ANA, "refused")]);
    assert_eq!(last_refusal(&mut table), Refusal::WrongSender);
    // The opponent's own token under her name.
    table.later(61);
    let as_ana = Pen::new(BORIS, &round.boris.reply_to(), "e4").from("Ana Example <ana@players.example.net>");
    assert_eq!(table.post(&as_ana.stamped(None).bytes()), [to(BORIS, "refused")]);
    assert_eq!(moves(&mut table, &round.id).len(), 0);
    // Her address in other letters is hers.
    table.post(&Pen::new(("", "ANA@Players.Example.NET"), &address, "e4").bytes());
    assert_eq!(moves(&mut table, &round.id), ["e4"]);
}

#[test]
fn confirmation_codes_work_once_and_for_their_question() {
    let (mut table, round) = fresh();
    let address = round.ana.reply_to();
    let ended = |table: &mut Table| table.deeds(&round.id).iter().any(|e| matches!(e, Event::Ended(_)));
    // Unasked, guessed.
    table.post(&Pen::new(ANA, &address, "confirm ABCD-2345").bytes());
    assert_eq!(last_refusal(&mut table), Refusal::NothingToConfirm);
    let question = one(&table.deliver(&Pen::new(ANA, &address, "resign").bytes()), ANA, "confirm_resign").clone();
    let code = code(&question);
    let right = format!("confirm {code}");
    table.post(&Pen::new(ANA, &address, "confirm ABCD-2345").bytes());
    assert_eq!(last_refusal(&mut table), Refusal::WrongCode);
    // By the opponent, by a stranger, by a machine, in a quote, in a subject; by nobody our server vouches for.
    table.post(&Pen::new(BORIS, &round.boris.reply_to(), &right).bytes());
    table.post(&Pen::new(MALLORY, &address, &right).bytes());
    let machine = "Auto-Submitted: auto-replied\nContent-Type: text/plain\n";
    table.post(&Pen::new(ANA, &address, &right).with(machine).bytes());
    table.post(&Pen::new(ANA, &address, &format!("> {right}")).bytes());
    table.post(&Pen::new(ANA, SERVICE, "Hello").subject(&right).bytes());
    table.post(&Pen::new(ANA, SERVICE, &right).stamped(None).bytes());
    assert!(!ended(&mut table));
    // A move withdraws the wish; the code is worth nothing afterwards, here or in another game.
    table.post(&Pen::new(ANA, &address, "e4").bytes());
    let second = another(&mut table, BORIS);
    let now = table.seat(&round.id, Side::First);
    table.post(&Pen::new(ANA, &now, &right).bytes());
    assert_eq!(last_refusal(&mut table), Refusal::NothingToConfirm);
    let other = table.seat(&second, Side::First);
    table.post(&Pen::new(ANA, &other, "resign").bytes());
    table.post(&Pen::new(ANA, &other, &right).bytes());
    assert_eq!(last_refusal(&mut table), Refusal::WrongCode);
    assert!(!ended(&mut table));
    // After eight days it has lapsed; no clock has counted them.
    let sent = table.deliver(&Pen::new(ANA, &now, "resign").bytes());
    let question = sent.iter().rev().find(|mail| mail.has("confirm_resign")).unwrap();
    let late = format!("confirm {}", super::pen::code(question));
    table.asleep(8 * 24 * 60);
    table.post(&Pen::new(ANA, &now, &late).bytes());
    assert!(!ended(&mut table));
}

#[test]
fn a_lapsed_draw_offer_is_not_agreed() {
    let (mut table, mut round) = fresh();
    round.play(&mut table, "e4 and I offer a draw");
    let offered = round.boris.clone();
    assert!(offered.has("draw_offered"));
    round.play(&mut table, "e5");
    // Boris answers the old mail; Ana accepts her own; nobody has an offer.
    table.post(&answer(BORIS, &offered, "accept draw").bytes());
    assert!(matches!(last_refusal(&mut table), Refusal::Stale { .. }));
    for (who, side) in [(ANA, Side::First), (BORIS, Side::Second)] {
        for words in ["accept draw", "accept", "decline draw", "no draw"] {
            let address = table.seat(&round.id, side);
            table.post(&Pen::new(who, &address, words).bytes());
            assert_eq!(last_refusal(&mut table), Refusal::NoOffer, "{words}");
        }
    }
    assert!(!table.deeds(&round.id).iter().any(|event| matches!(event, Event::Ended(_))));
}

#[test]
fn an_invitation_is_answered_once_and_by_the_invited() {
    let (mut table, _) = fresh();
    table.post(&Pen::new(ANA, SERVICE, &format!("new chess with {} as white", CLARA.1)).bytes());
    let id = table.games_of(CLARA.1).pop().unwrap();
    let (hers, inviters) = (table.invitation(&id, Side::Second), table.invitation(&id, Side::First));
    // The inviter for herself, a friend it was forwarded to, a machine, a move instead of an answer.
    table.post(&Pen::new(ANA, &inviters, "accept").bytes());
    assert_eq!(last_refusal(&mut table), Refusal::NotStarted);
    assert_eq!(table.post(&Pen::new(MALLORY, &hers, "accept").bytes()), [to(CLARA, "refused")]);
    let machine = "Auto-Submitted: auto-replied\nContent-Type: text/plain\n";
    assert_eq!(table.post(&Pen::new(CLARA, &hers, "accept").with(machine).bytes()), []);
    table.post(&Pen::new(CLARA, &hers, "e5").bytes());
    assert_eq!(last_refusal(&mut table), Refusal::NotStarted);
    assert!(!table.deeds(&id).iter().any(|event| matches!(event, Event::Started | Event::Declined)));
    assert_eq!(table.post(&Pen::new(CLARA, &hers, "accept").bytes()).len(), 2);
    for words in ["accept", "yes, accept", "decline"] {
        let queued = table.post(&Pen::new(CLARA, &hers, words).bytes());
        assert!(queued.is_empty() || queued == [to(CLARA, "refused")], "{queued:?}");
    }
    assert_eq!(last_refusal(&mut table), Refusal::AlreadyAnswered);
    assert_eq!(table.deeds(&id).iter().filter(|event| matches!(event, Event::Started)).count(), 1);
}

#[test]
fn who_wants_no_mail_gets_none_and_the_inviter_is_told() {
    let (mut table, _) = fresh();
    table.post(&Pen::new(ANA, SERVICE, &format!("new chess with {} as white", CLARA.1)).bytes());
    let id = table.games_of(CLARA.1).pop().unwrap();
    let hers = table.invitation(&id, Side::Second);
    let queued = table.post(&Pen::new(CLARA, &hers, "stop mail").bytes());
    assert!(queued.contains(&to(CLARA, "mail_stopped")), "{queued:?}");
    assert!(queued.contains(&to(ANA, "invitation_declined")), "{queued:?}");
    let queued = table.post(&Pen::new(ANA, SERVICE, &format!("new chess with {}", CLARA.1)).bytes());
    assert_eq!(queued, [to(ANA, "invitation_sent")], "who wants no mail is told nothing, and neither is Ana of that");
    assert_eq!(table.post(&Pen::new(CLARA, &hers, "stop mail").bytes()), []);
    assert_eq!(table.post(&Pen::new(CLARA, SERVICE, "help").stamped(None).bytes()), []);
    // Her own word brings her back.
    let sent = table.deliver(&Pen::new(CLARA, SERVICE, &format!("new chess with {}", ANA.1)).bytes());
    let question = one(&sent, CLARA, "confirm_address").clone();
    assert_eq!(table.post(&answer(CLARA, &question, "yes").bytes()).len(), 2);
}

#[test]
fn nobody_plays_against_themselves_or_the_service() {
    let (mut table, _) = fresh();
    let people = table.people();
    let odd = [
        ANA.1.to_owned(),
        ANA.1.to_uppercase(),
        format!("<{}>", ANA.1),
        SERVICE.to_owned(),
        SERVICE.to_uppercase(),
        SERVICE.replacen('@', "+q7m2k5xv3tbn4dhz6wcy2rjpaf@", 1),
        SERVICE.replacen('@', "+b.q7m2k5xv3tbn4dhz6wcy2rjpaf@", 1),
        SERVICE.replacen('@', "+x@", 1),
    ];
    for address in odd {
        let queued = table.post(&Pen::new(ANA, SERVICE, &format!("new chess with {address}")).bytes());
        assert_eq!(queued, [to(ANA, "refused")], "{address}");
        assert_eq!(last_refusal(&mut table), Refusal::CannotInvite, "{address}");
        table.later(5);
    }
    assert_eq!(table.people(), people);
}

#[test]
fn what_is_no_address_is_said_to_be_none() {
    let odd =
        ["boris@", "@club.example.com", "boris@club", "boris@@club.example.com", "bo ris@club..com", "b\u{f6}@x.de"];
    for address in odd.into_iter().chain(["\"boris\"@club.example.com", "boris@[192.0.2.1]", "boris"]) {
        let (mut table, _) = fresh();
        let people = table.people();
        let queued = table.post(&Pen::new(ANA, SERVICE, &format!("new chess with {address}")).bytes());
        if address == "boris@club" {
            // A host of one label is a host.
            assert_eq!(queued.len(), 2);
            continue;
        }
        assert_eq!(queued, [to(ANA, "refused")], "{address}");
        assert_eq!(table.people(), people, "{address}");
    }
}

#[test]
fn mail_under_our_own_address_is_never_answered() {
    let (mut table, round) = fresh();
    let own = [SERVICE.to_owned(), round.ana.reply_to(), SERVICE.to_uppercase()];
    for from in own {
        for to in [SERVICE.to_owned(), round.ana.reply_to(), SERVICE.replacen('@', "+xyz@", 1)] {
            for words in ["e4", "help", "new chess with victim@example.com"] {
                let pen = Pen::new(("", SERVICE), &to, words).from(&from);
                assert_eq!(table.post(&pen.bytes()), [], "{from} to {to}: {words}");
                assert_eq!(table.post(&pen.stamped(None).bytes()), [], "{from} to {to}: {words}");
            }
        }
    }
    assert_eq!(table.people(), 2);
}

#[test]
fn letters_without_words_play_nothing_and_are_answered() {
    let attached =
        "--b\nContent-Type: application/pdf\nContent-Disposition: attachment; filename=e4.pdf\n\ne4\n--b--\n";
    let text = "--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename=e4.txt\n\ne4\n--b--\n";
    let picture = "--b\nContent-Type: image/png; name=\"e4\"\nContent-Transfer-Encoding: base64\n\nZTQ=\n--b--\n";
    let mixed = "Content-Type: multipart/mixed; boundary=b\n";
    let plain = "Content-Type: text/plain\n";
    let cases = [
        ("", plain),
        ("\n \n\t\n\u{a0}\n", "Content-Type: text/plain; charset=utf-8\n"),
        ("-- \ne4\n", plain),
        ("Sent from my phone\n", plain),
        (attached, mixed),
        (text, mixed),
        (picture, mixed),
        ("ZTQ=", "Content-Type: image/png\nContent-Transfer-Encoding: base64\n"),
        ("<html><body><img src=\"cid:e4\" alt=\"e4\"></body></html>", "Content-Type: text/html\n"),
        ("<p>&nbsp;</p><blockquote>e4</blockquote>", "Content-Type: text/html\n"),
    ];
    for (body, kind) in cases {
        let (mut table, round) = fresh();
        let queued = table.post(&Pen::new(ANA, &round.ana.reply_to(), body).with(kind).bytes());
        assert_eq!(queued, [to(ANA, "refused")], "{body}");
        assert_eq!(moves(&mut table, &round.id).len(), 0, "{body}");
    }
}

#[test]
fn moves_are_read_in_every_dress() {
    let (jis, sjis): (&[u8], &[u8]) = (b"\x1b$B#e#4$G$9\x1b(B\r\n", b"\x82\x85\x82\x53\x82\xc5\x82\xb7\r\n");
    let (utf16, mac): (&[u8], &[u8]) = (b"\xff\xfee\x004\x00\r\x00\n\x00", b"e4\r\rGruss\r");
    let utf7: &[u8] = b"+/xfkSs-"; // no text at all: see below
    let html = b"<div dir=\"auto\">e4</div><br><div class=\"gmail_quote\">d4</div>";
    let cases: [(&[u8], &str, bool); 9] = [
        (jis, "text/plain; charset=iso-2022-jp", true),
        (sjis, "text/plain; charset=Shift_JIS", true),
        (utf16, "text/plain; charset=utf-16", true),
        (mac, "text/plain; charset=us-ascii", true),
        (b"\xef\xbb\xbfe4\r\n", "text/plain; charset=utf-8", true),
        (b"e4", "text/plain", true),
        (html, "text/html; charset=utf-8", true),
        (b"e4\r\n", "TEXT/PLAIN; CHARSET=\"UTF-8\"; format=flowed; delsp=yes", true),
        (utf7, "text/plain; charset=utf-7", false),
    ];
    for (body, kind, played) in cases {
        let (mut table, round) = fresh();
        let mut pen = Pen::new(ANA, &round.ana.reply_to(), "").with(&format!("Content-Type: {kind}\n"));
        pen.body = body.to_vec();
        pen.from = format!("=?iso-2022-jp?B?GyRCJSIlSiEhSTRIKxsoQg==?= <{}>", ANA.1);
        table.post(&pen.bytes());
        assert_eq!(moves(&mut table, &round.id).len(), usize::from(played), "{kind}");
    }
}

#[test]
fn huge_names_and_words_are_cut_to_size() {
    let names = ["x".repeat(60_000), "\u{202e}".repeat(500), "e\u{301}\u{301}\u{301}".repeat(900), "<b>Ana</b>".into()];
    for name in names {
        let mut table = Table::new();
        let pen =
            Pen::new(ANA, SERVICE, &format!("new chess with {}", BORIS.1)).from(&format!("\"{name}\" <{}>", ANA.1));
        let queued = table.post(&pen.bytes());
        assert!(queued.len() <= 1);
        if let Some(person) = table.person(ANA.1) {
            assert!((1..=40).contains(&person.name.chars().count()), "{}", person.name);
            assert!(!person.name.contains('<'));
        }
    }
    let (mut table, round) = fresh();
    let words = "Lorem ipsum dolor sit amet. ".repeat(150);
    let sent = table.deliver(&Pen::new(ANA, &round.ana.reply_to(), &format!("e4\n\n{words}\n\nEND")).bytes());
    let mail = one(&sent, BORIS, "your_move");
    assert!(mail.mail.text.contains("Lorem ipsum") && mail.mail.text.contains("END"));
    super::corpus::sound(mail, "4000 characters");
}

#[test]
fn a_letter_may_come_before_its_mail_has_left() {
    let (mut table, round) = fresh();
    table.post(&Pen::new(ANA, &round.ana.reply_to(), "e4").bytes());
    // Boris's program answered at once: our own courier has not said yet that the mail was taken over.
    let address = table.seat(&round.id, Side::Second);
    let early = table.now - chrono::TimeDelta::minutes(5);
    table.lay_at(&Pen::new(BORIS, &address, "e5").bytes(), early);
    table.receive();
    assert_eq!(moves(&mut table, &round.id), ["e4", "e5"]);
    let sent = table.send();
    assert!(one(&sent, ANA, "move_taken").mail.text.contains("e4"));
    assert!(sent.iter().any(|mail| mail.to == ANA.1 && mail.has("your_move")));
    let address = table.seat(&round.id, Side::First);
    table.post(&Pen::new(ANA, &address, "Nf3").bytes());
    assert_eq!(moves(&mut table, &round.id).len(), 3);
}

#[test]
fn the_main_address_plays_nothing() {
    for words in ["e4", "resign", "draw", "accept", "confirm ABCD-2345", "takeback"] {
        let (mut table, round) = fresh();
        table.later(60);
        let before = table.deeds(&round.id).len();
        for subject in ["chess", words, "Re: [kp-x] Chess with Boris"] {
            let queued = table.post(&Pen::new(ANA, SERVICE, words).subject(subject).bytes());
            assert!(queued.is_empty() || queued == [to(ANA, "refused")], "{words}: {queued:?}");
        }
        assert_eq!(table.deeds(&round.id).len(), before, "{words}");
    }
}

#[test]
fn boards_of_any_number_are_shown() {
    for number in ["0", "1", "14", "4294967295", "99999999999999999999", "-3"] {
        let (mut table, round) = fresh();
        let sent = table.deliver(&Pen::new(ANA, &round.ana.reply_to(), &format!("board {number}")).bytes());
        assert_eq!(sent.len(), 1, "board {number}");
        assert_eq!(sent[0].to, ANA.1);
        assert_eq!(moves(&mut table, &round.id).len(), 0);
    }
}

#[test]
fn a_question_is_answered_by_its_person_once_and_in_time() {
    let invite = format!("new chess with {} as white", BORIS.1);
    let ask = || {
        let mut table = Table::new();
        let sent = table.deliver(&Pen::new(ANA, SERVICE, &invite).bytes());
        let question: Sent = one(&sent, ANA, "confirm_address").clone();
        (table, question)
    };
    let nobody = |table: &mut Table| table.games_of(ANA.1).is_empty();
    let (mut table, question) = ask();
    let machine = "Auto-Submitted: auto-replied\nContent-Type: text/plain\n";
    assert_eq!(table.post(&answer(ANA, &question, "yes").with(machine).bytes()), []);
    table.post(&answer(MALLORY, &question, "yes").bytes());
    assert!(nobody(&mut table));
    table.later(8 * 24 * 60);
    table.post(&answer(ANA, &question, "yes").bytes());
    assert!(nobody(&mut table), "after eight days");
    let (mut table, question) = ask();
    // The same wish again while the question is open: no second mail, and one game in the end.
    assert_eq!(table.post(&Pen::new(ANA, SERVICE, &invite).bytes()), []);
    table.post(&answer(ANA, &question, "yes").bytes());
    table.post(&answer(ANA, &question, "yes, really").bytes());
    assert_eq!(table.games_of(ANA.1).len(), 1);
    let (mut table, question) = ask();
    let queued = table.post(&answer(ANA, &question, "stop mail").bytes());
    assert_eq!(queued, [to(ANA, "mail_stopped")]);
    assert!(nobody(&mut table));
}

#[test]
fn a_flood_is_told_once_and_the_game_stands() {
    let (mut table, round) = fresh();
    let mut told = 0;
    for _ in 0..80 {
        let queued = table.post(&Pen::new(ANA, &round.ana.reply_to(), "help").bytes());
        assert!(queued.len() <= 1);
        told += queued.len();
        table.now -= chrono::TimeDelta::minutes(1);
    }
    assert!((15..=25).contains(&told), "{told}");
    table.later(61);
    table.post(&Pen::new(ANA, &round.ana.reply_to(), "e4").bytes());
    assert_eq!(moves(&mut table, &round.id), ["e4"]);
}

#[test]
fn other_peoples_mail_in_our_mailbox_is_left_alone() {
    let (mut table, round) = fresh();
    table.lay(&Pen::new(ANA, "office@chess.example.org", "e4").bytes());
    table.lay(&Pen::new(ANA, "kingpost.office@chess.example.org", "e4").bytes());
    table.lay(&Pen::new(ANA, &round.ana.reply_to().replace("chess.example.org", "example.org"), "e4").bytes());
    table.receive();
    assert_eq!((table.left(), table.send().len()), (3, 0));
    assert_eq!(moves(&mut table, &round.id).len(), 0);
}

#[test]
fn a_second_game_begins_like_the_first() {
    let (mut table, round) = fresh();
    table.later(24 * 60);
    let again = begin(&mut table);
    assert_ne!(again.id, round.id);
}

/// What was written to a list or to others reaches us all the same: it is nobody's wish to us, whoever vouches for it.
#[test]
fn a_letter_at_the_desk_counts_only_if_to_or_cc_names_us() {
    let (mut table, round) = fresh();
    let named = |to: &str, body: &str| {
        let text = String::from_utf8(Pen::new(ANA, SERVICE, body).bytes()).unwrap();
        let whole = text.replacen(&format!("\r\nTo: {SERVICE}\r\n"), &format!("\r\n{to}"), 1);
        assert_ne!(whole, text);
        whole.into_bytes()
    };
    let games = table.games_of(BORIS.1);
    for to in [
        "To: chess-club@lists.example.org\r\n",
        "To: undisclosed-recipients:;\r\n",
        "To: \"play@chess.example.org\" <friend@example.net>\r\n",
        "To: friend@example.net (play@chess.example.org)\r\nReply-To: play@chess.example.org\r\n",
        "To: friend@example.net\r\nBcc: play@chess.example.org\r\nX-Original-To: play@chess.example.org\r\n",
        "",
    ] {
        for wish in [format!("new chess with {} as white", BORIS.1), format!("{}: 1. e4", round.id), "stop mail".into()]
        {
            assert_eq!(table.post(&named(to, &wish)), [], "{to:?} {wish}");
            assert_eq!(table.left(), 0, "it is filed");
        }
    }
    assert_eq!((table.games_of(BORIS.1), moves(&mut table, &round.id).len()), (games.clone(), 0));
    // A new address is not asked either.
    let stranger = String::from_utf8(named("To: chess-club@lists.example.org\r\n", "new chess")).unwrap();
    let stranger = stranger.replace(ANA.1, "nobody@elsewhere.example.org");
    assert_eq!(table.post(stranger.as_bytes()), []);
    let copied = format!("To: friend@example.net\r\nCc: Chess <{}>\r\n", SERVICE.to_uppercase());
    assert_eq!(table.post(&named(&copied, &format!("new chess with {} as white", BORIS.1))).len(), 2);
    assert_eq!(table.games_of(BORIS.1).len(), games.len() + 1);
    // Whoever has a reply address may write to it unseen.
    let address = round.ana.reply_to();
    let blind = String::from_utf8(Pen::new(ANA, &address, "e4").bytes()).unwrap();
    table.post(blind.replace(&format!("\r\nTo: {address}\r\n"), "\r\nTo: friend@example.net\r\n").as_bytes());
    assert_eq!(moves(&mut table, &round.id), ["e4"]);
}
