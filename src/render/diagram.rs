/*!
The board in plain text: `plain`, `wide`, `pairs` and `shogi`.

No line ends in a blank: a mail program would join such a line to the next. The first three show the reader's side below;
a diagram of shogi is never turned, in mail as in print.
*/

use crate::rules::notation::shogi;
use crate::rules::{Role, Side, Square, View};

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Letters, monospace; the first side's in capitals.
    Plain,
    /// The same, every character full-width.
    Wide,
    /// As plain, with figures for the men of chess.
    Figurine,
    /// Letters of shogi, two signs a square: `+R`, ` p`.
    Pairs,
    /// Characters of shogi, every one full-width.
    Shogi,
}

impl Style {
    /// The style of that word.
    pub fn from_key(key: &str) -> Option<Style> {
        Some(match key {
            "plain" => Style::Plain,
            "wide" => Style::Wide,
            "figurine" => Style::Figurine,
            "pairs" => Style::Pairs,
            "shogi" => Style::Shogi,
            _ => return None,
        })
    }
}

/// The board in that style, without hands; no newline at the end.
pub fn drawn(style: Style, view: &View, below: Side) -> String {
    match style {
        Style::Plain => plain(view, below),
        Style::Wide => wide(view, below),
        Style::Figurine => figurine(view, below),
        Style::Pairs => pairs(view, below),
        Style::Shogi => characters(view),
    }
}

/// Whose men stand below in a diagram for a reader of side `reader`.
pub fn below(style: Style, reader: Side) -> Side {
    if style == Style::Shogi { Side::First } else { reader }
}

/// The men in `side`'s hand, in the signs of the style; empty for none.
pub fn held(style: Style, view: &View, side: Side) -> String {
    let kind = |(role, count): (Role, u8)| {
        let letter = view.variant().role(role).map_or('?', |sheet| sheet.letter);
        let times = |sign: String, between: &str| vec![sign; usize::from(count)].join(between);
        match style {
            Style::Plain => times(letter.to_string(), " "),
            Style::Figurine => {
                times(figure(if side == Side::First { letter } else { letter.to_ascii_lowercase() }), " ")
            }
            Style::Wide => times(full_width(letter).to_string(), "\u{3000}"),
            Style::Pairs if count == 1 => letter.to_string(),
            Style::Pairs => format!("{count}{letter}"),
            Style::Shogi => {
                let name = shogi::man_of(view.variant(), role).map_or("？", |man| man.name);
                format!("{name}{}", if count > 1 { shogi::kanji_count(count) } else { String::new() })
            }
        }
    };
    let between = if matches!(style, Style::Wide | Style::Shogi) { "\u{3000}" } else { " " };
    view.hand(side).into_iter().map(kind).collect::<Vec<_>>().join(between)
}

/// Monospace, 12 lines for chess, no blank at a line's end, no newline at the end.
pub fn plain(view: &View, below: Side) -> String {
    let rows = rows(view, below);
    let digits = view.geometry().ranks.to_string().len();
    let margin = " ".repeat(digits + 2);
    let files: String = files(view, below).map(|file| format!(" {file}")).collect();
    let rule = format!("{}+{}+", " ".repeat(digits + 1), "-".repeat(files.chars().count() + 1));
    let mut lines = vec![format!("{margin}{files}"), rule.clone()];
    for (rank, squares) in rows {
        let men: String = squares.iter().map(|square| format!(" {}", letter(view, *square).unwrap_or('.'))).collect();
        lines.push(format!("{rank:>digits$} |{men} | {rank}"));
    }
    lines.push(rule);
    lines.push(format!("{margin}{files}"));
    lines.join("\n")
}

/// As [`plain`], with figures for the men of chess; each is followed by U+FE0E, which asks for text where a program would
/// draw a coloured picture.
pub fn figurine(view: &View, below: Side) -> String {
    let drawn = |line: &str| if line.contains('|') { line.chars().map(figure).collect() } else { line.to_owned() };
    plain(view, below).lines().map(drawn).collect::<Vec<String>>().join("\n")
}

/// The figure for a man's letter, capital for the first side; other signs stay.
fn figure(letter: char) -> String {
    let figure = match letter {
        'K' => '♔',
        'Q' => '♕',
        'R' => '♖',
        'B' => '♗',
        'N' => '♘',
        'P' => '♙',
        'k' => '♚',
        'q' => '♛',
        'r' => '♜',
        'b' => '♝',
        'n' => '♞',
        'p' => '♟',
        other => return other.to_string(),
    };
    format!("{figure}\u{fe0e}")
}

