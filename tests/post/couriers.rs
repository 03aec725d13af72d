//! What every courier promises: a folder, a program, and SMTP to a real Postfix.

use crate::host::{Host, address};
use kingpost::mail::{Address, Delivery, Envelope};
use kingpost::post::{Courier, CourierConfig, MailKey, MailboxConfig, Tls, open_courier, open_mailbox};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Lines that end a message, hide it or grow long, and nothing beyond ASCII.
fn mail(subject: &str) -> String {
    let body = "e4\r\n.\r\n..\r\n.e5 \r\n\r\nFrom here\r\n.";
    format!(
        "From: play@kingpost.test\r\nTo: anna@example.net\r\nSubject: {subject}\r\nMessage-ID: <{subject}@x>\r\n\r\n{body}\r\n"
    )
}

fn envelope(from: Option<&str>, to: &str) -> Envelope {
    let parse = |text: &str| Address::parse(text).unwrap();
    Envelope { from: from.map(|from| parse(&address(from))), to: parse(&address(to)) }
}

fn send(courier: &mut dyn Courier, to: &str, subject: &str) -> Delivery {
    courier.send(&envelope(Some("play"), to), &format!("{subject}@x"), mail(subject).as_bytes())
}

/// The bodies of the mails with this subject in a folder tree.
fn bodies(folder: &Path, subject: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(bodies(&path, subject));
        } else if let Ok(text) = fs::read(&path) {
            let text = String::from_utf8_lossy(&text).replace('\r', "");
            if let Some((head, body)) = text.split_once("\n\n")
                && head.contains(&format!("Subject: {subject}\n"))
            {
                found.push(body.to_owned());
            }
        }
    }
    found
}

