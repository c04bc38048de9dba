//! Mistakes in friction, the tangential spring, levers and angles.

use std::f64::consts::FRAC_PI_2;

use collisionbench::collide::observe::Observable::{ReboundAngle, ReboundSpin, TangentialRestitutionContact};
use collisionbench::collide::stepper::undamped_overlap;
use collisionbench::law::scene::{Scene, Shape};
use collisionbench::law::shear::{Arm, Form, FrictionLimit, FrictionRate, Levers, SmoothStep};

use super::Made::{Course, Reading, Scene as Wrong};
use super::{Mistake, exchange, mistakes, scale, shear};

const DYNAMIC: &str = "oblique/dynamic-friction";
const STRIBECK: &str = "oblique/stribeck-friction";
const SMOOTH: &str = "oblique/regularised-friction";
const MAW: &str = "oblique/maw-nu-0-3";
const LIMITS: &str = "oblique/sliding-all-limits";
const PULLS: &str = "oblique/jkr-friction-limit";
const TOTAL: &str = "oblique/chung-ooi-4-oxide-kratos";

pub const MISTAKES: &[Mistake] = mistakes! {
    "two-thirds-of-mindlin", TOTAL, "tangential stiffness 16/3 G* a for 8 G* a (MercuryDPM's source)",
        Wrong(|s| shear(s, |f| f.S *= 2.0 / 3.0));
    "shear-modulus-of-one-body", TOTAL, "G of the material for G* of the pair (MUSEN's page, X4)",
        Wrong(|s| if let (Some((young, nu)), Some(G_star)) = (material(s), s.pair.G_star) {
            shear(s, |f| f.S *= young / (2.0 * (1.0 + nu)) / G_star);
        });
    "effective-shear-from-effective-young", TOTAL, "G* as E*/(2(1+nu)) (MercuryDPM's setter: 6.5e8 for 2.06e8)",
        Wrong(|s| if let (Some((_, nu)), Some(E_star), Some(G_star)) = (material(s), s.pair.E_star, s.pair.G_star) {
            shear(s, |f| f.S *= E_star / (2.0 * (1.0 + nu)) / G_star);
        });
    "wall-shear-stiffness", TOTAL, "E (2-nu)(1+nu)/4 for 8 G* at a wall (LAMMPS 29Sep2021, fix wall/gran, mindlin NULL)",
        Wrong(|s| if let (Some((_, nu)), true) = (material(s), s.bodies[1].is_wall()) {
            shear(s, |f| f.S *= ((2.0 - nu) * (1.0 + nu)).powi(2) / 8.0);
        });
    "constant-shear-stiffness", TOTAL, "a tangential stiffness that does not grow with the overlap",
        Wrong(|s| if let Some(largest) = s.force.map(|force| undamped_overlap(&force, s.pair.m_star, s.speed)) {
            shear(s, |f| { f.S *= largest.powf(f.gamma); f.gamma = 0.0; });
        });
    "history-forgotten", TOTAL, "Coulomb friction throughout, without a tangential spring",
        Wrong(|s| shear(s, |f| if f.form.is_spring() { f.form = Form::Coulomb }));
    "not-rescaled-on-unloading", "oblique/kharaz-kratos-rescaled", "a tangential force kept while the contact unloads (PFC with M_s = 0)",
        Wrong(|s| shear(s, |f| exchange(&mut f.form, Form::Rescaled, Form::Incremental)));
    "rescaled-where-it-is-kept", "loading-path/elata-berryman-incremental", "a tangential force that falls with its stiffness while the contact unloads",
        Wrong(|s| shear(s, |f| exchange(&mut f.form, Form::Incremental, Form::Rescaled)));
    "incremental-for-total", TOTAL, "an incremental spring for a total one (LAMMPS and LIGGGHTS against YADE)",
        Wrong(|s| shear(s, |f| exchange(&mut f.form, Form::Total, Form::Incremental)));
    "total-for-incremental", "oblique/chung-ooi-4-oxide-incremental", "a total spring for an incremental one",
        Wrong(|s| shear(s, |f| exchange(&mut f.form, Form::Incremental, Form::Total)));
    "dynamic-friction-throughout", DYNAMIC, "the dynamic coefficient at every slip velocity",
        Wrong(|s| shear(s, |f| if let FrictionRate::Decaying(dynamic) = f.rate { f.friction = dynamic.friction }));
    "decay-by-the-other-unit", DYNAMIC, "a decay in s/mm taken for one in s/m",
        Wrong(|s| shear(s, |f| if let FrictionRate::Decaying(dynamic) = &mut f.rate { dynamic.decay *= 1e3 }));
    "root-for-tanh", SMOOTH, "v/sqrt(v^2+v_0^2) for tanh(v/v_0)",
        Wrong(|s| shear(s, |f| if let FrictionRate::Regularised(law) = &mut f.rate { law.curve.step = SmoothStep::Root }));
    "smooth-friction-from-its-slope-at-fast-slip", SMOOTH, "v_0 half as large: friction that is full at half of the slip speed",
        Wrong(|s| shear(s, |f| if let FrictionRate::Regularised(law) = &mut f.rate { law.speed *= 0.5 }));
    "dynamic-friction-lost", STRIBECK, "a friction by steps that stays static at fast slip",
        Wrong(|s| shear(s, |f| if let FrictionRate::Regularised(law) = &mut f.rate { law.curve.dynamic = 1.0 }));
    "quintic-step-for-a-bell", STRIBECK, "the quintic step of Drake for Simbody's bell",
        Wrong(|s| shear(s, |f| if let FrictionRate::Regularised(law) = &mut f.rate { exchange(&mut law.curve.step, SmoothStep::Simbody, SmoothStep::Drake) }));
    "dynamic-friction-too-early", "oblique/adams-friction", "v_d half as far from v_0",
        Wrong(|s| shear(s, |f| if let FrictionRate::Regularised(law) = &mut f.rate { law.curve.until = 1.0 + 0.5 * (law.curve.until - 1.0) }));
    "micro-slip-lost", "oblique/kharaz-mfix-memory-diagram", "a spring that sticks or slides as a whole for partial slip",
        Wrong(|s| shear(s, |f| if f.form.is_planar() { f.form = Form::Incremental }));
    "no-friction", LIMITS, "friction 0 (MercuryDPM's harmonic mean, 0 if either is)",
        Wrong(|s| shear(s, |f| f.friction = 0.0));
    "friction-as-an-angle", LIMITS, "the friction angle in radians for its tangent (YADE's frictionAngle is atan mu)",
        Wrong(|s| shear(s, |f| f.friction = f.friction.atan()));
    "friction-from-elastic-force", LIMITS, "friction limited by the elastic for the total force (PFC)",
        Wrong(|s| shear(s, |f| exchange(&mut f.limit, FrictionLimit::Total, FrictionLimit::Elastic)));
    "friction-limit-without-the-pull", PULLS, "mu |F| for mu (F + 2 F_po)",
        Wrong(|s| shear(s, |f| exchange(&mut f.limit, FrictionLimit::PullOff, FrictionLimit::Absolute)));
    "friction-limit-without-attraction", PULLS, "friction limited by the repulsive force (LIGGGHTS, tangential_reduce off)",
        Wrong(|s| shear(s, |f| exchange(&mut f.limit, FrictionLimit::PullOff, FrictionLimit::Repulsive)));
    "torque-lever-shortened", MAW, "the torque at r - delta for r (YADE)",
        Wrong(|s| shear(s, |f| exchange(&mut f.levers.torque, Arm::Radius, Arm::Overlap)));
    "both-levers-shortened", MAW, "slip and torque at r - delta/2 for r (LIGGGHTS, MercuryDPM)",
        Wrong(|s| shear(s, |f| exchange(&mut f.levers, Levers::both(Arm::Radius), Levers::both(Arm::HalfOverlap))));
    "inertia-of-a-disc", MAW, "moment of inertia 1/2 m r^2 for 2/5 m r^2",
        Wrong(|s| s.bodies.iter_mut().for_each(|body| if let Shape::Sphere { inertia_factor, .. } = &mut body.shape { *inertia_factor = 0.5 }));
    "angle-from-the-surface", MAW, "the angle of impact from the surface for that from the normal",
        Wrong(|s| if s.kinematics.tangential_speed > 0.0 { std::mem::swap(&mut s.speed, &mut s.kinematics.tangential_speed) });
    "spin-sign", LIMITS, "the spin after the collision with the other sign (MUSEN's page, X1, X2)",
        Reading(|r| scale(r, ReboundSpin, |x| -x));
    "contact-point-sign", LIMITS, "the tangential restitution of the contact point with the other sign",
        Reading(|r| scale(r, TangentialRestitutionContact, |x| -x));
    "rebound-angle-from-the-surface", "oblique/kharaz-mfix-incremental", "the angle of rebound from the surface",
        Reading(|r| scale(r, ReboundAngle, |x| FRAC_PI_2 - x));
    "slip-without-spin", MAW, "the tangential speed of the centre for the slip of the contact point after the collision",
        Course(|_, t| t.tangential.iter_mut().for_each(|motion| motion.slip[0].value = motion.velocity[1].value));
};

/// Modulus and Poisson's ratio of body 1.
fn material(scene: &Scene) -> Option<(f64, f64)> {
    scene.bodies[0].material.as_ref().and_then(|m| Some((m.young_modulus?, m.poisson_ratio?)))
}
