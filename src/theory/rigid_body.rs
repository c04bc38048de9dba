//! Rigid bodies: what is conserved, and oblique impacts that slide throughout or stick at the end.
//!
//! Slip, inertia ratios and impulses are written apart from the equations of motion on purpose, as [`scales`](super::scales) is.

use std::f64::consts::PI;

use super::adhesive::{attracted, jkr};
use super::constant_restitution::{Ratio, collide, damping_ratio};
use super::scales::{Effective, SpringImpact, rounded, undamped};
use super::{Oracle, Values};
use crate::collide::estimate::Estimate;
use crate::collide::observe::Observable;
use crate::law::scene::{Body, Scene, Shape};
use crate::law::shear::{Arm, Form, FrictionLimit, Levers};
use crate::law::{Card, Damping, Ends, Normal, Rolling, Tangential};

/// Momentum, angular momentum and the energy balance.
pub static CONSERVED: Oracle = Oracle {
    lacks,
    ..Oracle::of_paths(
        Card {
            name: "conserved",
            title: "Momentum, angular momentum and the energy balance",
            formula: "(change of relative momentum - integral of F dt)/(m* v) = 0\n\
                      (change of angular momentum - torque from outside)/(m* v d) = 0\n\
                      (kinetic energy lost - strain deleted - slip - dashpot - rolling + created)/(m* v^2/2) = 0\n\
                      energy created = 0 with a tangential law\n\
                      on a path with a tangential law:  (work in - strain - slip - rolling + created)/(the largest of them) = 0",
            symbols: &[
                ("m*", "effective mass", "kg"),
                ("v", "speed at first touch", "m/s"),
                ("F", "total force, as it acted", "N"),
                ("d", "distance of the centres, a wall: the radius", "m"),
            ],
            holds: "every law, every end of contact; angular momentum where the arms of the torque add up to the distance of the centres (a wall: of the centre and the wall): elsewhere the lever gives a residual",
            source: "Newton's second and third law",
            known_as: &[],
        },
        &[
            Observable::MomentumResidual,
            Observable::AngularMomentumResidual,
            Observable::EnergyResidual,
            Observable::EnergyCreated,
        ],
        conserved,
    )
};

fn conserved(scene: &Scene) -> Values {
    let zero = Estimate::new(0.0, 0.0);
    let mut values = vec![(Observable::MomentumResidual, zero), (Observable::EnergyResidual, zero)];
    let lever = lever_of_its_own(scene);
    if lever.is_none() && (scene.contact.friction.is_some() || !scene.kinematics.is_head_on()) {
        values.push((Observable::AngularMomentumResidual, zero));
    }
    if scene.contact.friction.is_some() {
        // Laws that create or destroy energy exist; the world does not.
        values.push((Observable::EnergyCreated, zero));
    }
    Ok(values)
}

fn lacks(scene: &Scene, observable: Observable) -> Option<String> {
    let lever = lever_of_its_own(scene).filter(|_| observable == Observable::AngularMomentumResidual)?;
    Some(format!(
        "the residual is that of the declared lever, `{}`: its arms do not add up to the distance of the centres",
        lever.word()
    ))
}

/// The lever of the torque, if the sum of its arms is not the distance of the centres.
fn lever_of_its_own(scene: &Scene) -> Option<Arm> {
    let shear = scene.shear.filter(|shear| shear.form != Form::Frictionless && shear.friction > 0.0)?;
    let closes = match shear.levers.torque {
        Arm::Plane => true,
        Arm::HalfOverlap | Arm::Proportional => !scene.bodies[1].is_wall(),
        Arm::Overlap => scene.bodies[1].is_wall(),
        Arm::Radius => false,
    };
    (!closes).then_some(shear.levers.torque)
}

