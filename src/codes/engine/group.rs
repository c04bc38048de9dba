//! The processes that an engine starts, by system: ended with it, also those that left its group or outlive it.
//!
//! A process that leaves the group of its engine and empties its environment can only be found by its descent. Where the
//! kernel has it (Linux 3.4), this program asks to inherit such processes ("subreaper"): every child that is not an engine
//! in progress then was left behind by one. It is ended as soon as it cannot belong to an engine that still runs: when it is
//! older than all of them, or none is left.

pub use orphans::{adopt, reap, spawn};
pub use own::{end, is_over, lead, limit_files, signal, wait};

/// Process groups on Unix: ends a program with all processes it started, also those that left its group.
#[cfg(unix)]
mod own {
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid};
    use std::fs;
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::process::{Child, Command, ExitStatus};
    use std::thread::sleep;
    use std::time::Duration;

    /// Makes the program the leader of a new process group.
    pub fn lead(command: &mut Command) {
        command.process_group(0);
    }

    fn number(child: &Child) -> Option<Pid> {
        i32::try_from(child.id()).ok().and_then(Pid::from_raw)
    }

    /// Limits the length of every file that the program writes from now on, where a running process can be limited: on Linux.
    pub fn limit_files(child: &Child, bytes: u64) {
        #[cfg(target_os = "linux")]
        if let Some(pid) = number(child) {
            use rustix::process::{Resource, Rlimit, prlimit};
            let _ = prlimit(Some(pid), Resource::Fsize, Rlimit { current: Some(bytes), maximum: Some(bytes) });
        }
        #[cfg(not(target_os = "linux"))]
        let _ = (child, bytes);
    }

    /// Whether the program has ended. It is not reaped, so that its process id stays valid.
    pub fn is_over(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let looked = number(child).map(|pid| waitid(WaitId::Pid(pid), options));
        !matches!(looked, Some(Ok(None) | Err(rustix::io::Errno::INTR)))
    }

    /// Waits until the program ends, without reaping it.
    pub fn wait(child: &mut Child) {
        if let Some(pid) = number(child) {
            let _ = waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT);
        }
    }

    /// Ends the group, and the processes that left it and have `mark` (`NAME=VALUE`) in their environment.
    pub fn end(child: &mut Child, mark: &str) {
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
    pub fn signal(status: ExitStatus) -> Option<i32> {
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
}

/// A program without process groups, on systems other than Unix: only the program itself is ended, and a single file can
/// grow beyond the limit until the folder is looked at again.
#[cfg(not(unix))]
mod own {
    use std::process::{Child, Command, ExitStatus};

    pub fn lead(_: &mut Command) {}

    pub fn limit_files(_: &Child, _: u64) {}

    pub fn is_over(child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }

    pub fn wait(child: &mut Child) {
        let _ = child.wait();
    }

    pub fn end(child: &mut Child, _: &str) {
        let _ = child.kill();
    }

    pub fn signal(_: ExitStatus) -> Option<i32> {
        None
    }
}

/// Processes that outlive the engine that started them.
#[cfg(target_os = "linux")]
mod orphans {
    use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid};
    use std::collections::BTreeMap;
    use std::fs;
    use std::io;
    use std::process::{Child, Command, ExitStatus};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Mutex, MutexGuard, PoisonError};
    use std::thread::sleep;
    use std::time::Duration;

    /// Engines in progress, and when each began, in ticks since the machine did.
    static RUNNING: Mutex<BTreeMap<i32, u64>> = Mutex::new(BTreeMap::new());

    /// Whether this process inherits the processes that engines leave behind.
    static ADOPTS: AtomicBool = AtomicBool::new(false);

    /// Number of times that children of ended processes are searched for.
    const ROUNDS: usize = 50;

    /// Has this process inherit what engines leave behind, and end it. For a program that starts no other processes: it could
    /// not tell its own from those that were left. Does nothing where the kernel cannot.
    pub fn adopt() {
        if set_child_subreaper(Some(getpid())).is_ok() {
            ADOPTS.store(true, Ordering::Relaxed);
        }
    }

    /// Starts an engine.
    pub fn spawn(command: &mut Command) -> io::Result<Child> {
        // Nobody may look for orphans between its start and its entry.
        let mut running = running();
        let child = command.spawn()?;
        if let Ok(pid) = i32::try_from(child.id()) {
            running.insert(pid, stat(pid).map_or(0, |(_, began)| began));
        }
        Ok(child)
    }

    /// Reaps an engine that has ended, and ends the processes that it left behind.
    pub fn reap(child: &mut Child) -> io::Result<ExitStatus> {
        // Its number is not given to another one as long as the list is held.
        let mut running = running();
        let status = child.wait()?;
        if let Ok(pid) = i32::try_from(child.id()) {
            running.remove(&pid);
        }
        if ADOPTS.load(Ordering::Relaxed) {
            end_left(&running);
        }
        Ok(status)
    }

    fn running() -> MutexGuard<'static, BTreeMap<i32, u64>> {
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends every child that no running engine can have left.
    fn end_left(running: &BTreeMap<i32, u64>) {
        let oldest = running.values().min();
        for _ in 0..ROUNDS {
            let left = children()
                .into_iter()
                .filter(|(pid, began)| !running.contains_key(pid) && oldest.is_none_or(|oldest| began < oldest));
            let left: Vec<Pid> = left.filter_map(|(pid, _)| Pid::from_raw(pid)).collect();
            if left.is_empty() {
                break;
            }
            for &pid in &left {
                let _ = kill_process(pid, Signal::KILL);
            }
            sleep(Duration::from_millis(1));
            for pid in left {
                let _ = waitpid(Some(pid), WaitOptions::NOHANG);
            }
        }
    }

    /// The children of this process, and when each began.
    fn children() -> Vec<(i32, u64)> {
        let own = getpid().as_raw_nonzero().get();
        let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
        let numbers = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
        numbers
            .filter_map(|pid| stat(pid).filter(|(parent, _)| *parent == own).map(|(_, began)| (pid, began)))
            .collect()
    }

    /// The parent of a process and when it began, in ticks since the machine did.
    fn stat(pid: i32) -> Option<(i32, u64)> {
        let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name stands in brackets and may hold anything.
        let mut fields = text.rsplit_once(')')?.1.split_ascii_whitespace();
        Some((fields.nth(1)?.parse().ok()?, fields.nth(17)?.parse().ok()?))
    }
}

/// On systems other than Linux no program inherits what another one leaves behind: engines are started and waited for.
#[cfg(not(target_os = "linux"))]
mod orphans {
    use std::io;
    use std::process::{Child, Command, ExitStatus};

    /// Does nothing here: only Linux lets a process inherit what engines leave behind.
    pub fn adopt() {}

    pub fn spawn(command: &mut Command) -> io::Result<Child> {
        command.spawn()
    }

    pub fn reap(child: &mut Child) -> io::Result<ExitStatus> {
        child.wait()
    }
}
