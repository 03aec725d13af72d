/*!
One connection to a server, bare or under TLS, which cannot hang and cannot be flooded.

Each read and write has a limit of time, each command one of time and bytes together: a server that drips a byte now and
then is as dead as a silent one. After any failure the connection refuses further use, since nobody knows any more which
answer belongs to which command.

The limits are shared with whoever talks over the connection, because the IMAP library keeps the connection to itself.
*/

use super::failure::is_timeout;
use super::{Server, Tls};
use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Beyond the limit on single reads, an answer must on average come at least this fast.
const BYTES_PER_SECOND_MIN: u64 = 1024;
/// While idling, how often to look whether we are to stop.
const IDLE_SLICE: Duration = Duration::from_millis(200);
/// How long the server may take to end IDLE when we want to stop.
const HURRY: Duration = Duration::from_millis(400);
/// Keeps entries in address translators alive, and finds dead peers.
const KEEPALIVE_AFTER: Duration = Duration::from_secs(60);
/// A host name with many addresses is not tried for ever.
const ADDRESSES_MAX: usize = 4;

/// What a connection may take, shared between it and its user.
pub(super) struct Limits {
    timeout: Duration,
    budget: Mutex<Budget>,
    interrupted: AtomicBool,
    dead: AtomicBool,
}

struct Budget {
    begun: Instant,
    left: u64,
    cap: u64,
    idle_until: Option<Instant>,
}

impl Limits {
    fn new(timeout: Duration) -> Limits {
        let budget = Budget { begun: Instant::now(), left: 0, cap: 0, idle_until: None };
        let (interrupted, dead) = (AtomicBool::new(false), AtomicBool::new(false));
        Limits { timeout, budget: Mutex::new(budget), interrupted, dead }
    }

    /// A command begins: its answer may take `cap` bytes.
    pub(super) fn begin(&self, cap: u64) {
        let mut budget = self.budget();
        budget.begun = Instant::now();
        budget.left = cap;
        budget.cap = cap;
    }

    /// How many bytes the present answer may still take.
    pub(super) fn left(&self) -> u64 {
        self.budget().left
    }

    /// Ends the present IDLE soon.
    pub(super) fn interrupt(&self) {
        self.interrupted.store(true, Ordering::Relaxed);
    }

    /// An IDLE begins, which nobody has interrupted yet.
    pub(super) fn begin_idle(&self, cap: u64) {
        self.interrupted.store(false, Ordering::Relaxed);
        self.begin(cap);
    }

    /// Whether the connection has failed.
    pub(super) fn is_dead(&self) -> bool {
        self.dead.load(Ordering::Relaxed)
    }

    fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    fn budget(&self) -> MutexGuard<'_, Budget> {
        // Plain numbers: whoever panicked left them whole.
        self.budget.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a read that waited in vain should wait on; else why not.
    fn may_wait(&self) -> io::Result<bool> {
        let budget = self.budget();
        if let Some(until) = budget.idle_until {
            let over = self.is_interrupted() || Instant::now() >= until;
            return if over { Err(io::ErrorKind::TimedOut.into()) } else { Ok(true) };
        }
        let got = budget.cap - budget.left;
        let allowed = self.timeout + Duration::from_secs(got / BYTES_PER_SECOND_MIN);
        if budget.begun.elapsed() >= allowed { Err(io::ErrorKind::TimedOut.into()) } else { Ok(false) }
    }

    fn took(&self, bytes: usize) -> io::Result<()> {
        let mut budget = self.budget();
        match budget.left.checked_sub(bytes as u64) {
            Some(left) => {
                budget.left = left;
                Ok(())
            }
            None => Err(io::Error::other(format!("the server sent more than the {} bytes allowed here", budget.cap))),
        }
    }
}

/// The bare connection with its limits. TLS runs on top of it, so that even a handshake is limited.
pub(super) struct Socket {
    tcp: TcpStream,
    limits: Arc<Limits>,
}

impl Socket {
    /// Connects. Without TLS, only to this machine: a password must not cross a network in clear text.
    pub(super) fn connect(server: &Server) -> io::Result<Socket> {
        let mut last = io::Error::other("the host name has no address");
        for address in (server.host.as_str(), server.port).to_socket_addrs()?.take(ADDRESSES_MAX) {
            if server.tls == Tls::None && !address.ip().is_loopback() {
                last = io::Error::other("a connection without TLS is allowed to this machine only");
                continue;
            }
            match TcpStream::connect_timeout(&address, server.timeout) {
                Ok(tcp) => return Socket::prepare(tcp, server.timeout),
                Err(e) => last = e,
            }
        }
        Err(last)
    }

    pub(super) fn limits(&self) -> Arc<Limits> {
        Arc::clone(&self.limits)
    }

