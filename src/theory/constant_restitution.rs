//! Damping whose restitution is the same at every speed: `F = K delta^n + C delta^((n-1)/2) v`, for any `n`.
//!
//! With `x = c delta^((n+1)/2)`, `c = sqrt(2K/((n+1)m))`, and `ds = (n+1)/2 c delta^((n-1)/2) dt`, the motion is
//! `x_ss + 2 z x_s + x = 0`, `x_s = d(delta)/dt`, `z = C/sqrt(2(n+1) m K)` (Antypov & Elliott 2011
//! for `n = 3/2`). So restitution, overlap and force are closed forms; times are `int x^(-g) ds`,
//! `g = (n-1)/(n+1)`, closed for the full force and by quadrature otherwise.

use std::f64::consts::PI;

use super::numerics::{gamma, increasing_root, integral, ln_gamma_fall};
use super::scales::{SpringImpact, contact_circle, rounded, scaled};
use super::{Oracle, Values};
use crate::collide::estimate::Estimate;
use crate::collide::observe::Observable;
use crate::law::damping::{LinearDashpot, Strength};
use crate::law::scene::Scene;
use crate::law::{Card, Damping, Ends};

/// Antypov & Elliott's solution of Tsuji's law, for any exponent and both definitions of the end.
pub static ANTYPOV_ELLIOTT: Oracle = Oracle::of_impacts(
    Card {
        name: "antypov-elliott",
        title: "The damped collision with a restitution that is the same at every speed",
        formula: "F = K delta^n + alpha sqrt(m* K) delta^((n-1)/2) v,  z = alpha/sqrt(2(n+1))      spheres: n = 3/2, z = alpha/sqrt(5)\n\
                  x = c delta^((n+1)/2)  ->  x_ss + 2 z x_s + x = 0,  s_max = (pi/2 - p)/cos p, z = sin p;  u/sinh u, z = cosh u\n\
                  zero-overlap:   e = exp(-pi z/sqrt(1-z^2)),  0 from z = 1 on\n\
                  otherwise:      e = exp(-2 z s_max)\n\
                  delta_max = ((n+1)/2)^(1/(n+1)) exp(-2 z s_max/(n+1)) L,  L = (m* v^2/K)^(1/(n+1))\n\
                  t_c (zero-overlap) = T (2/(n+1))^(n/(n+1)) (1-z^2)^(-1/(n+1)) pi 2^g Gamma(1-g) exp(a pi/2)/|Gamma(1-g/2 + i a/2)|^2\n\
                  g = (n-1)/(n+1),  a = g z/sqrt(1-z^2),  T = L/v;  other times by quadrature of x^(-g) ds",
        symbols: &[
            ("K", "stiffness", "N/m^n"),
            ("alpha", "damping coefficient", "-"),
            ("z", "damping ratio, 1 is critical", "-"),
            ("m*", "effective mass", "kg"),
            ("v", "speed at first touch", "m/s"),
            ("e", "restitution", "-"),
            ("L, T", "length and time scale", "m, s"),
        ],
        holds: "exact for `tsuji`, and for `stiffness-dashpot` without an exponent (z = ratio sqrt(2n/(n+1))), beside any K delta^n",
        source: "Antypov & Elliott 2011, EPL 94, 50004; end without attraction as in Schwager & Poeschel 2007, Granular Matter 9, 465, eq. 21",
        known_as: &[],
    },
    OBSERVABLES,
    antypov_elliott,
)
.noting(over_damped);

fn antypov_elliott(scene: &Scene) -> Values {
    match &scene.contact.damping {
        Damping::Tsuji(_) => {}
        Damping::StiffnessDashpot(law) if law.exponent == 0.0 => {}
        other => return Err(format!("the damping `{}` is not `tsuji`, nor scaled like it", other.card().name)),
    }
    damped(scene, &SpringImpact::of(scene)?)
}

