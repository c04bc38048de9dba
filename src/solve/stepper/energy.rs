//! Energy of an undamped collision while the bodies touch.

use super::{Encounter, Impact, Phases, Spread, march};
use crate::solve::schemes::Scheme;

/// Largest `|E_n/E_0 - 1|` over the steps in contact, `E = m* v^2/2 + U(delta)` with the velocity on the step.
///
/// The excursion comes back as the bodies part, so it says more about a scheme than its restitution does. `None` for a
/// damped contact.
pub fn energy_in_contact(scheme: &dyn Scheme, encounter: &Encounter, impact: &Impact) -> Option<f64> {
    if encounter.force.C != 0.0 {
        return None;
    }
    let kinetic = |speed: f64| 0.5 * encounter.m_star * speed * speed;
    let before = kinetic(impact.speed);
    let mut worst: f64 = 0.0;
    march::one(scheme, encounter, impact, |_, state, _| {
        if state.overlap > 0.0 {
            let energy = kinetic(state.speed) + encounter.force.energy(state.overlap);
            worst = worst.max((energy / before - 1.0).abs());
        }
    });
    Some(worst)
}

impl Phases {
    /// [`energy_in_contact`] over the onset phases; `None` for a damped contact.
    pub fn energy_errors(&self, scheme: &dyn Scheme, encounter: &Encounter) -> Option<Spread> {
        let errors: Option<Vec<f64>> =
            self.impacts.iter().map(|impact| energy_in_contact(scheme, encounter, impact)).collect();
        errors.map(Spread::new)
    }
}
