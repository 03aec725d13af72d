/*!
`kingpost show`: one game's record, as text, PGN or JSON.
*/

use super::record::{ConfigFile, game, game_id, stamp};
use super::{Failure, print};
use crate::club::{Name, RatingChange};
use crate::game::{Event, Game, Recorded};
use crate::rules::notation::{Notation, coordinates, fen, pgn};
use crate::rules::{BySide, Outcome, Side};
use crate::store::Tx;
use serde_json::{Value, json};

/// What the call takes.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The game, such as kp-7f3k9
    game: String,
    #[command(flatten)]
    config: ConfigFile,
    /// As PGN
    #[arg(long, conflicts_with = "json")]
    pgn: bool,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// A game with its record and its players' names.
pub struct Record {
    pub game: Game,
    pub events: Vec<Recorded<Event>>,
    pub names: BySide<Name>,
    /// What the game did to both ratings, if it is over and counted.
    pub ratings: Option<BySide<RatingChange>>,
}

/// Runs it.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let id = game_id(&arguments.game)?;
    let (config, mut store) = arguments.config.look()?;
    let record = store.read(|tx| {
        let game = game(tx, &id)?;
        record(tx, game)
    })?;
    if arguments.pgn {
        return print(&as_pgn(&record, &config.service.name));
    }
    if arguments.json {
        return print(&format!("{}\n", as_json(&record)));
    }
    print(&as_text(&record))
}

/// A game's record.
pub fn record(tx: &Tx, game: Game) -> Result<Record, Failure> {
    let events = tx.events(game.id(), u32::MAX)?;
    let names = BySide {
        first: tx.player(game.player(Side::First))?.shown(),
        second: tx.player(game.player(Side::Second))?.shown(),
    };
    let ratings = tx.rating_changes(&game)?;
    Ok(Record { game, events, names, ratings })
}

/// As PGN. Names only: no export shows an address.
pub fn as_pgn(record: &Record, service: &str) -> String {
    let game = &record.game;
    let start = record.events.iter().find(|recorded| recorded.event == Event::Started);
    let day = start.or(record.events.first()).map_or("????.??.??".to_owned(), |r| r.at.format("%Y.%m.%d").to_string());
    let mut tags = pgn::Tags::default()
        .with("Event", format!("{} {}", service, game.id()))
        .with("Site", "email")
        .with("Date", day)
        .with("Round", "-")
        .with("White", record.names.first.text.as_str())
        .with("Black", record.names.second.text.as_str())
        .with("TimeControl", game.terms().time.pgn())
        .with("Mode", "EM");
    if record.names.first.robot || record.names.second.robot {
        tags.set("WhiteType", record.names.first.kind());
        tags.set("BlackType", record.names.second.kind());
    }
    if let Some(last) = record.events.last().filter(|recorded| matches!(recorded.event, Event::Ended(_))) {
        tags.set("EndDate", last.at.format("%Y.%m.%d").to_string());
    }
    if let Some(ratings) = &record.ratings {
        tags.set("WhiteElo", ratings.first.before.shown().to_string());
        tags.set("BlackElo", ratings.second.before.shown().to_string());
    }
    pgn::write(&tags, game.history(), outcome(record), &[])
}

/// One JSON object.
pub fn as_json(record: &Record) -> Value {
    let game = &record.game;
    let mut plies = 0;
    let events: Vec<Value> = record
        .events
        .iter()
        .map(|recorded| {
            let mut form = event(recorded, game, &mut plies);
            if let Some(form) = form.as_object_mut() {
                form.insert("seq".into(), json!(recorded.seq));
                form.insert("at".into(), json!(stamp(recorded.at)));
            }
            form
        })
        .collect();
    json!({
        "id": game.id().as_str(),
        "variant": game.terms().variant.key,
        "first": record.names.first.text,
        "second": record.names.second.text,
        "time": game.terms().time.key(),
        "rated": game.terms().rated,
        "ply": game.ply().0,
        "fen": fen::write(game.history().position()),
        "ratings": record.ratings.map(|both| {
            let of = |change: RatingChange| json!([change.before.shown(), change.after.shown()]);
            json!({ "first": of(both.first), "second": of(both.second) })
        }),
        "outcome": outcome(record).map(|o| json!({ "result": o.result(), "termination": o.termination.key() })),
        "events": events,
    })
}

fn as_text(record: &Record) -> String {
    let game = &record.game;
    let mut lines = vec![
        format!("{}  {}, {}", game.id(), game.terms().variant.key, game.terms().time.key()),
        format!("{} - {}", record.names.first.text, record.names.second.text),
        String::new(),
    ];
    let mut plies = 0;
    for recorded in &record.events {
        let form = event(recorded, game, &mut plies);
        let said = |key: &str| form.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let parts: Vec<String> = ["event", "by", "san", "result", "termination"]
            .map(said)
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect();
        lines.push(format!("{:4}  {}  {}", recorded.seq, stamp(recorded.at), parts.join(" ")));
    }
    lines.push(String::new());
    lines.push(fen::write(game.history().position()));
    lines.join("\n") + "\n"
}