/// Bodies that slide on each other from first touch to the end.
pub static RIGID_BODY_SLIDING: Oracle = Oracle::of_impacts(
    Card {
        name: "rigid-body-sliding",
        title: "Gross sliding of rigid bodies",
        formula: "P_t = mu int N dt,  N the force of `friction_limit`;  P_n = m* v_n (1+e)\n\
                  jkr and dmt at a wall beside friction_limit = pull-off:  P_t = mu (P_n + 2 F_po t)\n\
                  v_t' = v_t - P_t/m*,  omega_i' = omega_i + r_i P_t/I_i,  v_s = v_t - r_1 omega_1 - r_2 omega_2\n\
                  a solid sphere on a wall: e_t = 1 - mu (1+e) v_n/v_t,  r omega' = (5/2) mu (1+e) v_n\n\
                  slides throughout: psi1 >= 4 chi - 1 (incremental, Mindlin-Deresiewicz), 4 chi - 2/3 (total, rescaled)\n\
                  psi = 4 G* v_s/(mu E* v_n),  chi = (2 G*/E*) m*/m_t,  1/m_t = 1/m* + r_1^2/I_1 + r_2^2/I_2",
        symbols: &[
            ("P_n, P_t", "normal and tangential impulse", "N s"),
            ("e", "normal restitution", "-"),
            ("v_n, v_t", "normal and tangential speed before", "m/s"),
            ("v_s", "slip of the contact point", "m/s"),
            ("omega", "spin along b = n x t", "rad/s"),
            ("mu", "friction", "-"),
        ],
        holds: "a Coulomb slider throughout; a spring without damping above its threshold; with damping the spring lags at first touch, which is included in the uncertainty, as is the rotation of the contact of a pair",
        source: "Walton 1993, in Particulate Two-Phase Flow; thresholds: Maw, Barber & Fawcett 1976, Wear 38, 101",
        known_as: &[],
    },
    OBSERVABLES,
    sliding,
);

fn sliding(scene: &Scene) -> Values {
    let friction = scene.contact.friction.as_ref().ok_or("there is no tangential force")?;
    let mu = constant_friction(&friction.tangential)?;
    let bodies = ObliqueCollision::of(scene)?;
    let normal = NormalImpulse::of(scene, friction.limit)?;
    if bodies.v_s == 0.0 {
        return Err("the surfaces do not slide at first touch".into());
    }
    let spring = spring(scene, &bodies, &normal, mu)?;
    let taken = mu * normal.bounding.value;
    let left = bodies.v_s.abs() - taken * bodies.slip_per_impulse;
    if let Some(spring) = &spring {
        spring.slides_throughout(bodies.v_s.abs() / bodies.v_n, left / bodies.v_n)?;
    } else if left < 0.0 {
        return Err("friction stops the sliding before the contact ends".into());
    }
    let lag = spring.as_ref().map_or(0.0, |spring| spring.lag(&normal, mu, bodies.v_s.abs() / bodies.v_n));
    let rebound = RigidRebound {
        impulse: taken.copysign(bodies.v_s),
        uncertainty: mu * (normal.bounding.uncertainty + lag),
        friction: mu,
    };
    Ok(values(&bodies, &normal.rebound(), &rebound))
}

/// The coefficient of friction, if it is one number.
fn constant_friction(law: &Tangential) -> Result<f64, String> {
    if law.depends_on_speed() {
        return Err("friction depends on the slip velocity".into());
    }
    Ok(law.friction())
}

/// A spring that lags behind the slider.
struct Spring {
    /// `d(slip stretch)/d(overlap)` at the limit, over the slip per approach: sliding goes on while
    /// `v_s/v_n >= unit` on loading and `>= -unit` on unloading.
    loading: f64,
    unloading: f64,
    /// `k_t/(N/delta)` of the loading branch, for the lag at first touch.
    grip: f64,
    damped: bool,
}

