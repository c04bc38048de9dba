//! Reads the table of measurements that `data` names.

use super::experiment_keys::ExperimentKind;
use super::mapping::mapping;
use super::reader::{Node, Reader, Table, quoted};
use crate::data::measure::{Measurements, gather};

/// A shipped dataset of a kind.
fn example(kind: ExperimentKind) -> &'static str {
    match kind {
        ExperimentKind::DropHeight | ExperimentKind::Rolling | ExperimentKind::ForceOverlap => "golf-on-marble-heights",
        ExperimentKind::BounceTimes => "golf-on-marble-intervals",
        ExperimentKind::Phyphox => "golf-on-marble-phyphox",
        ExperimentKind::Oblique => "kharaz-2001-spin-mfix",
        ExperimentKind::ContactTime => "synthetic-contact-times",
        ExperimentKind::Restitution => "synthetic-sticky-beads",
    }
}

/// Reads `data`: next to the case, or else in the current folder or among the built-in files.
pub(super) fn measurements(
    reader: &mut Reader,
    table: &Table,
    node: &Node,
    kind: ExperimentKind,
) -> Option<Measurements> {
    let before = reader.count();
    let mapping = mapping(reader, table);
    if reader.count() > before {
        return None;
    }
    let name = node.text(reader, &format!("\"reference-data/experiments/{}\"", example(kind)))?;
    let beside = reader.beside(&name).map(|(_, files)| files);
    match gather(beside.as_ref().unwrap_or(reader.files), &name, &mapping) {
        Ok(found) if kind.takes(&found) => Some(found),
        Ok(found) => {
            let fitting: Vec<&str> =
                ExperimentKind::ALL.into_iter().filter(|kind| kind.takes(&found)).map(ExperimentKind::word).collect();
            let message = format!("{} has {}, not the columns of `{}`", quoted(&name), found.kind(), kind.word());
            node.refuse(reader, message, &[&format!("write:  [experiment.{}]", fitting.join("] or [experiment."))])
        }
        Err(error) => {
            let help = "`data` names a folder with data.csv and source.toml, a table (.csv, .txt) or a zip of phyphox";
            let place = "the path is relative to the case file or to the current folder";
            reader.unread(error, node.span(), &format!("measurements {}", quoted(&name)), &[help, place]);
            None
        }
    }
}
