//! Whole games of shogi: files as programs write them, and our own read back.

use kingpost::rules::notation::pgn::Tags;
use kingpost::rules::notation::record::{Record, Way};
use kingpost::rules::notation::{csa, fen, ki2, kif};
use kingpost::rules::variants::{MINI_SHOGI, SHOGI};
use kingpost::rules::{DrawRules, History, Outcome, Position, Side, Termination, Variant, View};

use super::shogi::game;
use super::{data, rows};

fn read(file: &str, text: &str) -> Record {
    if file.ends_with(".csa") { csa::read(text) } else { kif::read(text) }
}

fn told(outcome: Option<Outcome>) -> String {
    outcome.map_or("*".to_owned(), |outcome| format!("{} {}", outcome.result(), outcome.termination.key()))
}

/// Files in the forms of several programs: what comes of each.
#[test]
fn files_as_programs_write_them() {
    let table = rows("records/index.tsv");
    assert!(table.len() >= 8);
    for row in table {
        let [file, sfen, outcome, white, black, comments, variations, seconds] = row.as_slice() else {
            panic!("{row:?}")
        };
        let record = read(file, &data(&format!("records/{file}")));
        let history = record.replay(&SHOGI).unwrap_or_else(|why| panic!("{file}: {why}"));
        assert_eq!(fen::write(history.position()), *sfen, "{file}");
        assert_eq!(told(record.outcome(&history)), *outcome, "{file}");
        assert_eq!(record.tags.get("White").unwrap_or("-"), white, "{file}");
        assert_eq!(record.tags.get("Black").unwrap_or("-"), black, "{file}");
        let said = record.comments.len() + record.plies.iter().map(|ply| ply.comments.len()).sum::<usize>();
        assert_eq!(said.to_string(), *comments, "{file}");
        assert_eq!(record.variations.to_string(), *variations, "{file}");
        let spent: u64 = record.plies.iter().filter_map(|ply| ply.spent).sum();
        assert_eq!(spent.to_string(), *seconds, "{file}");
    }
}

#[test]
fn tags_go_by_one_name() {
    let record = kif::read(&data("records/windows.kif"));
    let tags = ["Date", "EndDate", "Event", "Opening"].map(|name| record.tags.get(name).unwrap_or("-"));
    assert_eq!(tags, ["2026.11.30 (月) 09:00:00", "2026.11.30 (月) 17:12:00", "郵便将棋戦", "横歩取り"]);
    assert_eq!(record.plies[4].comments, ["両取り", "二行目"]);
    assert_eq!(record.plies[2].spent, Some(65));
    let record = csa::read(&data("records/floodgate.csa"));
    assert_eq!(record.tags.get("Date"), Some("2026.11.30 10:00:00"));
}

/// Comments stand behind their move, a line each, and come back so.
#[test]
fn comments_come_back() {
    let history = game(&SHOGI, 1, 4);
    let comments = [(0, "始め"), (2, "両取り\n*二行目\u{7}"), (2, "三"), (4, "終わり")];
    let comments = comments.map(|(ply, text)| (ply, text.to_owned()));
    let record = kif::read(&kif::write(&tags(), &history, None, &[], &comments));
    assert_eq!(record.comments, ["始め"]);
    let found: Vec<_> = record.plies.iter().map(|ply| ply.comments.join("|")).collect();
    assert_eq!(found, ["", "両取り|*二行目|三", "", "終わり"]);
}

/// What cannot be played is told with the ply and the reason.
#[test]
fn unplayable_records_say_why() {
    let cases = [
        ("   1 ７五歩(77)\n", "move 1 (`７五歩(77)`): pawn 7g does not reach 7e"),
        ("   1 ７六歩(77)\n   2 ４四飛(82)\n", "move 2 (`４四飛(82)`): rook 8b does not reach 4d"),
        ("   1 なんとか\n", "move 1 (`なんとか`): not a move"),
        ("▲５八金△３四歩", "move 1 (`▲５八金`): more than one move fits"),
        ("▲７六歩△３四歩▲２二角", "move 3 (`▲２二角`): the piece to promote to is missing"),
        ("|v玉|\n   1 ７六歩(77)\n", "the start position is not lawful: the first field must have 9 ranks"),
    ];
    for (text, expected) in cases {
        assert_eq!(kif::read(text).replay(&SHOGI).unwrap_err().to_string(), expected, "{text}");
    }
}

fn tags() -> Tags {
    let tags = [("White", "花子"), ("Black", "Taro\nJr."), ("Date", "2026.11.30"), ("Site", "?"), ("備考", "余興")];
    Tags(tags.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec())
}

