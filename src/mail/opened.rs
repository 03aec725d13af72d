/*!
A mail of our own, opened again as its reader's mail program would: for the demonstration, which has no mail program.

Never used on what strangers send; that is [`read`](super::read)'s affair.
*/

use super::{Address, Attachment, Image};
use mail_parser::{MessageParser, MimeHeaders, PartType};

/// What a reader sees of a mail of ours.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The name of its sender.
    pub from: String,
    /// Whom it is for.
    pub to: Address,
    /// Where an answer goes.
    pub reply_to: Address,
    /// Its Message-ID, without brackets.
    pub message_id: String,
    /// Its subject.
    pub subject: String,
    /// The pages it shows, first the one that gave it its subject.
    pub pages: Vec<String>,
    /// Its plain text.
    pub text: String,
    /// Its HTML.
    pub html: Option<String>,
    /// Pictures in the HTML.
    pub images: Vec<Image>,
    /// Files.
    pub attachments: Vec<Attachment>,
}

/// Opens a mail that [`compose`](super::compose()) made; `None` for anything else.
pub fn open(bytes: &[u8]) -> Option<Opened> {
    let message = MessageParser::default().parse(bytes)?;
    let address = |list: Option<&mail_parser::Address>| Address::parse(list?.first()?.address()?);
    let mut images = Vec::new();
    let mut attachments = Vec::new();
    for part in &message.parts {
        let Some(kind) = part.content_type() else { continue };
        let mime = format!("{}/{}", kind.ctype(), kind.subtype().unwrap_or_default());
        let filename = part.attachment_name().unwrap_or_default().to_owned();
        if kind.ctype().eq_ignore_ascii_case("image") {
            let cid = part.content_id().unwrap_or_default().to_owned();
            images.push(Image { cid, filename, mime, bytes: part.contents().to_vec() });
        } else if !filename.is_empty() {
            attachments.push(Attachment { filename, mime, bytes: part.contents().to_vec() });
        }
    }
    let html = message.parts.iter().find_map(|part| match &part.body {
        PartType::Html(html) => Some(html.to_string()),
        _ => None,
    });
    let pages = message.header_raw("Kingpost-Page")?;
    Some(Opened {
        from: message.from()?.first()?.name().unwrap_or_default().to_owned(),
        to: address(message.to())?,
        reply_to: address(message.reply_to())?,
        message_id: message.message_id()?.to_owned(),
        subject: message.subject()?.to_owned(),
        pages: pages.split(',').map(|page| page.trim().to_owned()).collect(),
        text: message.body_text(0)?.into_owned(),
        html,
        images,
        attachments,
    })
}
