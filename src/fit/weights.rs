//! Covariance of the data: reading errors and scatter between drops, in blocks by drop.
//!
//! Data of one drop and one quantity form a block with covariance `V = S + s^2 1 1^T`: `S` of the stated errors and their
//! correlations, `s` the standard deviation by which whole drops differ. Blocks are independent of one another. Where an
//! error follows the value, it is taken at the prediction: taken at what was measured, what came out large by chance
//! would weigh more, or less, and the estimate would lean that way however many drops there are.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn, SymmetricEigen};

use super::best_fit::BestFit;
use super::problem::{Datum, Problem, Scatter};
use crate::numerics::halved;

/// Data of one drop and one quantity.
#[derive(Debug, Clone)]
pub(super) struct Block {
    /// Which independent unit: a drop, or a group of drops, counted in their order.
    pub cluster: usize,
    /// Which group of drops, counted in the order of [`Problem::groups`].
    pub group: usize,
    pub quantity: usize,
    /// Factor on the scatter of its quantity.
    pub scatters: f64,
    /// Whether each datum scatters by itself.
    pub apart: bool,
    /// Indices of its data in the problem.
    pub rows: Vec<usize>,
    /// Covariance of the stated errors.
    pub stated: DMatrix<f64>,
    /// Cholesky's factor of `V`.
    pub factor: Cholesky<f64, Dyn>,
}

impl Block {
    fn gather(&self, of: &[f64]) -> DVector<f64> {
        DVector::from_iterator(self.rows.len(), self.rows.iter().map(|&row| of.get(row).copied().unwrap_or(f64::NAN)))
    }

    /// `L^-1 r` of its part of `r`.
    pub fn whiten(&self, r: &[f64]) -> DVector<f64> {
        let mut part = self.gather(r);
        self.factor.l_dirty().solve_lower_triangular_mut(&mut part);
        part
    }

    /// Its part of `r` whitened by the stated errors alone, less what the whole drop has in common: the components of `w =
    /// L^-1 r` across `u = L^-1 1`, with `S = L L^T`. They are one fewer than the data, uncorrelated and of variance 1 where
    /// the errors are as stated. Householder's reflection that takes `u` to the first axis gives them.
    pub fn within(&self, r: &[f64]) -> DVector<f64> {
        let Some(stated) = self.stated.clone().cholesky() else { return DVector::zeros(0) };
        let (mut w, mut u) = (self.gather(r), DVector::repeat(self.rows.len(), 1.0));
        stated.l_dirty().solve_lower_triangular_mut(&mut w);
        stated.l_dirty().solve_lower_triangular_mut(&mut u);
        u[0] += u.norm().copysign(u[0]);
        let part = 2.0 * u.dot(&w) / u.norm_squared();
        w.axpy(-part, &u, 1.0);
        w.remove_row(0)
    }

    /// `V^-1 r` of its part of `r`.
    pub fn weigh(&self, r: &[f64]) -> DVector<f64> {
        let mut part = self.gather(r);
        self.factor.solve_mut(&mut part);
        part
    }
}

/// All blocks, and the scatter in them.
#[derive(Debug, Clone)]
pub(super) struct Weights {
    pub blocks: Vec<Block>,
    /// Number of independent units: drops, or groups of them.
    pub clusters: usize,
    pub groups: usize,
    /// For each group, the factor on the variance of its drops because they share an effect.
    pub inflation: Vec<f64>,
    /// Scatter of each quantity, in its unit.
    pub scatter: Vec<f64>,
    /// Whether the scatter was estimated from the data.
    pub estimated: bool,
}

impl Weights {
    /// Weights from the stated errors, without scatter.
    pub fn stated(problem: &Problem) -> Result<Self, String> {
        Self::with(problem, &|row| problem.data[row].sigma)
    }

    /// The weights of an estimate.
    pub fn of(problem: &Problem, estimate: &BestFit) -> Result<Self, String> {
        let mut weights = Self::at(problem, &estimate.predicted)?;
        if !estimate.scatter.is_empty() {
            if let Some(between) = &estimate.between {
                weights.inflation.clone_from(&between.inflation);
            }
            weights.set(estimate.scatter.clone());
        }
        Ok(weights)
    }

    /// Weights without scatter, with errors that depend on the value evaluated at these predictions.
    pub fn at(problem: &Problem, predicted: &[f64]) -> Result<Self, String> {
        Self::with(problem, &|row| {
            let pair = problem.data.get(row).zip(predicted.get(row));
            pair.map_or(f64::NAN, |(datum, there)| datum.sigma_at(*there))
        })
    }

