/*!
Ratings as people say them: `1612`, and `1500?` where too little is known.
*/

use super::context::{GameOver, Ratings};
use super::words::{Lack, Words};
use crate::club::{Rating, RatingRange, RatingSeen};
use crate::game::Scene;
use crate::rules::{BySide, Side};

/// One rating.
pub(super) fn shown(rating: &Rating, words: Words) -> Result<String, Lack> {
    let key = if rating.provisional() { "provisional" } else { "sure" };
    words.say(&["rating", key], &[("n", &rating.shown().to_string())])
}

/// Whom a seek is for; nothing if for all.
pub(super) fn range(words: Words, range: RatingRange) -> Result<Option<String>, Lack> {
    let said = |end: Option<u32>| end.map(|end| end.to_string()).unwrap_or_default();
    let key = match (range.from, range.to) {
        (None, None) => return Ok(None),
        (Some(_), None) => "from",
        (None, Some(_)) => "to",
        (Some(_), Some(_)) => "between",
    };
    words.say(&["rating", key], &[("from", &said(range.from)), ("to", &said(range.to))]).map(Some)
}

/// Both, in a game that counts.
pub(super) fn both(scene: &Scene, ratings: Option<&BySide<RatingSeen>>, words: Words) -> Result<Option<Ratings>, Lack> {
    let Some(ratings) = ratings.filter(|_| scene.terms.rated) else { return Ok(None) };
    let of = |side| shown(&ratings.of(side).before, words);
    Ok(Some(Ratings { mine: of(scene.side)?, theirs: of(scene.side.other())? }))
}

/// The last page of a game, with what the game did to both ratings; or, where one that was to count did not, with that.
pub(super) fn changed(
    mut page: GameOver,
    scene: &Scene,
    ratings: Option<&BySide<RatingSeen>>,
    words: Words,
) -> Result<GameOver, Lack> {
    let Some(ratings) = ratings.filter(|_| scene.terms.rated) else { return Ok(page) };
    let after = |side: Side| ratings.of(side).after.map(|rating| shown(&rating, words)).transpose();
    match (after(scene.side)?, after(scene.side.other())?) {
        (Some(mine), Some(theirs)) => page.rated = Some(Ratings { mine, theirs }),
        _ => page.too_short = true,
    }
    Ok(page)
}

/// The tags of a game file; none for who has not played a rated game.
pub(super) fn tags(ratings: Option<&BySide<RatingSeen>>) -> Vec<(&'static str, String)> {
    let of = |side: Side| ratings.map(|both| both.of(side).before).filter(|rating| rating.games > 0);
    let tag = |(side, tag)| of(side).map(|rating| (tag, rating.shown().to_string()));
    [(Side::First, "WhiteElo"), (Side::Second, "BlackElo")].into_iter().filter_map(tag).collect()
}
