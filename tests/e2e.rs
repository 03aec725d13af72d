//! End to end: the real program between a real Dovecot and a real Postfix, and players who have nothing but mail.
//!
//! Each test has a mail host and a daemon of its own. Players write by SMTP as the outside world does and read their
//! Maildirs; nobody looks into the program.

use crate::engine::{FAIRY, STOCKFISH};
use crate::host::{Host, PASSWORD};
use crate::player::{Mail, Player};
use kingpost::partner;
use kingpost::rules::notation::{pgn, san};
use kingpost::rules::variants::CHESS;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

mod clocks;

use clocks::{fast_table, fast_table_with};

const SERVICE: &str = "play@kingpost.test";
/// Longer than anything here takes; a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(30);

/// A mail host, a daemon, and the players' mailboxes.
struct Table {
    daemon: Daemon,
    host: Host,
    data: tempfile::TempDir,
}

/// The running program, ended when it goes out of scope.
struct Daemon(Child);

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Table {
    fn set() -> Table {
        let host = Host::start();
        let data = tempfile::tempdir().unwrap();
        let config = configuration(&host, data.path());
        let daemon = Daemon(start(&config, data.path()));
        Table { daemon, host, data }
    }

    /// `anna` is `anna@players.test`.
    fn player(&self, name: &str) -> Player {
        let address = format!("{name}@players.test");
        Player::new(&address, self.host.server("play", 0).port, self.host.maildir(&address))
    }

    /// Anna invites Ben, who accepts; both have confirmed. Gives the two first mails of the game.
    fn begin(&self, anna: &mut Player, ben: &mut Player, terms: &str) -> (Mail, Mail) {
        anna.write(SERVICE, "A game", &format!("new chess with {} as white {terms}", ben.address()));
        let confirm = anna.wait("confirm_address", PATIENCE);
        anna.reply(&confirm, "yes, that is me");
        let invitation = ben.wait("invitation", PATIENCE);
        ben.reply(&invitation, "accept");
        (anna.wait("your_move", PATIENCE), ben.wait("game_started", PATIENCE))
    }

    /// What `kingpost show --json` says of a game.
    fn shown(&self, game: &str) -> serde_json::Value {
        let mut call = Command::new(env!("CARGO_BIN_EXE_kingpost"));
        let call = call.args(["show", game, "--json", "--config"]).arg(self.data.path().join("kingpost.toml"));
        serde_json::from_slice(&call.output().unwrap().stdout).unwrap()
    }

    fn restart(&mut self) {
        let config = self.data.path().join("kingpost.toml");
        let _ = self.daemon.0.kill();
        let _ = self.daemon.0.wait();
        self.daemon = Daemon(start(&config, self.data.path()));
    }
}

