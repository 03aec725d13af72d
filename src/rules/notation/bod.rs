/*!
A start of shogi man by man: KIF's diagram of the board (BOD), and what it shares with CSA's rows.

The diagram has a line a rank, gote's men with a `v` in front, and a line of men in hand on either side.
*/

use super::shogi::{self, KANJI, MEN, Man};
use crate::rules::{Geometry, Position, Side};

/// Men as a record places them; squares are people's files and ranks, from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Placed {
    pub men: Vec<(u8, u8, Side, &'static Man)>,
    pub hands: Vec<(Side, &'static Man, u8)>,
    /// Ranks read so far.
    pub ranks: u8,
    /// Files of the widest rank.
    pub files: u8,
}

impl Placed {
    /// A board of that size.
    pub fn on(geometry: Geometry) -> Placed {
        Placed { ranks: geometry.ranks, files: geometry.files, ..Placed::default() }
    }

    /// True if any rank was read.
    pub fn begun(&self) -> bool {
        self.ranks > 0
    }

    /// The arrangement as SFEN, lawful or not.
    pub fn sfen(&self, turn: Side, number: u32) -> String {
        let rank = |rank: u8| -> String {
            let (mut text, mut empty) = (String::new(), 0);
            for file in (1..=self.files).rev() {
                // What is placed twice on a square stands there as placed last.
                let man = self.men.iter().rev().find(|(f, r, _, _)| (*f, *r) == (file, rank));
                let Some((_, _, side, man)) = man else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text += &std::mem::take(&mut empty).to_string();
                }
                text += &letters(*side, man);
            }
            if empty > 0 { text + &empty.to_string() } else { text }
        };
        let ranks: Vec<String> = (1..=self.ranks).map(rank).collect();
        let hand = |(side, man, count): &(Side, &Man, u8)| match count {
            1 => letters(*side, man),
            _ => format!("{count}{}", letters(*side, man)),
        };
        let hands: String = self.hands.iter().map(hand).collect();
        let hands = if hands.is_empty() { "-" } else { &hands };
        let turn = if turn == Side::First { "b" } else { "w" };
        format!("{} {turn} {hands} {number}", ranks.join("/"))
    }

    /// Reads a line of the diagram, `|v香 ・ … |一`.
    pub fn rank(&mut self, line: &str) {
        if self.ranks >= 9 {
            return;
        }
        self.ranks += 1;
        let cells: Vec<char> = line.trim_start_matches('|').chars().take_while(|ch| *ch != '|').collect();
        let count = u8::try_from(cells.len() / 2).unwrap_or(u8::MAX).min(9);
        self.files = self.files.max(count);
        for (cell, file) in cells.chunks_exact(2).zip((1..=count).rev()) {
            let [mark, sign] = *cell else { continue };
            let side = if matches!(mark, 'v' | 'V') { Side::Second } else { Side::First };
            if let Some(man) = drawn(sign) {
                self.men.push((file, self.ranks, side, man));
            }
        }
    }

    /// Reads what a side holds: `飛　角二　歩十八`, `なし`.
    pub fn hand(&mut self, side: Side, text: &str) {
        for word in text.split_whitespace() {
            let mut signs = word.chars();
            let Some(man) = signs.next().and_then(drawn).filter(|man| !man.letters.starts_with('+')) else { continue };
            if let Some(count) = count(signs.as_str()).filter(|count| *count > 0) {
                self.hold(side, man, count);
            }
        }
    }

    /// Puts so many more men of a kind into a hand.
    pub fn hold(&mut self, side: Side, man: &'static Man, more: u8) {
        match self.hands.iter_mut().find(|(holder, kind, _)| *holder == side && *kind == man) {
            Some((_, _, count)) => *count = count.saturating_add(more),
            None => self.hands.push((side, man, more)),
        }
    }
}

/// The man a diagram draws so, old forms among them.
fn drawn(sign: char) -> Option<&'static Man> {
    let mut buffer = [0; 4];
    let text: &str = sign.encode_utf8(&mut buffer);
    let key = shogi::VARIANTS.iter().find(|(name, _)| *name == text).map(|(_, key)| *key);
    MEN.iter().find(|man| man.sign == sign || Some(man.key) == key)
}

fn letters(side: Side, man: &Man) -> String {
    if side == Side::First { man.letters.to_owned() } else { man.letters.to_lowercase() }
}

/// `十八`, `18`, or nothing for one.
fn count(text: &str) -> Option<u8> {
    if text.is_empty() {
        return Some(1);
    }
    if let Some((tens, ones)) = text.split_once('十') {
        let tens = if tens.is_empty() { 1 } else { digits(tens)? };
        let ones = if ones.is_empty() { 0 } else { digits(ones)? };
        return tens.checked_mul(10)?.checked_add(ones);
    }
    digits(text)
}

fn digits(text: &str) -> Option<u8> {
    text.chars().try_fold(0u8, |sum, ch| {
        let digit = if matches!(ch, '0' | '０') { 0 } else { shogi::number(ch)? };
        sum.checked_mul(10)?.checked_add(digit)
    })
}

/// The diagram of a position, gote's hand above and sente's below.
pub(super) fn write(position: &Position) -> String {
    let geometry = position.geometry();
    let mut text = format!("後手の持駒：{}\n", held(position, Side::Second));
    let files: Vec<String> = (1..=geometry.files).rev().map(|file| shogi::full_width(file).to_string()).collect();
    text += &format!("  {}\n", files.join(" "));
    let edge = format!("+{}+\n", "-".repeat(3 * usize::from(geometry.files)));
    text += &edge;
    for (rank, kanji) in (1..=geometry.ranks).zip(KANJI) {
        text.push('|');
        for file in (1..=geometry.files).rev() {
            let man = shogi::square(geometry, file, rank).and_then(|square| position.piece_at(square));
            let named = man.and_then(|man| Some((man.side, shogi::man_of(position.variant(), man.role)?)));
            match named {
                Some((Side::First, man)) => text.extend([' ', man.sign]),
                Some((Side::Second, man)) => text.extend(['v', man.sign]),
                None => text += " ・",
            }
        }
        text += &format!("|{kanji}\n");
    }
    text += &edge;
    text += &format!("先手の持駒：{}\n", held(position, Side::First));
    if position.turn() == Side::Second {
        text += "後手番\n";
    }
    if position.fullmove_number() > 1 {
        text += &format!("手数＝{}\n", position.fullmove_number() - 1);
    }
    text
}

fn held(position: &Position, side: Side) -> String {
    let man = |(role, count): (crate::rules::Role, u8)| {
        let name = shogi::man_of(position.variant(), role).map_or("", |man| man.name);
        if count == 1 { name.to_owned() } else { name.to_owned() + &shogi::kanji_count(count) }
    };
    let men: Vec<String> = position.hand(side).into_iter().map(man).collect();
    if men.is_empty() { "なし".to_owned() } else { men.join("\u{3000}") }
}
