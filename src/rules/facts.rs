/*!
A sheet's answers to the questions asked for every ply, laid flat.

Folded into the code where the sheet is a constant; elsewhere one short record instead of a walk through the sheet.
*/

use super::movement::{AHEAD, LEAPS, MARCH, Moves, PLANES_MAX};
use super::variant::{Capturing, Castling, Goal, HAND_KINDS_MAX, Hands, PawnDrops, PromotionAt, Stock, Variant};

/// Who stands in plane 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ahead {
    /// Nobody.
    Nobody,
    /// Pawns.
    Pawns,
    /// Lances.
    Lances,
}

/// What keeps a side from moves its men could make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restraint {
    /// Nothing but its own royal man.
    None,
    /// Where it can capture, it must.
    CapturesFirst,
    /// It may do nothing but capture.
    CapturesOnly,
    /// It may not give check.
    NoChecks,
}

/// What the engine asks of a sheet all the time.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// Who stands in plane 0.
    pub ahead: Ahead,
    /// How many planes there are.
    pub planes: usize,
    /// True if men with a single leap stand in their place and move as a whole set.
    pub marching: bool,
    /// The first plane of leapers that move one by one.
    pub leapers: usize,
    /// True if any plane has an exception.
    pub exceptions: bool,
    /// For each plane the plane whose men are excepted; itself if none.
    pub unless: [u8; PLANES_MAX],
    /// The planes of each side's royal man; 0 where nobody is royal.
    pub royal: [u16; 2],
    /// How many directions pawns step in.
    pub steps: usize,
    /// How many directions pawns capture in.
    pub captures: usize,
    /// True if pawns may step twice.
    pub doubles: bool,
    /// What pawns may become, how many kinds.
    pub promotions: u32,
    /// True if pawns may promote before they must, or not as they like: then each choice is handed out by itself.
    pub choosy: bool,
    /// True if somebody may castle.
    pub castles: bool,
    /// True if kings and rooks castle from where the start position had them.
    pub homes_drawn: bool,
    /// True if checks are counted.
    pub checks: bool,
    /// What else wins.
    pub goal: Goal,
    /// Which of the moves that men could make are left.
    pub restraint: Restraint,
    /// True if plies need no question that few games ask: no restraint, no choice of pawns, no other castling.
    pub plain: bool,
    /// True if any man promotes by growing.
    pub growing: bool,
    /// For each plane the plane its men gain by growing; itself if they do not.
    pub gains: [u8; PLANES_MAX],
    /// How many kinds of men a hand may hold; 0 where captured men are gone.
    pub hands: usize,
    /// The planes of those kinds.
    pub hand_planes: [u16; HAND_KINDS_MAX],
    /// Those of them, a bit each, that may be dropped on any empty square.
    pub anywhere: u8,
    /// The kind in hand that drops as the pawn of shogi, and its plane.
    pub bound_pawn: Option<(usize, usize)>,
    /// True if the number of a position counts plies.
    pub counts_plies: bool,
}

impl Facts {
    /// The facts of a sheet.
    pub const fn of(sheet: &Variant) -> Facts {
        let mut unless = [0; PLANES_MAX];
        let mut gains = [0; PLANES_MAX];
        let (mut exceptions, mut growing, mut plane) = (false, false, 0);
        while plane < PLANES_MAX {
            unless[plane] = plane as u8;
            gains[plane] = plane as u8;
            if plane < sheet.planes.len()
                && let Some(other) = sheet.planes[plane].unless
            {
                (exceptions, unless[plane]) = (true, other);
            }
            if plane < sheet.planes.len()
                && let Some(more) = sheet.planes[plane].grows
            {
                (growing, gains[plane]) = (true, more);
            }
            plane += 1;
        }
        // Who may not give check looks at each man by itself.
        let marching = sheet.planes.len() > MARCH
            && matches!(sheet.planes[MARCH].moves, Moves::Leaps([_]))
            && !matches!(sheet.goal, Goal::Race);
        let (kinds, bound_pawn) = (sheet.hand_kinds(), bound_pawn(sheet));
        let mut hand_planes = [0; HAND_KINDS_MAX];
        let (mut anywhere, mut kind) = (0, 0);
        while kind < kinds.len() {
            hand_planes[kind] = sheet.role_planes(kinds[kind]);
            if !closes_ranks(sheet, hand_planes[kind]) && !matches!(bound_pawn, Some((pawn, _)) if pawn == kind) {
                anywhere |= 1 << kind;
            }
            kind += 1;
        }
        let castles = !matches!(sheet.castling, Castling::Never);
        let homes_drawn = matches!(sheet.castling, Castling::Drawn { .. });
        let royal = [sheet.royal_planes(0), sheet.royal_planes(1)];
        // From drawn homes, or with a man that is not royal: see `super::castling`.
        let castles_otherwise = castles && (homes_drawn || royal[0] == 0 || royal[1] == 0);
        let choosy =
            matches!(sheet.promotion.at, PromotionAt::LastRanks(_)) || matches!(sheet.promotion.stock, Stock::Lost(_));
        let restraint = match (sheet.goal, sheet.capturing) {
            (Goal::Race, _) => Restraint::NoChecks,
            (_, Capturing::Free) => Restraint::None,
            (_, Capturing::Duty) => Restraint::CapturesFirst,
            (_, Capturing::Only) => Restraint::CapturesOnly,
        };
        Facts {
            ahead: match sheet.planes[AHEAD].moves {
                Moves::Pawn => Ahead::Pawns,
                Moves::Lance => Ahead::Lances,
                _ => Ahead::Nobody,
            },
            planes: sheet.planes.len(),
            marching,
            leapers: if marching { MARCH + 1 } else { LEAPS },
            exceptions,
            unless,
            royal,
            steps: sheet.pawns.steps.len(),
            captures: sheet.pawns.captures.len(),
            doubles: sheet.pawns.double_from.is_some(),
            promotions: sheet.promotion.to.len() as u32,
            choosy,
            castles,
            homes_drawn,
            checks: matches!(sheet.goal, Goal::Checks(_)),
            goal: sheet.goal,
            restraint,
            plain: matches!(restraint, Restraint::None) && !choosy && !castles_otherwise,
            growing,
            gains,
            hands: kinds.len(),
            hand_planes,
            anywhere,
            bound_pawn,
            counts_plies: sheet.counts_plies(),
        }
    }
}

/// True if some rank is closed to a man in these planes.
const fn closes_ranks(sheet: &Variant, planes: u16) -> bool {
    let mut plane = 0;
    while plane < sheet.planes.len() {
        let closed = sheet.planes[plane].dead_ranks > 0 || matches!(sheet.planes[plane].moves, Moves::Pawn);
        if planes >> plane & 1 == 1 && closed {
            return true;
        }
        plane += 1;
    }
    false
}

/// The kind of man that drops as the pawn of shogi: its place in the hand and its plane.
const fn bound_pawn(sheet: &Variant) -> Option<(usize, usize)> {
    let Hands::Captured { kinds, pawns: PawnDrops::Shogi { pawn } } = sheet.hands else { return None };
    let mut kind = 0;
    while kind < kinds.len() {
        if kinds[kind].0 == pawn.0 {
            return Some((kind, sheet.role_planes(pawn).trailing_zeros() as usize));
        }
        kind += 1;
    }
    None
}
