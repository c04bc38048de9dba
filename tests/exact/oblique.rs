//! Every observable of random oblique impacts, over 18 decades of mass, against an integration in 32 digits: none is off
//! by more than its printed uncertainty. What the integration begins with has the program's last digit, and is first held to the same
//! number made from E, nu, rho and the radii (`impacts.rs`).
//!
//! Covered: spheres and a sphere on a wall, in the plane of incidence; Coulomb friction, Cundall-Strack, Mindlin and the
//! stiffness ratio as total, incremental and rescaled springs, tangential dashpots, the three limits of friction, every
//! lever, every end of contact, every normal dashpot by its coefficient. Not covered: partial slip
//! (`tests/tangential`), rolling resistance (`tests/oblique/conserved.rs`), spins out of the plane
//! (`tests/oblique/space.rs`), bodies that are held, and a dropped dashpot where neither sticking nor slipping lasts
//! (`tests/oblique/dashpots.rs`).

use super::impacts::case;
use std::collections::BTreeMap;

use collisionbench::collide::observe::{Observable, observe};
use collisionbench::collide::{How, Solution, collide};
use collisionbench::law::Normal;
use collisionbench::law::scene::{Body, Scene};
use collisionbench::law::shear::{Form, FrictionLimit};

use crate::exact::double::Double;
use crate::exact::slide::{Left, Problem, impact};
use crate::exact::{ONE_IN, SEEDS};

/// Seeds that found something: a lever of MUSEN at a wall (29, 117, 124, 153), what a spring remembers beside a dashpot at
/// touch (112, 116), sticking for less than a step (174), and the rounding of sums (118); at touch the side to which a dashpot within the
/// limit takes its spring (134, 251, 279, 385, 488), and the judge itself, where the limit is not zero there (277).
const ONCE_WRONG: [u64; 14] = [29, 112, 116, 117, 118, 124, 134, 153, 174, 251, 277, 279, 385, 488];

fn d(x: f64) -> Double {
    Double::new(x)
}

fn root(x: Double) -> Double {
    if x.hi > 0.0 { x.power(1, 2) } else { Double::ZERO }
}

struct Units {
    length: Double,
    time: Double,
    speed: Double,
    mass: Double,
}

/// A power of a number whose exponent is in eighths.
fn eighths(x: Double, exponent: f64) -> Double {
    let n = (8.0 * exponent).round();
    assert!((8.0 * exponent - n).abs() < 1e-12, "{exponent} is no eighth");
    x.power(n as u32, 8)
}

fn scaled(scene: &Scene) -> (Problem, Units, Double, [Double; 2]) {
    let (force, shear) = (&scene.power().unwrap(), scene.shear.expect("a tangential law"));
    let (m, v) = (d(scene.pair.m_star), d(scene.speed));
    let energy = m * v * v;
    // 1/(alpha + 1) = 8/(8 alpha + 8).
    let length = (energy / d(force.K)).power(8, (8.0 * force.alpha).round() as u32 + 8);
    let time = length / v;
    let unit = energy / length;
    let spring = matches!(shear.form, Form::Total | Form::Incremental | Form::Rescaled);
    let (gamma, beta_t) = if spring { (shear.gamma, shear.dashpot.beta) } else { (0.0, 0.0) };
    let whole = |x: f64, r: u32| (x * f64::from(r)).fract() == 0.0;
    let exponents = [force.alpha, if force.C > 0.0 { force.beta } else { 0.0 }, gamma, beta_t];
    let r = [1, 2, 4, 8].into_iter().find(|&r| exponents.iter().all(|&x| whole(x, r))).expect("eighths");
    let [alpha, beta, gamma, beta_t] = exponents.map(|x| (x * f64::from(r)) as u32);
    let zero = Double::ZERO;
    let radius = scene.bodies.each_ref().map(Body::radius);
    let finite = radius.map(f64::is_finite);
    let of = |i: usize, x: Double| if finite[i] { x } else { zero };
    let problem = Problem {
        r,
        alpha,
        beta,
        gamma,
        beta_t,
        g: d(force.C) * eighths(length, exponents[1]) * time / m,
        kappa: if spring { d(shear.S) * eighths(length, shear.gamma) * length / unit } else { zero },
        c: if spring { d(shear.dashpot.C) * eighths(length, shear.dashpot.beta) * v / unit } else { zero },
        mu: d(shear.friction),
        ends: force.ends,
        form: shear.form,
        limit: shear.limit,
        sliding: shear.dashpot.sliding,
        arms: [shear.levers.slip, shear.levers.torque],
        agility: [0, 1].map(|i| of(i, m / (d(0.4) * d(scene.bodies[i].mass.min(1e300))))),
        flat: [0, 1].map(|i| of(i, length / d(radius[i].min(1e300)))),
        near: of(1, length / (d(radius[0]) + d(radius[1].min(1e300)))),
    };
    let spin = [0, 1].map(|i| of(i, d(scene.kinematics.spin[i][2]) * d(radius[i].min(1e300)) / v));
    let units = Units { length, time, speed: v, mass: m };
    (problem, units, d(scene.kinematics.tangential_speed) / v, spin)
}

