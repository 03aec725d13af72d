/*!
Open seeks: listed, matched, taken, and closed when nobody comes. Neither side learns the other's address, and who is
blocked finds nothing (`docs/threats.md`, who-plays).
*/

use super::invite::opening;
use super::mailbag::Cause;
use super::{Arbiter, Case};
use crate::club::{AnswerTo, Barrier, Colour, NewGame, Player, RatingRange, Seek};
use crate::game::{Event, Moment, Origin, Page, PlayerId, Refusal, Seat};
use crate::mail::Letter;
use crate::rules::{BySide, Side};
use crate::store::{SeekEnd, Store, StoreError};
use chrono::TimeDelta;

impl Case<'_> {
    /// Plays who seeks the same already, or enters the wish on the list; gives the page that says so, if no game does.
    pub(super) fn seek(
        &mut self,
        letter: &Letter,
        player: &Player,
        wish: &NewGame,
        nth: usize,
    ) -> Result<Option<Page>, StoreError> {
        let terms = match self.arbiter.house.terms(wish) {
            Ok(terms) => terms,
            Err(refusal) => return Ok(Some(Page::Refused(refusal))),
        };
        let colour = wish.colour.unwrap_or(Colour::Random);
        let open = self.tx.open_seeks(self.now)?;
        for seek in open.iter().filter(|seek| seek.player != player.id && seek.fits(&terms, colour)) {
            if self.meet(seek.player, player.id)? && self.in_range(seek, player.id)? && self.wanted_by(wish, seek)? {
                return self.play(letter, player, seek, colour, nth);
            }
        }
        let own: Vec<&Seek> = open.iter().filter(|seek| seek.player == player.id).collect();
        // The same wish again stands already.
        if own.iter().all(|seek| (&seek.terms, seek.colour, seek.range) != (&terms, colour, wish.range)) {
            if own.len() >= self.arbiter.limits.seeks_open as usize {
                return Ok(Some(Page::Refused(Refusal::TooManySeeks)));
            }
            let days = TimeDelta::days(i64::from(self.arbiter.limits.seek_days));
            let closes_at = self.now.checked_add_signed(days).unwrap_or(Moment::MAX_UTC);
            self.tx.open_seek(player.id, &terms, colour, wish.range, self.now, closes_at)?;
        }
        Ok(Some(Page::SeekOpen))
    }

    /// Plays who seeks under a number.
    pub(super) fn take_seek(
        &mut self,
        letter: &Letter,
        player: &Player,
        number: u32,
        nth: usize,
    ) -> Result<Option<Page>, StoreError> {
        let open = self.tx.open_seeks(self.now)?;
        let found = open.into_iter().find(|seek| seek.number == number && seek.player != player.id);
        let seek = match found {
            Some(seek) if self.meet(seek.player, player.id)? => seek,
            _ => return Ok(Some(Page::Refused(Refusal::SeekGone))),
        };
        let rating = self.tx.rating(player.id, seek.terms.variant.key, self.now)?;
        if !seek.range.holds(&rating) {
            let (rating, provisional) = (rating.shown(), rating.provisional());
            let RatingRange { from, to } = seek.range;
            return Ok(Some(Page::Refused(Refusal::OutsideRange { rating, provisional, from, to })));
        }
        self.play(letter, player, &seek, Colour::Random, nth)
    }

    /// Ends what a player seeks, under one number or at all.
    pub(super) fn cancel_seek(&self, player: &Player, number: Option<u32>) -> Result<Page, StoreError> {
        let mut own = self.tx.open_seeks(self.now)?;
        own.retain(|seek| seek.player == player.id && number.is_none_or(|number| number == seek.number));
        for seek in &own {
            self.tx.end_seek(seek.number, SeekEnd::Cancelled)?;
        }
        Ok(if own.is_empty() { Page::Refused(Refusal::NothingSought) } else { Page::Seeks })
    }

    /// Whether a seek is for who would take it.
    fn in_range(&self, seek: &Seek, player: PlayerId) -> Result<bool, StoreError> {
        Ok(seek.range.holds(&self.tx.rating(player, seek.terms.variant.key, self.now)?))
    }

    /// Whether a wish is for who seeks already.
    fn wanted_by(&self, wish: &NewGame, seek: &Seek) -> Result<bool, StoreError> {
        Ok(wish.range.holds(&self.tx.rating(seek.player, seek.terms.variant.key, self.now)?))
    }

    /// Neither keeps the other away.
    fn meet(&self, one: PlayerId, other: PlayerId) -> Result<bool, StoreError> {
        let barred = |a, b| self.tx.is_barred(a, b, Barrier::Block);
        Ok(!barred(one, other)? && !barred(other, one)?)
    }

    /// The game of a seek and of who takes it begins.
    fn play(
        &mut self,
        letter: &Letter,
        player: &Player,
        seek: &Seek,
        colour: Colour,
        nth: usize,
    ) -> Result<Option<Page>, StoreError> {
        let Some(id) = self.free_id(nth)? else { return Ok(Some(Page::Refused(Refusal::TooManyInvitations))) };
        let Seat { side: by, drawn } = match (seek.colour, colour) {
            (Colour::Random, Colour::First) => Seat { side: Side::Second, drawn: false },
            (Colour::Random, Colour::Second) => Seat { side: Side::First, drawn: false },
            (asked, _) => self.seat(asked, &id),
        };
        let players = BySide::from_fn(|side| if side == by { seek.player } else { player.id });
        let terms = self.with_array(seek.terms.clone(), &id);
        let offered = Event::Offered { players, by, drawn, terms, origin: Origin::Seek };
        self.tx.end_seek(seek.number, SeekEnd::Taken)?;
        self.begin(letter, player, opening(&id, offered, self.now)?)?;
        Ok(None)
    }
}

impl Arbiter {
    /// Closes seeks whose time is up and tells whose they were; true if that caused mail.
    pub fn close_seeks(&self, store: &mut Store, now: Moment) -> Result<bool, StoreError> {
        if store.read(|tx| tx.due_seeks(now))?.is_empty() {
            return Ok(false);
        }
        store.write(|tx| {
            let case = self.case(tx, now);
            for seek in tx.due_seeks(now)? {
                tx.end_seek(seek.number, SeekEnd::Closed)?;
                let player = tx.player(seek.player)?;
                let cause = Cause::Record(seek.number);
                case.bag.at_desk(&player, vec![Page::SeekClosed { number: seek.number }], &AnswerTo::Desk, &cause)?;
            }
            Ok(case.bag.queued())
        })
    }
}
