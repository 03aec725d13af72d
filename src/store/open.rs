/*!
Opening the record, and the two ways to use it: reading and writing.
*/

use super::{StoreError, migrate};
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};
use std::fs::{DirBuilder, OpenOptions, Permissions};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A place in [`Store::write`] where tests may let it fail: `begin`, `commit` (before it), `committed` (after it).
pub type Probe = Arc<dyn Fn(&'static str) -> Result<(), StoreError> + Send + Sync>;

/// The largest record, in bytes, that is checked as a whole before it is used: less than a second of reading.
pub const CHECKED_AT_START: u64 = 64 << 20;

/// So many steps of SQLite lie between two looks whether an examination is to end.
const STEPS_BETWEEN: i32 = 100_000;

/// One connection to the record.
pub struct Store {
    conn: Connection,
    path: PathBuf,
    probe: Option<Probe>,
}

/// The record inside a transaction.
pub struct Tx<'a> {
    pub(super) conn: &'a Connection,
}

impl Store {
    /// The database file in `data`.
    pub fn file(data: &Path) -> PathBuf {
        data.join("kingpost.db")
    }

    /// Opens the record in `data`, made if absent and brought to the newest schema. A record of up to [`CHECKED_AT_START`]
    /// bytes is checked as a whole; a larger one is for [`Store::examine`], since nobody can wait that long for a start.
    pub fn open(data: &Path) -> Result<Store, StoreError> {
        make_folder(data)?;
        let path = Store::file(data);
        make_file(&path)?;
        let mut store = Store::connect(data)?;
        migrate::run(&mut store.conn).map_err(|error| store.explain(error))?;
        if !store.is_large() {
            store.examine(|| false)?;
        }
        Ok(store)
    }

    /// A further connection to a record that [`Store::open`] has opened.
    pub fn connect(data: &Path) -> Result<Store, StoreError> {
        let path = Store::file(data);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let conn = Connection::open_with_flags(&path, flags)
            .map_err(|error| StoreError::Unusable { path: path.display().to_string(), why: error.to_string() })?;
        let store = Store { conn, path, probe: None };
        store.prepare().map_err(|error| store.explain(error.into()))?;
        Ok(store)
    }

    /// For looking only: the file must exist and is never changed.
    pub fn look(data: &Path) -> Result<Store, StoreError> {
        let path = Store::file(data);
        if !path.exists() {
            let why = "there is no database yet; start kingpost run once".to_owned();
            return Err(StoreError::Unusable { path: path.display().to_string(), why });
        }
        let store = Store::connect(data)?;
        migrate::require(&store.conn).map_err(|error| store.explain(error))?;
        store.conn.pragma_update(None, "query_only", true)?;
        Ok(store)
    }

    /// Lets `probe` fail chosen calls; for tests of what a failure leaves behind.
    pub fn set_probe(&mut self, probe: Probe) {
        self.probe = Some(probe);
    }

    /// Changes the record: all that `work` does, or, if it fails, nothing.
    pub fn write<T, E: From<StoreError>>(&mut self, work: impl FnOnce(&Tx) -> Result<T, E>) -> Result<T, E> {
        let probe = self.probe.clone();
        let ask = |place| probe.as_ref().map_or(Ok(()), |probe| probe(place)).map_err(E::from);
        ask("begin")?;
        let tx = self.conn.transaction_with_behavior(TransactionBehavior::Immediate).map_err(trouble)?;
        let value = work(&Tx { conn: &tx })?;
        ask("commit")?;
        tx.commit().map_err(trouble)?;
        ask("committed")?;
        Ok(value)
    }

    /// Looks at the record as it stands at one moment.
    pub fn read<T, E: From<StoreError>>(&mut self, work: impl FnOnce(&Tx) -> Result<T, E>) -> Result<T, E> {
        let tx = self.conn.transaction_with_behavior(TransactionBehavior::Deferred).map_err(trouble)?;
        work(&Tx { conn: &tx })
    }

    /// Writes the write-ahead log back and empties it: for a shutdown that leaves one file, and so that what was erased is
    /// not in the log any more.
    pub fn checkpoint(&self) -> Result<(), StoreError> {
        let busy: i64 = self.conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
        match busy {
            0 => Ok(()),
            _ => Err(StoreError::Trouble("its log could not be emptied, as somebody reads it".to_owned())),
        }
    }

    fn prepare(&self) -> rusqlite::Result<()> {
        self.conn.busy_timeout(Duration::from_secs(40))?;
        self.conn.query_row("PRAGMA journal_mode = WAL", [], |row| row.get::<_, String>(0))?;
        self.conn.execute_batch(
            "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;
             PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA journal_size_limit = 16777216;
             PRAGMA temp_store = MEMORY;",
        )?;
        self.conn.set_prepared_statement_cache_capacity(64);
        Ok(())
    }

    /// Whether the record is too large to be checked before the service starts.
    pub fn is_large(&self) -> bool {
        std::fs::metadata(&self.path).is_ok_and(|file| file.len() > CHECKED_AT_START)
    }

