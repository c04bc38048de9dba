//! Tangential force: the normal force that limits friction, and the spring with its history, stiffness and levers.
//!
//! Two spheres of unlike radii, and a sphere on a wall of its own material, from gross sliding to sticking. Every candidate is
//! computed by our own solver with the same two time steps.

use super::conserved::Energies;
use super::damping::{self, Law};
use super::elastic::Loss;
use super::normal::Stiffness;
use super::oblique::{ANGLES, FRICTION, Force, Measured, frictions, run};
use super::probes::{Bench, ContactRequest, SPEED, StepPair, on_wall, request_sliding, scene, unlike_spheres};
use super::sliding::{self, Sliding};
use super::springs::{self, ARMS, HISTORY, LEVER};
use super::{Hypothesis, Inference, Place, Trust, choose};
use crate::collide::bounce::Bounce;
use crate::collide::flight::{BodyState, dot, states};
use crate::law::achieved::damping_ratio;
use crate::law::scene::{Body, ImpactKinematics, Scene};
use crate::law::shear::{Form, FrictionLimit, Levers, ShearForce};
use crate::law::{Ends, Friction};

/// Requested restitution in the impacts that distinguish the friction limits by damping.
const DAMPED: f64 = 0.3;

/// What was found of motion along the contact.
pub(super) struct Along {
    pub findings: Vec<Inference>,
    /// Of the undamped impacts.
    pub energies: Energies,
    /// The friction that the engine covers, at walls.
    pub friction: Option<Friction>,
    /// An impact with friction of pairs and at walls, as it is asked for.
    pub scenes: [Option<Scene>; 2],
}

/// The tangential conventions for pairs and for walls.
pub(super) fn find(bench: &Bench<'_>, normal: &Stiffness, law: Option<Law>) -> Along {
    let pairs = examined(bench, law, &unlike_spheres(), (Place::Pairs, normal.unlike, normal.loss[0]));
    let walls = examined(bench, law, &on_wall(), (Place::Walls, normal.wall, normal.loss[1]));
    // One convention after the other.
    let findings = pairs.findings.into_iter().zip(walls.findings).flat_map(|(pair, wall)| [pair, wall]).collect();
    let energies = Energies { pairs: pairs.energies, walls: walls.energies };
    Along { findings, energies, friction: walls.friction, scenes: [pairs.scene, walls.scene] }
}

/// What was found of pairs or walls.
struct Examined {
    findings: Vec<Inference>,
    energies: Vec<(f64, f64)>,
    friction: Option<Friction>,
    scene: Option<Scene>,
}

/// Impact angle, degrees, at which Mindlin's spring sticks with the friction asked for, 0.38 of the normal force, and slides with less.
const STUCK: f64 = 25.0;

/// The lines of a place.
const LINES: [&str; 7] = [sliding::RATIO, sliding::INERTIA, sliding::TORQUE, sliding::DIAGONAL, LIMIT, HISTORY, LEVER];

