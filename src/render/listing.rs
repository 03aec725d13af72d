/*!
The legal moves, grouped by the man that makes them, each a link that writes the answer. The list shows the scope of every
man and needs no picture.
*/

use std::collections::HashMap;

use serde::Serialize;

use super::tap::Link;
use super::words::{Form, Lack, Words};
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
    /// As shown: `Bxf7+`.
    pub label: String,
    /// As sent: `Bxf7`.
    pub body: String,
    /// The link.
    pub href: String,
    /// True if it takes something.
    pub capture: bool,
}

/// The moves of one man, of all pawns, or of one kind in hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Group {
    /// `Knight f3`.
    pub title: String,
    /// Its moves, captures first.
    pub moves: Vec<Tap>,
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
pub(super) fn choices(view: &View, link: &Link, spelling: Spelling) -> Vec<Choice> {
    let mut taken: HashMap<String, u32> = HashMap::new();
    let moves = view.written_moves();
    for (_, san) in &moves {
        *taken.entry(plain(san).to_lowercase()).or_default() += 1;
    }
    let spelled = |(mv, label): (Move, String)| {
        let san = plain(&label);
        // Phones make the first letter a capital: `bxc3` and `Bxc3` would be one.
        let clear = taken.get(&san.to_lowercase()).is_none_or(|count| *count == 1);
        let body = if clear && spelling == Spelling::San { san } else { squares(view, mv) };
        let capture = view.captured(mv).is_some();
        Choice { mv, tap: Tap { label, href: link.writing(&body), body, capture } }
    };
    moves.into_iter().map(spelled).collect()
}

/// SAN without the signs that a link would lose: `+`, `#`, `=`.
fn plain(san: &str) -> String {
    san.chars().filter(|letter| !matches!(letter, '+' | '#' | '=')).collect()
}

/// The move by its squares, as UCI writes it.
pub(super) fn squares(view: &View, mv: Move) -> String {
    let name = |square: Square| view.geometry().name(square);
    let letter = |role: Role| view.variant().roles.get(usize::from(role.0)).map_or('?', |sheet| sheet.letter);
    match (mv, mv.from()) {
        (Move::Drop { role, to }, _) => format!("{}@{}", letter(role), name(to)),
        (_, Some(from)) => {
            let promotion = mv.promotion().map(|role| letter(role).to_ascii_lowercase());
            format!("{}{}{}", name(from), name(mv.to()), promotion.map(String::from).unwrap_or_default())
        }
        (_, None) => plain(&view.san(mv)),
    }
}

/// All legal moves: king, queen, rooks, … each man with its square, all pawns in one row, then what is in hand.
pub(super) fn groups(view: &View, words: Words, choices: &[Choice]) -> Result<Vec<Group>, Lack> {
    let mut rows: HashMap<Row, Vec<&Choice>> = HashMap::new();
    for choice in choices {
        if let Some(row) = Row::of(view, choice.mv) {
            rows.entry(row).or_default().push(choice);
        }
    }
    let mut rows: Vec<_> = rows.into_iter().collect();
    rows.sort_by_key(|(row, _)| row.order(view));
    rows.into_iter()
        .map(|(row, choices)| Ok(Group { title: row.title(view, words)?, moves: in_order(view, choices) }))
        .collect()
}

/// Captures first, then by square.
pub(super) fn in_order(view: &View, mut choices: Vec<&Choice>) -> Vec<Tap> {
    choices.sort_by_key(|choice| (!choice.tap.capture, place(view, choice.mv.to()), choice.tap.body.as_str()));
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
                let (man, square) = (words.man(variant, role, Form::Title)?, view.geometry().name(square));
                words.say(&["position", "list_man"], &[("man", man), ("square", &square)])
            }
            Row::Pawns(role) => Ok(words.man(variant, role, Form::Titles)?.to_owned()),
            Row::Hand(role) => {
                words.say(&["position", "list_drop"], &[("man", words.man(variant, role, Form::Title)?)])
            }
        }
    }
}

fn place(view: &View, square: Square) -> (u8, u8) {
    (view.geometry().file(square), view.geometry().rank(square))
}