    /// Reads the whole record and looks for damage, until `stop` says so: then nothing is said about what was not read.
    ///
    /// # Errors
    ///
    /// [`StoreError::Damaged`], with what was found first.
    pub fn examine(&mut self, mut stop: impl FnMut() -> bool + Send + 'static) -> Result<(), StoreError> {
        let asked = Arc::new(AtomicBool::new(false));
        let said = Arc::clone(&asked);
        let ask = move || {
            let stops = stop();
            said.fetch_or(stops, Ordering::SeqCst);
            stops
        };
        self.conn.progress_handler(STEPS_BETWEEN, Some(ask))?;
        let verdict: Result<String, _> = self.conn.query_row("PRAGMA quick_check(1)", [], |row| row.get(0));
        self.conn.progress_handler(0, None::<fn() -> bool>)?;
        match verdict {
            Err(_) if asked.load(Ordering::SeqCst) => Ok(()),
            Ok(verdict) if verdict == "ok" => Ok(()),
            Ok(why) => Err(StoreError::Damaged { path: self.path.display().to_string(), why }),
            Err(error) => Err(self.explain(error.into())),
        }
    }

    /// Tells damage and a read-only disk from trouble that passes.
    fn explain(&self, error: StoreError) -> StoreError {
        let StoreError::Trouble(why) = error else { return error };
        let path = self.path.display().to_string();
        // The only place that asks the engine's words: rusqlite's code is gone once the error is a sentence.
        if why.contains("malformed") || why.contains("not a database") {
            StoreError::Damaged { path, why }
        } else if why.contains("readonly") || why.contains("unable to open") {
            StoreError::Unusable { path, why }
        } else {
            StoreError::Trouble(why)
        }
    }
}

/// Copies the record of `data` to `to` while others use it: written beside it, checked, then renamed into place.
pub fn backup(data: &Path, to: &Path) -> Result<(), StoreError> {
    let source = Store::look(data)?;
    let unusable = |path: &Path, why: String| StoreError::Unusable { path: path.display().to_string(), why };
    let mut name = to.file_name().ok_or_else(|| unusable(to, "it names no file".to_owned()))?.to_owned();
    name.push(".partial");
    let partial = to.with_file_name(name);
    let _ = std::fs::remove_file(&partial);
    make_file(&partial)?;
    let mut target = Connection::open(&partial).map_err(|error| unusable(&partial, error.to_string()))?;
    // Within one read transaction the copy is of one moment, and does not begin anew whenever somebody writes.
    let moment = source.conn.unchecked_transaction()?;
    moment.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))?;
    let copy = rusqlite::backup::Backup::new(&moment, &mut target)?;
    copy.run_to_completion(1000, Duration::from_millis(5), None)?;
    drop(copy);
    drop(moment);
    // A copy of a WAL database would want its log beside it; one file is easier to carry.
    target.query_row("PRAGMA journal_mode = DELETE", [], |row| row.get::<_, String>(0))?;
    let verdict: String = target.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if verdict != "ok" {
        return Err(StoreError::Damaged { path: partial.display().to_string(), why: verdict });
    }
    target.close().map_err(|(_, error)| StoreError::from(error))?;
    let sync = || -> std::io::Result<()> {
        std::fs::File::open(&partial)?.sync_all()?;
        std::fs::rename(&partial, to)?;
        std::fs::File::open(to.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new(".")))?.sync_all()
    };
    sync().map_err(|error| unusable(to, error.to_string()))
}

/// The error of a failed call; a full disk and a locked file pass, so they are trouble like the rest.
fn trouble(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => {
            StoreError::Trouble("the disk is full: make room, work goes on by itself".to_owned())
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            StoreError::Trouble("another process holds it: work goes on when it lets go".to_owned())
        }
        _ => StoreError::from(error),
    }
}

/// The data folder, mode 0700.
pub(super) fn make_folder(data: &Path) -> Result<(), StoreError> {
    let unusable =
        |why: std::io::Error| StoreError::Unusable { path: data.display().to_string(), why: why.to_string() };
    DirBuilder::new().recursive(true).mode(0o700).create(data).map_err(unusable)?;
    let mode = std::fs::metadata(data).map_err(unusable)?.permissions().mode();
    if mode & 0o077 != 0 {
        std::fs::set_permissions(data, Permissions::from_mode(0o700)).map_err(unusable)?;
    }
    Ok(())
}

/// An empty file of mode 0600; SQLite gives its log and its shared memory the same mode.
fn make_file(path: &Path) -> Result<(), StoreError> {
    let unusable =
        |why: std::io::Error| StoreError::Unusable { path: path.display().to_string(), why: why.to_string() };
    let opened =
        OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(path).map_err(unusable)?;
    if opened.metadata().map_err(unusable)?.permissions().mode() & 0o077 != 0 {
        std::fs::set_permissions(path, Permissions::from_mode(0o600)).map_err(unusable)?;
    }
    Ok(())
}
