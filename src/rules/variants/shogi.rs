//! Shogi: men that promote in a zone, and captured men that come back.

use super::CHESS;
use crate::rules::movement::{self, Moves, Pawns, Plane};
use crate::rules::variant::{Castling, Circling, DeadRule, Hands, PawnDrops, Promotion, Stalemate, Writing};
use crate::rules::{BySide, Geometry, Role, RoleSheet, Variant};

const KING: Role = Role(0);
const ROOK: Role = Role(1);
const BISHOP: Role = Role(2);
const GOLD: Role = Role(3);
const SILVER: Role = Role(4);
const KNIGHT: Role = Role(5);
const LANCE: Role = Role(6);
const PAWN: Role = Role(7);

/// The plane of the gold general, which most promoted men gain.
const GOLD_PLANE: u8 = 6;

/// Shogi (`docs/rules.md`).
pub const SHOGI: Variant = Variant {
    key: "shogi",
    geometry: Geometry { files: 9, ranks: 9 },
    roles: &[
        RoleSheet { key: "king", letter: 'K', planes: 0b1_1000_0000 },
        RoleSheet { key: "rook", letter: 'R', planes: 0b0_0000_0010 },
        RoleSheet { key: "bishop", letter: 'B', planes: 0b0_0000_0100 },
        RoleSheet { key: "gold", letter: 'G', planes: 0b0_0100_0000 },
        RoleSheet { key: "silver", letter: 'S', planes: 0b0_0010_0000 },
        RoleSheet { key: "knight", letter: 'N', planes: 0b0_0001_0000 },
        RoleSheet { key: "lance", letter: 'L', planes: 0b0_0000_0001 },
        RoleSheet { key: "pawn", letter: 'P', planes: 0b0_0000_1000 },
        RoleSheet { key: "dragon", letter: 'R', planes: 0b0_1000_0010 },
        RoleSheet { key: "horse", letter: 'B', planes: 0b1_0000_0100 },
        RoleSheet { key: "promoted-silver", letter: 'S', planes: 0b0_0110_0000 },
        RoleSheet { key: "promoted-knight", letter: 'N', planes: 0b0_0101_0000 },
        RoleSheet { key: "promoted-lance", letter: 'L', planes: 0b0_0100_0001 },
        RoleSheet { key: "tokin", letter: 'P', planes: 0b0_0100_1000 },
    ],
    start: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    planes: &[
        Plane::until_gold(Moves::Lance, GOLD_PLANE, 1),
        Plane::growing(Moves::Orthogonal, 7),
        Plane::growing(Moves::Diagonal, 8),
        Plane::until_gold(Moves::Leaps(movement::STEP_AHEAD), GOLD_PLANE, 1),
        Plane::until_gold(Moves::Leaps(movement::KNIGHT_AHEAD), GOLD_PLANE, 2),
        Plane::until_gold(Moves::Leaps(movement::SILVER), GOLD_PLANE, 0),
        Plane::new(Moves::Leaps(movement::GOLD)),
        Plane::new(Moves::Leaps(movement::STEP_DIAGONAL)),
        Plane::new(Moves::Leaps(movement::STEP_ORTHOGONAL)),
    ],
    pawns: Pawns::NONE,
    royal: BySide { first: Some(KING), second: Some(KING) },
    castling: Castling::Never,
    promotion: Promotion { to: &[], ..CHESS.promotion },
    zone: 3,
    hands: Hands::Captured {
        kinds: &[ROOK, BISHOP, GOLD, SILVER, KNIGHT, LANCE, PAWN],
        pawns: PawnDrops::Shogi { pawn: PAWN },
    },
    stalemate: Stalemate::Loses,
    circling: Circling::Shogi,
    writing: Writing::Sfen,
    dead: DeadRule::Never,
    ..CHESS
};
