/*!
The service of the gallery: the real arbiter, record and dispatch, stepped by hand, with a clock that is told the time.
*/

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use chrono::TimeDelta;

use crate::arbiter::Arrival;
use crate::cli::demo::service::CONFIG;
use crate::cli::{Failure, code};
use crate::config::Config;
use crate::daemon::{Alarm, Bell, Clock, House, Send, Time};
use crate::game::{Game, Moment};
use crate::ids::Ids;
use crate::mail::{Delivery, Envelope};
use crate::post::{Courier, Failure as PostFailure};
use crate::store::{Mark, Store, StoreError};

/// The key is always the same, so that the same games give the same pages.
const SEED: u64 = 7;

/// What left the service, in its order.
type Mails = Arc<Mutex<Vec<Vec<u8>>>>;

/// Keeps what it is handed.
struct Tray(Mails);

impl Courier for Tray {
    fn send(&mut self, _: &Envelope, _: &str, mail: &[u8]) -> Delivery {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(mail.to_vec());
        Delivery::Accepted
    }

    fn describe(&mut self) -> Result<String, PostFailure> {
        Ok("keeps what it is handed".to_owned())
    }
}

/// A service whose record lies in a folder of its own and goes with it.
pub(super) struct Service {
    house: House,
    data: PathBuf,
    mails: Mails,
    received: u32,
}

impl Service {
    /// A service that writes `language` to whom it does not know.
    pub fn new(language: &str) -> Result<Service, Failure> {
        let data = scratch().join(format!("kingpost-gallery-{}-{language}", std::process::id()));
        let config =
            Config::parse(&CONFIG.replace("[service]", &format!("[service]\nlanguage = \"{language}\"")), &data)
                .map_err(|error| Failure::new(code::SOFTWARE, error.to_string()))?;
        let house = House::with_key(&config, Ids::seeded_key(SEED))
            .map_err(|trouble| Failure::new(code::SOFTWARE, trouble.to_string()))?;
        let service = Service { house, data, mails: Mails::default(), received: 0 };
        service.clear();
        std::fs::create_dir_all(&service.data).map_err(|cause| {
            let sentence = format!("{} cannot be written ({cause}); make room there", service.data.display());
            Failure::new(code::CANT_CREATE, sentence)
        })?;
        Store::open(&service.data).map_err(faulty)?;
        Ok(service)
    }

    /// From now on moves can be undone for so long.
    pub fn hold(&mut self, time: TimeDelta) {
        self.house.arbiter.hold = time;
    }

    /// The time zone of players who have chosen none.
    pub fn zone(&self) -> chrono_tz::Tz {
        let arbiter = &self.house.arbiter;
        arbiter.zones.get(&arbiter.language).copied().unwrap_or(chrono_tz::UTC)
    }

    /// Where players write to.
    pub fn address(&self) -> &crate::mail::Address {
        &self.house.arbiter.address
    }

    /// Handles a letter, and gives every mail that goes out because of it.
    pub fn receive(&mut self, bytes: &[u8], now: Moment) -> Result<Vec<Vec<u8>>, Failure> {
        self.received += 1;
        let mut store = Store::connect(&self.data).map_err(faulty)?;
        let key = self.received.to_string();
        let arrival = Arrival { bytes, key: &key, cut: false, received_at: now, now, whole: true };
        self.house.arbiter.receive(&mut store, arrival).map_err(faulty)?;
        self.send(store, now)
    }

    /// Time has passed until `now`, and no letter came in; gives every mail that goes out because of it.
    pub fn pass(&mut self, now: Moment) -> Result<Vec<Vec<u8>>, Failure> {
        let mut store = Store::connect(&self.data).map_err(faulty)?;
        store.write(|tx| tx.set_mark(Mark::Read, now)).map_err(faulty)?;
        let (bell, _) = Bell::new();
        let mut clock = Clock::new(&self.house, store, bell, Alarm::default(), Time::Fixed(now));
        clock.tick(now, Instant::now()).map_err(faulty)?;
        self.send(Store::connect(&self.data).map_err(faulty)?, now)
    }

    fn send(&self, store: Store, now: Moment) -> Result<Vec<Vec<u8>>, Failure> {
        let (_, heard) = Bell::new();
        let tray: Vec<Box<dyn Courier>> = vec![Box::new(Tray(Arc::clone(&self.mails)))];
        let mut send = Send::new(&self.house, store, tray, heard, Time::Fixed(now)).map_err(faulty)?;
        while send.step().map_err(faulty)? {}
        Ok(std::mem::take(&mut *self.mails.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    /// The ids of the two games that were offered last, the newest first.
    pub fn newest_ids(&self) -> Result<[Option<String>; 2], Failure> {
        let mut store = Store::connect(&self.data).map_err(faulty)?;
        let rows = store.read(|tx| tx.all_games()).map_err(faulty)?;
        let mut ids = rows.into_iter().rev().map(|row| row.id.to_string());
        Ok([ids.next(), ids.next()])
    }

    /// The game that was offered last.
    pub fn newest_game(&self) -> Result<Option<Game>, Failure> {
        let mut store = Store::connect(&self.data).map_err(faulty)?;
        let game = store.read(|tx| match tx.all_games()?.pop() {
            Some(row) => tx.game(&row.id),
            None => Ok::<_, StoreError>(None),
        });
        game.map_err(faulty)
    }

    fn clear(&self) {
        // Nothing of an earlier run is there, or it is overwritten; what is left behind costs a few kilobytes.
        let _ = std::fs::remove_dir_all(Path::new(&self.data));
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.clear();
    }
}

/// In memory where the system has such a place: the record is gone when the gallery is drawn, and every mail would wait
/// for the disk.
fn scratch() -> PathBuf {
    let memory = PathBuf::from("/dev/shm");
    if memory.is_dir() { memory } else { std::env::temp_dir() }
}

fn faulty(error: StoreError) -> Failure {
    Failure::new(code::SOFTWARE, format!("the gallery's own record is faulty ({error}); report this"))
}
