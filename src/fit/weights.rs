//! Covariance of the data: reading errors and scatter between drops, in blocks by drop.
//!
//! Data of one drop and one quantity form a block with covariance `V = S + s^2 1 1^T`: `S` of the stated errors and their
//! correlations, `s` the standard deviation by which whole drops differ. Blocks are independent of one another. Where an
//! error follows the value, it is taken at the prediction: taken at what was measured, what came out large by chance
//! would weigh more, or less, and the estimate would lean that way however many drops there are.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn, SymmetricEigen};

use super::estimate::BestFit;
use super::problem::{Datum, Problem, Scatter};
use crate::ode::halved;

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
            let data: Vec<&Datum> = rows.iter().map(|&row| &problem.data[row]).collect();
            let first = data[0];
            let stated = DMatrix::from_fn(data.len(), data.len(), |i, j| {
                let (early, late) = (i.min(j), i.max(j));
                let sigmas = sigma(rows[i]) * sigma(rows[j]);
                match late - early {
                    0 => sigmas,
                    apart => data[late].correlations.get(apart - 1).map_or(0.0, |rho| rho * sigmas),
                }
            });
            let factor = stated.clone().cholesky().ok_or_else(|| {
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

    /// The scatter of each quantity with which the squares of its offsets add up to what they should, the unknowns being free to follow:
    /// `sum (u - h delta)^2/(a + s^2) = n - tr M^-1 sum h h^T/(a + s^2)` with `M = J^T V^-1 J` (Paule & Mandel 1982, J. Res. NBS 87, 377);
    /// zero where they add up to less.
    pub fn scatter_of(&self, r: &[f64], jacobian: &DMatrix<f64>) -> Vec<f64> {
        let offsets = Offsets::of(self, r, jacobian);
        let mut scatter = self.scatter.clone();
        let sweeps = if scatter.len() > 1 { 3 } else { 1 };
        for _ in 0..sweeps {
            for quantity in 0..scatter.len() {
                let start = offsets.each.iter().map(|of| of.variance.sqrt()).fold(1e-12, f64::max);
                let too_far = |s: f64| {
                    let mut trial = scatter.clone();
                    trial[quantity] = s;
                    offsets.excess(quantity, &trial) > 0.0
                };
                scatter[quantity] = least_scatter(too_far, start);
            }
        }
        scatter
    }
}

/// What scatters by itself: a whole drop, or a datum.
struct Offset {
    quantity: usize,
    /// Weighed by the stated errors, and its variance by them.
    value: f64,
    variance: f64,
    /// Derivatives by the unknowns.
    slopes: DVector<f64>,
}

struct Offsets {
    each: Vec<Offset>,
    /// `J^T S^-1 J`, `J^T S^-1 r`
    stated: (DMatrix<f64>, DVector<f64>),
}

impl Offsets {
    fn of(weights: &Weights, r: &[f64], jacobian: &DMatrix<f64>) -> Self {
        let p = jacobian.ncols();
        let mut all = Self { each: Vec::new(), stated: (DMatrix::zeros(p, p), DVector::zeros(p)) };
        for block in &weights.blocks {
            let Some(stated) = block.stated.clone().cholesky() else { continue };
            let (quantity, part, slopes) = (block.quantity, block.gather(r), jacobian.select_rows(&block.rows));
            all.stated.0 += slopes.tr_mul(&stated.solve(&slopes));
            all.stated.1 += slopes.tr_mul(&stated.solve(&part));
            // Along the axes of `S` data that scatter by themselves are independent.
            if block.apart {
                let SymmetricEigen { eigenvectors, eigenvalues } = block.stated.clone().symmetric_eigen();
                let (part, slopes) = (eigenvectors.tr_mul(&part), eigenvectors.tr_mul(&slopes));
                for ((&variance, &value), row) in eigenvalues.iter().zip(part.iter()).zip(slopes.row_iter()) {
                    all.each.push(Offset { quantity, value, variance, slopes: row.transpose() });
                }
                continue;
            }
            let weighed = stated.solve(&DVector::repeat(block.rows.len(), block.scatters));
            let variance = 1.0 / (block.scatters * weighed.sum());
            let (value, slopes) = (variance * weighed.dot(&part), slopes.tr_mul(&weighed) * variance);
            all.each.push(Offset { quantity, value, variance, slopes });
        }
        all
    }

    /// By how much the squares of the offsets of a quantity add up to more than they should.
    fn excess(&self, quantity: usize, scatter: &[f64]) -> f64 {
        let square = |of: &Offset| scatter.get(of.quantity).map_or(0.0, |s| s * s);
        let (mut normal, mut score) = self.stated.clone();
        for of in &self.each {
            // `V^-1 - S^-1` of the offset, by Sherman & Morrison.
            let shrink = square(of) / (of.variance * (of.variance + square(of)));
            score.axpy(-shrink * of.value, &of.slopes, 1.0);
            normal.ger(-shrink, &of.slopes, &of.slopes, 1.0);
        }
        let Some(factor) = normal.cholesky() else { return f64::NAN };
        let delta = factor.solve(&score);
        let of = |of: &Offset| {
            let (off, taken) = (of.value - of.slopes.dot(&delta), of.slopes.dot(&factor.solve(&of.slopes)));
            (off * off + taken) / (of.variance + square(of)) - 1.0
        };
        self.each.iter().filter(|of| of.quantity == quantity).map(of).sum()
    }
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