/// Waits for the mail: Postfix hands on what it has taken.
fn arrived(folder: &Path, subject: &str) -> Vec<String> {
    let begun = Instant::now();
    loop {
        let found = bodies(folder, subject);
        if !found.is_empty() || begun.elapsed() > Duration::from_secs(10) {
            return found;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn every_courier_carries_a_mail_unchanged() {
    let host = Host::shared();
    let dir = tempfile::tempdir().unwrap();
    let smtp =
        |port| CourierConfig::Smtp { server: host.server("play", port), hello: "localhost".into(), connections: 1 };
    let inbox = host.maildir("anna");
    let couriers: [(&str, CourierConfig, PathBuf); 4] = [
        ("folder", CourierConfig::Folder { path: dir.path().join("out") }, dir.path().join("out")),
        ("smtp-bare", smtp(0), inbox.clone()),
        ("smtp-starttls", smtp(1), inbox.clone()),
        ("smtp-implicit", smtp(2), inbox),
    ];
    for (name, config, folder) in couriers {
        let mut courier = open_courier(&config).unwrap();
        let line = courier.describe().unwrap();
        assert!(!line.contains('\n') && !line.contains("pw 7"), "{line}");
        assert_eq!(send(&mut *courier, "anna", name), Delivery::Accepted, "{name}");
        let expected = mail(name).replace('\r', "").split_once("\n\n").unwrap().1.to_owned();
        assert_eq!(arrived(&folder, name), [expected], "{name}");
        let bounce = envelope(None, "anna");
        assert_eq!(courier.send(&bounce, "null@x", mail("null").as_bytes()), Delivery::Accepted, "{name}");
    }
}

#[test]
fn a_folder_holds_a_repeated_mail_once() {
    let dir = tempfile::tempdir().unwrap();
    let mut courier = open_courier(&CourierConfig::Folder { path: dir.path().into() }).unwrap();
    let names = || {
        let mut names: Vec<String> =
            fs::read_dir(dir.path()).unwrap().map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    };
    let to = envelope(Some("play"), "anna");
    for text in ["one\r\n", "two\r\n", "two\r\n"] {
        assert_eq!(courier.send(&to, "<a.b+c@chess.example.org>", text.as_bytes()), Delivery::Accepted);
    }
    assert_eq!(names(), ["a.b+c@chess.example.org.eml"]);
    assert_eq!(fs::read(dir.path().join("a.b+c@chess.example.org.eml")).unwrap(), b"two\r\n");
    // Names that are no file names: inside the folder, one file each, never hidden.
    let odd =
        ["../../etc/passwd@x", "..", ".hidden@x", "", "a/b@x", "a_b@x", &"long".repeat(100), "z\u{fc}ge@x", "a\0b@x"];
    for id in odd {
        assert_eq!(courier.send(&to, id, b"odd\r\n"), Delivery::Accepted);
    }
    assert_eq!(names().len(), 1 + odd.len(), "{:?}", names());
    assert!(names().iter().all(|name| name.ends_with(".eml") && !name.starts_with('.')), "{:?}", names());
}

#[test]
fn a_folder_that_cannot_be_written_delays_everything() {
    let dir = tempfile::tempdir().unwrap();
    let mut courier = open_courier(&CourierConfig::Folder { path: dir.path().join("out") }).unwrap();
    fs::remove_dir(dir.path().join("out")).unwrap();
    assert!(matches!(send(&mut *courier, "anna", "lost"), Delivery::Delayed { account: true, .. }));
    assert!(courier.describe().is_err());
}

#[test]
fn a_program_is_called_as_sendmail_and_believed() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/post/sendmail");
    let spool = tempfile::tempdir().unwrap();
    let config = |path, millis| CourierConfig::Sendmail {
        path,
        timeout: Duration::from_millis(millis),
        spool: spool.path().to_owned(),
    };
    let mut courier = open_courier(&config(path, 1500)).unwrap();
    courier.describe().unwrap();
    let out = std::env::temp_dir().join(format!("kingpost-sendmail-{}@example.org", std::process::id()));
    let from = format!("{}@example.org", std::process::id());
    let mut to = |to: &str| courier.send(&envelope(Some(&from), to), "x@x", mail("program").as_bytes());

    assert_eq!(to("exit0@example.net"), Delivery::Accepted);
    let written = fs::read_to_string(&out).unwrap();
    fs::remove_file(&out).unwrap();
    assert_eq!(written, format!("-i -f {from} -- exit0@example.net\n{}", mail("program").replace('\r', "")));

    let words = |reason: &str| reason.contains("no luck with");
    assert!(matches!(to("exit67@example.net"), Delivery::Failed { unreachable: true, reason } if words(&reason)));
    assert!(matches!(to("exit65@example.net"), Delivery::Failed { unreachable: false, .. }));
    assert!(matches!(to("exit75@example.net"), Delivery::Delayed { account: false, .. }));
    assert!(matches!(to("exit70@example.net"), Delivery::Delayed { account: true, .. }));
    let begun = Instant::now();
    assert!(matches!(to("hang@example.net"), Delivery::Delayed { account: true, .. }));
    assert!(begun.elapsed() < Duration::from_secs(3));
    fs::remove_file(&out).ok();
    let mut missing = open_courier(&config("/nowhere/sendmail".into(), 1000)).unwrap();
    assert!(matches!(send(&mut *missing, "anna", "x"), Delivery::Delayed { account: true, .. }));
    assert!(missing.describe().is_err());
}

/// A courier whose program is a few lines of shell, run in `folder`; `data` is for the service alone.
fn program(folder: &Path, script: &str, timeout: Duration) -> Box<dyn Courier> {
    let (path, spool) = (folder.join("sendmail"), folder.join("data"));
    fs::write(&path, format!("#!/bin/sh\ncd {}\n{script}\n", folder.display())).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    fs::create_dir_all(&spool).unwrap();
    open_courier(&CourierConfig::Sendmail { path, timeout, spool }).unwrap()
}

/// What a program gets is a file, whole from the start, that is nobody else's to read and leaves nothing behind. A program
/// that has not read it to the end has not taken the mail, whatever it says.
#[test]
fn a_program_reads_a_complete_private_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let with = |script: &str, mail: &str| {
        let mut courier = program(folder.path(), script, Duration::from_secs(20));
        let delivery = courier.send(&envelope(Some("play"), "anna"), "x@x", mail.as_bytes());
        assert_eq!(fs::read_dir(folder.path().join("data")).unwrap().count(), 0, "{script}");
        delivery
    };
    let large = format!("Subject: large\r\n\r\n{}", "e4 e5 Nf3 Nc6\r\n".repeat(20_000));
    let plain = large.replace('\r', "");
    assert_eq!(with("stat -L -c '%F %a %h %s' /dev/stdin >seen; cat >got", &large), Delivery::Accepted);
    assert_eq!(file("seen").trim(), format!("regular file 600 0 {}", plain.len()));
    assert_eq!(file("got"), plain);
    for lazy in ["exit 0", "dd bs=1000 count=1 of=got"] {
        let delivery = with(lazy, &large);
        let unread = |reason: &str| reason.contains("unread");
        assert!(
            matches!(&delivery, Delivery::Delayed { account: true, reason } if unread(reason)),
            "{lazy}: {delivery:?}"
        );
    }
}

/// A program that hangs is ended together with what it has started; one that goes on in the background is not waited for.
#[test]
fn a_program_leaves_nobody_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let with = |script: &str, millis| {
        let mut courier = program(folder.path(), script, Duration::from_millis(millis));
        let begun = Instant::now();
        (courier.send(&envelope(Some("play"), "anna"), "x@x", b"e4\r\n"), begun.elapsed())
    };
    let (delivery, took) = with("(sleep 2; : >late) & wait", 500);
    assert!(matches!(delivery, Delivery::Delayed { account: true, .. }), "{delivery:?}");
    assert!(took < Duration::from_secs(2), "{took:?}");
    std::thread::sleep(Duration::from_secs(3));
    assert!(!folder.path().join("late").exists(), "what it has started has ended with it");
    let (delivery, took) = with("cat >got; (sleep 5; : >late) & exit 0", 10_000);
    assert_eq!(delivery, Delivery::Accepted);
    assert!(took < Duration::from_secs(4), "{took:?}");
    std::thread::sleep(Duration::from_secs(6));
    assert!(folder.path().join("late").exists(), "delivery in the background goes on");
}

