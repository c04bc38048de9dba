//! Laws with branches, with a mistake in one of their answers.

use crate::contact::branches::{Branch, Branched, Branches, Exit, Spot};
use crate::contact::damping::ZenerPlate;
use crate::contact::normal::{
    EepaContact, Jkr, JkrCurve, JkrHertzRadius, Luding, LudingContact, Thornton, ThorntonContact, ThorntonNingContact,
    WaltonBraun,
};
use crate::contact::{Damping, Dashpot, Normal};
use crate::scene::Scene;
use std::sync::Arc;

/// A law with a mistake in one of its answers.
#[derive(Debug)]
pub(super) struct Altered {
    law: Arc<dyn Branches>,
    mistake: Mistake,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Mistake {
    /// The contact is made where it breaks.
    MadeWhereItBreaks,
    /// The contact ends where its first branch of unloading does.
    EndsWithItsBranch,
    /// What is remembered does not fall as the spring pulls.
    KeepsItsMemory,
    /// A second impact begins at the residual overlap and loads anew from there, m.
    LoadsAnewFrom(f64),
    /// The dashpot sees the overlap, not the contact radius.
    DampsByTheOverlap,
    /// The dashpot sees the overlap at which Hertz has the whole force; its stiffness, N/m^(3/2).
    DampsByTheForce(f64),
}

impl Branches for Altered {
    fn touch(&self, largest: f64) -> (Branch, f64) {
        match self.mistake {
            Mistake::MadeWhereItBreaks => {
                let (branch, _) = self.law.touch(largest);
                (branch, self.law.below(&branch).at)
            }
            Mistake::LoadsAnewFrom(_) => self.law.touch(0.0),
            _ => self.law.touch(largest),
        }
    }

    fn spot(&self, branch: &Branch, q: f64) -> Spot {
        let spot = self.law.spot(branch, q);
        let Mistake::LoadsAnewFrom(zero) = self.mistake else { return spot };
        Spot { overlap: spot.overlap + zero, ..spot }
    }

    fn place(&self, branch: &Branch, overlap: f64) -> f64 {
        let zero = if let Mistake::LoadsAnewFrom(zero) = self.mistake { zero } else { 0.0 };
        self.law.place(branch, overlap - zero)
    }

    fn hertz_overlap(&self, branch: &Branch, q: f64) -> [f64; 2] {
        let Spot { overlap, rate, force, slope } = self.spot(branch, q);
        match self.mistake {
            Mistake::DampsByTheOverlap => [overlap, rate],
            Mistake::DampsByTheForce(K) if force > 0.0 => {
                let width = (force / K).powf(2.0 / 3.0);
                [width, width * slope / (1.5 * force)]
            }
            Mistake::DampsByTheForce(_) => [0.0; 2],
            _ => self.law.hertz_overlap(branch, q),
        }
    }

    fn below(&self, branch: &Branch) -> Exit {
        let exit = self.law.below(branch);
        match self.mistake {
            // Where the force of the spring is zero, its chart is.
            Mistake::EndsWithItsBranch if exit.next.is_some() => Exit { at: 0.0, next: None },
            _ => exit,
        }
    }

    fn above(&self, branch: &Branch) -> Option<Exit> {
        self.law.above(branch)
    }

    fn turned(&self, branch: &Branch, q: f64) -> (Branch, f64) {
        self.law.turned(branch, q)
    }

    fn turned_back(&self, branch: &Branch, q: f64) -> (Branch, f64) {
        match self.mistake {
            Mistake::KeepsItsMemory => (*branch, q),
            _ => self.law.turned_back(branch, q),
        }
    }

    fn remembers(&self) -> bool {
        self.law.remembers()
    }

    fn energy(&self, branch: &Branch, q: f64) -> f64 {
        self.law.energy(branch, q)
    }

    fn well(&self) -> f64 {
        self.law.well()
    }

    fn pull_off(&self) -> Option<f64> {
        self.law.pull_off()
    }

    fn attraction(&self, branch: &Branch, q: f64) -> Option<[f64; 2]> {
        self.law.attraction(branch, q)
    }

