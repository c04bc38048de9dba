//! Tangential laws: the resistance to sliding.

mod formula;

use super::card::{
    Card, Given, Key, LawError, NOT_NEGATIVE, Numbers, OPTIONAL, OPTIONAL_NOT_NEGATIVE, POSITIVE, axis, law,
    not_negative, positive,
};
use super::mixing::FRICTION_RULE;
use super::shear::{
    DynamicFriction, Form, FrictionRate, ShearDashpot, ShearForce, SlipCurve, SmoothFriction, SmoothOf, SmoothStep,
    Spheres, WhileSliding,
};
use super::{Elastic, Pair};
use crate::units::Dimension;

pub use formula::FormulaSpring;

/// The tangential part of a contact.
pub trait TangentialLaw {
    /// The tangential force for the elastic normal part `elastic`, `None` where that is not a power of the overlap. Limit, levers
    /// and rolling belong to the contact and are added by [`Contact::shear`](super::Contact::shear).
    ///
    /// # Errors
    /// When the bodies lack a required modulus, or the law cannot be combined with the normal law.
    fn spring(&self, elastic: Option<&Elastic>, pair: &Pair) -> Result<ShearForce, LawError>;
}

axis! {
    /// A tangential law.
    Tangential: TangentialLaw {
        Frictionless,
        Coulomb,
        Regularised,
        CundallStrack,
        Mindlin,
        StiffnessRatio,
        MindlinDeresiewicz,
        FormulaSpring,
    }
}

impl Tangential {
    /// Coulomb's coefficient.
    pub fn friction(&self) -> f64 {
        match self {
            Self::FormulaSpring(law) => law.friction(),
            law => law.numbers().get(FRICTION.name).unwrap_or(0.0),
        }
    }

    /// Dynamic friction beside the static one.
    pub fn dynamic(&self) -> Option<DynamicFriction> {
        match self {
            Self::Coulomb(law) => law.dynamic,
            Self::CundallStrack(law) => law.dynamic,
            Self::Mindlin(law) => law.dynamic,
            Self::StiffnessRatio(law) => law.dynamic,
            Self::Frictionless(_) | Self::Regularised(_) | Self::MindlinDeresiewicz(_) | Self::FormulaSpring(_) => None,
        }
    }

    /// Whether the coefficient of friction depends on the slip velocity.
    pub fn depends_on_speed(&self) -> bool {
        matches!(self, Self::Regularised(_)) || self.dynamic().is_some()
    }

    /// The dashpot in parallel with the spring.
    pub fn dashpot(&self) -> Option<ShearDamping> {
        match self {
            Self::CundallStrack(law) => law.dashpot,
            Self::Mindlin(law) => law.dashpot,
            Self::StiffnessRatio(law) => law.dashpot,
            Self::Frictionless(_)
            | Self::Coulomb(_)
            | Self::Regularised(_)
            | Self::MindlinDeresiewicz(_)
            | Self::FormulaSpring(_) => None,
        }
    }

    /// Whether a dashpot acts in parallel with the spring.
    pub fn has_dashpot(&self) -> bool {
        self.dashpot().is_some()
    }
}

const FRICTION: Key = Key::number("friction", Dimension::Number, "mu, the coefficient of friction");

law! {
    /// No friction: the tangential motion does not change.
    pub struct Frictionless;
}

impl Frictionless {
    pub const CARD: Card = Card::none("No friction", "T = 0", "frictionless surfaces");
}

impl TangentialLaw for Frictionless {
    fn spring(&self, _: Option<&Elastic>, _: &Pair) -> Result<ShearForce, LawError> {
        Ok(ShearForce::new(Form::Frictionless, 0.0))
    }
}

law! {
    /// Coulomb: `T = mu N` against the sliding, in N. Rigid surfaces; Coulomb 1785.
    pub struct Coulomb besides [FRICTION_RULE] {
        pub friction: f64 = NOT_NEGATIVE[FRICTION],
        /// `None` for one coefficient at every speed.
        pub dynamic: Option<DynamicFriction> = DYNAMIC[DYNAMIC_FRICTION, DECAY],
    }
}

