//! Normal laws with memory, yield or attraction: the contact follows branches instead of one power of the overlap.
//!
//! On a branch, overlap and force are smooth functions of a coordinate `q`, the chart; the memory of a branch is a few
//! numbers. With `'` the derivative along an auxiliary variable, the equations of motion under any such law are
//!
//! `q' = v`, `t' = d delta/dq`, `v' = -(F d delta/dq + c v d delta/dq)/m*`,
//!
//! where `v` is the rate of approach. They have no singular point: a contact that breaks where the overlap reverses
//! (`d delta/dq = 0`) breaks at an ordinary point.

use std::fmt::Debug;
use std::sync::Arc;

use super::Dashpot;
use super::motion_damping::MotionDamping;
use super::shear::FrictionLimit;

/// A branch of a law, with its memory.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Branch {
    /// Index of the branch in the law's own list.
    pub kind: usize,
    /// The largest overlap on first loading, m; 0 for a law without memory.
    pub largest: f64,
    /// Second number of the memory, or 0: for Luding the stiffness of the branch, N/m; for Thornton & Ning `q` at the largest
    /// overlap, stored because it takes a root search.
    pub beside: f64,
}

impl Branch {
    /// The only branch of a law without memory, the first branch of a law with memory.
    pub const ONLY: Self = Self { kind: 0, largest: 0.0, beside: 0.0 };
}

/// Overlap and elastic force at one value of `q` on a branch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spot {
    /// m; negative across a gap.
    pub overlap: f64,
    /// `d delta/dq`
    pub rate: f64,
    /// Elastic force, N: positive when it pushes apart.
    pub force: f64,
    /// `dF/dq`
    pub slope: f64,
}

/// The end of a branch in one direction of `q`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Exit {
    /// The branch ends at this value of `q`.
    pub at: f64,
    /// The next branch and `q` on it, at the same overlap; `None` where the contact ends.
    pub next: Option<(Branch, f64)>,
}

/// A normal law made of branches.
///
/// On every branch `q` increases with the overlap.
pub trait Branches: Debug + Send + Sync {
    /// The branch and `q` at first touch of bodies with the memory `largest` (0: no memory). By default the first branch at
    /// `q = 0`, for a law that has no memory left once the overlap is zero.
    fn touch(&self, largest: f64) -> (Branch, f64) {
        let _ = largest;
        (Branch::ONLY, 0.0)
    }

    /// Overlap and force at `q` of a branch.
    fn spot(&self, branch: &Branch, q: f64) -> Spot;

    /// Overlap (m) and `d delta/dq` at `q` of a branch, without the force.
    fn geometry(&self, branch: &Branch, q: f64) -> [f64; 2] {
        let Spot { overlap, rate, .. } = self.spot(branch, q);
        [overlap, rate]
    }

    /// `q` of an overlap that lies on the branch.
    fn place(&self, branch: &Branch, overlap: f64) -> f64;

    /// The same where `q` is `near` another one, or not known (no number) to be: for a law whose `q` takes a search.
    fn place_near(&self, branch: &Branch, overlap: f64, near: f64) -> f64 {
        let _ = near;
        self.place(branch, overlap)
    }

    /// Overlap at which Hertz spheres have the contact radius of this law, `a^2/R*`, m, and its derivative by `q`: tangential
    /// stiffness and dashpot use it. The overlap itself for a law that does not define a contact radius.
    fn hertz_overlap(&self, branch: &Branch, q: f64) -> [f64; 2] {
        self.geometry(branch, q)
    }

    /// Where the branch ends on separation: by default at `q = 0`, together with the contact.
    fn below(&self, branch: &Branch) -> Exit {
        let _ = branch;
        Exit { at: 0.0, next: None }
    }

    /// Where the branch ends on approach; `None` for a branch without end.
    fn above(&self, branch: &Branch) -> Option<Exit> {
        let _ = branch;
        None
    }

    /// The branch of unloading after a reversal at `q` on approach, and `q` on it.
    fn turned(&self, branch: &Branch, q: f64) -> (Branch, f64) {
        (*branch, q)
    }

    /// The branch of reloading after a reversal at `q` on separation, and `q` on it.
    fn turned_back(&self, branch: &Branch, q: f64) -> (Branch, f64) {
        (*branch, q)
    }

    /// Whether the memory of an impact persists after the contact has ended.
    fn remembers(&self) -> bool {
        false
    }

    /// A damping of the motion that the branches alone do not have: by the total force with the dashpot, or of a motion that leaves the
    /// normal.
    fn motion(&self) -> Option<&MotionDamping> {
        None
    }

