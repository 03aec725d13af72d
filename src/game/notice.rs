/*!
Notices: who is told which page. An event is announced the same way whoever caused it.
*/

use super::command::{CLAIMS, wait};
use super::{
    AddressChange, ConfirmCode, Event, Game, GameId, Leave, Moment, PlayerId, Ply, Recorded, Refusal, Watching,
};
use crate::rules::{BySide, Side, Square};

/// A page of a mail, named after the folder of its templates. What only this occasion knows comes with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Page {
    /// Asks whether the address is the reader's; a yes carries out what was asked from it.
    ConfirmAddress,
    /// Says what this service is and how to begin, to somebody new who asked for nothing in particular.
    Introduction,
    /// Invites the reader to a game.
    Invitation,
    /// The reader's invitation has left.
    InvitationSent,
    /// The reader's invitation was declined.
    InvitationDeclined,
    /// An invitation was withdrawn.
    InvitationWithdrawn,
    /// The reader's invitation was not answered in time.
    InvitationExpired,
    /// The game has started.
    GameStarted,
    /// The reader is to move.
    YourMove,
    /// The reader's move was played.
    MoveTaken,
    /// Moves given ahead were played, one after the other.
    PlanPlayed {
        /// Plies played before the first of them.
        from: Ply,
    },
    /// The moves that the reader has given ahead.
    Plans,
    /// Says what was not carried out, and why.
    Refused(Refusal),
    /// The opponent offers a draw.
    DrawOffered,
    /// The opponent declined the reader's draw offer.
    DrawDeclined,
    /// The reader's draw offer was passed on.
    DrawOfferSent,
    /// The opponent asks to take a move back.
    TakebackAsked,
    /// The reader's request for a takeback was passed on.
    TakebackSent,
    /// The opponent declined the reader's takeback.
    TakebackDeclined,
    /// Moves were taken back.
    TakenBack,
    /// The reader's move can still be undone.
    UndoOpen {
        /// Until when.
        until: Moment,
    },
    /// The reader's move was undone.
    MoveUndone,
    /// The game was called off before both had moved.
    GameAborted,
    /// Asks whether the reader wants to resign, with the code that confirms it.
    ConfirmResign,
    /// The game is over.
    GameOver,
    /// Reminds the reader of the time left.
    Reminder,
    /// The opponent's time is up, and the reader may claim the game.
    FlagFallen,
    /// No mail reaches the opponent; the game waits.
    Unreachable,
    /// The opponent is on leave, or will be.
    Away,
    /// The reader's leave is about to end, and they are to move.
    LeaveEnds,
    /// A leave is over, the reader's or the opponent's.
    Back,
    /// The reader's leave is booked.
    LeaveBooked(Leave),
    /// The reader's leave is cancelled.
    LeaveOff,
    /// Asks whether the reader is away, since their address answers automatically.
    LeaveOffered,
    /// The opponent gave the reader time.
    TimeGiven,
    /// The opponent wrote a message.
    Message,
    /// The reader's message went to the opponent.
    MessageSent,
    /// The reader's notes were kept, for the reader alone.
    NoteKept {
        /// How many of the latest notes are shown.
        count: u32,
    },
    /// A position, as the reader asked.
    Board {
        /// Plies played in the position shown; `None`: the present one.
        ply: Option<u32>,
    },
    /// Where one piece may go, as the reader asked.
    Scope {
        /// The square the piece stands on.
        square: Square,
    },
    /// A finished game as a moving picture.
    Replay,
    /// Whether others may watch the game, and who still has to agree.
    Watching(Watching),
    /// Shows a spectator how a game stood some plies ago.
    Watched {
        /// Plies played in the position shown; all of them once the game is over.
        ply: Ply,
    },
    /// Tells a spectator that no more mails come about a game.
    Unwatched,
    /// The reader's games.
    Games,
    /// The open seeks.
    Seeks,
    /// The reader's seek is open.
    SeekOpen,
    /// A seek of the reader's closed, since nobody took it in time.
    SeekClosed {
        /// The number of the seek.
        number: u32,
    },
    /// How often each side won in the games played here, and how the reader fared.
    Stats {
        /// The key of the game that was asked about; `None`: all games.
        variant: Option<String>,
    },
    /// The rules of a game, and how its pieces move.
    Rules {
        /// The game's key.
        variant: String,
    },
    /// The reader's settings, and what else there is to choose.
    Settings,
    /// A setting of the reader's has just been changed.
    SettingChanged {
        /// The name of the setting: `picture`.
        name: String,
    },
    /// How to play by mail.
    Help,
    /// How to do one thing.
    HelpOn {
        /// The key of a topic or a game, or the word that was asked about.
        topic: String,
    },
    /// The reader's address is confirmed; says what they can write.
    Welcome,
    /// All that is kept of the reader.
    Export,
    /// Asks whether the reader wants to be erased.
    ConfirmErase {
        /// The code that confirms it.
        code: ConfirmCode,
    },
    /// Asks whether the reader, who has games under way, wants no more mail.
    ConfirmStop {
        /// The code that confirms it.
        code: ConfirmCode,
    },
    /// How far a change of the reader's address has come.
    AddressChange(AddressChange),
    /// The reader is erased, as they confirmed.
    Erased,
    /// What became of a letter about several games. Each game has its own pages in the same mail.
    Summary,
    /// Several mails in one, for a player who chose that.
    Digest,
    /// Mail to the reader has been stopped, as they asked.
    MailStopped,
}

