/*!
Mail to be sent, and mail sent: `queued → sending → sent | failed`.

A row found in `sending` is sent again with the bytes of its first attempt. Bytes go when a row is settled: they hold the
secret of the reply address.
*/

use super::games::moment;
use super::{StoreError, Tx, wire};
use crate::club::{AnswerTo, TokenHash};
use crate::game::{GameId, Moment, Notice, PlayerId, Ply, Span};
use crate::mail::MessageId;
use rusqlite::{OptionalExtension, Row, params};
use std::collections::HashSet;

/// A mail to be queued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMail {
    /// Derived from what the mail is about; a second mail of the same id is the same mail and is not queued.
    pub message_id: MessageId,
    /// Its reader.
    pub player: PlayerId,
    /// The game it is about.
    pub game: Option<GameId>,
    /// The last event of that game it may show.
    pub seq: u32,
    /// Plies played then.
    pub ply: Ply,
    /// What its reply address stands for.
    pub answer_to: AnswerTo,
    /// What it tells.
    pub notices: Vec<Notice>,
    /// Whether it answers its reader's own letter.
    pub answers: bool,
    /// What it answers.
    pub in_reply_to: Option<MessageId>,
    /// Its thread, oldest first.
    pub thread: Vec<MessageId>,
    /// When it was queued.
    pub queued_at: Moment,
    /// It does not leave before this.
    pub hold_until: Moment,
    /// It waits for its reader's digest: from when it would have left until the digest does.
    pub waits: Option<Span>,
    /// Hash of the secret in its envelope sender.
    pub return_hash: TokenHash,
}

/// Where a mail stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Waits.
    Queued,
    /// Was being handed over.
    Sending,
    /// Was taken over.
    Sent,
    /// Was given up.
    Failed,
}

/// A mail in the outbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    /// Its row.
    pub id: i64,
    /// What it is.
    pub new: NewMail,
    /// Its number within its game, or for its reader.
    pub number: u32,
    /// Where it stands.
    pub state: State,
    /// How often it was tried.
    pub attempts: u32,
    /// The bytes of the first attempt.
    pub bytes: Option<Vec<u8>>,
}

/// What waits in the outbox.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Queue {
    /// Mails waiting or being sent.
    pub waiting: u64,
    /// Since when the oldest of them has waited.
    pub oldest: Option<Moment>,
    /// What the other server said last about one of them.
    pub trouble: Option<String>,
}

pub(super) const COLUMNS: &str =
    "id, message_id, player, game, seq, ply, answer_to, notices, answers, in_reply_to, thread, number,
                       queued_at, state, attempts, bytes, return_hash, next_at, ready_at, wait_until";

/// A mail that has not been settled.
const WAITS: &str = "state IN ('queued', 'sending')";

/// A mail to a person, not to a program that plays.
const MAILED: &str = "player NOT IN (SELECT id FROM players WHERE robot = 1)";

