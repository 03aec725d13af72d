//! What every mailbox promises, on a Maildir and on a real Dovecot.

use crate::host::Host;
use kingpost::post::{Filing, MailKey, Mailbox, MailboxConfig, open_mailbox};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// A mailbox under test, and the back door to it.
struct Place {
    config: MailboxConfig,
    /// The files behind it.
    maildir: PathBuf,
    user: &'static str,
    host: Option<Arc<Host>>,
    _dir: Option<tempfile::TempDir>,
}

impl Place {
    fn maildir() -> Place {
        let dir = tempfile::tempdir().unwrap();
        let maildir = dir.path().join("mail/inbox");
        let config = MailboxConfig::Maildir { path: maildir.clone() };
        Place { config, maildir, user: "", host: None, _dir: Some(dir) }
    }

    fn imap(user: &'static str) -> Place {
        let host = Host::shared();
        Place { config: host.mailbox(user), maildir: host.maildir(user), user, host: Some(host), _dir: None }
    }

    fn open(&self) -> Box<dyn Mailbox> {
        open_mailbox(&self.config).unwrap()
    }

    /// A mail arrives.
    fn deliver(&self, subject: &str) {
        let mail = mail(subject);
        match &self.host {
            Some(host) => host.deliver(self.user, &mail),
            None => {
                static COUNT: AtomicU32 = AtomicU32::new(90);
                let n = COUNT.fetch_add(1, Ordering::Relaxed);
                let name = format!("1700000000.M{n}P7.example");
                fs::write(self.maildir.join("tmp").join(&name), mail).unwrap();
                fs::rename(self.maildir.join("tmp").join(&name), self.maildir.join("new").join(&name)).unwrap();
            }
        }
    }

    /// Where filed mails lie.
    fn filed(&self, to: &str) -> PathBuf {
        match (&self.host, to) {
            (Some(_), _) => self.maildir.join(format!(".Kingpost.{to}")),
            (None, _) => self.maildir.join(format!(".{}", to.to_lowercase())),
        }
    }
}

fn mail(subject: &str) -> String {
    format!("From: anna@example.org\r\nTo: play@example.com\r\nSubject: {subject}\r\n\r\n.\r\n..e4\r\n")
}

fn all(_: &MailKey) -> bool {
    false
}

/// The files of a Maildir whose text holds `subject`: folder and name.
fn files(maildir: &Path, subject: &str) -> Vec<String> {
    let mut found = Vec::new();
    for folder in ["new", "cur"] {
        for entry in fs::read_dir(maildir.join(folder)).into_iter().flatten() {
            let path = entry.unwrap().path();
            let text = String::from_utf8_lossy(&fs::read(&path).unwrap_or_default()).into_owned();
            if text.contains(&format!("Subject: {subject}\n")) || text.contains(&format!("Subject: {subject}\r\n")) {
                found.push(format!("{folder}/{}", path.file_name().unwrap().to_string_lossy()));
            }
        }
    }
    found
}

fn subject(mailbox: &mut dyn Mailbox, key: &MailKey) -> String {
    let head = mailbox.head(key).unwrap().expect("the mail is there");
    let text = String::from_utf8_lossy(&head).into_owned();
    let line = text.lines().find(|line| line.starts_with("Subject: ")).expect("it has a subject");
    line.trim_start_matches("Subject: ").trim_end().to_owned()
}

fn on_both(imap_user: &'static str, check: impl Fn(&Place)) {
    check(&Place::maildir());
    check(&Place::imap(imap_user));
}

