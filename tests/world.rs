//! A service in one process: the real loops over a Maildir and a folder, stepped by hand, the clock standing still.
//! Every call outside (record, mailbox, courier) may be the one at which the process dies.

use chrono::{DateTime, TimeDelta};
use kingpost::club::Robot;
use kingpost::config::Config;
use kingpost::daemon::{Alarm, Bell, Clock, House, Player, Receive, Send, Stop, Time};
use kingpost::engine::EngineConfig;
use kingpost::game::Moment;
use kingpost::ids::Ids;
use kingpost::mail::{Delivery, Envelope};
use kingpost::post::{self, Courier, Failure, Filing, Listed, MailKey, Mailbox};
use kingpost::rules::History;
use kingpost::rules::notation::{shogi, usi};
use kingpost::store::{Mark, Store, StoreError};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const CONFIG: &str = "[service]\naddress = \"play@chess.example.org\"\ndata = \"data\"\nauthserv_id = \"mx.chess.example.org\"\n\
                      [mailbox]\nkind = \"maildir\"\npath = \"in\"\n[courier]\nkind = \"folder\"\npath = \"out\"\n";

/// A mail that left the service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    pub from: String,
    pub to: String,
    pub id: String,
    pub bytes: Vec<u8>,
}

/// Counts calls outside; at the chosen one the process dies.
#[derive(Default)]
pub struct Faults {
    pub calls: u64,
    pub die_at: Option<u64>,
    pub dead: Option<String>,
}

type Shared<T> = Arc<Mutex<T>>;

fn call(faults: &Shared<Faults>, name: &str) -> bool {
    let mut faults = faults.lock().unwrap();
    faults.calls += 1;
    if faults.die_at == Some(faults.calls) {
        faults.dead = Some(format!("call {}, {name}", faults.calls));
    }
    faults.dead.is_some()
}

/// Before and behind a call: unwinding is how a process dies in a test.
fn mortal<T>(faults: &Shared<Faults>, name: &str, work: impl FnOnce() -> T) -> T {
    if call(faults, &format!("before {name}")) {
        resume_unwind(Box::new("killed"));
    }
    let value = work();
    if call(faults, &format!("behind {name}")) {
        resume_unwind(Box::new("killed"));
    }
    value
}

struct MortalMailbox(Box<dyn Mailbox>, Shared<Faults>);

impl Mailbox for MortalMailbox {
    fn list(&mut self, skip: &dyn Fn(&MailKey) -> bool) -> Result<Vec<Listed>, Failure> {
        mortal(&self.1, "list", || self.0.list(skip))
    }
    fn head(&mut self, key: &MailKey) -> Result<Option<Vec<u8>>, Failure> {
        mortal(&self.1, "head", || self.0.head(key))
    }
    fn fetch(&mut self, key: &MailKey) -> Result<Option<Vec<u8>>, Failure> {
        mortal(&self.1, "fetch", || self.0.fetch(key))
    }
    fn file(&mut self, keys: &[MailKey], to: Filing) -> Result<(), Failure> {
        mortal(&self.1, "file", || self.0.file(keys, to))
    }
    fn wait(&mut self, _: Duration, _: &dyn Fn() -> bool) -> Result<(), Failure> {
        Ok(())
    }
    fn describe(&mut self) -> Result<String, Failure> {
        self.0.describe()
    }
}

struct MortalCourier {
    courier: Box<dyn Courier>,
    faults: Shared<Faults>,
    sent: Shared<Vec<Sent>>,
    scripted: Shared<Vec<Delivery>>,
    /// Some mails take longer than others.
    uneven: bool,
}

impl Courier for MortalCourier {
    fn send(&mut self, envelope: &Envelope, message_id: &str, mail: &[u8]) -> Delivery {
        if self.uneven {
            std::thread::sleep(Duration::from_millis(mail.len() as u64 % 4));
        }
        mortal(&self.faults, "send", || {
            if let Some(scripted) = self.scripted.lock().unwrap().pop() {
                return scripted;
            }
            self.sent.lock().unwrap().push(Sent {
                from: envelope.from.as_ref().map(ToString::to_string).unwrap_or_default(),
                to: envelope.to.to_string(),
                id: message_id.to_owned(),
                bytes: mail.to_vec(),
            });
            self.courier.send(envelope, message_id, mail)
        })
    }
    fn describe(&mut self) -> Result<String, Failure> {
        self.courier.describe()
    }
}

