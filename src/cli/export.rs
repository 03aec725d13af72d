/*!
`kingpost export`: one game, or every finished one, as PGN or JSON.
*/

use super::record::{ConfigFile, game, game_id};
use super::show::{Record, as_json, as_pgn, record};
use super::{Failure, code, complain, print};

/// What the call takes.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The game, such as kp-7f3k9
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    game: Option<String>,
    #[command(flatten)]
    config: ConfigFile,
    /// Every finished game, one after another
    #[arg(long)]
    all: bool,
    /// JSON, one object a line
    #[arg(long)]
    json: bool,
}

/// Runs it.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (config, mut store) = arguments.config.look()?;
    let show = |record: &Record| match arguments.json {
        true => print(&format!("{}\n", as_json(record))),
        false => print(&format!("{}\n", as_pgn(record, &config.service.name))),
    };
    if let Some(written) = &arguments.game {
        let id = game_id(written)?;
        let found = store.read(|tx| {
            let game = game(tx, &id)?;
            record(tx, game)
        })?;
        return show(&found);
    }
    let over: Vec<_> = store.read(|tx| tx.all_games())?.into_iter().filter(|row| row.phase == "over").collect();
    let mut damaged = 0;
    for row in over {
        // One transaction a game: a long export holds nobody up, and one damaged game does not end it.
        let found = store.read(|tx| {
            let game = game(tx, &row.id)?;
            record(tx, game)
        });
        match found {
            Ok(found) if found.game.ply().0 > 0 => show(&found)?,
            Ok(_) => {}
            Err(failure) => {
                damaged += 1;
                complain(&failure.sentence.unwrap_or_default());
            }
        }
    }
    match damaged {
        0 => Ok(()),
        n => Err(Failure::new(code::DATA, format!("{n} games could not be exported; the others were"))),
    }
}
