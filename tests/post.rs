//! The room `post`.
