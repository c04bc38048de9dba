//! Mistakes between the readings of an experiment and the estimate: in the flight, in what is read, in the statistics.
//!
//! A check of a fit allows for what is uncertain, and so sees large mistakes alone; accepted numbers see the others.

use super::{Hook, Mutant};
use crate::case::Mistakes;

const PING_PONG: &str = "calibration/ping-pong-on-parquet";
const GOLF: &str = "calibration/golf-on-marble-phyphox";
const DROPS: &str = "calibration/synthetic-drops";
const RUBBER: &str = "calibration/rubber-ball";
const BEADS: &str = "calibration/synthetic-sticky-beads";
const SLIP: &str = "an easily made mistake";
const NONE: Mistakes = Mistakes::NONE;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(PING_PONG, "drag-eight-percent-low", Hook::Fit(&Mistakes { drag: |C_d| 0.92 * C_d, ..NONE }))
        .breaks("the air's drag 8 % low")
        .seen("drag curves of spheres differ by as much"),
    Mutant::new(PING_PONG, "drag-of-the-diameter", Hook::Fit(&Mistakes { drag: |C_d| 4.0 * C_d, ..NONE }))
        .breaks("the area pi d^2 in the drag: four times as much")
        .seen("radius and diameter confused"),
    Mutant::new(PING_PONG, "reynolds-number-of-the-radius", Hook::Fit(&Mistakes { reynolds: |Re| 0.5 * Re, ..NONE }))
        .breaks("rho r v/eta instead of rho d v/eta")
        .seen(SLIP),
    Mutant::new(RUBBER, "gravity-of-ten", Hook::Fit(&Mistakes { gravity: |_| 10.0, ..NONE }))
        .breaks("10 m/s2 instead of the gravity of the case")
        .seen("lecture notes"),
    Mutant::new(PING_PONG, "buoyancy-forgotten", Hook::Fit(&Mistakes { displaced: |_| 0.0, ..NONE }))
        .breaks("the weight of the displaced air left out")
        .seen("1.5 % of the weight of a table-tennis ball"),
    Mutant::new(PING_PONG, "buoyancy-sign", Hook::Fit(&Mistakes { displaced: |part| -part, ..NONE }))
        .breaks("the displaced air added to the weight")
        .seen(SLIP),
    Mutant::new(PING_PONG, "landing-as-fast-as-the-start", Hook::Fit(&Mistakes { landing: |up, _| up, ..NONE }))
        .breaks("air drag left out of the flight: a ball lands as fast as it started")
        .seen("e = t2/t1 is right without air only"),
    Mutant::new(GOLF, "contact-left-in-the-interval", Hook::Fit(&Mistakes { contact: |_| 0.0, ..NONE }))
        .breaks("the duration of the contact not subtracted from the time between impacts")
        .seen("e = t2/t1 is right for hard spheres only"),
    Mutant::new(GOLF, "contact-taken-off-twice", Hook::Fit(&Mistakes { contact: |duration| 2.0 * duration, ..NONE }))
        .breaks("the contact durations at both ends of an interval subtracted")
        .seen(SLIP),
    Mutant::new(
        DROPS,
        "height-less-a-radius",
        Hook::Fit(&Mistakes { clearance: |clear, radius| clear - radius, ..NONE }),
    )
    .breaks("heights to the bottom of the ball used instead of heights to its centre")
    .seen("protocols that do not state which"),
    Mutant::new(RUBBER, "sampling-rate", Hook::Fit(&Mistakes { time: |t| t * 48.0 / 44.1, ..NONE }))
        .breaks("sound recorded at 48 kHz read as 44.1 kHz")
        .seen("sound files without a header"),
    Mutant::new(PING_PONG, "height-error-counted-whole", Hook::Fit(&Mistakes { height_power: |_| 1.0, ..NONE }))
        .breaks("the relative error of the height used for the speed, without the factor 1/2")
        .seen(SLIP),
    Mutant::new(DROPS, "weights-of-one-over-sigma", Hook::Fit(&Mistakes { sigma: f64::sqrt, ..NONE }))
        .breaks("weights 1/sigma instead of 1/sigma^2")
        .seen("plotting programs whose weight column takes errors"),
    Mutant::new(RUBBER, "neighbours-taken-as-independent", Hook::Fit(&Mistakes { correlation: |_| 0.0, ..NONE }))
        .breaks("the correlation of two impacts that share an interval left out")
        .seen("least squares over all bounces of a throw"),
    Mutant::new(DROPS, "lowest-heights-held-out", Hook::Fit(&Mistakes { held_out: |k, n| k % n == 0, ..NONE }))
        .breaks("the first of every n heights held out instead of the middle one: the check extrapolates")
        .seen(SLIP),
    Mutant::new(DROPS, "held-out-heights-left-out", Hook::Fit(&Mistakes { last_fit: |held_out| held_out, ..NONE }))
        .breaks("the quoted value comes from the fit without the held-out heights")
        .seen("one fit does for both"),
    Mutant::new(BEADS, "sticking-rows-left-out", Hook::Fit(&Mistakes { sticking: |_| 40.0, ..NONE }))
        .breaks("balls that stuck left out of the fit: a selection of fast balls")
        .seen("tables of restitutions have no row for them"),
    Mutant::new(BEADS, "sticking-bound-reversed", Hook::Fit(&Mistakes { sticking: |z| -z, ..NONE }))
        .breaks("a ball that sticks treated as one above the sticking speed")
        .seen(SLIP),
    Mutant::new(PING_PONG, "huber-of-tukey", Hook::Fit(&Mistakes { huber: |_| 4.685, ..NONE }))
        .breaks("Tukey's 4.685 instead of Huber's 1.345: almost no outlier is down-weighted")
        .seen("the two constants share a table"),
    Mutant::new(DROPS, "normal-for-students-t", Hook::Fit(&Mistakes { dof: |_| f64::INFINITY, ..NONE }))
        .breaks("the quantile of a normal distribution instead of Student's t")
        .seen("1.96 sigma, whatever the number of drops"),
    Mutant::new(DROPS, "n-for-n-less-one", Hook::Fit(&Mistakes { dof: |dof| dof + 1.0, ..NONE }))
        .breaks("degrees of freedom equal to the number of drops: the number of unknowns not subtracted")
        .seen("spreadsheets have a function for each"),
    Mutant::new(DROPS, "one-sided-interval", Hook::Fit(&Mistakes { level: |level| 2.0 * level - 1.0, ..NONE }))
        .breaks("5 % outside on each side instead of 2.5 %")
        .seen("tables of quantiles, one-sided and two-sided"),
    Mutant::new(DROPS, "likelihood-not-restricted", Hook::Fit(&Mistakes { restricted: |_| 0.0, ..NONE }))
        .breaks("the scatter between drops by maximum likelihood: divided by n instead of n-1")
        .seen("programs for mixed models, by choice"),
    Mutant::new(RUBBER, "median-deviation-for-sigma", Hook::Fit(&Mistakes { median: |_| 1.0, ..NONE }))
        .breaks("the median deviation used instead of the standard deviation, without 0.6745")
        .seen(SLIP),
    Mutant::new(DROPS, "covariance-of-the-free-coordinate", Hook::Fit(&Mistakes { slope: |_| 1.0, ..NONE }))
        .breaks("the standard error of the transformed unknown printed instead of that of the unknown")
        .seen("fits with bounds, which search by a logit"),
    Mutant::new(RUBBER, "birge-ratio-squared", Hook::Fit(&Mistakes { birge: |ratio| ratio * ratio, ..NONE }))
        .breaks("chi-square over its degrees of freedom, without the root")
        .seen("reduced chi-square and Birge ratio confused"),
    Mutant::new(RUBBER, "birge-over-all-data", Hook::Fit(&Mistakes { birge_dof: |_, data| data, ..NONE }))
        .breaks("the number of data instead of the degrees of freedom of the Birge ratio")
        .seen(SLIP),
    Mutant::new(
        DROPS,
        "scatter-of-one-for-the-mean",
        Hook::Fit(&Mistakes { sigma_of_mean: |sigma, drops| sigma * drops.sqrt(), ..NONE }),
    )
    .breaks("the standard deviation of one drop instead of that of the mean of a held-out height")
    .seen("error bars without a statement of what they show"),
];
