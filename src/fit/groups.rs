//! Groups of drops that share an effect: a height that was set once, a session, a ball.
//!
//! A group is off by an amount of its own. However many drops it has, it is one number about the law, and an interval has the
//! degrees of freedom of the groups.

use super::estimated::{Between, Estimate, LEVEL, LackOfFit};
use nalgebra::{DMatrix, DVector};

use super::loss::Loss;
use super::problem::{Datum, Problem, Scatter};
use super::weights::{Block, MEDIAN, Weights, least};
use super::{chi2, fisher, plain_mean};
use crate::case::Mistakes;

/// A sum of squares that chance leaves in fewer experiments is no sum of squares of normal errors: readings are rounded, or
/// were computed. Then the stated errors are taken as they are.
const TOO_REGULAR: f64 = 0.01;
/// Groups below which all count alike, whatever is stated of each and however many drops it has: Student's interval of a plain
/// mean holds at least what it says at 95 % even where their variances differ (Bakirov & Szekely 2006, Ibragimov & Mueller 2010,
/// J. Bus. Econ. Stat. 28, 453). A weighted one does not: of six groups, one of 40 drops and five of 2, which differ by a third
/// of the scatter of a drop, it holds 87 %. How much more than 95 % it holds is known, see [`plain_mean`], and is taken off.
pub(super) const ALIKE: usize = 10;
/// The same beside further unknowns, of which the theorem says nothing.
const ALIKE_BESIDE_OTHERS: usize = 5;
/// Degrees of freedom that have to be left beside the inputs that readings share.
const FEWEST: f64 = 0.9;
/// Groups from which the degrees of freedom of a plain mean count how unequal they are. Fewer show too little of it.
const UNEQUAL: usize = 5;
/// Probability that what groups differ by is larger than what the degrees of freedom of a plain mean are computed with: the more
/// they differ the fewer these are. So the interval of five groups holds 94.5 to 96.3 % (an independent simulation, of 40 000
/// experiments each, of variances like 1 to 1, 0.5, 0.1, 0.05 and four others, whose groups differ by nothing to five times that).
const CAUTION: f64 = 1.0 / 6.0;
const POWER: f64 = 0.80;

/// One drop: its group, the mean of its residuals weighed by the stated errors, and the variance of that.
struct DropMean {
    group: usize,
    residual: f64,
    variance: f64,
    slopes: DVector<f64>,
    /// What one standard deviation of each shared input does to it.
    shared: DVector<f64>,
    ln_speed: f64,
}

impl DropMean {
    fn of(block: &Block, problem: &Problem, r: &[f64], jacobian: &DMatrix<f64>) -> Option<Self> {
        let weights = block.stated.clone().cholesky()?.solve(&DVector::repeat(block.rows.len(), 1.0));
        let whole = weights.sum();
        let mut mean = Self {
            group: block.group,
            residual: 0.0,
            variance: 1.0 / whole,
            slopes: DVector::zeros(jacobian.ncols()),
            shared: DVector::zeros(problem.data.first().map_or(0, |datum| datum.shared.len())),
            ln_speed: 0.0,
        };
        for (&row, weight) in block.rows.iter().zip(weights.iter()) {
            let (part, datum) = (weight / whole, problem.data.get(row)?);
            mean.residual += part * r.get(row)?;
            mean.slopes.axpy(part, &jacobian.row(row).transpose(), 1.0);
            mean.ln_speed += part * datum.speed.ln();
            for (place, shared) in mean.shared.iter_mut().zip(&datum.shared) {
                *place += part * shared;
            }
        }
        Some(mean)
    }
}

/// A group: the mean of its drops and the variance they alone give it.
struct GroupMean {
    residual: f64,
    variance: f64,
    slopes: DVector<f64>,
    shared: DVector<f64>,
    ln_speed: f64,
}

