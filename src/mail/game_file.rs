/*!
Game files that came along: PGN as programs attach it (`application/vnd.chess-pgn`, and what XBoard, Scid and mail programs
call it), and games of shogi by the names their files have. Their text is read; no other file of a stranger's is.
*/

use super::charset;
use super::content::Content;
use super::incoming::Limits;
use super::part::Part;

/// The types PGN comes under; under any other it is known by its name.
const TYPES: [&str; 3] = ["application/vnd.chess-pgn", "application/x-chess-pgn", CMAIL];

/// The type that XBoard's cmail gives the mail, or the part, that carries its player's move.
const CMAIL: &str = "application/x-chess";

/// How the names of files of shogi end: KIF in its two charsets, KI2, CSA.
const SHOGI: [&str; 5] = [".kif", ".kifu", ".ki2", ".ki2u", ".csa"];

/// The first game file of each kind in a mail, as text; none if it is larger than a text may be.
#[derive(Debug, Default)]
pub(super) struct GameFiles {
    pub pgn: Option<String>,
    pub cmail: Option<String>,
    pub kif: Option<String>,
}

impl GameFiles {
    /// Those of a mail.
    pub fn of(root: &Part, limits: &Limits) -> GameFiles {
        let pgn = |part: &Part| TYPES.contains(&part.content.value.as_str()) || named(part, &[".pgn"]);
        GameFiles {
            pgn: find(root, limits, &pgn),
            cmail: find(root, limits, &|part| part.content.value == CMAIL),
            kif: find(root, limits, &|part| named(part, &SHOGI)),
        }
    }
}

fn find(part: &Part, limits: &Limits, is: &dyn Fn(&Part) -> bool) -> Option<String> {
    if part.content.main() == "multipart" {
        return part.children.iter().find_map(|child| find(child, limits, is));
    }
    if !is(part) {
        return None;
    }
    let decoded = part.decoded(limits.text_bytes.saturating_add(1)).filter(|bytes| bytes.len() <= limits.text_bytes)?;
    // Programs of shogi write either, and mail programs label neither.
    let unlabelled = if std::str::from_utf8(&decoded).is_ok() { None } else { Some("shift_jis") };
    let shogi = named(part, &SHOGI);
    let label = part.content.parameter("charset").or(unlabelled.filter(|_| shogi));
    let text = charset::decode(&decoded, label);
    (!text.contains('\0')).then_some(text)
}

/// True for a file whose name ends so.
fn named(part: &Part, endings: &[&str]) -> bool {
    let disposition = part.head.first("Content-Disposition").map(|text| Content::parse(&text));
    let filename = disposition.as_ref().and_then(|content| content.parameter("filename"));
    let ends = |name: &str| endings.iter().any(|ending| name.to_ascii_lowercase().ends_with(ending));
    filename.or_else(|| part.content.parameter("name")).is_some_and(ends)
}
