//! The convention contract: the meaning of every number, one line per convention.

use std::borrow::Cow;
use std::fmt;

use crate::law::damping::{LocalDamping, StepDashpot};
use crate::law::normal::{BreaksAt, Reload, Unloading};
use crate::law::shear::{Arm, Form, FrictionLimit, Levers, SmoothOf, SpringRotation};
use crate::law::{Contact, Damping, Ends, Friction, Normal, Tangential, normal};

/// One convention of a contract.
#[derive(Debug, Clone, PartialEq)]
pub enum Convention {
    Ends(Ends),
    Limit(FrictionLimit),
    Levers {
        spheres: Levers,
        wall: Levers,
    },
    /// `R*` at a wall, over the radius.
    WallRadius(f64),
    /// `m*` at a wall, and with a body that is held, is the mass that moves.
    FreeMass,
    /// A wall has a modulus of its own.
    OwnModulus,
    /// A wall has the modulus of the sphere.
    SphereModulus,
    /// The tangential spring, with its stiffness over `8 G* a`.
    Spring {
        form: Form,
        stiffness: f64,
    },
    Rotation(SpringRotation),
    /// Words that determine no number.
    Words(Cow<'static, str>),
    /// A convention in a code's own words.
    Worded(Box<Self>, Cow<'static, str>),
}

impl Convention {
    /// In a code's own words.
    pub fn worded(self, words: impl Into<Cow<'static, str>>) -> Self {
        Self::Worded(Box::new(self), words.into())
    }

    /// With more words after its own.
    pub fn and(self, more: &str) -> Self {
        let words = format!("{self}{more}");
        self.worded(words)
    }

    /// The memory of a tangential law.
    pub fn history(form: Form) -> Self {
        if form.is_spring() || form.is_planar() {
            Self::Spring { form, stiffness: 1.0 }
        } else {
            line::NO_HISTORY.into()
        }
    }

    /// What it means for a computation, whatever its words; `None` where they determine no number.
    pub fn meaning(&self) -> Option<&Self> {
        match self {
            Self::Words(_) => None,
            Self::Worded(convention, _) => convention.meaning(),
            _ => Some(self),
        }
    }
}

impl fmt::Display for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Ends(ends) => return write!(f, "{}: {}", ends.word(), ends.meaning()),
            Self::Levers { spheres, wall } => return f.write_str(&lever_by_place(*spheres, *wall)),
            Self::WallRadius(1.0) => "1/R* = 1/R1 + 1/R2; at a wall R* = R",
            Self::WallRadius(part) => return write!(f, "1/R* = 1/R1 + 1/R2; at a wall R* = {part} R"),
            Self::Limit(limit) => limit.meaning(),
            Self::FreeMass => line::FREE_MASS,
            Self::OwnModulus => line::OWN_MODULUS,
            Self::SphereModulus => line::SAME_MODULUS,
            Self::Spring { form, .. } => form.meaning(),
            Self::Rotation(rotation) => rotation.meaning(),
            Self::Words(words) | Self::Worded(_, words) => words,
        };
        f.write_str(text)
    }
}

impl<T: Into<Cow<'static, str>>> From<T> for Convention {
    fn from(words: T) -> Self {
        Self::Words(words.into())
    }
}

