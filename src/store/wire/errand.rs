/*!
Forms of what waits for an answer, of a mail's reply address, and of a player's settings.
*/

use super::parts::read_game_id;
use super::{Form, Garbled, VERSION, parse, text};
use crate::club::{Colour, NewGame, Picture, Settings};
use crate::game::Ply;
use crate::mail::Address;
use crate::store::{AnswerTo, Wish};
use serde_json::{Value, json};

/// As stored in `questions.errands`.
pub fn write_wishes(wishes: &[Wish]) -> String {
    let list: Vec<Value> = wishes.iter().map(write_wish).collect();
    json!({ "v": VERSION, "wishes": list }).to_string()
}

/// Reads them back.
pub fn read_wishes(stored: &str) -> Result<Vec<Wish>, Garbled> {
    let value = parse(stored)?;
    let form = Form::of(&value)?;
    form.check_version()?;
    form.list("wishes", read_wish)
}

fn write_wish(wish: &Wish) -> Value {
    match wish {
        Wish::Invite(game) => json!({
            "is": "invite",
            "variant": game.variant,
            "with": game.with.as_ref().map(Address::to_string),
            "colour": colour_key(game.colour),
            "time": game.time,
            "rated": game.rated,
            "draws": game.draws,
            "scope": game.scope,
            "fen": game.fen,
            "unread": game.unread,
        }),
        Wish::StopMail => json!({ "is": "stop_mail" }),
        Wish::Games => json!({ "is": "games" }),
        Wish::Help => json!({ "is": "help" }),
        Wish::Setting(words) => json!({ "is": "setting", "words": words }),
    }
}

fn read_wish(value: &Value) -> Result<Wish, Garbled> {
    let form = Form::of(value)?;
    Ok(match form.str("is")? {
        "invite" => Wish::Invite(NewGame {
            variant: form.text("variant")?,
            with: form.find("with").map(read_address).transpose()?,
            colour: read_colour(form.str("colour")?)?,
            time: form.find_text("time")?,
            rated: form.bool("rated")?,
            draws: form.find_text("draws")?,
            scope: form.find_text("scope")?,
            fen: form.find_text("fen")?,
            unread: form.list("unread", text)?,
        }),
        "stop_mail" => Wish::StopMail,
        "games" => Wish::Games,
        "help" => Wish::Help,
        "setting" => Wish::Setting(form.text("words")?),
        other => return Err(Garbled(format!("no wish is called `{other}`"))),
    })
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
        AnswerTo::Seat(game, ply) => json!({ "is": "seat", "game": game.as_str(), "ply": ply.0 }),
        AnswerTo::Invitation(game) => json!({ "is": "invitation", "game": game.as_str() }),
        AnswerTo::Question(question) => json!({ "is": "question", "question": question }),
        AnswerTo::Desk => json!({ "is": "desk" }),
    }
    .to_string()
}

/// Reads it back.
pub fn read_answer_to(stored: &str) -> Result<AnswerTo, Garbled> {
    let value = parse(stored)?;
    let form = Form::of(&value)?;
    Ok(match form.str("is")? {
        "seat" => AnswerTo::Seat(form.with("game", read_game_id)?, Ply(form.u32("ply")?)),
        "invitation" => AnswerTo::Invitation(form.with("game", read_game_id)?),
        "question" => AnswerTo::Question(form.i64("question")?),
        "desk" => AnswerTo::Desk,
        other => return Err(Garbled(format!("no reply address is called `{other}`"))),
    })
}

/// As stored in `players.settings`.
pub fn write_settings(settings: &Settings) -> String {
    json!({
        "v": VERSION,
        "picture": picture_key(settings.picture),
        "always_queen": settings.always_queen,
        "zone": settings.zone.map(|zone| zone.name()),
    })
    .to_string()
}

/// Reads them back.
pub fn read_settings(stored: &str) -> Result<Settings, Garbled> {
    let value = parse(stored)?;
    let form = Form::of(&value)?;
    form.check_version()?;
    let picture = form.str("picture")?;
    let zone = match form.find_text("zone")? {
        None => None,
        Some(name) => Some(name.parse().map_err(|_| Garbled(format!("no time zone is called `{name}`")))?),
    };
    Ok(Settings {
        picture: [Picture::Large, Picture::Small, Picture::Off]
            .into_iter()
            .find(|known| picture_key(*known) == picture)
            .ok_or_else(|| Garbled(format!("no picture is called `{picture}`")))?,
        always_queen: form.bool("always_queen")?,
        zone,
    })
}

fn picture_key(picture: Picture) -> &'static str {
    match picture {
        Picture::Large => "large",
        Picture::Small => "small",
        Picture::Off => "off",
    }
}
