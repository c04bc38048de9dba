//! Mistakes in laws that remember, yield or pull.

use std::f64::consts::PI;

use collisionbench::law::damping::{DampedAlong, LocalDamping};
use collisionbench::law::normal::{
    BreaksAt, Eepa, Jkr, JkrHertzRadius, Luding, Thornton, ThorntonNing, Unloading, WaltonBraun,
};
use collisionbench::law::scene::{ImpactKinematics, Scene};
use collisionbench::law::shear::{FrictionLimit, RollingForce, WhileSliding};
use collisionbench::law::{Damping, Ends, Normal, Numbers};

use super::Made::{Branches, Handed, Scene as Wrong};
use super::altered::{Altered, Slip};
use super::yielding::Yielding;
use super::{Mistake, exchange, mistakes, shear};

const LOCAL: &str = "normal/damped/local-damping";
const BESIDE: &str = "normal/damped/local-damping-beside-a-dashpot";
const AXES: &str = "oblique/local-damping-axes";
const VELOCITY: &str = "oblique/local-damping-velocity";
const JKR: &str = "normal/adhesive/jkr";
const HERTZ_JKR: &str = "normal/adhesive/jkr-hertz-radius";
const WALTON: &str = "normal/plastic/walton-braun";
const AGAIN: &str = "normal/plastic/walton-braun-again";
const LUDING: &str = "normal/plastic/luding";
const GROWS: &str = "normal/plastic/luding-stiffness-grows";
const THORNTON: &str = "normal/plastic/thornton";
const NING: &str = "normal/adhesive/thornton-ning";
const EEPA: &str = "normal/plastic/eepa";

