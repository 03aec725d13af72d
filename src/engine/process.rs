/*!
A program and the pipes to it: lines out, lines in, each within a limit.

It gets a clean environment, no shell, and nothing on its standard error is kept. A thread reads what it says, so that a
program that says nothing keeps nobody waiting beyond the limit; one that says too much waits in its own pipe.
*/

use super::{EngineError, Interrupted};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// No line of a program's is longer; the longest honest ones tell a line of play.
const LINE_MAX: u64 = 64 * 1024;
/// So many lines wait to be looked at.
const LINES_WAITING: usize = 256;
/// So often a wait looks whether it is to be given up.
const LOOK_EVERY: Duration = Duration::from_millis(100);

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
}

impl Process {
    /// Starts it, in the folder it lies in.
    pub fn start(path: &Path, arguments: &[String]) -> Result<Process, EngineError> {
        let cannot = |cause: std::io::Error| {
            EngineError::Failed(format!("{} cannot be started ({cause}): correct its `command`", path.display()))
        };
        let mut command = Command::new(path);
        command.args(arguments).env_clear().env("LC_ALL", "C").env("PATH", "/usr/bin:/bin");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(folder) = path.parent().filter(|folder| folder.is_dir()) {
            command.current_dir(folder);
        }
        let mut child = command.spawn().map_err(cannot)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(EngineError::Failed("a program was started without its pipes".to_owned()));
        };
        let (sender, lines) = sync_channel(LINES_WAITING);
        let process = Process { child, input, lines };
        let reader = std::thread::Builder::new().name("engine".into());
        reader.spawn(move || read(BufReader::new(output), &sender)).map_err(cannot)?;
        Ok(process)
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
                Ok(Said::Endless) => return Err(EngineError::Failed("it wrote a line without end".to_owned())),
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn gone(&mut self) -> EngineError {
        // Its pipes close a moment before the system knows how it ended.
        for _ in 0..10 {
            if let Ok(Some(status)) = self.child.try_wait() {
                return EngineError::Failed(format!("it ended by itself ({status})"));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        EngineError::Failed("it closed its pipes".to_owned())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Killed rather than asked: it may be what does not listen. Waiting leaves no zombie.
        let _ = self.child.kill();
        let _ = self.child.wait();
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
