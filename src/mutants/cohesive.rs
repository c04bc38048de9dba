//! Mistakes in laws that attract or yield, made in their branches.

use super::altered::{
    Mistake, altered, bends, eepa, jkr, jkr_hertz_radius, luding, luding_law, residual, thornton, thornton_law,
    thornton_ning, walton_braun,
};
use std::f64::consts::PI;

use super::{Hook, Mutant};
use crate::contact::Normal;
use crate::contact::normal::Unloading;

const JKR: &str = "normal/adhesive/jkr";
const LUDING: &str = "normal/plastic/luding";
const GROWS: &str = "normal/plastic/luding-stiffness-grows";
const THORNTON: &str = "normal/plastic/thornton";
const NING: &str = "normal/adhesive/thornton-ning";
const EEPA: &str = "normal/plastic/eepa";
const PLATE: &str = "normal/damped/steel-ball-on-glass-plates";

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(JKR, "pull-of-dmt-in-jkr", Hook::Scene(|s| jkr(s, |law| law.work_of_adhesion *= 4.0 / 3.0)))
        .breaks("2 pi w R* instead of the 3/2 pi w R* of JKR")
        .seen("an easily made mistake: the two pull-off forces confused"),
    Mutant::new(
        JKR,
        "snap-in-at-the-pull-off-distance",
        Hook::Law(|_, contact| altered(contact, Mistake::MadeWhereItBreaks)),
    )
    .breaks("a JKR contact that forms at the gap at which it breaks")
    .seen("codes that keep one distance for both"),
    Mutant::new(
        JKR,
        "two-thirds-of-the-pull-off-force",
        Hook::Scene(|s| jkr(s, |law| law.work_of_adhesion *= 2.0 / 3.0)),
    )
    .breaks("pi w R* instead of the 3/2 pi w R* of JKR")
    .seen("gamma for 3/2 gamma: the factor left out"),
    Mutant::new(
        "normal/adhesive/dmt-viscoelastic",
        "damping-of-the-whole-force-in-dmt",
        Hook::Law(|s, contact| {
            let Normal::Dmt(_) = s.contact.normal else { return None };
            altered(contact, Mistake::DampsByTheForce(4.0 / 3.0 * s.pair.E_star? * s.pair.R_star.sqrt()))
        }),
    )
    .breaks("a dashpot scaled by the stiffness of the total force: no damping while the contact pulls")
    .seen("sqrt(m F/delta) with the force minus the attraction"),
    Mutant::new(
        "normal/adhesive/jkr-viscoelastic",
        "dashpot-by-the-overlap-in-jkr",
        Hook::Law(|s, contact| {
            let Normal::Jkr(_) = s.contact.normal else { return None };
            altered(contact, Mistake::DampsByTheOverlap)
        }),
    )
    .breaks("a dashpot at the contact radius of Hertz instead of that of JKR: none across the neck")
    .seen("codes that use sqrt(R* delta) with every normal law"),
    Mutant::new(
        "normal/plastic/walton-braun",
        "loading-and-unloading-swapped",
        Hook::Scene(|s| {
            walton_braun(s, |law| std::mem::swap(&mut law.loading_stiffness, &mut law.unloading_stiffness))
        }),
    )
    .breaks("k2 during loading and k1 during unloading")
    .seen("an easily made mistake: the two stiffnesses exchanged, which creates energy"),
    Mutant::new(
        "normal/plastic/walton-braun",
        "stiffening-by-overlap",
        Hook::Scene(|s| walton_braun(s, |law| law.stiffening *= law.unloading_stiffness / law.loading_stiffness)),
    )
    .breaks("the stiffening of the unloading multiplied by the overlap instead of by the force")
    .seen("an easily made mistake: S k2 delta_max for S k1 delta_max"),
    Mutant::new(
        "normal/plastic/walton-braun-again",
        "reloads-along-the-loading-line",
        Hook::Law(|s, contact| altered(contact, Mistake::LoadsAnewFrom(residual(s)?))),
    )
    .breaks("a second impact that loads along k1 from the residual overlap")
    .seen("codes that keep the residual overlap and forget the largest"),
    Mutant::new(LUDING, "luding-without-adhesion", Hook::Scene(|s| luding_law(s, |law| law.adhesion_stiffness = 0.0)))
        .breaks("no adhesion branch")
        .seen("codes that have the plastic spring alone"),
    Mutant::new(
        LUDING,
        "luding-ends-at-zero-force",
        Hook::Law(|s, contact| {
            let Normal::Luding(_) = s.contact.normal else { return None };
            altered(contact, Mistake::EndsWithItsBranch)
        }),
    )
    .breaks("a contact that ends when its force first reaches zero")
    .seen("codes that delete a contact whose force is not positive"),
    Mutant::new(
        LUDING,
        "luding-adhesion-of-the-unloading",
        Hook::Scene(|s| {
            luding_law(s, |law| {
                if let Unloading::Constant(k2) = law.unloading {
                    law.adhesion_stiffness = k2;
                }
            })
        }),
    )
    .breaks("k2 instead of k_c")
    .seen("an easily made mistake"),
    Mutant::new(
        GROWS,
        "luding-unloads-along-the-limit",
        Hook::Scene(|s| {
            luding_law(s, |law| {
                if let Unloading::Grows { limit, .. } = law.unloading {
                    law.unloading = Unloading::Constant(limit);
                }
            })
        }),
    )
    .breaks("the largest unloading stiffness after any overlap")
    .seen("codes that have a constant unloading stiffness"),
    Mutant::new(
        GROWS,
        "luding-depth-of-the-radius",
        Hook::Scene(|s| {
            luding_law(s, |law| {
                if let Unloading::Grows { depth, .. } = &mut law.unloading {
                    *depth *= 0.5;
                }
            })
        }),
    )
    .breaks("phi_f of R* instead of phi_f of 2 R*")
    .seen("radius and diameter confused"),
    Mutant::new(
        GROWS,
        "luding-stiffness-by-force",
        Hook::Law(|s, contact| {
            let Normal::Luding(law) = &s.contact.normal else { return None };
            let Unloading::Grows { limit, .. } = law.unloading else { return None };
            luding(s, contact, |bent| bent.k2[1] *= law.loading_stiffness / limit)
        }),
    )
    .breaks("an unloading stiffness that grows with the force over k_p d_p")
    .seen("Walton and Braun's rule in Luding's law"),
    Mutant::new(
        GROWS,
        "luding-loads-beyond-the-limit",
        Hook::Law(|s, contact| luding(s, contact, |bent| bent.limit *= 1e6)),
    )
    .breaks("first loading along k1 beyond the limit overlap")
    .seen("codes without the limit branch"),
    Mutant::new(
        "loading-path/luding-reload",
        "luding-memory-kept-on-the-floor",
        Hook::Law(|s, contact| {
            let Normal::Luding(_) = s.contact.normal else { return None };
            altered(contact, Mistake::KeepsItsMemory)
        }),
    )
    .breaks("a reversal on the attractive branch that returns along this branch")
    .seen("codes that keep the largest overlap while it unloads"),
    Mutant::new(
        THORNTON,
        "thornton-keeps-the-radius",
        Hook::Law(|s, contact| thornton(s, contact, |bent| bent.flattened = |bent, _| bent.R_star)),
    )
    .breaks("unloading along the Hertz curve of the sphere before yield")
    .seen("LIGGGHTS thornton_ning without adhesion: 0.622 for 0.659 at ten times the speed of first yield"),
    Mutant::new(
        THORNTON,
        "thornton-secant-of-the-yield-force",
        Hook::Law(|s, contact| thornton(s, contact, |bent| bent.slope = bent.yield_force / bent.yield_overlap)),
    )
    .breaks("the plastic slope F_y/delta_y instead of pi p_y R*")
    .seen("an easily made mistake: secant and tangent confused, which differ by 3/2"),
    Mutant::new(
        THORNTON,
        "thornton-yields-at-half-the-overlap",
        Hook::Law(|s, contact| {
            thornton(s, contact, |bent| {
                bent.yield_overlap = (bent.pressure / bent.E_star).powi(2) * bent.R_star;
                bent.yield_force = 4.0 / 3.0 * bent.E_star * bent.R_star.sqrt() * bent.yield_overlap.powf(1.5);
            })
        }),
    )
    .breaks("(p_y/E*)^2 R* instead of the overlap of first yield")
    .seen("an easily made mistake: the square of pi/2 left out"),
    Mutant::new(
        THORNTON,
        "thornton-uniaxial-yield-stress",
        Hook::Scene(|s| thornton_law(s, |law| law.yield_pressure /= 1.6)),
    )
    .breaks("the uniaxial yield stress instead of the limiting pressure, 1.6 times less")
    .seen("LAMMPS `mdr` takes the uniaxial stress"),
    Mutant::new(THORNTON, "thornton-hardness", Hook::Scene(|s| thornton_law(s, |law| law.yield_pressure *= 2.8 / 1.6)))
        .breaks("the hardness, 2.8 Y, instead of the limiting pressure, 1.6 Y")
        .seen("papers that write p_y for both"),
    Mutant::new(
        "normal/plastic/thornton-again",
        "thornton-forgets-the-first-impact",
        Hook::Scene(|s| {
            if let Normal::Thornton(_) = s.contact.normal {
                s.before = None;
            }
        }),
    )
    .breaks("a second impact that yields anew")
    .seen("history deleted with the contact, although the case keeps it"),
    Mutant::new(
        "normal/adhesive/sjkr",
        "sjkr-area-of-the-diameter",
        Hook::Scene(|s| {
            if let Normal::Sjkr(law) = &mut s.contact.normal {
                law.cohesion_energy_density *= 2.0;
            }
        }),
    )
    .breaks("4 pi R* delta instead of 2 pi R* delta")
    .seen("LIGGGHTS sjkr2 between spheres"),
    Mutant::new(
        "normal/adhesive/jkr-hertz-radius",
        "hertz-jkr-doubles-the-surface-energy",
        Hook::Scene(|s| jkr_hertz_radius(s, |law| law.work_of_adhesion *= 2.0)),
    )
    .breaks("w = 2 gamma where the input is w already")
    .seen("the factor codes disagree on first"),
    Mutant::new(
        "normal/adhesive/jkr-hertz-radius",
        "hertz-jkr-radius-of-the-diameter",
        Hook::Scene(|s| jkr_hertz_radius(s, |law| law.work_of_adhesion *= 8.0_f64.sqrt())),
    )
    .breaks("the attraction at a = sqrt(2 R* delta)")
    .seen("radius and diameter confused"),
    Mutant::new(
        "normal/adhesive/popov-jkr",
        "popov-pulls-as-jkr",
        Hook::Scene(|s| {
            if let Normal::PopovJkr(law) = &mut s.contact.normal {
                law.work_of_adhesion /= 0.88;
            }
        }),
    )
    .breaks("3/2 pi w R* at touch where the fit has 0.88 of it")
    .seen("the pull-off force of the fit used instead of its pull at zero overlap"),
    Mutant::new(
        NING,
        "adhesive-contact-unloads-with-its-first-radius",
        Hook::Law(|s, _| thornton_ning(s, |bent| bent.flattened = |bent, _, _| bent.first.R)),
    )
    .breaks("R* instead of R_p on unloading beside adhesion")
    .seen("the pull-off force of a flattened contact used instead of that of the spheres"),
    Mutant::new(
        NING,
        "flattened-radius-without-adhesion",
        Hook::Law(|s, _| {
            thornton_ning(s, |bent| {
                bent.flattened = |bent, force, q| 4.0 * bent.first.E_star * q.powi(6) / (3.0 * force);
            })
        }),
    )
    .breaks("R_p = 4 E* a^3/(3 F_max) beside adhesion")
    .seen("Thornton's formula without the term of adhesion"),
    Mutant::new(
        NING,
        "yields-without-adhesion",
        Hook::Law(|s, _| {
            thornton_ning(s, |bent| {
                bent.yields = (0.5 * PI * bent.pressure * bent.first.R / bent.first.E_star).sqrt();
            })
        }),
    )
    .breaks("yield where Hertz' pressure is p_y, beside adhesion")
    .seen("an easily made mistake: a_y of Thornton 1997 kept"),
    Mutant::new(
        EEPA,
        "eepa-plasticity-ratio-for-the-ratio-of-stiffnesses",
        Hook::Law(|s, _| eepa(s, |bent| bent.k2 = bent.k1 / (1.0 - bent.k1 / bent.k2))),
    )
    .breaks("k2 = k1/lambda_p instead of k2 = k1/(1 - lambda_p)")
    .seen("an easily made mistake: the plasticity ratio is 1 - k1/k2"),
    Mutant::new(
        EEPA,
        "eepa-adhesion-in-parts-of-the-unloading-stiffness",
        Hook::Law(|s, _| eepa(s, |bent| bent.k_adh *= bent.k2 / bent.k1)),
    )
    .breaks("k_adh in parts of k2 instead of parts of k1")
    .seen("an easily made mistake: which stiffness the adhesion refers to"),
    Mutant::new(EEPA, "eepa-without-its-constant-pull", Hook::Law(|s, _| eepa(s, |bent| bent.pull = 0.0)))
        .breaks("no constant pull-off force f0")
        .seen("f0 left at its default of 0"),
    // What a plate does goes with its mobility, which is handed over as a dashpot.
    Mutant::new(
        PLATE,
        "plate-rigidity-of-six",
        Hook::Force(|s, force| {
            force.C *= bends(s).map_or(1.0, |_| 0.5_f64.sqrt());
        }),
    )
    .breaks("E h^3/(6 (1 - nu^2)) instead of its bending stiffness")
    .seen("an easily made mistake"),
    Mutant::new(
        PLATE,
        "plate-without-lateral-contraction",
        Hook::Force(|s, force| {
            force.C /= bends(s).map_or(1.0, |plate| (1.0 - plate.poisson_ratio * plate.poisson_ratio).sqrt());
        }),
    )
    .breaks("E h^3/12 instead of its bending stiffness")
    .seen("the formula of a beam"),
    Mutant::new(
        PLATE,
        "plate-both-sides",
        Hook::Force(|s, force| {
            force.C *= bends(s).map_or(1.0, |_| 0.5);
        }),
    )
    .breaks("a mobility of 1/(16 sqrt(D rho h))")
    .seen("waves counted on both faces"),
    Mutant::new(
        PLATE,
        "plate-mass-per-volume",
        Hook::Force(|s, force| {
            force.C *= bends(s).map_or(1.0, |plate| plate.thickness.sqrt());
        }),
    )
    .breaks("rho instead of rho h in the mobility")
    .seen("an easily made mistake that a check of units finds"),
];
