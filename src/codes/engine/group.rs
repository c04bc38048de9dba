//! Process groups on Unix: ends a program with all processes it started, also those that left its group.

use std::fs;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus};
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid};

/// Makes the program the leader of a new process group.
pub(super) fn lead(command: &mut Command) {
    command.process_group(0);
}

fn number(child: &Child) -> Option<Pid> {
    i32::try_from(child.id()).ok().and_then(Pid::from_raw)
}

/// Limits the length of every file that the program writes from now on, where a running process can be limited: on Linux.
pub(super) fn limit_files(child: &Child, bytes: u64) {
    #[cfg(target_os = "linux")]
    if let Some(pid) = number(child) {
        use rustix::process::{Resource, Rlimit, prlimit};
        let _ = prlimit(Some(pid), Resource::Fsize, Rlimit { current: Some(bytes), maximum: Some(bytes) });
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (child, bytes);
}

/// Whether the program has ended. It is not reaped, so that its process id stays valid.
pub(super) fn is_over(child: &mut Child) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let looked = number(child).map(|pid| waitid(WaitId::Pid(pid), options));
    !matches!(looked, Some(Ok(None) | Err(rustix::io::Errno::INTR)))
}

/// Waits until the program ends, without reaping it.
pub(super) fn wait(child: &mut Child) {
    if let Some(pid) = number(child) {
        let _ = waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT);
    }
}

/// Ends the group, and the processes that left it and have `mark` (`NAME=VALUE`) in their environment.
pub(super) fn end(child: &mut Child, mark: &str) {
    if let Some(pid) = number(child) {
        // A group that is gone already is what is wanted.
        let _ = kill_process_group(pid, Signal::KILL);
    }
    // A process that is starting another one may slip through once.
    for _ in 0..5 {
        let strays = marked(mark);
        if strays.is_empty() {
            break;
        }
        for stray in strays {
            let _ = kill_process(stray, Signal::KILL);
        }
        sleep(Duration::from_millis(1));
    }
}

/// The signal that ended the program.
pub(super) fn signal(status: ExitStatus) -> Option<i32> {
    status.signal()
}

/// Live processes whose environment has the mark, where the system shows it.
fn marked(mark: &str) -> Vec<Pid> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let numbers = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    let own = |number: &i32| {
        // What is not ours cannot be read, and the environment of a dead process is empty.
        let environment = fs::read(format!("/proc/{number}/environ")).unwrap_or_default();
        environment.split(|&b| b == 0).any(|line| line == mark.as_bytes())
    };
    numbers.filter(own).filter_map(Pid::from_raw).collect()
}
