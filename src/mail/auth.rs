/*!
The verdict our own server stamped on a mail (RFC 8601). Only the topmost stamp that bears exactly its name is read:
those below may have been written by anybody, and a server that stamps takes away what pretends to be its own.
*/

use super::content::{split_outside_quotes, without_comments};

/// What the stamp says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// DMARC passed (or, without a DMARC result, aligned DKIM or SPF).
    Pass,
    /// Failed, or the trusted stamp cannot be parsed.
    Fail,
    /// No stamp of the trusted server, or none that says anything.
    None,
}

/// Reads the topmost stamp whose authserv-id is exactly `authserv_id`; without one configured, always `None`.
/// `from_domain` is the domain of the one address in From: a result for another domain says nothing about it.
///
/// ```
/// use kingpost::mail::auth::{Verdict, verdict};
/// let stamps = ["mx.example.org; dmarc=pass header.from=example.net".to_owned()];
/// assert_eq!(verdict(&stamps, Some("mx.example.org"), "example.net"), Verdict::Pass);
/// assert_eq!(verdict(&stamps, Some("mx.example.com"), "example.net"), Verdict::None);
/// assert_eq!(verdict(&stamps, None, "example.net"), Verdict::None);
/// ```
pub fn verdict(stamps: &[String], authserv_id: Option<&str>, from_domain: &str) -> Verdict {
    let Some(ours) = authserv_id else { return Verdict::None };
    let stamp = stamps.iter().find(|stamp| server(stamp).eq_ignore_ascii_case(ours));
    let Some(stamp) = stamp else { return Verdict::None };
    match results(stamp) {
        Some(results) => judge(&results, from_domain),
        None => Verdict::Fail,
    }
}

/// The name at the front of a stamp, whatever is behind it.
fn server(stamp: &str) -> String {
    let plain = without_comments(stamp);
    let name = plain.split([';', ' ', '\t']).find(|word| !word.is_empty());
    name.unwrap_or_default().trim_matches('"').to_owned()
}

/// `dkim=pass header.d=example.net`.
struct Outcome {
    method: String,
    result: String,
    /// `header.d`, `smtp.mailfrom` …, in lower case, with their values.
    properties: Vec<(String, String)>,
}

/// The results of a stamp; `None` if it is no stamp by RFC 8601 2.2.
fn results(stamp: &str) -> Option<Vec<Outcome>> {
    if !is_balanced(stamp) {
        return None;
    }
    let plain = without_comments(stamp).replace('\t', " ");
    let mut pieces = split_outside_quotes(&plain, ';').into_iter();
    // Behind the name there may be a version, nothing else.
    let version = pieces.next()?.split_whitespace().skip(1).collect::<Vec<_>>();
    if version.len() > 1 || version.iter().any(|word| word.parse::<u32>().is_err()) {
        return None;
    }
    let said: Vec<&str> = pieces.map(str::trim).filter(|piece| !piece.is_empty()).collect();
    match said.as_slice() {
        [] => None,
        [none] if none.eq_ignore_ascii_case("none") => Some(vec![]),
        said => said.iter().map(|piece| outcome(piece)).collect(),
    }
}

fn outcome(piece: &str) -> Option<Outcome> {
    let mut pairs = split_outside_quotes(piece, ' ').into_iter().filter(|word| !word.is_empty()).map(|word| {
        let (name, value) = word.split_once('=')?;
        Some((name.to_ascii_lowercase(), value.trim_matches('"').to_ascii_lowercase()))
    });
    let (method, result) = pairs.next()??;
    let method = method.split('/').next().unwrap_or_default().to_owned();
    if method.is_empty() || result.is_empty() {
        return None;
    }
    Some(Outcome { method, result, properties: pairs.collect::<Option<Vec<_>>>()? })
}

/// Quotation marks in pairs, brackets of comments too.
fn is_balanced(stamp: &str) -> bool {
    let (mut depth, mut quoted, mut escaped) = (0usize, false, false);
    for c in stamp.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted || depth > 0 => escaped = true,
            '"' if depth == 0 => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return false,
            },
            _ => {}
        }
    }
    depth == 0 && !quoted
}

/// DMARC decides where it decided; else DKIM or SPF for the domain of From, aligned as DMARC has it.
fn judge(results: &[Outcome], from_domain: &str) -> Verdict {
    let of = |method: &'static str| results.iter().filter(move |outcome| outcome.method == method);
    let about_us = |outcome: &&Outcome| {
        let named = outcome.property("header.from").is_none_or(|domain| domain.eq_ignore_ascii_case(from_domain));
        named && matches!(outcome.result.as_str(), "pass" | "fail" | "permerror" | "quarantine" | "reject")
    };
    let mut decided = of("dmarc").filter(about_us).peekable();
    if decided.peek().is_some() {
        return if decided.all(|outcome| outcome.result == "pass") { Verdict::Pass } else { Verdict::Fail };
    }
    let dkim = of("dkim").map(|outcome| (outcome, outcome.domain(&["header.d", "header.i"])));
    let spf = of("spf").map(|outcome| (outcome, outcome.domain(&["smtp.mailfrom", "smtp.helo"])));
    let mut verdict = Verdict::None;
    for (outcome, domain) in dkim.chain(spf) {
        let aligned = domain.as_deref().is_none_or(|domain| is_aligned(domain, from_domain));
        match outcome.result.as_str() {
            "pass" if domain.is_some() && aligned => return Verdict::Pass,
            "fail" | "permerror" | "policy" if aligned => verdict = Verdict::Fail,
            _ => {}
        }
    }
    verdict
}

impl Outcome {
    fn property(&self, name: &str) -> Option<&str> {
        self.properties.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The domain of the first property that is there: behind the `@`, if there is one.
    fn domain(&self, names: &[&str]) -> Option<String> {
        let value = names.iter().find_map(|name| self.property(name))?;
        Some(value.rsplit('@').next().unwrap_or(value).to_owned())
    }
}

/// Relaxed alignment (RFC 7489 3.1) without a list of public suffixes: one is the other or lies below it. A name without
/// a dot is a public suffix at best.
fn is_aligned(domain: &str, from_domain: &str) -> bool {
    let (domain, from) = (domain.to_ascii_lowercase(), from_domain.to_ascii_lowercase());
    let below = |inner: &str, outer: &str| inner.strip_suffix(outer).is_some_and(|rest| rest.ends_with('.'));
    domain.contains('.') && from.contains('.') && (domain == from || below(&domain, &from) || below(&from, &domain))
}
