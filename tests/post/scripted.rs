/*!
A server that follows a script, and the calls made on it.

A case is a text file. Above the first `---` stand settings (`tls starttls`, `timeout 300ms`, `mail_bytes 1000`) and calls
with what they must give (`list -> 7/1 7/2`, `fetch 7/1 -> failure goodbye`); below, one section a connection:

    C TEXT        the client must send a line that begins so (behind its tag); `C~ TEXT` that holds it
    S TEXT        the server sends a line; `$` at its start is the client's tag
    R TEXT        the same without a line end; \r \n \0 \t and \xHH are meant
    message       the client must send a message up to its lone dot
    flood         the server sends zeros until the client closes, which must be soon
    drip          the server sends a byte every 100 ms until the client closes
    silence       the server says nothing until the client closes
    close         the server closes at once
    @login CAPS   an IMAP session up to the selected folder, UIDVALIDITY 7, one mail
    @hello CAPS   an SMTP greeting and EHLO

At the end of a section the server waits for the client to close.
*/

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// More than this a client should not have taken before it closed; the system's buffers hold some by themselves.
const FLOOD_MAX: usize = 32 << 20;
const PATIENCE: Duration = Duration::from_secs(10);

pub struct Case {
    pub settings: Vec<(String, String)>,
    pub calls: Vec<Call>,
    pub sections: Vec<Vec<String>>,
}

pub struct Call {
    pub call: String,
    pub expected: String,
}

impl Case {
    pub fn parse(text: &str) -> Case {
        let mut parts = text.split("\n---\n");
        let (mut settings, mut calls) = (Vec::new(), Vec::new());
        for line in parts.next().unwrap().lines().filter(|l| !l.starts_with('#') && !l.trim().is_empty()) {
            match line.split_once(" -> ") {
                Some((call, expected)) => {
                    calls.push(Call { call: call.trim().into(), expected: expected.trim().into() })
                }
                None => {
                    let (name, value) = line.split_once(' ').unwrap_or_else(|| panic!("no setting: {line}"));
                    settings.push((name.into(), value.into()));
                }
            }
        }
        let sections = parts.map(|part| part.lines().flat_map(expand).collect()).collect();
        Case { settings, calls, sections }
    }

    pub fn setting(&self, name: &str) -> Option<&str> {
        self.settings.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// Runs the server while `calls` runs against its port; everything that went otherwise than the script.
    pub fn serve(&self, calls: impl FnOnce(u16) -> Vec<String>) -> Vec<String> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let port = listener.local_addr().unwrap().port();
        let over = AtomicBool::new(false);
        thread::scope(|scope| {
            let server = scope.spawn(|| {
                let mut wrong = Vec::new();
                for (n, section) in self.sections.iter().enumerate() {
                    match accept(&listener, &over) {
                        Some(stream) => {
                            wrong.extend(follow(stream, section).err().map(|e| format!("connection {n}: {e}")))
                        }
                        None => wrong.push(format!("connection {n} was never made")),
                    }
                }
                if accept(&listener, &over).is_some() {
                    wrong.push("one connection too many".into());
                }
                wrong
            });
            let mut wrong = calls(port);
            over.store(true, Ordering::Relaxed);
            wrong.extend(server.join().unwrap());
            wrong
        })
    }
}

fn expand(line: &str) -> Vec<String> {
    let words = |text: &str| text.lines().map(|l| l.trim().to_owned()).collect();
    match line.split_once(' ').unwrap_or((line, "")) {
        ("@login", caps) => words(&format!(
            "S * OK ready\nC CAPABILITY\nS * CAPABILITY IMAP4rev1 {caps}\nS $ OK\nC LOGIN \"play\" \"secret\"\nS $ OK in\n\
             C CAPABILITY\nS * CAPABILITY IMAP4rev1 {caps}\nS $ OK\nC LIST\nS * LIST (\\Noselect) \"/\" \"\"\nS $ OK\n\
             C SELECT \"INBOX\"\nS * 1 EXISTS\nS * OK [UIDVALIDITY 7] ok\nS $ OK [READ-WRITE]"
        )),
        ("@hello", caps) => {
            let caps: String = caps.split(',').map(|cap| format!("S 250-{}\n", cap.trim())).collect();
            words(&format!("S 220 ready\nC EHLO\nS 250-fake.example\n{caps}S 250 HELP"))
        }
        _ => vec![line.to_owned()],
    }
}

