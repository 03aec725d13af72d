/*!
`kingpost players`: every player of the record, one a line. Addresses are masked unless asked for: day by day nobody
needs to see them.
*/

use super::record::ConfigFile;
use super::{Failure, print};
use crate::club::{Player, Standing};
use crate::store::StoreError;
use serde_json::json;

/// What the call takes.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    config: ConfigFile,
    /// One JSON object
    #[arg(long)]
    json: bool,
    /// Show addresses in full
    #[arg(long)]
    addresses: bool,
}

/// Runs it.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (_, mut store) = arguments.config.look()?;
    let players = store.read(|tx| {
        let mut rows = Vec::new();
        for player in tx.players()? {
            let games = tx.games_of(player.id)?.len();
            rows.push((player, games));
        }
        Ok::<_, StoreError>(rows)
    })?;
    let address = |player: &Player| match arguments.addresses {
        true => player.address.to_string(),
        false => player.address.masked(),
    };
    if arguments.json {
        let players: Vec<_> = players
            .iter()
            .map(|(player, games)| {
                json!({
                    "id": player.id.0, "name": player.name, "address": address(player), "language": player.language,
                    "standing": standing(player.standing), "games": games,
                })
            })
            .collect();
        return print(&format!("{}\n", json!({ "players": players })));
    }
    let line = |(player, games): &(Player, usize)| {
        let (id, language, standing) = (player.id.0, &player.language, standing(player.standing));
        format!("{id:5}  {standing:11}  {language:2}  {games:3} games  {}  {}\n", player.name, address(player))
    };
    print(&players.iter().map(line).collect::<String>())
}

fn standing(standing: Standing) -> &'static str {
    match standing {
        Standing::Unconfirmed => "unconfirmed",
        Standing::Confirmed => "confirmed",
        Standing::Stopped => "stopped",
    }
}
