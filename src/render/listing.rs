/*!
The legal moves, grouped by the man that makes them, each a link that writes the answer. The list shows the scope of every
man and needs no picture.
*/

use std::collections::HashMap;

use serde::Serialize;

use super::position::place;
use super::tap::Link;
use super::words::{Form, Lack, Words};
use crate::rules::notation::Notation;
use crate::rules::{Move, Role, Square, View};

/// How a move is written into the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spelling {
    /// SAN with English letters, for readers of a language we write.
    San,
    /// Squares alone, for those whose own letters clash with the English ones: `R` is a rook here and a king there.
    Squares,
}

/// One move in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Tap {
    /// As shown: `Bxf7+`; where the row names the man, its square may do: `７六`.
    pub label: String,
    /// As sent: `Bxf7`.
    pub body: String,
    /// The link.
    pub href: String,
    /// True if it takes something.
    pub capture: bool,
    /// True if it gives check.
    pub check: bool,
}

/// The moves of one man, of all pawns, or of one kind in hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Group {
    /// `Knight f3`.
    pub title: String,
    /// Asks where the piece can move, if the players may be shown that.
    pub href: Option<String>,
    /// Where the piece stands, if it is one.
    #[serde(skip)]
    pub square: Option<Square>,
    /// Its moves, captures first.
    pub moves: Vec<Tap>,
    /// They are drops.
    pub hand: bool,
    /// A sentence instead of the moves, where there are too many drops to list.
    pub folded: Option<String>,
}

/// A legal move and its link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    /// The move.
    pub mv: Move,
    /// As shown and sent.
    pub tap: Tap,
}

/// Every legal move with its link, in the view's own order.
pub(super) fn choices(view: &View, link: &Link, words: Words, spelling: Spelling) -> Result<Vec<Choice>, Lack> {
    let (notation, liked) = (words.notation()?, words.notation_liked()?);
    let moves = view.written_moves(notation);
    let mut taken: HashMap<String, u32> = HashMap::new();
    for (_, text) in &moves {
        *taken.entry(plain(text).to_lowercase()).or_default() += 1;
    }
    let spelled = |(mv, text): (Move, String)| {
        let short = plain(&text);
        // Phones make the first letter a capital: `bxc3` and `Bxc3` would be one.
        let clear = taken.get(&short.to_lowercase()).is_none_or(|count| *count == 1);
        let body = match notation {
            Notation::San if clear && spelling == Spelling::San => short,
            Notation::San | Notation::Long | Notation::Numeric | Notation::Katakana => view.coordinates(mv),
            // A plus that is lost behind a move leaves a question; in front it would leave another man's move.
            Notation::Western if text.starts_with('+') => view.coordinates(mv),
            Notation::Western | Notation::Japanese => text.clone(),
        };
        let capture = view.captured(mv).is_some();
        let check = match notation {
            Notation::San => text.ends_with(['+', '#']),
            _ => view.after(mv).is_some_and(|after| after.check().is_some()),
        };
        let label = match liked == notation {
            true => label(view, mv, notation, text, capture),
            false if liked == Notation::Katakana => beside_its_name(&view.written(mv, liked), is_pawn(view, mv)),
            false => view.written(mv, liked),
        };
        Choice { mv, tap: Tap { label, href: link.writing(&body), body, capture, check } }
    };
    Ok(moves.into_iter().map(spelled).collect())
}

/// What is shown of a move in a row that names its man: all of SAN, but the square of a drop and in shogi.
fn label(view: &View, mv: Move, notation: Notation, text: String, capture: bool) -> String {
    let to = || notation.square(view.geometry(), mv.to());
    match (notation, mv) {
        (Notation::San, Move::Drop { .. }) => text.split_once('@').map_or(text.clone(), |(_, to)| to.to_owned()),
        (Notation::San | Notation::Long | Notation::Numeric | Notation::Katakana, _) => text,
        (Notation::Western, _) => {
            let mark = text.strip_prefix('+').unwrap_or(&text).chars().last().filter(|mark| matches!(mark, '+' | '='));
            format!("{}{}{}", if capture { "x" } else { "" }, to(), mark.map(String::from).unwrap_or_default())
        }
        (Notation::Japanese, _) => {
            let mark = ["不成", "成"].into_iter().find(|mark| text.ends_with(mark)).unwrap_or_default();
            format!("{}{mark}", to())
        }
    }
}

