/*!
Mails that were ours, each with its one outcome.
*/

use super::{StoreError, Tx};
use crate::game::Moment;
use rusqlite::{OptionalExtension, params};

impl Tx<'_> {
    /// What became of the letter of that digest, if it is known.
    pub fn letter_outcome(&self, digest: &[u8; 32]) -> Result<Option<String>, StoreError> {
        let mut statement = self.conn.prepare_cached("SELECT outcome FROM letters WHERE digest = ?1")?;
        Ok(statement.query_row([digest.as_slice()], |row| row.get(0)).optional()?)
    }

    /// Notes a letter and what became of it.
    pub fn note_letter(
        &self,
        digest: &[u8; 32],
        mailbox_key: &str,
        received_at: Moment,
        now: Moment,
        outcome: &str,
    ) -> Result<(), StoreError> {
        self.conn.prepare_cached("INSERT OR IGNORE INTO letters VALUES (?1, ?2, ?3, ?4, ?5)")?.execute(params![
            digest.as_slice(),
            mailbox_key,
            received_at.timestamp(),
            now.timestamp(),
            outcome
        ])?;
        Ok(())
    }

    /// Forgets letters noted before `before`.
    pub fn forget_letters(&self, before: Moment) -> Result<usize, StoreError> {
        Ok(self.conn.execute("DELETE FROM letters WHERE noted_at < ?1", [before.timestamp()])?)
    }
}
