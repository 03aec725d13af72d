/*!
Every limit of the service in one struct, with its default. `config/kingpost.toml` says what each is for.
*/

use super::ConfigError;
use super::keys::Keys;
use crate::{club, mail};

/// All limits.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How much of a mail is looked at.
    pub mail: mail::Limits,
    /// How often what may happen.
    pub club: club::Limits,
    /// Days for which a letter is known again.
    pub letter_days: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { mail: mail::Limits::default(), club: club::Limits::default(), letter_days: 400 }
    }
}

impl Limits {
    /// Reads `[limits]`.
    pub(super) fn read(mut keys: Keys) -> Result<Limits, ConfigError> {
        let mut limits = Limits::default();
        let mail = &mut limits.mail;
        for (key, size, least, most) in [
            ("mail_bytes", &mut mail.mail_bytes, 64 << 10, 1 << 30),
            ("header_bytes", &mut mail.header_bytes, 8 << 10, 1 << 20),
            ("headers", &mut mail.headers, 50, 100_000),
            ("parts", &mut mail.parts, 10, 10_000),
            ("depth", &mut mail.depth, 3, 64),
            ("text_bytes", &mut mail.text_bytes, 4 << 10, 1 << 20),
            ("lines", &mut mail.lines, 10, 10_000),
        ] {
            *size = keys.number(key, *size as u64, least, most)? as usize;
        }
        let club = &mut limits.club;
        for (key, count, most) in [
            ("letters_per_hour", &mut club.letters_per_hour, 100_000),
            ("letters_per_day", &mut club.letters_per_day, 1_000_000),
            ("answers_per_hour", &mut club.answers_per_hour, 1000),
            ("answers_per_day", &mut club.answers_per_day, 10_000),
            ("breaker_per_hour", &mut club.breaker_per_hour, 10_000),
            ("unread_per_hour", &mut club.unread_per_hour, 10_000),
            ("warnings_per_hour", &mut club.warnings_per_hour, 100),
            ("unknown_mails_per_day", &mut club.unknown_mails_per_day, 1_000_000),
            ("unconfirmed_days", &mut club.unconfirmed_days, 365),
            ("bounce_days", &mut club.bounce_days, 365),
            ("unread_per_day", &mut club.unread_per_day, 100),
            ("confirmations_per_day", &mut club.confirmations_per_day, 100),
            ("confirmations_ever", &mut club.confirmations_ever, 100),
            ("question_days", &mut club.question_days, 365),
            ("invitations_per_day", &mut club.invitations_per_day, 10_000),
            ("invitations_open", &mut club.invitations_open, 1000),
            ("invitation_days", &mut club.invitation_days, 365),
            ("counter_offers", &mut club.counter_offers, 1000),
            ("watchers_per_game", &mut club.watchers_per_game, 10_000),
            ("watched_games", &mut club.watched_games, 10_000),
            ("note_characters", &mut club.note_characters, 1_000_000),
            ("barriers", &mut club.barriers, 10_000),
            ("seeks_open", &mut club.seeks_open, 1000),
            ("seek_days", &mut club.seek_days, 365),
            ("unknown_tokens_per_hour", &mut club.unknown_tokens_per_hour, 100_000),
            ("send_days", &mut club.send_days, 30),
            ("games_per_letter", &mut club.games_per_letter, 15),
            ("exports_per_day", &mut club.exports_per_day, 100),
            ("digest_mails", &mut club.digest_mails, 15),
            ("letter_days", &mut limits.letter_days, 10_000),
        ] {
            *count = keys.number(key, u64::from(*count), 1, most)? as u32;
        }
        // It had a meaning in earlier versions, and stands in the files of those who run them.
        keys.number("stale_per_day", 1, 1, 100)?;
        keys.finish()?;
        Ok(limits)
    }
}
