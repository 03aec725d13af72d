/*!
The game itself: what is known of it, and what it answers when asked.

How facts change it stands in `apply.rs`; how wishes become facts, under `command/`.
*/

use super::clock::Ledger;
use super::phase::{Ending, Phase, Playing};
use super::{
    Changed, Command, Event, GameId, Moment, Notice, Origin, Page, PlayerId, Ply, Recorded, Refund, Refusal, Scene,
    Span, Terms, command,
};
use crate::rules::notation::fen;
use crate::rules::{BySide, History, Move, Position, Side, WrittenMove};
use chrono::TimeDelta;

/// The record does not make sense; the game is reported, never repaired silently.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the record of the game does not make sense: {0}")]
pub struct Corrupt(pub String);

/// One game.
#[derive(Clone, Debug)]
pub struct Game {
    pub(super) id: GameId,
    pub(super) players: BySide<PlayerId>,
    pub(super) invited_by: Side,
    pub(super) drawn: bool,
    pub(super) origin: Origin,
    pub(super) terms: Terms,
    pub(super) offers: u32,
    pub(super) changed: Changed,
    pub(super) offered_at: Moment,
    /// Until when the invitation may be answered.
    pub(super) open_until: Option<Moment>,
    pub(super) history: History,
    /// Where play went back to, each time that moves were taken back or undone.
    pub(super) went_back: Vec<Ply>,
    pub(super) seq: u32,
    pub(super) phase: Phase,
}

impl Game {
    /// Gives the game back from its record.
    pub fn replay(id: GameId, events: &[Recorded<Event>]) -> Result<Game, Corrupt> {
        let (first, rest) = events.split_first().ok_or_else(|| Corrupt("it is empty".into()))?;
        let mut game = Game::open(id, first)?;
        for recorded in rest {
            game.apply(recorded)?;
        }
        Ok(game)
    }

    /// The game that begins with an invitation, the record's first event.
    fn open(id: GameId, first: &Recorded<Event>) -> Result<Game, Corrupt> {
        let Event::Offered { players, by, drawn, terms, origin } = &first.event else {
            return Err(Corrupt("it does not begin with an invitation".into()));
        };
        if first.seq != 1 {
            return Err(Corrupt(format!("its first event has the number {}", first.seq)));
        }
        Ok(Game {
            id,
            players: *players,
            invited_by: *by,
            drawn: *drawn,
            origin: origin.clone(),
            terms: terms.clone(),
            offers: 1,
            changed: Changed::default(),
            offered_at: first.at,
            open_until: None,
            history: History::new(start(terms)?),
            went_back: Vec::new(),
            seq: 1,
            phase: Phase::Offered,
        })
    }

    /// What follows from `by`'s wish, or why nothing does. `at`: when the letter reached our mailbox.
    pub fn decide(&self, by: Side, command: &Command, at: Moment) -> Result<Vec<Event>, Refusal> {
        command::decide(self, by, command, at)
    }

    /// What becomes of the game when `by` leaves for good; nothing if it is over.
    pub fn abandon(&self, by: Side) -> Vec<Event> {
        command::abandon(self, by).into_iter().collect()
    }

    /// The one legal move that `by` could play now by `written`, or why there is none.
    pub fn meant(&self, by: Side, written: &WrittenMove, queen: bool) -> Result<Move, Refusal> {
        command::meant(self, by, written, queen)
    }

    /// The moves that a plan has ready, and all that follow from both players' plans: to be asked for after every wish
    /// that was carried out, in its transaction.
    pub fn carry_on(&self) -> Vec<Event> {
        command::carry_on(self)
    }

    /// The post took over (`reached`), or could not deliver, the mail that told `side` to move at `ply`; `at`: when we
    /// heard of it. Only the mail of the present ply to the side on move starts or stops a clock, and it does so once.
    pub fn told(&self, side: Side, ply: Ply, reached: bool, at: Moment) -> Vec<Event> {
        if !reached {
            return self.bounced(side, ply, TimeDelta::MAX, at);
        }
        let Phase::Playing(playing) = &self.phase else { return Vec::new() };
        let new = playing.unreachable.of(side).is_some() || playing.told != Some(ply);
        let due = ply == self.ply() && side == self.turn() && new;
        due.then_some(Event::Told { side, ply, since: None }).into_iter().collect()
    }

