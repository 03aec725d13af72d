/*!
The courier that hands mail to a program on this machine, as `sendmail` has been called for forty years.
*/

use super::failure::clean;
use super::{Courier, Failure};
use crate::child;
use crate::mail::{Delivery, Envelope};
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// The bytes of the program's complaint that are kept.
const WORDS_BYTES: u64 = 4096;
/// How long the program's complaint is waited for after its end.
const WORDS_WITHIN: Duration = Duration::from_secs(1);
/// The file in the spool folder that a mail is written to before the program is started.
const OUTGOING: &str = "kingpost.outgoing";

pub(super) struct Sendmail {
    path: PathBuf,
    timeout: Duration,
    spool: PathBuf,
}

impl Sendmail {
    /// `spool` is a folder for the service alone.
    pub(super) fn new(path: &Path, timeout: Duration, spool: &Path) -> Sendmail {
        Sendmail { path: path.to_owned(), timeout, spool: spool.to_owned() }
    }

    /// Runs the program to its end: how it ended, `None` if not in time, and what it complained of.
    fn run(&self, envelope: &Envelope, mail: &[u8]) -> std::io::Result<(Option<ExitStatus>, String)> {
        let from = envelope.from.as_ref().map_or_else(|| "<>".to_owned(), ToString::to_string);
        let mut file = whole(&self.spool, mail)?;
        let mut child = child::command(&self.path)
            .args(["-i", "-f", &from, "--", &envelope.to.to_string()])
            .stdin(Stdio::from(file.try_clone()?))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()?;
        let stderr = child.stderr.take();
        // The pipe has a thread of its own: a program that writes much must not block us.
        let (say, words) = mpsc::channel();
        thread::spawn(move || {
            let mut words = Vec::new();
            if let Some(mut pipe) = stderr {
                let _ = pipe.by_ref().take(WORDS_BYTES).read_to_end(&mut words);
                let _ = say.send(clean(&String::from_utf8_lossy(&words)));
                let _ = std::io::copy(&mut pipe, &mut std::io::sink());
            }
        });
        let Some(status) = child::wait(&mut child, self.timeout)? else { return Ok((None, String::new())) };
        // A program that goes on in the background may hold the pipe open for long.
        let words = words.recv_timeout(WORDS_WITHIN).unwrap_or_default();
        // Both handles share one place in the file, so ours tells how far the program has read.
        let left = (mail.len() as u64).saturating_sub(file.stream_position()?);
        if left > 0 && status.success() {
            return Err(std::io::Error::other(format!("it reported success with {left} bytes of the mail unread")));
        }
        Ok((Some(status), words))
    }
}

/// The mail as a file that is complete and on disk, open for reading. The program gets it as its standard input, and not a
/// pipe: if the service dies while the program reads, the program still reads the whole mail. The file has no name any
/// more when this returns.
fn whole(spool: &Path, mail: &[u8]) -> std::io::Result<File> {
    let path = spool.join(OUTGOING);
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&path)?;
    file.write_all(mail)?;
    file.sync_all()?;
    drop(file);
    let complete = File::open(&path)?;
    std::fs::remove_file(&path)?;
    Ok(complete)
}

impl Courier for Sendmail {
    fn send(&mut self, envelope: &Envelope, _: &str, mail: &[u8]) -> Delivery {
        let name = self.path.display();
        let delayed = |what: String, account| Delivery::Delayed { reason: format!("{name}: {what}"), account };
        let (status, words) = match self.run(envelope, &local_lines(mail)) {
            Ok((Some(status), words)) => (status, words),
            Ok((None, _)) => return delayed("did not end in time".into(), true),
            Err(e) => return delayed(e.to_string(), true),
        };
        let failed = |unreachable| Delivery::Failed { reason: format!("{name}: {words}"), unreachable };
        // sysexits.h: DATAERR, NOUSER, NOHOST, TEMPFAIL; all else is trouble with the program itself.
        match status.code() {
            Some(0) => Delivery::Accepted,
            Some(65) => failed(false),
            Some(67 | 68) => failed(true),
            Some(75) => delayed(words, false),
            _ => delayed(format!("{status}: {words}"), true),
        }
    }

    fn describe(&mut self) -> Result<String, Failure> {
        match std::fs::metadata(&self.path) {
            Ok(meta) if meta.is_file() => Ok(format!("program {}", self.path.display())),
            Ok(_) => Err(failure(&self.path, "is no program")),
            Err(e) => Err(failure(&self.path, &e.to_string())),
        }
    }
}

fn failure(path: &Path, what: &str) -> Failure {
    Failure { what: format!("{}: {what}", path.display()), retry_after: Duration::from_secs(60) }
}

/// Programs on this machine expect its own line ends; some double the others.
fn local_lines(mail: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(mail.len());
    let mut rest = mail.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'\r' || rest.peek() != Some(&b'\n') {
            out.push(byte);
        }
    }
    out
}
