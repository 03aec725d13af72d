/*!
The courier that speaks SMTP (RFC 5321) to a submission server.

Commands and replies are lettre's, the connection is ours: lettre's own keeps the bytes that came before a STARTTLS
handshake, and writes a message in two pieces, which costs 40 ms a mail where Nagle's algorithm meets delayed
acknowledgement. One connection is kept between mails. A mail is repeated at once only if a kept connection turns out
dead before the message was sent; after that the server may have it, and only the outbox repeats it, under the same
Message-ID.
*/

use super::dots::stuffed;
use super::failure::{Backoff, Trouble, clean, io_words};
use super::reply::{Stage, judge};
use super::stream::{Limits, Wire};
use super::tls::Peer;
use super::{Courier, Failure, Secret, Server, Tls};
use crate::mail::{Address, Delivery, Envelope};
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::commands::{Auth, Data, Ehlo, Mail, Quit, Rcpt, Rset, Starttls};
use lettre::transport::smtp::extension::{ClientId, MailBodyParameter, MailParameter};
use lettre::transport::smtp::response::Response;
use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Servers close connections that idle; one this old is not trusted any more.
const KEPT_FOR: Duration = Duration::from_secs(30);
const REPLY_BYTES: u64 = 64 * 1024;

pub(super) struct Smtp {
    peer: Peer,
    hello: String,
    kept: Option<Dialogue>,
    backoff: Backoff,
}

/// One connection, logged in.
struct Dialogue {
    lines: BufReader<Wire>,
    limits: Arc<Limits>,
    offers: Offers,
    used: Instant,
}

/// What the server said it can do.
#[derive(Default)]
struct Offers {
    starttls: bool,
    eight_bit: bool,
    size: bool,
    pipelining: bool,
    mechanisms: Vec<Mechanism>,
}

/// Why a mail was not taken.
enum Hitch {
    /// The server said no.
    Refused { stage: Stage, code: u16, text: String },
    /// The connection failed. After the message began, the server may have the mail.
    Broken { stage: Stage, what: String },
    /// This server cannot carry it at all.
    Unfit { what: String, unreachable: bool },
}

impl Smtp {
    pub(super) fn new(server: &Server, hello: &str) -> Smtp {
        Smtp { peer: Peer::new(server), hello: hello.to_owned(), kept: None, backoff: Backoff::new() }
    }

    fn place(&self) -> String {
        format!("SMTP server {}:{}", self.peer.server.host, self.peer.server.port)
    }

    /// Hands one mail over, on the kept connection if there is one.
    fn attempt(&mut self, envelope: &Envelope, mail: &[u8]) -> Result<(), Hitch> {
        let mut dialogue = match self.kept.take() {
            Some(kept) => kept,
            None => self.open()?,
        };
        let result = dialogue.hand_over(envelope, mail);
        let usable = match &result {
            Ok(()) | Err(Hitch::Unfit { .. }) => true,
            Err(Hitch::Refused { stage: Stage::Body, code, .. }) => *code != 421,
            // A refusal leaves half a transaction behind.
            Err(Hitch::Refused { code, .. }) => *code != 421 && dialogue.say(Stage::Mail, Rset, &[250]).is_ok(),
            Err(Hitch::Broken { .. }) => false,
        };
        if usable {
            dialogue.used = Instant::now();
            self.kept = Some(dialogue);
        }
        result
    }

    /// Connects, encrypts, logs in.
    fn open(&mut self) -> Result<Dialogue, Hitch> {
        let broken =
            |step: &str, e: &io::Error| Hitch::Broken { stage: Stage::Login, what: format!("{step}: {}", io_words(e)) };
        let hello = Ehlo::new(ClientId::Domain(self.hello.clone()));
        let wire = self.peer.connect().map_err(|e| broken("connecting", &e))?;
        let mut dialogue = Dialogue::new(wire);
        dialogue.greet(&hello)?;
        if self.peer.server.tls == Tls::StartTls {
            if !dialogue.offers.starttls {
                return Err(broken("STARTTLS", &io::Error::other("it is not offered")));
            }
            dialogue.say(Stage::Login, Starttls, &[220])?;
            let socket = dialogue.into_socket().map_err(|e| broken("STARTTLS", &e))?;
            let wire = self.peer.secure(socket).map_err(|e| broken("TLS", &e))?;
            dialogue = Dialogue::new(wire);
            dialogue.hello(&hello)?;
        }
        if let Some((user, password)) = &self.peer.server.login {
            dialogue.log_in(user, password)?;
        }
        Ok(dialogue)
    }

