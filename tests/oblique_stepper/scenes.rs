//! Bodies that meet at an angle.

use collisionbench::collide::collision::{Collision, Rebound};
use collisionbench::collide::schemes::{Scheme, VelocityVerlet};
use collisionbench::collide::stepper::{Encounter, Impact, Oblique, strike};
use collisionbench::law::scene::{Bodies, ImpactKinematics};
use collisionbench::law::shear::Spheres;
use collisionbench::law::shear::{Arm, Form, Levers, ShearForce};
use collisionbench::law::{Dashpot, Elastic, Ends, PowerForce};

/// Elastic constants of two like bodies.
#[derive(Clone, Copy)]
pub struct Stuff {
    pub E: f64,
    pub nu: f64,
    pub rho: f64,
    pub mu: f64,
}

/// The aluminium oxide of engines.md.
pub const ALUMINA: Stuff = Stuff { E: 380e9, nu: 0.23, rho: 4000.0, mu: 0.092 };
/// So soft that the contact turns and the levers shorten visibly.
pub const RUBBER: Stuff = Stuff { E: 2e6, nu: 0.3, rho: 1200.0, mu: 0.4 };

impl Stuff {
    pub fn spheres(&self, R_star: f64) -> Spheres {
        let E_star = self.E / (2.0 * (1.0 - self.nu * self.nu));
        let G = self.E / (2.0 * (1.0 + self.nu));
        Spheres { E_star, G_star: G / (2.0 * (2.0 - self.nu)), R_star, friction: self.mu }
    }

    fn shear(&self, form: Form, spheres: Spheres) -> ShearForce {
        let S = 8.0 * spheres.G_star * spheres.R_star.sqrt();
        ShearForce { S, gamma: 0.5, spheres: Some(spheres), ..ShearForce::new(form, self.mu) }
    }

    /// Solid spheres of these radii (an infinite one is a wall), elastic, nominal levers; they meet at the normal speed
    /// `v_n` and the tangential one `v_t`.
    pub fn meet(&self, radius: [f64; 2], form: Form, v_t: f64) -> Oblique {
        let mass = radius.map(|r| self.rho * 4.0 / 3.0 * std::f64::consts::PI * r.powi(3));
        let m_star = 1.0 / (1.0 / mass[0] + 1.0 / mass[1]);
        let R_star = 1.0 / (1.0 / radius[0] + 1.0 / radius[1]);
        let spheres = self.spheres(R_star);
        let elastic = Elastic { K: 4.0 / 3.0 * spheres.E_star * R_star.sqrt(), alpha: 1.5, reference_gap: 0.0 };
        let force = PowerForce::new(elastic, Dashpot { C: 0.0, beta: 0.0 }, Ends::ForceClamped);
        let inertia = [0, 1].map(|i| 0.4 * mass[i] * radius[i] * radius[i]);
        Oblique {
            encounter: Encounter { force, m_star },
            bodies: Bodies { m_star, radius, inertia },
            mass,
            kinematics: ImpactKinematics { tangential_speed: v_t, ..ImpactKinematics::HEAD_ON },
            shear: self.shear(form, spheres),
            motion: None,
        }
    }
}

/// A sphere on a wall of the same stuff.
pub const WALL: f64 = f64::INFINITY;

pub fn levers(mut oblique: Oblique, slip: Arm, torque: Arm) -> Oblique {
    oblique.shear.levers = Levers { slip, torque };
    oblique
}

/// With a dashpot of Tsuji along the normal: `zeta` its damping ratio.
pub fn damped(mut oblique: Oblique, zeta: f64, ends: Ends) -> Oblique {
    let PowerForce { K, .. } = oblique.encounter.force;
    let C = 5f64.sqrt() * zeta * (oblique.encounter.m_star * K).sqrt();
    let elastic = Elastic { K, alpha: 1.5, reference_gap: 0.0 };
    oblique.encounter.force = PowerForce::new(elastic, Dashpot { C, beta: 0.25 }, ends);
    oblique
}

/// `steps` in the undamped duration.
pub fn impact(oblique: &Oblique, speed: f64, steps: f64, phase: f64) -> Impact {
    Impact { phase, speed, dt: oblique.encounter.undamped_duration(speed) / steps }
}

pub fn stepped(scheme: &dyn Scheme, oblique: &Oblique, speed: f64, steps: f64, phase: f64) -> Collision {
    strike(scheme, oblique, &impact(oblique, speed, steps, phase)).unwrap()
}

pub fn verlet(oblique: &Oblique, speed: f64, steps: f64, phase: f64) -> Collision {
    stepped(&VelocityVerlet, oblique, speed, steps, phase)
}

pub fn tangential(oblique: &Oblique, speed: f64, steps: f64, phase: f64) -> Rebound {
    verlet(oblique, speed, steps, phase).rebound.unwrap()
}

/// A pair that turns by some degrees while it touches, with spins about every axis.
pub fn tumbling(form: Form) -> Oblique {
    let mut pair = levers(RUBBER.meet([0.010, 0.007], form, 0.8), Arm::HalfOverlap, Arm::HalfOverlap);
    pair.kinematics.spin = [[60.0, 10.0, -40.0], [90.0, -15.0, 20.0]];
    pair
}
