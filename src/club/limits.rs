/*!
How much of what a person may do, and we for them, before we say no or fall silent (`docs/threats.md`).
`config/kingpost.toml` says what each number is for.
*/

/// The numbers.
#[derive(Clone, Debug)]
pub struct Limits {
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
    /// Answers in an hour to letters of a player of which nothing was read; the last says that no more follow.
    pub unread_per_hour: u32,
    /// Warnings in an hour about letters that misuse a player's reply address.
    pub warnings_per_hour: u32,
    /// Answers in a day to replies from an address of which nothing has ever been understood.
    pub unread_per_day: u32,
    /// Mails in a day to addresses that have never written, all together.
    pub unknown_mails_per_day: u32,
    /// Days after which an address that has never answered is forgotten.
    pub unconfirmed_days: u32,
    /// Days that mails which come back may bring one side of one game: time given back, and time its clock stands.
    pub bounce_days: u32,
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
    /// Days an invitation may be answered.
    pub invitation_days: u32,
    /// Counter-offers to one invitation, both players' together.
    pub counter_offers: u32,
    /// Spectators of one game.
    pub watchers_per_game: u32,
    /// Games one person may watch.
    pub watched_games: u32,
    /// Characters a player may note to themselves about one game.
    pub note_characters: u32,
    /// People one player may block or mute.
    pub barriers: u32,
    /// Open seeks of one player.
    pub seeks_open: u32,
    /// Days a seek stays open.
    pub seek_days: u32,
    /// Unknown reply addresses in an hour that are worth an alarm in the log.
    pub unknown_tokens_per_hour: u32,
    /// Days after which a mail that cannot be delivered is given up.
    pub send_days: u32,
    /// Games that one letter may be about.
    pub games_per_letter: u32,
    /// How often in a day somebody may have all that is kept of them.
    pub exports_per_day: u32,
    /// Mails that one digest joins.
    pub digest_mails: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            letters_per_hour: 60,
            letters_per_day: 300,
            answers_per_hour: 1,
            answers_per_day: 6,
            breaker_per_hour: 20,
            unread_per_hour: 3,
            warnings_per_hour: 1,
            unread_per_day: 1,
            unknown_mails_per_day: 200,
            unconfirmed_days: 30,
            bounce_days: 14,
            confirmations_per_day: 1,
            confirmations_ever: 3,
            question_days: 7,
            invitations_per_day: 5,
            invitations_open: 3,
            invitation_days: 30,
            counter_offers: 10,
            watchers_per_game: 20,
            watched_games: 20,
            note_characters: 20_000,
            barriers: 200,
            seeks_open: 5,
            seek_days: 14,
            unknown_tokens_per_hour: 50,
            send_days: 5,
            games_per_letter: 12,
            exports_per_day: 2,
            digest_mails: 12,
        }
    }
}
