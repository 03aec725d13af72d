/*!
Questions put to a player outside games, and what waits for the answer.
*/

use super::games::moment;
use super::{StoreError, Tx, wire};
use crate::club::{Errand, Standing};
use crate::game::{Moment, PlayerId};
use rusqlite::params;

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Its number.
    pub id: i64,
    /// To whom.
    pub player: PlayerId,
    /// What is carried out when it is answered.
    pub errands: Vec<Errand>,
    /// When it was asked first.
    pub asked_at: Moment,
    /// When it was answered.
    pub answered_at: Option<Moment>,
}

impl Question {
    /// True if nothing waits for the answer: its mail told somebody new how to begin, and its reply address vouches for
    /// whatever they begin with.
    pub fn introduces(&self) -> bool {
        self.errands.is_empty()
    }
}

/// A row of the table: number, player, requests, when it was asked and answered.
type Raw = (i64, i64, String, i64, Option<i64>);

/// A question about a change of address.
struct MoveQuestion {
    asked: PlayerId,
    errands: Vec<Errand>,
    /// Seconds since 1970 when it was asked; `None` once it has been answered.
    open_since: Option<i64>,
}

impl Tx<'_> {
    /// Asks; gives the question's number.
    pub fn ask(&self, player: PlayerId, errands: &[Errand], now: Moment) -> Result<i64, StoreError> {
        self.conn
            .prepare_cached("INSERT INTO questions (player, errands, asked_at) VALUES (?1, ?2, ?3)")?
            .execute(params![player.0, wire::write_errands(errands), now.timestamp()])?;
        Ok(self.conn.last_insert_rowid())
    }

    /// The question of that number.
    pub fn question(&self, id: i64) -> Result<Option<Question>, StoreError> {
        Ok(self.find_questions("id = ?1", params![id])?.pop())
    }

    /// The open questions to `player` that were asked at `since` or later, the oldest first.
    pub fn open_questions(&self, player: PlayerId, since: Moment) -> Result<Vec<Question>, StoreError> {
        let place = "player = ?1 AND answered_at IS NULL AND asked_at >= ?2 ORDER BY id";
        self.find_questions(place, params![player.0, since.timestamp()])
    }

    /// Replaces what waits for the answer.
    pub fn update_errands(&self, question: i64, errands: &[Errand]) -> Result<(), StoreError> {
        let sql = "UPDATE questions SET errands = ?2 WHERE id = ?1";
        self.conn.prepare_cached(sql)?.execute(params![question, wire::write_errands(errands)])?;
        Ok(())
    }

    /// Notes the answer.
    pub fn answer_question(&self, question: i64, now: Moment) -> Result<(), StoreError> {
        let sql = "UPDATE questions SET answered_at = ?2 WHERE id = ?1";
        self.conn.prepare_cached(sql)?.execute(params![question, now.timestamp()])?;
        Ok(())
    }

    /// Who holds the other address of a change of `player`'s: the one that is asked to confirm it, or to take it back.
    pub fn other_addresses(&self, player: PlayerId) -> Result<Vec<PlayerId>, StoreError> {
        let theirs =
            |errand: &Errand| matches!(errand, Errand::MoveHere(other) | Errand::MoveBack(other) if *other == player);
        let mut found = Vec::new();
        for MoveQuestion { asked, errands, .. } in self.questions_of_moves()? {
            let holds_nothing_else = || self.games_of(asked).map(|games| games.is_empty());
            let unproven =
                || self.player(asked).map(|player| player.standing != Standing::Confirmed && !player.is_locked());
            if errands.iter().any(theirs) && !found.contains(&asked) && unproven()? && holds_nothing_else()? {
                found.push(asked);
            }
        }
        Ok(found)
    }

    /// True if a change of `player`'s address can still be taken back; it could since `since`.
    pub fn may_move_back(&self, player: PlayerId, since: Moment) -> Result<bool, StoreError> {
        let open = self.questions_of_moves()?;
        Ok(open.iter().any(|question| {
            question.open_since.is_some_and(|asked_at| asked_at >= since.timestamp())
                && question.errands.contains(&Errand::MoveBack(player))
        }))
    }

    /// Returns all questions about changes of address.
    fn questions_of_moves(&self) -> Result<Vec<MoveQuestion>, StoreError> {
        let sql = "SELECT player, errands, iif(answered_at IS NULL, asked_at, NULL) FROM questions
                   WHERE errands LIKE '%\"move_%'";
        let mut statement = self.conn.prepare_cached(sql)?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get::<_, String>(1)?, row.get(2)?)))?;
        let mut questions = Vec::new();
        for row in rows {
            let (player, stored, open_since) = row?;
            let errands = wire::read_errands(&stored)
                .map_err(|error| StoreError::corrupt(format_args!("a question to player {player}"), error))?;
            questions.push(MoveQuestion { asked: PlayerId(player), errands, open_since });
        }
        Ok(questions)
    }

    fn find_questions(&self, place: &str, params: &[&dyn rusqlite::ToSql]) -> Result<Vec<Question>, StoreError> {
        let sql = format!("SELECT id, player, errands, asked_at, answered_at FROM questions WHERE {place}");
        let mut statement = self.conn.prepare_cached(&sql)?;
        let raws = statement
            .query_map(params, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)))?
            .collect::<Result<Vec<Raw>, _>>()?;
        raws.into_iter().map(read).collect()
    }
}

fn read((id, player, errands, asked, answered): Raw) -> Result<Question, StoreError> {
    let corrupt = |why: String| StoreError::corrupt(format_args!("question {id}"), why);
    Ok(Question {
        id,
        player: PlayerId(player),
        errands: wire::read_errands(&errands).map_err(|error| corrupt(error.to_string()))?,
        asked_at: moment(asked).map_err(corrupt)?,
        answered_at: answered.map(|at| moment(at).map_err(corrupt)).transpose()?,
    })
}
