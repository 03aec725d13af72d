/*!
Questions put to a player outside games, and what waits for the answer.
*/

use super::games::moment;
use super::{StoreError, Tx, Wish, wire};
use crate::game::{Moment, PlayerId};
use rusqlite::{OptionalExtension, params};

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Its number.
    pub id: i64,
    /// To whom.
    pub player: PlayerId,
    /// What is carried out when it is answered.
    pub wishes: Vec<Wish>,
    /// When it was asked first.
    pub asked_at: Moment,
    /// When it was answered.
    pub answered_at: Option<Moment>,
}

impl Question {
    /// True if nothing waits for the answer: its mail told somebody new how to begin, and its reply address vouches for
    /// whatever they begin with.
    pub fn introduces(&self) -> bool {
        self.wishes.is_empty()
    }
}

impl Tx<'_> {
    /// Asks; gives the question's number.
    pub fn ask(&self, player: PlayerId, wishes: &[Wish], now: Moment) -> Result<i64, StoreError> {
        self.conn
            .prepare_cached("INSERT INTO questions (player, errands, asked_at) VALUES (?1, ?2, ?3)")?
            .execute(params![player.0, wire::write_wishes(wishes), now.timestamp()])?;
        Ok(self.conn.last_insert_rowid())
    }

    /// The question of that number.
    pub fn question(&self, id: i64) -> Result<Option<Question>, StoreError> {
        self.find_question("id = ?1", params![id])
    }

    /// The newest open question to `player` that was asked at `since` or later.
    pub fn open_question(&self, player: PlayerId, since: Moment) -> Result<Option<Question>, StoreError> {
        let place = "player = ?1 AND answered_at IS NULL AND asked_at >= ?2 ORDER BY id DESC LIMIT 1";
        self.find_question(place, params![player.0, since.timestamp()])
    }

    /// Replaces what waits for the answer.
    pub fn update_wishes(&self, question: i64, wishes: &[Wish]) -> Result<(), StoreError> {
        let sql = "UPDATE questions SET errands = ?2 WHERE id = ?1";
        self.conn.prepare_cached(sql)?.execute(params![question, wire::write_wishes(wishes)])?;
        Ok(())
    }

    /// Notes the answer.
    pub fn answer_question(&self, question: i64, now: Moment) -> Result<(), StoreError> {
        let sql = "UPDATE questions SET answered_at = ?2 WHERE id = ?1";
        self.conn.prepare_cached(sql)?.execute(params![question, now.timestamp()])?;
        Ok(())
    }

    /// How often `player` was asked and never answered.
    pub fn unanswered_questions(&self, player: PlayerId) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM questions WHERE player = ?1 AND answered_at IS NULL";
        Ok(self.conn.prepare_cached(sql)?.query_row([player.0], |row| row.get(0))?)
    }

    fn find_question(&self, place: &str, params: &[&dyn rusqlite::ToSql]) -> Result<Option<Question>, StoreError> {
        type Raw = (i64, i64, String, i64, Option<i64>);
        let sql = format!("SELECT id, player, errands, asked_at, answered_at FROM questions WHERE {place}");
        let raw: Option<Raw> = self
            .conn
            .prepare_cached(&sql)?
            .query_row(params, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)))
            .optional()?;
        let Some((id, player, wishes, asked, answered)) = raw else { return Ok(None) };
        let corrupt = |why: String| StoreError::corrupt(format_args!("question {id}"), why);
        Ok(Some(Question {
            id,
            player: PlayerId(player),
            wishes: wire::read_wishes(&wishes).map_err(|error| corrupt(error.to_string()))?,
            asked_at: moment(asked).map_err(corrupt)?,
            answered_at: answered.map(|at| moment(at).map_err(corrupt)).transpose()?,
        }))
    }
}
