/*!
Why something was not done, in the reader's words: the news, the cause, and what may have been meant instead.
*/

use serde::Serialize;

use super::lines::clean_line;
use super::listing::{self, Choice, Tap};
use super::words::{Form, Lack, Words};
use super::{rating, reason};
use crate::club::RatingRange;
use crate::game::{PlanFault, RecordFault, Refusal, Scene};
use crate::rules::notation::Notation;
use crate::rules::{Declaration, Move, MoveNumber, Square, Why, variants};

/// A refusal as its page shows it.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Refused {
    /// What happened, in a line.
    pub head: String,
    /// Why.
    pub why: String,
    /// Moves that may have been meant, each with a word about it.
    pub meant: Vec<Meant>,
    /// True if every one of them fits what was written, so that the reader has only to choose.
    pub choose: bool,
    /// The man that was meant, for the picture.
    #[serde(skip)]
    pub man: Option<Square>,
}

/// A move that may have been meant.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Meant {
    /// The move.
    pub tap: Tap,
    /// `the knight on b1`; may be empty.
    pub says: String,
}

/// What a refusal is explained from.
pub(super) struct Ground<'a> {
    pub words: Words<'a>,
    /// The game, if there is one, and its legal moves if they are the reader's.
    pub scene: Option<&'a Scene>,
    pub choices: &'a [Choice],
    pub opponent: &'a str,
}

