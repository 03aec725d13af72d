/*!
Message-IDs (RFC 5322 3.6.4).
*/

use mail_parser::parsers::MessageStream;

/// A Message-ID without its angle brackets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MessageId(pub String);

/// Longest id kept, bytes: an id goes back out on a header line of its own, and such a line has at most 998.
const ID_MAX: usize = 900;

impl MessageId {
    /// The ids of a `Message-ID`, `In-Reply-To` or `References` value, in order. Text outside angle brackets is no id;
    /// where there are no brackets at all, the words with an `@` are, as some programs forget the brackets.
    pub(super) fn all(value: &str) -> Vec<MessageId> {
        let sound = |id: &str| {
            let id = id.trim();
            let plain = !id.is_empty() && id.len() <= ID_MAX && id.bytes().all(|b| b.is_ascii_graphic() && b != b'<');
            plain.then(|| MessageId(id.to_owned()))
        };
        if !value.contains('<') {
            return value.split_whitespace().filter(|word| word.contains('@')).filter_map(sound).collect();
        }
        let line = format!("{value}\n");
        let ids = MessageStream::new(line.as_bytes()).parse_id();
        ids.as_text_list().unwrap_or_default().iter().filter_map(|id| sound(id)).collect()
    }
}
