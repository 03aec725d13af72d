/*!
Moments of the service itself.
*/

use super::games::moment;
use super::{StoreError, Tx};
use crate::game::Moment;
use rusqlite::{OptionalExtension, params};

/// Which moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Every mail that came in before that moment has been read.
    Read,
    /// When the mailbox was last looked through. Mails that could not be fetched then hold back [`Mark::Read`] alone.
    Looked,
    /// Outages have been taken from the clocks up to then.
    Credited,
}

impl Mark {
    const fn key(self) -> &'static str {
        match self {
            Mark::Read => "read",
            Mark::Looked => "looked",
            Mark::Credited => "credited",
        }
    }
}

impl Tx<'_> {
    /// The moment, if it was ever set.
    pub fn mark(&self, mark: Mark) -> Result<Option<Moment>, StoreError> {
        let sql = "SELECT at FROM marks WHERE name = ?1";
        let at: Option<i64> = self.conn.prepare_cached(sql)?.query_row([mark.key()], |row| row.get(0)).optional()?;
        at.map(|at| moment(at).map_err(|why| StoreError::corrupt("the marks", why))).transpose()
    }

    /// When the mailbox was last looked through, if it ever was.
    pub fn looked(&self) -> Result<Option<Moment>, StoreError> {
        // Records made before there were two marks have only the one.
        Ok(self.mark(Mark::Looked)?.max(self.mark(Mark::Read)?))
    }

    /// Sets it.
    pub fn set_mark(&self, mark: Mark, at: Moment) -> Result<(), StoreError> {
        let sql = "INSERT INTO marks VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET at = excluded.at";
        self.conn.prepare_cached(sql)?.execute(params![mark.key(), at.timestamp()])?;
        Ok(())
    }
}
