/*!
A real mail host (Dovecot and Postfix) for tests; see `tests/mailhost/README.md`.

`Host::shared()` is enough for most: one host for all tests running at the moment, gone when the last lets go of it. Give
each test accounts of its own from [`USERS`]. `Host::start()` is for tests that stop the server.
*/
#![allow(dead_code, reason = "other tests use other parts")]

use kingpost::post::{CourierConfig, MailboxConfig, Secret, Server, Tls};
use std::fs::{self, File, TryLockError};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

/// Accounts of every host, `NAME@kingpost.test`, and of another local domain, `NAME@players.test`.
pub const USERS: [&str; 8] = ["play", "anna", "ben", "clara", "daniel", "emil", "fritz", "gerda"];
const SPARE: [&str; 12] = ["u1", "u2", "u3", "u4", "u5", "u6", "u7", "u8", "u9", "u10", "u11", "u12"];
/// Everybody's.
pub const PASSWORD: &str = "pw 7\"\\x";

/// Below the ports the system gives away by itself; ten to a host.
const FIRST_PORT: u16 = 20_000;
const BLOCKS: u16 = 1_200;

/// A running mail host, taken down on drop.
pub struct Host {
    state: PathBuf,
    base: u16,
    options: Vec<String>,
    /// Keeps the block of ports ours, in all processes.
    _block: File,
}

impl Host {
    /// Starts a host of one's own. Panics, with what the script said, if it cannot: a machine without a mail host is no
    /// machine to test on.
    pub fn start() -> Host {
        Host::with(&[])
    }

    /// The same with options of the script, for instance `--idle-notify 2`.
    pub fn with(options: &[&str]) -> Host {
        let (base, block) = free_block();
        let state = std::env::temp_dir().join(format!("kp-{base}"));
        if state.exists() {
            script("down", &["--state", &state.to_string_lossy(), "--purge"]).ok();
            fs::remove_dir_all(&state).ok();
        }
        let options = options.iter().map(ToString::to_string).collect();
        let host = Host { state, base, options, _block: block };
        host.up();
        host
    }

    /// The host all tests share.
    pub fn shared() -> Arc<Host> {
        static SHARED: Mutex<Weak<Host>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        shared.upgrade().unwrap_or_else(|| {
            let host = Arc::new(Host::start());
            *shared = Arc::downgrade(&host);
            host
        })
    }

    /// Starts it again after [`Host::down`], with all its mail.
    pub fn up(&self) {
        let (base, owner) = (self.base.to_string(), std::process::id().to_string());
        let state = self.state.to_string_lossy();
        let users =
            USERS.iter().map(|u| format!("{u}:{PASSWORD}")).chain(SPARE.iter().map(|u| format!("{u}:{PASSWORD}")));
        let players = USERS.iter().map(|u| format!("{u}@players.test:{PASSWORD}"));
        let users: Vec<String> = users.chain(players).collect();
        let mut arguments = vec!["--state", &state, "--base", &base, "--owner", &owner, "--no-fsync"];
        arguments.extend(self.options.iter().map(String::as_str));
        arguments.extend(users.iter().map(String::as_str));
        if let Err(words) = script("up", &arguments) {
            panic!(
                "no mail host to test against. It needs root, bash and (to install Dovecot and Postfix) apt-get:\n{words}"
            );
        }
    }

    /// Stops it and keeps its mail.
    pub fn down(&self) {
        script("down", &["--state", &self.state.to_string_lossy()]).unwrap();
    }

    /// Where its files lie.
    pub fn state(&self) -> &Path {
        &self.state
    }

    /// The Maildir behind a user's INBOX.
    pub fn maildir(&self, user: &str) -> PathBuf {
        self.state.join("mail").join(address(user)).join("Maildir")
    }

    /// How a user reaches a port of the host: 3 IMAP with STARTTLS, 4 IMAPS, 1 submission, 2 submission with TLS, 0 SMTP.
    pub fn server(&self, user: &str, port: u16) -> Server {
        let tls = match port {
            2 | 4 => Tls::Implicit,
            1 | 3 => Tls::StartTls,
            _ => Tls::None,
        };
        Server {
            host: "localhost".into(),
            port: self.base + port,
            tls,
            ca_file: (tls != Tls::None).then(|| self.state.join("tls/ca.pem")),
            login: (port != 0).then(|| (address(user), Secret(PASSWORD.into()))),
            timeout: Duration::from_secs(10),
        }
    }

    /// A user's INBOX over IMAPS.
    pub fn mailbox(&self, user: &str) -> MailboxConfig {
        MailboxConfig::Imap {
            server: self.server(user, 4),
            folder: "INBOX".into(),
            done: "Kingpost/Done".into(),
            failed: "Kingpost/Failed".into(),
            idle: Duration::from_secs(540),
            mail_bytes: 25 << 20,
        }
    }

    /// A user's way out, by submission with STARTTLS.
    pub fn courier(&self, user: &str) -> CourierConfig {
        CourierConfig::Smtp { server: self.server(user, 1), hello: "localhost".into(), connections: 1 }
    }

    /// Delivers a mail straight into a user's INBOX, by LMTP. It is there when this returns.
    pub fn deliver(&self, user: &str, mail: &str) {
        let stream = TcpStream::connect(("127.0.0.1", self.base + 5)).unwrap();
        stream.set_nodelay(true).unwrap();
        let mut lines = BufReader::new(stream);
        let body = kingpost::post::stuffed(mail.as_bytes());
        let mut say = |command: &[u8], code: &str| {
            lines.get_mut().write_all(command).unwrap();
            let mut line = String::new();
            while line.len() < 4 || line.as_bytes()[3] == b'-' {
                line.clear();
                assert!(lines.read_line(&mut line).unwrap() > 0, "LMTP ended");
            }
            assert!(line.starts_with(code), "LMTP: {line}");
        };
        say(b"", "220");
        say(b"LHLO localhost\r\n", "250");
        say(b"MAIL FROM:<sender@example.org>\r\n", "250");
        say(format!("RCPT TO:<{}>\r\n", address(user)).as_bytes(), "250");
        say(b"DATA\r\n", "354");
        say(&body, "250");
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let state = self.state.to_string_lossy().into_owned();
        script("down", &["--state", &state, "--purge"]).ok();
        fs::remove_dir_all(&self.state).ok();
    }
}

/// The full address of a user name.
pub fn address(user: &str) -> String {
    if user.contains('@') { user.to_owned() } else { format!("{user}@kingpost.test") }
}

/// A block of ports nobody else has, for as long as the file is open.
fn free_block() -> (u16, File) {
    let locks = std::env::temp_dir().join("kingpost-test-ports");
    fs::create_dir_all(&locks).unwrap();
    let start = (std::process::id() % u32::from(BLOCKS)) as u16;
    for k in 0..BLOCKS {
        let base = FIRST_PORT + (start + k) % BLOCKS * 10;
        let file = File::create(locks.join(base.to_string())).unwrap();
        let taken = || (0..7).any(|port| TcpStream::connect(("127.0.0.1", base + port)).is_ok());
        match file.try_lock() {
            Ok(()) if !taken() => return (base, file),
            Ok(()) | Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(e)) => panic!("locking ports: {e}"),
        }
    }
    panic!("no free ports for a mail host");
}

fn script(name: &str, arguments: &[&str]) -> Result<String, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mailhost").join(name);
    let output = Command::new("bash").arg(path).args(arguments).output().map_err(|e| e.to_string())?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}
