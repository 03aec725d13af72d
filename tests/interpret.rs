//! The room `interpret`.
