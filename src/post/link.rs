/*!
Opening an IMAP session: connection, TLS, login, abilities, the folder that is read.
*/

use super::failure::{Trouble, clean, io_words};
use super::folder_name;
use super::idle::{Beginning, IdleWire};
use super::stream::{Limits, Wire};
use super::tls::Peer;
use super::{Filing, Secret, Tls};
use imap::types::{Capabilities, UnsolicitedResponse};
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::time::Instant;

/// Answers to everything but the fetching of mails stay far below this, even with a million mails in the folder.
pub(super) const ANSWER_BYTES: u64 = 16 * 1024 * 1024;
const LINE_BYTES: usize = 8192;

/// The folder names of one mailbox, as configured.
pub(super) struct Folders {
    pub(super) read: String,
    pub(super) done: String,
    pub(super) failed: String,
}

/// What the server can do, asked after login: some tell nobody else.
#[derive(Clone, Copy)]
pub(super) struct Abilities {
    pub(super) idle: bool,
    pub(super) moves: bool,
    pub(super) uid_plus: bool,
}

/// An open session with the folder selected.
pub(super) struct Link {
    pub(super) session: imap::Session<IdleWire>,
    pub(super) limits: Arc<Limits>,
    pub(super) idle_begins: Beginning,
    pub(super) abilities: Abilities,
    /// Of the selected folder; UIDs of another one mean nothing here.
    pub(super) validity: u32,
    pub(super) opened: Instant,
    delimiter: Option<String>,
    done: String,
    failed: String,
    /// How many mails there are, while nothing has happened since they were counted.
    pub(super) count: Option<u32>,
    news: bool,
}

impl Link {
    /// Opens a session; each step within the server's limits.
    pub(super) fn open(peer: &mut Peer, folders: &Folders) -> Result<Link, Trouble> {
        let place = format!("IMAP server {}:{}", peer.server.host, peer.server.port);
        let no = |step: &str, e: &io::Error| Trouble::passing(format!("{place}: {step}: {}", io_words(e)));
        let wire = peer.connect().map_err(|e| no("connecting", &e))?;
        let limits = wire.limits();
        limits.begin(ANSWER_BYTES);
        let wire = if peer.server.tls == Tls::StartTls {
            let socket = start_tls(wire).map_err(|e| no("STARTTLS", &e))?;
            peer.secure(socket).map_err(|e| no("TLS", &e))?
        } else {
            wire
        };
        limits.begin(ANSWER_BYTES);
        let (stream, idle_begins) = IdleWire::new(wire);
        let mut client = imap::Client::new(stream);
        let bad = |step: &str, e: &imap::Error| trouble(&place, step, e);
        if peer.server.tls == Tls::StartTls {
            // It came in clear text, and counted for nothing.
            client.greeting_read = true;
        } else {
            let greeting = client.read_greeting().map_err(|e| bad("greeting", &e))?;
            check_greeting(&place, &greeting)?;
        }
        let Some((user, password)) = &peer.server.login else {
            return Err(Trouble::grave(format!("{place}: no user and password configured")));
        };
        let mut session = log_in(client, user, password, &bad)?;
        limits.begin(ANSWER_BYTES);
        let abilities = session.capabilities().map_err(|e| bad("asking its abilities", &e)).map(|c| abilities(&c))?;
        let delimiter = delimiter(&mut session).map_err(|e| bad("asking its folders", &e))?;
        let name = path(&folders.read, delimiter.as_deref());
        let selected = session.select(&name).map_err(|e| bad(&format!("opening {}", folders.read), &e))?;
        let (done, failed) = (path(&folders.done, delimiter.as_deref()), path(&folders.failed, delimiter.as_deref()));
        let validity = selected.uid_validity.unwrap_or(0);
        let opened = Instant::now();
        let (count, news) = (None, true);
        Ok(Link { session, limits, idle_begins, abilities, validity, opened, delimiter, done, failed, count, news })
    }

    /// Forgets what was heard so far: a listing begins, and sees it all.
    pub(super) fn listing_begins(&mut self) {
        let _ = self.session.take_all_unsolicited();
        self.news = false;
        self.count = None;
    }

