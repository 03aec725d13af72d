/*!
How facts change a game. Nothing is judged here but whether a fact can be followed from where the game stands: a record
that jumps is [`Corrupt`].
*/

use super::phase::{Ending, Over, Phase, Playing, Resignation, Takeback};
use super::plan::Plans;
use super::{Corrupt, Event, Game, Moment, Ply, Recorded};
use crate::rules::{Move, Position, Side};

impl Game {
    /// Follows one fact; judges nothing but whether it can be followed. After an error the game is not to be used.
    pub fn apply(&mut self, recorded: &Recorded<Event>) -> Result<(), Corrupt> {
        if self.seq.checked_add(1) != Some(recorded.seq) {
            return Err(Corrupt(format!("event {} follows event {}", recorded.seq, self.seq)));
        }
        self.follow(&recorded.event, recorded.at)
            .map_err(|why| Corrupt(format!("event {} cannot follow: {why}", recorded.seq)))?;
        self.seq = recorded.seq;
        Ok(())
    }

    fn follow(&mut self, event: &Event, at: Moment) -> Result<(), &'static str> {
        match event {
            Event::Offered { .. } => return Err("a game is offered once"),
            Event::Started => {
                self.offered()?;
                self.phase = Phase::Playing(Playing::new(at, self.fresh_ledger()));
            }
            Event::Declined => {
                self.offered()?;
                let ledger = self.fresh_ledger();
                self.phase = Phase::Over(Over { ending: Ending::Declined, at, started_at: None, ledger });
            }
            Event::Moved { by, mv } => self.follow_move(*by, *mv, at)?,
            Event::Told { side, ply } => {
                if *ply != self.ply() || *side != self.turn() {
                    return Err("a clock starts only for the side on move");
                }
                let playing = self.in_play()?;
                playing.told = Some(*ply);
                *playing.unreachable.of_mut(*side) = false;
                playing.ledger.start(*side, at);
            }
            Event::Unreachable { side } => {
                let playing = self.in_play()?;
                *playing.unreachable.of_mut(*side) = true;
                playing.ledger.annul(*side);
            }
            Event::Planned { by, plan } => {
                let turn = self.turn();
                if *by == turn && !plan.is_empty() {
                    return Err("only who waits makes a plan");
                }
                self.in_play()?.plans.lay(*by, plan.clone(), turn);
            }
            Event::Said { .. } => match &self.phase {
                Phase::Playing(_) | Phase::Over(Over { ending: Ending::Ended(_) | Ending::Aborted(_), .. }) => {}
                _ => return Err("nobody speaks in a game that never began"),
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
            Event::TakenBack { to } => self.take_back(*to)?,
            Event::Aborted { by } => {
                let ledger = self.in_play()?.ledger.clone();
                let started_at = self.in_play()?.started_at;
                self.phase =
                    Phase::Over(Over { ending: Ending::Aborted(*by), at, started_at: Some(started_at), ledger });
            }
            Event::OfferTooSoon { .. } | Event::ClaimFailed { .. } => self.in_play()?.withdraw_resignations(),
            Event::ResignAsked { by, code } => {
                let asked = Resignation { code: code.clone(), asked_at: at };
                *self.in_play()?.resignation.of_mut(*by) = Some(asked);
            }
            Event::Ended(outcome) => {
                let playing = self.in_play()?;
                playing.ledger.halt(at);
                let (started_at, ledger) = (Some(playing.started_at), playing.ledger.clone());
                self.phase = Phase::Over(Over { ending: Ending::Ended(*outcome), at, started_at, ledger });
            }
        }
        Ok(())
    }

    fn follow_move(&mut self, by: Side, mv: Move, at: Moment) -> Result<(), &'static str> {
        if by != self.turn() {
            return Err("it was the other side's move");
        }
        self.in_play()?;
        self.history.play(mv).map_err(|_| "the move is not legal")?;
        let after = self.history.position().clone();
        let playing = self.in_play()?;
        playing.ledger.stop(by, at);
        playing.plans.moved(by, mv, &after);
        playing.withdraw_resignations();
        // Who moves has seen the board, whatever became of our mail.
        *playing.unreachable.of_mut(by) = false;
        playing.takeback = None;
        if playing.may_answer_draw(by) {
            playing.draw_offer = None;
        }
        Ok(())
    }

    /// The game as it stood after so many plies; what was asked, offered and planned since is gone with the moves.
    fn take_back(&mut self, to: Ply) -> Result<(), &'static str> {
        let plies = to.0 as usize;
        let gone: Vec<Side> = self.history.positions().iter().skip(plies).map(Position::turn).collect();
        // One more position than moves: the last of them is whose turn it was.
        let Some((turn, movers)) = gone.split_last().filter(|(_, movers)| !movers.is_empty()) else {
            return Err("there are no moves to take back");
        };
        let (turn, movers) = (*turn, movers.to_vec());
        self.in_play()?;
        self.history = self.history.truncated(plies);
        let now = self.turn();
        let playing = self.in_play()?;
        movers.iter().rev().for_each(|side| playing.ledger.take_back(*side));
        if turn != now {
            playing.ledger.annul(turn);
        }
        playing.draw_offer = None;
        playing.takeback = None;
        playing.plans = Plans::default();
        playing.told = None;
        playing.withdraw_resignations();
        Ok(())
    }

    fn offered(&self) -> Result<(), &'static str> {
        matches!(self.phase, Phase::Offered).then_some(()).ok_or("the invitation was answered before")
    }

    fn in_play(&mut self) -> Result<&mut Playing, &'static str> {
        match &mut self.phase {
            Phase::Playing(playing) => Ok(playing),
            Phase::Offered | Phase::Over(_) => Err("the game is not being played"),
        }
    }
}
