/*!
A game of shogi as files keep it: what KIF, KI2 and CSA share. Knows nothing of players; tags are handed in.

A record is what stands there; only [`Record::replay`] asks the rules. Tags go by the names PGN has for them (`White` is
the first side), so that a game is described once for every format; what PGN has no name for keeps its own.
*/

use super::pgn::{Tags, Unplayable};
use super::{csa, fen, kif};
use crate::rules::{DrawRules, History, Outcome, Position, Side, Square, Termination, Variant, WrittenMove};

/// One game as it stands in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// What is said about it.
    pub tags: Tags,
    /// The start as SFEN; `None`: as every game begins.
    pub start: Option<String>,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves of the main line.
    pub plies: Vec<Ply>,
    /// How it ended, where it says so.
    pub ending: Option<Ending>,
    /// So many other lines of play were passed over: only the main line is read.
    pub variations: usize,
}

/// A move with what is said about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ply {
    /// As written, without number and time.
    pub text: String,
    /// Seconds it took.
    pub spent: Option<u64>,
    /// Comments behind it.
    pub comments: Vec<String>,
}

/// In what way a record ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// 投了
    Resigned,
    /// 詰み
    Mate,
    /// 切れ負け
    TimeUp,
    /// 反則: an illegal move, or check for ever.
    Foul,
    /// 入玉勝ち
    Declared,
    /// 千日手
    Repetition,
    /// 持将棋
    Draw,
    /// 中断
    BrokenOff,
}

/// How a record ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// In what way.
    pub way: Way,
    /// Who won, if anybody did.
    pub winner: Option<Side>,
}

/// The words for an end, told with the side to move in mind: whether it wins.
pub(super) struct Words {
    pub way: Way,
    pub turn_wins: Option<bool>,
    pub kif: &'static str,
    pub csa: &'static str,
}

const fn words(way: Way, turn_wins: Option<bool>, kif: &'static str, csa: &'static str) -> Words {
    Words { way, turn_wins, kif, csa }
}

/// Words that end a record; the first of a kind is the one we write.
pub(super) const ENDINGS: &[Words] = &[
    words(Way::Resigned, Some(false), "投了", "TORYO"),
    words(Way::Mate, Some(false), "詰み", "TSUMI"),
    words(Way::Mate, Some(false), "詰", "TSUMI"),
    words(Way::TimeUp, Some(false), "切れ負け", "TIME_UP"),
    words(Way::TimeUp, Some(false), "時間切れ", "TIME_UP"),
    words(Way::TimeUp, Some(false), "タイムアップ", "TIME_UP"),
    words(Way::Foul, Some(true), "反則勝ち", "ILLEGAL_ACTION"),
    words(Way::Foul, Some(false), "反則負け", "ILLEGAL_MOVE"),
    words(Way::Declared, Some(true), "入玉勝ち", "KACHI"),
    words(Way::Declared, Some(true), "入玉宣言勝ち", "KACHI"),
    words(Way::Declared, Some(true), "入玉宣言", "KACHI"),
    words(Way::Repetition, None, "千日手", "SENNICHITE"),
    words(Way::Draw, None, "持将棋", "JISHOGI"),
    words(Way::Draw, None, "引き分け", "HIKIWAKE"),
    words(Way::BrokenOff, None, "中断", "CHUDAN"),
];

/// Tags by the names PGN, KIF and CSA have for them; where a name stands twice, the first is the one we write.
pub(super) const TAGS: &[(&str, &str, &str)] = &[
    ("Date", "開始日時", "$START_TIME:"),
    ("EndDate", "終了日時", "$END_TIME:"),
    ("Event", "棋戦", "$EVENT:"),
    ("Site", "場所", "$SITE:"),
    ("Opening", "戦型", "$OPENING:"),
    ("White", "先手", "N+"),
    ("Black", "後手", "N-"),
    ("White", "下手", "N+"),
    ("Black", "上手", "N-"),
];

impl Record {
    /// Plays the moves of the main line.
    pub fn replay(&self, variant: &'static Variant) -> Result<History, Unplayable> {
        let unlawful = |error: crate::rules::InvalidSetup| Unplayable::Start(error.to_string());
        let start = match &self.start {
            Some(text) => fen::read(variant, text).and_then(Position::try_from).map_err(unlawful)?,
            None => Position::start(variant),
        };
        let mut history = History::new(start);
        for (index, ply) in self.plies.iter().enumerate() {
            let failed = |reason: String| Unplayable::Move { ply: index + 1, text: ply.text.clone(), reason };
            let last = history.moves().last().map(|mv| mv.to());
            let written = read_move(history.position(), last, &ply.text);
            let written = written.ok_or_else(|| failed("not a move".to_owned()))?;
            let found = history.position().find(&written);
            let mv = found.map_err(|error| failed(error.phrase(history.position(), &written)))?;
            history.play(mv).map_err(|error| failed(error.to_string()))?;
        }
        Ok(history)
    }