/// What the tangential law adds to a slider; `None` where it is a slider and nothing else.
fn spring(scene: &Scene, bodies: &ObliqueCollision, normal: &NormalImpulse, mu: f64) -> Result<Option<Spring>, String> {
    let friction = scene.contact.friction.as_ref().ok_or("there is no tangential force")?;
    if friction.tangential.has_dashpot() {
        return Err("a tangential dashpot acts beside the slider".into());
    }
    let damped = !undamped(&scene.contact);
    let form = match &friction.tangential {
        Tangential::Frictionless(_) | Tangential::Coulomb(_) | Tangential::Regularised(_) => return Ok(None),
        Tangential::CundallStrack(law) => {
            if normal.impact.n != 1.0 {
                return Err("a constant tangential stiffness beside a normal one that grows".into());
            }
            let unit = mu * normal.impact.K / law.stiffness;
            return Ok(Some(Spring { loading: unit, unloading: unit, grip: law.stiffness / normal.impact.K, damped }));
        }
        Tangential::Mindlin(law) => law.form,
        Tangential::StiffnessRatio(law) => law.form,
        Tangential::MindlinDeresiewicz(_) => Form::MemoryDiagram,
        Tangential::FormulaSpring(_) => return Err("a formula: no theory is claimed for it".into()),
    };
    if !matches!(scene.contact.normal, Normal::Hertz(_)) {
        return Err("the stiffness of Mindlin beside a normal law that is not `hertz`".into());
    }
    let own = match &friction.tangential {
        Tangential::StiffnessRatio(law) => law.ratio,
        _ => None,
    };
    let stiffness_ratio = own.or(bodies.stiffness_ratio()).ok_or("the bodies have no effective moduli")?;
    // v_s/v_n of psi = 1.
    let unit = mu / stiffness_ratio;
    // k_t = 8 G* a and N/delta = 4/3 E* a.
    let (loading, unloading, share) = match form {
        Form::Total => (2.0 / 3.0, 2.0 / 3.0, 1.0),
        Form::Rescaled => (1.0, 2.0 / 3.0, 2.0 / 3.0),
        _ => (1.0, 1.0, 2.0 / 3.0),
    };
    let grip = 1.5 * stiffness_ratio * share;
    Ok(Some(Spring { loading: loading * unit, unloading: unloading * unit, grip, damped }))
}

impl Spring {
    /// Whether the slider never holds, from the slip over the approach before and after.
    fn slides_throughout(&self, before: f64, after: f64) -> Result<(), String> {
        let least = if self.damped { 0.0 } else { -self.unloading };
        if before < self.loading || after < least {
            return Err("the surfaces stick for a part of the contact".into());
        }
        Ok(())
    }

    /// Impulse of the normal force, N s, while the spring has not yet caught up with a damped force that rises faster:
    /// up to the overlap where `k_t s = mu N`, `(grip v_s/v_n - mu) K delta^n = mu C v_n delta^beta`.
    fn lag(&self, normal: &NormalImpulse, mu: f64, slip: f64) -> f64 {
        let NormalImpulse { impact, C, .. } = *normal;
        let excess = self.grip * slip - mu;
        if C == 0.0 || mu == 0.0 {
            return 0.0;
        }
        if excess <= 0.0 {
            return f64::INFINITY;
        }
        let beta = 0.5 * (impact.n - 1.0);
        let delta = libm::pow(mu * C * impact.v / (excess * impact.K), 1.0 / (impact.n - beta));
        // Twice: the approach slows down by a little on the way.
        2.0 * (C * libm::pow(delta, beta + 1.0) / (beta + 1.0)
            + impact.K * libm::pow(delta, impact.n + 1.0) / ((impact.n + 1.0) * impact.v))
    }
}

/// Friction takes all the slip and gives none back.
pub static RIGID_BODY_STICKING: Oracle = Oracle::of_impacts(
    Card {
        name: "rigid-body-sticking",
        title: "Rigid bodies that stick before they separate",
        formula: "v_s' = 0:  P_t = m_t v_s,  1/m_t = 1/m* + r_1^2/I_1 + r_2^2/I_2\n\
                  a solid sphere on a wall without spin: e_t = 5/7,  r omega' = v_t'",
        symbols: &[
            ("P_t", "tangential impulse", "N s"),
            ("v_s", "slip of the contact point", "m/s"),
            ("m_t", "tangential mass", "kg"),
        ],
        holds: "exact for `coulomb` where mu P_n >= m_t v_s, and for every law where nothing slides at first touch and the arms are the nominal radii; real and elastic contacts recover some slip",
        source: "Routh 1905, Dynamics of a System of Rigid Bodies, part 1; Walton 1993, in Particulate Two-Phase Flow",
        known_as: &[],
    },
    OBSERVABLES,
    sticking,
);

