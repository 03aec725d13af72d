/*!
How to play by mail: every command with a word about it, and moves as examples. A game of chess has those that everybody
knows, as `words.toml` has them; any other has its own, taken from its first moves.
*/

use std::cmp::Reverse;

use serde::Serialize;

use super::desk::Desk;
use super::lines::clean_line;
use super::words::{Lack, Words};
use crate::rules::notation::{Notation, letters, shogi};
use crate::rules::{Move, Role, Side, Square, Variant, View, Wing, variants};

/// `help`
#[derive(Clone, Debug, Serialize)]
pub(super) struct Help {
    pub lines: Vec<HelpLine>,
    /// The games played here.
    pub games: Vec<String>,
    /// What the programs are called that play here.
    pub robots: Vec<String>,
    /// What was asked about, if it was one thing.
    pub topic: Option<Topic>,
    /// What can be asked about.
    pub topics: Vec<String>,
    /// A few ways to write moves of this game; absent in chess.
    pub spellings: Option<String>,
}

/// What the reader asked about.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Topic {
    pub title: String,
    /// Empty for what there is no help on.
    pub text: String,
}

/// One command.
#[derive(Clone, Debug, Serialize)]
pub(super) struct HelpLine {
    pub write: String,
    pub says: String,
}

impl Desk<'_> {
    pub(super) fn help(&self, service: &super::Service, topic: Option<&str>) -> Result<Help, Lack> {
        let words = self.words();
        let (topic, concerning) = topic.map(|topic| self.topic(topic)).transpose()?.unzip();
        let start = self.scene.as_ref().map(|scene| scene.view.at(0));
        let start = start.filter(|view| view.variant().key != variants::CHESS.key);
        let examples = start.map(|view| Examples::of(&view, words)).transpose()?.flatten();
        let mut lines = Vec::new();
        for line in words.tables(&["help"])? {
            let write = line.text(&["write"])?;
            let asked = concerning.as_ref().is_none_or(|begins| begins.iter().any(|begin| write.starts_with(begin)));
            if asked && self.concerns(line) {
                lines.push(told(line, examples.as_ref())?);
            }
        }
        let games = variants::ALL.iter().map(|variant| Ok(words.text(&["variants", variant.key, "name"])?.to_owned()));
        let spellings = examples.map(|examples| examples.spellings.join("/"));
        let robots = service.robots.iter().map(|word| clean_line(word)).collect();
        let topics = words.keys(&["topics"])?.into_iter();
        let topics = topics.map(|key| Ok(words.texts(&["topics", key, "words"])?.first().map_or(key, |word| *word)));
        let topics = topics.map(|word| word.map(str::to_owned)).collect::<Result<_, Lack>>()?;
        Ok(Help { lines, games: games.collect::<Result<_, Lack>>()?, robots, spellings, topic, topics })
    }

    /// What there is to say about one thing, and how the commands begin that belong to it.
    fn topic(&self, topic: &str) -> Result<(Topic, Vec<String>), Lack> {
        let words = self.words();
        if words.keys(&["topics"])?.contains(&topic) {
            let text = |key: &str| words.text(&["topics", topic, key]).map(str::to_owned);
            let commands = words.texts(&["topics", topic, "commands"])?.into_iter().map(str::to_owned).collect();
            return Ok((Topic { title: text("title")?, text: text("text")? }, commands));
        }
        if variants::ALL.iter().any(|variant| variant.key == topic) {
            let title = words.text(&["variants", topic, "title"])?.to_owned();
            let rules = words.text(&["rules", topic])?.to_owned();
            let new = words.texts(&["topics", "new", "commands"])?.first().copied().unwrap_or_default().to_owned();
            return Ok((Topic { title, text: rules }, vec![new]));
        }
        let name = topic.split(" {").next().unwrap_or(topic);
        let written = words.text(&["writes", name]).unwrap_or(name);
        let word = written.split(' ').next().unwrap_or(written).to_owned();
        Ok((Topic { title: clean_line(topic), text: String::new() }, vec![word]))
    }

    /// False for a command that the game at hand does not know.
    fn concerns(&self, line: Words) -> bool {
        let family = self.words().family().unwrap_or("chess");
        self.scene.is_none() || line.text(&["only"]).is_ok_and(|only| only == family) || line.text(&["only"]).is_err()
    }
}

/// A line as it stands, or with the examples of another game in its places.
fn told(line: Words, examples: Option<&Examples>) -> Result<HelpLine, Lack> {
    let plain = |key: &str| line.text(&[key]).map(str::to_owned);
    let Some(examples) = examples else { return Ok(HelpLine { write: plain("write")?, says: plain("says")? }) };
    let values: Vec<(&str, &str)> = examples.values.iter().map(|(key, value)| (*key, value.as_str())).collect();
    let of = |key: &str| line.say(&["other", key], &values).or_else(|_| plain(key));
    Ok(HelpLine { write: of("write")?, says: of("says")? })
}

