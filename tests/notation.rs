//! Notations: text to move and back.
