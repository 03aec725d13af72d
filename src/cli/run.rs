/*!
`kingpost run`: the daemon, until SIGTERM or SIGINT.
*/

use super::record::ConfigFile;
use super::{Failure, code, private_files};
use crate::daemon::{self, Stop, Time, Trouble};
use crate::game::Moment;

/// What the call takes.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    config: ConfigFile,
    /// Make the key of a new record follow from a number, for runs that must repeat; never for a real service
    #[arg(long, value_name = "N", hide = true)]
    seed: Option<u64>,
    /// Let the clock stand at a moment, for runs that must repeat
    #[arg(long, value_name = "RFC3339", hide = true)]
    clock: Option<Moment>,
    /// Write the log as one JSON object a line
    #[arg(long)]
    log_json: bool,
}

/// Runs it.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    private_files();
    let config = arguments.config.load()?;
    start_log(arguments.log_json);
    let stop = Stop::default();
    stop.on_signals().map_err(|error| Failure::new(code::SOFTWARE, format!("signals cannot be handled ({error})")))?;
    let time = arguments.clock.map_or(Time::System, Time::Fixed);
    match daemon::run(&config, time, arguments.seed, &stop) {
        Ok(()) => Ok(()),
        Err(trouble @ Trouble::Taken(_)) => Err(Failure::new(code::TRY_AGAIN, trouble.to_string())),
        Err(trouble) => Err(trouble.into()),
    }
}

/// Log lines go to standard error. `KINGPOST_LOG` chooses what: `info` if unset, `kingpost=debug` …
pub fn start_log(json: bool) {
    let filter = tracing_subscriber::EnvFilter::try_from_env("KINGPOST_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_target(false);
    // A second start in one process (tests, demo) keeps the first log.
    let _ = if json { log.json().with_ansi(false).try_init() } else { log.with_ansi(false).try_init() };
}