    /// Elastic energy at `q`, J: 0 at first touch. The energy missing after a change of branch is plastic work; the energy
    /// remaining where the contact ends is lost to adhesion.
    fn energy(&self, branch: &Branch, q: f64) -> f64;

    /// How far the elastic energy falls below its value at first touch at most, J; not negative.
    fn well(&self) -> f64 {
        0.0
    }

    /// `q` about where an energy (J) is absorbed, of a law whose first branch ends before; `None` for one whose first branch has it.
    fn depth(&self, energy: f64) -> Option<f64> {
        let _ = energy;
        None
    }

    /// The dissipative force at the rate of approach `v` (m/s), N, and its derivatives by `q` and by `v`, of a law whose dashpot is not
    /// `C delta^beta v`; `None` for one that is.
    fn drag(&self, branch: &Branch, q: f64, v: f64) -> Option<[f64; 3]> {
        let _ = (branch, q, v);
        None
    }

    /// Exponents of the overlap with which parts of the force start at touch, beside that of the dashpot.
    fn exponents(&self) -> &[f64] {
        &[]
    }

    /// A branch from which on the force is one smooth function of `q` and `v`, until [`rate_margin`](Self::rate_margin) is zero.
    fn at_rate(&self, branch: &Branch, q: f64, v: f64) -> Branch {
        let _ = (q, v);
        *branch
    }

    /// Falls through zero where the force changes to another function because of its rate; infinite for a law without such a place.
    fn rate_margin(&self, branch: &Branch, q: f64, v: f64) -> f64 {
        let _ = (branch, q, v);
        f64::INFINITY
    }

    /// The branch behind a zero of [`rate_margin`](Self::rate_margin).
    fn past_rate(&self, branch: &Branch, q: f64, v: f64) -> Branch {
        let _ = (q, v);
        *branch
    }

    /// Whether the total force is clamped at zero where its dashpot would pull.
    fn never_pulls(&self) -> bool {
        false
    }

    /// Pull-off force, N, of a law whose Coulomb limit may contain it.
    fn pull_off(&self) -> Option<f64> {
        None
    }

    /// The attractive part of the elastic force, N, not negative, and its derivative by `q`; `None` for a law without attraction.
    fn attraction(&self, branch: &Branch, q: f64) -> Option<[f64; 2]> {
        let _ = (branch, q);
        None
    }

    /// The normal force that a friction limit adds to the elastic force, N, and its derivative by `q`.
    fn added_to_limit(&self, limit: FrictionLimit, branch: &Branch, q: f64) -> [f64; 2] {
        match limit {
            FrictionLimit::PullOff => [2.0 * self.pull_off().unwrap_or_default(), 0.0],
            FrictionLimit::Repulsive => self.attraction(branch, q).unwrap_or_default(),
            FrictionLimit::Total | FrictionLimit::Elastic | FrictionLimit::Absolute => [0.0; 2],
        }
    }

    /// Whether the elastic force is attractive at any overlap.
    fn pulls(&self) -> bool {
        self.well() > 0.0
    }

    /// The residual overlap where a contact on this branch ends, m; `None` for a law without plasticity.
    fn residual(&self, branch: &Branch) -> Option<f64> {
        let _ = branch;
        None
    }
}

/// A normal law made of branches, with its dashpot, for one pair of bodies.
#[derive(Debug, Clone)]
pub struct Branched {
    pub law: Arc<dyn Branches>,
    /// `C delta^beta v` added to the elastic force from first touch to the end of contact; delta follows from the contact radius.
    pub dashpot: Dashpot,
}

impl Branched {
    /// The dissipative force at the rate of approach `v` (m/s), N, and its derivatives by `q` and by `v`. The overlap in `C delta^beta v` is
    /// that of Hertz spheres with the same contact radius ([`Branches::hertz_overlap`]).
    pub fn drag(&self, branch: &Branch, q: f64, v: f64) -> [f64; 3] {
        let Dashpot { C, beta } = self.dashpot;
        if C == 0.0 {
            return [0.0; 3];
        }
        if let Some(own) = self.law.drag(branch, q, v) {
            return own;
        }
        if beta == 0.0 {
            return [C * v, 0.0, C];
        }
        let [width, rate] = self.law.hertz_overlap(branch, q);
        let c = C * libm::pow(width.max(0.0), beta);
        [c * v, if width > 0.0 { beta * c * rate / width * v } else { 0.0 }, c]
    }

    /// Whether the memory of an impact affects the next one.
    pub fn remembers(&self) -> bool {
        self.law.remembers()
    }