    /// Whether mail may have come since the last listing began.
    pub(super) fn has_news(&mut self) -> bool {
        for heard in self.session.take_all_unsolicited() {
            match heard {
                UnsolicitedResponse::Exists(n) => self.news |= self.count != Some(n),
                UnsolicitedResponse::Expunge(_) => self.count = None,
                _ => {}
            }
        }
        self.news
    }

    /// Mail may have come.
    pub(super) fn heard_mail(&mut self) {
        self.news = true;
    }

    /// Runs a command whose untagged answers the library would throw away, and an EXISTS among them with it.
    fn command(&mut self, command: &str) -> imap::Result<()> {
        self.count = None;
        let answer = self.session.run_command_and_read_response(command)?;
        self.news |= answer.split(|b| *b == b'\n').any(|line| {
            let line = String::from_utf8_lossy(line);
            line.starts_with("* ") && line.trim_end().to_ascii_uppercase().ends_with(" EXISTS")
        });
        Ok(())
    }

    /// Moves mails, by their UIDs with commas between them. Without MOVE and without UIDPLUS they stay: a plain EXPUNGE would delete what others marked.
    pub(super) fn move_away(&mut self, uids: &str, to: Filing) -> imap::Result<()> {
        if !self.abilities.moves && !self.abilities.uid_plus {
            return Ok(());
        }
        match self.try_move(uids, to) {
            Err(imap::Error::No(refusal)) if !is_grave(&refusal.information) => {
                self.make_folder(to)?;
                self.try_move(uids, to)
            }
            result => result,
        }
    }

    fn try_move(&mut self, uids: &str, to: Filing) -> imap::Result<()> {
        let folder = quoted(self.target(to));
        if self.abilities.moves {
            return self.command(&format!("UID MOVE {uids} {folder}"));
        }
        self.command(&format!("UID COPY {uids} {folder}"))?;
        self.command(&format!("UID STORE {uids} +FLAGS.SILENT (\\Deleted)"))?;
        self.command(&format!("UID EXPUNGE {uids}"))
    }

    fn target(&self, to: Filing) -> &str {
        match to {
            Filing::Done => &self.done,
            Filing::Failed => &self.failed,
        }
    }

    /// Makes the folder if it is missing; on servers that keep everything below INBOX, there.
    pub(super) fn make_folder(&mut self, to: Filing) -> imap::Result<()> {
        let name = self.target(to).to_owned();
        if self.exists(&name)? {
            return Ok(());
        }
        let made = match self.command(&format!("CREATE {}", quoted(&name))) {
            Err(imap::Error::No(refusal)) => {
                let below = format!("INBOX{}{name}", self.delimiter.as_deref().unwrap_or("."));
                if !self.exists(&below)? {
                    // The first refusal is the one that says what is wrong.
                    self.command(&format!("CREATE {}", quoted(&below))).map_err(|_| imap::Error::No(refusal))?;
                }
                match to {
                    Filing::Done => self.done.clone_from(&below),
                    Filing::Failed => self.failed.clone_from(&below),
                }
                below
            }
            result => result.map(|()| name)?,
        };
        match self.command(&format!("SUBSCRIBE {}", quoted(&made))) {
            // Only a convenience for whoever looks into the account.
            Err(imap::Error::No(_) | imap::Error::Bad(_)) => Ok(()),
            result => result,
        }
    }

    fn exists(&mut self, name: &str) -> imap::Result<bool> {
        Ok(!self.session.list(None, Some(&quoted(name)))?.is_empty())
    }
}

/// Anything but an open greeting ends it. PREAUTH is nothing we asked for.
fn check_greeting(place: &str, greeting: &[u8]) -> Result<(), Trouble> {
    let text = String::from_utf8_lossy(greeting);
    if text.to_ascii_uppercase().starts_with("* OK") {
        return Ok(());
    }
    let text = clean(&text);
    Err(Trouble { grave: is_grave(&text), what: format!("{place}: it greets with: {text}") })
}

/// STARTTLS on the bare connection. Bytes that came before the handshake could be anybody's, and end it.
fn start_tls(mut wire: Wire) -> io::Result<super::stream::Socket> {
    let greeting = read_line(&mut wire)?;
    if !greeting.to_ascii_uppercase().starts_with("* OK") {
        return Err(io::Error::other(format!("it greets with: {}", clean(&greeting))));
    }
    wire.write_all(b"s1 STARTTLS\r\n")?;
    wire.flush()?;
    let answer = loop {
        let line = read_line(&mut wire)?;
        if !line.starts_with("* ") {
            break line;
        }
    };
    if !answer.to_ascii_uppercase().starts_with("S1 OK") {
        return Err(io::Error::other(format!("it is refused: {}", clean(&answer))));
    }
    if wire.has_early_bytes()? {
        return Err(io::Error::other("the server sent more before encryption began; someone may be interfering"));
    }
    wire.into_socket().ok_or_else(|| io::Error::other("the connection is encrypted already"))
}