fn examined(
    bench: &Bench<'_>,
    law: Option<Law>,
    bodies: &[Body; 2],
    (place, stiffness, loss): (Place, Option<f64>, Loss),
) -> Examined {
    let at = |friction: &Friction, damping, angle: f64| {
        scene(bodies, &ContactRequest { damping, friction: Some(friction.clone()) }, angle.to_radians())
    };
    let friction = frictions()
        .into_iter()
        .find(|friction| at(friction, None, ANGLES[0]).is_some_and(|scene| bench.engine.covers(&scene).is_ok()));
    let unknown = |why: &str| Examined {
        findings: LINES.map(|line| Inference::unknown(line, place, why)).to_vec(),
        energies: Vec::new(),
        friction: friction.clone(),
        scene: friction.as_ref().and_then(|friction| at(friction, None, ANGLES[0])),
    };
    let Some(friction) = &friction else { return unknown("the engine covers no oblique impact with friction") };
    let Some(stiffness) = stiffness else { return unknown("the normal force is not Hertz's, or not known") };
    let scenes: Vec<Scene> = ANGLES.iter().filter_map(|&angle| at(friction, None, angle)).collect();
    let (mut measured, bounces) = match run(bench, &format!("oblique-{place}"), &scenes, stiffness) {
        Ok(run) => run,
        Err(why) => return unknown(&why),
    };
    let Some(last) = measured.last() else { return unknown("") };
    let sliding = sliding::judge(place, last, loss);
    let diagonal = sliding::diagonal(bench, place, last, stiffness);
    let energies = match loss {
        Loss::Nothing => energies(&measured, &bounces, sliding.inertia),
        _ => Vec::new(),
    };
    let done = |sliding: Sliding, [limit, history, lever]: [Inference; 3]| Examined {
        findings: [sliding.findings, vec![diagonal, limit, history, lever]].concat(),
        energies,
        friction: Some(friction.clone()),
        scene: scenes.first().cloned(),
    };
    let not_known = |why: &str| [LIMIT, HISTORY, LEVER].map(|line| Inference::unknown(line, place, why));
    if loss != Loss::Nothing {
        return done(sliding, not_known("energy is lost without a dashpot"));
    }
    let Some(part) = sliding.friction else {
        let mut lines = not_known("there is no friction");
        if sliding.findings[0].strength == Trust::Number {
            let says = "no limit: there is no friction".to_string();
            lines[0] = Inference { strength: Trust::Certain, says, ..lines[0].clone() };
        }
        return done(sliding, lines);
    };
    // Where friction is not what was asked for: sticking with what was asked for, and sliding with less.
    if sliding.findings[0].strength == Trust::Number
        && let Some(scene) = at(friction, None, STUCK)
        && let Ok((more, _)) = run(bench, &format!("oblique-{place}-stuck"), &[scene], stiffness)
    {
        measured.extend(more);
    }
    for one in &mut measured {
        one.scene = sliding.spinning(&one.scene);
    }
    let found = springs::find(&measured, (place, stiffness), &sliding, part);
    // With its own end first: another one may hide which limit it has.
    let ends = law.map(|law| law.ends);
    let other = [Ends::ForceClamped, Ends::ZeroOverlap].into_iter().filter(|&other| Some(other) != ends);
    let tried = ends.into_iter().chain(other).flat_map(|ends| FrictionLimit::PLAIN.map(|limit| (ends, limit)));
    let damped =
        tried.filter_map(|(ends, limit)| at(&Friction { limit, ..friction.clone() }, Some((DAMPED, ends)), ANGLES[2]));
    // A code that damps along the contact as well, whenever it damps across it, is asked in its own parameters.
    let own = request_sliding(bodies, bench.engine, (DAMPED, FRICTION), ANGLES[2].to_radians());
    let limit = limit(bench, damped.chain(own), (place, ends, stiffness), (&sliding, part, &found.fits));
    let mut sliding = sliding;
    if let Some(says) = found.friction {
        sliding.findings[0].says = says;
    }
    let [history, lever] = found.lines;
    done(sliding, [limit, history, lever])
}

/// Kinetic energy after an impact over that before, at each angle, of bodies with an inertia over `m r^2`.
fn energies(measured: &[Measured], bounces: &[StepPair], inertia: f64) -> Vec<(f64, f64)> {
    let of = |one: &Measured, bounce: &Bounce| {
        let energy = |states: &[BodyState; 2]| -> f64 {
            let bodies = one.scene.bodies.iter().zip(states).filter(|(body, _)| body.mass.is_finite());
            bodies
                .map(|(body, state)| {
                    let turns = inertia * body.radius().powi(2) * dot(state.spin, state.spin);
                    0.5 * body.mass * (dot(state.velocity, state.velocity) + turns)
                })
                .sum()
        };
        energy(&bounce.end) / energy(&states(&one.scene, 0.0))
    };
    let fine = measured.iter().zip(ANGLES).zip(bounces);
    fine.filter_map(|((one, angle), [_, fine])| Some((angle, of(one, fine.first()?)))).collect()
}

