//! `drops.csv`: every measured number with its prediction, and whether it was used.

use crate::fit::calibrate::result::{Calibrated, Fate, Measurement};
use crate::report::table::{Cell, Table, cells};

/// The columns, in order. Heights, speeds, readings and angles are in m, m/s, m or s, and rad; an unknown is an empty
/// cell. The four `effect` columns are the restitution with a correction less that without; the last one holds what looks
/// wrong about a number, used or not.
pub const COLUMNS: &str = "drop impact row height speed angle overlap quantity unit value sigma sigma_used predicted \
                           residual standardised reading reading_measured reading_predicted effect_of_air \
                           effect_of_contact_duration effect_of_gravity_during_contact effect_of_height_to used \
                           why_not doubt";

/// Every measured number of a calibration.
pub fn table(found: &Calibrated) -> Table {
    let mut table = Table::new(COLUMNS);
    found.measurements.iter().for_each(|measurement| table.row(row(measurement)));
    table
}

fn row(m: &Measurement) -> [Cell<'_>; 25] {
    let (used, why_not) = match &m.fate {
        Fate::Used => ("yes", ""),
        Fate::Stuck => ("yes", "the ball did not come back: a bound of the sticking speed"),
        Fate::HeldOut => ("yes", "judges a fit of the others"),
        Fate::LeftOut(reason) => ("no", reason.as_str()),
    };
    let reading = match m.rebound {
        Some(rebound) if rebound.timed => "interval, s",
        Some(_) => "rebound height, m",
        None => "",
    };
    cells![
        &m.name,
        m.number,
        m.row as usize,
        m.height,
        m.speed,
        m.angle,
        m.overlap,
        m.quantity.word(),
        m.quantity.dimension().si(),
        m.value,
        m.sigma,
        m.sigma_used,
        m.predicted,
        m.residual(),
        m.standardised(),
        reading,
        m.rebound.map(|rebound| rebound.measured),
        m.rebound.and_then(|rebound| rebound.predicted),
        m.effects.air,
        m.effects.contact_duration,
        m.effects.gravity_during_contact,
        m.effects.height_to,
        used,
        why_not,
        m.doubt.as_deref(),
    ]
}
