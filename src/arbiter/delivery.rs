/*!
What became of our mails: said at once by the courier, or later by a report that reaches a mail's own return path.

A report changes a game through events alone. It causes no mail, or each delivery would beget another; but on the third
day of bounces the opponent is told that the game waits (`threat-model.md` T17).
*/

use super::{Arbiter, Case, Handled};
use crate::club::ReturnPath;
use crate::game::{Moment, Page};
use crate::mail::{Delivery, Report};
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
    /// Settles a mail that was handed to the courier; true if it caused further mail.
    pub fn settle(&self, store: &mut Store, id: i64, delivery: &Delivery, now: Moment) -> Result<bool, StoreError> {
        store.write(|tx| {
            let Some(mail) = tx.mail(id)? else { return Ok(false) };
            if matches!(mail.state, State::Sent | State::Failed) {
                return Ok(false);
            }
            let case = self.case(tx, now);
            match delivery {
                Delivery::Accepted => {
                    tx.settle(id, State::Sent, None, now)?;
                    case.reached(&mail, true)?;
                }
                Delivery::Delayed { reason, .. } => {
                    let age = now - mail.new.queued_at;
                    if age >= TimeDelta::days(i64::from(self.limits.send_days)) {
                        tracing::warn!(mail = id, reason, "a mail is given up: it could not be delivered for days");
                        tx.settle(id, State::Failed, Some(reason), now)?;
                        case.reached(&mail, false)?;
                    } else {
                        tx.postpone(id, reason, now + back_off(mail.attempts))?;
                    }
                }
                Delivery::Failed { reason, unreachable } => {
                    tracing::warn!(mail = id, reason, unreachable, "a mail was refused");
                    tx.settle(id, State::Failed, Some(reason), now)?;
                    case.reached(&mail, false)?;
                }
            }
            Ok(case.bag.queued())
        })
    }
}

impl Case<'_> {
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

    /// A mail that tells a player to move was taken over, or cannot be delivered: the game hears of it.
    fn reached(&self, mail: &Mail, reached: bool) -> Result<(), StoreError> {
        for member in self.tx.members(mail.id)? {
            self.reached_one(&member, reached)?;
        }
        self.reached_one(mail, reached)
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
            None => game.told(side, mail.new.ply, reached, at),
        };
        self.append_at(&game, events, at)
    }
}
