//! The crate `chess`, asked to count: `bulk|played DEPTH GAME FEN` a line in, the number of nodes a line out.

use chess::{Board, MoveGen};
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
    let moves = MoveGen::new_legal(board);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.map(|mv| bulk(&board.make_move_new(mv), depth - 1)).sum()
}

fn played(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    MoveGen::new_legal(board).map(|mv| played(&board.make_move_new(mv), depth - 1)).sum()
}
