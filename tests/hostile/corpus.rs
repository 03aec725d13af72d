//! The corpus of hostile mails (`tests/data/hostile`), aimed at a live game: each with the game's own reply addresses and
//! Message-IDs in place of the example's, each against a fresh game.

use super::pen::{ANA, BORIS, Pen, Round, answer, code, fresh, one};
use super::table::{Picture, Sent, Table};
use kingpost::game::{Event, Refusal};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// What the files hold for the example's game.
const REPLY_A: &str = "q7m2k5xv3tbn4dhz6wcy2rjpaf";
const REPLY_B: &str = "h4s6w2uy7gkd3nqx5vtz4mbrce";
const STALE_A: &str = "b3f5z7ja2pwr6mxk4tqd5nvcyh";
const CUR_MSGID: &str = "g7.3.w.9c1f5b2e@chess.example.org";

/// A row of the index.
#[derive(Debug)]
struct Row {
    id: String,
    file: String,
    classes: Vec<String>,
    game_change: usize,
    max_out: usize,
    answer_to: String,
    deliver: usize,
    state: String,
    what: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/hostile")
}

fn rows() -> Vec<Row> {
    let text = fs::read_to_string(folder().join("index.tsv")).unwrap();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let classes = std::iter::once(cells[2]).chain(cells[3].split(' ')).filter(|class| !class.is_empty());
        Row {
            id: cells[0].into(),
            file: cells[1].into(),
            classes: classes.map(str::to_owned).collect(),
            game_change: cells[4].parse().unwrap(),
            max_out: cells[5].parse().unwrap(),
            answer_to: cells[6].into(),
            deliver: cells[7].parse().unwrap(),
            state: cells[8].into(),
            what: cells[10].into(),
        }
    };
    text.lines().skip(1).map(row).collect()
}

/// The part of a reply address behind the plus sign.
fn token(address: &str) -> String {
    let local = address.split('@').next().unwrap();
    local.split_once('+').expect("a reply address").1.to_owned()
}

/// What takes the place of the example's values.
struct Aim {
    pairs: Vec<(String, String)>,
}

impl Aim {
    fn at(ana: &Sent, boris: &Sent, stale: &Sent) -> Aim {
        let pairs = [
            (REPLY_A, token(&ana.reply_to())),
            (REPLY_B, token(&boris.reply_to())),
            (STALE_A, token(&stale.reply_to())),
            (CUR_MSGID, ana.mail.message_id.clone()),
        ];
        // K10 writes its address in capitals.
        let upper = pairs.iter().map(|(old, new)| (old.to_ascii_uppercase(), new.to_ascii_uppercase()));
        Aim { pairs: upper.chain(pairs.iter().map(|(old, new)| ((*old).to_owned(), new.clone()))).collect() }
    }

    fn aimed(&self, file: &str) -> Vec<u8> {
        let bytes = fs::read(folder().join(file)).unwrap();
        self.pairs.iter().fold(bytes, |bytes, (old, new)| replaced(&bytes, old.as_bytes(), new.as_bytes()))
    }
}

fn replaced(bytes: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(at) = rest.windows(old.len()).position(|window| window == old) {
        out.extend(&rest[..at]);
        out.extend(new);
        rest = &rest[at + old.len()..];
    }
    out.extend(rest);
    out
}

/// Every header a mail of ours may have, and which of them it must have.
const HEADERS: [(&str, bool); 21] = [
    ("From", true),
    ("To", true),
    ("Reply-To", true),
    ("Subject", true),
    ("Date", true),
    ("Message-ID", true),
    ("In-Reply-To", false),
    ("References", false),
    ("Auto-Submitted", true),
    ("X-Auto-Response-Suppress", true),
    ("List-Id", true),
    ("List-Unsubscribe", true),
    ("Content-Language", true),
    ("Kingpost-Page", true),
    ("Kingpost-Game", false),
    ("Kingpost-Ply", false),
    ("MIME-Version", true),
    ("Content-Type", true),
    ("Content-Transfer-Encoding", false),
    ("Content-Disposition", false),
    ("Content-ID", false),
];

/// A mail of ours is sound: exactly the headers on our list, each once, one recipient, short lines, nothing unprintable.
pub fn sound(sent: &Sent, case: &str) {
    let text = std::str::from_utf8(&sent.bytes).unwrap();
    let odd = text.bytes().find(|byte| !(matches!(byte, b' '..=b'~' | b'\r' | b'\n')));
    assert_eq!(odd, None, "{case}: a raw control character or a raw letter");
    assert!(text.split("\r\n").all(|line| line.len() <= 998 && !line.contains(['\r', '\n'])), "{case}: line ends");
    let head = text.split("\r\n\r\n").next().unwrap().replace("\r\n ", " ");
    let names: Vec<&str> = head.split("\r\n").map(|line| line.split(':').next().unwrap()).collect();
    for name in &names {
        assert!(HEADERS.iter().any(|(known, _)| known == name), "{case}: header {name} in\n{head}");
        assert_eq!(names.iter().filter(|other| other == &name).count(), 1, "{case}: {name} twice");
    }
    for (name, _) in HEADERS.iter().filter(|(_, must)| *must) {
        assert!(names.contains(name), "{case}: {name} is missing");
    }
    assert_eq!(sent.mail.to.to_string(), sent.to, "{case}: To and the envelope differ");
    assert!(!head.contains("victim"), "{case}: {head}");
}

