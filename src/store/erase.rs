/*!
Erasing a person: everything that tells who they were. Their games stay, and so do results; the pages of the file that
held the rest are overwritten (`secure_delete`).
*/

use super::{StoreError, Tx, wire};
use crate::club::Settings;
use crate::game::{Event, Moment, PlayerId, Recorded};
use rusqlite::{OptionalExtension, params};

/// What stands for words of somebody who is no more.
const NO_WORDS: &str = "…";

impl Tx<'_> {
    /// The mails that brought a person's words to their opponents say so no more. What still waits is theirs to read.
    fn forget_words_to_others(&self, player: PlayerId) -> Result<(), StoreError> {
        let sql = "SELECT id, notices FROM outbox WHERE player <> ?1 AND state IN ('sent', 'failed')
                   AND game IN (SELECT id FROM games WHERE first = ?1 OR second = ?1)";
        let mut statement = self.conn.prepare_cached(sql)?;
        let rows = statement.query_map([player.0], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)))?;
        for row in rows {
            let (id, stored) = row?;
            let mut notices = wire::read_notices(&stored)
                .map_err(|error| StoreError::corrupt(format_args!("mail {id}"), error.to_string()))?;
            notices.iter_mut().for_each(|notice| notice.message = None);
            let sql = "UPDATE outbox SET notices = ?2 WHERE id = ?1";
            self.conn.prepare_cached(sql)?.execute(params![id, wire::write_notices(&notices)])?;
        }
        Ok(())
    }

    /// Notes that a person is to be erased.
    pub fn note_erasure(&self, player: PlayerId, now: Moment) -> Result<(), StoreError> {
        let sql = "UPDATE players SET erase_at = ?2 WHERE id = ?1";
        self.conn.prepare_cached(sql)?.execute(params![player.0, now.timestamp()])?;
        Ok(())
    }

    /// Who is to be erased and has no mail that waits, or was to be before `before`.
    pub fn erasure_due(&self, before: Moment) -> Result<Option<PlayerId>, StoreError> {
        let sql = "SELECT id FROM players WHERE erase_at IS NOT NULL AND (erase_at <= ?1 OR NOT EXISTS
                   (SELECT 1 FROM outbox WHERE player = players.id AND state IN ('queued', 'sending')))
                   ORDER BY id LIMIT 1";
        let id = self.conn.prepare_cached(sql)?.query_row([before.timestamp()], |row| row.get(0)).optional()?;
        Ok(id.map(PlayerId))
    }

    /// Erases a person: address, name, choices, leave, mail, reply addresses, counts, and their words in games.
    pub fn erase_player(&self, player: PlayerId) -> Result<(), StoreError> {
        for row in self.games_of(player)? {
            let Some(game) = self.game(&row.id)? else { continue };
            let side = game.seat_of(player);
            for Recorded { seq, event, .. } in self.events(&row.id, u32::MAX)? {
                if let Event::Said { by, .. } = event
                    && Some(by) == side
                {
                    let fact = wire::write_event(&Event::Said { by, text: NO_WORDS.to_owned() });
                    let sql = "UPDATE events SET fact = ?3 WHERE game = ?1 AND seq = ?2";
                    self.conn.prepare_cached(sql)?.execute(params![row.id.as_str(), seq, fact])?;
                }
            }
        }
        self.forget_words_to_others(player)?;
        // What travels in a mail goes before the mail.
        for sql in [
            "DELETE FROM outbox WHERE player = ?1 AND bundle IS NOT NULL",
            "DELETE FROM outbox WHERE player = ?1",
            "DELETE FROM tokens WHERE player = ?1",
            "DELETE FROM questions WHERE player = ?1",
            "DELETE FROM leave WHERE player = ?1",
            "DELETE FROM notes WHERE player = ?1",
            "DELETE FROM watching_allowed WHERE player = ?1",
            "DELETE FROM watchers WHERE player = ?1",
            "DELETE FROM barriers WHERE player = ?1 OR other = ?1",
            "DELETE FROM seeks WHERE player = ?1",
            "DELETE FROM rates WHERE who = ?1",
        ] {
            self.conn.prepare_cached(sql)?.execute([player.0])?;
        }
        let nowhere = format!("{}@erased.invalid", player.0);
        self.conn
            .prepare_cached(
                "UPDATE players SET canonical = ?2, address = ?2, name = '', settings = ?3, epoch = epoch + 1,
                 standing = 'stopped', absent_at = NULL, erase_at = NULL, known_at = 0 WHERE id = ?1",
            )?
            .execute(params![player.0, nowhere, wire::write_settings(&Settings::default())])?;
        Ok(())
    }
}
