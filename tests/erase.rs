//! Whoever had themselves erased is nowhere in the record any more (`docs/threats.md`); their games are.

use crate::dialogue::steps;
use crate::script::Script;
use std::path::Path;

/// All bytes of the record.
fn record(script: &Script) -> Vec<u8> {
    let mut bytes = Vec::new();
    for entry in std::fs::read_dir(script.world.data()).unwrap() {
        bytes.extend(std::fs::read(entry.unwrap().path()).unwrap());
    }
    bytes
}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window.eq_ignore_ascii_case(text.as_bytes()))
}

#[test]
fn nothing_tells_who_they_were() {
    let mut script = Script::new();
    let steps = steps(Path::new("tests/data/dialogues/delete.txt"));
    let last = steps.iter().rposition(|(line, _)| line.contains("{code}")).unwrap();
    for (line, _) in &steps[..last] {
        script.prepare(line);
        script.world.run();
    }
    let before = record(&script);
    for told in ["anna@example.org", "Minka", "Anna"] {
        assert!(holds(&before, told), "{told} is not there before");
    }
    for (line, _) in &steps[last..] {
        script.prepare(line);
        script.world.run();
    }
    let after = record(&script);
    for told in ["anna@example.org", "Minka", "Anna"] {
        assert!(!holds(&after, told), "{told} is still there");
    }
    assert!(holds(&after, "ben@example.net"), "the opponent is");
    // Their address is nobody's: whoever writes from it is new.
    script.prepare("anna writes: help");
    script.world.run();
    assert_eq!(crate::script::pages(script.world.sent.lock().unwrap().last().unwrap()), ["confirm_address"]);
}

/// The write-ahead log of a daemon, which keeps its connections, does not tell either; and if the log cannot be emptied at
/// first, it is emptied later.
#[test]
fn the_log_forgets_as_well() {
    let mut script = played();
    // As long as somebody is connected the log stays.
    let mut other = kingpost::store::Store::connect(&script.world.data()).unwrap();
    other.read(|tx| tx.players()).unwrap();
    said(&mut script, &["anna answers game_over: message: My cat is called Minka."]);
    let wal = script.world.data().join("kingpost.db-wal");
    let before = std::fs::read(&wal).unwrap();
    assert!(holds(&before, "anna@example.org") && holds(&before, "Minka"));
    said(&mut script, &LEFT);
    for file in ["kingpost.db", "kingpost.db-wal"] {
        let bytes = std::fs::read(script.world.data().join(file)).unwrap();
        assert!(!holds(&bytes, "anna@example.org") && !holds(&bytes, "Minka"), "{file}");
    }
    // The connection is one of the daemon's, not an idle one that changes nothing.
    assert!(
        other.read(|tx| tx.players()).unwrap().iter().all(|player| player.address.to_string() != "anna@example.org")
    );
}

fn said(script: &mut Script, lines: &[&str]) {
    for line in lines {
        script.prepare(line);
        script.world.run();
    }
}

/// Anna and Ben have played; she leaves by the code she was sent.
const LEFT: [&str; 2] = ["anna writes: delete", "anna answers confirm_delete: {code}"];

fn played() -> Script {
    let mut script = Script::new();
    said(
        &mut script,
        &[
            "auth pass",
            "anna writes: new chess with ben@example.net as white",
            "anna answers confirm_address: yes",
            "ben answers invitation: accept",
            "anna answers your_move: e4",
            "ben answers your_move: resign",
            "ben answers confirm_resign: {code}",
        ],
    );
    script
}

/// Words that waited for an opponent's digest reach them, and are forgotten when they have.
#[test]
fn words_that_waited_are_forgotten_too() {
    let mut script = played();
    said(&mut script, &["ben answers game_over: settings mail daily 18:00"]);
    said(&mut script, &["anna answers game_over: message: My cat is called Minka."]);
    let mails = script.world.sent.lock().unwrap().len();
    said(&mut script, &LEFT);
    said(&mut script, &["later 7 hours", "later 18 hours"]);
    let sent = script.world.sent.lock().unwrap()[mails..].to_vec();
    let told = sent.iter().filter(|mail| mail.to == "ben@example.net").map(crate::script::plain);
    assert!(told.into_iter().any(|text| text.contains("Minka")), "Ben has had her words");
    assert!(!holds(&record(&script), "Minka"));
    assert!(!holds(&record(&script), "anna@example.org"));
}

/// No post holds it up for longer than a day, and what is sent after that tells nothing.
#[test]
fn a_day_is_all_that_is_waited_for() {
    let mut script = played();
    let trouble = kingpost::mail::Delivery::Delayed { reason: "451 later".into(), account: false };
    said(&mut script, &["anna writes: delete"]);
    *script.world.deliveries.lock().unwrap() = vec![trouble; 500];
    said(&mut script, &["anna answers game_over: message: My cat is called Minka.", LEFT[1]]);
    // What they begin after that ends with them.
    said(&mut script, &["anna answers game_over: new chess with clara@example.com as black"]);
    said(&mut script, &["later 10 hours", "later 15 hours"]);
    assert!(!holds(&record(&script), "Minka") && !holds(&record(&script), "anna@example.org"));
    assert!(script.world.games().iter().all(|game| !game.ends_with("playing") && !game.ends_with("offered")));
    script.world.deliveries.lock().unwrap().clear();
    said(&mut script, &["later 2 hours"]);
    let sent = script.world.sent.lock().unwrap();
    let text = crate::script::plain(sent.iter().rfind(|mail| mail.to == "ben@example.net").unwrap());
    assert!(!text.contains("Minka") && !text.contains("Anna"), "{text}");
}

/// Nor does what others asked for tell their address.
#[test]
fn wishes_that_wait_do_not_name_them() {
    let mut script = played();
    said(&mut script, &["auth none", "clara writes: new chess with anna@example.org"]);
    said(
        &mut script,
        &["auth pass", "daniel writes: block anna@example.org", "daniel answers confirm_address: {code}"],
    );
    said(&mut script, &LEFT);
    assert!(!holds(&record(&script), "anna@example.org"));
    assert!(holds(&record(&script), "clara@example.com"));
    said(&mut script, &["auth none", "clara answers confirm_address: yes"]);
    assert!(!holds(&record(&script), "anna@example.org"));
}
