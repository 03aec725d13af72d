/*!
Words for the opponent without what a mail program may have put among them: the writer's address, and the secrets of our
own reply addresses (`docs/threats.md`, leaked-token, who-plays). Whoever has them could act for the writer, or write to them unasked.
*/

use super::Case;
use crate::club::{Player, ReplyToken, ReturnPath};
use crate::store::StoreError;

/// What stands where something was left out.
const LEFT_OUT: &str = "…";

impl Case<'_> {
    /// `text` as the opponent may see it.
    pub(super) fn discreet(&self, text: &str, writer: &Player) -> Result<String, StoreError> {
        let text = without(text, &writer.address.to_string());
        let mut out = String::with_capacity(text.len());
        let mut rest = text.as_str();
        while let Some(start) = rest.find(|c: char| c.is_ascii_alphanumeric()) {
            let (before, from) = rest.split_at(start);
            let (run, behind) = from.split_at(from.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(from.len()));
            out.push_str(before);
            out.push_str(if self.is_secret(run)? { LEFT_OUT } else { run });
            rest = behind;
        }
        out.push_str(rest);
        Ok(out)
    }

    /// Whether a run of letters and figures is the secret of one of our addresses. Behind a percent or equals sign it has
    /// the figures of an encoded plus sign in front.
    fn is_secret(&self, run: &str) -> Result<bool, StoreError> {
        for form in [Some(run), run.get(2..)].into_iter().flatten() {
            if let Some(token) = ReplyToken::parse(form) {
                let path = ReturnPath::parse(&format!("b.{form}"));
                let path = path.map(|path| self.tx.mail_by_return(path.hash())).transpose()?.flatten();
                if path.is_some() || self.tx.token(token.hash())?.is_some() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// `text` without `what`, in whatever case it stands there; `what` is ASCII.
fn without(text: &str, what: &str) -> String {
    // ASCII letters alone change, so places are the same in both.
    let (folded, what) = (text.to_ascii_lowercase(), what.to_ascii_lowercase());
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (place, _) in folded.match_indices(&what) {
        out.push_str(text.get(at..place).unwrap_or_default());
        out.push_str(LEFT_OUT);
        at = place + what.len();
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}
