/*!
Players' notes. They are no part of a game's record: a note changes nothing in it, and its writer may have it forgotten.
*/

use super::{StoreError, Tx};
use crate::club::Note;
use crate::game::{GameId, Moment, PlayerId, Ply};
use rusqlite::params;

impl Tx<'_> {
    /// Keeps a note; one that is there already, word for word, is not kept twice.
    pub fn keep_note(&self, game: &GameId, player: PlayerId, note: &Note, at: Moment) -> Result<(), StoreError> {
        self.conn
            .prepare_cached(
                "INSERT INTO notes (game, player, ply, text, noted_at) VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT (game, player, text) DO NOTHING",
            )?
            .execute(params![game.as_str(), player.0, note.ply.0, note.text, at.timestamp()])?;
        Ok(())
    }

    /// What a player has noted about a game up to `at`, the oldest first.
    pub fn notes(&self, game: &GameId, player: PlayerId, at: Moment) -> Result<Vec<Note>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT ply, text FROM notes WHERE game = ?1 AND player = ?2 AND noted_at <= ?3 ORDER BY id",
        )?;
        let rows = statement.query_map(params![game.as_str(), player.0, at.timestamp()], |row| {
            Ok(Note { ply: Ply(row.get(0)?), text: row.get(1)? })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// How many characters a player has noted about a game.
    pub fn noted_characters(&self, game: &GameId, player: PlayerId) -> Result<u64, StoreError> {
        let sql = "SELECT coalesce(sum(length(text)), 0) FROM notes WHERE game = ?1 AND player = ?2";
        let count: i64 =
            self.conn.prepare_cached(sql)?.query_row(params![game.as_str(), player.0], |row| row.get(0))?;
        Ok(u64::try_from(count).unwrap_or(u64::MAX))
    }

    /// Forgets all a player has noted.
    pub fn forget_notes(&self, player: PlayerId) -> Result<(), StoreError> {
        self.conn.prepare_cached("DELETE FROM notes WHERE player = ?1")?.execute([player.0])?;
        Ok(())
    }
}
