//! Whoever had themselves erased is nowhere in the record any more (`threat-model.md` T38); their games are.

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