    fn prepare(tcp: TcpStream, timeout: Duration) -> io::Result<Socket> {
        tcp.set_nodelay(true)?;
        tcp.set_read_timeout(Some(timeout))?;
        tcp.set_write_timeout(Some(timeout))?;
        let keepalive = socket2::TcpKeepalive::new().with_time(KEEPALIVE_AFTER);
        // Only a help: some systems refuse it.
        let _ = socket2::SockRef::from(&tcp).set_tcp_keepalive(&keepalive);
        Ok(Socket { tcp, limits: Arc::new(Limits::new(timeout)) })
    }
}

impl Read for Socket {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        loop {
            let idling = self.limits.may_wait()?;
            match self.tcp.read(buf) {
                Err(e) if is_timeout(&e) && idling => continue,
                Ok(bytes) => {
                    self.limits.took(bytes)?;
                    return Ok(bytes);
                }
                Err(e) => return Err(e),
            }
        }
    }
}

impl Write for Socket {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        self.tcp.write(buf)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.tcp.flush()
    }
}

/// A connection as its user sees it.
pub(super) struct Wire {
    pipe: Pipe,
    limits: Arc<Limits>,
}

/// What the bytes run through.
pub(super) enum Pipe {
    /// Clear text.
    Bare(Socket),
    /// TLS.
    Tls(Box<rustls::StreamOwned<rustls::ClientConnection, Socket>>),
}

impl Wire {
    pub(super) fn bare(socket: Socket) -> Wire {
        Wire { limits: Arc::clone(&socket.limits), pipe: Pipe::Bare(socket) }
    }

    pub(super) fn tls(stream: rustls::StreamOwned<rustls::ClientConnection, Socket>) -> Wire {
        Wire { limits: Arc::clone(&stream.sock.limits), pipe: Pipe::Tls(Box::new(stream)) }
    }

    pub(super) fn limits(&self) -> Arc<Limits> {
        Arc::clone(&self.limits)
    }

    /// The socket below, for STARTTLS; none if TLS runs already.
    pub(super) fn into_socket(self) -> Option<Socket> {
        match self.pipe {
            Pipe::Bare(socket) => Some(socket),
            Pipe::Tls(_) => None,
        }
    }

    /// Whether the server has sent more than was read, on a bare connection.
    pub(super) fn has_early_bytes(&self) -> io::Result<bool> {
        let tcp = self.tcp();
        tcp.set_nonblocking(true)?;
        let peeked = tcp.peek(&mut [0]);
        tcp.set_nonblocking(false)?;
        match peeked {
            Ok(_) => Ok(true),
            Err(e) if is_timeout(&e) => Ok(false),
            Err(e) => Err(e),
        }
    }

    /// Waits in slices for `at_most`, looking at [`Limits::interrupt`]; a wait that ends so is no failure.
    pub(super) fn start_idling(&mut self, at_most: Duration) -> io::Result<()> {
        self.limits.budget().idle_until = Some(Instant::now() + at_most);
        self.tcp().set_read_timeout(Some(IDLE_SLICE))
    }

    /// Back to one limit for each read; the answer that ends IDLE begins here.
    pub(super) fn stop_idling(&mut self) -> io::Result<()> {
        let cap = {
            let mut budget = self.limits.budget();
            budget.idle_until = None;
            budget.cap
        };
        self.limits.begin(cap);
        let timeout = if self.limits.is_interrupted() { HURRY.min(self.limits.timeout) } else { self.limits.timeout };
        self.tcp().set_read_timeout(Some(timeout))
    }

    fn tcp(&self) -> &TcpStream {
        match &self.pipe {
            Pipe::Bare(socket) => &socket.tcp,
            Pipe::Tls(stream) => &stream.sock.tcp,
        }
    }

    fn is_idling(&self) -> bool {
        self.limits.budget().idle_until.is_some()
    }

    /// Marks the connection dead unless the failure is the harmless end of a wait.
    fn noted<T>(&self, result: io::Result<T>) -> io::Result<T> {
        if let Err(e) = &result {
            let harmless = e.kind() == io::ErrorKind::Interrupted || (is_timeout(e) && self.is_idling());
            if !harmless {
                self.kill();
            }
        }
        result
    }

    /// Refuses all further use.
    pub(super) fn kill(&self) {
        self.limits.dead.store(true, Ordering::Relaxed);
        let _ = self.tcp().shutdown(std::net::Shutdown::Both);
    }

    fn alive(&self) -> io::Result<()> {
        if self.limits.is_dead() { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(()) }
    }
}

impl Read for Wire {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.alive()?;
        let result = match &mut self.pipe {
            Pipe::Bare(socket) => socket.read(buf),
            Pipe::Tls(stream) => stream.read(buf),
        };
        self.noted(result)
    }
}

impl Write for Wire {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        self.alive()?;
        let result = match &mut self.pipe {
            Pipe::Bare(socket) => socket.write(buf),
            Pipe::Tls(stream) => stream.write(buf),
        };
        self.noted(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.alive()?;
        let result = match &mut self.pipe {
            Pipe::Bare(socket) => socket.flush(),
            Pipe::Tls(stream) => stream.flush(),
        };
        self.noted(result)
    }
}
