/*!
A folder of an IMAP account.

Mails are named by UIDVALIDITY and UID; under another UIDVALIDITY every mail is a new one, and the record must tell
whether it has seen it. Nothing is ever fetched but by PEEK, so the mails of other people stay unread. Sizes and dates
are asked once for each mail, so a poll of a full mailbox costs one SEARCH. A mail whose date breaks the answer for all is
found by halving the set, and listed without a date.

Any failure but a plain NO or BAD ends the connection: after it nobody knows which answer belongs to which command. So
does a panic in the library.
*/

use super::failure::{Backoff, Trouble};
use super::idle::{self, Woken};
use super::link::{self, ANSWER_BYTES, Folders, Link};
use super::tls::Peer;
use super::{Failure, Filing, Listed, MailKey, Mailbox, MailboxConfig};
use crate::mail::HEAD_BYTES;
use chrono::{DateTime, Utc};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// What an answer holds beside the mail it was asked for.
const AROUND_BYTES: u64 = 64 * 1024;
/// Command lines beyond 8000 bytes are refused by some servers; these stay far below.
const SET_CHARS_MAX: usize = 1000;
const SET_MAILS_MAX: usize = 500;
/// A folder into which mail pours is listed as it was after so many looks.
const LOOKS_MAX: usize = 3;
/// How often to ask where the server does not tell.
const POLL_EVERY: Duration = Duration::from_secs(20);
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Size and date of a mail; no date if the server's cannot be read.
type Facts = (u64, Option<DateTime<Utc>>);

/// What is asked about mails not yet known; where their dates break the answer, only the size.
const FACTS: &str = "(UID RFC822.SIZE INTERNALDATE)";
const SIZES: &str = "(UID RFC822.SIZE)";
/// A server that breaks more answers than this in one listing is asked for no more dates in it.
const BROKEN_MAX: usize = 16;

pub(super) struct Imap {
    peer: Peer,
    folders: Folders,
    idle: Duration,
    mail_bytes: u64,
    link: Option<Link>,
    backoff: Backoff,
    /// Sizes and dates, of one UIDVALIDITY.
    known: (u32, BTreeMap<u32, Facts>),
    /// The server offers IDLE and refuses it.
    idle_refused: bool,
    /// The last failure was an answer that could not be understood, on a connection that worked.
    misread: bool,
}

impl Imap {
    pub(super) fn new(config: &MailboxConfig) -> Result<Imap, Failure> {
        let MailboxConfig::Imap { server, folder, done, failed, idle, mail_bytes } = config else {
            return Err(Failure { what: "not an IMAP mailbox".into(), retry_after: Duration::ZERO });
        };
        Ok(Imap {
            peer: Peer::new(server),
            folders: Folders { read: folder.clone(), done: done.clone(), failed: failed.clone() },
            idle: *idle,
            mail_bytes: *mail_bytes,
            link: None,
            backoff: Backoff::new(),
            known: (0, BTreeMap::new()),
            idle_refused: false,
            misread: false,
        })
    }

    fn place(&self) -> String {
        format!("IMAP server {}:{}", self.peer.server.host, self.peer.server.port)
    }

    /// The open session, or a new one.
    fn linked(&mut self) -> Result<Link, Failure> {
        if let Some(link) = self.link.take().filter(|link| !link.limits.is_dead()) {
            return Ok(link);
        }
        let (peer, folders) = (&mut self.peer, &self.folders);
        let opened = catch_unwind(AssertUnwindSafe(|| Link::open(peer, folders)));
        opened.unwrap_or_else(|_| Err(self.panicked())).map_err(|trouble| self.backoff.failed(trouble))
    }

    fn panicked(&self) -> Trouble {
        Trouble::passing(format!("{}: the IMAP library panicked", self.place()))
    }

    /// Does one thing on the session, whose answers may take `cap` bytes each, and decides whether it can stay open.
    fn ask<T>(&mut self, step: &str, cap: u64, ask: impl FnOnce(&mut Link) -> imap::Result<T>) -> Result<T, Failure> {
        let mut link = self.linked()?;
        link.limits.begin(cap);
        let answer = catch_unwind(AssertUnwindSafe(|| ask(&mut link)));
        let trouble = match answer {
            Ok(Ok(answer)) => {
                self.backoff.worked(link.opened.elapsed());
                self.link = Some(link);
                return Ok(answer);
            }
            Ok(Err(error)) => {
                let trouble = link::trouble(&self.place(), step, &error);
                self.misread =
                    matches!(error, imap::Error::Parse(_) | imap::Error::Bye(_) | imap::Error::Unexpected(_));
                if matches!(error, imap::Error::No(_) | imap::Error::Bad(_)) {
                    self.link = Some(link);
                }
                trouble
            }
            Err(_) => {
                self.misread = true;
                self.panicked()
            }
        };
        Err(self.backoff.failed(trouble))
    }