#[test]
fn addresses_with_a_fate() {
    let host = Host::shared();
    let mut courier = open_courier(&host.courier("ben")).unwrap();
    let greylisted = Instant::now();
    assert!(matches!(send(&mut *courier, "greylist", "grey"), Delivery::Delayed { account: false, .. }));
    for unreachable in ["reject", "nobody.here"] {
        let delivery = send(&mut *courier, unreachable, "x");
        assert!(matches!(delivery, Delivery::Failed { unreachable: true, .. }), "{delivery:?}");
    }
    for later in ["full", "tempfail"] {
        let delivery = send(&mut *courier, later, "x");
        assert!(matches!(delivery, Delivery::Delayed { account: false, .. }), "{delivery:?}");
    }
    let delivery = send(&mut *courier, "anna@example.org", "x");
    assert!(matches!(delivery, Delivery::Failed { unreachable: false, .. }), "{delivery:?}");
    assert_eq!(send(&mut *courier, "sink", "x"), Delivery::Accepted);
    std::thread::sleep(Duration::from_millis(4100).saturating_sub(greylisted.elapsed()));
    assert_eq!(send(&mut *courier, "greylist", "grey"), Delivery::Accepted);
}

#[test]
fn a_hundred_mails_on_one_connection() {
    let host = Host::shared();
    let mut courier = open_courier(&host.courier("clara")).unwrap();
    send(&mut *courier, "sink", "first");
    let begun = Instant::now();
    for _ in 0..100 {
        assert_eq!(send(&mut *courier, "sink", "many"), Delivery::Accepted);
    }
    let took = begun.elapsed();
    eprintln!("a mail takes {:?}", took / 100);
    // 40 ms each, where the end of a message waits for an acknowledgement, would be four seconds.
    assert!(took < Duration::from_millis(2500), "{took:?}");
}

