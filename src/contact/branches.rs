//! Normal laws that remember, yield or pull: a contact with branches instead of one power of the overlap.
//!
//! On a branch, overlap and force are smooth functions of a chart `q`; what a branch remembers is a few plain numbers. With
//! `'` the derivative along an auxiliary variable, the motion of any such law is
//!
//! `q' = v`, `t' = d delta/dq`, `v' = -(F d delta/dq + c v d delta/dq)/m*`,
//!
//! `v` the rate of approach, and no point of it is singular: a contact that breaks where the overlap turns round
//! (`d delta/dq = 0`) is an ordinary point.

use std::fmt::Debug;
use std::sync::Arc;

use super::Dashpot;
use super::shear::FrictionLimit;

/// A branch of a law and what it remembers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Branch {
    /// Which branch, in the order of the law's own list.
    pub kind: usize,
    /// The largest overlap on first loading, m; 0 for a law that does not remember.
    pub largest: f64,
    /// What a law remembers beside it, or 0: the stiffness of a branch of Luding, N/m; `q` at the largest overlap of Thornton &
    /// Ning, which costs a root to find.
    pub beside: f64,
}

impl Branch {
    /// The only branch of a law that does not remember, the first of one that does.
    pub const ONLY: Self = Self { kind: 0, largest: 0.0, beside: 0.0 };
}

/// The contact at one place of a chart.
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

/// Where a branch ends while `q` moves one way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Exit {
    /// The plane `q = at`.
    pub at: f64,
    /// The branch that follows and where on it, at the same overlap; `None` where the contact is over.
    pub next: Option<(Branch, f64)>,
}

/// A normal law as branches.
///
/// `q` rises with the overlap on every branch, from where a branch is entered to where it ends.
pub trait Branches: Debug + Send + Sync {
    /// The branch on which bodies meet that remember `largest` (0: nothing), and where on it: the first, at its beginning, for a
    /// law that has forgotten everything once the overlap is zero.
    fn touch(&self, largest: f64) -> (Branch, f64) {
        let _ = largest;
        (Branch::ONLY, 0.0)
    }

    /// The contact at `q` of a branch.
    fn spot(&self, branch: &Branch, q: f64) -> Spot;

    /// `q` of an overlap that lies on the branch.
    fn place(&self, branch: &Branch, overlap: f64) -> f64;

    /// Overlap at which spheres of Hertz have this contact radius, `a^2/R*`, m, and its change with `q`: what a tangential
    /// stiffness and a dashpot see. For a law without a contact radius of its own it is the overlap.
    fn hertz_overlap(&self, branch: &Branch, q: f64) -> [f64; 2] {
        let Spot { overlap, rate, .. } = self.spot(branch, q);
        [overlap, rate]
    }

    /// Where the branch ends as the bodies part: with the contact, at the beginning of its chart.
    fn below(&self, branch: &Branch) -> Exit {
        let _ = branch;
        Exit { at: 0.0, next: None }
    }

    /// Where the branch ends on the way in; `None` where it goes on without end.
    fn above(&self, branch: &Branch) -> Option<Exit> {
        let _ = branch;
        None
    }

    /// The branch along which bodies part that turn round at `q`, and where on it.
    fn turned(&self, branch: &Branch, q: f64) -> (Branch, f64) {
        (*branch, q)
    }

    /// The branch along which bodies approach again that turn round at `q` as they part, and where on it.
    fn turned_back(&self, branch: &Branch, q: f64) -> (Branch, f64) {
        (*branch, q)
    }

    /// Whether what is remembered of an impact outlasts it.
    fn remembers(&self) -> bool {
        false
    }

    /// Elastic energy at `q`, J: 0 where the bodies first touch. What a change of branch lacks is lost to plasticity; what
    /// is left where the contact ends, to adhesion.
    fn energy(&self, branch: &Branch, q: f64) -> f64;

    /// The deepest the energy ever falls below that of first touch, J; not negative.
    fn well(&self) -> f64 {
        0.0
    }

    /// The largest tension, N, of a law whose Coulomb limit may contain it.
    fn pull_off(&self) -> Option<f64> {
        None
    }

    /// The attraction in the elastic force, N, not negative, and its change with `q`; `None` for a law without one.
    fn attraction(&self, branch: &Branch, q: f64) -> Option<[f64; 2]> {
        let _ = (branch, q);
        None
    }

