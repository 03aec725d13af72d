/*!
What became of a mail, the same whether the SMTP server says it at once or a report next day.
*/

/// The fate of one hand-over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// The server took responsibility.
    Accepted,
    /// Try again later; `account`: the trouble is ours (quota, login, connection), not the recipient's.
    Delayed {
        /// The server's words, cut and cleaned, for log and status.
        reason: String,
        /// Whether all mail is concerned, not only this recipient's.
        account: bool,
    },
    /// Never try this mail again.
    Failed {
        /// The server's words.
        reason: String,
        /// True if the recipient cannot be reached (5.1.x, 5.2.1); false if this mail was refused (size, content).
        unreachable: bool,
    },
}
