/*!
The form of a refusal, as it waits in the outbox for its page.
*/

use super::parts::{
    read_game_id, read_move, read_number, read_role, read_small, read_square, read_standing, read_termination,
    read_wing, write_move, write_number, write_square, write_standing, write_wing,
};
use super::plan::{read_fault, read_record_fault, write_fault, write_record_fault};
use super::{Form, Garbled, text};
use crate::game::{GameId, Ply, Refusal};
use crate::rules::{Declaration, Move, Termination, Why};
use serde_json::{Value, json};

/// Refusals without anything of their own, with their stored names: to be looked up, and as a pattern.
macro_rules! plain {
    ($($name:literal: $refusal:ident,)*) => {
        const PLAIN: &[(&str, Refusal)] = &[$(($name, Refusal::$refusal)),*];
        macro_rules! any_plain {
            () => { $(Refusal::$refusal)|* };
        }
    };
}

plain! {
    "not_your_turn": NotYourTurn,
    "game_over": GameOver,
    "not_started": NotStarted,
    "already_answered": AlreadyAnswered,
    "invitation_expired": InvitationExpired,
    "not_your_invitation": NotYourInvitation,
    "terms_changed": TermsChanged,
    "seek_gone": SeekGone,
    "nothing_sought": NothingSought,
    "too_many_seeks": TooManySeeks,
    "rematch_too_early": RematchTooEarly,
    "rematch_asked": RematchAsked,
    "blocked": Blocked,
    "whom_unclear": WhomUnclear,
    "too_many_barriers": TooManyBarriers,
    "nothing_changed": NothingChanged,
    "too_many_counters": TooManyCounters,
    "plan_without_move": PlanWithoutMove,
    "message_cut": MessageCut,
    "not_an_address": NotAnAddress,
    "address_just_changed": AddressJustChanged,
    "no_plan": NoPlan,
    "too_late_to_abort": TooLateToAbort,
    "takeback_off": TakebackOff,
    "nothing_to_take_back": NothingToTakeBack,
    "takeback_asked": TakebackAsked,
    "takeback_declined": TakebackDeclined,
    "takeback_to_answer": TakebackToAnswer,
    "no_takeback": NoTakeback,
    "nothing_to_undo": NothingToUndo,
    "too_late_to_undo": TooLateToUndo,
    "planned_to_undo": PlannedToUndo,
    "no_offer": NoOffer,
    "already_offered": AlreadyOffered,
    "offer_to_answer": OfferToAnswer,
    "nothing_to_confirm": NothingToConfirm,
    "wrong_code": WrongCode,
    "no_flag": NoFlag,
    "no_clock": NoClock,
    "not_over": NotOver,
    "wrong_sender": WrongSender,
    "forged": Forged,
    "two_tokens": TwoTokens,
    "unreadable": Unreadable,
    "too_large": TooLarge,
    "no_token": NoToken,
    "not_vouched": NotVouched,
    "news_since": NewsSince,
    "own_mail_only": OwnMailOnly,
    "above_games": AboveGames,
    "below_quoted": BelowQuoted,
    "time_too_short": TimeTooShort,
    "cannot_invite": CannotInvite,
    "invitations_unwanted": InvitationsUnwanted,
    "too_many_invitations": TooManyInvitations,
    "too_many": TooMany,
    "too_many_today": TooManyToday,
    "last_answer": LastAnswer,
    "question_answered": QuestionAnswered,
    "question_expired": QuestionExpired,
    "unread_again": UnreadAgain,
    "notes_full": NotesFull,
    "cannot_watch": CannotWatch,
    "too_many_watchers": TooManyWatchers,
}

