//! `fit.with`: who computes what the measurements are compared with.

use super::Word;
use super::reader::{Reader, Table};
use super::run::{self, COUNTS, ENGINE_PHASES, ONSETS, VARIANT};
use super::words::SCHEMES;
use crate::keys::{Key, Takes};
use crate::system;

/// What is simulated.
#[derive(Debug, Clone, PartialEq)]
pub enum With {
    /// The law as written, integrated exactly.
    Reference,
    /// A scheme at a step counted in the undamped duration, over so many onset phases.
    Scheme { name: Word, steps_per_contact: f64, onset_phases: usize },
    /// An engine at such a step.
    Engine {
        name: Word,
        /// The one version that is meant, where several are installed.
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
pub(super) fn read(reader: &mut Reader, table: &Table, engines: &[String]) -> With {
    let Some(name) = table.word(reader, &WITH).filter(|name| name.text != "reference") else {
        for key in ["steps_per_contact", "onset_phases"] {
            let help = "add:  with = \"velocity-verlet\"      # or an engine, or leave it out";
            table.bars(reader, key, format!("`{key}` has no effect here: the reference solver is adaptive"), &[help]);
        }
        variant(reader, table, false);
        return With::Reference;
    };
    let engine = system::driver(&name.text).is_some() || engines.contains(&name.text);
    if !engine && !SCHEMES.contains(&name.text.as_str()) {
        let known = std::iter::once("reference").chain(run::stepping());
        run::unknown(reader, &name.text, &name.origin.span, known, engines);
        return With::Reference;
    }
    let variant = variant(reader, table, engine);
    let steps_per_contact = table.stated(reader, &STEPS);
    let onsets = if engine { ONSETS.or(ENGINE_PHASES as f64) } else { ONSETS };
    let onset_phases = table.setting(reader, &onsets) as usize;
    match steps_per_contact {
        Some(steps_per_contact) if engine => With::Engine { name, variant, steps_per_contact, onset_phases },
        Some(steps_per_contact) => With::Scheme { name, steps_per_contact, onset_phases },
        None => With::Reference,
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
