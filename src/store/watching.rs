/*!
Spectators: who lets a game be watched, who watches it, and up to which ply each has been shown it.
*/

use super::{StoreError, Tx};
use crate::game::{Game, GameId, Moment, PlayerId, Ply};
use crate::rules::{BySide, Side};
use rusqlite::params;

impl Tx<'_> {
    /// Notes whether a player lets a game be watched.
    pub fn allow_watching(&self, game: &GameId, player: PlayerId, allowed: bool) -> Result<(), StoreError> {
        let sql = match allowed {
            true => "INSERT OR IGNORE INTO watching_allowed VALUES (?1, ?2)",
            false => "DELETE FROM watching_allowed WHERE game = ?1 AND player = ?2",
        };
        self.conn.prepare_cached(sql)?.execute(params![game.as_str(), player.0])?;
        Ok(())
    }

    /// Which of its players let a game be watched.
    pub fn watching_allowed(&self, game: &Game) -> Result<BySide<bool>, StoreError> {
        let sql = "SELECT count(*) FROM watching_allowed WHERE game = ?1 AND player = ?2";
        let of = |side| {
            let row = params![game.id().as_str(), game.player(side).0];
            Ok::<_, StoreError>(self.conn.prepare_cached(sql)?.query_row(row, |row| row.get::<_, u32>(0))? > 0)
        };
        Ok(BySide { first: of(Side::First)?, second: of(Side::Second)? })
    }

    /// A player watches a game from now on, having been shown it up to `shown`.
    pub fn watch(&self, game: &GameId, player: PlayerId, shown: Ply, now: Moment) -> Result<(), StoreError> {
        let sql = "INSERT INTO watchers VALUES (?1, ?2, ?3, ?4) ON CONFLICT (game, player) DO UPDATE SET shown = ?3";
        self.conn.prepare_cached(sql)?.execute(params![game.as_str(), player.0, shown.0, now.timestamp()])?;
        Ok(())
    }

    /// A player watches a game no more; none of theirs, if none is named. Tells how many it were.
    pub fn unwatch(&self, game: Option<&GameId>, player: PlayerId) -> Result<usize, StoreError> {
        let sql = "DELETE FROM watchers WHERE player = ?2 AND (?1 IS NULL OR game = ?1)";
        Ok(self.conn.prepare_cached(sql)?.execute(params![game.map(GameId::as_str), player.0])?)
    }

    /// Who watches a game, and up to which ply each has been shown it.
    pub fn watchers(&self, game: &GameId) -> Result<Vec<(PlayerId, Ply)>, StoreError> {
        let mut statement =
            self.conn.prepare_cached("SELECT player, shown FROM watchers WHERE game = ?1 ORDER BY since, player")?;
        let rows = statement.query_map([game.as_str()], |row| Ok((PlayerId(row.get(0)?), Ply(row.get(1)?))))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The games a player watches.
    pub fn games_watched(&self, player: PlayerId) -> Result<Vec<GameId>, StoreError> {
        let sql = "SELECT game FROM watchers WHERE player = ?1 ORDER BY since, game";
        let mut statement = self.conn.prepare_cached(sql)?;
        let rows = statement.query_map([player.0], |row| row.get::<_, String>(0))?;
        rows.map(|id| {
            let corrupt = || StoreError::corrupt(format_args!("player {}", player.0), "a watched game's name");
            GameId::parse(&id?).ok_or_else(corrupt)
        })
        .collect()
    }

    /// How many games a player watches.
    pub fn watched_by(&self, player: PlayerId) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM watchers WHERE player = ?1";
        Ok(self.conn.prepare_cached(sql)?.query_row([player.0], |row| row.get(0))?)
    }
}