pub(super) fn write_refusal(refusal: &Refusal) -> Value {
    match refusal {
        Refusal::Illegal { text, why } => json!({ "is": "illegal", "text": text, "because": write_why(why) }),
        Refusal::Ambiguous { text, moves } => json!({ "is": "ambiguous", "text": text, "moves": write_moves(moves) }),
        Refusal::Promotion { text, moves } => json!({ "is": "promotion", "text": text, "moves": write_moves(moves) }),
        Refusal::WrongNumber { text, written, awaited } => json!({
            "is": "wrong_number", "text": text, "written": write_number(*written), "awaited": write_number(*awaited),
        }),
        Refusal::Stale { of } => json!({ "is": "stale", "of": of.0 }),
        Refusal::YesToWhat { draw, takeback } => json!({ "is": "yes_to_what", "draw": draw, "takeback": takeback }),
        Refusal::AlreadyPlayed { of } => json!({ "is": "already_played", "of": of.0 }),
        Refusal::NothingFound { first_line } => json!({ "is": "nothing_found", "text": first_line }),
        Refusal::StrangeLetter { text, letter, looks_like } => json!({
            "is": "strange_letter", "text": text, "letter": letter, "looks_like": looks_like,
        }),
        Refusal::Several { found } => json!({ "is": "several", "found": found }),
        Refusal::Doubted { found, doubt } => json!({ "is": "doubted", "found": found, "text": doubt }),
        Refusal::Perhaps { text, mv, doubt } => {
            json!({ "is": "perhaps", "text": text, "move": write_move(mv), "doubt": doubt })
        }
        Refusal::UnknownSetting { text } => json!({ "is": "unknown_setting", "text": text }),
        Refusal::NotOffered { command } => json!({ "is": "not_offered", "text": command }),
        Refusal::NoClaim { asked } => {
            json!({ "is": "no_claim", "asked": asked.iter().map(|t| t.key()).collect::<Vec<_>>() })
        }
        Refusal::CannotDeclare { declaration } => {
            json!({ "is": "cannot_declare", "counted": declaration.as_ref().map(write_declaration) })
        }
        Refusal::Plan { line, fault } => json!({ "is": "plan", "line": line, "fault": write_fault(fault) }),
        Refusal::OfferTooSoon { moves } => json!({ "is": "offer_too_soon", "moves": moves }),
        Refusal::GiftTooLarge { most } => json!({ "is": "gift_too_large", "most": most }),
        Refusal::LeaveUnclear { text, ambiguous } => {
            json!({ "is": "leave_unclear", "text": text, "ambiguous": ambiguous })
        }
        Refusal::LeaveSpent { left, year } => json!({ "is": "leave_spent", "left": left, "year": year }),
        Refusal::NoManThere { square } => json!({ "is": "no_man_there", "square": write_square(*square) }),
        Refusal::ScopeNotAgreed { own } => json!({ "is": "scope_not_agreed", "own": own }),
        Refusal::UnknownVariant { text } => json!({ "is": "unknown_variant", "text": text }),
        Refusal::OutsideRange { rating, provisional, from, to } => json!({
            "is": "outside_range", "rating": rating, "provisional": provisional, "from": from, "to": to,
        }),
        Refusal::BadTerms { text } => json!({ "is": "bad_terms", "text": text }),
        Refusal::BadRecord { fault } => json!({ "is": "bad_record", "fault": write_record_fault(fault) }),
        Refusal::NoOpponent { robots } => json!({ "is": "no_opponent", "robots": robots }),
        Refusal::RobotDeclines { name, plays } => json!({ "is": "robot_declines", "name": name, "plays": plays }),
        Refusal::RobotBusy { name, most } => json!({ "is": "robot_busy", "name": name, "most": most }),
        Refusal::NotYourGame { game } => json!({ "is": "not_your_game", "game": game.as_str() }),
        Refusal::WhichGame { text, games } => {
            json!({ "is": "which_game", "text": text, "games": games.iter().map(GameId::as_str).collect::<Vec<_>>() })
        }
        Refusal::NumberNeeded { text, awaited } => {
            json!({ "is": "number_needed", "text": text, "awaited": write_number(*awaited) })
        }
        Refusal::TooManyGames { most } => json!({ "is": "too_many_games", "most": most }),
        any_plain!() => {
            let name = PLAIN.iter().find(|(_, plain)| plain == refusal).map(|(name, _)| *name);
            json!({ "is": name })
        }
    }
}

