/*!
Whom a player keeps away.
*/

use super::{StoreError, Tx};
use crate::club::{Barred, Barrier, Whom};
use crate::game::{GameId, Moment, PlayerId};
use crate::mail::Address;
use rusqlite::params;

impl Tx<'_> {
    /// From now on `other` is kept from `player`; `game`: in which that was said, if `player` did not name the address.
    pub fn bar(
        &self,
        player: PlayerId,
        other: PlayerId,
        barrier: Barrier,
        game: Option<&GameId>,
        now: Moment,
    ) -> Result<(), StoreError> {
        // What was said by address stays so: it is what the player knows them by.
        let sql = "INSERT INTO barriers VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (player, other, kind) DO UPDATE
                   SET game = NULL WHERE excluded.game IS NULL";
        let game = game.map(GameId::as_str);
        self.conn.prepare_cached(sql)?.execute(params![player.0, other.0, barrier.key(), game, now.timestamp()])?;
        Ok(())
    }

    /// Not any more; false if `other` was not.
    pub fn unbar(&self, player: PlayerId, other: PlayerId, barrier: Barrier) -> Result<bool, StoreError> {
        let sql = "DELETE FROM barriers WHERE player = ?1 AND other = ?2 AND kind = ?3";
        Ok(self.conn.prepare_cached(sql)?.execute(params![player.0, other.0, barrier.key()])? == 1)
    }

    /// Whether `other` is kept from `player`.
    pub fn is_barred(&self, player: PlayerId, other: PlayerId, barrier: Barrier) -> Result<bool, StoreError> {
        let sql = "SELECT count(*) FROM barriers WHERE player = ?1 AND other = ?2 AND kind = ?3";
        let mut statement = self.conn.prepare_cached(sql)?;
        Ok(statement.query_row(params![player.0, other.0, barrier.key()], |row| row.get::<_, u32>(0))? > 0)
    }

    /// Everybody `player` keeps away, in the order of saying so.
    pub fn barred(&self, player: PlayerId) -> Result<Vec<Barred>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT kind, name, address, game FROM barriers JOIN players ON players.id = other
             WHERE player = ?1 ORDER BY kind, noted_at, other",
        )?;
        let rows = statement.query_map([player.0], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
        rows.map(|row| {
            let (kind, name, address, game): (String, String, String, Option<String>) = row?;
            let whom = match &game {
                Some(id) => GameId::parse(id).map(Whom::InGame),
                None => Address::parse(&address).map(Whom::Address),
            };
            let corrupt = || StoreError::corrupt(format_args!("player {}", player.0), "a barrier cannot be read");
            let barrier = Barrier::from_key(&kind).ok_or_else(corrupt)?;
            Ok(Barred { barrier, name, whom: whom.ok_or_else(corrupt)? })
        })
        .collect()
    }
}
