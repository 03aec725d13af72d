/*!
Time: flags and reminders when the mailbox has been read far enough, and the hours in which it could not be read.
*/

use super::mailbag::{Cause, Mailbag};
use super::seat::follow;
use super::{Arbiter, Case};
use crate::game::{Event, Game, GameId, Habits, Moment, Recorded, Span, notices};
use crate::rules::{BySide, Side};
use crate::store::{Mark, Store, StoreError, Tx};
use chrono::TimeDelta;

impl Arbiter {
    /// Notes that the mailbox was not looked through until `now`: no clock that ran meanwhile counts that time. Returns how
    /// long it was; none for an outage that is too short to matter by the operator's shortest time control.
    pub fn outage(&self, store: &mut Store, now: Moment) -> Result<Option<TimeDelta>, StoreError> {
        store.write(|tx| {
            // A mark that lies ahead was set by a clock that was wrong.
            let marks = [tx.looked()?, tx.mark(Mark::Credited)?];
            let from = marks.into_iter().flatten().filter(|mark| *mark <= now).max();
            let Some(span) = from.map(|from| Span { from, to: now }) else { return Ok(None) };
            if span.length().is_zero() || span.length() * 100 < self.house.shortest_time {
                return Ok(None);
            }
            let case = self.case(tx, now);
            let waiting = tx.games_with_news_waiting()?;
            for row in tx.all_games()?.into_iter().filter(|row| row.phase == "playing") {
                let Some(game) = tx.game(&row.id)? else { continue };
                let runs = Side::BOTH.into_iter().any(|side| game.scene(side, now).clocks.of(side).running);
                // A clock whose start waits for a digest has run since then, once it starts.
                if runs || waiting.contains(&row.id) {
                    case.append_at(&game, vec![Event::Outage(span)], now)?;
                }
            }
            tx.set_mark(Mark::Credited, now)?;
            tx.tally_by("downtime-seconds", span.length().num_seconds())?;
            Ok(Some(span.length()))
        })
    }

    /// What time brought about in a game; the mailbox has been read up to `through`. True if that caused mail.
    pub fn elapse(&self, store: &mut Store, id: &GameId, through: Moment, now: Moment) -> Result<bool, StoreError> {
        store.write(|tx| {
            let Some(game) = tx.game(id)? else { return Ok(false) };
            let case = self.case(tx, now);
            let events = game.elapse(through, &case.habits(&game)?);
            if events.is_empty() {
                tx.postpone_game(id, game.due(Some(through)))?;
            } else {
                case.append_at(&game, events, through)?;
            }
            Ok(case.bag.queued())
        })
    }

    /// Gives a date to invitations from before invitations had one: as long from now as a new one gets.
    pub fn date_invitations(&self, store: &mut Store, now: Moment) -> Result<(), StoreError> {
        if store.read(|tx| tx.undated_invitations())?.is_empty() {
            return Ok(());
        }
        store.write(|tx| {
            let case = self.case(tx, now);
            for id in tx.undated_invitations()? {
                if let Some(game) = tx.game(&id)? {
                    case.append_at(&game, vec![case.open_until(now)], now)?;
                }
            }
            Ok(())
        })
    }

    /// Nothing of a letter's: what time and the post bring about.
    pub(super) fn case<'a>(&'a self, tx: &'a Tx<'a>, now: Moment) -> Case<'a> {
        let bag = Mailbag::new(self, tx, now);
        Case { arbiter: self, tx, bag, digest: NO_LETTER, received_at: now, now, whole: true }
    }
}

impl Case<'_> {
    /// What both players chose about time.
    pub(super) fn habits(&self, game: &Game) -> Result<BySide<Habits>, StoreError> {
        let of = |side| Ok::<_, StoreError>(self.tx.player(game.player(side))?.settings.habits);
        Ok(BySide { first: of(Side::First)?, second: of(Side::Second)? })
    }

    /// Ends a game whose flag had fallen before the letter arrived; true if it did. Not while a mail that came in earlier
    /// is still to be read: it may hold the move.
    pub(super) fn falls_before(&self, game: &Game, at: Moment) -> Result<bool, StoreError> {
        if !self.whole {
            return Ok(false);
        }
        match game.flagged(at, &self.habits(game)?) {
            Some(event @ Event::Ended(_)) => {
                self.append_at(game, vec![event], at)?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// What a game that begins must know of its players: leave that holds or lies ahead, and where their weekends are.
    pub(super) fn at_the_start(&self, game: &Game, at: Moment) -> Result<Vec<Event>, StoreError> {
        let mut events = Vec::new();
        for side in Side::BOTH {
            let player = self.tx.player(game.player(side))?;
            if game.terms().weekends_off {
                let zone = self.arbiter.zone_of(&player);
                events.push(Event::Weekends { side, zone, from: None });
            }
            let leave = self.tx.leave_of(player.id)?;
            events.extend(leave.into_iter().filter(|span| span.to > at).map(|span| Event::Away { side, span }));
        }
        Ok(events)
    }

    /// Records what happened in a game at `at`, but not before what is recorded already, and tells whoever is to be told.
    pub(super) fn append_at(&self, game: &Game, events: Vec<Event>, at: Moment) -> Result<(), StoreError> {
        let mut after = game.clone();
        let mut recorded: Vec<Recorded<Event>> = Vec::new();
        let at = self.tx.last_event_at(game.id())?.map_or(at, |last| last.max(at));
        follow(&mut after, events, at, &mut recorded)?;
        if recorded.is_empty() {
            return Ok(());
        }
        self.tx.append(&after, &recorded)?;
        let cause = if self.digest == NO_LETTER { Cause::Events(None) } else { Cause::Beside(&self.digest) };
        self.bag.about_game(&after, notices(&after, &recorded), &cause)
    }

    /// The same, at this moment.
    pub(super) fn append_report(&self, game: &Game, events: Vec<Event>) -> Result<(), StoreError> {
        self.append_at(game, events, self.now)
    }

    /// The seat of a player in each game that is being played.
    pub(super) fn seats(&self, player: crate::game::PlayerId) -> Result<Vec<(Game, Side)>, StoreError> {
        let mut seats = Vec::new();
        for row in self.tx.games_of(player)?.into_iter().filter(|row| row.phase == "playing") {
            let Some(game) = self.tx.game(&row.id)? else { continue };
            // Who plays against themselves, if the record says so, sits on one side at a time.
            seats.extend(game.seat_of(player).map(|side| (game, side)));
        }
        Ok(seats)
    }
}

/// The digest where no letter is handled.
pub(super) const NO_LETTER: [u8; 32] = [0; 32];

/// Nothing longer is taken for leave, whatever the book would allow.
pub(super) const LEAVE_MAX: TimeDelta = TimeDelta::days(366);
