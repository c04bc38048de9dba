//! A user's own program as an engine, through the files of the engine protocol.

use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;

use super::conventions::{Conventions, of_code};
use super::protocol::{self, Request};
use super::{Batch, Bounce, Cause, Engine, Installation};
use crate::codes::differences::{self, as_they_act, spring_turns};
use crate::codes::restitution::ratio;
use crate::codes::tangential::dashpot_ratio;
use crate::codes::{self, Code};
use crate::law::contract::lever;
use crate::law::scene::{Condition, ParameterValue, Scene};
use crate::law::shear::{Arm, Form, FrictionLimit, Levers, SpringRotation, WhileSliding};
use crate::law::{Ends, PowerForce, ShearForce, normal};
use crate::number::significant;
use crate::units::Dimension;
use crate::words::worded;

/// What an engine lists for spheres, and what for a sphere at a wall.
pub type ByBodies<T> = [Vec<T>; 2];

/// The contacts that an engine can compute, by the words of case files. `None` is not checked.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Covers {
    /// Laws of this program, and those that it has not, each under the name of the engine.
    pub normal: ByBodies<String>,
    pub damping: ByBodies<String>,
    pub tangential: ByBodies<String>,
    /// Ends of contact with damping; without damping all ends are the same.
    pub ends: ByBodies<String>,
    /// `sphere-sphere`, `sphere-wall`
    pub bodies: Vec<String>,
    /// Arms of the slip velocity and of the torque.
    pub levers: Option<ByBodies<Levers>>,
    /// Forms of the tangential spring, by their words.
    pub history: Option<ByBodies<String>>,
    /// Friction limits with damping; without damping all limits are the same.
    pub friction_limit: Option<ByBodies<String>>,
    /// Rotations of the tangential spring; without spin about the normal all are the same.
    pub spring_rotation: Option<ByBodies<String>>,
    /// Rolling laws; `none` unless given.
    pub rolling: ByBodies<String>,
    /// Tangential dashpots: `none`, or their behaviour during sliding.
    pub dashpot: Option<ByBodies<String>>,
    /// The damping ratio of the tangential dashpot over that of the normal one, of a program that has it beside every damped contact and
    /// no other.
    pub dashpot_of_normal: Option<f64>,
    /// Ranges of parameter values.
    pub ranges: Vec<CoveredRange>,
    /// Whether the contact is computed from laws or from the parameters of a code.
    pub takes: EngineInput,
}

/// The words of [`Covers::bodies`].
pub const BODIES: [&str; 2] = ["sphere-sphere", "sphere-wall"];

/// The radius of the larger sphere over that of the smaller; 1 at a wall.
pub const SIZE_RATIO: &str = "size_ratio";

/// The values a range can be about, beside the keys of the declared dialect: the last word of their path in a case, and
/// [`SIZE_RATIO`].
pub const RANGES: &[(&str, Dimension)] = &[
    ("restitution", Dimension::Number),
    ("friction", Dimension::Number),
    ("young_modulus", Dimension::Pressure),
    ("poisson_ratio", Dimension::Number),
    ("density", Dimension::Density),
    ("radius", Dimension::Length),
    ("speed", Dimension::Speed),
    (SIZE_RATIO, Dimension::Number),
];

/// A parameter and the range in which an engine can compute it.
#[derive(Debug, Clone, PartialEq)]
pub struct CoveredRange {
    /// `restitution`
    pub name: String,
    pub range: Condition,
    /// The range as written, `">= 0.05"`.
    pub text: String,
}

impl CoveredRange {
    /// Checks that every value of that name in a scene lies inside.
    ///
    /// # Errors
    /// The value that does not.
    fn scene(&self, scene: &Scene, params: &[(&str, f64)]) -> Result<(), String> {
        let [one, two] = scene.bodies.each_ref().map(|body| body.radius());
        let ratio = if two.is_finite() { one.max(two) / one.min(two) } else { 1.0 };
        let of_case = scene.parameters.iter().filter(|given| given.path.rsplit('.').next() == Some(self.name.as_str()));
        let of_case = of_case.filter_map(|given| match given.value {
            ParameterValue::Number(value, _) => Some((value, given.text.clone())),
            ParameterValue::Word(_) => None,
        });
        let of_words =
            params.iter().filter(|(name, _)| *name == self.name).map(|&(_, value)| (value, value.to_string()));
        let of_sizes = (self.name == SIZE_RATIO).then(|| (ratio, ratio.to_string()));
        let number = |value| ParameterValue::Number(value, Dimension::Number);
        match of_case.chain(of_words).chain(of_sizes).find(|&(value, _)| !self.range.holds(&number(value))) {
            Some((_, text)) => Err(format!("it covers {} {} and this is {text}", self.name, self.text)),
            None => Ok(()),
        }
    }
}

