//! Two rigid bodies, and the contact between them as a production code evaluates it: once a step, from positions and velocities.

use nalgebra::Vector3;

use super::normal::{NormalContact, NormalLoad, NormalPair, Released, power};
use super::{Impact, Oblique};
use crate::law::shear::{Form, FrictionRate, Pressed, RollingForce, ShearDashpot, WhileSliding};
use crate::law::spring_slider::{Resistance, Slide, SpringSlider, VectorMemory, sized};

/// Force and torques that act now.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Wrench {
    /// On body 1; the opposite acts on body 2. N
    pub force: Vector3<f64>,
    /// On each body about its centre, N m.
    pub torque: [Vector3<f64>; 2],
}

/// The last step of a contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Crossing {
    /// Displacements of body 1 relative to body 2 since first touch, before and after, m.
    pub start: Vector3<f64>,
    pub end: Vector3<f64>,
    /// Part of the step after which the contact is over, on a straight line.
    pub part: f64,
    /// Whether the law ends it, at an overlap of its own; otherwise it is over at zero overlap.
    pub law: bool,
}

/// Two rigid bodies in the axes of the case.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Flight {
    /// Displacement of each body from its position at first touch, m.
    pub place: [Vector3<f64>; 2],
    /// m/s
    pub velocity: [Vector3<f64>; 2],
    /// rad/s
    pub spin: [Vector3<f64>; 2],
    /// `1/m`, 0 for a body that does not move.
    light: [f64; 2],
    /// `1/I`
    nimble: [f64; 2],
}

impl Flight {
    /// The bodies a part `phase` of a step before first touch. The speeds are those about the common centre of mass
    /// plus the drift of the frame; a body of infinite mass has the drift alone.
    pub fn before<N: NormalPair>(oblique: &Oblique<N>, impact: &Impact) -> Self {
        let [n, t, b] = oblique.frame();
        let relative = t * oblique.kinematics.tangential_speed - n * impact.speed;
        let drift = Vector3::from(oblique.kinematics.drift);
        let m_star = oblique.encounter.m_star();
        let [one, two] = oblique.mass.map(|mass| m_star / mass);
        let velocity = [drift + relative * one, drift - relative * two];
        let spin = oblique.kinematics.spin.map(|[along_n, along_t, along_b]| n * along_n + t * along_t + b * along_b);
        let mut place = velocity.map(|velocity| velocity * (-impact.phase * impact.dt));
        place[0] -= n * oblique.encounter.touch();
        let inverse = |inertia: f64| 1.0 / inertia;
        Self { place, velocity, spin, light: oblique.mass.map(inverse), nimble: oblique.bodies.inertia.map(inverse) }
    }

    #[inline(always)]
    pub fn drift(&mut self, dt: f64) {
        self.place[0] += self.velocity[0] * dt;
        self.place[1] += self.velocity[1] * dt;
    }

    #[inline(always)]
    pub fn kick(&mut self, wrench: &Wrench, dt: f64) {
        self.velocity[0] += wrench.force * (self.light[0] * dt);
        self.velocity[1] -= wrench.force * (self.light[1] * dt);
        self.spin[0] += wrench.torque[0] * (self.nimble[0] * dt);
        self.spin[1] += wrench.torque[1] * (self.nimble[1] * dt);
    }

    /// Displacement of body 1 relative to body 2 since first touch, m.
    #[inline(always)]
    pub fn apart(&self) -> Vector3<f64> {
        self.place[0] - self.place[1]
    }

    /// Velocity of body 1 relative to body 2, m/s.
    #[inline(always)]
    pub fn relative(&self) -> Vector3<f64> {
        self.velocity[0] - self.velocity[1]
    }
}

/// Impulses and works of the contact on the bodies so far.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct EnergyTotals {
    /// Impulse on body 1, N s.
    pub impulse: Vector3<f64>,
    /// Angular impulse from outside, on the support of a wall about the point of first touch, and on bodies that cannot turn, N m s.
    pub outside: Vector3<f64>,
    pub slip: f64,
    pub dashpot: f64,
    /// Of local damping.
    pub damped: f64,
    pub rolling: f64,
    pub created: f64,
    pub strain: f64,
}

