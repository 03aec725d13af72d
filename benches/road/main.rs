//! How long mail is on the road, beside its floor, through the same Dovecot and Postfix in one run.
//!
//! The floor is a responder that only fetches a mail, sends fixed answers and moves the mail away, over the same mailbox
//! and courier code.
//!
//! ```text
//! cargo bench --bench road                   every table
//! cargo bench --bench road -- alone          one move at a time
//! cargo bench --bench road -- waiting 2000   so many letters that wait when the service starts
//! cargo bench --bench road -- folder 50000   the same, from a Maildir to a folder
//! ```
//!
//! Needs root: the mail host drops its privileges itself.
#![allow(clippy::unwrap_used, clippy::panic, dead_code, reason = "a bench may fail loudly")]

mod alone;
mod club;
mod floor;
#[path = "../../tests/host.rs"]
mod host;
#[path = "../../tests/player.rs"]
mod player;
mod program;
mod waiting;

fn main() {
    // Cargo adds `--bench` of its own.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let table = arguments.first().map_or("all", String::as_str);
    let letters = arguments.get(1).map(|number| number.parse().expect("a number of letters"));
    if ["all", "alone"].contains(&table) {
        alone::measure();
    }
    if ["all", "waiting"].contains(&table) {
        waiting::through_servers(letters.unwrap_or(2_000));
    }
    if ["all", "folder"].contains(&table) {
        waiting::through_folders(letters.unwrap_or(5_000));
    }
}
