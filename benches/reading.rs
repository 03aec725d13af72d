//! How long reading takes: the handed mails, one by one, and hostile texts at two sizes, so that what is not linear
//! shows.
//!
//! `cargo bench --bench reading`
#![allow(clippy::unwrap_used, clippy::panic, reason = "a bench may fail loudly")]

use kingpost::interpret::{Context, Reader};
use kingpost::language::Languages;
use kingpost::mail::{self, Incoming, Limits};
use kingpost::rules::variants::CHESS;
use kingpost::rules::{History, Position};
use std::path::Path;
use std::time::{Duration, Instant};

const MIB: usize = 1 << 20;
const ROUNDS: u32 = 5;

fn main() {
    let reader = Reader::new(&Languages::built_in().unwrap()).unwrap();
    let history = History::new(Position::start(&CHESS));
    let context = Context { language: "en", history: Some(&history), variant: &CHESS, numbers: false };
    let mails = handed();
    let begun = Instant::now();
    for _ in 0..ROUNDS {
        mails.iter().for_each(|bytes| read(&reader, &context, bytes));
    }
    let each = begun.elapsed() / ROUNDS / u32::try_from(mails.len()).unwrap();
    println!("{} handed mails: {:.0} µs each", mails.len(), each.as_secs_f64() * 1e6);
    println!("{:<14} {:>10} {:>10}", "1 MiB of", "whole", "a quarter");
    for (name, kind, piece) in PIECES {
        let time = |size: usize| {
            let bytes = hostile(kind, piece, size);
            let begun = Instant::now();
            read(&reader, &context, &bytes);
            begun.elapsed()
        };
        let (whole, quarter) = (time(MIB), time(MIB / 4));
        println!("{name:<14} {:>7.1} ms {:>7.1} ms", millis(whole), millis(quarter));
    }
}

/// What a stranger may fill a mail with: a name, the type of the text, and what is repeated.
const PIECES: [(&str, &str, &str); 16] = [
    ("one line", "plain", "h"),
    ("one word", "plain", "Nf3 "),
    ("moves", "plain", "Nf3\r\n"),
    ("numbers", "plain", "1. "),
    ("commands", "plain", "resign, draw and accept or help;\r\n"),
    ("conditions", "plain", "if e5 then Nf3; "),
    ("connectives", "plain", "Nf3 and "),
    ("challenge", "plain", "new chess with ben@example.org time 3d\r\n"),
    ("attributions", "plain", "On Mon, Nov 2, 2026 Ben <ben@example.org>\r\nwrote:\r\n"),
    ("labels", "plain", "From: x\r\nTo: y\r\n"),
    ("quotes", "plain", "> \r\n x\r\n"),
    ("rules", "plain", "x\r\n-----\r\n"),
    ("percents", "plain", "%20%4e%66%33"),
    ("marks", "plain", "e\u{301}\u{308}"),
    ("quote elements", "html", "<blockquote><div class=gmail_quote>e4"),
    ("lists", "html", "<ol start=7><li>f3<table><tr><td>"),
];

fn hostile(kind: &str, piece: &str, size: usize) -> Vec<u8> {
    let head = format!(
        "From: anna@example.net\r\nTo: play@example.org\r\nSubject: Nf3\r\nMIME-Version: 1.0\r\n\
         Content-Type: text/{kind}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
    );
    (head + &piece.repeat(size / piece.len())).into_bytes()
}

fn handed() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/replies");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|ext| ext == "eml")).map(|p| std::fs::read(p).unwrap()).collect()
}

fn read(reader: &Reader, context: &Context, bytes: &[u8]) {
    if let Ok(Incoming::Letter(letter)) =
        mail::read(bytes, &Limits::default(), reader.signs(), "example.org", &|_| false)
    {
        std::hint::black_box(reader.read(&letter, context));
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
