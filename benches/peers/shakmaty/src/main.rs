//! shakmaty, asked to count: `bulk|played DEPTH GAME FEN` a line in, the number of nodes a line out.
//!
//! shakmaty is under the GPL, and so is this program. It stands alone: nothing of Kingpost is linked into it, nor it
//! into Kingpost.

use shakmaty::{CastlingMode, Chess, FromSetup, Position, fen::Fen, variant::ThreeCheck};
use std::io::BufRead;

fn main() {
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a line of text");
        let mut words = line.splitn(4, ' ');
        let (manner, depth, game, fen) = (words.next(), words.next(), words.next(), words.next());
        let fen: Fen = fen.unwrap_or_default().parse().expect("a position");
        let depth = depth.and_then(|word| word.parse().ok()).expect("a depth");
        let bulk = manner == Some("bulk");
        let nodes = match game {
            Some("three-check") => count::<ThreeCheck>(fen, depth, bulk),
            _ => count::<Chess>(fen, depth, bulk),
        };
        println!("{nodes}");
    }
}

fn count<P: Position + FromSetup + Clone>(fen: Fen, depth: u32, bulk: bool) -> u64 {
    let Ok(position) = fen.into_position::<P>(CastlingMode::Standard) else { panic!("a lawful position") };
    if bulk { shakmaty::perft(&position, depth) } else { played(&position, depth) }
}

fn played<P: Position + Clone>(position: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    let counts = moves.iter().map(|&mv| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        played(&after, depth - 1)
    });
    counts.sum()
}