/// Sine and cosine of a small angle, by their series.
fn turn(angle: Double) -> [Double; 2] {
    let parts = d(1024.0);
    let x = angle / parts;
    let (mut sin, mut cos, mut term) = (Double::ZERO, Double::ZERO, Double::ONE);
    for k in 0..24 {
        let sign = d(if k % 4 < 2 { 1.0 } else { -1.0 });
        if k % 2 == 0 {
            cos = cos + sign * term
        } else {
            sin = sin + sign * term
        }
        term = term * x / d(f64::from(k + 1));
    }
    for _ in 0..10 {
        (sin, cos) = (d(2.0) * sin * cos, cos * cos - sin * sin);
    }
    [sin, cos]
}

/// What is observed, in SI, and what the integration's own ledger leaves open.
fn truth(scene: &Scene) -> Result<(Vec<(Observable, f64)>, f64), Left> {
    let (problem, units, v0, o0) = scaled(scene);
    let found = impact(&problem, v0, o0)?;
    let Units { length, time, speed, mass } = units;
    let (end, one) = (found.end, Double::ONE);
    let depth = |q: Double| q.powi(problem.r);
    let [sin, cos] = turn(end.angle);
    let away = -(end.w * cos) - end.v * sin;
    let aside = end.v * cos - end.w * sin;
    let energy = mass * speed * speed;
    let half = d(0.5);
    let mut lost = half * (one + v0 * v0 - away * away - aside * aside);
    for ((agility, before), after) in problem.agility.into_iter().zip(o0).zip(end.o) {
        if agility.hi > 0.0 {
            lost = lost + half * (before - after) * (before + after) / agility;
        }
    }
    let xi = depth(end.q);
    let near = one / (one - problem.near * xi);
    let arm = |i: usize| problem.arm(problem.arms[0], i, [one, xi, near, near * near])[0];
    let slip = end.v - arm(0) * end.o[0] - arm(1) * end.o[1];
    let strain = if found.deleted {
        end.q.powi(problem.r + problem.alpha) * d(f64::from(problem.r)) / d(f64::from(problem.alpha + problem.r))
    } else {
        Double::ZERO
    };
    let apart = if !found.deleted {
        end.time
    } else if problem.near.hi == 0.0 {
        end.time + xi / -end.w
    } else {
        let reach = one / problem.near;
        let (distance, left) = (reach - xi, xi * (d(2.0) * reach - xi));
        let out = -(distance * end.w);
        end.time + left / (out + root(out * out + (end.w * end.w + end.v * end.v) * left))
    };
    let arms = if problem.near.hi == 0.0 { one / problem.flat[0] } else { one / problem.near };
    let si = |x: Double, unit: Double| (x * unit).value();
    let force = energy / length;
    // Friction takes energy: what it gives, where a dashpot has turned its spring round, the law creates.
    let given = if found.friction.hi < 0.0 { -found.friction } else { Double::ZERO };
    let mut list = vec![
        (Observable::Restitution, -end.w.value()),
        (Observable::Duration, si(end.time, time)),
        (Observable::DurationToZeroForce, si(found.zero_force.map_or(apart, |state| state.time), time)),
        (Observable::DurationToZeroOverlap, si(apart, time)),
        (Observable::MaxOverlap, si(depth(found.turning.q), length)),
        (Observable::TimeOfMaxOverlap, si(found.turning.time, time)),
        (Observable::MaxForce, si(found.peak.force, force)),
        (Observable::MaxForceElastic, si(found.turning.q.powi(problem.alpha), force)),
        (Observable::TangentialRestitutionContact, (-(slip / found.slip)).value()),
        (Observable::ReboundAngle, aside.value().atan2(away.value())),
        (Observable::ReboundAngleContact, slip.value().atan2(-end.w.value())),
        (Observable::ReboundSpin, si(end.o[0] * problem.flat[0] / length, speed)),
        (Observable::TangentialImpulseRatio, ((v0 - aside) / (one + away)).value()),
        (Observable::EnergyStrain, si(strain + found.shear_strain, energy)),
        (Observable::EnergyDashpot, si(found.normal_dashpot + found.dashpot, energy)),
        (Observable::EnergySlip, si(found.friction + given, energy)),
        (Observable::EnergyRolling, 0.0),
        (Observable::EnergyCreated, si(found.created + given, energy)),
        (Observable::EnergyLost, si(lost, energy)),
        (Observable::MomentumResidual, 0.0),
        (Observable::AngularMomentumResidual, (found.twist / (root(one + v0 * v0) * arms)).value()),
        (Observable::EnergyResidual, 0.0),
    ];
    if v0.hi != 0.0 {
        list.push((Observable::TangentialRestitution, (aside / v0).value()));
    }
    if let Normal::Hertz(_) = scene.contact.normal {
        let (R, E) = (d(scene.pair.R_star), d(scene.pair.E_star.expect("moduli")));
        let radius = root(R * depth(found.turning.q) * length);
        list.push((Observable::ContactRadius, radius.value()));
        let pi = Double { hi: std::f64::consts::PI, lo: 1.224_646_799_147_353_2e-16 };
        list.push((Observable::PeakPressure, (d(2.0) * E * radius / (pi * R)).value()));
    }
    let (E, G) = (d(scene.pair.E_star.expect("moduli")), d(scene.pair.G_star.expect("moduli")));
    let psi = d(4.0) * G / (problem.mu * E);
    list.push((Observable::Psi1, (psi * found.slip).value()));
    list.push((Observable::Psi2, (psi * slip).value()));
    // The ledger of the integration itself.
    let spent = strain + found.shear_strain + found.normal_dashpot + found.dashpot + found.friction - found.created;
    let open = (lost - spent).value().abs();
    let whole = (one + v0 * v0 + o0[0] * o0[0] + o0[1] * o0[1]).value();
    Ok((list, open / whole))
}

