//! Local damping: an elastic impact that loads against more than its force, and unloads under less; the same beside a dashpot, and of a
//! sphere that meets a wall obliquely.

use super::elastic::power_law_impact;
use super::numerics::increasing_root;
use super::scales::{SpringImpact, rounded};
use super::{Oracle, Values};
use crate::collide::estimate::Estimate;
use crate::collide::observe::Observable;
use crate::law::damping::{DampedAlong, LinearDashpot, LocalDamping, Strength};
use crate::law::scene::Scene;
use crate::law::{Card, Damping, Ends};

/// An elastic law under Cundall's local damping: closed forms throughout.
pub static LOCAL_DAMPING_IMPACT: Oracle = Oracle::of_impacts(
    Card {
        name: "local-damping",
        title: "An elastic law under local damping",
        formula: "e = sqrt((1-a)/(1+a))\n\
                  delta_max = d/(1+a)^(1/(n+1)),  F_max = (1+a) K delta_max^n\n\
                  t_c = (t/2) (1+a)^(-1/(n+1)) (1 + sqrt((1+a)/(1-a)))      d, t: overlap and duration without damping",
        symbols: &[
            ("a", "share of the force that opposes the motion", "-"),
            ("K, n", "stiffness and exponent of the elastic law", "N/m^n, -"),
            ("e", "restitution", "-"),
        ],
        holds: "exact for `local-damping` beside `hertz`, `hooke` and `power-law`; against a wall, or in the frame of the centre of mass",
        source: "work and energy: (1+a) W on loading, (1-a) W on unloading; W = m* v^2/(2 (1+a))",
        known_as: &[],
    },
    &[
        Observable::Restitution,
        Observable::Duration,
        Observable::DurationToZeroOverlap,
        Observable::TimeOfMaxOverlap,
        Observable::MaxOverlap,
        Observable::MaxForce,
        Observable::EnergyPlastic,
        Observable::EnergyLost,
    ],
    local_damping,
);

/// The law of a scene, and its share.
fn law_of(scene: &Scene) -> Result<(&LocalDamping, f64), String> {
    let Damping::LocalDamping(law) = &scene.contact.damping else {
        return Err(format!("the damping `{}` is not `local-damping`", scene.contact.damping.card().name));
    };
    let a = match law.strength {
        Strength::Coefficient(a) => a,
        Strength::Restitution(e) => (1.0 - e) * (1.0 + e) / (1.0 + e * e),
    };
    Ok((law, a))
}

/// Whether the motion stays on the normal.
fn is_straight(scene: &Scene, law: &LocalDamping) -> bool {
    let tilted = scene.kinematics.frame[0].iter().filter(|part| **part != 0.0).count() > 1;
    scene.kinematics.tangential_speed == 0.0 && !(law.along == Some(DampedAlong::Axes) && tilted)
}

fn local_damping(scene: &Scene) -> Values {
    let (law, a) = law_of(scene)?;
    if law.beside.is_some() {
        return Err("a dashpot acts beside the local damping".into());
    }
    if !is_straight(scene, law) {
        return Err("the motion leaves the normal".into());
    }
    let impact = SpringImpact::of(scene)?;
    let e = ((1.0 - a) / (1.0 + a)).sqrt();
    // The rebound is the second half of an elastic impact at the speed of the rebound, against the softer spring.
    let loading = power_law_impact(&SpringImpact { K: (1.0 + a) * impact.K, ..impact });
    let unloading = power_law_impact(&SpringImpact { K: (1.0 - a) * impact.K, v: e * impact.v, ..impact });
    let condition = 4.0 / (1.0 - a);
    let duration = rounded(0.5 * (loading.duration + unloading.duration), condition);
    let lost = Estimate::new(impact.energy() * 2.0 * a / (1.0 + a), 32.0 * f64::EPSILON * impact.energy());
    Ok(vec![
        (Observable::Restitution, rounded(e, condition)),
        (Observable::Duration, duration),
        (Observable::DurationToZeroOverlap, duration),
        (Observable::TimeOfMaxOverlap, rounded(0.5 * loading.duration, 0.0)),
        (Observable::MaxOverlap, rounded(loading.max_overlap, 0.0)),
        (Observable::MaxForce, rounded(loading.max_force, 0.0)),
        (Observable::EnergyPlastic, lost),
        (Observable::EnergyLost, lost),
    ])
}

