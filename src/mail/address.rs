/*!
Addresses, parsed once.
*/

use std::fmt;

/// A plain addr-spec: `local@domain`. Compared without regard to case; kept as written.
#[derive(Clone, Debug)]
pub struct Address {
    local: String,
    domain: String,
}

/// The part of a local part behind the separator: `TOKEN` of `play+TOKEN@host`.
pub type Subaddress = String;

/// Who one composed mail is handed over for, as against its headers. Exactly one recipient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope {
    /// Where bounces go; none for mail that must not bounce.
    pub from: Option<Address>,
    /// Where it goes.
    pub to: Address,
}

impl Address {
    /// Parses a plain addr-spec of RFC 5321: dot-atom, `@`, host name, nothing around it. Quoted local parts, comments,
    /// address literals and letters outside ASCII are refused: they are the ways in which one address is made to look
    /// like another (`docs/threats.md`, strange-from), and none of them can be answered by every mail server.
    ///
    /// ```
    /// use kingpost::mail::Address;
    /// assert!(Address::parse("anna@players.example.net").is_some());
    /// assert!(Address::parse("\"anna@players.example.net\"@example.org").is_none());
    /// ```
    pub fn parse(text: &str) -> Option<Address> {
        let (local, domain) = text.rsplit_once('@')?;
        let plain = local.len() <= LOCAL_MAX
            && local.split('.').all(|atom| !atom.is_empty() && atom.bytes().all(is_atext))
            && text.len() <= ADDRESS_MAX
            && domain.split('.').all(is_label);
        plain.then(|| Address { local: local.to_owned(), domain: domain.to_owned() })
    }

    /// Before the `@`.
    pub fn local(&self) -> &str {
        &self.local
    }

    /// Behind the `@`.
    pub fn domain(&self) -> &str {
        &self.domain
    }

    /// This address with a subaddress: `play+SUB@host`.
    pub fn with_subaddress(&self, separator: char, sub: &str) -> Address {
        Address { local: format!("{}{separator}{sub}", self.local), domain: self.domain.clone() }
    }

    /// If `other` is this address with a subaddress behind `separator`: that subaddress in lower case, because servers
    /// on the way may change its case; `Some("")` for the address itself.
    pub fn subaddress_of(&self, separator: char, other: &Address) -> Option<Subaddress> {
        if !self.domain.eq_ignore_ascii_case(&other.domain) {
            return None;
        }
        let (own, local) = (self.local.to_ascii_lowercase(), other.local.to_ascii_lowercase());
        let rest = local.strip_prefix(&own)?;
        if rest.is_empty() {
            return Some(String::new());
        }
        rest.strip_prefix(separator).map(str::to_owned)
    }

    /// For logs: first letter of the local part and the domain's last label, `a…@….org`.
    pub fn masked(&self) -> String {
        let first: String = self.local.chars().take(1).collect();
        let last = self.domain.rsplit('.').next().unwrap_or_default();
        format!("{first}…@….{last}")
    }

    /// The form two equal addresses share: all lower case.
    pub fn canonical(&self) -> String {
        format!("{}@{}", self.local, self.domain).to_lowercase()
    }
}

impl PartialEq for Address {
    fn eq(&self, other: &Address) -> bool {
        self.canonical() == other.canonical()
    }
}

impl Eq for Address {}

impl std::hash::Hash for Address {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.canonical().hash(state);
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.local, self.domain)
    }
}

/// RFC 5321 4.5.3.1.1, octets.
const LOCAL_MAX: usize = 64;
/// RFC 5321 4.5.3.1.3 without the angle brackets, octets.
const ADDRESS_MAX: usize = 254;

/// `atext` of RFC 5322 3.2.3.
fn is_atext(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte)
}

/// A label of a host name (RFC 1123 2.1).
fn is_label(label: &str) -> bool {
    (1..=63).contains(&label.len())
        && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !label.starts_with('-')
        && !label.ends_with('-')
}
