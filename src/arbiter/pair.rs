/*!
Two games at once, one with each colour: one invitation, which is that of the first of them. The other begins in the
transaction in which the first begins, on the terms that were agreed, and from then on each lives by itself.
*/

use super::Case;
use super::invite::opening;
use crate::club::Player;
use crate::game::{Event, Game, GameId, Origin, Recorded};
use crate::mail::Letter;
use crate::rules::{BySide, Side};
use crate::store::StoreError;

impl Case<'_> {
    /// Begins the other game of a pair if `events`, which `letter` brought about, began `lead`.
    pub(super) fn begin_twin(
        &self,
        letter: &Letter,
        player: &Player,
        lead: &Game,
        events: &[Recorded<Event>],
    ) -> Result<(), StoreError> {
        let Origin::Pair(id) = lead.origin() else { return Ok(()) };
        let Some(started) = events.iter().find(|recorded| recorded.event == Event::Started) else { return Ok(()) };
        let free = self.tx.events(id, 1)?.is_empty();
        // The id was free when the pair was offered; one game in many thousand million takes it meanwhile.
        let id = if free { Some(id.clone()) } else { self.free_twin(lead.id())? };
        let Some(id) = id else { return Ok(()) };
        let offered = Event::Offered {
            players: BySide::from_fn(|side: Side| lead.player(side.other())),
            by: lead.invited_by().other(),
            drawn: false,
            terms: lead.terms().clone(),
            origin: Origin::Twin(lead.id().clone()),
        };
        self.begin(letter, player, opening(&id, offered, started.at)?)
    }

    /// An id for the other game of a pair, derived from that of the first; none if none is free.
    pub(super) fn free_twin(&self, lead: &GameId) -> Result<Option<GameId>, StoreError> {
        for attempt in 0..10 {
            if let Some(id) = self.arbiter.ids.twin(lead, attempt)
                && id != *lead
                && self.tx.events(&id, 1)?.is_empty()
            {
                return Ok(Some(id));
            }
        }
        Ok(None)
    }
}