fn sticking(scene: &Scene) -> Values {
    let friction = scene.contact.friction.as_ref().ok_or("there is no tangential force")?;
    let mu = constant_friction(&friction.tangential)?;
    let bodies = ObliqueCollision::of(scene)?;
    let normal = NormalImpulse::of(scene, friction.limit)?;
    let needed = bodies.v_s / bodies.slip_per_impulse;
    let at_rest = bodies.v_s.abs() <= 8.0 * f64::EPSILON * bodies.v_t.abs().max(bodies.v_s.abs());
    if at_rest && bodies.nominal {
        return Ok(values(&bodies, &normal.rebound(), &RigidRebound { impulse: 0.0, uncertainty: 0.0, friction: mu }));
    }
    if !matches!(friction.tangential, Tangential::Coulomb(_)) {
        let name = friction.tangential.card().name;
        return Err(format!("`{name}` returns stored elastic energy"));
    }
    if needed.abs() > mu * normal.bounding.value {
        return Err("friction does not stop the sliding before the contact ends".into());
    }
    let uncertainty = 16.0 * f64::EPSILON * needed.abs();
    Ok(values(&bodies, &normal.rebound(), &RigidRebound { impulse: needed, uncertainty, friction: mu }))
}

/// Rigid bodies that exchange an impulse: Newton's restitution along the normal, Coulomb's friction along the contact.
pub static RIGID_IMPULSE: Oracle = Oracle::of_impacts(
    Card {
        name: "rigid-impulse",
        title: "Rigid bodies that exchange an impulse",
        formula: "P_n = m* v_n (1+e),  P_t = min(mu P_n, m_t v_s),  1/m_t = 1/m* + r_1^2/I_1 + r_2^2/I_2\n\
                  v_n' = -e v_n,  v_t' = v_t - P_t/m*,  omega_i' = omega_i + r_i P_t/I_i\n\
                  a solid sphere on a wall without spin: e_t = max(1 - mu (1+e) v_n/v_t, 5/7)",
        symbols: &[
            ("P_n, P_t", "normal and tangential impulse", "N s"),
            ("e", "restitution of the law `impulse`", "-"),
            ("m_t", "tangential mass", "kg"),
            ("v_s", "slip of the contact point", "m/s"),
            ("mu", "friction", "-"),
        ],
        holds: "the law `impulse` of an engine, alone or beside `coulomb`; there is no duration, no overlap and no force",
        source: "Routh 1905, Dynamics of a System of Rigid Bodies, part 1; Walton 1993, in Particulate Two-Phase Flow",
        known_as: &[],
    },
    OBSERVABLES,
    impulse,
);

fn impulse(scene: &Scene) -> Values {
    let law =
        scene.contact.normal.of_engine().ok_or("the bodies are not rigid: the contact has a force and a duration")?;
    let e = law.impulse().ok_or_else(|| format!("`{}` is computed by the engine that declares it alone", law.law))?;
    let mu = match &scene.contact.friction {
        None => 0.0,
        Some(friction) if !matches!(friction.rolling, Rolling::Free(_)) => {
            return Err("a rolling resistance acts too".into());
        }
        Some(friction) => match &friction.tangential {
            Tangential::Frictionless(_) => 0.0,
            Tangential::Coulomb(_) => constant_friction(&friction.tangential)?,
            other => return Err(format!("`{}` needs a force and a duration", other.card().name)),
        },
    };
    let bodies = ObliqueCollision::of(scene)?;
    let unit = bodies.m_star * bodies.v_n;
    let normal = NormalRebound {
        restitution: Estimate::new(e, 4.0 * f64::EPSILON * e),
        impulse: rounded(unit * (1.0 + e), 16.0),
        duration: 0.0,
        max_overlap: 0.0,
    };
    let needed = bodies.v_s / bodies.slip_per_impulse;
    let largest = mu * normal.impulse.value;
    let taken = if needed.abs() <= largest { needed } else { largest.copysign(needed) };
    let rebound = RigidRebound { impulse: taken, uncertainty: 16.0 * f64::EPSILON * taken.abs(), friction: mu };
    Ok(values(&bodies, &normal, &rebound))
}

