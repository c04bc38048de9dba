//! Damping laws: the dissipative part of a normal force.

mod local;
mod step;

use super::branches::Branched;
use super::card::{
    ANY, Card, Given, Key, LawError, NOT_NEGATIVE, Numbers, OPTIONAL, OR_ZERO, POSITIVE, axis, law, not_negative,
    positive, restitution,
};
use super::mixing::MIXING_RULE;
use super::{Dashpot, Elastic, Ends, Pair, achieved};
use crate::units::Dimension;

pub use super::motion_damping::{DampedAlong, MotionDamping};
pub use local::LocalDamping;
pub use step::StepDashpot;

/// The dissipative part of a normal force.
pub trait DampingLaw {
    /// `C delta^beta v`, added to the elastic part `elastic`.
    ///
    /// # Errors
    /// When the law cannot be combined with the elastic part, or a restitution cannot be reached.
    fn dashpot(&self, elastic: &Elastic, pair: &Pair, ends: Ends) -> Result<Dashpot, LawError>;

    /// The elastic part `elastic` with this damping as branches, for a law that is no dashpot `C delta^beta v`; `None` for one that is.
    /// `ends` counts where a dashpot acts beside it.
    ///
    /// # Errors
    /// When the law cannot be combined with the elastic part.
    fn branches(&self, elastic: &Elastic, pair: &Pair, ends: Ends) -> Result<Option<Branched>, LawError> {
        let _ = (elastic, pair, ends);
        Ok(None)
    }

    /// The restitution requested in the case; `None` where a coefficient is given.
    fn restitution(&self) -> Option<f64> {
        None
    }

    /// The only speed (m/s) at which the law achieves that restitution; `None` when it does at every speed.
    fn at_speed(&self) -> Option<f64> {
        None
    }
}

axis! {
    /// A normal damping law.
    Damping: DampingLaw {
        Undamped,
        LinearDashpot,
        Tsuji,
        KuwabaraKono,
        HuntCrossley,
        StiffnessDashpot,
        StepDashpot with branches,
        LocalDamping with branches,
        ZenerPlate,
    }
}

impl Damping {
    /// The coefficient `C` (N s/m) of a force `C v` independent of the overlap; `None` for any other dashpot.
    pub fn constant(&self) -> Option<f64> {
        match self {
            Self::Undamped(_) => Some(0.0),
            Self::LinearDashpot(LinearDashpot::Coefficient(C)) => Some(*C),
            _ => None,
        }
    }

    /// The dashpot of a normal law with branches, `law`: that of its first loading `K delta^alpha`, on every branch.
    ///
    /// # Errors
    /// When the damping is given by a restitution, which is valid for the spring alone, for a plate, whose speed follows from the
    /// whole force and not from that spring, or as [`DampingLaw::dashpot`].
    pub fn beside_branches(&self, elastic: &Elastic, pair: &Pair, law: &str) -> Result<Dashpot, LawError> {
        if self.restitution().is_some() {
            let message = format!("`restitution` is not available for a dashpot with `{law}`");
            return Err(LawError::key("restitution", message).help("give its damping coefficient instead"));
        }
        if let Self::ZenerPlate(_) = self {
            let message = format!("a plate that bends cannot be combined with `{law}`");
            let help = "write  wall = { ... }  in place of  plate = { ... }, or take `hertz`, `hooke` or `power-law`";
            return Err(LawError::table(message).help(help));
        }
        if ends_by_itself(self.card().name) {
            let message = format!("`{}` cannot be combined with `{law}`, only with an elastic law", self.card().name);
            return Err(LawError::table(message).help("take `hertz`, `hooke` or `power-law`"));
        }
        self.dashpot(elastic, pair, Ends::ZeroOverlap)
    }
}

/// Whether the damping law of that name defines the end of contact, which a case then must not set: it never pulls.
pub fn ends_by_itself(name: &str) -> bool {
    KINDS.iter().any(|kind| kind.marked && kind.card.name == name)
}

/// The strength of the damping: the law's own coefficient, or the restitution to achieve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Strength {
    /// In the unit of the law.
    Coefficient(f64),
    Restitution(f64),
}

