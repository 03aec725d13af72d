/*!
Results: how finished games ended, counted by game and by player.
*/

use super::{StoreError, Tx};
use crate::club::{Score, Standings};
use crate::game::{Event, Game, Moment, PlayerId, Recorded};
use crate::rules::Side;
use rusqlite::params;

/// At most so many opponents stand in statistics.
const MET_MAX: usize = 20;

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

    /// Wins of each side in all finished games, or those of one variant, and how `reader` fared; ratings as they stand at
    /// `at`.
    pub fn standings(&self, reader: PlayerId, variant: Option<&str>, at: Moment) -> Result<Standings, StoreError> {
        let ratings = self.ratings_of(reader, at)?.into_iter();
        let ratings = ratings.filter(|(key, _)| variant.is_none_or(|variant| variant == key)).collect();
        let mut standings = Standings { ratings, met: self.met(reader, variant)?, ..Standings::default() };
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

    /// How `reader` fared against each opponent; whoever was met most often first.
    fn met(&self, reader: PlayerId, variant: Option<&str>) -> Result<Vec<(String, Score)>, StoreError> {
        let mut met: Vec<(i64, String, Score)> = Vec::new();
        for (side, seat, other) in [(Side::First, "first", "second"), (Side::Second, "second", "first")] {
            let mut rows = self.conn.prepare_cached(&format!(
                "SELECT players.id, players.name, winner, count(*) FROM results JOIN players ON players.id = {other}
                 WHERE {seat} = ?2 AND (?1 IS NULL OR variant = ?1) GROUP BY 1, 3"
            ))?;
            let rows = rows.query_map(params![variant, reader.0], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
            })?;
            for row in rows {
                let (id, name, winner, games): (i64, String, Option<String>, u32) = row?;
                let winner = winner.as_deref().and_then(Side::from_key);
                match met.iter_mut().find(|(known, ..)| *known == id) {
                    Some((.., score)) => score.count(winner, side, games.into()),
                    None => {
                        let mut score = Score::default();
                        score.count(winner, side, games.into());
                        met.push((id, name, score));
                    }
                }
            }
        }
        met.sort_by_key(|(id, _, score)| (std::cmp::Reverse(score.played()), *id));
        Ok(met.into_iter().take(MET_MAX).map(|(_, name, score)| (name, score)).collect())
    }
}