impl Page {
    /// The name of its folder, which is also the value of the header field `Kingpost-Page`.
    pub fn key(&self) -> &'static str {
        match self {
            Page::ConfirmAddress => "confirm_address",
            Page::Introduction => "introduction",
            Page::Invitation => "invitation",
            Page::InvitationSent => "invitation_sent",
            Page::InvitationDeclined => "invitation_declined",
            Page::InvitationWithdrawn => "invitation_withdrawn",
            Page::InvitationExpired => "invitation_expired",
            Page::GameStarted => "game_started",
            Page::YourMove => "your_move",
            Page::MoveTaken => "move_taken",
            Page::PlanPlayed { .. } => "plan_played",
            Page::Plans => "plans",
            Page::Refused(_) => "refused",
            Page::DrawOffered => "draw_offered",
            Page::DrawDeclined => "draw_declined",
            Page::DrawOfferSent => "draw_offer_sent",
            Page::TakebackAsked => "takeback_asked",
            Page::TakebackSent => "takeback_sent",
            Page::TakebackDeclined => "takeback_declined",
            Page::TakenBack => "taken_back",
            Page::UndoOpen { .. } => "undo_open",
            Page::MoveUndone => "move_undone",
            Page::GameAborted => "game_aborted",
            Page::ConfirmResign => "confirm_resign",
            Page::GameOver => "game_over",
            Page::Reminder => "reminder",
            Page::FlagFallen => "flag_fallen",
            Page::Unreachable => "unreachable",
            Page::Away => "away",
            Page::LeaveEnds => "leave_ends",
            Page::Back => "back",
            Page::LeaveBooked(_) => "leave_booked",
            Page::LeaveOff => "leave_off",
            Page::LeaveOffered => "leave_offered",
            Page::TimeGiven => "time_given",
            Page::Message => "message",
            Page::MessageSent => "message_sent",
            Page::NoteKept { .. } => "note_kept",
            Page::Board { .. } => "board",
            Page::Scope { .. } => "scope",
            Page::Replay => "replay",
            Page::Watching(_) => "watching",
            Page::Watched { .. } => "watched",
            Page::Unwatched => "unwatched",
            Page::Games => "games",
            Page::Seeks => "seeks",
            Page::SeekOpen => "seek_open",
            Page::SeekClosed { .. } => "seek_closed",
            Page::Stats { .. } => "stats",
            Page::Rules { .. } => "rules",
            Page::Settings | Page::SettingChanged { .. } => "settings",
            Page::Help | Page::HelpOn { .. } => "help",
            Page::Welcome => "welcome",
            Page::Export => "export",
            Page::ConfirmErase { .. } => "confirm_delete",
            Page::ConfirmStop { .. } => "confirm_stop",
            Page::AddressChange(_) => "address_change",
            Page::Erased => "deleted",
            Page::Summary => "summary",
            Page::Digest => "digest",
            Page::MailStopped => "mail_stopped",
        }
    }

    /// True if the page may reach its reader some hours later, in a digest. Questions that are open only for a time, the end of
    /// a game and anything about time running out may not.
    pub fn can_wait(&self) -> bool {
        matches!(
            self,
            Page::YourMove
                | Page::PlanPlayed { .. }
                | Page::DrawOffered
                | Page::DrawDeclined
                | Page::TakebackDeclined
                | Page::TimeGiven
                | Page::Away
                | Page::Back
                | Page::Message
        )
    }
}