impl Tx<'_> {
    /// Queues a mail; false if it was queued before.
    pub fn queue(&self, mail: &NewMail) -> Result<bool, StoreError> {
        Ok(self.enter(mail, None)?.is_some())
    }

    /// Enters a mail, which travels in `bundle` if one is named: its row, if it is new.
    pub(super) fn enter(&self, mail: &NewMail, bundle: Option<i64>) -> Result<Option<i64>, StoreError> {
        let thread: Vec<&str> = mail.thread.iter().map(|id| id.0.as_str()).collect();
        let row = self
            .conn
            .prepare_cached(
                "INSERT INTO outbox (message_id, player, game, seq, ply, answer_to, notices, answers, in_reply_to, thread,
                 number, queued_at, state, attempts, next_at, return_hash, bundle, ready_at, wait_until)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10,
                 1 + (SELECT count(*) FROM outbox WHERE player = ?2 AND game IS ?3), ?11, 'queued', 0, ?13, ?12,
                 ?14, ?15, ?16)
                 ON CONFLICT (message_id) DO NOTHING RETURNING id",
            )?
            .query_row(params![
                mail.message_id.0,
                mail.player.0,
                mail.game.as_ref().map(GameId::as_str),
                mail.seq,
                mail.ply.0,
                wire::write_answer_to(&mail.answer_to),
                wire::write_notices(&mail.notices),
                mail.answers,
                mail.in_reply_to.as_ref().map(|id| id.0.as_str()),
                serde_json::json!(thread).to_string(),
                mail.queued_at.timestamp(),
                mail.return_hash.0.as_slice(),
                mail.hold_until.timestamp(),
                bundle,
                mail.waits.map(|span| span.from.timestamp()),
                mail.waits.map(|span| span.to.timestamp()),
            ], |row| row.get(0))
            .optional()?;
        Ok(row)
    }

    /// What is to be told next to a player that is a program, and so is mailed to nobody.
    pub fn due_for_robot(&self, player: PlayerId, now: Moment) -> Result<Option<Mail>, StoreError> {
        let sql =
            format!("SELECT {COLUMNS} FROM outbox WHERE player = ?1 AND {WAITS} AND next_at <= ?2 ORDER BY id LIMIT 1");
        let raw = self.conn.prepare_cached(&sql)?.query_row(params![player.0, now.timestamp()], raw).optional()?;
        raw.map(read).transpose()
    }

    /// The mails to be handed over next, at most `most`: those that have been due longest, and before which no other to the
    /// same reader about the same game waits. A mail that waits for a digest delays no other. Programs that play are mailed
    /// nothing. The rows `under_way` are being handed over already, and are left out.
    pub fn due(&self, now: Moment, most: usize, under_way: &HashSet<i64>) -> Result<Vec<Mail>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM outbox AS mail WHERE {WAITS} AND bundle IS NULL AND due_at <= ?1 AND {MAILED}
             AND NOT EXISTS
             (SELECT 1 FROM outbox AS earlier WHERE {WAITS} AND earlier.id < mail.id
              AND earlier.player = mail.player AND earlier.game IS mail.game
              AND (earlier.bundle IS NOT NULL OR coalesce(earlier.wait_until, 0) <= ?1))
             ORDER BY due_at, id"
        );
        let mut statement = self.conn.prepare_cached(&sql)?;
        // Rows come as they are asked for: what waits behind these is not looked at.
        let mut rows = statement.query([now.timestamp()])?;
        let mut due = Vec::new();
        while due.len() < most
            && let Some(row) = rows.next()?
        {
            if !under_way.contains(&row.get(0)?) {
                due.push(read(raw(row)?)?);
            }
        }
        Ok(due)
    }

    /// When the next waiting mail comes due after a moment: what was due by then and has not left waits behind another.
    pub fn next_due(&self, after: Moment) -> Result<Option<Moment>, StoreError> {
        let sql = format!(
            "SELECT due_at FROM outbox WHERE {WAITS} AND bundle IS NULL AND due_at > ?1 AND {MAILED}
             ORDER BY due_at, id LIMIT 1"
        );
        let next: Option<i64> =
            self.conn.prepare_cached(&sql)?.query_row([after.timestamp()], |row| row.get(0)).optional()?;
        next.map(|at| moment(at).map_err(|why| StoreError::corrupt("the outbox", why))).transpose()
    }

    /// The mail in that row.
    pub fn mail(&self, id: i64) -> Result<Option<Mail>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM outbox WHERE id = ?1");
        self.conn.prepare_cached(&sql)?.query_row([id], raw).optional()?.map(read).transpose()
    }

    /// The mail with that Message-ID.
    pub fn mail_by_id(&self, id: &MessageId) -> Result<Option<Mail>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM outbox WHERE message_id = ?1");
        self.conn.prepare_cached(&sql)?.query_row([&id.0], raw).optional()?.map(read).transpose()
    }

    /// The mail whose envelope sender has the secret of that hash.
    pub fn mail_by_return(&self, hash: TokenHash) -> Result<Option<Mail>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM outbox WHERE return_hash = ?1");
        self.conn.prepare_cached(&sql)?.query_row([hash.0.as_slice()], raw).optional()?.map(read).transpose()
    }

    /// The newest mail to `player` in the thread of `game`.
    pub fn last_mail_id(&self, player: PlayerId, game: &GameId) -> Result<Option<MessageId>, StoreError> {
        let sql = "SELECT message_id FROM outbox WHERE player = ?1 AND game = ?2 AND bundle IS NULL AND thread <> '[]'
                   ORDER BY id DESC LIMIT 1";
        let found =
            self.conn.prepare_cached(sql)?.query_row(params![player.0, game.as_str()], |row| row.get(0)).optional()?;
        Ok(found.map(MessageId))
    }

    /// When the mail that gave `player` the reply address of `ply` was handed over, if it was.
    pub fn handed_over(&self, player: PlayerId, game: &GameId, ply: Ply) -> Result<Option<Moment>, StoreError> {
        let sql = "SELECT min(settled_at) FROM outbox WHERE player = ?1 AND game = ?2 AND ply = ?3 AND state = 'sent'";
        let at: Option<i64> =
            self.conn.prepare_cached(sql)?.query_row(params![player.0, game.as_str(), ply.0], |row| row.get(0))?;
        at.map(|at| moment(at).map_err(|why| StoreError::corrupt(format_args!("game {game}"), why))).transpose()
    }

    /// When `player` was first handed a mail about `game` that may show event `seq`, if they were.
    pub fn told_since(&self, player: PlayerId, game: &GameId, seq: u32) -> Result<Option<Moment>, StoreError> {
        let sql = "SELECT min(settled_at) FROM outbox WHERE player = ?1 AND game = ?2 AND seq >= ?3 AND state = 'sent'";
        let at: Option<i64> =
            self.conn.prepare_cached(sql)?.query_row(params![player.0, game.as_str(), seq], |row| row.get(0))?;
        at.map(|at| moment(at).map_err(|why| StoreError::corrupt(format_args!("game {game}"), why))).transpose()
    }

    /// What waits for `player` and has not been tried yet, each by itself.
    pub fn untried(&self, player: PlayerId) -> Result<Vec<Mail>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM outbox WHERE player = ?1 AND {WAITS} AND state = 'queued' AND attempts = 0
             AND bundle IS NULL ORDER BY id"
        );
        let mut statement = self.conn.prepare_cached(&sql)?;
        let raws = statement.query_map([player.0], raw)?;
        raws.map(|raw| read(raw?)).collect()
    }

    /// A mail that has not been tried tells this instead; nothing at all, if nothing is left.
    pub fn retell(&self, mail: &Mail, notices: &[Notice], now: Moment) -> Result<(), StoreError> {
        let sql = match notices.is_empty() {
            false => "UPDATE outbox SET notices = ?2 WHERE id = ?1 AND ?3 IS NOT NULL",
            true => {
                "UPDATE outbox SET notices = ?2, state = 'failed', settled_at = ?3, trouble = 'the reader wants none of it'
                 WHERE id = ?1"
            }
        };
        let told = wire::write_notices(notices);
        self.conn.prepare_cached(sql)?.execute(params![mail.id, told, now.timestamp()])?;
        Ok(())
    }

    /// Keeps the bytes of the first attempt and marks the attempt as begun; false if the mail was withdrawn meanwhile.
    pub fn begin_sending(&self, id: i64, bytes: &[u8]) -> Result<bool, StoreError> {
        let sql = "UPDATE outbox SET state = 'sending', bytes = coalesce(bytes, ?2)
                   WHERE id = ?1 AND state IN ('queued', 'sending')";
        Ok(self.conn.prepare_cached(sql)?.execute(params![id, bytes])? == 1)
    }

    /// Withdraws all mail about `game` to `player` that tells of event `seq` or later ones, if none of it has been tried
    /// yet and they still had to wait for that: how many mails; none if one has left, or was never there.
    pub fn withdraw(&self, player: PlayerId, game: &GameId, seq: u32, now: Moment) -> Result<usize, StoreError> {
        let which = "player = ?1 AND game = ?2 AND seq >= ?3";
        let sql = format!(
            "SELECT count(*) FROM outbox WHERE {which} AND (state <> 'queued' OR attempts > 0
                           OR bundle IS NOT NULL OR wait_until IS NOT NULL AND next_at <= ?4)"
        );
        let gone: i64 =
            self.conn.query_row(&sql, params![player.0, game.as_str(), seq, now.timestamp()], |row| row.get(0))?;
        if gone > 0 {
            return Ok(0);
        }
        let sql = format!(
            "UPDATE outbox SET state = 'failed', settled_at = ?4, trouble = 'what it tells was undone' WHERE {which}"
        );
        Ok(self.conn.execute(&sql, params![player.0, game.as_str(), seq, now.timestamp()])?)
    }

    /// Where a mail to `player` about `game` is held back at `now`: the last event that its reader knows of.
    pub fn known_while_held(&self, player: PlayerId, game: &GameId, now: Moment) -> Result<Option<u32>, StoreError> {
        let sql = "SELECT (SELECT max(told.seq) FROM outbox AS told
                           WHERE told.player = ?1 AND told.game = ?2 AND told.id < held.id)
                   FROM outbox AS held WHERE held.player = ?1 AND held.game = ?2 AND held.state = 'queued'
                   AND held.attempts = 0 AND held.next_at > held.queued_at AND held.next_at > ?3 ORDER BY held.id LIMIT 1";
        let found = self
            .conn
            .prepare_cached(sql)?
            .query_row(params![player.0, game.as_str(), now.timestamp()], |row| row.get::<_, Option<u32>>(0))
            .optional()?;
        Ok(found.flatten())
    }

    /// The mail was taken over, or is given up, and so is what travels in it.
    pub fn settle(&self, id: i64, state: State, trouble: Option<&str>, now: Moment) -> Result<(), StoreError> {
        let sql = "UPDATE outbox SET state = ?2, trouble = ?3, settled_at = ?4, attempts = attempts + 1, bytes = NULL
                   WHERE id = ?1 OR bundle = ?1";
        self.conn.prepare_cached(sql)?.execute(params![id, state_key(state), trouble, now.timestamp()])?;
        Ok(())
    }

    /// The mail is tried again at `next`.
    pub fn postpone(&self, id: i64, trouble: &str, next: Moment) -> Result<(), StoreError> {
        let sql =
            "UPDATE outbox SET state = 'queued', trouble = ?2, next_at = ?3, attempts = attempts + 1 WHERE id = ?1";
        self.conn.prepare_cached(sql)?.execute(params![id, trouble, next.timestamp()])?;
        Ok(())
    }

    /// Gives up what waits for `player`.
    pub fn cancel_mail(&self, player: PlayerId, now: Moment) -> Result<usize, StoreError> {
        let sql = format!(
            "UPDATE outbox SET state = 'failed', bytes = NULL, settled_at = ?2, trouble = 'the reader wants no mail'
             WHERE player = ?1 AND {WAITS} AND state = 'queued'"
        );
        Ok(self.conn.execute(&sql, params![player.0, now.timestamp()])?)
    }

    /// The Message-ID of the newest mail, if there ever was one.
    pub fn newest_mail_id(&self) -> Result<Option<MessageId>, StoreError> {
        let sql = "SELECT message_id FROM outbox ORDER BY id DESC LIMIT 1";
        Ok(self.conn.query_row(sql, [], |row| row.get(0).map(MessageId)).optional()?)
    }

    /// What waits in the outbox.
    pub fn queue_state(&self) -> Result<Queue, StoreError> {
        let sql = format!(
            "SELECT count(*), min(max(queued_at, coalesce(wait_until, 0))) FROM outbox
             WHERE {WAITS} AND bundle IS NULL AND {MAILED}"
        );
        let (waiting, oldest): (i64, Option<i64>) =
            self.conn.prepare_cached(&sql)?.query_row([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let oldest = oldest.map(|at| moment(at).map_err(|why| StoreError::corrupt("the outbox", why))).transpose()?;
        let sql = format!(
            "SELECT trouble FROM outbox WHERE {WAITS} AND bundle IS NULL AND trouble IS NOT NULL ORDER BY due_at, id LIMIT 1"
        );
        let trouble = self.conn.prepare_cached(&sql)?.query_row([], |row| row.get(0)).optional()?;
        Ok(Queue { waiting: waiting.max(0) as u64, oldest, trouble })
    }

    /// How many mails were taken over, and how many were given up, as far as the record keeps them. Reads the whole outbox.
    pub fn settled(&self) -> Result<(u64, u64), StoreError> {
        let sql = format!(
            "SELECT coalesce(sum(state = 'sent'), 0), coalesce(sum(state = 'failed'), 0) FROM outbox
             WHERE bundle IS NULL AND {MAILED}"
        );
        let (sent, failed): (i64, i64) = self.conn.query_row(&sql, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok((sent.max(0) as u64, failed.max(0) as u64))
    }
}

/// A row as it lies there.
pub(super) struct Raw {
    id: i64,
    message_id: String,
    player: i64,
    game: Option<String>,
    seq: u32,
    ply: u32,
    answer_to: String,
    notices: String,
    answers: bool,
    in_reply_to: Option<String>,
    thread: String,
    number: u32,
    queued_at: i64,
    state: String,
    attempts: u32,
    bytes: Option<Vec<u8>>,
    return_hash: Vec<u8>,
    next_at: i64,
    ready_at: Option<i64>,
    wait_until: Option<i64>,
}

pub(super) fn raw(row: &Row) -> rusqlite::Result<Raw> {
    Ok(Raw {
        id: row.get(0)?,
        message_id: row.get(1)?,
        player: row.get(2)?,
        game: row.get(3)?,
        seq: row.get(4)?,
        ply: row.get(5)?,
        answer_to: row.get(6)?,
        notices: row.get(7)?,
        answers: row.get(8)?,
        in_reply_to: row.get(9)?,
        thread: row.get(10)?,
        number: row.get(11)?,
        queued_at: row.get(12)?,
        state: row.get(13)?,
        attempts: row.get(14)?,
        bytes: row.get(15)?,
        return_hash: row.get(16)?,
        next_at: row.get(17)?,
        ready_at: row.get(18)?,
        wait_until: row.get(19)?,
    })
}

pub(super) fn read(raw: Raw) -> Result<Mail, StoreError> {
    let id = raw.id;
    let corrupt = |why: String| StoreError::corrupt(format_args!("mail {id}"), why);
    let thread: Vec<String> = serde_json::from_str(&raw.thread).map_err(|cause| corrupt(cause.to_string()))?;
    let hash = <[u8; 32]>::try_from(raw.return_hash).map_err(|_| corrupt("its return hash is cut".to_owned()))?;
    let game = match raw.game {
        None => None,
        Some(game) => Some(GameId::parse(&game).ok_or_else(|| corrupt("its game's id cannot be read".to_owned()))?),
    };
    let waits = match raw.ready_at.zip(raw.wait_until) {
        None => None,
        Some((from, to)) => Some(Span { from: moment(from).map_err(corrupt)?, to: moment(to).map_err(corrupt)? }),
    };
    Ok(Mail {
        id,
        new: NewMail {
            message_id: MessageId(raw.message_id),
            player: PlayerId(raw.player),
            game,
            seq: raw.seq,
            ply: Ply(raw.ply),
            answer_to: wire::read_answer_to(&raw.answer_to).map_err(|error| corrupt(error.to_string()))?,
            notices: wire::read_notices(&raw.notices).map_err(|error| corrupt(error.to_string()))?,
            answers: raw.answers,
            in_reply_to: raw.in_reply_to.map(MessageId),
            thread: thread.into_iter().map(MessageId).collect(),
            queued_at: moment(raw.queued_at).map_err(corrupt)?,
            hold_until: moment(raw.next_at).map_err(corrupt)?,
            waits,
            return_hash: TokenHash(hash),
        },
        number: raw.number,
        state: read_state(&raw.state).ok_or_else(|| corrupt("its state is unknown".to_owned()))?,
        attempts: raw.attempts,
        bytes: raw.bytes,
    })
}

const STATES: [(State, &str); 4] =
    [(State::Queued, "queued"), (State::Sending, "sending"), (State::Sent, "sent"), (State::Failed, "failed")];

fn state_key(state: State) -> &'static str {
    STATES.iter().find(|(known, _)| *known == state).map_or("failed", |(_, key)| key)
}

fn read_state(key: &str) -> Option<State> {
    STATES.iter().find(|(_, known)| *known == key).map(|(state, _)| *state)
}
