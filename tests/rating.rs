//! Ratings: the paper's own example, what counts, and that a replay of the results gives the same ratings.

use chrono::{DateTime, TimeDelta};
use kingpost::club::{Player, Rating, Settings, Standing, rating};
use kingpost::game::{Courtesy, Event, Game, GameId, Moment, PlayerId, Recorded, Scope, Terms, TimeControl};
use kingpost::mail::Address;
use kingpost::rules::{BySide, DrawRules, Outcome, Side, Termination, variants};
use kingpost::store::{Store, StoreError};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

fn at(days: i64) -> Moment {
    DateTime::from_timestamp(1_796_000_000, 0).unwrap() + TimeDelta::days(days)
}

fn known(points: i64, deviation: i64, last: Option<Moment>) -> Rating {
    Rating { points: points * 100, deviation: deviation * 100, games: 1, last_at: last, ..Rating::default() }
}

/// Glickman, "Example of the Glicko-2 system": 1500 with RD 200 beats 1400 (30) and loses to 1550 (100) and 1700 (300).
#[test]
fn the_example_of_the_paper() {
    let of = |rating, deviation| Glicko2Rating { rating, deviation, volatility: 0.06 };
    let results =
        [(of(1400.0, 30.0), Outcomes::WIN), (of(1550.0, 100.0), Outcomes::LOSS), (of(1700.0, 300.0), Outcomes::LOSS)];
    let after = glicko2_rating_period(&of(1500.0, 200.0), &results, &Glicko2Config::new());
    assert!((after.rating - 1464.06).abs() < 0.02, "{after:?}");
    assert!((after.deviation - 151.52).abs() < 0.02, "{after:?}");
    assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
}

/// One game by the formulas of the paper (steps 3 to 7, volatility as good as unchanged), without the library.
#[test]
fn one_game_is_one_period() {
    let scale = 173.7178_f64;
    let g = |phi: f64| 1.0 / (1.0 + 3.0 * phi * phi / std::f64::consts::PI.powi(2)).sqrt();
    let by_hand = |mine: (f64, f64), theirs: (f64, f64), score: f64| {
        let (mu, phi) = ((mine.0 - 1500.0) / scale, mine.1 / scale);
        let (mu_j, phi_j) = ((theirs.0 - 1500.0) / scale, theirs.1 / scale);
        let expected = 1.0 / (1.0 + (-g(phi_j) * (mu - mu_j)).exp());
        let v = 1.0 / (g(phi_j).powi(2) * expected * (1.0 - expected));
        let grown = (phi * phi + 0.06_f64.powi(2)).sqrt();
        let after = 1.0 / (1.0 / grown.powi(2) + 1.0 / v).sqrt();
        (1500.0 + scale * (mu + after.powi(2) * g(phi_j) * (score - expected)), scale * after)
    };
    let (strong, weak) = ((1800.0, 60.0), (1500.0, 200.0));
    let before = BySide { first: known(1800, 60, Some(at(0))), second: known(1500, 200, Some(at(0))) };
    for (winner, score) in [(Some(Side::First), 1.0), (None, 0.5), (Some(Side::Second), 0.0)] {
        let changes = rating::rate(before, winner, at(1));
        let wanted = [by_hand(strong, weak, score), by_hand(weak, strong, 1.0 - score)];
        for (change, (points, deviation)) in [changes.first, changes.second].iter().zip(wanted) {
            assert!((change.after.points as f64 / 100.0 - points).abs() < 0.05, "{winner:?} {change:?} {points}");
            assert!(
                (change.after.deviation as f64 / 100.0 - deviation).abs() < 0.05,
                "{winner:?} {change:?} {deviation}"
            );
            assert_eq!((change.after.games, change.after.last_at), (2, Some(at(1))));
        }
    }
}

#[test]
fn who_has_never_played_is_unsure_and_so_is_who_stays_away() {
    let new = Rating::default();
    assert_eq!((new.shown(), new.deviation_shown(), new.provisional()), (1500, 350, true));
    let sure = known(1700, 60, Some(at(0)));
    assert!(!sure.provisional());
    assert_eq!(sure.at(at(29)), sure);
    // The paper's step 6, once every thirty days.
    let after = |periods: f64| (60.0_f64.powi(2) + periods * (0.06 * 173.7178_f64).powi(2)).sqrt();
    for (days, periods) in [(30, 1.0), (359, 11.0), (3600, 120.0)] {
        let away = sure.at(at(days));
        assert!((away.deviation as f64 / 100.0 - after(periods)).abs() < 0.01, "{days}: {away:?}");
        assert_eq!((away.points, away.games), (sure.points, 1));
    }
    assert_eq!(sure.at(at(400_000)).deviation_shown(), 350);
    assert_eq!(sure.at(at(-5)), sure, "a game may end before another that was rated earlier");
}

/// A game of so many plies that ends so.
fn game(number: usize, players: BySide<PlayerId>, terms: Terms, plies: usize, end: Outcome) -> Vec<Recorded<Event>> {
    let mut events = vec![
        Event::Offered {
            players,
            by: Side::First,
            drawn: false,
            terms: terms.clone(),
            origin: kingpost::game::Origin::Challenge,
        },
        Event::Started,
    ];
    let mut position = kingpost::rules::Position::start(terms.variant);
    for _ in 0..plies {
        let moves = position.legal_moves();
        let mv = moves[number % moves.len()];
        events.push(Event::Moved { by: position.turn(), mv });
        position = position.after(mv).unwrap();
    }
    events.push(Event::Ended(end));
    let day = at(number as i64);
    let recorded =
        |(place, event)| Recorded { seq: place as u32 + 1, at: day + TimeDelta::minutes(place as i64), event };
    events.into_iter().enumerate().map(recorded).collect()
}