impl Ground<'_> {
    /// Everything the page says about `refusal`.
    pub(super) fn refused(&self, refusal: &Refusal) -> Result<Refused, Lack> {
        match refusal {
            Refusal::Illegal { text, why } => self.illegal(text, why),
            Refusal::Ambiguous { text, moves } => self.ambiguous(text, moves),
            Refusal::Perhaps { text, mv, doubt } => self.perhaps(text, *mv, doubt.as_deref()),
            Refusal::Promotion { text, moves } => {
                let refused = self.said("promotion", &[("text", &clean_line(text))])?;
                let says = |mv: Move| match (self.scene, mv.promotion()) {
                    (Some(scene), Some(role)) => {
                        let man = self.words.man(scene.view.variant(), role, Form::One)?;
                        self.words.say(&["position", "becomes"], &[("man", man)])
                    }
                    _ => Ok(self.words.text(&["position", "stays"])?.to_owned()),
                };
                let mut moves = moves.clone();
                moves.sort_by_key(|mv| mv.promotion().is_none());
                Ok(Refused { meant: self.meant(&moves, says)?, choose: true, ..refused })
            }
            other => self.plainly(other),
        }
    }

    fn leave_unclear(&self, text: &str, ambiguous: bool) -> Result<Refused, Lack> {
        let key = if ambiguous { "leave_ambiguous" } else { "leave_unclear" };
        self.said(key, &[("text", &clean_line(text))])
    }

    fn plainly(&self, refusal: &Refusal) -> Result<Refused, Lack> {
        let opponent = ("opponent", self.opponent);
        match refusal {
            Refusal::OfferTooSoon { moves } => {
                let when = self.words.count(&["refusal", "offer_wait"], u64::from(*moves), &[])?;
                self.said("offer_too_soon", &[("when", &when)])
            }
            Refusal::NotYourTurn
            | Refusal::AlreadyOffered
            | Refusal::OfferToAnswer
            | Refusal::NoFlag
            | Refusal::TooLateToUndo
            | Refusal::TakebackAsked
            | Refusal::TakebackDeclined
            | Refusal::TakebackToAnswer
            | Refusal::MessageCut => self.said(key(refusal), &[opponent]),
            Refusal::WrongNumber { text, written, awaited } => self.said(
                "wrong_number",
                &[("text", &clean_line(text)), ("written", &numbered(*written)), ("awaited", &numbered(*awaited))],
            ),
            Refusal::Stale { of } => self.stale(*of),
            Refusal::YesToWhat { draw, takeback } => self.yes_to_what(*draw, *takeback),
            Refusal::AlreadyPlayed { of } => self.already_played(*of),
            Refusal::AlreadyAnswered => self.already_answered(),
            Refusal::NothingFound { first_line } => match clean_line(first_line).as_str() {
                "" => self.said("nothing_written", &[]),
                line => self.said("nothing_found", &[("first_line", line)]),
            },
            Refusal::StrangeLetter { text, letter, looks_like } => {
                let code = format!("U+{:04X}", u32::from(*letter));
                let (letter, latin) = (clean_line(&letter.to_string()), clean_line(&looks_like.to_string()));
                let values = [("text", &*clean_line(text)), ("letter", &letter), ("code", &code), ("latin", &latin)];
                self.said("strange_letter", &values)
            }
            Refusal::Several { found } => self.several(found),
            Refusal::Doubted { found, doubt } => {
                self.said("doubted", &[("found", &self.quoted(found)?), ("doubt", &clean_line(doubt))])
            }
            Refusal::UnknownSetting { text } => {
                self.said("bad_setting", &[("command", &format!("settings {}", clean_line(text)))])
            }
            Refusal::NotOffered { command } => self.said("not_offered", &[("command", &clean_line(command))]),
            Refusal::NoClaim { asked } => {
                let asked = asked.iter().map(|termination| self.words.text(&["claims", termination.key()]));
                let asked = asked.collect::<Result<Vec<_>, _>>()?.join(self.words.text(&["refusal", "or"])?);
                self.said("no_claim", &[("asked", &asked)])
            }
            Refusal::Plan { line, fault } => self.plan(line, fault),
            Refusal::CannotDeclare { declaration: None } => self.said("no_declaration", &[]),
            Refusal::CannotDeclare { declaration: Some(counted) } => {
                self.said("cannot_declare", &[("lacks", &self.lacking(counted)?)])
            }
            Refusal::UnknownVariant { text } => {
                let games = variants::ALL.iter().map(|variant| self.words.text(&["variants", variant.key, "name"]));
                let games = games.collect::<Result<Vec<_>, _>>()?.join(self.words.text(&["refusal", "between_found"])?);
                self.said("unknown_variant", &[("text", &clean_line(text)), ("games", &games)])
            }
            Refusal::GiftTooLarge { most } => self.said("gift_too_large", &[("most", &most.to_string())]),
            Refusal::LeaveUnclear { text, ambiguous } => self.leave_unclear(text, *ambiguous),
            Refusal::LeaveSpent { left, year } => {
                let left = self.words.count(&["time", "day"], u64::from(*left), &[])?;
                self.said("leave_spent", &[("left", &left), ("year", &year.to_string())])
            }
            Refusal::NoManThere { square } => {
                let name = self.scene.map(|scene| self.words.square(scene.view.geometry(), *square)).transpose()?;
                let name = name.unwrap_or_default();
                self.said("no_man_there", &[("square", &name)])
            }
            Refusal::ScopeNotAgreed { own } => {
                let key = if *own { "scope_own_not_agreed" } else { "scope_opponent_not_agreed" };
                self.said(key, &[opponent])
            }
            Refusal::NoOpponent { .. } | Refusal::RobotDeclines { .. } | Refusal::RobotBusy { .. } => {
                self.about_robots(refusal)
            }
            Refusal::BadTerms { text } => self.said("bad_terms", &[("text", &clean_line(text))]),
            Refusal::OutsideRange { rating, provisional, from, to } => {
                let range = rating::range(self.words, RatingRange { from: *from, to: *to })?.unwrap_or_default();
                let mark = if *provisional { "?" } else { "" };
                self.said("outside_range", &[("range", &range), ("rating", &format!("{rating}{mark}"))])
            }
            Refusal::BadRecord { fault } => self.bad_record(fault),
            Refusal::NotYourGame { .. }
            | Refusal::WhichGame { .. }
            | Refusal::NumberNeeded { .. }
            | Refusal::TooManyGames { .. } => self.about_several(refusal),
            other => self.said(key(other), &[opponent]),
        }
    }

    /// What a letter about several games lacks.
    fn about_several(&self, refusal: &Refusal) -> Result<Refused, Lack> {
        let key = key_of_several(refusal);
        match refusal {
            Refusal::NotYourGame { game } => self.said(key, &[("id", game.as_str())]),
            Refusal::WhichGame { text, .. } => self.said(key, &[("text", &clean_line(text))]),
            Refusal::NumberNeeded { text, awaited } => {
                self.said(key, &[("text", &clean_line(text)), ("awaited", &numbered(*awaited))])
            }
            Refusal::TooManyGames { most } => self.said(key, &[("most", &most.to_string())]),
            _ => self.said(key, &[]),
        }
    }

    /// Whom one may play with, where programs are among them.
    fn about_robots(&self, refusal: &Refusal) -> Result<Refused, Lack> {
        match refusal {
            Refusal::NoOpponent { robots } if robots.is_empty() => self.said("no_opponent", &[]),
            Refusal::NoOpponent { robots } => {
                let quoted =
                    robots.iter().map(|word| self.words.say(&["refusal", "quoted"], &[("text", &clean_line(word))]));
                let robots =
                    quoted.collect::<Result<Vec<_>, _>>()?.join(self.words.text(&["refusal", "between_found"])?);
                self.said("no_opponent_but_robots", &[("robots", &robots)])
            }
            Refusal::RobotDeclines { name, plays } => {
                let games = plays.iter().filter_map(|key| self.words.text(&["variants", key, "name"]).ok());
                let games = games.collect::<Vec<_>>().join(self.words.text(&["refusal", "between_found"])?);
                self.said("robot_declines", &[("name", &clean_line(name)), ("games", &games)])
            }
            Refusal::RobotBusy { name, most } => {
                self.said("robot_busy", &[("name", &clean_line(name)), ("most", &most.to_string())])
            }
            other => self.said(key(other), &[]),
        }
    }

    /// A line of a plan: which it was, and what is wrong with it. The board may be another by then, so the men are
    /// named and not shown.
    fn plan(&self, line: &str, fault: &PlanFault) -> Result<Refused, Lack> {
        let say = |key: &str, text: &str, why: &str| {
            self.words.say(&["refusal", "plan_fault", key], &[("text", &clean_line(text)), ("why", why)])
        };
        let why = match fault {
            PlanFault::Illegal { text, why } => self.not_in_plan(text, why)?,
            PlanFault::Ambiguous { text } => say("ambiguous", text, "")?,
            PlanFault::Promotion { text } => say("promotion", text, "")?,
            PlanFault::WrongNumber { text } => say("wrong_number", text, "")?,
            PlanFault::Unread => return self.said("plan_unread", &[("line", &clean_line(line))]),
            PlanFault::Unanswered => say("unanswered", "", "")?,
            PlanFault::TwoAnswers => say("two_answers", "", "")?,
            PlanFault::BeyondOther => say("beyond_other", "", "")?,
            PlanFault::TooLong => say("too_long", "", "")?,
        };
        self.said("plan", &[("line", &clean_line(line)), ("why", &why)])
    }

    /// A move of a plan that is not legal: the reasons speak to whoever makes the move, so they are given for the reader's own alone.
    fn not_in_plan(&self, text: &str, why: &Why) -> Result<String, Lack> {
        let text = clean_line(text);
        let mine = |scene: &&Scene| reason::mover(why) == Some(scene.side);
        let because = match self.scene {
            Some(scene) if mine(&scene) => reason::said(&scene.view, self.words, why)?,
            Some(_) if reason::mover(why).is_some() => {
                let values = [("text", &*text), ("opponent", self.opponent)];
                return self.words.say(&["refusal", "plan_fault", "illegal_theirs"], &values);
            }
            _ => String::new(),
        };
        let said = self.words.say(&["refusal", "plan_fault", "illegal"], &[("text", &text), ("why", &because)])?;
        Ok(said.trim().to_owned())
    }

    /// Why no game can begin from one that was sent.
    fn bad_record(&self, fault: &RecordFault) -> Result<Refused, Lack> {
        let say = |key: &str, text: &str, ply: u32| {
            let values = [("text", &*clean_line(text)), ("ply", &ply.to_string())];
            self.words.say(&["refusal", "record_fault", key], &values)
        };
        let why = match fault {
            RecordFault::Unreadable => say("unreadable", "", 0)?,
            RecordFault::Several => say("several", "", 0)?,
            RecordFault::OtherGame { text } => say("other_game", text, 0)?,
            RecordFault::Start => say("start", "", 0)?,
            RecordFault::Move { ply, text } => say("move", text, *ply)?,
            RecordFault::Over => say("over", "", 0)?,
        };
        self.said("bad_record", &[("why", &why)])
    }

    /// What a declaration lacks, sentence by sentence.
    fn lacking(&self, counted: &Declaration) -> Result<String, Lack> {
        let (men, points, needed) =
            (counted.men_in_camp.to_string(), counted.points.to_string(), counted.needed.to_string());
        let parts = [
            ("king", !counted.king_in_camp),
            ("men", counted.men_in_camp < Declaration::MEN_NEEDED),
            ("points", counted.points < counted.needed),
            ("checked", counted.checked),
        ];
        let values = [("men", &*men), ("points", &points), ("needed", &needed)];
        let lacks = parts.into_iter().filter(|(_, lacks)| *lacks);
        let said = lacks.map(|(part, _)| self.words.say(&["refusal", "declaration", part], &values));
        Ok(said.collect::<Result<Vec<_>, _>>()?.join(self.words.text(&["position", "between_sentences"])?))
    }

    pub(super) fn said(&self, key: &str, values: &[(&str, &str)]) -> Result<Refused, Lack> {
        let part = |part| self.words.say(&["refusal", key, part], values);
        Ok(Refused { head: part("head")?, why: part("why")?, ..Refused::default() })
    }

    fn illegal(&self, text: &str, why: &Why) -> Result<Refused, Lack> {
        let Some(scene) = self.scene else { return self.said("illegal", &[("text", &clean_line(text)), ("why", "")]) };
        let said = reason::said(&scene.view, self.words, why)?;
        let refused = self.said("illegal", &[("text", &clean_line(text)), ("why", &said)])?;
        let man = reason::man_meant(why);
        let own: Vec<&Choice> = self.choices.iter().filter(|choice| man.is_some() && choice.mv.from() == man).collect();
        let meant = listing::in_order(&scene.view, own).into_iter();
        let meant =
            meant.map(|tap| Ok(Meant { tap: self.alone(tap)?, says: String::new() })).collect::<Result<_, Lack>>()?;
        Ok(Refused { meant, man, ..refused })
    }

    pub(super) fn meant(
        &self,
        moves: &[Move],
        says: impl Fn(Move) -> Result<String, Lack>,
    ) -> Result<Vec<Meant>, Lack> {
        let choices = moves.iter().filter_map(|mv| self.choices.iter().find(|choice| choice.mv == *mv));
        choices.map(|choice| Ok(Meant { tap: self.alone(choice.tap.clone())?, says: says(choice.mv)? })).collect()
    }

    /// A move outside the list, where no row names its piece: shown so that it can be sent back as it stands.
    fn alone(&self, tap: Tap) -> Result<Tap, Lack> {
        let named = self.words.notation()? == Notation::San;
        Ok(if named { tap } else { Tap { label: tap.body.clone(), ..tap } })
    }
}