    fn verdict(&mut self, hitch: Hitch) -> Delivery {
        match hitch {
            Hitch::Refused { stage, code, text } => judge(stage, code, &text),
            Hitch::Broken { stage, what } => {
                let place = self.place();
                let doubt = if stage == Stage::Body { " (the server may have taken the mail)" } else { "" };
                Delivery::Delayed { reason: format!("{place}: {what}{doubt}"), account: true }
            }
            Hitch::Unfit { what, unreachable } => Delivery::Failed { reason: what, unreachable },
        }
    }
}

impl Courier for Smtp {
    fn send(&mut self, envelope: &Envelope, _: &str, mail: &[u8]) -> Delivery {
        if let Some(stale) = self.kept.take_if(|kept| kept.used.elapsed() >= KEPT_FOR) {
            stale.quit();
        }
        let was_kept = self.kept.is_some();
        let mut result = self.attempt(envelope, mail);
        let closed = match &result {
            Err(Hitch::Broken { stage, .. }) => *stage < Stage::Body,
            Err(Hitch::Refused { stage, code, .. }) => *code == 421 && *stage < Stage::Body,
            _ => false,
        };
        if was_kept && closed {
            result = self.attempt(envelope, mail);
        }
        match result {
            Ok(()) => Delivery::Accepted,
            Err(hitch) => self.verdict(hitch),
        }
    }

    fn describe(&mut self) -> Result<String, Failure> {
        let dialogue = match self.open() {
            Ok(dialogue) => dialogue,
            Err(hitch) => {
                let grave = matches!(&hitch, Hitch::Refused { code: 500.., .. } | Hitch::Unfit { .. });
                let what = match hitch {
                    Hitch::Refused { code, text, .. } => {
                        format!("{}: {}", self.place(), clean(&format!("{code} {text}")))
                    }
                    Hitch::Broken { what, .. } | Hitch::Unfit { what, .. } => format!("{}: {what}", self.place()),
                };
                return Err(self.backoff.failed(Trouble { what, grave }));
            }
        };
        let login = if self.peer.server.login.is_some() { "logged in" } else { "no login" };
        dialogue.quit();
        Ok(format!("{}, {login}", self.place()))
    }
}

impl Dialogue {
    fn new(wire: Wire) -> Dialogue {
        let limits = wire.limits();
        limits.begin(REPLY_BYTES);
        Dialogue { lines: BufReader::new(wire), limits, offers: Offers::default(), used: Instant::now() }
    }

    fn greet(&mut self, hello: &Ehlo) -> Result<(), Hitch> {
        let greeting = self.reply().map_err(|e| broken(Stage::Login, "greeting", &e))?;
        expect(Stage::Login, &greeting, &[220])?;
        self.hello(hello)
    }

    fn hello(&mut self, hello: &Ehlo) -> Result<(), Hitch> {
        let answer = self.say(Stage::Login, hello, &[250])?;
        self.offers = Offers::read(&answer);
        Ok(())
    }