fn terms(variant: &str, rated: bool) -> Terms {
    Terms {
        variant: variants::by_key(variant).unwrap(),
        time: TimeControl::Unlimited,
        draws: DrawRules::default(),
        rated,
        weekends_off: false,
        scope: Scope::default(),
        courtesy: Courtesy::default(),
        start: None,
    }
}

fn id(number: usize) -> GameId {
    let letters = GameId::ALPHABET;
    let letter = |place: u32| char::from(letters[number / letters.len().pow(place) % letters.len()]);
    GameId::parse(&format!("kp-222{}{}", letter(1), letter(0))).unwrap()
}

fn player(name: &str) -> Player {
    Player {
        id: PlayerId(0),
        address: Address::parse(&format!("{name}@example.org")).unwrap(),
        name: name.into(),
        language: "en".into(),
        standing: Standing::Confirmed,
        settings: Settings::default(),
        epoch: 0,
        robot: false,
    }
}

#[test]
fn only_played_games_that_were_to_count_do() {
    let players = BySide { first: PlayerId(1), second: PlayerId(2) };
    let draw = Outcome::draw(Termination::Agreement);
    let counts = |rated, plies| {
        let events = game(1, players, terms("chess", rated), plies, draw);
        rating::counts(&Game::replay(id(1), &events).unwrap())
    };
    assert_eq!([counts(true, 5), counts(true, 6), counts(true, 7), counts(false, 20)], [false, true, true, false]);
    let alone = BySide { first: PlayerId(1), second: PlayerId(1) };
    let events = game(1, alone, terms("chess", true), 8, draw);
    assert!(!rating::counts(&Game::replay(id(1), &events).unwrap()));
}

/// Two hundred games of four players in two variants: what the record holds is what a replay of the results gives; and who
/// leaves takes nobody else's rating along.
#[test]
fn a_replay_of_the_results_gives_the_same_ratings() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let now = at(300);
    let people: Vec<PlayerId> = store
        .write(|tx| {
            ["anna", "ben", "clara", "daniel"].map(|name| tx.enter_player(&player(name), at(0))).into_iter().collect()
        })
        .unwrap();
    let mut wanted: std::collections::BTreeMap<(PlayerId, &str), Rating> = std::collections::BTreeMap::new();
    let mut counted = 0;
    for number in 0..200 {
        let (one, two) = (number % 4, (number + 1 + number / 7 % 3) % 4);
        let players = BySide { first: people[one], second: people[two] };
        let variant = if number % 5 == 0 { "shogi" } else { "chess" };
        let (rated, plies) = (number % 6 != 0, 2 + number % 9);
        let end = match number % 4 {
            0 => Outcome::draw(Termination::Agreement),
            1 => Outcome::win(Side::Second, Termination::Resign),
            2 => Outcome::win(Side::First, Termination::Timeout),
            _ => Outcome::draw(Termination::Timeout),
        };
        let events = game(number, players, terms(variant, rated), plies, end);
        let game = Game::replay(id(number), &events).unwrap();
        // The end comes in a transaction of its own, as it does in life.
        let (last, front) = events.split_last().unwrap();
        let before = Game::replay(id(number), front).unwrap();
        store.write(|tx| tx.append(&before, front)).unwrap();
        assert_eq!(store.read(|tx| tx.rating_changes(&before)).unwrap(), None);
        store.write(|tx| tx.append(&game, std::slice::from_ref(last))).unwrap();
        let changes = store.read(|tx| tx.rating_changes(&game)).unwrap();
        assert_eq!(changes.is_some(), rated && plies >= 6, "{number}");
        // Nothing is rated twice.
        assert!(store.write(|tx| tx.append(&game, std::slice::from_ref(last))).is_err());
        if let Some(changes) = changes {
            counted += 1;
            let of = |side: Side| wanted.get(&(*players.of(side), variant)).copied().unwrap_or_default();
            let again = rating::rate(BySide { first: of(Side::First), second: of(Side::Second) }, end.winner, last.at);
            for side in Side::BOTH {
                assert_eq!(changes.of(side).after, again.of(side).after, "{number} {side:?}");
                assert_eq!(changes.of(side).before.points, again.of(side).before.points);
                wanted.insert((*players.of(side), variant), again.of(side).after);
            }
        }
    }
    assert!(counted > 80, "{counted}");
    let ratings = |store: &mut Store, who: PlayerId| store.read(|tx| tx.ratings_of(who, now)).unwrap();
    let mut held = 0;
    for who in &people {
        for (variant, rating) in ratings(&mut store, *who) {
            let wanted = wanted.iter().find(|((player, key), _)| player == who && **key == *variant).unwrap().1;
            assert_eq!(rating, wanted.at(now));
            held += 1;
        }
    }
    assert_eq!(held, wanted.len());
    let others: Vec<_> = people[1..].iter().map(|who| ratings(&mut store, *who)).collect();
    store
        .write(|tx| {
            let gone = Player { name: "somebody".into(), standing: Standing::Stopped, ..tx.player(people[0])? };
            tx.update_player(&gone)?;
            Ok::<_, StoreError>(())
        })
        .unwrap();
    assert_eq!(others, people[1..].iter().map(|who| ratings(&mut store, *who)).collect::<Vec<_>>());
    let standings = store.read(|tx| tx.standings(people[1], None, now)).unwrap();
    assert_eq!(standings.met.iter().map(|(_, score)| score.played()).sum::<u64>(), 100);
    assert!(standings.met.iter().any(|(name, _)| name == "somebody"));
    assert_eq!(standings.ratings.len(), 2);
}
