/*!
Moves of chess as they are told in Japanese: `ナイトg1→f3`, `ポーンe4×d5`, `ポーンe7→e8=クイーン`, `キング側キャスリング`,
`ナイトf3打`. Long algebraic with the men's names for letters, so that nothing is left to be known; the marks of check are
those of long algebraic.

Our reader reads all of it in any language: names of men, the arrow and the cross are folded to what other notations have.
*/

use super::letters::{self, PAWN};
use super::san;
use crate::rules::{Move, Position, Role, Variant, Wing};

/// The men by their sheets' keys. Like the kanji of shogi they are notation; `templates/ja/words.toml` calls them the same.
pub const MEN: &[(&str, &str)] = &[
    ("king", "キング"),
    ("queen", "クイーン"),
    ("rook", "ルーク"),
    ("bishop", "ビショップ"),
    ("knight", "ナイト"),
    (PAWN, "ポーン"),
    ("amazon", "アマゾン"),
    ("maharajah", "マハラジャ"),
    ("janus", "ヤヌス"),
    ("marshall", "マーシャル"),
    ("cardinal", "カーディナル"),
    ("chancellor", "チャンセラー"),
    ("archbishop", "アーチビショップ"),
    ("commoner", "コモナー"),
    ("royal-knight", "ロイヤルナイト"),
];

/// Writes a legal move.
pub fn write(position: &Position, mv: Move) -> String {
    let (variant, geometry) = (position.variant(), position.geometry());
    let short = san::write(position, mv);
    let bare = short.trim_end_matches(['+', '#']);
    let marks = short.get(bare.len()..).unwrap_or_default();
    let to = geometry.name(mv.to());
    let text = match (mv, mv.from()) {
        (Move::Castle { wing: Wing::King, .. }, _) => "キング側キャスリング".to_owned(),
        (Move::Castle { wing: Wing::Queen, .. }, _) => "クイーン側キャスリング".to_owned(),
        (Move::Drop { role, .. }, _) => format!("{}{to}打", name(variant, role)),
        (_, None) => bare.to_owned(),
        (_, Some(from)) => {
            let man = position.piece_at(from).map_or("", |man| name(variant, man.role));
            let sign = if position.captured(mv).is_some() { '×' } else { '→' };
            let becomes = mv.promotion().map(|role| format!("={}", name(variant, role)));
            // A pawn that stays what it is where it could become another.
            let stays = if bare.ends_with('=') { "=" } else { "" };
            format!("{man}{}{sign}{to}{}", geometry.name(from), becomes.as_deref().unwrap_or(stays))
        }
    };
    text + marks
}

fn name(variant: &Variant, role: Role) -> &'static str {
    let key = letters::key(variant, role);
    MEN.iter().find(|(known, _)| *known == key).map_or("？", |(_, name)| *name)
}