    /// The UIDs there are, ascending.
    fn search(&mut self) -> Result<Vec<u32>, Failure> {
        let (validity, uids) = self.ask("listing", ANSWER_BYTES, |link| {
            let mut uids: Vec<u32> = Vec::new();
            // SEARCH shows the folder as the server last told us; what has come since, it tells at its end.
            for _ in 0..LOOKS_MAX {
                link.listing_begins();
                uids = link.session.uid_search("ALL")?.into_iter().collect();
                link.count = u32::try_from(uids.len()).ok();
                if !link.has_news() {
                    break;
                }
            }
            uids.sort_unstable();
            Ok((link.validity, uids))
        })?;
        if self.known.0 != validity {
            self.known = (validity, BTreeMap::new());
        }
        self.known.1.retain(|uid, _| uids.binary_search(uid).is_ok());
        Ok(uids)
    }

    /// Asks size and date of these mails; those gone meanwhile are left out.
    fn look_at(&mut self, uids: &[u32], broken: &mut usize) -> Result<(), Failure> {
        for set in sets(uids) {
            let dated = *broken < BROKEN_MAX;
            let Err(failure) = self.ask_facts(&set, if dated { FACTS } else { SIZES }) else { continue };
            if !self.misread {
                return Err(failure);
            }
            *broken += 1;
            let here = self.search()?;
            let is_open = |uid: &u32| here.binary_search(uid).is_ok() && !self.known.1.contains_key(uid);
            let open: Vec<u32> = uids.iter().copied().filter(is_open).collect();
            return match open.as_slice() {
                [] => Ok(()),
                [one] => self.look_at_odd_one(*one),
                _ if !dated => Err(failure),
                many => {
                    let (first, second) = many.split_at(many.len() / 2);
                    self.look_at(first, broken)?;
                    self.look_at(second, broken)
                }
            };
        }
        Ok(())
    }

    /// Asks about a mail whose answer could not be understood once more, then without its date. If even that is in vain, it
    /// is listed without a size, too.
    fn look_at_odd_one(&mut self, uid: u32) -> Result<(), Failure> {
        for query in [FACTS, SIZES] {
            match self.ask_facts(&uid.to_string(), query) {
                Err(failure) if !self.misread => return Err(failure),
                Err(_) => drop(self.search()?),
                Ok(()) => return Ok(()),
            }
        }
        self.known.1.insert(uid, (0, None));
        Ok(())
    }

