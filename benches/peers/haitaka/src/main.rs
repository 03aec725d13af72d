//! haitaka, asked to count: `bulk|played DEPTH GAME SFEN` a line in, the number of nodes a line out.

use haitaka::{Board, PieceMoves};
use std::io::BufRead;

fn main() {
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a line of text");
        let mut words = line.splitn(4, ' ');
        let (manner, depth, _game, sfen) = (words.next(), words.next(), words.next(), words.next());
        let board = Board::from_sfen(sfen.unwrap_or_default()).expect("a position");
        let depth = depth.and_then(|word| word.parse().ok()).expect("a depth");
        println!("{}", if manner == Some("bulk") { bulk(&board, depth) } else { played(&board, depth) });
    }
}

/// Moves on the board, then drops.
fn generate(board: &Board, mut each: impl FnMut(PieceMoves)) {
    board.generate_board_moves(|moves| {
        each(moves);
        false
    });
    board.generate_drops(|moves| {
        each(moves);
        false
    });
}

fn bulk(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        generate(board, |moves| nodes += moves.into_iter().len() as u64);
        return nodes;
    }
    generate(board, |moves| {
        for mv in moves {
            let mut after = board.clone();
            after.play_unchecked(mv);
            nodes += bulk(&after, depth - 1);
        }
    });
    nodes
}

fn played(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    generate(board, |moves| {
        for mv in moves {
            let mut after = board.clone();
            after.play_unchecked(mv);
            nodes += played(&after, depth - 1);
        }
    });
    nodes
}
