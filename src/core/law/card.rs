//! The description of a law, a theory or an observable: the text behind `list` and `explain`.

use std::ops::Range;

pub use crate::keys::Key;
use crate::units::Dimension;

/// A formula with its symbols, limits and source.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Card {
    /// The word a case file uses.
    pub name: &'static str,
    /// One line, without a full stop.
    pub title: &'static str,
    /// One formula per line.
    pub formula: &'static str,
    /// Symbol, meaning, SI unit.
    pub symbols: &'static [(&'static str, &'static str, &'static str)],
    /// Conditions under which the formula is exact, and its range of validity.
    pub holds: &'static str,
    /// Publication and equation number.
    pub source: &'static str,
    /// Codes that implement it, with the name used there.
    pub known_as: &'static [(&'static str, &'static str)],
}

impl Card {
    /// The law `none` of an axis.
    pub const fn none(title: &'static str, formula: &'static str, holds: &'static str) -> Self {
        Self { name: "none", title, formula, symbols: &[], holds, source: "-", known_as: &[] }
    }
}

/// The values of one table, by key: numbers in SI, choices as words.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Numbers {
    numbers: Vec<(&'static str, f64)>,
    words: Vec<(&'static str, String)>,
    /// Of the numbers whose key does not say their dimension: the parameters of a formula, or of a law of an engine.
    dimensions: Vec<(&'static str, Dimension)>,
}

impl Numbers {
    pub fn new(numbers: Vec<(&'static str, f64)>) -> Self {
        Self { numbers, ..Self::default() }
    }

    /// The same numbers with these words.
    pub fn with_words(self, words: Vec<(&'static str, String)>) -> Self {
        Self { words, ..self }
    }

    /// The same numbers, of these dimensions.
    pub fn with_dimensions(self, dimensions: Vec<(&'static str, Dimension)>) -> Self {
        Self { dimensions, ..self }
    }

    /// The keys of the numbers that have a dimension of their own.
    pub fn parameters(&self) -> Vec<Key> {
        let key = |&(name, dimension): &(&'static str, Dimension)| Key::parameter(name, dimension);
        self.dimensions.iter().map(key).collect()
    }

    /// The dimension of the number under a key that does not say it; a plain number if nothing does.
    pub fn dimension(&self, key: &str) -> Dimension {
        self.dimensions.iter().find(|(name, _)| *name == key).map_or(Dimension::Number, |&(_, dimension)| dimension)
    }

    /// Every number with its key.
    pub fn numbers(&self) -> &[(&'static str, f64)] {
        &self.numbers
    }

    /// Every word with its key.
    pub fn words(&self) -> &[(&'static str, String)] {
        &self.words
    }

    pub fn get(&self, key: &str) -> Option<f64> {
        self.numbers.iter().find(|(name, _)| *name == key).map(|&(_, value)| value)
    }

    /// The word under a key.
    pub fn word(&self, key: &str) -> Option<&str> {
        self.words.iter().find(|(name, _)| *name == key).map(|(_, word)| word.as_str())
    }

    /// The word under a key; an error that lists the possible words where it is missing.
    pub fn require_word(&self, key: &'static str, words: &[&str], law: &str) -> Result<&str, LawError> {
        self.word(key).ok_or_else(|| {
            let listed: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
            LawError::table(format!("`{law}` requires `{key}`: {}", listed.join(", ")))
        })
    }

    /// Sets the number under a key, replacing the old one.
    pub fn set(&mut self, key: &'static str, value: f64) {
        match self.numbers.iter_mut().find(|(name, _)| *name == key) {
            Some((_, number)) => *number = value,
            None => self.numbers.push((key, value)),
        }
    }

    /// Sets the number under a key if there is one.
    pub fn set_given(&mut self, key: &'static str, value: Option<f64>) {
        if let Some(value) = value {
            self.set(key, value);
        }
    }

    /// Sets the word under a key, as the last of the words.
    pub fn set_word(&mut self, key: &'static str, word: &str) {
        self.words.retain(|(name, _)| *name != key);
        self.words.push((key, word.to_string()));
    }

    /// A copy without some keys.
    pub fn without(mut self, keys: &[&str]) -> Self {
        self.numbers.retain(|(name, _)| !keys.contains(name));
        self.words.retain(|(name, _)| !keys.contains(name));
        self
    }

    pub fn require(&self, key: &'static str, law: &str) -> Result<f64, LawError> {
        self.get(key).ok_or_else(|| LawError::table(format!("`{law}` needs `{key}`")))
    }

    /// The number under a key; an error if it is missing or not above zero.
    pub fn positive(&self, key: &'static str, law: &str) -> Result<f64, LawError> {
        positive(key, self.require(key, law)?)
    }

    /// The number under a key; an error if it is missing or below zero.
    pub fn not_negative(&self, key: &'static str, law: &str) -> Result<f64, LawError> {
        not_negative(key, self.require(key, law)?)
    }

    /// The one key that is given; an error where two alternatives are given, or none.
    pub fn exactly_one(&self, keys: &[&'static str], law: &str) -> Result<(&'static str, f64), LawError> {
        let given: Vec<&'static str> = keys.iter().copied().filter(|key| self.get(key).is_some()).collect();
        match given[..] {
            [key] => Ok((key, self.get(key).unwrap_or(f64::NAN))),
            [] => Err(LawError::table(format!("`{law}` requires one of {}", listed(keys)))),
            [_, second, ..] => {
                Err(LawError::key(second, format!("{} are alternatives: only one of them can be used", listed(&given)))
                    .help("keep one of them"))
            }
        }
    }
}

fn listed(keys: &[&str]) -> String {
    let quoted: Vec<String> = keys.iter().map(|k| format!("`{k}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => quoted.join(""),
    }
}

/// Why the numbers do not define a law. The reader of the case file adds the position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LawError {
    /// The key in error; `None` when the error is in the whole table.
    pub key: Option<&'static str>,
    /// The place inside the text under the key, of a formula.
    pub within: Option<Range<usize>>,
    pub message: String,
    pub help: Vec<String>,
}

impl LawError {
    pub fn key(key: &'static str, message: impl Into<String>) -> Self {
        Self { key: Some(key), within: None, message: message.into(), help: Vec::new() }
    }

    pub fn table(message: impl Into<String>) -> Self {
        Self { key: None, within: None, message: message.into(), help: Vec::new() }
    }

    pub fn help(mut self, line: impl Into<String>) -> Self {
        self.help.push(line.into());
        self
    }
}

/// `value` if it is above zero.
pub fn positive(key: &'static str, value: f64) -> Result<f64, LawError> {
    if value > 0.0 {
        Ok(value)
    } else {
        Err(LawError::key(key, format!("`{key}` must be greater than zero, not {value}")))
    }
}

/// `value` if it is not below zero.
pub fn not_negative(key: &'static str, value: f64) -> Result<f64, LawError> {
    if value >= 0.0 { Ok(value) } else { Err(LawError::key(key, format!("`{key}` must be at least 0, not {value}"))) }
}

/// `value` if damping can achieve it as a restitution: above 0, at most 1.
pub fn restitution(value: f64) -> Result<f64, LawError> {
    if value > 0.0 && value <= 1.0 {
        return Ok(value);
    }
    let error = LawError::key("restitution", format!("`restitution` must be above 0 and at most 1, not {value}"));
    Err(if value > 1.0 {
        error.help("a restitution above 1 would create energy")
    } else {
        error.help("a restitution of 0 needs infinite damping: give the coefficient instead")
    })
}

/// How one field of a law is given in its table: read from the numbers under its keys, and written back under them.
pub struct Given<T> {
    pub read: fn(&Numbers, &[Key], law: &'static str) -> Result<T, LawError>,
    pub write: fn(&T, &[Key], &mut Numbers),
}

/// A number above zero.
pub const POSITIVE: Given<f64> =
    Given { read: |numbers, keys, law| numbers.positive(keys[0].name, law), write: write_number };

/// A number not below zero.
pub const NOT_NEGATIVE: Given<f64> =
    Given { read: |numbers, keys, law| numbers.not_negative(keys[0].name, law), write: write_number };

/// Any number.
pub const ANY: Given<f64> =
    Given { read: |numbers, keys, law| numbers.require(keys[0].name, law), write: write_number };

/// A number not below zero, 0 unless given.
pub const OR_ZERO: Given<f64> = Given {
    read: |numbers, keys, _| not_negative(keys[0].name, numbers.get(keys[0].name).unwrap_or(0.0)),
    write: |value, keys, numbers| numbers.set_given(keys[0].name, Some(*value).filter(|value| *value != 0.0)),
};

/// A number above zero that need not be given.
pub const OPTIONAL: Given<Option<f64>> = Given {
    read: |numbers, keys, _| numbers.get(keys[0].name).map(|value| positive(keys[0].name, value)).transpose(),
    write: |value, keys, numbers| numbers.set_given(keys[0].name, *value),
};

/// A number not below zero that need not be given.
pub const OPTIONAL_NOT_NEGATIVE: Given<Option<f64>> = Given {
    read: |numbers, keys, _| numbers.get(keys[0].name).map(|value| not_negative(keys[0].name, value)).transpose(),
    write: |value, keys, numbers| numbers.set_given(keys[0].name, *value),
};

fn write_number(value: &f64, keys: &[Key], numbers: &mut Numbers) {
    numbers.set(keys[0].name, *value);
}

/// Declares a law by the fields of its struct, each with the keys of its table that give it: one list to read, to write back and to
/// explain.
///
/// `with check` names a method that refuses numbers that do not go together, `besides [..]` keys that set no field. The law has a `CARD`.
macro_rules! law {
    ($(#[$meta:meta])* pub struct $Law:ident $(with $check:ident)? $(besides [$($more:expr),+])? {
        $($(#[$doc:meta])* $vis:vis $field:ident: $type:ty = $given:ident[$($key:expr),+ $(,)?],)*
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct $Law { $($(#[$doc])* $vis $field: $type,)* }

        impl $Law {
            pub const KEYS: &[$crate::law::Key] = &[$($($key,)+)* $($($more,)+)?];

            pub fn build(numbers: &$crate::law::Numbers) -> Result<Self, $crate::law::LawError> {
                let law = Self { $($field: ($given.read)(numbers, &[$($key),+], Self::CARD.name)?,)* };
                $(law.$check()?;)?
                Ok(law)
            }

            /// The numbers of its table, SI.
            pub fn numbers(&self) -> $crate::law::Numbers {
                let mut numbers = $crate::law::Numbers::default();
                $(($given.write)(&self.$field, &[$($key),+], &mut numbers);)*
                numbers
            }
        }
    };
    ($(#[$meta:meta])* pub struct $Law:ident;) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct $Law;

        impl $Law {
            pub const KEYS: &[$crate::law::Key] = &[];

            pub fn build(_: &$crate::law::Numbers) -> Result<Self, $crate::law::LawError> {
                Ok(Self)
            }

            pub fn numbers(&self) -> $crate::law::Numbers {
                $crate::law::Numbers::default()
            }
        }
    };
}
pub(crate) use law;

/// One entry of a list of laws: its card, its keys, and the function that builds the law from numbers.
#[derive(Debug)]
pub struct LawKind<L: 'static> {
    pub card: &'static Card,
    pub keys: &'static [Key],
    /// Whether the law is listed with a mark: for normal laws, `with branches`.
    pub marked: bool,
    pub build: fn(&Numbers) -> Result<L, LawError>,
}

/// Defines one axis of contact laws from one list: an enum variant and a list entry per law, some of them marked.
///
/// Each law has a `CARD`, is declared by [`law`], and implements the axis' trait.
macro_rules! axis {
    ($(#[$doc:meta])* $Axis:ident: $Trait:ident { $($Law:ident $(with $mark:ident)?,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        pub enum $Axis { $($Law($Law),)* }

        impl std::ops::Deref for $Axis {
            type Target = dyn $Trait;
            fn deref(&self) -> &Self::Target {
                match self { $(Self::$Law(law) => law,)* }
            }
        }

        impl $Axis {
            pub fn card(&self) -> &'static $crate::law::card::Card {
                match self { $(Self::$Law(_) => &$Law::CARD,)* }
            }

            /// What its table in a case file may hold.
            pub fn keys(&self) -> Vec<$crate::law::card::Key> {
                let keys = match self { $(Self::$Law(_) => $Law::KEYS,)* };
                keys.iter().copied().chain(self.numbers().parameters()).collect()
            }

            /// The numbers of its table in a case file, SI.
            pub fn numbers(&self) -> $crate::law::card::Numbers {
                match self { $(Self::$Law(law) => law.numbers(),)* }
            }
        }

        /// Every law of this axis, in the order in which they are listed.
        pub const KINDS: &[$crate::law::card::LawKind<$Axis>] = &[
            $($crate::law::card::LawKind {
                card: &$Law::CARD,
                keys: $Law::KEYS,
                marked: !<[&str]>::is_empty(&[$(stringify!($mark))?]),
                build: |numbers| $Law::build(numbers).map($Axis::$Law),
            },)*
        ];
    };
}
pub(crate) use axis;
