//! The table of theory.md section 6, row by row: orders of the worst error over 64 onset phases, and magnitudes at 20,
//! 50 and 100 steps a contact.

use collisionbench::bench::order::order;
use collisionbench::collide::schemes::Scheme;
use collisionbench::collide::stepper::{
    Encounter, ErrorMeasure, Exact, PhaseSpread, Phases, StepSize, Steppable, Stepper,
};
use collisionbench::law::{Dashpot, Elastic, Ends, PowerForce};

use crate::stepper::exact::Scaled;

/// Onset phases of every run.
pub const PHASES: usize = 64;
/// Added to every count of steps: an integer ratio locks entry and exit.
const OFF: f64 = 0.37;
const LADDER: [f64; 6] = [50.0, 100.0, 200.0, 400.0, 800.0, 1600.0];
const MAGNITUDES: [f64; 3] = [20.0, 50.0, 100.0];
/// Of an order in the table.
const GIVE_OR_TAKE: f64 = 0.1;

/// Which damping a row is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Lagged,
    Implicit,
}

/// What a row measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measured {
    Of(ErrorMeasure),
    Energy,
}

/// What the section says about an order.
#[derive(Debug, Clone, Copy)]
pub enum Slope {
    Is(f64),
    /// Durations of damped laws: between the order and the steepest slope that the section has measured.
    Between(f64, f64),
}

/// Worst and mean at a count of steps; a mean the table does not give is `None`.
type Magnitude = (f64, Option<f64>);

/// One row of the table.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    pub law: Law,
    pub kind: Kind,
    pub measured: Measured,
    pub slope: Slope,
    /// At 20, 50 and 100 steps.
    pub magnitudes: [Option<Magnitude>; 3],
}

/// The laws of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Law {
    Hertz,
    TsujiHalfFull,
    TsujiHalfClipped,
    TsujiTenthClipped,
    Viscoelastic,
    LinearHalfFull,
}

impl Law {
    pub const ALL: [Self; 6] = [
        Self::Hertz,
        Self::TsujiHalfFull,
        Self::TsujiHalfClipped,
        Self::TsujiTenthClipped,
        Self::Viscoelastic,
        Self::LinearHalfFull,
    ];

    /// In scaled units; the coefficients are those of theory.md section 2.
    pub fn scaled(self) -> Scaled {
        let z_full = 0.215_453_761_966_246_8;
        let law = |alpha, b, beta, clipped| Scaled { alpha, b, beta, clipped };
        match self {
            Self::Hertz => law(1.5, 0.0, 0.0, false),
            Self::TsujiHalfFull => law(1.5, 5f64.sqrt() * z_full, 0.25, false),
            Self::TsujiHalfClipped => law(1.5, 0.570_813_678_781_990_1, 0.25, true),
            Self::TsujiTenthClipped => law(1.5, 2.779_852_543_666_893_5, 0.25, true),
            Self::Viscoelastic => law(1.5, 0.5, 0.5, true),
            Self::LinearHalfFull => law(1.0, 2.0 * z_full, 0.0, false),
        }
    }

    /// In SI: a stiffness, a mass and a speed that have nothing to do with 1.
    pub fn scene(self) -> Scene {
        let Scaled { alpha, b, beta, clipped } = self.scaled();
        let (K, m_star, speed) = (7.3e8f64, 4.1e-4f64, 2.9f64);
        let length = (m_star * speed * speed / K).powf(1.0 / (alpha + 1.0));
        let C = b * m_star * speed / length.powf(beta + 1.0);
        let ends = if clipped { Ends::ForceClamped } else { Ends::ZeroOverlap };
        let force = PowerForce::new(Elastic { K, alpha, reference_gap: 0.0 }, Dashpot { C, beta }, ends);
        let found = self.scaled().solve();
        let exact = Exact {
            restitution: found.e,
            duration_to_zero_overlap: found.tau * length / speed,
            max_overlap: found.d_max * length,
            max_force: found.f_max * m_star * speed * speed / length,
        };
        Scene { encounter: Encounter { force, m_star }, speed, exact }
    }
}

