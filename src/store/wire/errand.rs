/*!
Forms of what waits for an answer, of a mail's reply address, and of a player's settings.
*/

use super::parts::read_game_id;
use super::{Form, Garbled, VERSION, parse, text};
use crate::club::{
    Absence, AnswerTo, Barrier, Colour, Day, Errand, Letters, NewGame, Notation, Order, Picture, RatingRange, Rhythm,
    Setting, Settings, Subject, TextBoard, Whom,
};
use crate::game::{Habits, PlayerId, Ply, Reminder};
use crate::mail::{Address, MessageId};
use chrono::{TimeDelta, Weekday};
use serde_json::{Value, json};

/// As stored in `questions.errands`.
pub fn write_errands(errands: &[Errand]) -> String {
    let list: Vec<Value> = errands.iter().map(write_errand).collect();
    json!({ "v": VERSION, "wishes": list }).to_string()
}

/// Reads them back.
pub fn read_errands(stored: &str) -> Result<Vec<Errand>, Garbled> {
    let value = parse(stored)?;
    let form = Form::of(&value)?;
    form.check_version()?;
    form.list("wishes", read_errand)
}

fn write_errand(errand: &Errand) -> Value {
    match errand {
        Errand::Invite(game) => write_new("invite", game),
        Errand::Seek(game) => write_new("seek", game),
        Errand::TakeSeek(number) => json!({ "is": "take_seek", "number": number }),
        Errand::CancelSeek(number) => json!({ "is": "cancel_seek", "number": number }),
        Errand::Seeks => json!({ "is": "seeks" }),
        Errand::Away { text, absence } => {
            json!({ "is": "away", "text": text, "absence": absence.map(write_absence) })
        }
        Errand::Watch(game) => json!({ "is": "watch", "game": game.as_str() }),
        Errand::Unwatch(game) => json!({ "is": "unwatch", "game": game.as_ref().map(crate::game::GameId::as_str) }),
        Errand::Bar { barrier, whom, up } => {
            json!({ "is": "bar", "barrier": barrier.key(), "whom": write_whom(whom), "up": up })
        }
        Errand::AwayOff => json!({ "is": "away_off" }),
        Errand::Lock => json!({ "is": "lock" }),
        Errand::Unlock => json!({ "is": "unlock" }),
        Errand::ChangeAddress(address) => json!({ "is": "change_address", "address": address.to_string() }),
        Errand::MoveHere(player) => json!({ "is": "move_here", "player": player.0 }),
        Errand::MoveBack(player) => json!({ "is": "move_back", "player": player.0 }),
        Errand::StopMail => json!({ "is": "stop_mail" }),
        Errand::Erase => json!({ "is": "erase" }),
        Errand::EraseByCode => json!({ "is": "erase_by_code" }),
        Errand::StopByCode => json!({ "is": "stop_by_code" }),
        Errand::Export => json!({ "is": "export" }),
        Errand::Games => json!({ "is": "games" }),
        Errand::HelpOn(topic) => json!({ "is": "help_on", "topic": topic }),
        Errand::Help => json!({ "is": "help" }),
        Errand::Stats(variant) => json!({ "is": "stats", "variant": variant }),
        Errand::Rules(variant) => json!({ "is": "rules", "variant": variant }),
        Errand::Settings => json!({ "is": "settings" }),
        Errand::Setting(setting) => json!({ "is": "setting", "words": setting.to_string() }),
    }
}