/// What the theories of rigid bodies predict.
pub const OBSERVABLES: &[Observable] = &[
    Observable::Restitution,
    Observable::TangentialRestitution,
    Observable::TangentialRestitutionContact,
    Observable::ReboundAngle,
    Observable::ReboundAngleContact,
    Observable::ReboundSpin,
    Observable::TangentialImpulseRatio,
    Observable::Psi1,
    Observable::Psi2,
];

/// The tangential impulse of an impact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RigidRebound {
    /// On body 1 against `t`, N s
    pub impulse: f64,
    pub uncertainty: f64,
    pub friction: f64,
}

/// The observables of an impact, from its impulses.
///
/// The contact of a pair turns by `phi <= v_t t_c/(R_1+R_2)` meanwhile, and each velocity with it; arms that are not the
/// nominal radii change torque and slip by `delta_max/r` at most. Both are uncertainties here.
pub fn values(
    bodies: &ObliqueCollision,
    normal: &NormalRebound,
    rebound: &RigidRebound,
) -> Vec<(Observable, Estimate)> {
    let ObliqueCollision { m_star, v_n, v_t, v_s, spin, spin_per_impulse, slip_per_impulse, distance, .. } = *bodies;
    let e = normal.restitution;
    let J = rebound.impulse;
    let turned = if distance.is_infinite() { 0.0 } else { (v_t.abs() + J.abs() / m_star) * normal.duration / distance };
    let speeds = (1.0 + e.value) * v_n + v_t.abs() + J.abs() / m_star;
    let off_turning = 2.0 * turned * speeds;
    let off_arm = if bodies.nominal { 0.0 } else { normal.max_overlap };
    let off = rebound.uncertainty;

    let v_t_after = v_t - J / m_star;
    let v_t_off = off / m_star + off_turning + 16.0 * f64::EPSILON * speeds;
    let v_s_after = v_s - J * slip_per_impulse;
    let arm = off_arm * spin_per_impulse[0].max(spin_per_impulse[1]) * J.abs();
    let spin_swing = spin[0].abs().max(spin[1].abs()) * off_arm;
    let v_s_off = off * slip_per_impulse + off_turning + arm + spin_swing + 16.0 * f64::EPSILON * (v_s.abs() + speeds);
    let spun = spin[0] + spin_per_impulse[0] * J;
    // Arm over radius is `off_arm` times the curvature, at most `off_arm m r/I` up to the inertia factor, below 1.
    let spun_off = spin_per_impulse[0] * off
        + if off_arm > 0.0 { spin_per_impulse[0] * J.abs() * off_arm * spin_per_impulse[0] * m_star } else { 0.0 }
        + spin_per_impulse[0] * m_star * off_turning
        + 16.0 * f64::EPSILON * (spun.abs() + spin[0].abs());

    let mut list = vec![(Observable::Restitution, Estimate::new(e.value, e.uncertainty + 2.0 * turned * turned))];
    let mut put = |observable, value: f64, uncertainty: f64| list.push((observable, Estimate::new(value, uncertainty)));
    if v_t != 0.0 {
        put(Observable::TangentialRestitution, v_t_after / v_t, v_t_off / v_t.abs());
    }
    if v_s != 0.0 {
        put(Observable::TangentialRestitutionContact, -v_s_after / v_s, v_s_off / v_s.abs());
    }
    let v_n_after = e.value * v_n;
    let angle = |v: f64, off: f64| {
        let tangent = v / v_n_after;
        (libm::atan(tangent), (off + tangent.abs() * e.uncertainty * v_n) / v_n_after / (1.0 + tangent * tangent))
    };
    let (centre, off_centre) = angle(v_t_after, v_t_off);
    put(Observable::ReboundAngle, centre, off_centre + 4.0 * f64::EPSILON + turned);
    let (contact, off_contact) = angle(v_s_after, v_s_off);
    put(Observable::ReboundAngleContact, contact, off_contact + 4.0 * f64::EPSILON + turned);
    put(Observable::ReboundSpin, spun, spun_off);
    let ratio = J / normal.impulse.value;
    let ratio_off = (off + ratio.abs() * normal.impulse.uncertainty) / normal.impulse.value;
    put(Observable::TangentialImpulseRatio, ratio, ratio_off + 2.0 * turned + 16.0 * f64::EPSILON * ratio.abs());
    if let (Some(stiffness_ratio), true) = (bodies.stiffness_ratio(), rebound.friction > 0.0) {
        let psi = stiffness_ratio / (rebound.friction * v_n);
        put(Observable::Psi1, psi * v_s, 16.0 * f64::EPSILON * (psi * v_s).abs());
        put(Observable::Psi2, psi * v_s_after, psi * v_s_off + 16.0 * f64::EPSILON * (psi * v_s_after).abs());
    }
    list
}