pub(super) fn read_refusal(value: &Value) -> Result<Refusal, Garbled> {
    let form = Form::of(value)?;
    let name = form.str("is")?;
    let text_of = || form.text("text");
    let moves = || form.list("moves", read_move);
    Ok(match name {
        "illegal" => Refusal::Illegal { text: text_of()?, why: form.with("because", read_why)? },
        "ambiguous" => Refusal::Ambiguous { text: text_of()?, moves: moves()? },
        "promotion" => Refusal::Promotion { text: text_of()?, moves: moves()? },
        "wrong_number" => Refusal::WrongNumber {
            text: text_of()?,
            written: form.with("written", read_number)?,
            awaited: form.with("awaited", read_number)?,
        },
        "stale" => Refusal::Stale { of: Ply(form.u32("of")?) },
        "yes_to_what" => Refusal::YesToWhat { draw: form.bool("draw")?, takeback: form.bool("takeback")? },
        "already_played" => Refusal::AlreadyPlayed { of: Ply(form.u32("of")?) },
        "nothing_found" => Refusal::NothingFound { first_line: text_of()? },
        "strange_letter" => Refusal::StrangeLetter {
            text: text_of()?,
            letter: letter_of(&form, "letter")?,
            looks_like: letter_of(&form, "looks_like")?,
        },
        "several" => Refusal::Several { found: form.list("found", text)? },
        "doubted" => Refusal::Doubted { found: form.list("found", text)?, doubt: text_of()? },
        "perhaps" => Refusal::Perhaps {
            text: text_of()?,
            mv: form.with("move", read_move)?,
            doubt: form.find("doubt").filter(|value| !value.is_null()).map(text).transpose()?,
        },
        "unknown_setting" => Refusal::UnknownSetting { text: text_of()? },
        "not_offered" => Refusal::NotOffered { command: text_of()? },
        "no_claim" => Refusal::NoClaim { asked: form.list::<Termination>("asked", read_termination)? },
        "cannot_declare" => Refusal::CannotDeclare { declaration: read_declaration(&form)? },
        "plan" => Refusal::Plan { line: form.text("line")?, fault: form.with("fault", read_fault)? },
        "offer_too_soon" => Refusal::OfferTooSoon { moves: form.u32("moves")? },
        "gift_too_large" => Refusal::GiftTooLarge { most: form.u32("most")? },
        "leave_unclear" => {
            // Refusals of an older program do not say.
            let ambiguous = form.find("ambiguous").map_or(Ok(false), |_| form.bool("ambiguous"))?;
            Refusal::LeaveUnclear { text: text_of()?, ambiguous }
        }
        "leave_spent" => Refusal::LeaveSpent { left: form.u32("left")?, year: year_of(&form)? },
        "no_man_there" => Refusal::NoManThere { square: form.with("square", read_square)? },
        "scope_not_agreed" => Refusal::ScopeNotAgreed { own: form.bool("own")? },
        "unknown_variant" => Refusal::UnknownVariant { text: text_of()? },
        "outside_range" => Refusal::OutsideRange {
            rating: form.i64("rating")?,
            provisional: form.bool("provisional")?,
            from: form.find("from").map(|_| form.u32("from")).transpose()?,
            to: form.find("to").map(|_| form.u32("to")).transpose()?,
        },
        "bad_terms" => Refusal::BadTerms { text: text_of()? },
        "bad_record" => Refusal::BadRecord { fault: form.with("fault", read_record_fault)? },
        "no_opponent" => Refusal::NoOpponent { robots: form.list("robots", text)? },
        "robot_declines" => Refusal::RobotDeclines { name: form.text("name")?, plays: form.list("plays", text)? },
        "robot_busy" => Refusal::RobotBusy { name: form.text("name")?, most: form.u32("most")? },
        "not_your_game" => Refusal::NotYourGame { game: form.with("game", read_game_id)? },
        "which_game" => Refusal::WhichGame { text: text_of()?, games: form.list("games", read_game_id)? },
        "number_needed" => Refusal::NumberNeeded { text: text_of()?, awaited: form.with("awaited", read_number)? },
        "too_many_games" => Refusal::TooManyGames { most: form.u32("most")? },
        name => {
            let plain = PLAIN.iter().find(|(plain, _)| *plain == name);
            plain
                .map(|(_, refusal)| refusal.clone())
                .ok_or_else(|| Garbled(format!("no refusal is called `{name}`")))?
        }
    })
}