/// An end for a game that the rules leave open.
fn some_end(history: &History, seed: u64) -> Option<Outcome> {
    let turn = history.position().turn();
    history.outcome(DrawRules::default()).or(match seed % 5 {
        0 => Some(Outcome::win(turn.other(), Termination::Resign)),
        1 => Some(Outcome::win(turn.other(), Termination::Timeout)),
        2 => Some(Outcome::draw(Termination::Agreement)),
        3 => Some(Outcome::win(turn, Termination::Impasse)),
        _ => None,
    })
}

fn same(history: &History, outcome: Option<Outcome>, file: &str, text: &str, variant: &'static Variant) -> Record {
    let record = read(file, text);
    let again = record.replay(variant).unwrap_or_else(|why| panic!("{file}: {why}\n{text}"));
    assert_eq!(again.moves(), history.moves(), "{file}\n{text}");
    // CSA has no word for the number of a start's first move.
    let place = |history: &History| fen::write(history.start()).rsplit_once(' ').unwrap().0.to_owned();
    assert_eq!(place(&again), place(history), "{file}\n{text}");
    assert_eq!(told(record.outcome(&again)), told(outcome), "{file}\n{text}");
    assert_eq!(record.tags.get("White"), Some("花子"), "{file}\n{text}");
    assert_eq!(record.tags.get("Black"), Some("Taro Jr."), "{file}\n{text}");
    assert_eq!(record.tags.get("Date"), Some("2026.11.30"), "{file}\n{text}");
    record
}

#[test]
fn whole_games_read_back() {
    let mut plies = 0;
    for (variant, games) in [(&SHOGI, 9), (&MINI_SHOGI, 9)] {
        for seed in 1..=games {
            let whole = game(variant, seed, 200);
            // Every third game is one that began where another stood.
            let from = if seed % 3 == 0 { whole.moves().len() / 2 } else { 0 };
            let mut history = History::new(whole.positions()[from].clone());
            whole.moves()[from..].iter().for_each(|mv| history.play(*mv).unwrap());
            let outcome = some_end(&history, seed);
            let spent: Vec<u64> = (0..history.moves().len() as u64).map(|ply| ply * 997 % 300_000).collect();
            let record =
                same(&history, outcome, "x.kif", &kif::write(&tags(), &history, outcome, &spent, &[]), variant);
            let again: Vec<u64> = record.plies.iter().map(|ply| ply.spent.unwrap()).collect();
            assert_eq!(again, spent);
            assert_eq!(record.tags.get("備考"), Some("余興"));
            same(&history, outcome, "x.ki2", &ki2::write(&tags(), &history, outcome), variant);
            if *variant == SHOGI {
                let text = csa::write(&tags(), &history, outcome, &spent).unwrap();
                let record = same(&history, outcome, "x.csa", &text, variant);
                assert_eq!(record.plies.iter().map(|ply| ply.spent.unwrap()).collect::<Vec<u64>>(), spent);
            }
            plies += history.moves().len();
        }
    }
    assert!(plies > 1_200, "only {plies} plies");
}

/// The whole text of one short game, in each format.
#[test]
fn a_game_byte_by_byte() {
    let record = kif::read(&data("records/windows.kif"));
    let history = record.replay(&SHOGI).unwrap();
    let outcome = record.outcome(&history);
    assert_eq!(kif::write(&record.tags, &history, outcome, &[16, 0, 65, 10, 0], &[]), data("records/written.kif"));
    assert_eq!(ki2::write(&record.tags, &history, outcome), data("records/written.ki2"));
    assert_eq!(csa::write(&record.tags, &history, outcome, &[]).unwrap(), data("records/written.csa"));
    let view = View::of(&history, Side::First);
    assert_eq!(view.kif(&record.tags, outcome, &[], &[]), Some(kif::write(&record.tags, &history, outcome, &[], &[])));
    let chess = History::new(Position::start(&kingpost::rules::variants::CHESS));
    assert_eq!(View::of(&chess, Side::First).kif(&record.tags, None, &[], &[]), None);
    assert_eq!(csa::write(&record.tags, &chess, None, &[]), None);
}

/// Who is not to move has no word to lose by: the winner stands in the summary alone, and nothing false elsewhere.
#[test]
fn an_end_out_of_turn_names_no_wrong_loser() {
    let mut history = History::new(Position::start(&SHOGI));
    let mv = history.position().legal_moves()[0];
    history.play(mv).unwrap();
    let outcome = Some(Outcome::win(Side::Second, Termination::Resign));
    let text = kif::write(&Tags::default(), &history, outcome, &[], &[]);
    assert!(text.ends_with("\n*先手の投了\n   2 中断\nまで1手で後手の勝ち\n"), "{text}");
    let ending = kif::read(&text).ending.unwrap();
    assert_eq!((ending.way, ending.winner), (Way::BrokenOff, Some(Side::Second)));
    assert!(csa::write(&Tags::default(), &history, outcome, &[]).unwrap().ends_with("%CHUDAN\n"));
}
