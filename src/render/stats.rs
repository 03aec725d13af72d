/*!
Statistics by colour, as a table and as a picture of bars.
*/

use serde::Serialize;

use super::board::Bar;
use super::desk::Desk;
use super::words::Lack;
use crate::club::{Score, Standings, Tally};
use crate::rules::{Side, Variant, variants};

/// `stats`
#[derive(Clone, Debug, Serialize)]
pub(super) struct StatsPage {
    /// The reader's own games, a row a game and side.
    pub own: Vec<OwnRow>,
    /// The same all together.
    pub sum: Option<Scored>,
    /// All games played here.
    pub all: Vec<TallyRow>,
    /// The one game that was asked about.
    pub asked: Option<String>,
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
        let title = |variant: &Variant| self.words().text(&["variants", variant.key, "title"]).map(str::to_owned);
        let mut own = Vec::new();
        let mut sum = Score::default();
        for variant in variants::ALL {
            let Some(scores) = standings.own.get(variant.key) else { continue };
            for side in Side::BOTH {
                let score = *scores.of(side);
                if score.played() == 0 {
                    continue;
                }
                sum = sum.and(score);
                let side = self.words().of(variant).side(variant, side)?.to_owned();
                own.push(OwnRow { title: title(variant)?, side, scored: scored(score) });
            }
        }
        let rows = played(standings).map(|(variant, tally)| {
            let sides = self.words().of(variant).sides(variant)?;
            let [first_share, drawn_share, second_share] = tally.shares().map(per_cent);
            Ok(TallyRow {
                title: title(variant)?,
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
        });
        let all = rows.collect::<Result<Vec<_>, Lack>>()?;
        let asked = asked.and_then(variants::by_key).map(title).transpose()?;
        Ok(StatsPage { sum: (sum.played() > 0).then(|| scored(sum)), own, all, asked })
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
