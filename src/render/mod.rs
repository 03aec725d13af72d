/*!
WHAT THE READER SEES: notices and a scene to one [`Draft`](crate::mail::Draft).

This room sees no `Position`, changes nothing, reads no clock. No text for players is in Rust: it lies in `templates/`.
*/

mod asked;
pub mod board;
mod bundle;
mod calendar;
mod context;
mod desk;
pub mod diagram;
mod export;
mod help;
mod ledger;
mod lines;
mod listing;
mod moves;
mod pages;
mod pictures;
mod position;
mod rating;
mod reason;
mod refusal;
pub mod replay;
mod rules;
mod scene;
mod scope;
mod seeks;
mod settings;
mod shows;
mod stats;
mod tap;
mod time;
mod unclear;
mod ways;
mod words;

pub use pages::Pages;

use crate::club::{Asked, Barred, Name, Note, Player, RatingSeen, Seek, Standings};
use crate::game::{GameId, Moment, Notice, Ply, Scene, Span};
use crate::mail::Address;
use crate::rules::{BySide, Side};

/// The service as its mails name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Service {
    /// `Kingpost`.
    pub name: String,
    /// The plain address players write to.
    pub address: Address,
    /// What the programs are called that play here.
    pub robots: Vec<String>,
}

/// One line of the `games` page.
#[derive(Clone, Debug)]
pub struct GameLine {
    /// The game as its reader may see it.
    pub scene: Scene,
    /// The opponent's name.
    pub opponent: Name,
    /// Where a move for it goes.
    pub reply_to: Address,
}

/// What a game tells of its draws by lot (`docs/rules.md`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// SHA-256 of the seed.
    pub seal: [u8; 32],
    /// The seed, once the game is over.
    pub seed: Option<[u8; 32]>,
}

/// One line of a list of seeks.
#[derive(Clone, Debug)]
pub struct SeekLine {
    /// What is sought.
    pub seek: Seek,
    /// The seeker's name.
    pub player: String,
    /// It is the reader's own.
    pub mine: bool,
}

/// What one mail says about one of several games.
#[derive(Clone, Debug)]
pub struct Section<'a> {
    /// What there is to tell, news first.
    pub notices: &'a [Notice],
    /// The game as its reader may see it.
    pub scene: Scene,
    /// Both players' names.
    pub names: &'a BySide<Name>,
    /// Where a move for it goes.
    pub reply_to: Address,
    /// The number a mail about it would have had by itself.
    pub number: u32,
}

/// What is kept of one game, for the `export` page.
#[derive(Clone, Debug)]
pub struct KeptGame {
    /// The game as its reader may see it.
    pub scene: Scene,
    /// Both players' names.
    pub names: BySide<Name>,
    /// What either wrote to the other, and when.
    pub said: Vec<(Moment, Side, String)>,
    /// What the reader has noted about it.
    pub notes: Vec<Note>,
}

/// All that is kept of the reader beside what other pages show too, for the `export` page.
#[derive(Clone, Debug, Default)]
pub struct Dossier {
    /// Their games, the oldest first.
    pub games: Vec<KeptGame>,
    /// Their leave, past and to come.
    pub leave: Vec<Span>,
    /// The games they watch.
    pub watched: Vec<GameId>,
}

/// All that one mail is drawn from. The same occasion gives the same draft.
#[derive(Clone, Debug)]
pub struct Occasion<'a> {
    /// Who we are.
    pub service: &'a Service,
    /// Who reads it.
    pub reader: &'a Player,
    /// What there is to tell, news first; never empty.
    pub notices: &'a [Notice],
    /// The game they are about, as the reader may see it.
    pub scene: Option<&'a Scene>,
    /// Both players' names.
    pub names: Option<&'a BySide<Name>>,
    /// Of a mail about several games: what it says about each.
    pub sections: &'a [Section<'a>],
    /// For the `games` page.
    pub games: &'a [GameLine],
    /// For the `export` page.
    pub dossier: &'a Dossier,
    /// For the `stats` and `export` pages.
    pub standings: Option<&'a Standings>,
    /// Where the game's array was drawn.
    pub chance: Option<Chance>,
    /// Both players' ratings in the game the mail is about.
    pub ratings: Option<&'a BySide<RatingSeen>>,
    /// What the reader has noted about it, where the mail may tell.
    pub notes: &'a [Note],
    /// Of a game that is over: what its players wrote to each other, each after so many plies.
    pub said: &'a [(Ply, Side, String)],
    /// The reader has not played before.
    pub first_game: bool,
    /// For pages about seeks, and the `export` page: the reader's own.
    pub seeks: &'a [SeekLine],
    /// For the `settings` and `export` pages: whom the reader keeps away.
    pub barred: &'a [Barred],
    /// For the `confirm_address` page: what it asks about.
    pub asked: Option<&'a Asked>,
    /// The language of whoever invites a reader who has never answered us: nobody knows the reader's own.
    pub guest_of: Option<&'a str>,
    /// Where a prefilled link goes: the mail's Reply-To.
    pub reply_to: &'a Address,
    /// When it was queued; times left count from here.
    pub at: Moment,
    /// The mail's number within its game, or for its reader.
    pub number: u32,
}

/// A page could not be drawn: a fault of a template, not of a player.
#[derive(Clone, Debug, thiserror::Error)]
#[error("page `{page}` in `{language}` cannot be drawn: {cause}")]
pub struct RenderError {
    /// Which page.
    pub page: String,
    /// In which language.
    pub language: String,
    /// What the template engine says.
    pub cause: String,
}
