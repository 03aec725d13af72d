/*!
What became of our mails: said at once by the courier, or later by a report that reaches a mail's own return path.

A report changes a game through events alone. It causes no mail, or each delivery would beget another; but on the third
day of bounces the opponent is told that the game waits (`docs/threats.md`, forged-bounce).
*/

use super::limits::kind;
use super::{Arbiter, Case, Handled};
use crate::club::{Player, ReturnPath};
use crate::game::{Game, Moment, Page, Phase, PlayerId};
use crate::mail::{Address, Complaint, Delivery, Report};
use crate::store::{Mail, State, Store, StoreError};
use chrono::TimeDelta;

/// Minutes until the next try after the first, second, third and fourth; then hourly.
const BACK_OFF: [i64; 4] = [1, 5, 15, 60];

/// How long a mail waits after its `attempts`-th failure.
pub fn back_off(attempts: u32) -> TimeDelta {
    let index = usize::try_from(attempts).unwrap_or(usize::MAX);
    TimeDelta::minutes(BACK_OFF.get(index).copied().unwrap_or(60))
}

impl Arbiter {
    /// Settles mails that were handed to the courier, by their rows in the outbox, in one transaction; true if that caused
    /// further mail.
    pub fn settle(&self, store: &mut Store, deliveries: &[(i64, Delivery)], now: Moment) -> Result<bool, StoreError> {
        store.write(|tx| {
            let mut queued = false;
            for (id, delivery) in deliveries {
                let mut case = self.case(tx, now);
                case.settle(*id, delivery)?;
                queued |= case.bag.queued();
            }
            Ok(queued)
        })
    }
}

