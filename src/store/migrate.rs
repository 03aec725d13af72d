/*!
Brings the record to the newest schema: numbered steps, each in one transaction that also raises `user_version`.
A process killed in between leaves the old schema or the new, never one between.
*/

use super::StoreError;
use rusqlite::{Connection, TransactionBehavior};

/// The steps, in order; the first makes schema 1.
const STEPS: [&str; 13] = [
    include_str!("../../migrations/0001_initial.sql"),
    include_str!("../../migrations/0002_time.sql"),
    include_str!("../../migrations/0003_results.sql"),
    include_str!("../../migrations/0004_ratings.sql"),
    include_str!("../../migrations/0005_notes.sql"),
    include_str!("../../migrations/0006_watching.sql"),
    include_str!("../../migrations/0007_robots.sql"),
    include_str!("../../migrations/0008_barriers.sql"),
    include_str!("../../migrations/0009_seeks.sql"),
    include_str!("../../migrations/0010_bundles_and_erasure.sql"),
    include_str!("../../migrations/0011_queue.sql"),
    include_str!("../../migrations/0012_digests.sql"),
    include_str!("../../migrations/0013_rewound.sql"),
];

/// The newest schema this program knows.
pub const SCHEMA: i64 = STEPS.len() as i64;

/// `KPST`: tells our file from other SQLite files.
const APPLICATION: i64 = 0x4b50_5354;

/// Applies what is missing.
pub(super) fn run(conn: &mut Connection) -> Result<(), StoreError> {
    let found = version(conn)?;
    for (number, step) in (1_i64..).zip(STEPS) {
        if number <= found {
            continue;
        }
        let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Another process may have been quicker.
        if version(&tx)? < number {
            tx.execute_batch(step)?;
            tx.pragma_update(None, "user_version", number)?;
            tx.pragma_update(None, "application_id", APPLICATION)?;
        }
        tx.commit()?;
    }
    Ok(())
}

/// Refuses a record that is not at the newest schema, for those who only look.
pub(super) fn require(conn: &Connection) -> Result<(), StoreError> {
    match version(conn)? {
        SCHEMA => Ok(()),
        found => Err(StoreError::Trouble(format!(
            "its schema {found} is older than {SCHEMA}; start kingpost run once, which brings it up to date"
        ))),
    }
}

/// The file's schema; one newer than ours, or another program's file, is refused.
fn version(conn: &Connection) -> Result<i64, StoreError> {
    let found: i64 = conn.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let application: i64 = conn.pragma_query_value(None, "application_id", |row| row.get(0))?;
    if found > 0 && application != APPLICATION {
        return Err(StoreError::Trouble(
            "the file is not a database of kingpost's: name another data folder".to_owned(),
        ));
    }
    match found {
        found if found > SCHEMA => Err(StoreError::Newer { found, known: SCHEMA }),
        found => Ok(found),
    }
}
