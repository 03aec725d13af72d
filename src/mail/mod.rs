/*!
THE FORM OF MAIL, both directions: bytes to [`Incoming`], [`Draft`] to bytes.

Only an [`Incoming::Letter`] can reach `interpret`: mail loops are cut by type. Nothing here fails loudly on what a
stranger sent.

This room does not know what a game is, and opens no socket.
*/

mod address;
mod armor;
pub mod auth;
mod body;
mod charset;
mod clean;
mod compose;
mod content;
mod delivery;
mod draft;
mod encoded_word;
mod flowed;
mod game_file;
mod head;
mod html;
mod incoming;
mod kind;
mod letter;
mod mailbox;
mod message_id;
mod opened;
mod part;
pub mod quoted;
mod report;
mod stamp;
mod transfer;

pub(crate) use clean::shapes;

pub use address::{Address, Envelope, Subaddress};
pub use compose::{Headers, compose};
pub use delivery::Delivery;
pub use draft::{Attachment, Draft, Image};
pub use incoming::{
    Complaint, HEAD_BYTES, Incoming, Limits, Report, Unreadable, addressed, message_id, read, recipients,
};
pub use kind::is_returned;
pub use letter::{Body, From, Letter};
pub use message_id::MessageId;
pub use opened::{Opened, open};
