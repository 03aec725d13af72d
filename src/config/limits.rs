/*!
Every limit of the service in one struct, with its default. `config/kingpost.toml` says what each is for.
*/

use super::ConfigError;
use super::keys::Keys;
use crate::mail;

/// All limits.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How much of a mail is looked at.
    pub mail: mail::Limits,
    /// Letters a player may write in an hour.
    pub letters_per_hour: u32,
    /// Letters a player may write in a day.
    pub letters_per_day: u32,
    /// Answers in an hour to an address nobody vouches for.
    pub answers_per_hour: u32,
    /// Answers in a day to an address nobody vouches for.
    pub answers_per_day: u32,
    /// Answers in an hour to one address that report nothing new; beyond it falls silent.
    pub breaker_per_hour: u32,
    /// Warnings in an hour about letters that misuse a player's reply address.
    pub warnings_per_hour: u32,
    /// Answers in a day to letters that use up the same used-up reply address.
    pub stale_per_day: u32,
    /// Confirmation mails in a day to one address.
    pub confirmations_per_day: u32,
    /// Confirmation mails to one address that has never answered.
    pub confirmations_ever: u32,
    /// Days a question may be answered.
    pub question_days: u32,
    /// Invitations a player may send in a day.
    pub invitations_per_day: u32,
    /// Unanswered invitations one address may have that has never answered.
    pub invitations_open: u32,
    /// Counter-offers to one invitation, both players' together.
    pub counter_offers: u32,
    /// Spectators of one game.
    pub watchers_per_game: u32,
    /// Games one person may watch.
    pub watched_games: u32,
    /// Characters a player may note to themselves about one game.
    pub note_characters: u32,
    /// Unknown reply addresses in an hour that are worth an alarm in the log.
    pub unknown_tokens_per_hour: u32,
    /// Days after which a mail that cannot be delivered is given up.
    pub send_days: u32,
    /// Days for which a letter is known again.
    pub letter_days: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            mail: mail::Limits::default(),
            letters_per_hour: 60,
            letters_per_day: 300,
            answers_per_hour: 1,
            answers_per_day: 6,
            breaker_per_hour: 20,
            warnings_per_hour: 1,
            stale_per_day: 1,
            confirmations_per_day: 1,
            confirmations_ever: 3,
            question_days: 7,
            invitations_per_day: 5,
            invitations_open: 3,
            counter_offers: 10,
            watchers_per_game: 20,
            watched_games: 20,
            note_characters: 20_000,
            unknown_tokens_per_hour: 50,
            send_days: 5,
            letter_days: 400,
        }
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
        for (key, count, most) in [
            ("letters_per_hour", &mut limits.letters_per_hour, 100_000),
            ("letters_per_day", &mut limits.letters_per_day, 1_000_000),
            ("answers_per_hour", &mut limits.answers_per_hour, 1000),
            ("answers_per_day", &mut limits.answers_per_day, 10_000),
            ("breaker_per_hour", &mut limits.breaker_per_hour, 10_000),
            ("warnings_per_hour", &mut limits.warnings_per_hour, 100),
            ("stale_per_day", &mut limits.stale_per_day, 100),
            ("confirmations_per_day", &mut limits.confirmations_per_day, 100),
            ("confirmations_ever", &mut limits.confirmations_ever, 100),
            ("question_days", &mut limits.question_days, 365),
            ("invitations_per_day", &mut limits.invitations_per_day, 10_000),
            ("invitations_open", &mut limits.invitations_open, 1000),
            ("counter_offers", &mut limits.counter_offers, 1000),
            ("watchers_per_game", &mut limits.watchers_per_game, 10_000),
            ("watched_games", &mut limits.watched_games, 10_000),
            ("note_characters", &mut limits.note_characters, 1_000_000),
            ("unknown_tokens_per_hour", &mut limits.unknown_tokens_per_hour, 100_000),
            ("send_days", &mut limits.send_days, 30),
            ("letter_days", &mut limits.letter_days, 10_000),
        ] {
            *count = keys.number(key, u64::from(*count), 1, most)? as u32;
        }
        keys.finish()?;
        Ok(limits)
    }
}
