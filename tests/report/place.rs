//! A report is put in its place whole, and takes nobody's files with it.

use std::fs;
use std::path::Path;

use collisionbench::error::{Error, Exit};
use collisionbench::record::{FORMAT, Record};
use collisionbench::report::files::below;
use collisionbench::report::{Context, OutputFolder, Pictures, PlacedReport, compose, files, run_json};
use sha2::{Digest, Sha256};

use crate::report::fixture::environment;

/// A report without cases: what matters here is where it goes.
fn report(path: &Path, program: &str) -> Result<PlacedReport, Error> {
    let record = Record {
        format: FORMAT,
        program: program.to_string(),
        cases_from: "./cases".to_string(),
        partial: None,
        criteria: Vec::new(),
        engines: Vec::new(),
        not_run: None,
        cases: Vec::new(),
    };
    let environment = environment();
    let context = Context::new(&record, &environment, Pictures::None);
    compose::write(&context, &OutputFolder::new(path)?)
}

fn program(path: &Path) -> String {
    let text = fs::read_to_string(path.join("run.json")).unwrap();
    run_json::read(text.as_bytes()).unwrap().program
}

fn names(path: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(path).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_new_report_takes_the_place_of_an_old_one() {
    let root = tempfile::tempdir().unwrap();
    let latest = root.path().join("deep/latest");
    report(&latest, "first").unwrap();
    assert_eq!(program(&latest), "first");
    let put = report(&latest, "second").unwrap();
    assert_eq!(program(&latest), "second");
    assert_eq!(put.kept, None);
    assert_eq!(names(&root.path().join("deep")), ["latest"], "nothing is left beside it");
}

#[test]
fn an_empty_folder_is_filled() {
    let root = tempfile::tempdir().unwrap();
    report(root.path(), "first").unwrap();
    assert_eq!(program(root.path()), "first");
}

#[test]
fn the_manifest_has_every_file_and_its_hash() {
    let root = tempfile::tempdir().unwrap();
    let latest = root.path().join("latest");
    report(&latest, "first").unwrap();
    let text = fs::read_to_string(latest.join("manifest.txt")).unwrap();
    let listed: Vec<(&str, &str)> = text.lines().skip(1).map(|line| line.split_once("  ").unwrap()).collect();
    let mut there = below(&latest).unwrap().files;
    there.retain(|name| name != "manifest.txt");
    assert_eq!(listed.iter().map(|(_, name)| *name).collect::<Vec<_>>(), there);
    for (hash, name) in listed {
        assert_eq!(hash, format!("{:x}", Sha256::digest(fs::read(latest.join(name)).unwrap())), "{name}");
    }
}

#[test]
fn a_foreign_file_is_refused_by_name_and_stays() {
    for foreign in ["notes.txt", "normal/mine.png", ".hidden"] {
        let root = tempfile::tempdir().unwrap();
        let latest = root.path().join("latest");
        report(&latest, "first").unwrap();
        fs::create_dir_all(latest.join("normal")).unwrap();
        fs::write(latest.join(foreign), "mine").unwrap();
        let error = OutputFolder::new(&latest).unwrap().check().unwrap_err();
        assert_eq!(error.exit(), Exit::Unwritable);
        assert!(error.to_string().contains(foreign), "{error}");
        assert!(report(&latest, "second").is_err());
        assert_eq!(program(&latest), "first");
        assert_eq!(fs::read_to_string(latest.join(foreign)).unwrap(), "mine");
        assert_eq!(names(root.path()), ["latest"]);
    }
}

#[test]
fn a_foreign_folder_and_a_file_in_the_place_are_refused() {
    let root = tempfile::tempdir().unwrap();
    let latest = root.path().join("latest");
    fs::create_dir_all(latest.join("photos")).unwrap();
    assert!(report(&latest, "first").unwrap_err().to_string().contains("photos"));
    let file = root.path().join("file");
    fs::write(&file, "mine").unwrap();
    assert!(report(&file, "first").unwrap_err().to_string().contains("not a folder"));
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
}

#[test]
fn a_foreign_file_that_comes_meanwhile_keeps_both() {
    let root = tempfile::tempdir().unwrap();
    let latest = root.path().join("latest");
    report(&latest, "first").unwrap();
    let building = OutputFolder::new(&latest).unwrap().begin().unwrap();
    let written = files::write(building.folder(), "summary.csv", b"new").unwrap();
    fs::write(latest.join("notes.txt"), "mine").unwrap();
    let error = building.put(vec![written]).unwrap_err();
    let kept = root.path().canonicalize().unwrap().join("latest.new");
    assert!(error.to_string().contains(&kept.display().to_string()), "{error}");
    assert_eq!(fs::read_to_string(kept.join("summary.csv")).unwrap(), "new");
    assert_eq!(names(&kept), ["manifest.txt", "summary.csv"]);
    assert_eq!(fs::read_to_string(latest.join("notes.txt")).unwrap(), "mine");
    assert_eq!(program(&latest), "first");
}

#[test]
fn a_report_that_is_given_up_leaves_nothing() {
    let root = tempfile::tempdir().unwrap();
    let latest = root.path().join("latest");
    let building = OutputFolder::new(&latest).unwrap().begin().unwrap();
    files::write(building.folder(), "a/b/c.csv", b"x").unwrap();
    assert_eq!(names(root.path()).len(), 1);
    drop(building);
    assert!(names(root.path()).is_empty());
}

#[test]
fn what_a_dead_run_left_is_cleared_and_only_that() {
    let root = tempfile::tempdir().unwrap();
    let latest = root.path().join("latest");
    // As a killed run leaves it: a marker nobody holds, files that it lists, and one that it does not.
    let dead = root.path().join(".latest.building-1");
    fs::create_dir_all(dead.join("report/normal")).unwrap();
    let marker = "# collisionbench is building a report here\nsummary.csv\nnormal/a.png\n../../escape\n";
    fs::write(dead.join(".building"), marker).unwrap();
    fs::write(dead.join("report/summary.csv"), "half").unwrap();
    fs::write(dead.join("report/normal/a.png"), "half").unwrap();
    fs::write(dead.join("report/notes.txt"), "mine").unwrap();
    // Of another report, and of someone else.
    fs::create_dir(root.path().join(".other.building-1")).unwrap();
    fs::create_dir(root.path().join(".latest.building-2")).unwrap();
    fs::write(root.path().join(".latest.building-2/theirs"), "theirs").unwrap();
    report(&latest, "first").unwrap();
    assert_eq!(names(root.path()), [".latest.building-1", ".latest.building-2", ".other.building-1", "latest"]);
    assert_eq!(names(&dead), ["report"]);
    assert_eq!(names(&dead.join("report")), ["notes.txt"]);
}

#[test]
fn a_run_that_is_building_is_left_alone() {
    let root = tempfile::tempdir().unwrap();
    let latest = root.path().join("latest");
    let slow = OutputFolder::new(&latest).unwrap().begin().unwrap();
    let written = files::write(slow.folder(), "summary.csv", b"slow").unwrap();
    report(&latest, "quick").unwrap();
    assert!(slow.folder().join("summary.csv").is_file());
    slow.put(vec![written]).unwrap();
    assert_eq!(names(&latest), ["manifest.txt", "summary.csv"]);
}

#[test]
fn a_run_killed_between_two_renames_is_put_right() {
    let root = tempfile::tempdir().unwrap();
    let latest = root.path().join("latest");
    report(&latest, "first").unwrap();
    fs::rename(&latest, root.path().join(".latest.old-1")).unwrap();
    OutputFolder::new(&latest).unwrap().check().unwrap();
    assert_eq!(program(&latest), "first");
    assert_eq!(names(root.path()), ["latest"]);
}

#[test]
fn a_run_killed_after_the_exchange_is_put_right() {
    let root = tempfile::tempdir().unwrap();
    let latest = root.path().join("latest");
    let dead = root.path().join(".latest.building-1");
    report(&dead.join("report"), "old").unwrap();
    fs::write(dead.join(".building"), "# collisionbench is building a report here\n").unwrap();
    report(&latest, "new").unwrap();
    fs::create_dir(root.path().join(".latest.building-2")).unwrap();
    report(&latest, "newer").unwrap();
    assert_eq!(program(&latest), "newer");
    assert_eq!(names(root.path()), ["latest"]);
}

#[test]
fn a_manifest_cannot_reach_out_of_its_folder() {
    let root = tempfile::tempdir().unwrap();
    let latest = root.path().join("latest");
    fs::write(root.path().join("precious"), "mine").unwrap();
    report(&latest, "first").unwrap();
    let manifest = fs::read_to_string(latest.join("manifest.txt")).unwrap();
    fs::write(latest.join("manifest.txt"), format!("{manifest}00  ../precious\n")).unwrap();
    report(&latest, "second").unwrap();
    assert_eq!(fs::read_to_string(root.path().join("precious")).unwrap(), "mine");
}

#[cfg(unix)]
#[test]
fn a_link_is_followed_to_its_folder_but_not_inside_one() {
    let root = tempfile::tempdir().unwrap();
    let (real, link, outside) = (root.path().join("real"), root.path().join("link"), root.path().join("outside"));
    fs::create_dir(&real).unwrap();
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("summary.csv"), "mine").unwrap();
    std::os::unix::fs::symlink(&real, &link).unwrap();
    report(&link, "first").unwrap();
    assert!(link.symlink_metadata().unwrap().is_symlink());
    assert_eq!(program(&real), "first");
    std::os::unix::fs::symlink(&outside, real.join("elsewhere")).unwrap();
    assert!(report(&link, "second").unwrap_err().to_string().contains("elsewhere"));
    assert_eq!(fs::read_to_string(outside.join("summary.csv")).unwrap(), "mine");
}

