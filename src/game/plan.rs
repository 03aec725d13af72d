/*!
Plans: moves given ahead, if-then, by a player who waits.

A plan is a tree: what the opponent may play, the answer to it, and what may come of that. It is its owner's secret until
it is played, and it stands until the game leaves it.
*/

use crate::rules::{BySide, Move, Position, Side};

/// What the opponent plays, as an if-line names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// This move.
    Move(Move),
    /// Any that no other line names.
    Other,
}

/// One if-then: a move of the opponent's, and one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// If they play this,
    pub when: When,
    /// this is played at once.
    pub mv: Move,
}

/// Moves given ahead by one side, from a position in which the other side is to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    branches: Vec<Branch>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Branch {
    answer: Answer,
    then: Plan,
}

impl Plan {
    /// The plan of these lines; `None` if two of them answer the same move differently, or go on behind `Other`, where
    /// no position is known.
    pub fn of(lines: &[Vec<Answer>]) -> Option<Plan> {
        let mut plan = Plan::default();
        lines.iter().all(|line| plan.add(line)).then_some(plan)
    }

    /// Adds one line; false, and no plan, if it contradicts another.
    pub(super) fn add(&mut self, line: &[Answer]) -> bool {
        let Some((answer, rest)) = line.split_first() else { return true };
        if answer.when == When::Other && !rest.is_empty() {
            return false;
        }
        match self.branches.iter_mut().find(|branch| branch.answer.when == answer.when) {
            Some(branch) => branch.answer == *answer && branch.then.add(rest),
            None => {
                self.branches.push(Branch { answer: *answer, then: Plan::default() });
                self.branches.last_mut().is_some_and(|branch| branch.then.add(rest))
            }
        }
    }

    /// True if nothing is planned.
    pub fn is_empty(&self) -> bool {
        self.branches.is_empty()
    }

    /// Every line from here to its end, in the order given; `Other` last, as it is asked last.
    pub fn lines(&self) -> Vec<Vec<Answer>> {
        let (named, other): (Vec<&Branch>, Vec<&Branch>) =
            self.branches.iter().partition(|branch| branch.answer.when != When::Other);
        named.into_iter().chain(other).flat_map(Branch::lines).collect()
    }

    /// The answer to `mv`, and the plan from there on.
    fn answer(self, mv: Move) -> Option<(Move, Plan)> {
        let fits = |when: When| self.branches.iter().position(|branch| branch.answer.when == when);
        let at = fits(When::Move(mv)).or_else(|| fits(When::Other))?;
        self.branches.into_iter().nth(at).map(|branch| (branch.answer.mv, branch.then))
    }
}

impl Branch {
    fn lines(&self) -> Vec<Vec<Answer>> {
        let mut rest = self.then.lines();
        if rest.is_empty() {
            rest.push(Vec::new());
        }
        rest.into_iter().map(|rest| std::iter::once(self.answer).chain(rest).collect()).collect()
    }
}

/// Both players' plans, as far as the game has followed them.
#[derive(Clone, Debug, Default)]
pub(super) struct Plans {
    /// From a position in which the other side is to move.
    standing: BySide<Plan>,
    /// What the side to move has ready, and its plan from there on.
    ready: Option<(Move, Plan)>,
}

impl Plans {
    /// The plan of the side that is not to move.
    pub(super) fn of(&self, side: Side) -> &Plan {
        self.standing.of(side)
    }

    /// What the side to move has ready.
    pub(super) fn ready(&self) -> Option<Move> {
        self.ready.as_ref().map(|(mv, _)| *mv)
    }

    /// From now on `by` plans this; where `by` is to move, that is nothing.
    pub(super) fn lay(&mut self, by: Side, plan: Plan, turn: Side) {
        *self.standing.of_mut(by) = plan;
        if by == turn {
            self.ready = None;
        }
    }

    /// `by` has moved: its own plan goes on if this was the move it had ready, and the other side may have an answer.
    pub(super) fn moved(&mut self, by: Side, mv: Move, after: &Position) {
        let own = self.ready.take().filter(|(ready, _)| *ready == mv).map(|(_, then)| then);
        *self.standing.of_mut(by) = own.unwrap_or_default();
        let theirs = std::mem::take(self.standing.of_mut(by.other()));
        // An answer to any other move may prove impossible; then its player is asked.
        self.ready = theirs.answer(mv).filter(|(answer, _)| after.is_legal(*answer));
    }
}
