/*!
Several games in one mail: what became of a letter about them (`summary`), or what has come together (`digest`).

Each game has its pages' news, its time, and a small board; its moves are taps that answer for that game alone. What does
not find room in a mail (`mail-design.md`, "Budgets") is a board in letters, or a link to the game's own mail.
*/

use serde::Serialize;

use super::context::{Action, Clock, Diagram, Last, Listing, Message, News};
use super::desk::Desk;
use super::lines::clean_text;
use super::pictures::{self, Picture};
use super::words::Lack;
use super::{Occasion, RenderError, Section};
use crate::club::{Order, Picture as Wanted};
use crate::game::{Page, Stage};
use crate::mail::Image;

/// Games and the links to their moves may take so many bytes of the mail's HTML.
const BYTES_MAX: usize = 46_000;

/// What a game takes without its moves, about.
const GAME: usize = 3_000;

/// No mail has more links to moves than this.
const MOVES_MAX: usize = 200;

/// Boards may take so many bytes together.
const PICTURES_MAX: usize = 50_000;

/// `summary` and `digest`
#[derive(Clone, Debug, Serialize)]
pub(super) struct Bundle {
    pub games: Vec<BundledGame>,
    /// In how many of them it is the reader's move.
    pub waiting: usize,
}

/// One game of several.
#[derive(Clone, Debug, Serialize)]
pub(super) struct BundledGame {
    pub id: String,
    /// `Chess`
    pub title: String,
    pub opponent: String,
    pub my_turn: bool,
    /// `playing`, `over` …
    pub stage: &'static str,
    pub my_time: Option<Clock>,
    pub news: Vec<News>,
    pub messages: Vec<Message>,
    pub diagram: Option<Diagram>,
    /// The same as a picture, where there is room.
    pub picture: Option<Picture>,
    #[serde(skip)]
    pub image: Option<Image>,
    pub last: Option<Last>,
    /// Names of sides: the reader's, the one to move.
    pub mine: String,
    pub turn: String,
    /// The reader's moves, where there is room for them.
    pub listing: Option<Listing>,
    /// Answers beside the moves.
    pub actions: Vec<Action>,
    /// Asks for the board of this game.
    pub href: String,
}

/// What of a mail's room is taken.
pub(super) struct Room {
    bytes: usize,
    moves: usize,
    pictures: usize,
}

impl Room {
    /// With so many games in it.
    pub(super) fn with(games: usize) -> Room {
        Room { bytes: games * GAME, moves: 0, pictures: 0 }
    }

    /// Takes the room that the moves of a desk need, if there is as much.
    fn take(&mut self, desk: &Desk) -> bool {
        let (bytes, moves) = (self.bytes + desk.weight(), self.moves + desk.choices().len());
        let fits = bytes <= BYTES_MAX && moves <= MOVES_MAX;
        if fits {
            *self = Room { bytes, moves, ..*self };
        }
        fits
    }

    /// The same for a picture.
    fn hang(&mut self, image: &Image) -> bool {
        let fits = self.pictures + image.bytes.len() <= PICTURES_MAX;
        if fits {
            self.pictures += image.bytes.len();
        }
        fits
    }
}

/// The part of an occasion that is about one of its games.
pub(super) fn part<'a>(occasion: &Occasion<'a>, section: &'a Section<'a>) -> Occasion<'a> {
    Occasion {
        notices: section.notices,
        scene: Some(&section.scene),
        names: Some(section.names),
        reply_to: &section.reply_to,
        number: section.number,
        sections: &[],
        ratings: None,
        notes: &[],
        ..occasion.clone()
    }
}

/// One game of a bundle, its news drawn already.
pub(super) fn game(
    occasion: &Occasion,
    desk: &Desk,
    news: Vec<News>,
    room: &mut Room,
) -> Result<BundledGame, RenderError> {
    drawn(occasion, desk, news, room).map_err(|lack| RenderError {
        page: "bundle".into(),
        language: occasion.reader.language.clone(),
        cause: lack.to_string(),
    })
}

fn drawn(occasion: &Occasion, desk: &Desk, news: Vec<News>, room: &mut Room) -> Result<BundledGame, Lack> {
    let (Some(scene), Some(game)) = (&desk.scene, &desk.game) else { return Err(Lack("a game".into())) };
    let playing = scene.stage == Stage::Playing;
    let awaited = playing && scene.view.turn() == scene.side && !desk.earlier;
    let boards = occasion.reader.settings.order == Order::Usual && playing && (awaited || shows_board(occasion));
    let heard = occasion.notices.iter().filter(|notice| notice.page != Page::Invitation);
    let said = heard.filter_map(|notice| notice.message.as_deref());
    let messages = said.map(|text| Message { author: game.opponent.clone(), lines: clean_text(text) });
    let wanted = boards && occasion.reader.settings.picture != Wanted::Off;
    let hung = wanted.then(|| pictures::small(desk)).flatten().filter(|(_, image)| room.hang(image));
    let (picture, image) = hung.unzip();
    Ok(BundledGame {
        id: game.id.clone(),
        title: game.title.clone(),
        opponent: game.opponent.clone(),
        my_turn: awaited,
        stage: game.stage,
        my_time: game.my_time.clone(),
        news,
        messages: messages.filter(|message| !message.lines.is_empty()).collect(),
        diagram: if boards { desk.diagram()? } else { None },
        picture,
        image,
        last: game.last.clone(),
        mine: game.mine.clone(),
        turn: game.turn.clone(),
        listing: if awaited && room.take(desk) { Some(desk.listing()?) } else { None },
        actions: if awaited && offers(game.offer) { desk.actions(occasion.notices)? } else { Vec::new() },
        href: desk.link.writing("board"),
    })
}

/// An open offer of the opponent's is answered by a tap; what a player may ask for by themselves needs none here.
fn offers(offer: &str) -> bool {
    offer == "theirs"
}

fn shows_board(occasion: &Occasion) -> bool {
    occasion.notices.iter().any(|notice| matches!(notice.page, Page::Board { .. } | Page::Refused(_)))
}
