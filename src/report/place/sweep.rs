//! Clearing away what killed runs left beside a place.

use std::fs;
use std::io;
use std::path::Path;

use super::super::journal;
use super::super::manifest;
use super::Place;
use super::inspect::remove_listed;

/// Deletes unfinished reports and earlier reports of dead runs, file by file as their own lists say. An earlier report
/// that was set aside when its run was killed goes back to its place.
///
/// # Errors
/// When the parent folder cannot be read.
pub fn sweep(place: &Place) -> io::Result<()> {
    let building = place.prefix("building");
    let old = place.prefix("old");
    for entry in fs::read_dir(&place.parent)? {
        let entry = entry?;
        if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        let name = entry.file_name();
        let begins = |prefix: &std::ffi::OsStr| name.as_encoded_bytes().starts_with(prefix.as_encoded_bytes());
        if begins(&building) {
            sweep_building(&entry.path());
        } else if begins(&old) {
            sweep_old(place, &entry.path());
        }
    }
    Ok(())
}

fn sweep_building(folder: &Path) {
    // The list is read once nobody adds to it.
    let dead = journal::of_dead(folder);
    match journal::noted(folder) {
        Some(noted) if dead.is_some() => {
            // The earlier report, when the run was killed after the exchange.
            remove_report(&folder.join(journal::REPORT));
            let _ = remove_listed(folder, &noted);
        }
        // Being built at this moment.
        Some(_) => {}
        // Killed before the marker was made.
        None => drop(fs::remove_dir(folder)),
    }
}

fn sweep_old(place: &Place, folder: &Path) {
    let is_report = manifest::read(folder).is_ok_and(|listed| listed.is_some());
    if is_report && place.path.symlink_metadata().is_err() {
        let _ = fs::rename(folder, &place.path);
    } else {
        remove_report(folder);
    }
}

fn remove_report(folder: &Path) {
    let listed = manifest::read(folder).ok().flatten().unwrap_or_default();
    let _ = remove_listed(folder, &listed);
}

#[cfg(test)]
mod tests {
    use super::super::inspect::in_order;
    use super::*;
    use crate::report::files;

    /// A folder of a run that was killed while it built a report.
    fn killed(place: &Place) -> std::path::PathBuf {
        let folder = place.parent.join(".latest.building-1");
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
        let place = Place::new(&root.path().join("latest")).unwrap();
        let folder = killed(&place);
        let steps = in_order(&folder, &journal::noted(&folder).unwrap()).unwrap();
        assert_eq!(steps.len(), 7, "{steps:?}");
        sweep(&place).unwrap();
        for done in 0..=steps.len() {
            let folder = killed(&place);
            for path in steps[..done].iter().map(|name| folder.join(name)) {
                if path.is_dir() { fs::remove_dir(path).unwrap() } else { fs::remove_file(path).unwrap() }
            }
            sweep(&place).unwrap();
            assert!(!folder.exists(), "killed after {done} of {steps:?}");
        }
    }
}
