use std::fs;
use std::path::Path;

use collisionbench::report::output_folder::OutputFolder;
use collisionbench::report::output_folder::inspect::in_order;
use collisionbench::report::output_folder::sweep::*;
use collisionbench::report::{files, journal};

/// A folder of a run that was killed while it built a report.
fn killed(root: &Path) -> std::path::PathBuf {
    let folder = root.join(".latest.building-1");
    let report = folder.join(journal::REPORT);
    fs::create_dir_all(&report).unwrap();
    drop(journal::start(&folder).unwrap());
    for name in ["a.csv", "normal/hertz/b.csv", "normal/c.csv"] {
        files::write(&report, name, b"1").unwrap();
    }
    folder
}

#[test]
fn a_sweep_that_was_killed_anywhere_is_finished_by_the_next() {
    let root = tempfile::tempdir().unwrap();
    let place = OutputFolder::new(&root.path().join("latest")).unwrap();
    let folder = killed(root.path());
    let steps = in_order(&folder, &journal::noted(&folder).unwrap()).unwrap();
    assert_eq!(steps.len(), 7, "{steps:?}");
    sweep(&place).unwrap();
    for done in 0..=steps.len() {
        let folder = killed(root.path());
        for path in steps[..done].iter().map(|name| folder.join(name)) {
            if path.is_dir() { fs::remove_dir(path).unwrap() } else { fs::remove_file(path).unwrap() }
        }
        sweep(&place).unwrap();
        assert!(!folder.exists(), "killed after {done} of {steps:?}");
    }
}