/// Scatter of the drops (of one quantity) within groups, and what is between the groups.
///
/// Where every drop is its own group, the scatter between drops is found as that between groups is.
pub(super) fn between(
    problem: &Problem,
    weights: &Weights,
    r: &[f64],
    jacobian: &DMatrix<f64>,
) -> Option<(Vec<f64>, Between)> {
    let of = |block| DropMean::of(block, problem, r, jacobian);
    let mut drops: Vec<DropMean> = weights.blocks.iter().map(of).collect::<Option<_>>()?;
    drops.sort_by_key(|drop| drop.group);
    let single = weights.groups == drops.len();
    let huber = match problem.loss {
        Loss::Huber { constant } => Some(constant),
        Loss::Squares => None,
    };
    if let (true, Some(_)) = (single, huber) {
        let scatter = weights.robust(r);
        let dof = drops.len().saturating_sub(jacobian.ncols()) as f64;
        let inflation = vec![1.0; weights.groups];
        return Some((
            scatter,
            Between { groups: drops.len(), sigma: 0.0, scale: 1.0, dof, lack: None, inflation, parts: Vec::new() },
        ));
    }
    let within = if single { 0.0 } else { scatter_within(&drops, huber.is_some(), problem.mistakes) };
    let mut means = means(&drops, within, huber);
    let own: Vec<f64> = means.iter().map(|mean| mean.variance).collect();
    let alike = if jacobian.ncols() == 1 { ALIKE } else { ALIKE_BESIDE_OTHERS };
    let inside = (drops.len() - means.len()) as f64;
    let mut gained = 0.0;
    if means.len() < (problem.mistakes.alike)(alike) {
        gained = (problem.mistakes.gained)(Sums::of(&means, jacobian.ncols()).gained(inside));
        let mean = own.iter().sum::<f64>() / own.len() as f64;
        means.iter_mut().for_each(|of| of.variance = mean);
    }
    let sums = Sums::of(&means, jacobian.ncols());
    let dof = means.len() as f64 - sums.p as f64;
    let tau = sums.paule_mandel();
    let (scale, dof_of_errors) = sums.scale(tau, if within > 0.0 { inside } else { f64::INFINITY }, gained);
    let scale = (problem.mistakes.group_scale)(scale);
    let lack = if inside > 0.0 && dof > 0.0 { Some(sums.lack(tau, inside, drops.len())) } else { None };
    let (scatter, sigma) = if single { (tau, 0.0) } else { (within, tau) };
    // Variance of the mean of each group as it is weighed, over what its drops and their scatter give it.
    let weighed = (problem.mistakes.between_groups)(tau).powi(2);
    let grow = |(mean, own): (&GroupMean, &f64)| (mean.variance + weighed) / if single { own + weighed } else { *own };
    let inflation = means.iter().zip(&own).map(grow).collect();
    let found = Between { groups: means.len(), sigma, scale, dof: dof_of_errors, lack, inflation, parts: Vec::new() };
    Some((vec![scatter; weights.scatter.len()], found))
}

