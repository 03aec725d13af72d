/*!
A move in words: square, man and manner in whatever script and order, brought to the one form that
[`kif::read_move`] knows: where the origin stands in brackets, a man not said to promote does not (`docs/rules.md`).
*/

use super::super::Mover;
use super::words::Sign;
use super::{Table, rank};
use crate::interpret::fold::Glyph;
use crate::rules::notation::{kif, shogi};
use crate::rules::{MovePattern, Square, Variant};

/// No move says more than this.
const PARTS_MAX: usize = 12;

/// What a move in words is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Square(Square),
    Word {
        signs: Vec<Sign>,
        /// In Latin letters.
        latin: bool,
    },
}

/// Readings by stage of a text that is one move and nothing else.
pub(super) fn read(mover: &Mover<'_>, table: Table<'_>, glyphs: &[Glyph]) -> Option<Vec<MovePattern>> {
    let (glyphs, origin) = bracketed(table.variant, glyphs);
    let parts = parts(mover, table.variant, glyphs)?;
    let text = in_order(table.variant, &parts, origin)?;
    kif::read_move(table.variant, table.last, &text)
}

/// True if `glyphs` begin with a square or `同`, and a man.
pub(super) fn begins(mover: &Mover<'_>, variant: &'static Variant, glyphs: &[Glyph]) -> bool {
    let same = |glyphs: &[Glyph]| {
        let (signs, taken) = mover.words.shogi.front(glyphs)?;
        signs.contains(&Sign::Same).then_some(taken)
    };
    let Some(taken) = square(variant, glyphs).map(|(_, taken)| taken).or_else(|| same(glyphs)) else { return false };
    let behind = glyphs.get(taken..).unwrap_or_default();
    let blanks = behind.iter().take_while(|glyph| glyph.ch == ' ').count().min(1);
    let word = mover.words.shogi.front(behind.get(blanks..).unwrap_or_default());
    word.is_some_and(|(signs, _)| signs.iter().any(|sign| matches!(sign, Sign::Man(_))))
}

/// All of a text, part by part; `None` if anything else is in it.
fn parts(mover: &Mover<'_>, variant: &'static Variant, glyphs: &[Glyph]) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut rest = glyphs;
    while let Some(first) = rest.first() {
        if first.ch == ' ' {
            rest = rest.get(1..)?;
            continue;
        }
        let (part, taken) = match square(variant, rest) {
            Some((square, taken)) => (Part::Square(square), taken),
            None => {
                let latin = first.ch.is_ascii_alphabetic();
                mover.words.shogi.front(rest).map(|(signs, taken)| (Part::Word { signs, latin }, taken))?
            }
        };
        // No more than one kind of number stands in a move.
        if parts.len() == PARTS_MAX {
            return None;
        }
        parts.push(part);
        rest = rest.get(taken..)?;
    }
    Some(parts)
}

/// The square `glyphs` begin with, `76`, `7六`, `7f` or `七六`, perhaps with a blank in it.
pub(super) fn square(variant: &Variant, glyphs: &[Glyph]) -> Option<(Square, usize)> {
    let file = glyphs.first().and_then(|glyph| rank(glyph.ch))?;
    let blanks = glyphs.iter().skip(1).take_while(|glyph| glyph.ch == ' ').count().min(1);
    let second = glyphs.get(1 + blanks)?.ch;
    let rank = match (rank(second), second.to_ascii_lowercase()) {
        (Some(rank), _) => rank,
        // A letter that goes on is a word: `7 gin`.
        (None, letter @ 'a'..='i') if !glyphs.get(2 + blanks).is_some_and(|glyph| glyph.ch.is_ascii_alphabetic()) => {
            u8::try_from(u32::from(letter) - u32::from('a')).ok()? + 1
        }
        _ => return None,
    };
    let square = shogi::square(variant.geometry, file, rank)?;
    Some((square, 2 + blanks))
}

