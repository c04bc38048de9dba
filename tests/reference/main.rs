//! The reference against theory: tables of forty digits, closed forms, and laws that need no number at all.

mod closed_forms;
mod edges;
mod properties;
mod tables;

use collisionbench::contact::{Ends, PowerForce};
use collisionbench::solve::reference::collide;
use collisionbench::trajectory::{Estimate, Moment, Trajectory};

/// The tolerance the reference is judged at.
const TOLERANCE: f64 = 1e-13;

fn law(alpha: f64, K: f64, beta: f64, C: f64, ends: Ends) -> PowerForce {
    PowerForce { K, alpha, C, beta, reference_gap: 0.0, ends }
}

fn solved(law: &PowerForce, m_star: f64, speed: f64) -> Trajectory {
    collide(law, m_star, speed, TOLERANCE).unwrap_or_else(|error| panic!("{law:?}: {error}"))
}

fn restitution(trajectory: &Trajectory, speed: f64) -> Estimate {
    let Moment { speed: Estimate { value, uncertainty }, .. } = trajectory.end.expect("it separates");
    Estimate::new(-value / speed, uncertainty / speed)
}

/// Within a relative tolerance, and covered by a stated uncertainty that is itself below 1e-11.
fn assert_meets(what: &str, got: Estimate, expected: f64, within: f64) {
    let Estimate { value, uncertainty } = got;
    let off = (value - expected).abs();
    assert!(off <= within * expected.abs(), "{what}: {value:e}, not {expected:e}: off by {:e}", off / expected);
    assert!(off <= uncertainty, "{what}: off by {off:e}, but said to be known to {uncertainty:e}");
    assert!(uncertainty < 1e-11 * expected.abs(), "{what}: known to {:e} only", uncertainty / expected);
}
