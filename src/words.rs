//! Enums whose values have a word each, in cases, in tables and in files.

/// Declares such an enum, each value beside its word: `ALL` has them in their order, and `word` says the word.
macro_rules! worded {
    ($(#[$about:meta])* $public:vis enum $name:ident { $($(#[$doc:meta])* $value:ident = $word:literal),+ $(,)? }) => {
        $(#[$about])*
        $public enum $name { $($(#[$doc])* $value),+ }

        impl $name {
            /// Every one, in their order.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$value),+];

            /// The word it stands for.
            pub fn word(self) -> &'static str {
                match self { $(Self::$value => $word),+ }
            }
        }
    };
}
pub(crate) use worded;
