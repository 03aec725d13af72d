//! The configuration: the shipped file loads, and every mistake gets a sentence with key, value and remedy.

use kingpost::config::{Config, Limits};
use kingpost::engine::EngineConfig;
use kingpost::post::{CourierConfig, MailboxConfig};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

const LEAST: &str = "[service]\naddress = \"play@chess.example.org\"\ndata = \"data\"\n\
                     [mailbox]\nkind = \"maildir\"\npath = \"in\"\n[courier]\nkind = \"folder\"\npath = \"out\"\n";

#[test]
fn the_shipped_file_holds_every_key_at_its_default() {
    let text = std::fs::read_to_string("config/kingpost.toml").unwrap();
    let config = Config::parse(&text, Path::new("config")).unwrap();
    assert_eq!(format!("{:?}", config.limits), format!("{:?}", Limits::default()));
    let least = Config::parse(LEAST, Path::new(".")).unwrap();
    assert_eq!(config.games.time, least.games.time);
    assert_eq!(config.games.shortest_time, least.games.shortest_time);
    assert_eq!(config.service.separator, least.service.separator);
    assert_eq!(config.service.name, least.service.name);
    // Every limit is spelled out in the file, so that nobody must read the source to find one.
    let limits = text.split("[limits]").nth(1).unwrap();
    let written = limits.lines().filter(|line| line.contains(" = ")).count();
    let all = format!("{:?}", Limits::default());
    let all = all.split(": ").filter(|value| value.starts_with(|c: char| c.is_ascii_digit())).count();
    assert_eq!(written, all, "config/kingpost.toml must name each limit");
}

#[test]
fn paths_are_relative_to_the_file() {
    let config = Config::parse(LEAST, Path::new("/etc/kingpost")).unwrap();
    assert_eq!(config.service.data, Path::new("/etc/kingpost/data"));
    assert!(
        matches!(config.mailbox().unwrap(), MailboxConfig::Maildir { path } if path == Path::new("/etc/kingpost/in"))
    );
    assert!(
        matches!(config.courier().unwrap(), CourierConfig::Folder { path } if path == Path::new("/etc/kingpost/out"))
    );
}

/// A program never sees the record, the mail and the passwords; what else it may touch is said, or follows from its options.
#[test]
fn a_program_that_plays_is_kept_from_the_services_files() {
    let bounds = |more: &str| {
        let imap = "kind = \"imap\"\nhost = \"imap.example.org\"\nuser = \"play\"\npassword_file = \"imap.password\"\n";
        let robot =
            format!("[[robots]]\nname = \"Fish\"\nengine = \"uci\"\ncommand = [\"/usr/games/stockfish\"]\n{more}");
        let text = LEAST.replace("kind = \"maildir\"\npath = \"in\"\n", imap) + &robot;
        let config = Config::parse(&text, Path::new("/etc/kingpost")).unwrap();
        let EngineConfig::Program(program) = &config.robots[0].1 else { panic!("{more}") };
        program.confinement.clone()
    };
    let usual = bounds("");
    let below = |name: &str| Path::new("/etc/kingpost").join(name);
    assert_eq!(usual.hidden, ["data", "imap.password", "out"].map(below));
    assert_eq!((usual.memory, usual.read.len(), usual.write.len(), usual.user), (2048 << 20, 0, 0, None));
    assert_eq!(bounds("memory = 512\nthreads = 4").memory, (2048 + 512 + 4 * 128) << 20);
    let given = bounds("memory_limit = 300\nread = [\"/srv/networks\"]\nwrite = [\"own\"]\nuser = \"root\"");
    assert_eq!((given.memory, given.read), (300 << 20, vec!["/srv/networks".into()]));
    assert_eq!((given.write, given.user.map(|user| (user.id, user.group))), (vec![below("own")], Some((0, 0))));
}

