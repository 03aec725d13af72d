/*!
Open seeks, and what became of others.
*/

use super::games::moment;
use super::{StoreError, Tx, wire};
use crate::club::{Colour, RatingRange, Seek};
use crate::game::{Moment, PlayerId, Terms};
use crate::rules::Side;
use rusqlite::{Params, params};

/// What becomes of a seek.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeekEnd {
    /// Somebody plays.
    Taken,
    /// Its player seeks no more.
    Cancelled,
    /// Its time is up.
    Closed,
}

impl Tx<'_> {
    /// Opens a seek.
    pub fn open_seek(
        &self,
        player: PlayerId,
        terms: &Terms,
        colour: Colour,
        range: RatingRange,
        now: Moment,
        closes_at: Moment,
    ) -> Result<(), StoreError> {
        let colour = match colour {
            Colour::First => Some(Side::First.key()),
            Colour::Second => Some(Side::Second.key()),
            Colour::Random => None,
        };
        let sql = "INSERT INTO seeks (player, terms, colour, opened_at, closes_at, state)
                   VALUES (?1, ?2, ?3, ?4, ?5, 'open')";
        let (opened, closes) = (now.timestamp(), closes_at.timestamp());
        self.conn.prepare_cached(sql)?.execute(params![
            player.0,
            wire::write_sought(terms, range),
            colour,
            opened,
            closes
        ])?;
        Ok(())
    }

    /// Seeks that stand at `now`, the oldest first.
    pub fn open_seeks(&self, now: Moment) -> Result<Vec<Seek>, StoreError> {
        self.seeks("state = 'open' AND closes_at > ?1 ORDER BY id", [now.timestamp()])
    }

    /// Open seeks whose time is up at `now`.
    pub fn due_seeks(&self, now: Moment) -> Result<Vec<Seek>, StoreError> {
        self.seeks("state = 'open' AND closes_at <= ?1 ORDER BY id", [now.timestamp()])
    }

    /// The seek of that number, whatever became of it.
    pub fn seek(&self, number: u32) -> Result<Option<Seek>, StoreError> {
        Ok(self.seeks("id = ?1", [number])?.pop())
    }

    /// Ends an open seek.
    pub fn end_seek(&self, number: u32, end: SeekEnd) -> Result<(), StoreError> {
        let state = match end {
            SeekEnd::Taken => "taken",
            SeekEnd::Cancelled => "cancelled",
            SeekEnd::Closed => "closed",
        };
        let sql = "UPDATE seeks SET state = ?2 WHERE id = ?1 AND state = 'open'";
        self.conn.prepare_cached(sql)?.execute(params![number, state])?;
        Ok(())
    }

    fn seeks(&self, place: &str, params: impl Params) -> Result<Vec<Seek>, StoreError> {
        let sql = format!("SELECT id, player, terms, colour, closes_at FROM seeks WHERE {place}");
        let mut statement = self.conn.prepare_cached(&sql)?;
        let rows =
            statement.query_map(params, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)))?;
        let mut seeks = Vec::new();
        for row in rows {
            let (number, player, terms, colour, closes): (u32, i64, String, Option<String>, i64) = row?;
            let corrupt = |why: String| StoreError::corrupt(format_args!("seek {number}"), why);
            let colour = match colour.as_deref().and_then(Side::from_key) {
                Some(Side::First) => Colour::First,
                Some(Side::Second) => Colour::Second,
                None => Colour::Random,
            };
            let (terms, range) = wire::read_sought(&terms).map_err(|error| corrupt(error.to_string()))?;
            seeks.push(Seek {
                number,
                player: PlayerId(player),
                terms,
                colour,
                range,
                closes_at: moment(closes).map_err(corrupt)?,
            });
        }
        Ok(seeks)
    }
}