/// The service and the mail around it.
pub struct World {
    folder: tempfile::TempDir,
    house: Arc<House>,
    pub now: Moment,
    pub sent: Shared<Vec<Sent>>,
    pub faults: Shared<Faults>,
    /// What the courier says instead of taking mail over, the last first.
    pub deliveries: Shared<Vec<Delivery>>,
    /// How many couriers work side by side.
    pub couriers: usize,
    delivered: u32,
}

impl World {
    /// A service of that address.
    pub fn at(address: &str) -> World {
        World::made(address, Ids::seeded_key(7), DateTime::from_timestamp(1_577_880_000, 0).unwrap(), |_| {})
    }

    /// A service of that key over a record that `fill` puts into the data folder.
    pub fn over(key: [u8; 32], now: Moment, fill: impl FnOnce(&Path)) -> World {
        World::made("play@chess.example.org", key, now, fill)
    }

    fn made(address: &str, key: [u8; 32], now: Moment, fill: impl FnOnce(&Path)) -> World {
        let folder = folder();
        for name in ["new", "cur", "tmp"] {
            std::fs::create_dir_all(folder.path().join("in").join(name)).unwrap();
        }
        let config = Config::parse(&CONFIG.replace("play@chess.example.org", address), folder.path()).unwrap();
        let house = Arc::new(House::with_key(&config, key).unwrap());
        let world = World {
            folder,
            house,
            now,
            sent: Shared::default(),
            faults: Shared::default(),
            deliveries: Shared::default(),
            couriers: 1,
            delivered: 0,
        };
        std::fs::create_dir(world.data()).unwrap();
        fill(&world.data());
        drop(Store::open(&world.data()).unwrap());
        world
    }

    /// Another world that has come to the same point.
    pub fn fork(&self) -> World {
        let folder = folder();
        // What has left the mailbox or the house is not needed again.
        for name in ["in/new", "in/cur", "in/tmp", "data"] {
            std::fs::create_dir_all(folder.path().join(name)).unwrap();
            copy(&self.folder.path().join(name), &folder.path().join(name));
        }
        World {
            folder,
            house: Arc::clone(&self.house),
            now: self.now,
            sent: Arc::new(Mutex::new(self.sent.lock().unwrap().clone())),
            faults: Shared::default(),
            deliveries: Shared::default(),
            couriers: 1,
            delivered: self.delivered,
        }
    }

    /// A copy of the record, as an operator keeps one.
    pub fn backup(&self) -> tempfile::TempDir {
        let copied = folder();
        copy(&self.data(), copied.path());
        copied
    }

    /// This world with an older record in place of its own, and all mail it ever got back in the inbox.
    pub fn restored(&self, backup: &Path) -> World {
        let folder = folder();
        for name in ["in/new", "in/cur", "in/tmp", "data"] {
            std::fs::create_dir_all(folder.path().join(name)).unwrap();
        }
        copy(backup, &folder.path().join("data"));
        for place in ["new", "cur", ".done/cur", ".failed/cur"] {
            let place = self.inbox().join(place);
            if place.is_dir() {
                copy(&place, &folder.path().join("in/cur"));
            }
        }
        let house = Arc::clone(&self.house);
        let (sent, faults, deliveries) = (Shared::default(), Shared::default(), Shared::default());
        World { folder, house, now: self.now, sent, faults, deliveries, couriers: 1, delivered: self.delivered }
    }

    /// The loop that lets flags fall.
    pub fn clock(&self) -> Clock<'_> {
        Clock::new(&self.house, self.store(), Bell::new().0, Alarm::default(), Time::Fixed(self.now))
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// The service's own house, to be set up otherwise before anything has happened.
    pub fn house_mut(&mut self) -> &mut House {
        Arc::get_mut(&mut self.house).expect("nobody lives in it yet")
    }

    /// A program plays here, before anything has happened.
    pub fn hire(&mut self, robot: Robot, engine: EngineConfig) {
        let house = self.house_mut();
        house.arbiter.house.robots.push(robot.clone());
        house.robots.push((robot, engine));
    }

