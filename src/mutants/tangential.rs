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
    Mutant::new(TOTAL, "two-thirds-of-mindlin", Hook::Scene(|s| shear(s, |f| f.S *= 2.0 / 3.0)))
        .breaks("tangential stiffness 16/3 G* a instead of 8 G* a")
        .seen("MercuryDPM's source"),
    Mutant::new(
        TOTAL,
        "shear-modulus-of-one-body",
        Hook::Scene(|s| {
            let young_and_nu = s.bodies[0].material.as_ref().and_then(|m| Some((m.young_modulus?, m.poisson_ratio?)));
            if let (Some((young, nu)), Some(G_star)) = (young_and_nu, s.pair.G_star) {
                shear(s, |f| f.S *= young / (2.0 * (1.0 + nu)) / G_star);
            }
        }),
    )
    .breaks("G of the material instead of G* of the pair")
    .seen("MUSEN's page (X4) leaves G* undefined"),
    Mutant::new(
        TOTAL,
        "effective-shear-from-effective-young",
        Hook::Scene(|s| {
            let nu = s.bodies[0].material.as_ref().and_then(|m| m.poisson_ratio);
            if let (Some(nu), Some(E_star), Some(G_star)) = (nu, s.pair.E_star, s.pair.G_star) {
                shear(s, |f| f.S *= E_star / (2.0 * (1.0 + nu)) / G_star);
            }
        }),
    )
    .breaks("G* as E*/(2(1+nu))")
    .seen("MercuryDPM's setter from effective modulus and Poisson's ratio: 6.5e8 for 2.06e8"),
    Mutant::new(
        TOTAL,
        "wall-shear-stiffness",
        Hook::Scene(|s| {
            let nu = s.bodies[0].material.as_ref().and_then(|m| m.poisson_ratio);
            if let (Some(nu), true) = (nu, s.bodies[1].is_wall()) {
                shear(s, |f| f.S *= ((2.0 - nu) * (1.0 + nu)).powi(2) / 8.0);
            }
        }),
    )
    .breaks("E (2-nu)(1+nu)/4 instead of 8 G* at a wall")
    .seen("LAMMPS 29Sep2021, fix wall/gran with mindlin NULL"),
    Mutant::new(
        TOTAL,
        "constant-shear-stiffness",
        Hook::Scene(|s| {
            let Some(largest) = s.force.map(|force| undamped_overlap(&force, s.pair.m_star, s.speed)) else { return };
            shear(s, |f| {
                f.S *= largest.powf(f.gamma);
                f.gamma = 0.0;
            });
        }),
    )
    .breaks("a tangential stiffness that does not grow with the overlap")
    .seen("linear tangential springs beside Hertz"),
    Mutant::new(
        TOTAL,
        "history-forgotten",
        Hook::Scene(|s| {
            shear(s, |f| {
                if f.form.is_spring() {
                    f.form = Form::Coulomb
                }
            })
        }),
    )
    .breaks("Coulomb friction throughout, without a tangential spring")
    .seen("codes that take mu F_n against the slip for sticking too"),
    Mutant::new(
        "oblique/kharaz-kratos-rescaled",
        "not-rescaled-on-unloading",
        Hook::Scene(|s| shear(s, |f| exchange(&mut f.form, Form::Rescaled, Form::Incremental))),
    )
    .breaks("a tangential force that is kept while the contact unloads")
    .seen("spurious energy: Elata & Berryman 1996; PFC with M_s = 0"),
    Mutant::new(
        "loading-path/elata-berryman-incremental",
        "rescaled-where-it-is-kept",
        Hook::Scene(|s| shear(s, |f| exchange(&mut f.form, Form::Incremental, Form::Rescaled))),
    )
    .breaks("a tangential force that falls with its stiffness while the contact unloads")
    .seen("Kratos and YADE: one name, two laws"),
    Mutant::new(
        TOTAL,
        "incremental-for-total",
        Hook::Scene(|s| shear(s, |f| exchange(&mut f.form, Form::Total, Form::Incremental))),
    )
    .breaks("an incremental spring instead of a total spring")
    .seen("LAMMPS and LIGGGHTS against YADE: one name, two laws"),
    Mutant::new(
        "oblique/chung-ooi-4-oxide-incremental",
        "total-for-incremental",
        Hook::Scene(|s| shear(s, |f| exchange(&mut f.form, Form::Incremental, Form::Total))),
    )
    .breaks("a total spring instead of an incremental one")
    .seen("YADE and LAMMPS: one name, two laws"),
    Mutant::new(
        "oblique/kharaz-mfix-memory-diagram",
        "micro-slip-lost",
        Hook::Scene(|s| {
            shear(s, |f| {
                if f.form.is_planar() {
                    f.form = Form::Incremental
                }
            })
        }),
    )
    .breaks("a spring that sticks or slides over the whole contact instead of partial slip (Mindlin & Deresiewicz)")
    .seen("most production codes"),
    Mutant::new(LIMITS, "no-friction", Hook::Scene(|s| shear(s, |f| f.friction = 0.0)))
        .breaks("friction 0")
        .seen("MercuryDPM's harmonic mean of frictions: 0 if either is 0"),
    Mutant::new(LIMITS, "friction-as-an-angle", Hook::Scene(|s| shear(s, |f| f.friction = f.friction.atan())))
        .breaks("the friction angle in radians instead of its tangent")
        .seen("YADE's frictionAngle is atan(mu)"),
    Mutant::new(
        LIMITS,
        "friction-from-elastic-force",
        Hook::Scene(|s| shear(s, |f| exchange(&mut f.limit, FrictionLimit::Total, FrictionLimit::Elastic))),
    )
    .breaks("friction limited by the elastic instead of the total force")
    .seen("PFC limits by the elastic part, others by the total"),
    Mutant::new(
        "oblique/jkr-friction-limit",
        "friction-limit-without-the-pull",
        Hook::Scene(|s| shear(s, |f| exchange(&mut f.limit, FrictionLimit::PullOff, FrictionLimit::Absolute))),
    )
    .breaks("friction limited by the magnitude of the force instead of the force plus twice the pull-off force")
    .seen("LAMMPS beside dmt and jkr: mu (F + 2 F_po); others mu |F|"),
    Mutant::new(
        "oblique/jkr-friction-limit",
        "friction-limit-without-attraction",
        Hook::Scene(|s| shear(s, |f| exchange(&mut f.limit, FrictionLimit::PullOff, FrictionLimit::Repulsive))),
    )
    .breaks("friction limited by the repulsive force instead of the force plus twice the pull-off force")
    .seen("LIGGGHTS: `tangential_reduce` off takes the force without cohesion"),
    Mutant::new(
        MAW,
        "torque-lever-shortened",
        Hook::Scene(|s| shear(s, |f| exchange(&mut f.levers.torque, Arm::Radius, Arm::Overlap))),
    )
    .breaks("the torque at r - delta instead of r")
    .seen("YADE: slip velocity at r, torque at r - delta"),
    Mutant::new(
        MAW,
        "both-levers-shortened",
        Hook::Scene(|s| {
            shear(s, |f| exchange(&mut f.levers, Levers::both(Arm::Radius), Levers::both(Arm::HalfOverlap)))
        }),
    )
    .breaks("slip and torque at r - delta/2 instead of r")
    .seen("LIGGGHTS, MercuryDPM"),
    Mutant::new(
        MAW,
        "inertia-of-a-disc",
        Hook::Scene(|s| {
            for body in &mut s.bodies {
                if let Shape::Sphere { inertia_factor, .. } = &mut body.shape {
                    *inertia_factor = 0.5;
                }
            }
        }),
    )
    .breaks("moment of inertia 1/2 m r^2 instead of 2/5 m r^2")
    .seen("two-dimensional codes"),
    Mutant::new(
        MAW,
        "angle-from-the-surface",
        Hook::Scene(|s| {
            if s.kinematics.tangential_speed > 0.0 {
                std::mem::swap(&mut s.speed, &mut s.kinematics.tangential_speed);
            }
        }),
    )
    .breaks("the angle of impact from the surface instead of the one from the normal")
    .seen("papers and codes differ in what an angle is measured from"),
    Mutant::new(LIMITS, "spin-sign", Hook::Reading(|_, r| scale(r, Observable::ReboundSpin, |x| -x)))
        .breaks("the spin after the collision with the other sign")
        .seen("MUSEN's page (X1, X2): signs of the rotation"),
    Mutant::new(
        LIMITS,
        "contact-point-sign",
        Hook::Reading(|_, r| scale(r, Observable::TangentialRestitutionContact, |x| -x)),
    )
    .breaks("the tangential restitution of the contact point with the other sign")
    .seen("beta and -beta are both in use"),
    Mutant::new(
        INCREMENTAL,
        "rebound-angle-from-the-surface",
        Hook::Reading(|_, r| scale(r, Observable::ReboundAngle, |x| std::f64::consts::FRAC_PI_2 - x)),
    )
    .breaks("the angle of rebound from the surface")
    .seen("papers and codes differ in what an angle is measured from"),
    Mutant::new(
        MAW,
        "slip-without-spin",
        Hook::Course(|s, trajectory| {
            let speed = trajectory.tangential.as_ref().map(|tangential| tangential.velocity[1].value);
            if let (Some(tangential), Some(speed), true) = (&mut trajectory.tangential, speed, s.shear.is_some()) {
                tangential.slip[0].value = speed;
            }
        }),
    )
    .breaks("the tangential speed of the centre instead of the slip of the contact point after the collision")
    .seen(SLIP),
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