/// A law in SI with its exact collision.
#[derive(Debug, Clone, Copy)]
pub struct Scene {
    pub encounter: Encounter,
    pub speed: f64,
    pub exact: Exact,
}

impl Scene {
    pub fn phases(&self, scheme: &dyn Scheme, steps: f64) -> Phases {
        let own = self.exact.duration_to_zero_overlap;
        Stepper { scheme, step: StepSize::PerOwnContact(steps + OFF), phases: PHASES }
            .run(&self.encounter, self.speed, Some(own))
            .unwrap()
    }

    fn errors(&self, scheme: &dyn Scheme, steps: f64, measured: Measured) -> PhaseSpread {
        let phases = self.phases(scheme, steps);
        match measured {
            Measured::Of(quantity) => phases.errors(quantity, &self.exact),
            Measured::Energy => {
                let of = |impact| self.encounter.energy_in_contact(scheme, impact).unwrap();
                PhaseSpread::new(phases.impacts.iter().map(of))
            }
        }
    }
}

use ErrorMeasure::{Duration, DurationCounted, MaxOverlap, Restitution};
use Kind::{Implicit, Lagged};
use Law::{Hertz, LinearHalfFull, TsujiHalfClipped, TsujiHalfFull, TsujiTenthClipped, Viscoelastic};
use Measured::{Energy, Of};
use Slope::{Between, Is};

const NONE: [Option<Magnitude>; 3] = [None; 3];

const fn row(law: Law, kind: Kind, measured: Measured, slope: Slope, magnitudes: [Option<Magnitude>; 3]) -> Row {
    Row { law, kind, measured, slope, magnitudes }
}

/// Worst over mean at 20, 50 and 100 steps, as the table prints them.
const fn at(numbers: [(f64, f64); 3]) -> [Option<Magnitude>; 3] {
    let [a, b, c] = numbers;
    [Some((a.0, Some(a.1))), Some((b.0, Some(b.1))), Some((c.0, Some(c.1)))]
}

const fn worst_at_100(worst: f64) -> [Option<Magnitude>; 3] {
    [None, None, Some((worst, None))]
}

