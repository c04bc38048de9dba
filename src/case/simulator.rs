//! `fit.with`: who computes what the measurements are compared with.

use crate::system;
use std::ops::Range;

use super::Word;
use super::reader::{Reader, Table, quoted, suggestion};
use super::run::ENGINE_PHASES;
use super::value::{Limits, setting};
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

/// The keys of `[fit]` that are read here.
pub(super) const KEYS: [&str; 4] = ["with", "variant", "steps_per_contact", "onset_phases"];

/// Onset phases of a scheme when a case gives none.
const PHASES: usize = 64;

const STEPS: Limits = Limits { hold: |n| n > 1.0 && n <= 1e6, say: "must be above 1 and at most 1e6" };
const ONSETS: Limits =
    Limits { hold: |n| n.fract() == 0.0 && (1.0..=4096.0).contains(&n), say: "must be a whole number from 1 to 4096" };

/// Reads `with` and the step beside it. A user's own `engines` may be named too.
pub(super) fn read(reader: &mut Reader, table: &Table, engines: &[String]) -> With {
    let name = table.get("with").and_then(|node| Some((node.text(reader, "\"velocity-verlet\"")?, node.span())));
    let Some((name, span)) = name.filter(|(name, _)| name != "reference") else {
        for key in ["steps_per_contact", "onset_phases"] {
            if let Some(node) = table.get(key) {
                let help = "add:  with = \"velocity-verlet\"      or an engine, or leave it out";
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
    let steps =
        table.require(reader, "steps_per_contact", "50.5      steps within the duration of the undamped collision");
    let steps_per_contact = steps.and_then(|node| setting(reader, &node, STEPS));
    let phases = table.get("onset_phases").and_then(|node| setting(reader, &node, ONSETS));
    let onset_phases = phases.map_or(if engine { ENGINE_PHASES } else { PHASES }, |phases| phases as usize);
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
    reader.wrong(span, message, &[&help, "a program of your own is declared in an engines.toml: --engines FILE"]);
}

/// Which installation is meant; only an engine has several.
fn variant(reader: &mut Reader, table: &Table, engine: bool) -> Option<String> {
    let node = table.get("variant")?;
    if !engine {
        let help = "add:  with = \"lammps\"      or another engine, or leave it out";
        reader.wrong(node.key_span, "`variant` is only valid with an engine, and `with` names none", &[help]);
        return None;
    }
    node.text(reader, "\"29Sep2021\"      # as `collisionbench doctor` shows it")
}