impl Strength {
    pub fn coefficient(self) -> Option<f64> {
        match self {
            Self::Coefficient(own) => Some(own),
            Self::Restitution(_) => None,
        }
    }

    pub fn restitution(self) -> Option<f64> {
        match self {
            Self::Coefficient(_) => None,
            Self::Restitution(e) => Some(e),
        }
    }
}

/// The law's own coefficient under the first key, or the restitution to achieve under the second.
pub(super) const STRENGTH: Given<Strength> = Given {
    read: |numbers, keys, law| {
        let own = keys[0].name;
        let (given, value) = numbers.exactly_one(&[own, keys[1].name], law)?;
        if given == own {
            not_negative(own, value).map(Strength::Coefficient)
        } else {
            restitution(value).map(Strength::Restitution)
        }
    },
    write: |strength, keys, numbers| match *strength {
        Strength::Coefficient(own) => numbers.set(keys[0].name, own),
        Strength::Restitution(e) => numbers.set(keys[1].name, e),
    },
};

/// The speed at which a speed-dependent restitution is achieved: required with a restitution, an error without.
const AT_SPEED: Given<Option<f64>> = Given {
    read: |numbers, keys, law| match (numbers.get("restitution"), numbers.get(keys[0].name)) {
        (Some(_), Some(v)) => positive("at_speed", v).map(Some),
        (Some(_), None) => {
            let message = format!("the restitution of `{law}` depends on the speed: `restitution` requires `at_speed`");
            Err(LawError::key("restitution", message)
                .help("add the impact speed at which it was measured:  at_speed = \"1 m/s\""))
        }
        (None, Some(_)) => {
            Err(LawError::key("at_speed", "`at_speed` is only valid with `restitution`").help("leave it out"))
        }
        (None, None) => Ok(None),
    },
    write: |speed, keys, numbers| numbers.set_given(keys[0].name, *speed),
};

/// The impact speed of a restitution.
const SPEED: Key = Key::number("at_speed", Dimension::Speed, "the impact speed at which `restitution` is achieved");

law! {
    /// No damping: the collision is elastic, restitution 1.
    pub struct Undamped;
}

impl Undamped {
    pub const CARD: Card = Card::none("No dissipation", "F_d = 0", "always; restitution is 1");
}

impl DampingLaw for Undamped {
    fn dashpot(&self, _: &Elastic, _: &Pair, _: Ends) -> Result<Dashpot, LawError> {
        Ok(Dashpot { C: 0.0, beta: 0.0 })
    }
}

/// Linear dashpot: `F_d = C v`, in N, with `C = 2 z sqrt(m* K)` beside a linear spring.
///
/// The force jumps at first touch. Schwager & Poeschel 2007, eqs. 15 and 21.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LinearDashpot {
    /// `C`, N s/m
    Coefficient(f64),
    /// `z`, damping as a fraction of the critical damping of a linear spring.
    Ratio(f64),
    Restitution(f64),
}

impl LinearDashpot {
    pub const CARD: Card = Card {
        name: "linear-dashpot",
        title: "A dashpot proportional to speed",
        formula: "F_d = C v,  C = 2 z sqrt(m* K)\n\
                  zero-overlap:   e = exp(-pi z/sqrt(1-z^2)),  z < 1\n\
                  otherwise:      e = exp(-(pi-2p) tan p), z = sin p;  z > 1: e = exp(-2u coth u), z = cosh u",
        symbols: &[
            ("C", "damping coefficient", "N s/m"),
            ("z", "damping ratio, 1 is critical", "-"),
            ("v", "rate of approach", "m/s"),
        ],
        holds: "constant restitution with a linear spring only; the force jumps by C v at first touch",
        source: "Schwager & Poeschel 2007, Granular Matter 9, 465, eqs. 15 and 21",
        known_as: &[
            ("LAMMPS", "hooke, damping velocity"),
            ("PFC", "linear, dp_nratio"),
            ("HYBIRD", "alpha_n,L = z, gamma_L = z sqrt(K/m*)"),
        ],
    };
    pub const KEYS: &[Key] = &[
        Key::number("coefficient", Dimension::Damping, "C, force per speed"),
        Key::number("ratio", Dimension::Number, "z, damping as a fraction of critical damping"),
        Key::number("restitution", Dimension::Number, "restitution achieved with the given end of contact"),
        MIXING_RULE,
    ];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        let (key, value) = numbers.exactly_one(&["coefficient", "ratio", "restitution"], "linear-dashpot")?;
        Ok(match key {
            "coefficient" => Self::Coefficient(not_negative(key, value)?),
            "ratio" => Self::Ratio(not_negative(key, value)?),
            _ => Self::Restitution(restitution(value)?),
        })
    }

    /// The numbers of its table, SI.
    pub fn numbers(&self) -> Numbers {
        Numbers::new(vec![match *self {
            Self::Coefficient(C) => ("coefficient", C),
            Self::Ratio(z) => ("ratio", z),
            Self::Restitution(e) => ("restitution", e),
        }])
    }
}

