/*!
A player's mail program, as small as it can be: it finds the mails that came, and answers them.

An answer is what any mail program sends: the words on top, the whole mail quoted below them.
*/

use crate::cli::{Failure, code};
use crate::mail::{self, Address, Opened};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

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
        let quoted: String = to.text.lines().map(|line| format!("> {line}\n")).collect();
        let body = format!("{words}\n\nOn Mon, 30 Nov 2026 at 10:00, Kingpost <{}> wrote:\n{quoted}", to.reply_to);
        self.post(&to.reply_to, &format!("Re: {}", to.subject), &body, Some(&to.message_id))
    }

    fn post(&mut self, to: &Address, subject: &str, body: &str, answers: Option<&str>) -> Result<(), Failure> {
        self.written += 1;
        let host = self.address.domain();
        let name = format!("{}-{:04}", self.name.to_lowercase(), self.written);
        let mut mail = format!("From: {} <{}>\nTo: <{to}>\n", self.name, self.address);
        mail += &format!("Subject: {}\n", subject.replace(['\r', '\n'], " "));
        mail += &format!("Message-ID: <{name}@{host}>\nDate: Mon, 30 Nov 2026 10:00:00 +0000\n");
        if let Some(id) = answers {
            mail += &format!("In-Reply-To: <{id}>\nReferences: <{id}>\n");
        }
        mail += "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n";
        mail += body;
        self.deliver(&name, &mail).map_err(|cause| {
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

/// Writes the HTML and the picture of a mail beside its `.eml`, the picture named in the HTML instead of its Content-ID.
pub fn unpack(received: &Received) -> std::io::Result<Vec<PathBuf>> {
    let beside = |ending: &str| -> PathBuf { Path::new(&received.path).with_extension(ending) };
    let mut written = vec![received.path.clone()];
    let picture = beside("png");
    let mut html = received.mail.html.clone();
    for image in received.mail.images.iter().take(1) {
        fs::write(&picture, &image.bytes)?;
        let name = picture.file_name().unwrap_or_default().to_string_lossy().into_owned();
        html = html.map(|html| html.replace(&format!("cid:{}", image.cid), &name));
    }
    if let Some(html) = html {
        fs::write(beside("html"), html)?;
        written.push(beside("html"));
    }
    if !received.mail.images.is_empty() {
        written.push(picture);
    }
    Ok(written)
}