/// What is shown of `ナイトg1→f3` in a row that names the man and where it stands: `f3`. Pawns of all squares share a row.
fn beside_its_name(text: &str, pawn: bool) -> String {
    let course = text.trim_start_matches(|letter: char| !letter.is_ascii());
    let goal = match (course.find('→'), course.find('×')) {
        (Some(arrow), _) if !pawn => course.get(arrow + '→'.len_utf8()..),
        (_, Some(cross)) if !pawn => course.get(cross..),
        _ => course.strip_suffix('打').or(Some(course)),
    };
    // Castling has a name of its own.
    goal.filter(|goal| !goal.is_empty()).unwrap_or(text).to_owned()
}

fn is_pawn(view: &View, mv: Move) -> bool {
    matches!(Row::of(view, mv), Some(Row::Pawns(_)))
}

/// SAN without the signs that a link would lose: `+`, `#`, `=`.
fn plain(san: &str) -> String {
    san.chars().filter(|letter| !matches!(letter, '+' | '#' | '=')).collect()
}

/// All legal moves: king, queen, rooks, … each man with its square, all pawns in one row, then what is in hand. With
/// `fold` a row of drops is a sentence.
pub(super) fn groups(view: &View, words: Words, choices: &[Choice], fold: bool) -> Result<Vec<Group>, Lack> {
    let mut rows: HashMap<Row, Vec<&Choice>> = HashMap::new();
    for choice in choices {
        if let Some(row) = Row::of(view, choice.mv) {
            rows.entry(row).or_default().push(choice);
        }
    }
    let mut rows: Vec<_> = rows.into_iter().collect();
    rows.sort_by_key(|(row, _)| row.order(view));
    let group = |(row, choices): (Row, Vec<&Choice>)| {
        let (title, mut moves) = (row.title(view, words)?, in_order(view, choices));
        let folded = match (row, moves.get(moves.len() / 2)) {
            (Row::Hand(_), Some(example)) if fold => {
                let values = [("n", &*moves.len().to_string()), ("example", &example.body)];
                Some(words.say(&["position", "list_folded"], &values)?)
            }
            _ => None,
        };
        if folded.is_some() {
            moves.clear();
        }
        let square = if let Row::Man(_, square) = row { Some(square) } else { None };
        Ok(Group { title, href: None, square, moves, hand: matches!(row, Row::Hand(_)), folded })
    };
    rows.into_iter().map(group).collect()
}

/// Captures first, then by square.
pub(super) fn in_order(view: &View, mut choices: Vec<&Choice>) -> Vec<Tap> {
    let order = |choice: &&Choice| {
        let stays = choice.mv.promotion().is_none();
        (!choice.tap.capture, place(view, choice.mv.to()), stays, choice.tap.body.clone())
    };
    choices.sort_by_cached_key(order);
    choices.into_iter().map(|choice| choice.tap.clone()).collect()
}

/// What the moves of one row have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Row {
    Man(Role, Square),
    Pawns(Role),
    Hand(Role),
}

impl Row {
    fn of(view: &View, mv: Move) -> Option<Row> {
        if let Move::Drop { role, .. } = mv {
            return Some(Row::Hand(role));
        }
        let from = mv.from()?;
        let role = view.piece_at(from)?.role;
        let pawn = view.variant().roles.get(usize::from(role.0)).is_some_and(|sheet| sheet.key == "pawn");
        Some(if pawn { Row::Pawns(role) } else { Row::Man(role, from) })
    }

    fn order(self, view: &View) -> (u8, u8, u8, u8) {
        match self {
            Row::Man(role, square) => {
                let (file, rank) = place(view, square);
                (0, role.0, file, rank)
            }
            Row::Pawns(role) => (1, role.0, 0, 0),
            Row::Hand(role) => (2, role.0, 0, 0),
        }
    }

    fn title(self, view: &View, words: Words) -> Result<String, Lack> {
        let variant = view.variant();
        match self {
            Row::Man(role, square) => {
                let (man, square) = (words.man(variant, role, Form::Title)?, words.square(view.geometry(), square)?);
                words.say(&["position", "list_man"], &[("man", man), ("square", &square)])
            }
            Row::Pawns(role) => Ok(words.man(variant, role, Form::Titles)?.to_owned()),
            Row::Hand(role) => {
                words.say(&["position", "list_drop"], &[("man", words.man(variant, role, Form::Title)?)])
            }
        }
    }
}