/// The collision with a linear spring and a dashpot proportional to speed: closed forms throughout.
pub static LINEAR_DASHPOT_IMPACT: Oracle = Oracle::of_impacts(
    Card {
        name: "linear-dashpot",
        title: "The linear spring and dashpot",
        formula: "F = K delta + C v,  z = C/(2 sqrt(m* K)),  w0 = sqrt(K/m*),  s_max = acos(z)/sqrt(1-z^2)  (acosh(z)/sqrt(z^2-1) above 1)\n\
                  zero-overlap:   e = exp(-pi z/sqrt(1-z^2)),  t_c = pi/(w0 sqrt(1-z^2));  no separation for z >= 1\n\
                  otherwise:      e = exp(-2 z s_max),  t_F = 2 s_max/w0,  t_delta = t_F + 2 z/w0\n\
                  delta_max = exp(-z s_max) v/w0,  t_max = s_max/w0\n\
                  F_max = 2 z v sqrt(m* K) at first touch from z = 1/2 on, inside the contact below",
        symbols: &[
            ("K", "stiffness", "N/m"),
            ("C", "damping coefficient", "N s/m"),
            ("z", "damping ratio, 1 is critical", "-"),
            ("w0", "undamped angular frequency", "1/s"),
            ("m*", "effective mass", "kg"),
            ("v", "speed at first touch", "m/s"),
            ("e", "restitution", "-"),
        ],
        holds: "exact for `hooke` (or `power-law` with exponent 1) with any damping that is proportional to speed there",
        source: "Schwager & Poeschel 2007, Granular Matter 9, 465, eqs. 15 and 21",
        known_as: &[],
    },
    OBSERVABLES,
    linear_dashpot,
)
.noting(over_damped);

fn linear_dashpot(scene: &Scene) -> Values {
    let impact = SpringImpact::of(scene)?;
    if impact.n != 1.0 {
        return Err("the normal law is not linear".into());
    }
    damped(scene, &impact)
}

/// The achieved restitution equals the requested one.
pub static REQUESTED_RESTITUTION: Oracle = Oracle::of_impacts(
    Card {
        name: "requested-restitution",
        title: "The requested restitution",
        formula: "e = e_req",
        symbols: &[(
            "e_req",
            "`restitution` of the damping law, with the given end of contact; of a code, its restitution parameter",
            "-",
        )],
        holds: "damping given by its restitution; parameters of a code, only where its formula achieves it; a law whose restitution depends on speed, at its `at_speed` only",
        source: "definition; Chung & Ooi 2011, Granular Matter 13, 643, test 3",
        known_as: &[],
    },
    &[Observable::Restitution],
    requested,
);

/// Speeds that differ by less are the same speed: a few roundings of a unit's conversion.
const SAME_SPEED: f64 = 8.0 * f64::EPSILON;

fn requested(scene: &Scene) -> Values {
    let e = scene.restitution_requested().ok_or("the case has no requested restitution")?;
    match scene.contact.damping.at_speed() {
        Some(speed) if (speed - scene.speed).abs() > SAME_SPEED * speed => {
            Err(format!("the restitution is requested at {speed} m/s, and the impact speed is {} m/s", scene.speed))
        }
        _ => Ok(vec![(Observable::Restitution, Estimate::new(e, 0.0))]),
    }
}

/// One collision, SI.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DampedCollision {
    /// `v_out/v_in`; 0 when the bodies never part.
    pub restitution: Estimate,
    /// m
    pub max_overlap: Estimate,
    /// Total force, N
    pub max_force: Estimate,
    /// Elastic part at the largest overlap, N
    pub max_force_elastic: Estimate,
    /// s
    pub time_of_max_overlap: Estimate,
    /// Until the force is zero as the bodies part, s
    pub to_zero_force: Estimate,
    /// Until the overlap is zero, s; `None` when the bodies never part.
    pub to_zero_overlap: Option<Estimate>,
    /// Overlap at which the force has come down to zero, m
    pub overlap_at_zero_force: Estimate,
    /// `m v^2/2 (1 - e^2)`, J
    pub energy_lost: Estimate,
    /// Elastic energy deleted with the contact, `m v^2/2 (2 z e)^2` when it ends at zero force, J
    pub energy_strain: Estimate,
    /// Energy dissipated by the dashpot, J
    pub energy_dashpot: Estimate,
}