impl DampingLaw for LinearDashpot {
    fn dashpot(&self, elastic: &Elastic, pair: &Pair, ends: Ends) -> Result<Dashpot, LawError> {
        let z = match *self {
            Self::Coefficient(C) => return Ok(Dashpot { C, beta: 0.0 }),
            Self::Ratio(z) => z,
            Self::Restitution(e) => achieved::damping_ratio(e, ends),
        };
        if elastic.alpha != 1.0 {
            let key = if matches!(self, Self::Ratio(_)) { "ratio" } else { "restitution" };
            return Err(LawError::key(key, "a linear dashpot has a damping ratio only with a linear spring").help(
                "give its `coefficient`, or use `[contact.damping.tsuji]`, whose restitution does not depend on speed",
            ));
        }
        Ok(Dashpot { C: 2.0 * z * (pair.m_star * elastic.K).sqrt(), beta: 0.0 })
    }

    fn restitution(&self) -> Option<f64> {
        match *self {
            Self::Restitution(e) => Some(e),
            _ => None,
        }
    }
}

/// Tsuji: `F_d = alpha sqrt(m* K) delta^((n-1)/2) v`, in N, beside `K delta^n`; for spheres `delta^(1/4)`.
///
/// Restitution does not depend on speed: it is that of a linear dashpot of ratio `z = alpha/sqrt(2(n+1))`.
/// Tsuji, Tanaka & Ishida 1992; Antypov & Elliott 2011.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tsuji(pub Strength);

impl Tsuji {
    pub const CARD: Card = Card {
        name: "tsuji",
        title: "The dashpot whose restitution is the same at every speed",
        formula: "F_d = alpha sqrt(m* K) delta^((n-1)/2) v      beside F = K delta^n; spheres: delta^(1/4)\n\
                  z = alpha/sqrt(2(n+1))                        spheres: alpha = sqrt(5) z\n\
                  zero-overlap:   e = exp(-pi z/sqrt(1-z^2)),  z < 1\n\
                  otherwise:      e = exp(-(pi-2p) tan p), z = sin p;  z > 1: e = exp(-2u coth u), z = cosh u",
        symbols: &[
            ("alpha", "damping coefficient", "-"),
            ("m*", "effective mass", "kg"),
            ("K", "stiffness, 4/3 E* sqrt(R*) for spheres", "N/m^n"),
            ("z", "ratio of the linear dashpot with the same restitution", "-"),
        ],
        holds: "a modelling choice: real restitution falls with speed",
        source: "Tsuji, Tanaka & Ishida 1992, Powder Technology 71, 239; Antypov & Elliott 2011, EPL 94, 50004",
        known_as: &[
            ("Woo", "alpha(en), alpha_sqrtMK"),
            ("LAMMPS", "damping tsuji, coeff_restitution"),
            ("LIGGGHTS", "model hertz, coefficientRestitution"),
            ("YADE", "betan = sqrt(5/6) z"),
            ("MercuryDPM", "dissipation = sqrt(5) z"),
        ],
    };
    pub const KEYS: &[Key] = &[
        Key::number("alpha", Dimension::Number, "the damping coefficient"),
        Key::number("restitution", Dimension::Number, "restitution achieved with the given end of contact"),
        MIXING_RULE,
    ];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        (STRENGTH.read)(numbers, Self::KEYS, "tsuji").map(Self)
    }

    /// The numbers of its table, SI.
    pub fn numbers(&self) -> Numbers {
        let mut numbers = Numbers::default();
        (STRENGTH.write)(&self.0, Self::KEYS, &mut numbers);
        numbers
    }
}

