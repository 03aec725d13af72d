/*!
A game as one of its players may see it at a moment: what pages are drawn from.
*/

use super::{ClockFace, ConfirmCode, GameId, Moment, Ply, Terms};
use crate::rules::{BySide, Outcome, Side, Termination, View};

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Offered, not answered.
    Offered,
    /// Declined.
    Declined,
    /// Being played.
    Playing,
    /// Over.
    Over(Outcome),
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
    /// The code that confirms the reader's open wish to resign.
    pub resign_code: Option<ConfirmCode>,
    /// What the side to move may claim.
    pub claims: Vec<Termination>,
    /// Mail to these sides cannot be delivered.
    pub unreachable: BySide<bool>,
    /// When the first event was recorded.
    pub offered_at: Moment,
    /// When play began.
    pub started_at: Option<Moment>,
    /// When the game ended.
    pub ended_at: Option<Moment>,
}
