//! The real program on a Maildir and a folder: started, stopped, killed at random moments, started twice.

mod record;

use crate::script::{header, pages};
use crate::world::Sent;
use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

mod letters;

struct Service {
    folder: tempfile::TempDir,
    letters: u32,
    /// Every mail as it was when first seen.
    seen: BTreeMap<PathBuf, Vec<u8>>,
}

impl Service {
    fn new() -> Service {
        Service::with("")
    }

    /// The same, with more lines in its configuration.
    fn with(more: &str) -> Service {
        let folder = tempfile::tempdir().unwrap();
        for name in ["new", "cur", "tmp"] {
            std::fs::create_dir_all(folder.path().join("in").join(name)).unwrap();
        }
        let base = "[service]\naddress = \"play@chess.example.org\"\ndata = \"data\"\n[mailbox]\nkind = \"maildir\"\n\
                      path = \"in\"\n[courier]\nkind = \"folder\"\npath = \"out\"\n";
        std::fs::write(folder.path().join("kingpost.toml"), format!("{base}{more}")).unwrap();
        Service { folder, letters: 0, seen: BTreeMap::new() }
    }

    fn command(&self, call: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kingpost"));
        command.arg(call).arg("--config").arg(self.folder.path().join("kingpost.toml"));
        command
    }

    fn start(&self) -> Child {
        let log = std::fs::File::options().create(true).append(true).open(self.folder.path().join("log")).unwrap();
        self.command("run").stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn().unwrap()
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    fn deliver(&mut self, from: &str, to: &str, text: &str) {
        self.letters += 1;
        let n = self.letters;
        let mail = format!(
            "Delivered-To: {to}\r\nFrom: {from}\r\nTo: {to}\r\nSubject: chess\r\nMessage-ID: <d{n}@mail.example.org>\r\n\
             Date: Wed, 1 Jan 2020 12:00:00 +0000\r\nMIME-Version: 1.0\r\n\
             Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n{text}\r\n"
        );
        let inbox = self.folder.path().join("in");
        let name = format!("1577880000.M{n:06}.example");
        std::fs::write(inbox.join("tmp").join(&name), mail).unwrap();
        std::fs::rename(inbox.join("tmp").join(&name), inbox.join("new").join(&name)).unwrap();
    }

    /// The mails that have come out; each is for ever what it was when first seen.
    fn mails(&mut self) -> Vec<Sent> {
        let Ok(entries) = std::fs::read_dir(self.folder.path().join("out")) else { return Vec::new() };
        for entry in entries {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|e| e == "eml") {
                let bytes = std::fs::read(&path).unwrap();
                let first = self.seen.entry(path.clone()).or_insert_with(|| bytes.clone());
                assert!(*first == bytes, "{} has changed", path.display());
            }
        }
        let sent =
            |bytes: &Vec<u8>| Sent { from: String::new(), to: String::new(), id: String::new(), bytes: bytes.clone() };
        self.seen.values().map(sent).collect()
    }

    /// Waits for a mail to `who` with `page` about `ply`.
    fn wait_for(&mut self, who: &str, page: &str, ply: &str) -> Sent {
        let begun = Instant::now();
        loop {
            let found = self.mails().into_iter().find(|mail| {
                header(mail, "To").contains(who)
                    && pages(mail).iter().any(|p| p == page)
                    && header(mail, "Kingpost-Ply") == ply
            });
            match found {
                Some(mail) => return mail,
                None if begun.elapsed() > Duration::from_secs(60) => {
                    panic!("no {page} for {who} at {ply}\n{}", self.log())
                }
                None => std::thread::sleep(Duration::from_millis(10)),
            }
        }
    }
}