impl Coulomb {
    pub const CARD: Card = Card {
        name: "coulomb",
        title: "Coulomb friction only, without a tangential spring",
        formula: "T = mu N, opposite to the sliding velocity\n\
                  with dynamic friction  mu(v_s) = mu_d + (mu - mu_d) exp(-d |v_s|)",
        symbols: &[
            ("T", "tangential force", "N"),
            ("mu", "coefficient of friction", "-"),
            ("N", "normal force of `friction_limit`", "N"),
            ("mu_d, d", "dynamic friction and its decay, with any law that has a slider", "-, s/m"),
        ],
        holds: "surfaces that slide throughout; once the sliding stops, T is the force that keeps the slip at zero, at most mu N; a fixed step alternates about it",
        source: "Coulomb 1785; Johnson 1985, eq. 7.1; decay: Kratos Multiphysics, DEM application",
        known_as: &[("Kratos", "STATIC_FRICTION, DYNAMIC_FRICTION, FRICTION_DECAY, beside its spring")],
    };
}

impl TangentialLaw for Coulomb {
    fn spring(&self, _: Option<&Elastic>, _: &Pair) -> Result<ShearForce, LawError> {
        Ok(ShearForce { rate: rate(self.dynamic), ..ShearForce::new(Form::Coulomb, self.friction) })
    }
}

law! {
    /// Friction without a threshold: `T = mu N f(v_s/v_0)` against the slip, in N, `f = tanh x` or another of [`SmoothStep`].
    ///
    /// Engines without a tangential spring have it for its smoothness. It never holds: below the limit the surfaces creep, at `v_0 f^-1(T/(mu N))`.
    pub struct Regularised with goes_together besides [FRICTION_RULE] {
        pub friction: f64 = NOT_NEGATIVE[FRICTION],
        /// `v_0`, m/s
        pub slip_speed: f64 = POSITIVE[Key::number("slip_speed", Dimension::Speed, "v_0, the slip speed at which friction is most of mu N")],
        pub step: SmoothStep = STEP[Key::word("function", SmoothStep::WORDS, "f(v_s/v_0); tanh unless given")],
        pub of: SmoothOf = OF[Key::word("of", SmoothOf::WORDS, "what f is a function of; slip unless given")],
        /// `mu_d`; `None` for one coefficient at every speed.
        pub dynamic: Option<f64> = OPTIONAL_NOT_NEGATIVE[DYNAMIC_FRICTION],
        /// `v_d` of the cubic steps, m/s
        pub dynamic_speed: Option<f64> = OPTIONAL[Key::number("dynamic_speed", Dimension::Speed, "v_d, the slip speed at which friction has fallen to the dynamic one; `adams` only")],
    }
}

const STEP: Given<SmoothStep> = Given {
    read: |numbers, keys, _| Ok(numbers.word(keys[0].name).and_then(SmoothStep::from_word).unwrap_or(SmoothStep::Tanh)),
    write: |step, keys, numbers| numbers.set_word(keys[0].name, step.word()),
};

const OF: Given<SmoothOf> = Given {
    read: |numbers, keys, _| Ok(numbers.word(keys[0].name).and_then(SmoothOf::from_word).unwrap_or(SmoothOf::Slip)),
    write: |of, keys, numbers| numbers.set_word(keys[0].name, of.word()),
};

