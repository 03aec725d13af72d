/*!
What a program that plays may touch. It is a stranger with the service's own rights: without a bound it could read the key
and the passwords, forge mail in the mailbox, fill the disk or the memory, and go on for ever.

Files are bounded by Landlock, which Linux offers to every process without any privilege: the program sees the system's
programs and libraries, its own folder and what the configuration names, never what the service keeps, and it can signal
no process but its own. Memory, processor time and the size of files are bounded by limits of its processes, which are set before the
first word is said to it. Where a system lacks a bound, the program runs without it and [`Bounded::lacks`] says so.

This room does not know what the service keeps; the configuration names it.
*/

use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::Duration;

/// The bounds of one program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Confinement {
    /// The user it runs as; the service's own if absent.
    pub user: Option<User>,
    /// The most memory one of its processes may ask for, in bytes; zero: no limit.
    pub memory: u64,
    /// What it may read besides the system's programs and its own folder.
    pub read: Vec<PathBuf>,
    /// Folders it may write in.
    pub write: Vec<PathBuf>,
    /// What it never sees, wherever it lies.
    pub hidden: Vec<PathBuf>,
}

/// A user of the system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// As written in the configuration.
    pub name: String,
    /// The user's number.
    pub id: u32,
    /// The number of the user's group.
    pub group: u32,
}

/// A program that was started.
pub(super) struct Bounded {
    /// Its process.
    pub child: Child,
    /// Bounds that this system could not set, each as a sentence.
    pub lacks: Vec<String>,
}

/// Starts `command`, the program at `path`. All its processor time together is `time` per processor of this machine.
pub(super) fn start(
    mut command: Command,
    path: &Path,
    within: &Confinement,
    time: Duration,
) -> std::io::Result<Bounded> {
    if let Some(user) = &within.user {
        use std::os::unix::process::CommandExt;
        command.uid(user.id).gid(user.group);
    }
    let (child, files) = system::spawn(&mut command, path, within)?;
    let mut lacks = Vec::from_iter(files);
    lacks.extend(system::limit(&child, within, time));
    Ok(Bounded { child, lacks })
}

