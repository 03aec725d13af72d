/*!
The words of one language, as `words.toml` holds them, and sentences with places to fill in.

A value that is filled in is never read again, so braces in a player's name stay braces.
*/

use super::lines::clean_line;
use crate::club::{Name, Notation as Liked};
use crate::rules::notation::{Notation, shogi};
use crate::rules::{BySide, Geometry, Outcome, Role, Side, Square, Variant, View};

/// A language's file lacks a word. A test holds the built-in ones complete.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("words.toml lacks {0}")]
pub(super) struct Lack(pub(super) String);

/// Games that have words of their own: a table of this name within a section goes before the section itself.
const SHOGI: &str = "shogi";

/// The words of one language, for one game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words<'a> {
    table: &'a toml::Table,
    family: Option<&'static str>,
    /// The notation its reader chose.
    liked: Liked,
}

/// How a kind of man is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `knight`
    One,
    /// `knights`
    Many,
    /// `Knight`
    Title,
    /// `Knights`
    Titles,
}

impl Form {
    /// The form for so many men.
    pub(super) fn of(count: usize) -> Form {
        if count == 1 { Form::One } else { Form::Many }
    }

    /// The same at the beginning of a line.
    pub(super) fn titled(self) -> Form {
        match self {
            Form::One | Form::Title => Form::Title,
            Form::Many | Form::Titles => Form::Titles,
        }
    }

    pub(super) fn key(self) -> &'static str {
        match self {
            Form::One => "one",
            Form::Many => "many",
            Form::Title => "title",
            Form::Titles => "titles",
        }
    }
}

impl<'a> Words<'a> {
    /// A language's words, for any game.
    pub(super) fn new(table: &'a toml::Table) -> Words<'a> {
        Words { table, family: None, liked: Liked::San }
    }

    /// The words in which that game is spoken of.
    pub(super) fn of(self, variant: &Variant) -> Words<'a> {
        Words { family: shogi::applies(variant).then_some(SHOGI), ..self }
    }