/// The square of origin in brackets behind the move, as KIF has it.
fn bracketed<'g>(variant: &Variant, glyphs: &'g [Glyph]) -> (&'g [Glyph], Option<Square>) {
    let found = match glyphs {
        [front @ .., open, a, b, close] if open.ch == '(' && close.ch == ')' => {
            square(variant, &[*a, *b]).map(|(square, _)| (front, square))
        }
        _ => None,
    };
    found.map_or((glyphs, None), |(front, square)| (front, Some(square)))
}

/// `７六歩右成(77)` of parts that stand in an order people use: man and square either way round, the square it leaves
/// first or with a word that says so, and the manner last; only a drop may be told in front.
fn in_order(variant: &Variant, parts: &[Part], mut origin: Option<Square>) -> Option<String> {
    let man_in = |signs: &[Sign]| {
        signs.iter().find_map(|sign| match sign {
            Sign::Man(name) => Some(*name),
            _ => None,
        })
    };
    let says = |part: &&Part, sign: Sign| matches!(part, Part::Word { signs, .. } if signs.contains(&sign));
    let men = parts.iter().filter(|part| matches!(part, Part::Word { signs, .. } if man_in(signs).is_some())).count();
    let mut to: Option<Square> = None;
    let (mut same, mut drop) = (false, false);
    let mut man = None;
    let mut manner = String::new();
    for (at, part) in parts.iter().enumerate() {
        let next = parts.get(at + 1);
        match part {
            Part::Square(square) => {
                if !manner.is_empty() {
                    return None;
                }
                let leaves = next.is_some_and(|next| says(&next, Sign::From));
                // `玉 ５九` tells where the king stands: only with a particle, `玉を５八へ`, it goes there.
                let before = at.checked_sub(1).and_then(|before| parts.get(before));
                let stands =
                    |part: &Part| matches!(part, Part::Word { signs, latin: false } if man_in(signs).is_some());
                if before.is_some_and(stands) && !leaves {
                    return None;
                }
                match to.filter(|_| !leaves) {
                    // The first of two squares is the one it leaves.
                    Some(first) => put(&mut origin, first)?,
                    None if leaves => put(&mut origin, *square)?,
                    None => {}
                }
                to = if leaves { to } else { Some(*square) };
            }
            Part::Word { signs, .. } => {
                // `to` is a tokin in romaji behind its square; anywhere else, and between two squares, it is only a word.
                let between = signs.contains(&Sign::Between);
                let tokin = men == 1 && (to.is_some() || same) && !matches!(next, Some(Part::Square(_)));
                if let Some(name) = man_in(signs).filter(|_| !between || tokin) {
                    put(&mut man, name)?;
                    continue;
                }
                match signs.first()? {
                    Sign::Same => (!std::mem::replace(&mut same, true)).then_some(())?,
                    Sign::Drop => (!std::mem::replace(&mut drop, true)).then_some(())?,
                    Sign::Manner(sign) => {
                        man?;
                        manner.push_str(sign);
                    }
                    Sign::From => {
                        let square = at.checked_sub(1).and_then(|before| parts.get(before));
                        matches!(square, Some(Part::Square(_))).then_some(())?;
                    }
                    // A dash in front is CSA's sign of the other side.
                    Sign::Between | Sign::Man(_) => (at > 0).then_some(())?,
                }
            }
        }
    }
    let square = |square: Square| shogi::japanese_square(variant.geometry, square);
    let to = match (to, same) {
        (Some(to), true) => square(to) + "同",
        (Some(to), false) => square(to),
        (None, true) => "同".to_owned(),
        (None, false) => return None,
    };
    let from = origin.map(|origin| format!("({})", shogi::digit_square(variant.geometry, origin)));
    let drop = if drop { "打" } else { "" };
    Some(format!("{to}{}{manner}{drop}{}", man?, from.unwrap_or_default()))
}

/// The same thing twice is no move.
fn put<T>(place: &mut Option<T>, value: T) -> Option<()> {
    place.replace(value).is_none().then_some(())
}
