//! One test binary; a module per room (`ARCHITECTURE.md` section 8).
#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used, reason = "a test may fail loudly")]

mod clock;
mod club;
mod config;
mod crash;
mod daemon;
mod demo;
mod dialogue;
mod digest;
mod e2e;
mod engine;
mod erase;
mod export;
mod fuzz;
mod gallery;
mod game;
mod host;
mod hostile;
mod interpret;
mod mail;
mod notation;
mod partner;
mod player;
mod post;
mod rating;
mod render;
mod restore;
mod robots;
mod rules;
mod script;
mod store;
mod tidy;
mod world;