impl Regularised {
    pub const CARD: Card = Card {
        name: "regularised",
        title: "Friction as a smooth function of the slip velocity",
        formula: "T = mu N f(x), x = |v_s|/v_0, opposite to the slip velocity;  f = tanh x  or  x/sqrt(x^2+1)\n\
                  adams:    x(3-x^2)/2 to x = 1, then 1-(1-r) p^2(3-2p), p = (v_s-v_0)/(v_d-v_0), to v_d, then r = mu_d/mu\n\
                  simbody:  min(x,1) (r + 2(1-r)/(1+x^2))\n\
                  drake:    s(x) to x = 1, then 1-(1-r) s((x-1)/2) to x = 3, then r;  s = p^3(10-15p+6p^2)\n\
                  each-component:  T_i = mu N f(v_i/v_0) along the axes of the case, up to sqrt(2) mu N\n\
                  direction:       T_i = mu N f(|v_i|/v_0) v_i/|v_s| along the axes of the case\n\
                  a sphere on a wall, tanh:  sinh(v_s'/v_0) = sinh(v_s/v_0) exp(-(7/2) mu (1+e) v_n/v_0)\n\
                  creep under a held load T:  v_0 atanh(T/(mu N)),  or  v_0 x/sqrt(1-x^2), x = T/(mu N)",
        symbols: &[
            ("T", "tangential force", "N"),
            ("mu", "coefficient of friction", "-"),
            ("N", "normal force of `friction_limit`", "N"),
            ("v_s", "slip velocity of the surfaces", "m/s"),
            ("v_0", "slip speed at which friction is 0.76 (tanh), 0.71 (root) or all of mu N", "m/s"),
            ("r, mu_d, v_d", "dynamic friction over static, dynamic friction, and where it is reached", "-, -, m/s"),
        ],
        holds: "sliding well above v_0; below it there is no static friction: a body on a slope creeps, and one that would stick keeps a part of its slip. Of each component it depends on the axes of the case",
        source: "a regularisation of Coulomb's law; review: Pennestri et al. 2016, Nonlinear Dyn. 83, 1785; the manuals of Adams View, Simbody and Drake",
        known_as: &[
            ("CabanaPD", "mu |tanh(10 v_i)| v_i/|v|: `direction`"),
            ("MuJoCo", "a nearest form: its soft contacts creep below the limit"),
            ("Adams", "contact friction with mu static, mu dynamic and two transition velocities: `adams`"),
            ("Simbody", "HuntCrossleyForce with transition velocity v_t, without the viscous part: `simbody`"),
            ("Drake", "Stribeck friction with a stiction tolerance: `drake`"),
        ],
    };
}

impl Regularised {
    /// Whether the function falls to the dynamic friction, and at which speed.
    fn goes_together(&self) -> Result<(), LawError> {
        let word = self.step.word();
        let falls = matches!(self.step, SmoothStep::Adams | SmoothStep::Simbody | SmoothStep::Drake);
        match (self.dynamic, self.dynamic_speed) {
            (Some(_), _) if !falls => {
                let message = format!("`{word}` does not fall to a dynamic friction");
                Err(LawError::key(DYNAMIC_FRICTION.name, message)
                    .help("those that do:  function = \"adams\", \"simbody\" or \"drake\"; for an exponential fall take `coulomb`"))
            }
            (Some(mu_d), _) if mu_d > self.friction => {
                let message = format!("`dynamic_friction`, {mu_d}, must be at most `friction`, {}", self.friction);
                Err(LawError::key(DYNAMIC_FRICTION.name, message))
            }
            (Some(_), None) if self.step == SmoothStep::Adams => {
                let message =
                    "`adams` with `dynamic_friction` requires `dynamic_speed`: Adams' friction transition velocity";
                Err(LawError::key(DYNAMIC_FRICTION.name, message).help("add it:  dynamic_speed = \"1 m/s\""))
            }
            (_, Some(_)) if self.step != SmoothStep::Adams || self.dynamic.is_none() => {
                let message = "`dynamic_speed` is for `adams` with `dynamic_friction`";
                Err(LawError::key("dynamic_speed", message).help("leave it out"))
            }
            (_, Some(speed)) if speed <= self.slip_speed => {
                let message =
                    format!("`dynamic_speed`, {speed} m/s, must be above `slip_speed`, {} m/s", self.slip_speed);
                Err(LawError::key("dynamic_speed", message))
            }
            _ => Ok(()),
        }
    }

    /// Its function of `v_s/v_0`.
    fn curve(&self) -> SlipCurve {
        let dynamic = self.dynamic.filter(|_| self.friction > 0.0).map_or(1.0, |mu_d| mu_d / self.friction);
        let until = self.dynamic_speed.map_or(2.0, |speed| speed / self.slip_speed);
        SlipCurve { step: self.step, dynamic, until }
    }
}

