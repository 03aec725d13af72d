/*!
A Maildir: one file a mail, in `new` or `cur`, never `tmp`.

A mail's key is its name before the colon, the same wherever another program moves or flags it. Handled mail goes to the
Maildirs `.done` and `.failed` inside, by rename, so it is at every moment in exactly one place.
*/

use super::{Failure, Filing, Listed, MailKey, Mailbox, files};
use crate::mail::HEAD_BYTES;
use chrono::{DateTime, Utc};
use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs::{self, DirEntry};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// How soon a new file is noticed.
const LOOK_EVERY: Duration = Duration::from_millis(40);
/// A folder's change time is too coarse to trust for files that came within a clock tick of the last look.
const LOOK_AGAIN_AFTER: Duration = Duration::from_millis(100);

pub(super) struct Maildir {
    path: PathBuf,
    /// Where each mail was when last seen; only a hint.
    places: HashMap<String, PathBuf>,
    /// What the last listing saw; anything else is news.
    listed: HashSet<String>,
}

impl Maildir {
    /// Makes the three folders if they are missing.
    pub(super) fn open(path: &Path) -> Result<Maildir, Failure> {
        make_maildir(path).map_err(|e| failure(path, "cannot be made a Maildir", &e))?;
        Ok(Maildir { path: path.to_owned(), places: HashMap::new(), listed: HashSet::new() })
    }

    /// All mails by name. `new` is read before `cur`, the way files move, so that none is missed between the two.
    fn look(&self) -> io::Result<HashMap<String, PathBuf>> {
        let mut found = HashMap::new();
        for folder in ["new", "cur"] {
            for entry in fs::read_dir(self.path.join(folder))? {
                let entry = entry?;
                if let Some(name) = mail_name(&entry) {
                    found.insert(name, entry.path());
                }
            }
        }
        Ok(found)
    }

    /// Does something with a mail's file, wherever another program has just moved it. `None` if it is gone.
    fn at<T>(&mut self, key: &MailKey, act: impl Fn(&Path) -> io::Result<T>) -> io::Result<Option<T>> {
        if let Some(place) = self.places.get(&key.0) {
            match act(place) {
                Err(e) if e.kind() == io::ErrorKind::NotFound => {}
                result => return result.map(Some),
            }
        }
        // A folder read while files are renamed in it may skip one: look twice before a mail counts as gone.
        for _ in 0..2 {
            self.places = self.look()?;
            let Some(place) = self.places.get(&key.0) else { continue };
            match act(place) {
                Err(e) if e.kind() == io::ErrorKind::NotFound => {}
                result => return result.map(Some),
            }
        }
        self.places.remove(&key.0);
        Ok(None)
    }

    /// When `new` and `cur` last changed.
    fn changed(&self) -> io::Result<[SystemTime; 2]> {
        let of = |name: &str| fs::metadata(self.path.join(name)).and_then(|m| m.modified());
        Ok([of("new")?, of("cur")?])
    }

    fn has_news(&self) -> io::Result<bool> {
        Ok(self.look()?.keys().any(|name| !self.listed.contains(name)))
    }

