/*!
The scripted game: a refused move, a draw offer declined, a resignation withdrawn, mate. Prints each mail's subject and
where it lies.
*/

use super::seat::{Received, Seat, unpack};
use super::service::Service;
use crate::cli::{Failure, code, print};
use std::time::{Duration, Instant};

/// Longer than any step takes on a slow machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// One step: who answers their newest mail with what, and whose mail with which page must come of it.
struct Step {
    who: usize,
    words: &'static str,
    then: &'static [(usize, &'static str)],
}

const ANNA: usize = 0;
const BEN: usize = 1;

const fn step(who: usize, words: &'static str, then: &'static [(usize, &'static str)]) -> Step {
    Step { who, words, then }
}

const SCRIPT: &[Step] = &[
    step(ANNA, "Yes, that is me.", &[(ANNA, "invitation_sent"), (BEN, "invitation")]),
    step(BEN, "accept\n\nWith pleasure!", &[(ANNA, "your_move"), (BEN, "game_started")]),
    step(ANNA, "Ke2", &[(ANNA, "refused")]),
    step(ANNA, "e4\n\nGood luck!", &[(ANNA, "move_taken"), (BEN, "your_move")]),
    step(BEN, "e5", &[(BEN, "move_taken"), (ANNA, "your_move")]),
    step(ANNA, "Bc4 and I offer a draw", &[(ANNA, "move_taken"), (BEN, "draw_offered")]),
    step(BEN, "decline draw", &[(ANNA, "draw_declined")]),
    step(BEN, "Nc6", &[(BEN, "move_taken"), (ANNA, "your_move")]),
    step(ANNA, "Qh5", &[(ANNA, "move_taken"), (BEN, "your_move")]),
    step(BEN, "resign", &[(BEN, "confirm_resign")]),
    step(BEN, "Nf6\n\nNo, I can hold this.", &[(BEN, "move_taken"), (ANNA, "your_move")]),
    step(ANNA, "Qxf7#", &[(ANNA, "game_over"), (BEN, "game_over")]),
];

/// Plays it.
pub fn play(service: &Service) -> Result<(), Failure> {
    let mut seats = [service.seat("Anna", "anna@example.net")?, service.seat("Ben", "ben@example.org")?];
    let mut newest: [Option<Received>; 2] = [None, None];
    let [anna, ben] = &mut seats;
    let challenge = format!("new chess with {} as white", ben.address());
    say(anna, &challenge)?;
    anna.write(service.address(), "A game of chess", &challenge)?;
    expect(&mut seats, &mut newest, &[(ANNA, "confirm_address")])?;
    for step in SCRIPT {
        let (Some(seat), Some(Some(mail))) = (seats.get_mut(step.who), newest.get(step.who)) else { continue };
        say(seat, step.words)?;
        seat.reply(&mail.mail, step.words)?;
        expect(&mut seats, &mut newest, step.then)?;
    }
    print(&format!("\nMate. Everything lies in {}\n", service.dir().display()))
}

fn say(seat: &Seat, words: &str) -> Result<(), Failure> {
    let first = words.lines().next().unwrap_or_default();
    print(&format!("\n{} writes: {first}\n", seat.name))
}

/// Waits for the mails of a step, showing every mail that comes.
fn expect(
    seats: &mut [Seat; 2],
    newest: &mut [Option<Received>; 2],
    wanted: &[(usize, &'static str)],
) -> Result<(), Failure> {
    let mut missing = wanted.to_vec();
    let begun = Instant::now();
    while !missing.is_empty() {
        for (who, (seat, slot)) in seats.iter_mut().zip(newest.iter_mut()).enumerate() {
            for received in seat.fresh() {
                show(seat, &received)?;
                missing.retain(|(whose, page)| *whose != who || !received.mail.pages.iter().any(|p| p == page));
                *slot = Some(received);
            }
        }
        if begun.elapsed() > PATIENCE {
            let pages: Vec<&str> = missing.iter().map(|(_, page)| *page).collect();
            let sentence = format!("the mail {} did not come; the daemon's words above say why", pages.join(", "));
            return Err(Failure::new(code::UNAVAILABLE, sentence));
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    Ok(())
}

fn show(seat: &Seat, received: &Received) -> Result<(), Failure> {
    let paths = unpack(received).map_err(|cause| {
        Failure::new(code::CANT_CREATE, format!("a mail cannot be unpacked ({cause}); check the disk"))
    })?;
    let mail = &received.mail;
    let mut lines = format!("  {} gets: {}  ({})\n", seat.name, mail.subject, mail.pages.join(", "));
    for path in paths {
        lines += &format!("      {}\n", path.display());
    }
    print(&lines)
}
