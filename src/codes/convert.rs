//! Converts the parameters of one DEM code to those of another.

use super::normal::{KEEP_RESTITUTION, complete, of_pair};
use super::restitution::achieved;
use super::{Code, Parameters, Parsed, Reading, Rendered, differences, tangential};
use crate::collide::{CollisionError, restitution};
use crate::law::contract;
use crate::law::damping::{Damping, Strength, Tsuji};
use crate::law::{Contact, Ends, LawError, Pair, PowerForce};
use crate::number::{inward, relative_difference};
use crate::numerics::{Bracket, root};

/// The quantity that a conversion preserves when it cannot preserve both.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Preserve {
    /// The force at every overlap and rate.
    ForceLaw,
    /// The restitution, at one speed where it depends on it.
    Restitution {
        /// m/s; needed when the restitution of the law depends on speed.
        at_speed: Option<f64>,
    },
}

/// One side of a conversion.
#[derive(Debug, Clone, PartialEq)]
pub struct ConvertedSide {
    /// Name of the dialect.
    pub system: &'static str,
    /// The reading of its documentation.
    pub reading: Reading,
    /// The parameters.
    pub params: Parameters,
    /// The force in the notation of that code.
    pub formula: &'static str,
    /// The contact that these parameters describe.
    pub contact: Contact,
    /// Its normal force on the pair; `None` for a law with branches.
    pub force: Option<PowerForce>,
    /// The requested restitution.
    pub restitution_requested: Option<f64>,
    /// The achieved restitution; `None` if it depends on speed.
    pub restitution: Option<f64>,
}

impl ConvertedSide {
    /// Interprets parameters of a code; also everything the code derives from them.
    ///
    /// # Errors
    /// When they make no law.
    pub fn of(
        (system, reading): (&Code, Reading),
        params: Parameters,
        pair: &Pair,
    ) -> Result<(Self, Parsed), LawError> {
        let parsed = system.contact(&params, reading, pair)?;
        Ok((Self::new((system.name(), system.card.formula, reading), params, &parsed, pair)?, parsed))
    }

    /// Of a name, a formula and a reading: a contact that is known already.
    ///
    /// # Errors
    /// When its laws make no force.
    pub fn new(
        (system, formula, reading): (&'static str, &'static str, Reading),
        params: Parameters,
        parsed: &Parsed,
        pair: &Pair,
    ) -> Result<Self, LawError> {
        let contact = parsed.contact.clone();
        let branched = contact.branched_by().is_some();
        let force = if branched { None } else { Some(contact.force(pair)?) };
        let restitution = force.and_then(|force| achieved(&force, pair.m_star));
        let restitution_requested = parsed.restitution_requested;
        Ok(Self { system, reading, params, formula, contact, force, restitution_requested, restitution })
    }
}

/// The parameters of one code converted to another.
#[derive(Debug, Clone, PartialEq)]
pub struct Conversion {
    /// The given side.
    pub from: ConvertedSide,
    /// The converted side.
    pub to: ConvertedSide,
    /// Worst relative difference of stiffness and damping coefficient between the two sides, or of the numbers of a law with
    /// branches; infinite where the shapes differ.
    pub deviation: f64,
    /// Speeds, m/s, between which the restitutions differ by at most [`TOLERANCE`]; `None` if they do at any speed.
    pub holds_between: Option<[f64; 2]>,
    /// The conventions in which the two codes differ.
    pub differences: Vec<contract::Difference>,
    /// Warnings for the user of the result, one line each.
    pub warnings: Vec<String>,
}

/// Relative difference of the restitutions at the ends of [`Conversion::holds_between`].
pub const TOLERANCE: f64 = 0.01;

/// Tolerance of the integrator in a search over speeds.
const SEARCH: f64 = 1e-12;
/// Largest deviation at which the force law counts as preserved.
const KEPT: f64 = 1e-6;
/// Deviation above which the conversion is reported as inexact.
const EXACT: f64 = 1e-12;

/// Converts `params` of the code `from` to the code `to`, each in the reading given with it.
///
/// ```
/// use collisionbench::law::{Pair, Side, Stiffness};
/// use collisionbench::codes::{Preserve, Parameters, convert, woo::WOO, yade::YADE};
///
/// let glass = Stiffness::Elastic { young_modulus: 70e9, poisson_ratio: 0.22 };
/// let ball = Side { radius: 2e-3, mass: 8.4e-5, stiffness: glass };
/// let pair = Pair::new(&ball, &ball);
/// let params = Parameters::numbers(&[("en", 0.5)]);
/// let there = convert((&WOO, WOO.in_use), &params, (&YADE, YADE.in_use), &pair, Preserve::ForceLaw)?;
/// // betan = sqrt(5/6) z of the full force; Woo leaves the attraction out, so both achieve 0.5503.
/// assert!(there.to.params.numbers.get("betan").is_some_and(|betan| (betan - 0.196681).abs() < 1e-6));
/// assert!(there.to.restitution.is_some_and(|e| (e - 0.550283).abs() < 1e-6));
/// # Ok::<(), collisionbench::law::LawError>(())
/// ```
///
/// # Errors
/// When `params` makes no law, when `to` has no words for it, or when what is to be kept cannot be.
pub fn convert(
    (from, from_reading): (&Code, Reading),
    params: &Parameters,
    (to, to_reading): (&Code, Reading),
    pair: &Pair,
    keep: Preserve,
) -> Result<Conversion, LawError> {
    convert_side(complete_side((from, from_reading), params.clone(), pair)?, (to, to_reading), pair, keep)
}

