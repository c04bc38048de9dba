use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use collisionbench::codes::engine::process::*;
use collisionbench::codes::engine::{Cause, Failure, Quota};

fn job(folder: &Path, script: &str, seconds: f64, stop: &dyn Fn() -> bool) -> Result<(), Cause> {
    let arguments = ["-c".to_string(), script.to_string()];
    let time_limit = Duration::from_secs_f64(seconds);
    let quota = Quota { bytes: 64 << 20, files: 100 };
    run(&Job { program: "sh", arguments: &arguments, folder, environment: &[], time_limit, quota, stop })
}

fn alive(folder: &Path, file: &str) -> bool {
    let pid = fs::read_to_string(folder.join(file)).unwrap();
    let status = fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
    !status.is_empty() && !status.contains(") Z ")
}

/// Whatever message passing a program has, it stays on its machine.
#[test]
fn programs_are_told_to_stay_alone() {
    let place = tempfile::tempdir().unwrap();
    let script = "echo $OMPI_MCA_ess_singleton_isolated $OMPI_MCA_btl $UCX_TLS";
    assert!(job(place.path(), script, 20.0, &|| false).is_ok());
    assert_eq!(fs::read_to_string(place.path().join(STDOUT)).unwrap(), "1 self,vader self,sm\n");
}

/// LAMMPS and LIGGGHTS run without a screen: their errors are in their own log.
#[test]
fn an_error_in_the_log_of_a_code_is_its_last_line() {
    let place = tempfile::tempdir().unwrap();
    let log = "Step Atoms\n0 4\nERROR: Lost atoms: original 4 current 2 (src/thermo.cpp:438)\nLast command: run 100\n";
    fs::write(place.path().join("log.lammps"), log).unwrap();
    let failed = || Failure::new("lammps".into(), "a", place.path().into(), Cause::Exit(1)).to_string();
    assert!(
        failed().ends_with("; last line: ERROR: Lost atoms: original 4 current 2 (src/thermo.cpp:438)"),
        "{}",
        failed()
    );
    // The log of a run that ended well has none.
    fs::write(place.path().join("log.lammps"), "Total wall time: 0:00:01\n").unwrap();
    assert!(!failed().contains("last line"), "{}", failed());
}

#[test]
fn endings_are_told_apart() {
    let place = tempfile::tempdir().unwrap();
    let go = |script: &str| job(place.path(), script, 20.0, &|| false);
    assert!(go("echo fine").is_ok());
    assert_eq!(fs::read_to_string(place.path().join(STDOUT)).unwrap(), "fine\n");
    assert!(matches!(go("exit 7"), Err(Cause::Exit(7))));
    assert!(matches!(go("kill -SEGV $$"), Err(Cause::Signal(11))));
    assert!(matches!(job(place.path(), "sleep 30", 0.2, &|| false), Err(Cause::TimeLimit(_))));
    assert!(matches!(job(place.path(), "sleep 30", 20.0, &|| true), Err(Cause::Stopped)));
    assert!(matches!(go("yes"), Err(Cause::LogTooLong(_))));
    // Files and folders, one large file, and one that is just cut off at the limit.
    for script in [
        "for i in $(seq 200); do mkdir $i; done; sleep 30",
        "for i in 1 2 3; do truncate -s 30M part-$i; done; sleep 30",
        "head -c 100000000 /dev/zero > big; exit 0",
    ] {
        let place = tempfile::tempdir().unwrap();
        let ended = job(place.path(), script, 20.0, &|| false);
        assert!(matches!(ended, Err(Cause::TooMuch { .. })), "{script}: {ended:?}");
    }
    let nobody = Job {
        program: "no-such-program",
        arguments: &[],
        folder: place.path(),
        environment: &[],
        time_limit: Duration::from_secs(1),
        quota: Quota::default(),
        stop: &|| false,
    };
    assert!(matches!(run(&nobody), Err(Cause::Start { .. })));
}

#[test]
fn nothing_is_left_running() {
    let place = tempfile::tempdir().unwrap();
    // In the group, and out of it.
    for (script, limit, well) in [
        ("sleep 600 & echo $! > pid; exit 0", 20.0, true),
        ("sleep 600 & echo $! > pid; wait", 0.3, false),
        ("setsid sh -c 'echo $$ > pid; exec sleep 600' & while [ ! -s pid ]; do sleep 0.01; done", 20.0, true),
    ] {
        let _ = fs::remove_file(place.path().join("pid"));
        assert_eq!(job(place.path(), script, limit, &|| false).is_ok(), well, "{script}");
        // A killed process is gone once its new parent has seen it.
        let until = Instant::now() + Duration::from_secs(5);
        while alive(place.path(), "pid") && Instant::now() < until {
            sleep(Duration::from_millis(5));
        }
        assert!(!alive(place.path(), "pid"), "{script}");
    }
}
