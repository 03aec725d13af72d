//! Grand chess: ten by ten, with marshall and cardinal, and pawns become only what was lost.

use super::EMBASSY;
use crate::rules::movement::Pawns;
use crate::rules::variant::{Castling, Promotion, PromotionAt, Stock};
use crate::rules::{Geometry, Variant};

/// Grand chess (`docs/rules.md`).
pub const GRAND: Variant = Variant {
    key: "grand",
    geometry: Geometry { files: 10, ranks: 10 },
    start: "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1",
    pawns: Pawns { double_from: Some(2), lowest: 2, ..Pawns::CHESS },
    castling: Castling::Never,
    promotion: Promotion {
        at: PromotionAt::LastRanks(3),
        stock: Stock::Lost(&[1, 1, 1, 2, 2, 2]),
        ..EMBASSY.promotion
    },
    ..EMBASSY
};