/// The collision of `impact` with damping `ratio`.
pub fn collide(impact: &SpringImpact, ratio: &Ratio, ends: Ends) -> DampedCollision {
    let law = Reduced::new(impact.n, ratio);
    let (L, T, F0, E0) = (impact.length(), impact.time(), impact.force(), impact.energy());
    let fall = ratio.fall(ends.pulls());
    let e = libm::exp(-fall);
    let left = law.overlap_left();
    let to_zero_force = law.time_to(2);
    let to_zero_overlap = if ends.pulls() {
        law.full_time()
    } else {
        let e = ratio.restitution(false);
        let flight = rounded(left / e, 8.0 + 3.0 * ratio.fall(false));
        Some(Estimate::new(to_zero_force.value + flight.value, to_zero_force.uncertainty + flight.uncertainty))
    };
    // 1 - e^2 without cancellation; in units of m v^2/2.
    let lost = -libm::expm1(-2.0 * fall);
    let strain = if ends == Ends::ZeroForce { (2.0 * ratio.z * e).powi(2) } else { 0.0 };
    let max_overlap = law.max_overlap();
    DampedCollision {
        restitution: restitution(ratio, ends),
        max_overlap: rounded(max_overlap * L, 4.0),
        max_force: rounded(law.max_force() * F0, 8.0),
        max_force_elastic: rounded(libm::pow(max_overlap, impact.n) * F0, 8.0),
        time_of_max_overlap: scaled(law.time_to(1), T),
        to_zero_force: scaled(to_zero_force, T),
        to_zero_overlap: to_zero_overlap.map(|t| scaled(t, T)),
        overlap_at_zero_force: rounded(left * L, 8.0 + 3.0 * ratio.fall(false)),
        energy_lost: rounded(lost * E0, 8.0),
        energy_strain: rounded(strain * E0, 8.0 + 6.0 * fall),
        energy_dashpot: Estimate::new((lost - strain) * E0, 64.0 * f64::EPSILON * lost * E0),
    }
}

/// Restitution of damping `ratio`; 0 when the bodies never part.
pub fn restitution(ratio: &Ratio, ends: Ends) -> Estimate {
    let fall = ratio.fall(ends.pulls());
    let e = libm::exp(-fall);
    rounded(e, if e > 0.0 { 3.0 * (fall + fall_condition(ratio, ends.pulls())) } else { 0.0 })
}

/// Condition number of the restitution, `d(-ln e)/d(ln z)`, for the rounding error of `z`.
fn fall_condition(ratio: &Ratio, pulls: bool) -> f64 {
    if pulls && ratio.w2 > 0.0 { PI * ratio.z / libm::pow(ratio.w2, 1.5) } else { (PI * ratio.z).min(4.0) }
}

/// The reduced problem: lengths in `L`, times in `T`, forces in `F0`.
struct Reduced<'a> {
    n: f64,
    /// `(n-1)/(n+1)`
    g: f64,
    /// `sqrt(2/(n+1))`, the `c` of the transformation.
    c: f64,
    ratio: &'a Ratio,
}

impl<'a> Reduced<'a> {
    fn new(n: f64, ratio: &'a Ratio) -> Self {
        Self { n, g: (n - 1.0) / (n + 1.0), c: (2.0 / (n + 1.0)).sqrt(), ratio }
    }

    /// `delta = (X/c)^(2/(n+1))`
    fn overlap(&self, X: f64) -> f64 {
        libm::pow(X / self.c, 2.0 / (self.n + 1.0))
    }

    /// At `s_max`, where `X = exp(-z s_max)`.
    fn max_overlap(&self) -> f64 {
        self.overlap(libm::exp(-self.ratio.z * self.ratio.s_max()))
    }

    /// At `2 s_max`, where `X'' = 0` and so `X = -2 z X' = 2 z e`.
    fn overlap_left(&self) -> f64 {
        self.overlap(2.0 * self.ratio.z * self.ratio.restitution(false))
    }

