//! What a player, or whoever reads their mail, may try with bounces, complaints, invitations and stolen addresses.

use super::pen::{ANA, BORIS, MALLORY, Pen, answer, begin, code, fresh, one};
use super::table::{SERVICE, Sent, Table};
use kingpost::club::Standing;
use kingpost::game::Event;
use kingpost::rules::Side;

const CLARA: (&str, &str) = ("Clara Example", "clara@players.example.net");

/// A delivery failure of `mail`, as its reader's server or the reader can make one.
fn bounce(mail: &Sent) -> Vec<u8> {
    let to = &mail.from;
    format!(
        "Return-Path: <>\r\nDelivered-To: {to}\r\nFrom: MAILER-DAEMON@players.example.net\r\nTo: {to}\r\n\
         Subject: Undelivered\r\nMessage-ID: <dsn.{}>\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=x\r\n\r\n--x\r\n\r\nIt failed.\r\n--x\r\n\
         Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n\
         \r\n--x--\r\n",
        mail.mail.message_id
    )
    .into_bytes()
}

/// Hours that White has left now.
fn hours_left(table: &mut Table, id: &str) -> i64 {
    let now = table.now;
    table.game(id).scene(Side::First, now).clocks.first.remaining.unwrap().num_hours()
}

#[test]
fn a_reply_to_a_mail_that_came_back_takes_the_time_again() {
    let (mut table, round) = fresh();
    table.later(60 * 60);
    assert_eq!(hours_left(&mut table, &round.id), 12, "of three days, sixty hours are gone");
    table.deliver(&bounce(&round.ana));
    assert_eq!(hours_left(&mut table, &round.id), 72, "the mail had not arrived");
    table.later(4 * 60);
    // Any reply to its address proves that it had, whatever it says.
    table.deliver(&answer(ANA, &round.ana, "games").bytes());
    assert_eq!(hours_left(&mut table, &round.id), 7, "it had, and the clock has run all the while");
    table.later(8 * 60);
    table.deliver(&answer(ANA, &round.ana, "e4").bytes());
    assert_eq!(table.game(&round.id).history().moves().len(), 0, "the flag has fallen");
}

#[test]
fn a_mail_that_was_answered_cannot_come_back() {
    let (mut table, round) = fresh();
    table.deliver(&answer(ANA, &round.ana, "board").bytes());
    table.later(60 * 60);
    table.deliver(&bounce(&round.ana));
    assert_eq!(hours_left(&mut table, &round.id), 11);
}

#[test]
fn bounces_bring_no_more_than_the_limit_in_one_game() {
    let (mut table, mut round) = fresh();
    let mut played = 0;
    // At every move the last mail comes back shortly before the flag falls, and a day later the next one goes out.
    for (mv, reply) in [("Nf3", "Nf6"), ("Ng1", "Ng8")].into_iter().cycle().take(20) {
        table.later(70 * 60);
        let sent = table.deliver(&bounce(&round.ana));
        assert_eq!(sent.iter().filter(|mail| mail.to == ANA.1).count(), 0);
        table.later(25 * 60);
        table.tick();
        let again = table.send();
        let Some(again) = again.iter().find(|mail| mail.to == ANA.1 && mail.has("your_move")) else { break };
        round.ana = again.clone();
        round.play(&mut table, mv);
        round.play(&mut table, reply);
        played += 1;
    }
    assert!((2..12).contains(&played), "{played} moves with more than their time");
    let events = table.deeds(&round.id);
    let credits = events.iter().filter(|event| matches!(event, Event::Bounced { .. })).count();
    assert!(credits < 14, "{credits} bounces were believed");
}

fn complaint(mail: &Sent) -> Vec<u8> {
    let returned = String::from_utf8_lossy(&mail.bytes);
    let head = returned.split("\r\n\r\n").next().unwrap();
    format!(
        "Return-Path: <fbl@provider.example>\r\nDelivered-To: {SERVICE}\r\nFrom: fbl@provider.example\r\nTo: {SERVICE}\r\n\
         Subject: complaint\r\nMessage-ID: <{}.arf@provider.example>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/report; \
         report-type=\"feedback-report\"; boundary=x\r\n\r\n--x\r\n\r\nAbuse.\r\n--x\r\nContent-Type: \
         message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nVersion: 1\r\n\r\n--x\r\nContent-Type: message/rfc822\r\n\
         \r\n{head}\r\n\r\nBody\r\n--x--\r\n",
        head.len()
    )
    .into_bytes()
}