impl TangentialLaw for Regularised {
    fn spring(&self, _: Option<&Elastic>, _: &Pair) -> Result<ShearForce, LawError> {
        let (Self { slip_speed: speed, of, .. }, curve) = (*self, self.curve());
        // Along the axes of an impact along the first of them: `in_frame` has those of any other.
        let smooth = SmoothFriction { curve, speed, of, axes: [[1.0, 0.0], [0.0, 1.0]] };
        Ok(ShearForce { rate: FrictionRate::Regularised(smooth), ..ShearForce::new(Form::Regularised, self.friction) })
    }
}

const DYNAMIC_FRICTION: Key = Key::number(
    "dynamic_friction",
    Dimension::Number,
    "mu_d, friction of fast slip; `friction` is the static one then",
);
const DECAY: Key = Key::number(
    "friction_decay",
    Dimension::InverseSpeed,
    "d in mu_d + (mu - mu_d) exp(-d |v_s|); required with dynamic_friction",
);

const DYNAMIC: Given<Option<DynamicFriction>> = Given {
    read: |numbers, keys, _| {
        let [friction, decay] = [0, 1].map(|at: usize| keys[at].name);
        match (numbers.get(friction), numbers.get(decay)) {
            (None, None) => Ok(None),
            (Some(mu_d), Some(d)) => {
                Ok(Some(DynamicFriction { friction: not_negative(friction, mu_d)?, decay: positive(decay, d)? }))
            }
            (Some(_), None) => {
                let message = format!("`{friction}` requires `{decay}`: how fast friction falls with the slip speed");
                Err(LawError::key(friction, message).help("add it:  friction_decay = \"500 s/m\"   (Kratos' default)"))
            }
            (None, Some(_)) => Err(LawError::key(decay, format!("`{decay}` requires `{friction}`"))
                .help("add it, or leave both out for one coefficient at every speed")),
        }
    },
    write: |dynamic, keys, numbers| {
        numbers.set_given(keys[0].name, dynamic.map(|dynamic| dynamic.friction));
        numbers.set_given(keys[1].name, dynamic.map(|dynamic| dynamic.decay));
    },
};

/// The rate of a slider with or without dynamic friction.
fn rate(dynamic: Option<DynamicFriction>) -> FrictionRate {
    dynamic.map_or(FrictionRate::Constant, FrictionRate::Decaying)
}

/// The spring `k_t = S delta^gamma` within `mu N`, with its dashpot: the three laws that follow differ in its stiffness.
fn slider(
    form: Form,
    (friction, dynamic): (f64, Option<DynamicFriction>),
    [S, gamma]: [f64; 2],
    dashpot: Option<ShearDamping>,
    pair: &Pair,
) -> ShearForce {
    let bare = ShearForce::new(form, friction);
    let dashpot = dashpot.map_or(bare.dashpot, |damping| damping.force(S, gamma, pair));
    ShearForce { S, gamma, dashpot, rate: rate(dynamic), ..bare }
}

/// The words for `form`; that for the total spring is longer here than in a record.
const FORMS: &[&str] = &["total-spring", "incremental", "rescaled"];
const FORM: Key = Key::word("form", FORMS, "how the tangential spring responds to a change of the normal load");

const MEMORY: Given<Form> = Given {
    read: |numbers, keys, law| {
        Ok(Form::from_word(numbers.require_word(keys[0].name, FORMS, law)?).unwrap_or(Form::Total))
    },
    write: |form, keys, numbers| {
        let word = if *form == Form::Total { FORMS[0] } else { form.word() };
        numbers.set_word(keys[0].name, word);
    },
};

