//! The record.

mod file;
mod forms;
mod plans;
mod tables;
mod upgrade;

use chrono::DateTime;
use kingpost::club::{Picture, Player, Settings, Standing};
use kingpost::game::{Courtesy, Event, Game, GameId, Moment, Origin, PlayerId, Recorded, Scope, Terms, TimeControl};
use kingpost::mail::Address;
use kingpost::rules::{BySide, DrawRules, Ruling, Side, variants};
use kingpost::store::{Store, StoreError};
use std::path::Path;

fn at(seconds: i64) -> Moment {
    DateTime::from_timestamp(1_796_000_000 + seconds, 0).unwrap()
}

fn terms() -> Terms {
    Terms {
        variant: variants::by_key("chess").unwrap(),
        time: TimeControl::parse("30d+3d").unwrap(),
        draws: DrawRules { threefold: Ruling::Auto, fifty: Ruling::Claim },
        rated: true,
        weekends_off: false,
        scope: Scope { own: true, opponent: false },
        courtesy: Courtesy { takebacks: false, offer_gap: 10 },
        start: Some("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".into()),
    }
}

fn player(name: &str, address: &str) -> Player {
    Player {
        id: PlayerId(0),
        address: Address::parse(address).unwrap(),
        name: name.into(),
        language: "ja".into(),
        standing: Standing::Confirmed,
        settings: Settings { picture: Picture::Small, ..Settings::default() },
        epoch: 3,
        robot: false,
    }
}

/// A record with Anna, Ben and one game offered by Anna.
fn record(folder: &Path) -> (Store, BySide<PlayerId>, GameId) {
    let mut store = Store::open(folder).unwrap();
    let id = GameId::parse("7f3k9").unwrap();
    let players = store
        .write(|tx| {
            let first = tx.enter_player(&player("Anna", "Anna@example.org"), at(0))?;
            let second = tx.enter_player(&player("Ben", "ben@example.net"), at(0))?;
            let players = BySide { first, second };
            let offered = Event::Offered {
                players,
                by: Side::First,
                drawn: false,
                terms: Terms { start: None, ..terms() },
                origin: Origin::Challenge,
            };
            let events = [Recorded { seq: 1, at: at(1), event: offered }];
            let game = Game::replay(id.clone(), &events).unwrap();
            tx.append(&game, &events)?;
            Ok::<_, StoreError>(players)
        })
        .unwrap();
    (store, players, id)
}
