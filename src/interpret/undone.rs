/*!
The percent signs of a link, undone.
*/

/// `e8%3DQ` and `claim%20draw`, as some programs leave the text of a link; a plus may stand for a blank. `None` if nothing
/// was to be undone.
pub(super) fn percent_undone(text: &str, plus: bool) -> Option<String> {
    let mut bytes: Vec<u8> = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    let mut undone = false;
    while let Some((first, behind)) = rest.split_first() {
        let code = behind.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match code.filter(|_| *first == b'%').and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                bytes.push(if byte == b'\r' || byte == b'\n' { b' ' } else { byte });
                rest = behind.get(2..).unwrap_or_default();
                undone = true;
            }
            None => {
                bytes.push(*first);
                rest = behind;
            }
        }
    }
    // A plus stands for a blank where a link was made by a form.
    let single = plus && !text.contains(' ') && text.contains('+') && !text.ends_with('+');
    let text = String::from_utf8(bytes).ok()?;
    match (undone, single) {
        (_, true) => Some(text.replace('+', " ")),
        (true, false) => Some(text),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_signs_are_undone_only_where_there_are_any() {
        assert_eq!(percent_undone("e8%3DQ", true).as_deref(), Some("e8=Q"));
        assert_eq!(percent_undone("claim+draw", true).as_deref(), Some("claim draw"));
        assert_eq!(percent_undone("100% sure", true).as_deref(), None);
    }
}
