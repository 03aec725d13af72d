/*!
Leave: booked in the player's book, and known to every game the player sits in.
*/

use super::Case;
use super::time::LEAVE_MAX;
use crate::club::{Absence, LeaveBook, Player};
use crate::game::{Event, Page, Refusal};
use crate::mail::{self, From};
use crate::store::StoreError;

impl Case<'_> {
    /// Books a leave and tells every opponent; gives the page for the player.
    pub(super) fn take_leave(&self, player: &Player, text: &str, absence: Option<Absence>) -> Result<Page, StoreError> {
        let zone = self.arbiter.zone_of(player);
        let span = absence.and_then(|absence| absence.span(zone, self.received_at));
        let Some(span) = span.filter(|span| span.length() <= LEAVE_MAX && span.to > self.received_at) else {
            let ambiguous = absence == Some(Absence::Ambiguous);
            return Ok(Page::Refused(Refusal::LeaveUnclear { text: text.to_owned(), ambiguous }));
        };
        let booked = self.tx.leave_of(player.id)?;
        let book = LeaveBook { booked: &booked, allowance: self.arbiter.house.leave_days, zone };
        let leave = match book.book(span) {
            Ok(leave) => leave,
            Err(refusal) => return Ok(Page::Refused(refusal)),
        };
        self.tx.book_leave(player.id, span, self.now)?;
        for (game, side) in self.seats(player.id)? {
            self.append_at(&game, vec![Event::Away { side, span }], self.received_at)?;
        }
        Ok(Page::LeaveBooked(leave))
    }

    /// Ends a leave and gives up what lies ahead.
    pub(super) fn end_leave(&self, player: &Player) -> Result<Page, StoreError> {
        self.tx.give_up_leave(player.id, self.received_at)?;
        for (game, side) in self.seats(player.id)? {
            if game.scene(side, self.received_at).clocks.of(side).away.is_some() {
                self.append_at(&game, vec![Event::Back { side }], self.received_at)?;
            }
        }
        Ok(Page::LeaveOff)
    }

    /// An automatic answer to a mail of ours: never read, never answered. But whose reply address it used may be away, and
    /// is asked so in the next mail.
    pub(super) fn automatic(&self, sign: &str, from: &From, tokens: &[String]) -> Result<(), StoreError> {
        // A mail of ours that came back says nothing of anybody.
        if mail::is_returned(sign) || self.arbiter.house.leave_days == 0 {
            return Ok(());
        }
        let From::One(address, _) = from else { return Ok(()) };
        for token in tokens {
            if let Some(held) = self.hold(token)?.filter(|held| held.owner.address == *address) {
                self.tx.note_absence(held.owner.id, self.now)?;
            }
        }
        Ok(())
    }
}
