//! Bias and coverage of one combination.

use collisionbench::fit::coverage::CoverageRow;
use collisionbench::fit::estimate::fit;
use collisionbench::fit::random::Stream;
use collisionbench::fit::spread::{Resampling, bias, bootstrap, covariance, profile};
use rayon::prelude::*;

use super::synthetic::Combination;

/// Of one unknown in one experiment: estimate as it is quoted, and whether each interval holds the truth.
type Seen = (f64, [Option<bool>; 3]);

/// Repeats an experiment; each has random numbers of its own, so that threads do not matter.
///
/// # Errors
/// When an experiment cannot be fitted at all.
pub fn measure(what: &Combination, experiments: usize, refits: usize, seed: u64) -> Result<Vec<CoverageRow>, String> {
    let (model, truth) = what.model();
    let once = |index: u64| -> Result<Vec<Seen>, String> {
        let problem = what.experiment(&*model, &truth, &mut Stream::new(seed, index))?;
        let estimate = fit(&problem, &*model).map_err(|error| error.to_string())?;
        let spread = covariance(&problem, &*model, &estimate);
        let bias = bias(&problem, &*model, &estimate).map_err(|error| error.to_string())?;
        let resampling = Resampling { replicates: refits, seed: seed ^ index.wrapping_mul(0x9e37_79b9) };
        let boot = bootstrap(&problem, &*model, &estimate, resampling, &|| true).map_err(|error| error.to_string())?;
        let of = |(at, truth): (usize, &f64)| {
            let by_profile = profile(&problem, &*model, &estimate, at, 0.95).map_err(|error| error.to_string())?;
            let held = [
                spread.as_ref().and_then(|spread| spread.interval(at, 0.95)),
                by_profile.map(|profile| profile.interval),
                boot.interval(at, 0.95),
            ];
            let quoted = estimate.theta.get(at).zip(bias.get(at)).map_or(f64::NAN, |(theta, bias)| theta - bias);
            Ok((quoted, held.map(|interval| interval.map(|interval| interval.covers(*truth)))))
        };
        truth.iter().enumerate().map(of).collect()
    };
    let seen: Vec<Vec<Seen>> = (0..experiments as u64).into_par_iter().map(once).collect::<Result<_, _>>()?;
    let row = |(at, truth): (usize, &f64)| {
        let of: Vec<&Seen> = seen.iter().filter_map(|one| one.get(at)).collect();
        let n = of.len() as f64;
        let mean = of.iter().map(|one| one.0).sum::<f64>() / n;
        let variance = of.iter().map(|one| (one.0 - mean).powi(2)).sum::<f64>() / (n - 1.0);
        let share = |which: usize| {
            let claims: Vec<bool> = of.iter().filter_map(|one| one.1.get(which).copied().flatten()).collect();
            claims.iter().filter(|held| **held).count() as f64 / claims.len() as f64
        };
        CoverageRow {
            law: what.law.word().to_string(),
            kind: what.kind.word().to_string(),
            unknowns: what.unknowns,
            unknown: model.unknowns().get(at).map(|unknown| unknown.name.clone()).unwrap_or_default(),
            drops: what.drops,
            experiments,
            refits,
            seed,
            bias_in_standard_errors: (mean - truth) / (variance / n).sqrt(),
            bias_in_sigmas: (mean - truth) / variance.sqrt(),
            covariance: share(0),
            profile: share(1),
            bootstrap_t: share(2),
            unclaimed: of.iter().filter(|one| one.1.contains(&None)).count(),
        }
    };
    Ok(truth.iter().enumerate().map(row).collect())
}
