/*!
Start positions that are drawn: which arrays a game has, and how chance picks one.

Arrays of one rank are numbered, so that every one is as likely as the others and may be asked for by its number. Chance
comes from outside: a function that gives a number below another, each equally often. The same numbers give the same
array; which was drawn is kept in the record of the game, never how.
*/

use super::movement::{DIAGONAL, LEAPS, Moves, ORTHOGONAL};
use super::variant::{Array, Castling, Shuffle, Variant};
use super::{Piece, Position, Role, Setup, Side, notation};

/// Numbers by chance: one below its argument, which is never 0.
pub type Chance<'a> = dyn FnMut(u32) -> u32 + 'a;

/// So often chance is asked before the start position of the sheet is taken instead: never, with any fair chance. Nearly
/// half the arrays fit where most is asked of them.
const TRIES: u32 = 1000;

impl Position {
    /// The start position of a game of `variant`, drawn where its array is.
    pub fn drawn(variant: &'static Variant, chance: &mut Chance) -> Position {
        let mut draw = || match variant.array {
            Array::Fixed => None,
            Array::Drawn(Shuffle::Everywhere) => shuffled(variant, chance),
            Array::Drawn(shuffle) => Position::numbered(variant, chance(shuffle.arrays())),
        };
        let tries = if variant.draws_array() { TRIES } else { 0 };
        let found = (0..tries).find_map(|_| draw());
        found.unwrap_or_else(|| Position::start(variant))
    }

    /// The start position with the array of that number; `None` where the game has none of that number. Fischer random
    /// chess numbers its 960 as is customary, so that 518 is that of chess.
    pub fn numbered(variant: &'static Variant, number: u32) -> Option<Position> {
        let Array::Drawn(shuffle) = variant.array else { return None };
        if number >= shuffle.arrays() || !shuffle.fits(variant, number) {
            return None;
        }
        let mut setup = notation::fen::read(variant, variant.start).ok()?;
        let geometry = variant.geometry;
        for (file, letter) in (0u8..).zip(shuffle.rank(number)) {
            let role = variant.role_by_letter(letter)?;
            let opposite = if shuffle == Shuffle::Corner { geometry.files - 1 - file } else { file };
            put(&mut setup, file, 0, Piece { side: Side::First, role });
            put(&mut setup, opposite, geometry.ranks - 1, Piece { side: Side::Second, role });
        }
        setup.castling_rooks = match variant.castling {
            Castling::Drawn { .. } => rooks(&setup),
            _ => Vec::new(),
        };
        Position::try_from(setup).ok()
    }
}

fn put(setup: &mut Setup, file: u8, rank: u8, man: Piece) {
    let square = setup.variant.geometry.at(file, rank);
    if let Some(place) = square.and_then(|square| setup.board.get_mut(usize::from(square.0))) {
        *place = Some(man);
    }
}

fn rooks(setup: &Setup) -> Vec<super::Square> {
    let is_rook = |man: &Piece| setup.variant.role_planes(man.role) == 1 << ORTHOGONAL;
    let squares = setup.variant.geometry.squares().zip(&setup.board);
    squares.filter(|(_, man)| man.as_ref().is_some_and(is_rook)).map(|(square, _)| square).collect()
}

/// All men of the sheet's start position in another order, if the first side can move.
fn shuffled(variant: &'static Variant, chance: &mut Chance) -> Option<Position> {
    let mut setup = notation::fen::read(variant, variant.start).ok()?;
    for last in (1..setup.board.len()).rev() {
        let other = chance(u32::try_from(last + 1).unwrap_or(u32::MAX));
        setup.board.swap(last, (other as usize).min(last));
    }
    Position::try_from(setup).ok().filter(|position| position.count_moves() > 0)
}

impl Shuffle {
    /// How many arrays there are, those among them that do not fit.
    fn arrays(self) -> u32 {
        match self {
            Shuffle::Corner => 360,
            Shuffle::Chess960 => 960,
            Shuffle::Capablanca => 48_000,
            Shuffle::Everywhere => 0,
        }
    }

