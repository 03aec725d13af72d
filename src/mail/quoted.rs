/*!
Own text: removes quoted text, attributions, reply headers, signatures, sign-offs and one-line tags
(`replies/README.md` 3). The words that give them away belong to languages and are handed in.
*/

/// The words of all languages that show where a reply's own text ends. Filled from `templates/reading/` and
/// `words.toml` by `interpret`: start from `Signs::default()`, [`Signs::add`] each language's lists.
///
/// Everything is compared without regard to case and to width (`：` is `:`), with runs of blanks as one blank.
/// A sign that begins or ends with a letter of a script that writes blanks between words matches whole words only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signs {
    /// Words of an attribution: `wrote`, `schrieb`, `a écrit`, `님이 작성`, `のメール`, `写道`.
    pub wrote_words: Vec<String>,
    /// Names of months, whole and short, without a full stop: `November`, `Nov`, `нояб`, `marrask`. A date in figures
    /// (`2026-11-02`, `2. 11. 2026`, `2026年11月2日`) and a year with a day need none.
    pub months: Vec<String>,
    /// Labels of a header block for who wrote, without the colon: `From`, `Von`, `差出人`.
    pub from_labels: Vec<String>,
    /// For when: `Sent`, `Date`, `Gesendet`, `日時`, `送信日時`, `受信日時`.
    pub date_labels: Vec<String>,
    /// For whom: `To`, `An`, `宛先`.
    pub to_labels: Vec<String>,
    /// For what about: `Subject`, `Betreff`, `件名`.
    pub subject_labels: Vec<String>,
    /// What stands between dashes above an original: `Original Message`, `Forwarded message`, `元のメッセージ`,
    /// `原始邮件`, `Ursprüngliche Nachricht`.
    pub dividers: Vec<String>,
    /// Whole lines that end the own text without dashes: `Begin forwarded message:`. `…` stands for any text.
    pub hard_ends: Vec<String>,
    /// Closing formulas, without a comma or full stop: `Best regards`, `Viele Grüße`, `Cordialement`, `敬具`. Not "thanks".
    pub closings: Vec<String>,
    /// One-line tags of mail programs, the whole line; `…` stands for any text: `Sent from my …`, `…から送信`,
    /// `Von meinem … gesendet`, `Get Outlook for …`, `Virus-free. …`.
    pub tags: Vec<String>,
    /// Delimiter lines of the service, the whole line: `=== Write your reply above this line ===`.
    pub delimiters: Vec<String>,
}

impl Signs {
    /// Adds another language's lists to these.
    pub fn add(&mut self, other: Signs) {
        self.wrote_words.extend(other.wrote_words);
        self.months.extend(other.months);
        self.from_labels.extend(other.from_labels);
        self.date_labels.extend(other.date_labels);
        self.to_labels.extend(other.to_labels);
        self.subject_labels.extend(other.subject_labels);
        self.dividers.extend(other.dividers);
        self.hard_ends.extend(other.hard_ends);
        self.closings.extend(other.closings);
        self.tags.extend(other.tags);
        self.delimiters.extend(other.delimiters);
    }
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