    /// `F = (X/c)^(1+g) (1 + 2 z r)` where `r = X'/X` is the positive root of `2 g z r^2 + (1+g-4z^2) r - 2z = 0`.
    ///
    /// For `n = 1` and `z >= 1/2` there is none: the jump `2 z` at first touch is the largest force.
    fn max_force(&self) -> f64 {
        let (g, z) = (self.g, self.ratio.z);
        let B = 1.0 + g - 4.0 * z * z;
        let root = libm::hypot(B, 4.0 * z * g.sqrt());
        let r = if B > 0.0 {
            4.0 * z / (B + root)
        } else if g > 0.0 {
            (root - B) / (4.0 * g * z)
        } else {
            return 2.0 * z;
        };
        let X = libm::exp(-z * self.ratio.arc(r)) / (r * (r + 2.0 * z) + 1.0).sqrt();
        libm::pow(X / self.c, 1.0 + self.g) * (1.0 + 2.0 * z * r)
    }

    /// `dt = c^(1+g) X^(-g) ds`
    fn clock(&self) -> f64 {
        libm::pow(self.c, 1.0 + self.g)
    }

    /// Time to `end` times `s_max`: 1 is the largest overlap, 2 the end of the force.
    fn time_to(&self, end: u8) -> Estimate {
        let length = f64::from(end) * self.ratio.s_max();
        if self.g == 0.0 {
            return rounded(length, 0.0);
        }
        let time = integral(|s, rest| libm::pow(self.ratio.x(s, rest, f64::from(end)), -self.g), length);
        scaled(time, self.clock())
    }

    /// `c^(1+g) w^(g-1) pi 2^g Gamma(1-g) exp(a pi/2)/|Gamma(1-g/2 + i a/2)|^2`, `a = g z/w`; `None` from `z = 1` on.
    fn full_time(&self) -> Option<Estimate> {
        let Ratio { z, w2 } = *self.ratio;
        if w2 <= 0.0 {
            return None;
        }
        let g = self.g;
        let a = g * z / w2.sqrt();
        let at_rest = gamma(1.0 - 0.5 * g);
        let growth = libm::exp(0.5 * a * PI - ln_gamma_fall(1.0 - 0.5 * g, 0.5 * a));
        let turn = PI * libm::exp2(g) * gamma(1.0 - g) / (at_rest * at_rest) * libm::pow(w2, 0.5 * (g - 1.0));
        let condition = 3.0 * (z * z + PI * a) / w2 + 4.0 * a * PI;
        Some(rounded(self.clock() * turn * growth, condition)).filter(|t| t.value.is_finite())
    }
}

/// The damping ratio `z` of a scene whose law has one.
///
/// # Errors
/// With the reason when restitution depends on speed, or the contact is not damped.
pub fn damping_ratio(scene: &Scene, impact: &SpringImpact) -> Result<Ratio, String> {
    let damping = &scene.contact.damping;
    let n = impact.n;
    let z = match damping {
        Damping::Undamped(_) => return Err("the contact is not damped".into()),
        Damping::Tsuji(law) => match law.0 {
            Strength::Coefficient(alpha) => Some(alpha / (2.0 * (n + 1.0)).sqrt()),
            Strength::Restitution(_) => None,
        },
        Damping::StiffnessDashpot(law) if law.exponent == 0.0 => Some(law.ratio * (2.0 * n / (n + 1.0)).sqrt()),
        Damping::LinearDashpot(law) if n == 1.0 => match *law {
            LinearDashpot::Coefficient(C) => Some(0.5 * C / (impact.m * impact.K).sqrt()),
            LinearDashpot::Ratio(z) => Some(z),
            LinearDashpot::Restitution(_) => None,
        },
        Damping::KuwabaraKono(law) if n == 1.0 => law.relaxation_time().map(|A| 0.5 * A * (impact.K / impact.m).sqrt()),
        _ => return Err("with this law restitution depends on speed".into()),
    };
    let ratio = match (z, damping.restitution()) {
        // A dialect taken at its word can feed energy; the solution here is that of a dashpot that takes it.
        (Some(z), _) if z.is_nan() || z < 0.0 => return Err("the dashpot feeds energy".into()),
        (Some(z), _) => Ratio::new(z),
        (None, Some(e)) if e > 0.0 && e <= 1.0 => Ratio::achieving(e, scene.contact.ends.pulls()),
        (None, _) => return Err("the requested restitution is not above 0 and at most 1".into()),
    };
    if ratio.w2.is_finite() { Ok(ratio) } else { Err("the damping is out of range".into()) }
}

