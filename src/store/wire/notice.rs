/*!
The form of notices waiting in the outbox.
*/

use super::parts::{read_code, read_game_id, read_side, read_span, read_square, write_span, write_square};
use super::refusal::{read_refusal, write_refusal};
use super::{Form, Garbled, VERSION, parse};
use crate::game::{AddressChange, ConfirmCode, Leave, Notice, Page, PlayerId, Ply, Watching};
use crate::store::games::moment;
use serde_json::{Value, json};

/// As stored in `outbox.notices`.
pub fn write_notices(notices: &[Notice]) -> String {
    let list: Vec<Value> = notices.iter().map(write_notice).collect();
    json!({ "v": VERSION, "notices": list }).to_string()
}

/// Reads them back.
pub fn read_notices(text: &str) -> Result<Vec<Notice>, Garbled> {
    let value = parse(text)?;
    let form = Form::of(&value)?;
    form.check_version()?;
    form.list("notices", read_notice)
}

fn write_notice(notice: &Notice) -> Value {
    json!({
        "to": notice.to.0,
        "about": notice.about.as_ref().map(|(game, side)| json!({ "game": game.as_str(), "side": side.key() })),
        "seq": notice.seq,
        "page": write_page(&notice.page),
        "message": notice.message,
    })
}

fn read_notice(value: &Value) -> Result<Notice, Garbled> {
    let form = Form::of(value)?;
    let about = match form.find("about") {
        None => None,
        Some(about) => {
            let about = Form::of(about)?;
            Some((about.with("game", read_game_id)?, about.with("side", read_side)?))
        }
    };
    Ok(Notice {
        to: PlayerId(form.i64("to")?),
        about,
        seq: form.u32("seq")?,
        page: form.with("page", read_page)?,
        message: form.find_text("message")?,
    })
}

/// Pages without anything of their own are stored by their key.
const PLAIN: &[Page] = &[
    Page::ConfirmAddress,
    Page::Introduction,
    Page::Invitation,
    Page::InvitationSent,
    Page::InvitationDeclined,
    Page::InvitationWithdrawn,
    Page::InvitationExpired,
    Page::GameStarted,
    Page::YourMove,
    Page::MoveTaken,
    Page::Plans,
    Page::DrawOffered,
    Page::DrawDeclined,
    Page::DrawOfferSent,
    Page::TakebackAsked,
    Page::TakebackSent,
    Page::TakebackDeclined,
    Page::TakenBack,
    Page::GameAborted,
    Page::MoveUndone,
    Page::ConfirmResign,
    Page::GameOver,
    Page::Reminder,
    Page::FlagFallen,
    Page::Unreachable,
    Page::Away,
    Page::LeaveEnds,
    Page::Back,
    Page::LeaveOff,
    Page::LeaveOffered,
    Page::TimeGiven,
    Page::Message,
    Page::MessageSent,
    Page::Replay,
    Page::Unwatched,
    Page::Games,
    Page::Seeks,
    Page::SeekOpen,
    Page::Settings,
    Page::Help,
    Page::Welcome,
    Page::Export,
    Page::Erased,
    Page::Summary,
    Page::Digest,
    Page::MailStopped,
];