#[test]
fn a_complaint_ends_mail_to_its_reader() {
    let (mut table, round) = fresh();
    let mut forged = round.ana.clone();
    forged.bytes = String::from_utf8_lossy(&forged.bytes).replace("Message-ID: <", "Message-ID: <x").into_bytes();
    table.deliver(&complaint(&forged));
    assert_eq!(table.person(ANA.1).unwrap().standing, Standing::Confirmed, "about no mail of ours");
    assert!(
        table.deliver(&complaint(&round.ana)).iter().all(|mail| mail.to != ANA.1),
        "no mail to her, not even one more"
    );
    assert_eq!(table.person(ANA.1).unwrap().standing, Standing::Stopped);
    assert_eq!(table.person(BORIS.1).unwrap().standing, Standing::Confirmed);
    assert!(table.game(&round.id).playing().is_some(), "nothing is resigned");
    table.later(4 * 24 * 60);
    assert!(hours_left(&mut table, &round.id) > 70, "her clock stands");
}

#[test]
fn a_tap_on_unsubscribe_asks_before_clocks_stand() {
    let (mut table, round) = fresh();
    let tap = Pen::new(ANA, &round.ana.reply_to(), "stop mail").subject("unsubscribe");
    let sent = table.deliver(&tap.bytes());
    let question = one(&sent, ANA, "confirm_stop").clone();
    assert_eq!(table.person(ANA.1).unwrap().standing, Standing::Confirmed);
    table.post(&answer(ANA, &question, "yes").bytes());
    assert_eq!(table.person(ANA.1).unwrap().standing, Standing::Confirmed, "a yes is not enough");
    let queued = table.post(&answer(ANA, &question, &format!("confirm {}", code(&question))).bytes());
    assert!(queued.contains(&(ANA.1.to_owned(), vec!["mail_stopped"])), "{queued:?}");
    assert_eq!(table.person(ANA.1).unwrap().standing, Standing::Stopped);
    // Who plays nothing is asked nothing.
    let sent = table.deliver(&Pen::new(CLARA, SERVICE, "stop mail").bytes());
    one(&sent, CLARA, "mail_stopped");
}

#[test]
fn lock_makes_every_reply_address_void() {
    for word in ["lock", "ロック"] {
        let (mut table, round) = fresh();
        let sent = table.deliver(&answer(ANA, &round.ana, word).bytes());
        let question = one(&sent, ANA, "confirm_address").clone();
        // A thief who has her old mails, and her address in From.
        assert_eq!(table.post(&answer(ANA, &round.ana, "e4").bytes()).len(), 0, "{word}");
        assert_eq!(table.game(&round.id).history().moves().len(), 0, "{word}");
        // Nothing is done before she has confirmed.
        let seat = table.seat_at(&round.id, Side::First, 1);
        let queued = table.post(&Pen::new(ANA, &seat, "e4").bytes());
        assert_eq!(queued, [(ANA.1.to_owned(), vec!["confirm_address"])], "{word}");
        assert_eq!(table.game(&round.id).history().moves().len(), 0, "{word}");
        let sent = table.deliver(&answer(ANA, &question, "yes").bytes());
        let games = one(&sent, ANA, "games").clone();
        assert!(games.all_text().contains(seat.split('@').next().unwrap().split('+').nth(1).unwrap()), "{word}");
        table.post(&Pen::new(ANA, &seat, "e4").bytes());
        assert_eq!(table.game(&round.id).history().moves().len(), 1, "{word}");
        assert_eq!(table.person(ANA.1).unwrap().name, "Ana Example");
    }
}

