//! Removes leftovers of killed runs next to an output folder.

use std::fs;
use std::io;
use std::path::Path;

use super::super::journal;
use super::super::manifest;
use super::OutputFolder;
use super::inspect::remove_listed;

/// Deletes unfinished reports and earlier reports of dead runs, file by file as their own lists say. An earlier report
/// that was set aside when its run was killed goes back to its place.
///
/// # Errors
/// When the parent folder cannot be read.
pub fn sweep(place: &OutputFolder) -> io::Result<()> {
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
    let dead = journal::abandoned_lock(folder);
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

fn sweep_old(place: &OutputFolder, folder: &Path) {
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
