/*!
Where a password comes from: a file only its owner can read, a command, the environment, a systemd credential. Never
the command line, and never the configuration file itself.
*/

use super::ConfigError;
use super::keys::Keys;
use crate::child;
use crate::post::Secret;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// The bytes of a command's output that are read; a password is on its first line.
const PRINTED_BYTES: u64 = 64 << 10;

/// A source, not yet asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// First line of a file with mode 0600 or stricter.
    File(PathBuf),
    /// First line of what a command prints, run by `sh -c`.
    Shell(String),
    /// A variable of the environment.
    Variable(String),
    /// A file in `$CREDENTIALS_DIRECTORY`, as systemd's `LoadCredential=` makes it.
    Credential(String),
}

const KEYS: [&str; 4] = ["password_file", "password_command", "password_env", "password_credential"];

impl Source {
    /// Reads the one key that names a source, if there is one.
    pub(super) fn read(keys: &mut Keys, base: &Path) -> Result<Option<Source>, ConfigError> {
        let file = keys.text("password_file")?.map(|path| Source::File(base.join(path)));
        let shell = keys.text("password_command")?.map(Source::Shell);
        let variable = keys.text("password_env")?.map(Source::Variable);
        let credential = keys.text("password_credential")?.map(Source::Credential);
        let mut given = [file, shell, variable, credential].into_iter().flatten();
        let source = given.next();
        if given.next().is_some() {
            let section = keys.section();
            return Err(ConfigError::new(format!("[{section}] names more than one of {}: keep one", KEYS.join(", "))));
        }
        Ok(source)
    }

    /// Asks the source; a command may take `limit`. An error never repeats what was read.
    pub fn fetch(&self, limit: Duration) -> Result<Secret, ConfigError> {
        let text = match self {
            Source::File(path) => read_file(path)?,
            Source::Shell(line) => run(line, limit)?,
            Source::Variable(name) => std::env::var(name).map_err(|_| {
                ConfigError::new(format!(
                    "`password_env = \"{name}\"`: the variable is not set; set it for the service"
                ))
            })?,
            Source::Credential(name) => credential(name)?,
        };
        let line = text.lines().next().unwrap_or_default().trim_end_matches('\r');
        if line.is_empty() {
            return Err(ConfigError::new(format!(
                "the password from {} is empty: put it on the first line",
                self.name()
            )));
        }
        Ok(Secret(line.to_owned()))
    }

    fn name(&self) -> String {
        match self {
            Source::File(path) => format!("password_file {}", path.display()),
            Source::Shell(_) => "password_command".to_owned(),
            Source::Variable(name) => format!("password_env {name}"),
            Source::Credential(name) => format!("password_credential {name}"),
        }
    }
}

fn read_file(path: &Path) -> Result<String, ConfigError> {
    let shown = path.display();
    let meta = std::fs::metadata(path).map_err(|cause| {
        ConfigError::new(format!("password_file {shown} cannot be read ({cause}): create it with mode 0600"))
    })?;
    let mode = meta.permissions().mode() & 0o777;
    if mode & 0o077 != 0 {
        return Err(ConfigError::new(format!(
            "password_file {shown} has mode {mode:04o} and others could read it: chmod 600 {shown}"
        )));
    }
    std::fs::read_to_string(path).map_err(|cause| {
        ConfigError::new(format!("password_file {shown} cannot be read ({cause}): make the service its owner"))
    })
}

/// Runs a command, which is ended with all it has started if it takes longer than `limit`.
fn run(line: &str, limit: Duration) -> Result<String, ConfigError> {
    let failed = |why: String| {
        ConfigError::new(format!("password_command `{line}` {why}: run it by hand as the service's user"))
    };
    let begun = Instant::now();
    let mut command = child::command("sh");
    command.arg("-c").arg(line).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|cause| failed(format!("cannot be run ({cause})")))?;
    let (say, printed) = mpsc::channel();
    if let Some(pipe) = child.stdout.take() {
        // A thread of its own, so that a pipe that stays open keeps nobody waiting.
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let read = pipe.take(PRINTED_BYTES).read_to_end(&mut bytes);
            let _ = say.send(read.map(|_| bytes));
        });
    }
    let late = || failed(format!("did not end within {} s", limit.as_secs_f32()));
    let status = child::wait(&mut child, limit).map_err(|cause| failed(format!("cannot be waited for ({cause})")))?;
    let status = status.ok_or_else(late)?;
    if !status.success() {
        return Err(failed(format!("ended with {status}")));
    }
    let Ok(bytes) = printed.recv_timeout(limit.saturating_sub(begun.elapsed())) else {
        child::end(&mut child);
        return Err(late());
    };
    let bytes = bytes.map_err(|cause| failed(format!("cannot be heard ({cause})")))?;
    String::from_utf8(bytes).map_err(|_| failed("printed something that is no UTF-8 text".to_owned()))
}

fn credential(name: &str) -> Result<String, ConfigError> {
    let folder = std::env::var_os("CREDENTIALS_DIRECTORY").ok_or_else(|| {
        ConfigError::new(format!(
            "`password_credential = \"{name}\"`: systemd handed over no credentials; add LoadCredential={name}:FILE to the unit"
        ))
    })?;
    let path = Path::new(&folder).join(name);
    std::fs::read_to_string(&path).map_err(|cause| {
        ConfigError::new(format!(
            "password_credential {name} cannot be read ({cause}): check LoadCredential in the unit"
        ))
    })
}
