//! The room `club`.
