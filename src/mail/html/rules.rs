/*!
What elements and their attributes mean for the text: the quote marks of mail programs, what hides, what breaks lines.
*/

/// How an element's content is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Shows {
    #[default]
    Content,
    /// Not at all.
    Nothing,
    /// Struck out: not at all, but what stands around it does not grow together.
    Struck,
    /// A quote: not at all, but that one stood there counts.
    Quote,
    /// From here on everything is the mail answered to.
    Onward,
}

/// What an element does.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Effect {
    pub(super) shows: Shows,
    /// Blanks and line ends inside are kept.
    pub(super) preformatted: bool,
    /// An ordered list that shows figures, and the first one.
    pub(super) list: Option<i64>,
    /// The figure a list item asks for.
    pub(super) number: Option<i64>,
}

/// Classes that mark a quote.
const QUOTE_CLASSES: [&str; 6] =
    ["gmail_quote", "gmail_quote_container", "yahoo_quoted", "protonmail_quote", "zmail_extra", "tutanota_quote"];
/// Classes that mark the line above a quote or a signature.
const ASIDE_CLASSES: [&str; 6] = [
    "gmail_attr",
    "moz-cite-prefix",
    "gmail_signature",
    "moz-signature",
    "protonmail_signature_block",
    "ms-outlook-mobile-signature",
];
/// Ids behind which Outlook, in a browser and on phones, puts the mail answered to.
const ONWARD_IDS: [&str; 3] = ["divrplyfwdmsg", "appendonsend", "mail-editor-reference-message-container"];

impl Effect {
    /// The effect of an element, whose attributes are looked up by name.
    pub(super) fn of(name: &str, attribute: impl Fn(&str) -> Option<String>) -> Effect {
        let style = Style::of(&attribute("style").unwrap_or_default());
        let classes = attribute("class").unwrap_or_default().to_ascii_lowercase();
        let id = attribute("id").unwrap_or_default().to_ascii_lowercase();
        let its_name = attribute("name").unwrap_or_default().to_ascii_lowercase();
        let has = |list: &[&str]| classes.split_ascii_whitespace().any(|class| list.contains(&unprefixed(class)));
        let shows = if ONWARD_IDS.contains(&unprefixed(&id)) || (name == "div" && style.is_outlook_rule()) {
            Shows::Onward
        } else if attribute("hidden").is_some() || style.hides() || is_unseen(name) || has(&ASIDE_CLASSES) {
            Shows::Nothing
        } else if name == "blockquote"
            || has(&QUOTE_CLASSES)
            || matches!(its_name.as_str(), "messagereplysection" | "quote")
            || (name == "table" && style.is_our_frame())
        {
            Shows::Quote
        } else if matches!(name, "s" | "del" | "strike") || style.strikes() {
            Shows::Struck
        } else {
            Shows::Content
        };
        let figures = matches!(attribute("type").as_deref(), None | Some("1")) && attribute("reversed").is_none();
        let start = attribute("start").and_then(|start| start.trim().parse().ok()).unwrap_or(1);
        Effect {
            shows,
            preformatted: matches!(name, "pre" | "xmp" | "listing" | "plaintext") || style.keeps_blanks(),
            list: (name == "ol" && figures && !style.is_unnumbered()).then_some(start),
            number: attribute("value").and_then(|value| value.trim().parse().ok()),
        }
    }
}

/// Without what programs put in front of the classes and ids they find in what they quote: Outlook `x_`, Yahoo `ydp` and
/// a few figures.
fn unprefixed(word: &str) -> &str {
    let word = word.trim_start_matches("x_");
    let of_yahoo = word.starts_with("ydp").then(|| word.find("yahoo_")).flatten();
    of_yahoo.and_then(|at| word.get(at..)).unwrap_or(word)
}

/// Declarations of a `style` attribute, in lower case.
struct Style(Vec<(String, String)>);

impl Style {
    fn of(text: &str) -> Style {
        let text = text.to_ascii_lowercase();
        let declaration = |piece: &str| {
            let (name, value) = piece.split_once(':')?;
            let value = value.replace("!important", "");
            Some((name.trim().to_owned(), value.split_ascii_whitespace().collect::<Vec<_>>().join(" ")))
        };
        Style(text.split(';').filter_map(declaration).collect())
    }

