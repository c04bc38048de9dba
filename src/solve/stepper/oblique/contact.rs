//! The contact as a production code evaluates it: once a step, from positions and velocities.

use nalgebra::Vector3;

use super::Oblique;
use super::flight::{Flight, Wrench};
use super::rolling::Rolling;
use crate::contact::history::{Pressed, Slide, VectorMemory};
use crate::contact::shear::{ShearDashpot, WhileSliding};
use crate::solve::schemes::Touch;

/// What the contact has done to the bodies so far.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Tally {
    /// On body 1, N s.
    pub impulse: Vector3<f64>,
    /// About the point of first touch, by what holds a wall, N m s.
    pub held: Vector3<f64>,
    /// On bodies that cannot turn, N m s.
    pub taken: Vector3<f64>,
    pub slip: f64,
    pub dashpot: f64,
    pub rolling: f64,
    pub created: f64,
    pub strain: f64,
}

/// A power by a square root where it is one.
fn power(delta: f64, exponent: f64) -> f64 {
    if exponent == 0.5 {
        delta.sqrt()
    } else if exponent == 0.0 {
        1.0
    } else if exponent == 0.25 {
        delta.sqrt().sqrt()
    } else {
        delta.powf(exponent)
    }
}

/// Where the contact is and what it remembers.
pub(super) struct Closing<'a, M> {
    oblique: &'a Oblique,
    pub touch: Touch<f64>,
    law: M,
    rolling: Rolling,
    frame: [Vector3<f64>; 3],
    /// Distance of the centres at first touch, m; infinite at a wall.
    distance: f64,
    /// Whether the law remembers anything.
    holds: bool,
    pub tally: Tally,
}

impl<'a, M: VectorMemory> Closing<'a, M> {
    pub fn new(oblique: &'a Oblique, law: M) -> Self {
        Self {
            oblique,
            touch: Touch::new(&oblique.encounter.force, oblique.encounter.m_star),
            law,
            rolling: Rolling::new(oblique.shear.rolling, oblique.bodies.radius),
            frame: oblique.frame(),
            distance: oblique.bodies.distance(0.0),
            holds: false,
            tally: Tally::default(),
        }
    }

    /// Normal and overlap at a place of body 1 from body 2 beyond first touch.
    ///
    /// `D - |D n + y| = -y.(2 D n + y)/(D + |D n + y|)`, which loses no digits.
    #[inline(always)]
    pub fn overlap(&self, y: &Vector3<f64>) -> (Vector3<f64>, f64) {
        let n = &self.frame[0];
        if self.distance.is_infinite() {
            return (*n, -n.dot(y));
        }
        let centres = n * self.distance + y;
        let length = centres.norm();
        let overlap = -(2.0 * self.distance * n.dot(y) + y.norm_squared()) / (self.distance + length);
        (centres / length, overlap)
    }

    /// The slip velocity at an overlap, m/s: what is across `n` of the velocity of body 1's surface relative to body 2's.
    #[inline(always)]
    pub fn slip(&self, flight: &Flight, n: &Vector3<f64>, overlap: f64) -> Vector3<f64> {
        let relative = flight.relative();
        let arms = self.oblique.bodies.arms(self.oblique.shear.levers.slip, overlap.max(0.0));
        let roll = flight.spin[0] * arms[0] + flight.spin[1] * arms[1];
        relative - n * n.dot(&relative) - roll.cross(n)
    }

    /// Force and torques now, `dt` after the last time. `half_dt` is the kick that an implicit dashpot looks ahead over.
    #[inline(always)]
    pub fn wrench(&mut self, flight: &Flight, dt: f64, half_dt: Option<f64>) -> Wrench {
        let (n, overlap) = self.overlap(&flight.apart());
        let approach = -n.dot(&flight.relative());
        let alive = self.touch.alive();
        let push = match half_dt {
            Some(half_dt) => self.touch.push_implicit(overlap, approach, half_dt),
            None => self.touch.push(overlap, approach),
        };
        if overlap <= 0.0 || self.touch.alive() == 0.0 {
            if alive > 0.0 && overlap > 0.0 {
                self.tally.strain += self.oblique.encounter.force.energy(overlap);
            }
            self.open();
            return Wrench::default();
        }
        self.holds = true;
        let Encountered { total, elastic } = self.normal(push, overlap, approach);
        self.tally.dashpot += (total - elastic) * approach * dt;
        self.pressed(flight, &n, overlap, total, elastic, dt)
    }

    /// The tangential force and the torques beside a normal one.
    #[inline(always)]
    fn pressed(
        &mut self,
        flight: &Flight,
        n: &Vector3<f64>,
        overlap: f64,
        total: f64,
        elastic: f64,
        dt: f64,
    ) -> Wrench {
        let shear = &self.oblique.shear;
        let normal = shear.limit.normal(total, elastic);
        let twist = 0.5 * n.dot(&(flight.spin[0] + flight.spin[1])) * dt;
        let slip = self.slip(flight, n, overlap);
        let ShearDashpot { C, beta, sliding } = shear.dashpot;
        let dashpot = if C == 0.0 { Vector3::zeros() } else { slip * (C * power(overlap, beta)) };
        let to = Pressed {
            delta: overlap,
            a: shear.spheres.map_or(0.0, |spheres| (spheres.R_star * overlap).sqrt()),
            k_t: shear.S * power(overlap, shear.gamma),
            limit: shear.friction * normal,
        };
        // Without a dashpot all three ways of sliding are one.
        let sliding = if C == 0.0 { WhileSliding::Added } else { sliding };
        self.law.turn(n, twist);
        let met = self.law.advance(&Slide { to, du: slip * dt, dashpot, sliding });
        self.tally.slip += met.slip;
        self.tally.dashpot += met.dashpot;
        self.tally.created += met.created;

        let arms = self.oblique.bodies.arms(shear.levers.torque, overlap);
        let turn = n.cross(&met.force);
        let force = n * total - met.force;
        let mut torque = [turn * arms[0], turn * arms[1]];
        if let Some(rolling) = self.rolling.torques(normal, n, twist, &flight.spin, dt) {
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
            // The point of the wall that is nearest to the centre of the sphere, from that of first touch.
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

    /// The contact is gone, and what it stored with it.
    fn open(&mut self) {
        if self.holds {
            self.tally.strain += self.law.open();
            self.rolling.open();
            self.holds = false;
        }
    }

    #[inline(always)]
    fn normal(&self, push: f64, overlap: f64, approach: f64) -> Encountered {
        let total = push * self.oblique.encounter.m_star;
        let force = &self.oblique.encounter.force;
        let damped = force.C != 0.0;
        let elastic = if !damped {
            total
        } else if self.oblique.shear.limit.is_elastic() || push != self.touch.unclamped() {
            force.elastic(overlap)
        } else {
            total - force.C * power(overlap, force.beta) * approach
        };
        Encountered { total, elastic }
    }

    pub fn oblique(&self) -> &'a Oblique {
        self.oblique
    }

    pub fn keeps_accounts(&self) -> bool {
        self.law.keeps_accounts()
    }
}

/// The normal force and its elastic part, N.
struct Encountered {
    total: f64,
    elastic: f64,
}
