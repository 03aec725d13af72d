/*!
THE RECORD, SQLite. The only room with SQL.

[`Store::write`] is the one way to change anything: an IMMEDIATE transaction, committed as a whole or not at all, and on
disk when it returns (`synchronous=FULL`). Secrets in reply addresses are kept as hashes only.

This room does not know what any of it means, and judges nothing.
*/

mod barriers;
mod bundles;
mod erase;
mod games;
mod key;
mod leave;
mod letters;
mod lock;
mod marks;
mod migrate;
mod notes;
mod open;
mod outbox;
mod players;
mod questions;
mod rates;
mod ratings;
mod results;
mod seeks;
mod tokens;
mod watching;
pub mod wire;

pub use games::GameRow;
pub use key::{key_file, load_key, read_key};
pub use lock::{Lock, Locked};
pub use marks::Mark;
pub use migrate::SCHEMA;
pub use open::{CHECKED_AT_START, Store, Tx, backup};
pub use outbox::{Mail, NewMail, Queue, State};
pub use questions::Question;
pub use seeks::SeekEnd;
pub use tokens::TokenRow;

/// The record cannot be used as asked. Each says in one sentence what is wrong and, where somebody can help, how.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The disk or the database engine failed; trying again may help.
    #[error("the database cannot be used now: {0}")]
    Trouble(String),
    /// A row makes no sense.
    #[error("the record of {place} does not make sense ({why}): restore a backup or ask the authors")]
    Corrupt {
        /// Which game, player or mail.
        place: String,
        /// What is wrong.
        why: String,
    },
    /// Made by a newer program.
    #[error(
        "the database has schema {found}, this program knows {known}: install the newer kingpost, or restore the backup made before it"
    )]
    Newer {
        /// In the file.
        found: i64,
        /// The newest known.
        known: i64,
    },
    /// The file is damaged.
    #[error(
        "the database {path} is damaged ({why}): stop, keep the file, and put the newest backup in its place (kingpost backup makes them)"
    )]
    Damaged {
        /// Which file.
        path: String,
        /// What the check said.
        why: String,
    },
    /// The key is missing, and the record has players.
    #[error(
        "{path} is missing, but the record has players whose reply addresses were made with it: put the copy from your backup in its place"
    )]
    KeyLost {
        /// Where it should be.
        path: String,
    },
    /// Folder or file cannot be used at all.
    #[error("{path} cannot be used ({why}): see that the service owns it and may write there")]
    Unusable {
        /// Which.
        path: String,
        /// What the system said.
        why: String,
    },
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Trouble(error.to_string())
    }
}

impl StoreError {
    /// A row of `place` that cannot be read.
    fn corrupt(place: impl std::fmt::Display, why: impl std::fmt::Display) -> StoreError {
        StoreError::Corrupt { place: place.to_string(), why: why.to_string() }
    }
}
