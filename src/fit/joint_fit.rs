//! Joint fits of several experiments, each with its own scatter and its own information on the unknowns.

use nalgebra::{DMatrix, DVector};

use super::best_fit::{BestFit, ExperimentErrors, GroupScatter, State};
use super::problem::{Problem, Scatter};
use super::weights::Weights;
use super::{fisher, units};

/// Smallest relative eigenvalue of the scaled normal matrix of a combination that an experiment determines.
const DETERMINED: f64 = 1e-8;

/// Indices of the data of each experiment.
pub fn places(problem: &Problem) -> Vec<Vec<usize>> {
    let count = problem.data.iter().map(|datum| datum.part + 1).max().unwrap_or(0);
    let of = |part| {
        let of_it = problem.data.iter().enumerate().filter(move |(_, datum)| datum.part == part);
        of_it.map(|(at, _)| at).collect()
    };
    (0..count).map(of).collect()
}

/// The problem of one experiment alone.
pub fn alone(problem: &Problem, places: &[usize]) -> Problem {
    let data: Vec<_> = places.iter().filter_map(|&at| problem.data.get(at).cloned()).collect();
    let one = data.windows(2).all(|pair| pair[0].quantity == pair[1].quantity && pair[0].scatters == pair[1].scatters);
    let one = one && !data.iter().any(|datum| datum.apart);
    let scatter = if one { Scatter::BetweenGroups } else { Scatter::BetweenDrops };
    let part = data.first().map(|datum| datum.part);
    let stuck = problem.stuck.iter().filter(|row| Some(row.part) == part).copied().collect();
    Problem { data, stuck, scatter }
}

/// The derivatives along the combinations of unknowns that an experiment determines.
fn determined(weights: &Weights, slopes: &DMatrix<f64>) -> DMatrix<f64> {
    let columns = slopes.column_iter().map(|column| weights.whiten(column.clone_owned().as_slice()));
    let white: Vec<DVector<f64>> = columns.map(DVector::from_vec).collect();
    let p = white.len();
    // All are at their bounds.
    if p == 0 {
        return slopes.clone();
    }
    let normal = DMatrix::from_fn(p, p, |i, j| white[i].dot(&white[j]));
    let eigen = normal.symmetric_eigen();
    let most = eigen.eigenvalues.max();
    let kept: Vec<usize> = (0..p).filter(|&k| eigen.eigenvalues[k] > DETERMINED * most).collect();
    slopes * eigen.eigenvectors.select_columns(&kept)
}

/// Scatter and groups of each experiment, from its own data alone: that experiments disagree makes none of them larger.
///
/// The variance of each is estimated, so that the best weights are not known: `1 + 4 sum w_i (1 - w_i)/nu_i` times that of known
/// weights (Meier 1953, Biometrics 9, 59), with `w_i` the share of an experiment in an unknown and `nu_i` its degrees of freedom;
/// `1/nu = sum w_i^2/nu_i` of the whole (Satterthwaite 1946). Of several unknowns the least favourable counts. Inputs that the
/// readings of an experiment share, a zero, a clock, take from its weight; what they bring to the result is in the budget.
pub(super) fn between_experiments(
    problem: &Problem,
    weights: &Weights,
    r: &[f64],
    jacobian: &DMatrix<f64>,
) -> Option<(Vec<f64>, GroupScatter)> {
    let all_groups = problem.groups();
    let (mut scatter, mut inflation) = (vec![0.0; weights.scatter.len()], vec![1.0; weights.groups]);
    let mut parts = Vec::new();
    let places = places(problem);
    for of in &places {
        let own = alone(problem, of);
        let r: Vec<f64> = of.iter().filter_map(|&at| r.get(at).copied()).collect();
        let predicted: Vec<f64> = own.data.iter().zip(&r).map(|(datum, r)| datum.value - r).collect();
        let stated = Weights::at(&own, &predicted).ok()?;
        let slopes = determined(&stated, &jacobian.select_rows(of));
        let spare = own.scattering().saturating_sub(slopes.ncols());
        let mut part = ExperimentErrors { sigma: 0.0, dof: f64::INFINITY, lack: None, inputs: 1.0 };
        let mut weighed = stated.clone();
        let found = if spare == 0 {
            stated.scatter
        } else if own.scatter == Scatter::BetweenGroups {
            let (found, between) = units::between_units(&own, &stated, &r, &slopes)?;
            weighed.inflation = between.inflation.iter().map(|grow| grow * between.scale * between.scale).collect();
            part = ExperimentErrors { sigma: between.sigma, dof: between.dof, lack: between.lack, ..part };
            found
        } else {
            part.dof = spare as f64;
            stated.likeliest(&r, &slopes)
        };
        weighed.set(found.clone());
        part.inputs = 1.0 + of_inputs(&own, &weighed, &slopes)?;
        for (group, grow) in own.groups().iter().zip(&weighed.inflation) {
            *inflation.get_mut(all_groups.binary_search(group).ok()?)? = grow * part.inputs;
        }
        for datum in &own.data {
            scatter[datum.quantity] = found.get(datum.quantity).copied().unwrap_or(0.0);
        }
        parts.push(part);
    }
    let mut weighed = weights.clone();
    weighed.inflation.clone_from(&inflation);
    weighed.set(scatter.clone());
    let determined = information(problem, &weighed, jacobian, parts.len());
    let (mut scale, mut dof) = (0.0f64, f64::INFINITY);
    if let Some(whole) =
        determined.iter().fold(DMatrix::zeros(jacobian.ncols(), jacobian.ncols()), |a, b| a + b).cholesky()
    {
        let inverse = whole.inverse();
        for k in 0..jacobian.ncols() {
            let shares = determined.iter().map(|own| (&inverse * own * &inverse)[(k, k)] / inverse[(k, k)]);
            let (mut data, mut squares, mut unsure) = (0.0, 0.0, 0.0);
            for (w, part) in shares.zip(&parts) {
                let own = w / part.inputs;
                data += own;
                squares += own * own / part.dof;
                unsure += 4.0 * w * (1.0 - w) / part.dof;
            }
            dof = dof.min(data * data / squares);
            scale = scale.max((data * (1.0 + unsure)).sqrt());
        }
    }
    let scale = if scale > 0.0 { scale } else { 1.0 };
    let groups = all_groups.len();
    Some((
        scatter,
        GroupScatter {
            groups,
            sigma: 0.0,
            scale,
            dof,
            too_regular: false,
            weighed: false,
            lack: None,
            inflation,
            parts,
        },
    ))
}

