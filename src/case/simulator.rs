//! `fit.with`: the solver whose results are compared with the measurements.

use super::Word;
use super::reader::{Reader, Table};
use super::run::{self, COUNTS, ENGINE_PHASES, ONSETS, VARIANT};
use super::words::SCHEMES;
use crate::keys::{Key, Takes};
use crate::system;

/// The solver of a fit.
#[derive(Debug, Clone, PartialEq)]
pub enum Simulator {
    /// The adaptive integrator, which solves the law as written.
    Reference,
    /// A scheme with a number of steps per undamped contact, averaged over onset phases.
    Scheme { name: Word, steps_per_contact: f64, onset_phases: usize },
    /// An engine with such a time step.
    Engine {
        name: Word,
        /// The version to use if several are installed.
        variant: Option<String>,
        steps_per_contact: f64,
        onset_phases: usize,
    },
}

const WITH: Key = Key::new(
    "with",
    Takes::Other("the name of a scheme or an engine", r##"{"$ref": "#/$defs/with"}"##),
    "what is simulated",
)
.unless("the law integrated exactly")
.example("\"velocity-verlet\"");
const STEPS: Key =
    Key::new("steps_per_contact", Takes::Setting(COUNTS), "undamped duration over the time step, beside `with`")
        .required("50.5      # steps within the duration of the undamped collision");

/// The keys of `[fit]` that are read here.
pub(super) const KEYS: [Key; 4] = [WITH, VARIANT, Key { required: false, ..STEPS }, ONSETS];

/// Reads `with` and the step beside it. A user's own `engines` may be named too.
pub(super) fn read(reader: &mut Reader, table: &Table, engines: &[String]) -> Simulator {
    let Some(name) = table.word(reader, &WITH).filter(|name| name.text != "reference") else {
        for key in ["steps_per_contact", "onset_phases"] {
            let help = "add:  with = \"velocity-verlet\"      # or an engine, or leave it out";
            table.bars(reader, key, format!("`{key}` has no effect here: the reference solver is adaptive"), &[help]);
        }
        variant(reader, table, false);
        return Simulator::Reference;
    };
    let engine = system::driver(&name.text).is_some() || engines.contains(&name.text);
    if !engine && !SCHEMES.contains(&name.text.as_str()) {
        let known = std::iter::once("reference").chain(run::stepping());
        run::unknown(reader, &name.text, &name.origin.span, known, engines);
        return Simulator::Reference;
    }
    let variant = variant(reader, table, engine);
    let steps_per_contact = table.stated(reader, &STEPS);
    let onsets = if engine { ONSETS.or(ENGINE_PHASES as f64) } else { ONSETS };
    let onset_phases = table.setting(reader, &onsets) as usize;
    match steps_per_contact {
        Some(steps_per_contact) if engine => Simulator::Engine { name, variant, steps_per_contact, onset_phases },
        Some(steps_per_contact) => Simulator::Scheme { name, steps_per_contact, onset_phases },
        None => Simulator::Reference,
    }
}

/// Which installation is meant; only an engine has several.
fn variant(reader: &mut Reader, table: &Table, engine: bool) -> Option<String> {
    let node = table.get("variant")?;
    if !engine {
        let help = "add:  with = \"lammps\"      # or another engine, or leave it out";
        return node.refuse_key(reader, "`variant` requires an engine in `with`", &[help]);
    }
    node.text(reader, VARIANT.example)
}
