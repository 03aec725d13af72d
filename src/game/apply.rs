/*!
How facts change a game. Nothing is judged here but whether a fact can be followed from where the game stands: a record
that jumps is [`Corrupt`].
*/

use super::phase::{Credit, Ending, Over, Phase, Playing, Resignation, Takeback};
use super::plan::Plans;
use super::state::start;
use super::{Change, Changed, Corrupt, Event, Game, Moment, PlayerId, Ply, Recorded, Refund, Span, Terms};
use crate::rules::{BySide, History, Move, Position, Side};
use chrono::TimeDelta;

impl Game {
    /// Follows one fact; judges nothing but whether it can be followed. After an error the game is not to be used.
    pub fn apply(&mut self, recorded: &Recorded<Event>) -> Result<(), Corrupt> {
        if self.seq.checked_add(1) != Some(recorded.seq) {
            return Err(Corrupt(format!("event {} follows event {}", recorded.seq, self.seq)));
        }
        let mover = self.turn().other();
        self.follow(&recorded.event, recorded.at)
            .map_err(|why| Corrupt(format!("event {} cannot follow: {why}", recorded.seq)))?;
        self.forget_before(&recorded.event, mover);
        self.seq = recorded.seq;
        Ok(())
    }

    fn follow(&mut self, event: &Event, at: Moment) -> Result<(), &'static str> {
        match event {
            Event::Offered { .. } => return Err("a game is offered once"),
            Event::Countered { players, by, drawn, terms } => self.follow_counter(*players, *by, *drawn, terms)?,
            Event::Started => {
                self.offered()?;
                self.phase = Phase::Playing(Box::new(Playing::new(at, self.fresh_ledger(at))));
            }
            Event::OpenUntil(_) | Event::Declined | Event::Withdrawn | Event::Expired => {
                self.follow_invitation(event, at)?;
            }
            Event::Moved { by, mv } => self.follow_move(*by, *mv, at)?,
            Event::Told { side, ply, since } => {
                self.follow_told(*side, *ply, since.map_or(at, |since| since.min(at)), at)?;
            }
            Event::Planned { by, plan } => {
                let turn = self.turn();
                if *by == turn && !plan.is_empty() {
                    return Err("only who waits makes a plan");
                }
                self.in_play()?.plans.lay(*by, plan.clone(), turn);
            }
            Event::Arrived { .. }
            | Event::Bounced { .. }
            | Event::Unreachable { .. }
            | Event::Asked { .. }
            | Event::Outage(_)
            | Event::Away { .. }
            | Event::Back { .. }
            | Event::LeaveEnds { .. }
            | Event::LeaveOver { .. }
            | Event::Weekends { .. }
            | Event::Gave { .. }
            | Event::Questioned { .. }
            | Event::Reminded { .. }
            | Event::FlagFell { .. } => self.follow_time(event, at)?,
            Event::Said { .. } => match &self.phase {
                Phase::Playing(_) => {}
                Phase::Over(over) if !over.ending().before_start() => {}
                Phase::Offered | Phase::Over(_) => return Err("nobody speaks in a game that never began"),
            },
            Event::DrawOffered { by } => {
                let ply = self.ply();
                let playing = self.in_play()?;
                if playing.draw_offer.is_some() {
                    return Err("a draw offer is open already");
                }
                playing.draw_offer = Some(*by);
                *playing.offered_at.of_mut(*by) = Some(ply);
                playing.withdraw_resignations();
            }
            Event::DrawDeclined { by } => {
                let playing = self.in_play()?;
                if !playing.may_answer_draw(*by) {
                    return Err("there is no draw offer to decline");
                }
                playing.draw_offer = None;
                playing.withdraw_resignations();
            }
            Event::TakebackAsked { by } => {
                let playing = self.in_play()?;
                playing.takeback = Some(Takeback { by: *by, declined: false });
                playing.withdraw_resignations();
            }
            Event::TakebackDeclined { by } => {
                let playing = self.in_play()?;
                if !playing.may_answer_takeback(*by) {
                    return Err("no move is asked back");
                }
                playing.takeback = Some(Takeback { by: by.other(), declined: true });
            }
            Event::TakenBack { to } => self.take_back(*to, at)?,
            Event::Undone { by } => self.undo(*by)?,
            Event::Aborted { by } => self.finish(Ending::Aborted(*by), at)?,
            Event::OfferTooSoon { .. } | Event::ClaimFailed { .. } => self.in_play()?.withdraw_resignations(),
            Event::ResignAsked { by, code } => {
                let asked = Resignation { code: code.clone(), asked_at: at };
                *self.in_play()?.resignation.of_mut(*by) = Some(asked);
            }
            Event::Ended(outcome) => self.finish(Ending::Ended(*outcome), at)?,
            Event::RematchAsked { by, game } => *self.over()?.rematch.of_mut(*by) = Some(game.clone()),
        }
        Ok(())
    }

    /// Other terms take the place of those on offer, and are the other player's to answer.
    fn follow_counter(
        &mut self,
        players: BySide<PlayerId>,
        by: Side,
        drawn: bool,
        terms: &Terms,
    ) -> Result<(), &'static str> {
        self.offered()?;
        let (inviter, invited) = (self.player(self.invited_by), self.player(self.invited_by.other()));
        if (*players.of(by), *players.of(by.other())) != (invited, inviter) {
            return Err("only the invited player can offer other terms");
        }
        let seats = (players, drawn) != (self.players, self.drawn);
        self.history = History::new(start(terms).map_err(|_| "its start position is not lawful")?);
        self.changed = Changed::between(&self.terms, terms, seats);
        self.offers = self.offers.saturating_add(1);
        self.open_until = None;
        (self.players, self.invited_by, self.drawn, self.terms) = (players, by, drawn, terms.clone());
        Ok(())
    }

    /// What becomes of an invitation that is not accepted.
    fn follow_invitation(&mut self, event: &Event, at: Moment) -> Result<(), &'static str> {
        self.offered()?;
        let ending = match event {
            Event::OpenUntil(until) => {
                self.open_until = Some(*until);
                return Ok(());
            }
            Event::Withdrawn => Ending::Withdrawn,
            Event::Expired => Ending::Expired,
            Event::Declined => Ending::Declined,
            _ => return Err("an invitation does not end by it"),
        };
        let ledger = self.fresh_ledger(at);
        self.phase = Phase::Over(Box::new(Over::new(ending, at, None, ledger)));
        Ok(())
    }

    /// The game is over: whatever clock runs stands.
    fn finish(&mut self, ending: Ending, at: Moment) -> Result<(), &'static str> {
        let ply = self.ply();
        let playing = self.in_play()?;
        playing.ledger.halt(at, ply);
        let (started_at, ledger) = (Some(playing.started_at), playing.ledger.clone());
        self.phase = Phase::Over(Box::new(Over::new(ending, at, started_at, ledger)));
        Ok(())
    }

    /// What time and the post brought about.
    fn follow_time(&mut self, event: &Event, at: Moment) -> Result<(), &'static str> {
        let ply = self.ply();
        match event {
            Event::Bounced { side, back } => {
                self.follow_bounce(*side, *back, at.checked_add_signed(Playing::ASK_AGAIN), at)?;
            }
            Event::Unreachable { side, back } => {
                self.follow_bounce(*side, *back, None, at)?;
                *self.in_play()?.unreachable.of_mut(*side) = Some(at);
            }
            Event::Arrived { side } => self.follow_arrival(*side, at)?,
            Event::Asked { .. } => self.in_play()?.ask_at = None,
            Event::Outage(span) => self.in_play()?.ledger.outage(*span),
            Event::Away { side, span } => self.in_play()?.ledger.away(*side, *span),
            Event::Back { side } => {
                let playing = self.in_play()?;
                playing.ledger.back(*side, at);
                *playing.leave_told.of_mut(*side) = at;
            }
            Event::LeaveEnds { side } => self.in_play()?.warned_of_leave(*side, at),
            Event::LeaveOver { side } => *self.in_play()?.leave_told.of_mut(*side) = at,
            Event::Weekends { side, zone, from } => {
                self.in_play()?.ledger.weekends(*side, *zone, from.unwrap_or(at));
            }
            Event::Gave { by, time } => {
                let side = by.other();
                let playing = self.in_play()?;
                playing.ledger.give(side, *time, at, ply);
                playing.flag_fell &= playing.ledger.flag(side).is_some_and(|flag| flag < at);
            }
            Event::Questioned { side, .. } if *side != self.turn() => {
                return Err("only who is to move is asked for the move");
            }
            Event::Questioned { side, grace } => self.in_play()?.ledger.question(*side, *grace, at),
            Event::Reminded { step, .. } => self.in_play()?.reminded.push(*step),
            Event::FlagFell { .. } => self.in_play()?.flag_fell = true,
            Event::Offered { .. }
            | Event::Countered { .. }
            | Event::OpenUntil(_)
            | Event::Started
            | Event::Declined
            | Event::Withdrawn
            | Event::Expired
            | Event::Told { .. }
            | Event::Moved { .. }
            | Event::Planned { .. }
            | Event::Said { .. }
            | Event::DrawOffered { .. }
            | Event::DrawDeclined { .. }
            | Event::OfferTooSoon { .. }
            | Event::TakebackAsked { .. }
            | Event::TakebackDeclined { .. }
            | Event::TakenBack { .. }
            | Event::Undone { .. }
            | Event::Aborted { .. }
            | Event::ClaimFailed { .. }
            | Event::ResignAsked { .. }
            | Event::Ended(_)
            | Event::RematchAsked { .. } => return Err("neither time nor the post brings it about"),
        }
        Ok(())
    }

    fn follow_move(&mut self, by: Side, mv: Move, at: Moment) -> Result<(), &'static str> {
        if by != self.turn() {
            return Err("it was the other side's move");
        }
        self.in_play()?;
        self.history.play(mv).map_err(|_| "the move is not legal")?;
        let (after, ply) = (self.history.position().clone(), self.ply());
        let playing = self.in_play()?;
        playing.before = None;
        // A move given ahead was played without a letter, and none undoes it.
        let planned = playing.plans.ready() == Some(mv);
        let before = (!planned).then(|| Box::new(playing.clone()));
        playing.ledger.stop(by, at, ply);
        playing.plans.moved(by, mv, &after);
        playing.next_turn();
        playing.withdraw_resignations();
        // Who moves has seen the board, whatever became of our mail.
        playing.is_reached(by, at);
        // The mail that tells the other side to move shows until when it is away.
        playing.warned_of_leave(by.other(), at);
        playing.takeback = None;
        if playing.may_answer_draw(by) {
            playing.draw_offer = None;
        }
        (playing.before, playing.planned) = (before, planned);
        Ok(())
    }

    /// The last move can be undone while all that happened since is its player's own doing.
    fn forget_before(&mut self, event: &Event, mover: Side) {
        let own = match event {
            Event::Moved { .. } => true,
            Event::Planned { by, .. }
            | Event::Said { by, .. }
            | Event::DrawOffered { by }
            | Event::OfferTooSoon { by }
            | Event::ClaimFailed { by } => *by == mover,
            Event::Offered { .. }
            | Event::Countered { .. }
            | Event::OpenUntil(_)
            | Event::Started
            | Event::Declined
            | Event::Withdrawn
            | Event::Expired
            | Event::Told { .. }
            | Event::Bounced { .. }
            | Event::Arrived { .. }
            | Event::Asked { .. }
            | Event::Unreachable { .. }
            | Event::Outage(_)
            | Event::Away { .. }
            | Event::Back { .. }
            | Event::LeaveEnds { .. }
            | Event::LeaveOver { .. }
            | Event::Weekends { .. }
            | Event::Gave { .. }
            | Event::Questioned { .. }
            | Event::Reminded { .. }
            | Event::FlagFell { .. }
            | Event::DrawDeclined { .. }
            | Event::TakebackAsked { .. }
            | Event::TakebackDeclined { .. }
            | Event::TakenBack { .. }
            | Event::Undone { .. }
            | Event::Aborted { .. }
            | Event::ResignAsked { .. }
            | Event::Ended(_)
            | Event::RematchAsked { .. } => false,
        };
        if let Phase::Playing(playing) = &mut self.phase
            && !own
        {
            playing.before = None;
        }
    }

    /// The game as it was before the last move of `by`, its clock running as it ran then.
    fn undo(&mut self, by: Side) -> Result<(), &'static str> {
        let plies = self.history.moves().len();
        if by == self.turn() || plies == 0 {
            return Err("only who moved last can undo it");
        }
        let before = self.in_play()?.before.take().ok_or("the move was answered, or seen")?;
        self.history = self.history.truncated(plies - 1);
        self.went_back.push(self.ply());
        self.phase = Phase::Playing(before);
        Ok(())
    }

    /// The game as it stood after so many plies; what was asked, offered and planned since is gone with the moves.
    fn take_back(&mut self, to: Ply, at: Moment) -> Result<(), &'static str> {
        let plies = to.0 as usize;
        let gone: Vec<Side> = self.history.positions().iter().skip(plies).map(Position::turn).collect();
        // One more position than moves: the last of them is whose turn it was.
        let Some((turn, movers)) = gone.split_last().filter(|(_, movers)| !movers.is_empty()) else {
            return Err("there are no moves to take back");
        };
        let (turn, movers) = (*turn, movers.to_vec());
        self.in_play()?;
        self.history = self.history.truncated(plies);
        self.went_back.push(to);
        let now = self.turn();
        let playing = self.in_play()?;
        movers.iter().rev().for_each(|side| playing.ledger.take_back(*side, at, to));
        if turn != now {
            playing.ledger.annul(turn, Change::Withdrawn, TimeDelta::MAX, at, to);
        }
        playing.next_turn();
        playing.draw_offer = None;
        playing.takeback = None;
        playing.plans = Plans::default();
        playing.planned = false;
        playing.told = None;
        playing.withdraw_resignations();
        Ok(())
    }

    /// A mail came back, or is not wanted: the run it started is none, as far as `back` says.
    fn follow_bounce(
        &mut self,
        side: Side,
        back: Refund,
        ask_at: Option<Moment>,
        at: Moment,
    ) -> Result<(), &'static str> {
        let (ply, on_move) = (self.ply(), side == self.turn());
        let playing = self.in_play()?;
        let most = match back {
            Refund::Whole => TimeDelta::MAX,
            Refund::Day => TimeDelta::days(1),
            Refund::AtMost(most) => most.max(TimeDelta::zero()),
            Refund::Nothing => TimeDelta::zero(),
        };
        let run = playing.ledger.annul(side, Change::Undelivered, most, at, ply);
        *playing.credited.of_mut(side) += run.map_or(TimeDelta::zero(), |run| run.given);
        if on_move {
            // A clock that stands by its player's own wish was given nothing.
            if back != Refund::Nothing {
                let (since, kept) = run.map_or((at, TimeDelta::zero()), |run| (run.since, run.kept));
                playing.credit.get_or_insert(Credit { since, kept, stands: at });
            }
            (playing.told, playing.ask_at) = (None, ask_at);
            playing.bounces.of_mut(side).push(at);
        }
        Ok(())
    }

    /// The clock of `side` runs from `since`. If it stood because a mail had come back, it has stood long enough.
    fn follow_told(&mut self, side: Side, ply: Ply, since: Moment, at: Moment) -> Result<(), &'static str> {
        if ply != self.ply() || side != self.turn() {
            return Err("a clock starts only for the side on move");
        }
        let playing = self.in_play()?;
        (playing.told, playing.ask_at) = (Some(ply), None);
        playing.is_reached(side, at);
        if let Some(credit) = playing.credit.take() {
            let stood = playing.ledger.counted(side, Span { from: credit.stands, to: at.max(credit.stands) });
            *playing.credited.of_mut(side) += stood;
        }
        playing.ledger.start(side, since);
        Ok(())
    }

    /// A mail that came back had arrived: its clock has run all the while.
    fn follow_arrival(&mut self, side: Side, at: Moment) -> Result<(), &'static str> {
        let (ply, turn) = (self.ply(), self.turn());
        let playing = self.in_play()?;
        let credit = playing.credit.take().filter(|_| side == turn).ok_or("no mail has come back")?;
        let run = Span { from: credit.since, to: at.max(credit.since) };
        let counted = playing.ledger.counted(side, run) - credit.kept;
        playing.ledger.take_again(side, counted.max(TimeDelta::zero()), at, ply);
        (playing.told, playing.ask_at) = (Some(ply), None);
        playing.is_reached(side, at);
        playing.ledger.start(side, at);
        Ok(())
    }

    fn offered(&self) -> Result<(), &'static str> {
        matches!(self.phase, Phase::Offered).then_some(()).ok_or("the invitation was answered before")
    }

    fn over(&mut self) -> Result<&mut Over, &'static str> {
        match &mut self.phase {
            Phase::Over(over) => Ok(over),
            Phase::Offered | Phase::Playing(_) => Err("the game is not over"),
        }
    }

    fn in_play(&mut self) -> Result<&mut Playing, &'static str> {
        match &mut self.phase {
            Phase::Playing(playing) => Ok(playing),
            Phase::Offered | Phase::Over(_) => Err("the game is not being played"),
        }
    }
}
