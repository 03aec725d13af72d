/*!
What templates see. One struct a page; nothing else in the program is given to a template.

Text that players wrote comes in as values and only as values, made harmless by [`super::lines`].
*/

use serde::Serialize;

use super::lines::{clean_line, clean_text};
use super::listing::{Group, Tap};
use super::pictures::Picture;
use super::position::Described;
use super::refusal::Refused;
use super::stats::Scored;
use super::ways::Way;
use crate::club::Note;
use crate::game::AddressChange;

/// The service.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Service {
    /// `Kingpost`.
    pub name: String,
    /// The plain address.
    pub address: String,
    /// Its domain.
    pub host: String,
}

/// The game, from its reader's side.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Game {
    pub id: String,
    /// `chess`, and at a line's beginning `Chess`.
    pub variant: String,
    pub title: String,
    /// `shogi` for games with its men and words; else absent.
    pub family: Option<&'static str>,
    /// What it has beside or instead of the rules of chess; empty for chess.
    pub rules: String,
    /// What both sides hold, in a game with hands.
    pub hands: Option<Hands>,
    pub opponent: String,
    /// Names of sides: the reader's, the opponent's, the one in capitals, the one to move.
    pub mine: String,
    pub theirs: String,
    pub first: String,
    pub turn: String,
    pub my_turn: bool,
    /// True if the reader's side begins.
    pub begin: bool,
    /// The full move awaited.
    pub number: u32,
    pub last: Option<Last>,
    pub check: bool,
    /// `offered`, `declined`, `withdrawn`, `expired`, `playing`, `over`, `aborted`.
    pub stage: &'static str,
    /// Until when the invitation may be answered.
    pub open_until: Option<String>,
    pub control: String,
    pub draws: String,
    pub rated: bool,
    /// Whose men's scope is shown: `own`, `opponent`, `both` or `none`.
    pub scope: &'static str,
    /// Both players' ratings, in a game that counts.
    pub ratings: Option<Ratings>,
    /// FEN of an agreed start position.
    pub start: Option<String>,
    pub invited_by_me: bool,
    /// What the invitation came of: `challenge`, `rematch`, `seek`, `pair`.
    pub origin: &'static str,
    /// The game that is agreed with it, with the colours the other way.
    pub twin: Option<String>,
    /// The reader has asked for a rematch.
    pub rematch_asked: bool,
    /// The terms answer others; what is changed.
    pub counter: bool,
    pub changed: Changed,
    /// A counter-offer as one might write it: the other colour, the same time; of a pair, another time.
    pub counter_example: String,
    /// Colours were drawn by lot.
    pub drawn: bool,
    /// Absent in a game without limit.
    pub my_time: Option<Clock>,
    pub their_time: Option<Clock>,
    /// While the clock of the side to move runs: how long it has, and until when.
    pub deadline: Option<String>,
    /// Whose draw offer is open: `mine`, `theirs` or `none`.
    pub offer: &'static str,
    /// Who has asked for a move back: `mine`, `theirs` or `none`.
    pub takeback: &'static str,
    /// The reader called the game off.
    pub aborted_by_me: bool,
    /// What the reader has planned.
    pub plan: Vec<PlanLine>,
    /// What the reader's plan has ready, and the opponent's draw offer holds back.
    pub held: Option<String>,
    /// The reader may declare the game won.
    pub may_declare: bool,
    /// What the reader may claim now.
    pub claims: Vec<String>,
    /// Mail to the opponent cannot be delivered.
    pub unreachable: bool,
    /// The mail that told the opponent to move came back; when the next goes out.
    pub asked_again: Option<String>,
    /// The opponent's time is up, and the reader may claim it.
    pub flag_fell: bool,
    pub weekends_off: bool,
    /// A leave that holds or lies ahead.
    pub my_leave: Option<Away>,
    pub their_leave: Option<Away>,
    /// What made the clocks say more or less, beside moves.
    pub ledger: Vec<String>,
    /// SHA-256 of the seed its array was drawn from, and the seed when the game is over: in hexadecimal.
    pub seal: Option<String>,
    pub seed: Option<String>,
}

/// What a counter-offer changed.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Changed {
    pub variant: bool,
    pub seats: bool,
    pub time: bool,
    pub rated: bool,
    pub draws: bool,
    pub scope: bool,
    pub start: bool,
}

/// Two ratings: `1612`, `1500?`.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Ratings {
    pub mine: String,
    pub theirs: String,
}

/// The men in hand, in words.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Hands {
    pub mine: String,
    pub theirs: String,
}

/// The move played last.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Last {
    /// `5... Bc5`
    pub label: String,
    /// `bishop f8 to c5`; absent where that would say too little.
    pub words: Option<String>,
    pub mine: bool,
}

