//! What the loop does at the ends of a contact, and that it always comes to an end.

use std::time::{Duration, Instant};

use collisionbench::collide::collision::Outcome;
use collisionbench::collide::reference;
use collisionbench::collide::schemes::{SCHEMES, Scheme, VelocityVerlet, VelocityVerletImplicit};
use collisionbench::collide::stepper::{Encounter, ErrorMeasure, Impact, StepSize, Steppable, Stepper};
use collisionbench::collide::trajectory::Sample;
use collisionbench::law::{Dashpot, Elastic, Ends, PowerForce};

use crate::stepper::table::Law;

fn tsuji(alpha: f64, ends: Ends) -> Encounter {
    let dashpot = Dashpot { C: alpha, beta: 0.25 };
    Encounter { force: PowerForce::new(Elastic { K: 1.0, alpha: 1.5, reference_gap: 0.0 }, dashpot, ends), m_star: 1.0 }
}

#[test]
fn a_contact_that_pulls_and_never_parts_is_an_outcome() {
    let start = Instant::now();
    let encounter = tsuji(3.0, Ends::ZeroOverlap);
    for scheme in SCHEMES {
        let impact = Impact { phase: 0.5, speed: 1.0, dt: encounter.undamped_duration(1.0) / 1000.0 };
        let run = scheme.collide(&encounter, &impact);
        assert_eq!((run.outcome, run.restitution), (Outcome::StaysInContact, 0.0), "{}", scheme.name());
        assert_eq!(run.measured.duration_to_zero_overlap, None);
        // The theory of the overlap does not care how it ends: z > 1, X = exp(-u coth u).
        let u = (3.0 / 5f64.sqrt()).acosh();
        let expected = 1.25f64.powf(0.4) * (-u / u.tanh()).exp().powf(0.8);
        if scheme.name() != "forward-euler" {
            let overlap = run.measured.max_overlap.unwrap();
            assert!((overlap / expected - 1.0).abs() < 0.02, "{}: {overlap}", scheme.name());
        }
    }
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
#[ignore = "slow"]
fn numbers_that_run_away_end_too() {
    let start = Instant::now();
    for K in [1e300, 1e-300] {
        for speed in [1e200, 1e-200] {
            let force = PowerForce::new(
                Elastic { K, alpha: 2.0, reference_gap: 0.0 },
                Dashpot { C: 1e300, beta: 1.0 },
                Ends::ForceClamped,
            );
            let encounter = Encounter { force, m_star: 1.0 };
            for scheme in SCHEMES {
                for dt in [1.0, 1e-3, 1e100] {
                    scheme.collide(&encounter, &Impact { phase: 0.5, speed, dt });
                }
            }
        }
    }
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

#[test]
fn the_two_clamped_ends_differ_only_in_when_it_is_over() {
    let clamped = tsuji(0.570_813_678_781_990_1, Ends::ForceClamped);
    let deleted = tsuji(0.570_813_678_781_990_1, Ends::ZeroForce);
    let reference = reference::collide(&deleted.force, None, &reference::Approach::head_on(1.0, 1.0), 1e-12).unwrap();
    let to_zero_force = reference.zero_force.unwrap().time.value;
    for scheme in SCHEMES {
        let impact = Impact { phase: 0.3, speed: 1.0, dt: clamped.undamped_duration(1.0) / 2000.37 };
        let (a, b) = (scheme.collide(&clamped, &impact), scheme.collide(&deleted, &impact));
        assert_eq!(a.restitution, b.restitution);
        assert_eq!(a.measured.duration_to_zero_force, b.measured.duration_to_zero_force);
        let found = a.measured.duration_to_zero_force.unwrap();
        assert!((found / to_zero_force - 1.0).abs() < 2e-3, "{}: {found} {to_zero_force}", scheme.name());
        assert!(found < a.measured.duration_to_zero_overlap.unwrap());
    }
}

#[test]
fn a_step_as_long_as_the_contact_is_still_a_step() {
    let encounter = Law::Hertz.scene().encounter;
    for steps in [1.01, 1.5, 2.0, 3.0] {
        for scheme in SCHEMES {
            let phases = Stepper { scheme: *scheme, step: StepSize::PerContact(steps), phases: 16 }
                .run(&encounter, 2.0, None)
                .unwrap();
            assert_eq!(phases.runs.len(), 16);
            assert!((phases.steps_per_contact / steps - 1.0).abs() < 1e-14);
        }
    }
}

#[test]
fn a_phase_is_where_in_the_step_first_touch_falls() {
    // Two steps a contact and a touch just before the first step: the deepest sample is one whole drift deep.
    let encounter = tsuji(0.0, Ends::ZeroOverlap);
    let dt = 0.1;
    let run = |phase| VelocityVerlet.collide(&encounter, &Impact { phase, speed: 1.0, dt });
    let (early, late) = (run(1e-9), run(1.0 - 1e-9));
    // A shift by a whole step is no shift.
    assert!((early.restitution - late.restitution).abs() < 1e-8);
    assert!(
        (early.measured.duration_to_zero_overlap.unwrap() - late.measured.duration_to_zero_overlap.unwrap()).abs()
            < 1e-8
    );
    let middle = run(0.5);
    assert!((early.restitution - middle.restitution).abs() > 1e-6);
}

#[test]
fn the_parabola_is_nearer_than_the_largest_sample() {
    let scene = Law::Hertz.scene();
    let phases = scene.phases(&VelocityVerletImplicit, 100.0);
    let sample = phases.errors(ErrorMeasure::MaxOverlap, &scene.exact);
    let parabola = phases.errors(ErrorMeasure::MaxOverlapInterpolated, &scene.exact);
    assert!(parabola.worst < 0.6 * sample.worst);
}

#[test]
fn the_samples_are_the_collision() {
    for law in [Law::TsujiHalfClipped, Law::Hertz] {
        let scene = law.scene();
        for scheme in SCHEMES {
            let dt = scene.exact.duration_to_zero_overlap / 100.37;
            let impact = Impact { phase: 0.25, speed: scene.speed, dt };
            let (run, samples) = scene.encounter.curve(*scheme, &impact).unwrap();
            assert_eq!(run, scheme.collide(&scene.encounter, &impact));
            let largest = |of: fn(&Sample) -> f64| samples.iter().map(of).fold(0.0, f64::max);
            assert_eq!(Some(largest(|s| s.overlap)), run.measured.max_overlap);
            assert_eq!(Some(largest(|s| s.force)), run.measured.max_force);
            let (first, last) = (samples[0], samples[samples.len() - 1]);
            assert!(first.time < 0.0 && first.overlap < 0.0 && (first.speed, first.force) == (scene.speed, 0.0));
            assert!(last.overlap <= 0.0 && (last.speed / scene.speed + run.restitution).abs() < 1e-15);
            // Momentum: what the force took from the relative motion is its sum over the steps. All schemes here kick
            // with each evaluated force for one whole step.
            let impulse: f64 = samples.iter().map(|s| s.force * dt).sum();
            let change = scene.encounter.m_star * scene.speed * (1.0 + run.restitution);
            assert!((impulse / change - 1.0).abs() < 1e-12, "{} {impulse} {change}", scheme.name());
        }
    }
}
