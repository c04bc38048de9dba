//! Local damping: a force on the motion of a body, not in its contact.

use std::sync::Arc;

use super::{DampingLaw, STRENGTH, Strength};
use crate::law::branches::{Branch, Branched, Branches, Spot};
use crate::law::card::{Card, Key, LawError, law};
use crate::law::{Dashpot, Elastic, Ends, Pair};
use crate::units::Dimension;

law! {
    /// Cundall's local damping: a body under the force `F` and with the velocity `v` is under `F - a |F| sign(v)`, in N.
    ///
    /// Head-on, against a wall or in the frame of the centre of mass, the body loads against `(1+a) F` and unloads under
    /// `(1-a) F`: `e = sqrt((1-a)/(1+a))` for every elastic law, at every speed. Cundall 1987; Itasca, PFC documentation, Local damping.
    pub struct LocalDamping with dissipates {
        /// `a`, or the restitution to achieve.
        pub strength: Strength = STRENGTH[
            Key::number("alpha", Dimension::Number, "a, the share of the force that opposes the motion; below 1"),
            Key::number("restitution", Dimension::Number, "restitution achieved: a = (1-e^2)/(1+e^2)"),
        ],
    }
}

impl LocalDamping {
    pub const CARD: Card = Card {
        name: "local-damping",
        title: "Local non-viscous damping of the motion (Cundall)",
        formula: "F_d = -a |F| sign(v)      on a body with the velocity v under the force F of its contacts\n\
                  e = sqrt((1-a)/(1+a)),  a = (1-e^2)/(1+e^2)      head-on, any elastic law, any speed",
        symbols: &[
            ("a", "share of the force that opposes the motion", "-"),
            ("F", "force on the body, all contacts together", "N"),
            ("e", "restitution", "-"),
        ],
        holds: "head-on against a wall, or in the frame of the centre of mass: most codes damp each component of the force on each body by its own velocity, so that the result depends on the observer and on the axes; max_force is that on the body, (1+a) F",
        source: "Cundall 1987, in Analytical and Computational Methods in Engineering Rock Mechanics; PFC documentation, Local damping",
        known_as: &[
            ("YADE", "NewtonIntegrator(damping=0.2), its default"),
            ("PFC", "damp of a ball"),
            ("LAMMPS", "fix damping/cundall"),
            ("Woo", "Leapfrog damping"),
            ("Kratos", "its non-viscous global damping, along the whole velocity"),
        ],
    };

    fn dissipates(&self) -> Result<(), LawError> {
        match self.strength {
            Strength::Coefficient(alpha) if alpha >= 1.0 => {
                let message = format!("`alpha` must be below 1, not {alpha}: at 1 the body never leaves");
                Err(LawError::key("alpha", message).help("YADE's default is 0.2"))
            }
            _ => Ok(()),
        }
    }

    /// The share of the force that opposes the motion.
    pub fn alpha(&self) -> f64 {
        match self.strength {
            Strength::Coefficient(alpha) => alpha,
            Strength::Restitution(e) => (1.0 - e * e) / (1.0 + e * e),
        }
    }
}

impl DampingLaw for LocalDamping {
    fn dashpot(&self, _: &Elastic, _: &Pair, _: Ends) -> Result<Dashpot, LawError> {
        Err(LawError::table("`local-damping` acts on the motion of a body: it is not a dashpot of its contact"))
    }

    fn branches(&self, elastic: &Elastic) -> Result<Option<Branched>, LawError> {
        if elastic.reference_gap != 0.0 {
            return Err(LawError::table("`local-damping` beside a force that begins at a gap is not supported")
                .help("leave `reference_gap` out"));
        }
        let law = Damped { elastic: *elastic, alpha: self.alpha() };
        Ok(Some(Branched { law: Arc::new(law), dashpot: Dashpot { C: 0.0, beta: 0.0 } }))
    }

    fn restitution(&self) -> Option<f64> {
        self.strength.restitution()
    }
}

const LOADING: usize = 0;
const UNLOADING: usize = 1;

/// An elastic force under local damping. `q` is the overlap.
#[derive(Debug, Clone, Copy)]
struct Damped {
    elastic: Elastic,
    alpha: f64,
}

impl Damped {
    /// The share of the elastic force that the body is under.
    fn share(&self, branch: &Branch) -> f64 {
        if branch.kind == LOADING { 1.0 + self.alpha } else { 1.0 - self.alpha }
    }
}

impl Branches for Damped {
    fn spot(&self, branch: &Branch, q: f64) -> Spot {
        let Elastic { K, alpha: n, .. } = self.elastic;
        let (share, depth) = (self.share(branch), q.max(0.0));
        Spot { overlap: q, rate: 1.0, force: share * K * depth.powf(n), slope: share * n * K * depth.powf(n - 1.0) }
    }

    fn place(&self, _: &Branch, overlap: f64) -> f64 {
        overlap
    }

    fn turned(&self, _: &Branch, q: f64) -> (Branch, f64) {
        (Branch { kind: UNLOADING, ..Branch::ONLY }, q)
    }

    fn turned_back(&self, _: &Branch, q: f64) -> (Branch, f64) {
        (Branch { kind: LOADING, ..Branch::ONLY }, q)
    }

    /// What the body gets back on the branch; what it lacks after a reversal is lost.
    fn energy(&self, branch: &Branch, q: f64) -> f64 {
        let Elastic { K, alpha: n, .. } = self.elastic;
        self.share(branch) * K * q.max(0.0).powf(n + 1.0) / (n + 1.0)
    }
}
