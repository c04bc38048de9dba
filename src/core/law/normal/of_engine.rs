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
    /// About how long a contact lasts, s: time steps are counted in it. No result depends on it otherwise. None of [`IMPULSE`], which has no
    /// duration.
    pub contact_time: Option<f64>,
    /// In SI, with their dimensions.
    pub parameters: Vec<(&'static str, f64, Dimension)>,
}

/// The one such law whose outcome is known here: rigid bodies that exchange an impulse, without duration and without overlap.
pub const IMPULSE: &str = "impulse";

/// The parameter of [`IMPULSE`]: rate of separation over rate of approach.
const RESTITUTION: &str = "restitution";

/// What an impulse has none of, in one sentence.
const NO_DURATION: &str = "an impulse has neither a duration nor an overlap, and no force";

const LAW: Key = Key::new(
    "law",
    Takes::Value(Spec::Name),
    "the name under which an engine declares it in `covers.normal`; every other key of the table is a parameter that the engine is handed in SI",
)
.required("\"my-law\"      # as `covers.normal` of the engine has it");

const CONTACT_TIME: Key = Key::quantity(
    "contact_time",
    Dimension::Time,
    POSITIVE,
    "about how long a contact lasts: steps are counted in it; not of `impulse`",
)
.example("\"100 us\"");

impl OfEngine {
    pub const CARD: Card = Card {
        name: "of-engine",
        title: "A law that an engine has and this program has not",
        formula: "F is computed by the engine that declares the law",
        symbols: &[],
        holds: "whatever its engine states: no theory, no reference and no scheme is known, but of `impulse`, two rigid bodies. Judged by \
                conservation, by its convergence to itself and by data",
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
        let parameters: Vec<_> = given.map(|&(key, value)| (key, value, numbers.dimension(key))).collect();
        let contact_time = if law == IMPULSE {
            check_impulse(numbers, &parameters)?;
            None
        } else {
            Some(numbers.positive(CONTACT_TIME.name, of)?)
        };
        Ok(Self { law: kept(law), contact_time, parameters })
    }

    /// Whether it is [`IMPULSE`].
    pub fn is_impulse(&self) -> bool {
        self.law == IMPULSE
    }

    /// The restitution of [`IMPULSE`]; `None` of any other law.
    pub fn impulse(&self) -> Option<f64> {
        let given = self.parameters.iter().find(|(key, ..)| *key == RESTITUTION);
        given.map(|&(_, value, _)| value).filter(|_| self.is_impulse())
    }

    /// The numbers of its table, SI.
    pub fn numbers(&self) -> Numbers {
        let own = self.parameters.iter().map(|&(key, value, _)| (key, value));
        let dimensions = self.parameters.iter().map(|&(key, _, dimension)| (key, dimension));
        let time = self.contact_time.map(|time| (CONTACT_TIME.name, time));
        Numbers::new(time.into_iter().chain(own).collect())
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

/// Checks the table of [`IMPULSE`], whose one parameter is known here.
fn check_impulse(numbers: &Numbers, parameters: &[(&'static str, f64, Dimension)]) -> Result<(), LawError> {
    if numbers.numbers().iter().any(|(key, _)| *key == CONTACT_TIME.name) {
        let error = LawError::key(CONTACT_TIME.name, NO_DURATION);
        return Err(error.help("leave it out: steps are counted in the time in which the bodies approach by R*"));
    }
    let Some(&(_, e, dimension)) = parameters.iter().find(|(key, ..)| *key == RESTITUTION) else {
        return Err(LawError::table(format!("`{IMPULSE}` needs `{RESTITUTION}`")).help("write:  restitution = 0.5"));
    };
    if dimension != Dimension::Number || !(0.0..=1.0).contains(&e) {
        let message = format!("a restitution of `{IMPULSE}` is a number from 0 to 1");
        return Err(LawError::key(RESTITUTION, message));
    }
    match parameters.iter().find(|(key, ..)| *key != RESTITUTION) {
        Some((key, ..)) => {
            let error = LawError::key(key, format!("`{IMPULSE}` has no parameter but `{RESTITUTION}`"));
            Err(error.help("friction is a tangential law:  [contact.tangential.coulomb]"))
        }
        None => Ok(()),
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