impl DampingLaw for Tsuji {
    fn dashpot(&self, elastic: &Elastic, pair: &Pair, ends: Ends) -> Result<Dashpot, LawError> {
        let n = elastic.alpha;
        let alpha = match self.0 {
            Strength::Coefficient(alpha) => alpha,
            Strength::Restitution(e) => (2.0 * (n + 1.0)).sqrt() * achieved::damping_ratio(e, ends),
        };
        Ok(Dashpot { C: alpha * (pair.m_star * elastic.K).sqrt(), beta: 0.5 * (n - 1.0) })
    }

    fn restitution(&self) -> Option<f64> {
        self.0.restitution()
    }
}

law! {
    /// Kuwabara & Kono: `F_d = A dF/d(delta) v`, in N; for spheres `3/2 A K sqrt(delta) v`.
    ///
    /// The relaxation time `A` is a property of the material, so restitution falls with speed.
    /// Kuwabara & Kono 1987; Brilliantov, Spahn, Hertzsch & Poeschel 1996, eq. 26.
    ///
    /// The relaxation time that achieves a restitution has no closed form: its dashpot is in `collide/viscous.rs`, which computes collisions.
    pub struct KuwabaraKono besides [MIXING_RULE] {
        pub(crate) strength: Strength = STRENGTH[
            Key::number("relaxation_time", Dimension::Time, "A, a constant of the material"),
            Key::number(
                "restitution",
                Dimension::Number,
                "restitution achieved at `at_speed` with the given end of contact",
            ),
        ],
        /// Speed at which the restitution is achieved, m/s.
        pub(crate) at_speed: Option<f64> = AT_SPEED[SPEED],
    }
}

impl KuwabaraKono {
    pub const CARD: Card = Card {
        name: "kuwabara-kono",
        title: "Viscoelastic spheres",
        formula: "F_d = A n K delta^(n-1) v      beside F = K delta^n; spheres: 3/2 A K sqrt(delta) v\n\
                  b = 3/2 A (K/m*)^(2/5) v^(1/5),  e = 1 - 1.15344885809529 b + 0.798266560944795 b^2 + ...",
        symbols: &[
            ("A", "relaxation time of the material", "s"),
            ("b", "the only parameter of the restitution (spheres)", "-"),
        ],
        holds: "quasi-static: A v << delta and v << speed of sound; restitution falls with speed",
        source: "Kuwabara & Kono 1987, Jpn. J. Appl. Phys. 26, 1230; Brilliantov et al. 1996, Phys. Rev. E 53, 5382",
        known_as: &[("LAMMPS", "damping viscoelastic (different prefactor)"), ("YADE", "Ip2_ViscElMat")],
    };

    /// The relaxation time as given, s.
    pub fn relaxation_time(&self) -> Option<f64> {
        self.strength.coefficient()
    }
}

law! {
    /// Hunt & Crossley: `F = K delta^n (1 + lambda v)`, in N.
    ///
    /// The force never reaches zero before the overlap does, so all ends of contact agree. Hunt & Crossley 1975, eq. 3.
    pub struct HuntCrossley besides [MIXING_RULE] {
        strength: Strength = STRENGTH[
            Key::number("lambda", Dimension::InverseSpeed, "the damping coefficient"),
            Key::number("restitution", Dimension::Number, "restitution achieved at `at_speed`"),
        ],
        /// Speed at which the restitution is achieved, m/s.
        at_speed: Option<f64> = AT_SPEED[SPEED],
    }
}

