//! What a stranger may send: bombs, mangled mails, replies nobody has seen. Nothing panics, nothing takes its time, and
//! what stands behind a quote mark stays there.

use super::{data, incoming, signs};
use kingpost::mail::quoted::{Kind, sort};
use kingpost::mail::{Incoming, Letter, Unreadable};
use std::fs;
use std::time::{Duration, Instant};

/// A small generator (splitmix64), so that a failure can be had again by its seed.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    fn of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

fn head(more: &str) -> Vec<u8> {
    format!(
        "Return-Path: <anna@players.example.net>\r\nDelivered-To: play@chess.example.org\r\n\
         From: anna@players.example.net\r\nTo: play@chess.example.org\r\nSubject: x\r\n{more}"
    )
    .into_bytes()
}

fn mail(more: &str, body: &[u8]) -> Vec<u8> {
    let mut bytes = head(more);
    bytes.extend_from_slice(b"\r\n");
    bytes.extend_from_slice(body);
    bytes
}

fn text_of(kind: &str) -> String {
    format!("Content-Type: text/{kind}; charset=utf-8\r\n")
}

/// The kinds of bombs that cost nothing to make, at a size `n` says.
fn bombs(n: usize) -> Vec<(&'static str, Vec<u8>)> {
    let deep: String =
        (0..n).map(|i| format!("--n{i}\r\nContent-Type: multipart/mixed; boundary=n{}\r\n\r\n", i + 1)).collect();
    let flat = format!("{}--p--\r\n", "--p\r\n\r\n\r\n".repeat(n));
    let refs: String = (0..n).map(|i| format!("<{i}@elsewhere.example.org>\r\n ")).collect();
    let cc: String = (0..n).map(|i| format!("v{i}@example.com,\r\n ")).collect();
    let params: String = (0..n).map(|i| format!(";\r\n boundary*{i}*=%41")).collect();
    let languages: String = (0..n).map(|i| format!(";\r\n a{i}*=u'e'x")).collect();
    let unclosed = "--p\r\nContent-Type: multipart/mixed; boundary=q\r\n\r\n".repeat(n);
    let wrote =
        format!("{}\r\n{}\r\n", "On x, at y <a@b.example.org> wrote ".repeat(n), " on xxxxxxxx at yyyyyyyy".repeat(n));
    let attributions = "On Mon, Nov 2, 2026 Ben <ben@example.org>\r\nwrote:\r\n".repeat(n);
    let labels = "From: x\r\nTo: y\r\n".repeat(n);
    vec![
        ("nest", mail("Content-Type: multipart/mixed; boundary=n0\r\n", deep.as_bytes())),
        (
            "rfc822",
            mail("Content-Type: message/rfc822\r\n", "Content-Type: message/rfc822\r\n\r\n".repeat(n).as_bytes()),
        ),
        ("parts", mail("Content-Type: multipart/mixed; boundary=p\r\n", flat.as_bytes())),
        ("headers", mail(&"X-a: v\r\n".repeat(n), b"help\r\n")),
        ("folds", mail(&format!("X: y{}\r\n", "\r\n x".repeat(n)), b"help\r\n")),
        ("body-line", mail("", "h".repeat(20 * n).as_bytes())),
        ("commands", mail("", "help\r\nstatus\r\n".repeat(n).as_bytes())),
        ("quotes", mail("", format!("{}\r\n{}", ">".repeat(20 * n), ">\r\n".repeat(n)).as_bytes())),
        ("wrote", mail("", wrote.as_bytes())),
        ("attributions", mail("", attributions.as_bytes())),
        ("labels", mail("", labels.as_bytes())),
        ("colons", mail("", "11/12/26:\r\n".repeat(n).as_bytes())),
        ("rules", mail("", format!("x\r\n{}", "-----\r\n".repeat(n)).as_bytes())),
        ("encoded-words", mail(&format!("X: {}\r\nSubject: {}\r\n", "=?".repeat(n), "=?x?q?".repeat(n)), b"help\r\n")),
        ("refs", mail(&format!("References: {refs}\r\n"), b"help\r\n")),
        ("recipients", mail(&format!("Cc: {cc}\r\n"), b"help\r\n")),
        ("params", mail(&format!("Content-Type: multipart/mixed{params}\r\n"), b"help\r\n")),
        (
            "languages",
            mail(
                "Content-Type: multipart/mixed; boundary=p\r\n",
                format!("--p\r\nContent-Type: text/plain{languages}\r\n\r\nhelp\r\n--p--\r\n").as_bytes(),
            ),
        ),
        ("unclosed", mail("Content-Type: multipart/mixed; boundary=p\r\n", unclosed.as_bytes())),
        ("comments", mail(&format!("Reply-To: {}{}\r\n", "(".repeat(n), ")".repeat(n)), b"help\r\n")),
        ("divs", mail(&text_of("html"), format!("{}help{}", "<div>".repeat(n), "</div>".repeat(n / 2)).as_bytes())),
        ("spans", mail(&text_of("html"), format!("{}{}", "<span>".repeat(n), "</i>".repeat(n)).as_bytes())),
        ("strikes", mail(&text_of("html"), format!("<p>{}{}", "<s>".repeat(n), "<p>e4".repeat(n)).as_bytes())),
        ("lists", mail(&text_of("html"), "<ol><li>".repeat(n).as_bytes())),
        ("cells", mail(&text_of("html"), "<table><tr><td></td></p>".repeat(n).as_bytes())),
        ("attribute", mail(&text_of("html"), format!("<p title=\"{}", "a".repeat(20 * n)).as_bytes())),
        ("styles", mail(&text_of("html"), format!("<p style=\"{}\">e4", "a:b;".repeat(5 * n)).as_bytes())),
        ("entities", mail(&text_of("html"), "&amp;&#x65;".repeat(n).as_bytes())),
        ("marks", mail(&text_of("plain"), format!("e{}4\r\n", "\u{301}".repeat(10 * n)).as_bytes())),
        ("flowed", mail("Content-Type: text/plain; format=flowed\r\n", "a \r\n> b \r\n".repeat(n).as_bytes())),
        ("utf-7", mail("Content-Type: text/plain; charset=utf-7\r\n", "+AGE".repeat(5 * n).as_bytes())),
        ("escapes", mail("Content-Type: text/plain; charset=iso-2022-jp\r\n", "\x1b$B\x1b(B".repeat(5 * n).as_bytes())),
        ("base64", mail("", format!("e4\r\n{} wrote:\r\n", "QUJD".repeat(20 * n)).as_bytes())),
    ]
}