/// One page that one player is to be told about one point of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The reader.
    pub to: PlayerId,
    /// The game, and the reader's side in it.
    pub about: Option<(GameId, Side)>,
    /// The last event of the game that the page may show; 0 where there is no game.
    pub seq: u32,
    /// The page.
    pub page: Page,
    /// The opponent's message that goes with it.
    pub message: Option<String>,
}

/// The notices that follow from `events`, which have just been applied to `game`. Several notices for one player travel in one
/// mail, in this order, news first. The notices of the player to move come before those of the other.
///
/// A message of the opponent goes with the first notice. Beside the end of a game nothing else is told.
pub fn notices(game: &Game, events: &[Recorded<Event>]) -> Vec<Notice> {
    let news = News::of(events);
    let turn = game.turn();
    [turn, turn.other()].into_iter().flat_map(|side| news.for_side(game, side)).collect()
}

/// What several events together amount to.
#[derive(Default)]
struct News {
    offered: bool,
    started: bool,
    unbegun: Option<Page>,
    moved: u32,
    ended: bool,
    time: BySide<Vec<Page>>,
    draw_offered: BySide<bool>,
    draw_declined: BySide<bool>,
    claim_failed: BySide<bool>,
    offer_too_soon: BySide<bool>,
    takeback_asked: BySide<bool>,
    takeback_declined: BySide<bool>,
    taken_back: bool,
    aborted: bool,
    undone: BySide<bool>,
    resign_asked: BySide<bool>,
    planned: BySide<bool>,
    said: BySide<Option<String>>,
}

impl News {
    fn of(events: &[Recorded<Event>]) -> News {
        let mut news = News::default();
        for recorded in events {
            match &recorded.event {
                Event::Offered { .. } | Event::Countered { .. } => news.offered = true,
                Event::Started => news.started = true,
                Event::Declined => news.unbegun = Some(Page::InvitationDeclined),
                Event::Withdrawn => news.unbegun = Some(Page::InvitationWithdrawn),
                Event::Expired => news.unbegun = Some(Page::InvitationExpired),
                Event::Moved { .. } => news.moved += 1,
                Event::Ended(_) => news.ended = true,
                Event::DrawOffered { by } => *news.draw_offered.of_mut(*by) = true,
                Event::DrawDeclined { by } => *news.draw_declined.of_mut(*by) = true,
                Event::ClaimFailed { by } => *news.claim_failed.of_mut(*by) = true,
                Event::OfferTooSoon { by } => *news.offer_too_soon.of_mut(*by) = true,
                Event::TakebackAsked { by } => *news.takeback_asked.of_mut(*by) = true,
                Event::TakebackDeclined { by } => *news.takeback_declined.of_mut(*by) = true,
                Event::TakenBack { .. } => news.taken_back = true,
                Event::Undone { by } => *news.undone.of_mut(*by) = true,
                Event::Aborted { .. } => news.aborted = true,
                Event::ResignAsked { by, .. } => *news.resign_asked.of_mut(*by) = true,
                Event::Planned { by, .. } => *news.planned.of_mut(*by) = true,
                Event::Said { by, text } => {
                    let said = news.said.of_mut(*by);
                    *said = Some(said.take().map_or_else(|| text.clone(), |before| format!("{before}\n\n{text}")));
                }
                Event::Reminded { side, .. } => news.of_time(*side, Page::Reminder),
                Event::FlagFell { side } => news.of_time(side.other(), Page::FlagFallen),
                Event::Unreachable { side, .. } => news.of_time(side.other(), Page::Unreachable),
                Event::Away { side, .. } => news.of_time(side.other(), Page::Away),
                // Who is back has said so.
                Event::Back { side } => news.of_time(side.other(), Page::Back),
                Event::LeaveEnds { side } => news.of_time(*side, Page::LeaveEnds),
                Event::LeaveOver { .. } => Side::BOTH.into_iter().for_each(|side| news.of_time(side, Page::Back)),
                Event::Gave { by, .. } => {
                    news.of_time(by.other(), Page::TimeGiven);
                    news.of_time(*by, Page::Board { ply: None });
                }
                Event::Asked { side } => news.of_time(*side, Page::YourMove),
                // Nobody need know at once; the next mail shows it. The post's own reports cause no mail: each would
                // beget another.
                Event::Told { .. } | Event::Arrived { .. } | Event::Bounced { .. } => {}
                // Nor of these: invitations tell of the last two, and a question answers its letter.
                Event::Outage(_) | Event::Weekends { .. } | Event::Questioned { .. } => {}
                Event::OpenUntil(_) | Event::RematchAsked { .. } => {}
            }
        }
        news
    }

