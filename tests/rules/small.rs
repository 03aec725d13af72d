//! Small material in every game: what is said to be unwinnable is held against all positions that legal play can reach,
//! worked out backwards from the wins.

use std::collections::HashMap;

use kingpost::rules::notation::{fen, shogi};
use kingpost::rules::variants::{self, ANTI};
use kingpost::rules::{Piece, Position, Role, Setup, Side, Variant};

use crate::notation::random::Chance;

/// All positions that can be reached, and for each side which of them it can still win from.
struct Reach {
    positions: Vec<Position>,
    wins: [Vec<bool>; 2],
    whole: bool,
}

impl Reach {
    /// No more positions than `most` are looked at.
    fn of(start: &Position, most: usize) -> Reach {
        let mut index = HashMap::from([(start.key(), 0)]);
        let mut positions = vec![start.clone()];
        let mut before: Vec<Vec<usize>> = vec![Vec::new()];
        let mut next = 0;
        while next < positions.len() && positions.len() <= most {
            let now = positions[next].clone();
            for mv in now.legal_moves() {
                let after = now.after(mv).unwrap();
                let at = *index.entry(after.key()).or_insert_with(|| {
                    positions.push(after);
                    before.push(Vec::new());
                    positions.len() - 1
                });
                before[at].push(next);
            }
            next += 1;
        }
        let wins = Side::BOTH.map(|side| won_from(&positions, &before, side));
        Reach { whole: next == positions.len(), positions, wins }
    }
}

/// Backwards from every position in which `side` has won.
fn won_from(positions: &[Position], before: &[Vec<usize>], side: Side) -> Vec<bool> {
    let has_won = |position: &Position| {
        position.count_moves() == 0 && position.outcome().is_some_and(|outcome| outcome.winner == Some(side))
    };
    let mut won: Vec<bool> = positions.iter().map(has_won).collect();
    let mut open: Vec<usize> = (0..positions.len()).filter(|at| won[*at]).collect();
    while let Some(at) = open.pop() {
        for &earlier in &before[at] {
            if !won[earlier] {
                won[earlier] = true;
                open.push(earlier);
            }
        }
    }
    won
}

/// A lawful position of a game with its royal pieces and `more` others, if chance comes upon one.
fn draw(variant: &'static Variant, more: usize, chance: &mut Chance) -> Option<Position> {
    let royals = Side::BOTH.map(|side| variant.royal.of(side).map(|role| Piece { side, role })).into_iter().flatten();
    let mut pieces: Vec<Piece> = royals.collect();
    let offset = chance.below(2);
    for n in 0..more {
        pieces.push(Piece { side: Side::BOTH[(n + offset) % 2], role: Role(chance.below(variant.roles.len()) as u8) });
    }
    scatter(variant, &pieces, chance)
}

/// Those pieces on squares that chance finds.
fn scatter(variant: &'static Variant, pieces: &[Piece], chance: &mut Chance) -> Option<Position> {
    let area = usize::from(variant.geometry.area());
    let mut board = vec![None; area];
    for piece in pieces {
        board[chance.below(area)] = Some(*piece);
    }
    let setup = Setup {
        variant,
        board,
        hands: Vec::new(),
        turn: Side::BOTH[chance.below(2)],
        castling_rooks: Vec::new(),
        en_passant: None,
        passer: None,
        checks_left: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };
    Position::try_from(setup).ok().filter(|position| position.count_moves() > 0)
}

/// Whatever is said of a start and of a few positions it leads to must be so. Returns whether all was worked out.
fn check(start: &Position, most: usize, chance: &mut Chance) -> bool {
    let reach = Reach::of(start, most);
    let exact = reach.whole && start.pieces().len() <= 3 && !shogi::applies(start.variant());
    for at in [0, chance.below(reach.positions.len())] {
        let position = &reach.positions[at];
        for side in Side::BOTH {
            let (said, wins) = (position.unwinnable(side), reach.wins[side.index()][at]);
            assert!(!(said && wins), "{side:?} can win {position:?}");
            assert!(said || wins || !exact, "{side:?} cannot win {position:?}");
        }
    }
    reach.whole
}

fn survey(draws: usize, most: usize, seed: u64) {
    let mut worked_out = 0;
    for variant in variants::SHEETS {
        let mut chance = Chance(seed);
        let more = if variant.royal.first.is_some() && variant.royal.second.is_some() { 1 } else { 2 };
        let starts: Vec<Position> =
            (0..draws * 20).filter_map(|_| draw(variant, more, &mut chance)).take(draws).collect();
        worked_out += starts.iter().filter(|start| check(start, most, &mut chance)).count();
    }
    assert!(worked_out > 0, "every start leads to more positions than are looked at");
}

#[test]
fn no_game_calls_a_win_impossible_that_is_not() {
    survey(2, 1_500, 0x5eed);
}

/// The same with much more of everything: minutes.
#[test]
#[ignore = "a survey for whoever changes what is unwinnable"]
fn no_game_calls_a_win_impossible_that_is_not_at_length() {
    survey(60, 9_000, 0x5eed_5eed);
}

/// In antichess a piece that moves to squares of the other colour is met only at one parity; whole classes are worked out.
#[test]
fn small_antichess_is_exact() {
    let mut chance = Chance(7);
    for pieces in ["Nn", "Nb", "Bb", "Nk", "Kk"] {
        for _ in 0..2 {
            let piece = |letter: char| {
                let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
                let role = ANTI.roles.iter().position(|role| role.letter == letter.to_ascii_uppercase()).unwrap();
                Piece { side, role: Role(role as u8) }
            };
            let pieces: Vec<Piece> = pieces.chars().map(piece).collect();
            let Some(start) = scatter(&ANTI, &pieces, &mut chance) else { continue };
            assert!(check(&start, 9_000, &mut chance), "{start:?} leads to more positions than two pieces can");
        }
    }
}

/// One knight each: whoever moves onto the other's colour may be taken and wins; the other never can.
#[test]
fn one_knight_each_in_antichess_goes_by_the_colour_of_squares() {
    for (text, first, second) in [
        ("8/8/8/3n4/8/8/8/N7 w - - 0 1", true, false),
        ("8/8/8/3n4/8/8/8/1N6 w - - 0 1", false, true),
        ("8/8/8/3n4/8/8/8/N7 b - - 0 1", false, true),
        ("8/8/8/3n4/8/8/8/1N6 b - - 0 1", true, false),
    ] {
        let position = Position::try_from(fen::read(&ANTI, text).unwrap()).unwrap();
        assert_eq!(Side::BOTH.map(|side| position.unwinnable(side)), [first, second], "{text}");
        assert_eq!(position.outcome(), None, "one side can win, so the game goes on");
    }
}
