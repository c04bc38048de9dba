//! Every law against theory where there is one, and against the second integration.

use std::path::Path;

use collisionbench::collide::collision::{Rebound, Works};
use collisionbench::collide::schemes::{Leapfrog, PositionVerlet, Scheme, VelocityVerlet, VelocityVerletImplicit};
use collisionbench::collide::stepper::Oblique;
use collisionbench::law::Ends;
use collisionbench::law::shear::{Arm, Form, FrictionLimit, ShearDashpot, WhileSliding};

use crate::oblique_stepper::independent::{self, Parted};
use crate::oblique_stepper::scenes::{
    ALUMINA, RUBBER, Stuff, WALL, damped, levers, stepped, tangential, tumbling, verlet,
};

fn rows(name: &str) -> Vec<Vec<f64>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/theory-tables").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().skip(1).map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect()).collect()
}

/// nu = 0.3 of the scaled problem: 4 G*/E* = 2 (1-nu)/(2-nu).
const SCALED: Stuff = Stuff { E: 1e9, nu: 0.3, rho: 2500.0, mu: 0.3 };

fn psi2(form: Form, psi1: f64, steps: f64) -> f64 {
    let v_n = 0.5;
    let spheres = SCALED.spheres(0.01);
    let slope = spheres.friction * spheres.E_star / (4.0 * spheres.G_star);
    let scene = SCALED.meet([0.01, WALL], form, psi1 * slope * v_n);
    tangential(&scene, v_n, steps, 0.5).slip[0] / (slope * v_n)
}

/// Six digits in the table; the stepper is taken to the limit of fine steps, whose error falls evenly at one phase.
#[test]
fn the_springs_are_those_of_the_table() {
    for row in rows("oblique_dem_models_vs_mdr.csv") {
        let psi1 = row[0];
        for (form, expected) in [(Form::Total, row[2]), (Form::Incremental, row[3]), (Form::Rescaled, row[4])] {
            let (coarse, fine) = (psi2(form, psi1, 20_000.37), psi2(form, psi1, 40_000.37));
            let limit = 2.0 * fine - coarse;
            assert!((limit - expected).abs() < 1e-5, "{form:?} psi1 = {psi1}: {limit} {expected}");
        }
    }
}

#[test]
fn the_memory_diagram_is_the_exact_reference_in_three_dimensions() {
    for row in rows("mdr_oblique.csv") {
        let (nu, psi1, expected) = (row[0], row[1], row[2]);
        if nu != 0.3 {
            continue;
        }
        let found = psi2(Form::MemoryDiagram, psi1, 4000.37);
        assert!((found - expected).abs() < 1e-5, "psi1 = {psi1}: {found} {expected}");
    }
}

/// Rigid bodies that slide throughout: `v_t' = v_t - mu (1+e) v_n`, `omega' = (5/2) mu (1+e) v_n/r`.
///
/// Springs only without damping: the force of Tsuji's dashpot starts as `delta^(1/4)`, faster than any spring can follow,
/// so that they stick for a moment at first touch.
#[test]
fn gross_sliding_is_that_of_rigid_bodies() {
    let (v_n, v_t) = (1.0, 6.0);
    let (r, mu) = (0.0025, ALUMINA.mu);
    for form in [Form::Coulomb, Form::Total, Form::Incremental, Form::Rescaled] {
        let dampings: &[f64] = if form == Form::Coulomb { &[0.0, 0.2] } else { &[0.0] };
        for &zeta in dampings {
            let mut scene = ALUMINA.meet([r, WALL], form, v_t);
            if zeta > 0.0 {
                scene = damped(scene, zeta, Ends::ForceClamped);
            }
            let run = stepped(&VelocityVerlet, &scene, v_n, 500.37, 0.3);
            let (found, e) = (run.rebound.unwrap(), run.restitution);
            let expected = v_t - mu * (1.0 + e) * v_n;
            assert!((found.velocity[1] / expected - 1.0).abs() < 1e-12, "{form:?} {zeta}: {found:?}");
            let spin = 2.5 * mu * (1.0 + e) * v_n / r;
            assert!((found.spin[0][2] / spin - 1.0).abs() < 1e-12, "{form:?} {zeta}");
            let ratio = -found.impulse[1] / found.impulse[0];
            assert!((ratio / mu - 1.0).abs() < 1e-12, "{form:?} {zeta}: {:e}", ratio / mu - 1.0);
        }
    }
}

/// Largest difference of what is left, in units of the speed and of a spin of the speed over the radius: velocity and spins as vectors in
/// the axes of first touch. The two ways turn the axes of the slip differently, except at a wall, where nothing turns.
pub fn apart(o: &Oblique, speed: f64, found: &Rebound, exact: &Parted) -> f64 {
    let length = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    let mut off = vec![found.separation - exact.separation, length(&found.slip) - length(&exact.slip)];
    off.extend(found.velocity.iter().zip(exact.velocity).map(|(a, b)| a - b));
    for (body, r) in o.bodies.radius.into_iter().enumerate().filter(|(_, r)| r.is_finite()) {
        off.extend(found.spin[body].iter().zip(exact.spin[body]).map(|(a, b)| (a - b) * r));
    }
    if o.bodies.radius[1].is_infinite() {
        off.extend(found.slip.iter().zip(exact.slip).map(|(a, b)| a - b));
    }
    largest(off.into_iter().map(f64::abs)) / speed
}

