//! An engine's own lines for the contact of a scene, and whether they say the same.
//!
//! A system finds the parameters; here they become the text a user pastes into an input. What stands in a case as a name
//! or a title comes into that text as plain words only (`plain`), never as code.

mod known;
pub(super) mod material;
pub mod plain;
pub(super) mod plan;
pub(crate) mod read;

mod text;

use crate::contact::Contract;
use crate::contact::LawError;
use crate::scene::Scene;
use crate::system::Parameters;

pub use known::{Known, known};
pub use material::{BodyMaterial, SharedModuli};
pub use plain::{identifier, words};
pub use plan::{export, export_for};

/// How one engine's input is written.
///
/// It computes nothing: the numbers are those of its system.
pub trait Input: Sync {
    /// What begins a comment.
    fn comment(&self) -> &'static str {
        "#"
    }

    /// The system's keys for Young's modulus and Poisson's ratio beside these parameters; `None` where it has others.
    fn material_keys(&self, _parameters: &Parameters) -> Option<[&'static str; 2]> {
        None
    }

    /// The text for one contact, a line each.
    ///
    /// # Errors
    /// When the engine needs a number that the case does not give.
    fn lines(&self, terms: &Terms) -> Result<Vec<String>, LawError>;

    /// The parameters in lines that [`lines`](Self::lines) wrote, comments left out; `None` where they cannot be read.
    fn read(&self, lines: &[String]) -> Option<Parameters>;

    /// Where a release does otherwise than its own words say, one line each: those of the version that is written for, or of
    /// every known one where none is named.
    fn defects(&self, _terms: &Terms) -> Vec<String> {
        Vec::new()
    }

    /// Where the lines hold a law only nearly, one line each: such an export is not faithful.
    fn approximations(&self, _terms: &Terms) -> Vec<String> {
        Vec::new()
    }

    /// What a user of the lines must know, one line each.
    fn notes(&self, _terms: &Terms) -> Vec<String> {
        Vec::new()
    }
}

/// Comments that say where the lines stand in an input of LAMMPS or LIGGGHTS.
pub(super) const BEFORE_THE_BOX: &str = "# before create_box or read_data, after atom_style sphere";
pub(super) const AFTER_THE_BOX: &str = "# after it";

/// What a writer writes.
#[derive(Debug)]
pub struct Terms<'a> {
    /// The scene the contact is of.
    pub scene: &'a Scene,
    /// The parameters, those of the material included.
    pub said: &'a Parameters,
    /// One material for both bodies with which the pair's effective moduli are met; `None` when the law needs none.
    pub material: Option<SharedModuli>,
    /// kg/m3, of the first body.
    pub density: f64,
    /// The version that is written for; empty for any.
    pub version: &'a str,
}

impl Terms<'_> {
    /// A number of the system, if it is given.
    pub fn get(&self, key: &str) -> Option<f64> {
        self.said.numbers.get(key)
    }

    /// A number of the system as text that reads back to the same bits.
    ///
    /// # Errors
    /// When it is not given.
    pub fn number(&self, key: &'static str) -> Result<String, LawError> {
        self.said.text(key)
    }

    /// A word of the system; empty where it is not given.
    pub fn word(&self, key: &str) -> &str {
        self.said.word_or_empty(key)
    }

    /// A number of the system as text, `0` where it is not given.
    pub fn number_or_zero(&self, key: &str) -> String {
        self.said.text_or_zero(key)
    }

    /// The density as text.
    pub fn density(&self) -> String {
        crate::number::exact(self.density)
    }

    /// Whether the second body is a wall.
    pub fn wall(&self) -> bool {
        self.scene.bodies[1].is_wall()
    }

    /// The material that both bodies are given, its moduli under these keys.
    ///
    /// # Errors
    /// When the case gives no moduli.
    pub fn one_material(&self, moduli: [&'static str; 2]) -> Result<BodyMaterial, LawError> {
        let [young, poisson] = moduli.map(|key| self.said.needed(key));
        Ok(BodyMaterial { name: self.material_name(), young: young?, poisson: poisson?, density: self.density })
    }

    /// A name for the material, safe in every language.
    pub fn material_name(&self) -> String {
        let body = &self.scene.bodies[0];
        identifier(body.material.as_ref().map_or(&body.name, |material| &material.name))
    }
}

/// The contact of a scene in an engine's own lines.
#[derive(Debug, Clone, PartialEq)]
pub struct Export {
    /// `lammps`
    pub engine: &'static str,
    /// What begins a comment in its input.
    pub comment: &'static str,
    /// The parameters, those of the material included.
    pub said: Parameters,
    /// To be pasted.
    pub lines: Vec<String>,
    /// How the numbers were found, one line each.
    pub conversion: Vec<String>,
    /// What the law of the case achieves at the speed of the scene; `None` for a law with adhesion or memory.
    pub restitution: Option<f64>,
    /// What the engine achieves there with these parameters, its law integrated exactly.
    pub restitution_exported: Option<f64>,
    /// Where the engine does not do what the case says, one line each; empty for a faithful export.
    pub why_not: Vec<String>,
    /// Speeds, m/s, between which the two restitutions differ by no more than the tolerance; `None` where they never
    /// part.
    pub holds_between: Option<[f64; 2]>,
    /// The relative difference that [`holds_between`](Self::holds_between) allows.
    pub tolerance: f64,
    /// How well the numbers are known, one line each; empty where they come from no fit.
    pub known: Vec<String>,
    /// What a user of the lines must know, one line each.
    pub notes: Vec<String>,
    /// The conventions behind the parameters.
    pub contract: Contract,
}

impl Export {
    /// Whether the engine does what the case says: the normal law, and what acts along the contact.
    pub fn faithful(&self) -> bool {
        self.why_not.is_empty()
    }
}
