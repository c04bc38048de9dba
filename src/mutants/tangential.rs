//! Mistakes along the contact: tangential spring, friction, levers, spin.

use super::readings::scale;
use super::{Hook, Mutant};
use crate::contact::ShearForce;
use crate::contact::shear::{Arm, Form, FrictionLimit, Levers};
use crate::observe::Observable;
use crate::scene::{Scene, Shape};
use crate::solve::stepper::undamped_overlap;

const MAW: &str = "oblique/maw-nu-0-3";
const LIMITS: &str = "oblique/sliding-all-limits";
const INCREMENTAL: &str = "oblique/kharaz-mfix-incremental";
const TOTAL: &str = "oblique/chung-ooi-4-oxide-kratos";
const SLIP: &str = "an easily made mistake";

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "two-thirds-of-mindlin",
        breaks: "tangential stiffness 16/3 G* a instead of 8 G* a",
        seen: "MercuryDPM's source",
        case: TOTAL,
        hook: Hook::Scene(|s| shear(s, |f| f.S *= 2.0 / 3.0)),
    },
    Mutant {
        name: "shear-modulus-of-one-body",
        breaks: "G of the material instead of G* of the pair",
        seen: "MUSEN's page (X4) leaves G* undefined",
        case: TOTAL,
        hook: Hook::Scene(|s| {
            let young_and_nu = s.bodies[0].material.as_ref().and_then(|m| Some((m.young_modulus?, m.poisson_ratio?)));
            if let (Some((young, nu)), Some(G_star)) = (young_and_nu, s.pair.G_star) {
                shear(s, |f| f.S *= young / (2.0 * (1.0 + nu)) / G_star);
            }
        }),
    },
    Mutant {
        name: "effective-shear-from-effective-young",
        breaks: "G* as E*/(2(1+nu))",
        seen: "MercuryDPM's setter from effective modulus and Poisson's ratio: 6.5e8 for 2.06e8",
        case: TOTAL,
        hook: Hook::Scene(|s| {
            let nu = s.bodies[0].material.as_ref().and_then(|m| m.poisson_ratio);
            if let (Some(nu), Some(E_star), Some(G_star)) = (nu, s.pair.E_star, s.pair.G_star) {
                shear(s, |f| f.S *= E_star / (2.0 * (1.0 + nu)) / G_star);
            }
        }),
    },
    Mutant {
        name: "wall-shear-stiffness",
        breaks: "E (2-nu)(1+nu)/4 instead of 8 G* at a wall",
        seen: "LAMMPS 29Sep2021, fix wall/gran with mindlin NULL",
        case: TOTAL,
        hook: Hook::Scene(|s| {
            let nu = s.bodies[0].material.as_ref().and_then(|m| m.poisson_ratio);
            if let (Some(nu), true) = (nu, s.bodies[1].is_wall()) {
                shear(s, |f| f.S *= ((2.0 - nu) * (1.0 + nu)).powi(2) / 8.0);
            }
        }),
    },
    Mutant {
        name: "constant-shear-stiffness",
        breaks: "a tangential stiffness that does not grow with the overlap",
        seen: "linear tangential springs beside Hertz",
        case: TOTAL,
        hook: Hook::Scene(|s| {
            let Some(largest) = s.force.map(|force| undamped_overlap(&force, s.pair.m_star, s.speed)) else { return };
            shear(s, |f| {
                f.S *= largest.powf(f.gamma);
                f.gamma = 0.0;
            });
        }),
    },
    Mutant {
        name: "history-forgotten",
        breaks: "Coulomb friction throughout, without a tangential spring",
        seen: "codes that take mu F_n against the slip for sticking too",
        case: TOTAL,
        hook: Hook::Scene(|s| {
            shear(s, |f| {
                if f.form.is_spring() {
                    f.form = Form::Coulomb
                }
            })
        }),
    },
    Mutant {
        name: "not-rescaled-on-unloading",
        breaks: "a tangential force that is kept while the contact unloads",
        seen: "spurious energy: Elata & Berryman 1996; PFC with M_s = 0",
        case: "oblique/kharaz-kratos-rescaled",
        hook: Hook::Scene(|s| shear(s, |f| exchange(&mut f.form, Form::Rescaled, Form::Incremental))),
    },
    Mutant {
        name: "rescaled-where-it-is-kept",
        breaks: "a tangential force that falls with its stiffness while the contact unloads",
        seen: "Kratos and YADE: one name, two laws",
        case: "loading-path/elata-berryman-incremental",
        hook: Hook::Scene(|s| shear(s, |f| exchange(&mut f.form, Form::Incremental, Form::Rescaled))),
    },
    Mutant {
        name: "incremental-for-total",
        breaks: "an incremental spring instead of a total spring",
        seen: "LAMMPS and LIGGGHTS against YADE: one name, two laws",
        case: TOTAL,
        hook: Hook::Scene(|s| shear(s, |f| exchange(&mut f.form, Form::Total, Form::Incremental))),
    },
    Mutant {
        name: "total-for-incremental",
        breaks: "a total spring instead of an incremental one",
        seen: "YADE and LAMMPS: one name, two laws",
        case: "oblique/chung-ooi-4-oxide-incremental",
        hook: Hook::Scene(|s| shear(s, |f| exchange(&mut f.form, Form::Incremental, Form::Total))),
    },
    Mutant {
        name: "micro-slip-lost",
        breaks: "a spring that sticks or slides over the whole contact instead of partial slip (Mindlin & Deresiewicz)",
        seen: "most production codes",
        case: "oblique/kharaz-mfix-memory-diagram",
        hook: Hook::Scene(|s| {
            shear(s, |f| {
                if f.form.is_planar() {
                    f.form = Form::Incremental
                }
            })
        }),
    },
    Mutant {
        name: "no-friction",
        breaks: "friction 0",
        seen: "MercuryDPM's harmonic mean of frictions: 0 if either is 0",
        case: LIMITS,
        hook: Hook::Scene(|s| shear(s, |f| f.friction = 0.0)),
    },
    Mutant {
        name: "friction-as-an-angle",
        breaks: "the friction angle in radians instead of its tangent",
        seen: "YADE's frictionAngle is atan(mu)",
        case: LIMITS,
        hook: Hook::Scene(|s| shear(s, |f| f.friction = f.friction.atan())),
    },
    Mutant {
        name: "friction-from-elastic-force",
        breaks: "friction limited by the elastic instead of the total force",
        seen: "PFC limits by the elastic part, others by the total",
        case: LIMITS,
        hook: Hook::Scene(|s| shear(s, |f| exchange(&mut f.limit, FrictionLimit::Total, FrictionLimit::Elastic))),
    },
    Mutant {
        name: "friction-limit-without-the-pull",
        breaks: "friction limited by the magnitude of the force instead of the force plus twice the pull-off force",
        seen: "LAMMPS beside dmt and jkr: mu (F + 2 F_po); others mu |F|",
        case: "oblique/jkr-friction-limit",
        hook: Hook::Scene(|s| shear(s, |f| exchange(&mut f.limit, FrictionLimit::PullOff, FrictionLimit::Absolute))),
    },
    Mutant {
        name: "friction-limit-without-attraction",
        breaks: "friction limited by the repulsive force instead of the force plus twice the pull-off force",
        seen: "LIGGGHTS: `tangential_reduce` off takes the force without cohesion",
        case: "oblique/jkr-friction-limit",
        hook: Hook::Scene(|s| shear(s, |f| exchange(&mut f.limit, FrictionLimit::PullOff, FrictionLimit::Repulsive))),
    },
    Mutant {
        name: "torque-lever-shortened",
        breaks: "the torque at r - delta instead of r",
        seen: "YADE: slip velocity at r, torque at r - delta",
        case: MAW,
        hook: Hook::Scene(|s| shear(s, |f| exchange(&mut f.levers.torque, Arm::Radius, Arm::Overlap))),
    },
    Mutant {
        name: "both-levers-shortened",
        breaks: "slip and torque at r - delta/2 instead of r",
        seen: "LIGGGHTS, MercuryDPM",
        case: MAW,
        hook: Hook::Scene(|s| {
            shear(s, |f| exchange(&mut f.levers, Levers::both(Arm::Radius), Levers::both(Arm::HalfOverlap)))
        }),
    },
    Mutant {
        name: "inertia-of-a-disc",
        breaks: "moment of inertia 1/2 m r^2 instead of 2/5 m r^2",
        seen: "two-dimensional codes",
        case: MAW,
        hook: Hook::Scene(|s| {
            for body in &mut s.bodies {
                if let Shape::Sphere { inertia_factor, .. } = &mut body.shape {
                    *inertia_factor = 0.5;
                }
            }
        }),
    },
    Mutant {
        name: "angle-from-the-surface",
        breaks: "the angle of impact from the surface instead of the one from the normal",
        seen: "papers and codes differ in what an angle is measured from",
        case: MAW,
        hook: Hook::Scene(|s| {
            if s.kinematics.tangential_speed > 0.0 {
                std::mem::swap(&mut s.speed, &mut s.kinematics.tangential_speed);
            }
        }),
    },
    Mutant {
        name: "spin-sign",
        breaks: "the spin after the collision with the other sign",
        seen: "MUSEN's page (X1, X2): signs of the rotation",
        case: LIMITS,
        hook: Hook::Reading(|_, r| scale(r, Observable::ReboundSpin, |x| -x)),
    },
    Mutant {
        name: "contact-point-sign",
        breaks: "the tangential restitution of the contact point with the other sign",
        seen: "beta and -beta are both in use",
        case: LIMITS,
        hook: Hook::Reading(|_, r| scale(r, Observable::TangentialRestitutionContact, |x| -x)),
    },
    Mutant {
        name: "rebound-angle-from-the-surface",
        breaks: "the angle of rebound from the surface",
        seen: "papers and codes differ in what an angle is measured from",
        case: INCREMENTAL,
        hook: Hook::Reading(|_, r| scale(r, Observable::ReboundAngle, |x| std::f64::consts::FRAC_PI_2 - x)),
    },
    Mutant {
        name: "slip-without-spin",
        breaks: "the tangential speed of the centre instead of the slip of the contact point after the collision",
        seen: SLIP,
        case: MAW,
        hook: Hook::Course(|s, trajectory| {
            let speed = trajectory.tangential.as_ref().map(|tangential| tangential.velocity[1].value);
            if let (Some(tangential), Some(speed), true) = (&mut trajectory.tangential, speed, s.shear.is_some()) {
                tangential.slip[0].value = speed;
            }
        }),
    },
];

pub(super) fn exchange<T: PartialEq>(choice: &mut T, right: T, wrong: T) {
    if *choice == right {
        *choice = wrong;
    }
}

pub(super) fn shear(scene: &mut Scene, change: impl FnOnce(&mut ShearForce)) {
    if let Some(shear) = &mut scene.shear {
        change(shear);
    }
}
