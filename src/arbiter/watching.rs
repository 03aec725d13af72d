/*!
Spectators. A game may be watched while both its players say so, and is nobody's to see otherwise: not even that there is
one. Whoever watches is some plies behind and has a reply address of their own, which ends the watching and does nothing
else.

This room does not know what a spectator is shown.
*/

use super::intake::Held;
use super::letter::of;
use super::mailbag::{Cause, Mailbag};
use super::{Case, Handled};
use crate::club::{AnswerTo, Barrier, Errand, Player, Standing};
use crate::game::{Game, GameId, Notice, Page, Phase, Ply, Refusal, Watching};
use crate::interpret::{Deed, Deeds, Reading};
use crate::mail::Letter;
use crate::rules::Side;
use crate::store::StoreError;

impl Case<'_> {
    /// A player says whether others may watch: tells both what holds now.
    pub(super) fn allow_watching(
        &self,
        letter: &Letter,
        player: &Player,
        game: &Game,
        side: Side,
        allowed: bool,
    ) -> Result<(), StoreError> {
        let before = self.tx.watching_allowed(game)?;
        self.tx.allow_watching(game.id(), player.id, allowed)?;
        let theirs = *before.of(side.other());
        let (mine_now, theirs_now) = match (allowed, theirs) {
            (true, true) => (Watching::Open, Some(Watching::Open)),
            (true, false) => (Watching::Asked, Some(Watching::Asking)),
            (false, true) => (Watching::Closed, Some(Watching::Closed)),
            (false, false) => (Watching::Closed, None),
        };
        if !allowed {
            self.turn_away(game)?;
        }
        let notice = |side: Side, watching| Notice {
            to: game.player(side),
            about: Some((game.id().clone(), side)),
            seq: game.seq(),
            page: Page::Watching(watching),
            message: None,
        };
        // Who has said the same before changes nothing for the opponent, who is not told again.
        let news = *before.of(side) != allowed;
        let theirs = theirs_now.filter(|_| news).map(|watching| notice(side.other(), watching));
        let told = theirs.into_iter().chain([notice(side, mine_now)]).collect();
        self.bag.about_game(game, told, &Cause::Answer(letter, player.id))
    }

    /// The game is nobody's to see any more.
    fn turn_away(&self, game: &Game) -> Result<(), StoreError> {
        for (watcher, _) in self.tx.watchers(game.id())? {
            self.tx.unwatch(Some(game.id()), watcher)?;
            let answer = AnswerTo::Watch(game.id().clone());
            self.bag.to_watcher(game, watcher, Page::Unwatched, &answer, Ply(0), &Cause::Events(None))?;
        }
        Ok(())
    }

    /// Shows a game to somebody who wants to watch it, from now on; or why not.
    pub(super) fn watch(
        &self,
        letter: &Letter,
        player: &Player,
        id: &GameId,
    ) -> Result<Result<(), Refusal>, StoreError> {
        let Some(game) = self.tx.game(id)? else { return Ok(Err(Refusal::CannotWatch)) };
        let allowed = self.tx.watching_allowed(&game)?;
        let open = allowed.first && allowed.second && !matches!(game.phase(), Phase::Offered);
        if !open || game.seat_of(player.id).is_some() || player.standing != Standing::Confirmed {
            return Ok(Err(Refusal::CannotWatch));
        }
        for side in Side::BOTH {
            // Answered as if nobody might watch, so that whoever is blocked does not learn of it.
            if self.tx.is_barred(game.player(side), player.id, Barrier::Block)? {
                return Ok(Err(Refusal::CannotWatch));
            }
        }
        let watchers = self.tx.watchers(id)?;
        let limits = &self.arbiter.limits;
        let known = watchers.iter().any(|(watcher, _)| *watcher == player.id);
        let full = watchers.len() as u64 >= u64::from(limits.watchers_per_game);
        if !known && (full || self.tx.watched_by(player.id)? >= limits.watched_games) {
            return Ok(Err(Refusal::TooManyWatchers));
        }
        let ply = visible(&game, self.arbiter.watch_delay);
        if !matches!(game.phase(), Phase::Over(_)) {
            self.tx.watch(id, player.id, ply, self.now)?;
        }
        let answer = AnswerTo::Watch(id.clone());
        let cause = Cause::Answer(letter, player.id);
        self.bag.to_watcher(&game, player.id, Page::Watched { ply }, &answer, ply, &cause)?;
        Ok(Ok(()))
    }

    /// A letter to a spectator's reply address: it stops the watching, or is one for the desk.
    pub(super) fn watcher_wrote(
        &mut self,
        letter: &Letter,
        held: &Held,
        player: Player,
        id: &GameId,
        reading: &Reading,
    ) -> Result<Handled, StoreError> {
        match &reading.deeds {
            Deeds::One(Deed::Errand(Errand::Unwatch(None))) => {
                self.errand(letter, player, Errand::Unwatch(Some(id.clone())))?;
                Ok(of("unwatched", held))
            }
            Deeds::One(Deed::Errand(Errand::StopMail)) => self.stop_mail(letter, player),
            _ => self.for_desk(letter, player, reading),
        }
    }
}

impl Mailbag<'_> {
    /// Shows its spectators how far a game has come, each only what they have not seen; the end at once.
    pub(super) fn tell_watchers(&self, game: &Game) -> Result<(), StoreError> {
        if matches!(game.phase(), Phase::Offered) {
            return Ok(());
        }
        let over = matches!(game.phase(), Phase::Over(_));
        let ply = visible(game, self.watch_delay());
        for (watcher, shown) in self.tx().watchers(game.id())? {
            let taken_back = shown > game.ply();
            if over {
                self.tx().unwatch(Some(game.id()), watcher)?;
            } else if ply > shown || taken_back {
                self.tx().watch(game.id(), watcher, ply, self.now())?;
            }
            if over || ply > shown {
                let answer = AnswerTo::Watch(game.id().clone());
                self.to_watcher(game, watcher, Page::Watched { ply }, &answer, ply, &Cause::Events(None))?;
            }
        }
        Ok(())
    }
}

/// How much of a game others may see: all of it once it is over, and until then not the last plies.
fn visible(game: &Game, delay: u32) -> Ply {
    match game.phase() {
        Phase::Over(_) => game.ply(),
        _ => Ply(game.ply().0.saturating_sub(delay)),
    }
}
