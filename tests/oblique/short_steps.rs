//! The pair of order 5(4) of `ode_solvers` takes ten times as many steps as the reference, and shares no coefficient with it: every
//! number of every shipped scene, and of scenes drawn at random, is the same by both, and so is every change of friction.

use std::path::{Path, PathBuf};

use collisionbench::case::Case;
use collisionbench::collide::SolveError;
use collisionbench::collide::estimate::Estimate;
use collisionbench::collide::reference::{Approach, collide, collide_by_dopri5, solve, solve_by_dopri5};
use collisionbench::collide::trajectory::{Moment, ShearChange, Trajectory};
use collisionbench::data::Files;
use collisionbench::error::SourceFile;
use collisionbench::law::scene::{Bodies, ImpactKinematics};
use collisionbench::law::shear::{
    Arm, DynamicFriction, Form, FrictionLimit, FrictionRate, Levers, RollingForce, ShearDashpot, ShearForce,
    WhileSliding,
};
use collisionbench::law::{Ends, PowerForce};

use super::random::{WORLDS, scene, world};
use crate::random::Random;

/// Tolerance of both.
const TOLERANCE: f64 = 1e-12;

/// What is compared, by name.
fn numbers(found: &Trajectory) -> Vec<(&'static str, Estimate)> {
    let mut all = vec![("dashpot", found.energy_dashpot), ("strain", found.energy_strain), ("impulse", found.impulse)];
    let mut moment = |name, moment: Option<Moment>| {
        let Some(Moment { time, overlap, speed, force, force_elastic }) = moment else { return };
        all.extend([time, overlap, speed, force, force_elastic].map(|number| (name, number)));
    };
    moment("turning", found.turning);
    moment("largest force", found.max_force);
    moment("zero force", found.zero_force);
    moment("zero overlap", found.zero_overlap);
    moment("end", found.end);
    if let Some(along) = &found.tangential {
        all.extend(along.velocity.map(|number| ("velocity", number)));
        all.extend(along.spin.into_iter().flatten().map(|number| ("spin", number)));
        all.extend(along.impulse.map(|number| ("impulse along", number)));
        all.extend(along.slip.map(|number| ("slip", number)));
        all.extend(
            [along.energy_slip, along.energy_shear_dashpot, along.energy_rolling].map(|number| ("work", number)),
        );
        all.extend([("turned", along.turned), ("created", along.energy_created)]);
    }
    if let Some(losses) = &found.losses {
        all.push(("plastic", losses.plastic));
        all.extend(losses.pull_off.map(|number| ("pull-off", number)));
    }
    all
}

/// Changes of friction with their times over the duration, but for those where the contact all but ends: there the limit is rounding.
fn changes(found: &Trajectory) -> Vec<ShearChange> {
    let (Some(along), Some(end)) = (&found.tangential, &found.end) else { return Vec::new() };
    let before = |time: f64| time > 1e-6 * end.time.value && time < (1.0 - 1e-6) * end.time.value;
    along.events.iter().filter(|event| before(event.time.value)).map(|event| event.change).collect()
}

