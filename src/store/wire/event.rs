/*!
The form of an event: `{"v":1,"is":"moved","by":"first","mv":{…}}`.
*/

use super::errand::read_range;
use super::parts::{
    read_code, read_game_id, read_move, read_outcome, read_side, read_span, write_move, write_outcome, write_span,
};
use super::plan::{read_plan, write_plan};
use super::{Form, Garbled, VERSION, parse, short};
use crate::club::RatingRange;
use crate::game::{Courtesy, Event, Origin, PlayerId, Ply, Refund, Reminder, Scope, Terms, TimeControl};
use crate::rules::{BySide, DrawRules, Ruling, variants};
use crate::store::games::moment;
use chrono::TimeDelta;
use serde_json::{Value, json};

/// What games offered before this was a term are played by.
const OFFER_GAP: u32 = 10;

/// As stored in `events.fact`.
pub fn write_event(event: &Event) -> String {
    let mut form = match event {
        Event::Offered { players, by, drawn, terms, origin } => json!({
            "is": "offered",
            "players": [players.first.0, players.second.0],
            "by": by.key(),
            "drawn": drawn,
            "terms": write_terms(terms),
            "origin": write_origin(origin),
        }),
        Event::Countered { players, by, drawn, terms } => json!({
            "is": "countered",
            "players": [players.first.0, players.second.0],
            "by": by.key(),
            "drawn": drawn,
            "terms": write_terms(terms),
        }),
        Event::Started => json!({ "is": "started" }),
        Event::OpenUntil(until) => json!({ "is": "open_until", "until": until.timestamp() }),
        Event::Declined => json!({ "is": "declined" }),
        Event::Withdrawn => json!({ "is": "withdrawn" }),
        Event::Expired => json!({ "is": "expired" }),
        Event::Told { side, ply, since: None } => json!({ "is": "told", "side": side.key(), "ply": ply.0 }),
        Event::Told { side, ply, since: Some(since) } => {
            json!({ "is": "told", "side": side.key(), "ply": ply.0, "since": since.timestamp() })
        }
        Event::Unreachable { side, back } => {
            json!({ "is": "unreachable", "side": side.key(), "back": write_refund(*back) })
        }
        Event::Bounced { side, back } => {
            json!({ "is": "bounced", "side": side.key(), "back": write_refund(*back) })
        }
        Event::Asked { side } => json!({ "is": "asked", "side": side.key() }),
        Event::Outage(span) => json!({ "is": "outage", "span": write_span(*span) }),
        Event::Away { side, span } => json!({ "is": "away", "side": side.key(), "span": write_span(*span) }),
        Event::Arrived { side } => json!({ "is": "arrived", "side": side.key() }),
        Event::Back { side } => json!({ "is": "back", "side": side.key() }),
        Event::LeaveEnds { side } => json!({ "is": "leave_ends", "side": side.key() }),
        Event::LeaveOver { side } => json!({ "is": "leave_over", "side": side.key() }),
        Event::Weekends { side, zone, from } => {
            let from = from.map(|from| from.timestamp());
            json!({ "is": "weekends", "side": side.key(), "zone": zone.name(), "from": from })
        }
        Event::Gave { by, time } => json!({ "is": "gave", "by": by.key(), "seconds": time.num_seconds() }),
        Event::Questioned { side, grace } => {
            json!({ "is": "questioned", "side": side.key(), "seconds": grace.num_seconds() })
        }
        Event::Reminded { side, step } => json!({ "is": "reminded", "side": side.key(), "step": step.key() }),
        Event::FlagFell { side } => json!({ "is": "flag_fell", "side": side.key() }),
        Event::Moved { by, mv } => json!({ "is": "moved", "by": by.key(), "mv": write_move(mv) }),
        Event::Planned { by, plan } => json!({ "is": "planned", "by": by.key(), "lines": write_plan(plan) }),
        Event::Said { by, text } => json!({ "is": "said", "by": by.key(), "text": text }),
        Event::DrawOffered { by } => json!({ "is": "draw_offered", "by": by.key() }),
        Event::DrawDeclined { by } => json!({ "is": "draw_declined", "by": by.key() }),
        Event::OfferTooSoon { by } => json!({ "is": "offer_too_soon", "by": by.key() }),
        Event::TakebackAsked { by } => json!({ "is": "takeback_asked", "by": by.key() }),
        Event::TakebackDeclined { by } => json!({ "is": "takeback_declined", "by": by.key() }),
        Event::TakenBack { to } => json!({ "is": "taken_back", "to": to.0 }),
        Event::Undone { by } => json!({ "is": "undone", "by": by.key() }),
        Event::Aborted { by } => json!({ "is": "aborted", "by": by.key() }),
        Event::ClaimFailed { by } => json!({ "is": "claim_failed", "by": by.key() }),
        Event::ResignAsked { by, code } => json!({ "is": "resign_asked", "by": by.key(), "code": code.as_str() }),
        Event::RematchAsked { by, game } => {
            json!({ "is": "rematch_asked", "by": by.key(), "game": game.as_str() })
        }
        Event::Ended(outcome) => json!({ "is": "ended", "outcome": write_outcome(outcome) }),
    };
    if let Some(form) = form.as_object_mut() {
        form.insert("v".to_owned(), json!(VERSION));
    }
    form.to_string()
}

