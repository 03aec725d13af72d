/*!
The gallery's first page: all mails by page, a column a language, so that they are looked at side by side.
*/

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::Sheet;

const HEAD: &str = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Kingpost: all pages</title>\n\
    <style>body{font-family:sans-serif;margin:2em}td,th{padding:.3em .8em;text-align:left;vertical-align:top;\
    border-top:1px solid #ddd}small{color:#666}</style></head><body>\n<h1>All pages</h1>\n<p><a href=\"inbox.html\">The inbox of a phone</a></p>\n";

/// The page; its links are the names of files in the same folder.
pub(super) fn page(sheets: &[Sheet]) -> String {
    let mut games: BTreeMap<&str, Vec<&Sheet>> = BTreeMap::new();
    for sheet in sheets {
        games.entry(sheet.variant).or_default().push(sheet);
    }
    let mut page = String::from(HEAD);
    for (variant, sheets) in games {
        let _ = writeln!(page, "<h2>{}</h2>\n<table><tr><th>page</th><th>mails</th></tr>", escaped(variant));
        let mut pages: BTreeMap<String, Vec<&Sheet>> = BTreeMap::new();
        for sheet in sheets {
            for name in &sheet.mail.pages {
                pages.entry(name.clone()).or_default().push(sheet);
            }
        }
        for (name, sheets) in pages {
            let _ = write!(page, "<tr><th>{}</th><td>", escaped(&name));
            for sheet in sheets {
                let file = escaped(&sheet.name);
                let first = sheet.first_file();
                let _ = writeln!(
                    page,
                    "<a href=\"{first}\">{file}</a> <a href=\"{file}.txt\">text</a> \
                     <small>{}, to {}{}</small><br>",
                    sheet.language,
                    sheet.reader,
                    if sheet.letter.is_empty() { String::new() } else { format!(": “{}”", escaped(&sheet.letter)) },
                );
            }
            page += "</td></tr>\n";
        }
        page += "</table>\n";
    }
    page + "</body></html>\n"
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
