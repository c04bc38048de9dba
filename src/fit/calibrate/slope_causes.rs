//! Systematic errors that would explain an apparent change of the restitution with speed.

use super::data::data;
use crate::case::experiment_keys::{DRAG_FACTOR, DRAG_NUMBER, REBOUND_OFFSET};
use crate::case::{Calibration, StatedQuantity};
use crate::fit::drop_impacts::Reduction;
use crate::number::significant;
use crate::units::Dimension;

/// Range of heights, as a ratio, above which a zero offset, drag and a law can be distinguished.
const DECADE: f64 = 10.0;
/// Step of an offset, m, and of a factor of the drag.
const STEP: [f64; 2] = [1e-4, 0.05];

/// The zero offset and the drag that would remove the slope, in words; similar over less than a decade of height.
///
/// The slope is linear in both, so that one step of each gives its zero.
pub(super) fn rivals(
    calibration: &Calibration,
    theta: &[f64],
    slope: f64,
    of: &dyn Fn(&super::rows::Data) -> Option<f64>,
) -> Option<String> {
    let measured = &calibration.experiment.measured;
    let heights = measured.drops.iter().map(|drop| drop.drop).chain(measured.throws.iter().filter_map(|t| t.drop));
    let (low, high) = heights.fold((f64::INFINITY, 0.0f64), |(low, high), h| (low.min(h), high.max(h)));
    if high / low >= DECADE {
        return None;
    }
    let asked = Reduction { effects: false, air: true };
    let root = |moved: &Calibration, step: f64| -> Option<f64> {
        let there = of(&data(moved, theta, &[], &asked).ok()?)?;
        let root = step * slope / (slope - there);
        root.is_finite().then_some(root)
    };
    let mut words = Vec::new();
    if !measured.drops.is_empty() {
        let mut moved = calibration.clone();
        let own = moved.experiment.quantity(&REBOUND_OFFSET).cloned();
        let quantity = own.unwrap_or_else(|| StatedQuantity {
            value: 0.0,
            sigma: None,
            text: String::new(),
            dimension: Dimension::Length,
            origin: calibration.experiment.origin.clone(),
        });
        moved.experiment.set(&REBOUND_OFFSET, StatedQuantity { value: quantity.value + STEP[0], ..quantity });
        if let Some(offset) = root(&moved, STEP[0]) {
            let way = if offset < 0.0 { "high" } else { "low" };
            words.push(format!(
                "rebounds that were all read {} mm too {way} (if they may have been, write  rebound_offset = {{ value = \"0 mm\", \
                 sigma = ... }})",
                significant(1e3 * offset.abs(), 2)
            ));
        }
    }
    let mut moved = calibration.clone();
    let key = if moved.experiment.quantity(&DRAG_NUMBER).is_some() { DRAG_NUMBER } else { DRAG_FACTOR };
    let in_air = moved.experiment.air;
    match moved.experiment.quantity_mut(&key) {
        Some(quantity) => {
            quantity.value *= 1.0 + STEP[1];
            if let Some(part) = root(&moved, STEP[1]).filter(|part| *part > -1.0) {
                words.push(format!("a drag of {} times what is corrected for", significant(1.0 + part, 2)));
            }
        }
        None if in_air => words.push("another drag than that of a smooth sphere".to_string()),
        None => words.push("the drag of the air, which is not corrected for".to_string()),
    }
    (!words.is_empty()).then(|| {
        format!(
            "over less than a decade of height these would look the same: {}; and drops alone cannot distinguish \
             viscoelasticity from waves in the plate",
            words.join(", or ")
        )
    })
}
