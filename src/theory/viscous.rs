//! Damping whose restitution depends on the speed: Hunt & Crossley's, and viscoelastic spheres by a series and by a fit.

use super::numerics::{increasing_root, minus_ln_1p};
use super::scales::{SpringImpact, contact_circle, rounded};
use super::{Oracle, Values};
use crate::collide::estimate::Estimate;
use crate::collide::observe::Observable;
use crate::law::scene::Scene;
use crate::law::{Card, Damping};

/// `F = K delta^n (1 + lambda v)`: restitution from an implicit equation, overlap and force from the same integral.
pub static HUNT_CROSSLEY_IMPACT: Oracle = Oracle::of_impacts(
    Card {
        name: "hunt-crossley",
        title: "The collision with a dashpot proportional to the elastic force",
        formula: "F = K delta^n (1 + lambda v),  h(x) = x - ln(1+x)\n\
                  h(lambda v) = h(-lambda e v)\n\
                  delta_max^(n+1) = (n+1) m*/(K lambda^2) h(lambda v)\n\
                  F_max where  n q = (n+1) [h(lambda v) - h(q)],  q = lambda d(delta)/dt,  delta^(n+1) = n q m*/(K lambda^2)",
        symbols: &[
            ("K", "stiffness", "N/m^n"),
            ("n", "exponent of the elastic law", "-"),
            ("lambda", "damping coefficient", "s/m"),
            ("v", "speed at first touch", "m/s"),
            ("m*", "effective mass", "kg"),
            ("e", "restitution", "-"),
        ],
        holds: "exact for any n and every end of contact: the force never reaches zero before the overlap does",
        source: "Hunt & Crossley 1975, J. Appl. Mech. 42, 440, eq. 3, integrated once: m* u du/(1 + lambda u) = -K delta^n d(delta)",
        known_as: &[],
    },
    &[
        Observable::Restitution,
        Observable::MaxOverlap,
        Observable::MaxForce,
        Observable::MaxForceElastic,
        Observable::ContactRadius,
        Observable::PeakPressure,
        Observable::EnergyLost,
    ],
    hunt_crossley,
);

/// Restitution at `y = lambda v`, from `h(y) = h(-e y)`.
pub fn hunt_crossley_restitution(y: f64) -> f64 {
    if y <= 0.0 {
        return 1.0;
    }
    // With g = e y = 1 - exp(-s): h(-g) = s - g, well conditioned also where g is nearly 1.
    let target = minus_ln_1p(y);
    if y < 1.0 {
        let g = increasing_root(|g| (minus_ln_1p(-g) - target, g / (1.0 - g)), 0.0, y.min(0.75));
        return g / y;
    }
    let s = increasing_root(|s| (s + libm::expm1(-s) - target, -libm::expm1(-s)), 0.0, target + 1.0);
    -libm::expm1(-s) / y
}

/// `lambda v` that achieves restitution `e` in (0, 1].
pub fn hunt_crossley_number(e: f64) -> f64 {
    if e >= 1.0 {
        return 0.0;
    }
    // (h(-e y) - h(y))/y^2 rises from -(1-e^2)/2 to infinity at y = 1/e.
    let f = |y: f64| {
        let (back, there) = (minus_ln_1p(-e * y), minus_ln_1p(y));
        let slope = e * e / ((1.0 - e * y) * y) - 1.0 / ((1.0 + y) * y) - 2.0 * (back - there) / (y * y * y);
        ((back - there) / (y * y), slope)
    };
    increasing_root(f, 0.0, 1.0 / e)
}

/// The collision beyond its restitution, SI.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HuntCrossleyCollision {
    /// `v_out/v_in`
    pub restitution: f64,
    /// m
    pub max_overlap: f64,
    /// Total force, N
    pub max_force: f64,
    /// Elastic part at the largest overlap, N
    pub max_force_elastic: f64,
}