/// A side, what it describes, and what is to be known of it.
pub type Given = (ConvertedSide, Parsed, Option<String>);

/// [`convert`] for a side that is known already.
///
/// # Errors
/// When `to` has no words for it, or when what is to be kept cannot be.
pub fn convert_side(
    (here, parsed, own): Given,
    (to, to_reading): (&Code, Reading),
    pair: &Pair,
    keep: Preserve,
) -> Result<Conversion, LawError> {
    let (wanted, holds_between, mut warnings) = match (keep, &here.force) {
        (Preserve::ForceLaw, _) => (parsed.contact.clone(), None, Vec::new()),
        (Preserve::Restitution { at_speed }, Some(force)) => {
            same_restitution(&parsed.contact, force, pair, at_speed, (to, to_reading))?
        }
        (Preserve::Restitution { .. }, None) => {
            let name = parsed.contact.normal.card().name;
            let message =
                format!("the restitution of `{name}` is not that of a coefficient: it is kept whole or not at all");
            return Err(LawError::table(message).help("keep the force law"));
        }
    };
    let Rendered { params, notes } = to.render(&wanted, to_reading, pair)?;
    let (there, read_back, other) = complete_side((to, to_reading), params, pair)?;
    let deviation = match here.force.as_ref().zip(there.force.as_ref()) {
        Some((here, there)) => deviation(here, there),
        None => match differences::branched(&parsed.contact, &read_back, pair)? {
            Some(departure) => return Err(LawError::table(departure)),
            None => differences::branch_difference(&parsed.contact.normal, &read_back.contact.normal),
        },
    };
    if keep == Preserve::ForceLaw {
        if deviation > KEPT {
            return Err(LawError::table(format!(
                "{} cannot reproduce this law to better than {deviation:.1e}: its parameter has too few digits here",
                to.name()
            )));
        }
        if deviation > EXACT {
            warnings.push(format!("the parameter of {} reproduces the force to {deviation:.1e} only", to.name()));
        }
    }
    warnings.extend([own, other].into_iter().flatten());
    warnings.extend(parsed.notes.iter().cloned());
    warnings.extend(notes);
    let (along, back_along) = (parsed.contact.shear(pair)?, read_back.contact.shear(pair)?);
    warnings.extend(tangential::lost(along.as_ref(), back_along.as_ref(), read_back.contract.system));
    warnings.extend(read_back.notes.iter().cloned());
    // What one code does beside its force, and the other does not.
    let alone = |one: &Parsed, other: &Parsed| -> Vec<String> {
        one.departures().filter(|&line| other.departures().all(|there| there != line)).cloned().collect()
    };
    warnings.extend(alone(&parsed, &read_back));
    warnings.extend(alone(&read_back, &parsed));
    let differences = parsed.contract.differences(&read_back.contract);
    Ok(Conversion { from: here, to: there, deviation, holds_between, differences, warnings })
}

/// One side, with the modulus that a code with one for both bodies needs beside unlike ones, and what is to be known of it.
fn complete_side((system, reading): (&Code, Reading), params: Parameters, pair: &Pair) -> Result<Given, LawError> {
    let (side, parsed) = ConvertedSide::of((system, reading), params, pair)?;
    let given = (system.material)(&side.params).is_none_or(|[young, _]| side.params.numbers.get(young).is_some());
    if given || !system.one_modulus(pair) {
        return Ok((side, parsed, None));
    }
    // Laws with adhesion are Hertzian.
    let exponent = side.force.map_or(1.5, |force| force.alpha);
    let Some(material) = of_pair(system, pair, exponent, &side.params).filter(|material| material.note.is_some())
    else {
        return Ok((side, parsed, None));
    };
    let note = material.note.as_ref().map(|note| format!("{}: {note}", side.system));
    let (side, parsed) = ConvertedSide::of((system, reading), complete(side.params, system, Some(&material)), pair)?;
    Ok((side, parsed, note))
}

