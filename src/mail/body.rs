/*!
Which text of a mail is read (`docs/reading.md`), as a [`Body`].
*/

use super::incoming::Limits;
use super::part::Part;
use super::{Body, armor, charset, clean, flowed, html};

/// What a mail has to read.
#[derive(Debug, Default)]
pub(super) struct Texts {
    pub(super) plain: Option<Body>,
    pub(super) html: Option<Body>,
    /// Something was there that cannot be read: encrypted, TNEF, a file, or text with NUL in it.
    pub(super) unread: bool,
}

impl Texts {
    /// The text of a tree of parts.
    pub(super) fn of(root: &Part, limits: &Limits) -> Texts {
        let mut texts = Texts::default();
        texts.visit(root, limits);
        texts
    }

    /// True if nothing could be read, but something was there.
    pub(super) fn is_opaque(&self) -> bool {
        let blank = |body: &Option<Body>| body.as_ref().is_none_or(|body| body.text.trim().is_empty());
        self.unread && blank(&self.plain) && blank(&self.html)
    }

    fn found(&self) -> bool {
        self.plain.is_some() || self.html.is_some()
    }

    fn visit(&mut self, part: &Part, limits: &Limits) {
        match part.content.value.as_str() {
            "multipart/alternative" => {
                // Each form of the same text: the first plain one and the first HTML one.
                for child in &part.children {
                    let mut form = Texts::default();
                    form.visit(child, limits);
                    self.plain = self.plain.take().or(form.plain);
                    self.html = self.html.take().or(form.html);
                    self.unread |= form.unread;
                }
            }
            "multipart/encrypted" => self.unread = true,
            _ if part.content.main() == "multipart" => {
                // The first text is the body; of what stands below it, footers and files, only that it is there counts.
                for child in &part.children {
                    if self.found() {
                        self.unread |= child.content.main() != "text" && child.content.main() != "multipart";
                    } else {
                        self.visit(child, limits);
                    }
                }
            }
            _ if part.is_attachment() => self.unread = true,
            "text/plain" => {
                let body = plain(part, limits);
                self.unread |= body.as_ref().is_some_and(|(_, encrypted)| *encrypted);
                self.plain = self.keep(body.map(|(body, _)| body));
            }
            "text/html" => self.html = self.keep(from_html(part, limits)),
            _ => self.unread = true,
        }
    }

    fn keep(&mut self, body: Option<Body>) -> Option<Body> {
        self.unread |= body.is_none();
        body
    }
}

/// The text of a plain part, and whether an encrypted block was taken out of it; `None` if it is unreadable (a NUL).
fn plain(part: &Part, limits: &Limits) -> Option<(Body, bool)> {
    let decoded = part.decoded(limits.text_bytes)?;
    let text = readable(charset::decode(&decoded, part.content.parameter("charset")))?;
    let flows = part.content.parameter("format").is_some_and(|format| format.eq_ignore_ascii_case("flowed"));
    let delsp = part.content.parameter("delsp").is_some_and(|delsp| delsp.eq_ignore_ascii_case("yes"));
    let text = if flows { flowed::unflow(&text, delsp) } else { text };
    let (text, encrypted) = armor::strip(clean::clean(&text));
    let (text, cut) = cut(text, limits.text_bytes);
    Some((Body { text, from_html: false, cut }, encrypted))
}

/// The text of an HTML part. Of the source more is looked at than of the text, because most of it is markup.
fn from_html(part: &Part, limits: &Limits) -> Option<Body> {
    let most = limits.text_bytes * MARKUP;
    let decoded = part.decoded(most)?;
    let label = part.content.parameter("charset").map(str::to_owned).or_else(|| html::declared_charset(&decoded));
    let mut source = readable(charset::decode(&decoded, label.as_deref()))?;
    let beyond = source.len() > most;
    truncate(&mut source, most);
    let text = clean::clean(&html::to_text(&source, limits.text_bytes));
    let (text, cut) = cut(text, limits.text_bytes);
    Some(Body { text, from_html: true, cut: cut || beyond })
}

/// How many bytes of HTML are looked at for each byte of text.
const MARKUP: usize = 16;

fn readable(text: String) -> Option<String> {
    (!text.contains('\0')).then_some(text)
}

/// At most `most` bytes, and only whole lines: half a line may say something its writer did not. True if any went.
fn cut(mut text: String, most: usize) -> (String, bool) {
    let beyond = text.len() > most;
    if beyond {
        truncate(&mut text, most);
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        text.truncate(whole);
    }
    (text, beyond)
}

fn truncate(text: &mut String, most: usize) {
    let end = (0..=most.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    text.truncate(end);
}
