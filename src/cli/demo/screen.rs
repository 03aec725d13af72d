/*!
What the demonstration shows on a terminal: board, news and prompt, within 24 lines of 80 columns. Colours and Unicode are
used where the terminal has them; elsewhere the board is the one of text emails.
*/

use crate::render::diagram::{self, Style};
use crate::rules::notation::{Notation, shogi};
use crate::rules::{Piece, Side, Square, View};
use std::io::IsTerminal;
use unicode_width::UnicodeWidthChar;

/// No line is longer.
const WIDTH: usize = 78;

/// Lines of a screen.
const LINES: usize = 24;

/// Lines below the news: a blank, the hint and the prompt; and the blank in front of the news.
const BESIDE: usize = 4;

const RESET: &str = "\x1b[0m";
/// Clears the screen, so that each one begins at the top.
const CLEAR: &str = "\x1b[2J\x1b[H";
/// Backgrounds of light and dark squares, plain and touched by the last move.
const SQUARES: [[&str; 2]; 2] = [["\x1b[48;5;223m", "\x1b[48;5;173m"], ["\x1b[48;5;192m", "\x1b[48;5;149m"]];
/// Pieces of the first and of the second side.
const SIDES: [&str; 2] = ["\x1b[1;38;5;231m", "\x1b[1;38;5;16m"];
/// The same in shogi, where both sides have the same pieces.
const SHOGI_SIDES: [&str; 2] = ["\x1b[38;5;16m", "\x1b[38;5;124m"];

/// What a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    colour: bool,
    unicode: bool,
}

impl Screen {
    /// What standard output can show, by the variables that terminals set.
    pub fn of_this_terminal() -> Screen {
        let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let colour = std::io::stdout().is_terminal()
            && set("NO_COLOR").is_none()
            && set("TERM").is_some_and(|kind| kind != "dumb");
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set).unwrap_or_default().to_lowercase();
        Screen { colour, unicode: locale.contains("utf-8") || locale.contains("utf8") }
    }

    /// One screen: what stands above, the board if there is a game, as much of the news as there is room for, and a hint
    /// above the prompt.
    pub fn drawn(self, above: &str, view: Option<&View>, japanese: bool, news: &str, hint: &str) -> String {
        let clear = if self.colour { CLEAR } else { "" };
        let mut page = above.to_owned();
        if let Some(view) = view {
            page += "\n\n";
            page += &self.board(view, japanese);
        }
        let room = LINES.saturating_sub(page.lines().count() + BESIDE);
        let news: Vec<String> = wrapped(news).into_iter().take(room).collect();
        format!("{clear}{page}\n\n{}\n\n{hint}\n", news.join("\n"))
    }

    /// The board with both hands, the viewer's side below.
    fn board(self, view: &View, japanese: bool) -> String {
        let of_shogi = shogi::applies(view.variant());
        let kanji = of_shogi && japanese && self.unicode;
        let style = match (of_shogi, kanji) {
            (true, true) => Style::Shogi,
            (true, false) => Style::Pairs,
            _ => Style::Plain,
        };
        let below = if self.colour { view.viewer() } else { diagram::below(style, view.viewer()) };
        let board = if self.colour { self.coloured(view, kanji) } else { diagram::drawn(style, view, below) };
        let held = |side: Side| diagram::held(style, view, side);
        match (held(below.other()), held(below)) {
            (above, under) if above.is_empty() && under.is_empty() => board,
            (above, under) => format!("   {above}\n{board}\n   {under}"),
        }
    }

    fn coloured(self, view: &View, kanji: bool) -> String {
        let (geometry, first) = (view.geometry(), view.viewer() == Side::First);
        let name = |square| Notation::plain(view.variant()).square(geometry, square);
        let ranks = (0..geometry.ranks).map(|rank| if first { geometry.ranks - 1 - rank } else { rank });
        let files: Vec<u8> =
            (0..geometry.files).map(|file| if first { file } else { geometry.files - 1 - file }).collect();
        let last = view.last_move();
        let mut lines = Vec::new();
        for rank in ranks {
            let squares = files.iter().filter_map(|file| geometry.at(*file, rank));
            let label: String = geometry.at(0, rank).map(name).unwrap_or_default().chars().skip(1).collect();
            let mut line = format!("{label:>2} ");
            for square in squares {
                let touched = last.is_some_and(|last| last.to == square || last.from == Some(square));
                let dark = (geometry.file(square) + geometry.rank(square)).is_multiple_of(2);
                let dark = dark && !shogi::applies(view.variant());
                line += SQUARES[usize::from(touched)][usize::from(dark)];
                line += &self.cell(view, square, kanji);
                line += RESET;
            }
            lines.push(line);
        }
        let letters = files.iter().filter_map(|file| geometry.at(*file, 0)).map(name);
        let letters: String = letters.map(|name| format!(" {} ", name.chars().next().unwrap_or(' '))).collect();
        lines.push(format!("   {letters}"));
        lines.join("\n")
    }

    /// Three columns for a square.
    fn cell(self, view: &View, square: Square, kanji: bool) -> String {
        let Some(Piece { side, role, .. }) = view.piece_at(square) else { return "   ".to_owned() };
        let second = side == Side::Second;
        if !shogi::applies(view.variant()) {
            let letter = view.variant().role(role).map_or('?', |sheet| sheet.letter);
            let sign = if self.unicode { figure(letter) } else { letter.to_string() };
            return format!("{} {sign} ", SIDES[usize::from(second)]);
        }
        let man = shogi::man_of(view.variant(), role);
        let colour = SHOGI_SIDES[usize::from(second)];
        if kanji {
            return format!("{colour}{}{}", if second { 'v' } else { ' ' }, man.map_or("？", |man| man.name));
        }
        let letters = man.map_or("?", |man| man.letters);
        let letters = if second { letters.to_lowercase() } else { letters.to_owned() };
        format!("{colour}{letters:>2} ")
    }
}

/// The solid figure for a letter of chess, the same for both sides: the colour tells them apart.
fn figure(letter: char) -> String {
    let figure = match letter {
        'K' => '♚',
        'Q' => '♛',
        'R' => '♜',
        'B' => '♝',
        'N' => '♞',
        'P' => '♟',
        other => return other.to_string(),
    };
    format!("{figure}\u{fe0e}")
}

/// Lines of at most [`WIDTH`] columns. Words stay whole where a language has blanks.
pub fn wrapped(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let (mut line, mut columns, mut blank) = (String::new(), 0, None);
        for ch in paragraph.chars() {
            let width = ch.width().unwrap_or(0);
            if columns + width > WIDTH {
                let rest = blank.map(|at: usize| line.split_off(at).trim_start().to_owned()).unwrap_or_default();
                lines.push(std::mem::replace(&mut line, rest).trim_end().to_owned());
                columns = line.chars().filter_map(UnicodeWidthChar::width).sum();
                blank = None;
            }
            if ch == ' ' {
                blank = Some(line.len());
            }
            line.push(ch);
            columns += width;
        }
        lines.push(line.trim_end().to_owned());
    }
    lines
}