    /// What Coulomb's limit adds to the elastic force, N, and its change with `q`.
    fn added_to_limit(&self, limit: FrictionLimit, branch: &Branch, q: f64) -> [f64; 2] {
        match limit {
            FrictionLimit::PullOff => [2.0 * self.pull_off().unwrap_or_default(), 0.0],
            FrictionLimit::Repulsive => self.attraction(branch, q).unwrap_or_default(),
            FrictionLimit::Total | FrictionLimit::Elastic | FrictionLimit::Absolute => [0.0; 2],
        }
    }

    /// Whether the elastic force pulls anywhere.
    fn pulls(&self) -> bool {
        self.well() > 0.0
    }

    /// The overlap that is left where a contact on this branch ends, m; `None` for a law without plasticity.
    fn residual(&self, branch: &Branch) -> Option<f64> {
        let _ = branch;
        None
    }
}

/// A normal law as branches, with its dashpot, for one pair of bodies.
#[derive(Debug, Clone)]
pub struct Branched {
    pub law: Arc<dyn Branches>,
    /// `C delta^beta v` beside the elastic force, from first touch to the end of the contact; delta by the contact radius.
    pub dashpot: Dashpot,
}

impl Branched {
    /// Damping coefficient `c` of `c v` at `q` of a branch, N s/m, and its change with `q`. What a dashpot sees is the contact
    /// radius: the overlap at which spheres of Hertz have it ([`Branches::hertz_overlap`]).
    pub fn damping(&self, branch: &Branch, q: f64) -> [f64; 2] {
        let Dashpot { C, beta } = self.dashpot;
        if beta == 0.0 {
            return [C, 0.0];
        }
        let [width, rate] = self.law.hertz_overlap(branch, q);
        let c = C * width.max(0.0).powf(beta);
        [c, if width > 0.0 { beta * c * rate / width } else { 0.0 }]
    }

    /// Whether the law remembers an impact in the next one.
    pub fn remembers(&self) -> bool {
        self.law.remembers()
    }

    /// Energy that the contact needs from where this branch has none to end as the bodies part, J: with less it never does.
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

/// A contact that is brought up to date at given overlaps, one way between two of them: what a fixed-step scheme, a code's own
/// loop and a loading path see of a law.
#[derive(Debug, Clone, Copy)]
pub struct History {
    /// `None` while nothing acts.
    pub branch: Option<Branch>,
    /// What the law remembers of a contact that is over, m.
    pub largest: f64,
    /// The last overlap, m.
    pub last: f64,
    /// Where it is on the branch: not a number while nothing acts.
    q: f64,
    /// Where between the last two overlaps the contact ended, as a part; `None` where it did not.
    pub ended: Option<f64>,
    /// Plastic work so far, J.
    pub plastic: f64,
    /// Lost to adhesion where a contact ended, J.
    pub adhesive: f64,
}

impl History {
    /// Bodies apart, at an overlap at or below that of first touch, whose law remembers `largest` (m).
    pub fn new(largest: f64, overlap: f64) -> Self {
        Self { branch: None, largest, last: overlap, q: f64::NAN, ended: None, plastic: 0.0, adhesive: 0.0 }
    }

    /// Goes on to an overlap (m).
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
        self.q = self.branch.map_or(f64::NAN, |branch| law.place(&branch, overlap));
    }

    /// The branch and where the last overlap is on it; `None` while nothing acts.
    pub fn place(&self) -> Option<(Branch, f64)> {
        self.branch.map(|branch| (branch, self.q))
    }

    /// The branch on which a contact sets out for an overlap (m), and where it ends on the way; `None` while nothing acts.
    pub fn piece(&self, law: &dyn Branches, overlap: f64) -> Option<(Branch, Option<Exit>)> {
        let (branch, q) = self.place()?;
        if overlap > self.last {
            let (mut branch, _) = law.turned_back(&branch, q);
            // Held where it turned, it is at the end of its way back already.
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

    /// Elastic energy that would come back from the last overlap, J, and plastic work up to there, J.
    pub fn energies(&self, law: &dyn Branches) -> [f64; 2] {
        let Some((branch, q)) = self.place() else { return [0.0, self.plastic] };
        let (turned, after) = law.turned(&branch, q);
        let back = law.energy(&turned, after);
        [back, self.plastic + law.energy(&branch, q) - back]
    }
}
