//! DEM codes: converts their parameters to contact laws of this program, and back.
//!
//! The parameters of a code are its dialect: a map without an algorithm of its own. Every force is one of the laws of
//! this program, and its collisions are computed by the same solvers as all others.
//!
//! A code whose documentation has a mathematical error has two [`Reading`]s: `as-documented` as printed, `corrected`
//! with the error corrected. Both describe the documentation; the reading that the program itself follows is
//! [`Code::in_use`].

pub mod attribution;
pub mod chrono;
pub mod convert;
pub mod deck;
pub mod differences;
pub mod drake;
pub mod edem;
pub mod engine;
pub mod export;
pub mod fingerprint;
pub mod function;
pub mod hybird;
pub mod keys;
pub mod kratos;
pub mod lammps;
pub mod lethe;
pub mod liggghts;
pub mod mercurydpm;
pub mod mfix;
pub mod mujoco;
pub mod musen;
mod normal;
pub mod pfc;
pub mod restitution;
pub mod script;
pub mod simbody;
pub(crate) mod tangential;
pub mod woo;
pub mod yade;

use crate::keys::Spec;
use crate::law::contract::{Contract, Convention, line};
use crate::law::scene::{ParameterValue, Scene};
pub use crate::law::scene::{Parsed, Reading};
use crate::law::{Card, Contact, Ends, LawError, Pair, normal as law};
use crate::units::Dimension;

pub use convert::{Conversion, Preserve, convert};
use engine::Driver;
use export::{Input, InputData, Remarks};
pub use keys::{Key, Parameters};
use normal::{complete, of_pair};

/// An error in the documentation of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Erratum {
    /// `W1`, `M1`, ...: a letter for the code and a number.
    pub id: &'static str,
    /// The wrong statement.
    pub says: &'static str,
    /// The correct statement.
    pub is: &'static str,
    /// The effect of the error in numbers; empty for an error of wording.
    pub number: &'static str,
}

/// A contact law in the parameters of a code.
#[derive(Debug, Clone, PartialEq)]
pub struct Rendered {
    /// The parameters, without those that follow from the bodies.
    pub params: Parameters,
    /// Differences between the law and these parameters, one line each.
    pub notes: Vec<String>,
}

impl From<Parameters> for Rendered {
    fn from(params: Parameters) -> Self {
        Self { params, notes: Vec::new() }
    }
}

/// Replaces parameters that a version of a code does not have by equivalent ones.
type ForVersion = fn(Parameters, &Scene, &str) -> Result<Parameters, LawError>;

/// The parameters that describe a contact, as laws of this program.
pub type ToLaws = fn(&Parameters, Reading, &Pair) -> Result<Parsed, LawError>;

/// The parameters that make a code exert the force of a contact.
pub type ToParameters = fn(&Contact, Reading, &Pair) -> Result<Rendered, LawError>;

/// A DEM code: its parameters, conventions and input.
///
/// A code with one reading uses it for every requested reading.
pub struct Code {
    /// Name, formula as the code writes it, and source.
    pub card: Card,
    /// The parameters that are understood, under the code's own names.
    pub keys: &'static [Key],
    /// The parameter that gives it friction, a coefficient or its angle; its usual tangential law comes with it.
    pub friction: &'static str,
    /// The readings of its documentation; one if it has no mathematical error.
    pub readings: &'static [Reading],
    /// The reading the code itself follows when it runs.
    pub in_use: Reading,
    /// Statements of its page that are not so.
    pub errata: &'static [Erratum],
    /// The laws with branches that its parameters can express here.
    pub branched: &'static [&'static str],
    contract: fn() -> Contract,
    to_laws: ToLaws,
    to_parameters: ToParameters,
    /// Replaces parameters that a version does not have by equivalent ones; `None` where versions are not distinguished.
    versions: Option<ForVersion>,
    /// The keys for Young's modulus and Poisson's ratio beside these parameters; `None` where it has others.
    material: fn(&Parameters) -> Option<[&'static str; 2]>,
    /// How its input is written and read.
    input: Input,
    /// What the lines of its input are to be read with.
    remarks: fn(&InputData) -> Remarks,
    /// The parameters with which the code as documented has the normal force that the lines have in the release they are for.
    as_run: fn(Parameters, &InputData) -> Parameters,
    /// Beginning of a comment in its input.
    pub comment: &'static str,
    /// How it is run; `None` for a code that this program cannot start itself.
    pub driver: Option<Driver>,
    /// Whether it has solid spheres only.
    solid_spheres: bool,
    /// Whether its planes are perpendicular to an axis.
    planes_on_axes: bool,
    /// Whether a sphere that is held counts with its mass in the dashpot.
    held_keeps_mass: bool,
    /// Whether any two bodies have one modulus here, not only a sphere and a wall of its own.
    always_one_modulus: bool,
}