impl Case<'_> {
    fn settle(&mut self, id: i64, delivery: &Delivery) -> Result<(), StoreError> {
        let (tx, now) = (self.tx, self.now);
        let Some(mail) = tx.mail(id)? else { return Ok(()) };
        if matches!(mail.state, State::Sent | State::Failed) {
            return Ok(());
        }
        match delivery {
            Delivery::Accepted => {
                tx.settle(id, State::Sent, None, now)?;
                self.reached(&mail, true)
            }
            Delivery::Delayed { reason, .. } => {
                let age = now - mail.new.queued_at;
                if age < TimeDelta::days(i64::from(self.arbiter.limits.send_days)) {
                    return tx.postpone(id, reason, now + back_off(mail.attempts));
                }
                tracing::warn!(mail = id, reason, "a mail is given up: it could not be delivered for days");
                tx.settle(id, State::Failed, Some(reason), now)?;
                self.reached(&mail, false)
            }
            Delivery::Failed { reason, unreachable } => {
                tracing::warn!(mail = id, reason, unreachable, "a mail was refused");
                tx.settle(id, State::Failed, Some(reason), now)?;
                self.reached(&mail, false)
            }
        }
    }

    /// A delivery report: it counts if it reached the return path of a mail of ours, and for nothing else.
    pub(super) fn report(&mut self, report: &Report) -> Result<Handled, StoreError> {
        let paths = self.arbiter.tokens_of(&report.recipients, &report.addressed);
        let Some(path) = paths.iter().find_map(|sub| ReturnPath::parse(sub)) else {
            return Ok(Handled::because("bounce", "to no return path of ours"));
        };
        let Some(mail) = self.tx.mail_by_return(path.hash())? else {
            return Ok(Handled::because("bounce", "unknown return path"));
        };
        if report.failed {
            self.reached(&mail, false)?;
        }
        let detail = if report.failed { "failed" } else { "delayed" };
        Ok(Handled { game: mail.new.game.clone(), player: Some(mail.new.player), ..Handled::because("bounce", detail) })
    }

    /// A complaint about a mail of ours ends all mail to its reader, without another. It counts only if it shows what
    /// nobody but that reader and their provider can know: the mail's id, or its return path.
    pub(super) fn complaint(&mut self, complaint: &Complaint, recipients: &[Address]) -> Result<Handled, StoreError> {
        let paths = recipients.iter().chain(&complaint.senders);
        let paths = paths.filter_map(|address| ReturnPath::parse(&self.arbiter.subaddress(address)?));
        let mut mail = None;
        for path in paths {
            mail = mail.or(self.tx.mail_by_return(path.hash())?);
        }
        for id in &complaint.about {
            mail = mail.or(self.tx.mail_by_id(id)?);
        }
        let Some(mail) = mail else { return Ok(Handled::because("complaint", "about no mail of ours")) };
        let mut player = self.tx.player(mail.new.player)?;
        tracing::warn!(
            player = player.id.0,
            mail = mail.id,
            "a complaint about a mail of ours: all mail to its reader stops"
        );
        // Clocks stop, and nobody is mailed about it: a report causes no mail.
        for (game, side) in self.seats(player.id)? {
            let (mut after, mut recorded) = (game.clone(), Vec::new());
            let at = self.tx.last_event_at(game.id())?.map_or(self.now, |last| last.max(self.now));
            super::seat::follow(&mut after, game.unheard(side), at, &mut recorded)?;
            if !recorded.is_empty() {
                self.tx.append(&after, &recorded)?;
            }
        }
        self.silence(&mut player)?;
        Ok(Handled {
            game: mail.new.game.clone(),
            player: Some(player.id),
            ..Handled::because("complaint", "mail stopped")
        })
    }

    /// A mail that tells a player to move was taken over, or cannot be delivered: the game hears of it.
    fn reached(&self, mail: &Mail, reached: bool) -> Result<(), StoreError> {
        for member in self.tx.members(mail.id)? {
            self.reached_one(&member, reached)?;
        }
        self.reached_one(mail, reached)
    }

    /// A letter came to the seat's reply address of the present ply, so the mail that holds it has arrived. If that mail
    /// came back as well, what its player was given for that is taken again.
    pub(super) fn answered(&self, game: &Game, player: &Player) -> Result<Option<Game>, StoreError> {
        let Some(side) = game.seat_of(player.id).filter(|_| matches!(game.phase(), Phase::Playing(_))) else {
            return Ok(None);
        };
        if !self.has_answered(game, player.id)? {
            self.tx.note_rate(kind::ANSWERED, &turn_of(game, player.id), self.now)?;
        }
        match game.arrived(side, game.ply()) {
            events if events.is_empty() => Ok(None),
            events => {
                self.append_at(game, events, self.received_at)?;
                self.tx.game(game.id())
            }
        }
    }

    fn has_answered(&self, game: &Game, player: PlayerId) -> Result<bool, StoreError> {
        Ok(self.tx.rate(kind::ANSWERED, &turn_of(game, player), Moment::UNIX_EPOCH)? > 0)
    }

    fn reached_one(&self, mail: &Mail, reached: bool) -> Result<(), StoreError> {
        let tells = mail.new.notices.iter().any(|notice| notice.page == Page::YourMove);
        if reached && !tells {
            return Ok(());
        }
        let Some(id) = &mail.new.game else { return Ok(()) };
        let Some(game) = self.tx.game(id)? else { return Ok(()) };
        let Some(side) = game.seat_of(mail.new.player) else {
            // A spectator whom mail does not reach watches nothing.
            return self.tx.unwatch(Some(id), mail.new.player).map(|_| ());
        };
        let at = self.received_at;
        let events = match mail.new.waits.filter(|_| reached) {
            Some(waits) => game.told_late(side, mail.new.ply, at, waits),
            None if reached => game.told(side, mail.new.ply, true, at),
            // Whoever has answered a mail of this ply has got it.
            None if self.has_answered(&game, mail.new.player)? => Vec::new(),
            None => {
                let most = TimeDelta::days(i64::from(self.arbiter.limits.bounce_days));
                game.bounced(side, mail.new.ply, most, at)
            }
        };
        self.append_at(&game, events, at)
    }
}

/// A player's turn, for counting.
fn turn_of(game: &Game, player: PlayerId) -> String {
    format!("{} {} {}", player.0, game.id(), game.ply().0)
}
