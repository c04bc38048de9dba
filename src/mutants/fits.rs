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
    Mutant {
        name: "drag-eight-percent-low",
        breaks: "the air's drag 8 % low",
        seen: "drag curves of spheres differ by as much",
        case: PING_PONG,
        hook: Hook::Fit(&Mistakes { drag: |C_d| 0.92 * C_d, ..NONE }),
    },
    Mutant {
        name: "drag-of-the-diameter",
        breaks: "the area pi d^2 in the drag: four times as much",
        seen: "radius and diameter confused",
        case: PING_PONG,
        hook: Hook::Fit(&Mistakes { drag: |C_d| 4.0 * C_d, ..NONE }),
    },
    Mutant {
        name: "reynolds-number-of-the-radius",
        breaks: "rho r v/eta instead of rho d v/eta",
        seen: SLIP,
        case: PING_PONG,
        hook: Hook::Fit(&Mistakes { reynolds: |Re| 0.5 * Re, ..NONE }),
    },
    Mutant {
        name: "gravity-of-ten",
        breaks: "10 m/s2 instead of the gravity of the case",
        seen: "lecture notes",
        case: RUBBER,
        hook: Hook::Fit(&Mistakes { gravity: |_| 10.0, ..NONE }),
    },
    Mutant {
        name: "buoyancy-forgotten",
        breaks: "the weight of the displaced air left out",
        seen: "1.5 % of the weight of a table-tennis ball",
        case: PING_PONG,
        hook: Hook::Fit(&Mistakes { displaced: |_| 0.0, ..NONE }),
    },
    Mutant {
        name: "buoyancy-sign",
        breaks: "the displaced air added to the weight",
        seen: SLIP,
        case: PING_PONG,
        hook: Hook::Fit(&Mistakes { displaced: |part| -part, ..NONE }),
    },
    Mutant {
        name: "landing-as-fast-as-the-start",
        breaks: "air drag left out of the flight: a ball lands as fast as it started",
        seen: "e = t2/t1 is right without air only",
        case: PING_PONG,
        hook: Hook::Fit(&Mistakes { landing: |up, _| up, ..NONE }),
    },
    Mutant {
        name: "contact-left-in-the-interval",
        breaks: "the duration of the contact not subtracted from the time between impacts",
        seen: "e = t2/t1 is right for hard spheres only",
        case: GOLF,
        hook: Hook::Fit(&Mistakes { contact: |_| 0.0, ..NONE }),
    },
    Mutant {
        name: "contact-taken-off-twice",
        breaks: "the contact durations at both ends of an interval subtracted",
        seen: SLIP,
        case: GOLF,
        hook: Hook::Fit(&Mistakes { contact: |duration| 2.0 * duration, ..NONE }),
    },
    Mutant {
        name: "height-less-a-radius",
        breaks: "heights to the bottom of the ball used instead of heights to its centre",
        seen: "protocols that do not state which",
        case: DROPS,
        hook: Hook::Fit(&Mistakes { clearance: |clear, radius| clear - radius, ..NONE }),
    },
    Mutant {
        name: "sampling-rate",
        breaks: "sound recorded at 48 kHz read as 44.1 kHz",
        seen: "sound files without a header",
        case: RUBBER,
        hook: Hook::Fit(&Mistakes { time: |t| t * 48.0 / 44.1, ..NONE }),
    },
    Mutant {
        name: "height-ratio-for-restitution",
        breaks: "the ratio of heights without its root",
        seen: "restitutions of energy, of heights and of speeds have the same name",
        case: "calibration/marble-on-paper-heights",
        hook: Hook::Fit(&Mistakes { height_ratio: |e| e * e, ..NONE }),
    },
    Mutant {
        name: "height-error-counted-whole",
        breaks: "the relative error of the height used for the speed, without the factor 1/2",
        seen: SLIP,
        case: PING_PONG,
        hook: Hook::Fit(&Mistakes { height_power: |_| 1.0, ..NONE }),
    },
    Mutant {
        name: "weights-of-one-over-sigma",
        breaks: "weights 1/sigma instead of 1/sigma^2",
        seen: "plotting programs whose weight column takes errors",
        case: DROPS,
        hook: Hook::Fit(&Mistakes { sigma: f64::sqrt, ..NONE }),
    },
    Mutant {
        name: "neighbours-taken-as-independent",
        breaks: "the correlation of two impacts that share an interval left out",
        seen: "least squares over all bounces of a throw",
        case: RUBBER,
        hook: Hook::Fit(&Mistakes { correlation: |_| 0.0, ..NONE }),
    },
    Mutant {
        name: "lowest-heights-held-out",
        breaks: "the first of every n heights held out instead of the middle one: the check extrapolates",
        seen: SLIP,
        case: DROPS,
        hook: Hook::Fit(&Mistakes { held_out: |k, n| k % n == 0, ..NONE }),
    },
    Mutant {
        name: "held-out-heights-left-out",
        breaks: "the quoted value comes from the fit without the held-out heights",
        seen: "one fit does for both",
        case: DROPS,
        hook: Hook::Fit(&Mistakes { last_fit: |held_out| held_out, ..NONE }),
    },
    Mutant {
        name: "sticking-rows-left-out",
        breaks: "balls that stuck left out of the fit: a selection of fast balls",
        seen: "tables of restitutions have no row for them",
        case: BEADS,
        hook: Hook::Fit(&Mistakes { sticking: |_| 40.0, ..NONE }),
    },
    Mutant {
        name: "sticking-bound-reversed",
        breaks: "a ball that sticks treated as one above the sticking speed",
        seen: SLIP,
        case: BEADS,
        hook: Hook::Fit(&Mistakes { sticking: |z| -z, ..NONE }),
    },
    Mutant {
        name: "huber-of-tukey",
        breaks: "Tukey's 4.685 instead of Huber's 1.345: almost no outlier is down-weighted",
        seen: "the two constants share a table",
        case: PING_PONG,
        hook: Hook::Fit(&Mistakes { huber: |_| 4.685, ..NONE }),
    },
    Mutant {
        name: "normal-for-students-t",
        breaks: "the quantile of a normal distribution instead of Student's t",
        seen: "1.96 sigma, whatever the number of drops",
        case: DROPS,
        hook: Hook::Fit(&Mistakes { dof: |_| f64::INFINITY, ..NONE }),
    },
    Mutant {
        name: "n-for-n-less-one",
        breaks: "degrees of freedom equal to the number of drops: the number of unknowns not subtracted",
        seen: "spreadsheets have a function for each",
        case: DROPS,
        hook: Hook::Fit(&Mistakes { dof: |dof| dof + 1.0, ..NONE }),
    },
    Mutant {
        name: "one-sided-interval",
        breaks: "5 % outside on each side instead of 2.5 %",
        seen: "tables of quantiles, one-sided and two-sided",
        case: DROPS,
        hook: Hook::Fit(&Mistakes { level: |level| 2.0 * level - 1.0, ..NONE }),
    },
    Mutant {
        name: "likelihood-not-restricted",
        breaks: "the scatter between drops by maximum likelihood: divided by n instead of n-1",
        seen: "programs for mixed models, by choice",
        case: DROPS,
        hook: Hook::Fit(&Mistakes { restricted: |_| 0.0, ..NONE }),
    },
    Mutant {
        name: "median-deviation-for-sigma",
        breaks: "the median deviation used instead of the standard deviation, without 0.6745",
        seen: SLIP,
        case: RUBBER,
        hook: Hook::Fit(&Mistakes { median: |_| 1.0, ..NONE }),
    },
    Mutant {
        name: "covariance-of-the-free-coordinate",
        breaks: "the standard error of the transformed unknown printed instead of that of the unknown",
        seen: "fits with bounds, which search by a logit",
        case: DROPS,
        hook: Hook::Fit(&Mistakes { slope: |_| 1.0, ..NONE }),
    },
    Mutant {
        name: "birge-ratio-squared",
        breaks: "chi-square over its degrees of freedom, without the root",
        seen: "reduced chi-square and Birge ratio confused",
        case: RUBBER,
        hook: Hook::Fit(&Mistakes { birge: |ratio| ratio * ratio, ..NONE }),
    },
    Mutant {
        name: "birge-over-all-data",
        breaks: "the number of data instead of the degrees of freedom of the Birge ratio",
        seen: SLIP,
        case: RUBBER,
        hook: Hook::Fit(&Mistakes { birge_dof: |_, data| data, ..NONE }),
    },
    Mutant {
        name: "scatter-of-one-for-the-mean",
        breaks: "the standard deviation of one drop instead of that of the mean of a held-out height",
        seen: "error bars without a statement of what they show",
        case: DROPS,
        hook: Hook::Fit(&Mistakes { sigma_of_mean: |sigma, drops| sigma * drops.sqrt(), ..NONE }),
    },
];
