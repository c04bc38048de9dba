//! A spring with a slider, of three stiffnesses: Mindlin's, a fraction of the normal one, and a constant.

use super::dashpot::{BETA, COEFFICIENT, RATIO, WHILE_SLIDING};
use super::{ShearDamping, TangentialLaw};
use crate::law::card::{Card, Key, LawError, Numbers, positive};
use crate::law::shear::{Form, ShearForce};
use crate::law::{Elastic, Pair};
use crate::units::Dimension;

/// The words for `form`.
const FORMS: &[&str] = &["total-spring", "incremental", "rescaled"];

const FORM: Key = Key::word("form", FORMS, "how the tangential spring responds to a change of the normal load");
const FRICTION: Key = Key::number("friction", Dimension::Number, "mu, the coefficient of friction");

/// The form given in a table; the word for the total spring is longer there than in a record.
fn form(numbers: &Numbers, law: &str) -> Result<Form, LawError> {
    Ok(Form::from_word(numbers.require_word("form", FORMS, law)?).unwrap_or(Form::Total))
}

/// The spring `k_t = S delta^gamma` within `mu N`, with its dashpot.
fn slider(form: Form, friction: f64, [S, gamma]: [f64; 2], dashpot: Option<ShearDamping>, pair: &Pair) -> ShearForce {
    let bare = ShearForce::new(form, friction);
    let dashpot = dashpot.map_or(bare.dashpot, |damping| damping.force(S, gamma, pair));
    ShearForce { S, gamma, dashpot, ..bare }
}

/// Mindlin without slip: `k_t = 8 G* a`, with three rules for a changing load.
///
/// The stiffness is exact for spheres that do not slip under a constant load: Mindlin 1949, J. Appl. Mech. 16, 259.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mindlin {
    /// Total, incremental or rescaled.
    pub form: Form,
    pub friction: f64,
    /// `None` for no dashpot.
    pub dashpot: Option<ShearDamping>,
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
    pub const KEYS: &[Key] = &[FORM, FRICTION, RATIO, COEFFICIENT, BETA, WHILE_SLIDING];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        let form = form(numbers, "mindlin")?;
        let friction = numbers.not_negative("friction", "mindlin")?;
        Ok(Self { form, friction, dashpot: ShearDamping::build(numbers, "mindlin")? })
    }
}

impl TangentialLaw for Mindlin {
    fn spring(&self, _: Option<&Elastic>, pair: &Pair) -> Result<ShearForce, LawError> {
        let stiffness = [8.0 * pair.require_G_star("mindlin")? * pair.R_star.sqrt(), 0.5];
        Ok(slider(self.form, self.friction, stiffness, self.dashpot, pair))
    }

    fn friction(&self) -> f64 {
        self.friction
    }

    fn has_dashpot(&self) -> bool {
        self.dashpot.is_some()
    }
}

/// A constant fraction of the normal stiffness: `k_t = kappa dF_n/d(delta)`, in N/m.
///
/// With Hertz `kappa = 4 G*/E*`, which is `2(1-nu)/(2-nu)` for one material, gives Mindlin's `8 G* a`; with another power of
/// the overlap it is PFC's `k_s`; with a linear spring it is constant. Mindlin 1949, J. Appl. Mech. 16, 259.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StiffnessRatio {
    /// Total, incremental or rescaled.
    pub form: Form,
    /// `kappa`; `None`: `4 G*/E*` of the pair.
    pub ratio: Option<f64>,
    pub friction: f64,
    /// `None` for no dashpot.
    pub dashpot: Option<ShearDamping>,
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
    pub const KEYS: &[Key] = &[
        FORM,
        Key::number("ratio", Dimension::Number, "kappa; 4 G*/E* of the bodies unless given"),
        FRICTION,
        RATIO,
        COEFFICIENT,
        BETA,
        WHILE_SLIDING,
    ];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        let form = form(numbers, "stiffness-ratio")?;
        let ratio = numbers.get("ratio").map(|ratio| positive("ratio", ratio)).transpose()?;
        let friction = numbers.not_negative("friction", "stiffness-ratio")?;
        Ok(Self { form, ratio, friction, dashpot: ShearDamping::build(numbers, "stiffness-ratio")? })
    }

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
        Ok(slider(self.form, self.friction, stiffness, self.dashpot, pair))
    }

    fn friction(&self) -> f64 {
        self.friction
    }

    fn has_dashpot(&self) -> bool {
        self.dashpot.is_some()
    }
}

/// Cundall & Strack: `T += k_s du` within `+-mu N`, in N, at a constant stiffness `k_s`.
///
/// It stores and returns the same energy at every load, but is not a theory of spheres. Geotechnique 29, 47 (1979).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CundallStrack {
    /// `k_s`, N/m
    pub stiffness: f64,
    pub friction: f64,
    /// `None` for no dashpot.
    pub dashpot: Option<ShearDamping>,
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
    pub const KEYS: &[Key] = &[
        Key::number("stiffness", Dimension::Stiffness, "k_s, of the tangential spring"),
        FRICTION,
        RATIO,
        COEFFICIENT,
        BETA,
        WHILE_SLIDING,
    ];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        let stiffness = numbers.positive("stiffness", "cundall-strack")?;
        let friction = numbers.not_negative("friction", "cundall-strack")?;
        Ok(Self { stiffness, friction, dashpot: ShearDamping::build(numbers, "cundall-strack")? })
    }
}

impl TangentialLaw for CundallStrack {
    fn spring(&self, _: Option<&Elastic>, pair: &Pair) -> Result<ShearForce, LawError> {
        Ok(slider(Form::Incremental, self.friction, [self.stiffness, 0.0], self.dashpot, pair))
    }

    fn friction(&self) -> f64 {
        self.friction
    }

    fn has_dashpot(&self) -> bool {
        self.dashpot.is_some()
    }
}
