//! Wishes in another person's name: what a forger slips in must never ride on an honest answer.

use super::pen::{ANA, BORIS, MALLORY, Pen, answer, begin, code, one};
use super::table::{SERVICE, Sent, Table, house};
use kingpost::club::Standing;
use kingpost::store::StoreError;

/// A letter from Ana that our own server does not vouch for: hers, or anybody's.
fn unproven(words: &str) -> Pen {
    Pen::new(ANA, SERVICE, words).stamped(None)
}

fn pages<'a>(queued: &'a [(String, Vec<&'static str>)]) -> Vec<(&'a str, &'static str)> {
    queued.iter().flat_map(|(to, pages)| pages.iter().map(|page| (to.as_str(), *page))).collect()
}

/// A table at which Ana is known, and a day later.
fn known() -> Table {
    let mut table = Table::new();
    begin(&mut table);
    table.later(25 * 60);
    table
}

fn asked(table: &mut Table, letter: &Pen) -> Sent {
    one(&table.deliver(&letter.bytes()), ANA, "confirm_address").clone()
}

#[test]
fn a_question_carries_out_what_it_names_and_nothing_else() {
    for forged in [
        format!("block {}", BORIS.1),
        "away 7 days".into(),
        "settings picture off".into(),
        "delete".into(),
        "stop mail".into(),
        format!("new shogi with {}", MALLORY.1),
    ] {
        for forged_first in [true, false] {
            let mut table = known();
            let before = table.person(ANA.1).unwrap();
            let invite = format!("new chess with {} as white", BORIS.1);
            let (hers, theirs) = (unproven(&invite), unproven(&forged));
            let (first, second) = if forged_first { (&theirs, &hers) } else { (&hers, &theirs) };
            let mut sent = table.deliver(&first.bytes());
            sent.extend(table.deliver(&second.bytes()));
            // She says yes to the question that names her own wish, and to no other.
            if forged_first {
                table.later(25 * 60);
                sent = table.deliver(&hers.clone().id("again@players.example.net").bytes());
            }
            let hers = sent.iter().rfind(|mail| mail.has("confirm_address")).expect("a question").clone();
            assert!(hers.mail.text.contains("invite b…@….com to a game of chess"), "{}", hers.mail.text);
            let queued = table.post(&answer(ANA, &hers, "yes").bytes());
            assert!(pages(&queued).contains(&(BORIS.1, "invitation")), "{forged}: {queued:?}");
            assert!(!pages(&queued).iter().any(|(to, _)| *to == MALLORY.1), "{queued:?}");
            let after = table.person(ANA.1).unwrap();
            assert_eq!((after.standing, after.settings), (before.standing, before.settings), "{forged}");
            assert!(table.person(MALLORY.1).is_none(), "{forged}");
            let kept =
                |tx: &kingpost::store::Tx| Ok::<_, StoreError>((tx.barred(after.id)?.len(), tx.leave_of(after.id)?));
            assert_eq!(table.read(kept), (0, vec![]), "{forged}");
        }
    }
}

#[test]
fn a_second_request_is_asked_about_when_the_first_has_been_answered() {
    let mut table = known();
    let first = asked(&mut table, &unproven("games"));
    assert_eq!(table.post(&unproven("stats").bytes()), [], "one question at a time");
    let queued = table.post(&answer(ANA, &first, "yes").bytes());
    assert_eq!(pages(&queued), [(ANA.1, "games"), (ANA.1, "confirm_address")]);
    let second = one(&table.send(), ANA, "confirm_address").clone();
    assert!(second.mail.text.contains("send you your statistics"), "{}", second.mail.text);
    assert_eq!(pages(&table.post(&answer(ANA, &second, "はい").bytes())), [(ANA.1, "stats")]);
}

#[test]
fn only_yes_or_the_code_confirms() {
    let refused = [
        "No",
        "no thanks",
        "ok",
        "Sure",
        "Yes?",
        "yes no",
        "not yes",
        "Ticket #48213 has been opened.",
        "[JIRA] AB-12",
        "Thank you for your email.",
        "I am out of the office until Monday.",
        "いいえ",
        "はいはい",
        "承知しました",
        "",
        "Who are you?",
        "Yesterday I was away.",
        "> yes",
        "confirm AAAA-AAAA",
    ];
    for words in refused {
        let mut table = Table::new();
        let question = asked(&mut table, &Pen::new(ANA, SERVICE, &format!("new chess with {}", BORIS.1)));
        table.deliver(&answer(ANA, &question, words).bytes());
        assert_eq!(table.games_of(ANA.1), [] as [String; 0], "{words:?}");
        assert_eq!(table.person(ANA.1).unwrap().standing, Standing::Unconfirmed, "{words:?}");
    }
    for words in
        ["yes", "Yes.", "YES!", "はい", "はい。", "「はい」", "yes, it is mine", "はい、本人です", "yes\n\nAna"]
    {
        let mut table = Table::new();
        let question = asked(&mut table, &Pen::new(ANA, SERVICE, &format!("new chess with {}", BORIS.1)));
        table.deliver(&answer(ANA, &question, words).bytes());
        assert_eq!(table.games_of(ANA.1).len(), 1, "{words:?}");
    }
}

#[test]
fn leave_barriers_settings_and_stopping_mail_need_the_code() {
    for (wish, words) in [
        (format!("block {}", BORIS.1), "block b…@….com"),
        ("away 7 days".to_owned(), "stop your clocks for a leave of 7 days"),
        ("settings picture off".to_owned(), "change a setting: Picture to “off”"),
        ("stop mail".to_owned(), "stop all email to you"),
    ] {
        let mut table = known();
        let before = table.person(ANA.1).unwrap();
        let question = asked(&mut table, &unproven(&wish));
        let flat = question.mail.text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(words), "{wish}: {flat}");
        assert!(!flat.contains(BORIS.1), "{wish}: {flat}");
        let queued = table.post(&answer(ANA, &question, "yes").bytes());
        assert_eq!(pages(&queued), [(ANA.1, "confirm_address")], "{wish}: a yes is not enough");
        assert_eq!(table.person(ANA.1).unwrap(), before, "{wish}");
        let confirm = format!("confirm {}", code(&question));
        let queued = table.post(&answer(ANA, &question, &confirm).bytes());
        assert!(!queued.is_empty() && !pages(&queued).contains(&(ANA.1, "confirm_address")), "{wish}: {queued:?}");
    }
}