    fn residual(&self, branch: &Branch) -> Option<f64> {
        self.law.residual(branch)
    }
}

pub(super) fn altered(contact: &Branched, mistake: Mistake) -> Option<Branched> {
    Some(Branched { law: Arc::new(Altered { law: contact.law.clone(), mistake }), dashpot: contact.dashpot })
}

// Laws of a scene, changed.
pub(super) fn jkr(scene: &mut Scene, change: impl FnOnce(&mut Jkr)) {
    if let Normal::Jkr(law) = &mut scene.contact.normal {
        change(law);
    }
}

pub(super) fn jkr_hertz_radius(scene: &mut Scene, change: impl FnOnce(&mut JkrHertzRadius)) {
    if let Normal::JkrHertzRadius(law) = &mut scene.contact.normal {
        change(law);
    }
}

pub(super) fn luding_law(scene: &mut Scene, change: impl FnOnce(&mut Luding)) {
    if let Normal::Luding(law) = &mut scene.contact.normal {
        change(law);
    }
}

pub(super) fn thornton_law(scene: &mut Scene, change: impl FnOnce(&mut Thornton)) {
    if let Normal::Thornton(law) = &mut scene.contact.normal {
        change(law);
    }
}

pub(super) fn walton_braun(scene: &mut Scene, change: impl FnOnce(&mut WaltonBraun)) {
    if let Normal::WaltonBraun(law) = &mut scene.contact.normal {
        change(law);
    }
}

/// Luding's contact of a scene, changed.
pub(super) fn luding(scene: &Scene, contact: &Branched, change: impl Fn(&mut LudingContact)) -> Option<Branched> {
    let Normal::Luding(law) = &scene.contact.normal else { return None };
    let mut bent = LudingContact::new(law, scene.pair.R_star);
    change(&mut bent);
    Some(Branched { law: Arc::new(bent), dashpot: contact.dashpot })
}

/// Thornton's contact of a scene, changed.
pub(super) fn thornton(scene: &Scene, contact: &Branched, change: impl Fn(&mut ThorntonContact)) -> Option<Branched> {
    let Normal::Thornton(law) = &scene.contact.normal else { return None };
    let mut bent = ThorntonContact::new(law.yield_pressure, scene.pair.R_star, scene.pair.E_star?);
    change(&mut bent);
    Some(Branched { law: Arc::new(bent), dashpot: contact.dashpot })
}

/// Thornton and Ning's contact of a scene, changed.
pub(super) fn thornton_ning(scene: &Scene, change: impl Fn(&mut ThorntonNingContact)) -> Option<Branched> {
    let Normal::ThorntonNing(law) = &scene.contact.normal else { return None };
    let first = JkrCurve::new(scene.pair.R_star, scene.pair.E_star?, law.work_of_adhesion);
    let mut bent = ThorntonNingContact::new(first, law.yield_pressure, law.breaks_at);
    change(&mut bent);
    Some(Branched { law: Arc::new(bent), dashpot: Dashpot { C: 0.0, beta: 0.0 } })
}

/// The contact of EEPA of a scene, changed.
pub(super) fn eepa(scene: &Scene, change: impl Fn(&mut EepaContact)) -> Option<Branched> {
    let Normal::Eepa(law) = &scene.contact.normal else { return None };
    let mut bent = EepaContact::new(law, &law.loading(&scene.pair).ok()?);
    change(&mut bent);
    Some(Branched { law: Arc::new(bent), dashpot: Dashpot { C: 0.0, beta: 0.0 } })
}

pub(super) fn residual(scene: &Scene) -> Option<f64> {
    let Normal::WaltonBraun(law) = &scene.contact.normal else { return None };
    let largest = scene.before? * (scene.pair.m_star / law.loading_stiffness).sqrt();
    let k2 = law.unloading_stiffness + law.stiffening * law.loading_stiffness * largest;
    Some((k2 - law.loading_stiffness) / k2 * largest)
}

pub(super) fn bends(scene: &Scene) -> Option<&ZenerPlate> {
    if let Damping::ZenerPlate(plate) = &scene.contact.damping { Some(plate) } else { None }
}
