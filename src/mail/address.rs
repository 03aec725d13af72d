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
    /// Parses a plain addr-spec; quoted local parts, comments and address literals are refused.
    pub fn parse(text: &str) -> Option<Address> {
        let _ = text;
        todo!("M")
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

    /// If `other` is this address with a subaddress behind `separator`: that subaddress; `Some("")` for the address itself.
    pub fn subaddress_of(&self, separator: char, other: &Address) -> Option<Subaddress> {
        let _ = (separator, other);
        todo!("M")
    }

    /// For logs: first letter of the local part and the domain's last label, `a…@….org`.
    pub fn masked(&self) -> String {
        todo!("M")
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
