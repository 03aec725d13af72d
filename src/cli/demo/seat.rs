/*!
A player's mail program, as small as it can be: it finds the mails that came, and answers them.

How its letters look stands in [`letter`].
*/

use crate::cli::letter::{self, Letter};
use crate::cli::{Failure, code};
use crate::mail::{self, Address, Opened};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// A mail and where it lies.
pub struct Received {
    /// The mail.
    pub mail: Opened,
    /// Its `.eml`.
    pub path: PathBuf,
}

/// One player's mail program.
pub struct Seat {
    /// The name in From.
    pub name: &'static str,
    address: Address,
    inbox: PathBuf,
    outbox: PathBuf,
    seen: BTreeSet<PathBuf>,
    written: u32,
}

impl Seat {
    /// `inbox` is the service's Maildir, `outbox` the folder its mails appear in.
    pub fn new(name: &'static str, address: Address, inbox: PathBuf, outbox: PathBuf) -> Seat {
        Seat { name, address, inbox, outbox, seen: BTreeSet::new(), written: 0 }
    }

    /// The player's address.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Mails for this player that came since the last look, oldest first.
    pub fn fresh(&mut self) -> Vec<Received> {
        let mut found: Vec<(std::time::SystemTime, PathBuf)> = fs::read_dir(&self.outbox)
            .map(|entries| entries.flatten().map(|entry| entry.path()).collect::<Vec<_>>())
            .unwrap_or_default()
            .into_iter()
            .filter(|path| path.extension().is_some_and(|e| e == "eml") && !self.seen.contains(path))
            .filter_map(|path| Some((path.metadata().ok()?.modified().ok()?, path)))
            .collect();
        found.sort();
        let mut mine = Vec::new();
        for (_, path) in found {
            let Some(mail) = fs::read(&path).ok().and_then(|bytes| mail::open(&bytes)) else { continue };
            self.seen.insert(path.clone());
            if mail.to == self.address {
                mine.push(Received { mail, path });
            }
        }
        mine
    }

    /// Writes a new mail.
    pub fn write(&mut self, to: &Address, subject: &str, words: &str) -> Result<(), Failure> {
        self.post(to, subject, &format!("{words}\n"), None)
    }

    /// Answers a mail.
    pub fn reply(&mut self, to: &Opened, words: &str) -> Result<(), Failure> {
        let body = letter::above_quotation(words, to);
        self.post(&to.reply_to, &format!("Re: {}", to.subject), &body, Some(&to.message_id))
    }

    fn post(&mut self, to: &Address, subject: &str, body: &str, answers: Option<&str>) -> Result<(), Failure> {
        self.written += 1;
        let letter = Letter { from: (self.name, &self.address), number: self.written, to, subject, body, answers };
        self.deliver(&letter.name(), &letter.mail()).map_err(|cause| {
            Failure::new(
                code::CANT_CREATE,
                format!("a mail cannot be written ({cause}); name another folder with --dir"),
            )
        })
    }

    /// Into the Maildir as the standard asks: written under `tmp`, then renamed into `new`.
    fn deliver(&self, name: &str, mail: &str) -> std::io::Result<()> {
        let tmp = self.inbox.join("tmp").join(name);
        fs::write(&tmp, mail)?;
        fs::rename(&tmp, self.inbox.join("new").join(name))
    }
}

/// Writes what a mail shows beside its `.eml`.
pub fn unpack(received: &Received) -> std::io::Result<Vec<PathBuf>> {
    letter::unpack(&received.mail, &received.path)
}
