/*!
The shapes a move may have once its number, its marks and its words are off: SAN strict and lax, long algebraic, UCI,
with whatever letters one stage allows. Marks of capture are not weighed, but a bare square is a push.
*/

use super::alphabet::{Alphabet, Alphabets, Man};
use crate::rules::{Geometry, Manner, MovePattern, PatternKind, Role};

/// Whether letters count only in the case the rules want, or in any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    /// Files small, men as their language writes them.
    AsWritten,
    /// Any: phones write the first letter large.
    Folded,
}

/// What a stage reads with.
#[derive(Clone, Copy)]
pub(super) struct Stage<'a> {
    pub alphabets: &'a Alphabets,
    pub alphabet: &'a Alphabet,
    pub case: Case,
    pub geometry: Geometry,
}

/// Everything behind the man's letter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Course {
    from_file: Option<u8>,
    from_rank: Option<u8>,
    to_file: Option<u8>,
    to_rank: Option<u8>,
    /// A capture sign, not a dash.
    takes: bool,
}

/// One of the parts a course is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Atom {
    File(u8),
    Rank(u8),
    Dash,
    Takes,
}

/// All readings of `text` in this stage.
pub(super) fn readings(stage: Stage<'_>, text: &[char]) -> Vec<MovePattern> {
    let mut patterns = Vec::new();
    let mut add = |pattern: Option<MovePattern>| {
        patterns.extend(pattern.filter(|pattern| !patterns.contains(pattern)));
    };
    let text = trimmed(text);
    if stage.alphabets.drops() {
        dropped(stage, text).into_iter().for_each(|pattern| add(Some(pattern)));
    }
    for (role, pawn, rest) in men_in_front(stage, text) {
        for pattern in with_man(stage, role, pawn, rest) {
            add(Some(pattern));
        }
    }
    for pattern in without_man(stage, text) {
        add(Some(pattern));
    }
    patterns
}

/// `N@f3` and `N*f3`; no letter is a pawn.
fn dropped(stage: Stage<'_>, text: &[char]) -> Vec<MovePattern> {
    let Some(sign) = text.iter().position(|ch| matches!(ch, '@' | '*')) else { return Vec::new() };
    let (man, to) = (trimmed(text.get(..sign).unwrap_or_default()), text.get(sign + 1..).unwrap_or_default());
    let Some((Course { from_file: None, from_rank: None, to_file, to_rank: to_rank @ Some(_), takes: false }, [])) =
        course(stage, trimmed(to))
    else {
        return Vec::new();
    };
    let men = if man.is_empty() {
        stage.alphabets.pawn.into_iter().collect()
    } else {
        men_in_front(stage, man).into_iter().filter(|(_, _, rest)| rest.is_empty()).map(|(role, _, _)| role).collect()
    };
    let drop =
        |role| MovePattern { kind: PatternKind::Drop, role: Some(role), to_file, to_rank, ..MovePattern::default() };
    let men: Vec<Role> = men;
    men.into_iter().map(drop).collect()
}

/// The men that a letter or a figurine in front may name, and what follows.
fn men_in_front<'t>(stage: Stage<'_>, text: &'t [char]) -> Vec<(Role, bool, &'t [char])> {
    let Some((first, rest)) = text.split_first() else { return Vec::new() };
    if let Some(role) = stage.alphabets.figurine(*first) {
        return vec![(role, stage.alphabets.pawn == Some(role), trimmed(rest))];
    }
    let fits = |man: &Man| {
        let front = text.get(..man.letter.len())?;
        same_letters(stage.case, front, &man.letter).then_some(())?;
        Some((man.role, man.pawn, trimmed(text.get(man.letter.len()..)?)))
    };
    stage.alphabet.men.iter().filter_map(fits).collect()
}

fn same_letters(case: Case, written: &[char], letter: &[char]) -> bool {
    match case {
        Case::AsWritten => written == letter,
        Case::Folded => written.iter().zip(letter).all(|(a, b)| a.to_lowercase().eq(b.to_lowercase())),
    }
}

fn with_man(stage: Stage<'_>, role: Role, pawn: bool, rest: &[char]) -> Vec<MovePattern> {
    let Some((course, tail)) = course(stage, rest) else { return Vec::new() };
    if course.to_rank.is_none() && !(pawn && course.from_file.is_some()) {
        return Vec::new();
    }
    let push = pawn && course.from_file.is_none() && !course.takes;
    let pattern = MovePattern { role: Some(role), capture: push.then_some(false), ..step(course) };
    let capture = if pawn && course.takes && course.from_file.is_none() { Some(true) } else { pattern.capture };
    promoted(stage, MovePattern { capture, ..pattern }, tail)
}

