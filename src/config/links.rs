/*!
The two ends of the service: the mailbox it reads and the courier it sends by.
*/

use super::ConfigError;
use super::keys::Keys;
use super::secret::Source;
use crate::post::{CourierConfig, MailboxConfig, Server, Tls};
use chrono::TimeDelta;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A server as configured; the password is still where it was.
#[derive(Clone, Debug)]
pub struct Account {
    host: String,
    port: u16,
    tls: Tls,
    ca_file: Option<PathBuf>,
    user: Option<(String, Source)>,
    timeout: Duration,
}

/// `[mailbox]`.
#[derive(Clone, Debug)]
pub enum MailboxSection {
    /// An account on an IMAP server.
    Imap {
        /// Where.
        account: Account,
        /// What is read.
        folder: String,
        /// Where handled mail goes.
        done: String,
        /// Where mail set aside goes.
        failed: String,
        /// IDLE is renewed after this.
        idle: Duration,
    },
    /// A Maildir.
    Maildir(PathBuf),
}

/// `[courier]`.
#[derive(Clone, Debug)]
pub enum CourierSection {
    /// An SMTP server.
    Smtp {
        /// Where, and who we are there.
        account: Account,
        /// What we call ourselves in EHLO.
        hello: String,
        /// How many connections it may have at once.
        connections: u32,
    },
    /// A program.
    Sendmail(PathBuf, Duration),
    /// A folder.
    Folder(PathBuf),
}

#[derive(Clone, Copy)]
enum MailboxKind {
    Imap,
    Maildir,
}

#[derive(Clone, Copy)]
enum CourierKind {
    Smtp,
    Sendmail,
    Folder,
}

impl MailboxSection {
    pub(super) fn read(mut keys: Keys, base: &Path) -> Result<MailboxSection, ConfigError> {
        let section = match kind(&mut keys, &[("imap", MailboxKind::Imap), ("maildir", MailboxKind::Maildir)])? {
            MailboxKind::Imap => MailboxSection::Imap {
                account: Account::read(&mut keys, base, Tls::Implicit, 993, 143)?,
                folder: keys.text("folder")?.unwrap_or_else(|| "INBOX".to_owned()),
                done: keys.text("done")?.unwrap_or_else(|| "Kingpost/Done".to_owned()),
                failed: keys.text("failed")?.unwrap_or_else(|| "Kingpost/Failed".to_owned()),
                idle: seconds(keys.span("idle", TimeDelta::minutes(9))?),
            },
            MailboxKind::Maildir => MailboxSection::Maildir(base.join(keys.required("path", "mail/inbox")?)),
        };
        keys.finish()?;
        Ok(section)
    }

    /// Files and folders that no program but the service is to see.
    pub(super) fn kept(&self) -> Vec<PathBuf> {
        match self {
            MailboxSection::Imap { account, .. } => account.kept(),
            MailboxSection::Maildir(path) => vec![path.clone()],
        }
    }

    /// With its password fetched; `mail_bytes` is the largest mail to be taken whole.
    pub fn open(&self, mail_bytes: usize) -> Result<MailboxConfig, ConfigError> {
        Ok(match self {
            MailboxSection::Imap { account, folder, done, failed, idle } => MailboxConfig::Imap {
                server: account.open()?,
                folder: folder.clone(),
                done: done.clone(),
                failed: failed.clone(),
                idle: *idle,
                mail_bytes: mail_bytes as u64,
            },
            MailboxSection::Maildir(path) => MailboxConfig::Maildir { path: path.clone() },
        })
    }
}

impl CourierSection {
    pub(super) fn read(mut keys: Keys, base: &Path, domain: &str) -> Result<CourierSection, ConfigError> {
        let kinds = [("smtp", CourierKind::Smtp), ("sendmail", CourierKind::Sendmail), ("folder", CourierKind::Folder)];
        let section = match kind(&mut keys, &kinds)? {
            CourierKind::Smtp => {
                let account = Account::read(&mut keys, base, Tls::StartTls, 465, 587)?;
                let hello = keys.text("hello")?.unwrap_or_else(|| domain.to_owned());
                let connections = keys.number("connections", 2, 1, 20)? as u32;
                CourierSection::Smtp { account, hello, connections }
            }
            CourierKind::Sendmail => {
                let path = keys.text("path")?.unwrap_or_else(|| "/usr/sbin/sendmail".to_owned());
                CourierSection::Sendmail(base.join(path), seconds(keys.span("timeout", TimeDelta::seconds(60))?))
            }
            CourierKind::Folder => CourierSection::Folder(base.join(keys.required("path", "mail/outbox")?)),
        };
        keys.finish()?;
        Ok(section)
    }

