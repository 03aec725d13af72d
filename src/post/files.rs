/*!
Writing files so that a crash leaves either all of them or none: temporary name, fsync, rename, fsync of the folder.
*/

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes `bytes` as `folder/name`, complete or not at all; a file of that name is replaced.
pub(super) fn write_whole(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    // Hidden while unfinished, so that nobody who looks for mails meets half of one.
    let unfinished = folder.join(format!(".{name}.part"));
    let mut file = File::create(&unfinished)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    fs::rename(&unfinished, folder.join(name))?;
    sync_folder(folder)
}

/// The text as part of a file's name: what is no letter, digit, dot or hyphen becomes its code.
pub(super) fn plain_name(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '@');
    text.chars().map(|c| if plain(c) { c.to_string() } else { format!("={:x}=", u32::from(c)) }).collect()
}

/// Makes a rename or a new file in this folder durable.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}