/// Closed forms for `lambda > 0`.
pub fn hunt_crossley_impact(impact: &SpringImpact, lambda: f64) -> HuntCrossleyCollision {
    let SpringImpact { m, K, n, v } = *impact;
    let y = lambda * v;
    let root = 1.0 / (n + 1.0);
    let unit = m / (K * lambda * lambda);
    let h = minus_ln_1p(y);
    let max_overlap = libm::pow((n + 1.0) * unit * h, root);
    let q = increasing_root(|q| (n * q + (n + 1.0) * (minus_ln_1p(q) - h), n + (n + 1.0) * q / (1.0 + q)), 0.0, y);
    let overlap = libm::pow(n * q * unit, root);
    HuntCrossleyCollision {
        restitution: hunt_crossley_restitution(y),
        max_overlap,
        max_force: K * libm::pow(overlap, n) * (1.0 + q),
        max_force_elastic: K * libm::pow(max_overlap, n),
    }
}

fn hunt_crossley(scene: &Scene) -> Values {
    let damping = &scene.contact.damping;
    let Damping::HuntCrossley(law) = damping else {
        return Err(format!("the damping `{}` is not `hunt-crossley`", damping.card().name));
    };
    let impact = SpringImpact::of(scene)?;
    let lambda = match (law.lambda(), damping.restitution(), damping.at_speed()) {
        (Some(lambda), _, _) => lambda,
        (None, Some(e), Some(speed)) if e > 0.0 && e <= 1.0 => hunt_crossley_number(e) / speed,
        _ => return Err("the law has neither a coefficient nor a restitution with its speed".into()),
    };
    if lambda == 0.0 {
        return Err("the contact is not damped".into());
    }
    let y = lambda * impact.v;
    if !(y > 1e-100 && y < 1e100) {
        return Err("lambda times speed is out of range".into());
    }
    let collision = hunt_crossley_impact(&impact, lambda);
    let e = collision.restitution;
    let lost = impact.energy() * (1.0 - e) * (1.0 + e);
    // de/dy (dy from the rounding of lambda, larger by 1/y where lambda comes from a restitution near 1).
    let condition = 8.0 + libm::log1p(y);
    let mut values = vec![
        (Observable::Restitution, rounded(e, condition)),
        (Observable::MaxOverlap, rounded(collision.max_overlap, 8.0)),
        (Observable::MaxForce, rounded(collision.max_force, 16.0)),
        (Observable::MaxForceElastic, rounded(collision.max_force_elastic, 8.0)),
        (Observable::EnergyLost, Estimate::new(lost, 64.0 * f64::EPSILON * impact.energy())),
    ];
    values.extend(contact_circle(scene, collision.max_overlap));
    values.retain(|(_, estimate)| estimate.value.is_finite());
    Ok(values)
}

/// The series in `b^(1/2)`, through `b^4`, with a bound on what is left out.
pub static KUWABARA_KONO_SERIES: Oracle = Oracle::of_impacts(
    Card {
        name: "kuwabara-kono-series",
        title: "Restitution of viscoelastic spheres as a series",
        formula: "b = 3/2 A (K/m*)^(2/5) v^(1/5)\n\
                  zero-overlap:   e = 1 + h2 b + h4 b^2 + h6 b^3 + h8 b^4 +- 0.24 b^5\n\
                  otherwise:      e = 1 + h2 b + h4 b^2 + 4/15 b^(5/2) + h6 b^3 + 2/5 h2 b^(7/2) + h8 b^4 +- 0.46 b^(9/2)\n\
                  h2 = -sqrt(pi) Gamma(3/5)/(5^(2/5) 2^(1/5) Gamma(21/10)) = -1.15344885809529,  h4 = 3/5 h2^2,  h6 = -0.5228825717,  h8 = 0.34874",
        symbols: SYMBOLS,
        holds: "b <= 0.4 (e above 0.65), where the first terms left out stay near 1 % of e; they are the stated uncertainty",
        source: "Ramirez, Poeschel, Brilliantov & Schwager 1999, Phys. Rev. E 60, 4465; Schwager & Poeschel 2008, Phys. Rev. E 78, 051304, for the end without attraction",
        known_as: &[],
    },
    &[Observable::Restitution],
    kuwabara_kono_series,
);