#[test]
fn mails_come_in_order_and_stay_unread() {
    on_both("u1", |place| {
        let mut mailbox = place.open();
        assert_eq!(mailbox.list(&all).unwrap(), vec![]);
        let subjects: Vec<String> = (0..12).map(|n| format!("move {n}")).collect();
        subjects.iter().for_each(|s| place.deliver(s));

        let listed = mailbox.list(&all).unwrap();
        let seen: Vec<String> = listed.iter().map(|m| subject(&mut *mailbox, &m.key)).collect();
        assert_eq!(seen, subjects);
        for mail in &listed {
            let whole = mailbox.fetch(&mail.key).unwrap().unwrap();
            assert_eq!(whole.len() as u64, mail.size);
            assert!(String::from_utf8_lossy(&whole).replace('\r', "").ends_with("\n\n.\n..e4\n"), "{whole:?}");
            let received_at = mail.received_at.unwrap();
            assert!(received_at.timestamp_subsec_nanos() == 0 && received_at.timestamp() >= 1_700_000_000);
        }
        // Another program that looks sees no mail marked, moved or deleted by us.
        for s in &subjects {
            let names = files(&place.maildir, s);
            assert_eq!(names.len(), 1);
            assert!(!names[0].contains(":2,") || names[0].ends_with(":2,"), "flags were set: {names:?}");
        }
        // A new session names the mails as the old one did.
        let mut again = place.open();
        assert_eq!(again.list(&all).unwrap(), listed);
        assert_eq!(mailbox.list(&|key| key != &listed[3].key).unwrap(), vec![listed[3].clone()]);
    });
}

#[test]
fn filing_moves_one_mail_and_no_other() {
    on_both("u2", |place| {
        let mut mailbox = place.open();
        ["ours", "theirs", "broken"].iter().for_each(|s| place.deliver(s));
        let listed = mailbox.list(&all).unwrap();
        mailbox.file(&[listed[0].key.clone()], Filing::Done).unwrap();
        mailbox.file(&[listed[2].key.clone()], Filing::Failed).unwrap();

        assert_eq!(files(&place.filed("Done"), "ours").len(), 1);
        assert_eq!(files(&place.filed("Failed"), "broken").len(), 1);
        assert_eq!(files(&place.maildir, "theirs").len(), 1);
        let left = mailbox.list(&all).unwrap();
        assert_eq!(left.iter().map(|m| &m.key).collect::<Vec<_>>(), vec![&listed[1].key]);
        // What is gone is nothing to fail over.
        for gone in [&listed[0].key, &MailKey("imap/1/4711".into()), &MailKey("1.gone.example".into())] {
            assert_eq!(mailbox.head(gone).unwrap(), None);
            assert_eq!(mailbox.fetch(gone).unwrap(), None);
            mailbox.file(std::slice::from_ref(gone), Filing::Done).unwrap();
        }
        assert_eq!(mailbox.list(&all).unwrap(), left);
    });
}

#[test]
fn a_mail_taken_away_meanwhile_is_gone() {
    on_both("u3", |place| {
        let mut mailbox = place.open();
        ["first", "second", "third"].iter().for_each(|s| place.deliver(s));
        let listed = mailbox.list(&all).unwrap();
        let name = files(&place.maildir, "second").remove(0);
        fs::remove_file(place.maildir.join(name)).unwrap();
        assert_eq!(mailbox.fetch(&listed[1].key).unwrap(), None);
        assert_eq!(subject(&mut *mailbox, &listed[2].key), "third");
        mailbox.file(&[listed[1].key.clone()], Filing::Done).unwrap();
    });
}

#[test]
fn mail_read_by_someone_else_is_still_there() {
    on_both("u4", |place| {
        let mut mailbox = place.open();
        place.deliver("seen elsewhere");
        let listed = mailbox.list(&all).unwrap();
        let name = files(&place.maildir, "seen elsewhere").remove(0);
        let base = name.split('/').nth(1).unwrap().split(':').next().unwrap().to_owned();
        fs::rename(place.maildir.join(&name), place.maildir.join("cur").join(format!("{base}:2,RS"))).unwrap();
        assert_eq!(subject(&mut *mailbox, &listed[0].key), "seen elsewhere");
        assert_eq!(mailbox.list(&all).unwrap()[0].key, listed[0].key);
        mailbox.file(&[listed[0].key.clone()], Filing::Done).unwrap();
        assert_eq!(files(&place.filed("Done"), "seen elsewhere").len(), 1);
    });
}

