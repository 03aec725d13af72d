/*!
Hashes of the secrets in reply addresses.
*/

use super::{StoreError, Tx};
use crate::club::{AnswerTo, TokenHash};
use crate::game::{GameId, PlayerId, Ply};
use crate::mail::MessageId;
use rusqlite::{OptionalExtension, params};

/// The kind of what stands for nothing any more, because its owner is erased.
const ERASED: &str = "erased";

/// A known token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRow {
    /// Whose.
    pub player: PlayerId,
    /// For what.
    pub stands_for: AnswerTo,
}

impl Tx<'_> {
    /// Makes a token known. The same token always stands for the same, so twice is once.
    pub fn enter_token(&self, hash: TokenHash, player: PlayerId, stands_for: &AnswerTo) -> Result<(), StoreError> {
        let rewound = match stands_for {
            AnswerTo::Seat(.., rewound) => Some(*rewound).filter(|rewound| *rewound > 0),
            _ => None,
        };
        let (kind, game, ply, question, mail) = match stands_for {
            AnswerTo::Seat(game, ply, _) => ("seat", Some(game.as_str()), Some(ply.0), None, None),
            AnswerTo::Invitation(game, offer) => ("invitation", Some(game.as_str()), Some(*offer), None, None),
            AnswerTo::Question(question) => ("question", None, None, Some(*question), None),
            AnswerTo::Watch(game) => ("watch", Some(game.as_str()), None, None, None),
            AnswerTo::Digest(mail) => ("digest", None, None, None, Some(&mail.0)),
            AnswerTo::Desk => return Ok(()),
        };
        let sql = "INSERT OR IGNORE INTO tokens (hash, player, kind, game, ply, question, mail, rewound)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        let row = params![hash.0.as_slice(), player.0, kind, game, ply, question, mail, rewound];
        self.conn.prepare_cached(sql)?.execute(row)?;
        Ok(())
    }

    /// Makes the reply addresses and return paths of `player` stand for nothing. They stay known as ours: what still comes
    /// to them is no other service's. Their hashes tell nothing.
    pub(super) fn void_tokens(&self, player: PlayerId) -> Result<(), StoreError> {
        let sql =
            "UPDATE tokens SET kind = ?2, game = NULL, ply = NULL, question = NULL, mail = NULL WHERE player = ?1";
        self.conn.prepare_cached(sql)?.execute(params![player.0, ERASED])?;
        let sql = "INSERT OR IGNORE INTO tokens (hash, player, kind)
                   SELECT return_hash, player, ?2 FROM outbox WHERE player = ?1";
        self.conn.prepare_cached(sql)?.execute(params![player.0, ERASED])?;
        Ok(())
    }

    /// Whether this is the reply address or return path of somebody who is erased.
    pub fn is_of_erased(&self, hash: TokenHash) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM tokens WHERE hash = ?1 AND kind = ?2)";
        Ok(self.conn.prepare_cached(sql)?.query_row(params![hash.0.as_slice(), ERASED], |row| row.get(0))?)
    }

    /// What a token stands for; nothing if its owner is erased.
    pub fn token(&self, hash: TokenHash) -> Result<Option<TokenRow>, StoreError> {
        type Raw = (i64, String, Option<String>, Option<u32>, Option<i64>, Option<String>, Option<u32>);
        let raw: Option<Raw> = self
            .conn
            .prepare_cached("SELECT player, kind, game, ply, question, mail, rewound FROM tokens WHERE hash = ?1")?
            .query_row([hash.0.as_slice()], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?, row.get(6)?))
            })
            .optional()?;
        let Some((player, kind, game, ply, question, mail, rewound)) = raw else { return Ok(None) };
        if kind == ERASED {
            return Ok(None);
        }
        let game = game.as_deref().and_then(GameId::parse);
        let stands_for = match (kind.as_str(), game, ply, question) {
            ("seat", Some(game), Some(ply), _) => AnswerTo::Seat(game, Ply(ply), rewound.unwrap_or(0)),
            // Records made before there were counter-offers name no number.
            ("invitation", Some(game), offer, _) => AnswerTo::Invitation(game, offer.unwrap_or(1)),
            ("watch", Some(game), _, _) => AnswerTo::Watch(game),
            ("question", _, _, Some(question)) => AnswerTo::Question(question),
            ("digest", ..) => match mail {
                Some(mail) => AnswerTo::Digest(MessageId(mail)),
                None => return Err(StoreError::corrupt("a reply address", "its digest is missing")),
            },
            _ => return Err(StoreError::corrupt("a reply address", "what it stands for is missing")),
        };
        Ok(Some(TokenRow { player: PlayerId(player), stands_for }))
    }
}