fn terminate(child: &mut Child) -> Option<i32> {
    let id = child.id().to_string();
    assert!(Command::new("kill").arg(&id).status().unwrap().success());
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(10) {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    None
}

const ANNA: &str = "anna@example.org";
const BEN: &str = "ben@example.net";
const MOVES: [&str; 8] = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"];

/// Killed with `kill -9` at random moments: nothing lost, no move doubled, repeats only with the same id and bytes.
#[test]
fn killed_at_random_it_loses_and_doubles_nothing() {
    let mut service = Service::new();
    let mut delay = 0x9e37_79b9_u64;
    let mut kill_while_at_work = |service: &Service| {
        delay = delay.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut child = service.start();
        std::thread::sleep(Duration::from_millis((delay >> 40) % 400));
        child.kill().unwrap();
        child.wait().unwrap();
    };
    let mut play = |service: &mut Service, from: &str, to: &str, text: &str, next: (&str, &str, &str)| -> Sent {
        service.deliver(from, to, text);
        kill_while_at_work(service);
        kill_while_at_work(service);
        let mut child = service.start();
        let mail = service.wait_for(next.0, next.1, next.2);
        child.kill().unwrap();
        child.wait().unwrap();
        mail
    };
    let asked = play(
        &mut service,
        ANNA,
        "play@chess.example.org",
        "new chess with ben@example.net as white",
        (ANNA, "confirm_address", ""),
    );
    let invited = play(&mut service, ANNA, &header(&asked, "Reply-To"), "yes", (BEN, "invitation", "0"));
    let mut turn = play(&mut service, BEN, &header(&invited, "Reply-To"), "accept", (ANNA, "your_move", "0"));
    for (n, text) in MOVES.iter().enumerate() {
        let (from, to) = if n % 2 == 0 { (ANNA, BEN) } else { (BEN, ANNA) };
        turn = play(&mut service, from, &header(&turn, "Reply-To"), text, (to, "your_move", &(n + 1).to_string()));
    }
    // A last life brings everything to rest.
    let mut child = service.start();
    std::thread::sleep(Duration::from_millis(1500));
    assert_eq!(terminate(&mut child), Some(0), "{}", service.log());
    let left: usize = ["new", "cur"]
        .iter()
        .map(|n| std::fs::read_dir(service.folder.path().join("in").join(n)).unwrap().count())
        .sum();
    assert_eq!(left, 0, "all letters are filed");
    let mails = service.mails();
    // Confirmation; invitation and its copy; two for the start; two a move.
    assert_eq!(mails.len(), 1 + 2 + 2 + 2 * MOVES.len(), "{:#?}", mails.iter().map(pages).collect::<Vec<_>>());
    let show = service.command("games").arg("--json").output().unwrap();
    let games: serde_json::Value = serde_json::from_slice(&show.stdout).unwrap();
    let id = games["games"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(games["games"].as_array().unwrap().len(), 1);
    let shown = service.command("show").args([&id, "--json"]).output().unwrap();
    let game: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
    let moved: Vec<&str> =
        game["events"].as_array().unwrap().iter().filter_map(|event| event["san"].as_str()).collect();
    assert_eq!(moved, MOVES);
    assert!(!service.log().contains("anna@") && !service.log().contains("ben@"), "addresses in the log are masked");
}

/// Three clocks of a few seconds, two of them with reminders at half a second: each flag falls on time, though no mail
/// comes in meanwhile.
#[test]
fn short_clocks_of_several_games_end_on_time() {
    let mut service = Service::with("[games]\nshortest_time = \"1s\"\n");
    let mut child = service.start();
    let games = [(BEN, 4), ("clara@example.com", 7), ("dora@example.com", 9)];
    let mut reply_to = "play@chess.example.org".to_owned();
    for (n, (whom, seconds)) in games.iter().enumerate() {
        service.deliver(ANNA, &reply_to, &format!("new chess with {whom} as white time {seconds}s"));
        if n == 0 {
            let asked = service.wait_for(ANNA, "confirm_address", "");
            service.deliver(ANNA, &header(&asked, "Reply-To"), "yes");
            reply_to = header(&service.wait_for(ANNA, "invitation_sent", "0"), "Reply-To");
        }
    }
    for (whom, _) in games {
        let invited = service.wait_for(whom, "invitation", "0");
        service.deliver(whom, &header(&invited, "Reply-To"), "accept");
    }
    for (whom, _) in games {
        service.wait_for(whom, "game_started", "0");
    }
    let begun = Instant::now();
    for (whom, seconds) in games {
        service.wait_for(whom, "game_over", "0");
        let took = begun.elapsed();
        assert!(took < Duration::from_secs(seconds + 5), "the flag at {seconds} s fell after {took:?}");
    }
    assert_eq!(terminate(&mut child), Some(0), "{}", service.log());
}

/// The program's own clock closes a seek whose days are over.
#[test]
fn an_old_seek_is_closed() {
    let mut service = Service::new();
    let mut child = service.start();
    service.deliver(ANNA, "play@chess.example.org", "seek chess 3d");
    let asked = service.wait_for(ANNA, "confirm_address", "");
    service.deliver(ANNA, &header(&asked, "Reply-To"), "yes");
    service.wait_for(ANNA, "seek_open", "");
    assert_eq!(terminate(&mut child), Some(0), "{}", service.log());
    let record = rusqlite::Connection::open(service.folder.path().join("data/kingpost.db")).unwrap();
    record.execute("UPDATE seeks SET closes_at = closes_at - 10000000", []).unwrap();
    drop(record);
    let mut child = service.start();
    service.wait_for(ANNA, "seek_closed", "");
    assert_eq!(terminate(&mut child), Some(0), "{}", service.log());
}

#[test]
fn a_second_daemon_is_refused_and_the_first_ends_on_sigterm() {
    let mut service = Service::new();
    let mut first = service.start();
    service.deliver(ANNA, "play@chess.example.org", "new chess with ben@example.net");
    service.wait_for(ANNA, "confirm_address", "");
    let begun = Instant::now();
    let second = service.command("run").output().unwrap();
    assert_eq!(second.status.code(), Some(75), "{second:?}");
    assert!(String::from_utf8_lossy(&second.stderr).contains("stop it first"), "{second:?}");
    assert!(begun.elapsed() < Duration::from_secs(5));
    let status = service.command("status").arg("--json").output().unwrap();
    let status: serde_json::Value = serde_json::from_slice(&status.stdout).unwrap();
    assert_eq!(status["letters"]["asked"], 1);
    let copy = service.folder.path().join("copy.db");
    let saved = service.command("backup").arg("--to").arg(&copy).output().unwrap();
    assert!(saved.status.success() && copy.exists(), "{saved:?}");
    assert_eq!(terminate(&mut first), Some(0), "{}", service.log());
    assert!(service.command("check").output().unwrap().status.success());
}

#[test]
fn other_peoples_mail_is_left_alone() {
    let mut service = Service::new();
    let mut child = service.start();
    service.deliver(ANNA, "office@chess.example.org", "new chess with ben@example.net");
    service.deliver(ANNA, "player@chess.example.org", "e4");
    service.deliver(ANNA, "play@chess.example.org", "new chess with ben@example.net");
    service.wait_for(ANNA, "confirm_address", "");
    std::thread::sleep(Duration::from_millis(500));
    let busy = cpu_ticks(child.id());
    std::thread::sleep(Duration::from_secs(1));
    assert!(cpu_ticks(child.id()) - busy < 20, "no busy loop while other mail lies there");
    assert_eq!(terminate(&mut child), Some(0));
    let mut names = std::fs::read_dir(service.folder.path().join("in/new"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect::<Vec<_>>();
    names.sort();
    assert_eq!(names, ["1577880000.M000001.example", "1577880000.M000002.example"], "unread, where they were");
    assert_eq!(service.log().lines().filter(|line| line.contains("outcome=")).count(), 1, "{}", service.log());
}

/// User and system time of a process, in ticks of 10 ms.
fn cpu_ticks(id: u32) -> u64 {
    let stat = std::fs::read_to_string(Path::new("/proc").join(id.to_string()).join("stat")).unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

#[test]
fn what_does_not_do_is_said_in_one_sentence() {
    let service = Service::new();
    let file = service.folder.path().join("kingpost.toml");
    let sound = std::fs::read_to_string(&file).unwrap();
    let run = |text: &str| {
        std::fs::write(&file, text).unwrap();
        let output = service.command("run").output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), said)
    };
    let (code, said) = run(&sound.replace("address", "adress"));
    assert_eq!(code, Some(78));
    assert!(said.contains("`address`") && said.trim().lines().count() == 1, "{said}");
    std::fs::create_dir(service.folder.path().join("data")).unwrap();
    std::fs::write(service.folder.path().join("data/kingpost.db"), "not a database at all, but a longer text").unwrap();
    let (code, said) = run(&sound);
    assert_eq!(code, Some(65), "{said}");
    assert!(said.contains("damaged") && said.contains("backup"), "{said}");
    let conn = {
        std::fs::remove_file(service.folder.path().join("data/kingpost.db")).unwrap();
        rusqlite::Connection::open(service.folder.path().join("data/kingpost.db")).unwrap()
    };
    conn.pragma_update(None, "application_id", 0x4b50_5354).unwrap();
    conn.pragma_update(None, "user_version", 99).unwrap();
    drop(conn);
    let (code, said) = run(&sound);
    assert_eq!(code, Some(78), "{said}");
    assert!(said.contains("newer"), "{said}");
}

/// A new key would void every reply address, so a lost one is no reason to make one.
#[test]
fn a_record_with_players_does_not_run_without_its_own_key() {
    let mut service = Service::new();
    let mut child = service.start();
    service.deliver(ANNA, "play@chess.example.org", "new chess with ben@example.net");
    service.wait_for(ANNA, "confirm_address", "");
    assert_eq!(terminate(&mut child), Some(0), "{}", service.log());
    let key = service.folder.path().join("data/kingpost.key");
    let kept = std::fs::read(&key).unwrap();
    let said = |call: &str| {
        let output = service.command(call).output().unwrap();
        (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
    };
    std::fs::remove_file(&key).unwrap();
    for call in ["run", "check"] {
        let (code, text) = said(call);
        assert_eq!(code, Some(78), "{call}: {text}");
        assert!(text.contains("kingpost.key is missing, but the record has players"), "{call}: {text}");
        assert!(!key.exists(), "{call} makes no new one");
    }
    let (_, text) = said("check");
    assert!(text.contains("WRONG key") && text.contains("ok    database"), "{text}");
    let other = tempfile::tempdir().unwrap();
    kingpost::store::load_key(other.path(), kingpost::ids::Ids::fresh_key).unwrap();
    std::fs::copy(other.path().join("kingpost.key"), &key).unwrap();
    for call in ["run", "check"] {
        let (code, text) = said(call);
        assert_eq!(code, Some(78), "{call}: {text}");
        assert!(text.contains("is not the key this record's reply addresses were made with"), "{call}: {text}");
    }
    std::fs::write(&key, kept).unwrap();
    assert_eq!(said("check").0, Some(0));
}

/// Whatever the service and its programs make is for it alone, however loose the umask it was started with.
#[test]
fn everything_the_service_makes_is_for_it_alone() {
    let mut service = Service::new();
    let run = format!("umask 0; exec {} run --config kingpost.toml", env!("CARGO_BIN_EXE_kingpost"));
    let mut command = Command::new("sh");
    command.arg("-c").arg(run).current_dir(service.folder.path()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    service.deliver(ANNA, "play@chess.example.org", "new chess with ben@example.net");
    service.wait_for(ANNA, "confirm_address", "");
    assert_eq!(terminate(&mut child), Some(0));
    let mut found = 0;
    for folder in ["data", "out", "in/.done"] {
        let path = service.folder.path().join(folder);
        let within = std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path());
        for path in within.chain([path.clone()]) {
            let mode = std::fs::metadata(&path).unwrap().permissions().mode() & 0o777;
            assert_eq!(mode & 0o077, 0, "{} has mode {mode:o}", path.display());
            found += 1;
        }
    }
    assert!(found > 6, "{found} files");
}

/// `kill -9` while a program reads a mail: what it reads is the whole mail, and the one that is sent again later.
#[test]
fn a_daemon_that_dies_leaves_no_half_mail_with_sendmail() {
    let mut service = Service::new();
    let folder = service.folder.path().to_owned();
    // Reads a little; and if that is the beginning of a move's mail, the rest only when the daemon is dead.
    let script = format!(
        "#!/bin/sh\ncd {}\nhead -c 3000 >out/$$.part\n\
         if [ ! -e go ] && grep -q '^Kingpost-Page:.*your_move' out/$$.part; then\n\
         : >reading; while [ ! -e go ]; do sleep 0.02; done; fi\n\
         cat >>out/$$.part; mv out/$$.part out/$$.eml\n",
        folder.display()
    );
    std::fs::create_dir(folder.join("out")).unwrap();
    std::fs::write(folder.join("sendmail"), script).unwrap();
    std::fs::set_permissions(folder.join("sendmail"), std::fs::Permissions::from_mode(0o755)).unwrap();
    let config = std::fs::read_to_string(folder.join("kingpost.toml")).unwrap();
    let config = config.replace("kind = \"folder\"\npath = \"out\"", "kind = \"sendmail\"\npath = \"sendmail\"");
    std::fs::write(folder.join("kingpost.toml"), config).unwrap();
    let mut child = service.start();
    service.deliver(ANNA, "play@chess.example.org", "new shogi with ben@example.net as sente");
    let asked = service.wait_for(ANNA, "confirm_address", "");
    service.deliver(ANNA, &header(&asked, "Reply-To"), "yes");
    let invited = service.wait_for(BEN, "invitation", "0");
    service.deliver(BEN, &header(&invited, "Reply-To"), "accept");
    let begun = Instant::now();
    while !folder.join("reading").exists() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{}", service.log());
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    std::fs::write(folder.join("go"), "").unwrap();
    service.wait_for(ANNA, "your_move", "0");
    let mut child = service.start();
    let begun = Instant::now();
    let copies = loop {
        let mails = service.mails().into_iter();
        let is_move = |mail: &Sent| pages(mail).iter().any(|page| page == "your_move");
        let copies: Vec<Sent> = mails.filter(is_move).collect();
        if copies.len() == 2 {
            break copies;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{}", service.log());
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(terminate(&mut child), Some(0), "{}", service.log());
    assert_eq!(copies[0].bytes.len(), copies[1].bytes.len());
    assert!(copies[0].bytes == copies[1].bytes);
}

/// Two services of one address on one Maildir would take each other's mail away; of two addresses, each has its own.
#[test]
fn a_second_service_on_the_same_maildir_is_refused() {
    let service = Service::new();
    let mut first = service.start();
    let begun = Instant::now();
    while !service.log().contains("kingpost runs") {
        assert!(begun.elapsed() < Duration::from_secs(60), "{}", service.log());
        std::thread::sleep(Duration::from_millis(10));
    }
    let config = std::fs::read_to_string(service.folder.path().join("kingpost.toml")).unwrap();
    let other = service.folder.path().join("other.toml");
    std::fs::write(&other, config.replace("\"data\"", "\"other-data\"")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_kingpost"));
    let refused = command.arg("run").arg("--config").arg(&other).output().unwrap();
    let said = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(75), "{said}");
    assert!(said.contains("another kingpost reads") && said.contains("stop it first"), "{said}");
    let config = std::fs::read_to_string(&other).unwrap().replace("play@", "chess@");
    std::fs::write(&other, config).unwrap();
    let log = std::fs::File::create(service.folder.path().join("other-log")).unwrap();
    let mut second = command.stderr(log).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(second.try_wait().unwrap(), None, "it runs");
    assert_eq!((terminate(&mut first), terminate(&mut second)), (Some(0), Some(0)));
    // The claim ends with the process that had it.
    let mut first = service.start();
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(terminate(&mut first), Some(0), "{}", service.log());
}

/// A service that starts mails a test to itself. Another one that reads the same mailbox leaves that mail where it is, and
/// tells its operator.
#[test]
fn the_test_of_another_service_gives_it_away() {
    use crate::world::World;
    let world = World::at("play@chess.example.org");
    let secret = |seed, at: i64| {
        let ids = kingpost::ids::Ids::new(kingpost::ids::Ids::seeded_key(seed), "chess.example.org");
        ids.log_name(&format!("self-test {at}"))
    };
    let mail = |secret: &str, at: i64, to: &str| {
        format!(
            "Delivered-To: {to}\r\nFrom: play@chess.example.org\r\nTo: {to}\r\nKingpost-Page: check\r\n\
             Message-ID: <check{secret}.{at}@chess.example.org>\r\nSubject: kingpost check\r\n\r\nkingpost check\r\n"
        )
    };
    let now = world.now.timestamp();
    let ours = 7;
    // Whose key, made how long after our start, to its own reply address or to another; stays, and counts.
    let cases = [
        (ours, -500, true, false),
        (ours, 60, true, true),
        (99, -500, true, true),
        (99, 60, true, true),
        (99, 60, false, false),
    ];
    for (seed, later, own, noticed) in cases {
        let mut world = world.fork();
        let secret = secret(seed, now + later);
        let to = if own { format!("play+check{secret}@chess.example.org") } else { "play@chess.example.org".into() };
        world.deliver(mail(&secret, now + later, &to).as_bytes());
        world.run();
        let counted = world.store().read(|tx| tx.tallies()).unwrap();
        let counted = counted.iter().any(|(name, count)| name == "fault-two-services" && *count == 1);
        assert_eq!((world.unhandled(), counted), (usize::from(noticed), noticed), "{seed} {later} {own}");
        assert_eq!(world.sent.lock().unwrap().len(), 0);
    }
}
