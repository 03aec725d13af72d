/*!
The words that give a quote away, all languages together, and the form they are compared in.
*/

use super::attribution::is_undivided;
use std::collections::{HashMap, HashSet};
use unicode_normalization::UnicodeNormalization;

/// The words of all languages that show where a reply's own text ends, as the language files give them. Filled from
/// `templates/reading/` and `words.toml` by `interpret`: start from `SignWords::default()`, [`SignWords::add`] each
/// language's lists, and make [`Signs`] of them once.
///
/// Everything is compared without regard to case and to width (`：` is `:`), with runs of blanks as one blank.
/// A sign that begins or ends with a letter of a script that writes blanks between words matches whole words only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SignWords {
    /// Words of an attribution: `wrote`, `schrieb`, `a écrit`, `님이 작성`, `のメール`, `写道`.
    pub wrote_words: Vec<String>,
    /// Names of months, whole and short, without a full stop: `November`, `Nov`, `нояб`, `marrask`, and `月`. A date in figures
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
    /// How the subjects of automatic replies begin: `Automatic reply`, `Réponse automatique`, `自動応答`.
    pub auto_subjects: Vec<String>,
}

impl SignWords {
    /// Adds another language's lists to these.
    pub fn add(&mut self, other: SignWords) {
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
        self.auto_subjects.extend(other.auto_subjects);
    }
}

/// What a label of a header block speaks of; bits, as one word may mean two things in two languages.
const LABELS: [u8; 4] = [1, 2, 4, 8];

/// The signs as they are looked up: all words folded, ready for any number of mails. Without words only the marks that
/// belong to no language count.
#[derive(Clone, Debug, Default)]
pub struct Signs {
    pub(super) wrote_words: Vec<String>,
    pub(super) months: HashSet<String>,
    labels: HashMap<String, u8>,
    pub(super) dividers: Vec<String>,
    hard_ends: Vec<Pattern>,
    closings: HashSet<String>,
    tags: Vec<Pattern>,
    delimiters: HashSet<String>,
    auto_subjects: Vec<String>,
}

impl Signs {
    /// Folds the words.
    pub fn new(signs: &SignWords) -> Signs {
        let folded = |list: &[String]| list.iter().map(|s| fold(s)).filter(|s| !s.is_empty()).collect::<Vec<_>>();
        let patterns = |list: &[String]| list.iter().map(|s| Pattern::new(s)).collect();
        let mut labels = HashMap::new();
        let lists = [&signs.from_labels, &signs.date_labels, &signs.to_labels, &signs.subject_labels];
        for (list, bit) in lists.into_iter().zip(LABELS) {
            for label in list {
                *labels.entry(label_key(&fold(label))).or_default() |= bit;
            }
        }
        Signs {
            wrote_words: folded(&signs.wrote_words),
            months: folded(&signs.months).into_iter().collect(),
            labels,
            dividers: folded(&signs.dividers),
            hard_ends: patterns(&signs.hard_ends),
            closings: signs.closings.iter().map(|s| bare(&fold(s)).to_owned()).collect(),
            tags: patterns(&signs.tags),
            delimiters: folded(&signs.delimiters).into_iter().collect(),
            auto_subjects: folded(&signs.auto_subjects),
        }
    }

    /// What a line's label speaks of, if it begins with one and a colon.
    pub(super) fn label(&self, folded: &str) -> Option<u8> {
        let (label, _) = folded.split_once(':')?;
        // The longest label is a few words; more is a sentence.
        (label.len() <= 80).then(|| self.labels.get(&label_key(label)).copied()).flatten()
    }

    pub(super) fn is_hard_end(&self, folded: &str) -> bool {
        self.delimiters.contains(folded) || self.hard_ends.iter().any(|pattern| pattern.matches(folded))
    }

    /// True if a subject begins as those of automatic replies do, perhaps after the tags of a gateway: `[External]`,
    /// `【社外】`, `***SPAM***`. A tag may itself be that beginning.
    pub fn is_automatic(&self, subject: &str) -> bool {
        let subject = fold(subject);
        let mut rest = subject.as_str();
        loop {
            if self.auto_subjects.iter().any(|beginning| begins_with(rest, beginning)) {
                return true;
            }
            let Some((tag, behind)) = split_tag(rest) else { return false };
            if self.auto_subjects.iter().any(|beginning| begins_with(tag, beginning)) {
                return true;
            }
            rest = behind;
        }
    }

    pub(super) fn is_closing(&self, folded: &str) -> bool {
        self.closings.contains(bare(folded))
    }

    pub(super) fn is_tag(&self, folded: &str) -> bool {
        self.tags.iter().any(|pattern| pattern.matches(folded))
    }
}

/// True if `text` begins with these words, and the last of them ends there.
fn begins_with(text: &str, words: &str) -> bool {
    let Some(behind) = text.strip_prefix(words) else { return false };
    let next = behind.chars().next();
    words.ends_with(|c: char| !c.is_alphanumeric()) || next.is_none_or(|c| !c.is_alphanumeric() || is_undivided(c))
}

/// The tag that folded text begins with, in brackets or between stars, and the text behind it.
fn split_tag(text: &str) -> Option<(&str, &str)> {
    let first = text.chars().next()?;
    let closing = match first {
        '[' => ']',
        '(' => ')',
        '{' => '}',
        '<' => '>',
        '【' => '】',
        '〔' => '〕',
        '〈' => '〉',
        '《' => '》',
        '「' => '」',
        '*' => '*',
        _ => return None,
    };
    let inner = text.trim_start_matches(first);
    let (tag, behind) = inner.split_once(closing)?;
    Some((tag.trim(), behind.trim_start_matches(closing).trim_start_matches([' ', ':', '-'])))
}

/// How many different things the labels of some lines speak of.
pub(super) fn distinct(labels: impl IntoIterator<Item = u8>) -> u32 {
    let mut seen = 0u8;
    for label in labels {
        // A label with two meanings counts for the one not yet seen.
        let new = label & !seen;
        seen |= new & new.wrapping_neg();
    }
    seen.count_ones()
}

/// A line in which `…` stands for any text.
#[derive(Clone, Debug)]
struct Pattern(Vec<String>);

impl Pattern {
    fn new(text: &str) -> Pattern {
        Pattern(text.split('…').map(fold_edges).collect())
    }

    fn matches(&self, line: &str) -> bool {
        let [first, middle @ ..] = self.0.as_slice() else { return false };
        let Some(mut rest) = line.strip_prefix(first.as_str()) else { return false };
        let Some((last, middle)) = middle.split_last() else { return rest.is_empty() && !first.is_empty() };
        for piece in middle {
            match rest.split_once(piece.as_str()) {
                Some((_, behind)) => rest = behind,
                None => return false,
            }
        }
        rest.ends_with(last.as_str()) && !(first.trim().is_empty() && last.trim().is_empty())
    }
}

/// Lower case, compatible forms as one, runs of blanks as one blank, none at the ends.
pub(super) fn fold(text: &str) -> String {
    fold_edges(text).trim().to_owned()
}

/// [`fold`], but a blank at an end stays: in a pattern it divides words.
fn fold_edges(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.nfkc().flat_map(char::to_lowercase) {
        if !c.is_whitespace() {
            out.push(c);
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
    }
    out
}

/// Without the punctuation behind.
fn bare(folded: &str) -> &str {
    folded.trim_end_matches([',', '.', '!', '、', '。', '~', ' ', '-', '–', '—', ';', ':'])
}

/// Labels are set in bold with asterisks and spread with blanks (`差 出 人`).
fn label_key(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '*' && *c != '_').collect()
}
