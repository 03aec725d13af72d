/*!
How facts change a game. Nothing is judged here but whether a fact can be followed from where the game stands: a record
that jumps is [`Corrupt`].
*/

use super::phase::{Ending, Over, Phase, Playing, Resignation};
use super::{Corrupt, Event, Game, Moment, Recorded};
use crate::rules::{Move, Side};

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
                Phase::Playing(_) | Phase::Over(Over { ending: Ending::Ended(_), .. }) => {}
                _ => return Err("nobody speaks in a game that never began"),
            },
            Event::DrawOffered { by } => {
                let playing = self.in_play()?;
                if playing.draw_offer.is_some() {
                    return Err("a draw offer is open already");
                }
                playing.draw_offer = Some(*by);
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
            Event::ClaimFailed { .. } => self.in_play()?.withdraw_resignations(),
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
        if playing.may_answer_draw(by) {
            playing.draw_offer = None;
        }
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
