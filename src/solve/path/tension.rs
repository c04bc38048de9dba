//! The largest tension of a contact that is let go.

use crate::contact::branches::{Branches, History, Spot};

/// Halvings with which the place of the largest tension is found.
const HALVINGS: usize = 200;

/// The largest tension (N) between where a contact is and a smaller overlap, or where it breaks before; `None` while nothing acts.
pub(super) fn pulled(law: &dyn Branches, history: &History, to: f64) -> Option<f64> {
    let here = history.branch?;
    let (mut branch, mut q) = law.turned(&here, law.place(&here, history.last));
    let mut most = f64::NEG_INFINITY;
    loop {
        let exit = law.below(&branch);
        let ends = law.spot(&branch, exit.at).overlap >= to;
        let end = if ends { exit.at } else { law.place(&branch, to) };
        most = most.max(largest(|q| law.spot(&branch, q), end, q));
        match exit.next {
            Some(next) if ends => (branch, q) = next,
            _ => return Some(most),
        }
    }
}

/// The largest `-F` between two places: where the slope of the force is zero, or at one of them.
fn largest(spot: impl Fn(f64) -> Spot, mut low: f64, mut high: f64) -> f64 {
    let ends = -spot(low).force.min(spot(high).force);
    if !(spot(low).slope < 0.0 && spot(high).slope > 0.0) {
        return ends;
    }
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if spot(middle).slope < 0.0 { low = middle } else { high = middle }
    }
    ends.max(-spot(low).force)
}
