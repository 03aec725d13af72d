//! What servers do in the field (`tests/data/post/imap`, `tests/data/post/smtp`): scripts, and what we make of them.

use super::scripted::Case;
use kingpost::mail::{Address, Delivery, Envelope};
use kingpost::post::{
    Courier, CourierConfig, Failure, Filing, Listed, MailKey, Mailbox, MailboxConfig, Secret, Server, Tls,
    open_courier, open_mailbox,
};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A call that takes longer hangs.
const SLOW: Duration = Duration::from_secs(4);

#[test]
fn imap_servers_as_they_are() {
    run_all("imap", imap);
}

#[test]
fn smtp_servers_as_they_are() {
    run_all("smtp", smtp);
}

/// All cases of a folder at once: most of their time is waiting.
fn run_all(folder: &str, run: fn(&Case, u16) -> Vec<String>) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/post").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 10);
    let check = |file: &PathBuf| {
        let case = Case::parse(&std::fs::read_to_string(file).unwrap());
        case.serve(|port| run(&case, port))
    };
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let runs: Vec<_> = files.iter().map(|file| (file, scope.spawn(move || check(file)))).collect();
        runs.into_iter()
            .flat_map(|(file, run)| {
                let wrong = run.join().unwrap_or_else(|_| vec!["panicked".into()]);
                wrong.into_iter().map(move |w| format!("{}: {w}", file.file_stem().unwrap().to_string_lossy()))
            })
            .collect()
    });
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

fn server(case: &Case, port: u16) -> Server {
    let tls = match case.setting("tls") {
        Some("starttls") => Tls::StartTls,
        Some("implicit") => Tls::Implicit,
        _ => Tls::None,
    };
    let timeout = case.setting("timeout").map_or(700, |t| t.trim_end_matches("ms").parse().unwrap());
    let login = match case.setting("login") {
        Some("none") => None,
        Some(password) => Some(("play".into(), Secret(password.into()))),
        None => Some(("play".into(), Secret("secret".into()))),
    };
    Server { host: "127.0.0.1".into(), port, tls, ca_file: None, login, timeout: Duration::from_millis(timeout) }
}

/// Makes the calls of a case; what came out otherwise than expected.
fn play(case: &Case, mut call: impl FnMut(&str) -> String) -> Vec<String> {
    let mut wrong = Vec::new();
    for step in &case.calls {
        let begun = Instant::now();
        let got = call(&step.call);
        let fits = match step.expected.strip_suffix('…') {
            Some(start) => start.split('…').all(|part| got.contains(part)),
            None => got == step.expected,
        };
        if !fits {
            wrong.push(format!("{}: expected {:?}, got {got:?}", step.call, step.expected));
        }
        if begun.elapsed() > SLOW {
            wrong.push(format!("{} took {:?}", step.call, begun.elapsed()));
        }
    }
    wrong
}

fn imap(case: &Case, port: u16) -> Vec<String> {
    let config = MailboxConfig::Imap {
        server: server(case, port),
        folder: "INBOX".into(),
        done: "Kingpost/Züge & mehr".into(),
        failed: "Failed".into(),
        idle: Duration::from_secs(540),
        mail_bytes: case.setting("mail_bytes").map_or(100_000, |n| n.parse().unwrap()),
    };
    let mut mailbox = open_mailbox(&config).unwrap();
    play(case, |call| imap_call(&mut *mailbox, call))
}

fn imap_call(mailbox: &mut dyn Mailbox, call: &str) -> String {
    let words: Vec<&str> = call.split(' ').collect();
    let key = MailKey(format!("imap/{}", words.get(1).unwrap_or(&"")));
    let failed = |f: Failure| format!("failure ({} s) {}", f.retry_after.as_secs(), f.what);
    let body = |bytes: Option<Vec<u8>>| match bytes {
        None => "gone".into(),
        Some(bytes) if bytes.is_empty() => "nothing".into(),
        Some(bytes) => format!("mail {}", String::from_utf8_lossy(&bytes).trim_end()),
    };
    let result = match words[0] {
        "list" => mailbox.list(&|key| key.0.ends_with("/99")).map(|mails| {
            let shown = |mail: &Listed| {
                let undated = if mail.received_at.is_none() { " undated" } else { "" };
                format!("{} {}{undated}", mail.key.0.trim_start_matches("imap/"), mail.size)
            };
            mails.iter().map(shown).collect::<Vec<_>>().join(", ")
        }),
        "head" => mailbox.head(&key).map(body),
        "fetch" => mailbox.fetch(&key).map(body),
        "file" => mailbox.file(&[key], Filing::Done).map(|()| "ok".into()),
        "describe" => mailbox.describe(),
        "wait" => {
            let (at_most, begun) = (Duration::from_millis(words[1].parse().unwrap()), Instant::now());
            let stop_after = words.get(2).map(|ms| Duration::from_millis(ms.parse().unwrap()));
            let waited = mailbox.wait(at_most, &|| stop_after.is_some_and(|after| begun.elapsed() >= after));
            waited.map(|()| match stop_after {
                Some(after) if begun.elapsed() < after + Duration::from_secs(1) => "stopped".into(),
                Some(_) => format!("stopped after {:?} only", begun.elapsed()),
                None if begun.elapsed() + Duration::from_millis(50) < at_most => "woken".into(),
                None => "nothing".into(),
            })
        }
        other => panic!("no such call: {other}"),
    };
    result.unwrap_or_else(failed)
}

fn smtp(case: &Case, port: u16) -> Vec<String> {
    let config = CourierConfig::Smtp { server: server(case, port), hello: "chess.example.org".into(), connections: 1 };
    let mut courier = open_courier(&config).unwrap();
    play(case, |call| smtp_call(&mut *courier, call))
}

fn smtp_call(courier: &mut dyn Courier, call: &str) -> String {
    let address = |text| Address::parse(text).unwrap();
    let from = (!call.contains("null")).then(|| address("play@chess.example.org"));
    let envelope = Envelope { from, to: address("anna@example.net") };
    let text =
        if call.contains("8bit") { "Subject: Züge\r\n\r\nLäufer\r\n" } else { "Subject: moves\r\n\r\n.e4\r\n" };
    match call.split(' ').next().unwrap() {
        "send" => match courier.send(&envelope, "id@chess.example.org", text.as_bytes()) {
            Delivery::Accepted => "accepted".into(),
            Delivery::Delayed { reason, account: true } => format!("account {reason}"),
            Delivery::Delayed { reason, account: false } => format!("later {reason}"),
            Delivery::Failed { reason, unreachable: true } => format!("unreachable {reason}"),
            Delivery::Failed { reason, unreachable: false } => format!("refused {reason}"),
        },
        "describe" => {
            courier.describe().unwrap_or_else(|f| format!("failure ({} s) {}", f.retry_after.as_secs(), f.what))
        }
        other => panic!("no such call: {other}"),
    }
}
