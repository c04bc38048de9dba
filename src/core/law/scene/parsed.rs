//! A contact given in the parameters of a DEM code: which code, how its documentation is read, and what the parameters mean.

use crate::law::Contact;
use crate::law::Contract;
use crate::number::NamedNumber;
use crate::words::worded;

worded! {
    /// How the documentation of a code is read.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Reading {
        /// With its errors corrected, so that what it promises holds.
        Corrected = "corrected",
        /// As printed, errors included.
        AsDocumented = "as-documented",
    }
}

/// The contact that a code's parameters describe, in the laws of this program.
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed {
    /// The laws with the same force.
    pub contact: Contact,
    /// The restitution given as a parameter, which the code may not achieve; `None` without such a parameter.
    pub restitution_requested: Option<f64>,
    /// Numbers that the code derives from its parameters and would display.
    pub derived: Vec<NamedNumber>,
    /// The conventions of the code with these parameters.
    pub contract: Contract,
    /// Notes for the reader of a result, one line each.
    pub notes: Vec<String>,
    /// Effects of these parameters in the code that `contact` does not include, one line each.
    pub beyond: Vec<String>,
    /// What the code does wrong with these bodies, one line each: no export is faithful beside it, and a run shows it.
    pub defects: Vec<String>,
}

impl Parsed {
    /// A contact with its conventions, without notes.
    pub fn new(contact: Contact, contract: Contract) -> Self {
        let [notes, beyond, defects] = [const { Vec::new() }; 3];
        Self { contact, restitution_requested: None, derived: Vec::new(), contract, notes, beyond, defects }
    }

    /// What the code does that `contact` does not, one line each.
    pub fn departures(&self) -> impl Iterator<Item = &String> {
        self.defects.iter().chain(&self.beyond)
    }
}

/// A contact given in a system's own parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct SystemContact {
    /// `pfc`
    pub system: &'static str,
    pub reading: Reading,
    pub parsed: Parsed,
}

impl SystemContact {
    /// Whether the contact is given in the parameters of this system, in this reading.
    pub fn is_of(&self, system: &str, reading: Reading) -> bool {
        self.system == system && self.reading == reading
    }
}