impl Code {
    /// A code with one reading, a material of its own parameters and nothing beside it.
    pub const fn new(
        card: Card,
        keys: &'static [Key],
        contract: fn() -> Contract,
        (to_laws, to_parameters): (ToLaws, ToParameters),
        input: Input,
    ) -> Self {
        Self {
            card,
            keys,
            friction: "",
            readings: &[Reading::Corrected],
            in_use: Reading::Corrected,
            errata: &[],
            branched: &[],
            contract,
            to_laws,
            to_parameters,
            versions: None,
            material: |_| None,
            input,
            remarks: |_| Remarks::default(),
            as_run: |params, _| params,
            comment: "#",
            driver: None,
            solid_spheres: false,
            planes_on_axes: false,
            held_keeps_mass: false,
            always_one_modulus: false,
        }
    }

    /// Its name in case files.
    pub fn name(&self) -> &'static str {
        self.card.name
    }

    /// Its conventions, with its defaults.
    pub fn contract(&self) -> Contract {
        (self.contract)()
    }

    /// Whether both bodies have one modulus here, so that unlike ones of a pair need one that is not theirs.
    fn one_modulus(&self, pair: &Pair) -> bool {
        self.always_one_modulus || (pair.wall && self.contract().wall_modulus == Convention::SphereModulus)
    }

    /// The parameter that is a restitution; `None` for a code that takes none.
    pub fn restitution_key(&self) -> Option<&'static str> {
        let takes = |key: &&Key| match key.spec() {
            Some(Spec::Quantity(Dimension::Number, range)) => range.hold(0.5) && range.hold(1.0) && !range.hold(1.5),
            _ => false,
        };
        self.keys.iter().find(takes).map(|key| key.name)
    }

    /// The models that take that restitution, as words beside it: LAMMPS has two, and one version has only one of them.
    pub fn restitution_models(&self) -> &'static [&'static [(&'static str, &'static str)]] {
        match self.name() {
            "lammps" => &[&[("damping", "coeff_restitution")], &[("damping", "tsuji")]],
            _ => &[&[]],
        }
    }

    /// These parameters with a coefficient of friction.
    #[must_use]
    pub fn with_friction(&self, params: Parameters, coefficient: f64) -> Parameters {
        let Some(key) = self.keys.iter().find(|key| key.name == self.friction) else { return params };
        let value = if key.dimension() == Some(Dimension::Angle) { libm::atan(coefficient) } else { coefficient };
        params.with(key.name, value)
    }

    /// The contact that `params` describe for the bodies of `pair`.
    ///
    /// # Errors
    /// When a parameter is missing, out of its range or given twice, or when the law is not available here.
    pub fn contact(&self, params: &Parameters, reading: Reading, pair: &Pair) -> Result<Parsed, LawError> {
        (self.to_laws)(params, reading, pair)
    }

    /// Replaces parameters that a version of the code does not have by equivalent ones; an empty version means any.
    ///
    /// # Errors
    /// When the version has no equivalent, or versions are not distinguished.
    pub fn for_version(&self, parameters: Parameters, scene: &Scene, version: &str) -> Result<Parameters, LawError> {
        match self.versions {
            Some(exchange) => exchange(parameters, scene, version),
            None if version.is_empty() => Ok(parameters),
            None => {
                let name = self.name();
                Err(LawError::table(format!("versions of {name} are not distinguished"))
                    .help(format!("write `{name}` alone")))
            }
        }
    }

    /// The parameters that make the code exert the force of `contact` on the bodies of `pair`, under `reading`.
    ///
    /// # Errors
    /// When the code has no such force; the message says why, and for a law with branches which ones of its kind it has.
    pub fn render(&self, contact: &Contact, reading: Reading, pair: &Pair) -> Result<Rendered, LawError> {
        (self.to_parameters)(contact, reading, pair).map_err(|error| {
            let name = contact.normal.card().name;
            if !law::ends_by_itself(name) || contact.normal.elastic(pair).err().as_ref() != Some(&error) {
                return error;
            }
            let (code, laws) = (self.name(), self.branched);
            let known = contact.normal.card().known_as.iter().find(|(known, _)| known.eq_ignore_ascii_case(code));
            let lacks = LawError::table(match known {
                Some((_, word)) => format!("the law of {code} nearest to `{name}`, {word}, is not supported"),
                None => format!("{code} has no contact law with the force of `{name}`"),
            });
            if laws.is_empty() { lacks } else { lacks.help(format!("supported of its kind: {}", laws.join(", "))) }
        })
    }

    /// The parameters with which a version of the code has the contact of `scene`, material included: those of the case where it
    /// is written in them, else the conversion. They are read back into a contact, which is that of the scene: forms and switches
    /// exactly, numbers to 1e-13. An empty version is any.
    ///
    /// # Errors
    /// Why the code does not have this contact.
    pub fn scene_parameters(&self, scene: &Scene, version: &str) -> Result<Parameters, String> {
        let message = |error: LawError| error.message;
        let parameters = self.for_version(self.rendered(scene)?.params, scene, version).map_err(message)?;
        let material = of_pair(self, &scene.pair, differences::spring(scene)?.alpha, &parameters);
        let parameters = complete(parameters, self, material.as_ref());
        let there = self.contact(&parameters, self.in_use, &scene.pair).map_err(message)?;
        let normal = differences::normal(scene, self, &parameters, &there).map_err(message)?;
        let departure = normal.or(differences::others(scene, &there).map_err(message)?.into_iter().next());
        departure.map_or(Ok(parameters), Err)
    }

    /// The contact of a scene in the parameters of the code, in the reading it follows when it runs: those of the case where the
    /// case gives them, so that the code computes what follows from them itself.
    ///
    /// # Errors
    /// Why the code has none for this contact.
    pub fn rendered(&self, scene: &Scene) -> Result<Rendered, String> {
        match (self.case_parameters(scene), &scene.system) {
            (Some(params), Some(given)) => Ok(Rendered { params, notes: given.parsed.notes.clone() }),
            _ => self.render(&scene.contact, self.in_use, &scene.pair).map_err(|error| error.message),
        }
    }

    /// The parameters as the case gives them, where it is written in those of this code in the reading that the code follows.
    pub fn case_parameters(&self, scene: &Scene) -> Option<Parameters> {
        let name = self.name();
        scene.system.as_ref().filter(|given| given.is_of(name, self.in_use))?;
        let mut parameters = Parameters::default();
        for key in self.keys {
            match scene.parameter(&format!("contact.{name}.{}", key.name)).map(|parameter| &parameter.value) {
                Some(ParameterValue::Number(value, _)) => parameters = parameters.with(key.name, *value),
                Some(ParameterValue::Word(word)) => parameters = parameters.with_word(key.name, word),
                None => {}
            }
        }
        Some(parameters)
    }
}

