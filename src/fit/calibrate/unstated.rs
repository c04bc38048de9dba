//! What the case does not state and its numbers show: two clusters of restitutions, readings that scatter far less than is stated of them,
//! and a ball so light that drag alone takes a part of the restitution.

use super::FittedLaw;
use super::rows::data;
use crate::case::experiment::{DENSITY, DRAG_FACTOR, HEIGHT_SIGMA, REBOUND_SIGMA, TIME_SIGMA, VISCOSITY};
use crate::case::{Calibration, StatedQuantity};
use crate::fit::drop_impacts::Reduction;
use crate::fit::problem::{Datum, Target};
use crate::fit::spread::Birge;
use crate::fit::statistics::chi2;
use crate::number::{counted, significant};
use crate::units::Dimension;

/// Fewest units that are looked at for two clusters, and the part of them that a cluster has at least.
const FEWEST: usize = 10;
const PART: usize = 5;
/// Gap, in standard deviations of both clusters, times the number of units, that chance leaves in less than 1 % of tables: of normal,
/// uniform, exponential and Student's scatter of three degrees of freedom, 1000 tables each of 10 to 60 units (tests/fit/verdicts.rs).
const GAP: f64 = 60.0;
/// Least such gap of many units, whose scatter is not quite of one shape.
const LEAST_GAP: f64 = 0.5;

/// The restitution of an independent unit: what is left of it about the others of its height or speed, and the step it was read in.
struct Unit {
    speed: f64,
    value: f64,
    residual: f64,
    step: f64,
}

/// That restitutions lie in two clusters; `None` where they do not, or a column says which is which.
pub(super) fn clusters(calibration: &Calibration, found: &FittedLaw<'_>) -> Option<String> {
    if found.data.targets != [Target::Restitution] || calibration.experiment.groups.is_some() {
        return None;
    }
    let mut units = units(found);
    if units.len() < FEWEST {
        return None;
    }
    about_their_speed(&mut units);
    units.sort_by(|a, b| a.residual.total_cmp(&b.residual));
    let (lower, gap) = gap(&units)?;
    if gap <= (GAP / units.len() as f64).max(LEAST_GAP) {
        return None;
    }
    let (low, high) = units.split_at(lower);
    let mean = |of: &[Unit]| of.iter().map(|unit| unit.value).sum::<f64>() / of.len() as f64;
    Some(format!(
        "the restitutions lie in two clusters, {} about {} and {} about {}, {} standard deviations apart at their nearest, which one cluster \
         shows in less than 1 % of tables: two balls or two surfaces in one table do that. Name them in a column and fit each on its own with \
         `group_by`; the value is valid for neither",
        low.len(),
        significant(mean(low), 3),
        high.len(),
        significant(mean(high), 3),
        significant(gap, 2)
    ))
}

/// Drops, each the mean of its impacts; impacts where each is a unit.
fn units(found: &FittedLaw<'_>) -> Vec<Unit> {
    let data = &found.data.problem.data;
    let apart = data.iter().any(|datum| datum.apart);
    let mut order: Vec<usize> = (0..data.len()).collect();
    let unit = |at: usize| if apart { at } else { data[at].drop };
    order.sort_by_key(|at| unit(*at));
    let of = |impacts: &[usize]| {
        let mean = |part: &dyn Fn(usize) -> f64| impacts.iter().map(|at| part(*at)).sum::<f64>() / impacts.len() as f64;
        Unit {
            speed: data[impacts[0]].speed,
            value: mean(&|at| data[at].value),
            residual: mean(&|at| found.estimate.residuals[at]),
            step: mean(&|at| step(found, at)) / (impacts.len() as f64).sqrt(),
        }
    };
    order.chunk_by(|a, b| unit(*a) == unit(*b)).map(of).collect()
}

/// What the last digit of a reading is of its restitution.
fn step(found: &FittedLaw<'_>, datum: usize) -> f64 {
    let measurement = &found.data.measurements[found.data.used[datum]];
    let (reading, power) =
        measurement.rebound.map_or((measurement.value, 1.0), |of| (of.measured, if of.timed { 1.0 } else { 0.5 }));
    let digit = |places: i32| 10f64.powi(-places);
    let whole = |places: &i32| (reading / digit(*places) - (reading / digit(*places)).round()).abs() < 1e-6;
    let last = (0..9).find(whole).map_or(0.0, digit);
    power * measurement.value * last / reading
}

