/*!
The rules of a game: what is special about it, how it is played, and a small picture of how each piece moves.
*/

use serde::Serialize;

use super::board::{self, Size};
use super::desk::Desk;
use super::words::{Form, Lack, Words};
use crate::club::{Order, Picture as Wanted, Settings};
use crate::mail::Image;
use crate::rules::notation::{Notation, letters, shogi};
use crate::rules::{Role, Variant, variants};

/// `rules`
#[derive(Clone, Debug, Serialize)]
pub(super) struct RulesPage {
    /// `Fischer random chess`
    pub title: String,
    /// `Fischer random chess` as it stands within a sentence.
    pub name: String,
    /// What differs from the game it comes from; empty where `laws` tell all.
    pub special: String,
    /// How it is played, a paragraph each; empty for a game that is told by what differs.
    pub laws: Vec<String>,
    /// What to write for the rules of the game it comes from.
    pub base: Option<Base>,
    pub pieces: Vec<PieceRow>,
    /// Names of the other games played here.
    pub games: Vec<String>,
}

/// The game that another one comes from.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Base {
    /// `rules chess`
    pub write: String,
    /// `chess`
    pub name: String,
}

/// One kind of piece.
#[derive(Clone, Debug, Serialize)]
pub(super) struct PieceRow {
    /// `Knight`
    pub name: String,
    /// `N`, where moves are written with letters.
    pub letter: Option<String>,
    /// How it moves, in words.
    pub goes: String,
    /// The picture's Content-ID.
    pub cid: Option<String>,
    #[serde(skip)]
    pub image: Option<Image>,
}

impl Desk<'_> {
    /// The rules of the game of that key.
    pub(super) fn rules(&self, key: &str, settings: &Settings) -> Result<RulesPage, Lack> {
        let variant = variants::by_key(key).ok_or_else(|| Lack(format!("a game called {key}")))?;
        let words = self.words().of(variant);
        let name = |variant: &Variant| words.text(&["variants", variant.key, "name"]).map(str::to_owned);
        let laws: Vec<String> =
            words.list(&["laws", variant.key]).unwrap_or_default().into_iter().map(str::to_owned).collect();
        let base = if shogi::applies(variant) { &variants::SHOGI } else { &variants::CHESS };
        let base = Some(base).filter(|base| *base != variant);
        let base = base.map(|base| Ok(Base { write: format!("rules {}", base.key), name: name(base)? })).transpose()?;
        let size = size(settings);
        let roles = (0u8..).zip(variant.roles).map(|(at, _)| Role(at));
        let pieces = roles.map(|role| self.piece(variant, role, words, size)).collect::<Result<_, Lack>>()?;
        Ok(RulesPage {
            title: words.text(&["variants", variant.key, "title"])?.to_owned(),
            name: name(variant)?,
            special: if laws.is_empty() { words.text(&["rules", variant.key])?.to_owned() } else { String::new() },
            laws,
            base,
            pieces,
            games: variants::ALL
                .iter()
                .filter(|other| **other != variant)
                .map(|other| name(other))
                .collect::<Result<_, _>>()?,
        })
    }

    fn piece(&self, variant: &Variant, role: Role, words: Words, size: Option<Size>) -> Result<PieceRow, Lack> {
        let key = variant.role(role).map_or("?", |sheet| sheet.key);
        let goes = words.text(&["goes", variant.key, key]).or_else(|_| words.text(&["goes", key]))?;
        let cid = format!("{}.{key}@{}", variant.key, self.service.host);
        let image = size.map(|size| Image {
            cid: cid.clone(),
            filename: format!("{key}.png"),
            mime: "image/png".into(),
            bytes: board::reach(variant, role, size),
        });
        Ok(PieceRow {
            name: words.man(variant, role, Form::Title)?.to_owned(),
            letter: letter(variant, role, words.notation()?),
            goes: goes.to_owned(),
            cid: size.map(|_| cid),
            image,
        })
    }
}

/// No size for a reader who wants no pictures.
fn size(settings: &Settings) -> Option<Size> {
    match settings.picture {
        _ if settings.order == Order::Words => None,
        Wanted::Large => Some(Size::Large),
        Wanted::Small => Some(Size::Small),
        Wanted::Off => None,
    }
}

/// The letter of a piece in moves; none in Japanese, where moves have its name.
fn letter(variant: &Variant, role: Role, notation: Notation) -> Option<String> {
    match notation {
        Notation::San | Notation::Long | Notation::Numeric => Some(letters::letter(variant, role).to_string()),
        Notation::Western => shogi::man_of(variant, role).map(|man| man.letters.to_string()),
        Notation::Japanese | Notation::Katakana => None,
    }
}
