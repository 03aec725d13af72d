/*!
The calls of the program: one arm and one file each.

An error is one sentence on standard error that says what to do; exit codes follow sysexits.
*/

mod backup;
mod check;
mod demo;
mod export;
mod gallery;
mod games;
mod letter;
mod players;
mod position;
mod read;
mod record;
mod run;
mod show;
mod status;

use std::io::Write;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};

use crate::language::Languages;

/// Correspondence chess over email.
#[derive(Debug, Parser)]
#[command(name = "kingpost", version, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    call: Call,
}

#[derive(Debug, Subcommand)]
enum Call {
    /// A whole game on this machine, without any mail server
    Demo(demo::Arguments),
    /// Run the service until SIGTERM or SIGINT
    Run(run::Arguments),
    /// Try all that `run` needs
    Check(check::Arguments),
    /// Games, queue, oldest undelivered mail, faults
    Status(status::Arguments),
    /// Show one game's record
    Show(show::Arguments),
    /// Write one game, or every finished one, as PGN or JSON
    Export(export::Arguments),
    /// List the games
    Games(games::Arguments),
    /// List the players
    Players(players::Arguments),
    /// Copy the record while the daemon runs
    Backup(backup::Arguments),
    /// Write every page in every language, to look through
    Gallery(gallery::Arguments),
    /// Look at one position: its moves, how it ends, what may be claimed
    Position(position::Arguments),
    /// Say how a mail would be understood in a game
    Read(read::Arguments),
}

/// Runs the call the arguments name.
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return misused(&error),
    };
    let done = match arguments.call {
        Call::Demo(arguments) => demo::run(&arguments),
        Call::Run(arguments) => run::run(&arguments),
        Call::Check(arguments) => check::run(&arguments),
        Call::Status(arguments) => status::run(&arguments),
        Call::Show(arguments) => show::run(&arguments),
        Call::Export(arguments) => export::run(&arguments),
        Call::Games(arguments) => games::run(&arguments),
        Call::Players(arguments) => players::run(&arguments),
        Call::Backup(arguments) => backup::run(&arguments),
        Call::Gallery(arguments) => gallery::run(&arguments),
        Call::Position(arguments) => position::run(&arguments),
        Call::Read(arguments) => read::run(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if let Some(sentence) = failure.sentence {
                complain(&sentence);
            }
            ExitCode::from(failure.code)
        }
    }
}

/// Exit codes of sysexits.
mod code {
    /// The call was written wrongly.
    pub const USAGE: u8 = 64;
    /// What was handed in is wrong.
    pub const DATA: u8 = 65;
    /// A service this one needs cannot be used now.
    pub const UNAVAILABLE: u8 = 69;
    /// A fault of our own.
    pub const SOFTWARE: u8 = 70;
    /// A file cannot be written.
    pub const CANT_CREATE: u8 = 73;
    /// Reading or writing failed.
    pub const IO: u8 = 74;
    /// Another daemon is at work.
    pub const TRY_AGAIN: u8 = 75;
    /// The configuration, or a file it names, does not do.
    pub const CONFIG: u8 = 78;
}

/// Why a call did not do what it was asked.
#[derive(Debug)]
struct Failure {
    code: u8,
    /// What to do; none where standard output has said it already.
    sentence: Option<String>,
}

impl Failure {
    fn new(code: u8, sentence: impl Into<String>) -> Failure {
        Failure { code, sentence: Some(sentence.into()) }
    }
}

/// Makes whatever this process and the programs it starts create from now on readable for our own user alone.
fn private_files() {
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
}

/// A moment written as RFC 3339 has it.
fn moment(text: &str) -> Result<crate::game::Moment, Failure> {
    chrono::DateTime::parse_from_rfc3339(text).map(|moment| moment.to_utc()).map_err(|_| {
        Failure::new(code::USAGE, format!("`{text}` is no moment; write one such as 2026-12-01T12:00:00Z"))
    })
}

/// Prints to standard output. A reader that has gone away is no failure.
fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::new(code::IO, format!("standard output cannot be written ({error}); check where it goes")))
        }
        _ => Ok(()),
    }
}

fn complain(sentence: &str) {
    // Nobody is left to be told if standard error is closed.
    let _ = writeln!(std::io::stderr(), "kingpost: {sentence}");
}

/// Help and version are answers; everything else is one sentence instead of a usage page.
fn misused(error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        let _ = print(&error.to_string());
        return ExitCode::SUCCESS;
    }
    let page = error.to_string();
    let first = page.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let said = match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => "no call was named",
        _ => first.strip_prefix("error: ").unwrap_or(first),
    };
    let named =
        page.lines().skip(1).map(str::trim).take_while(|line| !line.starts_with("Usage")).filter(|l| !l.is_empty());
    let details = named.filter(|line| !line.starts_with("For more")).collect::<Vec<_>>().join(" ");
    let details = if details.is_empty() { details } else { format!(" {details}") };
    complain(&format!("{said}{details}; `kingpost --help` lists the calls, `kingpost CALL --help` what each takes"));
    ExitCode::from(code::USAGE)
}

/// A wrong call: a language whose code nobody knows.
fn unknown_language(languages: &Languages, code: &str) -> Failure {
    let written = languages.written().map(|language| language.code.as_str());
    let mut known: Vec<&str> = written.chain(languages.reading().keys().map(String::as_str)).collect();
    known.sort_unstable();
    known.dedup();
    Failure::new(code::USAGE, format!("no language has the code `{code}`; choose one of: {}", known.join(", ")))
}