/// What the motion after an impact needs of its normal half.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NormalRebound {
    pub restitution: Estimate,
    /// `m* v (1+e)`, N s
    pub impulse: Estimate,
    /// Upper bound, s; 0 of an impulse.
    pub duration: f64,
    /// m; 0 of an impulse.
    pub max_overlap: f64,
}

/// A normal collision with a restitution that does not depend on speed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NormalImpulse {
    pub impact: SpringImpact,
    pub ratio: Ratio,
    pub restitution: Estimate,
    /// The integral of the normal force, `m* v (1+e)`, N s
    pub impulse: Estimate,
    /// The integral of the force that bounds friction, N s
    pub bounding: Estimate,
    /// Damping coefficient `C` of `C delta^((n-1)/2) v`, SI
    pub C: f64,
    /// Upper bound of the duration, s: twice that of the undamped Hertz collision.
    pub duration: f64,
    /// Largest overlap, m
    pub max_overlap: f64,
}

impl NormalImpulse {
    /// The normal impulse of a scene with this friction limit.
    ///
    /// # Errors
    /// When the restitution of the law is no closed form, or the bodies never part.
    pub fn of(scene: &Scene, limit: FrictionLimit) -> Result<Self, String> {
        if limit == FrictionLimit::PullOff {
            return Self::beside_pull_off(scene);
        }
        let impact = SpringImpact::of(scene)?;
        let known = matches!(&scene.contact.damping, Damping::Tsuji(_) | Damping::LinearDashpot(_))
            || matches!(&scene.contact.damping, Damping::StiffnessDashpot(law) if law.exponent == 0.0);
        let ratio = if undamped(&scene.contact) {
            Ratio::new(0.0)
        } else if known {
            damping_ratio(scene, &impact)?
        } else {
            let name = scene.contact.damping.card().name;
            return Err(format!("the restitution of `{name}` has no closed form"));
        };
        let ends = scene.contact.ends;
        let whole = collide(&impact, &ratio, ends);
        if whole.restitution.value <= 0.0 {
            return Err("the bodies never separate".into());
        }
        let unit = impact.m * impact.v;
        let e = whole.restitution;
        let impulse = Estimate::new(unit * (1.0 + e.value), unit * e.uncertainty + 16.0 * f64::EPSILON * unit * 2.0);
        let C = ratio.z * (2.0 * (impact.n + 1.0) * impact.m * impact.K).sqrt();
        let bounding = bounding(&impact, &ratio, ends, limit, C, impulse, whole.overlap_at_zero_force.value);
        let duration = 2.0 * collide(&impact, &Ratio::new(0.0), ends).to_zero_force.value;
        let max_overlap = whole.max_overlap.value;
        Ok(Self { impact, ratio, restitution: e, impulse, bounding, C, duration, max_overlap })
    }

    /// What the motion after the impact needs of it.
    pub fn rebound(&self) -> NormalRebound {
        let Self { restitution, impulse, duration, max_overlap, .. } = *self;
        NormalRebound { restitution, impulse, duration, max_overlap }
    }

