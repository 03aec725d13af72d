//! Programs that try what they must not: real scripts, behind the bounds of the real kernel.

use super::{POLITE, engine, fake};
use kingpost::engine::{Confinement, ProgramConfig, User};
use kingpost::rules::variants::CHESS;
use kingpost::rules::{History, Position};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// A service's folder: its record, its key and its mailbox beside the program, which may write into `own` alone.
struct Place {
    folder: tempfile::TempDir,
}

const SECRET: &str = "5e3c1ec0ffee";

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().unwrap();
        for name in ["data", "mail/new", "own"] {
            fs::create_dir_all(folder.path().join(name)).unwrap();
        }
        for name in ["data/kingpost.key", "data/kingpost.db", "mail/new/1", "imap.password"] {
            fs::write(folder.path().join(name), SECRET).unwrap();
        }
        Place { folder }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A program that does `act` when it is asked for a move, and then plays.
    fn program(&self, act: &str) -> ProgramConfig {
        let act = act.replace("ALL", self.path().to_str().unwrap());
        let script = POLITE.replace("MOVE", &format!("( {act} ); echo bestmove e2e4"));
        let hidden = ["data", "mail", "imap.password"].map(|name| self.path().join(name)).to_vec();
        let program = fake(self.path(), &script);
        let write = vec![self.path().join("own")];
        let confinement = Confinement { write, hidden, ..program.confinement.clone() };
        ProgramConfig { patience: Duration::from_secs(20), confinement, ..program }
    }

    fn own(&self, name: &str) -> String {
        fs::read_to_string(self.path().join("own").join(name)).unwrap_or_default()
    }
}

/// Lets it make its move, and ends it. False, with a sentence, where the kernel's Landlock is missing or too old for what
/// the test looks at; limits can be set on every kernel.
fn plays(config: ProgramConfig) -> bool {
    let mut engine = engine(config);
    engine.think(&History::new(Position::start(&CHESS)), &|| false).unwrap();
    let (files, limits): (Vec<&String>, Vec<&String>) =
        engine.lacks().iter().partition(|lack| lack.contains("Landlock"));
    assert!(limits.is_empty(), "{limits:?}");
    for lack in &files {
        eprintln!("skipped: {lack}");
    }
    files.is_empty()
}

/// The key, the record, the mail and the passwords, though they lie beside the program and below its own folder.
#[test]
fn a_program_cannot_read_what_the_service_keeps() {
    for act in [
        "cat ALL/data/kingpost.key >own/seen",
        "cd data && cat kingpost.key >../own/seen",
        "cp -r ALL/data ALL/mail own/",
        "cat data/* mail/new/* imap.password >own/seen",
        "ln data/kingpost.key own/seen",
        "ln -s ALL/data own/link; cat own/link/kingpost.key >own/seen",
        "mv data/kingpost.key own/seen",
        "cat /proc/$PPID/cwd/data/kingpost.key /proc/$PPID/root/ALL/data/kingpost.key >own/seen",
        "for fd in /proc/$PPID/fd/*; do cat $fd; done >own/seen & sleep 0.2; kill $!",
        "cat /proc/$PPID/environ >own/environ",
        "ls data mail/new >own/listed; find ALL >>own/listed",
    ] {
        let place = Place::new();
        if !plays(place.program(&format!("exec 2>/dev/null; {act}"))) {
            return;
        }
        let found =
            std::process::Command::new("grep").args(["-r", SECRET]).arg(place.path().join("own")).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&found.stdout), "", "{act}");
        assert!(!place.own("listed").contains("kingpost.key") && place.own("environ").is_empty(), "{act}");
        assert_eq!(fs::read_to_string(place.path().join("data/kingpost.key")).unwrap(), SECRET, "{act}");
    }
}

/// No mail is forged, no record destroyed, nothing written but where the configuration says.
#[test]
fn a_program_can_write_only_where_it_may() {
    for act in [
        "echo forged >mail/new/2",
        "echo forged >own/mail; mv own/mail mail/new/2; cp own/mail mail/new/2; ln own/mail mail/new/2",
        "rm -rf data mail",
        ": >data/kingpost.db; truncate -s 0 data/kingpost.key; echo more >>data/kingpost.db",
        "chmod 600 /dev/null; echo x >ALL/fake; echo x >new; mkdir folder; mkfifo pipe",
        "echo x >/tmp/kingpost-was-here-$$ && echo /tmp >>own/out",
        "echo x >/dev/shm/kingpost-was-here-$$ && echo shm >>own/out",
    ] {
        let place = Place::new();
        let own = || {
            let mut names: Vec<String> = fs::read_dir(place.path())
                .unwrap()
                .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
                .collect();
            names.sort();
            names
        };
        let config = place.program(&format!("exec 2>/dev/null; {act}"));
        let (before, script) = (own(), fs::read(&config.path).unwrap());
        if !plays(config.clone()) {
            return;
        }
        assert_eq!(own(), before, "{act}");
        assert_eq!(fs::read(&config.path).unwrap(), script, "{act}");
        assert_eq!(fs::read_dir(place.path().join("mail/new")).unwrap().count(), 1, "{act}");
        for name in ["data/kingpost.key", "data/kingpost.db", "mail/new/1"] {
            assert_eq!(fs::read_to_string(place.path().join(name)).unwrap(), SECRET, "{act}: {name}");
        }
        assert_eq!(place.own("out"), "", "{act}");
    }
}