/// How drops scatter about the mean of their group, beyond their readings: restricted maximum likelihood, each group with a
/// mean of its own (Patterson & Thompson 1971); by the median of the deviations where there may be outliers.
fn scatter_within(drops: &[DropMean], robust: bool, mistakes: &Mistakes) -> f64 {
    let groups = || drops.chunk_by(|a, b| a.group == b.group).filter(|of| of.len() > 1);
    if robust {
        let median = (mistakes.median)(MEDIAN);
        let mut deviations: Vec<f64> = Vec::new();
        let mut variances: Vec<f64> = Vec::new();
        for of in groups() {
            let mut residuals: Vec<f64> = of.iter().map(|drop| drop.residual).collect();
            residuals.sort_by(f64::total_cmp);
            let n = residuals.len();
            let middle = 0.5 * (residuals[(n - 1) / 2] + residuals[n / 2]);
            let grow = (n as f64 / (n as f64 - 1.0)).sqrt();
            deviations.extend(residuals.iter().map(|residual| grow * (residual - middle).abs()));
            variances.extend(of.iter().map(|drop| drop.variance));
        }
        deviations.sort_by(f64::total_cmp);
        variances.sort_by(f64::total_cmp);
        let middle = |of: &[f64]| of.get(of.len() / 2).copied().unwrap_or(0.0);
        return ((middle(&deviations) / median).powi(2) - middle(&variances)).max(0.0).sqrt();
    }
    let deviance = |s: f64| {
        let of = |group: &[DropMean]| {
            let (mut weight, mut mean, mut logs) = (0.0, 0.0, 0.0);
            for drop in group {
                let variance = drop.variance + s * s;
                weight += 1.0 / variance;
                mean += drop.residual / variance;
                logs += variance.ln();
            }
            mean /= weight;
            let squares = group.iter().map(|drop| (drop.residual - mean).powi(2) / (drop.variance + s * s));
            logs + (mistakes.restricted)(weight.ln()) + squares.sum::<f64>()
        };
        groups().map(of).sum()
    };
    let (mut squares, mut count) = (0.0, 0.0);
    for of in groups() {
        let mean = of.iter().map(|drop| drop.residual).sum::<f64>() / of.len() as f64;
        squares += of.iter().map(|drop| (drop.residual - mean).powi(2) + drop.variance).sum::<f64>();
        count += of.len() as f64 - 1.0;
    }
    let scale = f64::sqrt(squares / count);
    if scale > 0.0 && scale.is_finite() { least(deviance, scale) } else { 0.0 }
}

/// The mean of each group; outliers among its drops weigh less under Huber's loss.
fn means(drops: &[DropMean], within: f64, huber: Option<f64>) -> Vec<GroupMean> {
    let of = |group: &[DropMean]| {
        let plain: Vec<f64> = group.iter().map(|drop| 1.0 / (drop.variance + within * within)).collect();
        let mut weights = plain.clone();
        let center = |weights: &[f64]| {
            let sum: f64 = group.iter().zip(weights).map(|(drop, weight)| weight * drop.residual).sum();
            sum / weights.iter().sum::<f64>()
        };
        if let Some(constant) = huber {
            for _ in 0..20 {
                let middle = center(&weights);
                for ((weight, plain), drop) in weights.iter_mut().zip(&plain).zip(group) {
                    let far = (drop.residual - middle).abs() * plain.sqrt();
                    *weight = plain * if far > constant { constant / far } else { 1.0 };
                }
            }
        }
        let whole: f64 = weights.iter().sum();
        let first = group.first();
        let zeros = |of: fn(&DropMean) -> &DVector<f64>| DVector::zeros(first.map_or(0, |drop| of(drop).len()));
        let mut mean = GroupMean {
            residual: center(&weights),
            variance: 1.0 / plain.iter().sum::<f64>(),
            slopes: zeros(|drop| &drop.slopes),
            shared: zeros(|drop| &drop.shared),
            ln_speed: 0.0,
        };
        for (drop, weight) in group.iter().zip(&weights) {
            mean.slopes.axpy(weight / whole, &drop.slopes, 1.0);
            mean.shared.axpy(weight / whole, &drop.shared, 1.0);
            mean.ln_speed += weight / whole * drop.ln_speed;
        }
        mean
    };
    drops.chunk_by(|a, b| a.group == b.group).map(of).collect()
}

