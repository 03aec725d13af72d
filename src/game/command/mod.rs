/*!
Wishes inside a game, one file each.

A wish is weighed against the game as it stands and becomes facts, or a [`Refusal`] that changes nothing.
*/

mod abort;
mod answer;
mod claim_time;
mod counter;
mod declare;
mod draw;
mod give;
mod plan;
mod play;
mod rematch;
mod resign;
mod say;
mod takeback;
mod undo;
mod withdraw;

pub(super) use abort::abandon;
pub use counter::Seat;
pub(super) use draw::{CLAIMS, wait};
pub use plan::PlanLine;
pub(super) use plan::carry_on;
pub(super) use play::meant;

use super::phase::{Phase, Playing};
use super::{ConfirmCode, Event, Game, GameId, Moment, Refusal, Terms};
use crate::rules::{Side, WrittenMove};
use chrono::TimeDelta;

/// What may go with a move about a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawWord {
    /// "… and I offer a draw."
    Offer,
    /// "No draw; …"
    Decline,
    /// "… claim draw": by this move (FIDE 9.2, 9.3).
    Claim,
}

/// A wish. Text for the opponent travels beside it as [`Command::Say`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Accept the invitation; while playing, the open draw offer.
    Accept,
    /// Decline the invitation; while playing, the open draw offer.
    Decline,
    /// Answer the invitation by other terms.
    Counter {
        /// All of them.
        terms: Box<Terms>,
        /// The side asked for; as offered if absent.
        seat: Option<Seat>,
    },
    /// Take back the invitation.
    Withdraw,
    /// Play a move.
    Play {
        /// As written, with its readings.
        written: WrittenMove,
        /// What goes with it.
        draw: Option<DrawWord>,
        /// The player has set "always queen": a promotion without a piece means a queen.
        queen: bool,
    },
    /// Offer a draw without a move.
    OfferDraw,
    /// Accept the draw, by its own word.
    AcceptDraw,
    /// Decline the draw, by its own word.
    DeclineDraw,
    /// Claim a draw for the position on the board.
    ClaimDraw,
    /// Ask for one's last move back.
    AskTakeback,
    /// Allow it.
    AcceptTakeback,
    /// Decline it.
    DeclineTakeback,
    /// Undo one's last move, if the opponent's mail about it has not left.
    Undo,
    /// Call the game off before both have moved.
    Abort,
    /// Declare the game won by a king that has crossed the board.
    Declare,
    /// Ask to resign; `code` is what will confirm it, unless an earlier one is still good.
    Resign {
        /// Derived by the caller.
        code: ConfirmCode,
    },
    /// Confirm it.
    ConfirmResign {
        /// As written.
        code: ConfirmCode,
    },
    /// Moves given ahead, in place of those given before.
    Plan {
        /// The if-then lines.
        lines: Vec<PlanLine>,
        /// The player has set "always queen".
        queen: bool,
    },
    /// Plan nothing any more.
    DropPlan,
    /// Claim that the opponent's time is up.
    ClaimTime,
    /// Give the opponent time.
    Give {
        /// How much.
        time: TimeDelta,
    },
    /// Play again with the colours changed.
    Rematch {
        /// The id of the game to come.
        game: GameId,
    },
    /// Words for the opponent.
    Say {
        /// Plain text.
        text: String,
    },
}

/// What follows from the wish of `by`, whose letter arrived at `at`.
pub(super) fn decide(game: &Game, by: Side, command: &Command, at: Moment) -> Result<Vec<Event>, Refusal> {
    match command {
        Command::Accept => answer::accept(game, by, at),
        Command::Decline => answer::decline(game, by, at),
        Command::Withdraw => withdraw::withdraw(game, by),
        Command::Counter { terms, seat } => counter::counter(game, by, terms, *seat, at),
        Command::Play { written, draw, queen } => play::play(game, by, written, *draw, *queen),
        Command::OfferDraw => draw::offer(game, by),
        Command::AskTakeback => takeback::ask(game, by),
        Command::AcceptTakeback => takeback::accept(game, by),
        Command::DeclineTakeback => takeback::decline(game, by),
        Command::Undo => undo::undo(game, by, at),
        Command::Abort => abort::abort(game, by),
        Command::AcceptDraw => draw::accept(in_play(game)?, by),
        Command::DeclineDraw => draw::decline(in_play(game)?, by),
        Command::ClaimDraw => draw::claim(game, by),
        Command::Declare => declare::declare(game, by),
        Command::Resign { code } => resign::ask(in_play(game)?, by, code, at),
        Command::ConfirmResign { code } => resign::confirm(in_play(game)?, by, code, at),
        Command::Plan { lines, queen } => plan::lay(game, by, lines, *queen),
        Command::DropPlan => plan::drop_plan(game, by),
        Command::ClaimTime => claim_time::claim(game, by, at),
        Command::Give { time } => give::give(game, by, *time),
        Command::Rematch { game: rematch } => rematch::ask(game, by, rematch),
        Command::Say { text } => say::say(game, by, text),
    }
}

/// The game in play, or why there is none.
fn in_play(game: &Game) -> Result<&Playing, Refusal> {
    match &game.phase {
        Phase::Playing(playing) => Ok(playing),
        Phase::Offered => Err(Refusal::NotStarted),
        Phase::Over(_) => Err(Refusal::GameOver),
    }
}

/// True if the invitation came to nothing.
fn unbegun(game: &Game) -> bool {
    matches!(&game.phase, Phase::Over(over) if over.ending().before_start())
}