/// Largest `b` the series is used at.
pub const SERIES_LIMIT: f64 = 0.4;

const H2: f64 = -1.153_448_858_095_288_8;
const H4: f64 = 0.6 * H2 * H2;
const H5: f64 = 4.0 / 15.0;
const H6: f64 = -0.522_882_571_7;
const H7: f64 = 0.4 * H2;
const H8: f64 = 0.348_74;

/// How far the printed `h6` and `h8` may be off.
const H6_SPREAD: f64 = 1e-8;
const H8_SPREAD: f64 = 5e-6;

/// Bounds on the terms left out: the next coefficient, 0.4524 of `b^(9/2)` and 0.2331 of `b^5` (collocation on
/// restitutions integrated at 40 digits), rounded up. The terms after it have the other sign.
const LEFT_OUT_CLIPPED: f64 = 0.46;
const LEFT_OUT_FULL: f64 = 0.24;

/// Restitution when the force never pulls; `None` above [`SERIES_LIMIT`].
pub fn series_clipped(b: f64) -> Option<Estimate> {
    let root = b.sqrt();
    let odd = b * b * root * (H5 + H7 * b);
    series(b, odd, LEFT_OUT_CLIPPED * b.powi(4) * root)
}

/// Restitution when it may pull; `None` above [`SERIES_LIMIT`].
pub fn series_full(b: f64) -> Option<Estimate> {
    series(b, 0.0, LEFT_OUT_FULL * b.powi(5))
}

fn series(b: f64, odd: f64, left_out: f64) -> Option<Estimate> {
    if !(0.0..=SERIES_LIMIT).contains(&b) {
        return None;
    }
    let value = 1.0 + (b * (H2 + b * (H4 + b * (H6 + b * H8))) + odd);
    let coefficients = b.powi(3) * (H6_SPREAD + b * H8_SPREAD);
    Some(Estimate::new(value, left_out + coefficients + 4.0 * f64::EPSILON))
}

fn kuwabara_kono_series(scene: &Scene) -> Values {
    let theory = if scene.contact.ends.pulls() { series_full } else { series_clipped };
    let (_, e) = restitution(scene, theory, SERIES_LIMIT)?;
    Ok(vec![(Observable::Restitution, e)])
}

/// The Pade form of Mueller & Poeschel, with a bound on its error.
pub static KUWABARA_KONO_PADE: Oracle = Oracle::of_impacts(
    Card {
        name: "kuwabara-kono-pade",
        title: "Restitution of viscoelastic spheres as a quotient of polynomials",
        formula: "e = (1 + c1 w)/(1 + b1 w + b2 w^2 + b3 w^3 + b4 w^4),  w = sqrt(b),  b = 3/2 A (K/m*)^(2/5) v^(1/5)\n\
                  c1 = b1 = 0.501086,  b2 = 1.15345,  b3 = 0.577977,  b4 = 0.532178\n\
                  uncertainty: 1.2e-6 b + min(0.017 b^(5/2), 0.005 b, 0.0088)",
        symbols: SYMBOLS,
        holds: "a fit to the end without attraction; within 1 % of e up to w = 0.95 (e above 0.42), within 20 % up to b = 10",
        source: "Mueller & Poeschel 2011, Phys. Rev. E 84, 021302",
        known_as: &[],
    },
    &[Observable::Restitution],
    kuwabara_kono_pade,
)
.noting(off_by_more);

/// Largest `b` the form is used at.
pub const PADE_LIMIT: f64 = 10.0;
/// `sqrt(b)` up to which it is within 1 % of restitution.
pub const ONE_PERCENT: f64 = 0.95;

