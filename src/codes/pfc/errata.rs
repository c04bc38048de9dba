//! Errors in PFC's documentation.

use crate::codes::Erratum;

pub(super) const ERRATA: &[Erratum] = &[
    Erratum {
        id: "P1",
        says: "alpha_d = (alpha_h - 1)/2, 1/4 for spheres, gives a constant restitution",
        is: "alpha_d = 0 does: the tangent stiffness carries the overlap already; the rule is for a constant k_n",
        number: "0.5 at 1 m/s gives 0.975997 in metres, 0.873489 in millimetres, 0.478036 in micrometres",
    },
    Erratum {
        id: "P2",
        says: "the Hertz force is negative in compression, and eqs. (8) to (10) use it as it is",
        is: "these equations need its magnitude, for a fractional power, a strength and a comparison of forces",
        number: "with M_s = 1 the shear force would be scaled on loading",
    },
    Erratum {
        id: "P3",
        says: "the contact is active by the surface gap, the force is computed from the contact gap",
        is: "both must be the surface gap",
        number: "with a reference gap the force starts with a jump of h_n |g_r|^(3/2), or is missing over g_r",
    },
    Erratum {
        id: "P4",
        says: "the shear force grows by +k_s times a rotation, and slip and dashpot work follow from it",
        is: "it falls by k_s times the shear displacement; as printed slip work and shear dashpot work come out negative",
        number: "sliding by s under mu N counts as -mu N s of slip work",
    },
    Erratum {
        id: "P5",
        says: "the dashpot is capped by F_n^l",
        is: "by the Hertz force F_n^h; the symbol is that of the linear model",
        number: "",
    },
    Erratum {
        id: "P6",
        says: "beta_n is a critical damping ratio",
        is: "the ratio of the Hertz contact is sqrt(6/5) beta_n",
        number: "beta_n = z gives 0.466252 for 0.5; from beta_n = 0.912871 on, within its range, the bodies do not rebound in mode 0",
    },
];
