//! What is decided by text alone: replies, folder names, dots.

use kingpost::mail::Delivery;
use kingpost::post::{Stage, encoded_folder_name, judge, stuffed};

/// `tests/data/post/replies.txt`: stage, reply, `->`, whom it concerns.
#[test]
fn replies_mean_what_they_mean() {
    let table = include_str!("../data/post/replies.txt");
    let mut wrong = Vec::new();
    for line in table.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (reply, expected) = line.rsplit_once(" -> ").unwrap();
        let (stage, reply) = reply.split_once(' ').unwrap();
        let (code, text) = reply.trim().split_once(' ').unwrap();
        let stage = match stage {
            "login" => Stage::Login,
            "mail" => Stage::Mail,
            "rcpt" => Stage::Rcpt,
            "data" => Stage::Data,
            "body" => Stage::Body,
            other => panic!("no stage: {other}"),
        };
        let got = match judge(stage, code.parse().unwrap(), text) {
            Delivery::Accepted => "accepted",
            Delivery::Delayed { account: true, .. } => "account",
            Delivery::Delayed { account: false, .. } => "later",
            Delivery::Failed { unreachable: true, .. } => "unreachable",
            Delivery::Failed { unreachable: false, .. } => "refused",
        };
        if got != expected.trim() {
            wrong.push(format!("{line}, got {got}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn reasons_are_one_short_line() {
    let text = format!("5.1.1 <no\r\n\u{1b}[31m\u{202e}such> {}", "x".repeat(2000));
    let Delivery::Failed { reason, .. } = judge(Stage::Rcpt, 550, &text) else { panic!("not failed") };
    assert!(reason.starts_with("550 5.1.1 <no [31msuch> xxx") && reason.chars().count() < 260, "{reason}");
}

#[test]
fn folder_names_are_modified_utf_7() {
    for (name, encoded) in [
        ("INBOX", "INBOX"),
        ("Züge & Partien", "Z&APw-ge &- Partien"),
        // The example of RFC 3501 5.1.3.
        ("~peter/mail/台北/日本語", "~peter/mail/&U,BTFw-/&ZeVnLIqe-"),
        ("♟ 🏆", "&Jl8- &2Dzfxg-"),
        ("&-", "&--"),
        ("", ""),
    ] {
        assert_eq!(encoded_folder_name(name), encoded);
    }
}

/// For random texts of the bytes that matter: exactly one end, at the end; nothing lost; no line end but CRLF.
#[test]
fn stuffing_keeps_every_message_whole() {
    let mut seed = 0x4b69_6e67_706f_7374_u64;
    for round in 0..20_000 {
        let mut next = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed as usize
        };
        let length = next() % 24;
        let mail: Vec<u8> = (0..length).map(|_| b"..\r\r\n\n\r\nae"[next() % 10]).collect();
        let out = stuffed(&mail);
        assert!(out.ends_with(b".\r\n"), "round {round}: {mail:?}");
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = text.strip_suffix("\r\n").unwrap().split("\r\n").collect();
        assert!(lines.iter().all(|line| !line.contains(['\r', '\n'])), "round {round}: {text:?}");
        assert_eq!(lines.iter().position(|line| *line == "."), Some(lines.len() - 1), "round {round}: {text:?}");
        let unstuffed: Vec<&str> = lines[..lines.len() - 1].iter().map(|l| l.strip_prefix('.').unwrap_or(l)).collect();
        let mut plain = String::from_utf8(mail).unwrap().replace("\r\n", "\n").replace('\r', "\n");
        if plain.ends_with('\n') {
            plain.pop();
            assert_eq!(unstuffed.join("\n"), plain, "round {round}");
        } else {
            assert_eq!(unstuffed.join("\n"), plain, "round {round}");
        }
    }
}

#[test]
fn a_large_message_is_stuffed_quickly() {
    let mail = ".x\r\n".repeat(1 << 20);
    let begun = std::time::Instant::now();
    assert_eq!(stuffed(mail.as_bytes()).len(), 5 * (1 << 20) + 3);
    assert!(begun.elapsed() < std::time::Duration::from_secs(1));
}
