//! Processes that outlive the engine that started them.
//!
//! A process that leaves the group of its engine and empties its environment can only be found by its descent. Where the
//! kernel has it (Linux 3.4), this program asks to inherit such processes ("subreaper"): every child that is not an engine
//! in progress then was left behind by one. It is ended as soon as it cannot belong to an engine that still runs: when it is
//! older than all of them, or none is left.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid};

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
pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
    // Nobody may look for orphans between its start and its entry.
    let mut running = running();
    let child = command.spawn()?;
    if let Ok(pid) = i32::try_from(child.id()) {
        running.insert(pid, stat(pid).map_or(0, |(_, began)| began));
    }
    Ok(child)
}

/// Reaps an engine that has ended, and ends the processes that it left behind.
pub(super) fn reap(child: &mut Child) -> io::Result<ExitStatus> {
    // Its number is not given to another one as long as the list is held.
    let mut running = running();
    let status = child.wait()?;
    if let Ok(pid) = i32::try_from(child.id()) {
        running.remove(&pid);
    }
    if ADOPTS.load(Ordering::Relaxed) {
        end(&running);
    }
    Ok(status)
}

fn running() -> MutexGuard<'static, BTreeMap<i32, u64>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends every child that no running engine can have left.
fn end(running: &BTreeMap<i32, u64>) {
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
    numbers.filter_map(|pid| stat(pid).filter(|(parent, _)| *parent == own).map(|(_, began)| (pid, began))).collect()
}

/// The parent of a process and when it began, in ticks since the machine did.
fn stat(pid: i32) -> Option<(i32, u64)> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name stands in brackets and may hold anything.
    let mut fields = text.rsplit_once(')')?.1.split_ascii_whitespace();
    Some((fields.nth(1)?.parse().ok()?, fields.nth(17)?.parse().ok()?))
}
