/*!
How often what may happen (`docs/threats.md`). The numbers are `club::Limits`.
*/

use super::Case;
use crate::club::{Player, Standing};
use crate::game::{Moment, Refusal};
use crate::interpret::Reading;
use crate::store::StoreError;
use chrono::TimeDelta;
use std::cmp::Ordering;

/// What is counted; the names are stored.
pub(super) mod kind {
    pub const LETTER: &str = "letter";
    pub const UNPROVEN_HOUR: &str = "unproven-hour";
    pub const UNPROVEN_DAY: &str = "unproven-day";
    pub const ANSWER: &str = "answer";
    pub const UNREAD: &str = "unread";
    pub const WARNING: &str = "warning";
    pub const ERASURE: &str = "erasure";
    pub const STOPPING: &str = "stopping";
    pub const ADDRESS: &str = "address";
    pub const EXPORT: &str = "export";
    /// That a limit was reached is told once an hour, or once a day.
    pub const TOLD_HOUR: &str = "told-hour";
    pub const TOLD_DAY: &str = "told-day";
    pub const TOLD_SILENCE: &str = "told-silence";
    pub const UNHEARD: &str = "unheard";
    pub const INVITATION: &str = "invitation";
    pub const UNKNOWN_TOKEN: &str = "unknown-token";
    /// A mail to an address that has never written, and the alarm when there are too many.
    pub const UNKNOWN_MAIL: &str = "unknown-mail";
    pub const UNKNOWN_ALARM: &str = "unknown-alarm";
    /// A letter came to the reply address of a turn: kept long enough for the slowest bounce.
    pub const ANSWERED: &str = "answered";
    /// Never forgotten: counted for the life of an address.
    pub const CONFIRMATION: &str = "confirmation";
    pub const INTRODUCTION: &str = "introduction";
}

/// Whether a letter is within its writer's limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Flood {
    /// It is.
    Within,
    /// It is the first beyond one of them, and its writer is told so.
    First(Refusal),
    /// It is a further one.
    Beyond,
}

/// Who is counted where everybody is.
const ALL: &str = "";