    fn with(problem: &Problem, sigma: &dyn Fn(usize) -> f64) -> Result<Self, String> {
        let (drops, groups) = (problem.drops(), problem.groups());
        let grouped = matches!(problem.scatter, Scatter::BetweenGroups | Scatter::BetweenExperiments);
        let quantities = problem.data.iter().map(|datum| datum.quantity + 1).max().unwrap_or(0);
        let mut rows: Vec<usize> = (0..problem.data.len()).collect();
        let key = |&row: &usize| (problem.data[row].drop, problem.data[row].quantity);
        rows.sort_by_key(key);
        let mut blocks = Vec::new();
        for rows in rows.chunk_by(|a, b| key(a) == key(b)) {
            let (first, n) = (&problem.data[rows[0]], rows.len());
            let stated = DMatrix::from_fn(n, n, |i, j| {
                let (early, late) = (i.min(j), i.max(j));
                let sigmas = sigma(rows[i]) * sigma(rows[j]);
                match late - early {
                    0 => sigmas,
                    apart => problem.data[rows[late]].correlations.get(apart - 1).map_or(0.0, |rho| rho * sigmas),
                }
            });
            let factor = if n == 1 && stated[0] > 0.0 {
                Some(Cholesky::pack_dirty(stated.map(f64::sqrt)))
            } else {
                stated.clone().cholesky()
            };
            let factor = factor.ok_or_else(|| {
                format!("the correlations of drop {} contradict one another: no errors are tied like that", first.drop)
            })?;
            let group = groups.partition_point(|&group| group < first.group);
            let cluster = if grouped { group } else { drops.partition_point(|&drop| drop < first.drop) };
            let Datum { quantity, scatters, apart, .. } = *first;
            blocks.push(Block { cluster, group, quantity, scatters, apart, rows: rows.to_vec(), stated, factor });
        }
        let estimated = problem.scatter != Scatter::None;
        Ok(Self {
            blocks,
            clusters: if grouped { groups.len() } else { drops.len() },
            groups: groups.len(),
            inflation: vec![1.0; groups.len()],
            scatter: vec![0.0; quantities],
            estimated,
        })
    }

    /// Sets the scatter.
    pub fn set(&mut self, scatter: Vec<f64>) {
        for block in &mut self.blocks {
            let s = block.scatters * scatter.get(block.quantity).copied().unwrap_or(0.0);
            let grow = self.inflation.get(block.group).copied().unwrap_or(1.0);
            let n = block.rows.len();
            if n == 1 {
                block.factor =
                    Cholesky::pack_dirty(((&block.stated + DMatrix::repeat(1, 1, s * s)) * grow).map(f64::sqrt));
                continue;
            }
            let whole =
                if block.apart { DMatrix::from_diagonal_element(n, n, s * s) } else { DMatrix::repeat(n, n, s * s) };
            if let Some(factor) = ((&block.stated + whole) * grow).cholesky() {
                block.factor = factor;
            }
        }
        self.scatter = scatter;
    }

    /// Residuals in standard deviations, uncorrelated; in the order of the blocks.
    pub fn whiten(&self, r: &[f64]) -> Vec<f64> {
        let mut all = Vec::with_capacity(r.len());
        for block in &self.blocks {
            match (block.rows.as_slice(), block.factor.l_dirty().get((0, 0))) {
                (&[row], Some(sigma)) => all.push(r.get(row).copied().unwrap_or(f64::NAN) / sigma),
                _ => all.extend(block.whiten(r).iter()),
            }
        }
        all
    }

    /// As [`Self::whiten`], in the order of the data.
    pub fn whitened(&self, r: &[f64]) -> Vec<f64> {
        let mut all = vec![f64::NAN; r.len()];
        for block in &self.blocks {
            block.rows.iter().zip(block.whiten(r).iter()).for_each(|(&row, white)| all[row] = *white);
        }
        all
    }

    /// `ln|V|`
    pub fn ln_determinant(&self) -> f64 {
        self.blocks.iter().map(|block| block.factor.ln_determinant()).sum()
    }

    /// The scatter of each quantity that makes these residuals most likely, the unknowns being free to follow.
    ///
    /// Restricted maximum likelihood (Patterson & Thompson 1971): with `P = V^-1 - V^-1 J (J^T V^-1 J)^-1 J^T V^-1` the
    /// least of `ln|V| + ln|J^T V^-1 J| + r^T P r`. It is not biased by the unknowns as maximum likelihood is.
    pub fn likeliest(&self, r: &[f64], jacobian: &DMatrix<f64>) -> Vec<f64> {
        let summary = Summary::of(self, r, jacobian);
        let mut scatter = self.scatter.clone();
        let sweeps = if scatter.len() > 1 { 3 } else { 1 };
        for _ in 0..sweeps {
            for quantity in 0..scatter.len() {
                let cost = |s: f64| {
                    let mut trial = scatter.clone();
                    trial[quantity] = s;
                    summary.deviance(&trial)
                };
                scatter[quantity] = summary.scale(quantity).map_or(0.0, |scale| least(cost, scale));
            }
        }
        scatter
    }
}

/// Sums over blocks for the likelihood, whitened by the stated errors.
struct Summary {
    /// Of what scatters together: quantity, `1^T S^-1 1`, `1^T S^-1 r`, `J^T S^-1 1`.
    blocks: Vec<(usize, f64, f64, DVector<f64>)>,
    /// `J^T S^-1 J`, `J^T S^-1 r`, `r^T S^-1 r` about the mean of each block: what scatters between them has no part in these, however much
    /// larger it is than the stated errors.
    within: (DMatrix<f64>, DVector<f64>, f64),
}