/// Every character full-width, so that columns hold in any face.
pub fn wide(view: &View, below: Side) -> String {
    let digits = view.geometry().ranks.to_string().len();
    let files: String = files(view, below).flat_map(|file| ['\u{3000}', full_width(file)]).collect();
    let head = format!("{}{files}", "\u{3000}".repeat(digits));
    let mut lines = vec![head.clone()];
    for (rank, squares) in rows(view, below) {
        let number: String = format!("{rank:>digits$}").chars().map(full_width).collect();
        let men: String = squares
            .iter()
            .flat_map(|square| ['\u{3000}', letter(view, *square).map_or('\u{30fb}', full_width)])
            .collect();
        lines.push(format!("{number}{men}\u{3000}{}", number.trim_start_matches('\u{3000}')));
    }
    lines.push(head);
    lines.join("\n")
}

/// Two signs a square: files by number, ranks by letter, as western players write them.
pub fn pairs(view: &View, below: Side) -> String {
    let geometry = view.geometry();
    let men = |square: &Square| match view.piece_at(*square) {
        None => "  .".to_owned(),
        Some(man) => {
            let letters = shogi::man_of(view.variant(), man.role).map_or("?", |man| man.letters);
            let letters = if man.side == Side::First { letters.to_owned() } else { letters.to_lowercase() };
            format!("{letters:>3}")
        }
    };
    let rows = rows(view, below);
    let first = rows.first().map_or(&[][..], |(_, squares)| squares);
    let files: String = first.iter().map(|square| format!("{:>3}", shogi::file_number(geometry, *square))).collect();
    let rule = format!("  +{}+", "-".repeat(files.len() + 1));
    let mut lines = vec![format!("   {files}"), rule.clone()];
    for (rank, squares) in &rows {
        let letter = (b'a' + geometry.ranks.saturating_sub(*rank)) as char;
        let men: String = squares.iter().map(men).collect();
        lines.push(format!("{letter} |{men} | {letter}"));
    }
    lines.extend([rule, format!("   {files}")]);
    lines.join("\n")
}

/// Characters of shogi, as diagrams in print have them: `ｖ` before a man of the second side's.
pub fn characters(view: &View) -> String {
    let geometry = view.geometry();
    let numbers = (1..=geometry.files).rev().map(|file| full_width((b'0' + file) as char));
    let files: String = numbers.flat_map(|number| ['\u{3000}', number]).collect();
    let rule = format!("＋{}＋", "－".repeat(2 * usize::from(geometry.files)));
    let mut lines = vec![format!("\u{3000}{files}"), rule.clone()];
    for (rank, squares) in rows(view, Side::First) {
        let number = shogi::KANJI.get(usize::from(geometry.ranks.saturating_sub(rank))).copied().unwrap_or('？');
        let men: String = squares.iter().flat_map(|square| character(view, *square)).collect();
        lines.push(format!("｜{men}｜{number}"));
    }
    lines.push(rule);
    lines.join("\n")
}

/// A square of such a diagram, always two signs.
fn character(view: &View, square: Square) -> [char; 2] {
    let Some(man) = view.piece_at(square) else { return ['\u{3000}', '\u{30fb}'] };
    let sign = shogi::man_of(view.variant(), man.role).map_or('？', |man| man.sign);
    [if man.side == Side::First { '\u{3000}' } else { 'ｖ' }, sign]
}

/// The ranks from the top down, each with its number and its squares from the left.
fn rows(view: &View, below: Side) -> Vec<(u8, Vec<Square>)> {
    let geometry = view.geometry();
    let mut rows: Vec<(u8, Vec<Square>)> = (0..geometry.ranks)
        .map(|rank| (rank + 1, (0..geometry.files).filter_map(|file| geometry.at(file, rank)).collect()))
        .collect();
    match below {
        Side::First => rows.reverse(),
        Side::Second => rows.iter_mut().for_each(|(_, squares)| squares.reverse()),
    }
    rows
}

/// The names of the files from the left.
fn files(view: &View, below: Side) -> impl Iterator<Item = char> {
    let count = view.geometry().files;
    (0..count).map(move |place| {
        let file = if below == Side::First { place } else { count - 1 - place };
        (b'a' + file) as char
    })
}

fn letter(view: &View, square: Square) -> Option<char> {
    let man = view.piece_at(square)?;
    let letter = view.variant().roles.get(usize::from(man.role.0))?.letter;
    Some(if man.side == Side::First { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() })
}

/// The full-width form of printable ASCII (U+FF01 to U+FF5E) and of the blank (U+3000).
fn full_width(letter: char) -> char {
    match letter {
        ' ' => '\u{3000}',
        '!'..='~' => char::from_u32(letter as u32 + 0xfee0).unwrap_or(letter),
        other => other,
    }
}