fn write_page(page: &Page) -> Value {
    match page {
        Page::Refused(refusal) => json!({ "is": page.key(), "why": write_refusal(refusal) }),
        Page::UndoOpen { until } => json!({ "is": page.key(), "until": until.timestamp() }),
        Page::PlanPlayed { from } => json!({ "is": page.key(), "from": from.0 }),
        Page::LeaveBooked(leave) => {
            json!({ "is": page.key(), "span": write_span(leave.span), "days_left": leave.days_left })
        }
        Page::ConfirmErase { code } | Page::ConfirmStop { code } => json!({ "is": page.key(), "code": code.as_str() }),
        Page::AddressChange(change) => {
            let code = change.code().map(ConfirmCode::as_str);
            json!({ "is": page.key(), "state": change.key(), "code": code })
        }
        Page::Board { ply } => json!({ "is": page.key(), "ply": ply }),
        Page::Scope { square } => json!({ "is": page.key(), "square": write_square(*square) }),
        Page::Watching(watching) => json!({ "is": page.key(), "state": watching.key() }),
        Page::Watched { ply } => json!({ "is": page.key(), "ply": ply.0 }),
        Page::NoteKept { count } => json!({ "is": page.key(), "count": count }),
        Page::SeekClosed { number } => json!({ "is": page.key(), "number": number }),
        Page::SettingChanged { name } => json!({ "is": page.key(), "changed": name }),
        Page::HelpOn { topic } => json!({ "is": page.key(), "topic": topic }),
        Page::Stats { variant } => json!({ "is": page.key(), "variant": variant }),
        Page::Rules { variant } => json!({ "is": page.key(), "variant": variant }),
        Page::ConfirmAddress
        | Page::Introduction
        | Page::Invitation
        | Page::InvitationSent
        | Page::InvitationDeclined
        | Page::InvitationWithdrawn
        | Page::InvitationExpired
        | Page::GameStarted
        | Page::YourMove
        | Page::MoveTaken
        | Page::Plans
        | Page::DrawOffered
        | Page::DrawDeclined
        | Page::DrawOfferSent
        | Page::TakebackAsked
        | Page::TakebackSent
        | Page::TakebackDeclined
        | Page::TakenBack
        | Page::GameAborted
        | Page::MoveUndone
        | Page::ConfirmResign
        | Page::GameOver
        | Page::Reminder
        | Page::FlagFallen
        | Page::Unreachable
        | Page::Away
        | Page::LeaveEnds
        | Page::Back
        | Page::LeaveOff
        | Page::LeaveOffered
        | Page::TimeGiven
        | Page::Message
        | Page::MessageSent
        | Page::Replay
        | Page::Unwatched
        | Page::Games
        | Page::Seeks
        | Page::SeekOpen
        | Page::Settings
        | Page::Help
        | Page::Welcome
        | Page::Export
        | Page::Erased
        | Page::Summary
        | Page::Digest
        | Page::MailStopped => json!({ "is": page.key() }),
    }
}

fn read_page(value: &Value) -> Result<Page, Garbled> {
    let form = Form::of(value)?;
    match form.str("is")? {
        "refused" => Ok(Page::Refused(form.with("why", read_refusal)?)),
        "undo_open" => Ok(Page::UndoOpen { until: moment(form.i64("until")?).map_err(Garbled)? }),
        "plan_played" => Ok(Page::PlanPlayed { from: Ply(form.u32("from")?) }),
        "leave_booked" => {
            let span = form.with("span", read_span)?;
            Ok(Page::LeaveBooked(Leave { span, days_left: form.u32("days_left")? }))
        }
        "confirm_stop" => Ok(Page::ConfirmStop { code: form.with("code", read_code)? }),
        "confirm_delete" => Ok(Page::ConfirmErase { code: form.with("code", read_code)? }),
        "address_change" => {
            let state = form.str("state")?;
            let code = form.find("code").map(read_code).transpose()?;
            let known = AddressChange::from_key(state, code).map(Page::AddressChange);
            known.ok_or_else(|| Garbled(format!("no change of address is called `{state}`")))
        }
        "board" => Ok(Page::Board { ply: form.find("ply").map(|_| form.u32("ply")).transpose()? }),
        "scope" => Ok(Page::Scope { square: form.with("square", read_square)? }),
        "watching" => {
            let state = form.str("state")?;
            let known = Watching::ALL.into_iter().find(|watching| watching.key() == state);
            known.map(Page::Watching).ok_or_else(|| Garbled(format!("no state of watching is called `{state}`")))
        }
        "watched" => Ok(Page::Watched { ply: Ply(form.u32("ply")?) }),
        "note_kept" => Ok(Page::NoteKept { count: form.u32("count")? }),
        "seek_closed" => Ok(Page::SeekClosed { number: form.u32("number")? }),
        "settings" if form.find("changed").is_some() => Ok(Page::SettingChanged { name: form.text("changed")? }),
        "help" if form.find("topic").is_some() => Ok(Page::HelpOn { topic: form.text("topic")? }),
        "stats" => Ok(Page::Stats { variant: form.find_text("variant")? }),
        "rules" => Ok(Page::Rules { variant: form.text("variant")? }),
        key => {
            let plain = PLAIN.iter().find(|page| page.key() == key);
            plain.cloned().ok_or_else(|| Garbled(format!("no page is called `{key}`")))
        }
    }
}
