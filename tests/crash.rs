//! The dialogues again, the process dying at the n-th call outside for every n: the promises of `ARCHITECTURE.md`
//! section 6 hold after the restart. Time that passes is a step like a letter.

use crate::dialogue::{files, steps};
use crate::script::{Script, Step};
use std::collections::{BTreeMap, BTreeSet};

/// A death may cost one repeat of one mail; nothing else may differ from the life without it.
#[test]
fn whatever_call_dies_nothing_is_lost_or_doubled() {
    walk(0);
}

/// The other half of the dialogues, so that two processors have work.
#[test]
fn whatever_call_dies_in_the_other_dialogues_too() {
    walk(1);
}

fn walk(half: usize) {
    let (mut deaths, mut repeats) = (0, 0);
    let mut walked = BTreeSet::new();
    for path in files().into_iter().skip(half).step_by(2) {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let mut script = Script::new();
        for (line, follows) in steps(&path) {
            if matches!(script.prepare(&line), Step::Nothing) {
                // Mail that was waiting for its time leaves.
                script.world.run();
                continue;
            }
            // One letter of each kind: the tenth sign-up takes the same road as the first.
            let head = line.split(": ").next().unwrap();
            if !walked.insert((head.split_once(' ').map(|(_, rest)| rest.to_owned()), follows)) {
                script.world.run();
                continue;
            }
            script.world.leave_out_pictures();
            let before = script.world.fork();
            assert_eq!(script.world.run(), None);
            // A start tidies the record, and so does the one after a death: here as well there are two.
            assert_eq!(script.world.run(), None);
            let whole = (script.world.record(), mails(&script.world.sent.lock().unwrap()));
            for n in 1.. {
                let world = before.fork();
                world.faults.lock().unwrap().die_at = Some(n);
                let Some(place) = world.run() else { break };
                deaths += 1;
                let context = format!("{name}: {line}\n  died at {place}");
                // Nothing more comes of it: a second look finds all done.
                let count = world.sent.lock().unwrap().len();
                world.run();
                assert_eq!(world.sent.lock().unwrap().len(), count, "{context}");
                assert_eq!(world.record(), whole.0, "{context}");
                let sent = mails(&world.sent.lock().unwrap());
                for copies in sent.values() {
                    assert!(copies.iter().all(|bytes| bytes == &copies[0]), "{context}: a repeat differs");
                    repeats += copies.len() - 1;
                }
                let extra: usize = sent.values().map(|copies| copies.len() - 1).sum();
                assert!(extra <= 1, "{context}: {extra} repeats");
                let once = |mails: &Mails| mails.iter().map(|(id, c)| (id.clone(), c[0].clone())).collect::<Vec<_>>();
                assert!(once(&sent) == once(&whole.1), "{context}: other mails than without the death");
                assert_eq!(world.unhandled(), 0, "{context}: a mail was left in the mailbox");
            }
        }
    }
    assert!(deaths > 500, "{deaths} deaths");
    assert!(repeats > 0 && repeats < deaths / 5, "{repeats} repeats in {deaths} deaths");
}

type Mails = BTreeMap<String, Vec<Vec<u8>>>;

fn mails(sent: &[crate::world::Sent]) -> Mails {
    let mut mails = Mails::new();
    for mail in sent {
        mails.entry(format!("{} {}", mail.to, mail.id)).or_default().push(mail.bytes.clone());
    }
    mails
}