law! {
    /// Cundall & Strack: `T += k_s du` within `+-mu N`, in N, at a constant stiffness `k_s`.
    ///
    /// It stores and returns the same energy at every load, but is not a theory of spheres. Geotechnique 29, 47 (1979).
    pub struct CundallStrack besides [FRICTION_RULE] {
        /// `k_s`, N/m
        pub stiffness: f64 = POSITIVE[Key::number("stiffness", Dimension::Stiffness, "k_s, of the tangential spring")],
        pub friction: f64 = NOT_NEGATIVE[FRICTION],
        /// `None` for no dashpot.
        pub dashpot: Option<ShearDamping> = DASHPOT[RATIO, COEFFICIENT, BETA, WHILE_SLIDING],
        /// `None` for one coefficient at every speed.
        pub dynamic: Option<DynamicFriction> = DYNAMIC[DYNAMIC_FRICTION, DECAY],
    }
}

impl CundallStrack {
    pub const CARD: Card = Card {
        name: "cundall-strack",
        title: "A linear spring with a slider",
        formula: "T += k_s du,  |T| <= mu N",
        symbols: &[
            ("T", "tangential force", "N"),
            ("k_s", "tangential stiffness, constant", "N/m"),
            ("u", "tangential displacement of the surfaces", "m"),
            ("mu", "coefficient of friction", "-"),
        ],
        holds: "a modelling choice; the stiffness of spheres in contact, 8 G* a, grows with the load",
        source: "Cundall & Strack 1979, Geotechnique 29, 47",
        known_as: &[("LAMMPS", "tangential linear_history"), ("PFC", "linear ks")],
    };
}

impl TangentialLaw for CundallStrack {
    fn spring(&self, _: Option<&Elastic>, pair: &Pair) -> Result<ShearForce, LawError> {
        Ok(slider(Form::Incremental, (self.friction, self.dynamic), [self.stiffness, 0.0], self.dashpot, pair))
    }
}

law! {
    /// Mindlin without slip: `k_t = 8 G* a`, with three rules for a changing load.
    ///
    /// The stiffness is exact for spheres that do not slip under a constant load: Mindlin 1949, J. Appl. Mech. 16, 259.
    pub struct Mindlin besides [FRICTION_RULE] {
        /// Total, incremental or rescaled.
        pub form: Form = MEMORY[FORM],
        pub friction: f64 = NOT_NEGATIVE[FRICTION],
        /// `None` for no dashpot.
        pub dashpot: Option<ShearDamping> = DASHPOT[RATIO, COEFFICIENT, BETA, WHILE_SLIDING],
        /// `None` for one coefficient at every speed.
        pub dynamic: Option<DynamicFriction> = DYNAMIC[DYNAMIC_FRICTION, DECAY],
        /// `G*`, Pa; `None`: that of the pair.
        pub effective_shear_modulus: Option<f64> =
            OPTIONAL[Key::number("effective_shear_modulus", Dimension::Pressure, "G*; that of the bodies unless given")],
    }
}

impl Mindlin {
    pub const CARD: Card = Card {
        name: "mindlin",
        title: "Mindlin's stiffness without slip, 8 G* a, with a slider",
        formula: "total-spring:  T = 8 G* a s\n\
                  incremental:   T += 8 G* a du\n\
                  rescaled:      as incremental; on unloading T also falls as T a/a_old\n\
                  all:           |T| <= mu N,  a = sqrt(R* delta)",
        symbols: &[
            ("T", "tangential force", "N"),
            ("G*", "1/G* = (2-nu1)/G1 + (2-nu2)/G2", "Pa"),
            ("a", "contact radius", "m"),
            ("s, u", "total displacement of the spring, tangential displacement of the surfaces", "m"),
            ("mu", "coefficient of friction", "-"),
        ],
        holds: "no slip under a constant load; the incremental form creates energy where the load falls under shear",
        source: "Mindlin 1949, J. Appl. Mech. 16, 259; Elata & Berryman 1996, Mech. Mater. 24, 229",
        known_as: &[
            ("LAMMPS", "tangential mindlin (total-spring), mindlin_rescale/force"),
            ("LIGGGHTS", "tangential history (total-spring)"),
            ("YADE", "Ip2_FrictMat_FrictMat_MindlinPhys (incremental)"),
            ("Kratos", "Hertz (rescaled)"),
            ("PFC", "hertz, hz_mode 0 (incremental), 1 (rescaled)"),
            ("MUSEN", "Hertz-Mindlin (total-spring)"),
        ],
    };
}