    /// Asks what `query` names about a set of mails.
    fn ask_facts(&mut self, set: &str, query: &str) -> Result<(), Failure> {
        let validity = self.known.0;
        let found = self.ask("asking sizes", ANSWER_BYTES, |link| {
            if link.validity != validity {
                return Ok(Vec::new());
            }
            let fetched = link.session.uid_fetch(set, query)?;
            let of = |mail: &imap::types::Fetch<'_>| {
                // Answers that nobody asked for tell flags, and no size.
                Some((mail.uid?, (u64::from(mail.size?), mail.internal_date().map(|date| date.to_utc()))))
            };
            Ok(fetched.iter().filter_map(of).collect())
        })?;
        self.known.1.extend(found);
        Ok(())
    }

    /// A mail's bytes by `query`, which must peek.
    fn body(&mut self, key: &MailKey, query: &str, cap: u64) -> Result<Option<Vec<u8>>, Failure> {
        let Some((validity, uid)) = parse_key(key) else { return Ok(None) };
        self.ask("fetching a mail", cap + AROUND_BYTES, |link| {
            if link.validity != validity {
                return Ok(None);
            }
            let fetched = match link.session.uid_fetch(uid.to_string(), query) {
                // Some servers refuse for mails that have just gone; others answer nothing.
                Err(imap::Error::No(no)) => {
                    let here = link.session.uid_search(format!("UID {uid}"))?.contains(&uid);
                    return if here { Err(imap::Error::No(no)) } else { Ok(None) };
                }
                fetched => fetched?,
            };
            let of_mail: Vec<_> = fetched.iter().filter(|mail| mail.uid == Some(uid)).collect();
            if let Some(body) = of_mail.iter().find_map(|mail| mail.body()) {
                return Ok(Some(body.to_vec()));
            }
            if of_mail.is_empty() {
                return Ok(None);
            }
            // Answered for without a body: it has just gone, or the server has nothing to show of it.
            link.session.noop()?;
            let here = link.session.uid_search(format!("UID {uid}"))?.contains(&uid);
            Ok(here.then(Vec::new))
        })
    }

    /// One IDLE; its end is a reason to list, whatever ended it.
    fn idle_once(&mut self, at_most: Duration, stop: &dyn Fn() -> bool) -> Result<(), Failure> {
        let mut link = self.linked()?;
        let ended = idle::idle(&mut link.session, &link.limits, &link.idle_begins, link.count, at_most, stop);
        let trouble = match ended {
            Ok(Woken::Bye(text)) => Trouble { grave: link::is_grave(&text), what: format!("{}: {text}", self.place()) },
            Ok(woken) => {
                // What came while IDLE ended is lost to us, so there may always be mail.
                link.heard_mail();
                if link.limits.is_dead() && !matches!(woken, Woken::Mail) && !stop() {
                    Trouble::passing(format!("{}: no answer to the end of IDLE", self.place()))
                } else {
                    self.backoff.worked(link.opened.elapsed());
                    self.link = Some(link).filter(|link| !link.limits.is_dead());
                    return Ok(());
                }
            }
            Err(_) if link.idle_begins.is_refused() => {
                self.idle_refused = true;
                return Ok(());
            }
            Err(error) => link::trouble(&self.place(), "waiting for mail", &error),
        };
        Err(self.backoff.failed(trouble))
    }

    /// Sleeps, and asks.
    fn poll_once(&mut self, at_most: Duration, stop: &dyn Fn() -> bool) -> Result<(), Failure> {
        let begun = Instant::now();
        let pause = at_most.min(POLL_EVERY);
        while begun.elapsed() < pause {
            if stop() {
                return Ok(());
            }
            std::thread::sleep(LOOK_EVERY.min(pause.saturating_sub(begun.elapsed())));
        }
        self.ask("asking for news", ANSWER_BYTES, |link| link.session.noop())
    }
}

impl Mailbox for Imap {
    fn list(&mut self, skip: &dyn Fn(&MailKey) -> bool) -> Result<Vec<Listed>, Failure> {
        let uids = self.search()?;
        let validity = self.known.0;
        let wanted: Vec<u32> = uids.into_iter().filter(|uid| !skip(&key(validity, *uid))).collect();
        let unknown: Vec<u32> = wanted.iter().copied().filter(|uid| !self.known.1.contains_key(uid)).collect();
        self.look_at(&unknown, &mut 0)?;
        let listed = |uid: &u32| {
            let (size, received_at) = self.known.1.get(uid)?;
            Some(Listed { key: key(validity, *uid), size: *size, received_at: *received_at })
        };
        let mut mails: Vec<Listed> = wanted.iter().filter_map(listed).collect();
        // UIDs ascend as mails arrive, but not after a server had to number its folder anew. The sort is stable.
        mails.sort_by_key(|mail| (mail.received_at.is_none(), mail.received_at));
        Ok(mails)
    }

    fn head(&mut self, key: &MailKey) -> Result<Option<Vec<u8>>, Failure> {
        self.body(key, &format!("(UID BODY.PEEK[]<0.{HEAD_BYTES}>)"), HEAD_BYTES as u64)
    }

    fn fetch(&mut self, key: &MailKey) -> Result<Option<Vec<u8>>, Failure> {
        let size = parse_key(key).filter(|(validity, _)| *validity == self.known.0);
        let size = size.and_then(|(_, uid)| self.known.1.get(&uid)).map(|(size, _)| *size);
        if let Some(size) = size.filter(|size| *size > self.mail_bytes) {
            let what = format!("a mail of {size} bytes is over the limit of {} bytes", self.mail_bytes);
            return Err(Failure { what, retry_after: Duration::ZERO });
        }
        self.body(key, "(UID BODY.PEEK[])", self.mail_bytes)
    }

