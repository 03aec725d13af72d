/*!
What a mail asks its reader to confirm, each request in words.

The mail may go to somebody who has never heard of us, because a stranger forged their address. So nothing in it is the
stranger's own text: games, times and days are those we understood, and of an address only its first letter is shown.
*/

use super::desk::Desk;
use super::time;
use super::words::{Lack, Words};
use crate::club::{Absence, Asked, Colour, Day, Errand, NewGame, Setting, Whom};
use crate::game::TimeControl;
use crate::rules::variants;
use chrono::Weekday;
use serde::Serialize;

/// `confirm_address`
#[derive(Clone, Debug, Serialize)]
pub(super) struct AskedPage {
    pub errands: Vec<String>,
    /// The code to repeat, where a `yes` is not enough.
    pub code: Option<String>,
}

impl Desk<'_> {
    pub(super) fn asked(&self, asked: Option<&Asked>) -> Result<AskedPage, Lack> {
        let errands = asked.map(|asked| asked.errands.as_slice()).unwrap_or_default();
        let code = asked.and_then(|asked| asked.code.as_ref()).map(|code| code.as_str().to_owned());
        Ok(AskedPage {
            errands: errands.iter().map(|errand| in_words(self.words(), errand)).collect::<Result<_, _>>()?,
            code,
        })
    }
}

fn in_words(words: Words, errand: &Errand) -> Result<String, Lack> {
    let text = |key: &str| words.text(&["wishes", key]).map(str::to_owned);
    let say = |key: &str, name: &str, value: &str| words.say(&["wishes", key], &[(name, value)]);
    match errand {
        Errand::Invite(game) => match &game.with {
            Some(whom) => game_in_words(words, "invite", game, &whom.masked()),
            None => game_in_words(words, "challenge", game, ""),
        },
        Errand::Seek(game) => game_in_words(words, "seek", game, ""),
        Errand::TakeSeek(number) => say("take_seek", "number", &number.to_string()),
        Errand::CancelSeek(Some(number)) => say("cancel_seek", "number", &number.to_string()),
        Errand::CancelSeek(None) => text("cancel_seeks"),
        Errand::Seeks => text("seeks"),
        Errand::Away { absence: Some(Absence::For(length)), .. } => say("away", "span", &time::exact(words, *length)?),
        Errand::Away { absence: Some(Absence::Dates(from, to)), .. } => {
            words.say(&["wishes", "away_dates"], &[("from", &date(words, *from)?), ("to", &date(words, *to)?)])
        }
        Errand::Away { absence: Some(Absence::Until(last)), .. } => say("away_until", "to", &date(words, *last)?),
        Errand::Away { absence: Some(Absence::UntilWeekday(day)), .. } => {
            say("away_until", "to", &weekday(words, *day)?)
        }
        Errand::Away { absence: Some(Absence::Ambiguous) | None, .. } => text("away_unread"),
        Errand::AwayOff => text("away_off"),
        Errand::Watch(game) => say("watch", "game", game.as_str()),
        Errand::Unwatch(Some(game)) => say("unwatch", "game", game.as_str()),
        Errand::Unwatch(None) => text("unwatch_all"),
        Errand::Bar { barrier, whom, up } => {
            let whom = match whom {
                Whom::Address(address) => address.masked(),
                Whom::InGame(game) => say("opponent_in", "game", game.as_str())?,
                Whom::Opponent => text("opponent")?,
            };
            let key = format!("{}{}", if *up { "" } else { "un" }, barrier.key());
            say(&key, "whom", &whom)
        }
        Errand::Lock => text("lock"),
        Errand::Unlock => text("unlock"),
        Errand::ChangeAddress(address) => say("change_address", "address", &address.masked()),
        // Their questions have a page of their own.
        Errand::MoveHere(_) | Errand::MoveBack(_) => text("move"),
        Errand::StopMail | Errand::StopByCode => text("stop_mail"),
        Errand::Erase | Errand::EraseByCode => text("erase"),
        Errand::Export => text("export"),
        Errand::Games => text("games"),
        Errand::Help | Errand::HelpOn(_) => text("help"),
        Errand::Stats(_) => text("stats"),
        Errand::Rules(_) => text("rules"),
        Errand::Settings => text("settings"),
        Errand::Setting(chosen) => setting(words, chosen),
    }
}

/// A game to be invited to or looked for, with the terms that were named.
fn game_in_words(words: Words, key: &str, game: &NewGame, whom: &str) -> Result<String, Lack> {
    let variant = variants::by_key(&game.variant).unwrap_or(&variants::CHESS);
    let words = words.of(variant);
    let mut terms = Vec::new();
    if let Some(control) = game.time.as_deref().and_then(TimeControl::parse) {
        terms.push(time::control(words, control)?);
    }
    let sides = words.sides(variant)?;
    let side = match game.colour {
        Some(Colour::First) => Some(sides.first),
        Some(Colour::Second) => Some(sides.second),
        Some(Colour::Random) | None => None,
    };
    if let Some(side) = side {
        terms.push(words.say(&["wishes", "as"], &[("side", side)])?);
    }
    if game.rated == Some(true) {
        terms.push(words.text(&["wishes", "rated"])?.to_owned());
    }
    if game.fen.is_some() || game.record.is_some() {
        terms.push(words.text(&["wishes", "position"])?.to_owned());
    }
    let terms = match terms.is_empty() {
        true => String::new(),
        false => words.say(&["wishes", "terms"], &[("terms", &terms.join(words.text(&["wishes", "comma"])?))])?,
    };
    let name = words.text(&["variants", variant.key, "name"])?;
    words.say(&["wishes", key], &[("whom", whom), ("variant", name), ("terms", &terms)])
}

fn date(words: Words, day: Day) -> Result<String, Lack> {
    let months = words.list(&["time", "months"])?;
    let month = months.get(day.month.saturating_sub(1) as usize).copied().unwrap_or_default();
    let (number, year) = (day.day.to_string(), day.year.map(|year| year.to_string()));
    let key = if year.is_some() { "dated" } else { "date" };
    let year = year.unwrap_or_default();
    words.say(&["wishes", key], &[("day", &number), ("month", month), ("year", &year)])
}

fn weekday(words: Words, day: Weekday) -> Result<String, Lack> {
    let names = words.list(&["time", "weekdays"])?;
    let name = names.get(day.num_days_from_monday() as usize).copied().unwrap_or_default();
    words.say(&["wishes", "weekday"], &[("weekday", name)])
}

/// A choice is named by its title and its value; of a name only that it changes.
fn setting(words: Words, setting: &Setting) -> Result<String, Lack> {
    if matches!(setting, Setting::Name(_)) {
        return words.text(&["wishes", "setting_name"]).map(str::to_owned);
    }
    let (name, value) = setting.words();
    let title = words.text(&["settings", name, "title"])?;
    words.say(&["wishes", "setting"], &[("setting", title), ("value", &value)])
}