fn configuration(host: &Host, data: &Path) -> PathBuf {
    let password = data.join("password");
    std::fs::write(&password, format!("{PASSWORD}\n")).unwrap();
    std::fs::set_permissions(&password, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    let path = data.join("kingpost.toml");
    let (imaps, submission) = (host.server("play", 4), host.server("play", 1));
    let ca = imaps.ca_file.unwrap();
    let link = |port: u16, tls: &str| {
        format!(
            "host = \"localhost\"\nport = {port}\ntls = \"{tls}\"\nca_file = \"{}\"\nuser = \"{SERVICE}\"\n\
             password_file = \"password\"\n",
            ca.display()
        )
    };
    let text = format!(
        "[service]\naddress = \"{SERVICE}\"\ndata = \"data\"\n\n[mailbox]\nkind = \"imap\"\n{}\n\
         [courier]\nkind = \"smtp\"\n{}",
        link(imaps.port, "implicit"),
        link(submission.port, "starttls"),
    );
    std::fs::write(&path, text).unwrap();
    path
}

fn start(config: &Path, data: &Path) -> Child {
    let log = std::fs::OpenOptions::new().create(true).append(true).open(data.join("log")).unwrap();
    Command::new(env!("CARGO_BIN_EXE_kingpost"))
        .args(["run", "--config"])
        .arg(config)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .unwrap()
}

/// Plays the moves in turn, each as an answer to the mail that asked for it; gives the last `your_move` not answered.
fn play(players: [&mut Player; 2], first: Mail, moves: &str) -> Option<Mail> {
    let [anna, ben] = players;
    let mut pending = Some(first);
    let moves: Vec<&str> = moves.split_whitespace().collect();
    for (ply, mv) in moves.iter().enumerate() {
        let (mover, waiter): (&mut Player, &mut Player) = if ply % 2 == 0 { (anna, ben) } else { (ben, anna) };
        mover.reply(&pending.take().unwrap(), mv);
        let taken = mover.wait_any(&["move_taken", "game_over"], PATIENCE);
        assert!(taken.text().len() > 100);
        let next = waiter.wait_any(&["your_move", "game_over"], PATIENCE);
        if next.pages().contains(&"game_over".to_string()) {
            assert_eq!(ply + 1, moves.len(), "over after {mv}");
            return None;
        }
        assert_eq!(next.header("Kingpost-Ply").as_deref(), Some((ply + 1).to_string().as_str()));
        pending = Some(next);
    }
    pending
}

/// Japanese throughout, from the challenge to the record of the finished game.
#[test]
fn shogi_in_japanese_to_mate() {
    let table = Table::set();
    let (mut anna, mut ben) = (table.player("anna"), table.player("ben"));
    anna.write(SERVICE, "対局の申し込み", &format!("新しい対局 将棋 {} 先手", ben.address()));
    let confirm = anna.wait("confirm_address", PATIENCE);
    anna.reply(&confirm, "はい、本人です。");
    let invitation = ben.wait("invitation", PATIENCE);
    ben.reply(&invitation, "承諾します。よろしくお願いします。");
    let first = anna.wait("your_move", PATIENCE);
    assert!(first.text().contains("｜　歩　歩　歩　歩　歩　歩　歩　歩　歩｜七"), "{}", first.text());
    let moves =
        "▲２六歩 △５二飛 25歩 ６二銀 2四歩 9四歩 ２三歩成 ９五歩 ２二と １四歩 ３二と １五歩 ２三角打 １六歩 ▲４一と";
    assert!(play([&mut anna, &mut ben], first, moves).is_none());
    let over = |mails: Vec<Mail>| mails.into_iter().find(|mail| mail.pages().contains(&"game_over".into())).unwrap();
    let (won, lost) = (over(anna.all()), over(ben.all()));
    assert!(won.text().contains("あなたの勝ちです（先手勝ち）"), "{}", won.text());
    assert!(lost.text().contains("で詰みました"), "{}", lost.text());
    for mail in [&won, &lost] {
        let record = mail.kif().unwrap();
        assert!(record.contains("手合割：平手") && record.contains("15 ４一と(32)"), "{record}");
        assert!(record.contains("まで15手で先手の勝ち"), "{record}");
        assert!(mail.pgn().is_none() && mail.gif().unwrap().starts_with(b"GIF89a"));
    }
    let shown = table.shown(&won.header("Kingpost-Game").unwrap());
    let moved: Vec<&serde_json::Value> =
        shown["events"].as_array().unwrap().iter().filter(|event| event["event"] == "moved").collect();
    assert_eq!((&moved[0]["san"], &moved[0]["uci"]), (&"P-2f".into(), &"2g2f".into()));
    assert_eq!((&moved[6]["san"], &moved[6]["uci"]), (&"Px2c+".into(), &"2d2c+".into()));
    assert_eq!((&moved[12]["san"], &moved[12]["uci"]), (&"B*2c".into(), &"B*2c".into()));
}

#[test]
fn a_whole_game_to_mate() {
    let table = Table::set();
    let (mut anna, mut ben) = (table.player("anna"), table.player("ben"));
    let (first, _) = table.begin(&mut anna, &mut ben, "");
    assert!(first.png().unwrap().starts_with(b"\x89PNG"));
    let end = play([&mut anna, &mut ben], first, "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#");
    assert!(end.is_none());
    let over = |mails: Vec<Mail>| mails.into_iter().find(|mail| mail.pages().contains(&"game_over".into())).unwrap();
    let (won, lost) = (over(anna.all()), over(ben.all()));
    for mail in [&won, &lost] {
        let record = mail.pgn().unwrap();
        assert!(record.contains("4. Qxf7# {[%emt ") && record.ends_with(" 1-0\n"), "{record}");
        assert!(record.contains("[Mode \"EM\"]"));
        assert!(mail.gif().unwrap().starts_with(b"GIF89a"));
    }
    assert!(!lost.raw().contains("anna@players.test"), "a player's address is shown to the opponent");
    anna.reply(&won, "e5");
    let answer = anna.wait("refused", PATIENCE);
    assert!(answer.header("Kingpost-Game").is_some());
}

#[test]
fn a_resignation_asks_once() {
    let table = Table::set();
    let (mut anna, mut ben) = (table.player("anna"), table.player("ben"));
    let (first, _) = table.begin(&mut anna, &mut ben, "time 10/50d");
    let pending = play([&mut anna, &mut ben], first, "d4 d5").unwrap();
    anna.reply(&pending, "resign");
    let question = anna.wait("confirm_resign", PATIENCE);
    let code = code_in(&question.text());
    anna.reply(&question, &format!("confirm {code}"));
    let (lost, won) = (anna.wait("game_over", PATIENCE), ben.wait("game_over", PATIENCE));
    assert!(lost.pgn().unwrap().contains("[Result \"0-1\"]"));
    assert!(won.pgn().unwrap().contains("[TimeControl \"10/4320000\"]"));
}

/// The code of a resignation: `confirm XXXX-XXXX` stands in the text as it is to be written.
fn code_in(text: &str) -> String {
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let codes = one_line.split("confirm ").skip(1).map(|rest| rest.chars().take(9).collect::<String>());
    let code = codes.into_iter().find(|code| code.chars().nth(4) == Some('-'));
    code.unwrap_or_else(|| panic!("no code in {text}"))
}

#[test]
fn a_draw_by_agreement_with_one_player_in_japanese() {
    let table = Table::set();
    let (mut anna, mut ben) = (table.player("anna"), table.player("ben"));
    let (first, started) = table.begin(&mut anna, &mut ben, "");
    ben.reply(&started, "settings language ja");
    ben.wait_any(&["settings", "board", "your_move", "game_started"], PATIENCE);
    let pending = play([&mut anna, &mut ben], first, "e4").unwrap();
    assert_eq!(pending.header("Content-Language").as_deref(), Some("ja"));
    assert!(pending.text().contains("番です"));
    ben.reply(&pending, "ｅ５\n引き分けを提案します\n\nよろしくお願いします。");
    let offer = anna.wait("draw_offered", PATIENCE);
    assert_eq!(offer.pages(), ["your_move", "draw_offered"]);
    assert!(offer.text().contains("よろしくお願いします"));
    anna.reply(&offer, "accept draw");
    let (one, two) = (anna.wait("game_over", PATIENCE), ben.wait("game_over", PATIENCE));
    assert!(one.pgn().unwrap().contains("1/2-1/2"));
    assert_eq!(two.header("Content-Language").as_deref(), Some("ja"));
}

#[test]
fn a_threefold_claim_in_one_of_two_games_at_once() {
    let table = Table::set();
    let mut anna = table.player("anna");
    let mut ben = table.player("ben");
    let mut clara = table.player("clara");
    let mut daniel = table.player("daniel");
    let (first, _) = table.begin(&mut anna, &mut ben, "");
    let (other, _) = table.begin(&mut clara, &mut daniel, "time none");
    let mut pending = (first, other);
    for moves in ["Nf3 Nf6", "Ng1 Ng8", "Nf3 Nf6"] {
        pending.0 = play_on([&mut anna, &mut ben], pending.0, moves);
        pending.1 = play_on([&mut clara, &mut daniel], pending.1, moves);
    }
    anna.reply(&pending.0, "claim draw");
    let refused = anna.wait("refused", PATIENCE);
    anna.reply(&refused, "Ng1");
    let turn = ben.wait_ply("your_move", 7, PATIENCE);
    ben.reply(&turn, "claim draw with Ng8");
    let (one, two) = (anna.wait("game_over", PATIENCE), ben.wait("game_over", PATIENCE));
    assert!(one.pgn().unwrap().contains("1/2-1/2") && two.pgn().unwrap().contains("1/2-1/2"));
    clara.reply(&pending.1, "e4");
    let on = daniel.wait_ply("your_move", 7, PATIENCE);
    assert!(on.text().contains("e4"));
}

/// As [`play`], for games that go on.
fn play_on(players: [&mut Player; 2], first: Mail, moves: &str) -> Mail {
    let [anna, ben] = players;
    let mut pending = first;
    for (ply, mv) in moves.split_whitespace().enumerate() {
        let (mover, waiter): (&mut Player, &mut Player) = if ply % 2 == 0 { (anna, ben) } else { (ben, anna) };
        let before: u32 = pending.header("Kingpost-Ply").unwrap().parse().unwrap();
        mover.reply(&pending, mv);
        pending = waiter.wait_ply("your_move", before + 1, PATIENCE);
    }
    pending
}

#[test]
fn other_peoples_mail_stays_and_a_killed_daemon_carries_on() {
    let mut table = Table::set();
    let (mut anna, mut ben) = (table.player("anna"), table.player("ben"));
    let (first, _) = table.begin(&mut anna, &mut ben, "");
    // A mail that merely lies in the same mailbox: nothing in it is addressed to the service.
    let private = "From: clara@players.test\r\nTo: somebody@elsewhere.example\r\nSubject: resign\r\n\r\ne4\r\n";
    let inbox = table.host.maildir("play");
    std::fs::write(inbox.join("new/1.private.host"), private).unwrap();
    table.restart();
    anna.reply(&first, "e4");
    table.restart();
    let turn = ben.wait_ply("your_move", 1, PATIENCE);
    table.restart();
    ben.reply(&turn, "c5");
    let back = anna.wait_ply("your_move", 2, PATIENCE);
    assert!(back.text().contains("c5"));
    let untouched = files(&inbox.join("new")).into_iter().chain(files(&inbox.join("cur")));
    let private_there: Vec<_> = untouched
        .filter(|path| std::fs::read(path).unwrap().windows(21).any(|w| w == b"somebody@elsewhere.ex"))
        .collect();
    assert_eq!(private_there.len(), 1, "the private mail is still in the inbox");
    let name = private_there[0].file_name().unwrap().to_string_lossy().to_string();
    assert!(!name.rsplit_once(":2,").is_some_and(|(_, flags)| flags.contains('S')), "and unread: {name}");
    let turns = ben.count("your_move", 1);
    assert!(turns <= 2, "{turns} mails for one ply after three kills");
}

fn files(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).map(|dir| dir.map(|entry| entry.unwrap().path()).collect()).unwrap_or_default()
}

