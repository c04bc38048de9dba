//! Nothing listens: the sockets of every program that a run starts are looked at while it runs.
#![cfg(target_os = "linux")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{GLASS, write};

/// What a run showed while it lasted.
struct Seen {
    /// Programs that held a port, with it.
    listened: BTreeSet<String>,
    /// Names of all programs below the run.
    programs: BTreeSet<String>,
    code: i32,
}

/// Parents of all processes.
fn parents() -> BTreeMap<u32, u32> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let parent = |pid: u32| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name stands in brackets and may hold any of them.
        stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
    };
    numbers.filter_map(|pid| Some((pid, parent(pid)?))).collect()
}

/// Sockets that wait for others, by inode: TCP that listens, UDP that is bound.
fn waiting() -> BTreeMap<String, String> {
    let mut sockets = BTreeMap::new();
    for (table, state) in [("tcp", "0A"), ("tcp6", "0A"), ("udp", "07"), ("udp6", "07")] {
        for line in fs::read_to_string(format!("/proc/net/{table}")).unwrap_or_default().lines().skip(1) {
            let fields: Vec<&str> = line.split_whitespace().collect();
            if fields.get(3) == Some(&state) {
                sockets.insert(format!("socket:[{}]", fields[9]), format!("{table} {}", fields[1]));
            }
        }
    }
    sockets
}

/// Looks at everything below a process until it ends.
fn watched(mut command: Command) -> Seen {
    let mut run = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let (mut listened, mut programs) = (BTreeSet::new(), BTreeSet::new());
    let until = Instant::now() + Duration::from_secs(300);
    // Once below the run, always: what is left by its parent belongs to somebody else.
    let mut below = BTreeSet::from([run.id()]);
    loop {
        let parents = parents();
        let mut before = 0;
        while before != below.len() {
            before = below.len();
            for (pid, parent) in &parents {
                if below.contains(parent) {
                    below.insert(*pid);
                }
            }
        }
        let sockets = waiting();
        for pid in &below {
            let name = fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default().trim().to_string();
            for open in fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten() {
                let link = fs::read_link(open.path()).unwrap_or_default();
                if let Some(socket) = sockets.get(&*link.to_string_lossy()) {
                    listened.insert(format!("{name}: {socket}"));
                }
            }
            programs.insert(name);
        }
        if let Some(status) = run.try_wait().unwrap() {
            return Seen { listened, programs, code: status.code().unwrap_or(-1) };
        }
        assert!(Instant::now() < until, "it does not end");
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn bench(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = super::common::process(folder);
    command.args(arguments);
    command
}

/// Every engine that is here: those of the machine, and of `COLLISIONBENCH_ENGINES`.
#[test]
#[ignore = "slow"]
fn no_engine_opens_a_port() {
    let place = tempfile::tempdir().unwrap();
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let case = here.join("cases/engines/chung-ooi-3.toml").display().to_string();
    let mut arguments = vec!["run", &case, "--pictures", "none"];
    let file = std::env::var("COLLISIONBENCH_ENGINES").map(|file| here.join(file).display().to_string());
    if let Ok(file) = &file {
        arguments.extend(["--engines", file, "--no-skip"]);
    }
    let seen = watched(bench(place.path(), &arguments));
    assert!(seen.listened.is_empty(), "{:?}", seen.listened);
    // Where no code is installed the run skips all, and says by its exit code that it has checked nothing.
    assert!(seen.code == 0 || file.is_err() && seen.code == 3, "{}", seen.code);
    if file.is_ok() {
        assert!(seen.programs.len() > 3, "{:?}", seen.programs);
    }
}

/// The control: an engine that listens is seen.
#[test]
fn a_port_would_be_seen() {
    let place = tempfile::tempdir().unwrap();
    let listens = "import socket, time\ns = socket.socket()\ns.bind(('127.0.0.1', 0))\ns.listen()\ntime.sleep(0.5)\n";
    let file = "[engine.listener]\ncommand = [\"python3\", \"{here}/listens.py\"]\nversion = \"1\"\n\
                covers = { normal = [\"hertz\"] }\n";
    let case = GLASS.replace("[run.reference]\n", "[run.reference]\n\n[run.listener]\nsteps_per_contact = 50.37\n");
    write(place.path(), &[("listens.py", listens), ("engines.toml", file), ("glass.toml", &case)]);
    let seen = watched(bench(place.path(), &["run", "glass.toml", "--engines", "engines.toml", "--pictures", "none"]));
    assert!(
        seen.listened.iter().any(|socket| socket.contains("tcp 0100007F")),
        "{:?} {:?}",
        seen.listened,
        seen.programs
    );
}
