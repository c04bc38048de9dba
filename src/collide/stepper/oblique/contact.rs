//! The contact as a production code evaluates it: once a step, from positions and velocities.

use nalgebra::Vector3;

use super::Oblique;
use super::flight::{Crossing, Flight, Wrench};
use super::normal::{NormalContact, NormalLoad, NormalPair, power};
use super::rolling::Rolling;
use crate::collide::stepper::Impact;
use crate::law::history::{self, Slide, VectorMemory};
use crate::law::shear::{RollingForce, ShearDashpot, WhileSliding};

/// Impulses and works of the contact on the bodies so far.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct EnergyTotals {
    /// Impulse on body 1, N s.
    pub impulse: Vector3<f64>,
    /// Angular impulse about the point of first touch, by the support of a wall, N m s.
    pub held: Vector3<f64>,
    /// Angular impulse on bodies that cannot turn, N m s.
    pub taken: Vector3<f64>,
    pub slip: f64,
    pub dashpot: f64,
    pub rolling: f64,
    pub created: f64,
    pub strain: f64,
}

/// Position and memory of the contact.
pub(super) struct ObliqueContact<'a, N: NormalPair + 'a, M> {
    oblique: &'a Oblique<N>,
    pub normal: N::Contact<'a>,
    law: M,
    rolling: Rolling,
    frame: [Vector3<f64>; 3],
    /// Distance of the centres at first touch, m; infinite at a wall.
    distance: f64,
    /// Whether the contact is closed, so that the laws have a memory.
    holds: bool,
    /// Displacement of body 1 relative to body 2 since first touch, at the last force, m.
    last: Vector3<f64>,
    /// Where the contact ended, for a law that ends it itself.
    pub ended: Option<Crossing>,
    pub tally: EnergyTotals,
}

/// Normal and overlap at a displacement `y` of body 1 from body 2 since first touch, at a distance `D` of the centres there.
///
/// `D - |D n + y| = -y.(2 D n + y)/(D + |D n + y|)`, which loses no digits.
#[inline(always)]
fn overlap(n: &Vector3<f64>, distance: f64, y: &Vector3<f64>) -> (Vector3<f64>, f64) {
    if distance.is_infinite() {
        return (*n, -n.dot(y));
    }
    let centres = n * distance + y;
    let length = centres.norm();
    let overlap = -(2.0 * distance * n.dot(y) + y.norm_squared()) / (distance + length);
    (centres / length, overlap)
}

impl<'a, N: NormalPair, M: VectorMemory> ObliqueContact<'a, N, M> {
    /// The contact of bodies before first touch.
    pub fn new(oblique: &'a Oblique<N>, law: M, impact: &Impact, flight: &Flight) -> Self {
        let (frame, distance, last) = (oblique.frame(), oblique.bodies.distance(0.0), flight.apart());
        Self {
            oblique,
            normal: oblique.encounter.begin(impact, overlap(&frame[0], distance, &last).1),
            law,
            rolling: Rolling::new(oblique.shear.rolling, oblique.bodies.radius),
            frame,
            distance,
            holds: false,
            last,
            ended: None,
            tally: EnergyTotals::default(),
        }
    }

    /// Normal and overlap at a displacement of body 1 relative to body 2 since first touch.
    #[inline(always)]
    pub fn overlap(&self, y: &Vector3<f64>) -> (Vector3<f64>, f64) {
        overlap(&self.frame[0], self.distance, y)
    }

    /// The slip velocity at an overlap, m/s: the velocity of body 1's surface relative to body 2's, perpendicular to `n`.
    #[inline(always)]
    pub fn slip(&self, flight: &Flight, n: &Vector3<f64>, overlap: f64) -> Vector3<f64> {
        let relative = flight.relative();
        let arms = self.oblique.bodies.arms(self.oblique.shear.levers.slip, overlap);
        let roll = flight.spin[0] * arms[0] + flight.spin[1] * arms[1];
        relative - n * n.dot(&relative) - roll.cross(n)
    }

