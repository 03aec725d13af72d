/*!
Playing a move, and what may go with it.

The number in front is weighed before the move: a wrong one means the letter answers another position, and then nothing
about the move can be trusted. A wish that goes with a move falls with the move when that cannot be played.
*/

use super::super::phase::Playing;
use super::{DrawWord, draw, in_play};
use crate::game::{Event, Game, Ply, Refusal};
use crate::rules::{Move, Outcome, Position, Side, Unresolved, View, Why, WrittenMove};

/// The move as facts: played, and what follows from it and from the word that went with it.
pub(super) fn play(
    game: &Game,
    by: Side,
    written: &WrittenMove,
    word: Option<DrawWord>,
    queen: bool,
) -> Result<Vec<Event>, Refusal> {
    let playing = in_play(game)?;
    let mv = meant(game, by, written, queen)?;
    let unplayable = || illegal(game, by, written);
    // Both are asked of the position before the move; `find` gave a legal one, so neither fails.
    let claims = game.history.claims_with(mv).map_err(|_| unplayable())?;
    let mut history = game.history.clone();
    history.play(mv).map_err(|_| unplayable())?;

    let mut events = Vec::new();
    if word == Some(DrawWord::Decline) && playing.may_answer_draw(by) {
        events.push(Event::DrawDeclined { by });
    }
    events.push(Event::Moved { by, mv });
    // The rules come first: a claim cannot turn a mate into a draw.
    if let Some(outcome) = history.outcome(game.terms.draws) {
        events.push(Event::Ended(outcome));
        return Ok(events);
    }
    match word {
        Some(DrawWord::Offer) => events.extend(offer_with_move(game, playing, by)),
        Some(DrawWord::Claim) => events.push(match draw::first_of(&claims) {
            Some(termination) => Event::Ended(Outcome::draw(termination)),
            None => Event::ClaimFailed { by },
        }),
        Some(DrawWord::Decline) | None => {}
    }
    Ok(events)
}

/// The one legal move that is meant, if `by` could play it now.
pub(in crate::game) fn meant(game: &Game, by: Side, written: &WrittenMove, queen: bool) -> Result<Move, Refusal> {
    in_play(game)?;
    if by != game.turn() {
        return Err(Refusal::NotYourTurn);
    }
    check_number(game.history.position(), written)?;
    resolve(game, by, written, queen)
}

/// Refuses a number in front that the awaited move does not have ([`MoveNumber::fits`](crate::rules::MoveNumber::fits)).
pub(super) fn check_number(position: &Position, written: &WrittenMove) -> Result<(), Refusal> {
    match written.number {
        Some(number) if !number.fits(position) => {
            Err(Refusal::WrongNumber { text: written.text.clone(), written: number, awaited: position.awaited() })
        }
        _ => Ok(()),
    }
}

/// The one legal move that is meant.
fn resolve(game: &Game, by: Side, written: &WrittenMove, queen: bool) -> Result<Move, Refusal> {
    let position = game.history.position();
    let text = written.text.clone();
    find(position, written, queen).map_err(|unresolved| match unresolved {
        Unresolved::Illegal => illegal(game, by, written),
        Unresolved::Promotion(moves) => Refusal::Promotion { text, moves },
        Unresolved::Ambiguous(moves) => Refusal::Ambiguous { text, moves },
    })
}

/// The one legal move that is meant. Readings that differ only in what a pawn becomes are one to a player who always
/// takes a `queen`.
pub(super) fn find(position: &Position, written: &WrittenMove, queen: bool) -> Result<Move, Unresolved> {
    position.find(written).or_else(|unresolved| {
        let (Unresolved::Promotion(moves) | Unresolved::Ambiguous(moves)) = &unresolved else { return Err(unresolved) };
        match queened(position, moves)[..] {
            [mv] if queen && moves.iter().all(|mv| mv.promotion().is_some()) => Ok(mv),
            _ => Err(unresolved),
        }
    })
}

fn illegal(game: &Game, by: Side, written: &WrittenMove) -> Refusal {
    let why: Why = View::of(&game.history, by).why(written);
    Refusal::Illegal { text: written.text.clone(), why }
}

/// Those of `moves` that make a queen.
fn queened(position: &Position, moves: &[Move]) -> Vec<Move> {
    let roles = position.variant().roles;
    let is_queen =
        |mv: &Move| mv.promotion().and_then(|role| roles.get(usize::from(role.0))).is_some_and(|r| r.key == "queen");
    moves.iter().copied().filter(is_queen).collect()
}

/// An offer with the move, unless one's own stands already; the opponent's has lapsed by the move.
fn offer_with_move(game: &Game, playing: &Playing, by: Side) -> Option<Event> {
    let after = Ply(game.ply().0.saturating_add(1));
    match draw::wait(game, by, after) {
        _ if playing.draw_offer == Some(by) => None,
        0 => Some(Event::DrawOffered { by }),
        _ => Some(Event::OfferTooSoon { by }),
    }
}
