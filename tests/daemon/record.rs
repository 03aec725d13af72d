//! A record so large that the service does not wait until all of it was read.

use super::{Service, terminate};
use kingpost::store::CHECKED_AT_START;
use std::time::{Duration, Instant};

/// Waits until the service has started so many times.
fn started(service: &Service, times: usize) {
    let begun = Instant::now();
    while service.log().matches("kingpost runs").count() < times {
        assert!(begun.elapsed() < Duration::from_secs(60), "{}", service.log());
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A record that is too large to be read before the start is read while the service runs.
#[test]
fn damage_of_a_large_record_ends_the_service() {
    let service = Service::new();
    let mut child = service.start();
    started(&service, 1);
    assert_eq!(terminate(&mut child), Some(0));
    let file = service.folder.path().join("data/kingpost.db");
    let record = rusqlite::Connection::open(&file).unwrap();
    record.execute("INSERT INTO tallies VALUES (hex(zeroblob(?1)), 1)", [CHECKED_AT_START as i64 / 2 + 1]).unwrap();
    record.execute("DELETE FROM tallies", []).unwrap();
    let (page, size): (i64, i64) = record
        .query_row(
            "SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE name = 'results_by_second'",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .unwrap();
    drop(record);
    let sound = std::fs::read(&file).unwrap();
    assert!(sound.len() as u64 > CHECKED_AT_START);
    let mut child = service.start();
    started(&service, 2);
    assert_eq!(terminate(&mut child), Some(0), "{}", service.log());
    let mut bytes = sound;
    bytes[usize::try_from((page - 1) * size).unwrap()] = 0x77;
    std::fs::write(&file, bytes).unwrap();
    let output = service.command("run").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(65), "{said}");
    assert!(said.contains("kingpost runs") && said.contains("damaged") && said.contains("backup"), "{said}");
}
