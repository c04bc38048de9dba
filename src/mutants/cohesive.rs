//! Mistakes in laws that attract or yield, made in their branches.

use super::altered::{
    Mistake, altered, bends, eepa, jkr, jkr_hertz_radius, luding, luding_law, residual, thornton, thornton_law,
    thornton_ning, walton_braun,
};
use std::f64::consts::PI;

use super::{Hook, Mutant};
use crate::contact::branches::Branched;
use crate::contact::normal::Unloading;
use crate::contact::{Normal, PowerForce};
use crate::scene::Scene;

const JKR: &str = "normal/adhesive/jkr";
const LUDING: &str = "normal/plastic/luding";
const GROWS: &str = "normal/plastic/luding-stiffness-grows";
const THORNTON: &str = "normal/plastic/thornton";
const NING: &str = "normal/adhesive/thornton-ning";
const EEPA: &str = "normal/plastic/eepa";
const PLATE: &str = "normal/damped/steel-ball-on-glass-plates";

const fn law(
    name: &'static str,
    breaks: &'static str,
    seen: &'static str,
    case: &'static str,
    change: fn(&Scene, &Branched) -> Option<Branched>,
) -> Mutant {
    Mutant { name, breaks, seen, case, hook: Hook::Law(change) }
}

const fn scene(
    name: &'static str,
    breaks: &'static str,
    seen: &'static str,
    case: &'static str,
    change: fn(&mut Scene),
) -> Mutant {
    Mutant { name, breaks, seen, case, hook: Hook::Scene(change) }
}

const fn plate(
    name: &'static str,
    breaks: &'static str,
    seen: &'static str,
    change: fn(&Scene, &mut PowerForce),
) -> Mutant {
    Mutant { name, breaks, seen, case: PLATE, hook: Hook::Force(change) }
}

