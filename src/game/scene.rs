/*!
A game as one of its players may see it at a moment: what pages are drawn from.
*/

use super::clock::Ledger;
use super::phase::{Ending, Phase, Playing};
use super::{
    Answer, Changed, ClockFace, ConfirmCode, Entry, Game, GameId, Moment, Origin, Plan, Ply, Span, Terms, When,
};
use crate::rules::{BySide, Move, Outcome, Side, Termination, View};

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Offered, not answered.
    Offered,
    /// Declined.
    Declined,
    /// The invitation was taken back.
    Withdrawn,
    /// The invitation was not answered in time.
    Expired,
    /// Being played.
    Playing,
    /// Over.
    Over(Outcome),
    /// That side called it off before both had moved.
    Aborted(Side),
}

/// A leave as its own player is told of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leave {
    /// From when until when.
    pub span: Span,
    /// Days that are left of the year's.
    pub days_left: u32,
}

/// Everything a page may know about a game; nothing of it is hidden from its reader.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Which game.
    pub id: GameId,
    /// The reader's seat.
    pub side: Side,
    /// What was agreed.
    pub terms: Terms,
    /// Who invited.
    pub invited_by: Side,
    /// True if the colours were drawn by lot.
    pub drawn: bool,
    /// What the invitation came of.
    pub origin: Origin,
    /// Who has asked for a rematch.
    pub rematch: BySide<bool>,
    /// What the latest counter-offer changed; nothing if there was none.
    pub changed: Changed,
    /// Where it stands.
    pub stage: Stage,
    /// Board, moves and course, as the reader may see them.
    pub view: View,
    /// Plies so far.
    pub ply: Ply,
    /// Both clocks at the scene's moment.
    pub clocks: BySide<ClockFace>,
    /// Who has an open draw offer.
    pub draw_offer: Option<Side>,
    /// Who has asked for a move back.
    pub takeback: Option<Side>,
    /// The code that confirms the reader's open wish to resign.
    pub resign_code: Option<ConfirmCode>,
    /// What the reader has planned from here; nobody else's plan is ever in a scene.
    pub plan: Vec<PlanSaid>,
    /// What the reader, on move, has planned and what an open draw offer holds back.
    pub held: Option<Move>,
    /// What the side to move may claim.
    pub claims: Vec<Termination>,
    /// Every change of the clocks so far, oldest first.
    pub ledger: Vec<Entry>,
    /// The opponent of the side on move may claim that its time is up.
    pub flag_fell: bool,
    /// Until when the side on move may answer the question about its move, so that the answer counts as of its first letter.
    pub answer_until: Option<Moment>,
    /// The side on move is to be told again: its mail came back.
    pub asked_again_at: Option<Moment>,
    /// Mail to these sides cannot be delivered.
    pub unreachable: BySide<bool>,
    /// When the first event was recorded.
    pub offered_at: Moment,
    /// Until when the invitation may be answered.
    pub open_until: Option<Moment>,
    /// When play began.
    pub started_at: Option<Moment>,
    /// When the game ended.
    pub ended_at: Option<Moment>,
}

/// One line of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanSaid {
    /// The opponent's move; any other if absent.
    pub when: Option<Move>,
    /// The answer, then by turns.
    pub then: Vec<Move>,
}