/// The observables of a collision with constant restitution.
const OBSERVABLES: &[Observable] = &[
    Observable::Restitution,
    Observable::Duration,
    Observable::DurationToZeroForce,
    Observable::DurationToZeroOverlap,
    Observable::MaxOverlap,
    Observable::TimeOfMaxOverlap,
    Observable::MaxForce,
    Observable::MaxForceElastic,
    Observable::ContactRadius,
    Observable::PeakPressure,
    Observable::EnergyStrain,
    Observable::EnergyDashpot,
    Observable::EnergyLost,
];

fn over_damped(scene: &Scene) -> Option<String> {
    let ratio = damping_ratio(scene, &SpringImpact::of(scene).ok()?).ok()?;
    let stays = scene.contact.ends.pulls() && ratio.w2 <= 0.0;
    stays.then(|| "over-damped with an attractive force: the bodies never separate".to_string())
}

/// The observables of the collision of a scene.
fn damped(scene: &Scene, impact: &SpringImpact) -> Values {
    let ends = scene.contact.ends;
    let collision = collide(impact, &damping_ratio(scene, impact)?, ends);
    let mut values = vec![
        (Observable::Restitution, collision.restitution),
        (Observable::DurationToZeroForce, collision.to_zero_force),
        (Observable::MaxOverlap, collision.max_overlap),
        (Observable::TimeOfMaxOverlap, collision.time_of_max_overlap),
        (Observable::MaxForce, collision.max_force),
        (Observable::MaxForceElastic, collision.max_force_elastic),
        (Observable::EnergyStrain, collision.energy_strain),
        (Observable::EnergyDashpot, collision.energy_dashpot),
        (Observable::EnergyLost, collision.energy_lost),
    ];
    let end = if ends == Ends::ZeroForce { Some(collision.to_zero_force) } else { collision.to_zero_overlap };
    values.extend(end.map(|t| (Observable::Duration, t)));
    values.extend(collision.to_zero_overlap.map(|t| (Observable::DurationToZeroOverlap, t)));
    values.extend(contact_circle(scene, collision.max_overlap.value));
    values.retain(|(_, estimate)| estimate.value.is_finite() && estimate.uncertainty.is_finite());
    Ok(values)
}

/// The ratio `z` of the linear dashpot `X'' + 2 z X' + X = 0`, `X(0) = 0`, `X'(0) = 1`.
///
/// Every constant-restitution law reduces to this equation (Antypov & Elliott 2011), whose solution is
/// `X = exp(-z s) sin(w s)/w`, `w^2 = 1 - z^2`, with `sinh` where `z > 1`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ratio {
    /// Fraction of critical damping.
    pub z: f64,
    /// `1 - z^2`, kept apart because it cannot be had back from a `z` near 1.
    pub w2: f64,
}

impl Ratio {
    /// The ratio itself.
    pub fn new(z: f64) -> Self {
        Self { z, w2: (1.0 - z) * (1.0 + z) }
    }

    /// The ratio that achieves restitution `e` in (0, 1] when the contact may pull: `z = -ln e/sqrt(ln^2 e + pi^2)`.
    pub fn full(e: f64) -> Self {
        let fall = -libm::log(e);
        let norm = libm::hypot(fall, std::f64::consts::PI);
        let w = std::f64::consts::PI / norm;
        Self { z: fall / norm, w2: w * w }
    }

