/*!
`kingpost gallery`: every page in every language, for games of every shape, to look through.

Nothing is made up but the players and the clock: sample games ([`course`]) go through the real arbiter, record and
dispatch, and what comes out is written as `.eml`, `.html`, `.txt` and `.png`, with an `index.html` over it and an `inbox.html` that shows
what a list of mails shows. The same
program gives the same bytes.
*/

mod course;
mod inbox;
mod index;
mod service;

use std::fs;
use std::path::{Path, PathBuf};

use super::{Failure, code, letter, print};
use crate::language::Languages;
use crate::mail::Opened;
use crate::rules::{Variant, variants};

/// One game of each shape: the usual board, men of shogi, hands beside chessmen, the smallest board and the largest.
const SHAPES: [&Variant; 5] =
    [&variants::CHESS, &variants::SHOGI, &variants::LOOP, &variants::LOS_ALAMOS, &variants::GRAND];

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Where the pages go
    #[arg(long)]
    dir: PathBuf,
}

/// One mail of the gallery.
struct Sheet {
    /// The name of its files, without ending.
    name: String,
    /// Which game it is from.
    variant: &'static str,
    /// In which language.
    language: String,
    /// Whose mail it is.
    reader: &'static str,
    /// What it answers, if it answers a letter of its reader's.
    letter: String,
    mail: Opened,
}

impl Sheet {
    /// The file to open first: its HTML, or its text where its reader wants words alone.
    fn first_file(&self) -> String {
        format!("{}.{}", self.name, if self.mail.html.is_some() { "html" } else { "txt" })
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let dir = arguments.dir.as_path();
    fs::create_dir_all(dir).map_err(|cause| unwritten(dir, &cause))?;
    let languages = Languages::built_in()
        .map_err(|error| Failure::new(code::SOFTWARE, format!("the built-in languages are faulty ({error})")))?;
    let mut sheets = Vec::new();
    for variant in SHAPES {
        for language in languages.written() {
            for shown in course::play(variant, &language.code)? {
                let number = shown.number;
                let page = shown.mail.pages.first().map_or("page", String::as_str).to_owned();
                let name = format!("{}-{}-{number:02}-{page}", variant.key, language.code);
                write(dir, &name, &shown)?;
                let (reader, letter, mail) = (shown.reader, shown.letter, shown.mail);
                sheets.push(Sheet {
                    name,
                    variant: variant.key,
                    language: language.code.clone(),
                    reader,
                    letter,
                    mail,
                });
            }
        }
    }
    let inbox = dir.join("inbox.html");
    fs::write(&inbox, inbox::page(&sheets)).map_err(|cause| unwritten(&inbox, &cause))?;
    let index = dir.join("index.html");
    fs::write(&index, index::page(&sheets)).map_err(|cause| unwritten(&index, &cause))?;
    print(&format!("{} mails lie in {}; open {}\n", sheets.len(), dir.display(), index.display()))
}

fn write(dir: &Path, name: &str, shown: &course::Shown) -> Result<(), Failure> {
    let path = dir.join(format!("{name}.eml"));
    let text = format!("{}\n\n{}", shown.mail.subject, shown.mail.text.replace("\r\n", "\n"));
    fs::write(&path, &shown.bytes)
        .and_then(|()| fs::write(path.with_extension("txt"), text))
        .and_then(|()| letter::unpack(&shown.mail, &path).map(|_| ()))
        .map_err(|cause| unwritten(&path, &cause))
}

fn unwritten(path: &Path, cause: &std::io::Error) -> Failure {
    let sentence = format!("{} cannot be written ({cause}); name another folder with --dir", path.display());
    Failure::new(code::CANT_CREATE, sentence)
}
