//! All checks of a law together, and what comes of them.

use serde::Serialize;

use super::grade::{Grade, Trial, Verdict};
use super::{Failure, ForceFunction, Side, conventions, impact};
use crate::law::scene::Scene;

/// A law with its checks: what is printed, and the object of `--json`.
#[derive(Debug, Serialize)]
pub struct Judged {
    /// Where it is from; empty for a function that was not loaded.
    pub library: String,
    pub law: String,
    /// Names and values.
    pub parameters: Vec<(String, f64)>,
    pub claims: Option<String>,
    /// How many checks found a fault.
    pub faults: usize,
    pub checks: Vec<Check>,
}

/// One check as it is printed.
#[derive(Debug, Serialize)]
pub struct Check {
    pub check: &'static str,
    pub verdict: &'static str,
    pub says: String,
}

impl Check {
    fn of(grade: Grade) -> Self {
        Self { check: grade.check, verdict: grade.verdict.word(), says: grade.says }
    }
}

/// A law with all its checks.
///
/// # Errors
/// When the function crashed or hung.
pub fn judged(law: &mut dyn ForceFunction, claim: &[Scene]) -> Result<Judged, Failure> {
    let grades = judge(law, claim)?;
    let description = law.description();
    Ok(Judged {
        library: String::new(),
        law: description.name.clone(),
        parameters: description.parameters.iter().map(|p| (p.name.clone(), p.value)).collect(),
        claims: None,
        faults: grades.iter().filter(|grade| grade.verdict == Verdict::Fault).count(),
        checks: grades.into_iter().map(Check::of).collect(),
    })
}

/// All checks of a law: of the function alone, against its claim for each scene of it, and in whole collisions.
fn judge(law: &mut dyn ForceFunction, claim: &[Scene]) -> Result<Vec<Grade>, Failure> {
    let pairs = match claim {
        [] => plain_pairs(),
        scenes => scenes.iter().map(|scene| scene.bodies.each_ref().map(Side::of)).collect(),
    };
    let mut trial = Trial { function: law, pairs, precision: 1e-10 };
    let mut grades = trial.grades()?;
    let whole = !grades.iter().any(|grade| grade.check == "sign" && grade.verdict == Verdict::Fault)
        && !grades.iter().any(|grade| grade.check == "finite" && grade.verdict == Verdict::Fault);
    if whole && !claim.is_empty() {
        grades.extend(conventions::against(&mut trial, claim)?);
        let precision = trial.precision;
        grades.extend(impact::collisions(law, &claim[0], precision)?);
    }
    let printed = law.printed()?;
    if !printed.is_empty() {
        let first = printed.lines().next().unwrap_or_default();
        let says = format!("the law prints to standard output, which belongs to the program that calls it: {first:?}");
        grades.push(Grade::new("silence", Verdict::Fault, says));
    }
    Ok(grades)
}

/// Two unlike spheres, two like ones, a sphere and a wall.
fn plain_pairs() -> Vec<[Side; 2]> {
    let side = |radius: f64, density: f64, young_modulus: f64, poisson_ratio: f64| Side {
        radius,
        mass: density * 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3),
        young_modulus,
        poisson_ratio,
    };
    let (glass, steel) = (side(2e-3, 2500.0, 70e9, 0.22), side(3e-3, 7800.0, 210e9, 0.3));
    let wall = Side { radius: f64::INFINITY, mass: f64::INFINITY, ..steel };
    vec![[glass, steel], [glass, glass], [glass, wall]]
}
