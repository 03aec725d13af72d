/*!
`kingpost status`: games, queue, the oldest undelivered mail, faults seen, downtime credited.
*/

use super::record::{ConfigFile, stamp};
use super::{Failure, print};
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
}

/// What seconds of outages are counted under.
const DOWNTIME: &str = "downtime-seconds";

/// Runs it.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (_, mut store) = arguments.config.look()?;
    let (games, players, queue, (sent, failed), tallies) = store.read(|tx| {
        Ok::<_, StoreError>((tx.all_games()?, tx.players()?.len(), tx.queue_state()?, tx.settled()?, tx.tallies()?))
    })?;
    let count = |phase: &str| games.iter().filter(|game| game.phase == phase).count();
    let downtime = tallies.iter().find(|(name, _)| name == DOWNTIME).map_or(0, |(_, seconds)| *seconds);
    let tallies = tallies.into_iter().filter(|(name, _)| name != DOWNTIME);
    let (faults, letters): (Vec<_>, Vec<_>) = tallies.partition(|(name, _)| name.starts_with("fault-"));
    if arguments.json {
        let table = |rows: &[(String, u64)]| {
            rows.iter().cloned().map(|(k, v)| (k, json!(v))).collect::<serde_json::Map<_, _>>()
        };
        let object = json!({
            "games": { "offered": count("offered"), "playing": count("playing"), "over": count("over") },
            "players": players,
            "queue": {
                "waiting": queue.waiting,
                "sent": sent,
                "failed": failed,
                "oldest": queue.oldest.map(stamp),
                "trouble": queue.trouble,
            },
            "letters": table(&letters),
            "faults": table(&faults),
            "downtime_credited_s": downtime,
        });
        return print(&format!("{object}\n"));
    }
    let listed = |rows: &[(String, u64)]| {
        let rows: Vec<String> = rows.iter().map(|(name, count)| format!("{count} {name}")).collect();
        if rows.is_empty() { "none".to_owned() } else { rows.join(", ") }
    };
    let mut lines = vec![
        format!("games    {} offered, {} playing, {} over", count("offered"), count("playing"), count("over")),
        format!("players  {players}"),
        format!("mail     {} waiting, {} sent, {} given up", queue.waiting, sent, failed),
    ];
    lines.extend(queue.oldest.map(|oldest| format!("oldest   waiting since {}", stamp(oldest))));
    lines.extend(queue.trouble.map(|trouble| format!("trouble  {trouble}")));
    lines.push(format!("letters  {}", listed(&letters)));
    lines.push(format!("faults   {}", listed(&faults)));
    lines.push(format!("outages  {downtime} s, taken from no clock"));
    print(&(lines.join("\n") + "\n"))
}