pub(super) const MUTANTS: &[Mutant] = &[
    scene(
        "pull-of-dmt-in-jkr",
        "2 pi w R* instead of the 3/2 pi w R* of JKR",
        "an easily made mistake: the two pull-off forces confused",
        JKR,
        |s| jkr(s, |law| law.work_of_adhesion *= 4.0 / 3.0),
    ),
    law(
        "snap-in-at-the-pull-off-distance",
        "a JKR contact that forms at the gap at which it breaks",
        "codes that keep one distance for both",
        JKR,
        |_, contact| altered(contact, Mistake::MadeWhereItBreaks),
    ),
    scene(
        "two-thirds-of-the-pull-off-force",
        "pi w R* instead of the 3/2 pi w R* of JKR",
        "gamma for 3/2 gamma: the factor left out",
        JKR,
        |s| jkr(s, |law| law.work_of_adhesion *= 2.0 / 3.0),
    ),
    law(
        "damping-of-the-whole-force-in-dmt",
        "a dashpot scaled by the stiffness of the total force: no damping while the contact pulls",
        "sqrt(m F/delta) with the force minus the attraction",
        "normal/adhesive/dmt-viscoelastic",
        |s, contact| {
            let Normal::Dmt(_) = s.contact.normal else { return None };
            altered(contact, Mistake::DampsByTheForce(4.0 / 3.0 * s.pair.E_star? * s.pair.R_star.sqrt()))
        },
    ),
    law(
        "dashpot-by-the-overlap-in-jkr",
        "a dashpot at the contact radius of Hertz instead of that of JKR: none across the neck",
        "codes that use sqrt(R* delta) with every normal law",
        "normal/adhesive/jkr-viscoelastic",
        |s, contact| {
            let Normal::Jkr(_) = s.contact.normal else { return None };
            altered(contact, Mistake::DampsByTheOverlap)
        },
    ),
    scene(
        "loading-and-unloading-swapped",
        "k2 during loading and k1 during unloading",
        "an easily made mistake: the two stiffnesses exchanged, which creates energy",
        "normal/plastic/walton-braun",
        |s| walton_braun(s, |law| std::mem::swap(&mut law.loading_stiffness, &mut law.unloading_stiffness)),
    ),
    scene(
        "stiffening-by-overlap",
        "the stiffening of the unloading multiplied by the overlap instead of by the force",
        "an easily made mistake: S k2 delta_max for S k1 delta_max",
        "normal/plastic/walton-braun",
        |s| walton_braun(s, |law| law.stiffening *= law.unloading_stiffness / law.loading_stiffness),
    ),
    law(
        "reloads-along-the-loading-line",
        "a second impact that loads along k1 from the residual overlap",
        "codes that keep the residual overlap and forget the largest",
        "normal/plastic/walton-braun-again",
        |s, contact| altered(contact, Mistake::LoadsAnewFrom(residual(s)?)),
    ),
    scene("luding-without-adhesion", "no adhesion branch", "codes that have the plastic spring alone", LUDING, |s| {
        luding_law(s, |law| law.adhesion_stiffness = 0.0)
    }),
    law(
        "luding-ends-at-zero-force",
        "a contact that ends when its force first reaches zero",
        "codes that delete a contact whose force is not positive",
        LUDING,
        |s, contact| {
            let Normal::Luding(_) = s.contact.normal else { return None };
            altered(contact, Mistake::EndsWithItsBranch)
        },
    ),
    scene("luding-adhesion-of-the-unloading", "k2 instead of k_c", "an easily made mistake", LUDING, |s| {
        luding_law(s, |law| {
            if let Unloading::Constant(k2) = law.unloading {
                law.adhesion_stiffness = k2;
            }
        })
    }),
    scene(
        "luding-unloads-along-the-limit",
        "the largest unloading stiffness after any overlap",
        "codes that have a constant unloading stiffness",
        GROWS,
        |s| {
            luding_law(s, |law| {
                if let Unloading::Grows { limit, .. } = law.unloading {
                    law.unloading = Unloading::Constant(limit);
                }
            })
        },
    ),
    scene(
        "luding-depth-of-the-radius",
        "phi_f of R* instead of phi_f of 2 R*",
        "radius and diameter confused",
        GROWS,
        |s| {
            luding_law(s, |law| {
                if let Unloading::Grows { depth, .. } = &mut law.unloading {
                    *depth *= 0.5;
                }
            })
        },
    ),
    law(
        "luding-stiffness-by-force",
        "an unloading stiffness that grows with the force over k_p d_p",
        "Walton and Braun's rule in Luding's law",
        GROWS,
        |s, contact| {
            let Normal::Luding(law) = &s.contact.normal else { return None };
            let Unloading::Grows { limit, .. } = law.unloading else { return None };
            luding(s, contact, |bent| bent.k2[1] *= law.loading_stiffness / limit)
        },
    ),
    law(
        "luding-loads-beyond-the-limit",
        "first loading along k1 beyond the limit overlap",
        "codes without the limit branch",
        GROWS,
        |s, contact| luding(s, contact, |bent| bent.limit *= 1e6),
    ),
    law(
        "luding-memory-kept-on-the-floor",
        "a reversal on the attractive branch that returns along this branch",
        "codes that keep the largest overlap while it unloads",
        "loading-path/luding-reload",
        |s, contact| {
            let Normal::Luding(_) = s.contact.normal else { return None };
            altered(contact, Mistake::KeepsItsMemory)
        },
    ),
    law(
        "thornton-keeps-the-radius",
        "unloading along the Hertz curve of the sphere before yield",
        "LIGGGHTS thornton_ning without adhesion: 0.622 for 0.659 at ten times the speed of first yield",
        THORNTON,
        |s, contact| thornton(s, contact, |bent| bent.flattened = |bent, _| bent.R_star),
    ),
    law(
        "thornton-secant-of-the-yield-force",
        "the plastic slope F_y/delta_y instead of pi p_y R*",
        "an easily made mistake: secant and tangent confused, which differ by 3/2",
        THORNTON,
        |s, contact| thornton(s, contact, |bent| bent.slope = bent.yield_force / bent.yield_overlap),
    ),
    law(
        "thornton-yields-at-half-the-overlap",
        "(p_y/E*)^2 R* instead of the overlap of first yield",
        "an easily made mistake: the square of pi/2 left out",
        THORNTON,
        |s, contact| {
            thornton(s, contact, |bent| {
                bent.yield_overlap = (bent.pressure / bent.E_star).powi(2) * bent.R_star;
                bent.yield_force = 4.0 / 3.0 * bent.E_star * bent.R_star.sqrt() * bent.yield_overlap.powf(1.5);
            })
        },
    ),
    scene(
        "thornton-uniaxial-yield-stress",
        "the uniaxial yield stress instead of the limiting pressure, 1.6 times less",
        "LAMMPS `mdr` takes the uniaxial stress",
        THORNTON,
        |s| thornton_law(s, |law| law.yield_pressure /= 1.6),
    ),
    scene(
        "thornton-hardness",
        "the hardness, 2.8 Y, instead of the limiting pressure, 1.6 Y",
        "papers that write p_y for both",
        THORNTON,
        |s| thornton_law(s, |law| law.yield_pressure *= 2.8 / 1.6),
    ),
    scene(
        "thornton-forgets-the-first-impact",
        "a second impact that yields anew",
        "history deleted with the contact, although the case keeps it",
        "normal/plastic/thornton-again",
        |s| {
            if let Normal::Thornton(_) = s.contact.normal {
                s.before = None;
            }
        },
    ),
    scene(
        "sjkr-area-of-the-diameter",
        "4 pi R* delta instead of 2 pi R* delta",
        "LIGGGHTS sjkr2 between spheres",
        "normal/adhesive/sjkr",
        |s| {
            if let Normal::Sjkr(law) = &mut s.contact.normal {
                law.cohesion_energy_density *= 2.0;
            }
        },
    ),
    scene(
        "hertz-jkr-doubles-the-surface-energy",
        "w = 2 gamma where the input is w already",
        "the factor codes disagree on first",
        "normal/adhesive/jkr-hertz-radius",
        |s| jkr_hertz_radius(s, |law| law.work_of_adhesion *= 2.0),
    ),
    scene(
        "hertz-jkr-radius-of-the-diameter",
        "the attraction at a = sqrt(2 R* delta)",
        "radius and diameter confused",
        "normal/adhesive/jkr-hertz-radius",
        |s| jkr_hertz_radius(s, |law| law.work_of_adhesion *= 8.0_f64.sqrt()),
    ),
    scene(
        "popov-pulls-as-jkr",
        "3/2 pi w R* at touch where the fit has 0.88 of it",
        "the pull-off force of the fit used instead of its pull at zero overlap",
        "normal/adhesive/popov-jkr",
        |s| {
            if let Normal::PopovJkr(law) = &mut s.contact.normal {
                law.work_of_adhesion /= 0.88;
            }
        },
    ),
    law(
        "adhesive-contact-unloads-with-its-first-radius",
        "R* instead of R_p on unloading beside adhesion",
        "the pull-off force of a flattened contact used instead of that of the spheres",
        NING,
        |s, _| thornton_ning(s, |bent| bent.flattened = |bent, _, _| bent.first.R),
    ),
    law(
        "flattened-radius-without-adhesion",
        "R_p = 4 E* a^3/(3 F_max) beside adhesion",
        "Thornton's formula without the term of adhesion",
        NING,
        |s, _| {
            thornton_ning(s, |bent| {
                bent.flattened = |bent, force, q| 4.0 * bent.first.E_star * q.powi(6) / (3.0 * force);
            })
        },
    ),
    law(
        "yields-without-adhesion",
        "yield where Hertz' pressure is p_y, beside adhesion",
        "an easily made mistake: a_y of Thornton 1997 kept",
        NING,
        |s, _| {
            thornton_ning(s, |bent| {
                bent.yields = (0.5 * PI * bent.pressure * bent.first.R / bent.first.E_star).sqrt();
            })
        },
    ),
    law(
        "eepa-plasticity-ratio-for-the-ratio-of-stiffnesses",
        "k2 = k1/lambda_p instead of k2 = k1/(1 - lambda_p)",
        "an easily made mistake: the plasticity ratio is 1 - k1/k2",
        EEPA,
        |s, _| eepa(s, |bent| bent.k2 = bent.k1 / (1.0 - bent.k1 / bent.k2)),
    ),
    law(
        "eepa-adhesion-in-parts-of-the-unloading-stiffness",
        "k_adh in parts of k2 instead of parts of k1",
        "an easily made mistake: which stiffness the adhesion refers to",
        EEPA,
        |s, _| eepa(s, |bent| bent.k_adh *= bent.k2 / bent.k1),
    ),
    law(
        "eepa-without-its-constant-pull",
        "no constant pull-off force f0",
        "f0 left at its default of 0",
        EEPA,
        |s, _| eepa(s, |bent| bent.pull = 0.0),
    ),
    // What a plate does goes with its mobility, which is handed over as a dashpot.
    plate(
        "plate-rigidity-of-six",
        "E h^3/(6 (1 - nu^2)) instead of its bending stiffness",
        "an easily made mistake",
        |s, force| {
            force.C *= bends(s).map_or(1.0, |_| 0.5_f64.sqrt());
        },
    ),
    plate(
        "plate-without-lateral-contraction",
        "E h^3/12 instead of its bending stiffness",
        "the formula of a beam",
        |s, force| {
            force.C /= bends(s).map_or(1.0, |plate| (1.0 - plate.poisson_ratio * plate.poisson_ratio).sqrt());
        },
    ),
    plate("plate-both-sides", "a mobility of 1/(16 sqrt(D rho h))", "waves counted on both faces", |s, force| {
        force.C *= bends(s).map_or(1.0, |_| 0.5);
    }),
    plate(
        "plate-mass-per-volume",
        "rho instead of rho h in the mobility",
        "an easily made mistake that a check of units finds",
        |s, force| {
            force.C *= bends(s).map_or(1.0, |plate| plate.thickness.sqrt());
        },
    ),
];
