/*!
Plans: laid, dropped, and played.

A plan is checked when it is sent, line by line, and taken whole or not at all: a player must be able to rely on what
the answer reads back. A new plan takes the place of the one before.

A plan is played by nobody's letter but in the transaction of the move it answers, so it is played once, whatever
crashes; no time passes for it. An open draw offer holds it: a move would decline the offer, and that is the player's
own to say.
*/

use super::{in_play, play};
use crate::game::plan::{Answer, Plan, When};
use crate::game::{Event, Game, PlanFault, Refusal};
use crate::rules::{History, Move, Position, Side, Unresolved, View, WrittenMove};

/// One if-then line, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanLine {
    /// The opponent's move; any other than those of the other lines if absent.
    pub when: Option<WrittenMove>,
    /// One's own answer, then by turns.
    pub then: Vec<WrittenMove>,
}

/// More lines are no plan.
const LINES_MAX: usize = 64;

/// A line's moves, both sides counted.
const LINE_MAX: usize = 60;

/// Takes over a plan.
pub(super) fn lay(game: &Game, by: Side, lines: &[PlanLine], queen: bool) -> Result<Vec<Event>, Refusal> {
    in_play(game)?;
    if by == game.turn() {
        return Err(Refusal::PlanWithoutMove);
    }
    let mut plan = Plan::default();
    let mut before: Option<History> = None;
    for (place, line) in lines.iter().enumerate() {
        let refused = |fault| Refusal::Plan { line: text_of(line), fault };
        if place >= LINES_MAX {
            return Err(refused(PlanFault::TooLong));
        }
        // `if Nc6 then Bb5; if a6 then Ba4`: the second line may stand on the first.
        let traced = trace(&game.history, line, queen)
            .or_else(|fault| before.as_ref().and_then(|history| continued(history, line, queen)).ok_or(fault));
        let (history, last) = traced.map_err(refused)?;
        let way = history.moves().get(game.history.moves().len()..).unwrap_or_default();
        let answers: Vec<Answer> = pairs(way).chain(last).collect();
        if !plan.add(&answers) {
            return Err(refused(PlanFault::TwoAnswers));
        }
        before = Some(history);
    }
    Ok(vec![Event::Planned { by, plan }])
}

/// Plans nothing any more.
pub(super) fn drop_plan(game: &Game, by: Side) -> Result<Vec<Event>, Refusal> {
    let plans = &in_play(game)?.plans;
    let ready = by == game.turn() && plans.ready().is_some();
    if plans.of(by).is_empty() && !ready {
        return Err(Refusal::NoPlan);
    }
    Ok(vec![Event::Planned { by, plan: Plan::default() }])
}

/// The moves that plans have ready now, each with what follows from it; both players' plans by turns.
pub(in crate::game) fn carry_on(game: &Game) -> Vec<Event> {
    let Ok(playing) = in_play(game) else { return Vec::new() };
    let mut plans = playing.plans.clone();
    let mut history = game.history.clone();
    let mut events = Vec::new();
    while let Some(mv) = plans.ready() {
        let by = history.position().turn();
        if playing.may_answer_draw(by) || history.play(mv).is_err() {
            break;
        }
        plans.moved(by, mv, history.position());
        events.push(Event::Moved { by, mv });
        if let Some(outcome) = history.outcome(game.terms.draws) {
            events.push(Event::Ended(outcome));
            break;
        }
    }
    events
}

/// The game as it would stand after a line, and an answer to any other move, which leads to no one position.
fn trace(history: &History, line: &PlanLine, queen: bool) -> Result<(History, Option<Answer>), PlanFault> {
    let mut history = history.clone();
    let theirs = history.position().turn();
    let Some(first) = &line.when else {
        let [answer] = line.then.as_slice() else { return Err(PlanFault::BeyondOther) };
        let mv = to_any(history.position(), answer, queen)?;
        return Ok((history, Some(Answer { when: When::Other, mv })));
    };
    if line.then.len() >= LINE_MAX {
        return Err(PlanFault::TooLong);
    }
    for written in std::iter::once(first).chain(&line.then) {
        // What their pawns become is theirs to say.
        let mv = find(&history, written, queen && history.position().turn() != theirs)?;
        history.play(mv).map_err(|_| PlanFault::TooLong)?;
    }
    if line.then.len().is_multiple_of(2) {
        return Err(PlanFault::Unanswered);
    }
    Ok((history, None))
}

/// A line that stands on the one before it; an answer to any other move never does.
fn continued(history: &History, line: &PlanLine, queen: bool) -> Option<(History, Option<Answer>)> {
    line.when.as_ref().and_then(|_| trace(history, line, queen).ok())
}

/// The move that answers any of theirs: one and the same wherever it can be played, and it must be somewhere.
fn to_any(position: &Position, answer: &WrittenMove, queen: bool) -> Result<Move, PlanFault> {
    let mut found: Option<Move> = None;
    let mut fault = None;
    let replies = position.legal_moves().into_iter().filter_map(|theirs| position.after(theirs).ok());
    for after in replies {
        match find(&History::new(after), answer, queen) {
            Ok(mv) if found.is_none_or(|known| known == mv) => found = Some(mv),
            Ok(_) => return Err(PlanFault::Ambiguous { text: answer.text.clone() }),
            Err(why) => fault = fault.or(Some(why)),
        }
    }
    found.ok_or(fault.unwrap_or(PlanFault::Unanswered))
}

/// Their move and the answer, by turns.
fn pairs(moves: &[Move]) -> impl Iterator<Item = Answer> {
    moves.chunks(2).filter_map(|pair| match pair {
        [theirs, mine] => Some(Answer { when: When::Move(*theirs), mv: *mine }),
        _ => None,
    })
}

/// The one legal move that is meant, its number weighed.
fn find(history: &History, written: &WrittenMove, queen: bool) -> Result<Move, PlanFault> {
    let position = history.position();
    let text = written.text.clone();
    if play::check_number(position, written).is_err() {
        return Err(PlanFault::WrongNumber { text });
    }
    play::find(position, written, queen).map_err(|unresolved| match unresolved {
        Unresolved::Illegal => PlanFault::Illegal { why: View::of(history, position.turn()).why(written), text },
        Unresolved::Ambiguous(_) => PlanFault::Ambiguous { text },
        Unresolved::Promotion(_) => PlanFault::Promotion { text },
    })
}

/// A line's moves, for the answer to repeat.
fn text_of(line: &PlanLine) -> String {
    line.when.iter().chain(&line.then).map(|written| written.text.as_str()).collect::<Vec<_>>().join(" ")
}
