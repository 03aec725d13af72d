/*!
What an answer to a mail of ours is for.
*/

use super::{Player, ReplyToken};
use crate::game::{Game, GameId, Phase, Ply};
use crate::mail::MessageId;

/// What the reply address of a mail stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerTo {
    /// A seat's move at that ply, with how often moves before it had been taken back ([`Game::rewound`]).
    Seat(GameId, Ply, u32),
    /// The answer to an invitation, or to a counter-offer: the number of the offer, from 1.
    Invitation(GameId, u32),
    /// The answer to the question of that number, outside games.
    Question(i64),
    /// A spectator's reply, which ends the watching of that game and does nothing in it.
    Watch(GameId),
    /// The answer to the digest of that Message-ID: a move in each of its games, at the position the digest tells.
    Digest(MessageId),
    /// Nothing in particular: the plain address, without a token.
    Desk,
}

impl AnswerTo {
    /// The token in `player`'s reply address; `None` for the plain address.
    pub fn token(&self, key: &[u8; 32], player: &Player) -> Option<ReplyToken> {
        match self {
            AnswerTo::Seat(game, ply, rewound) => {
                Some(ReplyToken::seat(key, game, player.id, *ply, *rewound, player.epoch))
            }
            AnswerTo::Invitation(game, offer) => {
                Some(ReplyToken::invitation(key, game, player.id, *offer, player.epoch))
            }
            AnswerTo::Question(question) => Some(ReplyToken::question(key, player.id, *question, player.epoch)),
            AnswerTo::Watch(game) => Some(ReplyToken::watch(key, game, player.id, player.epoch)),
            AnswerTo::Digest(mail) => Some(ReplyToken::digest(key, player.id, &mail.0, player.epoch)),
            AnswerTo::Desk => None,
        }
    }

    /// What the answer to a mail about `game` is for, whatever its page.
    pub fn of(game: &Game) -> AnswerTo {
        match game.phase() {
            Phase::Offered => AnswerTo::Invitation(game.id().clone(), game.offers()),
            Phase::Playing(_) | Phase::Over(_) => {
                AnswerTo::Seat(game.id().clone(), game.ply(), game.rewound(game.ply()))
            }
        }
    }
}