    /// True if all that the game asks of an array holds for that number.
    fn fits(self, variant: &Variant, number: u32) -> bool {
        self != Shuffle::Capablanca || pawns_guarded(variant, &self.rank(number))
    }

    /// The first side's first rank, letters of men from its left.
    fn rank(self, number: u32) -> Vec<char> {
        let mut rank = Rank { men: vec![None; if self == Shuffle::Capablanca { 10 } else { 8 }] };
        let mut rest = number;
        let mut choose = |of: u32| {
            let chosen = rest % of;
            rest /= of;
            chosen
        };
        match self {
            Shuffle::Corner => {
                rank.put('K', 0, |file| file == 7);
                rank.put('B', choose(3), is_light);
                rank.put('B', choose(4), is_dark);
                rank.put('Q', choose(5), |_| true);
                rank.put_pair('N', choose(6));
            }
            Shuffle::Chess960 => {
                rank.put('B', choose(4), is_light);
                rank.put('B', choose(4), is_dark);
                rank.put('Q', choose(6), |_| true);
                rank.put_pair('N', choose(10));
                rank.put('K', 1, |_| true);
            }
            Shuffle::Capablanca => {
                rank.put('B', choose(5), is_light);
                rank.put('B', choose(5), is_dark);
                let (queen, archbishop) = if choose(2) == 0 { ('Q', 'A') } else { ('A', 'Q') };
                rank.put(queen, choose(4), is_light);
                rank.put(archbishop, choose(4), is_dark);
                rank.put('C', choose(6), |_| true);
                rank.put_pair('N', choose(10));
                rank.put('K', 1, |_| true);
            }
            Shuffle::Everywhere => {}
        }
        rank.men.into_iter().map(|man| man.unwrap_or('R')).collect()
    }
}

fn is_light(file: usize) -> bool {
    file % 2 == 1
}

fn is_dark(file: usize) -> bool {
    !is_light(file)
}

/// A rank being filled, file by file.
struct Rank {
    men: Vec<Option<char>>,
}

impl Rank {
    /// Puts a man on the `nth` free file of those that fit.
    fn put(&mut self, man: char, nth: u32, fits: impl Fn(usize) -> bool) {
        let mut free = self.men.iter_mut().enumerate().filter(|(file, there)| there.is_none() && fits(*file));
        if let Some((_, place)) = free.nth(nth as usize) {
            *place = Some(man);
        }
    }

    /// Puts two men on free files, by the number of the pair: first with second, first with third, …
    fn put_pair(&mut self, man: char, number: u32) {
        let free = self.men.iter().filter(|there| there.is_none()).count();
        let pairs = (0..free).flat_map(|left| (left + 1..free).map(move |right| (left, right)));
        if let Some((left, right)) = pairs.into_iter().nth(number as usize) {
            self.put(man, right as u32, |_| true);
            self.put(man, left as u32, |_| true);
        }
    }
}

/// True if some man of the first rank guards each square of the second.
fn pawns_guarded(variant: &Variant, rank: &[char]) -> bool {
    let guards = |file: usize, letter: char, pawn: usize| {
        let aside = pawn as i8 - file as i8;
        variant.role_by_letter(letter).is_some_and(|role| guards_ahead(variant, role, aside))
    };
    (0..rank.len()).all(|pawn| rank.iter().enumerate().any(|(file, letter)| guards(file, *letter, pawn)))
}

/// True if a man attacks the square one rank ahead and so many files aside.
fn guards_ahead(variant: &Variant, role: Role, aside: i8) -> bool {
    let planes = variant.role_planes(role);
    let leaps = variant.planes.iter().enumerate().skip(LEAPS).filter(|(plane, _)| planes >> plane & 1 == 1);
    planes >> ORTHOGONAL & 1 == 1 && aside == 0
        || planes >> DIAGONAL & 1 == 1 && aside.abs() == 1
        || leaps.into_iter().any(|(_, plane)| matches!(plane.moves, Moves::Leaps(leaps) if leaps.contains(&(aside, 1))))
}
