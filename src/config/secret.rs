/*!
Where a password comes from: a file only its owner can read, a command, the environment, a systemd credential. Never
the command line, and never the configuration file itself.
*/

use super::ConfigError;
use super::keys::Keys;
use crate::post::Secret;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

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

    /// Asks the source. An error never repeats what was read.
    pub fn fetch(&self) -> Result<Secret, ConfigError> {
        let text = match self {
            Source::File(path) => read_file(path)?,
            Source::Shell(line) => run(line)?,
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

fn run(line: &str) -> Result<String, ConfigError> {
    let failed = |why: String| {
        ConfigError::new(format!("password_command `{line}` {why}: run it by hand as the service's user"))
    };
    let output =
        Command::new("sh").arg("-c").arg(line).output().map_err(|cause| failed(format!("cannot be run ({cause})")))?;
    if !output.status.success() {
        return Err(failed(format!("ended with {}", output.status)));
    }
    String::from_utf8(output.stdout).map_err(|_| failed("printed something that is no UTF-8 text".to_owned()))
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
