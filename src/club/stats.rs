/*!
Statistics by colour: for each game how often either side won or nobody did, and how one player fared with each, against
whom, and with what rating.
*/

use std::collections::BTreeMap;

use super::Rating;
use crate::rules::{BySide, Side};

/// Hundredths of a per cent in the whole.
const WHOLE: u64 = 10_000;

/// Finished games of one variant, by who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Tally {
    /// The first side.
    pub first: u64,
    /// Nobody.
    pub drawn: u64,
    /// The second side.
    pub second: u64,
}

impl Tally {
    /// All of them.
    pub fn total(self) -> u64 {
        self.first + self.drawn + self.second
    }

    /// The shares of first side, draws and second side in hundredths of a per cent. They add up to 10000, or are all 0
    /// without a game: each is cut off, and what is left over goes to the largest remainders, of equal ones to the
    /// earlier.
    pub fn shares(self) -> [u64; 3] {
        let total = u128::from(self.total());
        if total == 0 {
            return [0; 3];
        }
        let exact = [self.first, self.drawn, self.second].map(|count| u128::from(count) * u128::from(WHOLE));
        let mut shares = exact.map(|scaled| u64::try_from(scaled / total).unwrap_or(WHOLE));
        let mut order = [0, 1, 2];
        order.sort_by_key(|place| std::cmp::Reverse(exact.get(*place).map_or(0, |scaled| scaled % total)));
        let missing = WHOLE.saturating_sub(shares.iter().sum());
        for place in order.into_iter().take(usize::try_from(missing).unwrap_or(3)) {
            if let Some(share) = shares.get_mut(place) {
                *share += 1;
            }
        }
        shares
    }
}

/// How one player fared with one side of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Score {
    /// Games won.
    pub won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
}

impl Score {
    /// All of them.
    pub fn played(self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Twice the points: a win is two, a draw one.
    pub fn half_points(self) -> u64 {
        2 * self.won + self.drawn
    }

    /// Counts so many games won by `winner`, in which the player had `side`.
    pub fn count(&mut self, winner: Option<Side>, side: Side, games: u64) {
        *match winner {
            Some(winner) if winner == side => &mut self.won,
            Some(_) => &mut self.lost,
            None => &mut self.drawn,
        } += games;
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Score) -> Score {
        Score { won: self.won + other.won, drawn: self.drawn + other.drawn, lost: self.lost + other.lost }
    }
}

/// Everything the statistics page shows, by the key of the game.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Standings {
    /// All games played here to their end.
    pub all: BTreeMap<String, Tally>,
    /// The reader's own, by the side played.
    pub own: BTreeMap<String, BySide<Score>>,
    /// The same by opponent, who is known by name: whoever was met most often first.
    pub met: Vec<(String, Score)>,
    /// The reader's ratings.
    pub ratings: BTreeMap<String, Rating>,
}

impl Standings {
    /// Counts so many games of that variant, won by `winner`.
    pub fn count(&mut self, variant: &str, winner: Option<Side>, games: u64) {
        let tally = self.all.entry(variant.to_owned()).or_default();
        *match winner {
            Some(Side::First) => &mut tally.first,
            Some(Side::Second) => &mut tally.second,
            None => &mut tally.drawn,
        } += games;
    }

    /// The same of games in which the reader had `side`.
    pub fn count_own(&mut self, variant: &str, winner: Option<Side>, side: Side, games: u64) {
        self.own.entry(variant.to_owned()).or_default().of_mut(side).count(winner, side, games);
    }
}
