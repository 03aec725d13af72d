/*!
Counts sequences of legal plies: the plainest test of a rule engine, and its measure of speed.
*/

use super::board::Board;
use super::instance::Rules;

/// Sequences of `depth` plies; the last ply is counted, not played.
pub fn bulk<R: Rules>(board: &Board<R>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(board.count()),
        _ => {
            let mut nodes = 0;
            board.plays(|play| {
                let mut after = *board;
                after.play(play);
                nodes += if depth == 2 { u64::from(after.count()) } else { bulk(&after, depth - 1) };
            });
            nodes
        }
    }
}

/// Sequences of `depth` plies, every one played.
pub fn played<R: Rules>(board: &Board<R>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    board.plays(|play| {
        let mut after = *board;
        after.play(play);
        nodes += played(&after, depth - 1);
    });
    nodes
}
