//! A stepper of your own, put through the bench.
//!
//! ```text
//! cargo run --release --example own_stepper
//! ```
//!
//! The scheme below is Beeman's, as some codes have it: position and velocity use the force of the step before as well.
//! One method is needed, a step; what a scheme remembers between steps goes into `state.memory`.
#![allow(non_snake_case, reason = "a formula in code reads like the paper")]

use std::error::Error;

use collisionbench::bench::order::{Asymptotic, order};
use collisionbench::collide::reference;
use collisionbench::collide::schemes::{Scheme, State, Touch, VelocityVerlet};
use collisionbench::collide::stepper::{Encounter, ErrorMeasure, Exact, StepSize, Stepper};
use collisionbench::law::{Card, Dashpot, Elastic, Ends, PowerForce};

/// Beeman 1976: `x += v dt - (4 p_n - p_n-1) dt^2/6; v -= (2 p_n+1 + 5 p_n - p_n-1) dt/6`.
pub struct Beeman;

const CARD: Card = Card {
    name: "beeman",
    title: "Beeman",
    formula: "delta_n+1 = delta_n + v_n dt - (4 F_n - F_n-1)/m* dt^2/6\n\
              v_n+1     = v_n - (2 F_n+1 + 5 F_n - F_n-1)/m* dt/6",
    symbols: &[("delta", "overlap", "m"), ("v", "rate of approach", "m/s")],
    holds: "smooth forces",
    source: "Beeman 1976, J. Comput. Phys. 20, 130",
    known_as: &[],
};

impl Scheme for Beeman {
    fn card(&self) -> &'static Card {
        &CARD
    }

    fn step(&self, touch: &mut Touch<f64>, state: &mut State<f64>, dt: f64) {
        let [now, before, ..] = state.memory;
        state.overlap += state.speed * dt - (4.0 * now - before) * dt * dt / 6.0;
        // The speed at the end of the step is not known yet: predicted from the pushes so far.
        let predicted = state.speed - (3.0 * now - before) * dt / 2.0;
        let next = touch.push(state.overlap, predicted);
        state.speed -= (2.0 * next + 5.0 * now - before) * dt / 6.0;
        state.memory = [next, now, 0.0, 0.0];
    }
}

/// Prints errors and orders of the scheme beside those of velocity Verlet.
pub fn main() -> Result<(), Box<dyn Error>> {
    // Two glass spheres, 20 mm across, at 2 m/s: Hertz, without damping.
    let (E_star, R_star, m_star, speed) = (25e9, 5e-3f64, 5.864e-3, 2.0);
    let elastic = Elastic { K: 4.0 / 3.0 * E_star * R_star.sqrt(), alpha: 1.5, reference_gap: 0.0 };
    let force = PowerForce::new(elastic, Dashpot { C: 0.0, beta: 0.0 }, Ends::ForceClamped);
    let encounter = Encounter { force, m_star };

    let trajectory = reference::collide(&force, None, &reference::Approach::head_on(m_star, speed), 1e-12)?;
    let exact = Exact::of(&trajectory, speed).ok_or("the bodies stay in contact")?;
    let schemes: [&dyn Scheme; 2] = [&Beeman, &VelocityVerlet];
    for scheme in schemes {
        println!("{}", scheme.name());
        for quantity in [ErrorMeasure::Restitution, ErrorMeasure::Duration, ErrorMeasure::MaxOverlap] {
            let mut ladder = Vec::new();
            for steps in [50.37, 100.37, 200.37, 400.37, 800.37] {
                let stepper = Stepper { scheme, step: StepSize::PerContact(steps), phases: 64 };
                let phases = stepper.run(&encounter, speed, None)?;
                ladder.push((steps, phases.errors(quantity, &exact).worst));
            }
            let fit = order(&ladder)?;
            let settled = if fit.asymptotic == Asymptotic::Yes { "" } else { "   not asymptotic" };
            println!(
                "  {:26} worst at 50 steps {:8.1e}   order {:.2} +- {:.2}{settled}",
                quantity.word(),
                ladder[0].1,
                fit.slope,
                fit.uncertainty
            );
        }
    }
    Ok(())
}
