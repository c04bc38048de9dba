//! Contact laws: the forces between a pair of bodies while they touch.
//!
//! A law is named in a case file by a table header, `[contact.normal.hertz]`. Every normal law without memory and its
//! damping reduce to one [`PowerForce`], `K delta^alpha + C delta^beta v`, so that solvers, conversions and exports
//! operate on five numbers.

pub mod achieved;
pub mod branches;
pub mod card;
pub mod contract;
pub mod damping;
pub mod formula_table;
pub mod memory_diagram;
pub mod mixing;
pub mod motion_damping;
pub mod normal;
pub mod pair;
pub mod power;
pub mod rolling;
pub mod scene;
pub mod shear;
pub mod spring_slider;
pub mod tangential;
pub mod undamped;

use damping::LocalDamping;
use scene::ImpactKinematics;
use shear::{FrictionLimit, Levers, SpringRotation};

pub use branches::Branched;
pub use card::{Card, Key, LawError, Numbers};
pub use contract::Contract;
pub use damping::Damping;
pub use normal::Normal;
pub use pair::{Pair, Side, Stiffness};
pub use power::{Dashpot, Elastic, Ends, NoPower, PowerForce};
pub use rolling::Rolling;
pub use shear::ShearForce;
pub use tangential::Tangential;

/// The laws of one contact, as chosen in a case.
#[derive(Debug, Clone, PartialEq)]
pub struct Contact {
    pub normal: Normal,
    pub damping: Damping,
    pub ends: Ends,
    /// The tangential laws and their conventions; `None` for a contact without them.
    pub friction: Option<Friction>,
}

/// The tangential and rolling laws with their conventions.
#[derive(Debug, Clone, PartialEq)]
pub struct Friction {
    pub tangential: Tangential,
    pub rolling: Rolling,
    pub limit: FrictionLimit,
    pub levers: Levers,
    pub rotation: SpringRotation,
}

impl Contact {
    /// Whether a body is a plate that bends: the dashpot of the contact coordinate is its motion, and the real force, N, the elastic
    /// part `K delta^n` alone (Zener 1941).
    pub fn on_plate(&self) -> bool {
        matches!(self.damping, Damping::ZenerPlate(_))
    }

    /// The force between the two bodies of `pair`.
    ///
    /// # Errors
    /// When a law lacks input (a modulus), or a number given cannot be achieved.
    pub fn force(&self, pair: &Pair) -> Result<PowerForce, LawError> {
        let elastic = self.normal.elastic(pair)?;
        let dashpot = self.damping.dashpot(&elastic, pair, self.ends)?;
        Ok(PowerForce::new(elastic, dashpot, self.ends))
    }

    /// The normal law with its damping as branches; `None` where [`force`](Self::force) describes it completely.
    ///
    /// # Errors
    /// As [`NormalLaw::branches`](normal::NormalLaw::branches), and for a damping law that is combined with an elastic law only.
    pub fn branches(&self, pair: &Pair) -> Result<Option<Branched>, LawError> {
        match self.normal.branches(pair, &self.damping)? {
            None if damping::ends_by_itself(self.damping.card().name) => {
                self.damping.branches(&self.normal.elastic(pair)?, pair, self.ends)
            }
            own => Ok(own),
        }
    }

    /// The law that makes branches of the contact and defines its end: a case sets none then. `None` for a power of the overlap with a
    /// dashpot.
    pub fn branched_by(&self) -> Option<&'static str> {
        let [normal, damping] = [self.normal.card().name, self.damping.card().name];
        if normal::ends_by_itself(normal) {
            Some(normal)
        } else {
            Some(damping).filter(|name| damping::ends_by_itself(name))
        }
    }

    /// Whether the law holds as far as an impact of a pair at a speed (m/s) reaches: a formula may not.
    ///
    /// # Errors
    /// As [`normal::FormulaForce::reaches`].
    pub fn reaches(&self, pair: &Pair, speed: f64) -> Result<(), LawError> {
        if let Normal::FormulaForce(law) = &self.normal { law.reaches(pair, speed) } else { Ok(()) }
    }

    /// Why the contact is none for an impact with these velocities, or for a loading path; `None` where it is one.
    pub fn unsuited(&self, kinematics: &ImpactKinematics, path: bool) -> Option<LawError> {
        let oblique = !kinematics.is_head_on();
        if matches!(self.damping, Damping::StepDashpot(_)) && (oblique || path) {
            let message = "`step-dashpot` is computed head-on only";
            let help =
                "make the impact head-on, or take [contact.damping.linear-dashpot], which is it for a small depth";
            return Some(LawError::table(message).help(help));
        }
        if let Damping::LocalDamping(law) = &self.damping
            && let Some(error) = self.local_unsuited(law, kinematics, path)
        {
            return Some(error);
        }
        let varies = self.friction.as_ref().is_some_and(|friction| friction.tangential.dynamic().is_some());
        (path && varies).then(|| {
            LawError::table(
                "a loading path has no slip velocity: friction that depends on it is computed in impacts only",
            )
            .help("leave `dynamic_friction` and `friction_decay` out, or make the case an [impact]")
        })
    }

    fn local_unsuited(&self, law: &LocalDamping, kinematics: &ImpactKinematics, path: bool) -> Option<LawError> {
        let rubs = |friction: &Friction| {
            !matches!((&friction.tangential, &friction.rolling), (Tangential::Frictionless(_), Rolling::Free(_)))
        };
        let oblique = !kinematics.is_head_on();
        if path {
            let error = LawError::table("`local-damping` damps the motion, and a loading path has none");
            return Some(error.help("make the case an [impact], or take a dashpot of the contact"));
        }
        if (oblique || law.is_general()) && self.friction.as_ref().is_some_and(rubs) {
            let message = if law.beside.is_some() && !oblique {
                "`local-damping` beside a dashpot is computed without friction"
            } else {
                "`local-damping` of an oblique impact is computed without friction"
            };
            let why = "codes damp the torque by the spin as well, each in its own way";
            return Some(LawError::table(message).help(why).help("write  [contact.tangential.none]"));
        }
        if oblique && law.along.is_none() {
            let error = LawError::table("`local-damping` of an oblique impact requires `along`");
            let axes =
                "  along = \"axes\"      # each component of the force by that of the velocity: LAMMPS, YADE, PFC";
            let velocity = "  along = \"velocity\"  # the whole force against the velocity: Kratos";
            return Some(error.help("write one of").help(axes).help(velocity));
        }
        if law.along.is_some() && kinematics.drift != [0.0; 3] {
            let error = LawError::table("`local-damping` is computed in the frame of the centre of mass");
            return Some(
                error.help("it damps the velocity of a body, which another observer sees otherwise: leave `frame` out"),
            );
        }
        None
    }

    /// The tangential force between the two bodies of `pair`; `None` without a tangential law.
    ///
    /// # Errors
    /// When a law lacks input (a modulus) or cannot be combined with the normal law.
    pub fn shear(&self, pair: &Pair) -> Result<Option<ShearForce>, LawError> {
        let Some(Friction { tangential, rolling, limit, levers, rotation }) = &self.friction else { return Ok(None) };
        let whole = self.normal.of_engine().is_none() && self.branches(pair)?.is_none();
        let elastic = if whole { Some(self.normal.elastic(pair)?) } else { None };
        let spring = tangential.spring(elastic.as_ref(), pair)?;
        let rolling = rolling.force(pair)?;
        Ok(Some(ShearForce { limit: *limit, levers: *levers, rotation: *rotation, rolling, ..spring }))
    }
}