#[test]
fn a_huge_mail_shows_its_head_only() {
    on_both("u5", |place| {
        let mut mailbox = place.open();
        let body = "Nothing to see here, only one more line of text to fill the page.\r\n".repeat(30_000);
        let text = format!("{}{body}", mail("huge"));
        match &place.host {
            Some(host) => host.deliver(place.user, &text),
            None => fs::write(place.maildir.join("new/1700000000.M1P1.example"), &text).unwrap(),
        }
        let listed = mailbox.list(&all).unwrap();
        assert!(listed[0].size >= text.len() as u64, "{}", listed[0].size);
        assert_eq!(mailbox.head(&listed[0].key).unwrap().unwrap().len(), 65536);
        assert_eq!(subject(&mut *mailbox, &listed[0].key), "huge");
        assert_eq!(mailbox.fetch(&listed[0].key).unwrap().unwrap().len() as u64, listed[0].size);

        // A mailbox with a lower limit does not take it, and goes on.
        if let MailboxConfig::Imap { server, folder, done, failed, idle, .. } = place.config.clone() {
            let strict = MailboxConfig::Imap { server, folder, done, failed, idle, mail_bytes: 1 << 20 };
            let mut mailbox = open_mailbox(&strict).unwrap();
            // Not listed here, so its size is not known beforehand: the connection is cut.
            let failure = mailbox.fetch(&listed[0].key).unwrap_err();
            assert!(failure.what.contains("more than the"), "{}", failure.what);
            assert_eq!(mailbox.list(&all).unwrap(), listed);
            let failure = mailbox.fetch(&listed[0].key).unwrap_err();
            assert!(failure.what.contains("over the limit"), "{}", failure.what);
        }
    });
}

#[test]
fn new_mail_ends_the_wait() {
    on_both("u6", |place| {
        let mut mailbox = place.open();
        place.deliver("before");
        mailbox.list(&all).unwrap();
        // Nothing comes: the time is waited out.
        let begun = Instant::now();
        mailbox.wait(Duration::from_millis(700), &|| false).unwrap();
        assert!(begun.elapsed() >= Duration::from_millis(600), "{:?}", begun.elapsed());
        mailbox.list(&all).unwrap();
        // Something comes.
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(300));
                place.deliver("while waiting");
            });
            let begun = Instant::now();
            mailbox.wait(Duration::from_secs(20), &|| false).unwrap();
            let took = begun.elapsed();
            eprintln!("woken {:?} after the mail", took.saturating_sub(Duration::from_millis(300)));
            assert!(took < Duration::from_secs(3), "{took:?}");
        });
        assert_eq!(mailbox.list(&all).unwrap().len(), 2);
        // Something came between listing and waiting, also with mail filed in between.
        let listed = mailbox.list(&all).unwrap();
        place.deliver("in between");
        mailbox.file(&[listed[0].key.clone()], Filing::Done).unwrap();
        let begun = Instant::now();
        mailbox.wait(Duration::from_secs(20), &|| false).unwrap();
        assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
        assert_eq!(mailbox.list(&all).unwrap().len(), 2);
    });
}

#[test]
fn stop_ends_the_wait() {
    on_both("u7", |place| {
        let mut mailbox = place.open();
        mailbox.list(&all).unwrap();
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(400));
                stop.store(true, Ordering::Relaxed);
            });
            let begun = Instant::now();
            mailbox.wait(Duration::from_secs(30), &|| stop.load(Ordering::Relaxed)).unwrap();
            let took = begun.elapsed();
            assert!(took >= Duration::from_millis(390) && took < Duration::from_millis(1400), "{took:?}");
        });
        // The next wait is a wait again, as often as one is ended.
        for _ in 0..2 {
            mailbox.list(&all).unwrap();
            let begun = Instant::now();
            mailbox.wait(Duration::from_millis(700), &|| false).unwrap();
            assert!(begun.elapsed() >= Duration::from_millis(600), "{:?}", begun.elapsed());
        }
    });
}

#[test]
fn a_mailbox_says_what_it_can() {
    on_both("u8", |place| {
        let mut mailbox = place.open();
        place.deliver("one");
        let line = mailbox.describe().unwrap();
        assert!(line.contains("1 mails") && !line.contains('\n'), "{line}");
    });
}
