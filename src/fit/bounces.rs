//! What heights are measured to.

use super::flight::{Flight, Hop, NoFlight};
pub use crate::case::HeightTo;

impl HeightTo {
    /// How far the ball is above the ground, m, from a measured height and its radius (both m).
    ///
    /// # Errors
    /// When the ball would touch the ground.
    pub fn clearance(self, height: f64, radius: f64) -> Result<f64, NoFlight> {
        let clear = match self {
            Self::Bottom => height,
            Self::Centre => height - radius,
        };
        if clear > 0.0 { Ok(clear) } else { Err(NoFlight::Number { name: "height", value: height }) }
    }
}

/// How long a contact lasts, taken off the intervals between impacts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ContactTime {
    /// Nothing is taken off.
    Neglected,
    /// s, at every speed.
    Constant(f64),
    /// `duration (speed/at_speed)^(-1/5)` of elastic spheres (Hertz 1881); s and m/s.
    Hertz { duration: f64, at_speed: f64 },
}

impl ContactTime {
    /// s, at a speed of impact in m/s.
    pub fn at(self, speed: f64) -> f64 {
        match self {
            Self::Neglected => 0.0,
            Self::Constant(duration) => duration,
            Self::Hertz { duration, at_speed } => duration * (speed / at_speed).powf(-0.2),
        }
    }
}

/// One impact between two flights.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DropBounce {
    /// Speed before, m/s.
    pub before: f64,
    /// Speed after, m/s.
    pub after: f64,
}

impl DropBounce {
    /// `v_out/v_in`.
    pub fn restitution(&self) -> f64 {
        self.after / self.before
    }
}

/// The impact between a drop from rest and a rebound, both heights (m) being those of the gap under the ball.
///
/// Without air `e = sqrt(h_rebound/h_drop)`.
///
/// # Errors
/// When a height is not above zero or the air is not known at such speeds.
pub fn of_heights(flight: &Flight, drop: f64, rebound: f64) -> Result<DropBounce, NoFlight> {
    Ok(DropBounce { before: flight.fall_speed(drop)?, after: flight.rise_speed(rebound)? })
}

/// The flights between the impacts of one throw, from the intervals (s) from each impact to the next.
///
/// `first` is the speed of the first impact (m/s) where it is known; it only serves to take its contact off.
///
/// # Errors
/// When an interval is not longer than the contact in it, or the air is not known at such speeds.
pub fn hops(
    flight: &Flight,
    intervals: &[f64],
    contact: ContactTime,
    first: Option<f64>,
) -> Result<Vec<Hop>, NoFlight> {
    let mut before = first;
    let mut hops = Vec::with_capacity(intervals.len());
    for &interval in intervals {
        // Where the speed before is not known, the one after is near enough: the contact goes with its fifth root.
        let before_or_after = match before {
            Some(speed) => speed,
            None => flight.hop_of_time(interval)?.up,
        };
        let hop = flight.hop_between_impacts(interval, contact.at(before_or_after))?;
        before = Some(hop.down);
        hops.push(hop);
    }
    Ok(hops)
}

/// The impacts between the flights of one throw; with `first`, the speed before the first impact (m/s), that one too.
///
/// Neighbours share a flight: their restitutions are correlated.
pub fn between(hops: &[Hop], first: Option<f64>) -> Vec<DropBounce> {
    let opening = first.into_iter().zip(hops).map(|(before, hop)| DropBounce { before, after: hop.up });
    let inner = hops.windows(2).map(|pair| DropBounce { before: pair[0].down, after: pair[1].up });
    opening.chain(inner).collect()
}