#[test]
fn sigterm_ends_the_daemon_in_good_order() {
    let table = Table::set();
    std::thread::sleep(Duration::from_secs(2));
    let pid = table.daemon.0.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    let mut daemon = table.daemon;
    let asked = Instant::now();
    let status = loop {
        if let Some(status) = daemon.0.try_wait().unwrap() {
            break status;
        }
        assert!(asked.elapsed() < Duration::from_secs(10), "still running after ten seconds");
        std::thread::sleep(Duration::from_millis(50));
    };
    assert_eq!(status.code(), Some(0));
}

/// A table at which Stockfish plays chess and Fairy-Stockfish plays shogi.
fn robot_table() -> Table {
    let host = Host::start();
    let data = tempfile::tempdir().unwrap();
    let config = configuration(&host, data.path());
    let mut text = std::fs::read_to_string(&config).unwrap();
    for (name, engine, path) in [("Stockfish", "uci", STOCKFISH), ("Fairy", "usi", FAIRY)] {
        text += &format!(
            "\n[[robots]]\nname = \"{name}\"\nengine = \"{engine}\"\ncommand = [\"{path}\"]\nnodes = 20000\n\
             movetime = \"1s\"\n"
        );
    }
    text += "\n[limits]\nletters_per_hour = 1000\nletters_per_day = 1000\nbreaker_per_hour = 1000\nunread_per_hour = 1000\n";
    std::fs::write(&config, text).unwrap();
    let daemon = Daemon(start(&config, data.path()));
    Table { daemon, host, data }
}