#[cfg(target_os = "linux")]
mod system {
    use super::Confinement;
    use landlock::{
        ABI, Access, AccessFs, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
        path_beneath_rules,
    };
    use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};
    use std::path::{Path, PathBuf};
    use std::process::{Child, Command};
    use std::time::Duration;

    /// What every program may read: other programs, libraries, and what they look up when they start.
    const SYSTEM: [&str; 22] = [
        "/usr",
        "/bin",
        "/sbin",
        "/lib",
        "/lib32",
        "/lib64",
        "/opt",
        "/nix/store",
        "/gnu/store",
        "/proc/cpuinfo",
        "/proc/meminfo",
        "/proc/stat",
        "/sys",
        "/dev/zero",
        "/dev/random",
        "/dev/urandom",
        "/etc/alternatives",
        "/etc/ld.so.cache",
        "/etc/localtime",
        "/etc/nsswitch.conf",
        "/etc/passwd",
        "/etc/group",
    ];
    /// The largest file a program may write, in bytes.
    const FILE_BYTES: u64 = 64 << 20;
    /// Files a process may have open.
    const OPEN_FILES: u64 = 256;
    /// Processes and threads of a program that has a user of its own. The limit counts all of a user's, so that it cannot be
    /// set for a program that shares the service's.
    const PROCESSES: u64 = 1024;

    /// Starts the program behind Landlock; the sentence says what is missing.
    pub fn spawn(command: &mut Command, path: &Path, within: &Confinement) -> std::io::Result<(Child, Option<String>)> {
        // Landlock binds the thread that asks for it and all it starts: this one starts the program and ends.
        let confined = std::thread::scope(|scope| {
            let thread = scope.spawn(|| {
                let status = enclose(path, within);
                command.spawn().map(|child| (child, status))
            });
            thread.join().unwrap_or_else(|_| Err(std::io::Error::other("starting it ended in a panic")))
        });
        let (child, status) = confined?;
        let lack = match status {
            Ok(RulesetStatus::FullyEnforced) => None,
            Ok(RulesetStatus::PartiallyEnforced) => Some(
                "this kernel's Landlock is an old one: it keeps the program from the service's files only in part"
                    .into(),
            ),
            Ok(RulesetStatus::NotEnforced) => {
                Some("this kernel has no Landlock: the program can read what the service can read, the key too".into())
            }
            Err(error) => Some(format!("Landlock cannot be used ({error}): the program can read what the service can")),
        };
        // Its own user keeps it from the service's files in another way.
        Ok((child, lack.filter(|_| within.user.is_none())))
    }

    fn enclose(path: &Path, within: &Confinement) -> Result<RulesetStatus, RulesetError> {
        let abi = ABI::V6;
        let hidden: Vec<PathBuf> = within.hidden.iter().map(|path| real(path)).collect();
        let open = |roots: &[PathBuf]| roots.iter().flat_map(|root| beside(root, &hidden)).collect::<Vec<_>>();
        let program = real(path);
        let own = [path, program.as_path()].into_iter().filter_map(Path::parent).map(Path::to_owned);
        let mut read: Vec<PathBuf> = SYSTEM.iter().map(PathBuf::from).chain(own).collect();
        read.extend(within.read.iter().cloned());
        let mut read = open(&read);
        // The program itself, even if it lies among what is hidden.
        read.push(program);
        let ruleset = Ruleset::default().handle_access(AccessFs::from_all(abi))?.scope(Scope::Signal)?.create()?;
        let ruleset = ruleset
            .add_rules(path_beneath_rules(read, AccessFs::from_read(abi)))?
            .add_rules(path_beneath_rules(["/dev/null"], AccessFs::ReadFile | AccessFs::WriteFile))?
            .add_rules(path_beneath_rules(open(&within.write), AccessFs::from_all(abi)))?;
        Ok(ruleset.restrict_self()?.ruleset)
    }

    /// The path without links; as it stands, made absolute, where nothing is there yet.
    fn real(path: &Path) -> PathBuf {
        path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
    }

    /// `root`, if nothing hidden lies in it; else whatever in it lies beside the hidden.
    fn beside(root: &Path, hidden: &[PathBuf]) -> Vec<PathBuf> {
        let Ok(root) = root.canonicalize() else { return Vec::new() };
        if hidden.iter().any(|path| root.starts_with(path)) {
            return Vec::new();
        }
        if !hidden.iter().any(|path| path.starts_with(&root)) {
            return vec![root];
        }
        let entries = std::fs::read_dir(&root).into_iter().flatten().flatten();
        // What a link leads to is open only if that place is.
        let own = entries.filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_symlink()));
        own.flat_map(|entry| beside(&entry.path(), hidden)).collect()
    }

    /// Sets the limits of a process and of all it will start; a sentence for each that cannot be set.
    pub fn limit(child: &Child, within: &Confinement, time: Duration) -> Vec<String> {
        let processors = std::thread::available_parallelism().map_or(1, |count| count.get() as u64);
        let seconds = time.as_secs().saturating_add(1).saturating_mul(processors);
        let limits = [
            ("memory", Resource::As, within.memory),
            ("processor time", Resource::Cpu, seconds),
            ("the size of files", Resource::Fsize, FILE_BYTES),
            ("open files", Resource::Nofile, OPEN_FILES),
            ("processes", Resource::Nproc, if within.user.is_some() { PROCESSES } else { 0 }),
        ];
        let set = |resource, most: u64| {
            // Nobody but root may raise what is lower already.
            let most = getrlimit(resource).maximum.map_or(most, |now| now.min(most));
            prlimit(Some(Pid::from_child(child)), resource, Rlimit { current: Some(most), maximum: Some(most) })
        };
        let failed = |(what, resource, most)| match set(resource, most) {
            // A program that has ended already needs no limits.
            Ok(_) | Err(rustix::io::Errno::SRCH) => None,
            Err(error) => Some(format!("its limit on {what} cannot be set ({error})")),
        };
        limits.into_iter().filter(|(_, _, most)| *most > 0).filter_map(failed).collect()
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use super::Confinement;
    use std::path::Path;
    use std::process::{Child, Command};
    use std::time::Duration;

    /// Starts the program as it is.
    pub fn spawn(command: &mut Command, _: &Path, _: &Confinement) -> std::io::Result<(Child, Option<String>)> {
        let lack = "only Linux has Landlock: the program can read what its user can read";
        Ok((command.spawn()?, Some(lack.into())))
    }

    /// No limit is set.
    pub fn limit(_: &Child, _: &Confinement, _: Duration) -> Vec<String> {
        vec!["limits of memory, time and files are set on Linux alone".into()]
    }
}
