//! The file itself: who may read it, its schema, damage, copies, rows that make no sense.

use super::record;
use kingpost::store::{Lock, Locked, SCHEMA, Store, StoreError, backup};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

#[test]
fn files_are_for_the_service_alone() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let (store, ..) = record(&data);
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&data), 0o700);
    let _lock = Lock::take(&data).unwrap();
    for entry in std::fs::read_dir(&data).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
    assert!(matches!(Lock::take(&data), Err(Locked::Taken(_))), "one daemon, no second");
    drop(store);
}

#[test]
fn a_newer_schema_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    drop(record(folder.path()));
    let conn = rusqlite::Connection::open(Store::file(folder.path())).unwrap();
    conn.pragma_update(None, "user_version", SCHEMA + 1).unwrap();
    drop(conn);
    let error = Store::open(folder.path()).err().unwrap();
    assert_eq!(error, StoreError::Newer { found: SCHEMA + 1, known: SCHEMA });
    assert!(error.to_string().contains("install the newer kingpost"));
}

/// One byte changed in each of many places: found at the start, or on use, or harmless; never a panic, never another game.
#[test]
fn damage_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let (mut store, players, id) = record(folder.path());
    let whole: Vec<_> = store.read(|tx| tx.events(&id, u32::MAX)).unwrap();
    store.checkpoint().unwrap();
    drop(store);
    let file = Store::file(folder.path());
    let sound = std::fs::read(&file).unwrap();
    let mut refused = 0;
    for place in (16..sound.len()).step_by(997) {
        let mut bytes = sound.clone();
        bytes[place] ^= 0x55;
        std::fs::write(&file, &bytes).unwrap();
        match Store::open(folder.path()) {
            Err(error) => {
                let said = error.to_string();
                assert!(!said.contains("damaged") || said.contains("backup"), "{said}");
                refused += 1;
            }
            Ok(mut store) => {
                let events = store.read(|tx| tx.events(&id, u32::MAX));
                assert!(events.as_ref().map_or(true, |events| events == &whole || events.len() < whole.len() + 1));
                let _ = store.read(|tx| tx.player(players.first));
            }
        }
        for name in ["kingpost.db-wal", "kingpost.db-shm"] {
            let _ = std::fs::remove_file(folder.path().join(name));
        }
    }
    assert!(refused > 0, "no damage was found at all");
    std::fs::write(&file, b"this is no database, but long enough to be looked at as one, page by page").unwrap();
    assert!(matches!(Store::open(folder.path()), Err(StoreError::Damaged { .. })));
}

#[test]
fn rows_that_make_no_sense_are_errors_of_their_game() {
    let folder = tempfile::tempdir().unwrap();
    let (mut store, players, id) = record(folder.path());
    let conn = rusqlite::Connection::open(Store::file(folder.path())).unwrap();
    for fact in ["", "{}", r#"{"v":1,"is":"sold"}"#, r#"{"v":1,"is":"declined"}"#] {
        conn.execute("UPDATE events SET fact = ?1", [fact]).unwrap();
        let error = store.read(|tx| tx.game(&id)).err().unwrap();
        assert!(matches!(&error, StoreError::Corrupt { place, .. } if place.contains("kp-7f3k9")), "{error}");
    }
    conn.execute("UPDATE players SET settings = 'x' WHERE id = ?1", [players.first.0]).unwrap();
    assert!(store.read(|tx| tx.player(players.first)).is_err());
    assert!(store.read(|tx| tx.player(players.second)).is_ok(), "the others go on");
}

#[test]
fn a_backup_is_one_sound_file() {
    let folder = tempfile::tempdir().unwrap();
    let (_store, _, id) = record(&folder.path().join("data"));
    let copy = folder.path().join("kept/kingpost.db");
    std::fs::create_dir(folder.path().join("kept")).unwrap();
    backup(&folder.path().join("data"), &copy).unwrap();
    assert_eq!(std::fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(std::fs::read_dir(folder.path().join("kept")).unwrap().count(), 1);
    let mut restored = Store::open(&folder.path().join("kept")).unwrap();
    assert_eq!(restored.read(|tx| tx.events(&id, u32::MAX)).unwrap().len(), 1);
}

/// A copy of a large record takes many steps. Somebody writes all the while.
#[test]
fn a_backup_ends_although_the_record_is_written_to() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let (mut store, ..) = record(&data);
    store
        .write(|tx| (0..80_000).try_for_each(|number| tx.tally(&format!("{number:0100}"))))
        .and_then(|()| store.checkpoint())
        .unwrap();
    let ended = std::sync::atomic::AtomicBool::new(false);
    let copy = folder.path().join("copy.db");
    let writes = std::thread::scope(|threads| {
        let writer = threads.spawn(|| {
            let mut writes = 0;
            while writes < 3_000 && !ended.load(std::sync::atomic::Ordering::SeqCst) {
                store.write(|tx| tx.tally("written")).unwrap();
                writes += 1;
            }
            writes
        });
        backup(&data, &copy).unwrap();
        ended.store(true, std::sync::atomic::Ordering::SeqCst);
        writer.join().unwrap()
    });
    assert!(writes < 3_000, "the copy ended only when nobody wrote any more");
}