/// Takes out of the residuals what goes with speed: the mean of each height where heights are repeated, else a parabola over `ln v`.
fn about_their_speed(units: &mut [Unit]) {
    units.sort_by(|a, b| a.speed.total_cmp(&b.speed));
    let near = |a: &Unit, b: &Unit| b.speed <= 1.02 * a.speed;
    let heights = units.chunk_by(near).count();
    if 4 * heights <= units.len() {
        for of in units.chunk_by_mut(near) {
            let mean = of.iter().map(|unit| unit.residual).sum::<f64>() / of.len() as f64;
            of.iter_mut().for_each(|unit| unit.residual -= mean);
        }
        return;
    }
    let count = units.len() as f64;
    let mean = units.iter().map(|unit| libm::log(unit.speed)).sum::<f64>() / count;
    // Orthogonal powers, one after the other.
    let mut basis: Vec<Vec<f64>> = Vec::new();
    for power in 0..3 {
        let mut column: Vec<f64> = units.iter().map(|unit| (libm::log(unit.speed) - mean).powi(power)).collect();
        for other in &basis {
            let part = dot(&column, other);
            column.iter_mut().zip(other).for_each(|(x, y)| *x -= part * y);
        }
        let size = dot(&column, &column).sqrt();
        if size > 1e-6 {
            column.iter_mut().for_each(|x| *x /= size);
            basis.push(column);
        }
    }
    for column in basis {
        let part = dot(&column, &units.iter().map(|unit| unit.residual).collect::<Vec<_>>());
        units.iter_mut().zip(column).for_each(|(unit, x)| unit.residual -= part * x);
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// How many units lie below the largest gap, and the gap over the scatter of both sides together; each side has a fifth of the units, and
/// three, at least. A gap of one digit of a reading is none.
fn gap(units: &[Unit]) -> Option<(usize, f64)> {
    let few = units.len().div_ceil(PART).max(3);
    let square = |of: &[Unit]| {
        let mean = of.iter().map(|unit| unit.residual).sum::<f64>() / of.len() as f64;
        of.iter().map(|unit| (unit.residual - mean).powi(2) + unit.step * unit.step / 12.0).sum::<f64>()
    };
    let of = |lower: usize| {
        let (low, high) = units.split_at(lower);
        let (below, above) = (low.last()?, high.first()?);
        let open = above.residual - below.residual - below.step.max(above.step);
        let sigma = ((square(low) + square(high)) / (units.len() - 2) as f64).sqrt();
        Some((lower, open / sigma.max(1e-9 * below.value.abs())))
    };
    (few..=units.len() - few).filter_map(of).max_by(|a, b| a.1.total_cmp(&b.1))
}

/// Probability below which so little scatter is no chance, and degrees of freedom from which it is looked at.
const SMALL: f64 = 0.01;
const DOF: f64 = 4.0;

/// That readings scatter by far less than is stated of them, by the lower tail of chi-square; `None` where they do not.
///
/// Of drops with several numbers it is what is left of them about their drop. Of others it is what is left about the mean of their group,
/// which shares the setting of its height, or else about the law. Readings scatter by their last digit at least.
pub(super) fn too_exact(calibration: &Calibration, found: &FittedLaw<'_>, birge: Option<&Birge>) -> Option<String> {
    let (problem, estimate) = (&found.data.problem, &found.estimate);
    if found.data.targets.len() != 1 || found.data.unread.first() != Some(&false) {
        return None;
    }
    let own = |(at, datum): (usize, &Datum)| {
        let stated = datum.sigma_at(estimate.predicted[at]);
        (stated * stated - if problem.groups().len() < problem.drops().len() { datum.setting.powi(2) } else { 0.0 })
            .max(0.0)
    };
    let stated: Vec<f64> = problem.data.iter().enumerate().map(own).collect();
    let (square, dof) = match birge {
        Some(birge) => (birge.ratio * birge.ratio * birge.dof, birge.dof),
        None if problem.drops().len() == problem.data.len() => about_groups(found, &stated),
        None => return None,
    };
    let digits = |(at, stated): (usize, &f64)| step(found, at).powi(2) / 12.0 / stated;
    let rounded = stated.iter().enumerate().map(digits).sum::<f64>() / stated.len() as f64;
    let square = square + dof * rounded;
    if !(dof >= DOF && chi2::below(square, dof) < SMALL) {
        return None;
    }
    let sigma = (stated.iter().sum::<f64>() / stated.len() as f64).sqrt();
    let what = found.data.targets[0].word().replace('_', " ");
    let keys = [HEIGHT_SIGMA, REBOUND_SIGMA, TIME_SIGMA].map(|key| format!(".{}", key.name));
    let example = calibration.examples.iter().find(|example| keys.iter().any(|key| example.path.ends_with(key)));
    let why = match example {
        Some(example) => format!("{example} is an example, and probably too large"),
        None => "the stated one is probably too large, or the values were copied".to_string(),
    };
    Some(format!(
        "the readings scatter by {} of the {what}, and their stated uncertainty is {} of it: chance makes the scatter so small in less than \
         1 % of tables; {why}",
        significant(sigma * (square / dof).sqrt(), 2),
        significant(sigma, 2)
    ))
}

/// Squares of residuals over these variances, about the mean of each group of several drops, and their degrees of freedom.
fn about_groups(found: &FittedLaw<'_>, stated: &[f64]) -> (f64, f64) {
    let data = &found.data.problem.data;
    let residual = &found.estimate.residuals;
    if found.data.problem.groups().len() == data.len() {
        let square = residual.iter().zip(stated).map(|(r, variance)| r * r / variance).sum();
        return (square, data.len() as f64 - found.estimate.theta.len() as f64);
    }
    let mut order: Vec<usize> = (0..data.len()).collect();
    order.sort_by_key(|at| data[*at].group);
    let of = |group: &[usize]| {
        let weight: f64 = group.iter().map(|at| stated[*at].recip()).sum();
        let mean = group.iter().map(|at| residual[*at] / stated[*at]).sum::<f64>() / weight;
        let square: f64 = group.iter().map(|at| (residual[*at] - mean).powi(2) / stated[*at]).sum();
        (square, group.len() as f64 - 1.0)
    };
    let groups = order.chunk_by(|a, b| data[*a].group == data[*b].group);
    groups.map(of).fold((0.0, 0.0), |(a, b), (square, dof)| (a + square, b + dof))
}

/// The air of a room at 20 degrees C: kg/m3 and Pa s.
const AIR: [f64; 2] = [1.204, 18.2e-6];
/// Least effect of the drag on a restitution that is worth a question.
const DRAG: f64 = 0.01;

/// What drag alone does to the restitutions of a ball that is light for its size, where the case has no air: before anything is fitted, one
/// sentence for each experiment.
pub fn drag_alone(calibration: &Calibration) -> Vec<String> {
    let of = |alone: &Calibration| {
        let experiment = &alone.experiment;
        if !experiment.kind.flies() || experiment.air {
            return None;
        }
        let mut there = alone.clone();
        there.experiment.air = true;
        let keys = [
            (DENSITY, AIR[0], Dimension::Density),
            (VISCOSITY, AIR[1], Dimension::Viscosity),
            (DRAG_FACTOR, 1.0, Dimension::Number),
        ];
        for (key, value, dimension) in keys {
            let (text, origin) = (String::new(), experiment.origin.clone());
            there.experiment.set(&key, StatedQuantity { value, sigma: None, text, dimension, origin });
        }
        let start = alone.start();
        let [here, there] = [alone, &there].map(|of| data(of, &start, &[], &Reduction::PLAIN).ok());
        let (here, there) = (here?.problem.data, there?.problem.data);
        let moved = here.iter().zip(&there).map(|(here, there)| (there.value - here.value, here));
        let (most, at) = moved.clone().max_by(|a, b| a.0.abs().total_cmp(&b.0.abs()))?;
        let mean = moved.map(|(by, _)| by).sum::<f64>() / here.len() as f64;
        if most.abs() < DRAG || here.len() != there.len() {
            return None;
        }
        let body = &alone.nominal.bodies[0];
        let examples = if alone.examples_of_the_pair().next().is_some() { ", of which some are examples" } else { "" };
        let whose = if calibration.others.is_empty() { String::new() } else { format!("{}: ", experiment.name()) };
        Some(format!(
            "{whose}no `air`: drag alone takes {} of the restitution of a ball of {} g and {} mm radius{examples}, {} in the mean of {}, and is \
             counted as a loss of the contact ({} m/s: {} in place of {}). Write  air = {{ density = \"1.204 kg/m3\", viscosity = \"18.2 \
             uPa s\" }}  and  drag = \"sphere\"",
            significant(most, 2),
            significant(1e3 * body.mass, 3),
            significant(1e3 * body.radius(), 3),
            significant(mean, 2),
            counted(here.len(), "impact"),
            significant(at.speed, 2),
            significant(at.value, 3),
            significant(at.value + most, 3),
        ))
    };
    calibration.apart().iter().filter_map(of).collect()
}