fn write_declaration(counted: &Declaration) -> Value {
    json!({
        "king": counted.king_in_camp, "men": counted.men_in_camp, "checked": counted.checked,
        "points": counted.points, "needed": counted.needed,
    })
}

/// Nothing where the game knows no declaration.
fn read_declaration(form: &Form) -> Result<Option<Declaration>, Garbled> {
    let Some(counted) = form.find("counted").filter(|value| !value.is_null()) else { return Ok(None) };
    let counted = Form::of(counted)?;
    Ok(Some(Declaration {
        king_in_camp: counted.bool("king")?,
        men_in_camp: counted.u32("men")?,
        checked: counted.bool("checked")?,
        points: counted.u32("points")?,
        needed: counted.u32("needed")?,
    }))
}

fn year_of(form: &Form) -> Result<i32, Garbled> {
    i32::try_from(form.i64("year")?).map_err(|_| Garbled("the year is out of range".to_owned()))
}

fn letter_of(form: &Form, key: &str) -> Result<char, Garbled> {
    let text = form.str(key)?;
    text.parse().map_err(|_| Garbled(format!("{key} must be one letter, not `{text}`")))
}

fn write_moves(moves: &[Move]) -> Vec<Value> {
    moves.iter().map(write_move).collect()
}

pub(super) fn write_why(why: &Why) -> Value {
    let at = write_square;
    let man = write_standing;
    match why {
        Why::NoSuchMan { role, file, rank } => {
            json!({ "is": "no_such_man", "role": role.0, "file": file, "rank": rank })
        }
        Why::EmptySquare(square) => json!({ "is": "empty_square", "to": at(*square) }),
        Why::NotYours(there) => json!({ "is": "not_yours", "man": man(there) }),
        Why::OtherMan { role, there } => json!({ "is": "other_man", "role": role.0, "by": man(there) }),
        Why::OnlyByTaking { man: who, there } => json!({ "is": "only_by_taking", "man": man(who), "by": man(there) }),
        Why::EnPassantTooLate { man: who, passed } => {
            json!({ "is": "en_passant_too_late", "man": man(who), "by": man(passed) })
        }
        Why::EnPassantExposes { man: who, by } => json!({ "is": "en_passant_exposes", "man": man(who), "by": man(by) }),
        Why::CannotReach { man: who, to } => json!({ "is": "cannot_reach", "man": man(who), "to": at(*to) }),
        Why::Blocked { man: who, to, by } => json!({ "is": "blocked", "man": man(who), "to": at(*to), "by": man(by) }),
        Why::OwnManThere { man: who, there } => json!({ "is": "own_man_there", "man": man(who), "by": man(there) }),
        Why::NothingToTake { man: who, to } => json!({ "is": "nothing_to_take", "man": man(who), "to": at(*to) }),
        Why::Pinned { man: who, by } => json!({ "is": "pinned", "man": man(who), "by": man(by) }),
        Why::IntoCheck { to, by } => json!({ "is": "into_check", "to": at(*to), "by": man(by) }),
        Why::MustAnswerCheck { by } => {
            json!({ "is": "must_answer_check", "all": by.iter().map(man).collect::<Vec<_>>() })
        }
        Why::CastlingRightLost(wing) => json!({ "is": "castling_right_lost", "wing": write_wing(*wing) }),
        Why::CastlingOutOfCheck(by) => json!({ "is": "castling_out_of_check", "by": man(by) }),
        Why::CastlingThroughCheck { square, by } => {
            json!({ "is": "castling_through_check", "to": at(*square), "by": man(by) })
        }
        Why::CastlingBlocked(by) => json!({ "is": "castling_blocked", "by": man(by) }),
        Why::NoSuchPromotion(role) => json!({ "is": "no_such_promotion", "role": role.0 }),
        Why::NotPromoting { man: who } => json!({ "is": "not_promoting", "man": man(who) }),
        Why::MustPromote { man: who, to } => json!({ "is": "must_promote", "man": man(who), "to": at(*to) }),
        Why::NotInHand(role) => json!({ "is": "not_in_hand", "role": role.0 }),
        Why::DropOccupied(there) => json!({ "is": "drop_occupied", "by": man(there) }),
        Why::DropDead { role, to } => json!({ "is": "drop_dead", "role": role.0, "to": at(*to) }),
        Why::TwoPawns(there) => json!({ "is": "two_pawns", "by": man(there) }),
        Why::PawnDropMate(to) => json!({ "is": "pawn_drop_mate", "to": at(*to) }),
        Why::MustCapture { man: who, by, there } => {
            json!({ "is": "must_capture", "man": man(who), "by": man(by), "there": man(there) })
        }
        Why::GivesCheck { man: who, by } => json!({ "is": "gives_check", "man": man(who), "by": man(by) }),
        Why::NothingToBecome { man: who, to } => json!({ "is": "nothing_to_become", "man": man(who), "to": at(*to) }),
        Why::OffBoard => json!({ "is": "off_board" }),
        Why::NotLegal => json!({ "is": "not_legal" }),
    }
}