/// Reads a mail and sorts its lines, as the whole way in does.
fn take(bytes: &[u8]) -> usize {
    let lines = |letter: &Letter| {
        let bodies = [&letter.plain, &letter.html];
        bodies.iter().filter_map(|body| body.as_ref()).map(|body| sort(&body.text, signs()).len()).sum()
    };
    match incoming(bytes) {
        Ok(Incoming::Letter(letter)) => lines(&letter),
        Ok(_) => 0,
        Err(Unreadable { limit, .. }) => {
            assert_ne!(limit, "a fault of the reader");
            0
        }
    }
}

/// Bombs are read within seconds; and ten times the bomb takes nowhere near a hundred times as long.
#[test]
fn bombs_do_not_go_off() {
    let bombs_of = |n: usize| {
        bombs(n).into_iter().map(|(name, bytes)| {
            let start = Instant::now();
            take(&bytes);
            (name, start.elapsed())
        })
    };
    for ((name, small), (_, large)) in bombs_of(500).zip(bombs_of(5_000)) {
        // Generous, as the machine may be busy: what is quadratic is a hundred times as long.
        let allowed = small.max(Duration::from_millis(20)) * 60;
        assert!(large < allowed, "{name}: {small:?}, ten times as large {large:?}");
    }
}

/// A stack that overflows ends the process, and the next start would read the same mail again.
#[test]
fn mails_in_mails_do_not_overflow_the_stack() {
    let bytes =
        mail("Content-Type: message/rfc822\r\n", "Content-Type: message/rfc822\r\n\r\n".repeat(200_000).as_bytes());
    assert_eq!(take(&bytes), 0);
}

/// Seen in another program: a long run of base64 below the move.
#[test]
fn report_09_base64_below_a_move_is_no_trouble() {
    for run in ["QUJD".repeat(500_000), "QUJDRUZH\r\n".repeat(200_000)] {
        let start = Instant::now();
        let bytes = mail("", format!("Nf3\r\n\r\n{run} wrote:\r\n").as_bytes());
        let Ok(Incoming::Letter(letter)) = incoming(&bytes) else { panic!("no letter") };
        let text = letter.plain.unwrap().text;
        assert_eq!(sort(&text, signs()).first().map(|(kind, line)| (*kind, *line)), Some((Kind::Own, "Nf3")));
        assert!(start.elapsed() < Duration::from_secs(5));
    }
}

/// Seen in another program: the Date header is not read at all.
#[test]
fn report_03_dates_out_of_range_are_harmless() {
    for date in ["Sat, 31 Dec 262143 23:59:59 -2359", "Fri, 30 Feb 2026 12:00:61 +9999", "x", ""] {
        let bytes = mail(&format!("Date: {date}\r\nResent-Date: {date}\r\n"), b"Nf3\r\n");
        assert_eq!(take(&bytes), 1);
    }
}

