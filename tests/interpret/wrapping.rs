//! Letters wrapped as mail programs do, plain and in `format=flowed`: no width makes a move of words, or one move of another.

use kingpost::interpret::Deeds;
use kingpost::mail::quoted::Kind;
use kingpost::mail::{Incoming, Letter};
use kingpost::rules::History;
use kingpost::rules::variants::CHESS;

use super::meant::{RUY, asked, games, history, meant, variant};
use super::{game, incoming, letter, reader, rows, shogi};

/// A letter that is wrapped.
struct Prose {
    history: History,
    language: String,
    text: String,
}

/// Letters of East Asian scripts take two columns.
fn columns(ch: char) -> usize {
    if matches!(ch as u32, 0x1100..=0x115F | 0x2E80..=0xA4CF | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF | 0xFE30..=0xFE4F | 0xFF00..=0xFF60)
    {
        2
    } else {
        1
    }
}

fn wide(word: &str) -> usize {
    word.chars().map(columns).sum()
}

/// One long line broken as mail programs do: at blanks, and between letters of scripts without blanks, but for the signs
/// that begin no line.
fn broken(line: &str, width: usize) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    for ch in line.chars() {
        let last = words.last_mut().unwrap();
        let begins = columns(ch) == 2 && !matches!(ch, '。' | '、' | '」' | '）' | '！' | '？' | '，');
        if !last.is_empty()
            && (last.ends_with(' ')
                || begins
                || last.chars().last().is_some_and(|ch| columns(ch) == 2) && ch.is_ascii_alphanumeric())
        {
            words.push(ch.to_string());
        } else {
            last.push(ch);
        }
    }
    let mut lines = vec![String::new()];
    for word in words {
        let last = lines.last_mut().unwrap();
        if !last.is_empty() && wide(last) + wide(word.trim_end()) > width {
            lines.push(word);
        } else {
            last.push_str(&word);
        }
    }
    lines
}

fn wrapped(text: &str, width: usize) -> String {
    let lines = text.split('\n').flat_map(|line| broken(line, width));
    lines.map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

/// The same in `format=flowed`: a blank at the end of a line that goes on, and with `DelSp` one that is no part of the text.
fn flowed(text: &str, width: usize) -> Letter {
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let parts = broken(line, width);
        let last = parts.len() - 1;
        lines.extend(parts.iter().enumerate().map(|(at, part)| {
            let stuffed = if part.starts_with([' ', '>']) || part.starts_with("From ") { " " } else { "" };
            let soft = if at == last { "" } else { " " };
            let part = if at == last { part.trim_end() } else { part.as_str() };
            format!("{stuffed}{part}{soft}\r\n")
        }));
    }
    let head = "From: Anna <anna@example.org>\r\nTo: play@example.com\r\nMIME-Version: 1.0\r\n\
                Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes\r\nContent-Transfer-Encoding: 8bit\r\n\r\n";
    match incoming(format!("{head}{}", lines.concat()).as_bytes()) {
        Incoming::Letter(letter) => *letter,
        other => panic!("{other:?}"),
    }
}

/// The move of an answer, without its draw offer and its plan.
fn played(answer: &str) -> Option<&str> {
    let end = answer.find([';', '+']).unwrap_or(answer.len());
    answer.get(..end).map(str::trim).filter(|played| played.starts_with("move "))
}

/// A letter that plays none never plays a move, and one that plays a move plays it at every width. A score and a plan are
/// read line by line, so a letter with one of them may be refused when it is broken inside.
fn alike(found: &str, unwrapped: &str, text: &str) -> bool {
    let numbered = |word: &&str| word.strip_suffix('.').is_some_and(|number| number.parse::<u32>().is_ok());
    let scores = text.split_whitespace().filter(numbered).count() > 1;
    match played(found) {
        None if scores || unwrapped.contains(';') => true,
        _ if unwrapped.contains("; if") => found == unwrapped,
        found => found == played(unwrapped),
    }
}

/// Reads each letter at every `step`th width, the next letter at the widths beside, so that all of them together are read at
/// every width. Flowed, the lines come back as they were written, and so does the answer.
fn hold(letters: &[Prose], step: usize) {
    let reader = reader();
    let mut wrong = Vec::new();
    // A letter whose lines are all shorter is never broken.
    let long = |prose: &&Prose| prose.text.split('\n').any(|line| wide(line) > 30);
    let mut widths = std::collections::BTreeSet::new();
    for (number, prose) in letters.iter().filter(long).enumerate() {
        let read = |letter: &Letter| asked(reader, letter, &prose.language, &prose.history);
        let unwrapped = read(&letter(&prose.text, ""));
        let mut seen = vec![prose.text.clone()];
        for width in (30..=80).filter(|width| (width + number) % step == 0) {
            widths.insert(width);
            let text = wrapped(&prose.text, width);
            if seen.contains(&text) {
                continue;
            }
            let found = read(&letter(&text, ""));
            if !alike(&found, &unwrapped, &prose.text) {
                wrong.push(format!("{} at {width} {text:?}: {found}, not {unwrapped}", prose.language));
            }
            if seen.len() == 1 {
                let flowed = read(&flowed(&prose.text, width));
                if flowed != unwrapped {
                    wrong.push(format!("{} flowed at {width} {text:?}: {flowed}, not {unwrapped}", prose.language));
                }
            }
            seen.push(text);
        }
    }
    assert_eq!(widths.len(), 51, "every width from 30 to 80");
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong[..wrong.len().min(60)].join("\n"), wrong.len());
}

