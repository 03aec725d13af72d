//! Minishogi: shogi on five files, without knights and lances.

use super::SHOGI;
use crate::rules::movement::{self, Moves, Plane};
use crate::rules::variant::{Hands, PawnDrops};
use crate::rules::{Geometry, Role, RoleSheet, Variant};

/// The plane of the gold general, which most promoted men gain.
const GOLD_PLANE: u8 = 5;

/// Minishogi (`docs/rules.md`). Its eight ways of moving fit the narrow engine.
pub const MINI_SHOGI: Variant = Variant {
    key: "mini-shogi",
    geometry: Geometry { files: 5, ranks: 5 },
    roles: &[
        RoleSheet { key: "king", letter: 'K', planes: 0b1100_0000 },
        RoleSheet { key: "rook", letter: 'R', planes: 0b0000_0010 },
        RoleSheet { key: "bishop", letter: 'B', planes: 0b0000_0100 },
        RoleSheet { key: "gold", letter: 'G', planes: 0b0010_0000 },
        RoleSheet { key: "silver", letter: 'S', planes: 0b0001_0000 },
        RoleSheet { key: "pawn", letter: 'P', planes: 0b0000_1000 },
        RoleSheet { key: "dragon", letter: 'R', planes: 0b0100_0010 },
        RoleSheet { key: "horse", letter: 'B', planes: 0b1000_0100 },
        RoleSheet { key: "promoted-silver", letter: 'S', planes: 0b0011_0000 },
        RoleSheet { key: "tokin", letter: 'P', planes: 0b0010_1000 },
    ],
    start: "rbsgk/4p/5/P4/KGSBR b - 1",
    planes: &[
        Plane::UNUSED,
        Plane::growing(Moves::Orthogonal, 6),
        Plane::growing(Moves::Diagonal, 7),
        Plane::until_gold(Moves::Leaps(movement::STEP_AHEAD), GOLD_PLANE, 1),
        Plane::until_gold(Moves::Leaps(movement::SILVER), GOLD_PLANE, 0),
        Plane::new(Moves::Leaps(movement::GOLD)),
        Plane::new(Moves::Leaps(movement::STEP_DIAGONAL)),
        Plane::new(Moves::Leaps(movement::STEP_ORTHOGONAL)),
    ],
    zone: 1,
    hands: Hands::Captured {
        kinds: &[Role(1), Role(2), Role(3), Role(4), Role(5)],
        pawns: PawnDrops::Shogi { pawn: Role(5) },
    },
    ..SHOGI
};