    /// The loops of the programs, to be stepped one by one.
    pub fn robots(&self) -> Vec<Player<'_>> {
        Player::all(&self.house, &|| Ok(self.store()), &Bell::new().0, Time::Fixed(self.now)).unwrap()
    }

    /// The programs are in the configuration no more.
    pub fn dismiss(&mut self) {
        let house = self.house_mut();
        house.arbiter.house.robots.clear();
        house.robots.clear();
    }

    pub fn inbox(&self) -> PathBuf {
        self.folder.path().join("in")
    }

    /// Time passes; the service reads its mail all the while.
    pub fn pass(&mut self, time: TimeDelta) {
        self.sleep(time);
        let now = self.now;
        self.store().write(|tx| tx.set_mark(Mark::Read, now)).unwrap();
    }

    /// Time passes while the service does not run.
    pub fn sleep(&mut self, time: TimeDelta) {
        self.now += time;
    }

    /// Puts a mail into the mailbox.
    pub fn deliver(&mut self, bytes: &[u8]) {
        self.delivered += 1;
        let name = format!("{}.M{:06}.example", self.now.timestamp(), self.delivered);
        let tmp = self.inbox().join("tmp").join(&name);
        std::fs::write(&tmp, bytes).unwrap();
        std::fs::rename(tmp, self.inbox().join("new").join(&name)).unwrap();
    }

    /// Lives until all is done; a life that ends early is followed by another. Tells at which call it died.
    pub fn run(&self) -> Option<String> {
        let mut died = None;
        for _ in 0..5 {
            let life = catch_unwind(AssertUnwindSafe(|| self.live()));
            let mut faults = self.faults.lock().unwrap();
            faults.die_at = None;
            match faults.dead.take() {
                Some(place) => died = Some(place),
                None => match life {
                    Ok(Ok(())) => return died,
                    Ok(Err(why)) => panic!("a life without a fault ended early: {why}"),
                    Err(panic) => resume_unwind(panic),
                },
            }
        }
        panic!("the service does not come to rest");
    }

    fn live(&self) -> Result<(), String> {
        let config = Config::parse(CONFIG, self.folder.path()).unwrap();
        let time = Time::Fixed(self.now);
        let mailbox = post::open_mailbox(&config.mailbox().unwrap()).map_err(|f| f.what)?;
        let mailbox = MortalMailbox(mailbox, Arc::clone(&self.faults));
        let (bell, heard) = Bell::new();
        let mut receive = Receive::new(&self.house, self.mortal_store(), Box::new(mailbox), bell.clone(), time);
        let mut clock = Clock::new(&self.house, self.mortal_store(), bell.clone(), Alarm::default(), time);
        let mut couriers: Vec<Box<dyn Courier>> = Vec::new();
        for _ in 0..self.couriers {
            let courier = post::open_courier(&config.courier().unwrap()).map_err(|f| f.what)?;
            let uneven = self.couriers > 1;
            let (faults, sent, scripted) = (&self.faults, &self.sent, &self.deliveries);
            couriers.push(Box::new(MortalCourier {
                courier,
                faults: Arc::clone(faults),
                sent: Arc::clone(sent),
                scripted: Arc::clone(scripted),
                uneven,
            }));
        }
        let mut send =
            Send::new(&self.house, self.mortal_store(), couriers, heard, time).map_err(|error| error.to_string())?;
        let connect = || Ok(self.mortal_store());
        let robots = Player::all(&self.house, &connect, &bell, time).map_err(|error| error.to_string())?;
        receive.round(&Stop::default(), Instant::now()).map_err(|halt| format!("{halt:?}"))?;
        for mut robot in robots {
            while robot.step(&Stop::default()).map_err(|error| error.to_string())? {}
        }
        clock.tick(self.now, Instant::now()).map_err(|error| error.to_string())?;
        while send.step().map_err(|error| error.to_string())? {}
        Ok(())
    }

    pub fn store(&self) -> Store {
        Store::connect(&self.data()).unwrap()
    }

    fn mortal_store(&self) -> Store {
        let mut store = self.store();
        let faults = Arc::clone(&self.faults);
        store.set_probe(Arc::new(move |place| match call(&faults, &format!("record {place}")) {
            true => Err(StoreError::Trouble("killed".into())),
            false => Ok(()),
        }));
        store
    }

    /// The ids of all games, the oldest first; of two that began together, in the order of their ids.
    pub fn ids(&self) -> Vec<String> {
        let rows = self.store().read(|tx| tx.all_games()).unwrap();
        rows.into_iter().map(|row| row.id.to_string()).collect()
    }

    /// Every game as text: its moves and how it ended.
    pub fn games(&self) -> Vec<String> {
        let mut store = self.store();
        store
            .read(|tx| {
                let mut games = Vec::new();
                for row in tx.all_games()? {
                    let game = tx.game(&row.id)?.unwrap();
                    let events = tx.events(&row.id, u32::MAX)?;
                    let ended = events.iter().find_map(|recorded| match recorded.event {
                        kingpost::game::Event::Ended(outcome) => {
                            Some(format!("{} {}", outcome.result(), outcome.termination.key()))
                        }
                        kingpost::game::Event::Aborted { .. } => Some("aborted".to_owned()),
                        kingpost::game::Event::Declined => Some("declined".to_owned()),
                        kingpost::game::Event::Withdrawn => Some("withdrawn".to_owned()),
                        kingpost::game::Event::Expired => Some("expired".to_owned()),
                        _ => None,
                    });
                    let mut words = moves(game.history());
                    words.push(ended.unwrap_or(row.phase));
                    games.push(words.join(" "));
                }
                Ok::<_, StoreError>(games)
            })
            .unwrap()
    }

    /// All that is recorded about games and mails, to be compared.
    pub fn record(&self) -> String {
        let conn = rusqlite::Connection::open(Store::file(&self.data())).unwrap();
        let mut lines = Vec::new();
        for sql in [
            "SELECT 'event', game, seq, at || ' ' || fact FROM events ORDER BY game, seq",
            "SELECT 'player', canonical, standing, language || ' ' || name FROM players ORDER BY id",
            "SELECT 'letter', hex(digest), outcome, '' FROM letters ORDER BY digest",
            "SELECT 'mail', message_id, state, thread || ' ' || coalesce(in_reply_to, '') FROM outbox ORDER BY message_id",
            "SELECT 'question', id, coalesce(answered_at, ''), errands FROM questions ORDER BY id",
        ] {
            let mut statement = conn.prepare(sql).unwrap();
            let mut rows = statement.query([]).unwrap();
            while let Some(row) = rows.next().unwrap() {
                let cell = |n: usize| match row.get_ref(n).unwrap() {
                    rusqlite::types::ValueRef::Text(text) => String::from_utf8_lossy(text).to_string(),
                    other => format!("{other:?}"),
                };
                lines.push((0..4).map(cell).collect::<Vec<_>>().join(" | "));
            }
        }
        lines.join("\n")
    }

    /// Drawing takes most of the time, and pictures are not what is looked at.
    pub fn leave_out_pictures(&self) {
        let conn = rusqlite::Connection::open(Store::file(&self.data())).unwrap();
        conn.execute("UPDATE players SET settings = replace(settings, '\"large\"', '\"off\"')", []).unwrap();
    }

    /// Mails that still lie in the mailbox.
    pub fn unhandled(&self) -> usize {
        ["new", "cur"].iter().map(|name| std::fs::read_dir(self.inbox().join(name)).unwrap().count()).sum()
    }
}

/// In memory where the system has such a place: what is tested is order, not the disk.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

fn copy(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        std::fs::copy(entry.path(), &target).unwrap();
        // Mails of one second are told apart by when they were written.
        let written = entry.metadata().unwrap().modified().unwrap();
        std::fs::File::options().write(true).open(&target).unwrap().set_modified(written).unwrap();
    }
}

/// Moves as the record is compared: SAN, and USI in shogi.
fn moves(history: &History) -> Vec<String> {
    if !shogi::applies(history.start().variant()) {
        return history.sans();
    }
    history.positions().iter().zip(history.moves()).map(|(position, mv)| usi::write(position, *mv)).collect()
}
