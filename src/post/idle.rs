/*!
IDLE (RFC 2177), made safe for the IMAP library.

The library takes the line after its IDLE for the `+` and is lost if it is anything else: an EXISTS that came first
blocks it, a tagged OK makes it panic. So the stream under it puts the lines in order: what comes before the `+` is
handed over behind it, and a refusal is a failure of the connection. The end of the wait is decided on another thread
than the reading one, so that a daemon told to stop does not wait for a server.
*/

use super::failure::clean;
use super::literal::Literals;
use super::stream::{Limits, Wire};
use imap::extensions::idle::SetReadTimeout;
use imap::types::UnsolicitedResponse;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

/// One IDLE may take so many bytes.
const IDLE_BYTES: u64 = 1024 * 1024;
const LOOK_EVERY: Duration = Duration::from_millis(50);
const LINE_BYTES: usize = 64 * 1024;

/// The beginning of an IDLE, as the session and the stream it owns both see it.
#[derive(Clone)]
pub(super) struct Beginning(Arc<AtomicU8>);

const NO_IDLE: u8 = 0;
const EXPECTED: u8 = 1;
const REFUSED: u8 = 2;

impl Beginning {
    /// The next command is IDLE.
    fn expect(&self) {
        self.0.store(EXPECTED, Ordering::Relaxed);
    }

    /// Whether the server refused it.
    pub(super) fn is_refused(&self) -> bool {
        self.0.load(Ordering::Relaxed) == REFUSED
    }
}

/// The stream the IMAP library reads.
pub(super) struct IdleWire {
    wire: Wire,
    limits: Arc<Limits>,
    literals: Literals,
    beginning: Beginning,
    /// Read from the wire, not yet complete lines.
    partial: Vec<u8>,
    /// Untagged lines that came before the `+`.
    early: Vec<u8>,
    /// In order, to be handed over.
    ready: io::Cursor<Vec<u8>>,
}

impl IdleWire {
    pub(super) fn new(wire: Wire) -> (IdleWire, Beginning) {
        let beginning = Beginning(Arc::new(AtomicU8::new(NO_IDLE)));
        let (limits, literals) = (wire.limits(), Literals::default());
        let (partial, early, ready) = (Vec::new(), Vec::new(), io::Cursor::new(Vec::new()));
        (IdleWire { wire, limits, literals, beginning: beginning.clone(), partial, early, ready }, beginning)
    }

    /// Reads until the `+` has come.
    fn sort(&mut self) -> io::Result<()> {
        loop {
            while let Some(end) = self.partial.iter().position(|b| *b == b'\n') {
                let line: Vec<u8> = self.partial.drain(..=end).collect();
                if line.starts_with(b"+") {
                    self.beginning.0.store(NO_IDLE, Ordering::Relaxed);
                    let mut ready = line;
                    ready.append(&mut self.early);
                    ready.append(&mut self.partial);
                    self.ready = io::Cursor::new(ready);
                    return Ok(());
                }
                let text = String::from_utf8_lossy(&line);
                if !line.starts_with(b"* ") {
                    self.beginning.0.store(REFUSED, Ordering::Relaxed);
                    self.wire.kill();
                    return Err(io::Error::other(format!("IDLE is refused: {}", clean(&text))));
                }
                if text.to_ascii_uppercase().starts_with("* BYE") {
                    self.wire.kill();
                    return Err(io::Error::other(format!("the server closes: {}", clean(&text))));
                }
                self.early.extend_from_slice(&line);
            }
            let mut chunk = [0; 1024];
            let bytes = self.wire.read(&mut chunk)?;
            if bytes == 0 || self.partial.len() > LINE_BYTES {
                self.wire.kill();
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            self.partial.extend(chunk.iter().take(bytes));
        }
    }
}

impl Read for IdleWire {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if self.beginning.0.load(Ordering::Relaxed) == EXPECTED {
            self.sort()?;
        }
        match self.ready.read(buf)? {
            0 => {
                let bytes = self.wire.read(buf)?;
                self.literals
                    .follow(buf.get(..bytes).unwrap_or(buf), self.limits.left())
                    .inspect_err(|_| self.wire.kill())?;
                Ok(bytes)
            }
            bytes => Ok(bytes),
        }
    }
}

impl Write for IdleWire {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        self.wire.write(buf)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.wire.flush()
    }
}

impl SetReadTimeout for IdleWire {
    /// `None` means the usual limit, not none at all: the library asks for it before it waits for the answer to DONE.
    fn set_read_timeout(&mut self, timeout: Option<Duration>) -> imap::Result<()> {
        match timeout {
            Some(at_most) => self.wire.start_idling(at_most),
            None => self.wire.stop_idling(),
        }
        .map_err(imap::Error::Io)
    }
}

/// Why an IDLE ended.
#[derive(Debug)]
pub(super) enum Woken {
    /// Time is up, or we were told to stop.
    Nothing,
    /// There may be new mail.
    Mail,
    /// The server says goodbye.
    Bye(String),
}

/// Idles until mail may have come. `count` is the number of mails if it is known for sure: hearing it again is no news.
pub(super) fn idle(
    session: &mut imap::Session<IdleWire>,
    limits: &Limits,
    beginning: &Beginning,
    count: Option<u32>,
    at_most: Duration,
    stop: &dyn Fn() -> bool,
) -> imap::Result<Woken> {
    limits.begin_idle(IDLE_BYTES);
    beginning.expect();
    let (done, over) = mpsc::sync_channel(1);
    thread::scope(|scope| {
        let listen = move || {
            let result = listen(session, count, at_most);
            // Nobody listens only if the other side has stopped waiting.
            let _ = done.send(());
            result
        };
        let listener = thread::Builder::new().name("idle".into()).spawn_scoped(scope, listen)?;
        while let Err(mpsc::RecvTimeoutError::Timeout) = over.recv_timeout(LOOK_EVERY) {
            if stop() {
                limits.interrupt();
            }
        }
        listener.join().unwrap_or_else(|_| Err(imap::Error::Io(io::Error::other("the IMAP library panicked in IDLE"))))
    })
}

fn listen(session: &mut imap::Session<IdleWire>, mut count: Option<u32>, at_most: Duration) -> imap::Result<Woken> {
    let mut woken = Woken::Nothing;
    session.idle().timeout(at_most).keepalive(false).wait_while(|heard| match heard {
        UnsolicitedResponse::Exists(n) if Some(n) == count => true,
        UnsolicitedResponse::Exists(_) => {
            woken = Woken::Mail;
            false
        }
        UnsolicitedResponse::Expunge(_) => {
            count = None;
            true
        }
        UnsolicitedResponse::Bye { information, .. } => {
            woken = Woken::Bye(clean(&information.unwrap_or_default()));
            false
        }
        // Heartbeats, flags others set, \Recent.
        _ => true,
    })?;
    Ok(woken)
}
