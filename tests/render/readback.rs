//! What we write, read by our own reader: a link plays its move, and a mail of ours sent back unmarked asks nothing.

use kingpost::interpret::{Context, Deeds, Reader};
use kingpost::language::Languages;
use kingpost::mail::{Address, Body, Draft, From, Letter};
use kingpost::rules::notation::{japanese, san, shogi, western};
use kingpost::rules::{History, Move, Position, Variant};

use super::invariants::decoded;
use super::stage::{drafts, position};

pub fn letter(text: &str, subject: &str) -> Letter {
    Letter {
        from: From::One(Address::parse("anna.secret@example.com").unwrap(), None),
        recipients: Vec::new(),
        addressed: Vec::new(),
        subject: subject.into(),
        message_id: None,
        date: None,
        references: Vec::new(),
        plain: Some(Body { text: text.into(), from_html: false, cut: false }),
        html: None,
        pgn: None,
        cmail: None,
        kif: None,
        opaque: false,
        authentication: Vec::new(),
        digest: [0; 32],
    }
}

/// What a row of the list may show for a move: SAN; the square alone where the row says the rest.
fn shown(position: &Position, mv: Move) -> Vec<String> {
    let geometry = position.geometry();
    let text = san::write(position, mv);
    if shogi::applies(position.variant()) {
        let (western, japanese) = (western::write(position, mv), japanese::write(position, None, mv));
        let mark = |text: &str, marks: &[&str]| {
            marks.iter().find(|mark| text.ends_with(**mark)).map_or(String::new(), |mark| (*mark).to_owned())
        };
        let takes = if western.contains('x') { "x" } else { "" };
        let square = shogi::usi_square(geometry, mv.to());
        return vec![
            format!("{takes}{square}{}", mark(&western, &["+", "="])),
            shogi::japanese_square(geometry, mv.to()) + &mark(&japanese, &["不成", "成"]),
        ];
    }
    let square = text.split_once('@').map(|(_, square)| square.to_owned());
    vec![square.unwrap_or(text)]
}

/// True if a line asks something of us, alone or behind the name of a game, and is no move.
pub fn is_command(reader: &Reader, language: &str, variant: &'static Variant, line: &str) -> bool {
    let context = Context { language, history: None, variant, numbers: false };
    let named = line.strip_prefix("kp-").and_then(|rest| rest.split_once(": ")).map(|(_, behind)| behind);
    let line = named.unwrap_or(line);
    let reading = reader.read(&letter(line, ""), &context);
    let moves = reader.read_move(line, &context).is_some();
    named.is_some() && moves
        || !moves && !matches!(reading.deeds, Deeds::Nothing | Deeds::Perhaps { .. })
        || !reading.asks.is_empty()
        || reading.reply.is_some()
        || reading.agrees
}

/// True if every word of a command is Japanese, but for names of games, addresses, codes, time zones and figures.
pub fn in_japanese(command: &str) -> bool {
    let name = |ch: char| ch.is_ascii_digit() || "@-/".contains(ch);
    let foreign = |word: &str| word.is_ascii() && !word.contains(name) && word.len() > "fr".len();
    !command.split(' ').any(foreign)
}

/// Reads every tap of a mail; gives the moves they play.
pub fn taps(reader: &Reader, name: &str, position: &Position, draft: &Draft) -> Vec<Move> {
    let history = History::new(position.clone());
    let context =
        Context { language: &draft.language, history: Some(&history), variant: position.variant(), numbers: false };
    let read = |link: &str| {
        let body = decoded(link.split("&amp;body=").nth(1).unwrap().split('"').next().unwrap());
        if is_command(reader, &draft.language, position.variant(), &body) {
            return None;
        }
        let label = link.split_once("\">").unwrap().1.split("</a>").next().unwrap();
        let written = reader.read_move(&body, &context).unwrap_or_else(|| panic!("{name}: {body} is no move"));
        let found = position.find(&written).unwrap_or_else(|why| panic!("{name}: {body} is {why:?}"));
        // Cases with a notation of the reader's own are named after it, and show what it writes.
        let liked = ["numeric", "long", "japanese"].iter().any(|notation| name.contains(notation));
        assert!(
            liked || label == body || shown(position, found).contains(&label.to_owned()),
            "{name}: {body} shown as {label}"
        );
        Some(found)
    };
    draft.html.as_deref().unwrap_or_default().split("<a class=\"m").skip(1).filter_map(read).collect()
}

#[test]
fn a_tap_plays_the_move_it_names() {
    let reader = Reader::new(&Languages::built_in().unwrap()).unwrap();
    let scenes = drafts().into_iter().filter_map(|(name, case, draft)| Some((name, case.scene()?, draft)));
    let read: usize = scenes.map(|(name, scene, draft)| taps(&reader, &name, &position(&scene), &draft).len()).sum();
    assert!(read > 1000, "only {read}");
}

#[test]
fn our_mail_sent_back_asks_nothing() {
    let reader = Reader::new(&Languages::built_in().unwrap()).unwrap();
    let mut wrong = Vec::new();
    for (name, case, draft) in drafts() {
        // Pages that explain words have them at the ends of lines; as whole letters they ask nothing (`hostile::echo`).
        if ["rules", "shogi_rules", "help_on"].iter().any(|page| name.starts_with(page)) {
            continue;
        }
        let scene = case.scene();
        let history = scene.as_ref().map(|scene| History::new(position(scene)));
        let context =
            Context { language: &draft.language, history: history.as_ref(), variant: case.variant(), numbers: false };
        // Lists of moves are lists of moves, and the position in words names men with their squares; a man cannot go where
        // it stands, so that can only be refused. Everything else must mean nothing, line by line and as a subject.
        let exempt =
            ["POSITION", "SCOPE", "■ 動けるマス", "YOUR MOVES", "MOVES SO FAR", "■ 駒の配置", "■ 指せる手", "■ 棋譜"];
        let paragraphs = draft.text.split("\n\n").filter(|text| !exempt.iter().any(|head| text.starts_with(head)));
        for line in paragraphs.flat_map(str::lines) {
            let deeds = reader.read(&letter(line, &format!("Re: {}", draft.subject)), &context).deeds;
            // An example (`such as “Nf3”`) may be legal: its sender is asked, and nothing is carried out.
            if deeds != Deeds::Nothing && !matches!(deeds, Deeds::Perhaps { .. }) {
                wrong.push(format!("{name}: {line}"));
            }
        }
    }
    assert!(wrong.is_empty(), "read as an answer:\n{}", wrong.join("\n"));
}

/// What Japanese pages tell their readers to write is Japanese, and is read.
#[test]
fn commands_told_in_japanese_are_japanese() {
    let reader = Reader::new(&Languages::built_in().unwrap()).unwrap();
    let (mut told, mut wrong) = (0, Vec::new());
    for (name, case, draft) in drafts().into_iter().filter(|(_, _, draft)| draft.language == "ja") {
        // Whatever the reader wrote is quoted to them as well.
        let own = ["refused", "hostile", "message"].iter().any(|page| name.starts_with(page));
        let quoted = draft.text.split('「').skip(1).filter_map(|rest| rest.split('」').next());
        for line in quoted.filter(|_| !own).map(|line| line.replace('\n', "")) {
            let read = is_command(&reader, "ja", case.variant(), &line);
            told += usize::from(read);
            if read && !in_japanese(&line) {
                wrong.push(format!("{name}: {line}"));
            }
        }
    }
    assert!(told > 100, "only {told} commands are told");
    assert!(wrong.is_empty(), "not in Japanese:\n{}", wrong.join("\n"));
}
