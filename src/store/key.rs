/*!
The service's key, in a file of its own beside the database: a copy of the record alone opens no reply address.
*/

use super::{Store, StoreError};
use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Where the key lies.
pub fn key_file(data: &Path) -> PathBuf {
    data.join("kingpost.key")
}

/// The key in `data`; where there is none yet, the one `make` gives, written for the service alone.
///
/// # Errors
/// [`StoreError::KeyLost`] if the key is missing beside a record that has players: their reply addresses were made with it,
/// and a new one would void every one of them.
pub fn load_key(data: &Path, make: impl FnOnce() -> Result<[u8; 32], String>) -> Result<[u8; 32], StoreError> {
    let path = key_file(data);
    if !path.exists() {
        if has_players(data)? {
            return Err(StoreError::KeyLost { path: path.display().to_string() });
        }
        let key = make().map_err(|why| unusable(&path, &why))?;
        write(data, &path, &key).map_err(|why| unusable(&path, &why.to_string()))?;
    }
    read_key(data)
}

/// The key in `data`, which must be there.
pub fn read_key(data: &Path) -> Result<[u8; 32], StoreError> {
    let path = key_file(data);
    let meta = std::fs::metadata(&path).map_err(|why| unusable(&path, &why.to_string()))?;
    let mode = meta.permissions().mode() & 0o777;
    if mode & 0o077 != 0 {
        return Err(unusable(&path, &format!("its mode is {mode:04o} and others could read it: chmod 600 it")));
    }
    let text = std::fs::read_to_string(&path).map_err(|why| unusable(&path, &why.to_string()))?;
    let bytes = data_encoding::HEXLOWER_PERMISSIVE.decode(text.trim().as_bytes()).ok();
    let key = bytes.and_then(|bytes| <[u8; 32]>::try_from(bytes).ok());
    key.ok_or_else(|| {
        unusable(&path, "it is no key of 64 hexadecimal digits: put the copy from your backup in its place")
    })
}

/// Whether people are in the record. Robots get no mail, so nothing they have is made with the key.
fn has_players(data: &Path) -> Result<bool, StoreError> {
    if !Store::file(data).exists() {
        return Ok(false);
    }
    Store::look(data)?.read(|tx| Ok(tx.players()?.iter().any(|player| !player.robot)))
}

/// Beside it first, then renamed: a key cut short by a crash would void every reply address.
fn write(data: &Path, path: &Path, key: &[u8; 32]) -> std::io::Result<()> {
    let partial = data.join("kingpost.key.partial");
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&partial)?;
    writeln!(file, "{}", data_encoding::HEXLOWER.encode(key))?;
    file.sync_all()?;
    std::fs::rename(&partial, path)?;
    std::fs::File::open(data)?.sync_all()
}

fn unusable(path: &Path, why: &str) -> StoreError {
    StoreError::Unusable { path: path.display().to_string(), why: why.to_owned() }
}
