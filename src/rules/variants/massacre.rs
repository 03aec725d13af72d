//! Massacre chess: the whole board full of men, and every move must capture.

use super::CHESS;
use crate::rules::movement::{Pawns, Plane};
use crate::rules::variant::{Array, Capturing, Castling, DeadRule, Goal, Promotion, Shuffle, Stalemate};
use crate::rules::{BySide, RoleSheet, Variant};

/// Massacre chess (`docs/rules.md`). The array is drawn for each game; this start is one of many.
pub const MASSACRE: Variant = Variant {
    key: "massacre",
    roles: &[
        RoleSheet { key: "queen", letter: 'Q', planes: 0b0110 },
        RoleSheet { key: "rook", letter: 'R', planes: 0b0010 },
        RoleSheet { key: "bishop", letter: 'B', planes: 0b0100 },
        RoleSheet { key: "knight", letter: 'N', planes: 0b1000 },
    ],
    start: "rBbnbqNn/bQrnQRRr/rrqbNqQb/bBNqbNBN/bNRrrrBQ/QRQqRnNB/qBRnnqNQ/BBQnqnRR w - - 0 1",
    array: Array::Drawn(Shuffle::Everywhere),
    planes: &[Plane::UNUSED, Plane::ORTHOGONAL, Plane::DIAGONAL, Plane::KNIGHT],
    pawns: Pawns::NONE,
    royal: BySide { first: None, second: None },
    castling: Castling::Never,
    promotion: Promotion { to: &[], ..CHESS.promotion },
    capturing: Capturing::Only,
    stalemate: Stalemate::Loses,
    goal: Goal::BareArmy,
    dead: DeadRule::Never,
    ..CHESS
};
