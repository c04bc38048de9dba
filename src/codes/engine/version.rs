//! The part of an engine's version that identifies it: accepted numbers are compared between versions that are equal in
//! this part.

use crate::words::worded;

worded! {
    /// The part of a version string that identifies an installation.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub enum Counts {
        /// Every character.
        All = "all",
        /// All but the commit: build metadata after `+`, a commit hash and what follows it, the count of commits before it
        /// (`-14-g1a2b3c4`), `-dirty`.
        #[default]
        Release = "release",
        /// The release up to its second number, `1.4`.
        Minor = "minor",
        /// The release up to its first number, `1`.
        Major = "major",
        /// Nothing: all versions count as the same.
        Nothing = "nothing",
    }
}

/// Words with which a version ends once its commit is cut off.
const COMMIT: [&str; 4] = ["commit", "revision", "rev", "git"];

impl Counts {
    /// That part of a version string; empty for [`Self::Nothing`].
    ///
    /// ```
    /// use collisionbench::codes::engine::Counts;
    /// assert_eq!(Counts::Release.of("1.4.2-14-g1a2b3c4-dirty"), "1.4.2");
    /// assert_eq!(Counts::Minor.of("1.4.2+1a2b3c4"), "1.4");
    /// ```
    pub fn of(self, version: &str) -> &str {
        match self {
            Self::All => version,
            Self::Release => release(version),
            Self::Minor => numbers(release(version), 2),
            Self::Major => numbers(release(version), 1),
            Self::Nothing => "",
        }
    }
}

fn release(version: &str) -> &str {
    let version = version.split('+').next().unwrap_or(version);
    let mut at = 0;
    for word in version.split(|c: char| !c.is_ascii_alphanumeric()) {
        if is_hash(word) {
            let before = trimmed(&version[..at]);
            // `git describe` counts the commits since the tag.
            let counted = word.starts_with('g') && before.contains('-');
            let tag = before.trim_end_matches(|c: char| c.is_ascii_digit()).strip_suffix('-');
            return if counted { tag.unwrap_or(before) } else { before };
        }
        // The separators are not all one byte long.
        at += word.len() + version[at + word.len()..].chars().next().map_or(0, char::len_utf8);
    }
    trimmed(version)
}

/// A commit: 7 to 40 lower-case hexadecimal digits, letters among them unless a `g` stands before them.
fn is_hash(word: &str) -> bool {
    let digits = word.strip_prefix('g').unwrap_or(word);
    let hexadecimal = digits.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
    let mixed = digits.bytes().any(|b| b.is_ascii_digit()) && digits.bytes().any(|b| b.is_ascii_lowercase());
    (7..=40).contains(&digits.len()) && hexadecimal && (mixed || digits.len() < word.len())
}

/// Without separators and words of a commit at its end.
fn trimmed(version: &str) -> &str {
    let mut version = version.trim_end_matches(|c: char| !c.is_alphanumeric());
    version = version.strip_suffix("-dirty").unwrap_or(version);
    for word in COMMIT {
        version = version.strip_suffix(word).unwrap_or(version).trim_end_matches(|c: char| !c.is_alphanumeric());
    }
    version
}

/// The first `count` numbers: `1.4` of `1.4.2`.
fn numbers(version: &str, count: usize) -> &str {
    version.match_indices('.').nth(count - 1).map_or(version, |(at, _)| &version[..at])
}
