//! `fit.with`: who computes what the measurements are compared with.

use crate::system;
use std::ops::Range;

use super::Word;
use super::keys::{Key, Takes};
use super::reader::{Reader, Table, quoted, suggestion};
use super::run::{COUNTS, ENGINE_PHASES, ONSETS, VARIANT};
use super::words::SCHEMES;

/// What is simulated.
#[derive(Debug, Clone, PartialEq)]
pub enum With {
    /// The law as written, integrated exactly.
    Reference,
    /// A scheme at a step counted in the undamped duration, over so many onset phases.
    Scheme { name: String, steps_per_contact: f64, onset_phases: usize },
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
    let name = table.get("with").and_then(|node| Some((node.text(reader, WITH.example)?, node.span())));
    let Some((name, span)) = name.filter(|(name, _)| name != "reference") else {
        for key in ["steps_per_contact", "onset_phases"] {
            if let Some(node) = table.get(key) {
                let help = "add:  with = \"velocity-verlet\"      # or an engine, or leave it out";
                let message = format!("`{key}` has no effect here: the reference solver is adaptive");
                reader.wrong(node.key_span, message, &[help]);
            }
        }
        variant(reader, table, false);
        return With::Reference;
    };
    let engine = system::driver(&name).is_some() || engines.contains(&name);
    if !engine && !SCHEMES.contains(&name.as_str()) {
        unknown(reader, &name, span, engines);
        return With::Reference;
    }
    let variant = variant(reader, table, engine);
    table.needs(reader, &STEPS);
    let steps_per_contact = Some(table.setting(reader, &STEPS)).filter(|steps| steps.is_finite());
    let onsets = if engine { ONSETS.or(ENGINE_PHASES as f64) } else { ONSETS };
    let onset_phases = table.setting(reader, &onsets) as usize;
    match steps_per_contact {
        Some(steps_per_contact) if engine => {
            let name = Word { text: name, origin: reader.origin(span) };
            With::Engine { name, variant, steps_per_contact, onset_phases }
        }
        Some(steps_per_contact) => With::Scheme { name, steps_per_contact, onset_phases },
        None => With::Reference,
    }
}

fn unknown(reader: &mut Reader, name: &str, span: Range<usize>, engines: &[String]) {
    let built_in =
        || std::iter::once("reference").chain(SCHEMES.iter().copied()).chain(system::drivers().map(|(name, _)| name));
    let known = || built_in().chain(engines.iter().map(String::as_str));
    let message = format!("there is no solver {}{}", quoted(name), suggestion(name, known()));
    let help = format!("use one of: {}", known().collect::<Vec<_>>().join(", "));
    reader.wrong(
        span,
        message,
        &[&help, "a program of your own is declared in a file of engines; name that file:  --engines engines.toml"],
    );
}

/// Which installation is meant; only an engine has several.
fn variant(reader: &mut Reader, table: &Table, engine: bool) -> Option<String> {
    let node = table.get("variant")?;
    if !engine {
        let help = "add:  with = \"lammps\"      # or another engine, or leave it out";
        reader.wrong(node.key_span, "`variant` requires an engine in `with`", &[help]);
        return None;
    }
    node.text(reader, VARIANT.example)
}
