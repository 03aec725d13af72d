/*!
Mails that travel together in one: a summary, a digest.

Each keeps its own row, which tells what it says about which game, so that a game hears of its delivery as of any other;
the bundle's row is what is sent, and settles all of them.
*/

use super::games::moment;
use super::outbox::{COLUMNS, raw, read};
use super::{Mail, NewMail, StoreError, Tx};
use crate::game::{GameId, Moment, Page, PlayerId, Ply, Span};
use rusqlite::params;

impl Tx<'_> {
    /// Queues a mail that carries `members`, which are new; false if it was queued before.
    pub fn queue_bundle(&self, mail: &NewMail, members: &[NewMail]) -> Result<bool, StoreError> {
        let Some(bundle) = self.enter(mail, None)? else { return Ok(false) };
        for member in members {
            self.enter(member, Some(bundle))?;
        }
        Ok(true)
    }

    /// Queues a mail that carries those that wait in rows of their own, and no longer; false if it was queued before.
    pub fn gather_bundle(&self, mail: &NewMail, members: &[Mail]) -> Result<bool, StoreError> {
        let Some(bundle) = self.enter(mail, None)? else { return Ok(false) };
        for member in members {
            let sql = "UPDATE outbox SET bundle = ?2, wait_until = min(wait_until, ?3) WHERE id = ?1";
            self.conn.prepare_cached(sql)?.execute([member.id, bundle, mail.queued_at.timestamp()])?;
        }
        Ok(true)
    }

    /// What travels in that mail, oldest first.
    pub fn members(&self, bundle: i64) -> Result<Vec<Mail>, StoreError> {
        self.mails("bundle = ?1", [bundle])
    }

    /// Whose digest is due at `now`: the player for whom something has waited longest.
    pub fn digest_due(&self, now: Moment) -> Result<Option<PlayerId>, StoreError> {
        let sql = "SELECT player FROM outbox WHERE wait_until IS NOT NULL AND state = 'queued' AND bundle IS NULL
                   AND attempts = 0 AND wait_until <= ?1 AND next_at <= ?1
                   GROUP BY player HAVING count(*) > 1 ORDER BY min(id) LIMIT 1";
        let mut statement = self.conn.prepare_cached(sql)?;
        let mut rows = statement.query([now.timestamp()])?;
        Ok(match rows.next()? {
            Some(row) => Some(PlayerId(row.get(0)?)),
            None => None,
        })
    }

    /// What waits for a player's digest and would have left by `now`, oldest first.
    pub fn waiting(&self, player: PlayerId, now: Moment) -> Result<Vec<Mail>, StoreError> {
        self.mails(
            "player = ?1 AND wait_until IS NOT NULL AND state = 'queued' AND bundle IS NULL AND attempts = 0
             AND next_at <= ?2",
            params![player.0, now.timestamp()],
        )
    }

    /// When the digest of what waits for a player already is due.
    pub fn digest_at(&self, player: PlayerId) -> Result<Option<Moment>, StoreError> {
        let sql = "SELECT min(wait_until) FROM outbox WHERE player = ?1 AND wait_until IS NOT NULL
                   AND state = 'queued' AND bundle IS NULL";
        let at: Option<i64> = self.conn.prepare_cached(sql)?.query_row([player.0], |row| row.get(0))?;
        at.map(|at| moment(at).map_err(|why| StoreError::corrupt("the outbox", why))).transpose()
    }

    /// How long the first mail that tells `player` to move in `game` at `ply` waits for their digest, if there is one that has
    /// not left.
    pub fn waits_to_tell(&self, player: PlayerId, game: &GameId, ply: Ply) -> Result<Option<Span>, StoreError> {
        let waiting = self.mails(
            "player = ?1 AND game = ?2 AND ply = ?3 AND wait_until IS NOT NULL AND state IN ('queued', 'sending')",
            params![player.0, game.as_str(), ply.0],
        )?;
        let tells = |mail: &&Mail| mail.new.notices.iter().any(|notice| notice.page == Page::YourMove);
        Ok(waiting.iter().find(tells).and_then(|mail| mail.new.waits))
    }

    /// Games of which news waits for somebody's digest.
    pub fn games_with_news_waiting(&self) -> Result<Vec<GameId>, StoreError> {
        let sql = "SELECT DISTINCT game FROM outbox
                   WHERE wait_until IS NOT NULL AND state IN ('queued', 'sending') AND game IS NOT NULL";
        let mut statement = self.conn.prepare_cached(sql)?;
        let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
        rows.map(|id| {
            let id = id?;
            GameId::parse(&id).ok_or_else(|| StoreError::corrupt("the outbox", format!("{id} is no game's id")))
        })
        .collect()
    }

    /// What waits for a player's digest waits no longer; of one game alone, if one is named.
    pub fn release(&self, player: PlayerId, game: Option<&GameId>, now: Moment) -> Result<(), StoreError> {
        let sql = "UPDATE outbox SET wait_until = max(ready_at, ?3) WHERE player = ?1 AND (?2 IS NULL OR game = ?2)
                   AND wait_until > ?3 AND state = 'queued' AND bundle IS NULL";
        self.conn.prepare_cached(sql)?.execute(params![player.0, game.map(GameId::as_str), now.timestamp()])?;
        Ok(())
    }

    fn mails(&self, which: &str, params: impl rusqlite::Params) -> Result<Vec<Mail>, StoreError> {
        let mut statement =
            self.conn.prepare_cached(&format!("SELECT {COLUMNS} FROM outbox WHERE {which} ORDER BY id"))?;
        let raws = statement.query_map(params, raw)?;
        raws.map(|raw| read(raw?)).collect()
    }
}
