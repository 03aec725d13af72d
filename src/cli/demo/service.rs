/*!
The service of the demonstration: the real daemon, on a Maildir it reads and a folder it writes into.
*/

use super::seat::Seat;
use crate::cli::{Failure, code};
use crate::config::Config;
use crate::daemon::{self, Stop, Time, Trouble};
use crate::game::Game;
use crate::mail::Address;
use crate::rules::Side;
use crate::store::{Store, StoreError, Tx};
use std::fs;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

/// A service without any mail server. A real one's limits would end a quick game played by one person.
pub(in crate::cli) const CONFIG: &str = r#"# The demonstration's configuration. See config/kingpost.toml for every key.
[service]
address = "play@kingpost.example"
data = "data"

[mailbox]
kind = "maildir"
path = "inbox"

[courier]
kind = "folder"
path = "outbox"

[limits]
letters_per_hour = 10000
letters_per_day = 100000
answers_per_hour = 1000
answers_per_day = 10000
breaker_per_hour = 10000
unread_per_hour = 10000
"#;

/// The running daemon and where its mail lies.
pub struct Service {
    dir: PathBuf,
    address: Address,
    stop: Stop,
    daemon: JoinHandle<Result<(), Trouble>>,
}

impl Service {
    /// Lays the folders and starts the daemon.
    pub fn start(dir: &Path, language: &str, clock: Option<&str>, seed: Option<u64>) -> Result<Service, Failure> {
        let time = match clock {
            Some(text) => Time::Fixed(super::super::moment(text)?),
            None => Time::System,
        };
        let cannot = |cause: std::io::Error| {
            let sentence = format!("{} cannot be written ({cause}); name another folder with --dir", dir.display());
            Failure::new(code::CANT_CREATE, sentence)
        };
        for folder in ["inbox/new", "inbox/cur", "inbox/tmp", "outbox"] {
            fs::create_dir_all(dir.join(folder)).map_err(cannot)?;
        }
        let file = dir.join("kingpost.toml");
        let text = CONFIG.replace("[service]\n", &format!("[service]\nlanguage = \"{language}\"\n"));
        fs::write(&file, text).map_err(cannot)?;
        let config = Config::load(&file).map_err(|error| Failure::new(code::SOFTWARE, error.to_string()))?;
        let stop = Stop::default();
        let address = config.service.address.clone();
        let daemon = std::thread::spawn({
            let stop = stop.clone();
            move || daemon::run(&config, time, seed, &stop)
        });
        Ok(Service { dir: dir.to_path_buf(), address, stop, daemon })
    }

    /// Where everything lies.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Where players write to.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// A player's mail program.
    pub fn seat(&self, name: &'static str, address: &str) -> Result<Seat, Failure> {
        let address = Address::parse(address)
            .ok_or_else(|| Failure::new(code::SOFTWARE, format!("{address} is no address; report this")))?;
        Ok(Seat::new(name, address, self.dir.join("inbox"), self.dir.join("outbox")))
    }

    /// The game that was offered last.
    pub fn newest_game(&self) -> Result<Option<Game>, Failure> {
        self.read(|tx| match tx.all_games()?.pop() {
            Some(row) => tx.game(&row.id),
            None => Ok(None),
        })
    }

    /// The address of the player of that side.
    pub fn address_of(&self, game: &Game, side: Side) -> Result<Address, Failure> {
        self.read(|tx| Ok(tx.player(game.player(side))?.address))
    }

    fn read<T>(&self, look: impl FnOnce(&Tx) -> Result<T, StoreError>) -> Result<T, Failure> {
        let faulty = |error: StoreError| {
            Failure::new(code::SOFTWARE, format!("the demonstration's record cannot be read ({error}); report this"))
        };
        Store::connect(&self.dir.join("data")).map_err(faulty)?.read(look).map_err(faulty)
    }

    /// Ends the daemon in good order.
    pub fn stop(self) -> Result<(), Failure> {
        self.stop.now();
        match self.daemon.join() {
            Ok(Ok(())) => Ok(()),
            Ok(Err(trouble)) => Err(Failure::new(code::UNAVAILABLE, trouble.to_string())),
            Err(_) => Err(Failure::new(code::SOFTWARE, "the daemon ended in a panic; report this")),
        }
    }
}
