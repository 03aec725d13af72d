/*!
`kingpost demo`: a whole game on this machine without any mail server. The real daemon runs on a Maildir and a folder
courier; the players have mail programs of a few lines ([`seat`]) and nothing else.

On a terminal one seat is yours and the other the built-in player's; otherwise both follow a script.
*/

mod play;
mod screen;
mod script;
mod seat;
pub(super) mod service;
mod words;

use super::{Failure, code};
use crate::language::BASE;
use std::io::IsTerminal;
use std::path::PathBuf;

/// A whole game on this machine, without any mail server
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Where mails, pictures and the record go; a new folder under the temporary directory if not given
    #[arg(long)]
    dir: Option<PathBuf>,
    /// Which game
    #[arg(long, default_value = "chess")]
    variant: String,
    /// The language of the emails
    #[arg(long, value_name = "LANG", default_value = BASE)]
    language: String,
    /// Play by typing, even where the input is no terminal
    #[arg(long)]
    interactive: bool,
    /// Fixed clock, RFC 3339: with `--seed` the same run gives the same bytes
    #[arg(long, hide = true)]
    clock: Option<String>,
    /// Fixed seed of the service's key
    #[arg(long, hide = true)]
    seed: Option<u64>,
}

/// Runs the demonstration.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let dir = match &arguments.dir {
        Some(dir) => dir.clone(),
        None => std::env::temp_dir().join(format!("kingpost-demo-{}", std::process::id())),
    };
    let taken = std::fs::read_dir(&dir).is_ok_and(|mut entries| entries.next().is_some());
    if taken {
        let sentence = format!("{} is not empty; name a new or empty folder with --dir", dir.display());
        return Err(Failure::new(code::CANT_CREATE, sentence));
    }
    let (told, variant) = (words::Told::of(&arguments.language)?, super::position::variant(&arguments.variant)?);
    let service = service::Service::start(&dir, told.code(), arguments.clock.as_deref(), arguments.seed)?;
    let typed = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let played =
        if typed || arguments.interactive { play::play(&service, &told, variant) } else { script::play(&service) };
    service.stop()?;
    played
}
