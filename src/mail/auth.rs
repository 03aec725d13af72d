/*!
The verdict our own server stamped on a mail (RFC 8601). Only the topmost stamp that bears exactly its name is read:
those below may have been written by anybody, and a server that stamps takes away what pretends to be its own.
*/

use super::stamp::{self, Outcome};

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
    let mut garbled = false;
    for field in stamps {
        match stamp::read(field) {
            Some(stamp) if stamp.server.eq_ignore_ascii_case(ours) => {
                // What stands above our server's field was not there when it stamped; it may be ours, torn.
                let results = stamp.results.filter(|_| !garbled);
                return results.map_or(Verdict::Fail, |results| judge(&results, from_domain));
            }
            Some(_) => {}
            None => garbled = true,
        }
    }
    Verdict::None
}

/// DMARC decides where it decided; else DKIM or SPF for the domain of From, aligned as DMARC has it.
fn judge(results: &[Outcome], from_domain: &str) -> Verdict {
    let of = |method: &'static str| results.iter().filter(move |outcome| outcome.method == method);
    let about_us = |outcome: &&Outcome| match outcome.property("header.from") {
        Some(domain) => domain.eq_ignore_ascii_case(from_domain),
        // A field that names two domains is not believed about either.
        None => !outcome.has("header.from"),
    };
    let decides =
        |outcome: &&Outcome| matches!(outcome.result.as_str(), "pass" | "fail" | "permerror" | "quarantine" | "reject");
    let said: Vec<&Outcome> = of("dmarc").filter(about_us).collect();
    if said.iter().any(decides) {
        // A server says it once. Where another result stands beside a pass, somebody else wrote one of them.
        return if said.iter().all(|outcome| outcome.result == "pass") { Verdict::Pass } else { Verdict::Fail };
    }
    let dkim = of("dkim").map(|outcome| (outcome, domain(outcome, &["header.d", "header.i"])));
    let spf = of("spf").map(|outcome| (outcome, domain(outcome, &["smtp.mailfrom", "smtp.helo"])));
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

/// The domain of the first of these properties that is there: what follows the `@`, if there is one.
fn domain(outcome: &Outcome, names: &[&str]) -> Option<String> {
    let value = outcome.property(names.iter().find(|name| outcome.has(name))?)?;
    Some(value.rsplit('@').next().unwrap_or(value).to_owned())
}

/// Relaxed alignment (RFC 7489 3.1) without a list of public suffixes: one is the other or lies below it. A name without
/// a dot is a public suffix at best.
fn is_aligned(domain: &str, from_domain: &str) -> bool {
    let (domain, from) = (domain.to_ascii_lowercase(), from_domain.to_ascii_lowercase());
    let below = |inner: &str, outer: &str| inner.strip_suffix(outer).is_some_and(|rest| rest.ends_with('.'));
    domain.contains('.') && from.contains('.') && (domain == from || below(&domain, &from) || below(&from, &domain))
}