pub const MISTAKES: &[Mistake] = mistakes! {
    "surface-energy-for-work-of-adhesion", JKR, "the surface energy of one body for the work of adhesion, w = 2 gamma",
        Wrong(|s| jkr(s, |law| law.work_of_adhesion *= 0.5));
    "breaks-at-the-largest-tension", JKR, "a contact that breaks at the largest tension, not at the smallest overlap (LAMMPS jkr)",
        Wrong(|s| jkr(s, |law| law.breaks_at = BreaksAt::Force));
    "breaks-at-zero-overlap", JKR, "a JKR contact without a neck: it loses no energy",
        Wrong(|s| jkr(s, |law| law.breaks_at = BreaksAt::ZeroOverlap));
    "pull-of-dmt-in-jkr", JKR, "2 pi w R* for the 3/2 pi w R* of JKR",
        Wrong(|s| jkr(s, |law| law.work_of_adhesion *= 4.0 / 3.0));
    "two-thirds-of-the-pull-off-force", JKR, "pi w R* for the 3/2 pi w R* of JKR",
        Wrong(|s| jkr(s, |law| law.work_of_adhesion *= 2.0 / 3.0));
    "snap-in-at-the-pull-off-distance", JKR, "a contact that forms at the gap at which it breaks",
        Branches(|_, law| Altered::of(law, Slip::MadeWhereItBreaks));
    "dashpot-by-the-overlap-in-jkr", "normal/adhesive/jkr-viscoelastic", "a dashpot at the contact radius of Hertz: none across the neck",
        Branches(|_, law| Altered::of(law, Slip::WidthOfTheOverlap));
    "damping-of-the-whole-force-in-dmt", "normal/adhesive/dmt-viscoelastic", "a dashpot by the stiffness of the total force: none while the contact pulls",
        Branches(|s, law| Altered::of(law, Slip::WidthOfTheForce(4.0 / 3.0 * s.pair.E_star? * s.pair.R_star.sqrt())));
    "pull-of-jkr-in-dmt", "normal/adhesive/dmt", "3/2 pi w R* for the 2 pi w R* of DMT",
        Wrong(|s| if let Normal::Dmt(law) = &mut s.contact.normal { law.work_of_adhesion *= 0.75 });
    "sjkr-area-of-the-diameter", "normal/adhesive/sjkr", "4 pi R* delta for 2 pi R* delta (LIGGGHTS sjkr2)",
        Wrong(|s| if let Normal::Sjkr(law) = &mut s.contact.normal { law.cohesion_energy_density *= 2.0 });
    "hertz-jkr-doubles-the-surface-energy", HERTZ_JKR, "w = 2 gamma where the input is w already",
        Wrong(|s| jkr_hertz_radius(s, |law| law.work_of_adhesion *= 2.0));
    "hertz-jkr-radius-of-the-diameter", HERTZ_JKR, "the attraction at a = sqrt(2 R* delta)",
        Wrong(|s| jkr_hertz_radius(s, |law| law.work_of_adhesion *= 8.0_f64.sqrt()));
    "popov-pulls-as-jkr", "normal/adhesive/popov-jkr", "3/2 pi w R* at touch, where the fit has 0.88 of it",
        Wrong(|s| if let Normal::PopovJkr(law) = &mut s.contact.normal { law.work_of_adhesion /= 0.88 });

    "local-damping-of-the-rebound-alone", LOCAL, "local damping that takes 2 a of the force on unloading, and none on loading",
        Branches(|s, law| Altered::of(law, Slip::DampsTheRebound(local(s)?)));
    "local-damping-of-the-energy", LOCAL, "a for the share of the energy that is lost: e = sqrt(1-a)",
        Wrong(|s| if let Damping::LocalDamping(law) = &mut s.contact.damping {
            let a = law.alpha();
            let share = LocalDamping::build(&Numbers::new(vec![("alpha", a / (2.0 - a))])).unwrap();
            *law = LocalDamping { along: law.along, beside: law.beside.take(), ..share };
        });

    "formula-without-its-step", "normal/formula/step", "a step of a formula that the steps of the integrator do not see",
        Branches(|_, law| Altered::of(law, Slip::MissesItsSteps));
    "formula-damps-as-on-approach", "normal/formula/step", "max(v, 0) and min(v, 0) for one dashpot",
        Branches(|_, law| Altered::of(law, Slip::MissesItsTurn));

    "local-damping-of-the-spring-alone", BESIDE, "the share of the elastic force alone: the dashpot is not damped",
        Branches(|_, law| Altered::of(law, Slip::None));
    "local-damping-without-a-pull", BESIDE, "a force that is clamped where spring and dashpot pull",
        Wrong(|s| s.contact.ends = Ends::ForceClamped);
    "local-damping-along-the-velocity", AXES, "the whole force against the velocity, for each component by its own sign",
        Wrong(|s| local_law(s, |law| law.along = Some(DampedAlong::Velocity)));
    "local-damping-along-the-contact", AXES, "normal and tangential component by their signs, in place of those along the axes of the case",
        Wrong(|s| s.kinematics.frame = ImpactKinematics::HEAD_ON.frame);
    "local-damping-of-each-component", VELOCITY, "each component by its own sign, for the whole force against the velocity",
        Wrong(|s| local_law(s, |law| law.along = Some(DampedAlong::Axes)));

    "unloads-as-it-loads", WALTON, "unloading along the loading stiffness: history lost between two steps",
        Wrong(|s| walton_braun(s, |law| { law.unloading_stiffness = law.loading_stiffness; law.stiffening = 0.0; }));
    "stiffening-left-out", WALTON, "an unloading stiffness that does not grow with the force",
        Wrong(|s| walton_braun(s, |law| law.stiffening = 0.0));
    "loading-and-unloading-swapped", WALTON, "k2 during loading and k1 during unloading",
        Wrong(|s| walton_braun(s, |law| std::mem::swap(&mut law.loading_stiffness, &mut law.unloading_stiffness)));
    "stiffening-by-overlap", WALTON, "S k2 delta_max for S k1 delta_max",
        Wrong(|s| walton_braun(s, |law| law.stiffening *= law.unloading_stiffness / law.loading_stiffness));
    "largest-overlap-forgotten", AGAIN, "the largest overlap of the first impact not kept for the second",
        Wrong(|s| s.before = None);
    "reloads-along-the-loading-line", AGAIN, "a second impact that loads along k1 from the residual overlap",
        Branches(|s, law| Altered::of(law, Slip::LoadsAnewFrom(residual(s)?)));

    "luding-without-adhesion", LUDING, "no adhesion branch",
        Wrong(|s| luding(s, |law| law.adhesion_stiffness = 0.0));
    "luding-ends-at-zero-force", LUDING, "a contact that ends when its force first reaches zero",
        Branches(|_, law| Altered::of(law, Slip::EndsWithItsBranch));
    "luding-adhesion-of-the-unloading", LUDING, "k2 for k_c",
        Wrong(|s| luding(s, |law| if let Unloading::Constant(k2) = law.unloading { law.adhesion_stiffness = k2 }));
    "luding-unloads-along-the-limit", GROWS, "the largest unloading stiffness after any overlap",
        Wrong(|s| luding(s, |law| if let Unloading::Grows { limit, .. } = law.unloading { law.unloading = Unloading::Constant(limit) }));
    "luding-depth-of-the-radius", GROWS, "phi_f of R* for phi_f of 2 R*",
        Wrong(|s| luding(s, |law| if let Unloading::Grows { depth, .. } = &mut law.unloading { *depth *= 0.5 }));
    "luding-stiffness-by-force", GROWS, "an unloading stiffness that grows with the force over k_p d_p: Walton and Braun's rule",
        Branches(|s, law| match &s.contact.normal {
            Normal::Luding(Luding { loading_stiffness, unloading: Unloading::Grows { limit, .. }, .. }) =>
                Altered::of(law, Slip::StiffensLess(*loading_stiffness, loading_stiffness / limit)),
            _ => None,
        });
    "luding-loads-beyond-the-limit", GROWS, "first loading along k1 beyond the limit overlap, with a k2 that goes on growing",
        Wrong(|s| luding(s, |law| if let Unloading::Grows { limit, depth, .. } = &mut law.unloading {
            // The same (k_p - k1)/d_p = (k_p - k1)^2/(k_p phi_f 2 R*), with a limit that is not reached.
            let (k1, far) = (law.loading_stiffness, 1e3 * *limit);
            *depth *= ((far - k1) / (*limit - k1)).powi(2) * *limit / far;
            *limit = far;
        }));
    "luding-memory-kept-on-the-floor", "loading-path/luding-reload", "a reversal on the attractive branch that returns along this branch",
        Branches(|_, law| Altered::of(law, Slip::KeepsItsMemory));

    "thornton-keeps-the-radius", THORNTON, "unloading along the Hertz curve of the sphere (LIGGGHTS thornton_ning: 0.622 for 0.659)",
        Branches(|s, _| Yielding::of(s, |law| law.flattened = |law, _, _| law.R));
    "thornton-secant-of-the-yield-force", THORNTON, "the plastic slope F_y/delta_y for pi p_y R*",
        Branches(|s, _| Yielding::of(s, |law| law.A = law.loading(law.yields)[0] / law.yields.powi(4)));
    "thornton-yields-at-half-the-overlap", THORNTON, "(p_y/E*)^2 R* for the overlap of first yield: the square of pi/2 left out",
        Branches(|s, _| Yielding::of(s, |law| law.yields /= (0.5 * PI).sqrt()));
    "thornton-uniaxial-yield-stress", THORNTON, "the uniaxial yield stress for the limiting pressure (LAMMPS mdr takes it)",
        Wrong(|s| thornton(s, |law| law.yield_pressure /= 1.6));
    "thornton-hardness", THORNTON, "the hardness, 2.8 Y, for the limiting pressure, 1.6 Y",
        Wrong(|s| thornton(s, |law| law.yield_pressure *= 2.8 / 1.6));
    "thornton-forgets-the-first-impact", "normal/plastic/thornton-again", "a second impact that yields anew",
        Wrong(|s| s.before = None);
    "adhesive-contact-unloads-with-its-first-radius", NING, "R* for R_p on unloading beside adhesion",
        Branches(|s, _| Yielding::of(s, |law| law.flattened = |law, _, _| law.R));
    "flattened-radius-without-adhesion", NING, "R_p = 4 E* a^3/(3 F_max) beside adhesion",
        Branches(|s, _| Yielding::of(s, |law| law.flattened = |law, force, q| 4.0 * law.E * q.powi(6) / (3.0 * force)));
    "yields-without-adhesion", NING, "yield where Hertz' pressure is p_y, beside adhesion: a_y of Thornton 1997",
        Branches(|s, _| Yielding::of(s, |law| law.yields = (0.5 * law.A * law.R / law.E).sqrt()));

    "eepa-plasticity-ratio-for-the-ratio-of-stiffnesses", EEPA, "k2 = k1/lambda_p for k1/(1 - lambda_p)",
        Wrong(|s| eepa(s, |law| law.plasticity_ratio = 1.0 - law.plasticity_ratio));
    "eepa-adhesion-in-parts-of-the-unloading-stiffness", EEPA, "k_adh in parts of k2 for parts of k1",
        Wrong(|s| eepa(s, |law| law.adhesion_ratio /= 1.0 - law.plasticity_ratio));
    "eepa-without-its-constant-pull", EEPA, "no constant pull-off force f0",
        Wrong(|s| eepa(s, |law| law.pull_off_force = 0.0));

    "steps-hold-nothing-under-the-pull", "steppers/oblique-jkr", "fixed steps with friction mu times the repulsive force, without the pull-off force (EDEM)",
        Handed(|s| shear(s, |f| exchange(&mut f.limit, FrictionLimit::PullOff, FrictionLimit::Total)));
    "steps-roll-freely", "steppers/oblique-jkr", "fixed steps that drop the rolling resistance beside a law with branches",
        Handed(|s| shear(s, |f| f.rolling = RollingForce::None));
    "steps-add-a-capped-dashpot", "oblique/jkr-capped-dashpot", "fixed steps that add a tangential dashpot to a spring at its limit",
        Handed(|s| shear(s, |f| exchange(&mut f.dashpot.sliding, WhileSliding::Capped, WhileSliding::Added)));
    "tangential-stiffness-by-the-overlap-in-jkr", "loading-path/jkr-friction", "8 G* sqrt(R* delta) for 8 G* a of JKR: no stiffness across the neck",
        Branches(|_, law| Altered::of(law, Slip::WidthOfTheOverlap));
    "friction-by-the-magnitude-of-the-pull", "loading-path/jkr-friction", "mu |F| for mu (F + 2 F_po)",
        Wrong(|s| shear(s, |f| exchange(&mut f.limit, FrictionLimit::PullOff, FrictionLimit::Absolute)));
    "friction-forgets-the-pull-of-a-spring", "loading-path/luding-friction", "mu max(F, 0) for mu |F|",
        Wrong(|s| shear(s, |f| exchange(&mut f.limit, FrictionLimit::Absolute, FrictionLimit::Total)));
};

