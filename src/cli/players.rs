/*!
`kingpost players`: every player of the record, one a line. Addresses are masked unless asked for: day by day nobody
needs to see them.
*/

use super::record::{ConfigFile, stamp};
use super::{Failure, print};
use crate::club::{Player, Rating, Standing};
use crate::store::StoreError;
use serde_json::{Value, json};

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
            // As the last rated game left them: what is listed changes when something happens, not by itself.
            let ratings = tx.ratings_of(player.id, crate::game::Moment::UNIX_EPOCH)?;
            rows.push((player, games, ratings));
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
            .map(|(player, games, ratings)| {
                json!({
                    "id": player.id.0, "name": player.name, "address": address(player), "language": player.language,
                    "standing": standing(player), "games": games,
                    "ratings": ratings.iter().map(rated).collect::<Vec<_>>(),
                })
            })
            .collect();
        return print(&format!("{}\n", json!({ "players": players })));
    }
    let line = |(player, games, ratings): &(Player, usize, Vec<(String, Rating)>)| {
        let (id, language, standing) = (player.id.0, &player.language, standing(player));
        let ratings: String = ratings.iter().map(|(key, rating)| format!("  {key} {}", shown(rating))).collect();
        format!("{id:5}  {standing:11}  {language:2}  {games:3} games  {}  {}{ratings}\n", player.name, address(player))
    };
    print(&players.iter().map(line).collect::<String>())
}

/// `1612`, and `1500?` where it is provisional.
fn shown(rating: &Rating) -> String {
    format!("{}{}", rating.shown(), if rating.provisional() { "?" } else { "" })
}

fn rated((variant, rating): &(String, Rating)) -> Value {
    json!({
        "variant": variant, "rating": rating.shown(), "deviation": rating.deviation_shown(),
        "provisional": rating.provisional(), "games": rating.games, "last": rating.last_at.map(stamp),
    })
}

fn standing(player: &Player) -> &'static str {
    match player.standing {
        _ if player.robot => "robot",
        Standing::Unconfirmed => "unconfirmed",
        Standing::Confirmed => "confirmed",
        Standing::Stopped => "stopped",
    }
}