    fn log_in(&mut self, user: &str, password: &Secret) -> Result<(), Hitch> {
        let known = [Mechanism::Plain, Mechanism::Login];
        let unfit = |what: &str| Hitch::Broken { stage: Stage::Login, what: format!("logging in: {what}") };
        let mechanism = known.into_iter().find(|m| self.offers.mechanisms.contains(m));
        let mechanism = mechanism.ok_or_else(|| unfit("the server offers neither AUTH PLAIN nor AUTH LOGIN"))?;
        let secret = Credentials::new(user.to_owned(), password.0.clone());
        let first = Auth::new(mechanism, secret.clone(), None).map_err(|_| unfit("no command can be made"))?;
        let mut answer = self.say(Stage::Login, first, &[235, 334])?;
        // LOGIN asks twice; a server that asks for ever is not asked on.
        for _ in 0..3 {
            if answer.has_code(235) {
                return Ok(());
            }
            let next = Auth::new_from_response(mechanism, secret.clone(), &answer);
            let next = next.map_err(|_| unfit("the server asks what this mechanism does not know"))?;
            answer = self.say(Stage::Login, next, &[235, 334])?;
        }
        if answer.has_code(235) { Ok(()) } else { Err(unfit("the server does not stop asking")) }
    }

    fn hand_over(&mut self, envelope: &Envelope, mail: &[u8]) -> Result<(), Hitch> {
        let from = envelope.from.as_ref().map(address).transpose()?;
        let to = address(&envelope.to)?;
        let body = stuffed(mail);
        let parameters = self.parameters(mail)?;
        let (from, to) = (Mail::new(from, parameters), Rcpt::new(to, vec![]));
        if self.offers.pipelining {
            self.say_together(from, to)?;
        } else {
            self.say(Stage::Mail, from, &[250])?;
            self.say(Stage::Rcpt, to, &[250, 251])?;
            self.say(Stage::Data, Data, &[354])?;
        }
        // In one piece with its end mark: see above.
        self.limits.begin(REPLY_BYTES);
        let answer = self.write(&body).and_then(|()| self.reply()).map_err(|e| broken(Stage::Body, "message", &e))?;
        expect(Stage::Body, &answer, &[250])
    }

    /// The commands before the message in one piece (RFC 2920). The first refusal counts: what follows it is refused with it.
    fn say_together(&mut self, from: Mail, to: Rcpt) -> Result<(), Hitch> {
        self.limits.begin(REPLY_BYTES);
        let commands = format!("{from}{to}{Data}");
        self.write(commands.as_bytes()).map_err(|e| broken(Stage::Mail, "sender", &e))?;
        let mut result = Ok(());
        let steps: [(Stage, &[u16]); 3] = [(Stage::Mail, &[250]), (Stage::Rcpt, &[250, 251]), (Stage::Data, &[354])];
        for (stage, wanted) in steps {
            let answer = match self.reply() {
                Ok(answer) => answer,
                // A server that closes behind its refusal has said why.
                Err(error) => return result.and(Err(broken(stage, step(stage), &error))),
            };
            let goes_on = answer.has_code(354);
            result = result.and(expect(stage, &answer, wanted).map(|_| ()));
            if stage == Stage::Data && goes_on && result.is_err() {
                // It waits for a message to nobody (RFC 2920, section 3.1).
                let _ = self.write(b".\r\n").and_then(|()| self.reply());
            }
            if matches!(&result, Err(Hitch::Refused { code: 421, .. } | Hitch::Broken { .. })) {
                return result;
            }
        }
        result
    }

    fn parameters(&self, mail: &[u8]) -> Result<Vec<MailParameter>, Hitch> {
        let mut parameters = Vec::new();
        if self.offers.size {
            parameters.push(MailParameter::Size(mail.len()));
        }
        if !mail.is_ascii() {
            if !self.offers.eight_bit {
                let what = "the server cannot carry a mail beyond ASCII (no 8BITMIME)".into();
                return Err(Hitch::Unfit { what, unreachable: false });
            }
            parameters.push(MailParameter::Body(MailBodyParameter::EightBitMime));
        }
        Ok(parameters)
    }

