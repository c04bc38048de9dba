//! Mindlin-Deresiewicz as an incremental law with seven branches.

use super::{Memory, Pressed};

/// The branch of the loop; forces are positive in the direction of the first loading.
#[derive(Debug, Clone, Copy, PartialEq)]
enum LoopBranch {
    /// First loading: the slide increases beyond any earlier value.
    Loading,
    /// Unloading after a reversal at the force `T1`, N.
    Unloading { T1: f64 },
    /// Reloading after a second reversal at `T2`, N.
    Reloading { T1: f64, T2: f64 },
}

/// Thornton & Yin: `dT = 8 G* a theta du +- mu dN (1 - theta)`, in N.
///
/// | branch | sign | `theta^3` | reversal force changes with the load |
/// |---|---|---|---|
/// | loading | + | `1 - T/muN` | |
/// | unloading from `T1` | - | `1 - (T1-T)/(2 muN)` | `T1 += mu dN` |
/// | reloading from `T2` | + | `1 - (T-T2)/(2 muN)` | `T2 -= mu dN` |
///
/// With the load increasing or decreasing that makes six. The seventh: while the load increases by more than friction uses,
/// `|8 G* a du| < mu dN`, no further point slips and `theta = 1`. Thornton & Yin 1991, Powder Technology 65, 153, after
/// Mindlin & Deresiewicz 1953, J. Appl. Mech. 20, 327.
///
/// Exact for one loop while the load is constant or `|dT| >= mu dN`. Not exact after the seventh branch (the memory does not
/// contain the rings that stuck meanwhile; the rule uses the present increment alone), nor within nested reversals: a new
/// reversal replaces the earlier one of its kind, and the loop outside it is lost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SevenBranches {
    /// N
    force: f64,
    /// `mu N` of the previous step, N
    limit: f64,
    /// Direction of the first loading, 1 or -1
    sign: f64,
    branch: LoopBranch,
}

impl Default for SevenBranches {
    fn default() -> Self {
        Self { force: 0.0, limit: 0.0, sign: 1.0, branch: LoopBranch::Loading }
    }
}

impl SevenBranches {
    /// The branch after a slide `d` in the direction of the first loading, from the force `T`.
    fn turned(branch: LoopBranch, T: f64, d: f64) -> LoopBranch {
        match branch {
            LoopBranch::Loading | LoopBranch::Reloading { .. } if d < 0.0 => LoopBranch::Unloading { T1: T },
            LoopBranch::Unloading { T1 } if d > 0.0 => LoopBranch::Reloading { T1, T2: T },
            same => same,
        }
    }
}

impl Memory for SevenBranches {
    fn advance(&mut self, to: &Pressed, du: f64) -> f64 {
        if to.limit <= 0.0 {
            *self = Self::default();
            return 0.0;
        }
        if self.force == 0.0 && self.branch == LoopBranch::Loading && du != 0.0 {
            self.sign = du.signum();
        }
        let (T, d) = (self.sign * self.force, self.sign * du);
        let rise = to.limit - self.limit;
        let branch = match Self::turned(self.branch, T, d) {
            LoopBranch::Loading => LoopBranch::Loading,
            LoopBranch::Unloading { T1 } => LoopBranch::Unloading { T1: T1 + rise },
            LoopBranch::Reloading { T1, T2 } => LoopBranch::Reloading { T1: T1 + rise, T2: T2 - rise },
        };
        // Fraction of the friction limit in use, and the sign with which an increasing load acts on the force.
        let (used, side) = match branch {
            LoopBranch::Loading => (T / to.limit, 1.0),
            LoopBranch::Unloading { T1 } => (0.5 * (T1 - T) / to.limit, -1.0),
            LoopBranch::Reloading { T2, .. } => (0.5 * (T - T2) / to.limit, 1.0),
        };
        let stuck = to.k_t * d;
        let gain = if stuck.abs() < rise {
            stuck
        } else {
            let theta = (1.0 - used).clamp(0.0, 1.0).cbrt();
            theta * stuck + side * rise * (1.0 - theta)
        };
        let T = (T + gain).max(-to.limit).min(to.limit);
        self.limit = to.limit;
        self.force = self.sign * T;
        self.branch = match branch {
            LoopBranch::Reloading { T1, .. } if T >= T1 => LoopBranch::Loading,
            LoopBranch::Unloading { T1 } if T <= -T1 => {
                self.sign = -self.sign;
                LoopBranch::Loading
            }
            same => same,
        };
        self.force
    }
}
