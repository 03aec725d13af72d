//! The squares a page shows for a piece are those to which games move it.

use std::collections::{BTreeMap, BTreeSet};

use kingpost::rules::{Move, Position, Reach, Role, Side, variants};

/// Games played of each kind, and plies of each.
const GAMES: u64 = 15;
const PLIES: usize = 80;

/// How far the pictures reach.
const DISTANCE: i8 = 2;

/// Offsets seen, by kind of piece and by whether it captured.
type Seen = BTreeMap<(Role, bool), BTreeSet<(i8, i8)>>;

#[test]
fn a_piece_reaches_what_games_show() {
    let (mut kinds, mut complete) = (0, 0);
    for variant in variants::ALL {
        let mut seen = Seen::new();
        for seed in 0..GAMES {
            play(Position::start(variant), seed, &mut seen);
        }
        for ((role, captures), offsets) in seen {
            let reach = Reach::of(variant, role, DISTANCE);
            let told: BTreeSet<_> = if captures { reach.captures } else { reach.moves }.into_iter().collect();
            let name = format!("{} {role:?} captures {captures}", variant.key);
            assert!(offsets.is_subset(&told), "{name}: {offsets:?} of {told:?}");
            kinds += 1;
            complete += usize::from(offsets == told);
        }
    }
    // Some ways are rare: a lance behind its pawn, a promoted knight that goes back.
    assert!(complete * 10 > kinds * 6, "{complete} of {kinds} kinds showed all their ways");
}

/// Notes every ordinary move of the first side that is legal in a random game.
fn play(mut position: Position, seed: u64, seen: &mut Seen) {
    let mut seed = seed;
    for _ in 0..PLIES {
        let legal = position.legal_moves();
        if position.outcome().is_some() || legal.is_empty() {
            return;
        }
        if position.turn() == Side::First {
            legal.iter().for_each(|mv| note(&position, *mv, seen));
        }
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        position = position.after(legal[(seed >> 33) as usize % legal.len()]).unwrap();
    }
}

fn note(position: &Position, mv: Move, seen: &mut Seen) {
    let (Move::Step { .. }, Some(from)) = (mv, mv.from()) else { return };
    let geometry = position.geometry();
    let offset = |of: fn(&kingpost::rules::Geometry, kingpost::rules::Square) -> u8| {
        of(&geometry, mv.to()).cast_signed() - of(&geometry, from).cast_signed()
    };
    let (right, ahead) = (offset(|g, s| g.file(s)), offset(|g, s| g.rank(s)));
    let role = position.piece_at(from).unwrap().role;
    let pawn = position.variant().role(role).unwrap().planes == 1;
    // The double step depends on where the pawn stands.
    let double = pawn && position.captured(mv).is_none() && ahead == 2;
    if right.abs().max(ahead.abs()) <= DISTANCE && !double {
        seen.entry((role, position.captured(mv).is_some())).or_default().insert((right, ahead));
    }
}