/// One if-then line of the reader's plan, numbered.
#[derive(Clone, Debug, Serialize)]
pub(super) struct PlanLine {
    /// `1... e5`; absent for any other move.
    pub when: Option<String>,
    /// `2. Nf3 d6 3. Bb5`
    pub then: String,
}

/// One side's time.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Clock {
    pub left: String,
    /// When it runs out, if it runs.
    pub until: Option<String>,
    /// The same in fewer letters, for a sentence.
    pub near: Option<String>,
}

/// `address_change`
#[derive(Debug, Serialize)]
pub(super) struct AddressChangePage {
    /// `asked`, `confirm`, `moved`, `here`, `back`
    pub state: &'static str,
    /// The code that confirms it or takes it back.
    pub code: Option<String>,
}

impl AddressChangePage {
    /// What `change` tells.
    pub fn of(change: &AddressChange) -> AddressChangePage {
        AddressChangePage { state: change.key(), code: change.code().map(|code| code.as_str().to_owned()) }
    }
}

/// `confirm_delete`, `confirm_stop`
#[derive(Clone, Debug, Serialize)]
pub(super) struct ConfirmByCode {
    pub code: String,
}

/// `undo_open`
#[derive(Clone, Debug, Serialize)]
pub(super) struct UndoOpen {
    pub until: String,
}

/// `plan_played`
#[derive(Clone, Debug, Serialize)]
pub(super) struct PlanPlayed {
    /// `1... e5 2. Nf3 d6`
    pub moves: String,
}

/// A leave.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Away {
    pub from: String,
    pub to: String,
}

/// `leave_booked`
#[derive(Clone, Debug, Serialize)]
pub(super) struct LeaveBooked {
    #[serde(flatten)]
    pub leave: Away,
    /// Of the year's: `12 days`.
    pub days_left: String,
}

/// A page that says only what the game says.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Plain {}

/// `introduction`
#[derive(Clone, Debug, Serialize)]
pub(super) struct Introduction {
    /// What a program is called that plays here, if one does.
    pub robot: Option<String>,
}

impl Introduction {
    pub(super) fn of(service: &super::Service) -> Introduction {
        Introduction { robot: service.robots.first().map(|word| clean_line(word)) }
    }
}

/// The page once more, below, in another language.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Below {
    pub lang: &'static str,
    pub subject: String,
    pub news: News,
    /// What stands at the mail's foot.
    pub foot_text: String,
    pub foot_html: String,
}

/// What a foot says of its mail.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Foot {
    pub last: bool,
    pub number: u32,
}

/// `refused`
#[derive(Clone, Debug, Serialize)]
pub(super) struct RefusedPage {
    #[serde(flatten)]
    pub refused: Refused,
    /// Something else that its letter asked was done.
    pub beside: bool,
    /// What can be written instead.
    pub ways: Vec<Way>,
    /// Until when an answer counts as of the letter that was asked about, if that matters.
    pub answer_until: Option<String>,
}

/// `confirm_resign`
#[derive(Clone, Debug, Serialize)]
pub(super) struct ConfirmResign {
    /// `KX7Q-24MD`
    pub code: String,
    /// The result it would bring.
    pub result: String,
}

/// `game_over`
#[derive(Clone, Debug, Serialize)]
pub(super) struct GameOver {
    /// `won`, `lost`, `drawn`.
    pub verdict: &'static str,
    pub result: String,
    pub reason: String,
    /// Moves played, counted as that game counts them.
    pub moves: u32,
    /// From start to end.
    pub lasted: Option<String>,
    /// What the game made of both ratings; before it they were as the game tells them.
    pub rated: Option<Ratings>,
    /// It was to count, and too few moves were made.
    pub too_short: bool,
    /// The reader's notes stand in the game's file.
    pub noted: bool,
    /// What the players wrote to each other stands there.
    pub said: bool,
    /// What that file is called.
    pub file: Option<String>,
    /// How the reader has fared in this game, by side.
    pub record: Option<RecordBySide>,
}

/// A table of the reader's results in one game.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RecordBySide {
    pub first: Scored,
    pub second: Scored,
    pub sum: Scored,
}

/// `watching`
#[derive(Clone, Debug, Serialize)]
pub(super) struct WatchingPage {
    /// `asked`, `asking`, `open`, `closed`.
    pub state: &'static str,
}

/// `watched`
#[derive(Clone, Debug, Serialize)]
pub(super) struct WatchedPage {
    /// Who plays.
    pub first: String,
    pub second: String,
    /// `playing`, `over`, `aborted`.
    pub stage: &'static str,
    /// Of a game that is over.
    pub ending: Option<GameOver>,
}

