//! Mistakes in laws that remember, yield or pull.

use super::{Hook, Mutant};
use crate::contact::Normal;
use crate::contact::normal::BreaksAt;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "surface-energy-for-work-of-adhesion",
        breaks: "the surface energy of one body for the work of adhesion, half of it",
        seen: "w = 2 gamma: the factor codes disagree on first",
        case: "normal/adhesive/jkr",
        hook: Hook::Scene(|s| match &mut s.contact.normal {
            Normal::Jkr(law) => law.work_of_adhesion *= 0.5,
            Normal::Dmt(law) => law.work_of_adhesion *= 0.5,
            _ => {}
        }),
    },
    Mutant {
        name: "breaks-at-the-largest-tension",
        breaks: "a JKR contact that breaks at the largest tension, where the smallest overlap is meant",
        seen: "LAMMPS granular jkr: 0.494 of the energy is lost",
        case: "normal/adhesive/jkr",
        hook: Hook::Scene(|s| {
            if let Normal::Jkr(law) = &mut s.contact.normal {
                law.breaks_at = BreaksAt::Force;
            }
        }),
    },
    Mutant {
        name: "breaks-at-zero-overlap",
        breaks: "a JKR contact without a neck: it ends where it was made, and loses nothing",
        seen: "laws that are called JKR and have no neck: their bodies never stick",
        case: "normal/adhesive/jkr",
        hook: Hook::Scene(|s| {
            if let Normal::Jkr(law) = &mut s.contact.normal {
                law.breaks_at = BreaksAt::ZeroOverlap;
            }
        }),
    },
    Mutant {
        name: "pull-of-jkr-in-dmt",
        breaks: "3/2 pi w R* for the 2 pi w R* of DMT",
        seen: "a slip: the two pull-off forces confused",
        case: "normal/adhesive/dmt",
        hook: Hook::Scene(|s| {
            if let Normal::Dmt(law) = &mut s.contact.normal {
                law.work_of_adhesion *= 0.75;
            }
        }),
    },
    Mutant {
        name: "unloads-as-it-loads",
        breaks: "unloading along the loading stiffness",
        seen: "a slip: history lost between two steps",
        case: "normal/plastic/walton-braun",
        hook: Hook::Scene(|s| {
            if let Normal::WaltonBraun(law) = &mut s.contact.normal {
                law.unloading_stiffness = law.loading_stiffness;
                law.stiffening = 0.0;
            }
        }),
    },
    Mutant {
        name: "stiffening-left-out",
        breaks: "an unloading stiffness that does not grow with the force",
        seen: "codes that have Walton and Braun's constant k2 only",
        case: "normal/plastic/walton-braun",
        hook: Hook::Scene(|s| {
            if let Normal::WaltonBraun(law) = &mut s.contact.normal {
                law.stiffening = 0.0;
            }
        }),
    },
    Mutant {
        name: "largest-overlap-forgotten",
        breaks: "a second impact that does not remember the first",
        seen: "history deleted with the contact, although the case keeps it",
        case: "normal/plastic/walton-braun-again",
        hook: Hook::Scene(|s| s.before = None),
    },
];