struct Judged {
    wrong: Vec<String>,
    /// The largest error over uncertainty, and of what.
    worst: (f64, &'static str),
    group: String,
}

/// What is off by more than was printed; why the case is left out where it is.
fn judge(seed: u64) -> Result<Judged, (Left, Option<String>)> {
    let (scene, own) = case(seed);
    own.are_those_of(&scene);
    let shear = scene.shear.expect("a tangential law");
    let dashpot = if shear.dashpot.C > 0.0 { format!(" {:?}", shear.dashpot.sliding) } else { String::new() };
    let group = format!("{:?}{dashpot}", shear.form);
    let about = format!("seed {seed}: {:?} {:?} {shear:?} {:?}", scene.force, scene.bodies[1].shape, scene.kinematics);
    let found = collide(&scene, &How::Exact { tolerance: 1e-13 });
    let (expected, open) =
        truth(&scene).map_err(|left| (left, found.as_ref().err().map(|e| format!("{about}: {e}"))))?;
    let mut judged = Judged { wrong: Vec::new(), worst: (0.0, "-"), group };
    if open > 1e-20 {
        judged.wrong.push(format!("{about}: the ledger of the integration is open by {open:e}"));
    }
    let found = match found {
        Ok(Solution::Exact(found)) => found,
        Ok(_) => panic!("{about}"),
        Err(error) => {
            judged.wrong.push(format!("{about}: {error}"));
            return Ok(judged);
        }
    };
    let observed = observe(&scene, &found.collision(&scene));
    for (observable, truth) in expected {
        let Some((_, said)) = observed.iter().find(|(known, _)| *known == observable) else {
            // A force that jumps at the end never falls to zero there; an attraction that holds a loaded spring of zero stiffness leaves
            // what the law creates to convention.
            let pulls = scene.force.is_some_and(|force| force.ends.pulls() && force.C != 0.0) && shear.form.is_spring();
            let held = pulls && matches!(shear.limit, FrictionLimit::Absolute | FrictionLimit::PullOff);
            if observable != Observable::DurationToZeroForce && !(held && observable == Observable::EnergyCreated) {
                judged.wrong.push(format!("{about}: no {}", observable.word()));
            }
            continue;
        };
        let (off, allowed) = ((said.value - truth).abs(), said.uncertainty);
        let times = if off == 0.0 { 0.0 } else { off / allowed };
        if times > judged.worst.0 {
            judged.worst = (times, observable.word());
        }
        if off > allowed || !off.is_finite() {
            let word = observable.word();
            judged
                .wrong
                .push(format!("{about}: {word} {:e} +- {allowed:e}, not {truth:e}: {times:.2} times", said.value));
        }
    }
    Ok(judged)
}

fn none_is_off(seeds: impl Iterator<Item = u64>, least: usize) {
    let (mut count, mut wrong, mut left) = (0, Vec::new(), BTreeMap::<String, Vec<u64>>::new());
    let mut worst = BTreeMap::<String, (f64, &str, u64, usize)>::new();
    for seed in seeds {
        match judge(seed) {
            Ok(judged) => {
                count += 1;
                wrong.extend(judged.wrong);
                let known = worst.entry(judged.group).or_insert((0.0, "-", seed, 0));
                let cases = known.3 + 1;
                if judged.worst.0 > known.0 {
                    *known = (judged.worst.0, judged.worst.1, seed, cases);
                }
                known.3 = cases;
            }
            Err((why, _)) => left.entry(format!("{why:?}")).or_default().push(seed),
        }
    }
    println!("{count} judged; left out: {left:?}");
    for (group, (times, word, seed, cases)) in &worst {
        println!("{group:24} {cases:4} cases, worst {times:.3} of its uncertainty: {word}, seed {seed}");
    }
    assert!(wrong.is_empty(), "{} off:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= least, "{count} judged; left out: {left:?}");
}

#[test]
fn no_observable_of_an_oblique_impact_is_off_by_more_than_was_printed() {
    none_is_off(SEEDS.filter(|seed| seed.is_multiple_of(ONE_IN as u64) || ONCE_WRONG.contains(seed)), 49);
}

/// Not judged: the ledger of the integration in 32 digits is itself open by 6e-20 and 1.1e-19.
const OPEN: [u64; 2] = [400, 452];

#[test]
#[ignore = "nightly: 500 cases"]
fn nightly_no_observable_of_any_oblique_impact_is_off_by_more_than_was_printed() {
    none_is_off((0..500).filter(|seed| !OPEN.contains(seed)), 480);
}
