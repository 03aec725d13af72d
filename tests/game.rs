//! The room `game`.