impl TangentialLaw for Mindlin {
    fn spring(&self, _: Option<&Elastic>, pair: &Pair) -> Result<ShearForce, LawError> {
        let own = self.effective_shear_modulus;
        let G_star = own.map_or_else(|| pair.require_G_star("mindlin"), Ok)?;
        let stiffness = [8.0 * G_star * pair.R_star.sqrt(), 0.5];
        Ok(slider(self.form, (self.friction, self.dynamic), stiffness, self.dashpot, pair))
    }
}

law! {
    /// A constant fraction of the normal stiffness: `k_t = kappa dF_n/d(delta)`, in N/m.
    ///
    /// With Hertz `kappa = 4 G*/E*`, which is `2(1-nu)/(2-nu)` for one material, gives Mindlin's `8 G* a`; with another power of
    /// the overlap it is PFC's `k_s`; with a linear spring it is constant. Mindlin 1949, J. Appl. Mech. 16, 259.
    pub struct StiffnessRatio besides [FRICTION_RULE] {
        /// Total, incremental or rescaled.
        pub form: Form = MEMORY[FORM],
        /// `kappa`; `None`: `4 G*/E*` of the pair.
        pub ratio: Option<f64> =
            OPTIONAL[Key::number("ratio", Dimension::Number, "kappa; 4 G*/E* of the bodies unless given")],
        pub friction: f64 = NOT_NEGATIVE[FRICTION],
        /// `None` for no dashpot.
        pub dashpot: Option<ShearDamping> = DASHPOT[RATIO, COEFFICIENT, BETA, WHILE_SLIDING],
        /// `None` for one coefficient at every speed.
        pub dynamic: Option<DynamicFriction> = DYNAMIC[DYNAMIC_FRICTION, DECAY],
    }
}

impl StiffnessRatio {
    pub const CARD: Card = Card {
        name: "stiffness-ratio",
        title: "A constant fraction of the normal stiffness, with a slider",
        formula: "k_t = kappa dF_n/d(delta) = kappa alpha K delta^(alpha-1),  kappa = 4 G*/E* unless given\n\
                  total-spring:  T = k_t s\n\
                  incremental:   T += k_t du\n\
                  rescaled:      as incremental; on unloading T also falls as T k_t/k_t_old\n\
                  all:           |T| <= mu N",
        symbols: &[
            ("T", "tangential force", "N"),
            ("kappa", "tangential over normal tangent stiffness", "-"),
            ("K, alpha", "stiffness and exponent of the elastic normal force", "N/m^alpha, -"),
            ("s, u", "total displacement of the spring, tangential displacement of the surfaces", "m"),
            ("mu", "coefficient of friction", "-"),
        ],
        holds: "with Hertz and 4 G*/E* it equals `mindlin`; otherwise a modelling choice",
        source: "Mindlin 1949, J. Appl. Mech. 16, 259; PFC documentation, Hertz model, eq. (8)",
        known_as: &[
            ("PFC", "hertz, k_s at any hz_alpha"),
            ("MercuryDPM", "Mindlin: total-spring, 2/3 of 4 G*/E*"),
            ("LAMMPS", "hooke with tangential linear_history"),
        ],
    };

    /// Mindlin's `kappa` of a pair, `8 G* a/(2 E* a) = 4 G*/E*`.
    ///
    /// # Errors
    /// When a body has no moduli.
    pub fn of_mindlin(pair: &Pair) -> Result<f64, LawError> {
        Ok(4.0 * pair.require_G_star("stiffness-ratio")? / pair.require_E_star("stiffness-ratio")?)
    }

    /// Mindlin's `kappa` of two bodies of one material, `2(1-nu)/(2-nu)`.
    pub fn of_poisson(nu: f64) -> f64 {
        2.0 * (1.0 - nu) / (2.0 - nu)
    }
}