    /// The ratio that achieves restitution `e` in (0, 1] when it may not: the inverse of `e = exp(-2 z s_max)`.
    ///
    /// Up to `z = 1` (`e = exp(-2)`) solved for `z`; above it for `u`, `z = cosh u`, from `2u coth u = -ln e`.
    pub fn clipped(e: f64) -> Self {
        let fall = -libm::log(e);
        if fall <= 2.0 {
            let z = increasing_root(|z| (decay(z) - fall, decay_slope(z)), 0.0, 1.0);
            return Self::new(if fall > 0.0 { z } else { 0.0 });
        }
        let u = increasing_root(
            |u| (2.0 * u / libm::tanh(u) - fall, 2.0 / libm::tanh(u) - 2.0 * u / (libm::sinh(u) * libm::sinh(u))),
            0.0,
            0.5 * fall,
        );
        Self { z: libm::cosh(u), w2: -libm::sinh(u) * libm::sinh(u) }
    }

    /// The ratio that achieves `e`, for a contact that may pull or may not.
    pub fn achieving(e: f64, pulls: bool) -> Self {
        if pulls { Self::full(e) } else { Self::clipped(e) }
    }

    /// `s` at which `X'/X` has come down to `r`: `w cot(w s) = r + z`.
    pub fn arc(&self, r: f64) -> f64 {
        let y = r + self.z;
        if self.w2 > 0.0 {
            let w = self.w2.sqrt();
            libm::atan2(w, y) / w
        } else if self.w2 < 0.0 {
            // z - W = 1/(z + W): nothing cancels for large z.
            let W = (-self.w2).sqrt();
            0.5 * libm::log1p(2.0 * W / (r + 1.0 / (self.z + W))) / W
        } else {
            1.0 / y
        }
    }

    /// `s` of the largest overlap; the force is zero again at `2 s_max`.
    pub fn s_max(&self) -> f64 {
        self.arc(0.0)
    }

    /// `-ln e`; infinite when the bodies never part.
    ///
    /// May pull: `pi z/w`. May not: `2 z s_max`, that is `(pi - 2p) tan p` with `z = sin p`, `2u coth u` with
    /// `z = cosh u` (Schwager & Poeschel 2007, eqs. 15 and 21).
    pub fn fall(&self, pulls: bool) -> f64 {
        match pulls {
            true if self.w2 > 0.0 => std::f64::consts::PI * self.z / self.w2.sqrt(),
            true => f64::INFINITY,
            false => 2.0 * self.z * self.s_max(),
        }
    }

    /// Restitution; 0 when the bodies never part.
    pub fn restitution(&self, pulls: bool) -> f64 {
        libm::exp(-self.fall(pulls))
    }

    /// `X` at `s`, which lies `rest` short of `end` times `s_max`; `end` is 1 or 2.
    pub fn x(&self, s: f64, rest: f64, end: f64) -> f64 {
        if self.w2 > 0.0 {
            let w = self.w2.sqrt();
            let angle = w * s;
            // sin(w s) = sin(pi - w s), and pi - end w s_max is known without cancellation.
            let sine = if angle > std::f64::consts::FRAC_PI_2 {
                let p = libm::atan2(self.z, w);
                libm::sin(std::f64::consts::FRAC_PI_2 * (2.0 - end) + end * p + w * rest)
            } else {
                libm::sin(angle)
            };
            libm::exp(-self.z * s) * sine / w
        } else if self.w2 < 0.0 {
            let W = (-self.w2).sqrt();
            libm::exp(-s / (self.z + W)) * -libm::expm1(-2.0 * W * s) / (2.0 * W)
        } else {
            libm::exp(-self.z * s) * s
        }
    }
}

/// `2 z s_max(z)`, for `z <= 1`.
fn decay(z: f64) -> f64 {
    Ratio::new(z).fall(false)
}

/// `d(2 z s_max)/dz`, from `ds_max/dz = (z s_max - 1)/(1 - z^2)`.
fn decay_slope(z: f64) -> f64 {
    let ratio = Ratio::new(z);
    let s = ratio.s_max();
    // s_max = 1 + y/3 + 2y^2/15 + ..., y = 1 - z
    let y = 1.0 - z;
    let slope = if y < 1e-4 { -1.0 / 3.0 - 4.0 / 15.0 * y } else { (z * s - 1.0) / ratio.w2 };
    2.0 * s + 2.0 * z * slope
}
