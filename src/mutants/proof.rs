//! Why a change can move no number anywhere.

use super::Hook;

/// A change that is shown to be none: an identity, whose two sides were compared over all of its valid domain.
///
/// That no case moves is no proof: it may be that none looks there.
#[derive(Clone, Copy)]
pub struct Proof {
    /// `2 m1 m2/(m1 + m2) = 2/(1/m1 + 1/m2)`
    pub identity: &'static str,
    /// Every argument that is valid: `m1, m2 > 0`.
    pub domain: &'static str,
    /// Compares both sides: at how many arguments, or the first where they differ.
    pub compare: fn() -> Result<usize, String>,
    /// The change; it is run against the cases all the same.
    pub hook: Hook,
}

/// A proof that was carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proved {
    pub identity: &'static str,
    pub domain: &'static str,
    /// Arguments at which both sides were compared.
    pub arguments: usize,
}

impl Proof {
    /// Carries it out; `None` where the sides differ, or nothing was compared.
    pub fn shown(&self) -> Option<Proved> {
        let arguments = (self.compare)().ok().filter(|arguments| *arguments > 0)?;
        Some(Proved { identity: self.identity, domain: self.domain, arguments })
    }
}