/// Levers as written in `engines.toml`: one word, or two for slip and torque.
pub fn levers_word(levers: Levers) -> String {
    let (slip, torque) = (levers.slip.word(), levers.torque.word());
    if slip == torque { slip.to_string() } else { format!("{slip}/{torque}") }
}

/// Parses levers of `engines.toml`; `None` for unknown words.
pub fn levers(words: &str) -> Option<Levers> {
    let (slip, torque) = words.split_once('/').unwrap_or((words, words));
    Some(Levers { slip: Arm::from_word(slip)?, torque: Arm::from_word(torque)? })
}

/// In place of the force of a law that is no power of the overlap: it defines its own end, and acts from touch.
const NO_FORCE: PowerForce =
    PowerForce { K: 0.0, alpha: 1.0, C: 0.0, beta: 0.0, reference_gap: 0.0, ends: Ends::ZeroOverlap };

impl Covers {
    /// Checks that the engine covers a scene: its laws, then the conventions in which it computes them.
    ///
    /// # Errors
    /// The property that is not covered.
    pub fn scene(&self, scene: &Scene) -> Result<(), String> {
        let contact = &scene.contact;
        let (law, damping) = (contact.normal.name(), contact.damping.card().name);
        let at = usize::from(scene.bodies[1].is_wall());
        let lacks = |lists: &ByBodies<String>, word: &str| lists[at].iter().all(|known| known != word);
        let force = scene.force.unwrap_or(NO_FORCE);
        if scene.force.is_none() && !normal::ends_by_itself(contact.normal.card().name) {
            Err(format!("the protocol has no damping {damping}: its force is not a power of the overlap"))
        } else if lacks(&self.normal, law) {
            Err(format!("it does not cover the normal law {law}"))
        } else if lacks(&self.damping, damping) {
            Err(format!("it does not cover the damping {damping}"))
        } else if let Some(friction) = &contact.friction
            && lacks(&self.tangential, friction.tangential.card().name)
        {
            Err(format!("it does not cover the tangential law {}", friction.tangential.card().name))
        } else if let Some(friction) = &contact.friction
            && lacks(&self.rolling, friction.rolling.card().name)
        {
            Err(format!("it does not cover the rolling resistance {}", friction.rolling.card().name))
        } else if !self.bodies.iter().any(|known| known == BODIES[at]) {
            Err(format!("it does not cover {}", BODIES[at]))
        } else if force.reference_gap != 0.0 {
            Err("its contact begins where the surfaces touch, without a reference gap".to_string())
        } else if force.C != 0.0 && lacks(&self.ends, contact.ends.word()) {
            Err(format!("its contact does not end at {}", contact.ends.word()))
        } else {
            scene.shear.as_ref().map_or(Ok(()), |shear| self.shear(shear, scene))
        }
    }

    /// Checks that the engine covers the tangential conventions of a scene.
    ///
    /// # Errors
    /// The convention that is not covered.
    fn shear(&self, shear: &ShearForce, scene: &Scene) -> Result<(), String> {
        let wall = scene.bodies[1].is_wall();
        let lacks = |lists: &Option<ByBodies<String>>, word: &str| {
            lists.as_ref().is_some_and(|lists| lists[usize::from(wall)].iter().all(|known| known != word))
        };
        let dashpot = dashpot_word(shear);
        if shear.form == Form::Frictionless {
            Ok(())
        } else if lacks(&self.history, shear.form.word()) {
            Err(format!("it does not cover the tangential history {}", shear.form.word()))
        } else if scene.force.is_some_and(|force| force.C != 0.0) && lacks(&self.friction_limit, shear.limit.word()) {
            Err(format!("it does not cover the friction limit {}", shear.limit.word()))
        } else if let Some(known) = &self.levers
            && known[usize::from(wall)]
                .iter()
                .all(|&levers| as_they_act(levers, wall) != as_they_act(shear.levers, wall))
        {
            Err(format!("it does not cover the levers {} (slip/torque)", levers_word(shear.levers)))
        } else if spring_turns(scene) && lacks(&self.spring_rotation, shear.rotation.word()) {
            Err(format!("it does not cover the rotation of the spring {}", shear.rotation.word()))
        } else if lacks(&self.dashpot, dashpot) {
            Err(match dashpot {
                NO_DASHPOT => "it does not cover a contact without a tangential dashpot".to_string(),
                word => format!("it does not cover a tangential dashpot that is {word} during sliding"),
            })
        } else {
            self.dashpot_of_normal.map_or(Ok(()), |share| bound_dashpot(share, shear, scene))
        }
    }

