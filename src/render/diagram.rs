/*!
The board in plain text: `plain`, `wide`, exactly as `mail-design.md` lays down.

Both show the first side's men in capitals and the reader's side below. No line ends in a blank: a mail program would join
such a line to the next.
*/

use crate::rules::{Side, Square, View};

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
