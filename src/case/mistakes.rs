//! Where a calibration can be made wrong on purpose, between the readings and the estimate.

use super::fit::HoldOut;

/// A number that takes the place of the right one.
type Number = fn(f64) -> f64;

/// One function a place: it is given the right number and returns the one that is used.
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
    /// Speed at which a flight ends, m/s, from that at which it began and the right one.
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
    /// The power of a height in the speed it gives, 1/2: an error of the height counts in proportion to it.
    pub height_power: Number,
    /// One standard deviation of a datum, in its unit.
    pub sigma: Number,
    /// Speed of the surface of a ball that comes with spin, m/s.
    pub impact_spin: Number,
    /// Correlation of two data of one drop.
    pub correlation: Number,
    /// Whether of distinct heights, counted from 0, the k-th is held out where one in n is.
    pub held_out: fn(usize, usize) -> bool,
    /// What is held out of the last fit: nothing.
    pub last_fit: fn(Option<HoldOut>) -> Option<HoldOut>,
    /// What is read off the motion of an oblique impact alone.
    pub alone: Number,
    /// By how many standard deviations of its speed a row that sticks is below the sticking speed.
    pub sticking: Number,
    // -- statistics
    /// Huber's constant.
    pub huber: Number,
    /// Degrees of freedom of a standard error: drops less unknowns.
    pub dof: Number,
    /// What standard errors of groups are multiplied by.
    pub group_scale: Number,
    /// How many groups are too few to be weighed.
    pub alike: fn(usize) -> usize,
    /// Degrees of freedom that groups gain by being unequal.
    pub gained: Number,
    /// Standard deviation between groups of drops.
    pub between_groups: Number,
    /// Probability of the intervals.
    pub level: Number,
    /// `ln|J^T V^-1 J|`, what restricted likelihood has beyond likelihood.
    pub restricted: Number,
    /// Median of the magnitude of a normal number of variance 1.
    pub median: Number,
    /// Slope of an unknown by its free coordinate.
    pub slope: Number,
    /// What is subtracted from an estimate because the law is curved.
    pub bias: Number,
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
        impact_spin: same,
        correlation: same,
        held_out: |k, n| k % n == n / 2,
        last_fit: |_| None,
        alone: same,
        sticking: same,
        huber: same,
        dof: same,
        group_scale: same,
        alike: |groups| groups,
        gained: same,
        between_groups: same,
        level: same,
        restricted: same,
        median: same,
        slope: same,
        bias: same,
        birge: same,
        birge_dof: |dof, _| dof,
        sigma_of_mean: |sigma, _| sigma,
    };
}

/// What every case is read with.
pub static NO_MISTAKES: Mistakes = Mistakes::NONE;

fn same(number: f64) -> f64 {
    number
}

/// Two are the same where they stand in one place: functions cannot be compared.
impl PartialEq for Mistakes {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}
