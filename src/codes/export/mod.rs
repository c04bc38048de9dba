//! Exports the contact of a scene as input lines of a DEM code, and checks that they describe the same contact.
//!
//! A system computes the parameters; here they become the text that a user pastes into an input. Names and titles of a
//! case are reduced to plain words (`plain`), so that they never become code.

mod known;
pub(super) mod material;
pub mod plain;
pub(super) mod plan;
pub(crate) mod read;

mod text;

use crate::codes::Parameters;
use crate::law::Contract;
use crate::law::LawError;
use crate::law::scene::Scene;

pub use crate::codes::material::SharedModuli;
pub use known::{Known, known};
pub use material::BodyMaterial;
pub use plain::{identifier, words};
pub use plan::{export, export_for};

/// Writes and reads the input of a DEM code.
///
/// It computes nothing: the numbers come from [`System`](crate::codes::System).
pub trait Input: Sync {
    /// The system's keys for Young's modulus and Poisson's ratio beside these parameters; `None` where it has others.
    fn material_keys(&self, _parameters: &Parameters) -> Option<[&'static str; 2]> {
        None
    }

    /// The text for one contact, a line each.
    ///
    /// # Errors
    /// When the engine needs a number that the case does not give.
    fn lines(&self, data: &InputData) -> Result<Vec<String>, LawError>;

    /// The parameters in lines that [`lines`](Self::lines) wrote, comments left out; `None` where they cannot be read.
    fn read(&self, lines: &[String]) -> Option<Parameters>;

    /// Known defects of the release that the input is written for, or of all releases if none is named, one line each.
    fn defects(&self, _terms: &InputData) -> Vec<String> {
        Vec::new()
    }

    /// Approximations in the lines, one line each; such an export is not faithful.
    fn approximations(&self, _terms: &InputData) -> Vec<String> {
        Vec::new()
    }

    /// The parameters with which the code as documented has the normal force that `read` has in the release the lines are
    /// written for.
    fn as_run(&self, read: &Parameters, _terms: &InputData) -> Parameters {
        read.clone()
    }

    /// Notes for the user of the lines, one line each.
    fn notes(&self, _terms: &InputData) -> Vec<String> {
        Vec::new()
    }
}

/// Comments that say where the lines stand in an input of LAMMPS or LIGGGHTS.
pub(super) const BEFORE_THE_BOX: &str = "# before create_box or read_data, after atom_style sphere";
pub(super) const AFTER_THE_BOX: &str = "# after it";

/// The data for the input lines of one contact.
#[derive(Debug)]
pub struct InputData<'a> {
    /// The scene the contact is of.
    pub scene: &'a Scene,
    /// The parameters, those of the material included.
    pub params: &'a Parameters,
    /// One material for both bodies with which the pair's effective moduli are met; `None` when the law needs none.
    pub material: Option<SharedModuli>,
    /// kg/m3, of the first body.
    pub density: f64,
    /// Version of the code; empty for any.
    pub version: &'a str,
}

impl InputData<'_> {
    /// The density as text.
    pub fn density(&self) -> String {
        crate::number::exact(self.density)
    }

    /// Whether the second body is a wall.
    pub fn wall(&self) -> bool {
        self.scene.bodies[1].is_wall()
    }

    /// The common material of both bodies, with its moduli under these keys.
    ///
    /// # Errors
    /// When the case gives no moduli.
    pub fn one_material(&self, moduli: [&'static str; 2]) -> Result<BodyMaterial, LawError> {
        let [young, poisson] = moduli.map(|key| self.params.needed(key));
        Ok(BodyMaterial { name: self.material_name(), young: young?, poisson: poisson?, density: self.density })
    }

    /// A name for the material, safe in every language.
    pub fn material_name(&self) -> String {
        let body = &self.scene.bodies[0];
        identifier(body.material.as_ref().map_or(&body.name, |material| &material.name))
    }
}

/// End of a line about a number that depends on an example.
const OF_EXAMPLES: &str = "    (of example values, not measured)";

/// The contact of a scene as input lines of a DEM code.
#[derive(Debug, Clone, PartialEq)]
pub struct Export {
    /// `lammps`
    pub engine: &'static str,
    /// Beginning of a comment in its input.
    pub comment: &'static str,
    /// The parameters, those of the material included.
    pub params: Parameters,
    /// The input lines.
    pub lines: Vec<String>,
    /// How the numbers were computed, one line each.
    pub conversion: Vec<String>,
    /// Restitution of the case's law at the speed of the scene; `None` for a law with adhesion or memory.
    pub restitution: Option<f64>,
    /// Restitution of the code's law with these parameters at that speed, integrated exactly.
    pub restitution_exported: Option<f64>,
    /// Differences between the contact of the code and that of the case, one line each; empty for a faithful export.
    pub why_not: Vec<String>,
    /// Speeds, m/s, between which the two restitutions differ by no more than the tolerance; `None` where they never
    /// part.
    pub holds_between: Option<[f64; 2]>,
    /// The relative difference that [`holds_between`](Self::holds_between) allows.
    pub tolerance: f64,
    /// Uncertainty of the numbers, one line each; empty unless they come from a fit.
    pub known: Vec<String>,
    /// Values of the case that are examples, not measured, with the lines that depend on each.
    pub examples: Vec<(String, Vec<usize>)>,
    /// Notes for the user of the lines, one line each.
    pub notes: Vec<String>,
    /// The conventions behind the parameters.
    pub contract: Contract,
}

impl Export {
    /// Whether the code has the contact of the case, normal and tangential.
    pub fn faithful(&self) -> bool {
        self.why_not.is_empty()
    }

    /// Whether nothing is lost of a contact that was measured.
    pub fn strictly(&self) -> bool {
        self.faithful() && self.examples.is_empty()
    }

    /// Takes down which lines depend on an example value of the case, from the export of the case with another one; all of them where there
    /// is none.
    pub fn depends_on(&mut self, example: String, other: Option<&Self>) {
        let others = other.filter(|other| other.lines.len() == self.lines.len());
        let differs = |at: &usize| others.is_none_or(|other| other.lines[*at] != self.lines[*at]);
        let lines: Vec<usize> = (0..self.lines.len()).filter(differs).collect();
        for (line, other) in self.conversion.iter_mut().zip(others.iter().flat_map(|other| &other.conversion)) {
            if !line.starts_with(other) && !line.ends_with(OF_EXAMPLES) {
                line.push_str(OF_EXAMPLES);
            }
        }
        if !lines.is_empty() {
            self.examples.push((example, lines));
        }
    }
}
