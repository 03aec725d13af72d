/*!
Draws by agreement and by claim (`rules/chess.md` 4.2, 4.3).

The Laws ask for an offer together with a move. By mail a player may also offer without one, on move or not: nobody is
disturbed at the board, and the offer can only be answered or played past. One offer is open at a time; it stands until
the opponent answers or moves, and cannot be withdrawn.
*/

use super::in_play;
use crate::game::{Event, Game, Playing, Refusal};
use crate::rules::{Outcome, Side, Termination};

/// What a claim of a draw may rest on.
pub(in crate::game) const CLAIMS: [Termination; 2] = [Termination::Repetition, Termination::Fifty];

/// Offers a draw without a move. Against an open offer of the opponent this is refused rather than taken for consent: a
/// draw is agreed by its own word only.
pub(super) fn offer(game: &Playing, by: Side) -> Result<Vec<Event>, Refusal> {
    match game.draw_offer {
        Some(side) if side == by => Err(Refusal::AlreadyOffered),
        Some(_) => Err(Refusal::OfferToAnswer),
        None => Ok(vec![Event::DrawOffered { by }]),
    }
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

/// The claim that gives the draw its name, where more than one holds: repetition goes first (`rules/chess.md` 4.2).
pub(super) fn first_of(claims: &[Termination]) -> Option<Termination> {
    CLAIMS.into_iter().find(|claim| claims.contains(claim))
}
