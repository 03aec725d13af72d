/*!
UCI and USI: the words of both, which differ little, and the games a program knows by a name of its own.
*/

use crate::rules::notation::{fen, shogi, uci, usi};
use crate::rules::{History, Move, Position, Variant};

/// What a program speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The universal chess interface.
    Uci,
    /// Its sister for shogi.
    Usi,
}

/// What a program must know of a game before it plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariantName {
    /// The game every program of its protocol plays.
    Plain,
    /// The same with castling written as king takes rook, by `UCI_Chess960`.
    Chess960,
    /// A game by its name in `UCI_Variant`; true: with castling as in Chess960.
    Named(&'static str, bool),
}

/// What programs that speak `protocol` call `variant`; none if it cannot be played by it. Only games whose rules are the
/// same are named; `tests/engine.rs` compares every legal move with those of Fairy-Stockfish.
///
/// Horde chess is left out: there a pawn of the horde may step twice from its first rank, here it may not.
pub fn variant_name(protocol: Protocol, variant: &Variant) -> Option<VariantName> {
    Some(match (protocol, variant.key) {
        // Start positions of their own, but the rules of chess.
        (Protocol::Uci, "chess" | "corner" | "fortress") | (Protocol::Usi, "shogi") => VariantName::Plain,
        (Protocol::Uci, "fischer-random") => VariantName::Chess960,
        (Protocol::Uci, "capablanca-random") => VariantName::Named("caparandom", true),
        (Protocol::Uci, key) => VariantName::Named(
            match key {
                "amazon" => "amazon",
                "anti" => "antichess",
                "embassy" => "embassy",
                "extinction" => "extinction",
                "grand" => "grand",
                "janus" => "janus",
                "knightmate" => "knightmate",
                "loop" => "loop",
                "los-alamos" => "losalamos",
                "racing-kings" => "racingkings",
                "three-check" => "3check",
                _ => return None,
            },
            false,
        ),
        (Protocol::Usi, "mini-shogi") => VariantName::Named("minishogi", false),
        (Protocol::Usi, _) => return None,
    })
}

impl Protocol {
    /// `uci`, `usi`
    pub fn key(self) -> &'static str {
        match self {
            Protocol::Uci => "uci",
            Protocol::Usi => "usi",
        }
    }

    /// What it is greeted with, and ends its own greeting with.
    pub(super) fn greeting(self) -> (&'static str, &'static str) {
        match self {
            Protocol::Uci => ("uci", "uciok"),
            Protocol::Usi => ("usi", "usiok"),
        }
    }

    /// What a new game is announced with.
    pub(super) fn new_game(self) -> &'static str {
        match self {
            Protocol::Uci => "ucinewgame",
            Protocol::Usi => "usinewgame",
        }
    }

    /// The options that choose a game.
    pub(super) fn variant_option(self) -> &'static str {
        match self {
            Protocol::Uci => "UCI_Variant",
            Protocol::Usi => "USI_Variant",
        }
    }

    /// The game so far. Every start position is spelled out, but the two that every program knows.
    pub(super) fn position(self, history: &History) -> String {
        let start = history.start();
        let usual = matches!(start.variant().key, "chess" | "shogi")
            && fen::write(start) == fen::write(&Position::start(start.variant()));
        let mut line = match self {
            _ if usual => "position startpos".to_owned(),
            Protocol::Uci => format!("position fen {}", fen::write(start)),
            Protocol::Usi => format!("position sfen {}", fen::write(start)),
        };
        if !history.moves().is_empty() {
            line += " moves";
        }
        for (position, mv) in history.positions().iter().zip(history.moves()) {
            line.push(' ');
            line += &self.write(position, *mv);
        }
        line
    }

    /// How long to think.
    pub(super) fn go(self, movetime: std::time::Duration, nodes: Option<u64>) -> String {
        let time = movetime.as_millis();
        let nodes = nodes.map(|nodes| format!("nodes {nodes} ")).unwrap_or_default();
        match self {
            Protocol::Uci => format!("go {nodes}movetime {time}"),
            // The way of thinking for a fixed time that every program for shogi knows.
            Protocol::Usi => format!("go {nodes}btime 0 wtime 0 byoyomi {time}"),
        }
    }

    fn write(self, position: &Position, mv: Move) -> String {
        match self {
            Protocol::Uci => uci::write(position, mv),
            Protocol::Usi => usi::write(position, mv),
        }
    }

    /// The move a program names.
    pub(super) fn read(self, position: &Position, text: &str) -> Option<Move> {
        let pattern = match self {
            Protocol::Uci if shogi::applies(position.variant()) => return None,
            Protocol::Uci => uci::read(position.variant(), text)?,
            Protocol::Usi => usi::read(position.variant(), text)?,
        };
        position.find_pattern(&pattern).ok()
    }
}
