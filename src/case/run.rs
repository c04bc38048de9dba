//! `[run.*]`: who computes the collision.

use super::reader::{Node, Reader, Table, not_yet, quoted, suggestion};
use super::value::{Limits, setting};
use super::words;
use super::{Run, Settings, Word};

/// The relative tolerance of the reference when a case gives none.
const TOLERANCE: f64 = 1e-13;

/// Below it nothing is gained in double precision; above it a reference is none.
const TOLERANCES: Limits = Limits { hold: |t| t > 1e-15 && t <= 1e-3, say: "must be above 1e-15 and at most 1e-3" };

/// Reads the solvers of a case.
pub(super) fn read(reader: &mut Reader, root: &Table) -> Vec<Run> {
    let mut runs = Vec::new();
    let Some(node) = root.get("run") else {
        if !root.misspells("run") {
            reader.absent("there is no [run.*]: nobody computes the collision", &["add:  [run.reference]"]);
        }
        return runs;
    };
    let Some(table) = node.table(reader, "[run.reference]") else { return runs };
    for node in table.nodes() {
        if node.key == "reference" {
            runs.extend(reference(reader, &node));
        } else if let Some(later) = words::later_solver(node.key) {
            not_yet(reader, node.key_span.clone(), &node.path, later);
        } else {
            let message = format!("there is no solver {}{}", quoted(node.key), suggestion(node.key, ["reference"]));
            reader.wrong(node.key_span.clone(), message, &["write:  [run.reference]"]);
        }
    }
    if table.nodes().is_empty() {
        reader.wrong(node.key_span.clone(), "nobody computes the collision", &["write:  [run.reference]"]);
    }
    runs
}

fn reference(reader: &mut Reader, node: &Node) -> Option<Run> {
    let table = node.table(reader, "[run.reference]")?;
    table.only(reader, &["tolerance"]);
    let tolerance = match table.get("tolerance") {
        Some(node) => setting(reader, &node, TOLERANCES).unwrap_or(TOLERANCE),
        None => TOLERANCE,
    };
    let solver = Word { text: node.key.to_string(), origin: reader.origin(node.key_span.clone()) };
    Some(Run { solver, settings: Settings::Reference { tolerance } })
}
