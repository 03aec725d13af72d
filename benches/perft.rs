/*!
Speed of the rules: perft of chess beside cozy-chess, in one interleaved run, node counts compared.

`cargo bench --bench perft [ROUNDS]`. Every engine counts the same trees in turn, round after round, so that a slow
moment of the machine falls on all. Shown are medians in million nodes a second and their ratios.
*/

use std::hint::black_box;

use kingpost::rules::{Position, notation::fen, variants};
use rustix::time::{ClockId, clock_gettime};

const LINES: [(&str, &str, u32, u32); 5] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 5),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 4),
    ("promotions", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 6, 5),
    ("position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 4),
    ("endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 6),
];

fn cozy_bulk(board: &cozy_chess::Board, depth: u32) -> u64 {
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
            nodes += cozy_bulk(&after, depth - 1);
        }
        false
    });
    nodes
}

fn cozy_played(board: &cozy_chess::Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut after = board.clone();
            after.play_unchecked(mv);
            nodes += cozy_played(&after, depth - 1);
        }
        false
    });
    nodes
}

/// Seconds of processor time of this thread: other programs on the machine do not count.
fn processor_time() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Million nodes a second of one count.
fn speed(count: impl FnOnce() -> u64) -> (u64, f64) {
    let start = processor_time();
    let nodes = black_box(count());
    (nodes, nodes as f64 / (processor_time() - start) / 1e6)
}

fn median(mut speeds: Vec<f64>) -> f64 {
    speeds.sort_by(f64::total_cmp);
    speeds[speeds.len() / 2]
}

fn mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}

fn main() {
    let rounds = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(5);
    for bulk in [true, false] {
        println!("{}", if bulk { "last ply counted in bulk" } else { "every ply played" });
        println!("{:12} {:>10} {:>10} {:>10} {:>8} {:>8}", "", "folded", "sheet", "cozy", "/cozy", "sheet/f");
        let (mut to_cozy, mut to_folded) = (Vec::new(), Vec::new());
        for (name, text, deep, shallow) in LINES {
            let depth = if bulk { deep } else { shallow };
            let setup = fen::read(&variants::CHESS, text).expect("the line is a position");
            let folded = Position::try_from(setup.clone()).expect("the line is lawful");
            let sheet = Position::through_its_sheet(setup).expect("the line is lawful");
            let cozy: cozy_chess::Board = text.parse().expect("the line is lawful");
            let mut speeds = [Vec::new(), Vec::new(), Vec::new()];
            for _ in 0..rounds {
                let counted = if bulk {
                    [speed(|| folded.perft(depth)), speed(|| sheet.perft(depth)), speed(|| cozy_bulk(&cozy, depth))]
                } else {
                    [
                        speed(|| folded.perft_played(depth)),
                        speed(|| sheet.perft_played(depth)),
                        speed(|| cozy_played(&cozy, depth)),
                    ]
                };
                assert!(counted.iter().all(|&(nodes, _)| nodes == counted[0].0), "{name}: counts differ {counted:?}");
                for (speeds, (_, speed)) in speeds.iter_mut().zip(counted) {
                    speeds.push(speed);
                }
            }
            let [folded, sheet, cozy] = speeds.map(median);
            println!("{name:12} {folded:10.1} {sheet:10.1} {cozy:10.1} {:8.2} {:8.2}", folded / cozy, sheet / folded);
            to_cozy.push(folded / cozy);
            to_folded.push(sheet / folded);
        }
        println!("{:45} {:8.2} {:8.2}\n", "mean", mean(&to_cozy), mean(&to_folded));
    }
}