#[cfg(unix)]
#[test]
fn a_place_that_cannot_be_written_is_said_before_the_run() {
    use std::os::unix::fs::PermissionsExt;
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("file"), "x").unwrap();
    let mut places = vec![root.path().join("file/latest"), "/proc/collisionbench/latest".into(), "/".into()];
    let locked = root.path().join("locked");
    fs::create_dir(&locked).unwrap();
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o555)).unwrap();
    // Permissions do not bind the administrator.
    if fs::write(locked.join("probe"), "x").is_err() {
        places.push(locked.join("latest"));
    }
    for place in places {
        let error = OutputFolder::new(&place).and_then(|place| place.check()).unwrap_err();
        assert_eq!(error.exit(), Exit::Unwritable, "{}: {error}", place.display());
    }
}

#[test]
fn a_case_name_that_leaves_the_folder_is_refused() {
    let root = tempfile::tempdir().unwrap();
    let mut record = crate::report::fixture::record();
    record.cases[0].name = "../../outside".to_string();
    let environment = environment();
    let context = Context::new(&record, &environment, Pictures::None);
    let error = compose::write(&context, &OutputFolder::new(&root.path().join("latest")).unwrap()).unwrap_err();
    assert_eq!(error.exit(), Exit::Wrong, "{error}");
    assert!(names(root.path()).is_empty());
}

