//! Along the contact: Coulomb limit, tangential law, lever.
//!
//! A sphere strikes a wall of its own material, or its like, elastic, from gross sliding to sticking. Every combination of how the
//! spring remembers, how stiff it is and where the levers end is stepped by our own solver at the same step.

use super::probes::{Asked, Bench, like_spheres, on_wall, scene};
use super::{Finding, Hypothesis, Strength, choose};
use crate::contact::achieved::damping_ratio;
use crate::contact::rolling::Free;
use crate::contact::shear::{Arm, Form, FrictionLimit, Levers, RollingForce, ShearForce};
use crate::contact::tangential::{Coulomb, Mindlin};
use crate::contact::{Ends, Friction, Rolling, Tangential};
use crate::engine::Bounce;
use crate::scene::{Body, Scene};
use crate::solve::schemes;
use crate::solve::stepper::{Impact, Oblique, strike};

const LIMIT: &str = "Coulomb limit";
const HISTORY: &str = "history rule";
const LEVER: &str = "lever";

const FRICTION: f64 = 0.4;

/// The restitution that is asked for where damping tells the Coulomb limits apart.
const DAMPED: f64 = 0.3;

/// From the normal, degrees: sticking, both, gross sliding.
const ANGLES: [f64; 3] = [12.0, 30.0, 80.0];

/// Steps in a contact: a first-order code is off by some 5e-4.
const STEPS: f64 = 2000.0;

/// Where the levers of slip velocity and torque may end.
const ARMS: [(Arm, Arm); 6] = [
    (Arm::Radius, Arm::Radius),
    (Arm::HalfOverlap, Arm::HalfOverlap),
    (Arm::Overlap, Arm::Overlap),
    (Arm::Radius, Arm::HalfOverlap),
    (Arm::Radius, Arm::Overlap),
    (Arm::Overlap, Arm::Radius),
];

/// In parts of the tangential speed.
const FITS: f64 = 1.5e-3;

/// What acts along the contact, in words an engine may cover.
pub(super) fn frictions() -> Vec<Friction> {
    let arms = [
        Levers::both(Arm::Radius),
        Levers::both(Arm::HalfOverlap),
        Levers { slip: Arm::Radius, torque: Arm::HalfOverlap },
        Levers { slip: Arm::Radius, torque: Arm::Overlap },
        Levers::both(Arm::Overlap),
        Levers { slip: Arm::Proportional, torque: Arm::Radius },
    ];
    let laws = [Form::Total, Form::Incremental, Form::Rescaled]
        .map(|form| Tangential::Mindlin(Mindlin { form, friction: FRICTION, dashpot: None }))
        .into_iter()
        .chain([Tangential::Coulomb(Coulomb { friction: FRICTION })]);
    laws.flat_map(|tangential| {
        arms.map(|levers| Friction {
            tangential: tangential.clone(),
            rolling: Rolling::Free(Free),
            limit: FrictionLimit::Total,
            levers,
        })
    })
    .collect()
}

/// Tangential speed of body 1 relative to body 2 and of its surface by its spin after an impact, over the tangential
/// speed before.
pub(super) fn seen(scene: &Scene, bounce: &Bounce) -> [f64; 2] {
    let [_, t, b] = scene.meeting.frame;
    let along = |v: [f64; 3], axis: [f64; 3]| v[0] * axis[0] + v[1] * axis[1] + v[2] * axis[2];
    let [one, two] = &bounce.end;
    let unit = scene.meeting.tangential_speed;
    let moving = along(one.velocity, t) - along(two.velocity, t);
    [moving / unit, scene.bodies[0].radius() * along(one.spin, b) / unit]
}

/// The same as predicted for a tangential force.
fn predicted(scene: &Scene, shear: ShearForce, dt: f64) -> Option<[f64; 2]> {
    let oblique = Oblique { shear, ..Oblique::of(scene)? };
    let scheme = schemes::find("velocity-verlet")?;
    let glance = strike(scheme, &oblique, &Impact { phase: 0.5, speed: scene.speed, dt }).ok()?.glance?;
    let unit = scene.meeting.tangential_speed;
    Some([glance.velocity[1] / unit, scene.bodies[0].radius() * glance.spin[0][2] / unit])
}

fn distance(scenes: &[Scene], seen: &[[f64; 2]], shear: ShearForce, dt: f64) -> f64 {
    let off = |(scene, seen): (&Scene, &[f64; 2])| {
        predicted(scene, shear, dt).map_or(f64::NAN, |p| (p[0] - seen[0]).abs().max((p[1] - seen[1]).abs()))
    };
    scenes.iter().zip(seen).map(off).fold(0.0, |a: f64, b| if b.is_nan() { f64::NAN } else { a.max(b) })
}