/// An event for a reader; `plies` counts the moves before it. What players wrote to each other is theirs: it is not shown.
fn event(recorded: &Recorded<Event>, game: &Game, plies: &mut usize) -> Value {
    match &recorded.event {
        Event::Offered { by, drawn, .. } => json!({ "event": "offered", "by": by.key(), "drawn": drawn }),
        Event::Countered { by, drawn, .. } => json!({ "event": "countered", "by": by.key(), "drawn": drawn }),
        Event::RematchAsked { by, game } => json!({ "event": "rematch-asked", "by": by.key(), "game": game.as_str() }),
        Event::Started => json!({ "event": "started" }),
        Event::OpenUntil(until) => json!({ "event": "open-until", "until": until.timestamp() }),
        Event::Declined => json!({ "event": "declined" }),
        Event::Withdrawn => json!({ "event": "withdrawn" }),
        Event::Expired => json!({ "event": "expired" }),
        Event::Told { side, ply, since } => {
            json!({ "event": "told", "by": side.key(), "ply": ply.0, "since": since.map(|at| at.timestamp()) })
        }
        Event::Unreachable { side, .. } => json!({ "event": "unreachable", "by": side.key() }),
        Event::Moved { by, mv } => {
            let before = game.history().positions().get(*plies);
            *plies += 1;
            // As in `kingpost position`: in shogi `san` is the western notation and `uci` is USI.
            let text = before.map(|position| {
                let notation = Notation::plain(position.variant());
                (notation.write(position, None, *mv), coordinates(position, *mv))
            });
            let (san, uci) = text.unwrap_or_default();
            json!({ "event": "moved", "by": by.key(), "san": san, "uci": uci })
        }
        // What is planned stays its player's: an operator may be the other one.
        Event::Planned { by, plan } => {
            json!({ "event": "planned", "by": by.key(), "lines": plan.lines().len() })
        }
        Event::Bounced { side, .. } => json!({ "event": "bounced", "by": side.key() }),
        Event::Arrived { side } => json!({ "event": "arrived", "by": side.key() }),
        Event::Asked { side } => json!({ "event": "asked-again", "by": side.key() }),
        Event::Outage(span) => json!({ "event": "outage", "from": stamp(span.from), "to": stamp(span.to) }),
        Event::Away { side, span } => {
            json!({ "event": "away", "by": side.key(), "from": stamp(span.from), "to": stamp(span.to) })
        }
        Event::Back { side } => json!({ "event": "back", "by": side.key() }),
        Event::LeaveEnds { side } => json!({ "event": "leave-ends", "by": side.key() }),
        Event::LeaveOver { side } => json!({ "event": "leave-over", "by": side.key() }),
        Event::Weekends { side, zone, from } => {
            let from = stamp(from.unwrap_or(recorded.at));
            json!({ "event": "weekends", "by": side.key(), "zone": zone.name(), "from": from })
        }
        Event::Gave { by, time } => json!({ "event": "gave", "by": by.key(), "seconds": time.num_seconds() }),
        Event::Questioned { side, grace } => {
            json!({ "event": "questioned", "by": side.key(), "seconds": grace.num_seconds() })
        }
        Event::Reminded { side, step } => json!({ "event": "reminded", "by": side.key(), "step": step.key() }),
        Event::FlagFell { side } => json!({ "event": "flag-fell", "by": side.key() }),
        Event::Said { by, text } => json!({ "event": "said", "by": by.key(), "characters": text.chars().count() }),
        Event::DrawOffered { by } => json!({ "event": "draw-offered", "by": by.key() }),
        Event::DrawDeclined { by } => json!({ "event": "draw-declined", "by": by.key() }),
        Event::OfferTooSoon { by } => json!({ "event": "offer-too-soon", "by": by.key() }),
        Event::TakebackAsked { by } => json!({ "event": "takeback-asked", "by": by.key() }),
        Event::TakebackDeclined { by } => json!({ "event": "takeback-declined", "by": by.key() }),
        Event::TakenBack { to } => {
            *plies = to.0 as usize;
            json!({ "event": "taken-back", "ply": to.0 })
        }
        Event::Undone { by } => {
            *plies = plies.saturating_sub(1);
            json!({ "event": "undone", "by": by.key() })
        }
        Event::Aborted { by } => json!({ "event": "aborted", "by": by.key() }),
        Event::ClaimFailed { by } => json!({ "event": "claim-failed", "by": by.key() }),
        // The code stays out: it would confirm the resignation.
        Event::ResignAsked { by, .. } => json!({ "event": "resign-asked", "by": by.key() }),
        Event::Ended(outcome) => {
            json!({ "event": "ended", "result": outcome.result(), "termination": outcome.termination.key() })
        }
    }
}

fn outcome(record: &Record) -> Option<Outcome> {
    record.events.iter().rev().find_map(|recorded| match recorded.event {
        Event::Ended(outcome) => Some(outcome),
        _ => None,
    })
}
