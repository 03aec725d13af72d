/*!
`format=flowed` (RFC 3676): lines that end in a blank go on in the next one of the same quote depth.
*/

/// Joins flowed lines and takes stuffed blanks off. Quote depth stays visible as `>` and a blank in front. With
/// `delsp` the blank that marks a flowed line is no part of the text, as languages without blanks need it.
pub(super) fn unflow(text: &str, delsp: bool) -> String {
    let mut out = String::with_capacity(text.len());
    // The depth of a paragraph that is not finished yet.
    let mut open: Option<usize> = None;
    for line in text.lines() {
        let depth = line.bytes().take_while(|&b| b == b'>').count();
        let content = line.get(depth..).unwrap_or_default();
        let content = content.strip_prefix(' ').unwrap_or(content);
        // The separator of a signature looks flowed and is not; nor does a line above it flow into it (RFC 3676 4.3).
        let separator = content == "-- ";
        if open != Some(depth) || separator {
            if open.is_some() {
                out.push('\n');
            }
            push_depth(&mut out, depth);
        }
        let flows = content.ends_with(' ') && !separator;
        out.push_str(if flows && delsp { content.strip_suffix(' ').unwrap_or(content) } else { content });
        if flows {
            open = Some(depth);
        } else {
            open = None;
            out.push('\n');
        }
    }
    if open.is_some() {
        out.push('\n');
    }
    out
}

fn push_depth(out: &mut String, depth: usize) {
    out.extend(std::iter::repeat_n('>', depth));
    if depth > 0 {
        out.push(' ');
    }
}
