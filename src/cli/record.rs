/*!
What the calls that look at the record share: the configuration, the record itself, games by their id.
*/

use super::{Failure, code};
use crate::config::Config;
use crate::daemon::Trouble;
use crate::game::{Game, GameId};
use crate::store::{Store, StoreError, Tx};
use std::path::PathBuf;

/// The configuration every such call needs.
#[derive(Debug, clap::Args)]
pub struct ConfigFile {
    /// The configuration file
    #[arg(long, value_name = "FILE")]
    pub config: PathBuf,
}

impl ConfigFile {
    /// Reads it.
    pub fn load(&self) -> Result<Config, Failure> {
        Config::load(&self.config).map_err(|error| Failure::new(code::CONFIG, error.to_string()))
    }

    /// Opens the record for looking.
    pub fn look(&self) -> Result<(Config, Store), Failure> {
        let config = self.load()?;
        let store = Store::look(&config.service.data)?;
        Ok((config, store))
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Trouble::from(error).into()
    }
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Failure {
        let exit = match &trouble {
            Trouble::Config(_) => code::CONFIG,
            Trouble::Data(_) => code::DATA,
            Trouble::Taken(_) => code::TRY_AGAIN,
            Trouble::Again(_) => code::UNAVAILABLE,
            Trouble::Bug(_) => code::SOFTWARE,
        };
        Failure::new(exit, trouble.to_string())
    }
}

/// The id a person typed.
pub fn game_id(written: &str) -> Result<GameId, Failure> {
    GameId::parse(written).ok_or_else(|| {
        Failure::new(code::DATA, format!("`{written}` is no game's id; `kingpost games` lists them, such as kp-7f3k9"))
    })
}

/// The game of that id.
pub fn game(tx: &Tx, id: &GameId) -> Result<Game, Failure> {
    tx.game(id)?.ok_or_else(|| {
        Failure::new(
            code::DATA,
            format!("there is no game {id} in this record; `kingpost games` lists those there are"),
        )
    })
}

/// A time as programs and people can both read it.
pub fn stamp(at: crate::game::Moment) -> String {
    at.to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
}