impl HuntCrossley {
    pub const CARD: Card = Card {
        name: "hunt-crossley",
        title: "A dashpot proportional to the elastic force",
        formula: "F = K delta^n (1 + lambda v)\nlambda v - ln(1 + lambda v) = -lambda e v - ln(1 - lambda e v)      any n",
        symbols: &[("lambda", "damping coefficient", "s/m"), ("n", "exponent of the elastic law", "-")],
        holds: "restitution falls with speed: e = 1 - 2/3 lambda v for slow impacts; computed up to lambda v = 1000",
        source: "Hunt & Crossley 1975, J. Appl. Mech. 42, 440",
        known_as: &[("Simbody", "HuntCrossleyForce, dissipation = 2/3 lambda")],
    };

    /// The coefficient as given, s/m.
    pub fn lambda(&self) -> Option<f64> {
        self.strength.coefficient()
    }
}

impl DampingLaw for HuntCrossley {
    fn dashpot(&self, elastic: &Elastic, _: &Pair, _: Ends) -> Result<Dashpot, LawError> {
        let lambda = match (self.strength, self.at_speed) {
            (Strength::Restitution(e), Some(v)) => achieved::hunt_crossley_number(e) / v,
            (Strength::Coefficient(lambda) | Strength::Restitution(lambda), _) => lambda,
        };
        Ok(Dashpot { C: lambda * elastic.K, beta: elastic.alpha })
    }

    fn restitution(&self) -> Option<f64> {
        self.strength.restitution()
    }

    fn at_speed(&self) -> Option<f64> {
        self.at_speed
    }
}

law! {
    /// Dashpot of the tangent stiffness: `F_d = 2 beta sqrt(m* k_n) (delta/delta_0)^p v`, in N, `k_n = dF/d(delta)`.
    ///
    /// With `p = 0` restitution is constant, at `z = beta sqrt(2n/(n+1))`. With any other exponent it depends on the
    /// speed and on the length `delta_0` the overlap is measured in. PFC, Hertz model, eq. 15.
    pub struct StiffnessDashpot {
        pub ratio: f64 =
            NOT_NEGATIVE[Key::number("ratio", Dimension::Number, "beta, dashpot coefficient over 2 sqrt(m* k_n)")],
        pub exponent: f64 = OR_ZERO[Key::number("exponent", Dimension::Number, "p; 0 unless given")],
        /// m
        pub reference_length: f64 =
            REFERENCE[Key::number("reference_length", Dimension::Length, "delta_0; needed with an exponent")],
    }
}

impl StiffnessDashpot {
    pub const CARD: Card = Card {
        name: "stiffness-dashpot",
        title: "A dashpot scaled by the tangent stiffness",
        formula: "F_d = 2 beta sqrt(m* k_n) (delta/delta_0)^p v,  k_n = n K delta^(n-1)\np = 0:  z = beta sqrt(2n/(n+1))      spheres: beta = sqrt(5/6) z",
        symbols: &[
            ("beta", "damping ratio by the tangent stiffness", "-"),
            ("k_n", "tangent stiffness", "N/m"),
            ("p", "exponent", "-"),
            ("delta_0", "the unit of length of the overlap in the power; no effect with p = 0", "m"),
        ],
        holds: "restitution is constant for p = 0 only",
        source: "PFC documentation, Hertz model, dashpot force; Tsuji, Tanaka & Ishida 1992",
        known_as: &[("PFC", "dp_nratio, dp_alpha"), ("YADE", "betan (p = 0)"), ("LIGGGHTS", "beta (p = 0)")],
    };
}

impl DampingLaw for StiffnessDashpot {
    fn dashpot(&self, elastic: &Elastic, pair: &Pair, _: Ends) -> Result<Dashpot, LawError> {
        let Elastic { K, alpha: n, .. } = *elastic;
        let p = self.exponent;
        let C = 2.0 * self.ratio * (pair.m_star * n * K).sqrt() / libm::pow(self.reference_length, p);
        Ok(Dashpot { C, beta: 0.5 * (n - 1.0) + p })
    }
}