/// In gross sliding `T = mu N` throughout, and the ratio of the impulses is `mu`, if `N` is the total normal force.
///
/// `damped` are scenes to try; `fits` are the springs that the undamped impacts have.
fn limit(
    bench: &Bench<'_>,
    damped: impl Iterator<Item = Scene>,
    (place, ends, stiffness): (Place, Option<Ends>, f64),
    (sliding, friction, fits): (&Sliding, f64, &[Force]),
) -> Inference {
    let mut evidence = sliding.findings[0].evidence.clone();
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
        let mut straight = scene.clone();
        (straight.speed, straight.kinematics) = (SPEED, ImpactKinematics::HEAD_ON);
        run(bench, &format!("oblique-{place}-damped"), &[scene, straight], stiffness)
    });
    let (measured, bounces) = match ran {
        Ok(ran) => ran,
        Err(why) => return part_unknown(format!("{evidence}; with damping the limits would differ, but {why}")),
    };
    let straight = bounces.get(1).and_then(damping::restitution);
    let (Some(mut measured), Some(straight)) = (measured.into_iter().next(), straight) else {
        return part_unknown(evidence);
    };
    if straight.value < 10.0 * straight.off {
        return part_unknown(format!(
            "{evidence}; with damping the limits would differ, but head-on it holds the bodies"
        ));
    }
    let Some(shear) = measured.scene.shear else { return Inference::unknown(LIMIT, place, evidence) };
    // The damping is the engine's own, whatever was asked for: that of the restitution it gave head-on. The normal of two
    // spheres turns while they slide past each other, and what they keep along it is another number.
    measured.scene = sliding.spinning(&measured.scene);
    let scene = &mut measured.scene;
    let restitution = straight.value.clamp(1e-9, 1.0);
    if let Some(force) = &mut scene.force {
        force.ends = ends;
        force.C = damping_ratio(restitution, ends) * (5.0 * scene.pair.m_star * force.K).sqrt();
    }
    evidence += &format!(
        "; with damping the speed along the contact goes to {:.5}, head-on restitution {restitution:.5}",
        measured.fine[0]
    );
    let with = |force: Force, change: &dyn Fn(ShearForce) -> ShearForce| Force { shear: change(force.shear), ..force };
    // Spring and levers are other questions: each limit is given those that were found, or those that suit it best.
    let springs: Vec<Force> = match fits {
        [] => [Form::Total, Form::Incremental, Form::Rescaled]
            .into_iter()
            .flat_map(|form| ARMS.map(|arms| (form, arms)))
            .map(|(form, (slip, torque))| ShearForce { levers: Levers { slip, torque }, form, ..shear })
            .map(|shear| ShearForce { friction: friction * FRICTION, ..shear }.into())
            .collect(),
        fits => fits.iter().map(|fit| with(*fit, &|of| ShearForce { dashpot: shear.dashpot, ..of })).collect(),
    };
    // A force that never pulls is its own magnitude.
    let limits = FrictionLimit::PLAIN.into_iter().filter(|&limit| ends.pulls() || limit != FrictionLimit::Absolute);
    let all: Vec<Hypothesis> = limits
        .map(|limit| {
            let off = springs.iter().map(|spring| measured.distance(with(*spring, &|of| ShearForce { limit, ..of })));
            Hypothesis { says: limit.meaning().to_string(), off: off.fold(f64::NAN, f64::min) }
        })
        .collect();
    let found = choose(LIMIT, place, &all, &evidence);
    // A dashpot along the contact makes a motion of its own, which is no rule of this line.
    if found.says.is_empty() && shear.dashpot.C != 0.0 { part_unknown(found.evidence) } else { found }
}

const LIMIT: &str = "Coulomb limit";
