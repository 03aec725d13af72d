/*!
Three loops: receive, dispatch, clock; one for each robot; and for a large record one that reads it as a whole, once. The only
place that asks what time it is.

Each loop has its own connection to the record. A channel wakes the dispatch when mail was queued, an atomic flag ends
all; nothing else is shared. A move is recorded even when mail cannot be sent, and mail is sent even when none can be
read.

This room does not know what any letter says.
*/

mod carriers;
mod clock;
mod house;
mod receive;
mod robots;
mod selftest;
mod send;
mod time;
mod unread;

pub use clock::Clock;
pub use house::{House, Trouble};
pub use receive::{Halt, Receive};
pub use robots::Player;
pub use selftest::{Other, SelfTest};
pub use send::Send;
pub use time::Time;

use crate::config::Config;
use crate::post::{self, CourierConfig};
use crate::store::{Lock, Locked, Store, StoreError};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, OnceLock};

/// Wakes the dispatch; a wake-up that finds one waiting already is as good as done.
#[derive(Clone)]
pub struct Bell(SyncSender<()>);

impl Bell {
    /// A bell and what hears it.
    pub fn new() -> (Bell, Receiver<()>) {
        let (sender, receiver) = sync_channel(1);
        (Bell(sender), receiver)
    }

    /// Wakes the dispatch.
    pub fn ring(&self) {
        let _ = self.0.try_send(());
    }
}

/// Asks for a look through the mailbox, because a clock is about to be judged.
#[derive(Clone, Default)]
pub struct Alarm(Arc<AtomicBool>);

impl Alarm {
    /// Asks.
    pub fn set(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether a look is asked for.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    /// It is being done.
    pub fn clear(&self) {
        self.0.store(false, Ordering::SeqCst);
    }
}

/// A loop, to be run once on its own thread.
type Work<'a> = Box<dyn FnOnce() + std::marker::Send + 'a>;

/// Tells every loop to end.
#[derive(Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Ends all loops.
    pub fn now(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether they are to end.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    /// Lets SIGTERM and SIGINT end all loops; a second signal ends the program at once.
    pub fn on_signals(&self) -> std::io::Result<()> {
        for signal in [SIGTERM, SIGINT] {
            // Handlers run in the order they are registered, so the first finds the flag set only by an earlier signal.
            flag::register_conditional_shutdown(signal, 1, Arc::clone(&self.0))?;
            flag::register(signal, Arc::clone(&self.0))?;
        }
        Ok(())
    }
}

/// Runs the service until `stop` is set. `seed` makes the key of a new record follow from a number, for runs that must
/// repeat.
pub fn run(config: &Config, time: Time, seed: Option<u64>, stop: &Stop) -> Result<(), Trouble> {
    let _lock = Lock::take(&config.service.data).map_err(|error| match error {
        Locked::Taken(_) => Trouble::Taken(error.to_string()),
        Locked::Failed(..) | Locked::Folder(_) => Trouble::Config(error.to_string()),
    })?;
    let store = Store::open(&config.service.data)?;
    let house = House::open(config, seed)?;
    let mailbox_config = config.mailbox()?;
    let mailbox = post::open_mailbox(&mailbox_config).map_err(|failure| Trouble::Config(failure.what))?;
    let courier_config = config.courier()?;
    let _claim = post::claim(&mailbox_config, &config.service.address).map_err(|taken| Trouble::Taken(taken.what))?;
    let couriers = post::open_couriers(&courier_config).map_err(|failure| Trouble::Config(failure.what))?;
    let connect = || Store::connect(&config.service.data);
    let (bell, heard) = Bell::new();
    // A folder courier brings nothing back.
    let test = (!matches!(courier_config, CourierConfig::Folder { .. })).then(|| SelfTest::new(&house, time.now()));
    let alarm = Alarm::default();
    let receive = Receive::new(&house, connect()?, mailbox, bell.clone(), time).awaiting(test.clone());
    let receive = receive.woken_by(alarm.clone());
    let mut send = Send::new(&house, connect()?, couriers, heard, time)?;
    if let Some(test) = &test {
        send.test(test);
    }
    let robots = Player::all(&house, &connect, &bell, time)?;
    let clock = Clock::new(&house, connect()?, bell, alarm, time);
    for name in &config.games.not_yet {
        tracing::warn!("`{name}` in [games] variants is not played by this version yet and is left out");
    }
    tracing::info!(address = %config.service.address, version = env!("CARGO_PKG_VERSION"), "kingpost runs");
    let damage = OnceLock::new();
    std::thread::scope(|scope| {
        let mut loops: Vec<(&str, Work)> = vec![
            ("receive", Box::new(|| receive.run(stop))),
            ("dispatch", Box::new(|| send.run(stop))),
            ("clock", Box::new(|| clock.run(stop))),
        ];
        if store.is_large() {
            let (mut record, found) = (connect()?, &damage);
            loops.push(("examine", Box::new(move || examine(&mut record, stop, found))));
        }
        loops.extend(robots.into_iter().map(|robot| ("robot", Box::new(move || robot.run(stop)) as Work)));
        let mut fine = Ok(());
        let mut threads = Vec::new();
        for (name, run) in loops {
            let work = move || {
                // Loops contain their panics; one that ends in one all the same takes the service down with it.
                if catch_unwind(AssertUnwindSafe(run)).is_err() {
                    stop.now();
                    return false;
                }
                true
            };
            match std::thread::Builder::new().name(name.into()).spawn_scoped(scope, work) {
                Ok(thread) => threads.push(thread),
                Err(error) => {
                    fine = Err(Trouble::Again(format!("no thread could be started ({error}): try again later")));
                    stop.now();
                }
            }
        }
        for thread in threads {
            if !thread.join().unwrap_or(false) {
                fine = Err(Trouble::Bug("a loop ended in a panic, the log says which: start again".to_owned()));
            }
        }
        fine
    })?;
    if let Some(damage) = damage.into_inner() {
        return Err(Trouble::from(damage));
    }
    if let Err(error) = store.checkpoint() {
        // The next start reads the log.
        tracing::warn!("{error}");
    }
    tracing::info!("kingpost ends");
    Ok(())
}

/// Reads a large record as a whole while the service runs, which ends with what is found.
fn examine(store: &mut Store, stop: &Stop, damage: &OnceLock<StoreError>) {
    let asked = stop.clone();
    match store.examine(move || asked.is_set()) {
        Ok(()) => {}
        Err(error @ StoreError::Damaged { .. }) => {
            let _ = damage.set(error);
            stop.now();
        }
        Err(error) => tracing::warn!("the record could not be checked as a whole: {error}"),
    }
}