/// Cases of `tests/data/config/errors.txt`: a change to the least configuration, and what the sentence must name.
#[test]
fn every_error_names_key_value_and_remedy() {
    let mut cases = 0;
    for case in std::fs::read_to_string("tests/data/config/errors.txt").unwrap().split("\n\n") {
        let lines: Vec<&str> = case.lines().filter(|line| !line.starts_with('#')).collect();
        let [change, wanted @ ..] = lines.as_slice() else { continue };
        let (from, to) = change.split_once(" => ").unwrap();
        let from = from.replace("\\n", "\n");
        assert!(LEAST.contains(&from), "the case changes nothing: {from}");
        let text = LEAST.replacen(&from, &to.replace("\\n", "\n"), 1);
        let error = Config::parse(&text, Path::new(".")).expect_err(change).to_string();
        for part in wanted {
            assert!(error.contains(part), "{change}\n  gives: {error}\n  which lacks: {part}");
        }
        assert!(!error.contains('\n'), "one sentence on one line: {error}");
        cases += 1;
    }
    assert!(cases >= 15, "{cases} cases only");
}

#[test]
fn a_password_file_others_can_read_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("smtp.password");
    let text = LEAST.replace(
        "kind = \"folder\"\npath = \"out\"",
        "kind = \"smtp\"\nhost = \"smtp.example.org\"\nuser = \"play\"\npassword_file = \"smtp.password\"",
    );
    let config = Config::parse(&text, folder.path()).unwrap();
    std::fs::write(&file, "correct horse\n").unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
    let error = config.courier().err().unwrap().to_string();
    assert!(error.contains("0640") && error.contains("chmod 600") && !error.contains("horse"), "{error}");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
    let CourierConfig::Smtp { server, .. } = config.courier().unwrap() else { panic!("smtp") };
    assert_eq!(server.login.unwrap().1.0, "correct horse");
    assert_eq!(server.port, 587);
}

#[test]
fn a_root_certificate_that_is_not_there_is_refused() {
    let text = LEAST.replace(
        "kind = \"folder\"\npath = \"out\"",
        "kind = \"smtp\"\nhost = \"smtp.example.org\"\nca_file = \"root.pem\"",
    );
    let error = Config::parse(&text, Path::new("nowhere")).unwrap().courier().err().unwrap().to_string();
    assert!(error.contains("`ca_file = \"nowhere/root.pem\"`") && error.contains("correct the path"), "{error}");
}

#[test]
fn a_password_may_come_from_a_command() {
    let text = LEAST.replace(
        "kind = \"maildir\"\npath = \"in\"",
        "kind = \"imap\"\nhost = \"imap.example.org\"\nuser = \"play\"\npassword_command = \"echo secret; echo more\"",
    );
    let config = Config::parse(&text, Path::new(".")).unwrap();
    let MailboxConfig::Imap { server, folder, .. } = config.mailbox().unwrap() else { panic!("imap") };
    assert_eq!(server.login.unwrap().1.0, "secret");
    assert_eq!((server.port, folder.as_str()), (993, "INBOX"));
    let failing = Config::parse(&text.replace("echo secret; echo more", "exit 3"), Path::new(".")).unwrap();
    let error = failing.mailbox().err().unwrap().to_string();
    assert!(error.contains("exit 3") && error.contains("by hand"), "{error}");
}

