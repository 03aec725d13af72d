/*!
Names of games, players and plies.
*/

use std::fmt;

/// A game's id as people see it: `kp-7f3k9`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId(String);

impl GameId {
    /// Letters and digits ids are made of: no 0, 1, i, l, o, which people mistake for each other.
    pub const ALPHABET: &'static [u8; 31] = b"23456789abcdefghjkmnpqrstuvwxyz";

    /// Reads an id, with or without its `kp-`, in any case.
    pub fn parse(text: &str) -> Option<GameId> {
        let text = text.trim().to_ascii_lowercase();
        let body = text.strip_prefix("kp-").unwrap_or(&text);
        let known = (5..=12).contains(&body.len()) && body.bytes().all(|b| GameId::ALPHABET.contains(&b));
        known.then(|| GameId(format!("kp-{body}")))
    }

    /// The id, `kp-` included.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A player's number in the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlayerId(pub i64);

/// How many plies a game has seen; the ply a token is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Ply(pub u32);

/// The one-time code of a resignation, as the player must write it: `KX7Q-24MD`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ConfirmCode(String);

impl ConfirmCode {
    /// Reads a code: eight letters or digits, in any case, a dash or blank between the fours or nothing.
    pub fn parse(text: &str) -> Option<ConfirmCode> {
        let plain: String = text.chars().filter(|c| !matches!(c, '-' | ' ')).collect::<String>().to_ascii_uppercase();
        let known = plain.len() == 8 && plain.bytes().all(|b| b.is_ascii_alphanumeric());
        known.then(|| ConfirmCode(format!("{}-{}", &plain[..4], &plain[4..])))
    }

    /// `XXXX-XXXX`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