/// Anna lets the built-in player of her own copy choose her moves, and is mated; the daemon is killed on the way.
#[test]
fn a_game_with_stockfish_to_the_end() {
    let mut table = robot_table();
    let mut anna = table.player("anna");
    anna.write(SERVICE, "A game", "new chess with stockfish as white");
    let confirm = anna.wait("confirm_address", PATIENCE);
    anna.reply(&confirm, "yes, that is me");
    let mut turn = anna.wait("your_move", PATIENCE);
    assert!(turn.text().contains("Stockfish (program)"), "{}", turn.text());
    let mut plies = 0;
    while !turn.pages().contains(&"game_over".to_string()) {
        let record = pgn::read(&turn.pgn().unwrap()).unwrap();
        let history = record.replay(&CHESS).unwrap();
        assert_eq!(history.moves().len(), plies, "every move once");
        let (mv, _) = partner::weigh(history.position(), 200).unwrap();
        anna.reply(&turn, &san::write(history.position(), mv));
        plies += 2;
        if plies == 6 {
            table.restart();
        }
        // Two answers are waited for, the program's among them.
        turn = anna.wait_any(&["your_move", "game_over"], PATIENCE * 3);
        assert!(plies < 300, "no end in sight");
    }
    let record = turn.pgn().unwrap();
    assert!(record.contains("[Black \"Stockfish\"]") && record.contains("[BlackType \"program\"]"), "{record}");
    assert!(record.trim_end().ends_with("0-1"), "{record}");
    assert!(record.contains("[%clk ") || record.contains("[%emt "), "{record}");
}