    /// The mail that told `side` to move at `ply` came back. In one game bounces bring a side no more than `most`, in
    /// time given back and in time its clock stands.
    ///
    /// One bounce may be a mistake, or forged by its own reader: the next mail, a day later, starts the clock again, and of
    /// a further run within the month no more than a day is given back. Only bounces on three days within a month make a
    /// player unreachable.
    pub fn bounced(&self, side: Side, ply: Ply, most: TimeDelta, at: Moment) -> Vec<Event> {
        let Phase::Playing(playing) = &self.phase else { return Vec::new() };
        let unreachable = playing.unreachable.of(side).is_some();
        if ply != self.ply() || side != self.turn() || unreachable || playing.ask_at.is_some() {
            return Vec::new();
        }
        let room = most - *playing.credited.of(side);
        if room <= TimeDelta::zero() {
            return Vec::new();
        }
        let back = match playing.bounced_lately(side, at) {
            true if room >= TimeDelta::days(1) => Refund::Day,
            false if playing.ledger.used(side, at) <= room => Refund::Whole,
            true | false => Refund::AtMost(room),
        };
        match playing.days_of_bounces(side, at) >= Playing::BOUNCES_MAX {
            true => vec![Event::Unreachable { side, back }],
            false => vec![Event::Bounced { side, back }],
        }
    }

    /// A reply with the token of `ply` came from `side`: the mail that told it to move has arrived, even if it came back
    /// too. After a later mail nobody knows which of them is answered, and what was given back stays given.
    pub fn arrived(&self, side: Side, ply: Ply) -> Vec<Event> {
        let credit = self.playing().and_then(|playing| playing.credit);
        let proven = credit.is_some() && ply == self.ply() && side == self.turn();
        proven.then_some(Event::Arrived { side }).into_iter().collect()
    }

    /// The same for a mail that was taken over, or whose reader was heard of, after it had waited for their digest: the clock
    /// has run since it would have left without that wish (`waits.from`). What has passed since the digest was to leave
    /// (`waits.to`) is the post's doing or ours, and does not count.
    pub fn told_late(&self, side: Side, ply: Ply, at: Moment, waits: Span) -> Vec<Event> {
        // A clock that runs, as moves were taken back in its own turn, runs on.
        if self.playing().is_some_and(|playing| playing.ledger.face(side, at).running) {
            return self.told(side, ply, true, at);
        }
        let late = (at - waits.to).max(TimeDelta::zero());
        // Every digest takes some seconds to leave: that is no outage, and the clock is set by as much.
        let (outage, since) = match late < Game::SOON {
            true => (None, waits.from + late),
            false => (Some(Event::Outage(Span { from: waits.to, to: at })), waits.from),
        };
        let told = self.told(side, ply, true, at).into_iter().map(|event| match event {
            Event::Told { side, ply, .. } => Event::Told { side, ply, since: Some(since) },
            other => other,
        });
        let told: Vec<Event> = told.collect();
        outage.filter(|_| !told.is_empty()).into_iter().chain(told).collect()
    }

    /// What leaves no later than this leaves at its time.
    const SOON: TimeDelta = TimeDelta::minutes(1);

    /// A letter of `side` that arrived at `at` is answered with a question about its move, written at `asked`: what the game
    /// notes of it. Only the first question of a turn counts, only while the clock runs, and none once the time is up.
    pub fn questioned(&self, side: Side, grace: TimeDelta, at: Moment, asked: Moment) -> Vec<Event> {
        let ledger = self.playing().map(Playing::ledger).filter(|ledger| side == self.turn() && ledger.is_limited());
        let counts = |ledger: &Ledger| {
            let in_time = ledger.flag(side).is_some_and(|flag| at <= flag);
            in_time && ledger.questioned(side).is_none() && grace > TimeDelta::zero()
        };
        let Some(ledger) = ledger.filter(|ledger| counts(ledger)) else { return Vec::new() };
        // The answer has its whole time however long the letter waited to be read.
        let waited = ledger.counted(side, Span { from: at, to: asked.max(at) });
        vec![Event::Questioned { side, grace: grace + waited }]
    }

    /// `side` is told nothing any more, by its own wish: its clock stands as it is.
    pub fn unheard(&self, side: Side) -> Vec<Event> {
        let reached = self.playing().is_some_and(|playing| playing.unreachable.of(side).is_none());
        if reached { vec![Event::Unreachable { side, back: Refund::Nothing }] } else { Vec::new() }
    }