/// A contact with the same spring and restitution, and an end of contact that `to` has.
#[allow(clippy::type_complexity, reason = "used once, two lines above")]
fn same_restitution(
    contact: &Contact,
    force: &PowerForce,
    pair: &Pair,
    at_speed: Option<f64>,
    (to, reading): (&Code, Reading),
) -> Result<(Contact, Option<[f64; 2]>, Vec<String>), LawError> {
    let (e, holds) = match (achieved(force, pair.m_star), at_speed) {
        (Some(e), _) => (e, None),
        (None, Some(v)) => speed_dependent(force, pair, v)?,
        (None, None) => {
            return Err(LawError::table(
                "the restitution of this law depends on speed: choose the speed at which to keep it",
            )
            .help("give the impact speed"));
        }
    };
    if e <= 0.0 {
        return Err(LawError::table("these bodies never separate: there is no restitution to keep"));
    }
    if e > 1.0 {
        return Err(LawError::table(format!(
            "this contact adds energy, restitution {e}: there is no restitution to keep"
        )));
    }
    let (candidate, _, other_end) = with_restitution(contact, e, (to, reading), pair)?;
    let part = holds.map(|bounds| {
        let [low, high] = inward(bounds, 4);
        format!(
            "the restitution of one of them depends on speed, that of the other does not: they agree within 1 % from {low:.3e} to {high:.3e} m/s"
        )
    });
    Ok((candidate, holds, other_end.into_iter().chain(part).collect()))
}

/// The spring of a contact with restitution `e` and an end of contact that a system has, its own if it can be; the parameters
/// for it; and a line where the end is another.
///
/// # Errors
/// Why the system has none of them, with an end that it has where there is one.
pub(super) fn with_restitution(
    contact: &Contact,
    e: f64,
    (system, reading): (&Code, Reading),
    pair: &Pair,
) -> Result<(Contact, Rendered, Option<String>), LawError> {
    let mut refusals = Vec::new();
    for ends in [contact.ends, Ends::ForceClamped, Ends::ZeroOverlap] {
        let candidate = Contact { damping: Damping::Tsuji(Tsuji(Strength::Restitution(e))), ends, ..contact.clone() };
        match system.render(&candidate, reading, pair) {
            Ok(rendered) => {
                let other_end = (ends != contact.ends).then(|| {
                    format!(
                        "the end of contact changes from {} to {}: same restitution, another force, duration and shear",
                        contact.ends.word(),
                        ends.word()
                    )
                });
                return Ok((candidate, rendered, other_end));
            }
            Err(refusal) => refusals.push(refusal),
        }
    }
    // Of another end the advice is to keep the restitution, which is what failed.
    let advised = |refusal: &LawError| refusal.help.iter().any(|help| help == KEEP_RESTITUTION);
    let own = refusals.iter().position(|refusal| !advised(refusal));
    let refusal = refusals.swap_remove(own.unwrap_or(0));
    Err(LawError { help: refusal.help.into_iter().filter(|help| help != KEEP_RESTITUTION).collect(), ..refusal })
}

/// Restitution of a force at one speed, and the speeds at which it is within [`TOLERANCE`] of that.
fn speed_dependent(force: &PowerForce, pair: &Pair, v: f64) -> Result<(f64, Option<[f64; 2]>), LawError> {
    let unknown = |error: CollisionError| LawError::table(format!("no restitution found at {v} m/s: {error}"));
    let e = restitution(force, pair.m_star, v, SEARCH).map_err(unknown)?;
    let holds = speeds_within(force, pair, v, TOLERANCE).map_err(unknown)?;
    Ok((e, Some(holds)))
}

/// The speeds, m/s, around `v` between which the restitution of a force stays within `tolerance`, relative, of what it is
/// at `v`; 0 or infinity where it does not leave that within 30 powers of ten.
///
/// # Errors
/// When a collision on the way cannot be computed.
pub fn speeds_within(force: &PowerForce, pair: &Pair, v: f64, tolerance: f64) -> Result<[f64; 2], CollisionError> {
    let at = |v: f64| restitution(force, pair.m_star, v, SEARCH);
    let e = at(v)?;
    let mut holds = [v; 2];
    for (end, stretch) in holds.iter_mut().zip([0.5, 2.0]) {
        *end = reach(|v| Ok((at(v)? / e - 1.0).abs() - tolerance), v, stretch, tolerance)?;
    }
    Ok(holds)
}

/// The nearest speed beyond `v`, in the direction of `stretch`, where `excess` crosses zero; 0 or infinity when it does
/// not within 30 powers of ten.
fn reach(
    mut excess: impl FnMut(f64) -> Result<f64, CollisionError>,
    v: f64,
    stretch: f64,
    tolerance: f64,
) -> Result<f64, CollisionError> {
    let (mut a, mut fa) = (v, -tolerance);
    for _ in 0..100 {
        let b = a * stretch;
        let fb = excess(b)?;
        if fb >= 0.0 {
            return root(excess, Bracket { a, fa, b, fb }, 1e-9 * b);
        }
        (a, fa) = (b, fb);
    }
    Ok(if stretch > 1.0 { f64::INFINITY } else { 0.0 })
}

fn deviation(one: &PowerForce, two: &PowerForce) -> f64 {
    if one.alpha != two.alpha || (one.C != 0.0 && one.beta != two.beta) || one.reference_gap != two.reference_gap {
        return f64::INFINITY;
    }
    relative_difference(one.K, two.K).max(relative_difference(one.C, two.C))
}
