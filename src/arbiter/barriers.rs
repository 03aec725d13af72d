/*!
Keeping somebody away: from whom a player gets no invitations any more, and whose words. The other never learns of it:
their letters are answered as ever (`docs/threats.md`, who-plays).
*/

use super::Case;
use crate::club::{Barrier, Errand, Player, Whom};
use crate::game::{Event, Game, Notice, Page, Phase, PlayerId, Refusal};
use crate::store::StoreError;

impl Case<'_> {
    /// Puts a barrier up or takes it down; gives the page that shows all of them.
    pub(super) fn bar(&mut self, player: &Player, barrier: Barrier, whom: &Whom, up: bool) -> Result<Page, StoreError> {
        let Some(other) = self.meant(player, whom, up)? else { return Ok(Page::Refused(Refusal::WhomUnclear)) };
        if !up {
            let was = self.tx.unbar(player.id, other, barrier)?;
            return Ok(if was { Page::Settings } else { Page::Refused(Refusal::WhomUnclear) });
        }
        let full = self.tx.barred(player.id)?.len() >= self.arbiter.limits.barriers as usize;
        if full && !self.tx.is_barred(player.id, other, barrier)? {
            return Ok(Page::Refused(Refusal::TooManyBarriers));
        }
        let game = if let Whom::InGame(game) = whom { Some(game) } else { None };
        self.tx.bar(player.id, other, barrier, game, self.now)?;
        match barrier {
            Barrier::Block => {
                self.decline_invitations(player, Some(other))?;
                self.shut_out(player, other)?;
            }
            Barrier::Mute => self.hush(player, other)?,
        }
        Ok(Page::Settings)
    }

    /// Who has just been blocked watches no game of the player's any more.
    fn shut_out(&self, player: &Player, other: PlayerId) -> Result<(), StoreError> {
        for row in self.tx.games_of(player.id)? {
            self.tx.unwatch(Some(&row.id), other)?;
        }
        Ok(())
    }

    /// Words of somebody whom a player has just muted, and that have not been sent yet, are not.
    fn hush(&self, player: &Player, other: PlayerId) -> Result<(), StoreError> {
        for mail in self.tx.untried(player.id)? {
            let Some(game) = mail.new.game.as_ref().map(|id| self.tx.game(id)).transpose()?.flatten() else { continue };
            if game.seat_of(player.id).map(|side| game.player(side.other())) != Some(other) {
                continue;
            }
            let told = mail.new.notices.clone();
            let heard = let_through(self.tx, &game, player.id, told)?;
            if heard != mail.new.notices {
                self.tx.retell(&mail, &heard, self.now)?;
            }
        }
        Ok(())
    }

    /// Whom a player means; an address nobody knows is entered, so that it can be kept away before it writes.
    fn meant(&self, player: &Player, whom: &Whom, up: bool) -> Result<Option<PlayerId>, StoreError> {
        let found = match whom {
            Whom::Opponent => None,
            Whom::InGame(id) => match self.tx.game(id)? {
                Some(game) => game.seat_of(player.id).map(|side| game.player(side.other())),
                None => None,
            },
            Whom::Address(address) if self.arbiter.subaddress(address).is_some() => None,
            Whom::Address(address) => match self.tx.player_at(address)? {
                Some(known) => Some(known.id),
                None if up => Some(self.enter(self.stranger(address, None))?.id),
                None => None,
            },
        };
        Ok(found.filter(|other| *other != player.id))
    }

    /// Answers the open invitations to a player who wants no mail, or none from one `inviter`.
    pub(super) fn decline_invitations(&self, player: &Player, inviter: Option<PlayerId>) -> Result<(), StoreError> {
        for row in self.tx.games_of(player.id)?.into_iter().filter(|row| row.phase == "offered") {
            let Some(game) = self.tx.game(&row.id)? else { continue };
            let by = game.player(game.invited_by());
            if game.seat_of(player.id) == Some(game.invited_by().other()) && inviter.is_none_or(|wanted| wanted == by) {
                self.append_report(&game, vec![Event::Declined])?;
            }
        }
        Ok(())
    }

    /// An errand of a letter about a game, in which `block` means its opponent.
    pub(super) fn in_place(errand: Errand, game: &Game) -> Errand {
        match errand {
            Errand::Bar { barrier, whom: Whom::Opponent, up } => {
                Errand::Bar { barrier, whom: Whom::InGame(game.id().clone()), up }
            }
            other => other,
        }
    }
}

/// What of `notices` for `reader` about a game is kept from them.
pub(super) fn let_through(
    tx: &crate::store::Tx,
    game: &Game,
    reader: PlayerId,
    mut notices: Vec<Notice>,
) -> Result<Vec<Notice>, StoreError> {
    let Some(opponent) = game.seat_of(reader).map(|side| game.player(side.other())) else { return Ok(notices) };
    // Whoever is blocked offers nothing, be it in answer to an invitation from before.
    let offers = matches!(game.phase(), Phase::Offered) && game.player(game.invited_by()) == opponent;
    if offers && tx.is_barred(reader, opponent, Barrier::Block)? {
        return Ok(Vec::new());
    }
    let speaks = notices.iter().any(|notice| notice.message.is_some());
    // Once the game has ended, whoever is blocked has nothing more to say.
    let over = matches!(game.phase(), Phase::Over(_));
    if speaks
        && (tx.is_barred(reader, opponent, Barrier::Mute)? || over && tx.is_barred(reader, opponent, Barrier::Block)?)
    {
        notices.retain(|notice| notice.page != Page::Message);
        notices.iter_mut().for_each(|notice| notice.message = None);
    }
    Ok(notices)
}
