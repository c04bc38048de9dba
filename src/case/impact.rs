//! `[impact]`: how the bodies meet.

use super::calibration;
use super::reader::{Reader, Table};
use super::value::{POSITIVE, Spec};
use crate::units::Dimension;

/// Where the speed of approach is kept.
pub(super) fn read(reader: &mut Reader, root: &Table) -> Option<usize> {
    let Some(node) = root.get("impact") else {
        // Measurements say how the bodies meet; a prescribed path is reported as a word of a later version.
        if root.has("experiment") {
            return Some(calibration::any_speed(reader));
        }
        if !root.has("path") && !root.misspells("impact") {
            reader.absent(
                "`[impact]` is missing",
                &["add:  [impact]", "      speed = \"1 m/s\"      # of one body as seen from the other"],
            );
        }
        return None;
    };
    let table = node.table(reader, "[impact]")?;
    table.only(reader, &["speed"]);
    if table.has("normal_speed") && !table.has("speed") {
        return None;
    }
    let speed = table.require(reader, "speed", "\"1 m/s\"      # of one body as seen from the other")?;
    reader.value(&speed, speed.path.clone(), Spec::Quantity(Dimension::Speed, POSITIVE))
}