impl TangentialLaw for StiffnessRatio {
    fn spring(&self, elastic: Option<&Elastic>, pair: &Pair) -> Result<ShearForce, LawError> {
        let elastic = elastic.ok_or_else(|| {
            LawError::table("`stiffness-ratio` requires a normal law that is a power of the overlap")
                .help("write:  [contact.tangential.mindlin]  or  [contact.tangential.cundall-strack]")
        })?;
        let ratio = self.ratio.map_or_else(|| Self::of_mindlin(pair), Ok)?;
        let stiffness = [ratio * elastic.alpha * elastic.K, elastic.alpha - 1.0];
        Ok(slider(self.form, (self.friction, self.dynamic), stiffness, self.dashpot, pair))
    }
}

/// The strength of a tangential dashpot `C delta^beta v_s`, in N, in parallel with the spring `k_t = S delta^gamma`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ShearStrength {
    /// `C`, N s/m, independent of the overlap.
    Coefficient(f64),
    /// `z` in `C delta^beta = 2 z sqrt(m* k_t)`: damping as a fraction of critical damping of the spring (PFC, `dp_sratio`).
    Ratio(f64),
    /// `b` in `C delta^beta = 2 sqrt(5/6) b sqrt(m* k_t)`: the number of the normal dashpot (Tsuji, Tanaka & Ishida 1992,
    /// Powder Technology 71, 239, as in LIGGGHTS).
    Beta(f64),
    /// `C delta^beta` itself, N s/m^(1+beta): the result of converting the parameters of a code.
    Power { C: f64, beta: f64 },
}

/// A tangential dashpot as given in a case.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShearDamping {
    pub strength: ShearStrength,
    pub sliding: WhileSliding,
}

const RATIO: Key = Key::number(
    "dashpot_ratio",
    Dimension::Number,
    "ratio z of a tangential dashpot 2 z sqrt(m* k_t); none unless given",
);
const COEFFICIENT: Key = Key::number(
    "dashpot_coefficient",
    Dimension::Damping,
    "coefficient C of a tangential dashpot C v_s; none unless given",
);
const BETA: Key = Key::number(
    "dashpot_beta",
    Dimension::Number,
    "coefficient b of a tangential dashpot 2 sqrt(5/6) b sqrt(m* k_t); none unless given",
);
const WHILE_SLIDING: Key =
    Key::word("while_sliding", WhileSliding::WORDS, "the dashpot during sliding; required with a dashpot");

/// The keys for the strength; a case gives one of them.
const STRENGTHS: &[&str] = &[RATIO.name, COEFFICIENT.name, BETA.name];

const DASHPOT: Given<Option<ShearDamping>> = Given {
    read: |numbers, _, law| ShearDamping::build(numbers, law),
    write: |dashpot, _, numbers| {
        let Some(ShearDamping { strength, sliding }) = *dashpot else { return };
        match strength {
            ShearStrength::Ratio(z) => numbers.set(RATIO.name, z),
            ShearStrength::Coefficient(C) | ShearStrength::Power { C, beta: 0.0 } => numbers.set(COEFFICIENT.name, C),
            ShearStrength::Beta(b) => numbers.set(BETA.name, b),
            // No key expresses it.
            ShearStrength::Power { .. } => {}
        }
        numbers.set_word(WHILE_SLIDING.name, sliding.word());
    },
};

