/*!
Players.
*/

use super::{StoreError, Tx, wire};
use crate::club::{Player, Standing};
use crate::game::{Moment, PlayerId};
use crate::mail::Address;
use rusqlite::{OptionalExtension, Row, params};

const COLUMNS: &str = "id, address, name, language, standing, settings, epoch, robot";

/// A row as it lies there.
type Raw = (i64, String, String, String, String, String, u32, bool);

impl Tx<'_> {
    /// The player of that number; one that others refer to is always there.
    pub fn player(&self, id: PlayerId) -> Result<Player, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM players WHERE id = ?1");
        let raw = self.conn.prepare_cached(&sql)?.query_row([id.0], raw).optional()?;
        read(raw.ok_or_else(|| StoreError::corrupt(format_args!("player {}", id.0), "it is missing"))?)
    }

    /// The player with that address.
    pub fn player_at(&self, address: &Address) -> Result<Option<Player>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM players WHERE canonical = ?1");
        let raw = self.conn.prepare_cached(&sql)?.query_row([address.canonical()], raw).optional()?;
        raw.map(read).transpose()
    }

    /// All players, by number.
    pub fn players(&self) -> Result<Vec<Player>, StoreError> {
        let mut statement = self.conn.prepare(&format!("SELECT {COLUMNS} FROM players ORDER BY id"))?;
        let raws = statement.query_map([], raw)?.collect::<Result<Vec<Raw>, _>>()?;
        raws.into_iter().map(read).collect()
    }

    /// Enters a player under a new number; the number handed in is not looked at.
    pub fn enter_player(&self, player: &Player, now: Moment) -> Result<PlayerId, StoreError> {
        self.conn
            .prepare_cached(
                "INSERT INTO players (canonical, address, name, language, standing, settings, epoch, known_at, robot)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            )?
            .execute(params![
                player.address.canonical(),
                player.address.to_string(),
                player.name,
                player.language,
                standing_key(player.standing),
                wire::write_settings(&player.settings),
                player.epoch,
                now.timestamp(),
                player.robot,
            ])?;
        Ok(PlayerId(self.conn.last_insert_rowid()))
    }

    /// Writes a player's name, language, standing, settings and epoch.
    pub fn update_player(&self, player: &Player) -> Result<(), StoreError> {
        self.conn
            .prepare_cached(
                "UPDATE players SET name = ?2, language = ?3, standing = ?4, settings = ?5, epoch = ?6 WHERE id = ?1",
            )?
            .execute(params![
                player.id.0,
                player.name,
                player.language,
                standing_key(player.standing),
                wire::write_settings(&player.settings),
                player.epoch,
            ])?;
        Ok(())
    }

    /// Gives two players each other's address. What is queued for either is drawn anew for the address it now goes to.
    pub fn exchange_addresses(&self, one: &Player, other: &Player) -> Result<(), StoreError> {
        let nowhere = format!("{}@exchange.invalid", one.id.0);
        let sql = "UPDATE players SET canonical = ?2, address = ?3 WHERE id = ?1";
        let mut statement = self.conn.prepare_cached(sql)?;
        statement.execute(params![one.id.0, nowhere, nowhere])?;
        statement.execute(params![other.id.0, one.address.canonical(), one.address.to_string()])?;
        statement.execute(params![one.id.0, other.address.canonical(), other.address.to_string()])?;
        let sql = "UPDATE outbox SET bytes = NULL WHERE state IN ('queued', 'sending') AND state = 'queued' AND player IN (?1, ?2)";
        self.conn.prepare_cached(sql)?.execute([one.id.0, other.id.0])?;
        Ok(())
    }
}

fn raw(row: &Row) -> rusqlite::Result<Raw> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?, row.get(6)?, row.get(7)?))
}

fn read((id, address, name, language, standing, settings, epoch, robot): Raw) -> Result<Player, StoreError> {
    let corrupt = |why: &dyn std::fmt::Display| StoreError::corrupt(format_args!("player {id}"), why);
    let standing = [Standing::Unconfirmed, Standing::Confirmed, Standing::Stopped]
        .into_iter()
        .find(|known| standing_key(*known) == standing)
        .ok_or_else(|| corrupt(&"its standing is unknown"))?;
    Ok(Player {
        id: PlayerId(id),
        address: Address::parse(&address).ok_or_else(|| corrupt(&"its address cannot be read"))?,
        name,
        language,
        standing,
        settings: wire::read_settings(&settings).map_err(|error| corrupt(&error))?,
        epoch,
        robot,
    })
}

fn standing_key(standing: Standing) -> &'static str {
    match standing {
        Standing::Unconfirmed => "unconfirmed",
        Standing::Confirmed => "confirmed",
        Standing::Stopped => "stopped",
    }
}