/// Variance from the inputs over that from the data, averaged over the combinations an experiment determines.
fn of_inputs(problem: &Problem, weights: &Weights, slopes: &DMatrix<f64>) -> Option<f64> {
    let information = information(problem, weights, slopes, 1).pop()?.cholesky()?;
    let inputs = problem.data.first().map_or(0, |datum| datum.shared.len());
    let of = |input: usize| {
        let shifts: Vec<f64> =
            problem.data.iter().map(|datum| datum.shared.get(input).copied().unwrap_or(0.0)).collect();
        let mut score = DVector::zeros(slopes.ncols());
        for block in &weights.blocks {
            score += slopes.select_rows(&block.rows).tr_mul(&block.weigh(&shifts));
        }
        score.dot(&information.solve(&score))
    };
    Some((0..inputs).map(of).sum::<f64>() / slopes.ncols().max(1) as f64)
}

/// `J^T V^-1 J` of each experiment; of all data where there is one.
fn information(problem: &Problem, weights: &Weights, jacobian: &DMatrix<f64>, parts: usize) -> Vec<DMatrix<f64>> {
    let p = jacobian.ncols();
    let mut determined = vec![DMatrix::zeros(p, p); parts];
    for block in &weights.blocks {
        let part = block.rows.first().and_then(|&row| problem.data.get(row)).map_or(0, |datum| datum.part);
        let slopes = jacobian.select_rows(&block.rows);
        for (j, column) in jacobian.column_iter().enumerate() {
            let weighed = block.weigh(column.clone_owned().as_slice());
            let (of, add) = (&mut determined[part.min(parts - 1)], slopes.tr_mul(&weighed));
            (0..p).for_each(|i| of[(i, j)] += add[i]);
        }
    }
    determined
}

/// Test of the agreement of experiments on common unknowns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Disagreement {
    pub F: f64,
    pub dof: [f64; 2],
    /// Probability of so large a ratio by chance.
    pub chance: f64,
}