    /// True for the frame around every page we send. A mail program that answers without marking what it quotes sends it
    /// back as it was, buttons and all.
    fn is_our_frame(&self) -> bool {
        self.any("background", |value| matches!(value, "#f3f0e9" | "rgb(243, 240, 233)"))
    }

    fn any(&self, name: &str, holds: impl Fn(&str) -> bool) -> bool {
        self.0.iter().any(|(key, value)| key == name && holds(value))
    }

    fn hides(&self) -> bool {
        self.any("display", |value| value == "none")
            || self.any("visibility", |value| matches!(value, "hidden" | "collapse"))
            || self.any("font-size", is_zero)
            || self.any("opacity", is_zero)
    }

    fn strikes(&self) -> bool {
        let line_through = |value: &str| value.contains("line-through");
        self.any("text-decoration", line_through) || self.any("text-decoration-line", line_through)
    }

    fn keeps_blanks(&self) -> bool {
        self.any("white-space", |value| value.starts_with("pre") || value == "break-spaces")
    }

    fn is_unnumbered(&self) -> bool {
        self.any("list-style-type", |value| !value.starts_with("decimal"))
            || self.any("list-style", |value| value.split(' ').any(|word| word == "none"))
    }

    /// The line Word draws above the header block: `border:none;border-top:solid #E1E1E1 1.0pt`.
    fn is_outlook_rule(&self) -> bool {
        self.any("border", |value| value == "none") && self.any("border-top", |value| value.starts_with("solid"))
    }
}

/// `0`, `0px`, `0.0em`.
fn is_zero(value: &str) -> bool {
    let figures = value.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%').trim();
    figures.parse::<f64>().is_ok_and(|number| number == 0.0)
}

/// Elements whose content is not text of the page.
fn is_unseen(name: &str) -> bool {
    matches!(
        name,
        "script"
            | "style"
            | "template"
            | "head"
            | "title"
            | "textarea"
            | "select"
            | "object"
            | "audio"
            | "video"
            | "canvas"
            | "iframe"
            | "svg"
            | "math"
            | "rt"
            | "rp"
            | "noframes"
            | "noembed"
            | "datalist"
    )
}

/// Elements without content (HTML 13.1.2).
pub(super) fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
    )
}

/// Elements that begin and end a line.
pub(super) fn is_block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "caption"
            | "center"
            | "dd"
            | "details"
            | "dialog"
            | "dir"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "hgroup"
            | "hr"
            | "html"
            | "li"
            | "listing"
            | "main"
            | "menu"
            | "nav"
            | "ol"
            | "p"
            | "plaintext"
            | "pre"
            | "search"
            | "section"
            | "summary"
            | "table"
            | "tbody"
            | "tfoot"
            | "thead"
            | "tr"
            | "ul"
            | "xmp"
    )
}

/// Elements an end tag of an inline element does not reach over (HTML 13.2.4.2, "special").
pub(super) fn is_special(name: &str) -> bool {
    is_block(name) || is_boundary(name) || is_unseen(name) || name == "button"
}

/// Elements an end tag of a block does not reach over (HTML 13.2.4.2, "scope").
pub(super) fn is_boundary(name: &str) -> bool {
    matches!(name, "table" | "td" | "th" | "caption" | "template" | "object" | "marquee" | "applet")
}

/// Parts of a table: only another table keeps their end tags from them.
pub(super) fn is_table_part(name: &str) -> bool {
    matches!(name, "table" | "td" | "th" | "tr" | "tbody" | "thead" | "tfoot" | "caption")
}

/// Inline elements that a browser opens again when a block around them was closed (HTML 13.2.4.3).
pub(super) fn is_formatting(name: &str) -> bool {
    matches!(
        name,
        "a" | "b" | "big" | "code" | "em" | "font" | "i" | "nobr" | "s" | "small" | "strike" | "strong" | "tt" | "u"
    )
}

/// Elements that may stand in a head; any other closes it.
pub(super) fn is_of_head(name: &str) -> bool {
    matches!(
        name,
        "base"
            | "basefont"
            | "bgsound"
            | "link"
            | "meta"
            | "noframes"
            | "noscript"
            | "script"
            | "style"
            | "template"
            | "title"
            | "head"
            | "html"
    )
}
