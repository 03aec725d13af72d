/*!
`kingpost check`: tries all that `run` needs, one line each.

The last line mails a reply address to the service itself: aliases, catch-alls and forwarders differ in what they leave
of it, and a service whose reply addresses come back without their secret plays no move.
*/

use super::record::ConfigFile;
use super::{Failure, code, print, private_files};
use crate::club::Robot;
use crate::config::Config;
use crate::daemon::{House, SelfTest, Time};
use crate::engine::{Engine, EngineConfig};
use crate::post::{self, Courier, CourierConfig, Filing, MailKey, Mailbox, MailboxConfig};
use crate::rules::{History, Position};
use crate::store::{Lock, Locked, Store};
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// So long the self-test waits for its mail.
const WAIT: Duration = Duration::from_secs(60);

/// What the call takes.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    config: ConfigFile,
}

/// One line of the check.
enum Verdict {
    Fine(String),
    Skipped(String),
    Wrong(String),
}

/// Runs it.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    private_files();
    let config = arguments.config.load()?;
    say("configuration", &Verdict::Fine(format!("{} plays at {}", config.service.name, config.service.address)))?;
    let mut wrong = 0;
    let mut note = |name: &str, verdict: Verdict| {
        wrong += u32::from(matches!(verdict, Verdict::Wrong(_)));
        say(name, &verdict)
    };
    let lock = Lock::take(&config.service.data);
    let runs = matches!(lock, Err(Locked::Taken(_)));
    note("database", database(&config, &lock))?;
    let house = House::open(&config, None);
    match &house {
        Ok(house) => {
            note("key", Verdict::Fine("readable by the service alone".to_owned()))?;
            let languages = house.arbiter.written.join(", ");
            note("templates", Verdict::Fine(format!("every page in {languages}")))?;
        }
        Err(trouble) => note("key, templates", Verdict::Wrong(trouble.to_string()))?,
    }
    let mut mailbox = config.mailbox().map_err(|e| e.to_string()).and_then(open_mailbox);
    note("mailbox", described(mailbox.as_mut().map(|mailbox| mailbox.describe().map_err(|f| f.what))))?;
    let courier_config = config.courier().map_err(|e| e.to_string());
    let mut courier = courier_config.clone_ref().and_then(|c| post::open_courier(c).map_err(|f| f.what));
    note("courier", described(courier.as_mut().map(|courier| courier.describe().map_err(|f| f.what))))?;
    let folder = matches!(courier_config, Ok(CourierConfig::Folder { .. }));
    let verdict = match (&house, mailbox, courier) {
        _ if folder => Verdict::Skipped("a folder courier brings nothing back".to_owned()),
        _ if runs => Verdict::Skipped("the daemon runs and would take the mail; stop it first".to_owned()),
        (Ok(house), Ok(mut mailbox), Ok(mut courier)) => self_test(house, mailbox.as_mut(), courier.as_mut()),
        _ => Verdict::Skipped("mailbox or courier is wrong".to_owned()),
    };
    note("reply address", verdict)?;
    for (robot, engine) in &config.robots {
        note(&format!("robot {}", robot.name), plays(robot, engine))?;
    }
    drop(lock);
    match wrong {
        0 => Ok(()),
        _ => Err(Failure { code: code::CONFIG, sentence: None }),
    }
}

/// A reference to what a result holds, its error copied: the configuration cannot be.
trait CloneRef<T> {
    fn clone_ref(&self) -> Result<&T, String>;
}

impl<T> CloneRef<T> for Result<T, String> {
    fn clone_ref(&self) -> Result<&T, String> {
        self.as_ref().map_err(Clone::clone)
    }
}

fn open_mailbox(config: MailboxConfig) -> Result<Box<dyn Mailbox>, String> {
    post::open_mailbox(&config).map_err(|failure| failure.what)
}

fn described(outcome: Result<Result<String, String>, &mut String>) -> Verdict {
    match outcome {
        Ok(Ok(line)) => Verdict::Fine(line),
        Ok(Err(what)) => Verdict::Wrong(what),
        Err(what) => Verdict::Wrong(what.clone()),
    }
}

fn database(config: &Config, lock: &Result<Lock, Locked>) -> Verdict {
    let opened = match lock {
        Ok(_) => Store::open(&config.service.data),
        Err(Locked::Taken(_)) => Store::look(&config.service.data),
        Err(error) => return Verdict::Wrong(error.to_string()),
    };
    match opened.and_then(|mut store| store.examine(|| false)) {
        Ok(()) => Verdict::Fine(format!("{} is sound", Store::file(&config.service.data).display())),
        Err(error) => Verdict::Wrong(error.to_string()),
    }
}

/// Lets a robot make one quick move in each game it plays.
fn plays(robot: &Robot, engine: &EngineConfig) -> Verdict {
    let begun = Instant::now();
    let mut config = engine.clone();
    if let EngineConfig::Program(program) = &mut config {
        program.movetime = program.movetime.min(Duration::from_millis(200));
    }
    let mut engine = Engine::new(config);
    for variant in &robot.variants {
        let start = History::new(Position::start(variant));
        if let Err(error) = engine.think(&start, &|| false) {
            return Verdict::Wrong(format!("{}: {error}", variant.key));
        }
    }
    let games: Vec<&str> = robot.variants.iter().map(|variant| variant.key).collect();
    let name = engine.name().unwrap_or("the built-in player");
    let lacks: String = engine.lacks().iter().map(|lack| format!("; {lack}")).collect();
    Verdict::Fine(format!("{name} plays {} ({:.1} s){lacks}", games.join(", "), begun.elapsed().as_secs_f32()))
}

/// Mails an address like those of replies to the service itself and looks whether it comes back whole.
fn self_test(house: &House, mailbox: &mut dyn Mailbox, courier: &mut dyn Courier) -> Verdict {
    let begun = Instant::now();
    let test = SelfTest::new(house, Time::System.now());
    let mut seen: HashSet<MailKey> = match mailbox.list(&|_| false) {
        Ok(listed) => listed.into_iter().map(|listed| listed.key).collect(),
        Err(failure) => return Verdict::Wrong(failure.what),
    };
    if let Err(what) = test.send(courier) {
        return Verdict::Wrong(what);
    }
    while begun.elapsed() < WAIT {
        let Ok(listed) = mailbox.list(&|key| seen.contains(key)) else { break };
        for mail in listed {
            seen.insert(mail.key.clone());
            let Ok(Some(head)) = mailbox.head(&mail.key) else { continue };
            let Some(verdict) = test.verdict(&head) else { continue };
            let _ = mailbox.file(std::slice::from_ref(&mail.key), Filing::Done);
            return match verdict {
                Ok(()) => Verdict::Fine(format!("came back whole after {:.1} s", begun.elapsed().as_secs_f32())),
                Err(what) => Verdict::Wrong(what),
            };
        }
        let _ = mailbox.wait(Duration::from_secs(5), &|| false);
    }
    Verdict::Wrong(test.lost())
}

fn say(name: &str, verdict: &Verdict) -> Result<(), Failure> {
    let (sign, said) = match verdict {
        Verdict::Fine(said) => ("ok   ", said),
        Verdict::Skipped(said) => ("-    ", said),
        Verdict::Wrong(said) => ("WRONG", said),
    };
    print(&format!("{sign} {name}: {said}\n"))
}