const C1: f64 = 0.501_086;
const B: [f64; 4] = [0.501_086, 1.153_45, 0.577_977, 0.532_178];

/// Restitution when the force never pulls; `None` above [`PADE_LIMIT`].
pub fn pade(b: f64) -> Option<Estimate> {
    if !(0.0..=PADE_LIMIT).contains(&b) {
        return None;
    }
    let w = b.sqrt();
    let value = (1.0 + C1 * w) / (1.0 + w * (B[0] + w * (B[1] + w * (B[2] + w * B[3]))));
    Some(Estimate::new(value, pade_error(b) + 4.0 * f64::EPSILON * value))
}

/// Bound on the error: that of the printed digits for small `b`, then a power, a line and a ceiling over the
/// differences to the integrated law (+4.7e-5 at b = 0.1, +6.6e-4 at 0.3, +4.8e-3 at 1, +8.6e-3 at 3, +5.1e-3 at 10).
fn pade_error(b: f64) -> f64 {
    1.2e-6 * b + (0.017 * b * b * b.sqrt()).min(0.005 * b).min(0.0088)
}

fn kuwabara_kono_pade(scene: &Scene) -> Values {
    if scene.contact.ends.pulls() {
        return Err("it is a fit to the end without attraction, and this contact may pull".into());
    }
    let (_, e) = restitution(scene, pade, PADE_LIMIT)?;
    Ok(vec![(Observable::Restitution, e)])
}

fn off_by_more(scene: &Scene) -> Option<String> {
    let w = restitution(scene, pade, PADE_LIMIT).ok()?.0.sqrt();
    (w > ONE_PERCENT).then(|| format!("sqrt(b) = {w:.3} is above {ONE_PERCENT}: the fit is off by more than 1 %"))
}

/// Zener's plate, by the series for viscoelastic spheres.
pub static ZENER_PLATE_IMPACT: Oracle = Oracle::of_impacts(
    Card {
        name: "zener-plate-impact",
        title: "Restitution on a thin plate, which loses energy to bending waves",
        formula: "Y = sqrt(12 (1 - nu^2)/(E rho))/(8 h^2),  lambda = m* Y (K/m*)^(2/5) v^(1/5)\n\
                  e = series of viscoelastic spheres whose force may pull, at b = 3/2 lambda\n\
                  energy in the plate m* v^2 (1 - e^2)/2",
        symbols: &[("Y", "mobility of the plate", "m/(N s)"), ("K", "stiffness, 4/3 E* sqrt(R*)", "N/m^(3/2)")],
        holds: "b <= 0.4 (e above 0.65); the terms left out are the stated uncertainty",
        source: "Zener 1941, Phys. Rev. 59, 669; Schwager & Poeschel 2008, Phys. Rev. E 78, 051304",
        known_as: &[],
    },
    &[Observable::Restitution, Observable::EnergyPlate],
    zener_plate,
);

fn zener_plate(scene: &Scene) -> Values {
    let Damping::ZenerPlate(plate) = &scene.contact.damping else { return Err("neither body is a plate".into()) };
    let impact = SpringImpact::of(scene)?;
    if impact.n != 1.5 {
        return Err("the normal law is not `hertz`".into());
    }
    let (h, E, nu, rho) = (plate.thickness, plate.young_modulus, plate.poisson_ratio, plate.density);
    let Y = (12.0 * (1.0 - nu) * (1.0 + nu) / (E * rho)).sqrt() / (8.0 * h * h);
    let b = number(&impact, impact.m * Y);
    let e = series_full(b).ok_or_else(|| format!("b = {b:.3} is out of its range, b <= {SERIES_LIMIT}"))?;
    let energy = impact.energy();
    let taken = energy * (1.0 - e.value) * (1.0 + e.value);
    let doubt = 2.0 * energy * e.uncertainty + rounded(energy, 64.0).uncertainty;
    let e = Estimate::new(e.value, e.uncertainty + rounded(e.value, 64.0).uncertainty);
    Ok(vec![(Observable::Restitution, e), (Observable::EnergyPlate, Estimate::new(taken, doubt))])
}

