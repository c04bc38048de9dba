//! What a time step makes of the energy of an undamped collision.

use collisionbench::collide::schemes::{ForwardEuler, Leapfrog, PositionVerlet, Scheme, VelocityVerlet};
use collisionbench::collide::stepper::{Encounter, StepSize, Stepper, energy_error};
use collisionbench::law::{Dashpot, Elastic, Ends, PowerForce};

const SPEED: f64 = 1.7;

/// Onset phases, and steps in a contact from one whole number to the next: the contact ends anywhere in a step.
const PHASES: usize = 32;

fn encounter(alpha: f64) -> Encounter {
    let elastic = Elastic { K: 3.1e7, alpha, reference_gap: 0.0 };
    let force = PowerForce::new(elastic, Dashpot { C: 0.0, beta: 0.0 }, Ends::ForceClamped);
    Encounter { force, m_star: 0.021 }
}

/// Largest `|e^2 - 1|` over both phases, over the bound of each time step.
fn worst(scheme: &dyn Scheme, encounter: &Encounter, count: f64) -> f64 {
    let of = |end: usize| {
        let step = StepSize::PerContact(count + end as f64 / PHASES as f64);
        let bound = energy_error(encounter, SPEED, step.dt(encounter.undamped_duration(SPEED), None).unwrap()).unwrap();
        let runs = Stepper { scheme, step, phases: PHASES }.run(encounter, SPEED, None).unwrap().runs;
        runs.iter().map(|run| (run.restitution * run.restitution - 1.0).abs() / bound).fold(0.0, f64::max)
    };
    (0..PHASES).map(of).fold(0.0, f64::max)
}

/// The bound follows from the law and the step alone; schemes with one force evaluation a step come as near as the phases
/// that are run let them, and none passes it.
#[test]
fn the_energy_error_of_theory_is_reached_and_not_passed() {
    for alpha in [1.0, 1.25, 1.5, 2.0, 3.0, 4.0] {
        let encounter = encounter(alpha);
        for count in [12.0, 20.0, 50.0, 200.0] {
            let [verlet, leapfrog, position] = [&VelocityVerlet as &dyn Scheme, &Leapfrog, &PositionVerlet]
                .map(|scheme| worst(scheme, &encounter, count));
            for worst in [verlet, leapfrog, position] {
                assert!(worst < 1.0 + 1e-6, "{alpha}, {count}: {worst}");
                assert!(worst > 0.92, "{alpha}, {count}: {worst}");
            }
            // A scheme of first order is far beyond it.
            assert!(worst(&ForwardEuler, &encounter, count) > 5.0, "{alpha}, {count}");
        }
    }
}

/// A linear spring in closed form: `e^2 = (1 - (w dt)^2 phi (1 - phi))/(1 - (w dt)^2 psi (1 - psi))`; the bound is that of
/// `phi = 0`, `psi = 1/2`, `1/(1 - (w dt)^2/4) - 1`.
#[test]
fn a_linear_spring_has_a_closed_form() {
    let encounter = encounter(1.0);
    let omega = (encounter.force.K / encounter.m_star).sqrt();
    for part in [0.01, 0.1, 0.26] {
        let bound = energy_error(&encounter, SPEED, part / omega).unwrap();
        let exact = 1.0 / (1.0 - part * part / 4.0) - 1.0;
        assert!((bound / exact - 1.0).abs() < 1e-9, "{part}: {bound} {exact}");
    }
    // Fewer than twelve steps in a contact: `w dt > pi/12`.
    assert_eq!(energy_error(&encounter, SPEED, 0.27 / omega), None);
}
