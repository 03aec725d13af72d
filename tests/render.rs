//! The room `render`.
