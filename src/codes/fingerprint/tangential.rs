//! Tangential force: the normal force that limits friction, and the spring with its history, stiffness and levers.
//!
//! Two spheres of unlike radii, and a sphere on a wall of its own material, from gross sliding to sticking. Every candidate is
//! computed by our own solver with the same two time steps.

use super::damping::{self, Law};
use super::normal::Stiffness;
use super::probes::{Bench, ContactRequest, Reading, StepPair, on_wall, scene, unlike_spheres};
use super::{Hypothesis, Inference, Place, Trust, choose, grouped, largest};
use crate::collide::bounce::Bounce;
use crate::collide::schemes;
use crate::collide::stepper::{Impact, Oblique, strike};
use crate::law::achieved::damping_ratio;
use crate::law::contract::lever;
use crate::law::rolling::Free;
use crate::law::scene::{Body, Scene};
use crate::law::shear::{Arm, Form, FrictionLimit, Levers, RollingForce, ShearForce, SpringRotation};
use crate::law::tangential::{Coulomb, Mindlin};
use crate::law::{Ends, Friction, Rolling, Tangential};

/// Requested restitution in the impacts that distinguish the friction limits by damping.
const DAMPED: f64 = 0.3;

/// Steps in a contact, and twice as many.
const STEPS: f64 = 1000.0;

/// The tangential laws that are tried until the engine covers one.
fn frictions() -> Vec<Friction> {
    let arms = [
        Levers::both(Arm::Radius),
        Levers::both(Arm::HalfOverlap),
        Levers { slip: Arm::Radius, torque: Arm::HalfOverlap },
        Levers { slip: Arm::Radius, torque: Arm::Overlap },
        Levers::both(Arm::Overlap),
        Levers { slip: Arm::Proportional, torque: Arm::Radius },
    ];
    let laws = [Form::Total, Form::Incremental, Form::Rescaled]
        .map(|form| {
            Tangential::Mindlin(Mindlin {
                form,
                friction: FRICTION,
                dashpot: None,
                dynamic: None,
                effective_shear_modulus: None,
            })
        })
        .into_iter()
        .chain([Tangential::Coulomb(Coulomb { friction: FRICTION, dynamic: None })]);
    laws.flat_map(|tangential| {
        arms.map(|levers| Friction {
            tangential: tangential.clone(),
            rolling: Rolling::Free(Free),
            limit: FrictionLimit::Total,
            levers,
            rotation: SpringRotation::NormalAndSpin,
        })
    })
    .collect()
}

/// Runs scenes at two step sizes; the predictions use the engine's `stiffness` relative to the declared one.
fn run(
    bench: &Bench<'_>,
    name: &str,
    scenes: &[Scene],
    stiffness: f64,
) -> Result<(Vec<Measured>, Vec<StepPair>), String> {
    let (coarse_dt, coarse) = bench.run(&format!("{name}-coarse"), scenes, STEPS, &[0.5])?;
    let (fine_dt, fine) = bench.run(&format!("{name}-fine"), scenes, 2.0 * STEPS, &[0.5])?;
    let both = scenes.iter().zip(coarse.iter().flatten().zip(fine.iter().flatten()));
    let measured = both.map(|(scene, (coarse, fine))| {
        let (coarse, fine) = (seen(scene, coarse), seen(scene, fine));
        let mut scene = scene.clone();
        if let Some(force) = &mut scene.force {
            force.K *= stiffness;
        }
        Measured { dt: [coarse_dt, fine_dt], coarse, fine, scene }
    });
    let measured: Vec<Measured> = measured.collect();
    match measured.len() == scenes.len() {
        true => Ok((measured, coarse.into_iter().zip(fine).map(|(coarse, fine)| [coarse, fine]).collect())),
        false => Err("the engine lost a pair".to_string()),
    }
}

/// The tangential conventions for pairs and for walls.
pub(super) fn find(bench: &Bench<'_>, normal: &Stiffness, law: Option<Law>) -> Vec<Inference> {
    let pairs = examined(bench, law, &unlike_spheres(), (Place::Pairs, normal.unlike));
    let walls = examined(bench, law, &on_wall(), (Place::Walls, normal.wall));
    // One convention after the other.
    pairs.into_iter().zip(walls).flat_map(|(pair, wall)| [pair, wall]).collect()
}