/// Every row. The elastic ones hold for both kinds: there is no damping to lag.
#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    row(Hertz, Lagged, Of(Restitution), Is(2.5), at([(2.4e-4, 1.0e-4), (2.7e-5, 1.2e-5), (5.0e-6, 2.3e-6)])),
    row(Hertz, Lagged, Of(Duration), Is(2.0), at([(1.3e-3, 1.2e-3), (2.1e-4, 2.0e-4), (5.2e-5, 5.1e-5)])),
    row(Hertz, Lagged, Of(MaxOverlap), Is(2.0), at([(2.3e-3, 9.7e-4), (3.7e-4, 1.5e-4), (9.2e-5, 3.7e-5)])),
    row(Hertz, Lagged, Energy, Is(2.0), at([(4.0e-3, 3.6e-3), (6.3e-4, 5.8e-4), (1.5e-4, 1.5e-4)])),
    row(Hertz, Lagged, Of(DurationCounted), Is(1.0), at([(3.1e-2, 2.3e-2), (1.3e-2, 9.2e-3), (6.3e-3, 4.6e-3)])),
    row(TsujiHalfFull, Lagged, Of(Restitution), Is(1.0), at([(2.2e-2, 1.1e-2), (7.5e-3, 4.3e-3), (3.6e-3, 2.2e-3)])),
    row(TsujiHalfFull, Implicit, Of(Restitution), Is(1.25), at([(1.6e-2, 9.3e-3), (5.3e-3, 3.1e-3), (2.3e-3, 1.3e-3)])),
    row(TsujiHalfFull, Lagged, Of(Duration), Between(1.0, 1.22), at([(1.9e-2, 1.5e-2), (6.9e-3, 5.8e-3), (3.3e-3, 2.9e-3)])),
    row(TsujiHalfFull, Lagged, Of(MaxOverlap), Is(1.0), at([(2.5e-2, 1.8e-2), (9.3e-3, 7.2e-3), (4.5e-3, 3.6e-3)])),
    row(TsujiHalfFull, Implicit, Of(Duration), Between(1.25, 1.47), NONE),
    row(TsujiHalfFull, Implicit, Of(MaxOverlap), Is(1.25), NONE),
    row(TsujiHalfClipped, Lagged, Of(Restitution), Is(1.0), at([(2.1e-2, 1.2e-2), (7.8e-3, 4.7e-3), (3.7e-3, 2.3e-3)])),
    row(TsujiHalfClipped, Implicit, Of(Restitution), Is(1.25), NONE),
    row(TsujiTenthClipped, Lagged, Of(Restitution), Is(1.0), at([(3.0e-1, 2.0e-1), (1.1e-1, 7.8e-2), (5.2e-2, 3.9e-2)])),
    row(TsujiTenthClipped, Implicit, Of(Restitution), Is(1.25), NONE),
    row(Viscoelastic, Lagged, Of(Restitution), Is(1.0), NONE),
    row(Viscoelastic, Lagged, Of(Duration), Between(1.0, 1.22), NONE),
    row(Viscoelastic, Lagged, Of(MaxOverlap), Is(1.0), NONE),
    row(Viscoelastic, Implicit, Of(Restitution), Is(1.5), worst_at_100(6.0e-4)),
    row(Viscoelastic, Implicit, Of(Duration), Between(1.5, 1.74), worst_at_100(1.8e-4)),
    row(Viscoelastic, Implicit, Of(MaxOverlap), Is(1.5), worst_at_100(5.1e-4)),
    row(LinearHalfFull, Lagged, Of(Restitution), Is(1.0), at([(7.9e-2, 1.2e-2), (3.2e-2, 5.0e-3), (1.6e-2, 2.4e-3)])),
    row(LinearHalfFull, Lagged, Of(MaxOverlap), Is(1.0), NONE),
    row(LinearHalfFull, Implicit, Of(Restitution), Is(1.0), NONE),
    row(LinearHalfFull, Implicit, Of(MaxOverlap), Is(1.0), NONE),
    row(LinearHalfFull, Lagged, Of(Duration), Between(1.0, 1.22), NONE),
    row(LinearHalfFull, Implicit, Of(Duration), Is(2.0), NONE),
];

/// Everything a scheme of one kind does otherwise than the table says, a line each.
///
/// `scenes` holds the scene of every law, in the order of [`Law::ALL`].
pub fn breaches(scheme: &dyn Scheme, kind: Kind, scenes: &[Scene]) -> Vec<String> {
    let mut breaches = Vec::new();
    for row in ROWS.iter().filter(|row| row.kind == kind || row.law == Hertz) {
        let scene = &scenes[Law::ALL.iter().position(|&law| law == row.law).unwrap()];
        let name = format!("{:?} {:?}", row.law, row.measured);
        for (steps, magnitude) in MAGNITUDES.into_iter().zip(row.magnitudes) {
            let Some((worst, mean)) = magnitude else { continue };
            let found = scene.errors(scheme, steps, row.measured);
            for (what, expected, found) in [("worst", Some(worst), found.worst), ("mean", mean, found.mean)] {
                if let Some(expected) = expected
                    && format!("{found:.1e}") != format!("{expected:.1e}")
                {
                    breaches.push(format!("{name}: {what} at {steps} is {found:.3e}, not {expected:.1e}"));
                }
            }
        }
        let ladder: Vec<(f64, f64)> =
            LADDER.iter().map(|&n| (n + OFF, scene.errors(scheme, n, row.measured).worst)).collect();
        match (order(&ladder), row.slope) {
            (Ok(fit), Is(wanted)) if (fit.slope - wanted).abs() <= GIVE_OR_TAKE => {}
            (Ok(fit), Between(low, high)) if (low - GIVE_OR_TAKE..=high + GIVE_OR_TAKE).contains(&fit.slope) => {}
            (Ok(fit), _) => breaches.push(format!("{name}: order {:.3}, not {:?}", fit.slope, row.slope)),
            (Err(why), _) => breaches.push(format!("{name}: {why}")),
        }
    }
    breaches
}