    /// The conventions that are declared.
    fn conventions(&self, wall: bool) -> Conventions {
        fn known<T>(words: &[String], of: fn(&str) -> Option<T>) -> Vec<T> {
            words.iter().filter_map(|word| of(word)).collect()
        }
        let at = usize::from(wall);
        let listed = |lists: &Option<ByBodies<String>>| lists.as_ref().map_or_else(Vec::new, |lists| lists[at].clone());
        Conventions {
            ends: known(&self.ends[at], Ends::from_word),
            limits: known(&listed(&self.friction_limit), FrictionLimit::from_word),
            levers: self.levers.iter().flat_map(|known| known[at].clone()).collect(),
            forms: known(&listed(&self.history), Form::from_word),
            rotations: known(&listed(&self.spring_rotation), SpringRotation::from_word),
            sliding: known(&listed(&self.dashpot), WhileSliding::from_word),
            dashpot_of_normal: self.dashpot_of_normal,
        }
    }

    /// Checks that the parameters of a dialect give the whole force of a scene and no more, except for the conventions that
    /// `covers` lists itself (`history`, `levers`, `friction_limit`, `spring_rotation`). What the code does wrong is no reason not to
    /// run it.
    ///
    /// # Errors
    /// The part of the force that these parameters do not express.
    fn whole(&self, scene: &Scene, system: &Code) -> Result<(), String> {
        let wrong = |error: crate::law::LawError| error.message;
        let params = system.rendered(scene)?.params;
        let code = system.contact(&params, system.in_use, &scene.pair).map_err(wrong)?;
        let bodies = [differences::slanted(scene, system), differences::held(scene, system)];
        if let Some(why) = bodies.into_iter().flatten().chain(code.beyond.clone()).next() {
            return Err(why);
        }
        let name = system.name();
        let other = match scene.power() {
            Ok(force) if differences::has_force(&force, system, &params, &scene.pair).map_err(wrong)? => None,
            Ok(_) => Some(format!("the parameters of {name} cannot express its normal force")),
            Err(_) => differences::branched(&scene.contact, &code, &scene.pair).map_err(wrong)?,
        };
        if let Some(why) = other {
            return Err(why);
        }
        let mut back = code.contact.shear(&scene.pair).map_err(wrong)?;
        if let (Some(back), Some(shear)) = (&mut back, &scene.shear) {
            back.form = if self.history.is_some() { shear.form } else { back.form };
            back.limit = if self.friction_limit.is_some() { shear.limit } else { back.limit };
            back.levers = if self.levers.is_some() { shear.levers } else { back.levers };
            back.rotation = if self.spring_rotation.is_some() { shear.rotation } else { back.rotation };
        }
        differences::tangential(scene, back.as_ref(), name).into_iter().next().map_or(Ok(()), Err)
    }
}

/// Checks that a tangential dashpot has `share` of the damping ratio of the normal one.
///
/// # Errors
/// The ratio that it has, and the one that the engine would give it.
fn bound_dashpot(share: f64, shear: &ShearForce, scene: &Scene) -> Result<(), String> {
    let needed = scene.force.and_then(|force| ratio(&force, scene.pair.m_star)).map(|normal| share * normal);
    let (Some(needed), Some(given)) = (needed, dashpot_ratio(shear, &scene.pair)) else {
        let reason = "its tangential damping ratio follows the normal one, and a dashpot of this contact has no constant damping ratio";
        return Err(reason.to_string());
    };
    if (given - needed).abs() <= 1e-6 * needed.max(given) {
        return Ok(());
    }
    Err(match needed == 0.0 {
        true => "it has no tangential dashpot beside an undamped contact".to_string(),
        false => format!(
            "it damps the tangential spring with the normal one: dashpot_ratio = {} there, {} here",
            significant(needed, 6),
            significant(given, 6)
        ),
    })
}

/// The word for no tangential dashpot.
pub const NO_DASHPOT: &str = "none";