/// A linear spring and dashpot under local damping, head-on: three damped oscillations.
pub static LOCAL_DAMPING_DASHPOT: Oracle = Oracle::of_impacts(
    Card {
        name: "local-damping-dashpot",
        title: "A linear spring and dashpot under local damping",
        formula: "approach, f = 1+a:  x = v exp(-b t) sin(W t)/W  to  tan(W t1) = W/b;   b = f C/(2 m),  W^2 = f K/m - b^2\n\
                  push, f = 1-a:      from rest at x1  to  tan(W t2) = W/b,  where K x + C x' = 0:  v2 = x1 sqrt(f K/m) exp(-b t2)\n\
                  pull, f = 1+a:      to x = 0;  not with zero-force and force-clamped, e = v2/v",
        symbols: &[
            ("a", "share of the force that opposes the motion", "-"),
            ("K, C", "stiffness and damping coefficient", "N/m, N s/m"),
            ("x1, v2", "largest overlap; speed where the force is zero", "m, m/s"),
            ("e", "restitution", "-"),
        ],
        holds: "exact for `local-damping` beside `linear-dashpot` and `hooke`, head-on, below critical damping in every part; the total force is damped, also while it pulls",
        source: "damped oscillations, joined where velocity and force change their signs",
        known_as: &[],
    },
    &[
        Observable::Restitution,
        Observable::Duration,
        Observable::DurationToZeroForce,
        Observable::DurationToZeroOverlap,
        Observable::TimeOfMaxOverlap,
        Observable::MaxOverlap,
    ],
    beside_dashpot,
);

fn beside_dashpot(scene: &Scene) -> Values {
    let (law, a) = law_of(scene)?;
    let Some(Damping::LinearDashpot(dashpot)) = law.beside.as_deref() else {
        return Err("the formulas are those of a `linear-dashpot` beside the local damping".into());
    };
    if !is_straight(scene, law) {
        return Err("the motion leaves the normal".into());
    }
    let SpringImpact { m, K, n, v } = SpringImpact::of(scene)?;
    if n != 1.0 {
        return Err("the formulas are those of a linear spring".into());
    }
    let pulls = scene.contact.ends == Ends::ZeroOverlap;
    let C = match *dashpot {
        LinearDashpot::Coefficient(C) => C,
        LinearDashpot::Ratio(z) => 2.0 * z * (m * K).sqrt(),
        LinearDashpot::Restitution(e) if pulls => {
            let fall = -libm::log(e);
            2.0 * fall / libm::hypot(fall, std::f64::consts::PI) * (m * K).sqrt()
        }
        LinearDashpot::Restitution(_) => return Err("the dashpot is given by a restitution without its pull".into()),
    };
    // Half of the decay rate, natural frequency, frequency, and the angle at which a swing from its zero is at rest.
    let swing = |f: f64| {
        let (b, w0) = (0.5 * f * C / m, (f * K / m).sqrt());
        let w = ((w0 - b) * (w0 + b)).sqrt();
        if w > 0.0 {
            Ok((b, w0, w, libm::atan2(w, b)))
        } else {
            Err("the damping is not below the critical one".to_string())
        }
    };
    let ((b, w0, w, angle), (b2, w2, ww2, angle2)) = (swing(1.0 + a)?, swing(1.0 - a)?);
    let t1 = angle / w;
    let x1 = v / w0 * libm::exp(-b * t1);
    let t2 = angle2 / ww2;
    let (x2, v2) = (x1 * libm::exp(-b2 * t2) * 2.0 * b2 / w2, x1 * w2 * libm::exp(-b2 * t2));
    // x = exp(-b t) (A cos - B sin), B > 0.
    let (A, B) = (x2, (v2 - b * x2) / w);
    let t3 = libm::atan2(A, B) / w;
    let v3 = w * libm::hypot(A, B) * libm::exp(-b * t3);
    let free = if v2 > 0.0 { x2 / v2 } else { 0.0 };
    let (left, duration, apart) = match scene.contact.ends {
        Ends::ZeroOverlap => (v3, t1 + t2 + t3, t1 + t2 + t3),
        Ends::ForceClamped => (v2, t1 + t2 + free, t1 + t2 + free),
        Ends::ZeroForce => (v2, t1 + t2, t1 + t2 + free),
    };
    let condition = 32.0 / (1.0 - a) * (1.0 + (w0 / w).powi(2));
    Ok(vec![
        (Observable::Restitution, rounded(left / v, condition)),
        (Observable::Duration, rounded(duration, condition)),
        (Observable::DurationToZeroForce, rounded(t1 + t2, condition)),
        (Observable::DurationToZeroOverlap, rounded(apart, condition)),
        (Observable::TimeOfMaxOverlap, rounded(t1, condition)),
        (Observable::MaxOverlap, rounded(x1, condition)),
    ])
}

