//! One test binary; a module per room (`ARCHITECTURE.md` section 8).
#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used, reason = "a test may fail loudly")]