    fn file(&mut self, keys: &[MailKey], to: Filing) -> Result<(), Failure> {
        let known: Vec<(u32, u32)> = keys.iter().filter_map(parse_key).collect();
        self.ask("filing mails", ANSWER_BYTES, |link| {
            let now = known.iter().filter(|(validity, _)| *validity == link.validity);
            let uids: Vec<String> = now.map(|(_, uid)| uid.to_string()).collect();
            if uids.is_empty() { Ok(()) } else { link.move_away(&uids.join(","), to) }
        })
    }

    fn wait(&mut self, at_most: Duration, stop: &dyn Fn() -> bool) -> Result<(), Failure> {
        let begun = Instant::now();
        loop {
            let mut link = self.linked()?;
            // True for a new session too: what came before it was opened has to be listed first.
            let news = link.has_news();
            let idle = link.abilities.idle && !self.idle_refused;
            self.link = Some(link);
            let left = at_most.saturating_sub(begun.elapsed());
            if news || left.is_zero() || stop() {
                return Ok(());
            }
            if idle {
                return self.idle_once(left.min(self.idle), stop);
            }
            self.poll_once(left, stop)?;
        }
    }

    fn describe(&mut self) -> Result<String, Failure> {
        let mails = self.search()?.len();
        let able = self.ask("making the folders for handled mail", ANSWER_BYTES, |link| {
            if link.abilities.moves || link.abilities.uid_plus {
                link.make_folder(Filing::Done)?;
                link.make_folder(Filing::Failed)?;
            }
            Ok(link.abilities)
        })?;
        let wakes = if able.idle { "IDLE" } else { "no IDLE (asked every 20 s)" };
        let files = match (able.moves, able.uid_plus) {
            (true, _) => "MOVE",
            (false, true) => "COPY and UID EXPUNGE",
            (false, false) => "no way to move mail (handled mail stays where it is)",
        };
        Ok(format!("{}, folder {}, {mails} mails, {wakes}, {files}", self.place(), self.folders.read))
    }
}

fn key(validity: u32, uid: u32) -> MailKey {
    MailKey(format!("imap/{validity}/{uid}"))
}

/// None for keys of another kind of mailbox.
fn parse_key(key: &MailKey) -> Option<(u32, u32)> {
    let (validity, uid) = key.0.strip_prefix("imap/")?.split_once('/')?;
    Some((validity.parse().ok()?, uid.parse().ok()?))
}

/// Sequence sets (RFC 3501 9) of bounded length for ascending UIDs, with runs written as `first:last`.
fn sets(uids: &[u32]) -> Vec<String> {
    let mut sets: Vec<String> = Vec::new();
    let mut mails = SET_MAILS_MAX;
    let mut rest = uids.iter().copied().peekable();
    while let Some(first) = rest.next() {
        let mut last = first;
        let mut run = 1;
        while run < SET_MAILS_MAX && rest.peek().is_some_and(|next| Some(*next) == last.checked_add(1)) {
            last = rest.next().unwrap_or(last);
            run += 1;
        }
        let part = if first == last { first.to_string() } else { format!("{first}:{last}") };
        match sets.last_mut().filter(|set| set.len() < SET_CHARS_MAX && mails + run <= SET_MAILS_MAX) {
            Some(set) => {
                set.push(',');
                set.push_str(&part);
                mails += run;
            }
            None => {
                sets.push(part);
                mails = run;
            }
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::sets;

    #[test]
    fn sets_are_short_and_hold_all() {
        assert_eq!(sets(&[]), Vec::<String>::new());
        assert_eq!(sets(&[7]), ["7"]);
        assert_eq!(sets(&[1, 2, 3, 5, 7, 8, u32::MAX]), ["1:3,5,7:8,4294967295"]);
        assert_eq!(sets(&[u32::MAX - 1, u32::MAX]), ["4294967294:4294967295"]);
        let run: Vec<u32> = (1..=1200).collect();
        assert_eq!(sets(&run), ["1:500", "501:1000", "1001:1200"]);
        let gaps: Vec<u32> = (1_000_000..1_010_000).step_by(2).collect();
        let sets = sets(&gaps);
        assert!(sets.iter().all(|set| set.len() <= super::SET_CHARS_MAX + 22));
        let uids: Vec<u32> = sets.iter().flat_map(|set| set.split(',')).map(|uid| uid.parse().unwrap_or(0)).collect();
        assert_eq!(uids, gaps);
    }
}
