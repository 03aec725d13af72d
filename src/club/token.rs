/*!
Secrets in addresses: derived with a keyed hash from what they stand for, never drawn (`docs/threats.md`, guessed-token).
The record holds only their hashes.

A restored older record derives the same tokens again, so that answers to mails it has forgotten still find their game.
What each kind of token is derived from begins with a prefix of its own, so that none can stand for another.
*/

use crate::game::{GameId, PlayerId, Ply};
use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};
use std::fmt;

/// A reply token: 26 characters of lower-case base32, the subaddress of a reply address.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ReplyToken(String);

/// What a token is looked up by: SHA-256 of its canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TokenHash(pub [u8; 32]);

/// The secret in an envelope sender: tells which mail bounced.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ReturnPath(String);

/// 26 characters of base32 hold 130 bits.
const LENGTH: usize = 26;

/// What a return path begins with, to be told from a reply token at sight.
const RETURN_PREFIX: &str = "b.";

impl ReplyToken {
    /// The seat of `player` in `game` at `ply`, after moves before that ply were taken back `rewound` times: what was meant for
    /// the position before must not be played in the one after.
    pub fn seat(key: &[u8; 32], game: &GameId, player: PlayerId, ply: Ply, rewound: u32, epoch: u32) -> ReplyToken {
        // Where nothing was taken back there is no number, as before they were counted.
        let number = if rewound > 0 { format!("|{rewound}") } else { String::new() };
        ReplyToken(derive(key, &format!("kp1|{game}|{}|{}|{epoch}{number}", player.0, ply.0)))
    }

    /// The answer to the `offer`-th terms of an invitation: a late answer to earlier terms must not accept later ones.
    pub fn invitation(key: &[u8; 32], game: &GameId, player: PlayerId, offer: u32, epoch: u32) -> ReplyToken {
        // The first has no number, as before there were counter-offers.
        let number = if offer > 1 { format!("|{offer}") } else { String::new() };
        ReplyToken(derive(key, &format!("kp1i|{game}|{}|{epoch}{number}", player.0)))
    }

    /// The answer to a question to a player outside a game, by the question's number in the record.
    pub fn question(key: &[u8; 32], player: PlayerId, question: i64, epoch: u32) -> ReplyToken {
        ReplyToken(derive(key, &format!("kp1q|{}|{question}|{epoch}", player.0)))
    }

    /// The answer to a digest, by its Message-ID.
    pub fn digest(key: &[u8; 32], player: PlayerId, message_id: &str, epoch: u32) -> ReplyToken {
        ReplyToken(derive(key, &format!("kp1d|{}|{message_id}|{epoch}", player.0)))
    }

    /// What ends a spectator's mails about a game.
    pub fn watch(key: &[u8; 32], game: &GameId, player: PlayerId, epoch: u32) -> ReplyToken {
        ReplyToken(derive(key, &format!("kp1w|{game}|{}|{epoch}", player.0)))
    }

    /// Reads a subaddress, in any case; `None` if it has not the form of a token.
    pub fn parse(subaddress: &str) -> Option<ReplyToken> {
        canonical(subaddress).map(ReplyToken)
    }

    /// For the reply address, and for nothing else.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// For look-up.
    pub fn hash(&self) -> TokenHash {
        TokenHash::of(&self.0)
    }
}

impl ReturnPath {
    /// For the mail of that Message-ID.
    pub fn of(key: &[u8; 32], message_id: &str) -> ReturnPath {
        ReturnPath(format!("{RETURN_PREFIX}{}", derive(key, &format!("kp1b|{message_id}"))))
    }

    /// Reads a subaddress that begins with `b.`, in any case.
    pub fn parse(subaddress: &str) -> Option<ReturnPath> {
        let lower = subaddress.to_ascii_lowercase();
        let token = canonical(lower.strip_prefix(RETURN_PREFIX)?)?;
        Some(ReturnPath(format!("{RETURN_PREFIX}{token}")))
    }

    /// The subaddress, `b.` included.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// For look-up.
    pub fn hash(&self) -> TokenHash {
        TokenHash::of(&self.0)
    }
}

impl TokenHash {
    fn of(canonical: &str) -> TokenHash {
        TokenHash(Sha256::digest(canonical.as_bytes()).into())
    }
}

/// Shows nothing: tokens never reach a log.
impl fmt::Debug for ReplyToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ReplyToken(…)")
    }
}

/// Shows nothing: tokens never reach a log.
impl fmt::Debug for ReturnPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ReturnPath(…)")
    }
}

/// The keyed hash of `meaning`, as much of it as a token holds.
fn derive(key: &[u8; 32], meaning: &str) -> String {
    // `Hmac::new` takes a whole block, so that, unlike `new_from_slice`, it cannot fail; a shorter key is padded with
    // zeros, which is what HMAC itself does with it.
    let mut block = [0u8; 64];
    block[..key.len()].copy_from_slice(key);
    let mut mac = Hmac::<Sha256>::new(&block.into());
    mac.update(meaning.as_bytes());
    let mut text = BASE32_NOPAD.encode(&mac.finalize().into_bytes()).to_ascii_lowercase();
    text.truncate(LENGTH);
    text
}

fn canonical(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let form = lower.len() == LENGTH && lower.bytes().all(|b| matches!(b, b'a'..=b'z' | b'2'..=b'7'));
    form.then_some(lower)
}