/// Of the formulas of `e(b)`: symbol, meaning and unit.
const SYMBOLS: &[(&str, &str, &str)] = &[
    ("A", "relaxation time of the material", "s"),
    ("K", "stiffness, 4/3 E* sqrt(R*)", "N/m^(3/2)"),
    ("m*", "effective mass", "kg"),
    ("v", "speed at first touch", "m/s"),
    ("b", "the only parameter of the restitution", "-"),
    ("e", "restitution", "-"),
];

/// `b = 3/2 A/T = 3/2 A (K/m)^(2/5) v^(1/5)` for a relaxation time `A` in s.
pub fn number(impact: &SpringImpact, A: f64) -> f64 {
    1.5 * A * libm::pow(impact.K / impact.m, 0.4) * libm::pow(impact.v, 0.2)
}

/// A theory of `e(b)`: falls with `b`, `None` out of its range.
type Theory = fn(f64) -> Option<Estimate>;

/// `b` of a scene and the restitution `theory` gives there.
///
/// A requested restitution at a speed is turned into `b` at that speed by the same theory, whose uncertainty then
/// counts twice.
///
/// # Errors
/// When the scene is not about viscoelastic spheres, or `b` is above `limit`, the end of the theory's range.
fn restitution(scene: &Scene, theory: Theory, limit: f64) -> Result<(f64, Estimate), String> {
    let damping = &scene.contact.damping;
    let Damping::KuwabaraKono(law) = damping else {
        return Err(format!("the damping `{}` is not `kuwabara-kono`", damping.card().name));
    };
    let impact = SpringImpact::of(scene)?;
    if impact.n != 1.5 {
        return Err("the normal law is not `hertz`, nor a power law with its exponent".into());
    }
    let (b, spread) = match (law.relaxation_time(), damping.restitution(), damping.at_speed()) {
        (Some(A), _, _) => (number(&impact, A), 0.0),
        (None, Some(e), Some(speed)) => {
            let (b, spread) = inverse(e, theory, limit)?;
            let growth = libm::pow(impact.v / speed, 0.2);
            (b * growth, spread * growth)
        }
        _ => return Err("the law has neither a relaxation time nor a restitution with its speed".into()),
    };
    let found = theory(b).ok_or_else(|| format!("b = {b:.3} is out of its range, b <= {limit}"))?;
    let uncertainty = found.uncertainty + spread * slope(b, theory, limit) + rounded(found.value, 16.0).uncertainty;
    Ok((b, Estimate::new(found.value, uncertainty)))
}

/// `b` at which `theory` gives `e`, with its uncertainty.
fn inverse(e: f64, theory: Theory, limit: f64) -> Result<(f64, f64), String> {
    if theory(limit).is_none_or(|lowest| e < lowest.value) || e > 1.0 {
        return Err(format!("a restitution of {e} is out of its range, b <= {limit}"));
    }
    let b = increasing_root(|b| (e - theory(b).map_or(f64::NEG_INFINITY, |found| found.value), f64::NAN), 0.0, limit);
    let spread = theory(b).map_or(f64::INFINITY, |found| found.uncertainty) / slope(b, theory, limit);
    Ok((b, spread))
}

/// `|de/db|`, by a difference: it only scales uncertainties.
fn slope(b: f64, theory: Theory, limit: f64) -> f64 {
    let step = 1e-3 * limit;
    let (low, high) = ((b - step).max(0.0), (b + step).min(limit));
    let value = |b| theory(b).map_or(f64::NAN, |found| found.value);
    ((value(high) - value(low)) / (high - low)).abs()
}
