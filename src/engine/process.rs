/*!
A program and the pipes to it: lines out, lines in, each within a limit. It ends together with whatever it has started.

It gets a clean environment, no shell, and nothing on its standard error is kept. A thread reads what it says, so that a
program that says nothing keeps nobody waiting beyond the limit; one that says too much waits in its own pipe.
*/

use super::confined::{self, Bounded};
use super::{EngineError, Interrupted, ProgramConfig};
use crate::child;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// No line of a program's is longer; the longest honest ones tell a line of play.
const LINE_MAX: u64 = 64 * 1024;
/// So many lines wait to be looked at.
const LINES_WAITING: usize = 256;
/// So often a wait looks whether it is to be given up.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// So long a program that has closed a pipe is given to end.
const ENDING: Duration = Duration::from_secs(1);

/// What is said of a line that goes beyond the limit.
const ENDLESS: &str = "it wrote a line without end";

/// What a program wrote: a line, or more than a line may hold.
enum Said {
    Line(String),
    Endless,
}

/// A program that runs; ended when it goes out of scope.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<Said>,
    lacks: Vec<String>,
}

impl Process {
    /// Starts it, in the folder it lies in, within its bounds; it may compute for `time` in all.
    pub fn start(config: &ProgramConfig, time: Duration) -> Result<Process, EngineError> {
        let path = config.path.as_path();
        let cannot = |cause: std::io::Error| {
            let remedy = match &config.confinement.user {
                Some(user) if cause.kind() == std::io::ErrorKind::PermissionDenied => {
                    format!("let the service change to user {}, or leave `user` out", user.name)
                }
                _ => "correct its `command`".to_owned(),
            };
            EngineError::Failed(format!("{} cannot be started ({cause}): {remedy}", path.display()))
        };
        let mut command = child::command(path);
        command.args(&config.arguments).env_clear().env("LC_ALL", "C").env("PATH", "/usr/bin:/bin");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(folder) = path.parent().filter(|folder| folder.is_dir()) {
            command.current_dir(folder);
        }
        let Bounded { mut child, lacks } = confined::start(command, path, &config.confinement, time).map_err(cannot)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            child::end(&mut child);
            return Err(EngineError::Failed("a program was started without its pipes".to_owned()));
        };
        let (sender, lines) = sync_channel(LINES_WAITING);
        let process = Process { child, input, lines, lacks };
        let reader = std::thread::Builder::new().name("engine".into());
        reader.spawn(move || read(BufReader::new(output), &sender)).map_err(cannot)?;
        Ok(process)
    }

    /// Bounds it runs without, as this system cannot set them.
    pub fn lacks(&self) -> &[String] {
        &self.lacks
    }

    /// Writes a line. Questions are short and answered before the next, so the pipe always has room for one.
    pub fn say(&mut self, line: &str) -> Result<(), EngineError> {
        let written = self.input.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.input.flush());
        written.map_err(|_| self.gone())
    }

    /// The next line, waited for until `end`.
    pub fn hear(&mut self, end: Instant, interrupted: Interrupted) -> Result<String, EngineError> {
        loop {
            if interrupted() {
                return Err(EngineError::Interrupted);
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(EngineError::Failed("it did not answer in time".to_owned()));
            }
            match self.lines.recv_timeout(left.min(LOOK_EVERY)) {
                Ok(Said::Line(line)) => return Ok(line),
                Ok(Said::Endless) => return Err(EngineError::Failed(ENDLESS.to_owned())),
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn gone(&mut self) -> EngineError {
        // Its pipes close a moment before the system knows how it ended.
        let begun = Instant::now();
        let mut status = self.child.try_wait();
        while matches!(status, Ok(None)) && begun.elapsed() < ENDING {
            std::thread::sleep(Duration::from_millis(20));
            status = self.child.try_wait();
        }
        // Nobody reads on after a line without end, which ends the program that writes it: that comes before how it ended.
        if self.lines.try_iter().take(LINES_WAITING).any(|said| matches!(said, Said::Endless)) {
            return EngineError::Failed(ENDLESS.to_owned());
        }
        match status {
            Ok(Some(status)) => EngineError::Failed(format!("it ended by itself ({status})")),
            Ok(None) | Err(_) => EngineError::Failed("it closed its pipes".to_owned()),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        child::end(&mut self.child);
    }
}

/// Reads until the pipe ends, a line goes beyond the limit, or nobody listens any more.
fn read(mut output: impl BufRead, to: &SyncSender<Said>) {
    loop {
        let mut bytes = Vec::new();
        match output.by_ref().take(LINE_MAX).read_until(b'\n', &mut bytes) {
            Ok(1..) if bytes.ends_with(b"\n") => {}
            Ok(_) if bytes.len() as u64 == LINE_MAX => {
                let _ = to.send(Said::Endless);
                return;
            }
            _ => return,
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if !line.is_empty() && to.send(Said::Line(line)).is_err() {
            return;
        }
    }
}
