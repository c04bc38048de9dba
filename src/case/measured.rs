//! The table that `data` names.

use std::path::Path;

use super::experiment_keys::Measuring;
use super::mapping::mapping;
use super::reader::{Node, Reader, Table, quoted, shown};
use crate::data::Files;
use crate::data::measure::{Measurements, gather_mapped};
use crate::error::Error;

/// Reads `data`: beside the case, or else from where the program was started or what it was built with.
pub(super) fn measurements(reader: &mut Reader, table: &Table, node: &Node, kind: Measuring) -> Option<Measurements> {
    let before = reader.count();
    let mapping = mapping(reader, table);
    if reader.count() > before {
        return None;
    }
    let name = node.text(reader, "\"reference-data/experiments/golf-on-marble-heights\"")?;
    let beside = beside(reader, &name);
    match gather_mapped(beside.as_ref().unwrap_or(reader.files), &name, &mapping) {
        Ok(found) if kind.takes(&found) => Some(found),
        Ok(found) => {
            let fitting: Vec<&str> =
                Measuring::ALL.into_iter().filter(|kind| kind.takes(&found)).map(Measuring::word).collect();
            let message = format!("{} has {}, not the columns of `{}`", quoted(&name), found.kind(), kind.word());
            reader.wrong(
                node.span(),
                message,
                &[&format!("write:  [experiment.{}]", fitting.join("] or [experiment."))],
            );
            None
        }
        Err(Error::Wrong(problems)) => {
            for problem in problems {
                // A table has lines of its own; the case that names it stands above them.
                let placed = if problem.origin.is_some() { problem } else { problem.at(&reader.origin(node.span())) };
                reader.report(placed);
            }
            None
        }
        Err(Error::Read { source, .. }) => {
            let message = format!("measurements {} not found: {source}", quoted(&name));
            let help = "`data` names a folder with data.csv and source.toml, a table (.csv, .txt) or a zip of phyphox";
            let place = "the path is relative to the case file or to the current folder";
            reader.wrong(node.span(), message, &[help, place]);
            None
        }
        Err(other) => {
            reader.wrong(node.span(), shown(&other.to_string()), &[]);
            None
        }
    }
}

/// The folder of the case, where that of a file on disk has what is named.
fn beside(reader: &Reader, name: &str) -> Option<Files> {
    let folder = Path::new(&reader.file.name).parent().filter(|folder| !folder.as_os_str().is_empty())?;
    let root = match reader.files {
        Files::Folder(root) | Files::Over(root) => root.join(folder),
        Files::Embedded => folder.to_path_buf(),
    };
    root.join(name).exists().then_some(Files::Folder(root))
}
