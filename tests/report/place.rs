//! A report is put in its place whole, and takes nobody's files with it.

use std::fs;
use std::path::{Path, PathBuf};

use collisionbench::bench::record::file;
use collisionbench::bench::record::{FORMAT, Record};
use collisionbench::error::{Error, Exit};
use collisionbench::output::folder::{below, exchange_by_renames};
use collisionbench::output::manifest;
use collisionbench::report::{Context, OutputFolder, Pictures, compose, files};
use sha2::{Digest, Sha256};

use crate::report::fixture::environment;

/// A report without cases: what matters here is where it goes.
fn report(path: &Path, program: &str) -> Result<Vec<String>, Error> {
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
    let text = fs::read_to_string(path.join("run.jsonl")).unwrap();
    file::read(text.as_bytes(), "run.jsonl").unwrap().program
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
    report(&latest, "second").unwrap();
    assert_eq!(program(&latest), "second");
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
    let written = files::write(&building.folder(), "summary.csv", b"new").unwrap();
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
    files::write(&building.folder(), "a/b/c.csv", b"x").unwrap();
    assert_eq!(names(root.path()).len(), 1);
    drop(building);
    assert!(names(root.path()).is_empty());
}

/// A hidden folder as a killed program leaves it: its name, and what is in it.
fn dead(root: &Path, random: &str, files: &[&str]) -> PathBuf {
    let hidden = root.join(format!(".latest.collisionbench-{random}"));
    fs::create_dir(&hidden).unwrap();
    for name in files {
        fs::create_dir_all(hidden.join(name).parent().unwrap()).unwrap();
        fs::write(hidden.join(name), "half").unwrap();
    }
    hidden
}

#[test]
fn what_a_dead_run_left_is_removed_and_only_that() {
    let root = tempfile::tempdir().unwrap();
    let latest = root.path().join("latest");
    // Killed when it began, while it wrote, and while it removed what it had written.
    dead(root.path(), "aaaaaa", &[]);
    dead(root.path(), "bbbbbb", &["lock"]);
    dead(root.path(), "cccccc", &["lock", "report/summary.csv", "report/normal/a.png"]);
    dead(root.path(), "dddddd", &["report/summary.csv"]);
    // Of someone else.
    dead(root.path(), "eeeeee", &["theirs"]);
    dead(root.path(), "short", &["lock"]);
    fs::create_dir(root.path().join(".latest.building-1")).unwrap();
    report(&latest, "first").unwrap();
    let theirs = [".latest.building-1", ".latest.collisionbench-eeeeee", ".latest.collisionbench-short", "latest"];
    assert_eq!(names(root.path()), theirs);
}

#[test]
fn a_run_that_is_building_is_left_alone() {
    let root = tempfile::tempdir().unwrap();
    let latest = root.path().join("latest");
    let slow = OutputFolder::new(&latest).unwrap().begin().unwrap();
    let written = files::write(&slow.folder(), "summary.csv", b"slow").unwrap();
    report(&latest, "quick").unwrap();
    assert!(slow.folder().join("summary.csv").is_file());
    slow.put(vec![written]).unwrap();
    assert_eq!(names(&latest), ["manifest.txt", "summary.csv"]);
}

/// Where folders cannot be exchanged in one step: killed before the first rename, and after each of the three.
#[test]
fn a_run_killed_between_renames_is_put_right() {
    for (renames, whose) in [(0, "old"), (1, "old"), (2, "new"), (3, "new")] {
        let root = tempfile::tempdir().unwrap();
        let latest = root.path().join("latest");
        report(&latest, "old").unwrap();
        let hidden = dead(root.path(), "abc123", &["lock"]);
        let [built, aside] = ["report", "earlier"].map(|name| hidden.join(name));
        report(&built, "new").unwrap();
        for (from, to) in [(&latest, &aside), (&built, &latest), (&aside, &built)].into_iter().take(renames) {
            fs::rename(from, to).unwrap();
        }
        OutputFolder::new(&latest).unwrap().check().unwrap();
        assert_eq!(program(&latest), whose, "killed after {renames}");
        assert_eq!(manifest::differs(&latest).unwrap(), None);
        assert_eq!(names(root.path()), ["latest"], "killed after {renames}");
    }
}

#[test]
fn renames_do_where_no_exchange_is() {
    let root = tempfile::tempdir().unwrap();
    let [place, built, aside] = ["place", "built", "aside"].map(|name| root.path().join(name));
    for (folder, text) in [(&place, "old"), (&built, "new")] {
        fs::create_dir(folder).unwrap();
        fs::write(folder.join("a"), text).unwrap();
    }
    exchange_by_renames(&built, &place, &aside).unwrap();
    assert_eq!(fs::read_to_string(place.join("a")).unwrap(), "new");
    assert_eq!(fs::read_to_string(built.join("a")).unwrap(), "old");
    // Nothing to move in: the earlier one comes back.
    assert!(exchange_by_renames(&root.path().join("absent"), &place, &aside).is_err());
    assert_eq!(fs::read_to_string(place.join("a")).unwrap(), "new");
    assert!(!aside.exists());
}

/// A file that came into the earlier report at the last moment, when its program was killed: it stays.
#[test]
fn a_foreign_file_in_what_a_dead_run_left_stays() {
    let root = tempfile::tempdir().unwrap();
    let latest = root.path().join("latest");
    let hidden = dead(root.path(), "abc123", &["lock"]);
    report(&hidden.join("report"), "old").unwrap();
    fs::write(hidden.join("report/notes.txt"), "mine").unwrap();
    report(&latest, "new").unwrap();
    assert_eq!(fs::read_to_string(hidden.join("report/notes.txt")).unwrap(), "mine");
}

/// Many at once: each comes through or says why, the place holds the report of one of them, and nothing is left beside it.
#[test]
fn runs_into_one_folder_at_the_same_time_leave_one_whole_report() {
    let root = tempfile::tempdir().unwrap();
    let latest = root.path().join("latest");
    report(&latest, "first").unwrap();
    let put: usize = std::thread::scope(|scope| {
        let many = |name: &'static str| {
            let latest = &latest;
            move || {
                let all = (0..20).map(|_| report(latest, name));
                all.filter(|put| {
                    put.as_ref().map_err(|error| assert_eq!(error.exit(), Exit::Unwritable, "{error}")).is_ok()
                })
                .count()
            }
        };
        let runs = ["a", "b", "c"].map(|name| scope.spawn(many(name)));
        runs.into_iter().map(|run| run.join().unwrap()).sum()
    });
    assert!(put >= 30, "{put} of 60 came through");
    assert!(["a", "b", "c"].contains(&program(&latest).as_str()));
    assert_eq!(manifest::differs(&latest).unwrap(), None);
    report(&latest, "last").unwrap();
    assert_eq!(names(root.path()), ["latest"]);
}

/// What an interrupted run finished lies beside the last whole report, under the name that was asked for.
#[test]
fn a_partial_report_has_a_place_of_its_own() {
    let root = tempfile::tempdir().unwrap();
    let latest = root.path().join("latest");
    report(&latest, "whole").unwrap();
    let partial = OutputFolder::new(&latest).unwrap().partial().unwrap();
    assert_eq!(partial.shown(), root.path().join("latest.partial"));
    report(partial.shown(), "part").unwrap();
    assert_eq!((program(&latest), program(partial.shown())), ("whole".to_string(), "part".to_string()));
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
