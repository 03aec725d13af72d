/*!
Who may have written the configuration file. It names programs that the service runs and servers that get its passwords, so
a file that others can change is refused.
*/

use super::ConfigError;
use std::fs::{File, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// In a folder with this bit only a file's owner can replace the file.
const STICKY: u32 = 0o1000;
/// Writable for the group or for everybody.
const OTHERS_WRITE: u32 = 0o022;

/// Refuses a file, opened from `path`, that somebody other than root and the user we run as can change or replace.
pub(super) fn check(path: &Path, file: &File) -> Result<(), ConfigError> {
    let shown = path.display();
    let unknown = |cause: std::io::Error| {
        ConfigError::new(format!("nobody can tell who may change {shown} ({cause}): correct the path"))
    };
    let meta = file.metadata().map_err(unknown)?;
    if let Some(other) = stranger(&meta) {
        return Err(ConfigError::new(format!(
            "{shown} belongs to user {other}, who can change what the service runs: chown it to the service's user or to root"
        )));
    }
    if meta.mode() & OTHERS_WRITE != 0 {
        let mode = meta.mode() & 0o777;
        return Err(ConfigError::new(format!(
            "{shown} has mode {mode:04o}, so others can change what the service runs: chmod go-w {shown}"
        )));
    }
    let real = path.canonicalize().map_err(unknown)?;
    for folder in [path.parent(), real.parent()].into_iter().flatten() {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let meta = folder.metadata().map_err(unknown)?;
        let open = meta.mode() & OTHERS_WRITE != 0 && meta.mode() & STICKY == 0;
        if open || stranger(&meta).is_some() {
            return Err(ConfigError::new(format!(
                "others can write into {0}, and so put another file in the place of {shown}: make {0} the service's or \
                 root's, and chmod go-w it",
                folder.display()
            )));
        }
    }
    Ok(())
}

/// The owner, if it is neither root nor the user we run as.
fn stranger(meta: &Metadata) -> Option<u32> {
    let own = rustix::process::geteuid().as_raw();
    Some(meta.uid()).filter(|owner| *owner != 0 && *owner != own)
}
