//! An export holds what its reader has been told, and nothing else.

use crate::dialogue::steps;
use crate::script::Script;
use mail_parser::{MessageParser, MimeHeaders};
use std::path::Path;

/// The text of all that is kept of whoever was sent the newest mail.
fn kept(script: &Script) -> String {
    let sent = script.world.sent.lock().unwrap();
    let mail = MessageParser::default().parse(&sent.last().unwrap().bytes).unwrap();
    let file = mail.attachments().find(|part| part.attachment_name() == Some("kept.txt")).unwrap();
    String::from_utf8(file.contents().to_vec()).unwrap()
}

#[test]
fn words_beside_an_undone_move_are_their_writers() {
    let mut script = Script::new();
    let steps = steps(Path::new("tests/data/dialogues/undo.txt"));
    let undone = steps.iter().position(|(line, _)| line.ends_with(": undo")).unwrap();
    for (line, _) in &steps[..=undone] {
        script.prepare(line);
        script.world.run();
    }
    for (line, told) in [("clara writes: export", false), ("anna writes: export", true)] {
        script.prepare("auth pass");
        script.prepare(line);
        script.world.run();
        assert_eq!(kept(&script).contains("Oops"), told, "{line}");
    }
}