#[test]
fn what_the_configuration_names_can_be_read() {
    let place = Place::new();
    let other = tempfile::tempdir().unwrap();
    fs::write(other.path().join("network"), "weights").unwrap();
    let act =
        format!("cat {0}/network >own/seen 2>/dev/null; cp {0}/network own/copy 2>/dev/null", other.path().display());
    if plays(place.program(&act)) {
        assert_eq!(place.own("seen"), "");
    }
    let mut config = place.program(&act);
    config.confinement.read = vec![other.path().to_owned()];
    plays(config);
    assert_eq!((place.own("seen"), place.own("copy")), ("weights".to_owned(), "weights".to_owned()));
}

/// The daemon is not the program's to stop, nor are the processes of others.
#[test]
fn a_program_cannot_signal_the_service() {
    let place = Place::new();
    let mut bystander = std::process::Command::new("sleep").arg("60").spawn().unwrap();
    let act = format!(
        "for id in $PPID {}; do kill -0 $id 2>/dev/null && echo $id >>own/reached; done; \
                       sleep 5 & kill $! && echo child >>own/reached",
        bystander.id()
    );
    if plays(place.program(&act)) {
        assert_eq!(place.own("reached"), "child\n");
    }
    bystander.kill().unwrap();
    bystander.wait().unwrap();
}

#[test]
fn a_large_file_is_not_written() {
    let place = Place::new();
    let act = "head -c 300000000 /dev/zero >own/large; echo $? >own/ended";
    plays(place.program(&format!("( {act} ) 2>/dev/null")));
    assert_ne!(place.own("ended").trim(), "0");
    assert_eq!(fs::metadata(place.path().join("own/large")).unwrap().len(), 64 << 20);
}

#[test]
fn memory_is_bounded() {
    let place = Place::new();
    // Both read a line without end into memory.
    let act =
        "for most in 1000000 400000000; do head -c $most /dev/zero | tail -n 1 | wc -c; done >own/held 2>/dev/null";
    let mut config = place.program(act);
    config.confinement.memory = 100 << 20;
    plays(config);
    assert_eq!(place.own("held"), "1000000\n0\n");
    plays(place.program("ulimit -v >own/limit; ulimit -n >>own/limit; ulimit -f >>own/limit; ulimit -t >>own/limit"));
    let limits: Vec<u64> = place.own("limit").lines().map(|line| line.parse().unwrap_or(u64::MAX)).collect();
    // KiB, files, blocks of 512 bytes, seconds.
    assert_eq!(limits[..3], [2 << 20, 256, 128 << 10]);
    let processors = std::thread::available_parallelism().unwrap().get() as u64;
    assert!((20..=(20 * 52 + 1) * processors).contains(&limits[3]), "{limits:?}");
}

/// What a program leaves running in its group ends with it, whether it plays well or hangs.
#[test]
fn nothing_a_program_starts_outlives_it() {
    for hang in [false, true] {
        let place = Place::new();
        let act = "(while :; do sleep 0.05; done) & echo $! >own/id; HANG";
        let mut config = place.program(&act.replace("HANG", if hang { "wait" } else { ":" }));
        config.patience = Duration::from_secs(if hang { 1 } else { 20 });
        let mut engine = engine(config);
        let thought = engine.think(&History::new(Position::start(&CHESS)), &|| false);
        assert_eq!(thought.is_err(), hang);
        let id = place.own("id");
        // A program that hangs has been ended by now.
        assert!(hang || crate::config::runs(id.trim()));
        drop(engine);
        let begun = Instant::now();
        while crate::config::runs(id.trim()) {
            assert!(begun.elapsed() < Duration::from_secs(5), "{id} still runs");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Processor time is bounded for the life of a process, so one process is not asked for ever.
#[test]
fn a_program_is_started_anew_after_fifty_moves() {
    let place = Place::new();
    let mut engine = engine(place.program("echo $$ >>own/ids"));
    for _ in 0..101 {
        engine.think(&History::new(Position::start(&CHESS)), &|| false).unwrap();
    }
    let ids = place.own("ids");
    let mut ids: Vec<&str> = ids.lines().collect();
    assert_eq!(ids.len(), 101);
    ids.dedup();
    assert_eq!(ids.len(), 3);
}

/// With a user of its own, where the service may change to it.
#[test]
fn a_program_runs_as_the_user_it_is_given() {
    let place = Place::new();
    let mut config = place.program("id -u >own/user; id -G >>own/user");
    config.confinement.user = Some(User { name: "nobody".into(), id: 65_534, group: 65_534 });
    for (name, mode) in [("", 0o755), ("own", 0o777), ("data", 0o700)] {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(place.path().join(name), fs::Permissions::from_mode(mode)).unwrap();
    }
    let mut engine = engine(config);
    match engine.think(&History::new(Position::start(&CHESS)), &|| false) {
        Ok(_) => assert_eq!(place.own("user"), "65534\n65534\n"),
        // Not every run of the tests may.
        Err(error) => assert!(error.to_string().contains("leave `user` out"), "{error}"),
    }
}