/// An elastic sphere that meets a wall obliquely under local damping: its velocity as a function of the impulse.
pub static LOCAL_DAMPING_OBLIQUE: Oracle = Oracle::of_impacts(
    Card {
        name: "local-damping-oblique",
        title: "An elastic sphere and a wall under local damping, obliquely",
        formula: "the impulse J per mass in place of the time, W = int F d(delta)/m:  du/dJ = d,  dW/dJ = -u.n,  until W = 0 again\n\
                  axes:      d_i = n_i (1 - a sign(n_i u_i)),  constant until a component u_i changes its sign\n\
                  velocity:  d = n - a u/|u|:  |u| = c tan(p/2)^a/sin p,  p the angle of u to n\n\
                             W = (c^2/4) (G(tan(p/2)) - G(tan(p0/2))),  G(x) = x^(2a-2)/(2a-2) - x^(2a+2)/(2a+2)",
        symbols: &[
            ("a", "share of the force that opposes the motion", "-"),
            ("u, n", "velocity; normal out of the wall", "m/s, -"),
            ("W", "elastic energy per mass", "m2/s2"),
            ("delta", "overlap", "m"),
        ],
        holds: "exact for `local-damping` with `along`, beside `hertz`, `hooke` and `power-law`, without friction, at a wall; the rebound is that of every elastic law, at every speed",
        source: "elementary; velocity: the hodograph of a body under a constant force and a constant resistance",
        known_as: &[],
    },
    &[Observable::Restitution, Observable::TangentialRestitution, Observable::MaxOverlap, Observable::EnergyLost],
    oblique,
);

fn oblique(scene: &Scene) -> Values {
    let (law, a) = law_of(scene)?;
    let along = law.along.ok_or("`along` is not given")?;
    if law.beside.is_some() {
        return Err("a dashpot acts beside the local damping".into());
    }
    if !scene.bodies[1].is_wall() {
        return Err("the normal of two spheres turns".into());
    }
    let impact = SpringImpact::of(scene)?;
    let [n, t, _] = scene.kinematics.frame;
    let (v_n, v_t) = (scene.speed, scene.kinematics.tangential_speed);
    let Rebound { velocity, deepest } = match along {
        DampedAlong::Axes => by_axes(a, n, std::array::from_fn(|i| v_t * t[i] - v_n * n[i])),
        DampedAlong::Velocity if v_t > 0.0 => {
            let Rebound { velocity: [left, along, _], deepest } = by_direction(a, v_n, v_t);
            Rebound { velocity: std::array::from_fn(|i| left * n[i] + along * t[i]), deepest }
        }
        DampedAlong::Velocity => return Err("the impact is head-on".into()),
    };
    let dot = |axis: [f64; 3]| (0..3).map(|i| axis[i] * velocity[i]).sum::<f64>();
    let (before, after) = (v_n * v_n + v_t * v_t, velocity.iter().map(|part| part * part).sum::<f64>());
    let unit = 32.0 * f64::EPSILON / (1.0 - a);
    let speed = before.sqrt();
    let overlap = libm::pow((impact.n + 1.0) * impact.m * deepest / impact.K, 1.0 / (impact.n + 1.0));
    let energy = 0.5 * impact.m * before;
    let mut values = vec![
        (Observable::Restitution, Estimate::new(dot(n) / v_n, unit * speed / v_n)),
        (Observable::MaxOverlap, Estimate::new(overlap, unit * overlap * before / (v_n * v_n))),
        (Observable::EnergyLost, Estimate::new(energy - 0.5 * impact.m * after, unit * energy)),
    ];
    if v_t > 0.0 {
        values.push((Observable::TangentialRestitution, Estimate::new(dot(t) / v_t, unit * speed / v_t)));
    }
    Ok(values)
}

