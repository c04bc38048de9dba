//! Enums whose variants are words of files and reports.

/// Makes an enum and all that is said of it from one table: a variant, its word and, where messages need it, its meaning.
macro_rules! words {
    ($(#[$meta:meta])* $Name:ident { $($(#[$doc:meta])* $Variant:ident = $word:literal,)* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $Name { $($(#[$doc])* $Variant,)* }

        impl $Name {
            /// Each, in the order they are shown.
            pub const ALL: [Self; Self::WORDS.len()] = [$(Self::$Variant,)*];
            /// Their words, in the same order.
            pub const WORDS: &'static [&'static str] = &[$($word,)*];

            /// The word in files and reports.
            pub fn word(self) -> &'static str {
                match self { $(Self::$Variant => $word,)* }
            }

            /// The one that has this word.
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|one| one.word() == word)
            }
        }
    };
    ($(#[$meta:meta])* $Name:ident { $($(#[$doc:meta])* $Variant:ident = $word:literal: $meaning:literal,)* }) => {
        $crate::words::words! { $(#[$meta])* $Name { $($(#[$doc])* $Variant = $word,)* } }

        impl $Name {
            /// What the word means, for messages and contracts.
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$Variant => $meaning,)* }
            }
        }
    };
}
pub(crate) use words;
