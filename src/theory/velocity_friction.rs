//! Sliding under a coefficient of friction that depends on the slip velocity.
//!
//! With constant arms the slip velocity is a function of the normal impulse alone, whatever the normal law: `dv_s/dP = -mu(v_s)/m_t`. It is
//! integrated in closed form; the law's own function is written once more here.

use super::numerics::{increasing_root, integral};
use super::rigid_body::{NormalImpulse, OBSERVABLES, ObliqueCollision, RigidRebound, values};
use super::{Oracle, Values};
use crate::collide::estimate::Estimate;
use crate::collide::observe::Observable;
use crate::law::scene::Scene;
use crate::law::scene::path::{Leg, Press, Shear};
use crate::law::shear::{DynamicFriction, SmoothOf, SmoothStep};
use crate::law::tangential::Regularised;
use crate::law::{Card, Tangential};

/// Sliding with dynamic friction, and with a smooth friction.
pub static VELOCITY_DEPENDENT_FRICTION: Oracle = Oracle::of_impacts(
    Card {
        name: "velocity-dependent-friction",
        title: "Sliding under a friction that depends on the slip velocity",
        formula: "dv_s/dP = -mu(v_s)/m_t,  P = int N dt,  N the force of `friction_limit`\n\
                  coulomb with dynamic friction:  (mu_d e^(d v_s) + D) falls as e^(-d mu_d P/m_t), D = mu - mu_d;  at v_s = 0 the surfaces stick\n\
                  regularised, tanh:  sinh(v_s/v_0) falls as e^(-mu P/(m_t v_0))\n\
                  regularised, root:  G(v_s/v_0) falls by mu P/(m_t v_0),  G(x) = sqrt(1+x^2) + ln(x/(1+sqrt(1+x^2)))\n\
                  regularised, adams, simbody, drake:  G(x) = int dx/f, part by part\n\
                  1/m_t = 1/m* + r_1^2/I_1 + r_2^2/I_2;  a solid sphere on a wall: (7/2)/m",
        symbols: &[
            ("v_s", "slip of the contact point", "m/s"),
            ("P", "normal impulse so far", "N s"),
            ("mu, mu_d, d", "static and dynamic friction, and the decay", "-, -, s/m"),
            ("v_0", "slip speed of a smooth friction", "m/s"),
        ],
        holds: "exact for `coulomb` with dynamic friction and for `regularised`, in one plane, with levers of the nominal radii; the rotation of the contact of a pair is included in the uncertainty",
        source: "impulse and momentum",
        known_as: &[],
    },
    OBSERVABLES,
    slowing,
);

fn slowing(scene: &Scene) -> Values {
    let friction = scene.contact.friction.as_ref().ok_or("there is no tangential force")?;
    let mu = friction.tangential.friction();
    let bodies = ObliqueCollision::of(scene)?;
    let normal = NormalImpulse::of(scene, friction.limit)?;
    let (slip, taken) = (bodies.v_s.abs(), bodies.slip_per_impulse * normal.bounding.value);
    let left = match &friction.tangential {
        Tangential::Coulomb(law) => match law.dynamic {
            Some(dynamic) => decaying(slip, taken, mu, &dynamic),
            None => return Err("the friction is the same at every slip velocity".into()),
        },
        Tangential::Regularised(law) => smooth(law, slip, taken),
        other => {
            return Err(format!("`{}` is not a slider whose friction depends on the slip alone", other.card().name));
        }
    };
    let impulse = ((slip - left) / bodies.slip_per_impulse).copysign(bodies.v_s);
    // The slip left answers to the impulse as friction does, which is at most `mu`.
    let uncertainty = mu * normal.bounding.uncertainty + 64.0 * f64::EPSILON * slip / bodies.slip_per_impulse;
    Ok(values(&bodies, &normal.rebound(), &RigidRebound { impulse, uncertainty, friction: 0.0 }))
}

