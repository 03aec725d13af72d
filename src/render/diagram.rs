/*!
The board in plain text: `plain`, `wide`, exactly as `mail-design.md` lays down.
*/

use crate::rules::{Side, View};

/// Monospace, 12 lines for chess, no blank at a line's end, no newline at the end.
pub fn plain(view: &View, below: Side) -> String {
    let _ = (view, below);
    todo!("B")
}

/// Every character full-width, so that columns hold in any face.
pub fn wide(view: &View, below: Side) -> String {
    let _ = (view, below);
    todo!("B")
}
