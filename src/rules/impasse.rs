/*!
The declaration of a king that has reached the far side (`docs/rules.md`, 入玉宣言法), by 27 points.

Nobody can mate a king behind its enemy's men, so the side whose king, men and points suffice may declare the game won
on its turn. All conditions are counted here; whether to declare is the player's affair.
*/

use super::variant::Hands;
use super::{Position, Side, Square};

/// What counts for a declaration of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The king stands in the enemy's camp, the last ranks where men promote.
    pub king_in_camp: bool,
    /// Own men there besides the king.
    pub men_in_camp: u32,
    /// The king is in check.
    pub checked: bool,
    /// Points of those men and of the men in hand: rook and bishop five, every other man one.
    pub points: u32,
    /// Points the side needs: 28 for the first, 27 for the second.
    pub needed: u32,
}

impl Declaration {
    /// So many men besides the king must stand in the camp.
    pub const MEN_NEEDED: u32 = 10;

    /// True if the game may be declared won.
    pub fn holds(&self) -> bool {
        self.king_in_camp && self.men_in_camp >= Declaration::MEN_NEEDED && !self.checked && self.points >= self.needed
    }
}

impl Position {
    /// How the side to move stands with a declaration; `None` where the game knows none. It was made for the forty men
    /// of shogi, so smaller games have none.
    pub fn declaration(&self) -> Option<Declaration> {
        let (variant, turn) = (self.variant(), self.turn());
        if matches!(variant.hands, Hands::Never) || variant.zone != 3 {
            return None;
        }
        let camp = |square: Square| self.rank_ahead(square, turn) + variant.zone >= variant.geometry.ranks;
        let royals = self.royals(turn);
        let own = self.pieces().into_iter().filter(|(_, piece)| piece.side == turn);
        let inside: Vec<_> = own.filter(|(square, _)| camp(*square) && !royals.contains(square)).collect();
        let on_board: u32 = inside.iter().map(|(_, piece)| self.points(piece.role)).sum();
        let in_hand: u32 = self.hand(turn).into_iter().map(|(role, count)| self.points(role) * u32::from(count)).sum();
        Some(Declaration {
            king_in_camp: royals.iter().any(|king| camp(*king)),
            men_in_camp: u32::try_from(inside.len()).unwrap_or(u32::MAX),
            checked: self.is_check(),
            points: on_board + in_hand,
            needed: if turn == Side::First { 28 } else { 27 },
        })
    }

    fn rank_ahead(&self, square: Square, side: Side) -> u8 {
        let rank = self.geometry().rank(square);
        if side == Side::First { rank } else { self.geometry().ranks - 1 - rank }
    }

    fn points(&self, role: super::Role) -> u32 {
        let base = self.variant().ungrown(role).unwrap_or(role);
        let great = self.variant().role(base).is_some_and(|sheet| matches!(sheet.key, "rook" | "bishop"));
        if great { 5 } else { 1 }
    }
}
