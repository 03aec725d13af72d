//! An older copy of the record is put back, and the mailbox is complete: what was played since is played
//! again from the mails, in the order and at the times they came in.

use crate::dialogue::{files, steps};
use crate::script::Script;
use std::collections::BTreeSet;

/// Where time itself decided, or the post, or a robot, whose moves come by no letter and which thinks again: nobody is
/// flagged, reminded or found out of reach and no invitation expires for a day that was lost, so these games come out
/// otherwise. And where a letter about several games does not number its moves: the older record does not know what its
/// writer had been told by then, and asks again; nor does it know what a digest told.
const OTHERWISE: [&str; 14] = [
    "bounced",
    "digest_answered",
    "digest_answered_japanese",
    "invitations",
    "invitations_japanese",
    "robot",
    "robot_undo",
    "several_games",
    "time_claim",
    "time_flag",
    "time_late",
    "time_question",
    "time_unwinnable",
    "undo",
];

/// The mails a game is played by.
const NEWS: [&str; 2] = ["your_move", "game_over"];

/// Restored at any point, every game comes to the same moves and the same end, and what tells of moves and ends is
/// mailed under the ids it had before, so that it is known for a repeat; but for digests, which join what has waited by
/// then.
#[test]
fn an_older_record_catches_up_from_the_mailbox() {
    let (mut restored, mut repeats, mut wrong) = (0, 0, Vec::new());
    for path in files() {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if OTHERWISE.contains(&name.as_str()) {
            continue;
        }
        let mut script = Script::new();
        let mut backups = Vec::new();
        for (nth, (line, _)) in steps(&path).into_iter().enumerate() {
            script.prepare(&line);
            script.world.run();
            script.world.leave_out_pictures();
            if nth % 3 == 2 {
                backups.push((line, script.world.backup()));
            }
        }
        let world = &script.world;
        let known: BTreeSet<String> = world.sent.lock().unwrap().iter().map(|mail| mail.id.clone()).collect();
        for (line, backup) in backups {
            let again = world.restored(backup.path());
            again.run();
            let context = format!("{name}, restored to: {line}");
            // Games that are begun anew are begun in one moment, and so in the order of their ids.
            let sorted = |mut games: Vec<String>| {
                games.sort();
                games
            };
            let (games, before) = (sorted(again.games()), sorted(world.games()));
            if games != before {
                wrong.push(format!("{context}: {games:?}, not {before:?}"));
            }
            assert_eq!(again.unhandled(), 0, "{context}: a mail was left in the mailbox");
            let sent = again.sent.lock().unwrap();
            for mail in sent.iter() {
                let pages = crate::script::pages(mail);
                let any = |of: &[&str]| pages.iter().any(|page| of.contains(&page.as_str()));
                if !known.contains(&mail.id) && any(&NEWS) && !any(&["digest"]) {
                    wrong.push(format!("{context}: {} gets {}, which nobody has had", mail.to, pages.join(", ")));
                }
            }
            repeats += sent.len();
            restored += 1;
        }
    }
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
    assert!(restored > 100 && repeats > restored, "{restored} records restored, {repeats} repeats");
}

/// Nothing happened since the copy: nobody is told anything again.
#[test]
fn a_fresh_copy_sends_nothing() {
    for name in ["agreed.txt", "plans.txt", "leave.txt", "strangers.txt"] {
        let path = files().into_iter().find(|path| path.ends_with(name)).unwrap();
        let mut script = Script::new();
        for (line, _) in steps(&path) {
            script.prepare(&line);
            script.world.run();
        }
        let again = script.world.restored(script.world.backup().path());
        let record = script.world.record();
        again.run();
        assert_eq!(again.record(), record, "{name}");
        assert_eq!(again.sent.lock().unwrap().len(), 0, "{name}");
    }
}
