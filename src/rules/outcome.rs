/*!
How a game ends: who won, and by what. The words are those of `kingpost show --json`.
*/

use super::Side;

/// Why a game is over. A draw by the third occurrence and one by the fifth are both [`Termination::Repetition`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// In check and without a legal move.
    Checkmate,
    /// Not in check and without a legal move.
    Stalemate,
    /// The third check was given, where that wins.
    ThirdCheck,
    /// Without a legal move, in a game without check.
    NoLegalMove,
    /// A king has come home first, or both with the same move.
    KingHome,
    /// A side has no man left of one of its kinds.
    Extinct,
    /// A side has no man left at all.
    BareArmy,
    /// No series of legal moves leads to mate by either side.
    Dead,
    /// The same position came back often enough.
    Repetition,
    /// The same position came back four times, and with every move in between one side gave check: it loses.
    PerpetualCheck,
    /// A king has reached the far side, and its player has declared the game won.
    Impasse,
    /// Fifty moves by each side without capture or pawn move, claimed or by the game's own terms.
    Fifty,
    /// Seventy-five such moves.
    SeventyFive,
    /// Both agreed to a draw.
    Agreement,
    /// A player gave up.
    Resign,
    /// A player's time ran out.
    Timeout,
    /// A player could not be reached for so long that the other claimed the game.
    Abandoned,
}

impl Termination {
    const ALL: [(Termination, &str); 17] = [
        (Termination::Checkmate, "checkmate"),
        (Termination::Stalemate, "stalemate"),
        (Termination::ThirdCheck, "third-check"),
        (Termination::NoLegalMove, "no-legal-move"),
        (Termination::KingHome, "king-home"),
        (Termination::Extinct, "extinct"),
        (Termination::BareArmy, "bare-army"),
        (Termination::Dead, "dead"),
        (Termination::Repetition, "repetition"),
        (Termination::PerpetualCheck, "perpetual-check"),
        (Termination::Impasse, "impasse"),
        (Termination::Fifty, "fifty"),
        (Termination::SeventyFive, "seventy-five"),
        (Termination::Agreement, "agreement"),
        (Termination::Resign, "resign"),
        (Termination::Timeout, "timeout"),
        (Termination::Abandoned, "abandoned"),
    ];

    /// The word programs and the record use.
    pub fn key(self) -> &'static str {
        Termination::ALL.iter().find(|(t, _)| *t == self).map_or("", |(_, key)| key)
    }

    /// The termination of that word.
    pub fn from_key(key: &str) -> Option<Termination> {
        Termination::ALL.iter().find(|(_, k)| *k == key).map(|(t, _)| *t)
    }
}

/// A finished game's result and its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// By what.
    pub termination: Termination,
}

impl Outcome {
    /// A draw by `termination`.
    pub const fn draw(termination: Termination) -> Outcome {
        Outcome { winner: None, termination }
    }

    /// A win of `side` by `termination`.
    pub const fn win(side: Side, termination: Termination) -> Outcome {
        Outcome { winner: Some(side), termination }
    }

    /// The result as PGN writes it: `1-0`, `0-1` or `1/2-1/2`.
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Side::First) => "1-0",
            Some(Side::Second) => "0-1",
            None => "1/2-1/2",
        }
    }
}
