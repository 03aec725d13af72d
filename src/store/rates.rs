/*!
How often limited things happened, and counters for the status.
*/

use super::{StoreError, Tx};
use crate::game::Moment;
use rusqlite::params;

impl Tx<'_> {
    /// How often `kind` happened to `who` after `since`.
    pub fn rate(&self, kind: &str, who: &str, since: Moment) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM rates WHERE kind = ?1 AND who = ?2 AND at > ?3";
        Ok(self.conn.prepare_cached(sql)?.query_row(params![kind, who, since.timestamp()], |row| row.get(0))?)
    }

    /// Notes that it happened.
    pub fn note_rate(&self, kind: &str, who: &str, now: Moment) -> Result<(), StoreError> {
        let sql = "INSERT INTO rates VALUES (?1, ?2, ?3)";
        self.conn.prepare_cached(sql)?.execute(params![kind, who, now.timestamp()])?;
        Ok(())
    }

    /// Forgets all of `kind` that happened to `who`.
    pub fn clear_rate(&self, kind: &str, who: &str) -> Result<(), StoreError> {
        self.conn.prepare_cached("DELETE FROM rates WHERE kind = ?1 AND who = ?2")?.execute([kind, who])?;
        Ok(())
    }

    /// Forgets what happened before `before`. Confirmations and introductions are counted for the life of an address, and a
    /// turn that was answered is remembered until `answered`.
    pub fn forget_rates(&self, before: Moment, answered: Moment) -> Result<usize, StoreError> {
        let sql = "DELETE FROM rates WHERE (at < ?1 AND kind NOT IN ('confirmation', 'introduction', 'answered'))
                   OR (at < ?2 AND kind = 'answered')";
        Ok(self.conn.execute(sql, [before.timestamp(), answered.timestamp()])?)
    }

    /// Counts one more of `name`.
    pub fn tally(&self, name: &str) -> Result<(), StoreError> {
        self.tally_by(name, 1)
    }

    /// Counts several at once.
    pub fn tally_by(&self, name: &str, count: i64) -> Result<(), StoreError> {
        let sql = "INSERT INTO tallies VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET count = count + excluded.count";
        self.conn.prepare_cached(sql)?.execute(rusqlite::params![name, count])?;
        Ok(())
    }

    /// All counters by name.
    pub fn tallies(&self) -> Result<Vec<(String, u64)>, StoreError> {
        let mut statement = self.conn.prepare("SELECT name, count FROM tallies ORDER BY name")?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)?)))?;
        rows.map(|row| row.map(|(name, count)| (name, count.max(0) as u64)).map_err(StoreError::from)).collect()
    }
}