fn examined(
    bench: &Bench<'_>,
    law: Option<Law>,
    bodies: &[Body; 2],
    (place, stiffness): (Place, Option<f64>),
) -> Vec<Inference> {
    let unknown = |why: &str| [LIMIT, HISTORY, LEVER].map(|line| Inference::unknown(line, place, why)).to_vec();
    let at = |friction: &Friction, damping, angle: f64| {
        scene(bodies, &ContactRequest { damping, friction: Some(friction.clone()) }, angle.to_radians())
    };
    let covered = frictions()
        .into_iter()
        .find(|friction| at(friction, None, ANGLES[0]).is_some_and(|scene| bench.engine.covers(&scene).is_ok()));
    let Some(friction) = covered else { return unknown("the engine covers no oblique impact with friction") };
    let Some(stiffness) = stiffness else { return unknown("the normal force is not Hertz's, or not known") };
    let scenes: Vec<Scene> = ANGLES.iter().filter_map(|&angle| at(&friction, None, angle)).collect();
    let (measured, bounces) = match run(bench, &format!("oblique-{place}"), &scenes, stiffness) {
        Ok(run) => run,
        Err(why) => return unknown(&why),
    };
    // With its own end first: another one may hide which limit it has.
    let ends = law.map(|law| law.ends);
    let other = [Ends::ForceClamped, Ends::ZeroOverlap].into_iter().filter(|&other| Some(other) != ends);
    let tried = ends.into_iter().chain(other).flat_map(|ends| FrictionLimit::PLAIN.map(|limit| (ends, limit)));
    let damped =
        tried.filter_map(|(ends, limit)| at(&Friction { limit, ..friction.clone() }, Some((DAMPED, ends)), ANGLES[2]));
    let straight = |scene: &Scene| {
        let friction = scene.contact.friction.as_ref()?;
        at(friction, Some((DAMPED, scene.contact.ends)), 0.0)
    };
    let spring = spring(&measured, place, stiffness);
    let mut limit = limit(bench, damped, &straight, (place, ends, stiffness), (&measured, &bounces));
    let known = spring.iter().all(|line| matches!(line.strength, Trust::Certain | Trust::Likely));
    if limit.strength == Trust::NoMatch && !known {
        limit.strength = Trust::CannotTell;
        limit.evidence += "; each limit was tried with the springs and levers of the list, and those of this engine are not among them";
    }
    [vec![limit], spring].concat()
}

/// Tangential over normal impulse in gross sliding.
fn impulse_ratio(scene: &Scene, bounce: &Bounce) -> f64 {
    let along = seen(scene, bounce)[0];
    (1.0 - along) * scene.kinematics.tangential_speed / (scene.speed * (1.0 + bounce.seen.restitution))
}

