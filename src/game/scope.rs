/*!
Scope display: where a man may go, shown to whom the terms allow it.
*/

use super::phase::Phase;
use super::{Game, Notice, Page, Refusal};
use crate::rules::{Side, Square, View};

impl Game {
    /// The page that shows where the man on `square` may go, or why it is not shown. Judged by what `side` may see: of a
    /// man that is hidden from it, not even that it stands there is told.
    pub fn scope_of(&self, side: Side, square: Square) -> Notice {
        let man = View::of(&self.history, side).piece_at(square);
        let page = match man.map(|man| man.side == side) {
            None => Page::Refused(Refusal::NoManThere { square }),
            Some(true) if self.terms.scope.own => Page::Scope { square },
            Some(false) if self.terms.scope.opponent => Page::Scope { square },
            Some(own) => Page::Refused(Refusal::ScopeNotAgreed { own }),
        };
        self.notice(side, page)
    }

    /// The page that shows the whole game moving, once it is over.
    pub fn replay_for(&self, side: Side) -> Notice {
        let over = matches!(&self.phase, Phase::Over(over) if !over.ending().before_start());
        let shown = over && !self.history.moves().is_empty();
        self.notice(side, if shown { Page::Replay } else { Page::Refused(Refusal::NotOver) })
    }
}
