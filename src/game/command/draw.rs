/*!
Draws by agreement and by claim (FIDE 9.1 to 9.3).

The Laws ask for an offer together with a move. By mail a player may also offer without one, on move or not: nobody is
disturbed at the board, and the offer can only be answered or played past. One offer is open at a time; it stands until
the opponent answers or moves, and cannot be withdrawn. The next one of the same side waits for a number of moves, which is
a term of the game.
*/

use super::in_play;
use crate::game::{Event, Game, Playing, Ply, Refusal};
use crate::rules::{Outcome, Side, Termination};

/// What a claim of a draw may rest on.
pub(in crate::game) const CLAIMS: [Termination; 2] = [Termination::Repetition, Termination::Fifty];

/// Offers a draw without a move. Against an open offer of the opponent this is refused rather than taken for consent: a
/// draw is agreed by its own word only.
pub(super) fn offer(game: &Game, by: Side) -> Result<Vec<Event>, Refusal> {
    match in_play(game)?.draw_offer {
        Some(side) if side == by => Err(Refusal::AlreadyOffered),
        Some(_) => Err(Refusal::OfferToAnswer),
        None => match wait(game, by, game.ply()) {
            0 => Ok(vec![Event::DrawOffered { by }]),
            moves => Err(Refusal::OfferTooSoon { moves }),
        },
    }
}

/// Moves that `by` has to make, counted from `at`, before its next offer: none, or what is left of the game's gap.
pub(in crate::game) fn wait(game: &Game, by: Side, at: Ply) -> u32 {
    let last = game.playing().and_then(|playing| *playing.offered_at.of(by));
    let next = last.map_or(0, |Ply(ply)| ply.saturating_add(game.terms.courtesy.offer_gap.saturating_mul(2)));
    next.saturating_sub(at.0).div_ceil(2)
}

/// Agrees to the opponent's open offer.
pub(super) fn accept(game: &Playing, by: Side) -> Result<Vec<Event>, Refusal> {
    if !game.may_answer_draw(by) {
        return Err(Refusal::NoOffer);
    }
    Ok(vec![Event::Ended(Outcome::draw(Termination::Agreement))])
}

/// Declines the opponent's open offer in words.
pub(super) fn decline(game: &Playing, by: Side) -> Result<Vec<Event>, Refusal> {
    if !game.may_answer_draw(by) {
        return Err(Refusal::NoOffer);
    }
    Ok(vec![Event::DrawDeclined { by }])
}

/// Claims a draw for the position on the board. A wrong claim has no penalty.
pub(super) fn claim(game: &Game, by: Side) -> Result<Vec<Event>, Refusal> {
    in_play(game)?;
    if by != game.turn() {
        return Err(Refusal::NotYourTurn);
    }
    match first_of(&game.history.claims()) {
        Some(termination) => Ok(vec![Event::Ended(Outcome::draw(termination))]),
        None => Err(Refusal::NoClaim { asked: CLAIMS.to_vec() }),
    }
}

/// The claim that gives the draw its name, where more than one holds: repetition goes first (`docs/rules.md`).
pub(super) fn first_of(claims: &[Termination]) -> Option<Termination> {
    CLAIMS.into_iter().find(|claim| claims.contains(claim))
}