#[test]
fn servers_that_restart() {
    let host = Host::start();
    let mut courier = open_courier(&host.courier("play")).unwrap();
    let mut mailbox = open_mailbox(&host.mailbox("anna")).unwrap();
    let all = |_: &MailKey| false;
    assert_eq!(send(&mut *courier, "anna", "before"), Delivery::Accepted);
    assert_eq!(arrived(&host.maildir("anna"), "before").len(), 1);
    let before = mailbox.list(&all).unwrap();

    host.down();
    assert!(matches!(send(&mut *courier, "anna", "down"), Delivery::Delayed { account: true, .. }));
    let pauses: Vec<u64> = (0..3).map(|_| mailbox.list(&all).unwrap_err().retry_after.as_secs()).collect();
    assert_eq!(pauses, [1, 2, 4]);
    host.up();
    assert_eq!(mailbox.list(&all).unwrap(), before);
    assert_eq!(send(&mut *courier, "anna", "after"), Delivery::Accepted);
    assert_eq!(arrived(&host.maildir("anna"), "after").len(), 1);

    // Kept connections over a restart: the mail goes out at once, on a new one; the folder is made anew meanwhile.
    host.down();
    for entry in fs::read_dir(host.maildir("anna")).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().unwrap().to_string_lossy().starts_with("dovecot") && path.is_file() {
            fs::remove_file(path).unwrap();
        }
    }
    host.up();
    assert_eq!(send(&mut *courier, "anna", "at once"), Delivery::Accepted);
    assert_eq!(arrived(&host.maildir("anna"), "at once").len(), 1);
    // The connection broke, and says so once.
    let anew = mailbox.list(&all).or_else(|_| mailbox.list(&all)).unwrap();
    assert_eq!(anew.len(), 3);
    assert!(anew.iter().all(|mail| mail.key != before[0].key), "UIDVALIDITY has not changed");
    assert_eq!(mailbox.fetch(&before[0].key).unwrap(), None);
    assert_eq!(mailbox.head(&before[0].key).unwrap(), None);
    // The server numbers them as it finds them; the order is still that of arrival.
    let mut subject = |key: &MailKey| {
        let text = String::from_utf8(mailbox.fetch(key).unwrap().unwrap()).unwrap();
        text.lines().find_map(|line| line.strip_prefix("Subject: ")).unwrap().trim_end().to_owned()
    };
    let subjects: Vec<String> = anew.iter().map(|mail| subject(&mail.key)).collect();
    assert_eq!(subjects, ["before", "after", "at once"]);
}

#[test]
fn certificates_and_passwords_must_fit() {
    let host = Host::shared();
    let imap = |server| match host.mailbox("daniel") {
        MailboxConfig::Imap { folder, done, failed, idle, mail_bytes, .. } => {
            let config = MailboxConfig::Imap { server, folder, done, failed, idle, mail_bytes };
            open_mailbox(&config).unwrap().list(&|_| false)
        }
        MailboxConfig::Maildir { .. } => unreachable!("it is IMAP"),
    };
    let smtp = |server| {
        let config = CourierConfig::Smtp { server, hello: "localhost".into(), connections: 1 };
        open_courier(&config).unwrap().describe()
    };
    for port in [3, 4] {
        assert_eq!(imap(host.server("daniel", port)).unwrap(), vec![]);
        let mut stranger = host.server("daniel", port);
        stranger.ca_file = None;
        let failure = imap(stranger).unwrap_err();
        assert!(failure.what.contains("certificate"), "{}", failure.what);
    }
    for port in [1, 2] {
        smtp(host.server("daniel", port)).unwrap();
        let mut stranger = host.server("daniel", port);
        stranger.ca_file = None;
        let failure = smtp(stranger).unwrap_err();
        assert!(failure.what.contains("certificate"), "{}", failure.what);
    }
    let mut other_name = host.server("daniel", 4);
    other_name.host = "127.0.0.2".into();
    let failure = imap(other_name).unwrap_err();
    assert!(failure.what.contains("certificate") || failure.what.contains("refused"), "{}", failure.what);

    for port in [1, 4] {
        let mut wrong = host.server("daniel", port);
        wrong.login.as_mut().unwrap().1.0 = "wrong password".into();
        let failure = if port == 4 { imap(wrong).unwrap_err() } else { smtp(wrong).unwrap_err() };
        assert_eq!(failure.retry_after, Duration::from_secs(300), "{}", failure.what);
        assert!(!failure.what.contains("wrong password"), "{}", failure.what);
    }
    // A password never leaves this machine in clear text.
    let mut bare = host.server("daniel", 3);
    (bare.host, bare.tls) = ("192.0.2.1".into(), Tls::None);
    let begun = Instant::now();
    let failure = imap(bare).unwrap_err();
    assert!(failure.what.contains("this machine only") && begun.elapsed() < Duration::from_secs(1), "{}", failure.what);
}
