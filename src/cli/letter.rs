/*!
Letters of made-up players, and our mails unpacked beside their `.eml`: what the demonstration and the gallery have in the
place of a mail program.
*/

use std::fs;
use std::path::{Path, PathBuf};

use crate::mail::{Address, Opened};

/// A letter as a mail program of a few lines writes it.
pub(super) struct Letter<'a> {
    /// The writer's name and address.
    pub from: (&'a str, &'a Address),
    /// Tells this letter from the writer's others.
    pub number: u32,
    /// Whom it is for.
    pub to: &'a Address,
    /// Its subject.
    pub subject: &'a str,
    /// Its text.
    pub body: &'a str,
    /// The Message-ID of what it answers.
    pub answers: Option<&'a str>,
}

impl Letter<'_> {
    /// What it is called, by its writer and number.
    pub fn name(&self) -> String {
        format!("{}-{:04}", self.from.0.to_lowercase(), self.number)
    }

    /// The mail as it goes over the wire.
    pub fn mail(&self) -> String {
        let (name, address) = self.from;
        let mut mail = format!("From: {name} <{address}>\nTo: <{}>\n", self.to);
        mail += &format!("Subject: {}\n", self.subject.replace(['\r', '\n'], " "));
        mail += &format!("Message-ID: <{}@{}>\nDate: Mon, 30 Nov 2026 10:00:00 +0000\n", self.name(), address.domain());
        if let Some(id) = self.answers {
            mail += &format!("In-Reply-To: <{id}>\nReferences: <{id}>\n");
        }
        mail += "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n";
        mail + self.body
    }
}

/// An answer's text as any mail program writes it: the words on top, the whole mail quoted below them.
pub(super) fn above_quotation(words: &str, to: &Opened) -> String {
    let quoted: String = to.text.lines().map(|line| format!("> {line}\n")).collect();
    format!("{words}\n\nOn Mon, 30 Nov 2026 at 10:00, Kingpost <{}> wrote:\n{quoted}", to.reply_to)
}

/// Writes the HTML and the pictures of the mail at `path` beside it, the pictures named in the HTML instead of their
/// Content-IDs. The first picture has the mail's own name; further ones end in their number.
pub(super) fn unpack(mail: &Opened, path: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut written = vec![path.to_path_buf()];
    let mut pictures = Vec::new();
    let mut html = mail.html.clone();
    for (place, image) in mail.images.iter().enumerate() {
        let kind = image.mime.rsplit('/').next().unwrap_or("png");
        let ending = if place == 0 { kind.to_owned() } else { format!("{}.{kind}", place + 1) };
        let picture = path.with_extension(ending);
        fs::write(&picture, &image.bytes)?;
        let name = picture.file_name().unwrap_or_default().to_string_lossy().into_owned();
        html = html.map(|html| html.replace(&format!("cid:{}", image.cid), &name));
        pictures.push(picture);
    }
    if let Some(html) = html {
        fs::write(path.with_extension("html"), html)?;
        written.push(path.with_extension("html"));
    }
    written.extend(pictures);
    Ok(written)
}