    /// The same for a reader who likes moves written so.
    pub(super) fn liking(self, liked: Liked) -> Words<'a> {
        Words { liked, ..self }
    }

    /// The family of games whose own words go first.
    pub(super) fn family(self) -> Option<&'static str> {
        self.family
    }

    fn value(self, path: &[&str]) -> Result<&'a toml::Value, Lack> {
        let own = || {
            let (section, rest) = path.split_first()?;
            walk(self.table, &[&[*section, self.family?], rest].concat())
        };
        own().or_else(|| walk(self.table, path)).ok_or_else(|| Lack(path.join(".")))
    }

    /// The time zone of this language's readers who have chosen none.
    pub(super) fn zone(self) -> chrono_tz::Tz {
        self.text(&["time", "zone"]).ok().and_then(|name| name.parse().ok()).unwrap_or(chrono_tz::UTC)
    }

    /// How this language writes moves and squares of the game.
    pub(super) fn notation(self) -> Result<Notation, Lack> {
        let path = ["position", "notation"];
        Notation::from_key(self.text(&path)?).ok_or_else(|| Lack(path.join(".")))
    }

    /// How this reader likes moves written; what the game does not know is as the language has it.
    pub(super) fn notation_liked(self) -> Result<Notation, Lack> {
        Ok(match (self.notation()?, self.liked) {
            (Notation::San, Liked::Long) => Notation::Long,
            (Notation::San, Liked::Numeric) => Notation::Numeric,
            (Notation::San, Liked::Japanese) => Notation::Katakana,
            (Notation::Western | Notation::Japanese, Liked::Japanese) => Notation::Japanese,
            (usual, _) => usual,
        })
    }

    /// All moves so far as this reader likes them. Figures stand here and not in lists of moves: they are drawn too
    /// differently from one mail program to the next.
    pub(super) fn record(self, view: &View) -> Result<Vec<String>, Lack> {
        let notation = self.notation_liked()?;
        let record = view.record(notation);
        let figured = self.liked == Liked::Figurine && notation == Notation::San;
        Ok(if figured { record.iter().map(|san| figures(san)).collect() } else { record })
    }

    /// A player as pages speak of them, with what politeness adds to a person's name: a program is named as one; who was
    /// erased has no name.
    pub(super) fn name(self, name: &Name) -> Result<String, Lack> {
        let text = clean_line(&name.text);
        match name.robot {
            _ if name.is_guest() => Ok(self.text(&["players", "guest"])?.to_owned()),
            _ if text.is_empty() => Ok(self.text(&["players", "erased"])?.to_owned()),
            true => self.say(&["players", "program"], &[("name", &text)]),
            false => self.say(&["players", "person"], &[("name", &text)]),
        }
    }

    /// The same for the file of a game, which has names alone.
    pub(super) fn bare_name(self, name: &Name) -> Result<String, Lack> {
        if name.robot || name.is_guest() || clean_line(&name.text).is_empty() {
            self.name(name)
        } else {
            Ok(clean_line(&name.text))
        }
    }

    /// A square's name.
    pub(super) fn square(self, geometry: Geometry, square: Square) -> Result<String, Lack> {
        Ok(self.notation()?.square(geometry, square))
    }

    /// A result as its players write it.
    pub(super) fn result(self, outcome: Outcome) -> Result<&'a str, Lack> {
        let key = outcome.winner.map_or("draw", Side::key);
        self.text(&["results", key])
    }

    /// The text at that place, as it stands.
    pub(super) fn text(self, path: &[&str]) -> Result<&'a str, Lack> {
        self.value(path)?.as_str().ok_or_else(|| Lack(path.join(".")))
    }

    /// The list of texts at that place.
    pub(super) fn list(self, path: &[&str]) -> Result<Vec<&'a str>, Lack> {
        let list = self.value(path)?.as_array().ok_or_else(|| Lack(path.join(".")))?;
        Ok(list.iter().filter_map(toml::Value::as_str).collect())
    }

    /// The tables of the list at that place.
    pub(super) fn tables(self, path: &[&str]) -> Result<Vec<Words<'a>>, Lack> {
        let list = self.value(path)?.as_array().ok_or_else(|| Lack(path.join(".")))?;
        Ok(list.iter().filter_map(toml::Value::as_table).map(Words::new).collect())
    }

    /// The keys of the table at that place, in order.
    pub(super) fn keys(self, path: &[&str]) -> Result<Vec<&'a str>, Lack> {
        let table = self.value(path)?.as_table().ok_or_else(|| Lack(path.join(".")))?;
        Ok(table.keys().map(String::as_str).collect())
    }

    /// The texts of the list at that place.
    pub(super) fn texts(self, path: &[&str]) -> Result<Vec<&'a str>, Lack> {
        let list = self.value(path)?.as_array().ok_or_else(|| Lack(path.join(".")))?;
        Ok(list.iter().filter_map(toml::Value::as_str).collect())
    }

    /// The sentence at that place, filled in.
    pub(super) fn say(self, path: &[&str], values: &[(&str, &str)]) -> Result<String, Lack> {
        Ok(fill(self.text(path)?, values))
    }

    /// What a player writes for that command in this language, its arguments filled in: `scope f3`.
    pub(super) fn command(self, name: &str, values: &[(&str, &str)]) -> Result<String, Lack> {
        self.say(&["writes", name], values)
    }

    /// The sentence for so many, `{n}` filled in as well.
    pub(super) fn count(self, path: &[&str], n: u64, values: &[(&str, &str)]) -> Result<String, Lack> {
        let number = n.to_string();
        let mut all = vec![("n", number.as_str())];
        all.extend_from_slice(values);
        let form = if n == 1 { "one" } else { "many" };
        self.say(&[path, &[form]].concat(), &all)
    }

    /// What people call that side of that game.
    pub(super) fn side(self, variant: &Variant, side: Side) -> Result<&'a str, Lack> {
        self.text(&["sides", variant.key, side.key()]).or_else(|_| self.text(&["sides", "other", side.key()]))
    }

    /// Both sides of that game.
    pub(super) fn sides(self, variant: &Variant) -> Result<BySide<&'a str>, Lack> {
        Ok(BySide { first: self.side(variant, Side::First)?, second: self.side(variant, Side::Second)? })
    }

    /// The name of a kind of man.
    pub(super) fn man(self, variant: &Variant, role: Role, form: Form) -> Result<&'a str, Lack> {
        let key = variant.roles.get(usize::from(role.0)).map_or("?", |sheet| sheet.key);
        self.text(&["men", key, form.key()])
    }
}

/// The value at that place.
fn walk<'a>(table: &'a toml::Table, path: &[&str]) -> Option<&'a toml::Value> {
    let (last, sections) = path.split_last()?;
    sections.iter().try_fold(table, |table, key| table.get(*key)?.as_table())?.get(*last)
}

/// `text` with every `{key}` replaced, in one pass. An unknown place stays as it is.
pub(super) fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(text.len() + 32);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let place = after.split_once('}').and_then(|(key, behind)| {
            let (_, value) = values.iter().find(|(name, _)| *name == key)?;
            Some((value, behind))
        });
        match place {
            Some((value, behind)) => {
                filled.push_str(value);
                rest = behind;
            }
            None => {
                filled.push('{');
                rest = after;
            }
        }
    }
    filled.push_str(rest);
    filled
}

/// SAN with figures for letters. U+FE0E asks for text where a program would draw a coloured picture.
fn figures(san: &str) -> String {
    let mut text = String::with_capacity(san.len() + 6);
    for letter in san.chars() {
        match figure(letter) {
            Some(figure) => text.extend([figure, '\u{fe0e}']),
            None => text.push(letter),
        }
    }
    text
}

/// The figure for a letter of SAN.
fn figure(letter: char) -> Option<char> {
    Some(match letter {
        'K' => '♔',
        'Q' => '♕',
        'R' => '♖',
        'B' => '♗',
        'N' => '♘',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{figures, fill};

    #[test]
    fn letters_of_men_become_figures() {
        assert_eq!(figures("Nbxd2+"), "♘\u{fe0e}bxd2+");
        assert_eq!(figures("e8=Q#"), "e8=♕\u{fe0e}#");
        assert_eq!(figures("O-O"), "O-O");
    }

    #[test]
    fn a_value_is_never_read_again() {
        assert_eq!(fill("{a} and {b}, {c", &[("a", "{b}"), ("b", "{{ x }}")]), "{b} and {{ x }}, {c");
    }
}