fn read_errand(value: &Value) -> Result<Errand, Garbled> {
    let form = Form::of(value)?;
    Ok(match form.str("is")? {
        "invite" => Errand::Invite(read_new(form)?),
        "seek" => Errand::Seek(read_new(form)?),
        "take_seek" => Errand::TakeSeek(form.u32("number")?),
        "cancel_seek" => Errand::CancelSeek(form.find("number").map(|_| form.u32("number")).transpose()?),
        "seeks" => Errand::Seeks,
        "away" => {
            Errand::Away { text: form.text("text")?, absence: form.find("absence").map(read_absence).transpose()? }
        }
        "watch" => Errand::Watch(form.with("game", read_game_id)?),
        "unwatch" => Errand::Unwatch(form.find("game").map(read_game_id).transpose()?),
        "bar" => Errand::Bar {
            barrier: form.with("barrier", read_barrier)?,
            whom: form.with("whom", read_whom)?,
            up: form.bool("up")?,
        },
        "away_off" => Errand::AwayOff,
        "lock" => Errand::Lock,
        "unlock" => Errand::Unlock,
        "change_address" => Errand::ChangeAddress(form.with("address", read_address)?),
        "move_here" => Errand::MoveHere(PlayerId(form.i64("player")?)),
        "move_back" => Errand::MoveBack(PlayerId(form.i64("player")?)),
        "stop_mail" => Errand::StopMail,
        "erase" => Errand::Erase,
        "erase_by_code" => Errand::EraseByCode,
        "stop_by_code" => Errand::StopByCode,
        "export" => Errand::Export,
        "games" => Errand::Games,
        "help" => Errand::Help,
        "help_on" => Errand::HelpOn(form.text("topic")?),
        "stats" => Errand::Stats(form.find_text("variant")?),
        "rules" => Errand::Rules(form.find_text("variant")?),
        "settings" => Errand::Settings,
        "setting" => read_setting(&form.text("words")?),
        other => return Err(Garbled(format!("no errand is called `{other}`"))),
    })
}

/// A setting that waits, as written. An older program kept the command's word too, and settings that are none: whoever asked
/// for one of those is shown what can be chosen.
fn read_setting(words: &str) -> Errand {
    let words = words.trim();
    let behind = words.strip_prefix("settings ").unwrap_or(words);
    Setting::parse(behind).map_or(Errand::Settings, Errand::Setting)
}

fn write_whom(whom: &Whom) -> Value {
    match whom {
        Whom::Opponent => json!({ "is": "opponent" }),
        Whom::Address(address) => json!({ "is": "address", "address": address.to_string() }),
        Whom::InGame(game) => json!({ "is": "in_game", "game": game.as_str() }),
    }
}

fn read_whom(value: &Value) -> Result<Whom, Garbled> {
    let form = Form::of(value)?;
    match form.str("is")? {
        "opponent" => Ok(Whom::Opponent),
        "address" => Ok(Whom::Address(form.with("address", read_address)?)),
        "in_game" => Ok(Whom::InGame(form.with("game", read_game_id)?)),
        other => Err(Garbled(format!("nobody is meant by `{other}`"))),
    }
}

fn read_barrier(value: &Value) -> Result<Barrier, Garbled> {
    value.as_str().and_then(Barrier::from_key).ok_or_else(|| Garbled("a barrier is awaited".to_owned()))
}

/// A challenge or a seek.
fn write_new(is: &str, game: &NewGame) -> Value {
    json!({
        "is": is,
        "variant": game.variant,
        "with": game.with.as_ref().map(Address::to_string),
        "colour": game.colour.map(colour_key),
        "time": game.time,
        "rated": game.rated,
        "weekends_off": game.weekends_off,
        "draws": game.draws,
        "scope": game.scope,
        "fen": game.fen,
        "record": game.record,
        "range": game.range.key(),
        "pair": game.pair,
        "unread": game.unread,
    })
}

fn read_new(form: Form) -> Result<NewGame, Garbled> {
    Ok(NewGame {
        variant: form.text("variant")?,
        with: form.find("with").map(read_address).transpose()?,
        colour: form.find_text("colour")?.map(|key| read_colour(&key)).transpose()?,
        time: form.find_text("time")?,
        rated: form.find("rated").map(|_| form.bool("rated")).transpose()?,
        weekends_off: form.find("weekends_off").map(|_| form.bool("weekends_off")).transpose()?,
        draws: form.find_text("draws")?,
        scope: form.find_text("scope")?,
        fen: form.find_text("fen")?,
        record: form.find_text("record")?,
        range: read_range(&form)?,
        // Wishes that waited before there were pairs do not say.
        pair: form.find("pair").map_or(Ok(false), |_| form.bool("pair"))?,
        unread: form.list("unread", text)?,
    })
}

