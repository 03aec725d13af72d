//! Start positions that are drawn: what they must look like, that each may come, and that the same chance gives the same.

use std::collections::BTreeSet;

use kingpost::game::GameId;
use kingpost::ids::Ids;
use kingpost::rules::notation::fen;
use kingpost::rules::{Position, Side, Square, variants};

fn game(name: &str) -> GameId {
    GameId::parse(name).unwrap()
}

fn ids() -> Ids {
    Ids::new(Ids::seeded_key(7), "chess.example.org")
}

/// The first side's first rank as FEN letters.
fn rank(position: &Position) -> String {
    let text = fen::write(position);
    text.split([' ', '[']).next().unwrap().rsplit('/').next().unwrap().to_owned()
}

/// What a player can check when the game is over: the seed fits the seal that was told at the start, and the array follows
/// from the seed alone, draw by draw (`docs/rules.md`).
#[test]
fn an_array_follows_from_the_seed_behind_the_seal() {
    use hmac::{Hmac, Mac};
    use sha2::{Digest, Sha256};
    let (ids, game) = (ids(), game("kp-7f3k9"));
    let seed = ids.seed(&game);
    assert_eq!(ids.seal(&game), <[u8; 32]>::from(Sha256::digest(seed)));
    for variant in [&variants::FISCHER_RANDOM, &variants::CORNER, &variants::MASSACRE] {
        let mut draws = 0u64..;
        let mut chance = |below: u32| loop {
            let mut mac = Hmac::<Sha256>::new_from_slice(&seed).unwrap();
            mac.update(&draws.next().unwrap().to_be_bytes());
            let number = u64::from_be_bytes(mac.finalize().into_bytes()[..8].try_into().unwrap());
            if number < u64::MAX - u64::MAX % u64::from(below) {
                return (number % u64::from(below)) as u32;
            }
        };
        let again = Position::drawn(variant, &mut chance);
        assert_eq!(
            fen::write(&again),
            fen::write(&Position::drawn(variant, &mut ids.chance(&game))),
            "{}",
            variant.key
        );
    }
}

#[test]
fn the_customary_numbers() {
    for (number, rank_of) in [(518, "RNBQKBNR"), (0, "BBQNNRKR"), (959, "RKRNNQBB"), (534, "RNBKQBNR")] {
        let position = Position::numbered(&variants::FISCHER_RANDOM, number).unwrap();
        assert_eq!(rank(&position), rank_of);
        assert_eq!(position.setup().castling_rooks.len(), 4, "{rank_of}");
    }
    assert!(Position::numbered(&variants::FISCHER_RANDOM, 960).is_none());
    assert!(Position::numbered(&variants::CHESS, 0).is_none());
    assert!(Position::numbered(&variants::MASSACRE, 0).is_none());
    let start = Position::numbered(&variants::FISCHER_RANDOM, 689).unwrap();
    assert_eq!(fen::write(&start), variants::FISCHER_RANDOM.start);
}

/// Every array of a game has all that the game asks of it, and no two numbers mean the same one.
#[test]
fn every_numbered_array_is_lawful() {
    for (variant, count) in [(&variants::FISCHER_RANDOM, 960), (&variants::CORNER, 360), (&variants::FORTRESS, 360)] {
        let all: Vec<Position> = (0..2000).filter_map(|number| Position::numbered(variant, number)).collect();
        let ranks: BTreeSet<String> = all.iter().map(rank).collect();
        assert_eq!((all.len(), ranks.len()), (count, count), "{}", variant.key);
        for position in &all {
            lawful(position);
        }
    }
}

fn lawful(position: &Position) {
    let (variant, geometry, men) = (position.variant(), position.geometry(), rank(position));
    let files = |letter: char| men.match_indices(letter).map(|(file, _)| file).collect::<Vec<_>>();
    let (bishops, rooks, king) = (files('B'), files('R'), files('K')[0]);
    assert_ne!(bishops[0] % 2, bishops[1] % 2, "{men}: bishops");
    let mut sorted: Vec<char> = men.chars().collect();
    let mut usual: Vec<char> = variant.start.split(' ').next().unwrap().rsplit('/').next().unwrap().chars().collect();
    sorted.sort_unstable();
    usual.sort_unstable();
    assert_eq!(sorted, usual, "{men}");
    let corner = matches!(variant.key, "corner" | "fortress");
    if corner {
        assert_eq!(king, 7, "{men}");
    } else {
        assert!(rooks[0] < king && king < rooks[1], "{men}: the king stands between the rooks");
    }
    for square in geometry.squares().filter(|square| geometry.rank(*square) == 0) {
        let file = geometry.file(square);
        let opposite = if corner { geometry.files - 1 - file } else { file };
        let other = geometry.at(opposite, geometry.ranks - 1).unwrap();
        assert_eq!(position.piece_at(square).unwrap().role, position.piece_at(other).unwrap().role, "{men}");
    }
    if variant.key == "capablanca-random" {
        assert_ne!(files('Q')[0] % 2, files('A')[0] % 2, "{men}: queen and archbishop");
        let pawns = (0..10).map(|file| Square(10 + file));
        assert!(pawns.into_iter().all(|pawn| !position.attackers(pawn, Side::First).is_empty()), "{men}: pawns");
    }
}

#[test]
fn drawn_arrays_are_lawful_various_and_the_same_again() {
    let ids = ids();
    for variant in variants::SHEETS {
        let mut seen = BTreeSet::new();
        for n in 0..12 {
            let id = game(&format!("gamea{}", "bcdefghjkmnp".chars().nth(n).unwrap()));
            let position = Position::drawn(variant, &mut ids.chance(&id));
            let text = fen::write(&position);
            assert_eq!(fen::write(&Position::drawn(variant, &mut ids.chance(&id))), text, "{}", variant.key);
            let again = fen::read(variant, &text).and_then(Position::try_from).unwrap();
            assert_eq!(again.key(), position.key(), "{text}");
            assert_eq!(position.outcome(), None, "{text}");
            match variant.key {
                "massacre" => {
                    let mut men: Vec<char> = text.split(' ').next().unwrap().replace('/', "").chars().collect();
                    men.sort_unstable();
                    let all: String = "BNQRbnqr".chars().flat_map(|man| [man; 8]).collect();
                    assert_eq!(men.iter().collect::<String>(), all);
                }
                _ if variant.draws_array() => lawful(&position),
                _ => assert_eq!(text, fen::write(&Position::start(variant))),
            }
            seen.insert(text);
        }
        assert_eq!(seen.len() > 6, variant.draws_array(), "{}", variant.key);
    }
}

/// Chance is fair enough that a thousand draws of six leave no number far behind, and differs from game to game.
#[test]
fn chance_is_fair() {
    let (mut chance, mut counts) = (ids().chance(&game("abcdefg")), [0; 6]);
    for _ in 0..6000 {
        counts[chance(6) as usize] += 1;
    }
    assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
    let first = |name: &str| {
        (0..4).map(|_| 0).scan(ids().chance(&game(name)), |chance, _| Some(chance(1 << 30))).collect::<Vec<_>>()
    };
    assert_ne!(first("abcdefg"), first("abcdefh"));
    assert_eq!((0..50).map(|_| chance(1)).sum::<u32>(), 0);
}

/// A constant, the worst that chance can be, still ends.
#[test]
fn even_a_broken_source_gives_a_position() {
    for variant in variants::SHEETS {
        assert!(Position::drawn(variant, &mut |_| 0).count_moves() > 0, "{}", variant.key);
        assert!(Position::drawn(variant, &mut |_| u32::MAX).count_moves() > 0, "{}", variant.key);
    }
}
