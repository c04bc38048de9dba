//! No result is lost: whatever happens to a run, the report folder holds the old report or the new one, whole.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

const PROGRAM: &str = env!("CARGO_BIN_EXE_collisionbench");

/// One small case and one that takes longer, so that the reports differ.
const OLD: &str = "normal/elastic/glass-head-on";
const NEW: &str = "normal";

fn bench(case: &str, reports: &Path) -> Command {
    let mut command = Command::new(PROGRAM);
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(["run", case, "--pictures", "none", "--reports"]).arg(reports);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(case: &str, reports: &Path) -> Output {
    bench(case, reports).output().unwrap()
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Every file of a folder with its contents.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.insert(path.strip_prefix(folder).unwrap().to_path_buf(), fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// The report without the two files that carry the clock.
fn timeless(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = contents(folder);
    found.remove(Path::new("environment.toml"));
    found.remove(Path::new("manifest.txt"));
    found
}

/// Whether every file named in the manifest is there with the hash it is named with.
fn is_whole(folder: &Path) -> bool {
    let files = contents(folder);
    let manifest = String::from_utf8(files[Path::new("manifest.txt")].clone()).unwrap();
    let named: Vec<(&str, &str)> =
        manifest.lines().filter(|l| !l.starts_with('#')).filter_map(|l| l.split_once("  ")).collect();
    assert!(named.len() >= 8, "the manifest names only {} files", named.len());
    named.iter().all(|(hash, name)| {
        files.get(Path::new(name)).is_some_and(|bytes| format!("{:x}", Sha256::digest(bytes)) == *hash)
    }) && named.len() + 1 == files.len()
}

#[test]
fn a_killed_run_leaves_the_old_report_or_the_new_one() {
    let scratch = tempfile::tempdir().unwrap();
    let reports = scratch.path().join("latest");

    let started = Instant::now();
    assert_eq!(run(NEW, &reports).status.code(), Some(0));
    let whole_run = started.elapsed();
    let new = timeless(&reports);
    assert_eq!(run(OLD, &reports).status.code(), Some(0));
    let old = timeless(&reports);
    assert_ne!(old, new);

    let mut replaced = 0;
    for moment in 0..50_u32 {
        let mut child = bench(NEW, &reports).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Golden-ratio sequence: spread over the whole run and beyond, every tenth far beyond, since a busy machine may be
        // slower now than it was; the same each time.
        let part = (f64::from(moment) * 0.618_033_988_749_895).fract();
        let beyond = if moment % 10 == 9 { 6.0 } else { 1.2 };
        std::thread::sleep(Duration::from_secs_f64(beyond * part * whole_run.as_secs_f64()));
        let _ = child.kill();
        child.wait().unwrap();
        assert!(is_whole(&reports), "kill {moment} at {part:.2} of a run");
        let left = timeless(&reports);
        if left == new {
            replaced += 1;
            assert_eq!(run(OLD, &reports).status.code(), Some(0));
        } else {
            assert_eq!(left, old, "kill {moment} at {part:.2} of a run");
        }
    }
    assert!((1..50).contains(&replaced), "{replaced} of 50 runs were replaced: the kills all fell on one side");
    // What the killed runs left lying beside the report is cleared away by the next run.
    assert_eq!(run(OLD, &reports).status.code(), Some(0));
    let beside: Vec<_> = fs::read_dir(scratch.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(beside, ["latest"]);
}

#[test]
fn a_foreign_file_is_never_deleted() {
    let scratch = tempfile::tempdir().unwrap();
    let reports = scratch.path().join("latest");
    assert_eq!(run(OLD, &reports).status.code(), Some(0));
    fs::write(reports.join("notes.txt"), "mine").unwrap();
    let before = contents(&reports);
    let output = run(OLD, &reports);
    assert_eq!(output.status.code(), Some(5), "{}", text(&output));
    assert!(text(&output).contains("notes.txt"), "{}", text(&output));
    assert_eq!(contents(&reports), before);

    let foreign = scratch.path().join("thesis");
    fs::create_dir(&foreign).unwrap();
    fs::write(foreign.join("chapter1.tex"), "mine").unwrap();
    assert_eq!(run(OLD, &foreign).status.code(), Some(5));
    assert_eq!(contents(&foreign).len(), 1);
}

#[test]
fn a_folder_that_cannot_be_written_is_exit_5() {
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("file");
    fs::write(&file, "not a folder").unwrap();
    let output = run(OLD, &file.join("latest"));
    assert_eq!(output.status.code(), Some(5), "{}", text(&output));
    assert!(text(&output).contains("failed to write"), "{}", text(&output));
    assert_eq!(fs::read_to_string(&file).unwrap(), "not a folder");
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_exit_5_and_leaves_the_old_report() {
    let scratch = tempfile::tempdir().unwrap();
    let reports = scratch.path().join("latest");
    assert_eq!(run(OLD, &reports).status.code(), Some(0));
    let before = contents(&reports);
    // A file-size limit of 8 blocks stands in for a full disk: run.json does not fit.
    let output = Command::new("sh")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["-c", "ulimit -f 8 && exec \"$0\" run \"$1\" --pictures none --reports \"$2\"", PROGRAM, NEW])
        .arg(&reports)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(5), "{}", text(&output));
    assert!(text(&output).contains("failed to write"), "{}", text(&output));
    assert_eq!(contents(&reports), before);
}

#[test]
fn an_interrupted_run_leaves_no_report_or_one_that_is_marked() {
    let scratch = tempfile::tempdir().unwrap();
    let reports = scratch.path().join("latest");
    let mut seen = false;
    for wait in [5, 20, 50, 100, 200] {
        let mut child = bench(NEW, &reports).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        let _ = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status();
        let code = child.wait().unwrap().code();
        if code == Some(130) {
            seen = true;
            if reports.exists() {
                assert!(fs::read_to_string(reports.join("summary.md")).unwrap().contains(": PARTIAL: interrupted"));
                fs::remove_dir_all(&reports).unwrap();
            }
        } else if code == Some(0) {
            break;
        }
    }
    assert!(seen, "no run was interrupted");
}

#[test]
fn a_report_is_the_same_bytes_on_one_thread_and_on_two() {
    let scratch = tempfile::tempdir().unwrap();
    let mut reports = Vec::new();
    for (name, threads) in [("one", "1"), ("two", "2"), ("again", "2")] {
        let folder = scratch.path().join(name);
        let mut command = Command::new(PROGRAM);
        command.current_dir(env!("CARGO_MANIFEST_DIR")).args([
            "run",
            "normal/elastic",
            "normal/damped/tsuji-restitution",
        ]);
        command.args(["--threads", threads, "--pictures", "all", "--reports"]).arg(&folder);
        assert_eq!(command.output().unwrap().status.code(), Some(0));
        reports.push(timeless(&folder));
    }
    let pictures = reports[0].keys().filter(|file| file.extension().is_some_and(|e| e == "svg")).count();
    assert!(pictures > 20, "only {pictures} pictures");
    for (file, bytes) in &reports[0] {
        assert_eq!(Some(bytes), reports[1].get(file), "{} differs between 1 and 2 threads", file.display());
        assert_eq!(Some(bytes), reports[2].get(file), "{} differs between two runs", file.display());
    }
    assert!(reports[0].contains_key(Path::new("index.html")));
}