/// `note_kept`
#[derive(Clone, Debug, Serialize)]
pub(super) struct NoteKept {
    /// The lines of each.
    pub notes: Vec<Vec<String>>,
}

/// `game_started`
#[derive(Clone, Debug, Serialize)]
pub(super) struct GameStartedPage {
    /// The reader has not played before.
    pub first_game: bool,
    /// The first sentence of what the game has beside or instead of the rules of chess; absent for chess and shogi.
    pub rules: Option<String>,
}

/// `board`
#[derive(Clone, Debug, Serialize)]
pub(super) struct Board {
    /// An earlier position is shown, not the one to be played from.
    pub earlier: bool,
}

/// `games`
#[derive(Clone, Debug, Serialize)]
pub(super) struct Games {
    pub rows: Vec<GameRow>,
}

/// One of the reader's games.
#[derive(Clone, Debug, Serialize)]
pub(super) struct GameRow {
    #[serde(flatten)]
    pub game: Game,
    /// The time of the side on move; absent in a game without limit.
    pub clock: Option<Clock>,
    /// The mail that told the reader to move came back; when the next goes out.
    pub told_again: Option<String>,
    /// Asks for that game's board.
    pub href: String,
}

/// One page's news, drawn.
#[derive(Clone, Debug, Serialize)]
pub(super) struct News {
    pub page: &'static str,
    /// The first line, without its full stop.
    pub headline: String,
    /// All of it, as text.
    pub text: String,
    /// What follows the headline, as HTML.
    pub html: String,
    /// What stands below the board and the moves.
    pub details: Details,
    /// What a list of mails shows of it beside the subject.
    pub preheader: String,
    /// The mail's picture belongs to it.
    pub pictured: bool,
}

/// What a page tells below the board and the moves: what can wait until the news has been seen.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Details {
    pub text: String,
    pub html: String,
}

/// Words of the opponent's.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Message {
    pub author: String,
    pub lines: Vec<String>,
}

/// The legal moves.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Listing {
    pub count: usize,
    pub groups: Vec<Group>,
    /// Each link has its look within itself.
    pub styled: bool,
    /// Some move takes something; some gives check.
    pub captures: bool,
    pub checks: bool,
    /// Some move says by a sign whether a man of shogi promotes.
    pub promotes: bool,
    /// One of them, for the line that says how to answer.
    pub example: Option<Example>,
}

/// A move in two spellings.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Example {
    pub body: String,
    pub squares: String,
}

/// What may be done beside moving.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Action {
    pub label: String,
    /// What it writes.
    pub write: String,
    pub href: String,
}

/// A tap for every man whose scope may be asked for.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Scopes {
    pub mine: Vec<Action>,
    pub theirs: Vec<Action>,
}

/// The board as text, and how to read it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Diagram {
    pub lines: String,
    pub legend: String,
}

/// The frame around all news of a mail.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Layout {
    pub subject: String,
    pub preheader: String,
    pub news: Vec<News>,
    pub messages: Vec<Message>,
    pub picture: Option<Picture>,
    /// The game is over and could be shown moving, but not in this mail.
    pub replay_asked: bool,
    /// On the page of one piece: all others whose scope may be asked for.
    pub scopes: Option<Scopes>,
    /// On other pages: leads to the opponent's.
    pub scopes_of_theirs: Option<String>,
    pub listing: Option<Listing>,
    pub actions: Vec<Action>,
    /// What may be done besides, in small print at the end.
    pub asides: Vec<Action>,
    pub position: Option<Described>,
    pub diagram: Option<Diagram>,
    /// The moves so far, a full move each.
    pub record: Option<Vec<String>>,
    /// Facts about time are shown.
    pub facts: bool,
    pub number: u32,
    /// Its reader gets no other, as they asked.
    pub last: bool,
}

impl NoteKept {
    /// The last so many of the reader's notes.
    pub(super) fn of(notes: &[Note], count: u32) -> NoteKept {
        let before = notes.len().saturating_sub(count as usize);
        NoteKept { notes: notes.iter().skip(before).map(|note| clean_text(&note.text)).collect() }
    }
}

impl Listing {
    /// A quiet move to show how moves are written: from the last row, since pawn moves are short.
    pub(super) fn example_of(groups: &[Group]) -> Option<&Tap> {
        let quiet = |group: &&Group| group.moves.iter().any(|tap| !tap.capture);
        let board = groups.iter().rev().filter(|group| !group.hand);
        let group = board.clone().skip(1).find(quiet).or_else(|| board.clone().find(quiet));
        let group = group.or_else(|| groups.iter().rev().find(quiet))?;
        group.moves.iter().find(|tap| !tap.capture)
    }
}
