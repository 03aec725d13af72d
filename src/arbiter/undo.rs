/*!
The hold: for some minutes after a move has come in its mail to the opponent stays in the outbox, and `undo` takes both
back.

Whether the mail has left is known to the outbox alone, and asked in the transaction that undoes the move: the courier
cannot take it in between.
*/

use super::Case;
use super::seat::Decided;
use crate::game::{Event, Game, Moment, Notice, Page, Phase, PlayerId, Refusal};
use crate::rules::Side;
use crate::store::StoreError;
use chrono::TimeDelta;

impl Case<'_> {
    /// Whose mail about what was decided is held, and until when: the opponent's, after a move that nothing has answered.
    pub(super) fn held_for(&self, side: Side, decided: &Decided) -> Option<(PlayerId, Moment)> {
        let moves = decided.events.iter().filter(|recorded| matches!(recorded.event, Event::Moved { .. })).count();
        let open = matches!(decided.after.phase(), Phase::Playing(_)) && decided.after.turn() != side;
        let until = decided.events.first()?.at + self.arbiter.hold;
        (moves == 1 && open && self.arbiter.hold > TimeDelta::zero() && until > self.now)
            .then(|| (decided.after.player(side.other()), until))
    }

    /// Takes the mails about the last move of `side` back out of the outbox, if none has left. Who had written to us since
    /// then, and waits for an answer, is shown the game as it stands.
    pub(super) fn unsend(&self, game: &Game, side: Side) -> Result<Result<Vec<Notice>, Refusal>, StoreError> {
        if self.arbiter.hold <= TimeDelta::zero() {
            return Ok(Err(Refusal::TooLateToUndo));
        }
        let opponent = game.player(side.other());
        let events = self.tx.events(game.id(), u32::MAX)?;
        let moved = events.iter().rev().find(|recorded| matches!(recorded.event, Event::Moved { .. }));
        let Some(moved) = moved else { return Ok(Err(Refusal::NothingToUndo)) };
        // Mail may wait for longer, while none can be sent; the time to think again was named all the same.
        if self.received_at > moved.at + self.arbiter.hold {
            return Ok(Err(Refusal::TooLateToUndo));
        }
        Ok(match self.tx.withdraw(opponent, game.id(), moved.seq, self.now)? {
            0 => Err(Refusal::TooLateToUndo),
            1 => Ok(Vec::new()),
            _ => {
                let about = Some((game.id().clone(), side.other()));
                let page = Page::Board { ply: None };
                Ok(vec![Notice { to: opponent, about, seq: game.seq(), page, message: None }])
            }
        })
    }
}
