/*!
Games: their events, and the index over them.
*/

use super::{StoreError, Tx, wire};
use crate::game::{Event, Game, GameId, Moment, Phase, PlayerId, Recorded};
use crate::rules::Side;
use chrono::DateTime;
use rusqlite::params;

/// A game in the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Which.
    pub id: GameId,
    /// `offered`, `playing` or `over`.
    pub phase: String,
    /// Plies played.
    pub ply: u32,
    /// When it was offered.
    pub begun_at: Moment,
    /// When the last event happened.
    pub last_at: Moment,
}

impl Tx<'_> {
    /// Appends events that have just been applied to `game`. The events' own numbers are the key: none is written twice.
    pub fn append(&self, game: &Game, events: &[Recorded<Event>]) -> Result<(), StoreError> {
        let id = game.id().as_str();
        let (Some(first), Some(last)) = (events.first(), events.last()) else { return Ok(()) };
        self.conn
            .prepare_cached(
                "INSERT INTO games (id, first, second, phase, seq, ply, begun_at, last_at, due_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT (id) DO UPDATE SET first = excluded.first,
                 second = excluded.second, phase = excluded.phase, seq = excluded.seq, ply = excluded.ply, last_at = excluded.last_at, due_at = excluded.due_at",
            )?
            .execute(params![
                id,
                game.player(Side::First).0,
                game.player(Side::Second).0,
                phase_key(game.phase()),
                game.seq(),
                game.ply().0,
                first.at.timestamp(),
                last.at.timestamp(),
                game.due(None).map(|due| due.timestamp()),
            ])?;
        let mut statement = self.conn.prepare_cached("INSERT INTO events VALUES (?1, ?2, ?3, ?4)")?;
        for recorded in events {
            let fact = wire::write_event(&recorded.event);
            statement.execute(params![id, recorded.seq, recorded.at.timestamp(), fact])?;
        }
        self.note_result(game, events)?;
        self.note_ratings(game, events)
    }

    /// The events of a game up to number `last`, in order; none if there is no such game.
    pub fn events(&self, game: &GameId, last: u32) -> Result<Vec<Recorded<Event>>, StoreError> {
        let mut statement =
            self.conn.prepare_cached("SELECT seq, at, fact FROM events WHERE game = ?1 AND seq <= ?2 ORDER BY seq")?;
        let rows = statement.query_map(params![game.as_str(), last], |row| {
            Ok((row.get::<_, u32>(0)?, row.get::<_, i64>(1)?, row.get::<_, String>(2)?))
        })?;
        let mut events = Vec::new();
        for row in rows {
            let (seq, at, fact) = row?;
            let place = || format!("game {game}, event {seq}");
            let event = wire::read_event(&fact).map_err(|error| StoreError::corrupt(place(), error))?;
            events.push(Recorded { seq, at: moment(at).map_err(|why| StoreError::corrupt(place(), why))?, event });
        }
        Ok(events)
    }

    /// The game, as it stands.
    pub fn game(&self, id: &GameId) -> Result<Option<Game>, StoreError> {
        self.game_until(id, u32::MAX)
    }

    /// The game as it stood after event `last`.
    pub fn game_until(&self, id: &GameId, last: u32) -> Result<Option<Game>, StoreError> {
        let events = self.events(id, last)?;
        if events.is_empty() {
            return Ok(None);
        }
        let game = Game::replay(id.clone(), &events);
        game.map(Some).map_err(|error| StoreError::corrupt(format_args!("game {id}"), error))
    }

    /// When the last event of a game happened.
    pub fn last_event_at(&self, id: &GameId) -> Result<Option<Moment>, StoreError> {
        let found = self
            .conn
            .prepare_cached("SELECT max(at) FROM events WHERE game = ?1")?
            .query_row([id.as_str()], |row| row.get::<_, Option<i64>>(0))?;
        found.map(|at| moment(at).map_err(|why| StoreError::corrupt(format_args!("game {id}"), why))).transpose()
    }

    /// Games `player` sits in, those on top that are not over, the newest first within each.
    pub fn games_of(&self, player: PlayerId) -> Result<Vec<GameRow>, StoreError> {
        self.game_rows("WHERE first = ?1 OR second = ?1 ORDER BY phase = 'over', last_at DESC, id", [player.0])
    }

    /// The games of `player` that are not over, with the number of their last event; those that wait longest first.
    pub fn unfinished(&self, player: PlayerId) -> Result<Vec<(GameId, u32)>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT id, seq FROM games WHERE (first = ?1 OR second = ?1) AND phase <> 'over' ORDER BY last_at, id",
        )?;
        let rows = statement.query_map([player.0], |row| Ok((row.get::<_, String>(0)?, row.get::<_, u32>(1)?)))?;
        rows.map(|row| {
            let (id, seq) = row?;
            let known = GameId::parse(&id);
            known
                .map(|known| (known, seq))
                .ok_or_else(|| StoreError::corrupt(format_args!("game {id}"), "its id cannot be read"))
        })
        .collect()
    }

    /// How many unfinished games two players have with each other.
    pub fn unfinished_between(&self, one: PlayerId, other: PlayerId) -> Result<u32, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT count(*) FROM games WHERE phase <> 'over' AND ((first = ?1 AND second = ?2) OR (first = ?2 AND second = ?1))",
        )?;
        Ok(statement.query_row([one.0, other.0], |row| row.get(0))?)
    }

    /// All games, the oldest first.
    pub fn all_games(&self) -> Result<Vec<GameRow>, StoreError> {
        self.game_rows("ORDER BY begun_at, id", [])
    }

    /// Games whose clocks have something to say at `through`, the longest overdue first.
    pub fn due_games(&self, through: Moment) -> Result<Vec<GameId>, StoreError> {
        let mut statement = self.conn.prepare_cached("SELECT id FROM games WHERE due_at <= ?1 ORDER BY due_at, id")?;
        let ids = statement.query_map([through.timestamp()], |row| row.get::<_, String>(0))?;
        ids.map(|id| {
            let id = id?;
            GameId::parse(&id).ok_or_else(|| StoreError::corrupt(format_args!("game {id}"), "its id cannot be read"))
        })
        .collect()
    }

    /// Invitations that have no date until which they may be answered.
    pub fn undated_invitations(&self) -> Result<Vec<GameId>, StoreError> {
        let rows = self.game_rows("WHERE phase = 'offered' AND due_at IS NULL", [])?;
        Ok(rows.into_iter().map(|row| row.id).collect())
    }

    /// The first moment after `after` at which a clock has something to say.
    pub fn next_game_due(&self, after: Moment) -> Result<Option<Moment>, StoreError> {
        let sql = "SELECT min(due_at) FROM games WHERE due_at > ?1";
        let due: Option<i64> = self.conn.prepare_cached(sql)?.query_row([after.timestamp()], |row| row.get(0))?;
        due.map(|at| moment(at).map_err(|why| StoreError::corrupt("the games", why))).transpose()
    }

    /// Looks at a game again at `due`, or when something happens in it.
    pub fn postpone_game(&self, game: &GameId, due: Option<Moment>) -> Result<(), StoreError> {
        let sql = "UPDATE games SET due_at = ?2 WHERE id = ?1";
        self.conn.prepare_cached(sql)?.execute(params![game.as_str(), due.map(|due| due.timestamp())])?;
        Ok(())
    }

    /// How many invitations to `player` are not answered.
    pub fn open_invitations(&self, player: PlayerId) -> Result<u32, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("SELECT count(*) FROM games WHERE phase = 'offered' AND (first = ?1 OR second = ?1)")?;
        Ok(statement.query_row([player.0], |row| row.get(0))?)
    }

    /// True if the two have a game in which a move was made.
    pub fn have_played(&self, one: PlayerId, other: PlayerId) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM games WHERE ply > 0 AND
                   ((first = ?1 AND second = ?2) OR (first = ?2 AND second = ?1)))";
        Ok(self.conn.prepare_cached(sql)?.query_row([one.0, other.0], |row| row.get(0))?)
    }

    fn game_rows(&self, rest: &str, params: impl rusqlite::Params) -> Result<Vec<GameRow>, StoreError> {
        let mut statement =
            self.conn.prepare_cached(&format!("SELECT id, phase, ply, begun_at, last_at FROM games {rest}"))?;
        let raws =
            statement.query_map(params, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)))?;
        let mut games = Vec::new();
        for raw in raws {
            let (id, phase, ply, begun, last): (String, String, u32, i64, i64) = raw?;
            let corrupt = |why: &str| StoreError::corrupt(format_args!("game {id}"), why);
            games.push(GameRow {
                id: GameId::parse(&id).ok_or_else(|| corrupt("its id cannot be read"))?,
                phase,
                ply,
                begun_at: moment(begun).map_err(|why| corrupt(&why))?,
                last_at: moment(last).map_err(|why| corrupt(&why))?,
            });
        }
        Ok(games)
    }
}

/// A stored time.
pub(super) fn moment(seconds: i64) -> Result<Moment, String> {
    DateTime::from_timestamp(seconds, 0).ok_or_else(|| format!("{seconds} is no time"))
}

fn phase_key(phase: &Phase) -> &'static str {
    match phase {
        Phase::Offered => "offered",
        Phase::Playing(_) => "playing",
        Phase::Over(_) => "over",
    }
}