    /// Force and torques now, `dt` after the last ones. An implicit dashpot is evaluated after a kick of `half_dt`.
    #[inline(always)]
    pub fn wrench(&mut self, flight: &Flight, dt: f64, half_dt: Option<f64>) -> Wrench {
        let place = flight.apart();
        let (n, overlap) = self.overlap(&place);
        let approach = -n.dot(&flight.relative());
        let pressed = self.normal.press(overlap, approach, half_dt, self.oblique.shear.limit);
        let start = std::mem::replace(&mut self.last, place);
        let Some(pressed) = pressed else {
            if let Some(part) = self.normal.ended() {
                self.ended = Some(Crossing { start, end: place, part, law: true });
            }
            self.tally.strain += self.normal.deleted();
            self.open();
            return Wrench::default();
        };
        self.holds = true;
        self.tally.dashpot += (pressed.total - pressed.elastic) * approach * dt;
        self.pressed(flight, &n, overlap, &pressed, dt)
    }

    /// Force and torques including the tangential ones, for a given normal load.
    #[inline(always)]
    fn pressed(&mut self, flight: &Flight, n: &Vector3<f64>, overlap: f64, pressed: &NormalLoad, dt: f64) -> Wrench {
        let shear = &self.oblique.shear;
        let NormalLoad { total, bound, width, .. } = *pressed;
        let twist = shear.rotation.spin(n.dot(&flight.spin[0]), n.dot(&flight.spin[1])) * dt;
        let slip = self.slip(flight, n, overlap);
        let ShearDashpot { C, beta, sliding } = shear.dashpot;
        let dashpot = if C == 0.0 { Vector3::zeros() } else { slip * (C * power(width, beta)) };
        let to =
            history::Pressed { delta: width, k_t: shear.S * power(width, shear.gamma), limit: shear.friction * bound };
        // Without a dashpot all three ways of sliding are identical.
        let sliding = if C == 0.0 { WhileSliding::Added } else { sliding };
        self.law.turn(n, twist);
        let met = self.law.advance(&Slide { to, du: slip * dt, dashpot, sliding });
        self.tally.dashpot += met.dashpot;
        if shear.winds_up() {
            self.tally.slip += met.force.dot(&slip) * dt - met.dashpot;
        } else {
            self.tally.slip += met.slip;
            self.tally.created += met.created;
        }

        let arms = self.oblique.bodies.arms(shear.levers.torque, overlap);
        let turn = n.cross(&met.force);
        let force = n * total - met.force;
        let mut torque = [turn * arms[0], turn * arms[1]];
        if shear.rolling != RollingForce::None {
            let rolling = self.rolling.torques(bound, n, twist, &flight.spin, dt);
            for i in 0..2 {
                torque[i] += rolling[i];
                self.tally.rolling -= rolling[i].dot(&flight.spin[i]) * dt;
            }
        }
        self.keep(flight, n, overlap, &force, &torque, dt);
        Wrench { force, torque }
    }

    fn keep(
        &mut self,
        flight: &Flight,
        n: &Vector3<f64>,
        overlap: f64,
        force: &Vector3<f64>,
        torque: &[Vector3<f64>; 2],
        dt: f64,
    ) {
        let Oblique { bodies, .. } = self.oblique;
        self.tally.impulse += force * dt;
        if self.distance.is_infinite() {
            // The point of the wall nearest to the centre of the sphere, relative to that of first touch.
            let nearest = flight.apart() + n * overlap;
            self.tally.held += nearest.cross(force) * dt;
        } else {
            for (torque, inertia) in torque.iter().zip(&bodies.inertia) {
                if inertia.is_infinite() {
                    self.tally.taken += torque * dt;
                }
            }
        }
    }

    /// Ends the contact; its stored energy counts as deleted.
    pub fn open(&mut self) {
        if self.holds {
            let stored = self.law.open();
            self.tally.strain += if self.oblique.shear.winds_up() { 0.0 } else { stored };
            self.rolling.open();
            self.holds = false;
        }
    }

    pub fn oblique(&self) -> &'a Oblique<N> {
        self.oblique
    }

    pub fn keeps_accounts(&self) -> bool {
        self.law.keeps_accounts()
    }
}
