//! Replies of every shape with other names, wrapping and order, made from tables and a seed: what a mail program adds is
//! never read, whatever it quotes.

use std::sync::OnceLock;

use kingpost::interpret::{Context, Reader, answer};
use kingpost::mail::Letter;
use kingpost::rules::History;
use kingpost::rules::variants::CHESS;

use super::{bare, game, letter, reader, rows};

/// A small generator (xorshift), so that a failure can be made again from its seed.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn throw(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % sides
    }

    pub(super) fn pick<'t>(&mut self, list: &[&'t str]) -> &'t str {
        list[self.throw(list.len())]
    }
}

pub(super) const NAMES: [(&str, &str); 8] = [
    ("Kingpost", "play+k3j5x9@chess.example.org"),
    ("Kingpost Chess", "play+abc2defg3h@example.net"),
    ("Daniel via Kingpost", "game-7f3k9@mail.example.org"),
    ("キングポスト", "play+q8r7w2@example.jp"),
    ("Anna-Lena Ö. (Kingpost)", "play+m4n5p6@schach.example.de"),
    ("Ben", "ben@example.com"),
    ("The Correspondence Chess Association of Northumbria", "play+n2c9@chess.example.org"),
    ("郵便将棋連盟関東支部メール対局係", "play+h4t7@chess.example.jp"),
];

/// What a quoted mail of ours may hold: every line a command, if it were one's own.
pub(super) const DECOYS: [&str; 14] = [
    "Nf3",
    "resign",
    "e4",
    "Ben has played 1... e5. It is your move (2) with White.",
    "draw",
    "accept",
    "I resign.",
    "7163",
    "O-O",
    "投了",
    "confirm KX7Q-24MD",
    "2. Nc3",
    "help",
    "claim draw",
];

fn wrapped(text: &str, width: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().unwrap();
        if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            let gap = if last.is_empty() { "" } else { " " };
            *last = format!("{last}{gap}{word}");
        }
    }
    lines.join("\n")
}

pub(super) fn filled(template: &str, dice: &mut Dice) -> String {
    let (name, address) = NAMES[dice.throw(NAMES.len())];
    let subject = dice.pick(&["Re: [kp-7f3k9] Chess with Ben", "Chess with Ben: your move", "Nf3", "RE: e4"]);
    template.replace("\\n", "\n").replace("{name}", name).replace("{address}", address).replace("{subject}", subject)
}

fn quoted(mark: &str, dice: &mut Dice) -> String {
    let lines = 1 + dice.throw(9);
    (0..lines).map(|_| format!("{mark}{}\n", dice.pick(&DECOYS))).collect()
}

/// What stands below the own text: a marked quote under its attribution, or an unmarked one under a block.
pub(super) fn below(dice: &mut Dice, attributions: &[Vec<String>], blocks: &[Vec<String>]) -> (String, String) {
    let gap = dice.pick(&["", "\n"]);
    if dice.throw(2) == 0 {
        let row = &attributions[dice.throw(attributions.len())];
        let line = wrapped(&filled(&row[1], dice), [60, 70, 76, 998][dice.throw(4)]);
        let mark = dice.pick(&["> ", ">", "> > ", "| "]);
        return (format!("{line}\n{gap}{}", quoted(mark, dice)), row[1].clone());
    }
    let row = &blocks[dice.throw(blocks.len())];
    (format!("{}\n{gap}{}", filled(&row[1], dice), quoted("", dice)), row[1].clone())
}

/// Between own text and quote: nothing, a signature, a sign-off with a name, a tag.
pub(super) fn farewell(dice: &mut Dice) -> &'static str {
    dice.pick(&[
        "",
        "",
        "-- \nClara\nresign\n5254\n\n",
        "--\nClara\n\n",
        "Best regards,\nClara\n\n",
        "Viele Grüße\nClara\nNf3\n\n",
        "Cordialement,\nClara\n\n",
        "敬具\n\n",
        "Sent from my iPhone\n\n",
        "Von meinem iPhone gesendet\n\n",
        "iPhoneから送信\n\n",
        "Envoyé de mon iPhone\n\n",
        "Get Outlook for Android\n\n",
    ])
}

/// Own words, what they ask for, and what of them is for the opponent.
const OWN: [(&str, &str, &str); 9] = [
    ("", "none", ""),
    ("Nf3", "move Nf3", ""),
    ("2. Nf3", "move Nf3", ""),
    ("Nf3\n\nA fine opening, I think", "move Nf3", "A fine opening, I think"),
    ("Not today, more tomorrow", "none", "Not today, more tomorrow"),
    ("Hello Ben,\n\nI play Nf3.", "move Nf3", "Hello Ben,"),
    ("resign", "resign", ""),
    ("引き分けを提案します", "draw offer", ""),
    ("いま考えています", "none", "いま考えています"),
];