#[test]
fn shogi_with_a_program_by_usi() {
    let table = robot_table();
    let mut anna = table.player("anna");
    anna.write(SERVICE, "対局", "新しい対局 将棋 fairy 後手");
    let confirm = anna.wait("confirm_address", PATIENCE);
    anna.reply(&confirm, "はい、本人です。");
    let first = anna.wait_ply("your_move", 1, PATIENCE);
    assert!(first.text().contains("Fairy（プログラム）"), "{}", first.text());
    anna.reply(&first, "３四歩");
    let second = anna.wait_ply("your_move", 3, PATIENCE);
    assert!(second.kif().unwrap().contains("先手：Fairy（プログラム）"), "{}", second.kif().unwrap());
    // A gold at the head: the program sees it.
    anna.reply(&second, "新しい対局 将棋 fairy 後手 開始局面 4k4/9/4P4/9/9/9/9/9/4K4 b G");
    let over = anna.wait("game_over", PATIENCE);
    assert!(over.kif().unwrap().contains("５二金打"), "{}", over.kif().unwrap());
}

/// The moves of a PGN record, its tags and comments left out.
fn moves_of(record: &str) -> String {
    let text = record.split("\n\n").last().unwrap();
    let bare: String = text.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)).collect();
    bare.split_whitespace().filter(|token| !token.ends_with("...")).collect::<Vec<_>>().join(" ")
}

/// Both have thought ahead: one move, and eight follow in the same second; nobody's clock pays for them.
#[test]
fn plans_of_both_players_resolve_in_one_go() {
    let table = fast_table();
    let (mut anna, mut ben) = (table.player("anna"), table.player("ben"));
    let (first, started) = table.begin(&mut anna, &mut ben, "time 40s+5s");
    ben.reply(&started, "if e4 then e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6\nif d4 then d5\n\nHave fun!");
    let listed = ben.wait("plans", PATIENCE);
    assert!(listed.text().contains("if 1. e4, then 1... e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6"), "{}", listed.text());
    anna.reply(&first, "e4, if e5 then Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O");
    let (told, turn) = (anna.wait_ply("plan_played", 9, PATIENCE), ben.wait_ply("your_move", 9, PATIENCE));
    for mail in [&told, &turn] {
        assert_eq!(moves_of(&mail.pgn().unwrap()), "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *");
    }
    // Five increments and a few seconds used; four, for who waited.
    assert!(turn.text().contains("Your time: 1 minute"), "{}", turn.text());
    ben.reply(&turn, "Be7");
    anna.wait_ply("your_move", 10, PATIENCE);
    assert_eq!(anna.all().iter().filter(|mail| mail.pages().contains(&"your_move".into())).count(), 2);
}

/// A move taken back before the opponent's mail has left: the opponent never hears of it.
#[test]
fn undo_within_a_hold_of_seconds() {
    let table = fast_table_with("undo_within = \"8s\"\n");
    let (mut anna, mut ben) = (table.player("anna"), table.player("ben"));
    let (first, _) = table.begin(&mut anna, &mut ben, "time 5m");
    anna.reply(&first, "f3");
    let open = anna.wait("undo_open", PATIENCE);
    anna.reply(&open, "undo");
    let again = anna.wait("move_undone", PATIENCE);
    assert_eq!(again.pages(), ["your_move", "move_undone"]);
    anna.reply(&again, "e4");
    let late = anna.wait("undo_open", PATIENCE);
    let sent = Instant::now();
    let turn = ben.wait_ply("your_move", 1, PATIENCE);
    assert!(sent.elapsed() > Duration::from_secs(4), "the mail did not wait");
    let hears = |mail: &Mail| mail.text().contains("f3") || mail.pgn().is_some_and(|record| record.contains("f3"));
    assert!(!ben.all().iter().any(hears), "the opponent heard of a move that was undone");
    anna.reply(&late, "undo");
    assert!(anna.wait("refused", PATIENCE).text().contains("can’t be undone any more"));
    ben.reply(&turn, "e5");
    let back = anna.wait_ply("your_move", 2, PATIENCE);
    assert!(back.pgn().unwrap().contains("1. e4"), "{}", back.raw());
}
