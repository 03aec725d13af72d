/*!
KIF, the format of 柿木将棋, in UTF-8: moves such as `７六歩(77)` and `同　銀(48)`, and whole games (`docs/rules.md`).

Reading takes KI2's lines of marked moves as well. Comments (`*`) stay with the move they follow; other lines of play
(`変化：`) are passed over and counted. Times, headings and the number of blanks may be missing or differ.
*/

use super::bod::{self, Placed};
use super::pgn::Tags;
use super::record::{self, ENDINGS, Ending, Ply, Record, TAGS, Way};
use super::{fen, japanese, shogi};
use crate::rules::{History, Move, MovePattern, Outcome, Position, Side, Square, Variant, variants};

/// Starts by name: an even game, and what the upper side plays without.
const STARTS: &[(&str, &str)] = &[
    ("平手", variants::SHOGI.start),
    ("香落ち", "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("右香落ち", "1nsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("角落ち", "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("飛車落ち", "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("飛香落ち", "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("二枚落ち", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("四枚落ち", "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("六枚落ち", "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("八枚落ち", "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("十枚落ち", "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("5五将棋", variants::MINI_SHOGI.start),
];

/// Above the moves.
const HEADING: &str = "手数----指手---------消費時間--";

/// Writes a legal move as KIF has it: no word where a man might have promoted, and where it stood.
pub fn write_move(position: &Position, last: Option<Square>, mv: Move) -> String {
    let geometry = position.geometry();
    let to = if last == Some(mv.to()) { "同\u{3000}".to_owned() } else { shogi::japanese_square(geometry, mv.to()) };
    let role = match mv {
        Move::Drop { role, .. } => Some(role),
        _ => mv.from().and_then(|from| position.piece_at(from)).map(|man| man.role),
    };
    let man = role.and_then(|role| shogi::man_of(position.variant(), role)).map_or("？", |man| man.name);
    let grows = if mv.promotion().is_some() { "成" } else { "" };
    match mv.from() {
        Some(from) => format!("{to}{man}{grows}({})", shogi::digit_square(geometry, from)),
        None => format!("{to}{man}打"),
    }
}

/// Reads a move of KIF or KI2, into readings by stage as [`japanese::read`] has it. Where the origin is told, a man that
/// is not said to promote does not.
pub fn read_move(variant: &'static Variant, last: Option<Square>, text: &str) -> Option<Vec<MovePattern>> {
    let mut patterns = japanese::read(variant, last, text)?;
    for pattern in patterns.iter_mut().filter(|pattern| pattern.from_rank.is_some()) {
        pattern.manner.promotes = Some(pattern.manner.promotes == Some(true));
    }
    Some(patterns)
}

/// Writes a game; `spent` are the seconds each move took, as far as they are known, and `comments` are put behind the move
/// of that ply (1 is the first, 0 stands before it).
pub fn write(
    tags: &Tags,
    history: &History,
    outcome: Option<Outcome>,
    spent: &[u64],
    comments: &[(usize, String)],
) -> String {
    let mut text = format!("#KIF version=2.0 encoding=UTF-8\n{}{HEADING}\n", headers(tags, history));
    text += &commented(comments, 0);
    let first = history.start().fullmove_number();
    let mut last = None;
    let mut totals = [0u64; 2];
    for ((index, position), mv) in (0u32..).zip(history.positions()).zip(history.moves()) {
        let number = first.saturating_add(index);
        text += &format!("{number:>4} {}", write_move(position, last, *mv));
        last = Some(mv.to());
        if let Some(seconds) = usize::try_from(index).ok().and_then(|index| spent.get(index)) {
            let total = &mut totals[position.turn().index()];
            *total = total.saturating_add(*seconds);
            text += &format!("   ({:>2}:{:02}/{})", seconds / 60, seconds % 60, clock(*total));
        }
        text.push('\n');
        text += &commented(comments, index as usize + 1);
    }
    if let Some(outcome) = outcome {
        let number = usize::try_from(first).unwrap_or(1).saturating_add(history.moves().len());
        let turn = history.position().turn();
        let words = record::ending(outcome, turn);
        // Who is not to move has no word to lose by, so a comment says how.
        if let Some(how) = record::lost_out_of_turn(outcome, turn) {
            text += &format!("*{}の{how}\n", name(turn.other()));
        }
        text += &format!("{number:>4} {}\n{}\n", words.kif, summary(history, outcome));
    }
    text
}

/// The comments of one ply, a line each: `*両取り`.
fn commented(comments: &[(usize, String)], ply: usize) -> String {
    let lines = comments.iter().filter(|(of, _)| *of == ply).flat_map(|(_, text)| text.lines());
    let plain = |line: &str| line.chars().map(|ch| if ch.is_control() { ' ' } else { ch }).collect::<String>();
    lines.map(|line| format!("*{}\n", plain(line))).collect()
}

/// `01:02:03`.
fn clock(seconds: u64) -> String {
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// The lines above the moves: what the tags tell, and the start by its name or its diagram.
pub(super) fn headers(tags: &Tags, history: &History) -> String {
    let start = history.start();
    let sfen = fen::write(start);
    let named = STARTS.iter().find(|(_, known)| *known == sfen);
    let handicap = named.is_some() && start.turn() == Side::Second;
    let of_player = |name: &str| matches!(name, "White" | "Black");
    let line = |(name, kif, _): &(&str, &str, &str)| Some(format!("{kif}：{}\n", record::told(tags, name)?));
    let mut text: String = TAGS.iter().filter(|(name, _, _)| !of_player(name)).filter_map(line).collect();
    match named {
        Some((name, _)) => text += &format!("手合割：{name}\n"),
        None => text += &bod::write(start),
    }
    let upper = |kif: &str| matches!(kif, "上手" | "下手");
    let players = TAGS.iter().filter(|(name, kif, _)| of_player(name) && upper(kif) == handicap);
    text.extend(players.filter_map(line));
    // Names of other alphabets are this format's own.
    for (name, _) in tags.0.iter().filter(|(name, _)| !name.is_ascii() && !name.contains(['：', ':', '\n', '\r'])) {
        if let Some(value) = record::told(tags, name) {
            text += &format!("{name}：{value}\n");
        }
    }
    text
}

fn name(side: Side) -> &'static str {
    if side == Side::First { "先手" } else { "後手" }
}

/// `まで84手で後手の勝ち`.
pub(super) fn summary(history: &History, outcome: Outcome) -> String {
    let turn = history.position().turn();
    let plies = history.moves().len();
    let how = match (record::ending(outcome, turn).way, outcome.winner) {
        (Way::TimeUp, Some(winner)) => format!("時間切れにより{}の勝ち", name(winner)),
        (Way::Foul, Some(winner)) => format!("{}の反則勝ち", name(winner)),
        (Way::Declared, Some(winner)) => format!("{}の入玉勝ち", name(winner)),
        (_, Some(winner)) => format!("{}の勝ち", name(winner)),
        (Way::Repetition, None) => "千日手".to_owned(),
        (Way::Draw, None) => "持将棋".to_owned(),
        (_, None) => "中断".to_owned(),
    };
    format!("まで{plies}手で{how}")
}

/// Reads a game. Total: every text gives a record, however broken.
pub fn read(text: &str) -> Record {
    let mut reader = Reader::default();
    for line in text.trim_start_matches('\u{feff}').lines() {
        reader.line(line.trim_end());
    }
    reader.finish()
}

#[derive(Default)]
struct Reader {
    record: Record,
    placed: Placed,
    named: Option<&'static str>,
    turn: Option<Side>,
    number: Option<u32>,
    /// Another line of play has begun: all that follows belongs to such.
    beside: bool,
    /// The words behind `まで`.
    summary: Option<String>,
    /// The word in the last move's place.
    last_word: Option<&'static record::Words>,
}

impl Reader {
    fn line(&mut self, line: &str) {
        if line.starts_with("変化") {
            self.beside = true;
            self.record.variations += 1;
        }
        if self.beside || line.is_empty() || line.starts_with(['#', '&']) {
            return;
        }
        if let Some(comment) = line.strip_prefix('*') {
            match self.record.plies.last_mut() {
                Some(ply) => ply.comments.push(comment.trim().to_owned()),
                None => self.record.comments.push(comment.trim().to_owned()),
            }
        } else if line.starts_with('|') {
            self.placed.rank(line);
        } else if let Some(rest) = line.strip_prefix("まで") {
            self.summary.get_or_insert_with(|| rest.to_owned());
        } else if line.trim_start().starts_with(japanese::MARKS) {
            self.marked(line.trim_start());
        } else if let Some(text) = numbered(line) {
            self.numbered(text);
        } else {
            self.header(line);
        }
    }

    fn header(&mut self, line: &str) {
        match line {
            "後手番" | "上手番" => self.turn = Some(Side::Second),
            "先手番" | "下手番" => self.turn = Some(Side::First),
            _ => {}
        }
        if let Some(number) = line.strip_prefix("手数＝") {
            let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
            self.number = digits.parse::<u32>().ok().and_then(|number| number.checked_add(1));
        }
        let Some((name, value)) = line.split_once(['：', ':']) else { return };
        match name.trim() {
            "手合割" => self.named = STARTS.iter().find(|(known, _)| *known == value.trim()).map(|(_, sfen)| *sfen),
            "先手の持駒" | "下手の持駒" => self.placed.hand(Side::First, value),
            "後手の持駒" | "上手の持駒" => self.placed.hand(Side::Second, value),
            name if self.record.plies.is_empty() => record::tell(&mut self.record.tags, name, value),
            _ => {}
        }
    }

    /// What stands behind a number: a move with its time, or a word that ends the game.
    fn numbered(&mut self, text: &str) {
        let (text, spent) = timed(text);
        if text.is_empty() || self.last_word.is_some() {
            return;
        }
        match ENDINGS.iter().find(|words| words.kif == text) {
            Some(words) => self.last_word = Some(words),
            None => self.record.plies.push(Ply { text: text.to_owned(), spent, comments: Vec::new() }),
        }
    }

    /// Moves with the sides' marks, any number on a line.
    fn marked(&mut self, line: &str) {
        let mut rest = line;
        while let Some(mark) = rest.chars().next() {
            let behind = rest.get(mark.len_utf8()..).unwrap_or_default();
            let end = behind.find(japanese::MARKS).map_or(rest.len(), |at| at + mark.len_utf8());
            let (one, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
            self.record.plies.push(Ply { text: one.trim().to_owned(), ..Ply::default() });
            rest = after;
        }
    }

    fn finish(mut self) -> Record {
        let named = self.named.filter(|sfen| *sfen != variants::SHOGI.start && *sfen != variants::MINI_SHOGI.start);
        let start = if self.placed.begun() {
            Some(self.placed.sfen(self.turn.unwrap_or(Side::First), self.number.unwrap_or(1)))
        } else {
            named.map(str::to_owned)
        };
        let second = start.as_ref().is_some_and(|sfen| sfen.contains(" w "));
        let first_moves = self.record.plies.len().is_multiple_of(2) != second;
        let turn = if first_moves { Side::First } else { Side::Second };
        let by_word = self.last_word.map(|words| record::ended(words, turn));
        let by_summary = self.summary.as_deref().and_then(summed_up);
        self.record.ending = match (by_word, by_summary) {
            // The word tells the way, the summary the winner.
            (Some(word), Some(sum)) => Some(Ending { winner: sum.winner.or(word.winner), ..word }),
            (word, sum) => word.or(sum),
        };
        self.record.start = start;
        self.record
    }
}

/// What stands behind the number at the front of a line, and at least one blank.
fn numbered(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let digits = line.trim_start_matches(|ch: char| ch.is_ascii_digit());
    let rest = digits.trim_start();
    (digits.len() < line.len() && rest.len() < digits.len()).then_some(rest)
}

/// A move and the seconds it took, where a time stands behind it: `( 0:16/00:00:16)`, perhaps with a `+` that tells of
/// other lines.
fn timed(text: &str) -> (&str, Option<u64>) {
    let bare = text.trim_end_matches('+').trim_end();
    let inside = bare.rfind('(').and_then(|open| Some((open, bare.get(open + 1..)?.strip_suffix(')')?)));
    match inside.filter(|(_, inside)| inside.contains(':')) {
        Some((open, inside)) => {
            let time = inside.split('/').next().unwrap_or_default();
            let seconds =
                time.split(':').try_fold(0u64, |sum, part| sum.checked_mul(60)?.checked_add(part.trim().parse().ok()?));
            (bare.get(..open).unwrap_or_default().trim_end(), seconds)
        }
        None => (bare, None),
    }
}

/// The end a summary tells, `84手で後手の勝ち`; in a handicap game the upper side, 上手, is the second.
fn summed_up(text: &str) -> Option<Ending> {
    let (_, how) = text.split_once("手で")?;
    let second = how.contains("後手") || how.contains("上手");
    let first = how.contains("先手") || how.contains("下手");
    let named = match (first, second) {
        (true, false) => Some(Side::First),
        (false, true) => Some(Side::Second),
        _ => None,
    };
    let winner = if how.contains("負け") { named.map(Side::other) } else { named };
    let has = |words: &[&str]| words.iter().any(|word| how.contains(word));
    let way = match () {
        () if has(&["千日手"]) => Way::Repetition,
        () if has(&["持将棋", "引き分け"]) => Way::Draw,
        () if has(&["中断"]) => Way::BrokenOff,
        () if has(&["時間切れ", "切れ負け"]) => Way::TimeUp,
        () if has(&["反則"]) => Way::Foul,
        () if has(&["入玉"]) => Way::Declared,
        () if has(&["詰"]) => Way::Mate,
        () if winner.is_some() => Way::Resigned,
        () => return None,
    };
    Some(Ending { way, winner })
}