pub(super) fn read_why(value: &Value) -> Result<Why, Garbled> {
    let form = Form::of(value)?;
    let man = || form.with("man", read_standing);
    let by = || form.with("by", read_standing);
    let to = || form.with("to", read_square);
    let role = || form.with("role", read_role);
    let line = |key| form.find(key).map(read_small).transpose();
    Ok(match form.str("is")? {
        "no_such_man" => Why::NoSuchMan { role: role()?, file: line("file")?, rank: line("rank")? },
        "empty_square" => Why::EmptySquare(to()?),
        "not_yours" => Why::NotYours(man()?),
        "other_man" => Why::OtherMan { role: role()?, there: by()? },
        "only_by_taking" => Why::OnlyByTaking { man: man()?, there: by()? },
        "en_passant_too_late" => Why::EnPassantTooLate { man: man()?, passed: by()? },
        "en_passant_exposes" => Why::EnPassantExposes { man: man()?, by: by()? },
        "cannot_reach" => Why::CannotReach { man: man()?, to: to()? },
        "blocked" => Why::Blocked { man: man()?, to: to()?, by: by()? },
        "own_man_there" => Why::OwnManThere { man: man()?, there: by()? },
        "nothing_to_take" => Why::NothingToTake { man: man()?, to: to()? },
        "pinned" => Why::Pinned { man: man()?, by: by()? },
        "into_check" => Why::IntoCheck { to: to()?, by: by()? },
        "must_answer_check" => Why::MustAnswerCheck { by: form.list("all", read_standing)? },
        "castling_right_lost" => Why::CastlingRightLost(form.with("wing", read_wing)?),
        "castling_out_of_check" => Why::CastlingOutOfCheck(by()?),
        "castling_through_check" => Why::CastlingThroughCheck { square: to()?, by: by()? },
        "castling_blocked" => Why::CastlingBlocked(by()?),
        "no_such_promotion" => Why::NoSuchPromotion(role()?),
        "not_promoting" => Why::NotPromoting { man: man()? },
        "must_promote" => Why::MustPromote { man: man()?, to: to()? },
        "not_in_hand" => Why::NotInHand(role()?),
        "drop_occupied" => Why::DropOccupied(by()?),
        "drop_dead" => Why::DropDead { role: role()?, to: to()? },
        "two_pawns" => Why::TwoPawns(by()?),
        "pawn_drop_mate" => Why::PawnDropMate(to()?),
        "must_capture" => Why::MustCapture { man: man()?, by: by()?, there: form.with("there", read_standing)? },
        "gives_check" => Why::GivesCheck { man: man()?, by: by()? },
        "nothing_to_become" => Why::NothingToBecome { man: man()?, to: to()? },
        "off_board" => Why::OffBoard,
        "not_legal" => Why::NotLegal,
        other => return Err(Garbled(format!("no reason is called `{other}`"))),
    })
}
