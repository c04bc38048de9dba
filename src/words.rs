//! Enums whose values have a word each, in cases, in tables and in files.

/// Declares such an enum, each value beside its word and, where messages need it, its meaning: `ALL` has them in their order and
/// `WORDS` their words, `word` says the word and `meaning` the meaning, and `from_word` is the way back.
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
}
pub(crate) use worded;