#[test]
fn remove_me_ends_mail() {
    for words in
        ["remove me", "Remove me!", "stop", "STOP", "please stop", "unsubscribe", "配信停止", "配信停止してください"]
    {
        let mut table = Table::new();
        let question = asked(&mut table, &Pen::new(ANA, SERVICE, "help"));
        let queued = table.post(&answer(ANA, &question, words).bytes());
        assert_eq!(pages(&queued), [(ANA.1, "mail_stopped")], "{words}");
        assert_eq!(table.person(ANA.1).unwrap().standing, Standing::Stopped, "{words}");
    }
}

/// A ticket system answers every mail with a mail of its own, and no header says so.
#[test]
fn an_address_of_which_nothing_was_understood_is_answered_once_a_day() {
    let ticket = |n: u32| format!("Your request #{n} was received.\nWe answer within two days.");
    let mut table = Table::new();
    let question = asked(&mut table, &Pen::new(ANA, SERVICE, "help"));
    let answers: usize = (0..20).map(|n| table.post(&answer(ANA, &question, &ticket(n)).bytes()).len()).sum();
    assert_eq!(answers, 1);
    // The same where it is invited.
    let mut table = Table::new();
    let question = asked(&mut table, &Pen::new(ANA, SERVICE, &format!("new chess with {}", BORIS.1)));
    let sent = table.deliver(&answer(ANA, &question, "yes").bytes());
    let invitation = one(&sent, BORIS, "invitation").clone();
    let answers: usize = (0..20).map(|n| table.post(&answer(BORIS, &invitation, &ticket(n)).bytes()).len()).sum();
    assert_eq!(answers, 1);
    assert_eq!(table.person(BORIS.1).unwrap().standing, Standing::Unconfirmed, "a machine is not a player");
    table.later(25 * 60);
    assert_eq!(table.post(&answer(BORIS, &invitation, &ticket(99)).bytes()).len(), 1, "the next day");
    let queued = table.post(&answer(BORIS, &invitation, "accept").bytes());
    assert!(pages(&queued).contains(&(BORIS.1, "game_started")), "{queued:?}");
}

/// Without a server that vouches for anybody, all of it holds too.
#[test]
fn without_stamps_every_letter_is_asked_about_by_itself() {
    let mut table = Table::in_house(house(false));
    begin(&mut table);
    table.later(25 * 60);
    let question = asked(&mut table, &unproven("games"));
    table.deliver(&unproven(&format!("mute {}", BORIS.1)).bytes());
    let queued = table.post(&answer(ANA, &question, "yes").stamped(None).bytes());
    assert_eq!(pages(&queued), [(ANA.1, "games"), (ANA.1, "confirm_address")]);
    let person = table.person(ANA.1).unwrap();
    assert_eq!(table.read(|tx| tx.barred(person.id)), []);
}
