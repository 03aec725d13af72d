/*!
Ratings: what every rated game did to both its players, only ever added to.

The newest row of a player and a game is the rating. Rows are written where the end of a game is, by whatever road it came:
so each game is rated once, or not at all if its end is not recorded. Rows of people who have left stay, under their
number: other people's ratings were made with them.
*/

use super::games::moment;
use super::{StoreError, Tx};
use crate::club::{Rating, RatingChange, RatingSeen, rating};
use crate::game::{Event, Game, Moment, PlayerId, Recorded};
use crate::rules::{BySide, Side};
use rusqlite::{OptionalExtension, Row, params};

/// A row's rating as it lies there.
type Raw = (i64, i64, i64, u32, i64);

impl Tx<'_> {
    /// Rates a game that has ended with one of these events, if it counts.
    pub(super) fn note_ratings(&self, game: &Game, events: &[Recorded<Event>]) -> Result<(), StoreError> {
        for recorded in events {
            let Event::Ended(outcome) = &recorded.event else { continue };
            if !rating::counts(game) {
                continue;
            }
            let variant = game.terms().variant.key;
            let of = |side| self.last_rating(game.player(side), variant, None);
            let before = BySide { first: of(Side::First)?, second: of(Side::Second)? };
            let changes = rating::rate(before, outcome.winner, recorded.at);
            for side in Side::BOTH {
                self.note_rating(game, side, changes.of(side), recorded.at)?;
            }
        }
        Ok(())
    }

    fn note_rating(&self, game: &Game, side: Side, change: &RatingChange, at: Moment) -> Result<(), StoreError> {
        let RatingChange { before, after } = change;
        self.conn
            .prepare_cached(
                "INSERT INTO ratings (game, player, variant, before_points, before_deviation, points, deviation,
                 volatility, games, ended_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            )?
            .execute(params![
                game.id().as_str(),
                game.player(side).0,
                game.terms().variant.key,
                before.points,
                before.deviation,
                after.points,
                after.deviation,
                after.volatility,
                after.games,
                at.timestamp(),
            ])?;
        Ok(())
    }

    /// A player's rating in a game as it stood at `at`.
    pub fn rating(&self, player: PlayerId, variant: &str, at: Moment) -> Result<Rating, StoreError> {
        Ok(self.last_rating(player, variant, Some(at))?.at(at))
    }

    /// After the last rated game that ended no later than `until`.
    fn last_rating(&self, player: PlayerId, variant: &str, until: Option<Moment>) -> Result<Rating, StoreError> {
        let raw = self
            .conn
            .prepare_cached(
                "SELECT points, deviation, volatility, games, ended_at FROM ratings
                 WHERE player = ?1 AND variant = ?2 AND (?3 IS NULL OR ended_at <= ?3) ORDER BY id DESC LIMIT 1",
            )?
            .query_row(params![player.0, variant, until.map(|until| until.timestamp())], raw)
            .optional()?;
        raw.map_or_else(|| Ok(Rating::default()), read)
    }

    /// All ratings of a player as they stand at `at`, by the key of the game.
    pub fn ratings_of(&self, player: PlayerId, at: Moment) -> Result<Vec<(String, Rating)>, StoreError> {
        let mut statement =
            self.conn.prepare_cached("SELECT DISTINCT variant FROM ratings WHERE player = ?1 ORDER BY variant")?;
        let variants = statement.query_map([player.0], |row| row.get::<_, String>(0))?;
        variants
            .map(|variant| {
                let variant = variant?;
                let rating = self.last_rating(player, &variant, None)?.at(at);
                Ok((variant, rating))
            })
            .collect()
    }

    /// What a game did to the ratings of its players; nothing if it is not over, or did not count.
    pub fn rating_changes(&self, game: &Game) -> Result<Option<BySide<RatingChange>>, StoreError> {
        let of = |side| self.rating_change(game, side);
        Ok(of(Side::First)?.zip(of(Side::Second)?).map(|(first, second)| BySide { first, second }))
    }

    fn rating_change(&self, game: &Game, side: Side) -> Result<Option<RatingChange>, StoreError> {
        let found = self
            .conn
            .prepare_cached(
                "SELECT points, deviation, volatility, games, ended_at, before_points, before_deviation FROM ratings
                 WHERE game = ?1 AND player = ?2",
            )?
            .query_row(params![game.id().as_str(), game.player(side).0], |row| {
                Ok((raw(row)?, row.get::<_, i64>(5)?, row.get::<_, i64>(6)?))
            })
            .optional()?;
        let Some((raw, points, deviation)) = found else { return Ok(None) };
        let after = read(raw)?;
        let before = Rating { points, deviation, games: after.games.saturating_sub(1), ..after };
        Ok(Some(RatingChange { before, after }))
    }

    /// Both ratings as a mail about the game tells them, that was queued at `at`.
    pub fn ratings_seen(&self, game: &Game, at: Moment) -> Result<BySide<RatingSeen>, StoreError> {
        if let Some(BySide { first, second }) = self.rating_changes(game)? {
            let seen = |change: RatingChange| RatingSeen { before: change.before, after: Some(change.after) };
            return Ok(BySide { first: seen(first), second: seen(second) });
        }
        let variant = game.terms().variant.key;
        let seen = |side| {
            let before = self.rating(game.player(side), variant, at)?;
            Ok::<_, StoreError>(RatingSeen { before, after: None })
        };
        Ok(BySide { first: seen(Side::First)?, second: seen(Side::Second)? })
    }
}

fn raw(row: &Row) -> rusqlite::Result<Raw> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
}

fn read((points, deviation, volatility, games, ended_at): Raw) -> Result<Rating, StoreError> {
    let last_at = moment(ended_at).map_err(|why| StoreError::corrupt("the ratings", why))?;
    Ok(Rating { points, deviation, volatility, games, last_at: Some(last_at) })
}