/// The slip velocity that is left of `v` where friction without velocity dependence would take `mu taken`; 0 where it stops.
fn decaying(v: f64, taken: f64, mu: f64, dynamic: &DynamicFriction) -> f64 {
    let DynamicFriction { friction: mu_d, decay: d } = *dynamic;
    let more = mu - mu_d;
    if mu_d == 0.0 {
        // e^(d v) falls by d D P/m_t.
        let rest = 1.0 - d * more * taken * libm::exp(-d * v);
        return if rest > 0.0 { (v + libm::log(rest) / d).max(0.0) } else { 0.0 };
    }
    let fall = d * mu_d * taken;
    let inside = -more / mu_d * (libm::exp(fall - d * v) - libm::exp(-d * v));
    if inside <= -1.0 {
        return 0.0;
    }
    (v - fall / d + libm::log1p(inside) / d).max(0.0)
}

/// The same of a smooth friction, which never stops.
fn smooth(law: &Regularised, v: f64, taken: f64) -> f64 {
    let (x, fall) = (v / law.slip_speed, law.friction * taken / law.slip_speed);
    if x == 0.0 {
        return 0.0;
    }
    let left = match law.step {
        SmoothStep::Tanh => {
            // ln sinh x, and back
            let ln = x - std::f64::consts::LN_2 + libm::log1p(-libm::exp(-2.0 * x)) - fall;
            // asinh(e^l) = l + ln(1 + sqrt(1 + e^(-2l)))
            if ln > 0.0 {
                ln + libm::log(1.0 + (1.0 + libm::exp(-2.0 * ln)).sqrt())
            } else {
                libm::asinh(libm::exp(ln))
            }
        }
        SmoothStep::Root => {
            let aim = climbed(x) - fall;
            // In y = ln x the function is smooth at both ends: dG/dy = sqrt(1+x^2).
            libm::exp(increasing_root(
                |y| (climbed(libm::exp(y)) - aim, libm::hypot(libm::exp(y), 1.0)),
                aim.min(0.0) - 1.0,
                libm::log(x),
            ))
        }
        SmoothStep::Adams | SmoothStep::Simbody | SmoothStep::Drake => piecewise(law, x, fall),
    };
    left * law.slip_speed
}

/// `sqrt(1+x^2) + ln(x/(1+sqrt(1+x^2)))`
fn climbed(x: f64) -> f64 {
    let root = libm::hypot(x, 1.0);
    root - libm::asinh(1.0 / x)
}

/// `mu(x)/mu` and its slope, `x = v_s/v_0`, of the functions that rise up to 1 and fall to the dynamic friction from there.
fn rises_and_falls(law: &Regularised, x: f64) -> [f64; 2] {
    let r = law.dynamic.map_or(1.0, |mu_d| mu_d / law.friction);
    // A step from `a` at 0 to `b` at `width`, cubic or quintic.
    let step = |[a, b]: [f64; 2], s: f64, width: f64| {
        let p = (s / width).clamp(0.0, 1.0);
        let [shape, slope] = match law.step {
            SmoothStep::Drake => [((6.0 * p - 15.0) * p + 10.0) * p.powi(3), 30.0 * p * p * (1.0 - p) * (1.0 - p)],
            _ => [(3.0 - 2.0 * p) * p * p, 6.0 * p * (1.0 - p)],
        };
        [a + (b - a) * shape, (b - a) * slope / width]
    };
    match law.step {
        SmoothStep::Simbody => {
            let q = 1.0 + x * x;
            let (bell, falling) = (r + 2.0 * (1.0 - r) / q, -4.0 * (1.0 - r) * x / (q * q));
            if x < 1.0 { [x * bell, bell + x * falling] } else { [bell, falling] }
        }
        SmoothStep::Drake if x <= 1.0 => step([0.0, 1.0], x, 1.0),
        SmoothStep::Drake => step([1.0, r], x - 1.0, 2.0),
        // step(x, -1, -1, 1, 1) without the cancellation at 0
        _ if x <= 1.0 => [1.5 * x - 0.5 * x.powi(3), 1.5 * (1.0 - x * x)],
        _ => step([1.0, r], x - 1.0, law.dynamic_speed.map_or(1.0, |v_d| v_d / law.slip_speed - 1.0)),
    }
}

