//! Deliberate errors in a calibration, for mutation tests: a function for each step between readings and estimate.

use super::fit::HoldOut;

/// Returns the wrong number for the right one.
type Number = fn(f64) -> f64;

/// One function for each step of a calibration: it gets the right number and returns the one that is used.
///
/// A case is read with [`Mistakes::NONE`], which leaves every number alone to the last bit; `collisionbench mutants` sets
/// others to see which case notices.
#[derive(Debug, Clone, Copy)]
pub struct Mistakes {
    // -- flight
    /// m/s2
    pub gravity: Number,
    /// Drag coefficient of the ball, at its Reynolds number.
    pub drag: Number,
    /// Reynolds number, `2 rho r v/eta`.
    pub reynolds: Number,
    /// Mass of the displaced air over the mass of the ball.
    pub displaced: Number,
    /// Speed at the end of a flight, m/s, from the speed at its start and the right speed.
    pub landing: fn(f64, f64) -> f64,
    /// Duration of a contact that is taken off an interval, s.
    pub contact: Number,
    // -- readings
    /// Height above the ground, m, from the right one and the radius.
    pub clearance: fn(f64, f64) -> f64,
    /// An interval or a duration as read, s.
    pub time: Number,
    /// Restitution from a ratio of heights.
    pub height_ratio: Number,
    /// The exponent 1/2 of a height in the impact speed, by which an error of the height is propagated.
    pub height_power: Number,
    /// One standard deviation of a datum, in its unit.
    pub sigma: Number,
    /// Correlation of two data of one drop.
    pub correlation: Number,
    /// Whether the k-th distinct height (from 0) is held out when one height in n is.
    pub held_out: fn(usize, usize) -> bool,
    /// The data held out of the final fit: none.
    pub last_fit: fn(Option<HoldOut>) -> Option<HoldOut>,
    /// An observable of an oblique impact from the fast integration of its motion, which the reference confirms.
    pub oblique_motion: Number,
    /// Distance of a sticking row from the sticking speed, in standard deviations of its speed.
    pub sticking: Number,
    // -- statistics
    /// Huber's constant.
    pub huber: Number,
    /// Degrees of freedom of a standard error: drops less unknowns.
    pub dof: Number,
    /// Number of groups below which all groups get equal weights.
    pub alike: fn(usize) -> usize,
    /// Probability of the intervals.
    pub level: Number,
    /// `ln|J^T V^-1 J|`, what restricted likelihood has beyond likelihood.
    pub restricted: Number,
    /// Median of the magnitude of a normal number of variance 1.
    pub median: Number,
    /// Derivative of an unknown with respect to its free coordinate.
    pub slope: Number,
    /// The Birge ratio.
    pub birge: Number,
    /// Its degrees of freedom, from the right ones and the number of data.
    pub birge_dof: fn(f64, f64) -> f64,
    /// Standard deviation of the mean of a height that was held out, from the right one and the number of drops.
    pub sigma_of_mean: fn(f64, f64) -> f64,
}

impl Mistakes {
    pub const NONE: Self = Self {
        gravity: same,
        drag: same,
        reynolds: same,
        displaced: same,
        landing: |_, down| down,
        contact: same,
        clearance: |clear, _| clear,
        time: same,
        height_ratio: same,
        height_power: same,
        sigma: same,
        correlation: same,
        held_out: |k, n| k % n == n / 2,
        last_fit: |_| None,
        oblique_motion: same,
        sticking: same,
        huber: same,
        dof: same,
        alike: |groups| groups,
        level: same,
        restricted: same,
        median: same,
        slope: same,
        birge: same,
        birge_dof: |dof, _| dof,
        sigma_of_mean: |sigma, _| sigma,
    };
}

/// No errors: the default of every case.
pub static NO_MISTAKES: Mistakes = Mistakes::NONE;

fn same(number: f64) -> f64 {
    number
}

/// Compared by address, since functions cannot be compared.
impl PartialEq for Mistakes {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}