    /// `page` about time is for `side`, once.
    fn of_time(&mut self, side: Side, page: Page) {
        let pages = self.time.of_mut(side);
        if !pages.contains(&page) {
            pages.push(page);
        }
    }

    fn for_side(&self, game: &Game, side: Side) -> Vec<Notice> {
        let heard = self.said.of(side.other()).clone();
        let mut pages = self.pages(game, side);
        if pages.is_empty() && heard.is_some() {
            pages.push(Page::Message);
        }
        if pages.is_empty() && self.said.of(side).is_some() {
            pages.push(Page::MessageSent);
        }
        let mut notices: Vec<Notice> = pages.into_iter().map(|page| game.notice(side, page)).collect();
        if let Some(first) = notices.first_mut() {
            first.message = heard;
        }
        notices
    }

    fn pages(&self, game: &Game, side: Side) -> Vec<Page> {
        if self.ended {
            return vec![Page::GameOver];
        }
        if self.aborted {
            return vec![Page::GameAborted];
        }
        // Where two seeks meet, there was nothing to answer.
        if self.offered && !self.started {
            return vec![if side == game.invited_by() { Page::InvitationSent } else { Page::Invitation }];
        }
        // Whoever was invited, perhaps a stranger, gets no mail about an invitation that has come to nothing.
        if let Some(page) = &self.unbegun {
            return if side == game.invited_by() { vec![page.clone()] } else { Vec::new() };
        }
        let on_move = side == game.turn();
        let mut pages = Vec::new();
        if self.started {
            pages.push(Page::GameStarted);
        }
        if on_move && (self.started || self.moved > 0 || self.taken_back || *self.undone.of(side)) {
            pages.push(Page::YourMove);
        }
        // One move is told by the page of its player; where plans went on from it, all of them are told.
        match self.moved {
            0 => {}
            1 if on_move => {}
            1 => pages.push(Page::MoveTaken),
            moves => pages.push(Page::PlanPlayed { from: Ply(game.ply().0.saturating_sub(moves)) }),
        }
        if self.moved == 0 && *self.planned.of(side) {
            pages.push(Page::Plans);
        }
        if *self.undone.of(side) {
            pages.push(Page::MoveUndone);
        }
        if self.taken_back {
            pages.push(Page::TakenBack);
        }
        // Whoever is away at the start is shown so with the clocks.
        if !self.started {
            pages.extend(self.time.of(side).iter().filter(|page| !pages.contains(page)).cloned().collect::<Vec<_>>());
        }
        pages.extend(self.draw_pages(game, side));
        pages.extend(self.takeback_pages(side));
        if *self.resign_asked.of(side) {
            pages.push(Page::ConfirmResign);
        }
        if pages.is_empty() && (*self.draw_declined.of(side) || *self.takeback_declined.of(side)) {
            // Who declined in words alone gets the position back, as a sign that it was heard.
            pages.push(game.present(side).page);
        }
        pages
    }

    fn draw_pages(&self, game: &Game, side: Side) -> Vec<Page> {
        let mut pages = Vec::new();
        if *self.draw_offered.of(side.other()) {
            pages.push(Page::DrawOffered);
        }
        if *self.draw_declined.of(side.other()) {
            pages.push(Page::DrawDeclined);
        }
        if *self.draw_offered.of(side) && self.moved == 0 {
            pages.push(Page::DrawOfferSent);
        }
        if *self.offer_too_soon.of(side) {
            let moves = wait(game, side, game.ply());
            pages.push(Page::Refused(Refusal::OfferTooSoon { moves }));
        }
        if *self.claim_failed.of(side) {
            pages.push(Page::Refused(Refusal::NoClaim { asked: CLAIMS.to_vec() }));
        }
        pages
    }

    fn takeback_pages(&self, side: Side) -> Vec<Page> {
        let told = [
            (self.takeback_asked.of(side.other()), Page::TakebackAsked),
            (self.takeback_asked.of(side), Page::TakebackSent),
            (self.takeback_declined.of(side.other()), Page::TakebackDeclined),
        ];
        told.into_iter().filter(|(so, _)| **so).map(|(_, page)| page).collect()
    }
}