impl Scene {
    /// `game` as `side` may see it, with the clocks as they stand at `at`.
    pub(super) fn of(game: &Game, side: Side, at: Moment) -> Scene {
        let playing = game.playing();
        Scene {
            id: game.id.clone(),
            side,
            terms: game.terms.clone(),
            invited_by: game.invited_by,
            drawn: game.drawn,
            origin: game.origin.clone(),
            rematch: BySide::from_fn(|side| game.rematch(side).is_some()),
            changed: game.changed,
            stage: stage(&game.phase),
            view: View::of(&game.history, side),
            ply: game.ply(),
            clocks: clocks(game, at),
            draw_offer: playing.and_then(|playing| playing.draw_offer),
            takeback: playing.and_then(Playing::takeback),
            resign_code: playing.and_then(|playing| playing.resign_code(side, at)).cloned(),
            plan: playing.map(|playing| planned(playing.plans.of(side))).unwrap_or_default(),
            held: playing.filter(|_| side == game.turn()).and_then(|playing| playing.plans.ready()),
            claims: playing.map(|_| game.history.claims()).unwrap_or_default(),
            ledger: ledger(game).map(|ledger| ledger.entries().to_vec()).unwrap_or_default(),
            flag_fell: playing.is_some_and(|playing| playing.flag_fell),
            answer_until: playing
                .and_then(|playing| playing.ledger.questioned(game.turn()))
                .map(|asked| asked.to)
                .filter(|until| at <= *until),
            asked_again_at: playing.and_then(|playing| playing.ask_at),
            unreachable: playing
                .map_or_else(BySide::default, |playing| BySide::from_fn(|side| playing.unreachable.of(side).is_some())),
            offered_at: game.offered_at,
            open_until: game.open_until,
            started_at: game.phase.started_at(),
            ended_at: match &game.phase {
                Phase::Over(over) => Some(over.at),
                Phase::Offered | Phase::Playing(_) => None,
            },
        }
    }
}

impl Scene {
    /// `game` as a spectator may see it: the board after so many plies and the moves up to there, from the first side's
    /// end of the board. No clock, offer, plan, code or reminder is anybody's but the players'. A position short of the last
    /// is that of a game that goes on, whatever came of it since.
    pub(super) fn watched(game: &Game, ply: Ply) -> Scene {
        let whole = ply >= game.ply();
        let history = game.history.truncated(ply.0 as usize);
        Scene {
            id: game.id.clone(),
            side: Side::First,
            terms: game.terms.clone(),
            invited_by: game.invited_by,
            drawn: game.drawn,
            origin: game.origin.clone(),
            rematch: BySide::default(),
            changed: Default::default(),
            stage: match stage(&game.phase) {
                over @ (Stage::Over(_) | Stage::Aborted(_)) if whole => over,
                _ => Stage::Playing,
            },
            view: View::of(&history, Side::First),
            ply: ply.min(game.ply()),
            clocks: BySide::default(),
            draw_offer: None,
            takeback: None,
            resign_code: None,
            plan: Vec::new(),
            held: None,
            claims: Vec::new(),
            ledger: Vec::new(),
            flag_fell: false,
            answer_until: None,
            asked_again_at: None,
            unreachable: BySide::default(),
            offered_at: game.offered_at,
            open_until: game.open_until,
            started_at: game.phase.started_at(),
            ended_at: match &game.phase {
                Phase::Over(over) if whole => Some(over.at),
                _ => None,
            },
        }
    }
}

/// A plan's lines. Each was legal when it was laid, and a plan that the game leaves is dropped.
fn planned(plan: &Plan) -> Vec<PlanSaid> {
    plan.lines().iter().map(|line| said(line)).collect()
}

fn said(line: &[Answer]) -> PlanSaid {
    let mut moves = Vec::new();
    for answer in line {
        let When::Move(theirs) = answer.when else {
            return PlanSaid { when: None, then: vec![answer.mv] };
        };
        moves.extend([theirs, answer.mv]);
    }
    let mut moves = moves.into_iter();
    PlanSaid { when: moves.next(), then: moves.collect() }
}

fn stage(phase: &Phase) -> Stage {
    match phase {
        Phase::Offered => Stage::Offered,
        Phase::Playing(_) => Stage::Playing,
        Phase::Over(over) => match over.ending() {
            Ending::Declined => Stage::Declined,
            Ending::Withdrawn => Stage::Withdrawn,
            Ending::Expired => Stage::Expired,
            Ending::Ended(outcome) => Stage::Over(outcome),
            Ending::Aborted(by) => Stage::Aborted(by),
        },
    }
}

fn clocks(game: &Game, at: Moment) -> BySide<ClockFace> {
    let fresh = game.fresh_ledger(at);
    let ledger = ledger(game).unwrap_or(&fresh);
    BySide::from_fn(|side| ledger.face(side, at))
}

/// The clocks of a game that has begun.
fn ledger(game: &Game) -> Option<&Ledger> {
    match &game.phase {
        Phase::Playing(playing) => Some(&playing.ledger),
        Phase::Over(over) => Some(&over.ledger),
        Phase::Offered => None,
    }
}