    fn wait_for_news(&self, at_most: Duration, stop: &dyn Fn() -> bool) -> io::Result<()> {
        let begun = Instant::now();
        let mut changed = self.changed()?;
        let mut looked_again = false;
        if self.has_news()? {
            return Ok(());
        }
        while begun.elapsed() < at_most && !stop() {
            std::thread::sleep(LOOK_EVERY.min(at_most.saturating_sub(begun.elapsed())));
            let now = self.changed()?;
            let look_again = !looked_again && begun.elapsed() >= LOOK_AGAIN_AFTER;
            if now != changed || look_again {
                // A change seen now may be followed by another within the same tick: look once more after it.
                looked_again = now == changed;
                changed = now;
                if self.has_news()? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

impl Mailbox for Maildir {
    fn list(&mut self, skip: &dyn Fn(&MailKey) -> bool) -> Result<Vec<Listed>, Failure> {
        let wrong = |e: &io::Error| failure(&self.path, "cannot be read", e);
        let places = self.look().map_err(|e| wrong(&e))?;
        let mut mails = Vec::new();
        for (name, place) in &places {
            let key = MailKey(name.clone());
            if skip(&key) {
                continue;
            }
            match arrival(name, place) {
                Ok(found) => mails.push((found, key)),
                // Moved since we looked; the next look finds it.
                Err(e) if e.kind() == io::ErrorKind::NotFound => {}
                Err(e) => return Err(wrong(&e)),
            }
        }
        self.listed = places.keys().cloned().collect();
        self.places = places;
        mails.sort_by(|(a, a_key), (b, b_key)| {
            (a.received_at, a.written).cmp(&(b.received_at, b.written)).then_with(|| natural(&a_key.0, &b_key.0))
        });
        let listed = |(a, key): (Arrival, MailKey)| Listed { key, size: a.size, received_at: Some(a.received_at) };
        Ok(mails.into_iter().map(listed).collect())
    }

    fn head(&mut self, key: &MailKey) -> Result<Option<Vec<u8>>, Failure> {
        self.at(key, |place| {
            let mut bytes = Vec::new();
            fs::File::open(place)?.take(HEAD_BYTES as u64).read_to_end(&mut bytes)?;
            Ok(bytes)
        })
        .map_err(|e| failure(&self.path, "cannot be read", &e))
    }

    fn fetch(&mut self, key: &MailKey) -> Result<Option<Vec<u8>>, Failure> {
        self.at(key, |place| fs::read(place)).map_err(|e| failure(&self.path, "cannot be read", &e))
    }

    fn file(&mut self, keys: &[MailKey], to: Filing) -> Result<(), Failure> {
        let target = self.path.join(match to {
            Filing::Done => ".done",
            Filing::Failed => ".failed",
        });
        let moved = make_maildir(&target).and_then(|()| {
            let mut left = BTreeSet::new();
            for key in keys {
                let kept = free_name(&target.join("cur"), &key.0);
                let from =
                    self.at(key, |place| fs::rename(place, &kept).map(|()| place.parent().map(Path::to_owned)))?;
                left.extend(from.flatten());
                self.places.remove(&key.0);
            }
            files::sync_folder(&target.join("cur"))?;
            left.iter().try_for_each(|folder| files::sync_folder(folder))
        });
        moved.map_err(|e| failure(&target, "cannot take a mail", &e))
    }

    fn wait(&mut self, at_most: Duration, stop: &dyn Fn() -> bool) -> Result<(), Failure> {
        self.wait_for_news(at_most, stop).map_err(|e| failure(&self.path, "cannot be watched", &e))
    }

    fn describe(&mut self) -> Result<String, Failure> {
        let mails = self.look().map_err(|e| failure(&self.path, "cannot be read", &e))?.len();
        for folder in ["new", "cur"] {
            files::write_whole(&self.path.join(folder), ".kingpost-probe", b"")
                .and_then(|()| fs::remove_file(self.path.join(folder).join(".kingpost-probe")))
                .map_err(|e| failure(&self.path, "cannot be written, so no mail could be filed", &e))?;
        }
        Ok(format!("Maildir {}, {mails} mails, filing possible", self.path.display()))
    }
}

/// A mail file's name before the colon; none for folders, hidden and unfinished files.
fn mail_name(entry: &DirEntry) -> Option<String> {
    let name = entry.file_name();
    // A name that is not UTF-8 could not be kept as a key; no mail program writes one.
    let name = name.to_str()?;
    let base = name.split(':').next()?;
    let is_file = entry.path().is_file();
    (is_file && !base.is_empty() && !base.starts_with('.')).then(|| base.to_owned())
}

struct Arrival {
    received_at: DateTime<Utc>,
    written: SystemTime,
    size: u64,
}

/// The time in the name, as its deliverer saw it; it survives copying. Else when the file was written.
fn arrival(name: &str, place: &Path) -> io::Result<Arrival> {
    let meta = fs::metadata(place)?;
    let written = meta.modified()?;
    let digits = name.find(|c: char| !c.is_ascii_digit()).unwrap_or(name.len());
    let named = name.get(..digits).and_then(|d| d.parse().ok()).filter(|s| (1_000_000_000..10_000_000_000).contains(s));
    let received_at = named.and_then(|seconds| DateTime::from_timestamp(seconds, 0)).unwrap_or_else(|| {
        let written = DateTime::<Utc>::from(written);
        DateTime::from_timestamp(written.timestamp(), 0).unwrap_or(written)
    });
    Ok(Arrival { received_at, written, size: meta.len() })
}

/// By text, but runs of digits by their number: `M99P` before `M100P`, as deliverers count within a second.
fn natural(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a, b);
    loop {
        let digits = |s: &str| s.find(|c: char| !c.is_ascii_digit()).unwrap_or(s.len());
        let (na, nb) = (digits(a), digits(b));
        let step = if na > 0 && nb > 0 {
            let (da, db) = (a.get(..na).unwrap_or(""), b.get(..nb).unwrap_or(""));
            let (ta, tb) = (da.trim_start_matches('0'), db.trim_start_matches('0'));
            ta.len().cmp(&tb.len()).then_with(|| ta.cmp(tb)).then_with(|| da.len().cmp(&db.len()))
        } else {
            let (ca, cb) = (a.chars().next(), b.chars().next());
            if ca.is_none() && cb.is_none() {
                return Ordering::Equal;
            }
            ca.cmp(&cb)
        };
        if step != Ordering::Equal {
            return step;
        }
        let width = if na > 0 && nb > 0 { na } else { a.chars().next().map_or(0, char::len_utf8) };
        a = a.get(width..).unwrap_or("");
        b = b.get(width..).unwrap_or("");
    }
}

/// Where a filed mail goes. A name already taken there belongs to another mail, and stays.
fn free_name(folder: &Path, name: &str) -> PathBuf {
    let first = folder.join(format!("{name}:2,S"));
    if !first.exists() {
        return first;
    }
    (2_u32..).map(|n| folder.join(format!("{name}.{n}:2,S"))).find(|place| !place.exists()).unwrap_or(first)
}

fn make_maildir(path: &Path) -> io::Result<()> {
    for folder in ["tmp", "new", "cur"] {
        let folder = path.join(folder);
        if !folder.is_dir() {
            fs::create_dir_all(&folder)?;
        }
    }
    Ok(())
}

fn failure(path: &Path, what: &str, error: &io::Error) -> Failure {
    Failure { what: format!("{} {what}: {error}", path.display()), retry_after: Duration::from_secs(5) }
}

#[cfg(test)]
mod tests {
    use super::natural;

    #[test]
    fn names_are_ordered_as_deliverers_count() {
        let mut names = ["17.M100P2.x", "17.M99P12.x", "17.M99P2.x", "17.M099P2.x", "16.Z", "17", "\u{fc}", "a"];
        names.sort_by(|a, b| natural(a, b));
        assert_eq!(names, ["16.Z", "17", "17.M99P2.x", "17.M99P12.x", "17.M099P2.x", "17.M100P2.x", "a", "\u{fc}"]);
    }
}
