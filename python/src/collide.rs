//! Collisions of many scenes that differ in numbers, in arrays.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::Arc;
use std::thread::available_parallelism;

use collisionbench::bench::{Observed, Variant};
use collisionbench::case::batch::{Batch, Replaced};
use collisionbench::collide::estimate::Estimate;
use collisionbench::collide::observe::{Observable, observe};
use collisionbench::collide::trajectory::{Sample, ShearSample};
use collisionbench::collide::{CollisionError, Solution, collide as solve, restitutions};
use collisionbench::error::{Error, SourceFile};
use collisionbench::halt;
use collisionbench::law::scene::Scene;
use collisionbench::number::rounded;
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use crate::call::{exception, interruptible};

/// Significant digits of an uncertainty, as every record has them.
const UNCERTAIN: usize = 3;

/// Relative tolerance of a restitution that is computed alone.
const TOLERANCE: f64 = 1e-12;

/// Collisions for which another thread is worth starting.
const FOR_A_THREAD: usize = 16;

/// What is known of a collision: `value` and `uncertainty`; of a scheme, whose value is that of the worst onset phase, the `mean` over the phases
/// too, and what is `exact`.
const TABLES: [&str; 4] = ["value", "uncertainty", "mean", "exact"];
const VALUE: usize = 0;
const UNCERTAINTY: usize = 1;
const MEAN: usize = 2;
const EXACT: usize = 3;

/// The numbers of one collision, each with its table.
type Numbers = Vec<(usize, Observable, f64)>;

/// An array an observable, by table.
type Arrays<'py> = BTreeMap<&'static str, BTreeMap<&'static str, Bound<'py, PyArray1<f64>>>>;

fn read(text: String) -> Result<Batch, Error> {
    Batch::read(&Arc::new(SourceFile { name: "collide".to_string(), text }))
}

fn replaced(batch: &Batch, paths: &[String]) -> Result<Vec<Replaced>, Error> {
    Error::all(paths.iter().map(|path| batch.replaced(path)))
}

/// Collides the bodies of a case once for each element of the columns, which replace the numbers under the paths. Returns the arrays and the
/// elements without a result, each with the reason.
#[pyfunction]
pub(crate) fn collide<'py>(
    py: Python<'py>,
    text: String,
    paths: Vec<String>,
    columns: Vec<PyReadonlyArray1<'py, f64>>,
    count: usize,
    threads: Option<NonZero<usize>>,
) -> PyResult<(Arrays<'py>, Vec<(usize, String)>)> {
    let columns: Vec<Vec<f64>> = columns.iter().map(|column| column.as_array().iter().copied().collect()).collect();
    let rows = interruptible(py, || rows(text, &paths, &columns, count, threads))?;
    let rows = rows.map_err(|error| exception(py, &error))?;
    let mut tables: [Vec<Option<Vec<f64>>>; TABLES.len()] = Default::default();
    tables.iter_mut().for_each(|table| table.resize(Observable::ALL.len(), None));
    let mut problems = Vec::new();
    for (index, row) in rows.into_iter().enumerate() {
        match row {
            Ok(numbers) => {
                for (table, observable, value) in numbers {
                    let column = &mut tables[table][observable as usize];
                    column.get_or_insert_with(|| vec![f64::NAN; count])[index] = value;
                }
            }
            Err(why) => problems.push((index, why)),
        }
    }
    let arrays = |table: Vec<Option<Vec<f64>>>| {
        let columns = Observable::ALL.iter().zip(table);
        let known =
            columns.filter_map(|(observable, column)| Some((observable.word(), PyArray1::from_vec(py, column?))));
        known.collect::<BTreeMap<_, _>>()
    };
    let tables = TABLES.into_iter().zip(tables.map(arrays)).collect();
    Ok((tables, problems))
}

fn rows(
    text: String,
    paths: &[String],
    columns: &[Vec<f64>],
    count: usize,
    threads: Option<NonZero<usize>>,
) -> Result<Vec<Result<Numbers, String>>, Error> {
    let batch = read(text)?;
    let replaced = replaced(&batch, paths)?;
    let row = |index: usize| {
        if halt::is_asked() {
            return Err(String::new());
        }
        let given: Vec<(Replaced, f64)> = replaced.iter().copied().zip(columns.iter().map(|c| c[index])).collect();
        let scene = batch.scene(&given).map_err(|error| error.to_string())?;
        let solution = solve(&scene, batch.how()).map_err(|error| error.to_string())?;
        numbers(&scene, solution)
    };
    let most = threads.or(available_parallelism().ok()).map_or(1, NonZero::get);
    let threads = most.min(count.div_ceil(FOR_A_THREAD));
    if threads < 2 {
        return Ok((0..count).map(row).collect());
    }
    let own = halt::own();
    let pool = ThreadPoolBuilder::new().num_threads(threads).start_handler(move |_| halt::heed(own.clone())).build();
    let pool = pool.map_err(|error| Error::wrong(format!("failed to start threads: {error}")))?;
    Ok(pool.install(|| (0..count).into_par_iter().map(row).collect()))
}

