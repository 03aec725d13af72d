/*!
The courier that writes files: one `.eml` a mail, complete, renamed into place.

The file's name comes from the Message-ID, so a mail handed over twice is one file.
*/

use super::{Courier, Failure, files};
use crate::mail::{Delivery, Envelope};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Leaves room for `.eml`, the leading dot and `.part` within the 255 bytes of a file name.
const NAME_CHARS: usize = 180;

pub(super) struct Folder {
    path: PathBuf,
}

impl Folder {
    pub(super) fn open(path: &Path) -> Result<Folder, Failure> {
        std::fs::create_dir_all(path).map_err(|e| Failure {
            what: format!("cannot make the folder {}: {e}", path.display()),
            retry_after: Duration::from_secs(60),
        })?;
        Ok(Folder { path: path.to_owned() })
    }
}

impl Courier for Folder {
    fn send(&mut self, _: &Envelope, message_id: &str, mail: &[u8]) -> Delivery {
        match files::write_whole(&self.path, &file_name(message_id), mail) {
            Ok(()) => Delivery::Accepted,
            Err(e) => {
                Delivery::Delayed { reason: format!("cannot write into {}: {e}", self.path.display()), account: true }
            }
        }
    }

    fn describe(&mut self) -> Result<String, Failure> {
        let probe = ".kingpost-probe";
        files::write_whole(&self.path, probe, b"").and_then(|()| std::fs::remove_file(self.path.join(probe))).map_err(
            |e| Failure {
                what: format!("cannot write into {}: {e}", self.path.display()),
                retry_after: Duration::from_secs(60),
            },
        )?;
        Ok(format!("folder {}, writable", self.path.display()))
    }
}

/// Two Message-IDs never share a name: one that does not fit as it is carries its digest.
fn file_name(message_id: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '@' | '.' | '-' | '_' | '+' | '=');
    let id = message_id.trim_matches(['<', '>']);
    if !id.is_empty() && id.len() <= NAME_CHARS && !id.starts_with('.') && id.chars().all(plain) {
        return format!("{id}.eml");
    }
    let digest = Sha256::digest(id.as_bytes());
    let mark: String = digest.iter().take(16).map(|b| format!("{b:02x}")).collect();
    let kept: String = id.chars().map(|c| if plain(c) { c } else { '_' }).take(NAME_CHARS - 40).collect();
    format!("{}~{mark}.eml", kept.trim_start_matches('.'))
}
