//! Mistakes in laws that remember, yield or pull.

use super::altered::{Mistake, altered, jkr, walton_braun};
use super::tangential::{exchange, shear};
use super::{Hook, Mutant};
use crate::contact::Normal;
use crate::contact::normal::BreaksAt;
use crate::contact::shear::{FrictionLimit, RollingForce, ShearForce, WhileSliding};
use crate::scene::Scene;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "normal/adhesive/jkr",
        "surface-energy-for-work-of-adhesion",
        Hook::Scene(|s| match &mut s.contact.normal {
            Normal::Jkr(law) => law.work_of_adhesion *= 0.5,
            Normal::Dmt(law) => law.work_of_adhesion *= 0.5,
            _ => {}
        }),
    )
    .breaks("the surface energy of one body instead of the work of adhesion, half of it")
    .seen("w = 2 gamma: codes differ by this factor"),
    Mutant::new(
        "normal/adhesive/jkr",
        "breaks-at-the-largest-tension",
        Hook::Scene(|s| jkr(s, |law| law.breaks_at = BreaksAt::Force)),
    )
    .breaks("a JKR contact that breaks at the largest tension, where the smallest overlap is meant")
    .seen("LAMMPS granular jkr: 0.494 of the energy is lost"),
    Mutant::new(
        "normal/adhesive/jkr",
        "breaks-at-zero-overlap",
        Hook::Scene(|s| jkr(s, |law| law.breaks_at = BreaksAt::ZeroOverlap)),
    )
    .breaks("a JKR contact without a neck: it ends at zero overlap and loses no energy")
    .seen("laws that are called JKR and have no neck: their bodies never stick"),
    Mutant::new(
        "normal/adhesive/dmt",
        "pull-of-jkr-in-dmt",
        Hook::Scene(|s| {
            if let Normal::Dmt(law) = &mut s.contact.normal {
                law.work_of_adhesion *= 0.75;
            }
        }),
    )
    .breaks("3/2 pi w R* instead of the 2 pi w R* of DMT")
    .seen("an easily made mistake: the two pull-off forces confused"),
    Mutant::new(
        "normal/plastic/walton-braun",
        "unloads-as-it-loads",
        Hook::Scene(|s| {
            walton_braun(s, |law| {
                law.unloading_stiffness = law.loading_stiffness;
                law.stiffening = 0.0;
            })
        }),
    )
    .breaks("unloading along the loading stiffness")
    .seen("an easily made mistake: history lost between two steps"),
    Mutant::new(
        "normal/plastic/walton-braun",
        "stiffening-left-out",
        Hook::Scene(|s| walton_braun(s, |law| law.stiffening = 0.0)),
    )
    .breaks("an unloading stiffness that does not grow with the force")
    .seen("codes that have Walton and Braun's constant k2 only"),
    Mutant::new("normal/plastic/walton-braun-again", "largest-overlap-forgotten", Hook::Scene(|s| s.before = None))
        .breaks("the largest overlap of the first impact not kept for the second")
        .seen("history deleted with the contact, although the case keeps it"),
    Mutant::new(
        "steppers/oblique-jkr",
        "steps-hold-nothing-under-the-pull",
        Hook::Handed(|s| shear(s, |f| exchange(&mut f.limit, FrictionLimit::PullOff, FrictionLimit::Total))),
    )
    .breaks("a fixed-step code whose friction is mu times the repulsive force, without the pull-off force")
    .seen("EDEM limits friction with adhesion by the repulsive force"),
    Mutant::new(
        "steppers/oblique-jkr",
        "steps-roll-freely",
        Hook::Handed(|s| branched_shear(s, |f| f.rolling = RollingForce::None)),
    )
    .breaks("a fixed-step code that drops the rolling resistance beside a law with branches")
    .seen("an easily made mistake: the moment belongs to another branch of the code"),
    Mutant::new(
        "loading-path/jkr-friction",
        "tangential-stiffness-by-the-overlap-in-jkr",
        Hook::Law(|s, contact| {
            let (Normal::Jkr(_), Some(_)) = (&s.contact.normal, &s.shear) else { return None };
            altered(contact, Mistake::DampsByTheOverlap)
        }),
    )
    .breaks("8 G* sqrt(R* delta) instead of 8 G* a of JKR: no stiffness across the neck")
    .seen("an easily made mistake: the contact radius of Hertz is at hand"),
    Mutant::new(
        "loading-path/jkr-friction",
        "friction-by-the-magnitude-of-the-pull",
        Hook::Scene(|s| shear(s, |f| exchange(&mut f.limit, FrictionLimit::PullOff, FrictionLimit::Absolute))),
    )
    .breaks("mu |F| instead of mu (F + 2 F_po)")
    .seen("an easily made mistake: friction_limit \"absolute\" where \"pull-off\" is meant"),
    Mutant::new(
        "loading-path/luding-friction",
        "friction-forgets-the-pull-of-a-spring",
        Hook::Scene(|s| branched_shear(s, |f| exchange(&mut f.limit, FrictionLimit::Absolute, FrictionLimit::Total))),
    )
    .breaks("mu max(F, 0) instead of mu |F|")
    .seen("an easily made mistake: friction_limit \"total\" where \"absolute\" is meant"),
    Mutant::new(
        "oblique/jkr-capped-dashpot",
        "steps-add-a-capped-dashpot",
        Hook::Handed(|s| {
            branched_shear(s, |f| exchange(&mut f.dashpot.sliding, WhileSliding::Capped, WhileSliding::Added))
        }),
    )
    .breaks(
        "a fixed-step code that adds a tangential dashpot to a spring at its limit, where both have to stay within it",
    )
    .seen("codes differ in what a dashpot does while sliding"),
];

/// Of a scene whose normal law has branches.
fn branched_shear(scene: &mut Scene, change: impl FnOnce(&mut ShearForce)) {
    if scene.force.is_none() {
        shear(scene, change);
    }
}
