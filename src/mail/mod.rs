/*!
THE FORM OF MAIL, both directions: bytes to [`Incoming`], [`Draft`] to bytes.

Only an [`Incoming::Letter`] can reach `interpret`: mail loops are cut by type. Nothing here fails loudly on what a
stranger sent.

This room does not know what a game is, and opens no socket.
*/

mod address;
pub mod auth;
mod compose;
mod delivery;
mod draft;
mod incoming;
mod letter;
mod message_id;
pub mod quoted;

pub use address::{Address, Envelope, Subaddress};
pub use compose::{Headers, compose};
pub use delivery::Delivery;
pub use draft::{Attachment, Draft, Image};
pub use incoming::{Incoming, Limits, Report, Unreadable, read, recipients};
pub use letter::{Body, From, Letter};
pub use message_id::MessageId;