/// What the places of another game's lines are filled with.
struct Examples {
    values: Vec<(&'static str, String)>,
    spellings: Vec<String>,
}

impl Examples {
    /// Those of the game that begins with `start`; none if nobody can move there.
    fn of(start: &View, words: Words) -> Result<Option<Examples>, Lack> {
        let (variant, notation) = (start.variant(), words.notation()?);
        let Some(mv) = pick(start, shogi::applies(variant), 2) else { return Ok(None) };
        let written = start.written(mv, notation);
        let mut others: Vec<String> = Vec::new();
        let more = [Notation::Long, Notation::Numeric, Notation::Western, Notation::Japanese];
        let more = more
            .into_iter()
            .filter(|other| !shogi::applies(variant) || !matches!(other, Notation::Long | Notation::Numeric));
        let more = more.filter(|other| other.serves(variant)).map(|other| start.written(mv, other));
        for text in std::iter::once(start.coordinates(mv)).chain(more) {
            if text != written && !others.contains(&text) {
                others.push(text);
            }
        }
        let promotion = promotion(variant, notation);
        let drop = drop(variant, notation);
        let say = |key: &str, value: &Option<String>| match value {
            Some(value) => words.say(&["examples", key], &[(key, value)]),
            None => Ok(String::new()),
        };
        let castling = Some(String::new()).filter(|_| castles(start));
        let square = mv.from().map(|from| words.square(start.geometry(), from)).transpose()?.unwrap_or_default();
        let values = vec![
            ("move", written.clone()),
            ("spellings", others.join("/")),
            ("castling", say("castling", &castling)?),
            ("promotion", say("promotion", &promotion)?),
            ("drop", say("drop", &drop)?),
            ("plan", plan(start, words)?.unwrap_or_default()),
            ("square", square),
            ("called", words.text(&["variants", variant.key, "name"])?.to_owned()),
            ("side", words.side(variant, Side::First)?.to_lowercase()),
        ];
        let spellings = std::iter::once(written).chain(others).chain(promotion).chain(drop).collect();
        Ok(Some(Examples { values, spellings }))
    }
}

/// `if P-3d then P-2f`: what may follow the first side's first move.
fn plan(start: &View, words: Words) -> Result<Option<String>, Lack> {
    let notation = words.notation()?;
    let line = || {
        let asked = start.after(pick(start, true, 2)?)?;
        let theirs = pick(&asked, true, 2)?;
        let mine =
            pick(&asked.after(theirs)?, shogi::applies(start.variant()), start.geometry().files.checked_sub(2)?)?;
        Some(asked.written_line(&[theirs, mine], notation))
    };
    match line().as_deref() {
        Some([theirs, mine]) => words.say(&["examples", "plan"], &[("reply", theirs), ("answer", mine)]).map(Some),
        _ => Ok(None),
    }
}

/// A move that shows how moves are written, by a pawn or by another man: in shogi on the file that lies so far from its
/// player's left hand, in games of chess towards the middle; rather not the royal man's, one that takes nothing, and
/// of two men the lesser's.
fn pick(view: &View, pawn: bool, left: u8) -> Option<Move> {
    let (variant, geometry, first) = (view.variant(), view.geometry(), view.turn() == Side::First);
    let file = match shogi::applies(variant) {
        true if first => left,
        true => geometry.files.checked_sub(left + 1)?,
        false => geometry.files / 2,
    };
    let rank = if first { (geometry.ranks - 1) / 2 } else { geometry.ranks / 2 };
    let cost = |mv: &Move| {
        let man = mv.from().and_then(|from| view.piece_at(from))?;
        let royal = *variant.royal.of(man.side) == Some(man.role);
        let is_pawn = letters::key(variant, man.role) == letters::PAWN;
        let far = geometry.file(mv.to()).abs_diff(file) + geometry.rank(mv.to()).abs_diff(rank);
        Some((is_pawn != pawn, royal, view.captured(*mv).is_some(), far, Reverse(man.role.0)))
    };
    view.moves().into_iter().filter_map(|mv| Some((cost(&mv)?, mv))).min_by_key(|(cost, _)| *cost).map(|(_, mv)| mv)
}

/// True if anybody may ever castle.
fn castles(start: &View) -> bool {
    Side::BOTH.into_iter().any(|side| [Wing::King, Wing::Queen].into_iter().any(|wing| start.may_castle(side, wing)))
}

/// `e8Q`, `B-2b+`, `２二角成`.
fn promotion(variant: &Variant, notation: Notation) -> Option<String> {
    let geometry = variant.geometry;
    if shogi::applies(variant) {
        let to = shogi::square(geometry, 2, variant.zone.min(2))?;
        let man = shogi::man_of(variant, letters::by_key(variant, "bishop")?)?;
        return Some(match notation {
            Notation::Japanese => format!("{}{}成", shogi::japanese_square(geometry, to), man.name),
            _ => format!("{}-{}+", man.letters, shogi::usi_square(geometry, to)),
        });
    }
    let role = variant.promotion.to.first().filter(|_| variant.promotion.is_on_last_rank())?;
    let to = geometry.at(geometry.files / 2, geometry.ranks - 1)?;
    Some(format!("{}{}", geometry.name(to), letters::letter(variant, *role)))
}

/// `N@e5`, `P*5e`, `５五歩打`.
fn drop(variant: &Variant, notation: Notation) -> Option<String> {
    let geometry = variant.geometry;
    let kinds = variant.hand_kinds();
    let held = |key: &str| kinds.iter().copied().find(|role| letters::key(variant, *role) == key);
    let to: Square = geometry.at(geometry.files / 2, geometry.ranks / 2)?;
    if shogi::applies(variant) {
        let man = shogi::man_of(variant, held(letters::PAWN)?)?;
        return Some(match notation {
            Notation::Japanese => format!("{}{}打", shogi::japanese_square(geometry, to), man.name),
            _ => format!("{}*{}", man.letters, shogi::usi_square(geometry, to)),
        });
    }
    let role: Role = held("knight").or_else(|| kinds.first().copied())?;
    Some(format!("{}@{}", letters::letter(variant, role), geometry.name(to)))
}
