//! The systems' own words: what their parameters mean in our laws, and our laws in their parameters.
//!
//! A dialect is a parameter map. It brings no algorithm of its own: a force is always one of our laws, and what it does
//! to a collision is found by the same solvers as everything else.
//!
//! Where a page and the mathematics part, a dialect has two [`Reading`]s: `as-documented` takes the page at its word,
//! `corrected` takes it as it must be for its own promise to hold. The pages are judged here, not the codes: which
//! reading a code follows when it runs is [`Dialect::in_use`].

pub(crate) mod along;
pub mod contract;
pub mod convert;
pub mod edem;
pub mod hybird;
pub mod kratos;
pub mod lammps;
pub mod liggghts;
pub mod mercurydpm;
pub mod musen;
pub mod pfc;
pub mod restitution;
mod spheres;
pub mod woo;
pub mod words;
pub mod yade;

use crate::contact::{Card, Contact, LawError, Pair};

pub use contract::Contract;
pub use convert::{Conversion, Keep, convert};
pub use words::{Key, Said, Takes};

/// How a page is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// As it must be for its own promise to hold.
    Corrected,
    /// At its word.
    AsDocumented,
}

impl Reading {
    /// Both, in the order they are shown.
    pub const ALL: [Self; 2] = [Self::Corrected, Self::AsDocumented];

    /// The word in a case file.
    pub fn word(self) -> &'static str {
        match self {
            Self::Corrected => "corrected",
            Self::AsDocumented => "as-documented",
        }
    }
}

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

/// A number that follows from a system's parameters and that the system keeps under a name of its own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Derived {
    /// The system's own name or symbol.
    pub name: &'static str,
    /// SI
    pub value: f64,
    /// `-` for a plain number.
    pub unit: &'static str,
}

/// What a system's parameters say in our laws.
#[derive(Debug, Clone, PartialEq)]
pub struct Spoken {
    /// The same force in our laws.
    pub contact: Contact,
    /// What the system is asked for, whatever it achieves; `None` where it has no such parameter.
    pub restitution_requested: Option<f64>,
    /// What the system would show, one number a line.
    pub derived: Vec<Derived>,
    /// The conventions, with the parameters as said.
    pub contract: Contract,
    /// What a reader of the result must know, one line each.
    pub notes: Vec<String>,
}

/// Our law in a system's parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct Phrase {
    /// The parameters; what the bodies already say is left out.
    pub said: Said,
    /// Where the words hold the law only in part, one line each.
    pub notes: Vec<String>,
}

/// One system's own parameters.
///
/// A dialect with one reading takes every reading as that one.
pub trait Dialect: Sync {
    /// Name, formula as the system writes it, and source.
    fn card(&self) -> &'static Card;

    /// The parameters that are understood, under the system's own names.
    fn keys(&self) -> &'static [Key];

    /// The ways its page can be taken; one where page and mathematics agree.
    fn readings(&self) -> &'static [Reading] {
        &[Reading::Corrected]
    }

    /// The reading the system itself follows when it runs.
    fn in_use(&self) -> Reading {
        Reading::Corrected
    }

    /// Statements of its page that are not so.
    fn errata(&self) -> &'static [Erratum] {
        &[]
    }

    /// Coulomb's coefficient of a contact between two bodies that each have their own; `None` where the system gives it
    /// for every pair.
    fn mixed_friction(&self, one: f64, two: f64) -> Option<f64> {
        let _ = (one, two);
        None
    }

    /// The key Coulomb's coefficient stands under.
    fn friction_key(&self) -> Option<&'static str> {
        None
    }

    /// Its conventions, with its defaults.
    fn contract(&self) -> Contract;

    /// What `said` means for the bodies of `pair`.
    ///
    /// # Errors
    /// When a parameter is missing, out of its range or said twice, or when the law it names cannot be held.
    fn contact(&self, said: &Said, reading: Reading, pair: &Pair) -> Result<Spoken, LawError>;

    /// The parameters that make the system exert the force of `contact` on the bodies of `pair`, under `reading`.
    ///
    /// # Errors
    /// When the system has no such force; the message says why.
    fn say(&self, contact: &Contact, reading: Reading, pair: &Pair) -> Result<Phrase, LawError>;
}

/// Every dialect, in the order they are shown.
pub const DIALECTS: &[&dyn Dialect] = &[
    &woo::Woo,
    &mercurydpm::MercuryDpm,
    &hybird::Hybird,
    &pfc::Pfc,
    &musen::Musen,
    &lammps::Lammps,
    &yade::Yade,
    &liggghts::Liggghts,
    &kratos::Kratos,
    &edem::Edem,
];

/// The dialect of that name.
pub fn find(name: &str) -> Option<&'static dyn Dialect> {
    DIALECTS.iter().copied().find(|dialect| dialect.card().name == name)
}
