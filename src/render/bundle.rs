/*!
Several games in one mail: what became of a letter about them (`summary`), or what has come together (`digest`).

Each game has its pages' news, its time, and a small board; its moves are taps that answer for that game alone. What does
not find room in a mail is a board in letters, or a link to the game's own mail.
*/

use serde::Serialize;

use super::context::{Action, Clock, Diagram, Last, Listing, Message, News};
use super::desk::Desk;
use super::lines::clean_text;
use super::pictures::{self, Picture};
use super::words::Lack;
use super::{Occasion, Section};
use crate::club::{Order, Picture as Wanted, bulk};
use crate::game::{Page, Scene, Stage};
use crate::mail::Image;

/// Games and the links to their moves may take so many bytes of the mail's HTML.
const BYTES_MAX: usize = 46_500;

/// What a board takes beside its lines.
const FRAME: usize = 700;

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
    /// The reader has offered a draw, and it stands.
    pub offered: bool,
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
    /// With the news of those games in it.
    pub(super) fn with(sections: &[Section]) -> Room {
        let news: usize = sections.iter().flat_map(|section| section.notices).map(bulk::of_notice).sum();
        Room { bytes: sections.len() * bulk::GAME + news, moves: 0, pictures: 0 }
    }

    /// Takes so much room, if there is as much.
    fn take_bytes(&mut self, bytes: usize) -> bool {
        let fits = self.bytes + bytes <= BYTES_MAX;
        if fits {
            self.bytes += bytes;
        }
        fits
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
        said: &[],
        first_game: false,
        ..occasion.clone()
    }
}

/// A board in text, and as a picture where there is room.
#[derive(Default)]
pub(super) struct Board {
    diagram: Option<Diagram>,
    picture: Option<(Picture, Image)>,
}

/// The board of a game of a bundle, if it is to be shown and finds room.
pub(super) fn board(occasion: &Occasion, desk: &Desk, room: &mut Room) -> Result<Board, Lack> {
    let playing = desk.scene.as_ref().is_some_and(|scene| scene.stage == Stage::Playing);
    let wanted = occasion.reader.settings.order == Order::Usual && playing;
    if !wanted || !(awaited(desk) || shows_board(occasion)) {
        return Ok(Board::default());
    }
    let hung = (occasion.reader.settings.picture != Wanted::Off).then(|| pictures::small(desk)).flatten();
    let picture = hung.filter(|(_, image)| room.hang(image));
    let Some(diagram) = desk.diagram()? else { return Ok(Board::default()) };
    // Where the picture hangs no lines are written below it.
    let lines = if picture.is_some() { 0 } else { diagram.lines.len() };
    Ok(match room.take_bytes(FRAME + lines) {
        true => Board { diagram: Some(diagram), picture },
        false => Board::default(),
    })
}

/// One game of a bundle, its news and its board drawn already.
pub(super) fn game(
    occasion: &Occasion,
    desk: &Desk,
    news: Vec<News>,
    board: Board,
    room: &mut Room,
) -> Result<BundledGame, Lack> {
    let (Some(scene), Some(game)) = (&desk.scene, &desk.game) else { return Err(Lack("a game".into())) };
    let (playing, awaited) = (scene.stage == Stage::Playing, awaited(desk));
    let heard = occasion.notices.iter().filter(|notice| notice.page != Page::Invitation);
    let said = heard.filter_map(|notice| notice.message.as_deref());
    let messages = said.map(|text| Message { author: game.opponent.clone(), lines: clean_text(text) });
    let (picture, image) = board.picture.unzip();
    Ok(BundledGame {
        id: game.id.clone(),
        title: game.title.clone(),
        opponent: game.opponent.clone(),
        my_turn: awaited,
        stage: game.stage,
        my_time: game.my_time.clone(),
        news,
        messages: messages.filter(|message| !message.lines.is_empty()).collect(),
        diagram: board.diagram,
        picture,
        image,
        last: game.last.clone(),
        mine: game.mine.clone(),
        turn: game.turn.clone(),
        listing: if awaited && room.take(desk) { Some(desk.listing()?) } else { None },
        actions: if playing && !desk.earlier { desk.answers(occasion.notices)? } else { Vec::new() },
        offered: playing && game.offer == "mine",
        href: desk.link.writing(&desk.words().command("board", &[])?),
    })
}

/// True if it is the reader's move.
fn awaited(desk: &Desk) -> bool {
    let turn = |scene: &Scene| scene.stage == Stage::Playing && scene.view.turn() == scene.side;
    desk.scene.as_ref().is_some_and(turn) && !desk.earlier
}

fn shows_board(occasion: &Occasion) -> bool {
    occasion.notices.iter().any(|notice| matches!(notice.page, Page::Board { .. } | Page::Refused(_)))
}