fn without_man(stage: Stage<'_>, text: &[char]) -> Vec<MovePattern> {
    let Some((course, tail)) = course(stage, text) else { return Vec::new() };
    let pawn = stage.alphabets.pawn;
    let pattern = match course {
        // A bare square.
        Course { from_file: None, from_rank: None, to_rank: Some(_), takes: false, .. } => {
            MovePattern { role: pawn, capture: Some(false), ..step(course) }
        }
        // Two squares: any man. Coordinates as programs write them say all: without a letter no pawn becomes another.
        Course { from_file: Some(_), from_rank: Some(_), to_rank: Some(_), takes: false, .. }
            if stage.alphabets.may_decline() && tail.is_empty() && text.iter().all(char::is_ascii_alphanumeric) =>
        {
            declining(step(course))
        }
        Course { from_file: Some(_), from_rank: Some(_), to_rank: Some(_), .. } => step(course),
        // In some games pawns step aside or take straight ahead; only the sign tells which.
        Course { from_file: Some(from), from_rank: None, to_file: Some(to), to_rank: Some(_), takes }
            if stage.alphabets.odd_pawns() && from.abs_diff(to) <= 2 =>
        {
            MovePattern { role: pawn, capture: Some(takes), ..step(course) }
        }
        // A pawn's file and where it takes: `exd5`, `ed5`, and `exd` with its sign.
        Course { from_file: Some(from), from_rank: None, to_file: Some(to), to_rank, takes }
            if from.abs_diff(to) == 1 && (takes || to_rank.is_some()) =>
        {
            MovePattern { role: pawn, capture: Some(true), ..step(course) }
        }
        _ => return Vec::new(),
    };
    promoted(stage, pattern, tail)
}

fn step(course: Course) -> MovePattern {
    MovePattern {
        kind: PatternKind::Step,
        from_file: course.from_file,
        from_rank: course.from_rank,
        to_file: course.to_file,
        to_rank: course.to_rank,
        ..MovePattern::default()
    }
}

/// The pattern of a pawn that stays what it is.
pub(super) fn declining(pattern: MovePattern) -> MovePattern {
    MovePattern { manner: Manner { promotes: Some(false), ..Manner::default() }, ..pattern }
}

/// The pattern with what `tail` says a pawn becomes; nothing if the tail is no such thing.
fn promoted(stage: Stage<'_>, pattern: MovePattern, tail: &[char]) -> Vec<MovePattern> {
    let mut tail = trimmed(tail);
    if tail.is_empty() {
        return vec![pattern];
    }
    if pattern.role.is_some() && pattern.role != stage.alphabets.pawn {
        return Vec::new();
    }
    if let [sign @ ('=' | '/' | '-'), rest @ ..] = tail {
        tail = trimmed(if *sign == '-' && rest.is_empty() { tail } else { rest });
    }
    if let ['(', inner @ .., ')'] = tail {
        tail = trimmed(inner);
        if let ['=', inner @ ..] = tail {
            tail = trimmed(inner);
        }
    }
    if let [only] = tail
        && let Some(role) = stage.alphabets.figurine(*only)
    {
        return vec![MovePattern { promotion: Some(role), ..pattern }];
    }
    // `c8=P` is no promotion, though P is a Dutch knight: whoever does not write Dutch means a pawn.
    let foreign = !std::ptr::eq(stage.alphabet, &stage.alphabets.own);
    let is_tail = |case: Case, letter: &[char]| letter.len() == tail.len() && same_letters(case, tail, letter);
    let pawn = foreign && stage.alphabets.pawn_letters.iter().any(|letter| is_tail(Case::Folded, letter));
    let named = |man: &&Man| is_tail(stage.case, &man.letter) && (!pawn || man.pawn);
    stage.alphabet.men.iter().filter(named).map(|man| MovePattern { promotion: Some(man.role), ..pattern }).collect()
}

