/*!
Who may act: token × From × authentication, one table as one match (`docs/threats.md`, forged-sender).
*/

/// The token a letter carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bearer {
    /// None: it was written to the main address.
    None,
    /// Valid and for the present ply or an open question.
    Current,
    /// Valid, for an earlier ply.
    Older,
    /// Two different ones.
    Two,
    /// Unknown or damaged.
    Unknown,
}

/// Who it says it is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sender {
    /// The token's player; without a valid token, a registered player.
    Registered,
    /// Somebody else; without a valid token, nobody we know.
    Other,
    /// No, several or unreadable From.
    Unreadable,
}

/// What our own mail server stamped on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Authentication {
    /// DMARC (or aligned DKIM or SPF) passed.
    Pass,
    /// It failed, or the stamp cannot be read.
    Fail,
    /// No stamp of a server we trust.
    None,
}

/// What may be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// Carry out.
    Act,
    /// Refuse and tell the registered address, within limits.
    TellOwner,
    /// Do not play; answer with the present position.
    Stale,
    /// Refuse without more.
    Refuse,
    /// Answer with help, at most once an hour.
    Help,
    /// Nothing at all.
    Ignore,
    /// Status, help, new game, settings; never a move or a resignation.
    Desk,
    /// Ask the registered address first.
    AskFirst,
    /// Sign-up only.
    SignUp,
}

/// The table. What the note leaves open is decided for silence: a letter that could not act anyway, because its token is
/// of an earlier ply, gets no answer where its sender is in doubt; and nobody signs up by a mail our own server calls
/// forged.
pub fn admit(bearer: Bearer, sender: Sender, auth: Authentication) -> Admission {
    use Authentication as Auth;
    match (bearer, sender, auth) {
        (Bearer::Two, _, _) => Admission::Refuse,

        (Bearer::Current, Sender::Registered, Auth::Pass | Auth::None) => Admission::Act,
        (Bearer::Current, Sender::Registered, Auth::Fail) => Admission::TellOwner,
        (Bearer::Current, Sender::Other, _) => Admission::TellOwner,
        (Bearer::Current, Sender::Unreadable, _) => Admission::Refuse,

        (Bearer::Older, Sender::Registered, Auth::Pass | Auth::None) => Admission::Stale,
        (Bearer::Older, Sender::Registered, Auth::Fail) => Admission::Refuse,
        (Bearer::Older, Sender::Other | Sender::Unreadable, _) => Admission::Refuse,

        (Bearer::Unknown, Sender::Registered, Auth::Pass) => Admission::Help,
        (Bearer::Unknown, _, _) => Admission::Ignore,

        (Bearer::None, Sender::Registered, Auth::Pass) => Admission::Desk,
        (Bearer::None, Sender::Registered, Auth::Fail | Auth::None) => Admission::AskFirst,
        (Bearer::None, Sender::Other, Auth::Pass | Auth::None) => Admission::SignUp,
        (Bearer::None, Sender::Other, Auth::Fail) => Admission::Ignore,
        (Bearer::None, Sender::Unreadable, _) => Admission::Ignore,
    }
}
