/*!
A game pasted below a challenge: PGN, KIF or CSA in the writer's own lines. It is told by what only a record has, a tag, a
header or a numbered move, and is taken by whole paragraphs: what stands in one and is no move is for the reader of the
record to refuse. What opens otherwise is the letter's own text.
*/

use crate::mail::quoted::{self, Kind, Signs};

/// Headers by which KIF begins and goes on.
const HEADERS: [&str; 14] = [
    "#",
    "手合割",
    "手数",
    "開始日時",
    "終了日時",
    "棋戦",
    "場所",
    "持ち時間",
    "先手",
    "後手",
    "上手",
    "下手",
    "戦型",
    "消費時間",
];

/// The marks of the sides in Japanese records.
const MARKS: [char; 6] = ['▲', '△', '▼', '▽', '☗', '☖'];

/// The tag by which a game of cmail's names itself.
const CMAIL: &str = "[CmailGameName \"";

/// The game that XBoard's cmail wrote into the text of a mail, and what stands around it.
pub(super) fn by_cmail(text: &str, signs: &Signs) -> Option<(String, String)> {
    if !text.contains(CMAIL) {
        return None;
    }
    let sorted = quoted::sort(text, signs);
    let first = sorted.iter().position(|(kind, line)| *kind == Kind::Own && is_tag(line.trim()))?;
    let (above, below) = sorted.split_at(first);
    let (game, lines) = game(below)?;
    let around = above.iter().chain(below.get(lines..).unwrap_or_default()).map(|(_, line)| *line);
    game.contains(CMAIL).then(|| (game, around.collect::<Vec<&str>>().join("\n")))
}

/// The game that the lines below a challenge begin with, and how many lines it has.
pub(super) fn game(below: &[(Kind, &str)]) -> Option<(String, usize)> {
    let own: Vec<&str> = below.iter().take_while(|(kind, _)| *kind == Kind::Own).map(|(_, line)| line.trim()).collect();
    let first = own.iter().position(|line| !line.is_empty())?;
    opens(own.get(first..)?).then_some(())?;
    let (mut end, mut paragraph, mut comment, mut over) = (first, true, false, false);
    for (at, line) in own.iter().enumerate().skip(first) {
        if line.is_empty() {
            paragraph = comment;
            continue;
        }
        if !paragraph && (over || !goes_on(line)) {
            break;
        }
        paragraph = true;
        comment = in_comment(line, comment);
        over |= !comment && line.split_whitespace().next_back().is_some_and(ends);
        end = at + 1;
    }
    Some((own.get(first..end)?.join("\n"), end))
}

/// True if the first paragraph is a game's.
fn opens(lines: &[&str]) -> bool {
    let Some(first) = lines.first() else { return false };
    let paragraph = || lines.iter().take_while(|line| !line.is_empty());
    if is_tag(first) {
        return true;
    }
    // A list begins with a number as well: here all words are moves.
    if numbered_move(first) {
        return paragraph().all(|line| line.split_whitespace().all(like_a_move));
    }
    (goes_on_japanese(first) && paragraph().any(|line| japanese_move(line)))
        || (is_csa(first) && lines.iter().any(|line| csa_move(line)))
}

/// True if a paragraph behind the first belongs to the game as well.
fn goes_on(line: &str) -> bool {
    is_tag(line) || numbered_move(line) || line.starts_with('{') || goes_on_japanese(line) || is_csa(line)
}

/// `[White "Anna"]`
fn is_tag(line: &str) -> bool {
    let Some(inside) = line.strip_prefix('[') else { return false };
    let name = inside.trim_start().chars().take_while(char::is_ascii_alphanumeric).count();
    name > 0 && inside.contains('"')
}

/// `1. e4`, `12... Nf6`
fn numbered_move(line: &str) -> bool {
    let rest = line.trim_start_matches(|ch: char| ch.is_ascii_digit());
    rest.len() < line.len()
        && rest.starts_with('.')
        && rest.trim_start_matches('.').chars().any(|ch| !ch.is_whitespace())
}

/// A word as only movetext has them: with a figure, or castling, or a sign of PGN's.
fn like_a_move(word: &str) -> bool {
    let plain = word.bytes().all(|b| b.is_ascii_alphanumeric() || b"@=+#!?-./()$*;{}".contains(&b));
    plain && word.len() <= 16 && (word.bytes().any(|b| b.is_ascii_digit()) || word.contains("O-O") || word == "*")
}

fn in_comment(line: &str, before: bool) -> bool {
    match (line.rfind('{'), line.rfind('}')) {
        (Some(open), Some(close)) => open > close,
        (Some(_), None) => true,
        (None, Some(_)) => false,
        (None, None) => before,
    }
}

fn ends(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*")
}

fn goes_on_japanese(line: &str) -> bool {
    let header = HEADERS.iter().any(|name| line.starts_with(name));
    header && line.contains(['：', ':', '#', '-', '＝']) || line.starts_with("まで") || japanese_move(line)
}

/// `1 ７六歩(77)`, `▲７六歩`
fn japanese_move(line: &str) -> bool {
    let numbered = line.trim_start_matches(|ch: char| ch.is_ascii_digit());
    let behind = match line.strip_prefix(MARKS) {
        Some(behind) => behind,
        None if numbered.len() < line.len() && numbered.starts_with([' ', '\u{3000}']) => numbered.trim_start(),
        None => return false,
    };
    let mut chars = behind.chars();
    let to =
        |ch: char| matches!(ch, '１'..='９' | '1'..='9' | '一' | '二' | '三' | '四' | '五' | '六' | '七' | '八' | '九');
    match chars.next() {
        Some('同') => true,
        Some(first) => to(first) && chars.next().is_some_and(to),
        None => false,
    }
}

fn is_csa(line: &str) -> bool {
    matches!(line, "V2" | "V2.1" | "V2.2" | "V3" | "V3.0" | "PI") || csa_move(line)
}

/// `+7776FU`
fn csa_move(line: &str) -> bool {
    let behind = line.strip_prefix(['+', '-']).unwrap_or_default().as_bytes();
    behind.len() >= 6
        && behind.iter().take(4).all(u8::is_ascii_digit)
        && behind.iter().skip(4).take(2).all(u8::is_ascii_uppercase)
}
