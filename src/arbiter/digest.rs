/*!
Digests: news that can wait, joined into one mail for players who like it so.

What a digest holds back is sent when the player's rhythm says so; the clock of who is to move runs from when the mail
would have left without that wish. So a digest creates no time, and its reader alone pays for it. Nothing is held that
would cost its reader more than a third of what is left, or the last day; and news that cannot wait takes along whatever
waits about the same game.
*/

use super::mailbag::Mailbag;
use super::{Arbiter, Case};
use crate::club::{AnswerTo, Player, Rhythm, Standing, bulk};
use crate::game::{Game, Moment, Notice, Page, Phase, Span};
use crate::rules::Side;
use crate::store::{NewMail, Store, StoreError};
use chrono::TimeDelta;

/// What is bulkier goes by itself: a digest has room for many games, not for letters.
const BULKY: usize = 5_000;

/// So much has room in one digest; what has not comes in the next.
const ROOM: usize = 40_000;

impl Mailbag<'_> {
    /// How long a mail about `game` waits for its reader's digest, if it does.
    pub(super) fn waits(&self, game: &Game, reader: &Player, mail: &NewMail) -> Result<Option<Span>, StoreError> {
        let can_wait = !mail.answers && room(mail) <= BULKY && mail.notices.iter().all(|notice| notice.page.can_wait());
        if reader.settings.mail == Rhythm::Each || reader.standing != Standing::Confirmed || !can_wait {
            return Ok(None);
        }
        let ready = mail.hold_until;
        let begun = self.tx.digest_at(reader.id)?.filter(|at| *at > ready);
        let zone = self.arbiter.zone_of(reader);
        let Some(leaves) = begun.or_else(|| reader.settings.mail.leaves(ready, zone)) else { return Ok(None) };
        let wait = Span { from: ready, to: leaves };
        let most = longest_wait(game, reader, ready);
        Ok(Some(wait).filter(|wait| most.is_none_or(|most| wait.length() <= most)))
    }
}

/// How much room a mail takes among others.
fn room(mail: &NewMail) -> usize {
    mail.notices.iter().map(bulk::of_notice).sum::<usize>() + bulk::GAME
}

/// How long news of a game may wait for who is to move in it; none: as long as may be.
fn longest_wait(game: &Game, reader: &Player, at: Moment) -> Option<TimeDelta> {
    let side = game.seat_of(reader.id).filter(|side| *side == game.turn())?;
    let Phase::Playing(_) = game.phase() else { return None };
    let left = game.scene(side, at).clocks.of(side).remaining?;
    let day = TimeDelta::days(1);
    let most = if left > day { (left / 3).min(left - day) } else { left / 3 };
    Some(most.max(TimeDelta::zero()))
}

impl Arbiter {
    /// Joins what has waited for one player's digest into one mail; false if nobody's is due. What waited alone goes as the
    /// mail it is.
    pub fn gather_digest(&self, store: &mut Store, now: Moment) -> Result<bool, StoreError> {
        if store.read(|tx| tx.digest_due(now))?.is_none() {
            return Ok(false);
        }
        store.write(|tx| match tx.digest_due(now)? {
            Some(player) => self.case(tx, now).gather(&tx.player(player)?).map(|()| true),
            None => Ok(false),
        })
    }
}

impl Case<'_> {
    /// The game with the clock started of a player who writes in it while the mail that tells them to move waits for their
    /// digest: they may have seen the move in a list, and would else think for nothing.
    pub(super) fn heard_early(&self, game: &Game, player: &Player, side: Side) -> Result<Option<Game>, StoreError> {
        let Some(waits) = self.tx.waits_to_tell(player.id, game.id(), game.ply())? else { return Ok(None) };
        let at = self.received_at.max(waits.from);
        match game.told_late(side, game.ply(), at, waits) {
            events if events.is_empty() => Ok(None),
            events => {
                self.append_at(game, events, at)?;
                self.tx.game(game.id())
            }
        }
    }

    fn gather(&self, reader: &Player) -> Result<(), StoreError> {
        let mut members = self.tx.waiting(reader.id, self.now)?;
        members.truncate(self.arbiter.limits.digest_mails.max(2) as usize);
        let mut bulky = 0;
        members.retain(|member| {
            bulky += room(&member.new);
            bulky <= ROOM
        });
        let game = members.first().and_then(|first| first.new.game.clone());
        let one_game = game.filter(|game| members.iter().all(|member| member.new.game.as_ref() == Some(game)));
        let newest = members.last().filter(|_| one_game.is_some());
        let notice = Notice { to: reader.id, about: None, seq: 0, page: Page::Digest, message: None };
        let ids: Vec<&str> = members.iter().map(|member| member.new.message_id.0.as_str()).collect();
        let id = self.arbiter.ids.digest_mail(&ids);
        let answer_to = newest.map_or_else(|| AnswerTo::Digest(id.clone()), |newest| newest.new.answer_to.clone());
        self.bag.enter_token(reader, &answer_to)?;
        let mail = self.bag.digest(reader, notice, answer_to, id);
        self.tx.gather_bundle(&mail, &members)?;
        Ok(())
    }
}
