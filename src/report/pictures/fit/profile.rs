//! The profile of the likelihood of one unknown, with the thresholds its intervals are read off at.

use crate::fit::calibrate::Calibrated;
use crate::number::percent;
use crate::quantity::interval;
use crate::report::fit_text::capital;
use crate::report::pictures::prelude::*;

use super::unknown;

/// Points of the curve that is drawn.
const POINTS: usize = 160;

/// Twice the logarithm of the likelihood lost against the unknown, the others at their best. The curve goes through the
/// computed points; its signed root is nearly straight, and is what is interpolated.
pub(super) fn draw(found: &Calibrated, which: usize) -> Option<Drawn> {
    let profile = found.profiles.get(which)?.as_ref()?;
    let parameter = found.parameters.get(which)?;
    let threshold = profile.level;
    // Of one standard error, which is larger where units scatter by more than the likelihood has.
    let one = threshold / found.estimate.quantile(parameter.level).powi(2);
    let mut table = Table::of(["what", parameter.name.as_str(), "signed_root", "twice_log_likelihood_lost"]);
    for &(x, root) in &profile.curve {
        table.row(cells!["computed", x, root, root * root]);
    }
    // At a bound no interval is read off the profile, and an open end is the bound of the unknown.
    let ends = [profile.interval.low, profile.interval.high].into_iter().zip(profile.open);
    let ends: Vec<f64> = ends.filter(|(_, open)| !open && !parameter.at_bound).map(|(end, _)| end).collect();
    for end in &ends {
        table.row(cells!["end of the interval", *end, "", threshold]);
    }
    let roots = smooth(&profile.curve);
    let line: Vec<(f64, f64)> = roots.iter().map(|&(x, root)| (x, root * root)).collect();
    let top = 1.35 * threshold;
    let stroke = Stroke { colour: INK, width: 4.5, dash: SOLID };
    let mut layers = Layers::default();
    let levels = [(threshold, DOUBTFUL), (one, QUIET)].map(|(value, colour)| Item::Level { value, colour });
    layers.items.extend(levels);
    layers.line("profile", line, stroke);
    if let Some(sigma) = found.covariance.as_ref().and_then(|covariance| covariance.sigmas.get(which)) {
        let stroke = Stroke { colour: QUIET, width: 4.0, dash: DASHED };
        let reach = (top / one).sqrt();
        let best = found.estimate.theta.get(which).copied()?;
        let at = |i: usize| reach * (2.0 * i as f64 / (POINTS - 1) as f64 - 1.0);
        let points = (0..POINTS).map(|i| (best + at(i) * sigma, at(i) * at(i) * one)).collect();
        layers.line("by covariance", points, stroke);
    }
    let upright = Stroke { colour: DOUBTFUL, width: 4.0, dash: DOTTED };
    layers
        .items
        .extend(ends.iter().map(|end| Item::Line { points: vec![(*end, 0.0), (*end, threshold)], stroke: upright }));
    let dot = Dot { shape: Marker::Circle, colour: INK, size: 10.0, filled: true };
    layers.dots("computed", profile.curve.iter().map(|&(x, root)| (x, root * root)).filter(|p| p.1 <= top), dot);
    let level = |colour| Stroke { colour, width: 2.0, dash: SOLID };
    let quoted = percent(parameter.level);
    layers.legend.extend([
        Entry::line(format!("{quoted}: {threshold:.2}"), level(DOUBTFUL)),
        Entry::line(format!("{one:.2}: one standard error"), level(QUIET)),
    ]);
    layers.legend.push(match ends[..] {
        [] => Entry::new("no interval: the best fit is at a bound, or the data leave both ends open", None, None),
        _ => Entry::line(format!("{quoted} interval"), upright),
    });
    let drawn = unknown::drawn(found, parameter, ("2 × loss of log-likelihood", top), layers, table)?;
    let finding = match ends[..] {
        [low, high] => {
            let name = parameter.name.replace('_', " ");
            Some(capital(&format!("{name} is {} ({quoted}).", interval([low, high], &parameter.unit))))
        }
        _ => None,
    };
    Some(Drawn { figure: drawn.figure.finding(finding), ..drawn })
}

/// Through rising points by a cubic that does not swing over (Fritsch & Carlson 1980).
pub fn smooth(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut points = points.to_vec();
    points.dedup_by(|b, a| b.0 <= a.0);
    let slopes: Vec<f64> = points.windows(2).map(|w| (w[1].1 - w[0].1) / (w[1].0 - w[0].0)).collect();
    let tangent = |i: usize| match (i.checked_sub(1).and_then(|before| slopes.get(before)), slopes.get(i)) {
        (Some(&a), Some(&b)) if a * b > 0.0 => {
            let (h0, h1) = (points[i].0 - points[i - 1].0, points[i + 1].0 - points[i].0);
            let (w0, w1) = (2.0 * h1 + h0, h1 + 2.0 * h0);
            (w0 + w1) / (w0 / a + w1 / b)
        }
        (Some(_), Some(_)) => 0.0,
        (Some(&only), None) | (None, Some(&only)) => only,
        (None, None) => 0.0,
    };
    let mut line = Vec::new();
    let pieces = points.len().saturating_sub(1).max(1);
    for (i, pair) in points.windows(2).enumerate() {
        let ((x0, y0), (x1, y1), h) = (pair[0], pair[1], pair[1].0 - pair[0].0);
        let (m0, m1) = (tangent(i) * h, tangent(i + 1) * h);
        for k in 0..=POINTS / pieces {
            let t = k as f64 / (POINTS / pieces).max(1) as f64;
            let (u, v) = (t * t, t * t * t);
            let y = y0 * (2.0 * v - 3.0 * u + 1.0) + m0 * (v - 2.0 * u + t) + y1 * (3.0 * u - 2.0 * v) + m1 * (v - u);
            line.push((x0 + t * (x1 - x0), y));
        }
    }
    line
}
