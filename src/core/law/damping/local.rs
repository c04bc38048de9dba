//! Local damping: a force on the motion of a body, not in its contact.

use std::sync::Arc;

use super::{DampingLaw, STRENGTH, Strength};
use crate::law::branches::{Branch, Branched, Branches, Spot};
use crate::law::card::{Card, Given, Key, LawError, Numbers};
use crate::law::motion_damping::{DampedAlong, MotionDamping};
use crate::law::{Damping, Dashpot, Elastic, Ends, Pair};
use crate::units::Dimension;

/// Cundall's local damping: a body under the force `F` and with the velocity `v` is under `F - a |F| sign(v)`, in N.
///
/// Head-on, against a wall or in the frame of the centre of mass, the body loads against `(1+a) F` and unloads under
/// `(1-a) F`: `e = sqrt((1-a)/(1+a))` for every elastic law, at every speed. Cundall 1987; Itasca, PFC documentation, Local damping.
#[derive(Debug, Clone, PartialEq)]
pub struct LocalDamping {
    /// `a`, or the restitution to achieve.
    pub strength: Strength,
    /// `None` for a head-on impact, where it makes no difference.
    pub along: Option<DampedAlong>,
    /// The dashpot of the contact, whose force is damped as well.
    pub beside: Option<Box<Damping>>,
}

const ALONG: Given<Option<DampedAlong>> = Given {
    read: |numbers, keys, _| Ok(numbers.word(keys[0].name).and_then(DampedAlong::from_word)),
    write: |along, keys, numbers| along.iter().for_each(|along| numbers.set_word(keys[0].name, along.word())),
};

impl LocalDamping {
    pub const KEYS: &[Key] = &[
        Key::number("alpha", Dimension::Number, "a, the share of the force that opposes the motion; below 1"),
        Key::number("restitution", Dimension::Number, "restitution achieved head-on, alone: a = (1-e^2)/(1+e^2)"),
        Key::word(
            "along",
            DampedAlong::WORDS,
            "what is opposed: each component, or the velocity; required unless head-on",
        ),
    ];

    pub const CARD: Card = Card {
        name: "local-damping",
        title: "Local non-viscous damping of the motion (Cundall)",
        formula: "F_d = -a |F| sign(v)        on a body with the velocity v under the force F of its contact\n\
                  axes:      F_d,i = -a |F_i| sign(v_i)      each component along the axes of the case\n\
                  velocity:  F_d = -a |F| v/|v|\n\
                  e = sqrt((1-a)/(1+a)),  a = (1-e^2)/(1+e^2)      head-on, any elastic law, any speed",
        symbols: &[
            ("a", "share of the force that opposes the motion", "-"),
            ("F", "force on the body, all contacts together, with their dashpots", "N"),
            ("e", "restitution", "-"),
        ],
        holds: "in the frame of the centre of mass, without friction: codes damp the force on each body by its own velocity, so that the result depends on the observer, and with `axes` on how the contact lies to them; beside a dashpot neither restitution is achieved, nor their product; max_force is that on the body",
        source: "Cundall 1987, in Analytical and Computational Methods in Engineering Rock Mechanics; PFC documentation, Local damping; Kratos, DEM_global_damping_nonviscous_variableforcedir.cpp",
        known_as: &[
            ("YADE", "NewtonIntegrator(damping=0.2), its default: axes"),
            ("PFC", "damp of a ball: axes"),
            ("LAMMPS", "fix damping/cundall: axes"),
            ("Woo", "Leapfrog damping: axes"),
            ("Kratos", "its non-viscous global damping, along the whole velocity"),
        ],
    };

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        let law = Self::CARD.name;
        let strength = (STRENGTH.read)(numbers, &Self::KEYS[..2], law)?;
        let along = (ALONG.read)(numbers, &Self::KEYS[2..], law)?;
        match strength {
            Strength::Coefficient(alpha) if alpha >= 1.0 => {
                let message = format!("`alpha` must be below 1, not {alpha}: at 1 the body never leaves");
                Err(LawError::key("alpha", message).help("YADE's default is 0.2"))
            }
            _ => Ok(Self { strength, along, beside: None }),
        }
    }

    /// The numbers of its table, SI.
    pub fn numbers(&self) -> Numbers {
        let mut numbers = Numbers::default();
        (STRENGTH.write)(&self.strength, &Self::KEYS[..2], &mut numbers);
        (ALONG.write)(&self.along, &Self::KEYS[2..], &mut numbers);
        numbers
    }

    /// The same beside a dashpot of the contact.
    ///
    /// # Errors
    /// For a restitution, which local damping achieves alone, and for what is no dashpot.
    pub fn beside(self, dashpot: Damping) -> Result<Self, LawError> {
        if self.strength.restitution().is_some() {
            let message = "`restitution` is that of local damping alone, and there is a dashpot beside it";
            return Err(LawError::key("restitution", message).help("give `alpha`"));
        }
        Ok(Self { beside: Some(Box::new(dashpot)), ..self })
    }

    /// The share of the force that opposes the motion.
    pub fn alpha(&self) -> f64 {
        match self.strength {
            Strength::Coefficient(alpha) => alpha,
            Strength::Restitution(e) => (1.0 - e * e) / (1.0 + e * e),
        }
    }

    /// Whether it is more than two shares of an elastic force: beside a dashpot, or where the motion leaves the normal.
    pub fn is_general(&self) -> bool {
        self.along.is_some() || self.beside.is_some()
    }
}

impl DampingLaw for LocalDamping {
    fn dashpot(&self, _: &Elastic, _: &Pair, _: Ends) -> Result<Dashpot, LawError> {
        Err(LawError::table("`local-damping` acts on the motion of a body: it is not a dashpot of its contact"))
    }

    fn branches(&self, elastic: &Elastic, pair: &Pair, ends: Ends) -> Result<Option<Branched>, LawError> {
        if elastic.reference_gap != 0.0 {
            return Err(LawError::table("`local-damping` beside a force that begins at a gap is not supported")
                .help("leave `reference_gap` out"));
        }
        let alpha = self.alpha();
        let dashpot = match &self.beside {
            Some(beside) => beside.dashpot(elastic, pair, ends)?,
            None => Dashpot { C: 0.0, beta: 0.0 },
        };
        let motion = self.is_general().then_some(MotionDamping { alpha, along: self.along, elastic: *elastic, ends });
        Ok(Some(Branched { law: Arc::new(Damped { elastic: *elastic, alpha, motion }), dashpot }))
    }

    fn restitution(&self) -> Option<f64> {
        self.strength.restitution().filter(|_| self.along.is_none())
    }
}

const LOADING: usize = 0;
const UNLOADING: usize = 1;

/// An elastic force under local damping. `q` is the overlap.
#[derive(Debug, Clone, Copy)]
struct Damped {
    elastic: Elastic,
    alpha: f64,
    motion: Option<MotionDamping>,
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
        Spot {
            overlap: q,
            rate: 1.0,
            force: share * K * libm::pow(depth, n),
            slope: share * n * K * libm::pow(depth, n - 1.0),
        }
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

    fn motion(&self) -> Option<&MotionDamping> {
        self.motion.as_ref()
    }

    /// What the body gets back on the branch; what it lacks after a reversal is lost.
    fn energy(&self, branch: &Branch, q: f64) -> f64 {
        let Elastic { K, alpha: n, .. } = self.elastic;
        self.share(branch) * K * libm::pow(q.max(0.0), n + 1.0) / (n + 1.0)
    }
}
