/*!
Statistics by colour, by opponent and by game, as tables and as a picture of bars.
*/

use serde::Serialize;

use super::board::Bar;
use super::context::RecordBySide;
use super::desk::Desk;
use super::lines::clean_line;
use super::rating;
use super::words::Lack;
use crate::club::{Score, Standings, Tally};
use crate::rules::{BySide, Side, Variant, variants};

/// `stats`
#[derive(Clone, Debug, Serialize)]
pub(super) struct StatsPage {
    /// The reader's ratings.
    pub ratings: Vec<RatingRow>,
    /// One of them is provisional.
    pub provisional: bool,
    /// The reader's own games, a row a game and side.
    pub own: Vec<OwnRow>,
    /// By side in all games together, if there are several.
    pub sides: Option<Sides>,
    /// The same all together.
    pub sum: Option<Scored>,
    /// By opponent.
    pub met: Vec<MetRow>,
    /// All games played here.
    pub all: Vec<TallyRow>,
    /// The one game that was asked about.
    pub asked: Option<String>,
}

/// The reader's rating in one game.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RatingRow {
    pub title: String,
    /// `1612`, `1500?`
    pub rating: String,
    pub deviation: i64,
    /// Rated games.
    pub games: u32,
}

/// How the reader fared with one side.
#[derive(Clone, Debug, Serialize)]
pub(super) struct OwnRow {
    /// `Chess`
    pub title: String,
    /// `White`
    pub side: String,
    #[serde(flatten)]
    pub scored: Scored,
}

/// How the reader fared with either side.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Sides {
    pub first: Scored,
    pub second: Scored,
}

/// How the reader fared against one opponent.
#[derive(Clone, Debug, Serialize)]
pub(super) struct MetRow {
    pub name: String,
    #[serde(flatten)]
    pub scored: Scored,
}

/// Games played and points.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Scored {
    pub played: u64,
    pub won: u64,
    pub drawn: u64,
    pub lost: u64,
    /// `3½`
    pub points: String,
}

/// One game's wins by side.
#[derive(Clone, Debug, Serialize)]
pub(super) struct TallyRow {
    pub title: String,
    pub total: u64,
    /// Names of the sides.
    pub first: String,
    pub second: String,
    pub first_won: u64,
    pub drawn: u64,
    pub second_won: u64,
    /// `45.12`; the three add up to 100.00.
    pub first_share: String,
    pub drawn_share: String,
    pub second_share: String,
}

/// A game's bar, in hundredths of a per cent.
fn bar(tally: Tally) -> Bar {
    Bar(tally.shares())
}

/// Bars of all games that are played here, in the table's order.
pub(super) fn bars(standings: &Standings) -> Vec<Bar> {
    played(standings).map(|(_, tally)| bar(tally)).collect()
}

/// Games with a result, in the order of the list of games.
fn played(standings: &Standings) -> impl Iterator<Item = (&'static Variant, Tally)> {
    let of = |variant: &&'static Variant| standings.all.get(variant.key).map(|tally| (*variant, *tally));
    variants::ALL.iter().filter_map(of).filter(|(_, tally)| tally.total() > 0)
}

impl Desk<'_> {
    /// The tables.
    pub(super) fn stats(&self, standings: &Standings, asked: Option<&str>) -> Result<StatsPage, Lack> {
        let own = self.own_rows(standings)?;
        let by_side = standings.own.values().fold(BySide::<Score>::default(), |sum, score| BySide {
            first: sum.first.and(score.first),
            second: sum.second.and(score.second),
        });
        let sum = by_side.first.and(by_side.second);
        let several = own.len() > 2 && by_side.first.played() > 0 && by_side.second.played() > 0;
        let met = standings.met.iter().map(|(name, score)| MetRow { name: clean_line(name), scored: scored(*score) });
        Ok(StatsPage {
            ratings: self.rating_rows(standings)?,
            provisional: standings.ratings.values().any(crate::club::Rating::provisional),
            sides: several.then(|| Sides { first: scored(by_side.first), second: scored(by_side.second) }),
            sum: (sum.played() > 0).then(|| scored(sum)),
            met: met.collect(),
            all: self.tally_rows(standings)?,
            asked: asked.and_then(variants::by_key).map(|variant| self.title(variant)).transpose()?,
            own,
        })
    }

    /// How the reader has fared in one game, by side; nothing of a single game.
    pub(super) fn record_by_side(&self, standings: &Standings, variant: &Variant) -> Option<RecordBySide> {
        let by_side = standings.own.get(variant.key)?;
        let sum = by_side.first.and(by_side.second);
        let rows = RecordBySide { first: scored(by_side.first), second: scored(by_side.second), sum: scored(sum) };
        (sum.played() > 1).then_some(rows)
    }

    fn title(&self, variant: &Variant) -> Result<String, Lack> {
        self.words().text(&["variants", variant.key, "title"]).map(str::to_owned)
    }

    pub(super) fn rating_rows(&self, standings: &Standings) -> Result<Vec<RatingRow>, Lack> {
        let rated = variants::ALL.iter().filter_map(|variant| Some((variant, standings.ratings.get(variant.key)?)));
        let row = |(variant, rated): (&&'static Variant, &crate::club::Rating)| {
            Ok(RatingRow {
                title: self.title(variant)?,
                rating: rating::shown(rated, self.words())?,
                deviation: rated.deviation_shown(),
                games: rated.games,
            })
        };
        rated.map(row).collect()
    }

    fn own_rows(&self, standings: &Standings) -> Result<Vec<OwnRow>, Lack> {
        let mut own = Vec::new();
        for variant in variants::ALL {
            let Some(scores) = standings.own.get(variant.key) else { continue };
            for side in Side::BOTH {
                let score = *scores.of(side);
                if score.played() == 0 {
                    continue;
                }
                let side = self.words().of(variant).side(variant, side)?.to_owned();
                own.push(OwnRow { title: self.title(variant)?, side, scored: scored(score) });
            }
        }
        Ok(own)
    }

    fn tally_rows(&self, standings: &Standings) -> Result<Vec<TallyRow>, Lack> {
        let row = |(variant, tally): (&'static Variant, Tally)| {
            let sides = self.words().of(variant).sides(variant)?;
            let [first_share, drawn_share, second_share] = tally.shares().map(per_cent);
            Ok(TallyRow {
                title: self.title(variant)?,
                total: tally.total(),
                first: sides.first.to_owned(),
                second: sides.second.to_owned(),
                first_won: tally.first,
                drawn: tally.drawn,
                second_won: tally.second,
                first_share,
                drawn_share,
                second_share,
            })
        };
        played(standings).map(row).collect()
    }
}

fn scored(score: Score) -> Scored {
    let half = if score.half_points().is_multiple_of(2) { "" } else { "½" };
    let whole = score.half_points() / 2;
    let points = if whole == 0 && !half.is_empty() { half.to_owned() } else { format!("{whole}{half}") };
    Scored { played: score.played(), won: score.won, drawn: score.drawn, lost: score.lost, points }
}

/// Hundredths of a per cent as people write them.
fn per_cent(share: u64) -> String {
    format!("{}.{:02}", share / 100, share % 100)
}
