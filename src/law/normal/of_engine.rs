//! A normal law that this program does not have: an engine declares it by name and computes it alone.

use super::{KINDS, NormalLaw};
use crate::error::cut;
use crate::keys::{Spec, Takes};
use crate::law::branches::Branched;
use crate::law::card::{Card, Key, LawError, Numbers};
use crate::law::{Damping, Pair};
use crate::limits::POSITIVE;
use crate::units::Dimension;
use crate::words::kept;

/// A law by the name under which an engine declares it, with the numbers that the engine is handed.
#[derive(Debug, Clone, PartialEq)]
pub struct OfEngine {
    /// As in `covers.normal` of the engine.
    pub law: &'static str,
    /// About how long a contact lasts, s: time steps are counted in it. No result depends on it otherwise.
    pub contact_time: f64,
    /// In SI, with their dimensions.
    pub parameters: Vec<(&'static str, f64, Dimension)>,
}

const LAW: Key = Key::new(
    "law",
    Takes::Value(Spec::Name),
    "the name under which an engine declares it in `covers.normal`; every other key of the table is a parameter that the engine is handed in SI",
)
.required("\"my-law\"      # as `covers.normal` of the engine has it");

const CONTACT_TIME: Key =
    Key::quantity("contact_time", Dimension::Time, POSITIVE, "about how long a contact lasts: steps are counted in it")
        .required("\"100 us\"");

impl OfEngine {
    pub const CARD: Card = Card {
        name: "of-engine",
        title: "A law that an engine has and this program has not",
        formula: "F is computed by the engine that declares the law",
        symbols: &[],
        holds: "whatever its engine states: no theory, no reference and no scheme is known. Judged by conservation, by its convergence \
                to itself and by data",
        source: "the engine",
        known_as: &[],
    };

    pub const KEYS: &[Key] = &[LAW, CONTACT_TIME];

    /// The law of a table: every number but the contact time is a parameter.
    ///
    /// # Errors
    /// When the name is none for such a law, at `law`, or a key is missing.
    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        let of = Self::CARD.name;
        let law = numbers.word(LAW.name).ok_or_else(|| LawError::table(format!("`{of}` needs `{}`", LAW.name)))?;
        check_name(law).map_err(|(message, help)| LawError::key(LAW.name, message).help(help))?;
        let given = numbers.numbers().iter().filter(|(key, _)| *key != CONTACT_TIME.name);
        Ok(Self {
            law: kept(law),
            contact_time: numbers.positive(CONTACT_TIME.name, of)?,
            parameters: given.map(|&(key, value)| (key, value, numbers.dimension(key))).collect(),
        })
    }

    /// The numbers of its table, SI.
    pub fn numbers(&self) -> Numbers {
        let own = self.parameters.iter().map(|&(key, value, _)| (key, value));
        let dimensions = self.parameters.iter().map(|&(key, _, dimension)| (key, dimension));
        Numbers::new(std::iter::once((CONTACT_TIME.name, self.contact_time)).chain(own).collect())
            .with_words(vec![(LAW.name, self.law.to_string())])
            .with_dimensions(dimensions.collect())
    }

    /// Why nothing but its engine computes it.
    pub fn alone(&self) -> LawError {
        LawError::table(alone(self.law))
    }

    /// Why a damping law does not go with it; `None` of `none`.
    pub fn refuses(&self, damping: &Damping) -> Option<LawError> {
        let name = damping.card().name;
        let error = LawError::table(format!("`{}` has its damping in itself: `{name}` does not go with it", self.law));
        (!matches!(damping, Damping::Undamped(_))).then(|| error.help("leave the damping out"))
    }
}

/// Why nothing but its engine computes a law.
pub fn alone(law: &str) -> String {
    format!("`{law}` is computed by the engine that declares it alone")
}

impl NormalLaw for OfEngine {
    fn branches(&self, _: &Pair, damping: &Damping) -> Result<Option<Branched>, LawError> {
        Err(self.refuses(damping).unwrap_or_else(|| self.alone()))
    }
}

/// Whether a name can be that of a law of an engine: a to z, 0 to 9 and -, and neither a law of this program nor one misspelled.
///
/// # Errors
/// What is wrong with it, and what to write.
pub fn check_name(name: &str) -> Result<(), (String, String)> {
    let laws = || KINDS.iter().map(|kind| kind.card.name);
    if laws().any(|law| law == name) {
        let message = format!("`{name}` is a law of this program");
        return Err((message, format!("write:  [contact.normal.{name}]")));
    }
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let whole = name.chars().next().is_some_and(|c| c.is_ascii_lowercase());
    if !whole || name.len() > 40 || !name.chars().all(fits) {
        let shown = cut(name, 40);
        let message = format!("`{}` cannot be the name of a law of an engine", shown.escape_debug());
        return Err((message, "a name is a letter from a to z, then a-z, 0-9 and -: at most 40".to_string()));
    }
    let letters = (name.len() / 5).max(1);
    match laws().find(|law| strsim::osa_distance(name, law) <= letters) {
        Some(near) => Err((
            format!("there is no normal law `{name}`, did you mean `{near}`?"),
            "a law that only an engine has takes a name that is not near one of this program".to_string(),
        )),
        None => Ok(()),
    }
}