/// Two spheres are asked where a wall tells nothing: it may be off in more than what acts along it.
pub(super) fn find(bench: &Bench<'_>, ends: Option<Ends>) -> Vec<Finding> {
    let on_wall = examined(bench, ends, &on_wall(), "wall");
    let told = |findings: &[Finding]| findings.iter().filter(|f| f.strength != Strength::CannotTell).count();
    if told(&on_wall) == on_wall.len() {
        return on_wall;
    }
    let spheres = examined(bench, ends, &like_spheres(), "spheres");
    if told(&spheres) > told(&on_wall) { spheres } else { on_wall }
}

fn examined(bench: &Bench<'_>, ends: Option<Ends>, bodies: &[Body; 2], what: &str) -> Vec<Finding> {
    let at = |friction: &Friction, damping, angle: f64| {
        scene(bodies, &Asked { damping, friction: Some(friction.clone()) }, angle.to_radians())
    };
    let covered = frictions()
        .into_iter()
        .find(|friction| at(friction, None, ANGLES[0]).is_some_and(|scene| bench.engine.covers(&scene).is_ok()));
    let Some(friction) = covered else {
        return [LIMIT, HISTORY, LEVER]
            .map(|line| Finding::unknown(line, "it covers no oblique impact with friction"))
            .into();
    };
    let scenes: Vec<Scene> = ANGLES.iter().filter_map(|&angle| at(&friction, None, angle)).collect();
    let (dt, bounces) = match bench.run(&format!("oblique-{what}"), &scenes, STEPS, &[0.5]) {
        Ok(run) => run,
        Err(why) => return [LIMIT, HISTORY, LEVER].map(|line| Finding::unknown(line, why.clone())).into(),
    };
    let bounces: Vec<Bounce> = bounces.into_iter().flatten().collect();
    let measured: Vec<[f64; 2]> = scenes.iter().zip(&bounces).map(|(scene, bounce)| seen(scene, bounce)).collect();
    // With its own end first: another one may hide which limit it has.
    let other = [Ends::ForceClamped, Ends::ZeroOverlap].into_iter().filter(|&other| Some(other) != ends);
    let tried = ends.into_iter().chain(other).flat_map(|ends| FrictionLimit::ALL.map(|limit| (ends, limit)));
    let damped =
        tried.filter_map(|(ends, limit)| at(&Friction { limit, ..friction.clone() }, Some((DAMPED, ends)), ANGLES[2]));
    let straight = |scene: &Scene| {
        let friction = scene.contact.friction.as_ref()?;
        at(friction, Some((DAMPED, scene.contact.ends)), 0.0)
    };
    let name = format!("oblique-{what}-damped");
    let mut findings = vec![limit(bench, damped, &straight, &name, (&scenes, &bounces))];
    findings.extend(spring(&scenes, &measured, dt, what));
    findings
}

/// Tangential over normal impulse in gross sliding.
fn impulse_ratio(scene: &Scene, bounce: &Bounce) -> f64 {
    let [along, _] = seen(scene, bounce);
    (1.0 - along) * scene.meeting.tangential_speed / (scene.speed * (1.0 + bounce.restitution))
}

