/*!
THE NETWORK: where mail is read, and what carries it away.

A [`Mailbox`] is read by peeking: a mail is as unread after us as before, until it is filed. A [`Courier`] takes one
composed mail for one recipient and says what became of it. A limit of time stands on every call, and one of bytes on
every answer; servers may be slow, silent, broken or hostile, and cost us no more than a connection.

This room does not know what a mail says, whose it is, or whether it is to be tried again.
*/

mod dots;
mod failure;
mod files;
mod folder;
mod folder_name;
mod idle;
mod imap;
mod link;
mod literal;
mod maildir;
mod reply;
mod sendmail;
mod smtp;
mod stream;
mod tls;

pub use dots::stuffed;
pub use folder_name::encoded as encoded_folder_name;
pub use reply::{Stage, judge};

use crate::mail::{Address, Delivery, Envelope};
use std::fs::{File, TryLockError};
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;
use std::time::Duration;

/// A mail's name in its mailbox, stable until the mailbox is made anew: `imap/UIDVALIDITY/UID` or a file name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MailKey(pub String);

/// A mail lying in the mailbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its name.
    pub key: MailKey,
    /// Its size in bytes.
    pub size: u64,
    /// When the mailbox took it in (INTERNALDATE; file time), whole seconds. None if the server gives no date that can be
    /// read: then it counts from when it is first seen.
    pub received_at: Option<chrono::DateTime<chrono::Utc>>,
}

/// Where a handled mail goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filing {
    /// Handled.
    Done,
    /// Set aside.
    Failed,
}

/// A mailbox or courier fails. `retry_after` is how long to leave it alone at least.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{what}")]
pub struct Failure {
    /// One sentence for the log: what was tried, what came back.
    pub what: String,
    /// At least so long before the next try.
    pub retry_after: Duration,
}

/// Where we read. Every call may reconnect; nothing marks a mail as seen but filing it.
pub trait Mailbox: Send {
    /// All mails in arrival order, except those whose key `skip` holds true for. Mails without a date come last.
    fn list(&mut self, skip: &dyn Fn(&MailKey) -> bool) -> Result<Vec<Listed>, Failure>;

    /// The first 64 KiB, enough for the headers; `None` if the mail is gone. No bytes at all if it is there and the server
    /// has nothing to show of it.
    fn head(&mut self, key: &MailKey) -> Result<Option<Vec<u8>>, Failure>;

    /// The whole mail; `None` if it is gone, and no bytes as for [`Mailbox::head`]. One beyond the mailbox's limit is a failure: see its size first.
    fn fetch(&mut self, key: &MailKey) -> Result<Option<Vec<u8>>, Failure>;

    /// Moves mails out of the way; what is gone already is passed over. Not being able to is no failure of the game: the record
    /// knows what was handled.
    fn file(&mut self, keys: &[MailKey], to: Filing) -> Result<(), Failure>;

    /// Waits until something may have come, `at_most` so long, or until `stop` says so (looked at every 100 ms at least).
    /// The answer to its end is [`Mailbox::list`]; a wait that is not preceded by one may return at once.
    fn wait(&mut self, at_most: Duration, stop: &dyn Fn() -> bool) -> Result<(), Failure>;

    /// One line about what the server can do, for `kingpost check`.
    fn describe(&mut self) -> Result<String, Failure>;
}

/// What carries a composed mail away.
pub trait Courier: Send {
    /// Hands one mail over. `message_id` names the file of couriers that write files.
    fn send(&mut self, envelope: &Envelope, message_id: &str, mail: &[u8]) -> Delivery;

    /// Tries to log in, for `kingpost check`.
    fn describe(&mut self) -> Result<String, Failure>;
}

/// Encryption of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tls {
    /// From the first byte.
    Implicit,
    /// After STARTTLS, required.
    StartTls,
    /// None; loopback only.
    None,
}

