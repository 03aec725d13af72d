/*!
Robots: players that are programs. What they play, and what they do in a game.

A robot is a player like others: it has a row in the record, clocks, and notices of what happens. It gets no mail, since
what would be mailed to it is handed to it here; and it answers at once. How good its moves are is its engine's affair.
*/

use crate::game::{Command, DrawWord, Game, Phase, Refusal, Terms};
use crate::mail::Address;
use crate::rules::notation::{shogi, uci, usi};
use crate::rules::{Move, MovePattern, Position, Side, Variant, WrittenMove};
use unicode_normalization::UnicodeNormalization;

/// Worth of a game that is won, in hundredths of a pawn.
pub const WIN: i32 = 100_000;

/// Plies before which a robot takes no draw: an opening is no reason for one.
const DRAW_FROM: u32 = 60;

/// A player that is a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Robot {
    /// As mails name it.
    pub name: String,
    /// What it is called in a challenge, beside its address: `stockfish`.
    pub words: Vec<String>,
    /// An address of ours, to which nothing is ever sent.
    pub address: Address,
    /// What it plays.
    pub variants: Vec<&'static Variant>,
    /// So many unfinished games it plays with one person.
    pub games_each: u32,
    /// It resigns when it sees itself so far behind, in hundredths of a pawn; never if absent.
    pub resigns_at: Option<i32>,
}

/// What an engine makes of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    /// What it would do.
    pub choice: Choice,
    /// How it judges the position for the side to move, in hundredths of a pawn, if it says.
    pub worth: Option<i32>,
}

/// What an engine would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Play that move.
    Move(Move),
    /// Give up.
    Resign,
    /// Declare the game won, in shogi.
    Declare,
}

/// What waits for a robot in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// This wish of its own needs no thought.
    Do(Command),
    /// It is to move.
    Think,
}

/// What a robot does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// A wish like a person's.
    Do(Command),
    /// Gives up, in one go: nobody's finger can slip.
    Resign,
}

impl Robot {
    /// Whether `word` of a challenge names it, in any width and case.
    pub fn is_called(&self, word: &str) -> bool {
        let plain = |text: &str| text.nfkc().collect::<String>().to_lowercase();
        self.words.iter().any(|known| plain(known) == plain(word))
    }

    /// Whether it plays on these terms.
    ///
    /// # Errors
    /// `RobotDeclines`, which says what it does play.
    pub fn takes(&self, terms: &Terms) -> Result<(), Refusal> {
        if self.variants.contains(&terms.variant) {
            return Ok(());
        }
        let plays = self.variants.iter().map(|variant| variant.key.to_owned()).collect();
        Err(Refusal::RobotDeclines { name: self.name.clone(), plays })
    }

    /// What waits for it in its seat; none if it is for others to do something.
    ///
    /// An offer made while its opponent is to move is declined at once; one that comes with a move is weighed with the
    /// answer. A move asked back is allowed wherever it may be asked, since that is where the game is for practice.
    pub fn task(&self, game: &Game, side: Side) -> Option<Task> {
        let playing = match game.phase() {
            Phase::Offered if side == game.invited_by() => return None,
            Phase::Offered if self.takes(game.terms()).is_ok() => return Some(Task::Do(Command::Accept)),
            Phase::Offered => return Some(Task::Do(Command::Decline)),
            Phase::Playing(playing) => playing,
            Phase::Over(_) => return None,
        };
        if playing.takeback() == Some(side.other()) {
            let allowed = !game.terms().rated;
            return Some(Task::Do(if allowed { Command::AcceptTakeback } else { Command::DeclineTakeback }));
        }
        if game.turn() == side {
            return Some(Task::Think);
        }
        (playing.draw_offer() == Some(side.other())).then_some(Task::Do(Command::DeclineDraw))
    }

    /// What it does, being to move, with its engine's thought. It agrees to a draw, or claims one, where it does not see
    /// itself ahead.
    pub fn act(&self, game: &Game, side: Side, thought: &Thought) -> Act {
        let level = thought.worth.is_some_and(|worth| worth <= 0);
        let offered = game.playing().is_some_and(|playing| playing.draw_offer() == Some(side.other()));
        if offered && level && game.ply().0 >= DRAW_FROM {
            return Act::Do(Command::AcceptDraw);
        }
        if level && !game.history().claims().is_empty() {
            return Act::Do(Command::ClaimDraw);
        }
        let lost = self.resigns_at.zip(thought.worth).is_some_and(|(at, worth)| worth <= -at);
        match thought.choice {
            Choice::Declare => Act::Do(Command::Declare),
            Choice::Resign => Act::Resign,
            Choice::Move(_) if lost => Act::Resign,
            Choice::Move(mv) => {
                let claims = level && game.history().claims_with(mv).is_ok_and(|claims| !claims.is_empty());
                let draw = claims.then_some(DrawWord::Claim);
                Act::Do(Command::Play { written: written(game.history().position(), mv), draw, queen: false })
            }
        }
    }
}

/// A legal move as if its player had written it, in a notation that leaves nothing open.
fn written(position: &Position, mv: Move) -> WrittenMove {
    let variant = position.variant();
    let (text, pattern) = if shogi::applies(variant) {
        let text = usi::write(position, mv);
        let pattern = usi::read(variant, &text);
        (text, pattern)
    } else {
        let text = uci::write(position, mv);
        let pattern = uci::read(variant, &text);
        (text, pattern)
    };
    let stages: Vec<Vec<MovePattern>> = pattern.into_iter().map(|pattern| vec![pattern]).collect();
    WrittenMove { text, number: None, stages }
}
