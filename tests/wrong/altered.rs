//! A law with branches, wrong in one of its answers.

use std::sync::Arc;

use collisionbench::law::Branched;
use collisionbench::law::branches::{Branch, Branches, Exit, Spot};

#[derive(Debug)]
pub struct Altered {
    law: Arc<dyn Branches>,
    slip: Slip,
}

#[derive(Debug, Clone, Copy)]
pub enum Slip {
    /// Nothing is wrong.
    None,
    /// The contact is made where it breaks.
    MadeWhereItBreaks,
    /// The contact ends where its first branch of unloading does.
    EndsWithItsBranch,
    /// What is remembered does not fall as the spring pulls.
    KeepsItsMemory,
    /// A second impact begins at the residual overlap and loads anew from there, m.
    LoadsAnewFrom(f64),
    /// Of Luding's spring of this k1: what is beyond it in k2 is so much less.
    StiffensLess(f64, f64),
    /// The contact radius is that of Hertz at the overlap.
    WidthOfTheOverlap,
    /// The contact radius is that at which Hertz has the whole force; its stiffness, N/m^(3/2).
    WidthOfTheForce(f64),
    /// Local damping by this share, all of it on unloading.
    DampsTheRebound(f64),
    /// The force stays that of the first piece behind a step of the overlap.
    MissesItsSteps,
    /// The part of the force with the rate stays that of the approach.
    MissesItsTurn,
}

impl Altered {
    pub fn of(right: &Branched, slip: Slip) -> Option<Arc<dyn Branches>> {
        Some(Arc::new(Self { law: right.law.clone(), slip }))
    }

    fn zero(&self) -> f64 {
        if let Slip::LoadsAnewFrom(zero) = self.slip { zero } else { 0.0 }
    }

    /// The force of a branch over the right one.
    fn share(&self, branch: &Branch) -> f64 {
        match self.slip {
            Slip::DampsTheRebound(a) if branch.kind == 0 => 1.0 / (1.0 + a),
            Slip::DampsTheRebound(a) => (1.0 - 2.0 * a) / (1.0 - a),
            _ => 1.0,
        }
    }

    /// Where unloading from a first loading begins.
    fn unloads(&self, from: &Branch, (to, q): (Branch, f64)) -> (Branch, f64) {
        match self.slip {
            Slip::StiffensLess(k1, part) if from.kind == 0 && to.kind != 0 => {
                let k2 = k1 + part * (to.beside - k1);
                (Branch { beside: k2, ..to }, k1 / k2 * to.largest)
            }
            _ => (to, q),
        }
    }
}

impl Branches for Altered {
    fn touch(&self, largest: f64) -> (Branch, f64) {
        match self.slip {
            Slip::MadeWhereItBreaks => {
                let (branch, _) = self.law.touch(largest);
                (branch, self.law.below(&branch).at)
            }
            Slip::LoadsAnewFrom(_) => self.law.touch(0.0),
            _ => self.law.touch(largest),
        }
    }

    fn spot(&self, branch: &Branch, q: f64) -> Spot {
        let first = Branch::ONLY;
        let spot = self.law.spot(if let Slip::MissesItsSteps = self.slip { &first } else { branch }, q);
        let share = self.share(branch);
        Spot { overlap: spot.overlap + self.zero(), force: share * spot.force, slope: share * spot.slope, ..spot }
    }

    fn place(&self, branch: &Branch, overlap: f64) -> f64 {
        self.law.place(branch, overlap - self.zero())
    }

    fn hertz_overlap(&self, branch: &Branch, q: f64) -> [f64; 2] {
        let Spot { overlap, rate, force, slope } = self.spot(branch, q);
        match self.slip {
            Slip::WidthOfTheOverlap => [overlap, rate],
            Slip::WidthOfTheForce(K) if force > 0.0 => {
                let width = (force / K).powf(2.0 / 3.0);
                [width, width * slope / (1.5 * force)]
            }
            Slip::WidthOfTheForce(_) => [0.0; 2],
            _ => self.law.hertz_overlap(branch, q),
        }
    }

    fn below(&self, branch: &Branch) -> Exit {
        let exit = self.law.below(branch);
        match self.slip {
            // Where the force of the spring is zero, its chart is.
            Slip::EndsWithItsBranch if exit.next.is_some() => Exit { at: 0.0, next: None },
            _ => exit,
        }
    }

    fn above(&self, branch: &Branch) -> Option<Exit> {
        let exit = self.law.above(branch)?;
        Some(Exit { next: exit.next.map(|next| self.unloads(branch, next)), ..exit })
    }

    fn turned(&self, branch: &Branch, q: f64) -> (Branch, f64) {
        self.unloads(branch, self.law.turned(branch, q))
    }

    fn turned_back(&self, branch: &Branch, q: f64) -> (Branch, f64) {
        match self.slip {
            Slip::KeepsItsMemory => (*branch, q),
            _ => self.law.turned_back(branch, q),
        }
    }

    fn remembers(&self) -> bool {
        self.law.remembers()
    }

    fn energy(&self, branch: &Branch, q: f64) -> f64 {
        self.share(branch) * self.law.energy(branch, q)
    }

    fn well(&self) -> f64 {
        self.law.well()
    }

    fn drag(&self, branch: &Branch, q: f64, v: f64) -> Option<[f64; 3]> {
        match self.slip {
            // As though it came towards the other body.
            Slip::MissesItsTurn if v < 0.0 => {
                self.law.drag(branch, q, -v).map(|[drag, by_q, by_v]| [-drag, -by_q, by_v])
            }
            _ => self.law.drag(branch, q, v),
        }
    }

    fn exponents(&self) -> &[f64] {
        self.law.exponents()
    }

    fn never_pulls(&self) -> bool {
        self.law.never_pulls()
    }

    fn pull_off(&self) -> Option<f64> {
        self.law.pull_off()
    }

    fn attraction(&self, branch: &Branch, q: f64) -> Option<[f64; 2]> {
        self.law.attraction(branch, q)
    }

    fn pulls(&self) -> bool {
        self.law.pulls()
    }

    fn residual(&self, branch: &Branch) -> Option<f64> {
        self.law.residual(branch)
    }
}
