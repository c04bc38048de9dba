//! Words for what is observed, and how each is read off a trajectory.

use crate::scene::Scene;
use crate::trajectory::{Estimate, Trajectory};
use crate::units::Dimension;

macro_rules! observables {
    ($($Name:ident $word:literal $symbol:literal $dimension:ident $doc:literal,)*) => {
        /// A quantity that can be read off a collision.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Observable { $(#[doc = $doc] $Name,)* }

        impl Observable {
            pub const ALL: &[Self] = &[$(Self::$Name,)*];

            /// The word in case files and reports.
            pub fn word(self) -> &'static str {
                match self { $(Self::$Name => $word,)* }
            }

            /// The symbol on an axis.
            pub fn symbol(self) -> &'static str {
                match self { $(Self::$Name => $symbol,)* }
            }

            pub fn dimension(self) -> Dimension {
                match self { $(Self::$Name => Dimension::$dimension,)* }
            }

            pub fn doc(self) -> &'static str {
                match self { $(Self::$Name => $doc,)* }
            }
        }
    };
}

observables! {
    Restitution "restitution" "e" Number "rate of separation over rate of approach, v_out/v_in; 0 when the bodies stay in contact",
    RestitutionRequested "restitution_requested" "e_req" Number "the restitution the case asks for",
    Duration "duration" "t_c" Time "from first touch to the end that `contact.ends` names",
    DurationToZeroForce "duration_to_zero_force" "t_F" Time "from first touch until the force reaches zero as the bodies part",
    DurationToZeroOverlap "duration_to_zero_overlap" "t_δ" Time "from first touch until the overlap is zero again",
    MaxOverlap "max_overlap" "δ_max" Length "largest overlap, counted from where the force begins",
    TimeOfMaxOverlap "time_of_max_overlap" "t_max" Time "from first touch to the largest overlap",
    MaxForce "max_force" "F_max" Force "largest total normal force",
    MaxForceElastic "max_force_elastic" "F_el" Force "largest elastic part of the normal force",
    ContactRadius "contact_radius" "a_max" Length "radius of the contact circle at the largest overlap, sqrt(R* delta); Hertz only",
    PeakPressure "peak_pressure" "p_0" Pressure "pressure at the centre of contact at the largest overlap, 2 E* a/(pi R*); Hertz only",
    EnergyStrain "energy_strain" "U" Energy "elastic energy that is deleted with the contact at its end",
    EnergyDashpot "energy_dashpot" "W_d" Energy "work taken by the dashpot; while the force is clamped it takes the elastic force up whole",
    EnergyLost "energy_lost" "ΔE" Energy "kinetic energy of the relative motion that is gone after the collision",
    MomentumResidual "momentum_residual" "r_p" Number "(change of relative momentum - integral of the force)/(m* v_in)",
    EnergyResidual "energy_residual" "r_E" Number "(kinetic energy lost - dashpot - strain)/(kinetic energy before)",
}

impl Observable {
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|o| o.word() == word)
    }
}

/// Everything that can be read off one collision; what is unknown is absent.
pub fn observe(scene: &Scene, trajectory: &Trajectory) -> Vec<(Observable, Estimate)> {
    let _ = (scene, trajectory);
    Vec::new()
}