/// The means of the groups as data, each a drop of its own: laws are compared by as many numbers as there are groups. As it is
/// where a group has drops of different speeds.
pub(super) fn collapsed(problem: &Problem, estimate: &Estimate) -> Problem {
    let plain = || Problem {
        scatter: if problem.scatter == Scatter::BetweenGroups { Scatter::BetweenDrops } else { problem.scatter },
        ..problem.clone()
    };
    let Some(between) = estimate.between.as_ref().filter(|between| between.groups < estimate.drops) else {
        return plain();
    };
    let mut data: Vec<&Datum> = problem.data.iter().collect();
    data.sort_by_key(|datum| datum.group);
    let alike = |of: &[&Datum]| of.iter().all(|datum| (datum.speed / of[0].speed - 1.0).abs() < 1e-6);
    if !data.chunk_by(|a, b| a.group == b.group).all(alike) {
        return plain();
    }
    let within = estimate.scatter.first().copied().unwrap_or(0.0);
    let mean = |of: &[&Datum]| {
        let weights: Vec<f64> = of.iter().map(|datum| datum.sigma.hypot(within).powi(-2)).collect();
        let whole: f64 = weights.iter().sum();
        let value = of.iter().zip(&weights).map(|(datum, weight)| weight * datum.value).sum::<f64>() / whole;
        Datum::alone(of[0].group, of[0].quantity, of[0].speed, value, whole.sqrt().recip())
    };
    let data: Vec<Datum> = data.chunk_by(|a, b| a.group == b.group).map(mean).collect();
    let scatter = if between.groups > estimate.theta.len() + 1 { Scatter::BetweenDrops } else { Scatter::None };
    Problem { data, scatter, ..problem.clone() }
}

/// Sums of squares of the means of groups about the law.
struct Sums<'a> {
    means: &'a [GroupMean],
    /// Unknowns of the law.
    p: usize,
    /// Whether inputs that all readings share are left out: there are too few groups to see them.
    alone: bool,
}

/// What is left of the groups.
struct Least {
    whole: f64,
    /// Without `|z|^2`: a sum of squares that hardly depends on how far off the inputs are.
    Q: f64,
    /// Its expectation: groups less unknowns, less the share of each input that the groups tell better than what is stated of
    /// it, `tr M (M + 1)^-1` with `M` the information of the groups on `z`.
    dof: f64,
}

impl<'a> Sums<'a> {
    fn of(means: &'a [GroupMean], p: usize) -> Self {
        let sums = Self { means, p, alone: false };
        Self { alone: sums.least(0.0, false).dof < FEWEST, ..sums }
    }

    /// Degrees of freedom that a plain mean has beyond groups less one, because the groups are not equally exact.
    fn gained(&self, inside: f64) -> f64 {
        if self.p != 1 || self.means.len() < UNEQUAL {
            return 0.0;
        }
        let dof = self.least(0.0, false).dof;
        let part =
            if inside > 0.0 { fisher::quantile(CAUTION, dof, inside) } else { chi2::quantile(CAUTION, dof) / dof };
        let tau = self.where_left(part);
        let slopes: Vec<f64> = self.means.iter().map(|mean| mean.slopes[0]).collect();
        let variances: Vec<f64> = self.means.iter().map(|mean| mean.variance + tau * tau).collect();
        plain_mean::dof(&slopes, &variances) - (self.means.len() - 1) as f64
    }

    /// `min sum (b_j - h_j delta - g_j z)^2/(a_j + tau^2) + |z|^2`: the unknowns are free to follow, and the inputs that all readings
    /// share, `z` in standard deviations, within what is stated of them. With `trend` a straight line over the logarithm of
    /// speed is free as well.
    fn least(&self, tau: f64, trend: bool) -> Least {
        let inputs = if self.alone { 0 } else { self.means.first().map_or(0, |mean| mean.shared.len()) };
        let known = self.p + usize::from(trend);
        let columns = known + inputs;
        let mut normal = DMatrix::zeros(columns, columns);
        let mut score = DVector::zeros(columns);
        let mut squares = 0.0;
        let mut row = DVector::zeros(columns);
        for mean in self.means {
            let weight = 1.0 / (mean.variance + tau * tau);
            row.rows_mut(0, self.p).copy_from(&mean.slopes);
            if trend {
                row[self.p] = mean.ln_speed;
            }
            if inputs > 0 {
                row.rows_mut(known, inputs).copy_from(&mean.shared);
            }
            normal.ger(weight, &row, &row, 1.0);
            score.axpy(weight * mean.residual, &row, 1.0);
            squares += weight * mean.residual * mean.residual;
        }
        for input in known..columns {
            normal[(input, input)] += 1.0;
        }
        let Some(factor) = normal.cholesky() else { return Least { whole: f64::NAN, Q: f64::NAN, dof: f64::NAN } };
        let best = factor.solve(&score);
        let inverse = factor.inverse();
        let whole = (squares - score.dot(&best)).max(0.0);
        let z: f64 = best.rows(known, inputs).norm_squared();
        let taken: f64 = (known..columns).map(|input| 1.0 - inverse[(input, input)]).sum();
        Least { whole, Q: (whole - z).max(0.0), dof: self.means.len() as f64 - known as f64 - taken }
    }

