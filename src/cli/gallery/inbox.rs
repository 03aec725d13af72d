/*!
The gallery's inbox: sender, subject and the line beside it of every mail, as the list of a phone shows them.
*/

use std::fmt::Write as _;

use super::Sheet;
use super::index::escaped;

const HEAD: &str = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
    <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>Kingpost: inbox</title>\n\
    <style>body{font-family:sans-serif;margin:0 auto;max-width:380px}h1{font-size:20px;padding:0 12px}\
    a{display:block;padding:9px 12px;border-bottom:1px solid #ddd;color:#222;text-decoration:none;font-size:15px}\
    b,span,small{display:block;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}\
    small{color:#666;font-size:14px;white-space:normal;max-height:2.5em}</style></head><body>\n";

/// What stands before and after the line that a list of mails shows.
const BEFORE: &str = "line-height:1px;color:#f3f0e9\">";
const AFTER: &str = "&#8199;";

/// The page: the mails of each game, reader and language, the newest first.
pub(super) fn page(sheets: &[Sheet]) -> String {
    let mut page = String::from(HEAD);
    let mut last = None;
    for sheet in sheets.iter().rev() {
        let list = (sheet.variant, sheet.language.as_str());
        if last.replace(list) != Some(list) {
            let _ = writeln!(page, "<h1>{}, {}</h1>", escaped(sheet.variant), escaped(&sheet.language));
        }
        let _ = writeln!(
            page,
            "<a href=\"{}\"><b>{}</b><span>{}</span><small>{}</small></a>",
            sheet.first_file(),
            escaped(&sheet.mail.from),
            escaped(&sheet.mail.subject),
            preheader(sheet),
        );
    }
    page + "</body></html>\n"
}

/// The line, as HTML; of a mail without HTML its text.
fn preheader(sheet: &Sheet) -> String {
    let hidden = sheet.mail.html.as_deref().and_then(|html| html.split_once(BEFORE)?.1.split(AFTER).next());
    hidden.map_or_else(|| escaped(&sheet.mail.text.chars().take(120).collect::<String>()), str::to_owned)
}