#[test]
fn a_report_that_is_interrupted_leaves_what_was_there() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    let root = tempfile::tempdir().unwrap();
    let latest = root.path().join("latest");
    report(&latest, "first").unwrap();
    let (record, environment) = (crate::report::fixture::record(), environment());
    let place = OutputFolder::new(&latest).unwrap();
    // The wish to stop comes at the n-th time it is asked for: before, between and within the reporters, and last.
    let asked = AtomicUsize::new(0);
    let count = || {
        asked.fetch_add(1, Ordering::SeqCst);
        false
    };
    let elsewhere = OutputFolder::new(&root.path().join("counted")).unwrap();
    compose::write(&Context { stop: &count, ..Context::new(&record, &environment, Pictures::All) }, &elsewhere)
        .unwrap();
    let times = asked.load(Ordering::SeqCst);
    assert!(times > 20, "asked {times} times");
    for n in [0, 8, 10, times - 1] {
        let left = AtomicUsize::new(n);
        let stop = || left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |n| n.checked_sub(1)).is_err();
        let context = Context { stop: &stop, ..Context::new(&record, &environment, Pictures::All) };
        let error = compose::write(&context, &place).unwrap_err();
        assert!(matches!(error, Error::Interrupted), "{error}");
        assert_eq!(program(&latest), "first");
        assert_eq!(names(root.path()), ["counted", "latest"]);
    }
}