macro_rules! contract {
    ($($(#[$doc:meta])* $field:ident $title:literal,)*) => {
        /// The conventions behind a result.
        #[derive(Debug, Clone, PartialEq)]
        pub struct Contract {
            /// The program or code whose conventions they are.
            pub system: &'static str,
            $($(#[$doc])* pub $field: Convention,)*
        }

        impl Contract {
            /// Every convention with its title, in order.
            pub fn conventions(&self) -> Vec<(&'static str, &Convention)> {
                vec![$(($title, &self.$field),)*]
            }
        }
    };
}

contract! {
    /// When a collision ends, and whether the contact may pull.
    ends "end of contact",
    /// Which normal force bounds friction.
    friction_limit "Coulomb limit",
    /// Lever arms of slip velocity and torque.
    lever "lever",
    /// `R*`, also at a wall.
    effective_radius "effective radius",
    /// `m*` at a wall or a held body.
    wall_mass "mass at walls",
    /// `E*` at a wall.
    wall_modulus "modulus at walls",
    /// The quantity that the damping parameter multiplies.
    damping "damping normalisation",
    /// The memory of the tangential spring.
    history "history rule",
    /// How the springs rotate with the contact.
    rotation "rotation of the spring",
    /// The attraction between the bodies, its parameter, where it begins and ends, and which part of it dashpot and
    /// tangential spring use.
    adhesion "adhesion",
    /// Memory of past overlaps.
    memory "memory",
    /// Positive directions.
    signs "signs",
}

pub mod line {
    //! Shared texts: a convention common to two systems is written once.

    pub const NO_FRICTION: &str = "normal contact only";
    pub const FREE_MASS: &str = "m* is the free mass";
    pub const OWN_MODULUS: &str = "the wall has its own modulus; a rigid one gives E* = E/(1 - nu^2)";
    pub const SAME_MODULUS: &str = "the wall has the modulus of the sphere";
    pub const NO_HISTORY: &str = "none";
    pub const OF_PAIR: &str = "w of the pair is given";
    pub const TWICE: &str = "w = 2 gamma, gamma of one surface is given";
    pub const NO_ADHESION: &str = "none";
    pub const NO_MEMORY: &str = "none";
    pub const REPULSION: &str = "repulsive force positive; overlap and its rate positive on approach";
}

/// The text for what only the engine of a law knows.
fn within(normal: &Normal) -> Convention {
    format!("in `{}`, which its engine computes alone", normal.name()).into()
}

/// The text for the end of contact of a law that defines its own.
fn own_end(contact: &Contact) -> Option<Convention> {
    let name = contact.branched_by()?;
    if contact.normal.of_engine().is_some() {
        return Some(within(&contact.normal));
    }
    Some(match contact.normal.numbers().word("breaks_at") {
        Some(word) => format!("defined by `{name}`, breaks_at = {word}").into(),
        None if matches!(&contact.damping, Damping::LocalDamping(law) if law.beside.is_some()) => {
            Convention::Ends(contact.ends)
        }
        None if name == LocalDamping::CARD.name => "at zero overlap, where the force is zero".into(),
        None if name == StepDashpot::CARD.name => Convention::Ends(Ends::ForceClamped),
        None => format!("defined by `{name}`").into(),
    })
}

/// The text for the adhesion of a contact; `given`: the meaning of its parameter, where there is a choice.
fn adhesion(contact: &Contact, given: &str) -> Convention {
    let on_hertz = "the contact forms and breaks at zero overlap; a dashpot acts on the Hertz part of the force, k_t uses its contact radius";
    let of_jkr = |breaks: BreaksAt| {
        let end = match breaks {
            BreaksAt::Displacement => "the smallest overlap",
            BreaksAt::Force => "the largest tension",
            BreaksAt::ZeroOverlap => "the overlap at which it is made",
        };
        format!("made at zero overlap, broken at {end}; a dashpot acts to the end, k_t sees the contact radius of JKR")
    };
    let along = "down to zero overlap; a dashpot acts beside the loading spring";
    let text = match &contact.normal {
        Normal::OfEngine(_) => return within(&contact.normal),
        Normal::WaltonBraun(_) | Normal::Thornton(_) => return line::NO_ADHESION.into(),
        Normal::Luding(law) if law.adhesion_stiffness == 0.0 => return line::NO_ADHESION.into(),
        Normal::Luding(_) => return format!("a pull k_c delta on unloading, {along}").into(),
        Normal::Eepa(_) => return format!("a constant pull and k_adh delta^n on unloading, {along}").into(),
        Normal::Sjkr(_) => return format!("an energy density times the area of overlap; {on_hertz}").into(),
        Normal::Dmt(_) | Normal::JkrHertzRadius(_) | Normal::PopovJkr(_) => on_hertz.to_string(),
        Normal::Jkr(law) => of_jkr(law.breaks_at),
        Normal::ThorntonNing(law) => of_jkr(law.breaks_at),
        other if normal::ends_by_itself(other.card().name) => {
            return format!("defined by `{}`", other.card().name).into();
        }
        _ => return line::NO_ADHESION.into(),
    };
    format!("{given}; {text}").into()
}

/// The text for the memory of a normal law.
fn memory(normal: &Normal) -> Convention {
    let largest = "the largest overlap";
    match normal {
        Normal::OfEngine(_) => within(normal),
        Normal::WaltonBraun(_) | Normal::Thornton(_) | Normal::ThorntonNing(_) => {
            format!("{largest}, also after the contact").into()
        }
        Normal::Luding(law) => {
            let reload = match law.unloading {
                Unloading::Constant(_) => "",
                Unloading::Grows { reload: Reload::Kept, .. } => ", and with it the stiffness stays",
                Unloading::Grows { reload: Reload::ByOverlap, .. } => ", and the stiffness with it",
            };
            format!("{largest}; it falls with the overlap while the spring pulls{reload}; lost at zero overlap").into()
        }
        Normal::Eepa(_) => {
            format!("{largest}; it falls with the overlap while the spring pulls; lost at zero overlap").into()
        }
        _ => line::NO_MEMORY.into(),
    }
}

/// The friction limit, and how its coefficient depends on the slip velocity.
fn limit(friction: &Friction) -> Convention {
    let limit = Convention::Limit(friction.limit);
    match &friction.tangential {
        law if law.dynamic().is_some() => {
            limit.and("; mu falls from the static to the dynamic friction as the slip velocity grows")
        }
        Tangential::Regularised(law) => limit.and(match law.of {
            SmoothOf::Slip => ", times a smooth function of the slip velocity; nothing sticks",
            SmoothOf::Components | SmoothOf::Direction => {
                ", times a smooth function of each component of the slip velocity; nothing sticks"
            }
        }),
        _ => limit,
    }
}

/// The text for the two lever arms.
pub fn lever(levers: Levers) -> String {
    let (slip, torque) = (levers.slip.meaning(), levers.torque.meaning());
    if slip == torque {
        return format!("{slip} for slip velocity and torque");
    }
    format!("{slip} for the slip velocity, {torque} for the torque")
}

/// The text for the lever arms between spheres and at a wall.
fn lever_by_place(spheres: Levers, wall: Levers) -> String {
    if spheres == wall {
        return lever(spheres);
    }
    let arm = |one: Arm, other: Arm| {
        let (one, at_wall) = (one.meaning(), other.meaning());
        if one == at_wall { one.to_string() } else { format!("{one} between spheres, {at_wall} at a wall") }
    };
    let (slip, torque) = (arm(spheres.slip, wall.slip), arm(spheres.torque, wall.torque));
    if slip == torque {
        return format!("{slip}, for slip velocity and torque");
    }
    format!("{slip} for the slip velocity; for the torque {torque}")
}

/// A line in which two contracts differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Title of the line.
    pub convention: &'static str,
    /// Its text in the first contract.
    pub one: String,
    /// Its text in the second.
    pub other: String,
}

/// The form of a tangential law, which defines its memory.
pub fn form(law: &Tangential) -> Form {
    match law {
        Tangential::Frictionless(_) => Form::Frictionless,
        Tangential::Coulomb(_) => Form::Coulomb,
        Tangential::Regularised(_) => Form::Regularised,
        Tangential::CundallStrack(_) => Form::Incremental,
        Tangential::Mindlin(law) => law.form,
        Tangential::StiffnessRatio(law) => law.form,
        Tangential::FormulaSpring(law) => law.form,
        Tangential::MindlinDeresiewicz(_) => Form::MemoryDiagram,
    }
}

impl Contract {
    /// The conventions of this program for a contact.
    pub fn ours(contact: &Contact) -> Self {
        let friction = contact.friction.as_ref();
        let formula = contact.damping.card().formula.lines().next().unwrap_or_default();
        Self {
            system: "collisionbench",
            ends: own_end(contact).unwrap_or(Convention::Ends(contact.ends)),
            friction_limit: friction.map_or(line::NO_FRICTION.into(), limit),
            lever: friction.map_or(line::NO_FRICTION.into(), |friction| {
                let levers = friction.levers;
                Convention::Levers { spheres: levers, wall: levers }
            }),
            effective_radius: Convention::WallRadius(1.0),
            wall_mass: Convention::FreeMass,
            wall_modulus: Convention::OwnModulus,
            damping: match contact.normal.of_engine() {
                Some(_) => within(&contact.normal),
                None => formula.split("  ").next().unwrap_or_default().into(),
            },
            history: friction
                .map_or(line::NO_HISTORY.into(), |friction| Convention::history(form(&friction.tangential))),
            rotation: friction.map_or(line::NO_FRICTION.into(), |friction| Convention::Rotation(friction.rotation)),
            adhesion: adhesion(contact, line::OF_PAIR),
            memory: memory(&contact.normal),
            signs: line::REPULSION.into(),
        }
    }

    /// The same conventions with a different end of contact.
    pub fn ending(self, ends: Ends) -> Self {
        Self { ends: Convention::Ends(ends), ..self }
    }

    /// The same conventions for one contact; `given` is the meaning of its adhesion parameter.
    pub fn for_law(mut self, contact: &Contact, given: &str) -> Self {
        self.ends = own_end(contact).unwrap_or(self.ends);
        self.adhesion = adhesion(contact, given);
        self.memory = memory(&contact.normal);
        self
    }

    /// Title and text of every convention, in order.
    pub fn lines(&self) -> Vec<(&'static str, String)> {
        self.conventions().into_iter().map(|(title, line)| (title, line.to_string())).collect()
    }

    /// The lines in which two contracts differ, in order.
    pub fn differences(&self, other: &Self) -> Vec<Difference> {
        let pairs = self.conventions().into_iter().zip(other.conventions());
        pairs
            .filter(|((_, one), (_, two))| one != two)
            .map(|((convention, one), (_, two))| Difference {
                convention,
                one: one.to_string(),
                other: two.to_string(),
            })
            .collect()
    }

    /// The contract as one paragraph, for a methods section.
    pub fn paragraph(&self) -> String {
        let sentences: Vec<String> = self.lines().iter().map(|(title, text)| format!("{title}: {text}")).collect();
        format!("Conventions of {}. {}.", self.system, sentences.join("; "))
    }
}