/// In gross sliding `T = mu N` throughout, and the ratio of the impulses is `mu`, if `N` is the total normal force.
///
/// `damped` are scenes to try, `straight` makes the same head-on.
fn limit(
    bench: &Bench<'_>,
    damped: impl Iterator<Item = Scene>,
    straight: &dyn Fn(&Scene) -> Option<Scene>,
    (place, ends, stiffness): (Place, Option<Ends>, f64),
    (measured, bounces): (&[Measured], &[StepPair]),
) -> Inference {
    let last = bounces.last().and_then(|[_, fine]| fine.first());
    let (Some(Measured { scene: sliding, .. }), Some(slid)) = (measured.last(), last) else {
        return Inference::unknown(LIMIT, place, "");
    };
    let elastic = impulse_ratio(sliding, slid) / FRICTION;
    let mut evidence = format!("gross sliding without damping: impulses in the ratio {elastic:.5} mu");
    // Between spheres the normal turns meanwhile, and the ratio along that of first touch is another one.
    let turns = !sliding.bodies[1].is_wall();
    if (elastic - 1.0).abs() > if turns { 0.3 } else { 5e-3 } {
        if elastic.abs() > 1e-6 {
            return Inference::unknown(LIMIT, place, evidence);
        }
        let says = "no limit: there is no friction".to_string();
        return Inference { convention: LIMIT, place, strength: Trust::Certain, says, evidence };
    }
    let part_unknown = |evidence: String| Inference {
        convention: LIMIT,
        place,
        strength: Trust::Likely,
        says: "mu times the normal force; which part of a damped one is not known".to_string(),
        evidence,
    };
    let Some(ends) = ends else {
        return part_unknown(format!("{evidence}; its damping is not known, and with damping the limits would differ"));
    };
    let ran = bench.first(damped).and_then(|scene| {
        let straight = straight(&scene).ok_or("the same damping cannot be requested head-on")?;
        run(bench, &format!("oblique-{place}-damped"), &[scene, straight], stiffness)
    });
    let (mut measured, bounces) = match ran {
        Ok(ran) => ran,
        Err(why) => return part_unknown(format!("{evidence}; with damping the limits would differ, but {why}")),
    };
    let bounce = bounces.first().and_then(|[_, fine]| fine.first());
    let straight = bounces.get(1).and_then(damping::restitution);
    let (Some(bounce), Some(straight)) = (bounce, straight) else { return part_unknown(evidence) };
    measured.truncate(1);
    let Some(measured) = measured.first_mut() else { return part_unknown(evidence) };
    evidence += &format!("; with damping {:.5} mu", impulse_ratio(&measured.scene, bounce) / FRICTION);
    let Some(shear) = measured.scene.shear else { return Inference::unknown(LIMIT, place, evidence) };
    // The damping is the engine's own, whatever was asked for: that of the restitution it gave head-on. The normal of two
    // spheres turns while they slide past each other, and what they keep along it is another number.
    let scene = &mut measured.scene;
    let restitution = straight.value.clamp(1e-9, 1.0);
    if let Some(force) = &mut scene.force {
        force.ends = ends;
        force.C = damping_ratio(restitution, ends) * (5.0 * scene.pair.m_star * force.K).sqrt();
    }
    // A force that never pulls is its own magnitude.
    let limits = FrictionLimit::PLAIN.into_iter().filter(|&limit| ends.pulls() || limit != FrictionLimit::Absolute);
    let all: Vec<Hypothesis> = limits
        .map(|limit| {
            // Spring and levers are other questions: each limit is given those that suit it best.
            let springs = [Form::Total, Form::Incremental, Form::Rescaled].into_iter();
            let off = springs.flat_map(|form| ARMS.map(|arms| (form, arms))).map(|(form, (slip, torque))| {
                measured.distance(ShearForce { form, limit, levers: Levers { slip, torque }, ..shear })
            });
            let off = off.fold(f64::NAN, f64::min);
            Hypothesis { says: limit.meaning().to_string(), off }
        })
        .collect();
    choose(LIMIT, place, &all, &evidence)
}

/// Possible levers of slip velocity and torque.
const ARMS: [(Arm, Arm); 7] = [
    (Arm::Radius, Arm::Radius),
    (Arm::HalfOverlap, Arm::HalfOverlap),
    (Arm::Overlap, Arm::Overlap),
    (Arm::Radius, Arm::HalfOverlap),
    (Arm::Radius, Arm::Overlap),
    (Arm::Overlap, Arm::Radius),
    (Arm::HalfOverlap, Arm::Radius),
];

/// More of them between spheres; at a wall they are among the others.
const BETWEEN_SPHERES: [(Arm, Arm); 3] =
    [(Arm::Proportional, Arm::Radius), (Arm::Proportional, Arm::Proportional), (Arm::Plane, Arm::Plane)];

/// Infers the history rule and the levers from three impacts. `stiffness` is the relative normal stiffness, whose
/// deviation may or may not apply to the tangential spring.
fn spring(measured: &[Measured], place: Place, stiffness: f64) -> Vec<Inference> {
    let unknown = || [HISTORY, LEVER].map(|line| Inference::unknown(line, place, "the impacts were not run")).to_vec();
    let Some(pair) = measured.first().map(|one| one.scene.pair) else { return unknown() };
    let Some(G_star) = pair.G_star else { return unknown() };
    let odd = (stiffness - 1.0).abs() > 1e-3;
    let scales: &[f64] = if odd { &[1.0, stiffness] } else { &[1.0] };
    let springs = [Form::Total, Form::Incremental, Form::Rescaled];
    let springs = springs.into_iter().flat_map(|form| [8.0, 16.0 / 3.0].map(|factor| (form, factor)));
    let springs = springs.flat_map(|(form, factor)| scales.iter().map(move |scale| (form, factor, *scale)));
    let more: &[(Arm, Arm)] = if place == Place::Pairs { &BETWEEN_SPHERES } else { &[] };
    let mut all: Vec<(String, String, f64)> = Vec::new();
    for (form, factor, scale) in springs.chain([(Form::Coulomb, 0.0, 1.0), (Form::Frictionless, 0.0, 1.0)]) {
        let history = match form {
            Form::Frictionless => "no tangential force".to_string(),
            Form::Coulomb => "none: friction without a spring".to_string(),
            _ => format!("{}, k_t = {} G* a", form.meaning(), if factor == 8.0 { "8" } else { "16/3" }),
        };
        for &(slip, torque) in ARMS.iter().chain(more) {
            let levers = Levers { slip, torque };
            let shear = ShearForce {
                S: scale * factor * G_star * pair.R_star.sqrt(),
                gamma: 0.5,
                levers,
                rolling: RollingForce::None,
                ..ShearForce::new(form, FRICTION)
            };
            let off = largest(measured.iter().map(|one| one.distance(shear)));
            all.push((history.clone(), lever(levers), off));
        }
    }
    let said: Vec<String> =
        measured.iter().zip(ANGLES).map(|(one, angle)| format!("{angle} deg {:.5}", one.fine[0])).collect();
    let evidence = format!("tangential velocity after over before, elastic, mu = {FRICTION}: {}", said.join(", "));
    let spins: Vec<String> = measured.iter().map(|one| format!("{:.5} {:.5}", one.fine[1], one.fine[2])).collect();
    let with_spin = format!("{evidence}; surface speeds by spin {}", spins.join(", "));
    vec![
        choose(HISTORY, place, &grouped(all.iter().map(|one| (one.0.as_str(), one.2))), &evidence),
        choose(LEVER, place, &grouped(all.iter().map(|one| (one.1.as_str(), one.2))), &with_spin),
    ]
}

