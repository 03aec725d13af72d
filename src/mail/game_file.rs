/*!
A game file that came along: PGN as programs attach it (`application/vnd.chess-pgn`, and what XBoard, Scid and mail programs
call it). Its text is read; no other file of a stranger's is.
*/

use super::charset;
use super::content::Content;
use super::incoming::Limits;
use super::part::Part;

/// The types PGN comes under; under any other it is known by its name.
const TYPES: [&str; 3] = ["application/vnd.chess-pgn", "application/x-chess-pgn", "application/x-chess"];

/// The first game file of a mail, as text; none if it is larger than a text may be.
pub(super) fn find(part: &Part, limits: &Limits) -> Option<String> {
    if part.content.main() == "multipart" {
        return part.children.iter().find_map(|child| find(child, limits));
    }
    if !TYPES.contains(&part.content.value.as_str()) && !named(part) {
        return None;
    }
    let decoded = part.decoded(limits.text_bytes.saturating_add(1)).filter(|bytes| bytes.len() <= limits.text_bytes)?;
    let text = charset::decode(&decoded, part.content.parameter("charset"));
    (!text.contains('\0')).then_some(text)
}

/// True for a file whose name ends in `.pgn`.
fn named(part: &Part) -> bool {
    let disposition = part.head.first("Content-Disposition").map(|text| Content::parse(&text));
    let filename = disposition.as_ref().and_then(|content| content.parameter("filename"));
    let ends = |name: &str| name.to_ascii_lowercase().ends_with(".pgn");
    filename.or_else(|| part.content.parameter("name")).is_some_and(ends)
}