/// The numbers of one collision, as a record of the command line has them.
fn numbers(scene: &Scene, solution: Solution) -> Result<Numbers, String> {
    let mut numbers = Numbers::new();
    if let Solution::Exact(trajectory) = &solution {
        for (observable, estimate) in observe(scene, &trajectory.collision(scene)) {
            enter(&mut numbers, observable, estimate);
        }
        return Ok(numbers);
    }
    let observed = Observed::new(scene, solution);
    let Some(variant) = observed.variants.first() else { return Err("no solver gave a number".to_string()) };
    if let Some(why) = &variant.lost {
        return Err(why.clone());
    }
    numbers.extend(observed.exact.iter().map(|(observable, exact)| (EXACT, *observable, known(exact.value))));
    for observable in variant.observables() {
        let exact = observed.exactly(observable).map_or(f64::NAN, |estimate| estimate.value);
        if let Some(worst) = variant.worst(observable, exact) {
            enter(&mut numbers, observable, worst);
        }
        numbers.extend(variant.mean(observable).map(|mean| (MEAN, observable, known(mean))));
    }
    Ok(numbers)
}

fn enter(numbers: &mut Numbers, observable: Observable, estimate: Estimate) {
    let uncertainty = known(estimate.uncertainty);
    let uncertainty = if uncertainty.is_nan() { uncertainty } else { rounded(uncertainty, UNCERTAIN) };
    numbers.extend([(VALUE, observable, known(estimate.value)), (UNCERTAINTY, observable, uncertainty)]);
}

/// A number that is not finite is unknown.
fn known(value: f64) -> f64 {
    if value.is_finite() { value } else { f64::NAN }
}

/// The restitution of a law without memory at each of these speeds (m/s), head-on, and the speeds without one, each with the reason.
#[pyfunction]
pub(crate) fn restitution<'py>(
    py: Python<'py>,
    text: String,
    speeds: PyReadonlyArray1<'py, f64>,
) -> PyResult<(Bound<'py, PyArray1<f64>>, Vec<(usize, String)>)> {
    let speeds: Vec<f64> = speeds.as_array().iter().copied().collect();
    let found = interruptible(py, || over_speeds(text, &speeds))?.map_err(|error| exception(py, &error))?;
    let problem = |(index, e): (usize, &Result<f64, CollisionError>)| Some((index, e.as_ref().err()?.to_string()));
    let problems = found.iter().enumerate().filter_map(problem).collect();
    Ok((PyArray1::from_iter(py, found.into_iter().map(|e| e.unwrap_or(f64::NAN))), problems))
}

fn over_speeds(text: String, speeds: &[f64]) -> Result<Vec<Result<f64, CollisionError>>, Error> {
    let batch = read(text)?;
    let speed = batch.replaced("impact.speed")?;
    let [scene, other] = [batch.scene(&[(speed, 1.0)])?, batch.scene(&[(speed, 2.0)])?];
    let [law, faster] = [&scene, &other].map(Scene::power);
    let (law, faster) = (law.map_err(refused)?, faster.map_err(refused)?);
    if !scene.kinematics.is_head_on() {
        return Err(refused("a body spins"));
    }
    if law != faster {
        return Err(refused("the dashpot of this law depends on the speed of the impact"));
    }
    Ok(restitutions(&law, scene.pair.m_star, speeds, TOLERANCE))
}

fn refused(why: impl ToString) -> Error {
    Error::with_help(why.to_string(), "collide(...).restitution has it")
}

/// The time series of one collision; of a scheme that of its worst onset phase.
#[pyfunction]
pub(crate) fn trajectory<'py>(
    py: Python<'py>,
    text: String,
    paths: Vec<String>,
    values: Vec<f64>,
) -> PyResult<Bound<'py, PyDict>> {
    let computed = interruptible(py, || course(text, &paths, &values))?;
    let Variant { course, shear, .. } = computed.map_err(|error| exception(py, &error))?;
    let series = PyDict::new(py);
    let normal = |of: fn(&Sample) -> f64| PyArray1::from_iter(py, course.iter().map(of));
    series.set_item("time", normal(|sample| sample.time))?;
    series.set_item("overlap", normal(|sample| sample.overlap))?;
    series.set_item("speed", normal(|sample| sample.speed))?;
    series.set_item("force", normal(|sample| sample.force))?;
    series.set_item("force_elastic", normal(|sample| sample.force_elastic))?;
    if !shear.is_empty() {
        let tangential = |of: fn(&ShearSample) -> f64| PyArray1::from_iter(py, shear.iter().map(of));
        series.set_item("tangential_time", tangential(|sample| sample.time))?;
        series.set_item("slip", tangential(|sample| sample.slip[0]))?;
        series.set_item("slip_b", tangential(|sample| sample.slip[1]))?;
        series.set_item("tangential_force", tangential(|sample| sample.force[0]))?;
        series.set_item("tangential_force_b", tangential(|sample| sample.force[1]))?;
        series.set_item("friction_limit", tangential(|sample| sample.limit))?;
        series.set_item("spin_1", tangential(|sample| sample.spin[0]))?;
        series.set_item("spin_2", tangential(|sample| sample.spin[1]))?;
        series.set_item("sliding", PyArray1::from_iter(py, shear.iter().map(|sample| sample.sliding)))?;
    }
    Ok(series)
}

fn course(text: String, paths: &[String], values: &[f64]) -> Result<Variant, Error> {
    let batch = read(text)?;
    let given: Vec<(Replaced, f64)> = replaced(&batch, paths)?.into_iter().zip(values.iter().copied()).collect();
    let scene = batch.scene(&given)?;
    let solution = solve(&scene, batch.how()).map_err(|error| Error::wrong(error.to_string()))?;
    let variant = Observed::new(&scene, solution).variants.into_iter().next();
    variant.ok_or_else(|| Error::wrong("no solver gave a number"))
}
