/*!
A mail as written, not yet addressed.
*/

/// A picture shown in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Content-ID without angle brackets; HTML names it `cid:…`.
    pub cid: String,
    /// `board.png`.
    pub filename: String,
    /// `image/png`.
    pub mime: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// A file that goes along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// `kp-7f3k9.pgn`.
    pub filename: String,
    /// `application/vnd.chess-pgn`.
    pub mime: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// Everything its reader sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// Subject; one line.
    pub subject: String,
    /// Plain text, lines ended by `\n`.
    pub text: String,
    /// HTML, if the reader wants it.
    pub html: Option<String>,
    /// Pictures in it.
    pub images: Vec<Image>,
    /// Files.
    pub attachments: Vec<Attachment>,
    /// `en`, `ja`.
    pub language: String,
}