/// Changes the law of a scene, if it is that one.
macro_rules! change {
    ($($name:ident $law:ident)*) => {
        $(fn $name(scene: &mut Scene, change: impl FnOnce(&mut $law)) {
            if let Normal::$law(law) = &mut scene.contact.normal {
                change(law);
            }
        })*
    };
}

change! {
    jkr Jkr
    jkr_hertz_radius JkrHertzRadius
    walton_braun WaltonBraun
    luding Luding
    thornton Thornton
    eepa Eepa
}

/// The residual overlap of Walton and Braun's first impact, m.
fn residual(scene: &Scene) -> Option<f64> {
    let Normal::WaltonBraun(law) = &scene.contact.normal else { return None };
    let largest = scene.before? * (scene.pair.m_star / law.loading_stiffness).sqrt();
    let k2 = law.unloading_stiffness + law.stiffening * law.loading_stiffness * largest;
    Some((k2 - law.loading_stiffness) / k2 * largest)
}

/// Limiting pressure, work of adhesion and end of contact of a scene whose law yields.
pub fn yields(scene: &Scene) -> Option<(f64, f64, BreaksAt)> {
    match &scene.contact.normal {
        Normal::Thornton(Thornton { yield_pressure }) => Some((*yield_pressure, 0.0, BreaksAt::ZeroOverlap)),
        Normal::ThorntonNing(ThorntonNing { work_of_adhesion, yield_pressure, breaks_at }) => {
            Some((*yield_pressure, *work_of_adhesion, *breaks_at))
        }
        _ => None,
    }
}

fn local_law(scene: &mut Scene, change: impl FnOnce(&mut LocalDamping)) {
    if let Damping::LocalDamping(law) = &mut scene.contact.damping {
        change(law);
    }
}

/// The share of local damping.
fn local(scene: &Scene) -> Option<f64> {
    if let Damping::LocalDamping(law) = &scene.contact.damping { Some(law.alpha()) } else { None }
}
