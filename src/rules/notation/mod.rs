/*!
Text on one side; patterns, setups and moves on the other. No reader here decides legality: that is
[`super::Position::find`]'s affair.
*/

mod bod;
pub mod csa;
pub mod fen;
pub mod iccf;
pub mod japanese;
pub mod ki2;
pub mod kif;
pub mod lan;
pub mod letters;
pub mod pgn;
mod places;
pub mod record;
pub mod san;
pub mod sfen;
pub mod shogi;
pub mod uci;
pub mod usi;
pub mod western;