/// Who can change the file decides which programs the service runs and where its passwords go.
#[test]
fn a_configuration_that_others_may_write_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("etc");
    std::fs::create_dir(&inner).unwrap();
    let file = inner.join("kingpost.toml");
    std::fs::write(&file, LEAST).unwrap();
    let mode = |path: &Path, mode| std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    let cases: &[(u32, u32, Option<&str>)] = &[
        (0o600, 0o700, None),
        (0o644, 0o755, None),
        (0o640, 0o750, None),
        (0o664, 0o755, Some("mode 0664")),
        (0o646, 0o755, Some("mode 0646")),
        (0o622, 0o700, Some("chmod go-w")),
        (0o600, 0o775, Some("others can write into")),
        (0o600, 0o757, Some("others can write into")),
        (0o600, 0o1777, None),
    ];
    for (of_file, of_folder, wanted) in cases {
        mode(&file, *of_file);
        mode(&inner, *of_folder);
        let said = Config::load(&file).err().map(|error| error.to_string());
        let as_wanted = match (&said, wanted) {
            (None, None) => true,
            (Some(said), Some(wanted)) => {
                said.contains(wanted) && said.contains("kingpost.toml") && !said.contains('\n')
            }
            _ => false,
        };
        assert!(as_wanted, "{of_file:o} in {of_folder:o}: {said:?}");
    }
    // A link is as good as the place it leads to, and as the place it lies in.
    let link = folder.path().join("link.toml");
    std::os::unix::fs::symlink(&file, &link).unwrap();
    mode(&inner, 0o755);
    assert!(Config::load(&link).is_ok());
    mode(&inner, 0o777);
    assert!(Config::load(&link).is_err());
    mode(&inner, 0o755);
    mode(folder.path(), 0o777);
    assert!(Config::load(&link).is_err());
    mode(folder.path(), 0o700);
    // Only root can give files away.
    if std::os::unix::fs::chown(&file, Some(4711), None).is_ok() {
        let said = Config::load(&file).unwrap_err().to_string();
        assert!(said.contains("user 4711") && said.contains("chown"), "{said}");
    }
}

/// A command that hangs, and whatever it has started, does not outlive its limit; nor does one that leaves its pipe open.
#[test]
fn a_password_command_that_hangs_is_ended_with_all_it_started() {
    let folder = tempfile::tempdir().unwrap();
    let ids = folder.path().join("ids");
    let of = |command: &str| {
        let command = command.replace("IDS", ids.to_str().unwrap());
        let imap = format!(
            "kind = \"imap\"\nhost = \"imap.example.org\"\nuser = \"play\"\ntimeout = \"1s\"\npassword_command = '{command}'\n"
        );
        let text = LEAST.replace("kind = \"maildir\"\npath = \"in\"\n", &imap);
        let begun = std::time::Instant::now();
        let error = Config::parse(&text, Path::new(".")).unwrap().mailbox().err().map(|error| error.to_string());
        assert!(begun.elapsed() < std::time::Duration::from_secs(4), "{command}: {:?}", begun.elapsed());
        error
    };
    for hanging in ["sleep 300 & echo $! >IDS; sleep 300; echo secret", "sleep 300 & echo $! >IDS; echo secret"] {
        let said = of(hanging).unwrap();
        assert!(said.contains("within 1 s") && said.contains("by hand"), "{said}");
        let id = std::fs::read_to_string(&ids).unwrap();
        let begun = std::time::Instant::now();
        while runs(id.trim()) {
            assert!(begun.elapsed() < std::time::Duration::from_secs(5), "{hanging}: {id} still runs");
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    }
    assert_eq!(of("sleep 300 >/dev/null & echo $! >IDS; echo secret"), None, "what it leaves behind is its own affair");
    let id = std::fs::read_to_string(&ids).unwrap();
    assert!(runs(id.trim()));
    std::process::Command::new("kill").arg(id.trim()).status().unwrap();
    let said = of("yes").unwrap();
    assert!(said.contains("`yes` ended"), "{said}");
}

/// Whether a process of that number runs; one that is dead and not yet fetched does not.
pub fn runs(id: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rsplit(')').next().is_some_and(|rest| !rest.trim().is_empty() && !rest.trim().starts_with('Z'))
}

#[test]
fn a_game_not_played_yet_is_left_out_and_named() {
    let text = "[service]\naddress = \"play@chess.example.org\"\ndata = \"data\"\n[mailbox]\nkind = \"maildir\"\n\
                path = \"in\"\n[courier]\nkind = \"folder\"\npath = \"out\"\n[games]\n";
    let read = |line: &str| Config::parse(&format!("{text}{line}"), Path::new("."));
    let games = read("variants = [\"chess\", \"behemoth\"]").unwrap().games;
    let keys: Vec<_> = games.variants.iter().map(|variant| variant.key).collect();
    assert_eq!((keys, games.not_yet), (vec!["chess"], vec!["behemoth".to_owned()]));
    assert!(read("variants = [\"behemoth\"]").is_err());
    assert!(read("variants = []").is_err());
}
