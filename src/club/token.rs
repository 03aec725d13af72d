/*!
Secrets in addresses: derived with a keyed hash from what they stand for, never drawn (`threat-model.md`, "Tokens").
The record holds only their hashes.
*/

use crate::game::{GameId, PlayerId, Ply};

/// A reply token: 26 characters of lower-case base32, the subaddress of a reply address.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ReplyToken(String);

/// What a token is looked up by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TokenHash(pub [u8; 32]);

/// The secret in an envelope sender: tells which mail bounced.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ReturnPath(String);

impl ReplyToken {
    /// The seat of `player` in `game` at `ply`.
    pub fn seat(key: &[u8; 32], game: &GameId, player: PlayerId, ply: Ply, epoch: u32) -> ReplyToken {
        let _ = (key, game, player, ply, epoch);
        todo!("G")
    }

    /// The answer to an invitation.
    pub fn invitation(key: &[u8; 32], game: &GameId, player: PlayerId, epoch: u32) -> ReplyToken {
        let _ = (key, game, player, epoch);
        todo!("G")
    }

    /// The answer to a question to a player outside a game, by the question's number in the record.
    pub fn question(key: &[u8; 32], player: PlayerId, question: i64, epoch: u32) -> ReplyToken {
        let _ = (key, player, question, epoch);
        todo!("G")
    }

    /// Reads a subaddress, in any case; `None` if it has not the form of a token.
    pub fn parse(subaddress: &str) -> Option<ReplyToken> {
        let _ = subaddress;
        todo!("G")
    }

    /// For the reply address, and for nothing else.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// For look-up.
    pub fn hash(&self) -> TokenHash {
        todo!("G")
    }
}

impl ReturnPath {
    /// For the mail of that Message-ID.
    pub fn of(key: &[u8; 32], message_id: &str) -> ReturnPath {
        let _ = (key, message_id);
        todo!("G")
    }

    /// Reads a subaddress that begins with `b.`.
    pub fn parse(subaddress: &str) -> Option<ReturnPath> {
        let _ = subaddress;
        todo!("G")
    }

    /// The subaddress, `b.` included.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// For look-up.
    pub fn hash(&self) -> TokenHash {
        todo!("G")
    }
}