/// Wishes and seeks of an older program are for all.
pub(super) fn read_range(form: &Form) -> Result<RatingRange, Garbled> {
    let Some(text) = form.find_text("range")? else { return Ok(RatingRange::default()) };
    RatingRange::parse(&text).ok_or_else(|| Garbled(format!("`{text}` is no range of ratings")))
}

fn write_absence(absence: Absence) -> Value {
    let day = |day: Day| json!([day.year, day.month, day.day]);
    match absence {
        Absence::Dates(first, last) => json!({ "first": day(first), "last": day(last) }),
        Absence::Until(last) => json!({ "until": day(last) }),
        Absence::UntilWeekday(weekday) => json!({ "until_weekday": weekday.num_days_from_monday() }),
        Absence::Ambiguous => json!({ "ambiguous": true }),
        Absence::For(time) => json!({ "seconds": time.num_seconds() }),
    }
}

fn read_absence(value: &Value) -> Result<Absence, Garbled> {
    let form = Form::of(value)?;
    if form.find("seconds").is_some() {
        let time = TimeDelta::try_seconds(form.i64("seconds")?);
        return time.map(Absence::For).ok_or_else(|| Garbled("`seconds` is out of range".to_owned()));
    }
    if form.find("until").is_some() {
        return Ok(Absence::Until(form.with("until", read_day)?));
    }
    if form.find("until_weekday").is_some() {
        let place = u8::try_from(form.u32("until_weekday")?).ok().and_then(|place| Weekday::try_from(place).ok());
        return place.map(Absence::UntilWeekday).ok_or_else(|| Garbled("a day of the week is awaited".to_owned()));
    }
    if form.find("ambiguous").is_some() {
        return Ok(Absence::Ambiguous);
    }
    Ok(Absence::Dates(form.with("first", read_day)?, form.with("last", read_day)?))
}

fn read_day(value: &Value) -> Result<Day, Garbled> {
    let small = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
    let day = match value.as_array().map(Vec::as_slice) {
        Some([year, month, day]) => {
            let year = year.as_i64().and_then(|year| i32::try_from(year).ok());
            small(month).zip(small(day)).map(|(month, day)| Day { year, month, day })
        }
        _ => None,
    };
    day.ok_or_else(|| Garbled("a day is awaited".to_owned()))
}

fn colour_key(colour: Colour) -> &'static str {
    match colour {
        Colour::First => "first",
        Colour::Second => "second",
        Colour::Random => "random",
    }
}

fn read_colour(key: &str) -> Result<Colour, Garbled> {
    [Colour::First, Colour::Second, Colour::Random]
        .into_iter()
        .find(|colour| colour_key(*colour) == key)
        .ok_or_else(|| Garbled(format!("no colour is called `{key}`")))
}

fn read_address(value: &Value) -> Result<Address, Garbled> {
    value.as_str().and_then(Address::parse).ok_or_else(|| Garbled("an address is awaited".to_owned()))
}

/// As stored in `outbox.answer_to`.
pub fn write_answer_to(answer_to: &AnswerTo) -> String {
    match answer_to {
        AnswerTo::Seat(game, ply, 0) => json!({ "is": "seat", "game": game.as_str(), "ply": ply.0 }),
        AnswerTo::Seat(game, ply, rewound) => {
            json!({ "is": "seat", "game": game.as_str(), "ply": ply.0, "rewound": rewound })
        }
        AnswerTo::Invitation(game, offer) => json!({ "is": "invitation", "game": game.as_str(), "offer": offer }),
        AnswerTo::Question(question) => json!({ "is": "question", "question": question }),
        AnswerTo::Watch(game) => json!({ "is": "watch", "game": game.as_str() }),
        AnswerTo::Digest(mail) => json!({ "is": "digest", "mail": mail.0 }),
        AnswerTo::Desk => json!({ "is": "desk" }),
    }
    .to_string()
}