/// A server and how to log in.
#[derive(Clone)]
pub struct Server {
    /// Host name, also what the certificate must be for.
    pub host: String,
    /// Port.
    pub port: u16,
    /// Encryption.
    pub tls: Tls,
    /// An extra root certificate, PEM.
    pub ca_file: Option<PathBuf>,
    /// User name and password; none: no login.
    pub login: Option<(String, Secret)>,
    /// Limit on connecting and on every read and write.
    pub timeout: Duration,
}

/// A password. Shows nothing in Debug.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(pub String);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Which mailbox to read.
#[derive(Clone)]
pub enum MailboxConfig {
    /// An IMAP account's folder.
    Imap {
        /// Where.
        server: Server,
        /// What is read.
        folder: String,
        /// Where handled mail goes.
        done: String,
        /// Where mail set aside goes.
        failed: String,
        /// IDLE is renewed after this.
        idle: Duration,
        /// Refuse to take more than this from the server for one mail.
        mail_bytes: u64,
    },
    /// A Maildir; handled mail goes to `.done` and `.failed` beside `new` and `cur`.
    Maildir {
        /// The folder that holds `new`, `cur`, `tmp`.
        path: PathBuf,
    },
}

/// Which courier carries.
#[derive(Clone)]
pub enum CourierConfig {
    /// An SMTP server.
    Smtp {
        /// Where.
        server: Server,
        /// What we call ourselves in EHLO.
        hello: String,
        /// How many connections it may have at once.
        connections: u32,
    },
    /// A program that takes the mail on standard input, `sendmail -i -f FROM -- TO`.
    Sendmail {
        /// The program.
        path: PathBuf,
        /// Limit on its run.
        timeout: Duration,
        /// A folder for the service alone, in which each mail becomes a complete file before the program is started.
        spool: PathBuf,
    },
    /// A folder: one `.eml` a mail, complete, renamed into place.
    Folder {
        /// Which.
        path: PathBuf,
    },
}

/// Opens the mailbox. No network is touched before the first call; a Maildir that is none is refused at once.
pub fn open_mailbox(config: &MailboxConfig) -> Result<Box<dyn Mailbox>, Failure> {
    Ok(match config {
        MailboxConfig::Imap { .. } => Box::new(imap::Imap::new(config)?),
        MailboxConfig::Maildir { path } => Box::new(maildir::Maildir::open(path)?),
    })
}

/// Claims the mailbox for the service of that address: two services on one Maildir would each take the other's mail away.
/// Held as long as the claim lives. IMAP knows no such claim; there the tests of reply addresses give a second service away.
///
/// # Errors
/// Another service of this address has it. A claim that cannot be made, as on some network file systems, is none.
pub fn claim(config: &MailboxConfig, address: &Address) -> Result<Option<File>, Failure> {
    let MailboxConfig::Maildir { path } = config else { return Ok(None) };
    let lock = path.join(format!(".kingpost-{}.lock", files::plain_name(&address.to_string())));
    let Ok(file) = File::options().write(true).create(true).truncate(false).mode(0o600).open(lock) else {
        return Ok(None);
    };
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(Failure {
            what: format!("another kingpost reads {} for {address}: stop it first", path.display()),
            retry_after: Duration::from_secs(60),
        }),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

/// Opens the courier. No network is touched before the first mail; a folder that cannot be made is refused at once.
pub fn open_courier(config: &CourierConfig) -> Result<Box<dyn Courier>, Failure> {
    Ok(match config {
        CourierConfig::Smtp { server, hello, .. } => Box::new(smtp::Smtp::new(server, hello)),
        CourierConfig::Sendmail { path, timeout, spool } => Box::new(sendmail::Sendmail::new(path, *timeout, spool)),
        CourierConfig::Folder { path } => Box::new(folder::Folder::open(path)?),
    })
}

/// Opens as many couriers as may work side by side: one a connection to an SMTP server, one of any other kind.
pub fn open_couriers(config: &CourierConfig) -> Result<Vec<Box<dyn Courier>>, Failure> {
    let number = if let CourierConfig::Smtp { connections, .. } = config { *connections } else { 1 };
    (0..number.max(1)).map(|_| open_courier(config)).collect()
}