impl Case<'_> {
    /// Takes one of `most` in `span`; false if none is left.
    pub(super) fn take(&self, kind: &str, who: &str, most: u32, span: TimeDelta) -> Result<bool, StoreError> {
        if self.tx.rate(kind, who, self.since(span))? >= most {
            return Ok(false);
        }
        self.tx.note_rate(kind, who, self.now)?;
        Ok(true)
    }

    /// Counts a player's letter, in the hour in which it came in: many that are read at once, after an outage, are
    /// no flood.
    pub(super) fn count_letter(&self, player: &Player) -> Result<Flood, StoreError> {
        let limits = &self.arbiter.limits;
        let who = player.id.0.to_string();
        let since = |span| self.received_at.checked_sub_signed(span).unwrap_or(Moment::MIN_UTC);
        let hour = self.tx.rate(kind::LETTER, &who, since(TimeDelta::hours(1)))?;
        let day = self.tx.rate(kind::LETTER, &who, since(TimeDelta::days(1)))?;
        self.tx.note_rate(kind::LETTER, &who, self.received_at)?;
        let (kind, span, refusal) = if day >= limits.letters_per_day {
            (kind::TOLD_DAY, TimeDelta::days(1), Refusal::TooManyToday)
        } else if hour >= limits.letters_per_hour {
            (kind::TOLD_HOUR, TimeDelta::hours(1), Refusal::TooMany)
        } else {
            return Ok(Flood::Within);
        };
        Ok(if self.take(kind, &who, 1, span)? { Flood::First(refusal) } else { Flood::Beyond })
    }

    /// Whether one more answer that reports nothing new may go to `player`.
    pub(super) fn may_answer(&self, player: &Player) -> Result<bool, StoreError> {
        // What goes into a summary is one answer, counted when it is whole.
        if self.bag.sums_up() {
            return Ok(true);
        }
        self.may_tell(player)
    }

    /// Whether one more mail that reports nothing new may go to `player`. The last that may says that silence follows, once
    /// an hour; a silence is logged.
    pub(super) fn may_tell(&self, player: &Player) -> Result<bool, StoreError> {
        let (most, hour) = (self.arbiter.limits.breaker_per_hour, TimeDelta::hours(1));
        let who = player.id.0.to_string();
        let may = self.take(kind::ANSWER, &who, most, hour)?;
        if !may {
            tracing::warn!(player = player.id.0, "too many answers to one address: silent for an hour");
        } else if self.tx.rate(kind::ANSWER, &who, self.since(hour))? >= most
            && self.take(kind::TOLD_SILENCE, &who, 1, hour)?
        {
            self.bag.fall_silent(player.id);
        }
        Ok(may)
    }

    /// What a refusal becomes where it answers one more letter of which nothing was read: away notices that bear no sign of
    /// a machine answer every mail of ours. The last answer within an hour says that no more follow; then there is none.
    pub(super) fn unread(&self, player: &Player, refusal: Refusal) -> Result<Option<Refusal>, StoreError> {
        let nothing = matches!(
            refusal,
            Refusal::NothingFound { .. } | Refusal::StrangeLetter { .. } | Refusal::Unreadable | Refusal::TooLarge
        );
        if !nothing {
            return Ok(Some(refusal));
        }
        let most = self.arbiter.limits.unread_per_hour;
        let who = player.id.0.to_string();
        let before = self.tx.rate(kind::UNREAD, &who, self.since(TimeDelta::hours(1)))?;
        self.tx.note_rate(kind::UNREAD, &who, self.now)?;
        Ok(match (before + 1).cmp(&most) {
            Ordering::Less => Some(refusal),
            Ordering::Equal => Some(Refusal::UnreadAgain),
            Ordering::Greater => None,
        })
    }

    /// Whether one more answer may go to an address that neither a token nor our own server vouches for.
    pub(super) fn may_answer_unproven(&self, player: &Player) -> Result<bool, StoreError> {
        let limits = &self.arbiter.limits;
        let who = player.id.0.to_string();
        let hour = self.tx.rate(kind::UNPROVEN_HOUR, &who, self.since(TimeDelta::hours(1)))?;
        let day = self.tx.rate(kind::UNPROVEN_DAY, &who, self.since(TimeDelta::days(1)))?;
        if hour >= limits.answers_per_hour || day >= limits.answers_per_day {
            return Ok(false);
        }
        self.tx.note_rate(kind::UNPROVEN_HOUR, &who, self.now)?;
        self.tx.note_rate(kind::UNPROVEN_DAY, &who, self.now)?;
        Ok(true)
    }

    /// A letter with a valid token shows that the address's owner reads our mails: the hour begins anew, so that who
    /// has just confirmed one request may have the next. The limit of the day stands.
    pub(super) fn proven(&self, player: &Player) -> Result<(), StoreError> {
        self.tx.clear_rate(kind::UNPROVEN_HOUR, &player.id.0.to_string())
    }

    /// Whether a reply to a mail of ours may be answered. An address from which nothing was ever understood may be a
    /// machine's, which would answer our answer: it gets few.
    pub(super) fn may_answer_reply(&self, player: &Player, reading: &Reading) -> Result<bool, StoreError> {
        if player.standing == Standing::Unconfirmed && reading.is_empty() {
            let most = self.arbiter.limits.unread_per_day;
            return self.take(kind::UNHEARD, &player.id.0.to_string(), most, TimeDelta::days(1));
        }
        self.may_answer(player)
    }

    /// Whether one more mail may go to an address that has never written. Beyond the limit somebody may be using us to
    /// annoy others, and the operator is told once a day.
    pub(super) fn may_write_to_unknown(&self) -> Result<bool, StoreError> {
        let day = TimeDelta::days(1);
        let most = self.arbiter.limits.unknown_mails_per_day;
        let may = self.tx.rate(kind::UNKNOWN_MAIL, ALL, self.since(day))? < most;
        if !may && self.take(kind::UNKNOWN_ALARM, ALL, 1, day)? {
            tracing::error!(
                most,
                "mails to addresses that never wrote have reached their daily limit: none follow today"
            );
            self.tx.tally("fault-unknown-mails")?;
        }
        Ok(may)
    }

    /// Counts such a mail.
    pub(super) fn note_unknown_mail(&self) -> Result<(), StoreError> {
        self.tx.note_rate(kind::UNKNOWN_MAIL, ALL, self.now)
    }

    /// Whether one more warning about misuse of their reply address may go to `player`.
    pub(super) fn may_warn(&self, player: &Player) -> Result<bool, StoreError> {
        let most = self.arbiter.limits.warnings_per_hour;
        self.take(kind::WARNING, &player.id.0.to_string(), most, TimeDelta::hours(1))
    }

    pub(super) fn since(&self, span: TimeDelta) -> Moment {
        self.now.checked_sub_signed(span).unwrap_or(Moment::MIN_UTC)
    }
}