/// The word of a tangential dashpot, by its behaviour during sliding.
fn dashpot_word(shear: &ShearForce) -> &'static str {
    if shear.dashpot.C == 0.0 { NO_DASHPOT } else { shear.dashpot.sliding.word() }
}

worded! {
    /// The input from which an engine computes the contact.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub enum EngineInput {
        /// The laws, or the force, of `scene.json`.
        #[default]
        Laws = "laws",
        /// The parameters of its dialect, `contact.params`, and nothing else.
        Dialect = "dialect",
    }
}

worded! {
    /// The numbers that an engine computes with.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub enum FloatPrecision {
        #[default]
        Double = "double",
        Single = "single",
    }
}

/// A program that reads `scene.json` and leaves `trajectory.csv` or `ends.csv`.
#[derive(Debug, Clone, PartialEq)]
pub struct User {
    pub installation: Installation,
    /// Program and arguments.
    pub command: Vec<String>,
    pub time_limit: Duration,
    pub environment: Vec<(String, String)>,
    pub covers: Covers,
    /// The code whose parameters are also passed for a contact.
    pub dialect: Option<String>,
    pub precision: FloatPrecision,
}

impl Engine for User {
    fn installation(&self) -> &Installation {
        &self.installation
    }

    fn epsilon(&self) -> f64 {
        match self.precision {
            FloatPrecision::Double => f64::EPSILON,
            FloatPrecision::Single => f64::from(f32::EPSILON),
        }
    }

    fn covers(&self, scene: &Scene) -> Result<(), String> {
        self.covers.scene(scene)?;
        let mut params = Vec::new();
        let of_engine = scene.contact.normal.of_engine();
        if let (Some(law), EngineInput::Dialect) = (of_engine, self.covers.takes) {
            return Err(format!("it takes the parameters of its dialect, which has no `{}`", law.law));
        }
        if let Some(system) = self.dialect.as_deref().and_then(codes::find).filter(|_| of_engine.is_none()) {
            let words = system.rendered(scene)?;
            if self.covers.takes == EngineInput::Dialect {
                self.covers.whole(scene, system)?;
            }
            let number = |key: &codes::Key| Some((key.name, words.params.numbers.get(key.name)?));
            params = system.keys.iter().filter_map(number).collect();
        }
        self.covers.ranges.iter().try_for_each(|within| within.scene(scene, &params))
    }

    fn has_own_laws_only(&self) -> bool {
        self.covers.normal.iter().flatten().all(|law| normal::check_name(law).is_ok())
    }

    fn own_parameters(&self) -> Option<&'static Code> {
        let takes = self.covers.takes == EngineInput::Dialect;
        self.dialect.as_deref().filter(|_| takes).and_then(codes::find)
    }

    fn conventions(&self, wall: bool) -> Conventions {
        self.covers
            .conventions(wall)
            .or(self.dialect.as_deref().map_or_else(Conventions::default, |name| of_code(name, wall)))
    }

    fn declares(&self, wall: bool) -> Vec<(&'static str, Vec<Cow<'static, str>>)> {
        let Conventions { ends, mut limits, levers, forms, .. } = self.covers.conventions(wall);
        // Of a force that never pulls the magnitude is the force.
        if limits.contains(&FrictionLimit::Absolute) && !ends.iter().any(|ends| ends.pulls()) {
            limits.push(FrictionLimit::Total);
        }
        let levers = levers.into_iter().map(|levers| lever(as_they_act(levers, wall)).into());
        let all = [
            ("end of contact", ends.into_iter().map(|ends| ends.word().into()).collect()),
            ("Coulomb limit", limits.into_iter().map(|limit| limit.meaning().into()).collect()),
            ("history rule", forms.into_iter().map(|form| form.meaning().into()).collect()),
            ("lever", levers.collect()),
        ];
        all.into_iter().filter(|(_, texts): &(_, Vec<_>)| !texts.is_empty()).collect()
    }

    fn write(&self, batch: &Batch<'_>, folder: &Path) -> Result<Vec<String>, Cause> {
        let refused = |what| Cause::Unreadable { file: protocol::SCENE, line: 0, what };
        Request::new(batch, self.dialect.as_deref()).map_err(refused)?.write(folder)?;
        Ok(self.command.clone())
    }

    fn run(&self, batch: &Batch<'_>, folder: &Path, stop: &dyn Fn() -> bool) -> Result<Vec<Bounce>, Cause> {
        protocol::run(self, batch, folder, (&self.environment, self.time_limit), stop)
    }
}