/// Every mail of both collections, mangled in seeded ways: cut, doubled, bytes changed, pieces exchanged.
#[test]
fn mangled_mails_never_panic() {
    let mut files: Vec<_> = ["replies", "hostile"]
        .iter()
        .flat_map(|folder| fs::read_dir(data(folder)).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "eml"))
        .collect();
    files.sort();
    assert!(files.len() > 250);
    for (at, path) in files.iter().enumerate() {
        let bytes = fs::read(path).unwrap();
        for round in 0..4 {
            let seed = (at as u64) << 8 | round;
            let mut dice = Dice(seed);
            let mangled = mangle(&bytes, &mut dice);
            // A panic inside is caught by the reader and shows as its fault; `take` refuses that.
            let outcome = std::panic::catch_unwind(|| take(&mangled));
            assert!(outcome.is_ok(), "{} seed {seed}", path.display());
        }
    }
}

pub(crate) fn mangle(bytes: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut out = bytes.to_vec();
    for _ in 0..=dice.below(6) {
        let (a, b) = (dice.below(out.len()), dice.below(out.len()));
        let (start, end) = (a.min(b), a.max(b));
        match dice.below(6) {
            0 => out.truncate(end.max(1)),
            1 => drop(out.drain(start..end.min(start + 40))),
            2 => {
                let piece = out[start..end.min(start + 200)].to_vec();
                out.splice(start..start, piece);
            }
            3 => out.iter_mut().skip(start).take(3).for_each(|byte| *byte = (dice.next() & 0xFF) as u8),
            4 => {
                const SIGNS: [&[u8]; 12] =
                    [b"\0", b"\x1b$B", b"=?", b"?=", b"--", b"<", b"\r", b"\n\n", b">", b"=", b"\xFF\xFE", b"(\""];
                let sign = dice.of(&SIGNS);
                out.splice(start..start, sign.iter().copied());
            }
            _ => out.iter_mut().skip(start).take(20).for_each(u8::make_ascii_uppercase),
        }
        if out.is_empty() {
            out.push(b'x');
        }
    }
    out
}

/// For any reply whose own text is empty nothing is left, whatever the quote holds: attributions and quotes of many
/// programs with names, dates, wrapping and order thrown together.
#[test]
fn a_reply_without_own_text_leaves_nothing() {
    const NAMES: [&str; 6] = ["Ben", "Ben Example", "\"Example, Ben\"", "佐久間 里奈", "Клара", "Daniel (kingpost)"];
    const DATES: [&str; 7] = [
        "Mon, Nov 2, 2026 at 12:41 PM",
        "02.11.2026 um 18:55",
        "2026年11月2日(月) 15:18",
        "11/12/26 00:33",
        "2026-11-12 03:10",
        "22 Nov 2026",
        "Saturday, November 7th, 2026 at 3:58 PM",
    ];
    const DECOYS: [&str; 6] = ["e4", "resign", "Nf3", "1. e4 e5 2. Nf3", "引き分け", "draw?"];
    for seed in 0..2000 {
        let mut dice = Dice(seed);
        let (name, date) = (*dice.of(&NAMES), *dice.of(&DATES));
        let wrap = if dice.below(2) == 0 { " " } else { "\n" };
        let mark = *dice.of(&["> ", ">", "＞", "| ", "KP> "]);
        let address = "<play+q7m2@chess.example.org>";
        let decoys: Vec<&str> = (0..=dice.below(5)).map(|_| *dice.of(&DECOYS)).collect();
        let quoted: String = decoys.iter().map(|decoy| format!("{mark}{decoy}\n")).collect();
        let bare = decoys.join("\n");
        let text = match dice.below(9) {
            0 => format!("On {date} {name}{wrap}{address} wrote:\n\n{quoted}"),
            1 => format!("Am {date} schrieb {name}{wrap}{address}:\n{quoted}"),
            2 => format!("{date} {name} {address}:\n\n{quoted}"),
            3 => format!("{name} {address} 于{date}写道：\n{quoted}"),
            4 => format!("-----Original Message-----\nFrom: {name} {address}\n\n{bare}\n"),
            5 => format!(
                "________________________________\nVon: {name}\nGesendet: {date}\nAn: Anna\nBetreff: x\n\n{bare}\n"
            ),
            6 => format!("差出人: {name} {address}\n送信日時: {date}\n宛先: Anna\n件名: x\n\n{bare}\n"),
            7 => format!("    On {date}, {name} {address} wrote:  \n \n {}\n", bare.replace('\n', "\n ")),
            _ => format!("=== Write your reply above this line ===\n\n{bare}\n"),
        };
        let tail = *dice.of(&["", "\n-- \nAnna\ne4\n", "\nBest regards,\nAnna\n"]);
        let sorted = format!("{text}{tail}");
        let sorted = sort(&sorted, signs());
        let own: Vec<&str> =
            sorted.iter().filter(|(k, l)| *k == Kind::Own && !l.trim().is_empty()).map(|(_, l)| *l).collect();
        assert!(own.is_empty(), "seed {seed}: {own:?} of\n{text}{tail}");
    }
}