/// Reads it back.
pub fn read_answer_to(stored: &str) -> Result<AnswerTo, Garbled> {
    let value = parse(stored)?;
    let form = Form::of(&value)?;
    Ok(match form.str("is")? {
        "seat" => {
            let rewound = form.find("rewound").map_or(Ok(0), |_| form.u32("rewound"))?;
            AnswerTo::Seat(form.with("game", read_game_id)?, Ply(form.u32("ply")?), rewound)
        }
        "invitation" => {
            let offer = form.find("offer").map_or(Ok(1), |_| form.u32("offer"))?;
            AnswerTo::Invitation(form.with("game", read_game_id)?, offer)
        }
        "question" => AnswerTo::Question(form.i64("question")?),
        "watch" => AnswerTo::Watch(form.with("game", read_game_id)?),
        "digest" => AnswerTo::Digest(MessageId(form.text("mail")?)),
        "desk" => AnswerTo::Desk,
        other => return Err(Garbled(format!("no reply address is called `{other}`"))),
    })
}

/// As stored in `players.settings`.
pub fn write_settings(settings: &Settings) -> String {
    json!({
        "v": VERSION,
        "picture": settings.picture.key(),
        "notation": settings.notation.key(),
        "letters": settings.letters.as_ref().map(Letters::code),
        "numbers": settings.numbers,
        "board": settings.board.key(),
        "subject": settings.subject.key(),
        "order": settings.order.key(),
        "always_queen": settings.always_queen,
        "calendar": settings.calendar,
        "mail": settings.mail.key(),
        "mail_at": settings.mail.time(),
        "zone": settings.zone.map(|zone| zone.name()),
        "reminders": settings.habits.reminders.iter().map(|step| step.key()).collect::<Vec<_>>(),
        "claims_flags": settings.habits.claims_flags,
    })
    .to_string()
}

/// Reads them back. What an older program did not know is as nobody has chosen.
pub fn read_settings(stored: &str) -> Result<Settings, Garbled> {
    let value = parse(stored)?;
    let form = Form::of(&value)?;
    form.check_version()?;
    let zone = match form.find_text("zone")? {
        None => None,
        Some(name) => Some(name.parse().map_err(|_| Garbled(format!("no time zone is called `{name}`")))?),
    };
    Ok(Settings {
        picture: chosen(form, "picture", Picture::from_key)?,
        notation: chosen(form, "notation", Notation::from_key)?,
        letters: form.find_text("letters")?.and_then(|code| Letters::of(&code)),
        numbers: form.find("numbers").map(|_| form.bool("numbers")).transpose()?.unwrap_or_default(),
        board: chosen(form, "board", TextBoard::from_key)?,
        subject: chosen(form, "subject", Subject::from_key)?,
        order: chosen(form, "order", Order::from_key)?,
        always_queen: form.bool("always_queen")?,
        calendar: form.find("calendar").map(|_| form.bool("calendar")).transpose()?.unwrap_or_default(),
        mail: read_rhythm(form)?,
        zone,
        habits: read_habits(form)?,
    })
}

fn read_rhythm(form: Form) -> Result<Rhythm, Garbled> {
    let Some(word) = form.find_text("mail")? else { return Ok(Rhythm::default()) };
    let time = form.find_text("mail_at")?;
    Rhythm::parse(&word, time.as_deref()).ok_or_else(|| Garbled(format!("mail does not come `{word}`")))
}

/// Settings of the first release say nothing of reminders and flags.
fn read_habits(form: Form) -> Result<Habits, Garbled> {
    let step = |value: &Value| {
        let step = value.as_str().and_then(Reminder::from_key);
        step.ok_or_else(|| Garbled("no such reminder is known".to_owned()))
    };
    let usual = Habits::default();
    Ok(Habits {
        reminders: form.find("reminders").map_or(Ok(usual.reminders), |_| form.list("reminders", step))?,
        claims_flags: form.find("claims_flags").map_or(Ok(usual.claims_flags), |_| form.bool("claims_flags"))?,
    })
}

fn chosen<T: Default>(form: Form, name: &str, from_key: fn(&str) -> Option<T>) -> Result<T, Garbled> {
    let Some(key) = form.find_text(name)? else { return Ok(T::default()) };
    from_key(&key).ok_or_else(|| Garbled(format!("no {name} is called `{key}`")))
}
