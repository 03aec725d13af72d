/*!
The verdict our own server stamped on a mail (RFC 8601).
*/

/// What the stamp says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// DMARC passed (or, without a DMARC result, aligned DKIM or SPF).
    Pass,
    /// Failed, or the trusted stamp cannot be parsed.
    Fail,
    /// No stamp of the trusted server.
    None,
}

/// Reads the topmost stamp whose authserv-id is exactly `authserv_id`; without one configured, always `None`.
pub fn verdict(stamps: &[String], authserv_id: Option<&str>, from_domain: &str) -> Verdict {
    let _ = (stamps, authserv_id, from_domain);
    todo!("M")
}
