/*!
Which parts of the frame a mail has: by its pages, and by how far its game is.
*/

use super::Occasion;
use super::desk::Desk;
use crate::game::{Page, Stage};

/// Which parts of the frame a mail has.
pub(super) struct Shows {
    pub board: bool,
    pub facts: bool,
    pub moves: bool,
    pub position: bool,
}

impl Shows {
    pub(super) fn of(occasion: &Occasion, desk: &Desk) -> Shows {
        let none = Shows { board: false, facts: false, moves: false, position: false };
        let Some(scene) = &desk.scene else { return none };
        let mut shows = none;
        for notice in occasion.notices {
            match notice.page {
                // A start of its own is shown in words as well.
                Page::Invitation => (shows.board, shows.position) = (true, true),
                // A spectator has no clock, no buttons and no move.
                Page::Watched { .. } => {
                    return Shows { board: true, position: true, facts: false, moves: false };
                }
                ref page if !shows_board(page) => {}
                _ => (shows.board, shows.position, shows.facts, shows.moves) = (true, true, true, true),
            }
        }
        let playing = scene.stage == Stage::Playing;
        let started = playing || matches!(scene.stage, Stage::Over(_) | Stage::Aborted(_));
        let offered = scene.stage == Stage::Offered && scene.terms.start.is_some();
        let awaited = playing && scene.view.turn() == scene.side && !desk.earlier;
        Shows {
            board: shows.board,
            facts: shows.facts && playing && !desk.earlier,
            moves: shows.moves && awaited,
            position: shows.position && (started || offered),
        }
    }
}

/// True for pages about what stands on a board; the others ask or tell something else.
pub(super) fn shows_board(page: &Page) -> bool {
    !matches!(
        page,
        Page::ConfirmAddress
            | Page::Introduction
            | Page::InvitationSent
            | Page::InvitationDeclined
            | Page::InvitationWithdrawn
            | Page::InvitationExpired
            | Page::Games
            | Page::Seeks
            | Page::SeekOpen
            | Page::SeekClosed { .. }
            | Page::Stats { .. }
            | Page::Rules { .. }
            | Page::Settings
            | Page::SettingChanged { .. }
            | Page::Help
            | Page::HelpOn { .. }
            | Page::Unwatched
            | Page::Welcome
            | Page::Export
            | Page::ConfirmErase { .. }
            | Page::ConfirmStop { .. }
            | Page::AddressChange(_)
            | Page::Erased
            | Page::Summary
            | Page::Digest
            | Page::LeaveBooked(_)
            | Page::LeaveOff
            | Page::LeaveOffered
            | Page::MailStopped
    )
}
