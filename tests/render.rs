//! The room `render`: what the reader sees.

#[path = "render/snapshots.rs"]
mod snapshots;
#[path = "render/stage.rs"]
mod stage;
