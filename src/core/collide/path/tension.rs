//! The largest tension of a contact during unloading.

use crate::law::branches::{Branches, History, Spot};
use crate::numerics::halved;

/// Halvings of the search for the overlap of the largest tension.
const HALVINGS: usize = 200;

/// The largest tension (N) from the present overlap to a smaller one, or to the break before it; `None` while no force acts.
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

/// The largest `-F` between two points: where the slope of the force is zero, or at one end.
fn largest(spot: impl Fn(f64) -> Spot, low: f64, high: f64) -> f64 {
    let ends = -spot(low).force.min(spot(high).force);
    if !(spot(low).slope < 0.0 && spot(high).slope > 0.0) {
        return ends;
    }
    let [most, _] = halved([low, high], HALVINGS, |q| spot(q).slope >= 0.0);
    ends.max(-spot(most).force)
}