/// Reads it back.
pub fn read_event(text: &str) -> Result<Event, Garbled> {
    let value = parse(text)?;
    let form = Form::of(&value)?;
    form.check_version()?;
    let by = || form.with("by", read_side);
    let side = || form.with("side", read_side);
    Ok(match form.str("is")? {
        "offered" => Event::Offered {
            players: form.with("players", read_players)?,
            by: by()?,
            drawn: form.bool("drawn")?,
            terms: form.with("terms", read_terms)?,
            origin: form.find("origin").map(read_origin).transpose()?.unwrap_or_default(),
        },
        "countered" => Event::Countered {
            players: form.with("players", read_players)?,
            by: by()?,
            drawn: form.bool("drawn")?,
            terms: form.with("terms", read_terms)?,
        },
        "started" => Event::Started,
        "open_until" => Event::OpenUntil(moment(form.i64("until")?).map_err(Garbled)?),
        "declined" => Event::Declined,
        "withdrawn" => Event::Withdrawn,
        "expired" => Event::Expired,
        "told" => Event::Told {
            side: side()?,
            ply: Ply(form.u32("ply")?),
            since: match form.find("since") {
                None => None,
                Some(_) => Some(moment(form.i64("since")?).map_err(Garbled)?),
            },
        },
        "bounced" => Event::Bounced { side: side()?, back: read_refund(&form)? },
        "asked" => Event::Asked { side: side()? },
        "unreachable" => Event::Unreachable { side: side()?, back: read_refund(&form)? },
        "outage" => Event::Outage(form.with("span", read_span)?),
        "away" => Event::Away { side: side()?, span: form.with("span", read_span)? },
        "arrived" => Event::Arrived { side: side()? },
        "back" => Event::Back { side: side()? },
        "leave_ends" => Event::LeaveEnds { side: side()? },
        "leave_over" => Event::LeaveOver { side: side()? },
        "weekends" => {
            let from = form.find("from").map(|_| form.i64("from")).transpose()?;
            let from = from.map(moment).transpose().map_err(Garbled)?;
            Event::Weekends { side: side()?, zone: form.with("zone", read_zone)?, from }
        }
        "gave" => Event::Gave { by: by()?, time: form.with("seconds", read_seconds)? },
        "questioned" => Event::Questioned { side: side()?, grace: form.with("seconds", read_seconds)? },
        "reminded" => Event::Reminded { side: side()?, step: form.with("step", read_step)? },
        "flag_fell" => Event::FlagFell { side: side()? },
        "moved" => Event::Moved { by: by()?, mv: form.with("mv", read_move)? },
        "planned" => Event::Planned { by: by()?, plan: read_plan(&form, "lines")? },
        "said" => Event::Said { by: by()?, text: form.text("text")? },
        "draw_offered" => Event::DrawOffered { by: by()? },
        "draw_declined" => Event::DrawDeclined { by: by()? },
        "offer_too_soon" => Event::OfferTooSoon { by: by()? },
        "takeback_asked" => Event::TakebackAsked { by: by()? },
        "takeback_declined" => Event::TakebackDeclined { by: by()? },
        "taken_back" => Event::TakenBack { to: Ply(form.u32("to")?) },
        "undone" => Event::Undone { by: by()? },
        "aborted" => Event::Aborted { by: by()? },
        "claim_failed" => Event::ClaimFailed { by: by()? },
        "resign_asked" => Event::ResignAsked { by: by()?, code: form.with("code", read_code)? },
        "rematch_asked" => Event::RematchAsked { by: by()?, game: form.with("game", read_game_id)? },
        "ended" => Event::Ended(form.with("outcome", read_outcome)?),
        other => return Err(Garbled(format!("no event is called `{other}`"))),
    })
}

/// A challenge, the first release's only kind, says nothing.
fn write_origin(origin: &Origin) -> Value {
    match origin {
        Origin::Challenge => Value::Null,
        Origin::Seek => json!({ "is": "seek" }),
        Origin::Rematch(game) => json!({ "is": "rematch", "game": game.as_str() }),
        Origin::Pair(game) => json!({ "is": "pair", "game": game.as_str() }),
        Origin::Twin(game) => json!({ "is": "twin", "game": game.as_str() }),
    }
}

fn read_origin(value: &Value) -> Result<Origin, Garbled> {
    let form = Form::of(value)?;
    match form.str("is")? {
        "seek" => Ok(Origin::Seek),
        "rematch" => Ok(Origin::Rematch(form.with("game", read_game_id)?)),
        "pair" => Ok(Origin::Pair(form.with("game", read_game_id)?)),
        "twin" => Ok(Origin::Twin(form.with("game", read_game_id)?)),
        other => Err(Garbled(format!("no invitation comes of `{other}`"))),
    }
}