    /// For an undamped adhesive law at a wall with the pull-off force in the friction limit: `int (F + 2 F_po) dt = m*
    /// v (1+e) + 2 F_po t`.
    fn beside_pull_off(scene: &Scene) -> Result<Self, String> {
        let [m_star, R_star, E_star] = Effective::undamped_elastic(scene)?;
        if !scene.bodies.iter().any(Body::is_wall) {
            return Err(
                "the contact of two spheres turns, and their normal motion is not that of a head-on impact".into()
            );
        }
        let (values, pull_off) = match &scene.contact.normal {
            Normal::Jkr(law) => (jkr(scene)?, 1.5 * PI * law.work_of_adhesion * R_star),
            Normal::Dmt(law) => (attracted(scene)?, 2.0 * PI * law.work_of_adhesion * R_star),
            other => return Err(format!("`{}` has no pull-off force", other.card().name)),
        };
        let of = |wanted| values.iter().find(|(observable, _)| *observable == wanted).map(|(_, value)| *value);
        let (Some(e), Some(time), Some(deepest)) =
            (of(Observable::Restitution), of(Observable::Duration), of(Observable::MaxOverlap))
        else {
            return Err("the bodies never separate".into());
        };
        let impact = SpringImpact::hertz(E_star, R_star, m_star, scene.speed);
        let unit = impact.m * impact.v;
        let impulse = Estimate::new(unit * (1.0 + e.value), unit * (e.uncertainty + 32.0 * f64::EPSILON));
        let held = rounded(impulse.value + 2.0 * pull_off * time.value, 16.0);
        let doubt = held.uncertainty + impulse.uncertainty + 2.0 * pull_off * time.uncertainty;
        Ok(Self {
            impact,
            ratio: Ratio::new(0.0),
            restitution: e,
            impulse,
            bounding: Estimate::new(held.value, doubt),
            C: 0.0,
            duration: time.value,
            max_overlap: deepest.value,
        })
    }
}

/// The integral of the force that bounds friction.
///
/// `int F dt = m* v (1+e)`; `int C delta^beta delta' dt = C delta_end^(beta+1)/(beta+1)`, which is 0 where the overlap
/// comes back to 0; until the force is zero the speed comes down to `e_c v`, `e_c` the restitution of the clamped law.
fn bounding(
    impact: &SpringImpact,
    ratio: &Ratio,
    ends: Ends,
    limit: FrictionLimit,
    C: f64,
    impulse: Estimate,
    left: f64,
) -> Estimate {
    let unit = impact.m * impact.v;
    let clamped = ratio.restitution(false);
    let beta = 0.5 * (impact.n - 1.0);
    let value = match (limit, ends) {
        (FrictionLimit::Total | FrictionLimit::Absolute, Ends::ForceClamped | Ends::ZeroForce) => return impulse,
        (FrictionLimit::Elastic | FrictionLimit::PullOff | FrictionLimit::Repulsive, Ends::ZeroOverlap) => {
            return impulse;
        }
        (FrictionLimit::Total, Ends::ZeroOverlap) => unit * (1.0 + clamped),
        (FrictionLimit::Absolute, Ends::ZeroOverlap) => {
            unit * (1.0 + clamped) + (unit * (1.0 + clamped) - impulse.value)
        }
        (
            FrictionLimit::Elastic | FrictionLimit::PullOff | FrictionLimit::Repulsive,
            Ends::ZeroForce | Ends::ForceClamped,
        ) => {
            let dashpot = C * libm::pow(left, beta + 1.0) / (beta + 1.0);
            let flight = if ends == Ends::ForceClamped {
                impact.K * libm::pow(left, impact.n + 1.0) / ((impact.n + 1.0) * clamped * impact.v)
            } else {
                0.0
            };
            impulse.value - dashpot + flight
        }
    };
    Estimate::new(value, impulse.uncertainty + rounded(value, 64.0).uncertainty)
}

