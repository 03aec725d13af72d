/*!
The lock on the data folder: one daemon, no second.
*/

use super::StoreError;
use super::open::make_folder;
use std::fs::{File, OpenOptions, TryLockError};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// Held as long as this lives; the system takes it back when the process ends, however it ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// Why the lock was not given.
#[derive(Debug, thiserror::Error)]
pub enum Locked {
    /// Another process has it.
    #[error("another kingpost works on {0}: stop it first, or name another data folder")]
    Taken(String),
    /// The file cannot be made.
    #[error("the lock in {0} cannot be made ({1}): make the service the folder's owner")]
    Failed(String, std::io::Error),
    /// The folder cannot be used.
    #[error(transparent)]
    Folder(#[from] StoreError),
}

impl Lock {
    /// Takes the lock of the folder `data`, made if absent.
    pub fn take(data: &Path) -> Result<Lock, Locked> {
        make_folder(data)?;
        let shown = || data.display().to_string();
        let file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .open(data.join("kingpost.lock"))
            .map_err(|error| Locked::Failed(shown(), error))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(Locked::Taken(shown())),
            Err(TryLockError::Error(error)) => Err(Locked::Failed(shown(), error)),
        }
    }
}
