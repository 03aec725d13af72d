/*!
Own text: removes quoted text, attributions, reply headers, signatures, sign-offs and one-line tags
(`replies/README.md` 3). The words that give them away belong to languages and are handed in.
*/

/// The words of all languages that show where a reply's own text ends. Filled from `templates/reading/` by `interpret`.
#[derive(Clone, Debug, Default)]
pub struct Signs {
    // M owns the fields: wrote-words, labels of header blocks (From, Sent, To, Subject), original-message dividers,
    // closing formulas, one-line tags, delimiter lines of the service …
}

/// What a line was taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The writer's own.
    Own,
    /// Quoted, by its mark or wrapped off a quoted line.
    Quoted,
    /// "On … wrote:".
    Attribution,
    /// Behind a hard end: divider, header block, delimiter.
    Behind,
    /// A signature.
    Signature,
    /// From a closing formula on.
    SignOff,
    /// "Sent from my …".
    Tag,
}

/// Every line of `text` with what it was taken for.
pub fn sort<'t>(text: &'t str, signs: &Signs) -> Vec<(Kind, &'t str)> {
    let _ = (text, signs);
    todo!("M")
}