fn accept(listener: &TcpListener, over: &AtomicBool) -> Option<TcpStream> {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        match listener.accept() {
            Ok((stream, _)) => {
                stream.set_nonblocking(false).unwrap();
                stream.set_nodelay(true).unwrap();
                stream.set_read_timeout(Some(PATIENCE)).unwrap();
                stream.set_write_timeout(Some(PATIENCE)).unwrap();
                return Some(stream);
            }
            Err(_) if over.load(Ordering::Relaxed) => return None,
            Err(_) => thread::sleep(Duration::from_millis(3)),
        }
    }
    None
}

fn follow(stream: TcpStream, section: &[String]) -> Result<(), String> {
    let mut lines = BufReader::new(stream);
    let mut tag = String::new();
    for step in section {
        let (word, text) = step.split_once(' ').unwrap_or((step, ""));
        match word {
            "S" => {
                let line = text.strip_prefix('$').map_or(text.to_owned(), |rest| format!("{tag}{rest}"));
                send(lines.get_mut(), format!("{line}\r\n").as_bytes())?;
            }
            "R" => send(lines.get_mut(), &unescape(text))?,
            "C" | "C~" => {
                let line = line(&mut lines)?;
                let said = match line.split_once(' ') {
                    Some((first, rest)) if first.starts_with('a') && first[1..].parse::<u32>().is_ok() => {
                        first.clone_into(&mut tag);
                        rest
                    }
                    _ => &line,
                };
                let fits = if word == "C" { said.starts_with(text) } else { said.contains(text) };
                if !fits {
                    return Err(format!("expected {text:?}, the client said {line:?}"));
                }
            }
            "message" => while line(&mut lines)? != "." {},
            "flood" => flood(lines.get_mut())?,
            "drip" => {
                while lines.get_mut().write_all(b"*").is_ok() {
                    thread::sleep(Duration::from_millis(100));
                }
            }
            "silence" => {}
            "close" => return Ok(()),
            _ => return Err(format!("no such step: {step}")),
        }
    }
    let mut rest = Vec::new();
    match lines.read_to_end(&mut rest) {
        Err(e) if e.kind() == ErrorKind::WouldBlock => return Err("the client never closed".into()),
        _ => {}
    }
    // A handshake that nobody answers.
    if rest.first() == Some(&0x16) {
        return Ok(());
    }
    let rest = String::from_utf8_lossy(&rest);
    // Goodbyes, and the end of an IDLE that got no answer.
    let polite = |l: &str| ["QUIT", "DONE", "RSET"].contains(&l);
    match rest.lines().find(|l| !polite(l)) {
        Some(more) => Err(format!("the client went on with {more:?}")),
        None => Ok(()),
    }
}

fn flood(stream: &mut TcpStream) -> Result<(), String> {
    let mut sent = 0;
    while stream.write_all(&[b'0'; 4096]).is_ok() {
        sent += 4096;
        if sent > FLOOD_MAX {
            return Err("the client took a flood".into());
        }
    }
    Ok(())
}

fn send(stream: &mut TcpStream, bytes: &[u8]) -> Result<(), String> {
    stream.write_all(bytes).map_err(|e| format!("the client went away: {e}"))
}

fn line(lines: &mut BufReader<TcpStream>) -> Result<String, String> {
    let mut line = Vec::new();
    lines.read_until(b'\n', &mut line).map_err(|e| format!("the client said nothing: {e}"))?;
    let line = String::from_utf8_lossy(&line).into_owned();
    line.strip_suffix("\r\n").map(str::to_owned).ok_or_else(|| format!("the client closed after {line:?}"))
}

fn unescape(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut bytes = text.bytes();
    while let Some(b) = bytes.next() {
        out.push(match b {
            b'\\' => match bytes.next() {
                Some(b'r') => b'\r',
                Some(b'n') => b'\n',
                Some(b't') => b'\t',
                Some(b'0') => 0,
                Some(b'x') => {
                    let digits: String = bytes.by_ref().take(2).map(char::from).collect();
                    u8::from_str_radix(&digits, 16).unwrap()
                }
                other => panic!("no escape: {other:?}"),
            },
            b => b,
        });
    }
    out
}
