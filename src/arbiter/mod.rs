/*!
THE ONLY WRITER: a letter, a report or a delivery in, one transaction out.

In that one transaction the letter is noted, the game is read, its errand decided, facts are appended and mails queued; or
nothing of it happens. Nothing slow is done inside: no drawing, no network.

This room does not know how mails look or how they are carried, and asks nobody what time it is.
*/

mod address;
mod answer;
mod barriers;
mod blocks;
mod copies;
mod delivery;
mod desk;
mod digest;
mod discreet;
mod erase;
mod intake;
mod invite;
mod leave;
mod letter;
mod limits;
mod lock;
mod mailbag;
mod newcomer;
mod notes;
mod pair;
mod questions;
mod robot;
mod seat;
mod seeks;
mod time;
mod told;
mod undo;
mod watching;

pub use delivery::back_off;
pub use robot::Acted;

use std::collections::BTreeMap;

use crate::club::{House, Limits, Player};
use crate::game::{GameId, Moment, PlayerId, Refusal};
use crate::ids::Ids;
use crate::interpret::{Reader, Reading, Strange};
use crate::mail::{self, Address, Incoming};
use crate::store::{Store, StoreError, Tx};
use chrono::TimeDelta;
use chrono_tz::Tz;
use copies::Copy;
use mailbag::Mailbag;
use sha2::{Digest, Sha256};

/// What the arbiter judges by. Made once.
#[derive(Debug)]
pub struct Arbiter {
    /// The plain address players write to.
    pub address: Address,
    /// What stands before a subaddress.
    pub separator: char,
    /// Whose Authentication-Results are believed.
    pub authserv_id: Option<String>,
    /// Language of people who have not said.
    pub language: String,
    /// Codes of the languages we write.
    pub written: Vec<String>,
    /// The time zone of each language's readers who have chosen none; UTC for languages without one.
    pub zones: BTreeMap<String, Tz>,
    /// How long a move can be undone, and its mail to the opponent waits; zero: not at all.
    pub hold: TimeDelta,
    /// How long the answer to a question about a move counts as of the letter that was asked about; zero: not at all.
    pub grace: TimeDelta,
    /// Plies by which spectators are behind the players.
    pub watch_delay: u32,
    /// What is played on which terms.
    pub house: House,
    /// How much of a mail is looked at.
    pub mail_limits: mail::Limits,
    /// How often what may happen.
    pub limits: Limits,
    /// Ids and the key.
    pub ids: Ids,
    /// Understands letters.
    pub reader: Reader,
}

impl Arbiter {
    /// The time zone a player's days are counted in.
    fn zone_of(&self, player: &Player) -> Tz {
        player.settings.zone.or_else(|| self.zones.get(&player.language).copied()).unwrap_or(Tz::UTC)
    }
}

/// A mail as the mailbox hands it over.
#[derive(Clone, Copy, Debug)]
pub struct Arrival<'a> {
    /// Its bytes.
    pub bytes: &'a [u8],
    /// Its name in the mailbox.
    pub key: &'a str,
    /// True if only its beginning is here, because the whole is too large.
    pub cut: bool,
    /// When the mailbox took it in.
    pub received_at: Moment,
    /// True if every mail that came in before it has been handled.
    pub whole: bool,
    /// When it is handled.
    pub now: Moment,
}

/// What became of a mail, for the log and for nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handled {
    /// A name for the letter that tells nothing: a keyed hash of its Message-ID, or of what else it is known by.
    pub letter: String,
    /// Its sender, masked.
    pub from: String,
    /// One or two words: `played`, `refused`, `ignored` …
    pub outcome: &'static str,
    /// What exactly, where a word more helps.
    pub detail: String,
    /// The game it was about.
    pub game: Option<GameId>,
    /// Whose it was.
    pub player: Option<PlayerId>,
    /// True if mail waits because of it.
    pub queued: bool,
    /// True if it stays where it is in the mailbox: it may be another service's.
    pub stays: bool,
}

impl Handled {
    fn new(outcome: &'static str) -> Handled {
        let (letter, from, detail) = (String::new(), String::new(), String::new());
        Handled { letter, from, outcome, detail, game: None, player: None, queued: false, stays: false }
    }

    fn because(outcome: &'static str, detail: impl Into<String>) -> Handled {
        Handled { detail: detail.into(), ..Handled::new(outcome) }
    }
}

/// One mail being handled inside its transaction.
struct Case<'a> {
    arbiter: &'a Arbiter,
    tx: &'a Tx<'a>,
    bag: Mailbag<'a>,
    digest: [u8; 32],
    received_at: Moment,
    now: Moment,
    /// Every mail that came in before this one has been handled.
    whole: bool,
}

impl Arbiter {
    /// Whether a mail with this header block is addressed to us; all others are other people's and are left alone.
    pub fn is_ours(&self, head: &[u8]) -> bool {
        mail::recipients(head).iter().any(|address| self.subaddress(address).is_some())
    }

