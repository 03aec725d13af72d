/*!
Japanese notation: `７六歩`, `同　銀`, `５八金右`, `２二角不成`, `５五角打` (`docs/rules.md`). With the side's mark in
front it is what KI2 holds.

Read generously: digits of any kind, with or without mark and blanks, old and new forms of the men, `生` for `不成`, the
whole square of origin in brackets as KIF has it.
*/

use super::shogi::{self, Man};
use crate::rules::manner::{is_straight, motion_of, rivals, to_the_right};
use crate::rules::{Manner, Motion, Move, MovePattern, PatternKind, Place, Position, Square, Variant};

/// The sides' marks, of any program.
pub(super) const MARKS: [char; 6] = ['▲', '△', '☗', '☖', '▼', '▽'];

/// Writes a legal move without the side's mark; `last` is where the move before it went.
pub fn write(position: &Position, last: Option<Square>, mv: Move) -> String {
    let role = mv.from().map_or_else(|| dropped(mv), |from| position.piece_at(from).map(|man| man.role));
    let Some((role, man)) = role.and_then(|role| Some((role, shogi::man_of(position.variant(), role)?))) else {
        return super::san::write(position, mv); // a man of another game
    };
    let rivals = rivals(position, role, mv.to());
    let mut tail = man.name.to_owned();
    match mv.from() {
        None if !rivals.is_empty() => tail.push('打'),
        None => {}
        Some(from) => {
            tail.push_str(singled_out(position, man, from, mv.to(), &rivals).as_str());
            tail.push_str(promotion(position, from, mv));
        }
    }
    let gap = if tail.chars().count() == 1 { "\u{3000}" } else { "" };
    if last == Some(mv.to()) {
        format!("同{gap}{tail}")
    } else {
        shogi::japanese_square(position.geometry(), mv.to()) + &tail
    }
}

/// The same with the side's mark, as KI2 has it.
pub fn write_marked(position: &Position, last: Option<Square>, mv: Move) -> String {
    format!("{}{}", shogi::mark(position.turn()), write(position, last, mv))
}

fn dropped(mv: Move) -> Option<crate::rules::Role> {
    match mv {
        Move::Drop { role, .. } => Some(role),
        _ => None,
    }
}

/// The words that tell the man on `from` from its rivals.
fn singled_out(position: &Position, man: &Man, from: Square, to: Square, rivals: &[Square]) -> String {
    if rivals.len() < 2 {
        return String::new();
    }
    let motion = motion_of(position, from, to);
    let alike = rivals.iter().filter(|rival| motion_of(position, **rival, to) == motion).count();
    let word = match motion {
        Motion::Ahead | Motion::Straight => "上",
        Motion::Back => "引",
        Motion::Aside => "寄",
    };
    if alike == 1 {
        return word.to_owned();
    }
    if man.straight && is_straight(position, from, to) {
        return "直".to_owned();
    }
    let mine = to_the_right(position, from);
    // Straight ahead has its word, so it stands beside nobody: only the others share right and left.
    let others: Vec<Square> = rivals.iter().copied().filter(|rival| *rival != from).collect();
    let same = |square: &&Square| motion_of(position, **square, to) == motion;
    let right_of = |square: &Square| to_the_right(position, *square);
    let place = if others.iter().filter(same).all(|square| right_of(square) < mine) { "右" } else { "左" };
    let alone =
        others.iter().all(|square| if place == "右" { right_of(square) < mine } else { right_of(square) > mine });
    if alone { place.to_owned() } else { format!("{place}{word}") }
}

/// `成`, `不成`, or nothing where the man has no choice to make.
fn promotion(position: &Position, from: Square, mv: Move) -> &'static str {
    if mv.promotion().is_some() {
        return "成";
    }
    let may = |other: &Move| other.from() == Some(from) && other.to() == mv.to() && other.promotion().is_some();
    if position.legal_moves().iter().any(may) { "不成" } else { "" }
}

/// Reads a move into readings by stage: a move on the board before a drop, where the text leaves that open. `last` is
/// where the move before it went; without it `同` cannot be read. `None` if the text is no Japanese move.
pub fn read(variant: &'static Variant, last: Option<Square>, text: &str) -> Option<Vec<MovePattern>> {
    let text: String = text.chars().filter(|ch| !ch.is_whitespace()).collect();
    let text = text.trim_start_matches(MARKS);
    let geometry = variant.geometry;
    let (to, rest) = destination(variant, last, text)?;
    let (role, length) = shogi::named_at_front(variant, rest)?;
    let mut rest = rest.get(length..)?;
    let mut pattern = MovePattern {
        role: Some(role),
        to_file: Some(geometry.file(to)),
        to_rank: Some(geometry.rank(to)),
        ..MovePattern::default()
    };
    let mut drop = None;
    while let Some(ch) = rest.chars().next() {
        if let Some(behind) = rest.strip_prefix("不成") {
            once(&mut pattern.manner.promotes, false)?;
            rest = behind;
            continue;
        }
        let manner = &mut pattern.manner;
        match ch {
            '右' => once(&mut manner.place, Place::Right)?,
            '左' => once(&mut manner.place, Place::Left)?,
            '上' | '行' | '入' => once(&mut manner.motion, Motion::Ahead)?,
            '引' => once(&mut manner.motion, Motion::Back)?,
            '寄' => once(&mut manner.motion, Motion::Aside)?,
            '直' => once(&mut manner.motion, Motion::Straight)?,
            '成' => once(&mut manner.promotes, true)?,
            '不' | '生' => once(&mut manner.promotes, false)?,
            '打' => once(&mut drop, ())?,
            '(' | '（' => {
                let origin = bracketed(variant, rest)?;
                (pattern.from_file, pattern.from_rank) = (Some(geometry.file(origin)), Some(geometry.rank(origin)));
                break;
            }
            _ => return None,
        }
        rest = rest.get(ch.len_utf8()..)?;
    }
    let plain = pattern.manner == Manner::default() && pattern.from_file.is_none();
    let dropping = MovePattern { kind: PatternKind::Drop, ..pattern };
    match (drop, plain) {
        (Some(()), true) => Some(vec![dropping]),
        (Some(()), false) => None,
        (None, true) => {
            Some(vec![pattern, MovePattern { manner: Manner { unspoken: true, ..pattern.manner }, ..dropping }])
        }
        (None, false) => Some(vec![pattern]),
    }
}

/// The same word twice, or two of a kind, is no move.
fn once<T>(place: &mut Option<T>, value: T) -> Option<()> {
    place.replace(value).is_none().then_some(())
}

/// `７六`, `76`, `同`, `７六同`; and what follows.
fn destination<'t>(variant: &Variant, last: Option<Square>, text: &'t str) -> Option<(Square, &'t str)> {
    let same = |rest: &'t str| rest.trim_start_matches(['、', ',']);
    if let Some(rest) = text.strip_prefix('同') {
        return Some((last?, same(rest)));
    }
    let mut letters = text.chars();
    let (file, rank) = (shogi::number(letters.next()?)?, shogi::number(letters.next()?)?);
    let square = shogi::square(variant.geometry, file, rank)?;
    let rest = letters.as_str();
    match rest.strip_prefix('同') {
        Some(_) if last != Some(square) => None,
        Some(rest) => Some((square, rest)),
        None => Some((square, rest)),
    }
}

/// `(77)`, and nothing behind it.
fn bracketed(variant: &Variant, text: &str) -> Option<Square> {
    let inner = text.trim_start_matches(['(', '（']).strip_suffix([')', '）'])?;
    shogi::numbered_square(variant.geometry, inner)
}
