/*!
How games begin: challenges, and the terms that answer them.
*/

use super::Case;
use super::limits::kind;
use super::mailbag::Cause;
use super::seat::follow;
use crate::club::{Barrier, Colour, NewGame, Player, Standing};
use crate::game::{
    Command, Event, Game, GameId, Moment, Origin, Phase, PlayerId, Recorded, Refusal, Seat, Terms, notices,
};
use crate::interpret::Reading;
use crate::mail::{Address, Letter};
use crate::rules::notation::fen;
use crate::rules::{BySide, Position, Side};
use crate::store::StoreError;
use chrono::TimeDelta;

/// A game that is offered, with the event that offers it.
pub(super) type Offered = (Game, Vec<Recorded<Event>>);

impl Case<'_> {
    /// Makes the game a challenge asks for, and invites.
    pub(super) fn invite(
        &mut self,
        letter: &Letter,
        player: &Player,
        wish: &NewGame,
        nth: usize,
    ) -> Result<Result<(), Refusal>, StoreError> {
        if let Some((robot, wish)) = self.arbiter.house.robot(wish) {
            return self.invite_robot(letter, player, robot, &wish, nth);
        }
        let terms = match self.arbiter.house.terms(wish) {
            Ok(terms) => terms,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let Some(address) = &wish.with else { return Ok(Err(self.nobody_named())) };
        if *address == player.address || self.arbiter.subaddress(address).is_some() {
            return Ok(Err(Refusal::CannotInvite));
        }
        let (opponent, told) = match self.opponent(player, address)? {
            Ok(found) => found,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let Some((game, events)) = self.offer(player, opponent, wish, terms, nth)? else {
            return Ok(Err(Refusal::TooManyInvitations));
        };
        let (game, events) = self.dated((game, events))?;
        self.tx.append(&game, &events)?;
        let mut notices = notices(&game, &events);
        notices.retain(|notice| told || notice.to == player.id);
        self.bag.about_game(&game, notices, &Cause::Events(Some((letter, player.id))))?;
        Ok(Ok(()))
    }

    /// An invitation with the date until which it may be answered.
    fn dated(&self, (mut game, mut events): Offered) -> Result<Offered, StoreError> {
        follow(&mut game, vec![self.open_until(self.now)], self.now, &mut events)?;
        Ok((game, events))
    }

    /// The date until which terms offered at `at` may be answered.
    pub(super) fn open_until(&self, at: Moment) -> Event {
        let days = TimeDelta::days(i64::from(self.arbiter.limits.invitation_days));
        Event::OpenUntil(at.checked_add_signed(days).unwrap_or(Moment::MAX_UTC))
    }

    /// A game as `player` offers it, not yet recorded; none if no id is free.
    pub(super) fn offer(
        &self,
        player: &Player,
        opponent: PlayerId,
        wish: &NewGame,
        terms: Terms,
        nth: usize,
    ) -> Result<Option<Offered>, StoreError> {
        let Some(id) = self.free_id(nth)? else { return Ok(None) };
        let terms = self.with_array(terms, &id);
        let Seat { side: by, drawn } = self.seat(wish.colour.unwrap_or(Colour::Random), &id);
        let players = BySide::from_fn(|side| if side == by { player.id } else { opponent });
        // Who has both colours has drawn neither.
        let drawn = drawn && !wish.pair;
        let origin = match wish.pair {
            false => Origin::Challenge,
            true => match self.free_twin(&id)? {
                Some(twin) => Origin::Pair(twin),
                None => return Ok(None),
            },
        };
        let offered = Event::Offered { players, by, drawn, terms, origin };
        opening(&id, offered, self.now).map(Some)
    }

    /// Records a new game, and tells both.
    fn open(
        &self,
        letter: &Letter,
        player: &Player,
        game: &Game,
        events: &[Recorded<Event>],
    ) -> Result<(), StoreError> {
        self.tx.append(game, events)?;
        self.bag.about_game(game, notices(game, events), &Cause::Events(Some((letter, player.id))))
    }

    /// Begins a game that both its players had agreed to before it was offered: nobody need be told of an invitation.
    pub(super) fn begin(
        &self,
        letter: &Letter,
        player: &Player,
        (mut game, mut events): Offered,
    ) -> Result<(), StoreError> {
        let at = events.first().map_or(self.now, |offered| offered.at);
        follow(&mut game, vec![Event::Started], at, &mut events)?;
        self.conclude(&mut game, &mut events, at)?;
        self.open(letter, player, &game, &events)?;
        self.begin_twin(letter, player, &game, &events)
    }

    /// Invites the opponent of a finished game to another with the colours changed; or takes up their own such wish.
    pub(super) fn rematch(
        &mut self,
        letter: &Letter,
        player: &Player,
        game: &Game,
        side: Side,
        reading: &Reading,
    ) -> Result<Result<(), Refusal>, StoreError> {
        if self.tx.is_barred(player.id, game.player(side.other()), Barrier::Block)? {
            return Ok(Err(Refusal::Blocked));
        }
        let theirs = game.rematch(side.other()).map(|id| self.tx.game(id)).transpose()?.flatten();
        if let Some(theirs) = theirs
            && matches!(theirs.phase(), Phase::Offered)
            && let Some(seat) = theirs.seat_of(player.id)
        {
            return Ok(match self.decide(&theirs, seat, &Command::Accept, reading, player)? {
                Ok(decided) => Ok(self.carry_out(letter, player, seat, &decided, reading)?),
                // The writer's own terms are on offer there.
                Err(_) => Err(Refusal::RematchAsked),
            });
        }
        let opponent = self.tx.player(game.player(side.other()))?;
        if opponent.standing == Standing::Stopped {
            return Ok(Err(Refusal::InvitationsUnwanted));
        }
        let terms = game.terms().clone();
        let terms = if terms.variant.draws_array() { Terms { start: None, ..terms } } else { terms };
        if opponent.robot
            && let Err(refusal) = self.robot_takes(player, &opponent, &terms, 1)?
        {
            return Ok(Err(refusal));
        }
        let Some(id) = self.free_id(0)? else { return Ok(Err(Refusal::TooManyInvitations)) };
        let decided = match self.decide(game, side, &Command::Rematch { game: id.clone() }, reading, player)? {
            Ok(decided) => decided,
            Err(refusal) => return Ok(Err(refusal)),
        };
        self.tx.append(&decided.after, &decided.events)?;
        // Words beside the wish go to the opponent; the writer sees by the invitation that all went out.
        let mut told = notices(&decided.after, &decided.events);
        told.retain(|notice| notice.to == opponent.id);
        self.bag.about_game(&decided.after, told, &Cause::Events(Some((letter, player.id))))?;
        let players = BySide::from_fn(|seat: Side| game.player(seat.other()));
        let origin = Origin::Rematch(game.id().clone());
        let terms = self.with_array(terms, &id);
        let offered = Event::Offered { players, by: side.other(), drawn: false, terms, origin };
        let offered = opening(&id, offered, self.now)?;
        if opponent.robot {
            self.begin(letter, player, offered)?;
        } else {
            let (game, events) = self.dated(offered)?;
            self.open(letter, player, &game, &events)?;
        }
        Ok(Ok(()))
    }

    /// What a player offers in place of the terms of an invitation (`docs/threats.md`, mail-bomb: not without end).
    pub(super) fn counter(&self, game: &Game, wish: &NewGame) -> Result<Command, Refusal> {
        if game.offers() > self.arbiter.limits.counter_offers {
            return Err(Refusal::TooManyCounters);
        }
        let terms = self.arbiter.house.changed(game.terms(), wish)?;
        let other = terms.variant != game.terms().variant;
        let terms = if other { self.with_array(terms, game.id()) } else { terms };
        // Of a pair everybody has both colours, whatever is asked for.
        let seat = wish.colour.filter(|_| !game.is_pair()).map(|colour| self.seat(colour, game.id()));
        Ok(Command::Counter { terms: Box::new(terms), seat })
    }

    /// The side a player asks for.
    pub(super) fn seat(&self, colour: Colour, id: &GameId) -> Seat {
        match colour {
            Colour::First => Seat { side: Side::First, drawn: false },
            Colour::Second => Seat { side: Side::Second, drawn: false },
            Colour::Random => {
                Seat { side: if self.arbiter.ids.coin(id) { Side::First } else { Side::Second }, drawn: true }
            }
        }
    }

    /// The terms with the start position drawn, where the game draws one and the challenge names none.
    pub(super) fn with_array(&self, terms: Terms, id: &GameId) -> Terms {
        let draw = || {
            let drawn = Position::drawn(terms.variant, &mut self.arbiter.ids.chance(id));
            terms.variant.draws_array().then(|| fen::write(&drawn))
        };
        let start = terms.start.clone().or_else(draw);
        Terms { start, ..terms }
    }

    /// Whom a challenge invites, within the limits, and whether they are told; an address nobody knows is entered. The
    /// inviter gets the same answer in either case, or an invitation would tell who plays here and who wants no mail.
    fn opponent(
        &mut self,
        player: &Player,
        address: &Address,
    ) -> Result<Result<(PlayerId, bool), Refusal>, StoreError> {
        let limits = &self.arbiter.limits;
        let known = self.tx.player_at(address)?;
        if let Some(known) = &known
            && self.tx.is_barred(player.id, known.id, Barrier::Block)?
        {
            return Ok(Err(Refusal::Blocked));
        }
        let who = player.id.0.to_string();
        if !self.may_write_to_unknown()?
            || !self.take(kind::INVITATION, &who, limits.invitations_per_day, TimeDelta::days(1))?
        {
            return Ok(Err(Refusal::TooManyInvitations));
        }
        let known = match known {
            Some(known) => known,
            None => self.enter(self.stranger(address, None))?,
        };
        let told = match known.standing {
            Standing::Confirmed => true,
            Standing::Stopped => false,
            Standing::Unconfirmed => self.tx.open_invitations(known.id)? < limits.invitations_open,
        };
        if told && known.standing == Standing::Unconfirmed {
            self.note_unknown_mail()?;
        }
        Ok(Ok((known.id, told)))
    }

    pub(super) fn free_id(&self, nth: usize) -> Result<Option<GameId>, StoreError> {
        for attempt in 0..10 {
            if let Some(id) = self.arbiter.ids.game(&self.digest, nth, attempt)
                && self.tx.events(&id, 1)?.is_empty()
            {
                return Ok(Some(id));
            }
        }
        Ok(None)
    }
}

/// A game as it is offered, its record's first event.
pub(super) fn opening(id: &GameId, offered: Event, at: Moment) -> Result<Offered, StoreError> {
    let events = vec![Recorded { seq: 1, at, event: offered }];
    let corrupt =
        |error: crate::game::Corrupt| StoreError::Corrupt { place: format!("game {id}"), why: error.to_string() };
    Ok((Game::replay(id.clone(), &events).map_err(corrupt)?, events))
}