/// The largest; what is no number is larger than any, where `f64::max` drops it.
pub fn largest(of: impl Iterator<Item = f64>) -> f64 {
    of.fold(0.0, |most, part| if most.is_nan() || part <= most { most } else { part })
}

const SPRINGS: [Form; 3] = [Form::Total, Form::Incremental, Form::Rescaled];

pub fn scenes(form: Form) -> Vec<(&'static str, Oblique)> {
    let slow = levers(ALUMINA.meet([0.0025, WALL], form, 0.35), Arm::Overlap, Arm::Overlap);
    let mut spun = RUBBER.meet([0.01, WALL], form, 0.3);
    spun.kinematics.spin[0] = [250.0, 15.0, -20.0];
    let mut back = levers(RUBBER.meet([0.01, 0.01], form, 0.5), Arm::Plane, Arm::Proportional);
    back.kinematics.spin = [[0.0, 0.0, -120.0], [0.0, 0.0, 30.0]];
    let mut dashed = damped(RUBBER.meet([0.01, 0.02], form, 0.4), 0.2, Ends::ForceClamped);
    dashed.shear.limit = FrictionLimit::Elastic;
    let mut pulled = damped(tumbling(form), 0.3, Ends::ZeroOverlap);
    pulled.shear.limit = FrictionLimit::Absolute;
    let mut list = vec![
        ("pulls", pulled),
        ("wall", slow),
        ("spun about the normal", spun),
        ("back spin", back),
        ("tumbling", tumbling(form)),
        ("damped", damped(tumbling(form), 0.15, Ends::ForceClamped)),
        ("elastic limit", dashed),
    ];
    for (name, sliding) in
        [("capped", WhileSliding::Capped), ("added", WhileSliding::Added), ("dropped", WhileSliding::Dropped)]
    {
        let mut scene = RUBBER.meet([0.01, 0.02], form, 0.4);
        scene.shear.dashpot = ShearDashpot { C: 8.0, beta: 0.5, sliding };
        list.push((name, scene));
    }
    list
}

#[test]
fn every_spring_converges_to_the_second_integration() {
    let schemes: [&dyn Scheme; 4] = [&VelocityVerlet, &Leapfrog, &VelocityVerletImplicit, &PositionVerlet];
    for form in SPRINGS {
        for (name, scene) in scenes(form) {
            let exact = independent::collide(&scene, 1.0, 100_000);
            for scheme in schemes {
                let [coarse, fine] = [500.37, 8000.37].map(|steps| {
                    let found = stepped(scheme, &scene, 1.0, steps, 0.3).rebound.unwrap();
                    apart(&scene, 1.0, &found, &exact)
                });
                println!("{form:?} {name} {}: {coarse:.1e} {fine:.1e}", scheme.name());
                assert!(fine < 2e-4 && fine < 0.2 * coarse, "{form:?} {name} {}: {coarse} {fine}", scheme.name());
            }
        }
    }
}

/// What the law makes from nothing and what friction takes; and the energy the bodies lose is where the ledger says.
#[test]
fn the_ledger_is_that_of_the_second_integration_and_closes() {
    for form in SPRINGS {
        for (name, scene) in scenes(form) {
            if scene.shear.levers.slip != scene.shear.levers.torque {
                // Unequal arms are a leak of their own: power in is not T v_s.
                continue;
            }
            let Works { strain, dashpot, slip, rolling, created, lost, .. } = verlet(&scene, 1.0, 20_000.37, 0.3).works;
            let [slip, created, dashpot, lost] = [slip, created, dashpot, lost].map(Option::unwrap);
            let unit = 0.5 * scene.encounter.m_star;
            let taken = slip + dashpot + rolling.unwrap() + strain.unwrap() - created;
            assert!((lost - taken).abs() < 1e-3 * unit, "{form:?} {name}: {lost} {taken}");
            // Where the pull holds the spring to the end, `T^2/k_t` and what it makes from nothing grow as the logarithm
            // of the overlap; friction takes all of it.
            if name != "pulls" {
                let exact = independent::collide(&scene, 1.0, 100_000);
                assert!((slip - exact.slipped).abs() < 1e-3 * unit, "{form:?} {name}: {slip} {}", exact.slipped);
                assert!((created - exact.created).abs() < 1e-3 * unit, "{form:?} {name}: {created} {}", exact.created);
                let dashed = if scene.shear.dashpot.C > 0.0 { dashpot } else { exact.dashed };
                assert!((dashed - exact.dashed).abs() < 1e-3 * unit, "{form:?} {name}: {dashed} {}", exact.dashed);
            }
        }
    }
}