/// Byte by byte, so that nothing behind the line is read with it.
fn read_line(wire: &mut Wire) -> io::Result<String> {
    let mut line = Vec::new();
    let mut byte = [0];
    while !line.ends_with(b"\n") {
        if wire.read(&mut byte)? == 0 || line.len() > LINE_BYTES {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        line.extend(byte);
    }
    Ok(String::from_utf8_lossy(&line).into_owned())
}

/// LOGIN where it can carry the password, AUTHENTICATE PLAIN where it is forbidden or the password is not ASCII.
fn log_in(
    mut client: imap::Client<IdleWire>,
    user: &str,
    password: &Secret,
    bad: &dyn Fn(&str, &imap::Error) -> Trouble,
) -> Result<imap::Session<IdleWire>, Trouble> {
    let before = client.capabilities().map_err(|e| bad("asking its abilities", &e))?;
    let plain = before.has_str("AUTH=PLAIN");
    let needs_plain = before.has_str("LOGINDISABLED") || !user.is_ascii() || !password.0.is_ascii();
    let result = if plain && needs_plain {
        client.authenticate("PLAIN", &Plain(format!("\0{user}\0{}", password.0)))
    } else {
        client.login(user, &password.0)
    };
    result.map_err(|(e, _)| {
        let mut trouble = bad(&format!("logging in as {}", clean(user)), &e);
        // A refused login is not tried again soon, or the provider locks the account.
        let refused = matches!(&e, imap::Error::No(no) if !no.information.to_ascii_uppercase().contains("UNAVAILABLE"));
        trouble.grave |= refused || matches!(e, imap::Error::Bad(_) | imap::Error::Validate(_));
        trouble
    })
}

struct Plain(String);

impl imap::Authenticator for Plain {
    type Response = String;

    fn process(&self, _: &[u8]) -> String {
        self.0.clone()
    }
}

fn abilities(all: &Capabilities) -> Abilities {
    Abilities { idle: all.has_str("IDLE"), moves: all.has_str("MOVE"), uid_plus: all.has_str("UIDPLUS") }
}

fn delimiter(session: &mut imap::Session<IdleWire>) -> imap::Result<Option<String>> {
    let names = session.list(Some(""), Some("\"\""))?;
    Ok(names.iter().next().and_then(|name| name.delimiter()).map(str::to_owned))
}

/// A configured folder, its levels parted as this server parts them.
fn path(configured: &str, delimiter: Option<&str>) -> String {
    let own = configured.replace('/', delimiter.unwrap_or("/"));
    folder_name::encoded(&own)
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A failed step in words.
pub(super) fn trouble(place: &str, step: &str, error: &imap::Error) -> Trouble {
    let words = match error {
        imap::Error::No(no) => clean(&no.information),
        imap::Error::Bad(bad) => clean(&bad.information),
        imap::Error::Bye(bye) => format!("the server said goodbye or nonsense: {}", clean(&bye.information)),
        imap::Error::Io(e) => io_words(e),
        imap::Error::ConnectionLost => "the server closed the connection".into(),
        imap::Error::Validate(_) => "a name or password holds a line break".into(),
        // These repeat what the server sent, which may be a mail.
        _ => "an answer that cannot be understood".into(),
    };
    Trouble { grave: is_grave(&words), what: format!("{place}: {step}: {words}") }
}

/// Texts by which providers say that the account, not the moment, is the trouble. The library leaves the bracketed codes
/// in the text.
pub(super) fn is_grave(text: &str) -> bool {
    const SIGNS: [&str; 9] = [
        "overquota",
        "throttled",
        "too many simultaneous",
        "maximum number of connections",
        "[limit]",
        "authenticated but not connected",
        "authenticationfailed",
        "bandwidth limit",
        "quota exceeded",
    ];
    let text = text.to_lowercase();
    SIGNS.iter().any(|sign| text.contains(sign))
}
