/*!
Who seeks which game, each with a tap that takes it or ends it.
*/

use serde::Serialize;

use super::desk::Desk;
use super::lines::clean_line;
use super::words::Lack;
use super::{Occasion, SeekLine, rating, time};
use crate::club::Colour;

/// `seeks`, `seek_open`, `seek_closed`
#[derive(Clone, Debug, Serialize)]
pub(super) struct SeeksPage {
    pub rows: Vec<SeekRow>,
}

/// One seek.
#[derive(Clone, Debug, Serialize)]
pub(super) struct SeekRow {
    pub number: u32,
    /// `Chess`
    pub title: String,
    /// The seeker.
    pub player: String,
    pub mine: bool,
    pub control: String,
    pub rated: bool,
    pub weekends_off: bool,
    /// The ratings it is for; all if absent.
    pub range: Option<String>,
    /// FEN of a start position asked for.
    pub start: Option<String>,
    /// The side the seeker asks for; either if absent.
    pub colour: Option<String>,
    /// Until when it stands.
    pub until: String,
    /// What takes it, or ends one's own: `take seek 12`.
    pub write: String,
    pub href: String,
}

impl Desk<'_> {
    /// All that the occasion has.
    pub(super) fn seeks(&self, occasion: &Occasion) -> Result<SeeksPage, Lack> {
        let zone = occasion.reader.settings.zone;
        let rows = occasion.seeks.iter().map(|line| self.seek_row(line, zone)).collect::<Result<_, _>>()?;
        Ok(SeeksPage { rows })
    }

    fn seek_row(&self, line: &SeekLine, zone: Option<chrono_tz::Tz>) -> Result<SeekRow, Lack> {
        let terms = &line.seek.terms;
        let words = self.words().of(terms.variant);
        let sides = words.sides(terms.variant)?;
        let command = if line.mine { "cancel seek" } else { "take seek" };
        let write = words.command(command, &[("number", &line.seek.number.to_string())])?;
        Ok(SeekRow {
            number: line.seek.number,
            title: words.text(&["variants", terms.variant.key, "title"])?.to_owned(),
            player: clean_line(&line.player),
            mine: line.mine,
            control: time::control(words, terms.time)?,
            rated: terms.rated,
            weekends_off: terms.weekends_off,
            range: rating::range(words, line.seek.range)?,
            start: terms.start.as_deref().map(clean_line),
            colour: match line.seek.colour {
                Colour::First => Some(sides.first.to_owned()),
                Colour::Second => Some(sides.second.to_owned()),
                Colour::Random => None,
            },
            until: time::moment(words, line.seek.closes_at, zone)?,
            href: self.link.writing(&write),
            write,
        })
    }
}