/// The game all these replies are about.
pub(super) fn played() -> &'static History {
    static GAME: OnceLock<History> = OnceLock::new();
    GAME.get_or_init(|| game("G01"))
}

fn check(reader: &Reader, seed: u64, text: &str, shape: &str, expected: (&str, &str), wrong: &mut Vec<String>) {
    let letter = letter(text, "Re: [kp-7f3k9] Chess with Ben");
    check_letter(reader, &letter, played(), &format!("seed {seed}, {shape:?}"), expected, wrong);
}

/// Notes it in `wrong` if a letter does not ask for `expected.0` with the words `expected.1` for the opponent.
pub(super) fn check_letter(
    reader: &Reader,
    letter: &Letter,
    history: &History,
    name: &str,
    expected: (&str, &str),
    wrong: &mut Vec<String>,
) {
    let context = Context { language: "en", history: Some(history), variant: &CHESS, numbers: false };
    let reading = reader.read(letter, &context);
    let found = answer::words(&reading, Some(history));
    let said = bare(reading.message.as_deref().unwrap_or_default());
    if found != expected.0 || said != bare(expected.1) {
        let lines: Vec<String> = reading.lines.iter().map(|line| format!("{:?}| {}", line.kind, line.line)).collect();
        wrong.push(format!("{name}: {found}, {said:?}, not {expected:?}, from\n{}\n", lines.join("\n")));
    }
}

#[test]
fn replies_of_every_shape_from_a_seed() {
    let reader = reader();
    let (attributions, blocks) = (rows("interpret/attributions.tsv"), rows("interpret/blocks.tsv"));
    let mut wrong = Vec::new();
    for seed in 1..=250 {
        let mut dice = Dice(u64::wrapping_mul(seed, 0x9E37_79B9_7F4A_7C15));
        let (own, expected, message) = OWN[dice.throw(OWN.len())];
        let (quote, shape) = below(&mut dice, &attributions, &blocks);
        let text = format!("{own}\n\n{}{quote}", farewell(&mut dice));
        check(reader, seed, &text, &shape, (expected, message), &mut wrong);
    }
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}

#[test]
fn without_own_words_nothing_is_asked_for() {
    let reader = reader();
    let (attributions, blocks) = (rows("interpret/attributions.tsv"), rows("interpret/blocks.tsv"));
    let mut wrong = Vec::new();
    for seed in 1..=150 {
        let mut dice = Dice(u64::wrapping_mul(seed, 0xD134_2543_DE82_EF95));
        let (mut text, mut shape) = below(&mut dice, &attributions, &blocks);
        // A second level, as a long thread has it.
        if dice.throw(3) == 0 {
            let (older, older_shape) = below(&mut dice, &attributions, &blocks);
            let marked: String = older.lines().map(|line| format!("> {line}\n")).collect();
            (text, shape) = (text + &marked, format!("{shape} + {older_shape}"));
        }
        let text = format!("{}{}{text}", dice.pick(&["", "\n", "\n\n", " \n"]), farewell(&mut dice));
        check(reader, seed, &text, &shape, ("none", ""), &mut wrong);
    }
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}

/// Every line and block of the tables once, above decoys: with a move over it, with none, and with the move below the
/// quote.
#[test]
fn every_shape_once() {
    let reader = reader();
    let mut wrong = Vec::new();
    let decoys = |mark: &str| DECOYS.map(|decoy| format!("{mark}{decoy}\n")).concat();
    for (index, row) in rows("interpret/attributions.tsv").iter().enumerate() {
        let mut dice = Dice(0x9E37_79B9 + index as u64);
        let line = filled(&row[1], &mut dice);
        let quote = format!("{line}\n{}", decoys("> "));
        let cases = [
            (format!("Nf3\n\n{quote}"), "move Nf3"),
            (quote.clone(), "none"),
            (format!("{quote}\nNf3\n"), "move Nf3"),
            (format!("{}\n{}", wrapped(&line, 60), decoys("> ")), "none"),
        ];
        for (place, (text, expected)) in cases.iter().enumerate() {
            check(reader, place as u64, text, &row[1], (expected, ""), &mut wrong);
        }
    }
    for (index, row) in rows("interpret/blocks.tsv").iter().enumerate() {
        let mut dice = Dice(0x9E37_79B9 + index as u64);
        let quote = format!("{}\n\n{}", filled(&row[1], &mut dice), decoys(""));
        let cases =
            [(format!("Nf3\n\n{quote}"), "move Nf3"), (quote.clone(), "none"), (format!("\n\n{quote}"), "none")];
        for (place, (text, expected)) in cases.iter().enumerate() {
            check(reader, place as u64, text, &row[1], (expected, ""), &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}