#[test]
fn where_lines_break_changes_no_answer() {
    let games = games();
    let prose = |row: super::meant::Row| Prose {
        history: games[row.game.as_str()].clone(),
        language: row.language,
        text: row.text,
    };
    hold(&meant().into_iter().map(prose).collect::<Vec<_>>(), 12);
}

/// The own text of a mail of the corpus.
fn own_text(letter: &Letter, language: &str, history: &History) -> String {
    let context = kingpost::interpret::Context { language, history: Some(history), variant: &CHESS, numbers: false };
    let lines = reader().read(letter, &context).lines;
    let own = lines.iter().filter(|line| line.kind == Kind::Own).map(|line| line.line.trim_end());
    own.collect::<Vec<_>>().join("\n").trim().to_owned()
}

#[test]
fn where_lines_break_changes_no_answer_of_the_replies() {
    let mut letters = Vec::new();
    for row in rows("replies/index.tsv") {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/replies").join(&row[0]);
        let history = game(&row[3]);
        if let Incoming::Letter(letter) = incoming(&std::fs::read(path).unwrap()) {
            let text = own_text(&letter, &row[2], &history);
            letters.push(Prose { history, language: row[2].clone(), text });
        }
    }
    for row in rows("replies/season/texts.tsv") {
        let history = history(variant(&row[1]), &row[4]);
        letters.push(Prose { history, language: row[2].clone(), text: row[5].replace("\\n", "\n") });
    }
    hold(&letters, 12);
}

#[test]
fn where_lines_break_changes_no_answer_of_the_tables() {
    let text = |text: &str| text.replace("\\n", "\n");
    let mut letters = Vec::new();
    let mut add = |history: History, language: &str, text: String| {
        letters.push(Prose { history, language: language.to_owned(), text });
    };
    for row in rows("interpret/lines.tsv") {
        add(game(&row[1]), &row[0], text(&row[2]));
    }
    for row in rows("interpret/messages.tsv") {
        add(game("G01"), &row[0], text(&row[1]));
    }
    for row in rows("interpret/wishes.tsv") {
        add(game("G01"), "en", text(&row[0]));
    }
    for row in rows("interpret/shogi.tsv") {
        add(shogi::game(&row[1]), &row[0], text(&row[2]));
    }
    for row in rows("interpret/doubts.tsv") {
        match row[0].as_str() {
            "chess" => add(history(&CHESS, RUY), "en", text(&row[2])),
            _ => add(shogi::game("7g7f 3c3d"), "ja", text(&row[2])),
        }
    }
    for row in rows("interpret/subjects.tsv").into_iter().filter(|row| row[0] != "shogi") {
        add(history(&CHESS, RUY), &row[1], text(&row[3]));
    }
    hold(&letters, 17);
}

/// A plan broken at any one place, or at any two, is the whole plan or none: no half of it is ever carried out.
#[test]
fn a_plan_broken_anywhere_is_whole_or_none() {
    let reader = reader();
    let (mut wrong, mut letters, mut whole) = (Vec::new(), 0, 0);
    for row in rows("interpret/lines.tsv").iter().filter(|row| row[3].contains("; if") || row[3].contains("; else")) {
        let history = game(&row[1]);
        let text = row[2].replace("\\n", "\n");
        let blanks: Vec<usize> = text.match_indices(' ').map(|(at, _)| at).collect();
        for (place, first) in blanks.iter().enumerate() {
            for second in &blanks[place..] {
                let mut broken = text.clone();
                broken.replace_range(*first..first + 1, "\n");
                broken.replace_range(*second..second + 1, "\n");
                let found = asked(reader, &letter(&broken, ""), &row[0], &history);
                letters += 1;
                whole += usize::from(found == row[3]);
                if found != row[3] && played(&found).is_some() {
                    wrong.push(format!("{broken:?}: {found}, not {}", row[3]));
                }
            }
        }
    }
    assert!(letters > 300 && whole * 3 > letters, "{whole} of {letters}");
    assert!(wrong.is_empty(), "{}\n{} wrong of {letters}", wrong[..wrong.len().min(40)].join("\n"), wrong.len());
}

#[test]
fn wherever_prose_breaks_it_commands_nothing() {
    let reader = reader();
    let history = history(&CHESS, RUY);
    let (mut wrong, mut letters) = (Vec::new(), 0);
    for row in rows("interpret/prose.tsv") {
        for width in (20..=90).step_by(3) {
            let broken = letter(&wrapped(&row[1], width), "");
            let context = kingpost::interpret::Context {
                language: &row[0],
                history: Some(&history),
                variant: &CHESS,
                numbers: false,
            };
            let reading = reader.read(&broken, &context);
            letters += 1;
            if !matches!(reading.deeds, Deeds::Nothing | Deeds::Perhaps { .. }) || !reading.asks.is_empty() {
                wrong.push(format!("{} at {width}: {:?} {:?}", row[0], reading.deeds, reading.asks));
            }
        }
    }
    assert!(letters > 250);
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong[..wrong.len().min(40)].join("\n"), wrong.len());
}
