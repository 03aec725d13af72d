//! Which move was meant, and what is against it.

use super::castling::{self, Castling};
use super::drops;
use super::reach::{Field, Way};
use super::{Standing, Why};
use crate::rules::castling::KING;
use crate::rules::variant::{Capturing, Goal, Stock};
use crate::rules::{MovePattern, PatternKind, Position, Square, WrittenMove};

/// The reason nearest to a lawful move, over all readings; an earlier stage is left only if it finds no man that
/// moves so.
pub(in crate::rules) fn explain(position: &Position, written: &WrittenMove) -> Why {
    let case = Case { position, field: Field::of(position) };
    let mut best = Why::NotLegal;
    for stage in &written.stages {
        for why in stage.iter().map(|pattern| case.pattern(pattern)) {
            if closeness(&why) > closeness(&best) {
                best = why;
            }
        }
        if closeness(&best) > closeness_of_cannot_reach() {
            break;
        }
    }
    best
}

/// How near a reason is to a lawful move: the nearer, the likelier it is the one that was meant.
fn closeness(why: &Why) -> u8 {
    match why {
        Why::NotLegal | Why::OffBoard => 0,
        Why::NoSuchMan { .. } | Why::NotInHand(_) => 1,
        Why::EmptySquare(_) | Why::NotYours(_) | Why::OtherMan { .. } => 2,
        Why::CannotReach { .. } => closeness_of_cannot_reach(),
        Why::OnlyByTaking { .. } => 4,
        Why::Blocked { .. } | Why::OwnManThere { .. } | Why::NothingToTake { .. } | Why::CastlingRightLost(_) => 5,
        Why::DropOccupied(_) | Why::DropDead { .. } | Why::TwoPawns(_) => 5,
        Why::EnPassantTooLate { .. } | Why::CastlingBlocked(_) => 6,
        Why::Pinned { .. }
        | Why::IntoCheck { .. }
        | Why::MustAnswerCheck { .. }
        | Why::EnPassantExposes { .. }
        | Why::CastlingOutOfCheck(_)
        | Why::PawnDropMate(_)
        | Why::MustCapture { .. }
        | Why::GivesCheck { .. }
        | Why::NothingToBecome { .. }
        | Why::CastlingThroughCheck { .. } => 7,
        Why::MustPromote { .. } | Why::NoSuchPromotion(_) | Why::NotPromoting { .. } => 8,
    }
}

const fn closeness_of_cannot_reach() -> u8 {
    3
}

/// A bare square: a pawn goes straight ahead.
fn is_push(pattern: &MovePattern) -> bool {
    pattern.capture == Some(false)
}

/// The position in question, and its board as bare squares.
struct Case<'a> {
    position: &'a Position,
    field: Field,
}