    /// The page that fits the game as it stands, for a letter that asked or changed nothing.
    pub fn present(&self, side: Side) -> Notice {
        let page = match &self.phase {
            Phase::Offered if side == self.invited_by => Page::InvitationSent,
            Phase::Offered => Page::Invitation,
            Phase::Playing(_) if side == self.turn() => Page::YourMove,
            Phase::Playing(playing) if playing.may_answer_draw(side) => Page::DrawOffered,
            Phase::Playing(playing) if playing.may_answer_takeback(side) => Page::TakebackAsked,
            Phase::Playing(_) => Page::Board { ply: None },
            Phase::Over(over) => match over.ending() {
                Ending::Ended(_) => Page::GameOver,
                Ending::Aborted(_) => Page::GameAborted,
                Ending::Declined if side == self.invited_by => Page::InvitationDeclined,
                Ending::Withdrawn if side == self.invited_by => Page::InvitationWithdrawn,
                Ending::Expired if side == self.invited_by => Page::InvitationExpired,
                Ending::Declined | Ending::Withdrawn | Ending::Expired => Page::Refused(Refusal::AlreadyAnswered),
            },
        };
        self.notice(side, page)
    }

    /// `page` for `side`, about the game as it stands.
    pub(super) fn notice(&self, side: Side, page: Page) -> Notice {
        Notice { to: self.player(side), about: Some((self.id.clone(), side)), seq: self.seq, page, message: None }
    }

    /// The game as `side` may see it, with the clocks as they stand at `at`.
    pub fn scene(&self, side: Side, at: Moment) -> Scene {
        Scene::of(self, side, at)
    }

    /// The same, where the reader's news of it has waited for their digest: what they have left is less by that.
    pub fn scene_after(&self, waits: Option<Span>, side: Side, at: Moment) -> Scene {
        let waited = waits.filter(|_| side == self.turn()).zip(self.playing());
        let counted = waited.map_or(TimeDelta::zero(), |(waits, playing)| playing.ledger.counted(side, waits));
        let mut scene = self.scene(side, at);
        let clock = scene.clocks.of_mut(side);
        clock.remaining = clock.remaining.map(|left| if clock.running { left } else { left - counted });
        scene
    }

    /// The game as a spectator may see it after so many plies.
    pub fn watched(&self, ply: Ply) -> Scene {
        Scene::watched(self, ply)
    }

    /// Its id.
    pub fn id(&self) -> &GameId {
        &self.id
    }

    /// Number of the last event.
    pub fn seq(&self) -> u32 {
        self.seq
    }

    /// How often moves before that ply were taken back or undone: what was said of the position at that ply before is of another
    /// one now.
    pub fn rewound(&self, ply: Ply) -> u32 {
        self.went_back.iter().filter(|to| **to < ply).count() as u32
    }

    /// Plies so far.
    pub fn ply(&self) -> Ply {
        Ply(u32::try_from(self.history.moves().len()).unwrap_or(u32::MAX))
    }

    /// Whose move it is on the board, whether or not the game has begun or ended.
    pub fn turn(&self) -> Side {
        self.history.position().turn()
    }

    /// Who sits on `side`.
    pub fn player(&self, side: Side) -> PlayerId {
        *self.players.of(side)
    }

    /// Where `player` sits.
    pub fn seat_of(&self, player: PlayerId) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.player(*side) == player)
    }

    /// Who invited.
    pub fn invited_by(&self) -> Side {
        self.invited_by
    }

    /// What its invitation came of.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// True if it is one of two that were agreed together.
    pub fn is_pair(&self) -> bool {
        matches!(self.origin, Origin::Pair(_) | Origin::Twin(_))
    }

    /// The rematch that `side` has asked for.
    pub fn rematch(&self, side: Side) -> Option<&GameId> {
        match &self.phase {
            Phase::Over(over) => over.rematch.of(side).as_ref(),
            Phase::Offered | Phase::Playing(_) => None,
        }
    }

    /// How many times terms were offered: once in the invitation, and once in each counter-offer.
    pub fn offers(&self) -> u32 {
        self.offers
    }

    /// Until when the invitation may be answered; absent in records of earlier versions.
    pub fn open_until(&self) -> Option<Moment> {
        self.open_until
    }

    /// True if the colours on offer were drawn by lot.
    pub fn drawn(&self) -> bool {
        self.drawn
    }

    /// What was agreed.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Where the game stands.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// What only a game in play has, if it is in play.
    pub fn playing(&self) -> Option<&Playing> {
        match &self.phase {
            Phase::Playing(playing) => Some(playing),
            Phase::Offered | Phase::Over(_) => None,
        }
    }

    /// Board and course; no moves before the start.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Clocks that have not begun to run.
    pub(super) fn fresh_ledger(&self, at: Moment) -> Ledger {
        Ledger::new(self.terms.time, at)
    }
}

/// The position a game on these terms begins from.
pub(super) fn start(terms: &Terms) -> Result<Position, Corrupt> {
    match &terms.start {
        None => Ok(Position::start(terms.variant)),
        Some(text) => fen::read(terms.variant, text)
            .and_then(Position::try_from)
            .map_err(|error| Corrupt(format!("its start position is not lawful: {error}"))),
    }
}