    /// The part behind the separator, if `address` is ours; empty for the plain address.
    fn subaddress(&self, address: &Address) -> Option<String> {
        self.address.subaddress_of(self.separator, address)
    }

    /// The subaddresses of ours among `addresses`, each once.
    fn tokens(&self, addresses: &[Address]) -> Vec<String> {
        let mut tokens: Vec<String> = Vec::new();
        // A robot's address opens nothing: it only says whom a challenge is for.
        let addresses = addresses.iter().filter(|address| self.house.robot_at(address).is_none());
        for sub in addresses.filter_map(|address| self.subaddress(address)) {
            if !sub.is_empty() && !tokens.contains(&sub) {
                tokens.push(sub);
            }
        }
        tokens
    }

    /// The subaddresses a mail was delivered to. Some servers drop them from the headers they write: if those show only
    /// the plain address, what its sender wrote in To and Cc counts.
    fn tokens_of(&self, delivered: &[Address], addressed: &[Address]) -> Vec<String> {
        let tokens = self.tokens(delivered);
        if tokens.is_empty() { self.tokens(addressed) } else { tokens }
    }

    /// Handles a mail that is ours, once: a letter that is known already has no second effect and no second answer.
    pub fn receive(&self, store: &mut Store, arrival: Arrival) -> Result<Handled, StoreError> {
        let ours = |id: &mail::MessageId| self.ids.is_ours(id);
        let mut limits = self.mail_limits.clone();
        if arrival.cut {
            // Its beginning must not pass for the whole.
            limits.mail_bytes = 0;
        }
        let incoming = mail::read(arrival.bytes, &limits, self.reader.signs(), self.address.domain(), &ours);
        let copy = Copy::of(self, &incoming, arrival.bytes);
        store.write(|tx| {
            let mut handled = match copy.known(tx)? {
                Some(outcome) => Handled::because("known", outcome),
                None => self.first_time(tx, &incoming, &copy, arrival)?,
            };
            // What of our own comes back is nobody else's.
            let returned = matches!(&incoming, Ok(Incoming::Automatic { sign, .. }) if mail::is_returned(sign));
            handled.stays = !returned && copy.is_strange(tx)?;
            if let Ok(Incoming::Letter(letter)) = &incoming {
                handled.letter = self.ids.log_name(letter.message_id.as_ref().map_or("", |id| &id.0));
                handled.from = match &letter.from {
                    mail::From::One(address, _) => address.masked(),
                    mail::From::Unclear => "unclear".to_owned(),
                };
            } else {
                handled.letter = self.ids.log_name(&data_encoding::HEXLOWER.encode(&copy.digest()));
            }
            Ok(handled)
        })
    }

    fn first_time(
        &self,
        tx: &Tx,
        incoming: &Result<Incoming, mail::Unreadable>,
        copy: &Copy,
        arrival: Arrival,
    ) -> Result<Handled, StoreError> {
        let received_at = arrival.received_at.min(arrival.now);
        let mut case = Case { digest: copy.digest(), received_at, whole: arrival.whole, ..self.case(tx, arrival.now) };
        let mut handled = match incoming {
            Ok(Incoming::Letter(letter)) => case.letter(letter, None)?,
            Ok(Incoming::Report(report)) => case.report(report)?,
            Ok(Incoming::Automatic { complaint: Some(complaint), recipients, .. }) => {
                case.complaint(complaint, recipients)?
            }
            Ok(Incoming::Automatic { sign, from, recipients, addressed, .. }) => {
                case.automatic(sign, from, &self.tokens_of(recipients, addressed))?;
                Handled::because("automatic", *sign)
            }
            Err(mail::Unreadable { limit, letter: Some(letter) }) => case.letter(letter, Some(limit))?,
            Err(mail::Unreadable { limit, letter: None }) => Handled::because("unreadable", *limit),
        };
        handled.queued = case.bag.queued();
        copy.note(tx, &handled, &arrival)?;
        tx.tally(handled.outcome)?;
        Ok(handled)
    }

    /// Notes a mail that could not be handled, so that it is not tried for ever.
    pub fn set_aside(&self, store: &mut Store, arrival: Arrival) -> Result<(), StoreError> {
        // Reading it may be what failed, so it is known by its bytes.
        let digest: [u8; 32] = Sha256::digest(arrival.bytes).into();
        store.write(|tx| {
            tx.note_letter(&digest, arrival.key, arrival.received_at, arrival.now, "failed")?;
            tx.tally("failed")
        })
    }
}

/// The answer to a letter that asks for nothing.
fn nothing_read(reading: &Reading) -> Refusal {
    match reading.strange.clone() {
        Some(Strange { text, letter, looks_like }) => Refusal::StrangeLetter { text, letter, looks_like },
        None => Refusal::NothingFound { first_line: reading.first_line.clone() },
    }
}