/// The velocity after an impact, and the elastic energy per mass at the largest overlap.
struct Rebound {
    velocity: [f64; 3],
    deepest: f64,
}

/// Each component for itself: straight lines in the space of velocities.
fn by_axes(a: f64, n: [f64; 3], before: [f64; 3]) -> Rebound {
    // What is zero but for rounding has no sign.
    let least = 4.0 * f64::EPSILON * before.iter().map(|part| part * part).sum::<f64>().sqrt();
    let mut u = before.map(|part| if part.abs() <= least { 0.0 } else { part });
    let (mut stored, mut deepest) = (0.0_f64, 0.0_f64);
    loop {
        let d: [f64; 3] = std::array::from_fn(|i| n[i] * (1.0 - a * if n[i] * u[i] < 0.0 { -1.0 } else { 1.0 }));
        let (c, w) = ((0..3).map(|i| n[i] * d[i]).sum::<f64>(), -(0..3).map(|i| n[i] * u[i]).sum::<f64>());
        let root = (w * w + 2.0 * c * stored).sqrt();
        let end = if w < 0.0 { 2.0 * stored / (root - w) } else { (w + root) / c };
        let reversals: [f64; 3] = std::array::from_fn(|i| if n[i] * u[i] < 0.0 { -u[i] / d[i] } else { f64::INFINITY });
        let first = (0..3).min_by(|i, j| reversals[*i].total_cmp(&reversals[*j])).unwrap_or(0);
        let impulse = end.min(reversals[first]);
        if w > 0.0 && w / c <= impulse {
            deepest = deepest.max(stored + 0.5 * w * w / c);
        }
        stored += impulse * (w - 0.5 * c * impulse);
        deepest = deepest.max(stored);
        u = std::array::from_fn(|i| u[i] + d[i] * impulse);
        if end <= reversals[first] {
            return Rebound { velocity: u, deepest };
        }
        u[first] = 0.0;
    }
}

/// Along the velocity: components along the normal and along the wall.
fn by_direction(a: f64, v_n: f64, v_t: f64) -> Rebound {
    let speed = libm::hypot(v_n, v_t);
    // tan(p/2) of the approach, p above 90 degrees.
    let x0 = (speed + v_n) / v_t;
    let c = 2.0 * speed * libm::pow(x0, 1.0 - a) / (1.0 + x0 * x0);
    let (p, q) = (2.0 * a - 2.0, 2.0 * a + 2.0);
    let g = |x: f64| libm::pow(x, p) / p - libm::pow(x, q) / q;
    let wanted = g(x0);
    let from = |log: f64| {
        let x = libm::exp(log);
        ((g(x) - wanted) / wanted.abs(), libm::pow(x, p) * (1.0 - x.powi(4)) / wanted.abs())
    };
    // G rises up to x = 1, and is below its first term.
    let x = libm::exp(increasing_root(from, libm::log(p * wanted) / p, 0.0));
    let velocity = [0.5 * c * libm::pow(x, a - 1.0) * (1.0 - x * x), c * libm::pow(x, a), 0.0];
    Rebound { velocity, deepest: 0.25 * c * c * (g(1.0) - wanted) }
}
