/*!
The courier that hands mail to a program on this machine, as `sendmail` has been called for forty years.
*/

use super::failure::clean;
use super::{Courier, Failure};
use crate::mail::{Delivery, Envelope};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const LOOK_EVERY: Duration = Duration::from_millis(10);
const WORDS_BYTES: u64 = 4096;

pub(super) struct Sendmail {
    path: PathBuf,
    timeout: Duration,
}

impl Sendmail {
    pub(super) fn new(path: &Path, timeout: Duration) -> Sendmail {
        Sendmail { path: path.to_owned(), timeout }
    }

    /// Runs the program to its end: how it ended, and what it complained of.
    fn run(&self, envelope: &Envelope, mail: Vec<u8>) -> std::io::Result<(Option<ExitStatus>, String)> {
        let from = envelope.from.as_ref().map_or_else(|| "<>".to_owned(), ToString::to_string);
        let mut child = Command::new(&self.path)
            .args(["-i", "-f", &from, "--", &envelope.to.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()?;
        let stdin = child.stdin.take();
        let stderr = child.stderr.take();
        // The pipes have threads of their own: a program that reads nothing, or writes much, must not block us.
        let feeding = thread::spawn(move || stdin.map(|mut pipe| pipe.write_all(&mail)));
        let hearing = thread::spawn(move || {
            let mut words = Vec::new();
            if let Some(mut pipe) = stderr {
                let _ = pipe.by_ref().take(WORDS_BYTES).read_to_end(&mut words);
                let _ = std::io::copy(&mut pipe, &mut std::io::sink());
            }
            clean(&String::from_utf8_lossy(&words))
        });
        let status = self.wait(&mut child)?;
        if status.is_none() {
            // Its children may hold the pipes open; nobody waits for them.
            return Ok((None, String::new()));
        }
        let fed = feeding.join().ok().flatten();
        let words = hearing.join().unwrap_or_default();
        match fed {
            // A success without having read the mail is none.
            Some(Err(e)) if status.is_some_and(|s| s.success()) => Err(e),
            _ => Ok((status, words)),
        }
    }

    /// None if it had to be killed.
    fn wait(&self, child: &mut Child) -> std::io::Result<Option<ExitStatus>> {
        let begun = Instant::now();
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(Some(status));
            }
            if begun.elapsed() >= self.timeout {
                child.kill()?;
                child.wait()?;
                return Ok(None);
            }
            thread::sleep(LOOK_EVERY);
        }
    }
}

impl Courier for Sendmail {
    fn send(&mut self, envelope: &Envelope, _: &str, mail: &[u8]) -> Delivery {
        let name = self.path.display();
        let delayed = |what: String, account| Delivery::Delayed { reason: format!("{name}: {what}"), account };
        let (status, words) = match self.run(envelope, local_lines(mail)) {
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
