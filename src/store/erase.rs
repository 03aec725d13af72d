/*!
Erasing a person: everything that tells who they were. Their games stay, and so do results; the pages of the file that
held the rest are overwritten (`secure_delete`).
*/

use super::{StoreError, Tx, wire};
use crate::club::{Errand, Settings, Whom};
use crate::game::{Event, Moment, Page, PlayerId, Recorded};
use crate::mail::Address;
use rusqlite::{OptionalExtension, params};

/// What stands for words of somebody who is no more.
const NO_WORDS: &str = "…";

impl Tx<'_> {
    /// The mails that brought a person's words to their opponents, or were to, say so no more.
    fn forget_words_to_others(&self, player: PlayerId) -> Result<(), StoreError> {
        // What has been drawn is drawn anew, if it is tried again at all.
        let sql = "UPDATE outbox SET bytes = NULL WHERE state = 'queued' AND (id IN (SELECT bundle FROM outbox WHERE
                   game IN (SELECT id FROM games WHERE first = ?1 OR second = ?1)) OR
                   game IN (SELECT id FROM games WHERE first = ?1 OR second = ?1))";
        self.conn.prepare_cached(sql)?.execute([player.0])?;
        let sql = "SELECT id, notices FROM outbox WHERE player <> ?1
                   AND game IN (SELECT id FROM games WHERE first = ?1 OR second = ?1)";
        let mut statement = self.conn.prepare_cached(sql)?;
        let rows = statement.query_map([player.0], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)))?;
        for row in rows {
            let (id, stored) = row?;
            let mut notices = wire::read_notices(&stored)
                .map_err(|error| StoreError::corrupt(format_args!("mail {id}"), error.to_string()))?;
            for notice in &mut notices {
                notice.message =
                    notice.message.take().filter(|_| notice.page == Page::Message).map(|_| NO_WORDS.into());
            }
            let sql = "UPDATE outbox SET notices = ?2 WHERE id = ?1";
            self.conn.prepare_cached(sql)?.execute(params![id, wire::write_notices(&notices)])?;
        }
        Ok(())
    }

    /// What others had asked for with the address of a person, and that still waits or was kept, is forgotten.
    fn forget_wishes_about(&self, address: &Address) -> Result<(), StoreError> {
        let sql = "SELECT id, errands FROM questions WHERE errands LIKE '%@%'";
        let mut statement = self.conn.prepare_cached(sql)?;
        let rows = statement.query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)))?;
        for row in rows {
            let (id, stored) = row?;
            let mut errands = wire::read_errands(&stored)
                .map_err(|error| StoreError::corrupt(format_args!("question {id}"), error.to_string()))?;
            let before = errands.len();
            errands.retain(|errand| match errand {
                Errand::Invite(game) | Errand::Seek(game) => game.with.as_ref() != Some(address),
                Errand::ChangeAddress(other) => other != address,
                Errand::Bar { whom: Whom::Address(other), .. } => other != address,
                _ => true,
            });
            if errands.len() < before {
                self.update_errands(id, &errands)?;
            }
        }
        Ok(())
    }

    /// Notes that a person is to be erased.
    pub fn note_erasure(&self, player: PlayerId, now: Moment) -> Result<(), StoreError> {
        let sql = "UPDATE players SET erase_at = ?2 WHERE id = ?1";
        self.conn.prepare_cached(sql)?.execute(params![player.0, now.timestamp()])?;
        Ok(())
    }

    /// Who is to be erased and for whom no mail waits, nor any about their games; or who was to be before `before`.
    pub fn erasure_due(&self, before: Moment) -> Result<Option<PlayerId>, StoreError> {
        let sql = "SELECT id FROM players AS leaver WHERE erase_at IS NOT NULL AND (erase_at <= ?1 OR NOT EXISTS
                   (SELECT 1 FROM outbox WHERE state IN ('queued', 'sending') AND player = leaver.id) AND NOT EXISTS
                   (SELECT 1 FROM games CROSS JOIN outbox ON outbox.game = games.id
                    WHERE (first = leaver.id OR second = leaver.id) AND state IN ('queued', 'sending')))
                   ORDER BY id LIMIT 1";
        let id = self.conn.prepare_cached(sql)?.query_row([before.timestamp()], |row| row.get(0)).optional()?;
        Ok(id.map(PlayerId))
    }

    /// Notes that a person is erased, in the write-ahead log too.
    pub fn note_erased(&self, player: PlayerId) -> Result<(), StoreError> {
        self.conn.prepare_cached("UPDATE players SET erase_at = NULL WHERE id = ?1")?.execute([player.0])?;
        Ok(())
    }

    /// An address that was entered before `before`, has never answered, and of which nothing is open: no invitation, no
    /// question since, no mail on its way.
    pub fn never_confirmed(&self, before: Moment) -> Result<Option<PlayerId>, StoreError> {
        let sql = "SELECT id FROM players AS unknown WHERE standing = 'unconfirmed' AND robot = 0 AND epoch = 0
                   AND known_at < ?1
                   AND NOT EXISTS (SELECT 1 FROM games WHERE (first = unknown.id OR second = unknown.id)
                                   AND phase <> 'over')
                   AND NOT EXISTS (SELECT 1 FROM questions WHERE player = unknown.id AND asked_at >= ?1)
                   AND NOT EXISTS (SELECT 1 FROM barriers WHERE other = unknown.id)
                   AND NOT EXISTS (SELECT 1 FROM outbox WHERE player = unknown.id AND state IN ('queued', 'sending'))
                   ORDER BY id LIMIT 1";
        let id = self.conn.prepare_cached(sql)?.query_row([before.timestamp()], |row| row.get(0)).optional()?;
        Ok(id.map(PlayerId))
    }

    /// Erases a person: address, name, choices, leave, mail, what reply addresses stand for, counts, and their words in
    /// games. The erasure is due until [`Tx::note_erased`] and can be repeated: the write-ahead log has yet to be emptied.
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
        // The other address of a change that can still be confirmed or taken back is theirs as well.
        for other in self.other_addresses(player)? {
            self.erase_player(other)?;
        }
        self.forget_words_to_others(player)?;
        self.forget_wishes_about(&self.player(player)?.address)?;
        self.void_tokens(player)?;
        // What travels in a mail goes before the mail.
        for sql in [
            "DELETE FROM outbox WHERE player = ?1 AND bundle IS NOT NULL",
            "DELETE FROM outbox WHERE player = ?1",
            "DELETE FROM questions WHERE player = ?1",
            "DELETE FROM leave WHERE player = ?1",
            "DELETE FROM notes WHERE player = ?1",
            "DELETE FROM watching_allowed WHERE player = ?1",
            "DELETE FROM watchers WHERE player = ?1",
            "DELETE FROM barriers WHERE player = ?1 OR other = ?1",
            // Its number is in lists that others have, and must never mean another seek.
            "UPDATE seeks SET state = 'cancelled' WHERE player = ?1 AND state = 'open'",
            "DELETE FROM rates WHERE who = ?1",
        ] {
            self.conn.prepare_cached(sql)?.execute([player.0])?;
        }
        let nowhere = format!("{}@erased.invalid", player.0);
        self.conn
            .prepare_cached(
                "UPDATE players SET canonical = ?2, address = ?2, name = '', settings = ?3, epoch = epoch + 1,
                 standing = 'stopped', absent_at = NULL, known_at = 0 WHERE id = ?1",
            )?
            .execute(params![player.0, nowhere, wire::write_settings(&Settings::default())])?;
        Ok(())
    }
}