/// What unknowns of its own for each experiment would take off the sum of squares, each input that readings share being one
/// for all of them and known as stated; `None` where no two experiments tell the same.
///
/// With estimated variances `T/c` is nearly Fisher's, with `c = f + 2 A - 6 A/(f + 2)`, `f` and `f (f + 2)/(3 A)` degrees of
/// freedom and `A = 1/2 sum_i [tr Q_i^2 + (tr Q_i)^2]/nu_i`, `Q_i = 1 - W^-1 W_i` (Johansen 1980, Biometrika 67, 85). Of two
/// experiments and one unknown this is Welch's t, of more Welch's analysis of variance (1951, Biometrika 38, 330).
///
/// # Errors
/// When the problem is not the one the estimate is of.
pub fn disagreement(problem: &Problem, estimate: &BestFit) -> Result<Option<Disagreement>, String> {
    let Some(between) = estimate.between.as_ref().filter(|between| between.parts.len() > 1) else { return Ok(None) };
    if estimate.at_bound.iter().any(|at| *at) {
        return Ok(None);
    }
    // Without what the inputs take from the weights: they take part themselves.
    let mut weights = Weights::of(problem, estimate)?;
    let groups = problem.groups();
    for datum in &problem.data {
        if let Ok(group) = groups.binary_search(&datum.group)
            && let (Some(grow), Some(part)) = (weights.inflation.get_mut(group), between.parts.get(datum.part))
            && let Some(all) = between.inflation.get(group)
        {
            *grow = all / part.inputs;
        }
    }
    weights.set(estimate.scatter.clone());
    let State { jacobian, .. } = &estimate.state;
    let (p, parts) = (jacobian.ncols(), between.parts.len());
    let inputs = problem.data.first().map_or(0, |datum| datum.shared.len());
    let white = |of: &dyn Fn(usize) -> f64| weights.whitened(&(0..problem.data.len()).map(of).collect::<Vec<_>>());
    let slopes: Vec<Vec<f64>> = (0..p).map(|k| white(&|row| jacobian[(row, k)])).collect();
    let shared = |z: usize| white(&|row| problem.data[row].shared.get(z).copied().unwrap_or(0.0));
    let shared: Vec<Vec<f64>> = (0..inputs).map(shared).collect();
    let r = white(&|row| estimate.residuals.get(row).copied().unwrap_or(f64::NAN));
    // Unknowns of one fit, or of each experiment.
    let least = |apart: bool| {
        let own = if apart { p * parts } else { p };
        let columns = own + inputs;
        let (mut normal, mut score) = (DMatrix::zeros(columns, columns), DVector::zeros(columns));
        for (row, datum) in problem.data.iter().enumerate() {
            let first = if apart { p * datum.part } else { 0 };
            let places = (0..p).map(|k| (first + k, slopes[k][row]));
            let places: Vec<_> = places.chain((0..inputs).map(|z| (own + z, shared[z][row]))).collect();
            for &(i, x) in &places {
                score[i] += x * r[row];
                places.iter().for_each(|&(j, y)| normal[(i, j)] += x * y);
            }
        }
        (own..columns).for_each(|z| normal[(z, z)] += 1.0);
        taken(&normal, &score)
    };
    let ((apart, rank_apart), (together, rank)) = (least(true), least(false));
    let f = rank_apart as f64 - rank as f64;
    if f < 1.0 {
        return Ok(None);
    }
    let determined = information(problem, &weights, jacobian, parts);
    let whole = determined.iter().fold(DMatrix::zeros(p, p), |a, b| a + b).cholesky();
    let inverse = whole.ok_or("the data do not determine the unknowns")?.inverse();
    let part = |(own, part): (&DMatrix<f64>, &ExperimentErrors)| {
        let share = &inverse * own;
        let rank = taken(own, &DVector::zeros(p)).1 as f64;
        let (left, squares) = (rank - share.trace(), rank - 2.0 * share.trace() + (&share * &share).trace());
        0.5 * (squares + left * left) / part.dof
    };
    let A: f64 = determined.iter().zip(&between.parts).map(part).sum();
    let F = (apart - together).max(0.0) / (f + 2.0 * A - 6.0 * A / (f + 2.0));
    // Without estimated variances the second is infinite, and Fisher's is chi-square.
    let dof = [f, (f * (f + 2.0) / (3.0 * A)).min(1e6)];
    Ok(Some(Disagreement { F, dof, chance: fisher::above(F, dof[0], dof[1]) }))
}

/// `b^T M^+ b` and the rank of `M`, whose columns are scaled first.
fn taken(normal: &DMatrix<f64>, score: &DVector<f64>) -> (f64, usize) {
    let scale = normal.diagonal().map(|of| if of > 0.0 { of.sqrt().recip() } else { 0.0 });
    let scaled = DMatrix::from_fn(normal.nrows(), normal.ncols(), |i, j| normal[(i, j)] * scale[i] * scale[j]);
    let eigen = scaled.symmetric_eigen();
    let (most, along) = (eigen.eigenvalues.max(), eigen.eigenvectors.tr_mul(&score.component_mul(&scale)));
    let kept = || (0..along.len()).filter(|&k| eigen.eigenvalues[k] > DETERMINED * most);
    (kept().map(|k| along[k] * along[k] / eigen.eigenvalues[k]).sum(), kept().count())
}