/// What is left of `x` where `dx = -f(x) ds` over a length `fall` of `s`: `int dx/f` part by part, in `y = ln x`.
fn piecewise(law: &Regularised, mut x: f64, mut fall: f64) -> f64 {
    let last = match law.step {
        SmoothStep::Drake => 3.0,
        _ => law.dynamic_speed.map_or(1.0, |v_d| v_d / law.slip_speed),
    };
    let per_y = |y: f64| libm::exp(y) / rises_and_falls(law, libm::exp(y))[0];
    let taken = |from: f64, to: f64| integral(|_, above| per_y(to + above), from - to).value;
    for end in [last, 1.0] {
        if x > end {
            let whole = taken(libm::log(x), libm::log(end));
            if whole > fall {
                return libm::exp(increasing_root(
                    |y| (fall - taken(libm::log(x), y), per_y(y)),
                    libm::log(end),
                    libm::log(x),
                ));
            }
            (x, fall) = (end, fall - whole);
        }
    }
    // Below 1 every f is at most 10 x; e^-700 is no speed any more.
    let low = (libm::log(x) - 10.0 * fall).max(-700.0);
    if taken(libm::log(x), low) <= fall {
        return 0.0;
    }
    libm::exp(increasing_root(|y| (fall - taken(libm::log(x), y), per_y(y)), low, libm::log(x)))
}

/// Friction without a threshold under a tangential force below its limit.
pub static CREEP: Oracle = Oracle::of_paths(
    Card {
        name: "creep",
        title: "Creep of surfaces without static friction under a held force",
        formula: "u' = v_0 atanh(l)  (tanh),  v_0 l/sqrt(1-l^2)  (root),  2 v_0 sin(asin(l)/3)  (adams),  l = T/(mu N)\n\
                  f(u'/v_0) = l on its rising part  (simbody, drake);  W_s = T u",
        symbols: &[
            ("u", "slide of the surfaces", "m"),
            ("T, N", "tangential and normal force", "N"),
            ("v_0", "slip speed of the friction", "m/s"),
        ],
        holds: "`regularised` of the slip, legs that press with a force, or hold a tangential one",
        source: "T = mu N f(u'/v_0), solved for u'",
        known_as: &[("MuJoCo", "the creep of its soft contacts")],
    },
    &[Observable::Slide, Observable::TangentialForce, Observable::EnergySlip],
    creep,
);

fn creep(scene: &Scene) -> Values {
    let path = scene.path.as_ref().ok_or("valid for loading paths only")?;
    let law = match scene.contact.friction.as_ref().map(|friction| &friction.tangential) {
        Some(Tangential::Regularised(law)) if law.of == SmoothOf::Slip => law,
        _ => return Err("valid for `regularised` friction of the slip only".into()),
    };
    let (mut N, mut T, mut u, mut slipped) = (0.0, 0.0, 0.0, 0.0);
    let pressed = |to: Option<Press>, N: f64| match to {
        Some(Press::Force(force)) => Ok(force),
        Some(Press::Overlap(_)) => Err("valid for legs that press with a force".to_string()),
        None => Ok(N),
    };
    for (leg, _) in path.driven() {
        match leg {
            Leg::Drive { press: to, shear: None } => {
                (N, T) = (pressed(to, N)?, 0.0);
            }
            Leg::Hold { press: to, shear, time } => {
                N = pressed(to, N)?;
                T = match shear {
                    Shear::Force(force) => force,
                    Shear::Load(part) => part * law.friction * N,
                    Shear::Slide(_) => return Err("a slide is not a force that is held".into()),
                };
                let load: f64 = T / (law.friction * N);
                let x = match law.step {
                    SmoothStep::Tanh => 0.5 * libm::log((1.0 + load) / (1.0 - load)),
                    SmoothStep::Root => load / (1.0 - load * load).sqrt(),
                    SmoothStep::Adams => 2.0 * libm::sin(libm::asin(load) / 3.0),
                    SmoothStep::Simbody | SmoothStep::Drake => {
                        let rising = |y: f64| {
                            let [value, slope] = rises_and_falls(law, libm::exp(y));
                            (value - load.abs(), slope * libm::exp(y))
                        };
                        if load == 0.0 { 0.0 } else { libm::exp(increasing_root(rising, -700.0, 0.0)).copysign(load) }
                    }
                };
                let slide = law.slip_speed * x * time;
                (u, slipped) = (u + slide, slipped + T * slide);
            }
            _ => return Err("valid for legs that press or hold a force".into()),
        }
    }
    let rounded = |value: f64| Estimate::new(value, 1e-13 * value.abs());
    Ok(vec![
        (Observable::Slide, rounded(u)),
        (Observable::TangentialForce, rounded(T)),
        (Observable::EnergySlip, rounded(slipped)),
    ])
}
