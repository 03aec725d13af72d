/*!
Whose letter it is: tokens, From and the stamp of our own server, to the columns of the table in `club/admission.rs`.
*/

use super::Case;
use super::told::Told;
use crate::club::{AnswerTo, Authentication, Bearer, Player, ReplyToken, Sender, Standing};
use crate::game::{Game, GameId, Phase};
use crate::mail::{self, From, Letter, MessageId, auth};
use crate::store::{Question, StoreError};
use chrono::TimeDelta;

/// What a valid token opens.
pub(super) enum Place {
    /// A game, for its seat or for the answer to its invitation.
    Game(Box<Game>, AnswerTo),
    /// A question.
    Question(Question),
    /// The watching of a game.
    Watch(GameId),
    /// The games that a digest told of.
    Digest(MessageId, Vec<Told>),
}

/// A valid token with what it stands for.
pub(super) struct Held {
    /// Whose it is.
    pub owner: Player,
    /// What it opens.
    pub place: Place,
}

/// A letter's place in the table.
pub(super) struct Intake {
    pub bearer: Bearer,
    pub sender: Sender,
    pub auth: Authentication,
    /// With one valid token.
    pub held: Option<Held>,
    /// Of several tokens, those that are valid.
    pub several: Vec<Held>,
    /// The player at the From address.
    pub writer: Option<Player>,
}

impl Case<'_> {
    /// Looks at everything that says whose letter it is.
    pub(super) fn intake(&self, letter: &Letter) -> Result<Intake, StoreError> {
        let mut tokens = self.arbiter.tokens_of(&letter.recipients, &letter.addressed);
        // A mail to two reply addresses is delivered once to each; either copy shows both in To and Cc.
        for token in self.arbiter.tokens(&letter.addressed) {
            if !tokens.contains(&token) && self.hold(&token)?.is_some() {
                tokens.push(token);
            }
        }
        let writer = match &letter.from {
            From::One(address, _) => self.tx.player_at(address)?,
            From::Unclear => None,
        };
        let mut held = Vec::new();
        for token in &tokens {
            match self.hold(token)? {
                Some(known) => held.push(known),
                None => held.extend(self.forgotten(letter, token, writer.as_ref())?),
            }
        }
        let auth = self.authentication(letter);
        let (bearer, held, several) = match (tokens.len(), held.pop()) {
            (0, _) => (Bearer::None, None, Vec::new()),
            (1, None) => (Bearer::Unknown, None, Vec::new()),
            (1, Some(one)) => (self.age(&one), Some(one), Vec::new()),
            (_, last) => {
                held.extend(last);
                (Bearer::Two, None, held)
            }
        };
        let sender = self.sender(letter, held.as_ref(), writer.as_ref(), auth);
        Ok(Intake { bearer, sender, auth, held, several, writer })
    }

    /// True if To or Cc has an address of ours. Delivery headers do not tell: they name us on mail to a list we are on, too.
    pub(super) fn names_us(&self, letter: &Letter) -> bool {
        letter.addressed.iter().any(|address| self.arbiter.subaddress(address).is_some())
    }

    /// The token in a subaddress, if it is one of ours and its owner has not made it void.
    pub(super) fn hold(&self, subaddress: &str) -> Result<Option<Held>, StoreError> {
        let Some(token) = ReplyToken::parse(subaddress) else { return Ok(None) };
        let Some(row) = self.tx.token(token.hash())? else { return Ok(None) };
        let owner = self.tx.player(row.player)?;
        if row.stands_for.token(self.arbiter.ids.key(), &owner).is_none_or(|valid| valid.hash() != token.hash()) {
            return Ok(None);
        }
        let place = match &row.stands_for {
            AnswerTo::Seat(id, ..) | AnswerTo::Invitation(id, _) => {
                self.tx.game(id)?.map(|game| Place::Game(Box::new(game), row.stands_for.clone()))
            }
            AnswerTo::Watch(id) => Some(Place::Watch(id.clone())),
            AnswerTo::Digest(id) => Some(Place::Digest(id.clone(), self.told_by(id)?)),
            AnswerTo::Question(id) => self.tx.question(*id)?.map(Place::Question),
            AnswerTo::Desk => None,
        };
        Ok(place.map(|place| Held { owner, place }))
    }

    fn age(&self, held: &Held) -> Bearer {
        let current = match &held.place {
            Place::Game(game, seat @ AnswerTo::Seat(..)) => AnswerTo::of(game) == *seat,
            Place::Game(game, AnswerTo::Invitation(_, offer)) => {
                matches!(game.phase(), Phase::Offered) && game.offers() == *offer
            }
            Place::Game(..) => false,
            // It can only be stopped, and that at any time.
            Place::Watch(_) => true,
            Place::Digest(_, told) => told.iter().any(Told::is_current),
            Place::Question(question) => {
                let days = TimeDelta::days(i64::from(self.arbiter.limits.question_days));
                question.answered_at.is_none() && question.asked_at >= self.since(days)
            }
        };
        if current { Bearer::Current } else { Bearer::Older }
    }

    fn sender(&self, letter: &Letter, held: Option<&Held>, writer: Option<&Player>, auth: Authentication) -> Sender {
        let From::One(address, _) = &letter.from else { return Sender::Unreadable };
        match held {
            Some(held) if held.owner.address == *address => Sender::Registered,
            Some(_) => Sender::Other,
            None => match writer.map(|writer| writer.standing) {
                Some(Standing::Confirmed) => Sender::Registered,
                // Who wants no mail is asked anew only if our own server vouches that it is them.
                Some(Standing::Stopped) if auth != Authentication::Pass => Sender::Unreadable,
                _ => Sender::Other,
            },
        }
    }

    fn authentication(&self, letter: &Letter) -> Authentication {
        let From::One(address, _) = &letter.from else { return Authentication::None };
        match auth::verdict(&letter.authentication, self.arbiter.authserv_id.as_deref(), address.domain()) {
            auth::Verdict::Pass => Authentication::Pass,
            auth::Verdict::Fail => Authentication::Fail,
            auth::Verdict::None => Authentication::None,
        }
    }
}

/// The name behind an address in From, as written; empty if there is none.
pub(super) fn written_name(letter: &mail::Letter) -> &str {
    match &letter.from {
        From::One(_, Some(name)) => name,
        _ => "",
    }
}