/// Which classes of the index the outcome may pass for.
fn classes(sent: &[Sent], refusals: &[Refusal], moved: bool) -> Vec<&'static str> {
    match (sent, refusals) {
        _ if moved => vec!["accepted"],
        // What is not carried out *may* be answered.
        ([], _) => vec!["ignored", "refused"],
        // Somebody new is told how to begin, and nothing of their letter was carried out.
        (sent, []) if sent.iter().all(|mail| mail.has("introduction")) => vec!["answered", "refused"],
        (_, []) => vec!["answered"],
        // "Nothing found", and the position in answer to a letter that came late, are ordinary answers.
        (_, refusals) => {
            use Refusal::{NothingFound, Stale, StrangeLetter, Unreadable};
            let ordinary =
                |r: &Refusal| matches!(r, NothingFound { .. } | StrangeLetter { .. } | Stale { .. } | Unreadable);
            if refusals.iter().all(ordinary) { vec!["answered", "refused"] } else { vec!["refused"] }
        }
    }
}

/// A game in which Ana has moved and Boris has answered, and the mail Ana answered.
fn stale() -> (Table, Round, Sent) {
    static PICTURE: OnceLock<(Picture, Round, Sent)> = OnceLock::new();
    let (picture, round, old) = PICTURE.get_or_init(|| {
        let (mut table, mut round) = fresh();
        let old = round.ana.clone();
        round.play(&mut table, "Nf3");
        round.play(&mut table, "Nf6");
        (table.picture(), round, old)
    });
    (Table::from_picture(picture), round.clone(), old.clone())
}

/// The same game, resigned by Boris.
fn over() -> (Table, Round) {
    static PICTURE: OnceLock<(Picture, Round)> = OnceLock::new();
    let (picture, round) = PICTURE.get_or_init(|| {
        let (mut table, round) = fresh();
        let sent = table.deliver(&answer(BORIS, &round.boris, "resign").bytes());
        let question = one(&sent, BORIS, "confirm_resign").clone();
        let sent = table.deliver(&answer(BORIS, &question, &format!("confirm {}", code(&question))).bytes());
        let (ana, boris) = (one(&sent, ANA, "game_over").clone(), one(&sent, BORIS, "game_over").clone());
        (table.picture(), Round { ana, boris, ..round })
    });
    (Table::from_picture(picture), round.clone())
}

/// Delivers a row's mail and judges what comes of it.
fn judge(row: &Row) -> Result<(), String> {
    let (mut table, game, aim) = match row.state.as_str() {
        "no_game" => {
            let (_, round) = fresh();
            (Table::new(), None, Aim::at(&round.ana, &round.boris, &round.ana))
        }
        "stale" => {
            let (table, round, old) = stale();
            let aim = Aim::at(&round.ana, &round.boris, &old);
            (table, Some(round), aim)
        }
        _ => {
            let (table, round) = fresh();
            let aim = Aim::at(&round.ana, &round.boris, &round.ana);
            (table, Some(round), aim)
        }
    };
    let before = game.as_ref().map_or(0, |round| table.deeds(&round.id).len());
    let refused_before = table.refusals().len();
    let bytes = aim.aimed(&row.file);
    let begun = Instant::now();
    let sent: Vec<Sent> = (0..row.deliver).flat_map(|_| table.deliver(&bytes)).collect();
    let took = begun.elapsed();
    sent.iter().for_each(|mail| sound(mail, &row.id));
    let deeds = game.as_ref().map_or(Vec::new(), |round| table.deeds(&round.id).split_off(before));
    let moved = deeds.iter().any(|event| matches!(event, Event::Moved { .. }));
    let refusals = table.refusals().split_off(refused_before);
    let classes = classes(&sent, &refusals, moved);
    let seen: Vec<String> = sent.iter().map(|mail| format!("{} {:?}", mail.to, mail.mail.pages)).collect();
    let said = format!("{} ({}): {seen:?} {refusals:?} {deeds:?}", row.id, row.what);
    if !row.classes.iter().any(|class| classes.contains(&class.as_str())) {
        return Err(format!("{said}: {classes:?} is none of {:?}", row.classes));
    }
    // Words for the opponent that go along with a move are an event of their own.
    let changes = deeds.iter().filter(|event| !(moved && matches!(event, Event::Said { .. }))).count();
    if changes != row.game_change {
        return Err(format!("{said}: {changes} changes instead of {}", row.game_change));
    }
    if sent.len() > row.max_out {
        return Err(format!("{said}: {} mails instead of at most {}", sent.len(), row.max_out));
    }
    if let Some(stray) = sent.iter().find(|mail| !may_get(row, &mail.to, &bytes)) {
        return Err(format!("{said}: a mail to {}", stray.to));
    }
    if table.set_aside() > 0 && row.classes[0] == "accepted" {
        return Err(format!("{said}: set aside"));
    }
    // A second of the corpus's own, and what a busy machine and drawing two mails unoptimised add.
    if took > Duration::from_secs(20) {
        return Err(format!("{said}: took {took:?}"));
    }
    match game {
        Some(round) => goes_on(&mut table, &round, row, moved),
        None => Ok(()),
    }
}

