/*!
The pictures of one mail: the board, a moving picture, bars; and what of them goes along as a file.
*/

use serde::Serialize;

use super::board::{self, Marks, Size};
use super::desk::Desk;
use super::{Occasion, replay, scope, stats};
use crate::club::{Order, Picture as Wanted};
use crate::game::Page;
use crate::mail::{Attachment, Image};
use crate::rules::Square;

/// A larger moving picture is not shown in a mail.
const REPLAY_MAX: usize = 300_000;

/// A picture as templates see it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Picture {
    pub cid: String,
    /// `board`, `replay` or `bars`.
    pub kind: &'static str,
}

/// Everything drawn for one mail.
#[derive(Default)]
pub(super) struct Pictures {
    /// Below the headline.
    pub first: Option<(Picture, Image)>,
    /// The moving picture that was asked for and is not shown: too large, or no pictures are wanted.
    pub file: Option<Attachment>,
}

impl Pictures {
    /// Draws them. `board`: the mail shows a board; `man`: the one a refusal is about.
    pub(super) fn of(occasion: &Occasion, desk: &Desk, board: bool, man: Option<Square>) -> Pictures {
        let settings = &occasion.reader.settings;
        let size = match settings.picture {
            _ if settings.order == Order::Words => None,
            Wanted::Large => Some(Size::Large),
            Wanted::Small => Some(Size::Small),
            Wanted::Off => None,
        };
        let mut pictures = Pictures::default();
        let has = |page: &Page| occasion.notices.iter().any(|notice| notice.page == *page);
        if has(&Page::Replay) {
            match moving(desk) {
                Some((picture, image)) if size.is_some() && image.bytes.len() <= REPLAY_MAX => {
                    pictures.first = Some((picture, image));
                    return pictures;
                }
                Some((_, image)) => {
                    let Image { filename, mime, bytes, .. } = image;
                    pictures.file = Some(Attachment { filename, mime, bytes });
                }
                None => {}
            }
        }
        let Some(size) = size else { return pictures };
        let over = has(&Page::GameOver).then(|| moving(desk)).flatten();
        let over = over.filter(|(_, image)| image.bytes.len() <= REPLAY_MAX);
        pictures.first = match over {
            Some(moving) => Some(moving),
            None if board => still(occasion, desk, size, man),
            None => bars(occasion, desk, size),
        };
        pictures
    }

    /// What the mail carries.
    pub(super) fn images(self) -> Vec<Image> {
        self.first.into_iter().map(|(_, image)| image).collect()
    }
}

fn still(occasion: &Occasion, desk: &Desk, size: Size, man: Option<Square>) -> Option<(Picture, Image)> {
    let scene = desk.scene.as_ref()?;
    let asked = occasion.notices.iter().find_map(|notice| match notice.page {
        Page::Scope { square } => Some(square),
        _ => None,
    });
    let marks = match (asked, man.filter(|_| scene.terms.scope.own)) {
        (Some(square), _) | (None, Some(square)) => scope::marks(&scene.view, square),
        (None, None) => Marks::default(),
    };
    // Game and ply, so that nothing but those is told; and the man, so that one mail's picture is not taken for another's.
    let of = asked.map(|square| format!(".{}", scene.view.geometry().name(square))).unwrap_or_default();
    let cid = format!("board.{}.{}{of}@{}", scene.id, scene.ply.0, desk.service.host);
    let bytes = board::png(&scene.view, scene.side, &marks, size);
    Some(image(cid, "board", "board.png", "image/png", bytes))
}

/// A game's board for a mail with others.
pub(super) fn small(desk: &Desk) -> Option<(Picture, Image)> {
    let scene = desk.scene.as_ref()?;
    let cid = format!("small.{}.{}@{}", scene.id, scene.ply.0, desk.service.host);
    let bytes = board::png(&scene.view, scene.side, &Marks::default(), Size::Small);
    Some(image(cid, "board", &format!("{}.png", scene.id), "image/png", bytes))
}

fn bars(occasion: &Occasion, desk: &Desk, size: Size) -> Option<(Picture, Image)> {
    let standings =
        occasion.standings.filter(|_| matches!(occasion.notices, [first, ..] if first.page.key() == "stats"))?;
    let bars = stats::bars(standings);
    if bars.is_empty() {
        return None;
    }
    let cid = format!("bars@{}", desk.service.host);
    Some(image(cid, "bars", "results.png", "image/png", board::bars(&bars, size)))
}

fn moving(desk: &Desk) -> Option<(Picture, Image)> {
    let scene = desk.scene.as_ref().filter(|scene| scene.ply.0 > 0)?;
    let bytes = replay::gif(&scene.view, scene.side)?;
    let cid = format!("replay.{}@{}", scene.id, desk.service.host);
    Some(image(cid, "replay", &format!("{}.gif", scene.id), "image/gif", bytes))
}

fn image(cid: String, kind: &'static str, filename: &str, mime: &str, bytes: Vec<u8>) -> (Picture, Image) {
    (Picture { cid: cid.clone(), kind }, Image { cid, filename: filename.into(), mime: mime.into(), bytes })
}
