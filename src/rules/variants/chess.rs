//! Chess, by the Laws of FIDE.

use crate::rules::movement::{Pawns, Plane};
use crate::rules::variant::{
    Array, Capturing, Castling, CastlingFiles, Circling, DeadRule, Goal, Hands, Promotion, PromotionAt, Stalemate,
    Stock, Writing,
};
use crate::rules::{BySide, Geometry, Role, RoleSheet, Variant};

const KING: Role = Role(0);
const QUEEN: Role = Role(1);
const ROOK: Role = Role(2);
const BISHOP: Role = Role(3);
const KNIGHT: Role = Role(4);

/// Orthodox chess (`docs/rules.md`).
pub const CHESS: Variant = Variant {
    key: "chess",
    geometry: Geometry { files: 8, ranks: 8 },
    roles: &[
        RoleSheet { key: "king", letter: 'K', planes: 0b10000 },
        RoleSheet { key: "queen", letter: 'Q', planes: 0b00110 },
        RoleSheet { key: "rook", letter: 'R', planes: 0b00010 },
        RoleSheet { key: "bishop", letter: 'B', planes: 0b00100 },
        RoleSheet { key: "knight", letter: 'N', planes: 0b01000 },
        RoleSheet { key: "pawn", letter: 'P', planes: 0b00001 },
    ],
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    array: Array::Fixed,
    planes: &[Plane::PAWN, Plane::ORTHOGONAL, Plane::DIAGONAL, Plane::KNIGHT, Plane::KING],
    pawns: Pawns::CHESS,
    royal: BySide { first: Some(KING), second: Some(KING) },
    castling: Castling::Homes(CastlingFiles { king: 4, rooks: [7, 0], king_to: [6, 2], rook_to: [5, 3] }),
    promotion: Promotion { to: &[QUEEN, ROOK, BISHOP, KNIGHT], at: PromotionAt::LastRank, stock: Stock::Endless },
    zone: 0,
    hands: Hands::Never,
    capturing: Capturing::Free,
    stalemate: Stalemate::Draws,
    circling: Circling::Fide,
    writing: Writing::Fen,
    goal: Goal::Mate,
    dead: DeadRule::Helpmate,
};
