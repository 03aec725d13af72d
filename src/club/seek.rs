/*!
Open seeks: who would play on which terms, and which two wishes fit together.
*/

use super::{Colour, Rating};
use crate::game::{Moment, PlayerId, Terms};

/// An open wish for an opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seek {
    /// Its number, as people see it.
    pub number: u32,
    /// Whose.
    pub player: PlayerId,
    /// On which terms.
    pub terms: Terms,
    /// The seeker's colour; `Random`: either.
    pub colour: Colour,
    /// For whom: ratings in its game, as they are shown.
    pub range: RatingRange,
    /// Until then it stands.
    pub closes_at: Moment,
}

/// Ratings from one to another, both included; absent ends are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct RatingRange {
    /// No lower one.
    pub from: Option<u32>,
    /// No higher one.
    pub to: Option<u32>,
}

impl RatingRange {
    /// `1400-1700`, `1400+`, `-1700`; in Japanese `1400〜1700`, `1400以上`, `1700以下`. Ratings have three or four figures.
    pub fn parse(text: &str) -> Option<RatingRange> {
        let number = |text: &str| {
            let figures = matches!(text.len(), 3 | 4) && text.bytes().all(|b| b.is_ascii_digit());
            text.parse::<u32>().ok().filter(|_| figures)
        };
        let from = text.strip_suffix('+').or_else(|| text.strip_suffix("以上"));
        if let Some(from) = from {
            return Some(RatingRange { from: Some(number(from)?), to: None });
        }
        if let Some(to) = text.strip_suffix("以下") {
            return Some(RatingRange { from: None, to: Some(number(to)?) });
        }
        let (from, to) = text.split_once(['-', '–', '—', '~', '〜', '～'])?;
        let (low, high) = (if from.is_empty() { None } else { Some(number(from)?) }, number(to)?);
        low.is_none_or(|low| low <= high).then_some(RatingRange { from: low, to: Some(high) })
    }

    /// The first of those forms, for letters and the record; nothing if it is for all.
    pub fn key(self) -> Option<String> {
        match (self.from, self.to) {
            (None, None) => None,
            (Some(from), None) => Some(format!("{from}+")),
            (from, Some(to)) => Some(format!("{}-{to}", from.map(|from| from.to_string()).unwrap_or_default())),
        }
    }

    /// Whether it is for who has that rating, which is certain or not.
    pub fn holds(self, rating: &Rating) -> bool {
        let shown = rating.shown();
        self.from.is_none_or(|from| shown >= i64::from(from)) && self.to.is_none_or(|to| shown <= i64::from(to))
    }
}

impl Seek {
    /// Whether a wish of somebody else's asks for the same game: all terms alike, and not the same colour.
    pub fn fits(&self, terms: &Terms, colour: Colour) -> bool {
        self.terms == *terms && (self.colour == Colour::Random || self.colour != colour)
    }
}
