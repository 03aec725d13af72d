//! cozy-chess, asked to count: `bulk|played DEPTH GAME FEN` a line in, the number of nodes a line out.

use cozy_chess::Board;
use std::io::BufRead;

fn main() {
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a line of text");
        let mut words = line.splitn(4, ' ');
        let (manner, depth, _game, fen) = (words.next(), words.next(), words.next(), words.next());
        let board: Board = fen.unwrap_or_default().parse().expect("a position");
        let depth = depth.and_then(|word| word.parse().ok()).expect("a depth");
        println!("{}", if manner == Some("bulk") { bulk(&board, depth) } else { played(&board, depth) });
    }
}

fn bulk(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
        return nodes;
    }
    board.generate_moves(|moves| {
        for mv in moves {
            let mut after = board.clone();
            after.play_unchecked(mv);
            nodes += bulk(&after, depth - 1);
        }
        false
    });
    nodes
}

fn played(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut after = board.clone();
            after.play_unchecked(mv);
            nodes += played(&after, depth - 1);
        }
        false
    });
    nodes
}