/// In gross sliding `T = mu N` throughout, and the ratio of the impulses is `mu`, if `N` is the total normal force.
///
/// `damped` are scenes to try, `straight` makes the same head-on.
fn limit(
    bench: &Bench<'_>,
    damped: impl Iterator<Item = Scene>,
    straight: &dyn Fn(&Scene) -> Option<Scene>,
    name: &str,
    (scenes, bounces): (&[Scene], &[Bounce]),
) -> Finding {
    let (Some(sliding), Some(slid)) = (scenes.last(), bounces.last()) else { return Finding::unknown(LIMIT, "") };
    let elastic = impulse_ratio(sliding, slid) / FRICTION;
    let mut evidence = format!("gross sliding without damping: impulses in the ratio {elastic:.5} mu");
    // Between spheres the normal turns meanwhile, and the ratio along that of first touch is another one.
    let turns = !sliding.bodies[1].is_wall();
    if (elastic - 1.0).abs() > if turns { 0.3 } else { 5e-3 } {
        let says = if elastic.abs() < 1e-6 { "nothing: there is no friction" } else { "" };
        let strength = if says.is_empty() { Strength::CannotTell } else { Strength::Certain };
        return Finding { convention: LIMIT, strength, says: says.to_string(), evidence };
    }
    let run = bench.first(damped).and_then(|scene| {
        let straight = straight(&scene).ok_or("the same head-on cannot be asked for")?;
        let both = [scene, straight];
        let (dt, bounces) = bench.run(name, &both, STEPS, &[0.5])?;
        let mut bounces = bounces.into_iter().flatten();
        let (bounce, straight) = bounces.next().zip(bounces.next()).ok_or("it lost a pair")?;
        let [scene, _] = both;
        Ok((scene, dt, bounce, straight.restitution))
    });
    let (scene, dt, bounce, restitution) = match run {
        Ok(run) => run,
        Err(why) => {
            evidence += &format!("; with damping the limits would part, but {why}");
            return Finding {
                convention: LIMIT,
                strength: Strength::Likely,
                says: "mu times the normal force; which part of a damped one is not known".to_string(),
                evidence,
            };
        }
    };
    evidence += &format!("; with damping {:.5} mu", impulse_ratio(&scene, &bounce) / FRICTION);
    let Some(shear) = scene.shear else { return Finding::unknown(LIMIT, evidence) };
    let measured = [seen(&scene, &bounce)];
    // The damping is the engine's own, whatever was asked for: that of the restitution it gave head-on. The normal of two
    // spheres turns while they slide past each other, and what they keep along it is another number.
    let ends = scene.force.ends;
    let mut scene = scene;
    scene.force.C = damping_ratio(restitution, ends) * (5.0 * scene.pair.m_star * scene.force.K).sqrt();
    // A force that never pulls is its own magnitude.
    let limits = FrictionLimit::ALL.into_iter().filter(|&limit| ends.pulls() || limit != FrictionLimit::Absolute);
    let all: Vec<Hypothesis> = limits
        .map(|limit| {
            // Its levers are another question: each limit is given those that suit it best.
            let off = ARMS.map(|(slip, torque)| {
                let shear = ShearForce { limit, levers: Levers { slip, torque }, ..shear };
                distance(std::slice::from_ref(&scene), &measured, shear, dt)
            });
            Hypothesis { says: limit.meaning().to_string(), off: off.into_iter().fold(f64::NAN, f64::min) }
        })
        .collect();
    choose(LIMIT, &all, FITS, 3.0, &evidence)
}

/// How the spring remembers and where its levers end, from the three impacts together.
fn spring(scenes: &[Scene], measured: &[[f64; 2]], dt: f64, what: &str) -> Vec<Finding> {
    let unknown = || [HISTORY, LEVER].map(|line| Finding::unknown(line, "the impacts were not run")).to_vec();
    let Some(G_star) = scenes.first().and_then(|scene| scene.pair.G_star) else { return unknown() };
    let Some(R_star) = scenes.first().map(|scene| scene.pair.R_star) else { return unknown() };
    let springs = [(Form::Total, 8.0), (Form::Incremental, 8.0), (Form::Rescaled, 8.0)];
    let others =
        [(Form::Total, 16.0 / 3.0), (Form::Incremental, 16.0 / 3.0), (Form::Coulomb, 0.0), (Form::Frictionless, 0.0)];
    let mut all: Vec<(String, String, f64)> = Vec::new();
    for (form, factor) in springs.into_iter().chain(others) {
        let history = match form {
            Form::Frictionless => "no tangential force".to_string(),
            Form::Coulomb => "none: friction without a spring".to_string(),
            _ => format!("{}, k_t = {} G* a", form.meaning(), if factor == 8.0 { "8" } else { "16/3" }),
        };
        for (slip, torque) in ARMS {
            let levers = Levers { slip, torque };
            let spring = ShearForce::new(form, FRICTION);
            let shear = ShearForce {
                S: factor * G_star * R_star.sqrt(),
                gamma: 0.5,
                levers,
                rolling: RollingForce::None,
                ..spring
            };
            let lever = crate::dialect::contract::lever(levers).into_owned();
            all.push((history.clone(), lever, distance(scenes, measured, shear, dt)));
        }
    }
    let said: Vec<String> = measured.iter().zip(ANGLES).map(|(m, angle)| format!("{angle} deg {:.5}", m[0])).collect();
    let before = if what == "wall" { "at a wall" } else { "of two spheres" };
    let evidence =
        format!("tangential velocity after over before, elastic, {before}, mu = {FRICTION}: {}", said.join(", "));
    let best = |key: fn(&(String, String, f64)) -> &String| {
        let mut found: Vec<Hypothesis> = Vec::new();
        for one in &all {
            match found.iter_mut().find(|h| h.says == *key(one)) {
                Some(known) => known.off = known.off.min(one.2),
                None => found.push(Hypothesis { says: key(one).clone(), off: one.2 }),
            }
        }
        found
    };
    let spins: Vec<String> = measured.iter().map(|m| format!("{:.5}", m[1])).collect();
    let with_spin = format!("{evidence}; surface speed by spin {}", spins.join(", "));
    vec![
        choose(HISTORY, &best(|one| &one.0), FITS, 3.0, &evidence),
        choose(LEVER, &best(|one| &one.1), FITS, 3.0, &with_spin),
    ]
}