    /// The `tau` with `Q(tau^2) = dof`, or zero where `Q(0)` is less (Paule & Mandel 1982, J. Res. NBS 87, 377).
    fn paule_mandel(&self) -> f64 {
        self.where_left(1.0)
    }

    /// The `tau` with which this part of the degrees of freedom is left: `Q(tau^2) = part dof`, or zero where `Q(0)` is less.
    fn where_left(&self, part: f64) -> f64 {
        let too_far = |tau: f64| {
            let Least { Q, dof, .. } = self.least(tau, false);
            Q > part * dof
        };
        if self.means.len() <= self.p || !too_far(0.0) {
            return 0.0;
        }
        let mut high = self.means.iter().map(|mean| mean.variance.sqrt()).fold(1e-12, f64::max);
        while too_far(high) && high < 1e12 {
            high *= 4.0;
        }
        let mut low = 0.0;
        for _ in 0..50 {
            let middle = 0.5 * (low + high);
            if too_far(middle) { low = middle } else { high = middle }
        }
        high
    }

    /// What standard errors are multiplied by, `sqrt(Q/dof)`, and their degrees of freedom (Hartung & Knapp 2001, Stat. Med.
    /// 20, 3875). For groups of one size the interval is Student's of their means: exact. It is 1 where `tau` is above zero.
    fn scale(&self, tau: f64, inside: f64, gained: f64) -> (f64, f64) {
        if self.means.len() <= self.p {
            return (1.0, 0.0);
        }
        let Least { Q, dof, .. } = self.least(tau, false);
        if chi2::below(Q, dof) < TOO_REGULAR { (1.0, inside) } else { ((Q / dof).sqrt(), dof + gained) }
    }

    /// `F(k - p, N - k)` of the groups about the law against the drops in their groups.
    ///
    /// With effects of groups of standard deviation `tau` and means of variance `a`, `F a/(a + tau^2)` is Fisher's: that gives the
    /// upper bound, and what would be seen with a power of 80 %. Exact for groups of one size.
    fn lack(&self, tau: f64, inside: f64, drops: usize) -> LackOfFit {
        let k = self.means.len();
        let Least { Q, dof, .. } = self.least(0.0, false);
        let F = Q / dof;
        let a = k as f64 / self.means.iter().map(|mean| 1.0 / mean.variance).sum::<f64>();
        let quantile = |probability| fisher::quantile(probability, dof, inside);
        let (without, with) = (self.least(tau, false), self.least(tau, true));
        let trend = (with.dof > 0.5)
            .then(|| fisher::above((without.whole - with.whole).max(0.0) / (with.Q / with.dof), 1.0, with.dof));
        LackOfFit {
            groups: k,
            drops,
            F,
            dof: [dof, inside],
            chance: fisher::above(F, dof, inside),
            between: tau,
            seen: (a * (quantile(LEVEL) / quantile(1.0 - POWER) - 1.0)).sqrt(),
            upper: (a * (F / quantile(1.0 - LEVEL) - 1.0).max(0.0)).sqrt(),
            trend: trend.filter(|chance| chance.is_finite()),
        }
    }
}