/// An impact in the plane of `n` and `t`, SI.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ObliqueCollision {
    /// kg
    pub m_star: f64,
    /// Rate of approach, m/s
    pub v_n: f64,
    /// Tangential velocity of the centre of body 1 relative to that of body 2, m/s
    pub v_t: f64,
    /// Spins along `b`, rad/s
    pub spin: [f64; 2],
    /// Slip of the contact points, `v_t - r_1 omega_1 - r_2 omega_2`, m/s
    pub v_s: f64,
    /// `r/I` of each body, 1/(kg m); 0 for one that cannot spin.
    pub spin_per_impulse: [f64; 2],
    /// `1/m_t = 1/m* + r_1^2/I_1 + r_2^2/I_2`, 1/kg: slip taken by a tangential impulse.
    pub slip_per_impulse: f64,
    /// `R_1 + R_2`; infinite at a wall, where the contact does not turn.
    pub distance: f64,
    /// `(E*, G*)`, Pa, where the moduli are known.
    pub moduli: Option<(f64, f64)>,
    /// Whether slip velocity and torque act at the nominal radii.
    pub nominal: bool,
}

impl ObliqueCollision {
    /// The impact of a scene.
    ///
    /// # Errors
    /// When it leaves the plane, or neither body can move.
    pub fn of(scene: &Scene) -> Result<Self, String> {
        if !scene.kinematics.is_planar() {
            return Err("the bodies do not move in one plane".into());
        }
        let effective = Effective::at(scene);
        if !(effective.m_star.is_finite() && effective.m_star > 0.0) {
            return Err("neither body can move".into());
        }
        let [one, two] = &scene.bodies;
        let spin = scene.kinematics.spin.map(|spin| spin[2]);
        let slip = |body: &Body, spin: f64| radius(body) * spin;
        let v_t = scene.kinematics.tangential_speed;
        let mobility = [one, two].map(|body| radius(body).powi(2) * spin_mobility(body));
        let levers = scene.contact.friction.as_ref().map(|friction| friction.levers);
        Ok(Self {
            m_star: effective.m_star,
            v_n: scene.speed,
            v_t,
            spin,
            v_s: v_t - slip(one, spin[0]) - slip(two, spin[1]),
            spin_per_impulse: [one, two].map(|body| radius(body) * spin_mobility(body)),
            slip_per_impulse: 1.0 / effective.m_star + mobility[0] + mobility[1],
            distance: one.radius() + two.radius(),
            moduli: effective.E_star.zip(shear_modulus(&scene.bodies)),
            nominal: levers.is_none_or(|levers| levers == Levers::both(Arm::Radius)),
        })
    }

    /// `psi` of a slip velocity, `4 G*/(mu E*) v_s/v_n`, in units of `1/mu`.
    pub fn stiffness_ratio(&self) -> Option<f64> {
        self.moduli.map(|(E_star, G_star)| 4.0 * G_star / E_star)
    }

    /// `chi = (2 G*/E*) m*/m_t`; `(7/2)(1-nu)/(2-nu)` for a solid sphere on a wall of its own kind.
    pub fn chi(&self) -> Option<f64> {
        Some(0.5 * self.stiffness_ratio()? * self.m_star * self.slip_per_impulse)
    }
}

/// m; 0 for a wall, whose points do not move with a spin.
fn radius(body: &Body) -> f64 {
    if body.is_wall() { 0.0 } else { body.radius() }
}

/// `1/I`, 1/(kg m2): 0 for what does not spin.
fn spin_mobility(body: &Body) -> f64 {
    match body.shape {
        Shape::Sphere { radius, inertia_factor } if !body.held => 1.0 / (inertia_factor * body.mass * radius * radius),
        Shape::Sphere { .. } | Shape::Wall { .. } => 0.0,
    }
}

/// `1/G* = sum (2-nu)/G = sum 2 (2-nu)(1+nu)/E` (Mindlin 1949; Johnson 1985, eq. 7.43), Pa.
pub(super) fn shear_modulus(bodies: &[Body; 2]) -> Option<f64> {
    let part = |body: &Body| {
        if body.rigid {
            return Some(0.0);
        }
        let material = body.material.as_ref()?;
        let (E, nu) = (material.young_modulus?, material.poisson_ratio?);
        Some(2.0 * (2.0 - nu) * (1.0 + nu) / E)
    };
    let sum = part(&bodies[0])? + part(&bodies[1])?;
    (sum > 0.0).then(|| 1.0 / sum)
}