impl Summary {
    fn of(weights: &Weights, r: &[f64], jacobian: &DMatrix<f64>) -> Self {
        let p = jacobian.ncols();
        let mut within = (DMatrix::zeros(p, p), DVector::zeros(p), 0.0);
        let mut blocks = Vec::with_capacity(weights.blocks.len());
        for block in &weights.blocks {
            let Some(stated) = block.stated.clone().cholesky() else { continue };
            let (mut part, mut slopes) = (block.gather(r), jacobian.select_rows(&block.rows));
            // Along the axes of `S` data that scatter by themselves are independent, and each is all of its block.
            if block.apart {
                let SymmetricEigen { eigenvectors, eigenvalues } = block.stated.clone().symmetric_eigen();
                let (part, slopes) = (eigenvectors.tr_mul(&part), eigenvectors.tr_mul(&slopes));
                let each = eigenvalues.iter().zip(part.iter()).zip(slopes.row_iter());
                blocks.extend(each.map(|((v, r), j)| (block.quantity, 1.0 / v, r / v, j.transpose() / *v)));
                continue;
            }
            let one = DVector::repeat(block.rows.len(), block.scatters);
            let weighed_one = stated.solve(&one);
            let (a, b, h) = (one.dot(&weighed_one), part.dot(&weighed_one), slopes.tr_mul(&weighed_one));
            if a > 0.0 {
                part.axpy(-b / a, &one, 1.0);
                slopes.ger(-1.0 / a, &one, &h, 1.0);
                blocks.push((block.quantity, a, b, h));
            }
            let weighed = stated.solve(&part);
            within.0 += slopes.tr_mul(&stated.solve(&slopes));
            within.1 += slopes.tr_mul(&weighed);
            within.2 += part.dot(&weighed);
        }
        Self { blocks, within }
    }

    /// Start value of the scatter: that of the block means, stated errors included.
    fn scale(&self, quantity: usize) -> Option<f64> {
        let of = self.blocks.iter().filter(|block| block.0 == quantity);
        let (mut squares, mut count) = (0.0, 0.0);
        for (_, a, b, _) in of {
            squares += (b / a) * (b / a) + 1.0 / a;
            count += 1.0;
        }
        let scale = f64::sqrt(squares / count);
        (scale > 0.0 && scale.is_finite()).then_some(scale)
    }

    fn deviance(&self, scatter: &[f64]) -> f64 {
        let (mut normal, mut score, mut squares) = self.within.clone();
        let mut log_det = 0.0;
        for (quantity, a, b, h) in &self.blocks {
            let s = scatter.get(*quantity).copied().unwrap_or(0.0);
            // (S + s^2 1 1^T)^-1 by Sherman & Morrison, along 1: 1/a - s^2/(1 + s^2 a).
            let mean = 1.0 / (a * (1.0 + s * s * a));
            log_det += libm::log1p(s * s * a);
            squares += mean * b * b;
            score.axpy(mean * b, h, 1.0);
            normal.ger(mean, h, h, 1.0);
        }
        let Some(factor) = normal.cholesky() else { return f64::INFINITY };
        log_det + factor.ln_determinant() + squares - score.dot(&factor.solve(&score))
    }
}

/// The least of a smooth function of `s >= 0`, near or below `scale`, to 1e-4 of it.
fn least(cost: impl Fn(f64) -> f64, scale: f64) -> f64 {
    let grid = [0.0, 0.05, 0.1, 0.2, 0.3, 0.45, 0.6, 0.75, 0.9, 1.05, 1.25, 1.6, 2.2, 4.0, 10.0];
    let costs: Vec<f64> = grid.iter().map(|part| cost(part * scale)).collect();
    let best = costs.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1)).map_or(0, |(at, _)| at);
    let end = |at: usize| grid.get(at).or(grid.last()).copied().unwrap_or(0.0) * scale;
    let (mut low, mut high) = (end(best.saturating_sub(1)), end(best + 1));
    // Golden section.
    let inside = 0.381_966_011_250_105;
    let (mut a, mut b) = (low + inside * (high - low), high - inside * (high - low));
    let (mut f_a, mut f_b) = (cost(a), cost(b));
    while high - low > 1e-4 * scale {
        if f_a <= f_b {
            (high, b, f_b) = (b, a, f_a);
            a = low + inside * (high - low);
            f_a = cost(a);
        } else {
            (low, a, f_a) = (a, b, f_b);
            b = high - inside * (high - low);
            f_b = cost(b);
        }
    }
    if low == 0.0 { 0.0 } else { 0.5 * (low + high) }
}

/// The least scatter that is not too small; `start` is about as large as the scatter that is looked for.
pub(super) fn least_scatter(too_small: impl Fn(f64) -> bool, start: f64) -> f64 {
    if !too_small(0.0) {
        return 0.0;
    }
    let mut high = start;
    while too_small(high) && high < 1e12 {
        high *= 4.0;
    }
    halved([0.0, high], 50, |s| !too_small(s))[1]
}