    /// Energy required for separation, J, counted from the zero of energy of this branch: with less the bodies never separate.
    pub fn barrier(&self, branch: &Branch) -> f64 {
        let (mut branch, mut needs) = (*branch, 0.0);
        loop {
            let exit = self.law.below(&branch);
            needs += self.law.energy(&branch, exit.at);
            let Some((next, at)) = exit.next else { return needs };
            needs -= self.law.energy(&next, at);
            branch = next;
        }
    }
}

/// The state of a contact that is advanced from overlap to overlap, monotonically in between: a fixed-step scheme, the loop of
/// a code and a loading path all follow a law this way.
#[derive(Debug, Clone, Copy)]
pub struct History {
    /// `None` while no force acts.
    pub branch: Option<Branch>,
    /// The largest overlap in the memory of a contact that has ended, m.
    pub largest: f64,
    /// The last overlap, m.
    pub last: f64,
    /// `q` of the last overlap on the branch: not a number while no force acts.
    q: f64,
    /// Fraction of the way between the last two overlaps at which the contact ended; `None` if it did not.
    pub ended: Option<f64>,
    /// Plastic work so far, J.
    pub plastic: f64,
    /// Energy lost to adhesion where a contact ended, J.
    pub adhesive: f64,
}

impl History {
    /// Separate bodies, at an overlap at or below that of first touch, with the memory `largest` (m).
    pub fn new(largest: f64, overlap: f64) -> Self {
        Self { branch: None, largest, last: overlap, q: f64::NAN, ended: None, plastic: 0.0, adhesive: 0.0 }
    }

    /// Advances the contact to an overlap (m).
    pub fn advance(&mut self, law: &dyn Branches, overlap: f64) {
        let at = |branch: &Branch, q: f64| law.spot(branch, q).overlap;
        let inward = overlap > self.last;
        self.ended = None;
        if let Some(branch) = self.branch {
            let (turned, after) = if inward { law.turned_back(&branch, self.q) } else { law.turned(&branch, self.q) };
            if turned != branch {
                self.plastic += law.energy(&branch, self.q) - law.energy(&turned, after);
            }
            self.branch = Some(turned);
        } else if inward {
            let (branch, q) = law.touch(self.largest);
            self.branch = (overlap > at(&branch, q)).then_some(branch);
        }
        while let Some(branch) = self.branch {
            let exit = if inward { law.above(&branch) } else { Some(law.below(&branch)) };
            let passed = |end: f64| if inward { overlap >= end } else { overlap <= end };
            let Some(exit) = exit.filter(|exit| passed(at(&branch, exit.at))) else { break };
            let left = law.energy(&branch, exit.at);
            if let Some((next, q)) = exit.next {
                self.plastic += left - law.energy(&next, q);
            } else {
                self.adhesive += left;
                self.largest = branch.largest;
                self.ended = Some((self.last - at(&branch, exit.at)) / (self.last - overlap));
            }
            self.branch = exit.next.map(|(next, _)| next);
        }
        self.last = overlap;
        self.q = self.branch.map_or(f64::NAN, |branch| law.place_near(&branch, overlap, self.q));
    }

    /// The branch and `q` of the last overlap; `None` while no force acts.
    pub fn place(&self) -> Option<(Branch, f64)> {
        self.branch.map(|branch| (branch, self.q))
    }

    /// The branch on which a contact starts towards an overlap (m), and the end of that branch; `None` while no force acts.
    pub fn piece(&self, law: &dyn Branches, overlap: f64) -> Option<(Branch, Option<Exit>)> {
        let (branch, q) = self.place()?;
        if overlap > self.last {
            let (mut branch, _) = law.turned_back(&branch, q);
            // A contact that reverses again where it reversed before has already reached the end of the reloading branch.
            let met = |exit: Exit| exit.next.filter(|_| law.spot(&branch, exit.at).overlap <= self.last);
            if let Some((next, _)) = law.above(&branch).and_then(met) {
                branch = next;
            }
            return Some((branch, law.above(&branch)));
        }
        let (branch, _) = law.turned(&branch, q);
        Some((branch, Some(law.below(&branch))))
    }

    /// Elastic force at the last overlap, N.
    pub fn force(&self, law: &dyn Branches) -> f64 {
        self.place().map_or(0.0, |(branch, q)| law.spot(&branch, q).force)
    }

    /// Elastic energy recoverable from the last overlap, J, and plastic work up to there, J.
    pub fn energies(&self, law: &dyn Branches) -> [f64; 2] {
        let Some((branch, q)) = self.place() else { return [0.0, self.plastic] };
        let (turned, after) = law.turned(&branch, q);
        let back = law.energy(&turned, after);
        [back, self.plastic + law.energy(&branch, q) - back]
    }
}
