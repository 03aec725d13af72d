/*!
The book of leave.
*/

use super::games::moment;
use super::{StoreError, Tx};
use crate::game::{Moment, PlayerId, Span};
use rusqlite::params;

impl Tx<'_> {
    /// Enters a leave.
    pub fn book_leave(&self, player: PlayerId, span: Span, now: Moment) -> Result<(), StoreError> {
        self.enter_leave(player, "booked", span, now)
    }

    /// From `now` on nothing is booked any more.
    pub fn give_up_leave(&self, player: PlayerId, now: Moment) -> Result<(), StoreError> {
        self.enter_leave(player, "given_up", Span { from: now, to: now }, now)
    }

    /// The leave of a player, past and to come, in the order of booking.
    pub fn leave_of(&self, player: PlayerId) -> Result<Vec<Span>, StoreError> {
        let sql = "SELECT kind, from_at, to_at FROM leave WHERE player = ?1 ORDER BY id";
        let mut statement = self.conn.prepare_cached(sql)?;
        let rows = statement.query_map([player.0], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?, row.get::<_, i64>(2)?))
        })?;
        let mut booked: Vec<Span> = Vec::new();
        for row in rows {
            let (kind, from, to) = row?;
            let at = |at| moment(at).map_err(|why| StoreError::corrupt(format_args!("player {}", player.0), why));
            let span = Span { from: at(from)?, to: at(to)? };
            if kind == "booked" {
                booked.push(span);
                continue;
            }
            booked.iter_mut().for_each(|booked| booked.to = booked.to.min(span.from));
            booked.retain(|booked| booked.from < booked.to);
        }
        Ok(booked)
    }

    fn enter_leave(&self, player: PlayerId, kind: &str, span: Span, now: Moment) -> Result<(), StoreError> {
        let sql = "INSERT INTO leave (player, kind, from_at, to_at, noted_at) VALUES (?1, ?2, ?3, ?4, ?5)";
        let (from, to) = (span.from.timestamp(), span.to.timestamp());
        self.conn.prepare_cached(sql)?.execute(params![player.0, kind, from, to, now.timestamp()])?;
        Ok(())
    }

    /// An automatic answer came from the player's address.
    pub fn note_absence(&self, player: PlayerId, now: Moment) -> Result<(), StoreError> {
        let sql = "UPDATE players SET absent_at = ?2 WHERE id = ?1";
        self.conn.prepare_cached(sql)?.execute(params![player.0, now.timestamp()])?;
        Ok(())
    }

    /// Whether one came since the player was asked about it; the question counts as asked.
    pub fn take_absence(&self, player: PlayerId) -> Result<bool, StoreError> {
        let sql = "UPDATE players SET absent_at = NULL WHERE id = ?1 AND absent_at IS NOT NULL";
        Ok(self.conn.prepare_cached(sql)?.execute([player.0])? == 1)
    }
}