/// The course `text` begins with, and what follows it.
fn course<'t>(stage: Stage<'_>, text: &'t [char]) -> Option<(Course, &'t [char])> {
    let mut atoms: Vec<Atom> = Vec::new();
    let mut rest = text;
    // A course has at most a square, a sign and a square.
    while atoms.len() < 5 {
        let Some((atom, behind)) = atom(stage, rest, atoms.last()) else { break };
        atoms.push(atom);
        rest = behind;
    }
    let longest = atoms.len();
    (1..=longest).rev().find_map(|count| {
        let course = assembled(atoms.get(..count)?)?;
        // Atoms taken too many are given back by walking the text again.
        let mut behind = text;
        let mut last = None;
        for _ in 0..count {
            let (next, after) = atom(stage, behind, last.as_ref())?;
            last = Some(next);
            behind = after;
        }
        Some((course, behind))
    })
}

/// The atom `text` begins with. Blanks may stand round a sign, and between two squares.
fn atom<'t>(stage: Stage<'_>, text: &'t [char], before: Option<&Atom>) -> Option<(Atom, &'t [char])> {
    let (first, rest) = text.split_first()?;
    if *first == ' ' {
        let rest = trimmed(rest);
        let next = atom(stage, rest, before)?;
        let sign = |atom: &Atom| matches!(atom, Atom::Dash | Atom::Takes);
        let may = sign(&next.0) || before.is_some_and(sign) || matches!(before, Some(Atom::Rank(_)));
        return may.then_some(next);
    }
    if let Some(file) = file(stage, *first) {
        return Some((Atom::File(file), rest));
    }
    if first.is_ascii_digit() {
        let digits = text.iter().take(2).take_while(|ch| ch.is_ascii_digit()).count();
        return (1..=digits).rev().find_map(|count| {
            let number: u8 = text.get(..count)?.iter().collect::<String>().parse().ok()?;
            let rank = number.checked_sub(1).filter(|rank| *rank < stage.geometry.ranks)?;
            Some((Atom::Rank(rank), text.get(count..)?))
        });
    }
    let takes = *first == 'x'
        || *first == ':'
        || *first == 'X' && stage.case == Case::Folded
        || stage.alphabets.captures.iter().any(|sign| same_letters(stage.case, &[*first], &[*sign]));
    match first {
        '-' => Some((Atom::Dash, rest)),
        _ if takes => Some((Atom::Takes, rest)),
        _ => None,
    }
}

fn file(stage: Stage<'_>, ch: char) -> Option<u8> {
    let small = match stage.case {
        Case::AsWritten => ch,
        Case::Folded => ch.to_lowercase().next()?,
    };
    let latin = stage.alphabets.files.iter().find(|(native, _)| *native == small).map_or(small, |(_, latin)| *latin);
    let file = u8::try_from((latin as u32).checked_sub('a' as u32)?).ok()?;
    (file < stage.geometry.files).then_some(file)
}

/// The course these atoms make, all of them.
fn assembled(atoms: &[Atom]) -> Option<Course> {
    use Atom::{Dash, File, Rank, Takes};
    let to = |file: u8, rank: u8| Course { to_file: Some(file), to_rank: Some(rank), ..Course::default() };
    Some(match *atoms {
        [File(f), Rank(r)] => to(f, r),
        [Dash, File(f), Rank(r)] => to(f, r),
        [Takes, File(f), Rank(r)] => Course { takes: true, ..to(f, r) },
        [File(a), File(f), Rank(r)] => Course { from_file: Some(a), ..to(f, r) },
        [File(a), Dash, File(f), Rank(r)] => Course { from_file: Some(a), ..to(f, r) },
        [File(a), Takes, File(f), Rank(r)] => Course { from_file: Some(a), takes: true, ..to(f, r) },
        [Rank(a), File(f), Rank(r)] | [Rank(a), Dash, File(f), Rank(r)] => Course { from_rank: Some(a), ..to(f, r) },
        [Rank(a), Takes, File(f), Rank(r)] => Course { from_rank: Some(a), takes: true, ..to(f, r) },
        [File(a), Rank(b), File(f), Rank(r)] | [File(a), Rank(b), Dash, File(f), Rank(r)] => {
            Course { from_file: Some(a), from_rank: Some(b), ..to(f, r) }
        }
        [File(a), Rank(b), Takes, File(f), Rank(r)] => {
            Course { from_file: Some(a), from_rank: Some(b), takes: true, ..to(f, r) }
        }
        [File(a), Takes, File(f)] => Course { from_file: Some(a), to_file: Some(f), takes: true, ..Course::default() },
        _ => return None,
    })
}

fn trimmed(text: &[char]) -> &[char] {
    let start = text.iter().take_while(|ch| **ch == ' ').count();
    let end = text.iter().rev().take_while(|ch| **ch == ' ').count();
    text.get(start..text.len().saturating_sub(end)).unwrap_or_default()
}
