//! Mails that lie in the mailbox and are not handed over: a move among them is never lost on time.

use super::pen::{ANA, BORIS, Pen, answer, fresh};
use super::table::{SERVICE, Table};
use chrono::TimeDelta;
use kingpost::game::Event;

const DAY: i64 = 24 * 60;

/// Ana, who has three days, moves after one; her mail cannot be fetched. Then her time is up.
fn unread_move() -> (Table, String) {
    let (mut table, round) = fresh();
    table.later(DAY);
    table.lay(&answer(ANA, &round.ana, "e4").bytes());
    table.poison("mail/1");
    table.receive_stubbornly();
    (table, round.id)
}

fn outcome(table: &mut Table, id: &str) -> String {
    let ended = table.deeds(id).into_iter().find_map(|event| match event {
        Event::Ended(outcome) => Some(outcome.termination),
        _ => None,
    });
    format!("{ended:?}")
}

#[test]
fn no_flag_falls_after_an_unread_mail_came_in() {
    let (mut table, id) = unread_move();
    for _ in 0..5 {
        table.later(DAY);
        table.receive_stubbornly();
        table.judge();
        assert_eq!(outcome(&mut table, &id), "None");
    }
    table.heal();
    table.receive();
    table.judge();
    let game = table.game(&id);
    assert_eq!((game.history().moves().len(), outcome(&mut table, &id)), (1, "None".to_owned()));
}

#[test]
fn a_mail_that_is_gone_holds_nothing_back() {
    let (mut table, id) = unread_move();
    table.later(4 * DAY);
    table.take_away("mail/1");
    table.receive();
    table.judge();
    assert_eq!(outcome(&mut table, &id), "Some(Timeout)");
}

/// The opponent cannot claim it either.
#[test]
fn no_flag_is_claimed_while_an_older_mail_is_unread() {
    let (mut table, round) = fresh();
    table.later(DAY);
    table.lay(&answer(ANA, &round.ana, "e4").bytes());
    table.poison("mail/1");
    table.later(3 * DAY);
    table.lay(&answer(BORIS, &round.boris, "claim time").bytes());
    table.receive_stubbornly();
    assert_eq!(outcome(&mut table, &round.id), "None");
    table.heal();
    table.receive();
    assert_eq!(table.game(&round.id).history().moves().len(), 1);
}

/// What came in before the unread mail is judged as ever.
#[test]
fn a_flag_falls_before_an_unread_mail_came_in() {
    let (mut table, round) = fresh();
    table.later(4 * DAY);
    table.lay(&Pen::new(BORIS, SERVICE, "games").bytes());
    table.poison("mail/1");
    table.receive_stubbornly();
    table.judge();
    assert_eq!(outcome(&mut table, &round.id), "Some(Timeout)");
}

/// Reading goes on, so it is no outage: no clock is given time for it.
#[test]
fn an_unread_mail_is_no_outage() {
    let (mut table, id) = unread_move();
    table.later(60);
    table.receive_stubbornly();
    let events = format!("{:?}", table.deeds(&id));
    assert!(!events.contains("Outage"), "{events}");
}

#[test]
fn a_mail_without_content_is_set_aside_and_counted() {
    let (mut table, round) = fresh();
    table.lay(b"");
    table.lay(&answer(ANA, &round.ana, "e4").bytes());
    table.receive_stubbornly();
    assert_eq!(table.game(&round.id).history().moves().len(), 1, "the mail after it");
    assert_eq!((table.set_aside(), table.left()), (1, 0));
    assert_eq!(table.tally("fault-empty-mail"), 2);
    table.receive_stubbornly();
    assert_eq!(table.tally("fault-empty-mail"), 2);
}

/// Mails without a date count from when they are first seen.
#[test]
fn a_mail_without_a_date_counts_from_when_it_is_first_seen() {
    let (mut table, round) = fresh();
    table.later(DAY);
    table.lay_undated(&answer(ANA, &round.ana, "e4").bytes());
    table.receive();
    let moved = table.moved_at(&round.id).unwrap();
    assert!(table.now - moved < TimeDelta::minutes(1), "{moved}");
    assert_eq!(table.left(), 0);
}
