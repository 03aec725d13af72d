/*!
Kingpost: correspondence chess over email.

A letter travels one road in, and mails travel one road out; they meet only in the record.

```text
 IN    post::Mailbox ─▶ mail::read ─▶ interpret::read ─▶ Game::decide ─▶ notices
                                                              │ the arbiter, ONE transaction
 OUT   post::Courier ◀─ mail::compose ◀─ render ◀─────────── store::due
```

The core (`rules`, `game`, `club`, `mail`, `interpret`, `render`, `language`) is pure: no clock, no chance, no disk,
no network. The shell (`store`, `post`, `engine`, `arbiter`, `dispatch`, `daemon`, `config`, `cli`) is thin and may fail.
`ARCHITECTURE.md` has the plan of the house; `tests/tidy.rs` holds its walls.
*/
#![forbid(unsafe_code)]

pub mod arbiter;
pub mod child;
pub mod cli;
pub mod club;
pub mod config;
pub mod daemon;
pub mod dispatch;
pub mod engine;
pub mod game;
pub mod ids;
pub mod interpret;
pub mod language;
pub mod mail;
pub mod partner;
pub mod post;
pub mod render;
pub mod rules;
pub mod store;
