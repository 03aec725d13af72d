/*!
What the notations of shogi share: names of men in each script, squares counted from the first side's right, the side's
mark.

Men are known by their sheet's keys, so that games with fewer of them use the same table.
*/

use crate::rules::{Geometry, Role, Side, Square, Variant};

/// One kind of man in every script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man {
    /// The sheet's key.
    pub key: &'static str,
    /// USI and western letters: `R`, `+R`.
    pub letters: &'static str,
    /// As moves and lists name it: `成銀`.
    pub name: &'static str,
    /// As diagrams draw it, always one sign: `全`.
    pub sign: char,
    /// CSA's two letters.
    pub csa: &'static str,
    /// Moves like a gold or is a silver: straight ahead has a word of its own.
    pub straight: bool,
}

const fn man(key: &'static str, letters: &'static str, name: &'static str, sign: char, csa: &'static str) -> Man {
    Man { key, letters, name, sign, csa, straight: false }
}

const fn straight(key: &'static str, letters: &'static str, name: &'static str, sign: char, csa: &'static str) -> Man {
    Man { key, letters, name, sign, csa, straight: true }
}

/// All men of shogi, in the order of the words of a position.
pub const MEN: &[Man] = &[
    man("king", "K", "玉", '玉', "OU"),
    man("dragon", "+R", "龍", '龍', "RY"),
    man("horse", "+B", "馬", '馬', "UM"),
    man("rook", "R", "飛", '飛', "HI"),
    man("bishop", "B", "角", '角', "KA"),
    straight("gold", "G", "金", '金', "KI"),
    straight("silver", "S", "銀", '銀', "GI"),
    straight("promoted-silver", "+S", "成銀", '全', "NG"),
    man("knight", "N", "桂", '桂', "KE"),
    straight("promoted-knight", "+N", "成桂", '圭', "NK"),
    man("lance", "L", "香", '香', "KY"),
    straight("promoted-lance", "+L", "成香", '杏', "NY"),
    man("pawn", "P", "歩", '歩', "FU"),
    straight("tokin", "+P", "と", 'と', "TO"),
];

/// Other ways to write a man: old forms, one-sign forms, forms with a promotion word.
pub const VARIANTS: &[(&str, &str)] = &[
    ("王", "king"),
    ("王将", "king"),
    ("玉将", "king"),
    ("竜", "dragon"),
    ("竜王", "dragon"),
    ("龍王", "dragon"),
    ("成飛", "dragon"),
    ("竜馬", "horse"),
    ("龍馬", "horse"),
    ("成角", "horse"),
    ("飛車", "rook"),
    ("角行", "bishop"),
    ("金将", "gold"),
    ("銀将", "silver"),
    ("桂馬", "knight"),
    ("香車", "lance"),
    ("歩兵", "pawn"),
    ("全", "promoted-silver"),
    ("圭", "promoted-knight"),
    ("杏", "promoted-lance"),
    ("と金", "tokin"),
    ("成歩", "tokin"),
];

/// Files and ranks as kanji, from one.
pub const KANJI: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// True for games whose men and squares are named as here.
pub fn applies(variant: &Variant) -> bool {
    variant.roles.iter().any(|role| role.key == "gold")
}

/// The table's row for `role`.
pub fn man_of(variant: &Variant, role: Role) -> Option<&'static Man> {
    let key = super::letters::key(variant, role);
    MEN.iter().find(|man| man.key == key)
}

/// The role that moves and lists call so, in any script and spelling; the longest name `text` begins with, and its
/// length in bytes.
pub fn named_at_front(variant: &Variant, text: &str) -> Option<(Role, usize)> {
    let names = MEN.iter().map(|man| (man.name, man.key)).chain(VARIANTS.iter().copied());
    let (name, key) = names.filter(|(name, _)| text.starts_with(name)).max_by_key(|(name, _)| name.len())?;
    Some((super::letters::by_key(variant, key)?, name.len()))
}

/// The file as people count it, from 1 at the first side's right.
pub fn file_number(geometry: Geometry, square: Square) -> u8 {
    geometry.files - geometry.file(square)
}

/// The rank as people count it, from 1 at the top.
pub fn rank_number(geometry: Geometry, square: Square) -> u8 {
    geometry.ranks - geometry.rank(square)
}

/// The square of people's file and rank.
pub fn square(geometry: Geometry, file: u8, rank: u8) -> Option<Square> {
    geometry.at(geometry.files.checked_sub(file)?, geometry.ranks.checked_sub(rank)?)
}

/// The square of two numbers of any script, file first: `76`, `７六`.
pub fn numbered_square(geometry: Geometry, text: &str) -> Option<Square> {
    let numbers: Vec<u8> = text.chars().map(number).collect::<Option<_>>()?;
    let [file, rank] = *numbers.as_slice() else { return None };
    square(geometry, file, rank)
}

/// `７`.
pub fn full_width(digit: u8) -> char {
    char::from_u32('０' as u32 + u32::from(digit)).unwrap_or('？')
}

/// `７六`.
pub fn japanese_square(geometry: Geometry, square: Square) -> String {
    let file = full_width(file_number(geometry, square));
    let rank = rank_number(geometry, square).checked_sub(1).and_then(|at| KANJI.get(usize::from(at)));
    [file, rank.copied().unwrap_or('？')].iter().collect()
}

/// `7f`, as USI and Hodges write it.
pub fn usi_square(geometry: Geometry, square: Square) -> String {
    let rank = (b'a' + rank_number(geometry, square).saturating_sub(1)) as char;
    format!("{}{rank}", file_number(geometry, square))
}

/// `76`, as KIF, CSA and Hosking write it.
pub fn digit_square(geometry: Geometry, square: Square) -> String {
    format!("{}{}", file_number(geometry, square), rank_number(geometry, square))
}

/// The side's mark in prose and in KI2.
pub fn mark(side: Side) -> char {
    match side {
        Side::First => '▲',
        Side::Second => '△',
    }
}

/// The number a file or rank is written with: ASCII, full-width or kanji.
pub fn number(ch: char) -> Option<u8> {
    let digit = match ch {
        '1'..='9' => ch as u32 - '0' as u32,
        '１'..='９' => ch as u32 - '０' as u32,
        _ => u32::try_from(KANJI.iter().position(|kanji| *kanji == ch)?).ok()? + 1,
    };
    u8::try_from(digit).ok()
}

/// A count as Japanese writes it in hands: `四`, `十八`.
pub fn kanji_count(count: u8) -> String {
    let ones = (count % 10).checked_sub(1).and_then(|at| KANJI.get(usize::from(at)));
    let tens = match count / 10 {
        0 => String::new(),
        1 => "十".to_owned(),
        many => KANJI.get(usize::from(many - 1)).map_or(String::new(), |kanji| format!("{kanji}十")),
    };
    tens + &ones.map_or(String::new(), char::to_string)
}