const LIMIT: &str = "Coulomb limit";

const HISTORY: &str = "history rule";

pub(super) const LEVER: &str = "lever";

const FRICTION: f64 = 0.4;

/// Impact angles from the normal, degrees: sticking, stick-slip, gross sliding.
const ANGLES: [f64; 3] = [12.0, 30.0, 80.0];

/// An impact at two step sizes, as returned by [`seen`].
struct Measured {
    pub scene: Scene,
    /// Steps, s.
    pub dt: [f64; 2],
    pub coarse: ObliqueReading,
    pub fine: ObliqueReading,
}

impl Measured {
    /// Largest difference to the prediction of a tangential force at the same two steps, in units of the error.
    fn distance(&self, shear: ShearForce) -> f64 {
        let [Some(coarse), Some(fine)] = self.dt.map(|dt| predicted(&self.scene, shear, dt)) else { return f64::NAN };
        largest((0..coarse.len()).map(|i| {
            let (measured, exact) =
                (Reading::new(self.coarse[i], self.fine[i], FLOOR), Reading::new(coarse[i], fine[i], 0.0));
            (measured.value - exact.value).abs() / (measured.off + exact.off)
        }))
    }
}

fn seen(scene: &Scene, bounce: &Bounce) -> ObliqueReading {
    let [_, t, b] = scene.kinematics.frame;
    let along = |v: [f64; 3], axis: [f64; 3]| v[0] * axis[0] + v[1] * axis[1] + v[2] * axis[2];
    let [one, two] = &bounce.end;
    let unit = scene.kinematics.tangential_speed;
    let moving = along(one.velocity, t) - along(two.velocity, t);
    [moving / unit, surface(scene, 0, along(one.spin, b)), surface(scene, 1, along(two.spin, b))]
}

/// Speed of the surface of a body by its spin (rad/s), over the tangential speed before; 0 of a wall.
fn surface(scene: &Scene, body: usize, spin: f64) -> f64 {
    let body = &scene.bodies[body];
    if body.is_wall() { 0.0 } else { body.radius() * spin / scene.kinematics.tangential_speed }
}

/// The prediction for a tangential force.
pub(super) fn predicted(scene: &Scene, shear: ShearForce, dt: f64) -> Option<ObliqueReading> {
    let oblique = Oblique { shear, ..Oblique::of(scene)? };
    let scheme = schemes::find("velocity-verlet")?;
    let tangential = strike(scheme, &oblique, &Impact { phase: 0.5, speed: scene.speed, dt }).ok()?.rebound?;
    let [one, two] = tangential.spin;
    Some([
        tangential.velocity[1] / scene.kinematics.tangential_speed,
        surface(scene, 0, one[2]),
        surface(scene, 1, two[2]),
    ])
}

/// After an impact, over the tangential speed before: tangential speed of body 1 relative to body 2, and the speed of the
/// surface of each by its spin.
pub(super) type ObliqueReading = [f64; 3];

/// Error of a tangential speed, in parts of the one before: what extrapolation leaves where sticking turns to sliding.
const FLOOR: f64 = 3e-4;