/// What differs by more than both uncertainties together.
fn differing(one: &Result<Trajectory, SolveError>, other: &Result<Trajectory, SolveError>) -> Vec<String> {
    let (one, other) = match (one, other) {
        (Ok(one), Ok(other)) => (one, other),
        (Err(_), Err(_)) => return Vec::new(),
        (one, other) => return vec![format!("{:?} and {:?}", one.as_ref().err(), other.as_ref().err())],
    };
    let mut wrong = Vec::new();
    if changes(one) != changes(other) || one.outcome != other.outcome {
        wrong.push(format!("{:?} {:?} and {:?} {:?}", one.outcome, changes(one), other.outcome, changes(other)));
    }
    let (ours, theirs) = (numbers(one), numbers(other));
    let names = |all: &[(&'static str, Estimate)]| all.iter().map(|(name, _)| *name).collect::<Vec<_>>();
    if names(&ours) != names(&theirs) {
        wrong.push("one has an event that the other has not".into());
    }
    for ((name, a), (_, b)) in ours.into_iter().zip(theirs) {
        let within = (a.value - b.value).abs() <= a.uncertainty + b.uncertainty;
        if !within {
            wrong.push(format!("{name}: {a:?} and {b:?}"));
        }
    }
    wrong
}

/// The case files under a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
#[ignore = "slow"]
fn every_shipped_scene_is_the_same_in_short_steps() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for path in files(Path::new("cases")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let file = SourceFile { name: path.display().to_string(), text };
        let Ok(case) = Case::read(file.into(), "-", &Files::Embedded) else { continue };
        for scene in case.scenes.iter().filter(|scene| scene.path.is_none() && scene.system.is_none()) {
            let [ours, theirs] = [solve(scene, TOLERANCE), solve_by_dopri5(scene, TOLERANCE)];
            count += 1;
            wrong.extend(
                differing(&ours, &theirs).into_iter().map(|what| format!("{} {}: {what}", path.display(), scene.name)),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 2500, "{count}");
}

#[test]
fn every_normal_law_with_friction_is_the_same_in_short_steps() {
    let mut wrong = Vec::new();
    for text in (0..WORLDS).map(world).filter(|text| !text.contains("spin = ")) {
        let scene = scene(&text);
        let [ours, theirs] = [solve(&scene, TOLERANCE), solve_by_dopri5(&scene, TOLERANCE)];
        wrong.extend(differing(&ours, &theirs).into_iter().map(|what| format!("{what}\n{text}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// An impact under a power of the overlap: every form of friction, dashpot, limit, lever and rolling resistance, from 0.1 to 89 degrees.
fn impact(number: u64) -> (PowerForce, ShearForce, Approach) {
    let random = &mut Random(number.wrapping_mul(0xd134_2543_de82_ef95));
    let alpha = [1.5, 1.0, 1.3][random.of(3)];
    let beta = [0.5 * (alpha - 1.0), 0.0, 0.5, 1.5][random.of(4)];
    let damped = [0.0, random.decades(-2.0, 0.4)][random.of(2)];
    let (m_star, speed, length) = (1e-3, random.decades(-1.0, 1.0), random.decades(-5.5, -3.3));
    let (time, force) = (length / speed, m_star * speed * speed / length);
    let law = PowerForce {
        K: force / length.powf(alpha),
        alpha,
        C: damped * m_star / (length.powf(beta) * time),
        beta,
        reference_gap: 0.0,
        ends: Ends::ALL[random.of(3)],
    };
    let form = [Form::Total, Form::Incremental, Form::Rescaled, Form::Coulomb][random.of(4)];
    let mut shear = ShearForce::new(form, random.decades(-2.0, 0.3));
    if form != Form::Coulomb {
        shear.gamma = [0.5, 0.0, 0.3][random.of(3)];
        shear.S = random.decades(-1.0, 0.7) * force / length.powf(shear.gamma + 1.0);
        let (beta, sliding) = (
            [0.0, 0.25, 0.5][random.of(3)],
            [WhileSliding::Capped, WhileSliding::Added, WhileSliding::Dropped][random.of(3)],
        );
        let part = [0.0, random.decades(-2.0, 0.0)][random.of(2)];
        shear.dashpot = ShearDashpot { C: part * m_star / (length.powf(beta) * time), beta, sliding };
    }
    shear.limit = FrictionLimit::PLAIN[random.of(3)];
    if random.of(6) == 0 {
        let dynamic =
            DynamicFriction { friction: shear.friction * random.next(), decay: random.decades(-1.0, 1.0) / speed };
        shear.rate = FrictionRate::Decaying(dynamic);
    }
    let arms = [Arm::Radius, Arm::HalfOverlap, Arm::Overlap, Arm::Proportional, Arm::Plane];
    shear.levers = Levers { slip: arms[random.of(5)], torque: arms[random.of(5)] };
    let radius = [2.5e-3, [f64::INFINITY, 2.5e-3 * random.decades(-0.5, 0.5)][random.of(2)]];
    let inertia = radius.map(|r| if r.is_infinite() { f64::INFINITY } else { 0.64 * m_star * r * r });
    let r_star = radius[0].min(radius[0] * radius[1] / (radius[0] + radius[1]));
    let rolling = random.decades(-3.0, -0.5);
    shear.rolling = match random.of(8) {
        0 => RollingForce::OwnSpin { friction: rolling },
        1 => RollingForce::Constant { friction: rolling },
        2 => RollingForce::SpringDashpot {
            stiffness: random.decades(-1.5, 0.5) * force * r_star * r_star / length,
            damping: random.decades(-3.0, -0.5) * force * r_star * r_star / speed,
            friction: rolling,
        },
        _ => RollingForce::None,
    };
    let angle = [random.decades(-1.0, 1.949), 0.1 + 88.9 * random.next()][random.of(2)];
    let spin = radius.map(|r| {
        let spin = [0.0, (2.0 * random.next() - 1.0) * 3.0 * speed / radius[0]][random.of(2)];
        [0.0, 0.0, if r.is_infinite() { 0.0 } else { spin }]
    });
    let kinematics =
        ImpactKinematics { tangential_speed: speed * angle.to_radians().tan(), spin, ..ImpactKinematics::HEAD_ON };
    (law, shear, Approach { bodies: Bodies { m_star, radius, inertia }, speed, kinematics, before: None })
}

const IMPACTS: u64 = 1000;

#[test]
#[ignore = "slow"]
fn every_make_of_friction_is_the_same_in_short_steps() {
    let mut wrong = Vec::new();
    for number in 0..IMPACTS {
        let (law, shear, approach) = impact(number);
        let ours = collide(&law, Some(&shear), &approach, TOLERANCE);
        let theirs = collide_by_dopri5(&law, Some(&shear), &approach, TOLERANCE);
        wrong.extend(differing(&ours, &theirs).into_iter().map(|what| format!("{number}: {what}\n{law:?}\n{shear:?}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
