/*!
THE RULES: a position, its legal moves, how it ends.

A [`Variant`] is a sheet of data; one engine reads it. [`Position`] is the run-time face over the engine's instances:
everybody outside this room is written once against it. A text about a move becomes a [`WrittenMove`]; only
[`Position::find`] turns that into a [`Move`].

This room does not know who plays, what mail is, or what time it is.
*/

mod array;
mod attack;
mod bits;
mod board;
mod castling;
mod dead;
mod exhaust;
mod facts;
mod geometry;
mod goal;
mod hand;
mod history;
mod impasse;
mod instance;
mod lawful;
mod legal;
mod manner;
mod movement;
mod moves;
pub mod notation;
mod outcome;
mod pattern;
mod perft;
mod piece;
mod position;
mod reach;
mod restraint;
mod setup;
mod side;
mod sliders;
mod square;
mod variant;
pub mod variants;
mod view;
mod why;

pub use array::Chance;
pub use dead::Prospect;
pub use history::{DrawRules, History, Ruling};
pub use impasse::Declaration;
pub use manner::{Manner, Motion, Place};
pub use movement::Moves;
pub use moves::{Move, Wing};
pub use outcome::{Outcome, Termination};
pub use pattern::{MoveNumber, MovePattern, PatternKind, Unresolved, WrittenMove};
pub use piece::{Piece, Role};
pub use position::{IllegalMove, Position, PositionKey};
pub use reach::Reach;
pub use setup::{InvalidSetup, Setup};
pub use side::{BySide, Side};
pub use square::{Geometry, Square};
pub use variant::{Goal, RoleSheet, Variant};
pub use view::{LastMove, View};
pub use why::Why;