/// As stored in `seeks.terms`.
pub fn write_sought(terms: &Terms, range: RatingRange) -> String {
    let mut form = write_terms(terms);
    if let Some(form) = form.as_object_mut() {
        form.insert("range".to_owned(), json!(range.key()));
        form.insert("v".to_owned(), json!(VERSION));
    }
    form.to_string()
}

/// Reads it back.
pub fn read_sought(text: &str) -> Result<(Terms, RatingRange), Garbled> {
    let value = parse(text)?;
    let form = Form::of(&value)?;
    form.check_version()?;
    Ok((read_terms(&value)?, read_range(&form)?))
}

fn read_zone(value: &Value) -> Result<chrono_tz::Tz, Garbled> {
    let zone = value.as_str().and_then(|name| name.parse().ok());
    zone.ok_or_else(|| Garbled(format!("no time zone is called {}", short(value))))
}

fn write_refund(back: Refund) -> Value {
    match back {
        Refund::Whole => json!("whole"),
        Refund::Day => json!("day"),
        Refund::AtMost(time) => json!(time.num_seconds()),
        Refund::Nothing => json!("nothing"),
    }
}

/// Records of the first release do not say: every run was given back whole.
fn read_refund(form: &Form) -> Result<Refund, Garbled> {
    match form.find("back") {
        None => Ok(Refund::Whole),
        Some(back) => match back.as_str() {
            Some("whole") => Ok(Refund::Whole),
            Some("day") => Ok(Refund::Day),
            Some("nothing") => Ok(Refund::Nothing),
            Some(other) => Err(Garbled(format!("no refund is called `{other}`"))),
            None => read_seconds(back).map(Refund::AtMost),
        },
    }
}

fn read_step(value: &Value) -> Result<Reminder, Garbled> {
    let step = value.as_str().and_then(Reminder::from_key);
    step.ok_or_else(|| Garbled(format!("no reminder is called {}", short(value))))
}

fn read_seconds(value: &Value) -> Result<TimeDelta, Garbled> {
    let time = value.as_i64().and_then(TimeDelta::try_seconds);
    time.ok_or_else(|| Garbled(format!("seconds are awaited, not {}", short(value))))
}

fn read_players(value: &Value) -> Result<BySide<PlayerId>, Garbled> {
    let ids = value.as_array().map(Vec::as_slice);
    let pair = match ids {
        Some([first, second]) => first.as_i64().zip(second.as_i64()),
        _ => None,
    };
    let (first, second) = pair.ok_or_else(|| Garbled("two players are awaited".to_owned()))?;
    Ok(BySide { first: PlayerId(first), second: PlayerId(second) })
}

fn write_terms(terms: &Terms) -> Value {
    json!({
        "variant": terms.variant.key,
        "time": terms.time.key(),
        "threefold": ruling_key(terms.draws.threefold),
        "fifty": ruling_key(terms.draws.fifty),
        "rated": terms.rated,
        "weekends_off": terms.weekends_off,
        "scope_own": terms.scope.own,
        "scope_opponent": terms.scope.opponent,
        "takebacks": terms.courtesy.takebacks,
        "offer_gap": terms.courtesy.offer_gap,
        "start": terms.start,
    })
}

fn read_terms(value: &Value) -> Result<Terms, Garbled> {
    let form = Form::of(value)?;
    let key = form.str("variant")?;
    let time = form.str("time")?;
    let rated = form.bool("rated")?;
    // Terms of the first release say nothing of these: they are what a game of theirs would be offered with today.
    let courtesy = Courtesy {
        takebacks: form.find("takebacks").map(|_| form.bool("takebacks")).transpose()?.unwrap_or(!rated),
        offer_gap: form.find("offer_gap").map(|_| form.u32("offer_gap")).transpose()?.unwrap_or(OFFER_GAP),
    };
    Ok(Terms {
        variant: variants::by_key(key).ok_or_else(|| Garbled(format!("no game is called `{key}`")))?,
        time: TimeControl::parse(time).ok_or_else(|| Garbled(format!("`{time}` is no time control")))?,
        draws: DrawRules { threefold: read_ruling(form.str("threefold")?)?, fifty: read_ruling(form.str("fifty")?)? },
        rated,
        // Records of the first release do not say.
        weekends_off: form.find("weekends_off").map_or(Ok(false), |_| form.bool("weekends_off"))?,
        scope: Scope { own: form.bool("scope_own")?, opponent: form.bool("scope_opponent")? },
        courtesy,
        start: form.find_text("start")?,
    })
}

fn ruling_key(ruling: Ruling) -> &'static str {
    match ruling {
        Ruling::Claim => "claim",
        Ruling::Auto => "auto",
    }
}

fn read_ruling(key: &str) -> Result<Ruling, Garbled> {
    match key {
        "claim" => Ok(Ruling::Claim),
        "auto" => Ok(Ruling::Auto),
        other => Err(Garbled(format!("no ruling is called `{other}`"))),
    }
}
