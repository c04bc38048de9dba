//! The systems' own words: what their parameters mean in our laws, and our laws in their parameters.
//!
//! A dialect is a parameter map. It brings no algorithm of its own: a force is always one of our laws, and what it does
//! to a collision is found by the same solvers as everything else.
//!
//! Where a page and the mathematics part, a dialect has two [`Reading`]s: `as-documented` takes the page at its word,
//! `corrected` takes it as it must be for its own promise to hold. The pages are judged here, not the codes: which
//! reading a code follows when it runs is [`System::in_use`].

pub mod convert;
pub mod departures;
pub mod edem;
pub mod engine;
pub mod export;
pub mod express;
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
pub(crate) mod tangential;
pub mod woo;
pub mod yade;

use crate::contact::contract::{self, Contract, line};
use crate::contact::{Card, Contact, Ends, LawError, Pair, normal};
use crate::scene::Scene;
pub use crate::scene::{Parsed, Reading};

pub use convert::{Conversion, Keep, convert};
use engine::Driver;
use export::Input;
pub use express::express;
pub use keys::{Key, Parameters};

/// A statement of a page that is not so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Erratum {
    /// `W1`, `M1`, ...: one letter a system, in the order of its page.
    pub id: &'static str,
    /// What the page says, in our words.
    pub says: &'static str,
    /// What is so.
    pub is: &'static str,
    /// What the difference does, in numbers; empty where it is one of wording.
    pub number: &'static str,
}

/// Our law in a system's parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct Rendered {
    /// The parameters; what the bodies already say is left out.
    pub said: Parameters,
    /// Where the words hold the law only in part, one line each.
    pub notes: Vec<String>,
}

/// What is the same for every contact of a system.
#[derive(Clone, Copy)]
pub struct Facts {
    /// Name, formula as the system writes it, and source.
    pub card: &'static Card,
    /// The parameters that are understood, under the system's own names.
    pub keys: &'static [Key],
    /// The ways its page can be taken; one where page and mathematics agree.
    pub readings: &'static [Reading],
    /// The reading the system itself follows when it runs.
    pub in_use: Reading,
    /// Statements of its page that are not so.
    pub errata: &'static [Erratum],
    /// The laws with branches that its parameters can express here.
    pub branched: &'static [&'static str],
    /// How it is run; `None` for a code that this program cannot start itself.
    pub driver: Option<&'static dyn Driver>,
}

impl Facts {
    /// A system with one reading and these keys, and nothing else.
    pub const fn new(card: &'static Card, keys: &'static [Key]) -> Self {
        Self {
            card,
            keys,
            readings: &[Reading::Corrected],
            in_use: Reading::Corrected,
            errata: &[],
            branched: &[],
            driver: None,
        }
    }
}

/// One system's own parameters.
///
/// A dialect with one reading takes every reading as that one.
pub trait System: Input {
    /// What is the same for every contact.
    fn facts(&self) -> &'static Facts;

    /// Name, formula as the system writes it, and source.
    fn card(&self) -> &'static Card {
        self.facts().card
    }

    /// The parameters that are understood, under the system's own names.
    fn keys(&self) -> &'static [Key] {
        self.facts().keys
    }

    /// The ways its page can be taken; one where page and mathematics agree.
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
    fn driver(&self) -> Option<&'static dyn Driver> {
        self.facts().driver
    }

    /// Its conventions, with its defaults.
    fn contract(&self) -> Contract;

    /// What `said` means for the bodies of `pair`.
    ///
    /// # Errors
    /// When a parameter is missing, out of its range or said twice, or when the law it names cannot be held.
    fn contact(&self, said: &Parameters, reading: Reading, pair: &Pair) -> Result<Parsed, LawError>;

    /// Parameters for `scene` in the words that one version of the code has; an empty version is any. What has no words there
    /// is exchanged for the nearest that does.
    ///
    /// # Errors
    /// When the version has no words for it.
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
    fn say(&self, contact: &Contact, reading: Reading, pair: &Pair) -> Result<Rendered, LawError>;
}

/// [`System::say`]; of a law that the system does not have at all the error names those of that kind that are supported.
///
/// # Errors
/// As [`System::say`].
pub fn say(system: &dyn System, contact: &Contact, reading: Reading, pair: &Pair) -> Result<Rendered, LawError> {
    system.say(contact, reading, pair).map_err(|error| {
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

/// The conventions of most codes, under a code's name: what is another's is said there.
fn usual(system: &'static str, ends: Ends) -> Contract {
    Contract {
        system,
        ends: contract::ends(ends),
        friction_limit: line::NO_FRICTION.into(),
        lever: line::NO_FRICTION.into(),
        effective_radius: line::HARMONIC.into(),
        wall_mass: line::FREE_MASS.into(),
        wall_modulus: line::OWN_MODULUS.into(),
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
pub fn driver(name: &str) -> Option<&'static dyn Driver> {
    find(name)?.driver()
}

/// The codes whose drivers are built in, with them.
pub fn drivers() -> impl Iterator<Item = (&'static str, &'static dyn Driver)> {
    SYSTEMS.iter().filter_map(|system| Some((system.card().name, system.driver()?)))
}
