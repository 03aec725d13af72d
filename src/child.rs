/*!
CHILD PROCESSES: programs the service starts. Each leads a process group of its own, so that ending a program also ends
what it has started, and no wait for one is without a limit.
*/

use rustix::process::{Pid, Signal, kill_process_group};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

/// The pause between two looks at a program that is waited for.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// A command whose process leads a group of its own.
pub fn command(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    command.process_group(0);
    command
}

/// Waits until the program ends; `None` if it did not end within `limit` and was ended together with its group.
///
/// # Errors
/// The system's, if the program can be neither asked nor ended.
pub fn wait(child: &mut Child, limit: Duration) -> std::io::Result<Option<ExitStatus>> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if begun.elapsed() >= limit {
            end(child);
            return Ok(None);
        }
        thread::sleep(LOOK_EVERY);
    }
}

/// Kills the program and every process of its group. Killed rather than asked: it may be what does not listen.
pub fn end(child: &mut Child) {
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    // The group is gone if the program had left it; waiting leaves no zombie.
    let _ = child.kill();
    let _ = child.wait();
}