/// The conventions of most codes, which each code overrides where it differs.
fn default_contract(system: &'static str, ends: Ends) -> Contract {
    Contract {
        system,
        ends: Convention::Ends(ends),
        friction_limit: line::NO_FRICTION.into(),
        lever: line::NO_FRICTION.into(),
        effective_radius: Convention::WallRadius(1.0),
        wall_mass: Convention::FreeMass,
        wall_modulus: Convention::OwnModulus,
        damping: "none".into(),
        history: line::NO_HISTORY.into(),
        rotation: line::NO_FRICTION.into(),
        adhesion: line::NO_ADHESION.into(),
        memory: line::NO_MEMORY.into(),
        signs: line::REPULSION.into(),
    }
}

/// Every DEM code, in the order they are shown.
pub static CODES: &[&Code] = &[
    &woo::WOO,
    &mercurydpm::MERCURYDPM,
    &hybird::HYBIRD,
    &pfc::PFC,
    &musen::MUSEN,
    &lethe::LETHE,
    &mfix::MFIX,
    &chrono::CHRONO,
    &drake::DRAKE,
    &simbody::SIMBODY,
    &mujoco::MUJOCO,
    &lammps::LAMMPS,
    &liggghts::LIGGGHTS,
    &yade::YADE,
    &kratos::KRATOS,
    &edem::EDEM,
];

/// The names of the DEM codes, in the order they are shown.
pub fn names() -> impl Iterator<Item = &'static str> {
    CODES.iter().map(|code| code.card.name)
}

/// The DEM code of that name.
pub fn find(name: &str) -> Option<&'static Code> {
    CODES.iter().copied().find(|code| code.card.name == name)
}

/// The built-in driver of the code of that name.
pub fn driver(name: &str) -> Option<&'static Driver> {
    find(name)?.driver.as_ref()
}

/// The codes whose drivers are built in, with them.
pub fn drivers() -> impl Iterator<Item = (&'static str, &'static Driver)> {
    CODES.iter().filter_map(|code| Some((code.card.name, code.driver.as_ref()?)))
}
