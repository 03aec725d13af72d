//! The loop that lets flags fall, while the system's clock goes wrong.

use crate::script::Script;
use crate::world::World;
use chrono::TimeDelta;
use kingpost::game::Moment;
use kingpost::store::Mark;
use std::time::{Duration, Instant};

/// Ben has three days for his first move.
fn begun() -> Script {
    let mut script = Script::new();
    for line in [
        "anna writes: new chess with ben@example.net as white time 3d",
        "anna answers confirm_address: yes",
        "ben answers invitation: accept",
        "anna answers your_move: e4",
    ] {
        script.prepare(line);
        script.world.run();
    }
    script
}

/// The mailbox was read whole, by a clock that said so.
fn read(world: &World, at: Moment) {
    world.store().write(|tx| tx.set_mark(Mark::Read, at)).unwrap();
}

fn is_playing(world: &World) -> bool {
    world.games() == ["e4 playing"]
}

fn seconds(n: u64) -> (TimeDelta, Duration) {
    (TimeDelta::seconds(n as i64), Duration::from_secs(n))
}

#[test]
fn flags_fall_by_a_clock_that_goes_as_time_does() {
    let script = begun();
    let (world, began) = (&script.world, Instant::now());
    let mut clock = world.clock();
    clock.tick(world.now, began).unwrap();
    let (days, waited) = seconds(4 * 86_400);
    read(world, world.now + days);
    clock.tick(world.now + days, began + waited).unwrap();
    assert_eq!(world.games(), ["e4 1-0 timeout"]);
}

/// Whether it was wrong before or is wrong now nobody can say; a quarter of an hour is there to set it right.
#[test]
fn no_flag_falls_within_a_quarter_of_an_hour_of_a_jump() {
    let script = begun();
    let (world, began) = (&script.world, Instant::now());
    let mut clock = world.clock();
    clock.tick(world.now, began).unwrap();
    let jumped = world.now + TimeDelta::days(4);
    for minute in 0..15 {
        let (later, waited) = seconds(1 + 60 * minute);
        read(world, jumped + later);
        clock.tick(jumped + later, began + waited).unwrap();
        assert!(is_playing(world), "{minute} minutes after the jump");
    }
    let (later, waited) = seconds(2 + 15 * 60);
    clock.tick(jumped + later, began + waited).unwrap();
    assert_eq!(world.games(), ["e4 1-0 timeout"]);
}

/// A clock that was a day or more ahead leaves a mark behind that lies in the future: nothing is judged by it, neither by
/// this loop nor by one that begins after it.
#[test]
fn a_mark_of_a_wrong_clock_flags_nobody() {
    let script = begun();
    let (world, began) = (&script.world, Instant::now());
    let mut clock = world.clock();
    clock.tick(world.now, began).unwrap();
    read(world, world.now + TimeDelta::days(4));
    for minutes in [2, 10, 20, 60] {
        let (later, waited) = seconds(60 * minutes);
        clock.tick(world.now + later, began + waited).unwrap();
        assert!(is_playing(world), "{minutes} minutes after the clock was set right");
    }
    let mut restarted = world.clock();
    restarted.tick(world.now + TimeDelta::minutes(61), began).unwrap();
    assert!(is_playing(world));
}