    /// Files and folders that no program but the service is to see.
    pub(super) fn kept(&self) -> Vec<PathBuf> {
        match self {
            CourierSection::Smtp { account, .. } => account.kept(),
            CourierSection::Sendmail(..) => Vec::new(),
            CourierSection::Folder(path) => vec![path.clone()],
        }
    }

    /// With its password fetched; `data` is the folder for the service alone.
    pub fn open(&self, data: &Path) -> Result<CourierConfig, ConfigError> {
        Ok(match self {
            CourierSection::Smtp { account, hello, connections } => {
                CourierConfig::Smtp { server: account.open()?, hello: hello.clone(), connections: *connections }
            }
            CourierSection::Sendmail(path, timeout) => {
                CourierConfig::Sendmail { path: path.clone(), timeout: *timeout, spool: data.to_owned() }
            }
            CourierSection::Folder(path) => CourierConfig::Folder { path: path.clone() },
        })
    }
}

impl Account {
    /// `encrypted` and `plain` are the usual ports with implicit TLS and without.
    fn read(keys: &mut Keys, base: &Path, tls: Tls, encrypted: u16, plain: u16) -> Result<Account, ConfigError> {
        let host = keys.required("host", "mail.example.org")?;
        let tls = match keys.word("tls", &["implicit", "starttls", "none"])? {
            Some("implicit") => Tls::Implicit,
            Some("starttls") => Tls::StartTls,
            Some(_) => Tls::None,
            None => tls,
        };
        if tls == Tls::None && !is_loopback(&host) {
            let wanted = "\"implicit\" or \"starttls\"; \"none\" is for a server on this machine only";
            return Err(keys.wrong("tls", &toml::Value::String("none".to_owned()), wanted));
        }
        let usual = if tls == Tls::Implicit { encrypted } else { plain };
        let port = keys.number("port", u64::from(usual), 1, 65_535)? as u16;
        let ca_file = keys.text("ca_file")?.map(|path| base.join(path));
        let timeout = seconds(keys.span("timeout", TimeDelta::seconds(60))?);
        let section = keys.section().to_owned();
        if keys.has("oauth2") {
            return Err(ConfigError::new(format!(
                "[{section}.oauth2] is not carried out by this version: use an application password in password_file"
            )));
        }
        let source = Source::read(keys, base)?;
        let user = match (keys.text("user")?, source) {
            (Some(user), Some(source)) => Some((user, source)),
            (None, None) => None,
            (Some(_), None) => return Err(half(&section, "user", "password_file")),
            (None, Some(_)) => return Err(half(&section, "a password", "user")),
        };
        Ok(Account { host, port, tls, ca_file, user, timeout })
    }

    fn kept(&self) -> Vec<PathBuf> {
        match &self.user {
            Some((_, Source::File(path))) => vec![path.clone()],
            Some((_, Source::Shell(_) | Source::Variable(_) | Source::Credential(_))) | None => Vec::new(),
        }
    }

    fn open(&self) -> Result<Server, ConfigError> {
        let login = match &self.user {
            Some((user, source)) => Some((user.clone(), source.fetch(self.timeout)?)),
            None => None,
        };
        if let Some(path) = self.ca_file.as_ref().filter(|path| std::fs::File::open(path).is_err()) {
            let shown = path.display();
            return Err(ConfigError::new(format!(
                "`ca_file = \"{shown}\"` cannot be read: correct the path or leave it out"
            )));
        }
        Ok(Server {
            host: self.host.clone(),
            port: self.port,
            tls: self.tls,
            ca_file: self.ca_file.clone(),
            login,
            timeout: self.timeout,
        })
    }
}

fn half(section: &str, given: &str, missing: &str) -> ConfigError {
    ConfigError::new(format!("[{section}] has {given} but no `{missing}`: a login needs both"))
}

/// What the key `kind` of a section says, of the kinds there are.
fn kind<K: Copy>(keys: &mut Keys, kinds: &[(&'static str, K)]) -> Result<K, ConfigError> {
    let section = keys.section().to_owned();
    let words: Vec<&'static str> = kinds.iter().map(|(word, _)| *word).collect();
    let said = keys.word("kind", &words)?;
    let found = kinds.iter().find(|(word, _)| said == Some(*word)).map(|(_, kind)| *kind);
    found.ok_or_else(|| {
        ConfigError::new(format!("`kind` is missing in [{section}]: add kind = \"…\", one of {}", words.join(", ")))
    })
}

fn is_loopback(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

fn seconds(delta: TimeDelta) -> Duration {
    delta.to_std().unwrap_or(Duration::from_secs(60))
}
