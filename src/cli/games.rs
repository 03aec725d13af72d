/*!
`kingpost games`: every game of the record, one a line.
*/

use super::record::{ConfigFile, stamp};
use super::{Failure, print};
use crate::rules::Side;
use serde_json::json;

/// What the call takes.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    config: ConfigFile,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// Runs it.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (_, mut store) = arguments.config.look()?;
    let rows = store.read(|tx| {
        let mut rows = Vec::new();
        for row in tx.all_games()? {
            // A game whose record is damaged is listed all the same, and said to be so.
            let names = match tx.game(&row.id) {
                Ok(Some(game)) => {
                    let name = |side| tx.player(game.player(side)).map(|player| player.name);
                    Ok((name(Side::First)?, name(Side::Second)?, game.terms().variant.key))
                }
                Ok(None) => Err("its record is empty".to_owned()),
                Err(error) => Err(error.to_string()),
            };
            rows.push((row, names));
        }
        Ok::<_, Failure>(rows)
    })?;
    if arguments.json {
        let games: Vec<_> = rows
            .iter()
            .map(|(row, names)| {
                let (first, second, variant) = match names {
                    Ok((first, second, variant)) => (Some(first), Some(second), Some(variant)),
                    Err(_) => (None, None, None),
                };
                json!({
                    "id": row.id.as_str(), "variant": variant, "first": first, "second": second, "phase": row.phase,
                    "ply": row.ply, "begun": stamp(row.begun_at), "last": stamp(row.last_at),
                    "error": names.as_ref().err(),
                })
            })
            .collect();
        return print(&format!("{}\n", json!({ "games": games })));
    }
    let line = |(row, names): &(crate::store::GameRow, Result<(String, String, &str), String>)| match names {
        Ok((first, second, variant)) => format!(
            "{}  {:8}  ply {:3}  last {}  {variant}  {first} - {second}\n",
            row.id,
            row.phase,
            row.ply,
            stamp(row.last_at)
        ),
        Err(why) => format!("{}  {:8}  {why}\n", row.id, row.phase),
    };
    print(&rows.iter().map(line).collect::<String>())
}
