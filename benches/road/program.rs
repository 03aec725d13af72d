//! The program as it is installed, on a folder of its own, and what it costs.

use crate::host::{Host, PASSWORD};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Limits a bench must not meet.
const LIMITS: &str = "[limits]\nletters_per_hour = 100000\nletters_per_day = 1000000\nbreaker_per_hour = 10000\n\
     unknown_mails_per_day = 1000000\ninvitations_per_day = 10000\ninvitations_open = 1000\n";

pub struct Program {
    child: Child,
    log: PathBuf,
}

impl Program {
    /// Between an IMAP and an SMTP server. The record is `data/data`.
    pub fn through_servers(data: &Path, host: &Host) -> Program {
        let password = data.join("password");
        std::fs::write(&password, PASSWORD).unwrap();
        std::fs::set_permissions(&password, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
        let (imaps, submission) = (host.server("play", 4), host.server("play", 1));
        let ca = imaps.ca_file.unwrap().display().to_string();
        let login = format!(
            "ca_file = \"{ca}\"\nuser = \"play@kingpost.test\"\npassword_file = \"password\"\nhost = \"localhost\"\n"
        );
        let road = format!(
            "[mailbox]\nkind = \"imap\"\nport = {}\ntls = \"implicit\"\n{login}\n[courier]\nkind = \"smtp\"\nport = {}\ntls = \"starttls\"\n{login}",
            imaps.port, submission.port
        );
        Program::start(data, &road)
    }

    /// From the Maildir `data/in` to the folder `data/out`.
    pub fn through_folders(data: &Path) -> Program {
        Program::start(
            data,
            "[mailbox]\nkind = \"maildir\"\npath = \"in\"\n[courier]\nkind = \"folder\"\npath = \"out\"\n",
        )
    }

    fn start(data: &Path, road: &str) -> Program {
        let config = data.join("kingpost.toml");
        let service = "[service]\naddress = \"play@kingpost.test\"\ndata = \"data\"\n";
        std::fs::write(&config, format!("{service}{road}{LIMITS}")).unwrap();
        let log = data.join("log");
        let file = std::fs::File::create(&log).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_kingpost"));
        command.args(["run", "--config"]).arg(&config).stdin(Stdio::null()).stdout(Stdio::null()).stderr(file);
        Program { child: command.spawn().unwrap(), log }
    }

    /// A figure of `/proc/PID/status` in KiB.
    pub fn memory(&self, name: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }

    /// Processor time so far, in milliseconds; the kernel counts in hundredths of a second.
    pub fn processor_ms(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
        let ticks: u64 = [11, 12].into_iter().map(|at| fields[at].parse::<u64>().unwrap()).sum();
        ticks * 10
    }

    /// How often the log says `what` so far.
    pub fn logged(&self, what: &str) -> usize {
        std::fs::read_to_string(&self.log).unwrap().matches(what).count()
    }

    /// Waits until the log has said `what` so many times: how long each of them took, from `since`, seen every few
    /// milliseconds.
    pub fn wait_logged(&self, what: &str, times: usize, since: Instant) -> Vec<Duration> {
        let mut moments = Vec::new();
        let mut moved = Instant::now();
        while moments.len() < times {
            let now = self.logged(what).min(times);
            if now > moments.len() {
                moments.resize(now, since.elapsed());
                moved = Instant::now();
            }
            assert!(moved.elapsed() < Duration::from_secs(60), "{} of {times} {what}: {}", moments.len(), self.tail());
            std::thread::sleep(Duration::from_millis(20));
        }
        moments
    }

    /// A program that ends at once has said why in its log.
    pub fn must_run(&mut self) {
        std::thread::sleep(Duration::from_millis(500));
        assert!(self.child.try_wait().unwrap().is_none(), "{}", self.tail());
    }

    fn tail(&self) -> String {
        let log = std::fs::read_to_string(&self.log).unwrap();
        let lines: Vec<&str> = log.lines().rev().take(10).collect();
        lines.join("\n")
    }

    /// Ends it as an operator does.
    pub fn end(mut self) {
        assert!(Command::new("kill").arg(self.child.id().to_string()).status().unwrap().success());
        self.child.wait().unwrap();
    }
}
