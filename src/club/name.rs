/*!
Names people see.
*/

/// A safe name from what a stranger wrote in From: letters, marks, digits, blanks and `.-'`, 1 to 40 characters, one run
/// of script, no address, no host name (`threat-model.md` T22, T24). Falls back to `fallback`, reduced the same way.
pub fn display_name(written: &str, fallback: &str) -> String {
    let _ = (written, fallback);
    todo!("G")
}
