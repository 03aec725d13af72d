/*!
HTML to the text a person sees (`docs/reading.md`): block elements end a line, inline ones do not; what is hidden,
struck out, quoted or signed is left out. Every tag costs the same however deep it stands, and nothing recurses.
*/

mod rules;
mod stack;
mod writer;

use html5gum::{DefaultEmitter, StartTag, Token, Tokenizer};
use rules::{Effect, Shows};
use stack::Stack;
use writer::Writer;

/// The text of a page, read until about `most` bytes of it are there.
pub(super) fn to_text(source: &str, most: usize) -> String {
    let mut emitter = DefaultEmitter::default();
    // Script, style and title hold no tags.
    emitter.naively_switch_states(true);
    let mut page = Page::default();
    for token in Tokenizer::new_with_emitter(source, emitter) {
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) => page.start(&tag),
            Token::EndTag(tag) => page.end(&name_of(&tag.name)),
            Token::String(text) if page.stack.dropped() == 0 => {
                page.out.text(&String::from_utf8_lossy(&text), page.stack.preformatted() > 0);
            }
            _ => {}
        }
        // One line more than asked for, so that the cut falls behind what counts.
        if page.ended || page.out.len() > most + 1 {
            break;
        }
    }
    page.out.finish()
}

/// The charset a page declares in its own first lines.
pub(super) fn declared_charset(source: &[u8]) -> Option<String> {
    let start = String::from_utf8_lossy(source.get(..1024).unwrap_or(source)).to_ascii_lowercase();
    let (_, behind) = start.split_once("charset=")?;
    let label = behind.trim_start_matches(['"', '\'']).split(|c: char| !c.is_ascii_graphic() || "\"'>;/".contains(c));
    label.into_iter().next().filter(|label| !label.is_empty()).map(str::to_owned)
}

#[derive(Default)]
struct Page {
    stack: Stack,
    out: Writer,
    /// All that follows is the mail answered to.
    ended: bool,
}

impl Page {
    fn start(&mut self, tag: &StartTag<()>) {
        let name = name_of(&tag.name);
        let effect = Effect::of(&name, |attribute| {
            tag.attributes.get(attribute.as_bytes()).map(|value| String::from_utf8_lossy(value).into_owned())
        });
        let breaks = self.stack.close_implied(&name);
        let shown = self.stack.dropped() == 0;
        if shown && breaks {
            self.out.line();
        }
        if shown {
            match effect.shows {
                Shows::Onward => {
                    self.ended = true;
                    return;
                }
                Shows::Quote => self.out.quote(),
                Shows::Struck => self.out.blank(),
                _ => {}
            }
            match name.as_str() {
                "br" => self.out.line_break(),
                "td" | "th" => self.out.blank(),
                name if rules::is_block(name) => self.out.line(),
                _ => {}
            }
        }
        if rules::is_void(&name) {
            return;
        }
        if shown
            && name == "li"
            && effect.shows == Shows::Content
            && let Some(number) = self.stack.next_number(effect.number)
        {
            self.out.text(&format!("{number}. "), false);
        }
        self.stack.push(name, effect);
    }

    fn end(&mut self, name: &str) {
        let shown = self.stack.dropped() == 0;
        match name {
            "br" if shown => self.out.line_break(),
            _ => {
                self.stack.close(name);
                if self.stack.dropped() == 0 && rules::is_block(name) {
                    self.out.line();
                }
            }
        }
    }
}

/// Names in lower case, as the tokenizer has them already; one too long to mean anything is cut.
fn name_of(name: &[u8]) -> String {
    String::from_utf8_lossy(name.get(..32).unwrap_or(name)).into_owned()
}
