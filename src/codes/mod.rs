//! DEM codes ("systems"): converts their parameters to contact laws of this program, and back.
//!
//! The parameters of a code are its dialect: a map without an algorithm of its own. Every force is one of the laws of
//! this program, and its collisions are computed by the same solvers as all others.
//!
//! A code whose documentation has a mathematical error has two [`Reading`]s: `as-documented` as printed, `corrected`
//! with the error corrected. Both describe the documentation; the reading that the program itself follows is
//! [`System::in_use`].

pub mod convert;
pub mod differences;
pub mod edem;
pub mod engine;
pub mod export;
pub mod fingerprint;
pub mod hybird;
pub mod keys;
pub mod kratos;
pub mod lammps;
pub mod liggghts;
mod luding;
mod material;
pub mod mercurydpm;
pub mod musen;
pub mod pfc;
pub mod restitution;
pub mod scene_parameters;
pub(crate) mod tangential;
pub mod woo;
pub mod yade;

use crate::law::contract::{Contract, Convention, line};
use crate::law::scene::Scene;
pub use crate::law::scene::{Parsed, Reading};
use crate::law::{Card, Contact, Ends, LawError, Pair, normal};

pub use convert::{Conversion, Preserve, convert};
use engine::Driver;
use export::Input;
pub use keys::{Key, Parameters};
pub use scene_parameters::scene_parameters;

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

/// The properties of a code that do not depend on the contact.
#[derive(Clone, Copy)]
pub struct Facts {
    /// Name, formula as the system writes it, and source.
    pub card: &'static Card,
    /// The parameters that are understood, under the system's own names.
    pub keys: &'static [Key],
    /// The readings of its documentation; one if it has no mathematical error.
    pub readings: &'static [Reading],
    /// The reading the system itself follows when it runs.
    pub in_use: Reading,
    /// Statements of its page that are not so.
    pub errata: &'static [Erratum],
    /// The laws with branches that its parameters can express here.
    pub branched: &'static [&'static str],
    /// How it is run; `None` for a code that this program cannot start itself.
    pub driver: Option<&'static Driver>,
    /// Beginning of a comment in its input.
    pub comment: &'static str,
    /// Whether it has solid spheres only.
    pub solid_spheres: bool,
    /// Whether its planes are perpendicular to an axis.
    pub planes_on_axes: bool,
    /// Whether a sphere that is held counts with its mass in the dashpot.
    pub held_keeps_mass: bool,
}

impl Facts {
    /// A code with one reading and these keys.
    pub const fn new(card: &'static Card, keys: &'static [Key]) -> Self {
        Self {
            card,
            keys,
            readings: &[Reading::Corrected],
            in_use: Reading::Corrected,
            errata: &[],
            branched: &[],
            driver: None,
            comment: "#",
            solid_spheres: false,
            planes_on_axes: false,
            held_keeps_mass: false,
        }
    }
}

/// A DEM code: its parameters, conventions and input.
///
/// A code with one reading uses it for every requested reading.
pub trait System: Input {
    /// The properties that do not depend on the contact.
    fn facts(&self) -> &'static Facts;

    /// Name, formula as the system writes it, and source.
    fn card(&self) -> &'static Card {
        self.facts().card
    }

    /// The parameters that are understood, under the system's own names.
    fn keys(&self) -> &'static [Key] {
        self.facts().keys
    }

    /// The readings of its documentation; one if it has no mathematical error.
    fn readings(&self) -> &'static [Reading] {
        self.facts().readings
    }

    /// The reading the system itself follows when it runs.
    fn in_use(&self) -> Reading {
        self.facts().in_use
    }

    /// Statements of its page that are not so.
    fn errata(&self) -> &'static [Erratum] {
        self.facts().errata
    }

    /// How it is run; `None` for a code that this program cannot start itself.
    fn driver(&self) -> Option<&'static Driver> {
        self.facts().driver
    }

    /// Its conventions, with its defaults.
    fn contract(&self) -> Contract;

    /// Whether both bodies have one modulus here, so that unlike ones of a pair need one that is not theirs.
    fn one_modulus(&self, pair: &Pair) -> bool {
        pair.wall && self.contract().wall_modulus == Convention::SphereModulus
    }

    /// The contact that `params` describe for the bodies of `pair`.
    ///
    /// # Errors
    /// When a parameter is missing, out of its range or given twice, or when the law is not available here.
    fn contact(&self, params: &Parameters, reading: Reading, pair: &Pair) -> Result<Parsed, LawError>;

    /// Replaces parameters that a version of the code does not have by equivalent ones; an empty version means any.
    ///
    /// # Errors
    /// When the version has no equivalent.
    fn for_version(&self, parameters: Parameters, scene: &Scene, version: &str) -> Result<Parameters, LawError> {
        let _ = scene;
        if version.is_empty() {
            return Ok(parameters);
        }
        let name = self.card().name;
        Err(LawError::table(format!("versions of {name} are not distinguished")).help(format!("write `{name}` alone")))
    }

    /// The parameters that make the system exert the force of `contact` on the bodies of `pair`, under `reading`.
    ///
    /// # Errors
    /// When the system has no such force; the message says why.
    fn render(&self, contact: &Contact, reading: Reading, pair: &Pair) -> Result<Rendered, LawError>;
}

/// [`System::render`]; for a law that the code lacks, the error names the supported laws of that kind.
///
/// # Errors
/// As [`System::render`].
pub fn render(system: &dyn System, contact: &Contact, reading: Reading, pair: &Pair) -> Result<Rendered, LawError> {
    system.render(contact, reading, pair).map_err(|error| {
        let name = contact.normal.card().name;
        if !normal::ends_by_itself(name) || contact.normal.elastic(pair).err().as_ref() != Some(&error) {
            return error;
        }
        let (code, laws) = (system.card().name, system.facts().branched);
        let known = contact.normal.card().known_as.iter().find(|(known, _)| known.eq_ignore_ascii_case(code));
        let lacks = LawError::table(match known {
            Some((_, word)) => format!("the law of {code} nearest to `{name}`, {word}, is not supported"),
            None => format!("{code} has no contact law with the force of `{name}`"),
        });
        if laws.is_empty() { lacks } else { lacks.help(format!("supported of its kind: {}", laws.join(", "))) }
    })
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
pub const SYSTEMS: &[&dyn System] = &[
    &woo::Woo,
    &mercurydpm::MercuryDpm,
    &hybird::Hybird,
    &pfc::Pfc,
    &musen::Musen,
    &lammps::Lammps,
    &liggghts::Liggghts,
    &yade::Yade,
    &kratos::Kratos,
    &edem::Edem,
];

/// The names of the DEM codes, in the order they are shown.
pub fn names() -> impl Iterator<Item = &'static str> {
    SYSTEMS.iter().map(|system| system.card().name)
}

/// The DEM code of that name.
pub fn find(name: &str) -> Option<&'static dyn System> {
    SYSTEMS.iter().copied().find(|system| system.card().name == name)
}

/// The built-in driver of the code of that name.
pub fn driver(name: &str) -> Option<&'static Driver> {
    find(name)?.driver()
}

/// The codes whose drivers are built in, with them.
pub fn drivers() -> impl Iterator<Item = (&'static str, &'static Driver)> {
    SYSTEMS.iter().filter_map(|system| Some((system.card().name, system.driver()?)))
}