impl ShearDamping {
    /// Reads the dashpot from a table; `None` without one.
    ///
    /// # Errors
    /// When more than one strength is given, it is negative, or `while_sliding` is missing.
    pub fn build(numbers: &Numbers, law: &str) -> Result<Option<Self>, LawError> {
        if STRENGTHS.iter().all(|key| numbers.get(key).is_none()) {
            return match numbers.word("while_sliding") {
                None => Ok(None),
                Some(_) => Err(LawError::key("while_sliding", "`while_sliding` requires a tangential dashpot")
                    .help("add one, dashpot_ratio = 0.1, or remove `while_sliding`")),
            };
        }
        let (key, value) = numbers.exactly_one(STRENGTHS, law)?;
        let value = not_negative(key, value)?;
        let strength = match key {
            "dashpot_ratio" => ShearStrength::Ratio(value),
            "dashpot_coefficient" => ShearStrength::Coefficient(value),
            _ => ShearStrength::Beta(value),
        };
        let Some(word) = numbers.word("while_sliding") else {
            let error = LawError::key(
                key,
                format!("`{key}` requires `while_sliding`, the treatment of the tangential dashpot during sliding"),
            );
            return Err(error
                .help("while_sliding = \"capped\"    spring and dashpot together stay within mu N")
                .help("while_sliding = \"added\"     the spring alone stays within mu N; the dashpot is added to it")
                .help("while_sliding = \"dropped\"   the spring alone stays within mu N; no dashpot during sliding"));
        };
        let sliding = WhileSliding::from_word(word).unwrap_or(WhileSliding::Capped);
        Ok(Some(Self { strength, sliding }))
    }

    /// The dashpot in parallel with the spring `k_t = S delta^gamma`, for the effective mass of `pair`.
    pub fn force(&self, S: f64, gamma: f64, pair: &Pair) -> ShearDashpot {
        let critical = 2.0 * (pair.m_star * S).sqrt();
        let (C, beta) = match self.strength {
            ShearStrength::Coefficient(C) => (C, 0.0),
            ShearStrength::Ratio(z) => (z * critical, 0.5 * gamma),
            ShearStrength::Beta(b) => ((5.0_f64 / 6.0).sqrt() * b * critical, 0.5 * gamma),
            ShearStrength::Power { C, beta } => (C, beta),
        };
        ShearDashpot { C, beta, sliding: self.sliding }
    }
}

law! {
    /// Mindlin & Deresiewicz: an annulus slips while the centre sticks. J. Appl. Mech. 20, 327 (1953).
    pub struct MindlinDeresiewicz besides [FRICTION_RULE] {
        pub friction: f64 = POSITIVE[Key::number("friction", Dimension::Number, "mu, above 0")],
    }
}

impl MindlinDeresiewicz {
    pub const CARD: Card = Card {
        name: "mindlin-deresiewicz",
        title: "Partial slip of spheres: an annulus slips while the centre sticks",
        formula: "T = 8 G* sqrt(R*) int s d(sqrt g),  |s| <= mu E*/(4 G*) (delta - g)",
        symbols: &[
            ("T", "tangential force", "N"),
            ("G*", "1/G* = (2-nu1)/G1 + (2-nu2)/G2", "Pa"),
            ("s", "shear of the point that came to touch at the overlap g", "m"),
        ],
        holds: "spheres of like elastic constants, one tangential direction; any history",
        source: "Mindlin & Deresiewicz 1953; Jaeger 1993; Ciavarella 1998",
        known_as: &[("YADE", "Law2_ScGeom_MindlinPhys_MindlinDeresiewitz")],
    };
}

impl TangentialLaw for MindlinDeresiewicz {
    fn spring(&self, elastic: Option<&Elastic>, pair: &Pair) -> Result<ShearForce, LawError> {
        let law = "mindlin-deresiewicz";
        let (E_star, G_star) = (pair.require_E_star(law)?, pair.require_G_star(law)?);
        let hertz = 4.0 / 3.0 * E_star * pair.R_star.sqrt();
        let is_hertz = |e: &&Elastic| e.alpha == 1.5 && (e.K / hertz - 1.0).abs() <= 1e-9 && e.reference_gap == 0.0;
        if elastic.filter(is_hertz).is_none() {
            let message = "`mindlin-deresiewicz` requires the normal law `hertz`";
            return Err(LawError::table(message).help("write:  [contact.normal.hertz]  without its own modulus"));
        }
        Ok(ShearForce {
            S: 8.0 * G_star * pair.R_star.sqrt(),
            gamma: 0.5,
            spheres: Some(Spheres { E_star, G_star, R_star: pair.R_star, friction: self.friction }),
            ..ShearForce::new(Form::MemoryDiagram, self.friction)
        })
    }
}