    /// How the game ended, in our words; `history` is this record's, replayed. What the rules see on the board comes
    /// first. `None` where it was broken off, or ended by what is no end here: nobody loses by an illegal move.
    pub fn outcome(&self, history: &History) -> Option<Outcome> {
        let by_rules = history.outcome(DrawRules::default());
        let ending = self.ending?;
        by_rules.or(match (ending.way, ending.winner) {
            (Way::Resigned, Some(winner)) => Some(Outcome::win(winner, Termination::Resign)),
            (Way::TimeUp, Some(winner)) => Some(Outcome::win(winner, Termination::Timeout)),
            (Way::Declared, Some(winner)) => Some(Outcome::win(winner, Termination::Impasse)),
            (Way::Repetition, None) => Some(Outcome::draw(Termination::Repetition)),
            (Way::Draw, None) => Some(Outcome::draw(Termination::Agreement)),
            _ => None,
        })
    }
}

/// A move of any of these formats: CSA by its sign and digits, KIF and KI2 otherwise.
fn read_move(position: &Position, last: Option<Square>, text: &str) -> Option<WrittenMove> {
    let patterns = match csa::read_move(position, text) {
        Some(pattern) => vec![pattern],
        None => kif::read_move(position.variant(), last, text)?,
    };
    let stages = patterns.into_iter().map(|pattern| vec![pattern]).collect();
    Some(WrittenMove { text: text.to_owned(), number: None, stages })
}

/// The end `outcome` is, for a record whose side to move is `turn`: words that name the loser by whose turn it is say
/// nothing where the other one lost, so there the game is only broken off.
pub(super) fn ending(outcome: Outcome, turn: Side) -> &'static Words {
    let turn_wins = outcome.winner.map(|winner| winner == turn);
    let way = match outcome.termination {
        Termination::Resign => Way::Resigned,
        Termination::Checkmate | Termination::Stalemate => Way::Mate,
        Termination::Timeout | Termination::Abandoned => Way::TimeUp,
        Termination::PerpetualCheck => Way::Foul,
        Termination::Impasse => Way::Declared,
        Termination::Repetition => Way::Repetition,
        Termination::Agreement | Termination::Dead | Termination::Fifty | Termination::SeventyFive => Way::Draw,
        // Ends of games that these formats are not written for.
        Termination::ThirdCheck | Termination::NoLegalMove | Termination::KingHome => Way::BrokenOff,
        Termination::Extinct | Termination::BareArmy => Way::BrokenOff,
    };
    let fits = |words: &&Words| words.way == way && words.turn_wins == turn_wins;
    ENDINGS.iter().find(fits).unwrap_or(&BROKEN_OFF)
}

/// How the side that is not to move has lost, where its word would name the other: `投了`.
pub(super) fn lost_out_of_turn(outcome: Outcome, turn: Side) -> Option<&'static str> {
    match outcome.termination {
        _ if outcome.winner != Some(turn) => None,
        Termination::Resign => Some("投了"),
        Termination::Timeout | Termination::Abandoned => Some("時間切れ"),
        _ => None,
    }
}

const BROKEN_OFF: Words = words(Way::BrokenOff, None, "中断", "CHUDAN");

/// The end that words name, for the side to move.
pub(super) fn ended(words: &Words, turn: Side) -> Ending {
    let winner = words.turn_wins.map(|wins| if wins { turn } else { turn.other() });
    Ending { way: words.way, winner }
}

/// The value of a tag as a line can hold it; `None` if there is nothing to say.
pub(super) fn told(tags: &Tags, name: &str) -> Option<String> {
    let value = tags.get(name).filter(|value| !value.chars().all(|ch| matches!(ch, '?' | '.' | '-' | ' ')))?;
    let value: String = value.chars().map(|ch| if ch.is_control() { ' ' } else { ch }).collect();
    // PGN parts a date with full stops, these formats with strokes.
    Some(if name.ends_with("Date") { value.replace('.', "/") } else { value })
}

/// Keeps what a header says, by the name PGN has for it.
pub(super) fn tell(tags: &mut Tags, name: &str, value: &str) {
    let value = value.trim();
    if value.is_empty() || name.is_empty() {
        return;
    }
    let known = TAGS.iter().find(|(_, kif, csa)| name == *kif || name == *csa).map_or(name, |(pgn, _, _)| pgn);
    let value = if known.ends_with("Date") { value.replace('/', ".") } else { value.to_owned() };
    tags.set(known, value);
}