fn may_get(row: &Row, to: &str, bytes: &[u8]) -> bool {
    row.answer_to.split(['+', '|']).any(|who| match who {
        "A" => to == ANA.1,
        "B" => to == BORIS.1,
        "sender" => String::from_utf8_lossy(bytes).lines().any(|line| line.starts_with("From:") && line.contains(to)),
        _ => false,
    })
}

/// The next honest mail is played.
fn goes_on(table: &mut Table, round: &Round, row: &Row, moved: bool) -> Result<(), String> {
    let turn = table.game(&round.id).turn();
    let ply = table.game(&round.id).ply();
    let (who, address, mv) = match (moved, turn) {
        (true, _) => {
            // The mail that told Boris went out after `round` was drawn up: his address is the seat's for this ply.
            let games = table.deliver(&Pen::new(BORIS, super::table::SERVICE, "games").bytes());
            (BORIS, link_address(one(&games, BORIS, "games")), "c5")
        }
        (false, _) => (ANA, round.ana.reply_to(), "c4"),
    };
    table.post(&Pen::new(who, &address, mv).bytes());
    let after = table.game(&round.id).ply();
    if after.0 == ply.0 + 1 { Ok(()) } else { Err(format!("{}: the next honest mail was not played", row.id)) }
}

/// The first reply address in the links of a page.
fn link_address(page: &Sent) -> String {
    let html = page.mail.html.clone().unwrap();
    let link = html.split("mailto:").find(|link| link.contains("%2B")).expect("a link with a reply address");
    link.split('?').next().unwrap().replace("%2B", "+")
}

#[test]
fn every_hostile_mail_meets_a_game() {
    let rows = rows();
    assert_eq!(rows.len(), 103);
    assert_eq!(rows.iter().filter(|row| row.classes[0] == "accepted").count(), 13);
    let failures: Vec<String> = rows.iter().filter_map(|row| judge(row).err()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The same mails, all against a game that is over, a reply address of an earlier ply, and a service that knows nobody:
/// nothing is ever played, and nobody but the two players, or the sender, hears of it.
#[test]
fn no_hostile_mail_wakes_what_is_past() {
    let mut failures = Vec::new();
    for row in rows() {
        let (mut table, round) = over();
        let bytes = Aim::at(&round.ana, &round.boris, &round.ana).aimed(&row.file);
        failures.extend(nothing_done(&mut table, Some(&round), &row, &bytes, "over"));
        let (mut table, round, old) = stale();
        let bytes = Aim::at(&old, &old, &old).aimed(&row.file);
        failures.extend(nothing_done(&mut table, Some(&round), &row, &bytes, "stale"));
        let mut table = Table::new();
        failures.extend(nothing_done(&mut table, None, &row, &bytes, "no game"));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn nothing_done(table: &mut Table, round: Option<&Round>, row: &Row, bytes: &[u8], state: &str) -> Option<String> {
    let before = round.map_or(0, |round| table.deeds(&round.id).len());
    let queued: Vec<_> = (0..row.deliver).flat_map(|_| table.post(bytes)).collect();
    let deeds = round.map_or(Vec::new(), |round| table.deeds(&round.id).split_off(before));
    let stray = queued.iter().any(|(to, _)| ![ANA.1, BORIS.1].contains(&to.as_str()) && !may_get(row, to, bytes));
    let automatic = row.classes == ["ignored"] && !queued.is_empty();
    // Words may still pass between two people whose game is over.
    let words = state == "over" && row.classes != ["ignored"];
    let said = deeds.iter().filter(|event| words && matches!(event, Event::Said { .. })).count();
    let wrong = deeds.len() > said || queued.len() > 1 + said || stray || automatic;
    wrong.then(|| format!("{state} {} ({}): {queued:?} {deeds:?}", row.id, row.what))
}
