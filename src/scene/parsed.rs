//! A contact given in the parameters of a DEM code: which code, how its documentation is read, and what the parameters mean.

use crate::contact::Contact;
use crate::contact::Contract;
use crate::number::NamedNumber;
use crate::words::worded;

worded! {
    /// How a page is taken.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Reading {
        /// As it must be for its own promise to hold.
        Corrected = "corrected",
        /// At its word.
        AsDocumented = "as-documented",
    }
}

/// What a system's parameters say in our laws.
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed {
    /// The same force in our laws.
    pub contact: Contact,
    /// What the system is asked for, whatever it achieves; `None` where it has no such parameter.
    pub restitution_requested: Option<f64>,
    /// What the system would show, one number a line.
    pub derived: Vec<NamedNumber>,
    /// The conventions, with the parameters as said.
    pub contract: Contract,
    /// What a reader of the result must know, one line each.
    pub notes: Vec<String>,
    /// What the code does with these parameters that `contact` leaves out, one line each.
    pub beyond: Vec<String>,
}

impl Parsed {
    /// A contact under these conventions, and nothing else.
    pub fn new(contact: Contact, contract: Contract) -> Self {
        let [notes, beyond] = [Vec::new(), Vec::new()];
        Self { contact, restitution_requested: None, derived: Vec::new(), contract, notes, beyond }
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
    /// Whether it is given in the parameters of this system, taken in this reading.
    pub fn is_of(&self, system: &str, reading: Reading) -> bool {
        self.system == system && self.reading == reading
    }
}