/// The length in which the overlap is measured: it matters with an exponent only.
const REFERENCE: Given<f64> = Given {
    read: |numbers, keys, _| match numbers.get(keys[0].name) {
        Some(length) => positive("reference_length", length),
        None if numbers.get("exponent").unwrap_or(0.0) == 0.0 => Ok(1.0),
        None => {
            let message =
                "`exponent` requires `reference_length`: the power of an overlap depends on the unit of length";
            Err(LawError::key("exponent", message)
                .help("add it:  reference_length = \"1 m\"   (\"1 mm\" for a model in millimetres)"))
        }
    },
    write: |length, keys, numbers| {
        let matters = numbers.get("exponent").is_some();
        numbers.set_given(keys[0].name, matters.then_some(*length));
    },
};

law! {
    /// Zener: the point of a plate under the contact moves at `Y F`; in the contact coordinate `F_d = m* Y dF/d(delta) v`, in N.
    ///
    /// An infinite, thin elastic plate. Zener 1941.
    pub struct ZenerPlate with stable {
        /// m
        pub thickness: f64 = POSITIVE[Key::number("thickness", Dimension::Length, "h of the plate")],
        /// Pa
        pub young_modulus: f64 = POSITIVE[Key::number("young_modulus", Dimension::Pressure, "E of the plate")],
        pub poisson_ratio: f64 = ANY[Key::number("poisson_ratio", Dimension::Number, "nu of the plate")],
        /// kg/m3
        pub density: f64 = POSITIVE[Key::number("density", Dimension::Density, "rho of the plate")],
        /// From the contact to the nearest edge, m: used only to check the validity of the law.
        pub edge_distance: Option<f64> =
            OPTIONAL[Key::number(
                "edge_distance",
                Dimension::Length,
                "distance to the nearest edge; used in the validity table only",
            )],
    }
}

impl ZenerPlate {
    pub const CARD: Card = Card {
        name: "zener-plate",
        title: "A thin plate that loses energy to bending waves (Zener)",
        formula: "speed of the plate under the contact Y F,  Y = 1/(8 sqrt(D rho h)),  D = E h^3/(12 (1 - nu^2))\n\
                  in the contact coordinate a dashpot  A n K delta^(n-1) v  with A = m* Y; the real force is F = K delta^n",
        symbols: &[
            ("h", "thickness of the plate", "m"),
            ("E, nu, rho", "modulus, Poisson's ratio and density of the plate", "Pa, -, kg/m3"),
            ("D", "bending stiffness", "N m"),
            ("Y", "mobility of the plate", "m/(N s)"),
        ],
        holds: "h well above the contact radius; bending waves longer than 6 h; no wave returns from the edge during the contact",
        source: "Zener 1941, Phys. Rev. 59, 669",
        known_as: &[],
    };

    fn stable(&self) -> Result<(), LawError> {
        if (-1.0..=0.5).contains(&self.poisson_ratio) {
            return Ok(());
        }
        let message = format!("`poisson_ratio` must be between -1 and 0.5, not {}", self.poisson_ratio);
        Err(LawError::key("poisson_ratio", message))
    }

    /// `D = E h^3/(12 (1 - nu^2))`, N m.
    pub fn bending_stiffness(&self) -> f64 {
        self.young_modulus * self.thickness.powi(3) / (12.0 * (1.0 - self.poisson_ratio * self.poisson_ratio))
    }

    /// `Y = 1/(8 sqrt(D rho h))`, m/(N s).
    pub fn mobility(&self) -> f64 {
        1.0 / (8.0 * (self.bending_stiffness() * self.density * self.thickness).sqrt())
    }
}

impl DampingLaw for ZenerPlate {
    fn dashpot(&self, elastic: &Elastic, pair: &Pair, ends: Ends) -> Result<Dashpot, LawError> {
        if ends != Ends::ZeroOverlap {
            let message = "with a plate the contact ends at zero overlap: its force K delta^n never pulls";
            return Err(LawError::table(message).help("write  ends = \"zero-overlap\""));
        }
        let Elastic { K, alpha: n, .. } = *elastic;
        Ok(Dashpot { C: pair.m_star * self.mobility() * n * K, beta: n - 1.0 })
    }
}
