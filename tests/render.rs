//! The room `render`: what the reader sees.

#[path = "render/diagrams.rs"]
mod diagrams;
#[path = "render/examples.rs"]
mod examples;
#[path = "render/invariants.rs"]
mod invariants;
#[path = "render/lengths.rs"]
mod lengths;
#[path = "render/pictures.rs"]
mod pictures;
#[path = "render/readback.rs"]
mod readback;
#[path = "render/reasons.rs"]
mod reasons;
#[path = "render/sheets.rs"]
mod sheets;
#[path = "render/snapshots.rs"]
mod snapshots;
#[path = "render/stage.rs"]
mod stage;
