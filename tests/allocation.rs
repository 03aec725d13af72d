//! Generating and playing moves takes no memory. A program of its own: the allocator that counts is everybody's in it.

use kingpost::rules::{Position, variants};

#[test]
fn moves_are_made_and_played_without_allocating() {
    for variant in variants::SHEETS {
        let start = Position::start(variant);
        start.perft(1); // tables are made once a game
        let taken = |depth: u32| {
            let counted =
                allocation_counter::measure(|| assert!(start.perft_played(depth) > 0 && start.perft(depth) > 0));
            counted.count_total
        };
        assert_eq!(taken(3), 0, "{}", variant.key);
    }
}

#[test]
fn what_allocates_is_counted() {
    let counted =
        allocation_counter::measure(|| drop(std::hint::black_box(Position::start(&variants::CHESS).pieces())));
    assert!(counted.count_total > 0);
}
