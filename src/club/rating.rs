/*!
Ratings by Glicko-2, one for each player and game played (`chess`, `shogi` …).

The system is Mark Glickman's, as his "Example of the Glicko-2 system" gives it (glicko.net/glicko/glicko2.pdf), with the
constant τ = 0.5 of that example; `skillratings` does the arithmetic, and a test holds it to the example.

The paper gathers the games of a rating period and leaves its length open. Games by mail end weeks apart, and whoever has
just won one wants to see what it did: so every game is a period of its own, rated when it ends, in the order in which
games end. Time without a game is told in periods of thirty days, each of which makes a rating a little less sure.

A rating is kept in whole hundredths: results played again give the same ratings, on every machine.

This room does not know where ratings are kept.
*/

use chrono::TimeDelta;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2};

use crate::game::{Game, Moment};
use crate::rules::{BySide, Side};

/// Moves each side must have made in a game that counts. A shorter one is a slip of the invitation, or a disappearance.
const MOVES_MIN: usize = 3;

/// A period without a game.
const IDLE: TimeDelta = TimeDelta::days(30);

/// Nobody is less sure than who has never played, in hundredths.
const DEVIATION_MAX: i64 = 35_000;

/// A rating less sure than this, in hundredths, is provisional.
const PROVISIONAL: i64 = 11_000;

/// A player's rating in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    /// In hundredths of a point: 150000 is 1500.
    pub points: i64,
    /// Glickman's RD in hundredths: the true strength lies within twice that, most likely.
    pub deviation: i64,
    /// Glickman's σ in millionths: how steady the results are.
    pub volatility: i64,
    /// Rated games so far.
    pub games: u32,
    /// When the last of them ended.
    pub last_at: Option<Moment>,
}

/// What a game did to one player's rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingChange {
    /// As it stood when the game ended.
    pub before: Rating,
    /// What the result made of it.
    pub after: Rating,
}

/// A player's rating as a mail tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingSeen {
    /// When the game ended; until then, when the mail was queued.
    pub before: Rating,
    /// After the game, if it is over and counted.
    pub after: Option<Rating>,
}

impl Default for Rating {
    /// Who has not played yet.
    fn default() -> Rating {
        Rating { points: 150_000, deviation: DEVIATION_MAX, volatility: 60_000, games: 0, last_at: None }
    }
}

impl Rating {
    /// As people say it: 1500.
    pub fn shown(&self) -> i64 {
        whole(self.points)
    }

    /// The deviation likewise: 350.
    pub fn deviation_shown(&self) -> i64 {
        whole(self.deviation)
    }

    /// True if too little is known for the number to say much.
    pub fn provisional(&self) -> bool {
        self.deviation > PROVISIONAL
    }

    /// As it stands at `at`: less sure by every thirty days without a game.
    #[must_use]
    pub fn at(self, at: Moment) -> Rating {
        let idle = self.last_at.map_or(TimeDelta::zero(), |last| at - last);
        // Long before so many periods nothing is sure any more.
        let periods = (idle.num_seconds() / IDLE.num_seconds()).clamp(0, 2000);
        let grown = (0..periods).fold(self.exact(), |rating, _| decay_deviation(&rating));
        Rating { deviation: hundredths(grown.deviation).min(DEVIATION_MAX), ..self }
    }

    fn exact(self) -> Glicko2Rating {
        Glicko2Rating {
            rating: self.points as f64 / 100.0,
            deviation: self.deviation as f64 / 100.0,
            volatility: self.volatility as f64 / 1_000_000.0,
        }
    }

    /// One more game, that ended at `at`.
    fn with(self, exact: Glicko2Rating, at: Moment) -> Rating {
        Rating {
            points: hundredths(exact.rating),
            deviation: hundredths(exact.deviation).min(DEVIATION_MAX),
            volatility: (exact.volatility * 1_000_000.0).round() as i64,
            games: self.games.saturating_add(1),
            last_at: Some(at),
        }
    }
}

/// Whether a game that has ended counts: agreed to be rated, between two players, and played by both.
pub fn counts(game: &Game) -> bool {
    let moves_each = game.history().moves().len() / 2;
    game.terms().rated && game.player(Side::First) != game.player(Side::Second) && moves_each >= MOVES_MIN
}

/// What a game won by `winner` (drawn, if by nobody) does to the ratings of both, when it ends at `at`.
pub fn rate(ratings: BySide<Rating>, winner: Option<Side>, at: Moment) -> BySide<RatingChange> {
    let (first, second) = (ratings.first.at(at), ratings.second.at(at));
    let outcome = match winner {
        Some(Side::First) => Outcomes::WIN,
        Some(Side::Second) => Outcomes::LOSS,
        None => Outcomes::DRAW,
    };
    let after = glicko2(&first.exact(), &second.exact(), &outcome, &Glicko2Config::new());
    BySide {
        first: RatingChange { before: first, after: first.with(after.0, at) },
        second: RatingChange { before: second, after: second.with(after.1, at) },
    }
}

/// Hundredths to the nearest whole.
fn whole(hundredths: i64) -> i64 {
    (hundredths + 50).div_euclid(100)
}

fn hundredths(number: f64) -> i64 {
    (number * 100.0).round() as i64
}