/// Position and memory of the contact.
pub(super) struct ObliqueContact<'a, N: NormalPair + 'a, M> {
    pub oblique: &'a Oblique<N>,
    pub normal: N::Contact<'a>,
    pub law: M,
    rolling: Rolling,
    frame: [Vector3<f64>; 3],
    /// Distance of the centres at first touch, m; infinite at a wall.
    distance: f64,
    /// Whether the contact is closed, so that the laws have a memory.
    holds: bool,
    /// Displacement of body 1 relative to body 2 since first touch, at the last force, m.
    last: Vector3<f64>,
    /// Where the law ended the contact at the last force.
    pub ended: Option<Crossing>,
    /// The normal force on body 1 over that of the contact, at the last force: other than 1 under local damping.
    pub share: f64,
    /// Largest normal force so far, N.
    pub max_force: f64,
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
    pub fn new(oblique: &'a Oblique<N>, law: M, flight: &Flight) -> Self {
        let (frame, distance, last) = (oblique.frame(), oblique.bodies.distance(0.0), flight.apart());
        Self {
            oblique,
            normal: oblique.encounter.begin(overlap(&frame[0], distance, &last).1),
            law,
            rolling: Rolling::new(oblique.shear.rolling, oblique.bodies.radius),
            frame,
            distance,
            holds: false,
            last,
            ended: None,
            share: 1.0,
            max_force: 0.0,
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
        let pressed = match pressed {
            Ok(pressed) => pressed,
            Err(Released { ended, deleted }) => {
                self.ended = ended.map(|part| Crossing { start, end: place, part, law: true });
                self.tally.strain += deleted;
                self.open();
                return Wrench::default();
            }
        };
        self.holds = true;
        let NormalLoad { total, elastic, bound, width } = pressed;
        self.tally.dashpot += (total - elastic) * approach * dt;
        let shear = &self.oblique.shear;
        let twist = shear.rotation.spin(n.dot(&flight.spin[0]), n.dot(&flight.spin[1])) * dt;
        let slip = self.slip(flight, &n, overlap);
        let ShearDashpot { C, beta, sliding } = shear.dashpot;
        let dashpot = if C == 0.0 { Vector3::zeros() } else { slip * (C * power(width, beta)) };
        let to = Pressed {
            delta: width,
            k_t: shear.S * power(width, shear.gamma),
            limit: shear.coefficient_of(&slip) * bound,
        };
        // Without a dashpot all three ways of sliding are identical.
        let sliding = if C == 0.0 { WhileSliding::Added } else { sliding };
        self.law.turn(&n, twist);
        let met = match shear.rate {
            FrictionRate::Regularised(smooth) => {
                let force = smooth.along(&slip) * to.limit;
                Resistance { force, slip: force.dot(&slip) * dt, ..Resistance::none() }
            }
            _ => self.law.advance(&Slide { to, du: slip * dt, dashpot, sliding }),
        };
        self.tally.dashpot += met.dashpot;
        if shear.winds_up() {
            self.tally.slip += met.force.dot(&slip) * dt - met.dashpot;
        } else {
            self.tally.slip += met.slip;
            self.tally.created += met.created;
        }

        let arms = self.oblique.bodies.arms(shear.levers.torque, overlap);
        let turn = n.cross(&met.force);
        let mut force = n * total - met.force;
        if let Some(motion) = &self.oblique.motion {
            let damped = motion.damped(&force, &flight.relative());
            self.tally.damped += (force - damped).dot(&flight.relative()) * dt;
            self.share = if total == 0.0 { 1.0 } else { n.dot(&damped) / total };
            force = damped;
        }
        self.max_force = self.max_force.max(total * self.share);
        let mut torque = [turn * arms[0], turn * arms[1]];
        if shear.rolling != RollingForce::None {
            let rolling = self.rolling.torques(bound, &n, twist, &flight.spin, dt);
            for i in 0..2 {
                torque[i] += rolling[i];
                self.tally.rolling -= rolling[i].dot(&flight.spin[i]) * dt;
            }
        }
        self.tally.impulse += force * dt;
        if self.distance.is_infinite() {
            // The point of the wall nearest to the centre of the sphere, relative to that of first touch.
            let nearest = flight.apart() + n * overlap;
            self.tally.outside += nearest.cross(&force) * dt;
        } else {
            for (torque, inertia) in torque.iter().zip(&self.oblique.bodies.inertia) {
                if inertia.is_infinite() {
                    self.tally.outside -= torque * dt;
                }
            }
        }
        Wrench { force, torque }
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
}

/// A rolling law with its memory.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Rolling {
    law: RollingForce,
    /// m
    radius: [f64; 2],
    R_star: f64,
    /// Spring of the moment over the relative rolling angle, N m/rad.
    spring: SpringSlider<3>,
}

impl Rolling {
    fn new(law: RollingForce, radius: [f64; 2]) -> Self {
        let R_star = 1.0 / (1.0 / radius[0] + 1.0 / radius[1]);
        let form = if matches!(law, RollingForce::SpringDashpot { .. }) { Form::Total } else { Form::Coulomb };
        Self { law, radius, R_star, spring: SpringSlider::new(form) }
    }

    fn open(&mut self) {
        self.spring.open();
    }

    /// Torques on both bodies, N m, under the load `normal` (N) of the friction limit, at the end of `dt` (s) in which
    /// the normal has turned to `n` and the contact by `twist` about it.
    fn torques(
        &mut self,
        normal: f64,
        n: &Vector3<f64>,
        twist: f64,
        spin: &[Vector3<f64>; 2],
        dt: f64,
    ) -> [Vector3<f64>; 2] {
        let (stiffness, damping, friction) = match self.law {
            RollingForce::None => return [Vector3::zeros(); 2],
            RollingForce::OwnSpin { friction } => {
                let limit =
                    |i: usize| if self.radius[i].is_finite() { friction * normal * self.radius[i] } else { 0.0 };
                return [0, 1].map(|i| -sized(&spin[i], limit(i)));
            }
            RollingForce::Constant { friction } => (0.0, 0.0, friction),
            RollingForce::SpringDashpot { stiffness, damping, friction } => (stiffness, damping, friction),
        };
        let relative = spin[0] - spin[1];
        let rate = relative - n * n.dot(&relative);
        self.spring.turn(n, twist);
        let held = [stiffness, friction * normal * self.R_star];
        let torque = self.spring.step(held, &(rate * dt), &(rate * damping), WhileSliding::Capped).force;
        [-torque, torque]
    }
}
