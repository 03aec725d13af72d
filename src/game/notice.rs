/*!
Whom to tell which page. Every event is announced the same way, whoever caused it.
*/

use super::{Event, Game, GameId, PlayerId, Recorded, Refusal};
use crate::rules::Side;

/// A page, by the folder its templates lie in; what only this occasion knows comes along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Page {
    /// Is this your address? Its answer carries the challenge out.
    ConfirmAddress,
    /// Somebody invites you.
    Invitation,
    /// Your invitation has gone out.
    InvitationSent,
    /// Your invitation was declined.
    InvitationDeclined,
    /// The game is on.
    GameStarted,
    /// It is your move.
    YourMove,
    /// Your move was played.
    MoveTaken,
    /// Not carried out, and why.
    Refused(Refusal),
    /// The opponent offers a draw.
    DrawOffered,
    /// The opponent declined your offer.
    DrawDeclined,
    /// Your draw offer is on its way.
    DrawOfferSent,
    /// Resign? Here is the code.
    ConfirmResign,
    /// The game is over.
    GameOver,
    /// The opponent wrote.
    Message,
    /// Your message went to the opponent.
    MessageSent,
    /// The position, as asked for; at an earlier ply if one is named.
    Board {
        /// Plies played in the position shown; now if absent.
        ply: Option<u32>,
    },
    /// A list of one's games.
    Games,
    /// How to play by mail.
    Help,
    /// Mail has been stopped as asked.
    MailStopped,
}

impl Page {
    /// The folder's name, and the value of `Kingpost-Page`.
    pub fn key(&self) -> &'static str {
        match self {
            Page::ConfirmAddress => "confirm_address",
            Page::Invitation => "invitation",
            Page::InvitationSent => "invitation_sent",
            Page::InvitationDeclined => "invitation_declined",
            Page::GameStarted => "game_started",
            Page::YourMove => "your_move",
            Page::MoveTaken => "move_taken",
            Page::Refused(_) => "refused",
            Page::DrawOffered => "draw_offered",
            Page::DrawDeclined => "draw_declined",
            Page::DrawOfferSent => "draw_offer_sent",
            Page::ConfirmResign => "confirm_resign",
            Page::GameOver => "game_over",
            Page::Message => "message",
            Page::MessageSent => "message_sent",
            Page::Board { .. } => "board",
            Page::Games => "games",
            Page::Help => "help",
            Page::MailStopped => "mail_stopped",
        }
    }
}

/// One player is to be told one page about one point of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Whom.
    pub to: PlayerId,
    /// In which game and seat.
    pub about: Option<(GameId, Side)>,
    /// The last event of the game that the page may show; 0 where there is no game.
    pub seq: u32,
    /// Which page.
    pub page: Page,
    /// What the opponent wrote with it.
    pub message: Option<String>,
}

/// Who is told what, because of `events`, which have just been applied to `game`. Several notices for one player travel
/// in one mail, in this order: news first.
pub fn notices(game: &Game, events: &[Recorded<Event>]) -> Vec<Notice> {
    let _ = (game, events);
    todo!("G")
}
