/*!
Scope display: where one man may go, as a list of squares and as marks on the board.
*/

use serde::Serialize;

use super::board::Marks;
use super::context::{Action, Scopes};
use super::desk::Desk;
use super::listing::{self, Choice, Tap};
use super::position::standing;
use super::words::{Form, Lack};
use crate::game::{Scene, Stage};
use crate::rules::{Side, Square, View};

/// `scope`
#[derive(Clone, Debug, Serialize)]
pub(super) struct ScopePage {
    /// `the knight on f3`
    pub man: String,
    /// `knight on f3`
    pub name: String,
    pub mine: bool,
    pub squares: Vec<Reached>,
    /// The moves themselves, where they are the reader's to make.
    pub taps: Vec<Tap>,
}

/// A square it may go to.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Reached {
    pub square: String,
    /// The man it would take there.
    pub takes: Option<String>,
}

/// The squares of the man on `square`, marked as one's own or the opponent's.
pub(super) fn marks(view: &View, square: Square) -> Marks {
    let scope = Some((square, view.scope(square)));
    match view.piece_at(square).map(|man| man.side == view.viewer()) {
        Some(true) => Marks { own_scope: scope, opponent_scope: None },
        Some(false) => Marks { own_scope: None, opponent_scope: scope },
        None => Marks::default(),
    }
}

impl Desk<'_> {
    /// What the page `scope` says of the man on `square`.
    pub(super) fn scope(&self, square: Square) -> Result<ScopePage, Lack> {
        let scene = self.scene.as_ref().ok_or_else(|| Lack("a game to look at".into()))?;
        let view = &scene.view;
        let man = view.piece_at(square).ok_or_else(|| Lack("a man whose scope is shown".into()))?;
        let words = self.words();
        let reached = |to: &Square| {
            let takes = view.piece_at(*to).map(|man| words.man(view.variant(), man.role, Form::One).map(str::to_owned));
            Ok(Reached { square: words.square(view.geometry(), *to)?, takes: takes.transpose()? })
        };
        let squares = view.scope(square).iter().map(reached).collect::<Result<_, Lack>>()?;
        let own: Vec<&Choice> = self.choices().iter().filter(|choice| choice.mv.from() == Some(square)).collect();
        Ok(ScopePage {
            man: standing(view, self.words(), man.role, square, "standing")?,
            name: standing(view, self.words(), man.role, square, "standing_bare")?,
            mine: man.side == scene.side,
            squares,
            taps: listing::in_order(view, own),
        })
    }

    /// A tap for every piece whose scope may be asked for and is not empty, for the page of one of them; `None` if there is none.
    pub(super) fn scopes(&self) -> Result<Option<Scopes>, Lack> {
        let Some(scene) = self.scene.as_ref().filter(|scene| scene.stage == Stage::Playing && !self.earlier) else {
            return Ok(None);
        };
        let scopes =
            Scopes { mine: self.scopes_of(scene, scene.side)?, theirs: self.scopes_of(scene, scene.side.other())? };
        Ok(Some(scopes).filter(|scopes| !(scopes.mine.is_empty() && scopes.theirs.is_empty())))
    }

    /// The link behind the name of one of the reader's pieces in the list of moves.
    pub(super) fn scope_link(&self, scene: &Scene, square: Option<Square>) -> Result<Option<String>, Lack> {
        let Some(square) = square.filter(|_| agreed(scene, scene.side)) else { return Ok(None) };
        let named = self.words().square(scene.view.geometry(), square)?;
        Ok(Some(self.link.writing(&self.words().command("scope", &[("square", &named)])?)))
    }

    /// One tap that leads to all of the opponent's pieces: to the page of one of them, which lists the others.
    pub(super) fn scopes_of_theirs(&self) -> Result<Option<String>, Lack> {
        let scopes = self.scopes()?.map(|scopes| scopes.theirs).unwrap_or_default();
        Ok(scopes.into_iter().next().map(|tap| tap.href))
    }

    fn scopes_of(&self, scene: &Scene, side: Side) -> Result<Vec<Action>, Lack> {
        let mut men: Vec<_> = scene.view.pieces().into_iter().filter(|(_, man)| man.side == side).collect();
        men.retain(|(square, _)| agreed(scene, side) && !scene.view.scope(*square).is_empty());
        men.sort_by_key(|(square, man)| {
            let geometry = scene.view.geometry();
            (man.role.0, geometry.file(*square), geometry.rank(*square))
        });
        let tap = |(square, man): (Square, crate::rules::Piece)| {
            let named = self.words().square(scene.view.geometry(), square)?;
            let write = self.words().command("scope", &[("square", &named)])?;
            let label = standing(&scene.view, self.words(), man.role, square, "list_man")?;
            Ok(Action { label, href: self.link.writing(&write), write })
        };
        men.into_iter().map(tap).collect()
    }
}

fn agreed(scene: &Scene, side: Side) -> bool {
    if side == scene.side { scene.terms.scope.own } else { scene.terms.scope.opponent }
}
