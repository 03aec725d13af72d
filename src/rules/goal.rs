/*!
Goals besides mate: who has reached one, as the position shows.
*/

use super::bits::Bits;
use super::board::Board;
use super::geometry::NOWHERE;
use super::instance::Rules;
use super::legal::Set;
use super::variant::Goal;
use super::{Outcome, Role, Side, Square, Termination};

impl<R: Rules> Board<R> {
    /// The end of the game, if one side or both have reached the game's own goal.
    #[inline(always)]
    pub(super) fn reached(&self) -> Option<Outcome> {
        match self.facts().goal {
            Goal::Mate => None,
            Goal::Checks(_) => {
                let winner = Side::BOTH.into_iter().find(|side| self.checks_left[side.index()] == 0)?;
                Some(Outcome::win(winner, Termination::ThirdCheck))
            }
            Goal::Race => self.race(),
            Goal::Extinction => self.extinction(),
            Goal::BareArmy => Some(Outcome::win(self.bare()?.other(), Termination::BareArmy)),
            Goal::GiveAway => Some(Outcome::win(self.bare()?, Termination::BareArmy)),
        }
    }

    /// Who has no man left.
    fn bare(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.men[side.index()].is_empty())
    }

    /// The side that has just moved wins even if it made one of its own kinds extinct as well.
    fn extinction(&self) -> Option<Outcome> {
        let lacks = |side: &Side| {
            let mut kinds = (0..self.sheet().roles.len() as u8).map(Role);
            kinds.any(|role| self.men_of(side.index(), role).is_empty())
        };
        let loser = [self.turn, self.turn.other()].into_iter().find(lacks)?;
        Some(Outcome::win(loser.other(), Termination::Extinct))
    }

    /// The first side moved first, so the second may still draw level.
    fn race(&self) -> Option<Outcome> {
        let geometry = self.sheet().geometry;
        let home = Side::BOTH.map(|side| {
            let king = self.royal[side.index()];
            king != NOWHERE && geometry.rank(Square(king)) + 1 == geometry.ranks
        });
        match home {
            [false, false] => None,
            [true, true] => Some(Outcome::draw(Termination::KingHome)),
            [false, true] => Some(Outcome::win(Side::Second, Termination::KingHome)),
            [true, false] if self.turn == Side::Second && self.comes_home() => None,
            [true, false] => Some(Outcome::win(Side::First, Termination::KingHome)),
        }
    }

    /// True if the king of the side to move can step onto the last rank.
    #[inline(never)]
    fn comes_home(&self) -> bool {
        let (king, last, mut found) = (self.royal[self.turn.index()], self.sheet().geometry.ranks - 1, false);
        self.restrained_sets(&mut |set| {
            if let Set::Men { from, to } = set
                && from == king
            {
                found |= to.squares().any(|to| self.sheet().geometry.rank(Square(to)) == last);
            }
        });
        found
    }
}
