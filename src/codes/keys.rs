//! The parameters of a DEM code: numbers and words by key, checked against ranges and defaults.

use crate::keys::{Default, Spec};
use crate::law::{LawError, Numbers};
use crate::number::{exact, shortened};

pub use crate::keys::Key;
pub use crate::limits::{ANY, Limits, POSITIVE};

/// Values of the parameters of one DEM code. Numbers are SI.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Parameters {
    /// Numbers and words by key.
    pub numbers: Numbers,
}

impl Parameters {
    /// Numbers, SI, and words, each with the key it stands under.
    pub fn new(numbers: Vec<(&'static str, f64)>, words: &[(&'static str, &str)]) -> Self {
        let words = words.iter().map(|&(key, word)| (key, word.to_string())).collect();
        Self { numbers: Numbers::new(numbers).with_words(words) }
    }

    /// Only numbers.
    pub fn numbers(numbers: &[(&'static str, f64)]) -> Self {
        Self::new(numbers.to_vec(), &[])
    }

    /// Sets a number.
    pub fn with(mut self, name: &'static str, value: f64) -> Self {
        self.numbers.set(name, value);
        self
    }

    /// Sets a word.
    pub fn with_word(mut self, name: &'static str, word: &str) -> Self {
        self.numbers.set_word(name, word);
        self
    }

    /// Removes some keys.
    pub fn without(mut self, names: &[&str]) -> Self {
        self.numbers = self.numbers.without(names);
        self
    }

    /// `en=0.5` of each key that others do not have.
    pub fn besides(&self, others: &Self) -> Vec<String> {
        let numbers = self.numbers.numbers().iter().filter(|(key, _)| others.numbers.get(key).is_none());
        let numbers = numbers.map(|(key, value)| format!("{key}={}", shortened(&exact(*value), 6)));
        let words = self.numbers.words().iter().filter(|(key, _)| others.given(key).is_none());
        numbers.chain(words.map(|(key, word)| format!("{key}={word}"))).collect()
    }

    /// A number as text that reads back to the same bits.
    ///
    /// # Errors
    /// When it is not given.
    pub fn text(&self, key: &'static str) -> Result<String, LawError> {
        self.needed(key).map(exact)
    }

    /// A number that an input requires.
    ///
    /// # Errors
    /// When it is not given.
    pub fn needed(&self, key: &'static str) -> Result<f64, LawError> {
        self.numbers.get(key).ok_or_else(|| LawError::key(key, format!("there is no `{key}` to export")))
    }

    /// A number as text that reads back to the same bits; `0` if it is not given.
    pub fn text_or_zero(&self, key: &str) -> String {
        self.numbers.get(key).map_or_else(|| "0".to_string(), exact)
    }

    /// A word; empty where it is not given.
    pub fn word_or_empty(&self, key: &str) -> &str {
        self.given(key).unwrap_or_default()
    }

    /// The word given for a key.
    pub fn given(&self, name: &str) -> Option<&str> {
        self.numbers.word(name)
    }

    /// The number of `key`, checked against its range; its default when it is not given.
    ///
    /// # Errors
    /// When the number lies outside the range.
    pub fn number(&self, keys: &[Key], name: &'static str) -> Result<Option<f64>, LawError> {
        let key = keys.iter().find(|key| key.name == name);
        let Some((key, Some(Spec::Quantity(_, range)))) = key.map(|key| (key, key.spec())) else {
            return Ok(self.numbers.get(name));
        };
        match self.numbers.get(name) {
            Some(value) if range.hold(value) => Ok(Some(value)),
            Some(value) => Err(LawError::key(name, format!("`{name}` must be {}, not {value}", range.range()))),
            None => Ok(Some(key.default_number()).filter(|number| !number.is_nan())),
        }
    }

    /// The number of `key`, which must be given or have a default.
    ///
    /// # Errors
    /// When it is missing or outside its range.
    pub fn require(&self, keys: &[Key], name: &'static str, system: &str) -> Result<f64, LawError> {
        self.number(keys, name)?.ok_or_else(|| LawError::table(format!("`{system}` needs `{name}` here")))
    }

    /// The word of `key`, checked against its choices; its default when it is not given.
    ///
    /// # Errors
    /// When the word is not one of the choices, or is missing and has no default.
    pub fn word(&self, keys: &[Key], name: &'static str) -> Result<&str, LawError> {
        let key = keys.iter().find(|key| key.name == name);
        let Some((key, Some(Spec::Choice(choices)))) = key.map(|key| (key, key.spec())) else {
            return Err(LawError::table(format!("`{name}` is missing")));
        };
        let error = match (self.given(name), key.default) {
            (Some(word), _) if choices.contains(&word) => return Ok(word),
            (Some(word), _) => LawError::key(name, format!("`{name}` is not `{word}`")),
            (None, Default::Word(word)) => return Ok(word),
            (None, _) => LawError::table(format!("`{name}` is missing")),
        };
        Err(error.help(format!("use one of {}", choices.join(", "))))
    }

    /// Refuses a parameter that the others make meaningless.
    ///
    /// # Errors
    /// When any of `names` is given.
    pub fn refuse(&self, names: &[&'static str], because: &str) -> Result<(), LawError> {
        match names.iter().copied().find(|name| self.numbers.get(name).is_some() || self.given(name).is_some()) {
            Some(name) => {
                Err(LawError::key(name, format!("`{name}` would be ignored: {because}")).help("leave it out"))
            }
            None => Ok(()),
        }
    }

    /// Every given parameter in the order of `keys`, as text in SI: `en = 0.5`.
    pub fn lines(&self, keys: &[Key]) -> Vec<String> {
        let line = |key: &Key| match key.dimension() {
            Some(dimension) => {
                let value = self.numbers.get(key.name)?;
                Some(format!("{} = {value} {}", key.name, dimension.si()).trim_end().to_string())
            }
            None => Some(format!("{} = {}", key.name, self.given(key.name)?)),
        };
        keys.iter().filter_map(line).collect()
    }
}
