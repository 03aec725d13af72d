/*!
The run of file letters and rank numbers in the middle of a move: `g1f3`, `4e1`, `bxc3`, `-f3`.

Boards go up to ten files and ten ranks, so a rank may have two digits; `a10` is one square where the board has it.
*/

use crate::rules::{Geometry, MovePattern};

/// What such a run says; files and ranks count from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Places {
    pub from_file: Option<u8>,
    pub from_rank: Option<u8>,
    pub to_file: Option<u8>,
    pub to_rank: Option<u8>,
    /// True if a sign of capture stood between or in front.
    pub taking: bool,
}

impl Places {
    /// Both squares are written out.
    pub fn whole(&self) -> bool {
        self.from_file.is_some() && self.from_rank.is_some() && self.to_rank.is_some()
    }

    /// A pattern of these squares, all else open.
    pub fn pattern(&self) -> MovePattern {
        MovePattern {
            from_file: self.from_file,
            from_rank: self.from_rank,
            to_file: self.to_file,
            to_rank: self.to_rank,
            ..MovePattern::default()
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Atom {
    File(u8),
    Rank(u8),
    Dash,
    Takes,
}

/// Reads the whole of `text`; `None` if anything else is in it.
pub(super) fn read(geometry: Geometry, text: &str) -> Option<Places> {
    use Atom::{Dash, File, Rank, Takes};
    let atoms = atoms(geometry, text)?;
    let taking = atoms.contains(&Takes);
    let mut places = Places { taking, ..Places::default() };
    let origin = match *atoms.as_slice() {
        // `exd`: two files and nothing more, plain only with the sign of capture between.
        [File(from), Takes, File(to)] => {
            (places.from_file, places.to_file) = (Some(from), Some(to));
            return Some(places);
        }
        [ref origin @ .., Dash | Takes, File(file), Rank(rank)] | [ref origin @ .., File(file), Rank(rank)] => {
            (places.to_file, places.to_rank) = (Some(file), Some(rank));
            origin
        }
        _ => return None,
    };
    match *origin {
        [] => {}
        [File(file)] => places.from_file = Some(file),
        [Rank(rank)] => places.from_rank = Some(rank),
        [File(file), Rank(rank)] => (places.from_file, places.from_rank) = (Some(file), Some(rank)),
        _ => return None,
    }
    Some(places)
}

fn atoms(geometry: Geometry, text: &str) -> Option<Vec<Atom>> {
    let mut atoms = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let (atom, length) = match c {
            '-' => (Atom::Dash, 1),
            'x' | ':' => (Atom::Takes, 1),
            '1'..='9' => rank(geometry, rest)?,
            'a'..='z' => (Atom::File(c as u8 - b'a'), 1),
            _ => return None,
        };
        if matches!(atom, Atom::File(file) if file >= geometry.files) {
            return None;
        }
        // Two squares and a sign are five atoms; whatever is longer is no move.
        if atoms.len() == 5 {
            return None;
        }
        atoms.push(atom);
        rest = rest.get(length..)?;
    }
    Some(atoms)
}

/// The longest rank number the board has.
fn rank(geometry: Geometry, text: &str) -> Option<(Atom, usize)> {
    [2, 1].into_iter().find_map(|length| {
        let digits = text.get(..length).filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()))?;
        let number = digits.parse::<u8>().ok()?;
        (number <= geometry.ranks).then_some((Atom::Rank(number - 1), length))
    })
}
