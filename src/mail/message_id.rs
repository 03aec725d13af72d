/*!
Message-IDs (RFC 5322 3.6.4).
*/

/// A Message-ID without its angle brackets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MessageId(pub String);