fn numbered(number: MoveNumber) -> String {
    format!("{}{}", number.number, if number.dots { "..." } else { "" })
}

/// The place of a refusal's words.
fn key(refusal: &Refusal) -> &'static str {
    match refusal {
        // These have words for each of several cases, and are told apart where they are said.
        Refusal::Illegal { .. } | Refusal::Ambiguous { .. } | Refusal::Promotion { .. } => "illegal",
        Refusal::Several { .. } | Refusal::Doubted { .. } | Refusal::Perhaps { .. } => "several",
        Refusal::NotOffered { .. } => "not_offered",
        Refusal::Stale { .. } | Refusal::AlreadyPlayed { .. } => "stale",
        Refusal::AlreadyAnswered | Refusal::YesToWhat { .. } => "already_answered",
        Refusal::NoOpponent { .. } | Refusal::RobotDeclines { .. } | Refusal::RobotBusy { .. } => "no_opponent",
        Refusal::NotYourTurn => "not_your_turn",
        Refusal::GameOver => "game_over",
        Refusal::NotStarted => "not_started",
        Refusal::InvitationExpired => "invitation_expired",
        Refusal::NotYourInvitation => "not_your_invitation",
        Refusal::TermsChanged => "terms_changed",
        Refusal::SeekGone => "seek_gone",
        Refusal::OutsideRange { .. } => "outside_range",
        Refusal::NothingSought => "nothing_sought",
        Refusal::TooManySeeks => "too_many_seeks",
        Refusal::RematchTooEarly => "rematch_too_early",
        Refusal::RematchAsked => "rematch_asked",
        Refusal::Blocked => "blocked",
        Refusal::WhomUnclear => "whom_unclear",
        Refusal::TooManyBarriers => "too_many_barriers",
        Refusal::NothingChanged => "nothing_changed",
        Refusal::TooManyCounters => "too_many_counters",
        Refusal::WrongNumber { .. } => "wrong_number",
        Refusal::QuestionAnswered => "question_answered",
        Refusal::QuestionExpired => "question_expired",
        Refusal::NothingFound { .. } => "nothing_found",
        Refusal::StrangeLetter { .. } => "strange_letter",
        Refusal::Plan { .. } => "plan",
        Refusal::PlanWithoutMove => "plan_without_move",
        Refusal::MessageCut => "message_cut",
        Refusal::NoPlan => "no_plan",
        Refusal::OfferTooSoon { .. } => "offer_too_soon",
        Refusal::TooLateToAbort => "too_late_to_abort",
        Refusal::TakebackOff => "takeback_off",
        Refusal::NothingToTakeBack => "nothing_to_take_back",
        Refusal::TakebackAsked => "takeback_asked",
        Refusal::TakebackDeclined => "takeback_declined",
        Refusal::TakebackToAnswer => "takeback_to_answer",
        Refusal::NoTakeback => "no_takeback",
        Refusal::NothingToUndo => "nothing_to_undo",
        Refusal::TooLateToUndo => "too_late_to_undo",
        Refusal::PlannedToUndo => "planned_to_undo",
        Refusal::NoOffer => "no_offer",
        Refusal::AlreadyOffered => "already_offered",
        Refusal::OfferToAnswer => "offer_to_answer",
        Refusal::NoClaim { .. } => "no_claim",
        Refusal::CannotDeclare { .. } => "cannot_declare",
        Refusal::NothingToConfirm => "nothing_to_confirm",
        Refusal::WrongCode => "wrong_code",
        Refusal::NoFlag => "no_flag",
        Refusal::NoClock => "no_clock",
        Refusal::GiftTooLarge { .. } => "gift_too_large",
        Refusal::LeaveUnclear { .. } => "leave_unclear",
        Refusal::LeaveSpent { .. } => "leave_spent",
        Refusal::NoManThere { .. } => "no_man_there",
        Refusal::ScopeNotAgreed { .. } => "scope_own_not_agreed",
        Refusal::NotOver => "not_over",
        Refusal::WrongSender => "wrong_sender",
        Refusal::Forged => "forged",
        Refusal::TwoTokens => "two_tokens",
        Refusal::Unreadable => "unreadable",
        Refusal::TooLarge => "too_large",
        Refusal::NoToken => "no_token",
        Refusal::NotYourGame { .. }
        | Refusal::WhichGame { .. }
        | Refusal::NumberNeeded { .. }
        | Refusal::NewsSince
        | Refusal::OwnMailOnly
        | Refusal::AboveGames
        | Refusal::BelowQuoted
        | Refusal::TooManyGames { .. } => key_of_several(refusal),
        Refusal::NotVouched => "not_vouched",
        Refusal::UnknownVariant { .. } => "unknown_variant",
        Refusal::BadTerms { .. } | Refusal::BadRecord { .. } => "bad_terms",
        Refusal::TimeTooShort => "time_too_short",
        Refusal::CannotInvite | Refusal::InvitationsUnwanted | Refusal::TooManyInvitations => key_of_inviting(refusal),
        Refusal::TooMany => "too_many",
        Refusal::TooManyToday => "too_many_today",
        Refusal::LastAnswer => "last_answer",
        Refusal::UnreadAgain => "unread_again",
        Refusal::UnknownSetting { .. } | Refusal::NotAnAddress | Refusal::AddressJustChanged | Refusal::NotesFull => {
            key_of_own(refusal)
        }
        Refusal::CannotWatch | Refusal::TooManyWatchers => key_of_watching(refusal),
    }
}

/// What is refused about several games in one letter.
fn key_of_several(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::NotYourGame { .. } => "not_your_game",
        Refusal::WhichGame { .. } => "which_game",
        Refusal::NumberNeeded { .. } => "number_needed",
        Refusal::NewsSince => "news_since",
        Refusal::OwnMailOnly => "own_mail_only",
        Refusal::AboveGames => "above_games",
        Refusal::BelowQuoted => "below_quoted",
        _ => "too_many_games",
    }
}

/// What is refused to whoever invites somebody.
fn key_of_inviting(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::CannotInvite => "cannot_invite",
        Refusal::InvitationsUnwanted => "invitations_unwanted",
        _ => "too_many_invitations",
    }
}

/// What is refused to spectators.
fn key_of_watching(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::CannotWatch => "cannot_watch",
        _ => "too_many_watchers",
    }
}

/// What is refused about the player's own settings, address and notes.
fn key_of_own(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::UnknownSetting { .. } => "bad_setting",
        Refusal::NotAnAddress => "not_an_address",
        Refusal::AddressJustChanged => "address_just_changed",
        _ => "notes_full",
    }
}