    /// One command and its reply, which must be one of `wanted`.
    fn say(&mut self, stage: Stage, command: impl Display, wanted: &[u16]) -> Result<Response, Hitch> {
        self.limits.begin(REPLY_BYTES);
        let command = command.to_string();
        let answer = self.write(command.as_bytes()).and_then(|()| self.reply());
        let answer = answer.map_err(|e| broken(stage, step(stage), &e))?;
        expect(stage, &answer, wanted)?;
        Ok(answer)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.lines.get_mut().write_all(bytes)?;
        self.lines.get_mut().flush()
    }

    /// A whole reply, of one line or more.
    fn reply(&mut self) -> io::Result<Response> {
        let mut text = String::new();
        loop {
            let mut line = Vec::new();
            self.lines.read_until(b'\n', &mut line)?;
            if !line.ends_with(b"\n") {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let line = String::from_utf8_lossy(&line);
            text.push_str(line.trim_end_matches(['\r', '\n']));
            let more = line.as_bytes().get(3) == Some(&b'-');
            // A reply may be a bare code; the grammar of the parser wants the space.
            if !more && text.rsplit('\n').next().is_some_and(|last| last.len() == 3) {
                text.push(' ');
            }
            text.push_str("\r\n");
            if !more {
                let odd = || io::Error::other(format!("a reply that is none of SMTP: {}", clean(&text)));
                return text.parse().map_err(|_| odd());
            }
        }
    }

    /// The socket for the TLS handshake. Bytes that came early could be anybody's, and end it.
    fn into_socket(self) -> io::Result<super::stream::Socket> {
        let early = !self.lines.buffer().is_empty() || self.lines.get_ref().has_early_bytes()?;
        if early {
            return Err(io::Error::other("the server sent more before encryption began; someone may be interfering"));
        }
        self.lines.into_inner().into_socket().ok_or_else(|| io::Error::other("the connection is encrypted already"))
    }

    /// Says goodbye; what the server answers is of no interest any more.
    fn quit(mut self) {
        let _ = self.write(Quit.to_string().as_bytes());
    }
}

impl Offers {
    /// EHLO's answer: a keyword a line, in any case, behind the server's name.
    fn read(answer: &Response) -> Offers {
        let mut offers = Offers::default();
        for line in answer.message().skip(1) {
            let line = line.to_ascii_uppercase();
            let mut words = line.split([' ', '=', '\t']).filter(|word| !word.is_empty());
            match words.next() {
                Some("STARTTLS") => offers.starttls = true,
                Some("8BITMIME") => offers.eight_bit = true,
                Some("SIZE") => offers.size = true,
                Some("PIPELINING") => offers.pipelining = true,
                Some("AUTH") => offers.mechanisms.extend(words.filter_map(|word| match word {
                    "PLAIN" => Some(Mechanism::Plain),
                    "LOGIN" => Some(Mechanism::Login),
                    _ => None,
                })),
                _ => {}
            }
        }
        offers
    }
}

/// Always ASCII, by the type it comes from; so SMTPUTF8 is never needed.
fn address(address: &Address) -> Result<lettre::Address, Hitch> {
    lettre::Address::new(address.local(), address.domain())
        .map_err(|_| Hitch::Unfit { what: "an address that no mail server would take".into(), unreachable: true })
}

/// What a fault calls the step.
fn step(stage: Stage) -> &'static str {
    match stage {
        Stage::Login => "logging in",
        Stage::Mail => "sender",
        Stage::Rcpt => "recipient",
        Stage::Data | Stage::Body => "message",
    }
}

fn broken(stage: Stage, step: &str, error: &io::Error) -> Hitch {
    Hitch::Broken { stage, what: format!("{step}: {}", io_words(error)) }
}

/// A positive reply we did not ask for means that we are out of step.
fn expect(stage: Stage, answer: &Response, wanted: &[u16]) -> Result<(), Hitch> {
    let code = u16::from(answer.code());
    let text = answer.message().collect::<Vec<_>>().join(" ");
    match code {
        code if wanted.contains(&code) => Ok(()),
        code if code >= 400 => Err(Hitch::Refused { stage, code, text }),
        code => Err(Hitch::Broken { stage, what: clean(&format!("an answer out of place: {code} {text}")) }),
    }
}
