//! Enums whose values have a word each, in cases, in tables and in files; words of a case that are kept.

use std::collections::BTreeSet;
use std::sync::{LazyLock, Mutex, PoisonError};

/// Declares such an enum, each value beside its word and, where messages need it, its meaning: `ALL` has them in their order and
/// `WORDS` their words, `word` says the word and `meaning` the meaning, and `from_word` is the way back.
#[macro_export]
macro_rules! worded {
    ($(#[$about:meta])* $public:vis enum $name:ident { $($(#[$doc:meta])* $value:ident = $word:literal),+ $(,)? }) => {
        $(#[$about])*
        $public enum $name { $($(#[$doc])* $value),+ }

        impl $name {
            /// Every one, in their order.
            pub const ALL: [Self; Self::WORDS.len()] = [$(Self::$value),+];

            /// Their words.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// The word it stands for.
            pub fn word(self) -> &'static str {
                match self { $(Self::$value => $word),+ }
            }

            /// The one that a word stands for.
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|one| one.word() == word)
            }
        }
    };
    ($(#[$about:meta])* $public:vis enum $name:ident {
        $($(#[$doc:meta])* $value:ident = $word:literal: $meaning:literal),+ $(,)?
    }) => {
        $crate::words::worded! { $(#[$about])* $public enum $name { $($(#[$doc])* $value = $word),+ } }

        impl $name {
            /// What the word means, for messages and contracts.
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$value => $meaning),+ }
            }
        }
    };
    // Beside them one value that has something inside: it is not among `ALL`.
    ($(#[$about:meta])* $public:vis enum $name:ident {
        $($(#[$doc:meta])* $value:ident = $word:literal: $meaning:literal),+;
        $(#[$also:meta])* $open:ident($of:ty) = $open_word:literal: $open_meaning:literal
    }) => {
        $(#[$about])*
        $public enum $name { $($(#[$doc])* $value),+, $(#[$also])* $open($of) }

        impl $name {
            /// Every one that has a word, in their order.
            pub const ALL: [Self; Self::WORDS.len()] = [$(Self::$value),+];

            /// Their words.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// The word it stands for.
            pub fn word(self) -> &'static str {
                match self { $(Self::$value => $word),+, Self::$open(_) => $open_word }
            }

            /// What the word means, for messages and contracts.
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$value => $meaning),+, Self::$open(_) => $open_meaning }
            }
        }
    };
}
pub use worded;

/// Texts that were kept.
static KEPT: LazyLock<Mutex<BTreeSet<&'static str>>> = LazyLock::new(Mutex::default);

/// A text that lives as long as the program, such as the name that a case gives a parameter: each is kept once.
pub fn kept(text: &str) -> &'static str {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.get(text) {
        return known;
    }
    let text: &'static str = text.to_string().leak();
    kept.insert(text);
    text
}