impl Case<'_> {
    fn pattern(&self, pattern: &MovePattern) -> Why {
        match pattern.kind {
            PatternKind::Castle(wing) => castling::explain(self.position, &self.field, wing),
            PatternKind::Drop => drops::explain(self.position, &self.field, pattern),
            PatternKind::Step => self.step(pattern),
        }
    }

    fn step(&self, pattern: &MovePattern) -> Why {
        let targets = self.targets(pattern);
        if targets.is_empty() && pattern.captured.is_none() {
            return Why::OffBoard;
        }
        if let Some(why) = self.wrong_origin(pattern) {
            return why;
        }
        let turn = self.position.turn();
        let meant = |man: &Standing| {
            pattern.comes_from(self.position, man.1) && pattern.role.is_none_or(|role| role == man.0.role)
        };
        let men: Vec<Standing> = self.field.men(turn).into_iter().filter(meant).collect();
        if men.is_empty() {
            return pattern.role.map_or(Why::NotLegal, |role| Why::NoSuchMan {
                role,
                file: pattern.from_file,
                rank: pattern.from_rank,
            });
        }
        let tries = men.iter().flat_map(|man| targets.iter().map(move |to| (*man, *to)));
        let nearest = |(man, to): &(Standing, Square)| {
            // The man that stands there already is the last that was meant to go there.
            let there = man.1 == *to;
            let distance = self.field.distance(man.1, *to);
            let geometry = self.field.geometry();
            let aside = is_push(pattern) && geometry.file(man.1) != geometry.file(*to);
            let why = self.attempt(pattern, *man, *to);
            (std::cmp::Reverse(closeness(&why)), there, aside, distance)
        };
        tries.min_by_key(nearest).map_or(Why::NotLegal, |(man, to)| self.attempt(pattern, man, to))
    }

    /// Squares the text may mean; where it names what is taken, those where such a man stands.
    fn targets(&self, pattern: &MovePattern) -> Vec<Square> {
        let enemy = self.position.turn().other();
        let taken = |square: Square| {
            pattern
                .captured
                .is_none_or(|role| self.field.at(square).is_some_and(|man| man.side == enemy && man.role == role))
        };
        let squares = self.field.geometry().squares();
        squares.filter(|square| pattern.leads_to(self.position, *square) && taken(*square)).collect()
    }

    /// A square of origin was written out, and not the mover's man of that kind stands there.
    fn wrong_origin(&self, pattern: &MovePattern) -> Option<Why> {
        let square = self.field.geometry().at(pattern.from_file?, pattern.from_rank?);
        let Some(square) = square else { return Some(Why::OffBoard) };
        match (self.field.at(square), pattern.role) {
            (None, _) => Some(Why::EmptySquare(square)),
            (Some(man), _) if man.side != self.position.turn() => Some(Why::NotYours((man, square))),
            (Some(man), Some(role)) if man.role != role => Some(Why::OtherMan { role, there: (man, square) }),
            _ => None,
        }
    }

    /// What is against `man` going to `to`.
    fn attempt(&self, pattern: &MovePattern, man: Standing, to: Square) -> Why {
        match self.field.way(man, to) {
            Way::NothingToTake if is_push(pattern) => Why::CannotReach { man, to },
            Way::Never => self.never(pattern, man, to),
            Way::Blocked(by) => Why::Blocked { man, to, by },
            Way::OwnMan(there) => Why::OwnManThere { man, there },
            Way::NothingToTake => self.in_passing(man, to),
            Way::Clear => match self.danger(man, to, None) {
                // Pushing is what the text says; that the pawn cannot take either is beside the point.
                Some(_) if self.unsaid_capture(pattern, to) => Why::CannotReach { man, to },
                Some(why) => why,
                None => self.unsaid(pattern, man, to),
            },
        }
    }

    fn never(&self, pattern: &MovePattern, man: Standing, to: Square) -> Why {
        let castling = || Castling::meant(self.position, man, to);
        if let Some(wing) = (man.0.role == KING).then(castling).flatten() {
            return castling::explain(self.position, &self.field, Some(wing));
        }
        match self.field.at(to) {
            Some(there) if there.side == man.0.side && is_push(pattern) => Why::OwnManThere { man, there: (there, to) },
            _ => Why::CannotReach { man, to },
        }
    }

    /// A pawn goes where it could take, and nothing stands there.
    fn in_passing(&self, man: Standing, to: Square) -> Why {
        let just = self.position.passed().filter(|(over, _)| *over == to).map(|(_, passer)| passer);
        let passers = self.field.passers(man.0.side.other(), to);
        let passed = passers.iter().find(|(_, square)| just == Some(*square)).or(passers.first()).copied();
        let Some(passed) = passed else { return Why::NothingToTake { man, to } };
        if just != Some(passed.1) {
            return Why::EnPassantTooLate { man, passed };
        }
        match self.danger(man, to, Some(passed.1)) {
            Some(Why::Pinned { man, by }) => {
                // The line may open only because the other pawn goes as well.
                let alone = self.field.without(man.1);
                let pinned = self.royals().iter().any(|king| alone.attackers(*king, man.0.side.other()).contains(&by));
                if pinned { Why::Pinned { man, by } } else { Why::EnPassantExposes { man, by } }
            }
            Some(why) => why,
            None => self.restrained(man, to),
        }
    }

    /// What the game itself forbids, though the man could go there and no king is in danger.
    fn restrained(&self, man: Standing, to: Square) -> Why {
        let variant = self.position.variant();
        let legal = self.position.legal_moves();
        let captures = legal.iter().filter_map(|mv| Some((mv.from()?, self.position.captured(*mv)?)));
        let takes = self.field.at(to).is_some();
        if let Some((from, (square, there))) = captures.into_iter().next()
            && variant.capturing != Capturing::Free
            && let Some(by) = self.field.at(from).filter(|_| !takes)
        {
            return Why::MustCapture { man, by: (by, from), there: (there, square) };
        }
        if variant.goal == Goal::Race {
            let after = self.field.moved(man.1, to, None);
            let kings = self.position.royals(man.0.side.other());
            let checker = kings.iter().find_map(|king| after.attackers(*king, man.0.side).first().copied());
            // The man itself is named by where it stands now.
            let named = checker.map(|by| if by.1 == to { man } else { by });
            return named.map_or(Why::NotLegal, |by| Why::GivesCheck { man, by });
        }
        if self.field.is_pawn(man.0) && matches!(variant.promotion.stock, Stock::Lost(_)) {
            return Why::NothingToBecome { man, to };
        }
        Why::NotLegal
    }

    fn royals(&self) -> Vec<Square> {
        self.position.royals(self.position.turn())
    }

    /// Who would attack the king after the move, and what that makes of it.
    fn danger(&self, man: Standing, to: Square, passed: Option<Square>) -> Option<Why> {
        let enemy = man.0.side.other();
        let after = self.field.moved(man.1, to, passed);
        for king in self.royals() {
            let moves = king == man.1;
            let attackers = after.attackers(if moves { to } else { king }, enemy);
            let Some(by) = attackers.first().copied() else { continue };
            if moves {
                return Some(Why::IntoCheck { to, by });
            }
            let before = self.field.attackers(king, enemy);
            if before.iter().any(|checker| attackers.contains(checker)) {
                return Some(Why::MustAnswerCheck { by: before });
            }
            return Some(Why::Pinned { man, by });
        }
        None
    }

    /// The text speaks of a push and the man could only take.
    fn unsaid_capture(&self, pattern: &MovePattern, to: Square) -> bool {
        is_push(pattern) && self.field.at(to).is_some()
    }

    /// The squares are a lawful move's; what else the text says is not.
    fn unsaid(&self, pattern: &MovePattern, man: Standing, to: Square) -> Why {
        if let Some(there) = self.field.at(to).filter(|_| self.unsaid_capture(pattern, to)) {
            return Why::OnlyByTaking { man, there: (there, to) };
        }
        let legal = self.position.legal_moves();
        let promotes = pattern.manner.promotes;
        let mut same = legal.iter().filter(|mv| mv.from() == Some(man.1) && mv.to() == to);
        match (pattern.promotion, same.next()) {
            (Some(role), Some(mv)) if mv.promotion().is_some() => Why::NoSuchPromotion(role),
            (Some(_), Some(_)) => Why::NotPromoting { man },
            (None, Some(mv)) if promotes == Some(false) && mv.promotion().is_some() => Why::MustPromote { man, to },
            (None, Some(mv)) if promotes == Some(true) && mv.promotion().is_none() => Why::NotPromoting { man },
            (_, None) => self.restrained(man, to),
            _ => Why::NotLegal,
        }
    }
}