#[test]
fn an_invitation_tells_nobody_who_plays_here() {
    let mut table = Table::new();
    begin(&mut table);
    table.deliver(&Pen::new(CLARA, SERVICE, "stop mail").bytes());
    let mallory = ("Mallory", MALLORY.1);
    let question = table.deliver(&Pen::new(mallory, SERVICE, "help").bytes());
    table.deliver(&answer(mallory, one(&question, mallory, "confirm_address"), "yes").bytes());
    // A player, a stranger, and somebody who wants no mail.
    let mut seen = Vec::new();
    for whom in [ANA.1, "nobody.at.all@players.example.net", CLARA.1] {
        table.later(60);
        let wish = format!("new chess with {whom} as white time 3d rated");
        let sent = table.deliver(&Pen::new(mallory, SERVICE, &wish).bytes());
        let told = one(&sent, mallory, "invitation_sent").clone();
        let text = told
            .mail
            .text
            .lines()
            .filter(|line| !line.contains("kp-") && !line.contains("Answer by"))
            .collect::<Vec<_>>()
            .join("\n");
        let list = table.deliver(&Pen::new(mallory, SERVICE, "games").bytes());
        let list = one(&list, mallory, "games").all_text();
        assert!(!list.contains("Ana Example") && !list.contains("nobody.at"), "{whom}: {list}");
        assert!(!told.all_text().contains("Ana Example"), "{whom}");
        seen.push((told.mail.subject.split(" [").next().unwrap_or_default().to_owned(), text));
    }
    assert!(seen.windows(2).all(|pair| pair[0] == pair[1]), "{seen:#?}");
    // An address that has been invited often enough is not told again, and nobody learns of it.
    let unknown = "nobody.at.all@players.example.net";
    let mut invitations = 0;
    for who in [ANA, BORIS] {
        for _ in 0..2 {
            table.later(60);
            let sent = table.deliver(&Pen::new(who, SERVICE, &format!("new chess with {unknown} as black")).bytes());
            one(&sent, who, "invitation_sent");
            invitations += sent.iter().filter(|mail| mail.to == unknown).count();
        }
    }
    assert_eq!(invitations, 2, "with Mallory's, three");
}

#[test]
fn the_local_part_of_an_address_is_shown_to_nobody() {
    let secret = ("", "secret.local.part@players.example.net");
    let mut table = Table::new();
    begin(&mut table);
    let sent = table.deliver(&Pen::new(BORIS, SERVICE, &format!("new chess with {}", secret.1)).bytes());
    let invitation = one(&sent, secret, "invitation").clone();
    assert!(!one(&sent, BORIS, "invitation_sent").all_text().contains("secret"));
    let sent = table.deliver(&answer(secret, &invitation, "accept").bytes());
    for mail in sent.iter().filter(|mail| mail.to == BORIS.1) {
        assert!(!mail.all_text().contains("secret"), "{}", mail.all_text());
    }
    let name = table.person(secret.1).unwrap().name;
    assert!(!name.contains("secret"), "{name}");
}

#[test]
fn mails_to_unknown_addresses_have_a_daily_limit() {
    let mut table = Table::in_house(super::table::small_house());
    let mut told = 0;
    for n in 0..6 {
        let who = ("", format!("victim{n}@elsewhere.example"));
        let pen = Pen::new((who.0, &who.1), SERVICE, "help");
        told += table.deliver(&pen.bytes()).len();
    }
    assert_eq!(told, 3);
    let faults = table.read(|tx| tx.tallies());
    assert!(faults.iter().any(|(name, count)| name == "fault-unknown-mails" && *count == 1), "{faults:?}");
    table.later(25 * 60);
    assert_eq!(table.deliver(&Pen::new(("", "victim9@elsewhere.example"), SERVICE, "help").bytes()).len(), 1);
}

#[test]
fn an_address_that_never_answered_is_forgotten() {
    let (mut table, _) = fresh();
    table.deliver(&Pen::new(("", MALLORY.1), SERVICE, "help").bytes());
    assert!(table.person(MALLORY.1).is_some());
    table.later(29 * 24 * 60);
    table.tick();
    assert!(table.person(MALLORY.1).is_some(), "after 29 days");
    table.later(2 * 24 * 60);
    table.tick();
    assert!(table.person(MALLORY.1).is_none(), "after 31");
    assert!(table.person(ANA.1).is_some(), "players stay");
}
