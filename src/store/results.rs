/*!
Results: how finished games ended, counted by game and by player.
*/

use super::{StoreError, Tx};
use crate::club::Standings;
use crate::game::{Event, Game, PlayerId, Recorded};
use crate::rules::Side;
use rusqlite::params;

impl Tx<'_> {
    /// Notes how a game ended, if it ended with one of these events.
    pub(super) fn note_result(&self, game: &Game, events: &[Recorded<Event>]) -> Result<(), StoreError> {
        for recorded in events {
            let Event::Ended(outcome) = &recorded.event else { continue };
            self.conn.prepare_cached("INSERT OR REPLACE INTO results VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?.execute(
                params![
                    game.id().as_str(),
                    game.terms().variant.key,
                    game.player(Side::First).0,
                    game.player(Side::Second).0,
                    outcome.winner.map(Side::key),
                    recorded.at.timestamp(),
                ],
            )?;
        }
        Ok(())
    }

    /// Wins of each side in all finished games, or those of one variant, and how `reader` fared.
    pub fn standings(&self, reader: PlayerId, variant: Option<&str>) -> Result<Standings, StoreError> {
        let mut standings = Standings::default();
        let mut all = self.conn.prepare_cached(
            "SELECT variant, winner, count(*) FROM results WHERE ?1 IS NULL OR variant = ?1 GROUP BY 1, 2",
        )?;
        let rows = all.query_map(params![variant], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        for row in rows {
            let (variant, winner, games): (String, Option<String>, u32) = row?;
            standings.count(&variant, winner.as_deref().and_then(Side::from_key), games.into());
        }
        for (side, seat) in [(Side::First, "first"), (Side::Second, "second")] {
            let mut own = self.conn.prepare_cached(&format!(
                "SELECT variant, winner, count(*) FROM results WHERE {seat} = ?2 AND (?1 IS NULL OR variant = ?1)
                 GROUP BY 1, 2"
            ))?;
            let rows = own.query_map(params![variant, reader.0], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            for row in rows {
                let (variant, winner, games): (String, Option<String>, u32) = row?;
                standings.count_own(&variant, winner.as_deref().and_then(Side::from_key), side, games.into());
            }
        }
        Ok(standings)
    }
}
